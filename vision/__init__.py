"""Photos of the board turned into observations with a confidence; knows outlines, never a game."""
