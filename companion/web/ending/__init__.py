"""The end of a game as a scene of its own: who won and by what, the board, what turned it, and what one may do now."""
