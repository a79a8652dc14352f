"""The table: one page for a running game, with the board, the tracks and the one next step."""

from companion.web.table.routes import bp

__all__ = ["bp"]
