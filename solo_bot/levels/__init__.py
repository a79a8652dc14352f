"""Levels of difficulty beyond the rulebook, and choices made for the player (MAHDI-0)."""
