"""The addresses of live updates: the event stream of a game, and the question for those who cannot have one.

The stream sends the event ``seq`` when it begins, after each change and now and then in between. Its data are the
place in the log. Somebody who was away for a while learns from the first event whether anything happened. The event
``beat`` says every two seconds that the line stands: a device that hears none tells its people so within five.
"""

from collections.abc import Callable, Iterator
from typing import cast

from flask import Blueprint, Flask, Response, current_app, redirect, request
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue

from companion.service import Table
from companion.web.errors import is_htmx
from companion.web.live.elsewhere import listen_elsewhere, news_of
from companion.web.live.hub import Full, Hub, Subscription, Woken
from companion.web.live.notices import put_away
from companion.web.seats import TABLE, View, expected_seq, sees, table, table_url
from companion.web.server import LEFT

bp = Blueprint("live", __name__)

HUB = "arrakis.live"
LOOK_UP_SECONDS = 15.0
"""How often a stream looks up the place by itself: for what was written by another process."""
BEAT_SECONDS = 2.0
"""How long a silence lasts: a device that hears nothing for longer has lost the server, a stream that cannot send is
given up."""
LOOK_SECONDS = 1.0
"""How often a stream looks whether its device is still there: a page that was left gives its thread back soon."""
RETRY_MILLISECONDS = 2000
BUSY_SECONDS = 30


@bp.record
def _open_hub(setup: BlueprintSetupState) -> None:
    hub = setup.app.extensions[HUB] = Hub()
    games = cast(Table, setup.app.extensions[TABLE])
    games.listeners.append(hub.publish)
    listen_elsewhere(cast(Flask, setup.app), hub, games)


def hub_of(app: Flask) -> Hub:
    """Returns the hub of an app; the server closes it when it stops."""
    return cast(Hub, app.extensions[HUB])


@bp.get("/g/<game_id>/live")
@sees
def stream(view: View) -> ResponseReturnValue:
    """Streams the place in the log; 503 when too many streams are open: then the page polls."""
    try:
        place = hub_of(current_app).listen(view.game.id)
    except Full:
        busy = {"Retry-After": str(BUSY_SECONDS), "Cache-Control": "no-store"}
        return Response("", 503, busy, mimetype="text/plain")
    news_of(current_app).watch()
    response = Response(_events(table(), view.game.id, place, _left()), mimetype="text/event-stream")
    response.call_on_close(place.close)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


@bp.get("/g/<game_id>/live/seq")
@sees
def seq(view: View) -> ResponseReturnValue:
    """Says where the game stands, for pages that poll."""
    return {"seq": table().log.seq(view.game.id)}, {"Cache-Control": "no-store"}


@bp.post("/g/<game_id>/live/seen")
@sees
def seen(view: View) -> ResponseReturnValue:
    """Puts away what this device was told: nothing of the game changes."""
    put_away(view.game.id, min(expected_seq(), view.seq))
    if is_htmx():
        return '<div id="news-undone"></div>', {"HX-Push-Url": "false"}
    return redirect(table_url(view.game.id), 303)


def _left() -> Callable[[], bool]:
    """The server's way to tell whether the device has hung up; one that has none never says so."""
    found = request.environ.get(LEFT)
    return cast(Callable[[], bool], found) if callable(found) else lambda: False


def _events(games: Table, game: str, place: Subscription, left: Callable[[], bool]) -> Iterator[str]:
    with place:
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        woken = Woken.NEWS
        while woken is not Woken.CLOSED:
            yield f"event: seq\ndata: {games.log.seq(game)}\n\n"
            for look in range(1, round(LOOK_UP_SECONDS / LOOK_SECONDS) + 1):
                woken = place.wait(LOOK_SECONDS)
                if left():
                    return
                if woken is not Woken.SILENCE:
                    break
                if look % round(BEAT_SECONDS / LOOK_SECONDS) == 0:
                    yield "event: beat\ndata: -\n\n"
