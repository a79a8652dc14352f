"""Events in words, one module for each part of the game; ``lines.history_line`` is the entry."""
