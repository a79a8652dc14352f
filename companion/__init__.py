"""The companion for the board game *Dune: War for Arrakis*: board, content, rules, store, service and web app."""
