"""A game played back on its map, entry by entry, and copies of it in which something else is tried."""

from companion.web.replay.routes import bp

__all__ = ["bp"]
