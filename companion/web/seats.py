"""Who asks and what for: the seat of a device at a game, and what a route about a game needs, in one line.

A page about a game::

    @bp.get("/g/<game_id>")
    @sees
    def show(view: View) -> ResponseReturnValue:
        return render_template("table/show.html", state=view.state, seq=view.seq)

A form that changes it by a command of the rules, which carries ``{{ write_fields(seq) }}``::

    @bp.post("/g/<game_id>/do/<name>")
    @changes
    def do(change: Change, name: str) -> ResponseReturnValue:
        outcome = change.submit(command_from(name, request.form))
        return redirect(table_url(change.game.id))

What only its owner may do to a game as a whole (new codes, removing others, deleting it)::

    @bp.post("/g/<game_id>/delete")
    @owns
    def delete(owned: Owned) -> ResponseReturnValue:
        table().keeping.delete(owned.game.id, table().clock())
        return redirect("/")

These three are the only ways to a game, and they decide who may:

- A device with a seat sees the game. One that waits to be let in, or was removed, does not and is told so; where the
  game lets those who wait watch, it watches.
- The serving computer, and a device that opened the owner's link of this server, get an owner's seat at any game.
- Players and partners change it, watchers do not.
- Owners are the device that made the game, those that brought its recovery code, and the two kinds named before.

Whoever has no seat, or only watches and wants to change something, gets 403; a stale or repeated form 409 with what
has changed; a command against the rules 422 with the reasons. Nothing of this has to be handled in a route.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from flask import current_app, g, request
from flask.typing import ResponseReturnValue

from companion.rules.ask.asked import Parts, asked
from companion.rules.commands import Command
from companion.rules.state import ATREIDES, Mode, State
from companion.service import Forbidden, GameSettings, Loaded, Outcome, Reverted, Table
from companion.service.pledge import Pledge, pledge_of
from companion.service.secrets import ALL_EYES, NO_EYES, Eyes, plays
from companion.service.settings import SetUp
from companion.store import Conflict, Copyist, GameRecord, Role, SeatRecord
from companion.web.addresses import is_host
from companion.web.devices import known_device
from companion.web.eyes import can_cover, is_covered, may_see
from companion.web.features import features, root
from companion.web.ownership import owner_secret
from companion.web.say import _
from companion.web.security import expected_seq, idempotency_key
from companion.web.words.games import titled

TABLE, COPYIST = "arrakis.table", "arrakis.copies"
TRIES = 20
"""So often a deed is tried again that others were faster than."""
P = ParamSpec("P")
Kind = TypeVar("Kind", bound=Outcome)


class NotLetIn(Exception):
    """A device asks for a game where it waits to be let in, or from which it was ``removed``."""

    def __init__(self, seat: SeatRecord) -> None:
        self.game, self.seat = seat.game, seat
        self.removed = removed = seat.removed
        super().__init__(f"seat: {'removed from' if removed else 'not yet let into'} the game {seat.game}")


class NotOwner(Exception):
    """Only the owner of a game may do this."""

    def __init__(self, game: str) -> None:
        self.game = game
        super().__init__(f"owner: this device is none of the owner of the game {game}")


class Repeated(Exception):
    """A form was sent a second time; ``outcome`` is that of the first time, and nothing was changed now."""

    def __init__(self, game: str, outcome: Outcome) -> None:
        self.game = game
        self.outcome = outcome
        super().__init__(f"key: this form was carried out before, the game {game} is at {outcome.seq} since")


def table() -> Table:
    """Returns the table of the running app."""
    return cast(Table, current_app.extensions[TABLE])


def copyist() -> Copyist:
    """Returns what keeps copies of the running app's database."""
    return cast(Copyist, current_app.extensions[COPYIST])


def table_url(game_id: str) -> str:
    """Returns the path of a game's table."""
    return f"{root()}/g/{game_id}"


def seat_at(game_id: str) -> SeatRecord | None:
    """Returns the seat of the asking device at a game, None when it has none or not yet; looked up once a request."""
    seat = any_seat_at(game_id)
    return seat if seat is not None and seat.sits else None


