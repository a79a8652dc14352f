"""The addresses of live updates: the event stream of a game, and the question for those who cannot have one.

The stream sends the event ``seq`` when it begins and after each change, wherever it was made. Its data are the place
in the log. Somebody who was away for a while learns from the first event whether anything happened. The event ``beat``
says every two seconds that the line stands: a device that hears none tells its people so within five.
"""

from collections.abc import Iterator
from typing import cast

from flask import Blueprint, Flask, Response, current_app, redirect, request
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue

from companion.service import Table
from companion.web.errors import is_htmx
from companion.web.live.calling import call_for
from companion.web.live.elsewhere import listen_elsewhere, news_of
from companion.web.live.hub import Full, Hub, Subscription, Woken
from companion.web.live.notices import put_away
from companion.web.live.stream import BEAT, Told, opening, stands
from companion.web.seats import TABLE, View, sees, table, table_url
from companion.web.security import expected_seq
from companion.web.serving.shares import whose
from companion.web.serving.streams import HAND_OVER

bp = Blueprint("live", __name__)

HUB = "arrakis.live"
BEAT_SECONDS = 2.0
"""How long a silence lasts: a device that hears nothing for longer has lost the server, a stream that cannot send is
given up."""
BUSY_SECONDS = 30


@bp.record
def _open_hub(setup: BlueprintSetupState) -> None:
    hub = setup.app.extensions[HUB] = Hub()
    games = cast(Table, setup.app.extensions[TABLE])
    games.listeners.append(hub.publish)
    games.on_put_out.append(hub.keep)
    listen_elsewhere(cast(Flask, setup.app), hub, games)


def hub_of(app: Flask) -> Hub:
    """Returns the hub of an app; the server closes it when it stops."""
    return cast(Hub, app.extensions[HUB])


@bp.get("/g/<game_id>/live")
@sees
def stream(view: View) -> ResponseReturnValue:
    """Streams the place in the log; 503 when too many streams are open: then the page polls."""
    # The app's own server takes the stream over; on another one the stream keeps the thread that answers.
    hand_over = request.environ.get(HAND_OVER)
    device = view.seat.device or str(view.seat.id)
    try:
        place = hub_of(current_app).listen(view.game.id, device, whose(request.remote_addr), hand_over is None)
    except Full:
        busy = {"Retry-After": str(BUSY_SECONDS), "Cache-Control": "no-store"}
        return Response("", 503, busy, mimetype="text/plain")
    news_of(current_app).watch()
    if hand_over is None or request.method != "GET":
        response = Response(_events(table(), view.game.id, place), mimetype="text/event-stream")
        response.call_on_close(place.close)
    else:
        # What happens after this line is told; what happened before it, is in what the stream begins with.
        told = Told(place)
        hand_over(told)
        response = Response(opening(table().log.seq(view.game.id)), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


@bp.get("/g/<game_id>/live/seq")
@sees
def seq(view: View) -> ResponseReturnValue:
    """Says where the game stands, for pages that poll, and what the device is called with when it waits for that."""
    call = call_for(view)
    words = call.words if call is not None and call.mine else ""
    return {"seq": table().log.seq(view.game.id), "call": words}, {"Cache-Control": "no-store"}


@bp.post("/g/<game_id>/live/seen")
@sees
def seen(view: View) -> ResponseReturnValue:
    """Puts away what this device was told: nothing of the game changes."""
    put_away(view.game.id, min(expected_seq(), view.seq))
    if is_htmx():
        return '<div id="news-undone"></div>', {"HX-Push-Url": "false"}
    return redirect(table_url(view.game.id), 303)


def _events(games: Table, game: str, place: Subscription) -> Iterator[str]:
    with place:
        yield opening(games.log.seq(game))
        while (woken := place.wait(BEAT_SECONDS)) is not Woken.CLOSED:
            yield BEAT if woken is Woken.SILENCE else stands(games.log.seq(game))
