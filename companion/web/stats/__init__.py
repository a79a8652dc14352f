"""What remains of a game: its statistics with charts, a report to print, and the game as a file."""
