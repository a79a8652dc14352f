"""What the streams of this process hear of other processes, and those of this one.

Where a game stands and who sits at it go through the database (``companion/store/news.py``): from the table, which says
what was changed here, and to the hub, as if it had been changed here.
"""

from typing import cast

from flask import Flask

from companion.service import Published, Table
from companion.store.news import News
from companion.web.live.hub import Hub

NEWS = "arrakis.news"


def listen_elsewhere(app: Flask, hub: Hub, games: Table) -> None:
    """Connects hub and table with other processes; nothing is heard before ``watch`` of ``news_of``."""

    def tell(game: str, seq: int) -> None:
        hub.publish(Published(game, seq))

    def written(news: Published) -> None:
        heard.written(news.game, news.seq)

    heard = app.extensions[NEWS] = News(games.database, lambda: hub.games, tell, hub.keep)
    games.listeners.append(written)
    games.on_put_out.append(heard.put_out)


def news_of(app: Flask) -> News:
    """Returns the news of an app; the server closes it when it stops."""
    return cast(News, app.extensions[NEWS])
