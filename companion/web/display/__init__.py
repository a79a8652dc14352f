"""The table display: the board and the step for a tablet or a television beside the table. Read only, live, nothing
hidden: it shows what lies open on the table and no more, whoever opens it."""

from companion.web.display.routes import bp

__all__ = ["bp"]
