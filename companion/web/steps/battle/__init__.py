"""The steps of a battle and of hits, with the chances beside them."""
