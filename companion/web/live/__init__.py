"""Live updates: every page that shows a game learns at once that the game has moved on, and fetches itself again.

Nothing of the game goes over the stream but its place in the log, so there is nothing in it to hide.
"""

from companion.web.live.elsewhere import news_of
from companion.web.live.routes import bp, hub_of, put_out

__all__ = ["bp", "hub_of", "news_of", "put_out"]