def any_seat_at(game_id: str) -> SeatRecord | None:
    """Returns the seat of the asking device also when it waits there to be let in, or was removed."""
    known: dict[str, SeatRecord | None] = g.setdefault("seats", {})
    if game_id not in known:
        token = known_device()
        known[game_id] = None if token is None else table().games.seat(game_id, token, table().clock())
    return known[game_id]


def has_sides(game_id: str) -> bool:
    """Tells whether a device of a game plays a side; looked up once a request."""
    known: dict[str, bool] = g.setdefault("sides", {})
    if game_id not in known:
        known[game_id] = table().games.has_sides(game_id)
    return known[game_id]


def keeps_server() -> bool:
    """Tells whether the asking device is one of whoever runs this server: on the serving computer, or by its link."""
    if "keeps_server" not in g:
        g.keeps_server = is_host() or _opened_owner_link()
    return bool(g.keeps_server)


def owns_game(seat: SeatRecord | None) -> bool:
    """Tells whether the asking device, with this seat, may do what only the owner of the game may."""
    return keeps_server() or (seat is not None and seat.owner and seat.sits)


def _opened_owner_link() -> bool:
    token, secret = known_device(), owner_secret(current_app)
    return token is not None and secret is not None and table().guests.is_owner_device(token, secret)


@dataclass(frozen=True, slots=True)
class View:
    """A game as the asking device may see it: ``loaded`` holds no secret of others, in whatever position or event.

    ``_whole`` is the game itself, for this module alone; a test says so. ``_eyes``: for whom it is shown, where that is
    not the device.
    """

    _whole: Loaded
    seat: SeatRecord
    _eyes: Eyes | None = field(default=None, kw_only=True)
    loaded: Loaded = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "loaded", self._whole.seen(self.eyes))

    def now(self) -> "View":
        """Returns the game as it is now, read anew."""
        return View(table().load(self.game.id), self.seat)

    def at(self, seq: int) -> "View":
        """Returns the game as it was after row ``seq``, the last one of a batch, with what the device may see now."""
        return View(table().at(self._whole, seq), self.seat, _eyes=self.eyes)

    def for_all(self) -> "View":
        """Returns the game as everybody may see it: what lies open on the table."""
        return View(self._whole, self.seat, _eyes=NO_EYES)

    @property
    def game(self) -> GameRecord:
        """The record of the game, with a name in the reader's language where its people gave it none."""
        return titled(self.loaded.game)

    @property
    def settings(self) -> GameSettings:
        """The choices made when the game was made."""
        return self._whole.settings

    @property
    def state(self) -> State:
        """The position."""
        return self.loaded.state

    @property
    def seq(self) -> int:
        """The place in the log that this page shows; its forms carry it."""
        return self.loaded.seq

    @property
    def may_write(self) -> bool:
        """Whether the device may change the game."""
        return self.seat.role.may_write

    def must_write(self) -> None:
        """Raises Forbidden for a device that may not change the game."""
        if not self.may_write:
            raise Forbidden(self.game.id, self.seat.role)

    @property
    def eyes(self) -> Eyes:
        """Whose secrets may be in a page for this device: those that it may see, and none while it is covered."""
        if self._eyes is not None:
            return self._eyes
        return NO_EYES if self.covered else self.may_see

    @property
    def may_see(self) -> Eyes:
        """Whose secrets this device may see, covered or not."""
        return may_see(self._whole, self.seat, has_sides)

    @property
    def can_cover(self) -> bool:
        """Whether it shows secrets that somebody else at the table must not see."""
        return can_cover(self._whole, self.may_see)

    @property
    def covered(self) -> bool:
        """Whether its owner has covered them."""
        return is_covered() and self.can_cover

    @property
    def pledge(self) -> Pledge:
        """What the rolls of the app follow from: its hash, and when the game is over what it is."""
        key = cast(bytes, current_app.secret_key)
        return pledge_of(self._whole.game, key, opened=self._whole.state.winner is not None)

    @property
    def file_eyes(self) -> Eyes:
        """Whose secrets may be in a file or a copy that the device takes: alone, or where all share the one device,
        everybody's; between people its own."""
        return ALL_EYES if self._whole.state.mode is Mode.SOLO or features().alone else self.eyes

    @property
    def sees_hidden(self) -> bool:
        """Whether ranks, tokens, objective and hand of Atreides may be in the page."""
        return plays(self.eyes, ATREIDES)

    @property
    def asked(self) -> Parts:
        """Whose step it is: the parts that may answer what the game waits for."""
        return asked(self._whole.state)

    @property
    def acts(self) -> bool:
        """Whether the device may do what the game waits for."""
        return self.seat.may_act(self.asked)

    @property
    def owns(self) -> bool:
        """Whether the device may do what only the owner of the game may."""
        return owns_game(self.seat)

    @property
    def waits(self) -> bool:
        """Whether the device watches while it waits to be let in."""
        return self.seat.waiting

    @property
    def is_player(self) -> bool:
        """Whether the device plays, on whichever side."""
        return self.seat.role in (Role.PLAYER, Role.PARTNER)


