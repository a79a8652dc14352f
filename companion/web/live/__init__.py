"""Live updates: every page that shows a game learns at once that the game has moved on, and fetches itself again.

Nothing of the game goes over the stream but its place in the log, so there is nothing in it to hide. ``routes`` has the
addresses, ``elsewhere`` what is heard of other processes. The package itself imports neither: the table's pages need no
stream.
"""
