"""What remains of a game: its statistics with charts, a report to print, and the game as a file."""

from companion.web.stats.files import bp as game_files
from companion.web.stats.routes import bp

__all__ = ["bp", "game_files"]