@dataclass(frozen=True, slots=True)
class Owned:
    """A game that the asking device owns; its log is not loaded, since a damaged one can be deleted too."""

    game: GameRecord
    seat: SeatRecord


@dataclass(frozen=True, slots=True)
class Change(View):
    """A request to change a game, its seat allowed to. ``expected_seq`` and ``key`` come from the form.

    ``loaded`` is the game as it is now, which may be later than the form expects: then ``submit`` raises Conflict.
    """

    expected_seq: int
    key: str
    record_anyway: bool

    def submit(self, commands: Command | Sequence[Command]) -> Outcome:
        """Carries out commands as one step; raises Refused, Conflict, Repeated, KeyReused."""
        outcome = table().submit(
            self.game.id, self.seat, self.expected_seq, self.key, commands, self.record_anyway, eyes=self.eyes
        )
        return self._first(outcome)

    def submit_here(self, wish: object, read: Callable[[View], Sequence[Command]]) -> Outcome:
        """Carries out what ``read`` makes of a wish where the game stands now, wherever that is.

        Nothing that others do meanwhile is in its way, and it undoes none of that. Raises as ``submit``.
        """
        here: View = self
        for _try in range(TRIES):
            with suppress(Conflict):
                outcome = table().submit(
                    self.game.id, self.seat, here.seq, self.key, read(here), self.record_anyway, wish, here.eyes
                )
                return self._first(outcome)
            here = self.now()
        raise Conflict(self.game.id, here.seq, table().log.seq(self.game.id))

    def as_expected(self) -> "Change":
        """Returns the request with the game as its form saw it.

        A form sent twice must become the same commands the second time, or it would not be known again.
        """
        if self.expected_seq >= self.seq:
            return self
        return replace(self, _whole=table().at(self._whole, self.expected_seq))

    def undo(self) -> Reverted:
        """Takes back the last step; raises NothingToUndo, Conflict, Repeated."""
        return self._first(table().undo(self.game.id, self.seat, self.expected_seq, self.key))

    def redo(self) -> Reverted:
        """Puts back the step taken back last; raises NothingToRedo, Conflict, Repeated."""
        return self._first(table().redo(self.game.id, self.seat, self.expected_seq, self.key))

    def go_to(self, batch: int) -> Reverted:
        """Goes back or forward to an entry; raises KeyError, ValueError, Conflict, Repeated."""
        return self._first(table().go_to(self.game.id, self.seat, self.expected_seq, self.key, batch))

    def _first(self, outcome: Kind) -> Kind:
        if outcome.repeated:
            raise Repeated(self.game.id, outcome.seen(self.eyes))
        return outcome.seen(self.eyes)


