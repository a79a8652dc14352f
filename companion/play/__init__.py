"""`arrakis play`: the game for other programs, a command of either side a line (section *Play* of docs/formats.md)."""

from companion.play.session import Session, run

__all__ = ["Session", "run"]
