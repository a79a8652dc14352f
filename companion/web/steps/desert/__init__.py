"""The steps of the desert: wormsigns, worms, storms, too many units."""
