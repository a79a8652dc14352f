"""Who may send what: refused before the body is read, counted before anything is written.

A route that takes a file says so, and one that makes something says what is counted::

    @bp.post("/g/<game_id>/camera")
    @takes_file(MAX_BYTES, Kind.PHOTOS)
    @photographs
    def scan(view: View) -> ResponseReturnValue: ...

Of a request with a file no more than its first kilobyte is read until it is known that the device sits at the game and
may change it, that the form came from a page of the app (its token is its first field), that the file is not too large
and that there is room for it. Every other form is small and comes whole.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from flask import Flask, Response, current_app, g, request
from flask_babel import format_timedelta
from werkzeug.exceptions import LengthRequired, RequestEntityTooLarge
from werkzeug.sansio.multipart import Data, Field, MultipartDecoder, NeedData

from companion.service.quotas import MEGABYTE, Keeper, Kind, NoRoom, OverQuota, Whose
from companion.store.games import hashed
from companion.web.devices import known_device
from companion.web.errors import plain
from companion.web.say import _
from companion.web.seats import keeps_server, writing_seat
from companion.web.seclog import note
from companion.web.security import CSRF_FIELD, SAFE_METHODS, CsrfFailed, csrf_refused, is_token

KEEPER = "arrakis.keeper"
FIRST_BYTES = 1024
"""Enough for the first field of a form, with its boundary."""
ROOM_FOR_FIELDS = 16 * 1024
Route = TypeVar("Route", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Admitted:
    """What a route takes: a body of at most ``most_bytes`` (0: a form without a file), counted as ``kind``."""

    most_bytes: int
    kind: Kind


def takes_file(most_bytes: int, kind: Kind) -> Callable[[Route], Route]:
    """Marks a route that takes forms with files of so many bytes together; each form counts as one of a kind."""
    return _marked(Admitted(most_bytes + ROOM_FOR_FIELDS, kind))


def makes(kind: Kind) -> Callable[[Route], Route]:
    """Marks a route whose form, which has no file, makes one of a kind."""
    return _marked(Admitted(0, kind))


def _marked(admitted: Admitted) -> Callable[[Route], Route]:
    def mark(route: Route) -> Route:
        cast(Any, route).admitted = admitted
        return route

    return mark


def admit_before_the_body(app: Flask, keeper: Keeper) -> None:
    """Makes the app look at who sends a file; to be called before whatever reads forms."""
    app.extensions[KEEPER] = keeper
    app.before_request(look_before_reading)
    app.after_request(hang_up_on_refused)
    app.register_error_handler(OverQuota, over_quota)
    app.register_error_handler(NoRoom, no_room)


def count_before_writing(app: Flask) -> None:
    """Makes the app count what forms without a file make; to be called after the check of their token."""
    app.before_request(count)


def spend(amounts: Mapping[Kind, int]) -> None:
    """Counts what the asking device is about to do; raises OverQuota, NoRoom.

    At home whoever keeps the server has no limits.
    """
    keeper = cast(Keeper, current_app.extensions[KEEPER])
    if keeper.quotas.host_is_free and keeps_server():
        return
    keeper.take(amounts, hashed(known_device() or ""), request.remote_addr or "")


def look_before_reading() -> None:
    """Refuses a body that nobody asked for; of one with a file only the first field has been read then.

    Raises LengthRequired, RequestEntityTooLarge, CsrfFailed, NotFound, Forbidden, NotLetIn, OverQuota, NoRoom.
    """
    if request.method in SAFE_METHODS:
        return
    g.unread = True
    length = request.content_length or 0
    if "Transfer-Encoding" in request.headers:
        raise LengthRequired
    admitted = _admitted()
    if admitted is None or not admitted.most_bytes or request.mimetype != "multipart/form-data":
        if length > (request.max_content_length or 0):
            raise RequestEntityTooLarge
        g.unread = False
        return
    request.max_content_length = admitted.most_bytes
    if length > admitted.most_bytes:
        raise RequestEntityTooLarge
    if known_device() is None:
        raise csrf_refused()
    if game := (request.view_args or {}).get("game_id"):
        writing_seat(game)
    if not is_token(_first_field(length)):
        raise csrf_refused()
    spend({Kind.BYTES: length, admitted.kind: 1})
    g.unread = False


def count() -> None:
    """Counts what a form without a file makes; raises OverQuota."""
    admitted = _admitted()
    if admitted is not None and not admitted.most_bytes and request.method not in SAFE_METHODS:
        spend({admitted.kind: 1})


def hang_up_on_refused(response: Response) -> Response:
    """Closes the connection after a body that was not read: what comes next on it would be the rest."""
    if g.pop("unread", False):
        response.headers["Connection"] = "close"
    return response


def over_quota(error: OverQuota) -> Response:
    """429: says which limit is reached, whose it is, and when there is room again."""
    note("over_quota", kind=error.kind.value, whose=error.whose.value)
    wait = format_timedelta(error.retry, granularity="second", threshold=1.2)
    text = " ".join((_what(error), _whose(error.whose), _("You can try again in %(time)s at the latest.", time=wait)))
    response = plain(429, _("The limit is reached"), text)
    response.headers["Retry-After"] = str(int(error.retry.total_seconds()) + 1)
    return response


def no_room(error: NoRoom) -> Response:
    """503: the disk is almost full."""
    note("disk_almost_full", megabytes=error.free // MEGABYTE)
    text = _("The disk of the computer that serves this table is almost full. Nothing was changed.")
    response = plain(503, _("There is no room for files"), text)
    response.headers["Retry-After"] = "3600"
    return response


def _what(error: OverQuota) -> str:
    most, time = error.most, format_timedelta(error.window, granularity="hour", threshold=1.5)
    match error.kind:
        case Kind.GAMES:
            return _(
                "At most %(most)s new games can be started in %(time)s. Nothing was created.", most=most, time=time
            )
        case Kind.IMPORTS:
            return _("At most %(most)s games can be imported in %(time)s. Nothing was imported.", most=most, time=time)
        case Kind.PHOTOS:
            return _("At most %(most)s files can be sent to the camera in %(time)s.", most=most, time=time)
        case Kind.BYTES:
            return _("At most %(most)s MB can be sent in %(time)s.", most=most // MEGABYTE, time=time)
        case Kind.JOBS:
            return _("At most %(most)s photos and print sheets can be processed in %(time)s.", most=most, time=time)


def _whose(whose: Whose) -> str:
    match whose:
        case Whose.DEVICE:
            return _("This is the limit for one device.")
        case Whose.ADDRESS:
            return _("This is the limit for one network, such as a household.")
        case Whose.EVERYBODY:
            return _("This is the limit for everybody together.")


def _admitted() -> Admitted | None:
    route = current_app.view_functions.get(request.endpoint or "")
    return getattr(route, "admitted", None)


def _first_field(length: int) -> str:
    """Returns the token when it is the first field of the form, else an empty text. The form can be read from its
    beginning afterwards."""
    source = request.environ["wsgi.input"]
    first = b""
    while len(first) < min(FIRST_BYTES, length):
        more = source.read(min(FIRST_BYTES, length) - len(first))
        if not more:
            break
        first += more
    request.environ["wsgi.input"] = Again(first, source)
    decoder = MultipartDecoder(request.mimetype_params.get("boundary", "").encode("latin-1", "replace"))
    try:
        decoder.receive_data(first)
        event = decoder.next_event()
        while not isinstance(event, (Field, NeedData)):
            event = decoder.next_event()
        value = decoder.next_event() if isinstance(event, Field) and event.name == CSRF_FIELD else None
    except ValueError:
        return ""
    return value.data.decode("ascii", "replace") if isinstance(value, Data) and not value.more_data else ""


class Again:
    """A body whose beginning was read already and is read again.

    No file of Python's: such a one closes itself when it is forgotten, and with it the connection that it reads from.
    """

    def __init__(self, first: bytes, rest: Any) -> None:
        """``first`` was read from ``rest``."""
        self._first = first
        self._rest = rest

    def read(self, size: int = -1) -> bytes:
        """Returns the next bytes, at most ``size``."""
        if not self._first:
            return bytes(self._rest.read(size))
        if size < 0:
            found, self._first = self._first + bytes(self._rest.read()), b""
        else:
            found, self._first = self._first[:size], self._first[size:]
        return found

    def close(self) -> None:
        """Closes what it reads from."""
        self._rest.close()


__all__ = ["CsrfFailed", "admit_before_the_body", "count_before_writing", "makes", "spend", "takes_file"]