def sees(route: Callable[Concatenate[View, P], ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
    """Gives a route with ``<game_id>`` a View in its place; raises NotFound (404) or Forbidden (403)."""

    @wraps(route)
    def wrapped(game_id: str, *args: Any, **kwargs: Any) -> ResponseReturnValue:
        loaded = _looked_up(game_id)
        seat = any_seat_at(game_id)
        if seat is not None and loaded.settings.waiting_watch and seat.waiting and not keeps_server():
            return route(View(loaded, seat.watching()), *args, **kwargs)
        return route(View(loaded, _required_seat(game_id)), *args, **kwargs)

    return wrapped


def changes(route: Callable[Concatenate[Change, P], ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
    """Gives a changing route with ``<game_id>`` a Change in its place.

    Raises NotFound (404), Forbidden (403) for spectators and strangers, FormatError (400) for a form without
    ``seq`` or ``key``. The CSRF token has been checked before.
    """

    @wraps(route)
    def wrapped(game_id: str, *args: Any, **kwargs: Any) -> ResponseReturnValue:
        loaded = _looked_up(game_id)
        seat = writing_seat(game_id)
        expected, key = expected_seq(), idempotency_key()
        anyway = request.form.get("record_anyway") == "1"
        return route(Change(loaded, seat, expected, key, anyway), *args, **kwargs)

    return wrapped


def owns(route: Callable[Concatenate[Owned, P], ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
    """Gives a route with ``<game_id>`` that only the owner may use an Owned in its place.

    Raises NotFound (404), Forbidden or NotLetIn (403) for strangers, NotOwner (403) for everybody else.
    """

    @wraps(route)
    def wrapped(game_id: str, *args: Any, **kwargs: Any) -> ResponseReturnValue:
        game = table().games.get(game_id)
        seat = _required_seat(game_id)
        if not owns_game(seat):
            raise NotOwner(game_id)
        return route(Owned(game, seat), *args, **kwargs)

    return wrapped


def sitting(game_id: str) -> View | None:
    """Returns a game as the asking device sees it, None where it has no seat; raises NotFound."""
    seat = seat_at(game_id)
    return None if seat is None else View(table().load(game_id), seat)


def standing(game_id: str) -> State:
    """Returns the position of a game as everybody may see it; raises NotFound, Damaged."""
    return table().load(game_id).seen(NO_EYES).state


def writing_seat(game_id: str) -> SeatRecord:
    """Returns the seat of a device that may change a game, without a look at what it sends.

    Raises NotFound (404), Forbidden (403) for strangers and spectators, NotLetIn (403).
    """
    if any_seat_at(game_id) is None:
        # A game that is not there is said to be so, also to strangers.
        table().games.get(game_id)
    seat = _required_seat(game_id)
    if not seat.role.may_write:
        raise Forbidden(game_id, seat.role)
    return seat


def _looked_up(game_id: str) -> Loaded:
    """Returns a game, and knows afterwards the seat of the device and whether there are sides: all of one moment."""
    games, token = table().games, known_device()
    with table().database.look():
        loaded = table().load(game_id)
        seat = None if token is None else games.known_seat(game_id, token)
        if loaded.settings.set_up is SetUp.TRACKERS:
            has_sides(game_id)
    g.setdefault("seats", {})[game_id] = None if seat is None else games.noted(seat, table().clock())
    return loaded


def _required_seat(game_id: str) -> SeatRecord:
    seat = any_seat_at(game_id)
    if seat is not None and seat.sits:
        return seat
    if keeps_server():
        return _owners_seat(game_id)
    if seat is not None:
        raise NotLetIn(seat)
    raise Forbidden(game_id, None)


def _owners_seat(game_id: str) -> SeatRecord:
    """The seat of whoever runs this server: on the serving computer one for all its browsers, else the device's."""
    token, now = known_device(), table().clock()
    if is_host() or token is None:
        seat = table().guests.sit_as_host(game_id, _("This computer"), now)
    else:
        name = table().guests.name_of(token) or _("Owner")
        seat = table().guests.sit_as_owner(game_id, token, name, now)
    g.seats[game_id] = seat
    return seat
