"""The table: the one way in which anything reads or changes a game.

Load, decide, append, publish. Clock, dice and database are here and nowhere further in.
"""

import hashlib
import logging
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Self, cast

from companion.rules import evolve, execute
from companion.rules.ask.asked import SIDES, Parts, givers
from companion.rules.commands import Command, KeepTrackersOnly, StartGame
from companion.rules.events import Event
from companion.rules.state import State
from companion.service.chance import Chance
from companion.service.dealing import drawn_hands, draws_for
from companion.service.differences import Difference, differences
from companion.service.loaded import Loaded
from companion.service.quick import quick_set_up
from companion.service.rights import GO_TO, Forbidden, NotYours, OthersAsked, side_to_ask
from companion.service.secrets import ALL_EYES, Eyes, carry_out, event_seen_by, seen_by
from companion.service.settings import GameSettings, Hints, SetUp
from companion.store import (
    Asks,
    Conflict,
    Database,
    Entry,
    GameRecord,
    Games,
    Guests,
    Keeping,
    Log,
    NotFound,
    SeatRecord,
    Sides,
    Tallies,
    Timeline,
    Written,
)
from companion.store.codec import encode_command, encode_event
from companion.store.codes import fresh_codes
from companion.store.log import Request
from companion.store.records import REDO, UNDO
from companion.store.shapes import to_text
from companion.store.timeline import Step, reversal_entry
from solo_bot.levels.traits import Level

TRIES = 20
ID_LENGTH = 16

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a request did: the events it recorded, the place in the log and the position after it.

    ``repeated``: the request had been carried out before; this is its first outcome, and nothing was changed now.
    """

    seq: int
    state: State
    events: tuple[Event, ...]
    repeated: bool = False

    def seen(self, eyes: Eyes) -> Self:
        """Returns the outcome as ``eyes`` see it."""
        events = tuple(event_seen_by(event, eyes) for event in self.events)
        return replace(self, state=seen_by(self.state, eyes), events=events)


@dataclass(frozen=True, slots=True)
class Reverted(Outcome):
    """The outcome of undo or redo: the step taken back or put back, and what to do so on the real table."""

    command: str = ""
    on_the_table: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Published:
    """A game has moved on to ``seq``; ``new_round``: a round ended by that."""

    game: str
    seq: int
    new_round: bool = False


Listener = Callable[[Published], None]


def utc_now() -> datetime:
    """Returns the moment now, in UTC."""
    return datetime.now(UTC)


class Table:
    """All games of a database; safe to share between threads.

    ``listeners`` are called after each change, by the thread that made it; what one of them raises is logged and
    disturbs nobody. ``on_forget`` are called with each game that is gone for good, ``on_put_out`` with one from which
    somebody was put out, or that was deleted.
    """

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        """Uses ``database``, which the caller closes."""
        self.database = database
        self.games = Games(database)
        self.log = Log(database)
        self.guests = Guests(database)
        self.sides = Sides(database)
        self.asks = Asks(database)
        self.keeping = Keeping(database)
        self.tallies = Tallies(database)
        self.clock = clock
        self.listeners: list[Listener] = []
        self.on_forget: list[Callable[[str], object]] = []
        self.on_put_out: list[Callable[[str], object]] = []

    def create_game(
        self, settings: GameSettings, token: str, player: str = "", key: str = "", parts: Parts = frozenset()
    ) -> tuple[GameRecord, SeatRecord]:
        """Makes a game and gives the device with the secret ``token`` the seat of its player, called ``player``.

        ``parts``: what that seat plays in a game between people, none: it is a device of the table.
        With the quick set-up the board is laid out as well, as a step that can be undone: all of it or nothing is
        written. The same ``key`` from the same device is the same request repeated: it returns the game made the first
        time.
        """
        game_id = hashlib.sha256(f"{token}/{key}".encode()).hexdigest()[:ID_LENGTH] if key else None
        if game_id and (seat := self.games.seat(game_id, token, self.clock())):
            return self.games.get(game_id), seat
        opening = StartGame(settings.rules, settings.mode, settings.expansions)
        state, events = execute(State(), opening)
        if settings.set_up is SetUp.TRACKERS:
            state, kept = execute(state, KeepTrackersOnly())
            events += kept
        entries = _entries(State(), events)
        for _ in range(TRIES):
            game = _new_game(settings, self.clock(), game_id or secrets.token_hex(ID_LENGTH // 2))
            request = Request(game.id, 0, "open", "", None, StartGame.__name__, game.created)
            laid_out = _laid_out(settings, Chance(game.seed, len(events)), state, request, len(events))
            with suppress(ValueError):
                return game, self.log.open(game, token, player, request, entries, laid_out, parts)
            # Taken is a code, or the same request has just been carried out by another thread.
            if game_id and (seat := self.games.seat(game_id, token, self.clock())):
                return self.games.get(game_id), seat
        raise RuntimeError(f"code: no free one was found in {TRIES} tries")

    def load(self, game: str) -> Loaded:
        """Returns a game as it is now; raises NotFound."""
        with self.database.look():
            record, end = self.games.looked_at(game)
            return Loaded(record, self.log.timeline(game, end), GameSettings.from_text(record.settings))

    def at(self, loaded: Loaded, seq: int) -> Loaded:
        """Returns a game that was loaded whole as it was after row ``seq``, the last one of a batch."""
        return replace(loaded, timeline=self.log.timeline_at(loaded.game.id, seq))

    def submit(
        self,
        game: str,
        seat: SeatRecord,
        expected_seq: int,
        key: str,
        commands: Command | Sequence[Command],
        record_anyway: bool = False,
        wish: object = None,
        eyes: Eyes = ALL_EYES,
    ) -> Outcome:
        """Carries out commands in order as one step of the history, all of them or none.

        A request with the same ``key`` as an earlier one is that one repeated: it returns the first outcome and
        changes nothing. Raises NotFound; Forbidden for a spectator; NotYours when another side or partner has to do
        it; Conflict when the game does not stand at ``expected_seq``; KeyReused when the key came with other commands;
        Refused with every reason of the rules, where ``record_anyway`` overrides those that are merely unusual.
        ``wish``: what was asked for, as JSON, where the commands made of it depend on where the game stands; a repeated
        request is known by it. ``eyes``: whose secrets the device may see; what it sends keeps those of others, and no
        refusal tells of them.
        """
        wishes = list(commands) if isinstance(commands, Sequence) else [commands]
        asked = [encode_command(command) for command in wishes] if wish is None else wish
        request = self._request(game, seat, expected_seq, key, [asked, record_anyway], _names(wishes))
        with self.database.look():
            if written := self._answered(request):
                return self._outcome(game, written)
            timeline = self._at(game, expected_seq)
        state, events = timeline.state, list[Event]()
        for command in wishes:
            if not seat.may_act(who := givers(state, command)):
                raise NotYours(game, who)
            state, caused = carry_out(state, command, eyes, record_anyway=record_anyway)
            events += caused
        if not events:
            return Outcome(timeline.seq, state, ())
        if draws_for(state, events):
            chance = Chance(self.games.get(game).seed, timeline.seq)
            for named in drawn_hands(timeline.state, events, state, chance):
                state, caused = execute(state, named, record_anyway=True)
                events += caused
        decides = seat.acts_once and type(state.frame) is not type(timeline.state.frame)
        written = self.log.append(replace(request, decides=decides), _entries(timeline.state, events), _winner(state))
        if written.repeated:
            return self._outcome(game, written)
        self._publish(game, written.seq, state.round > timeline.state.round or state.winner is not None)
        return Outcome(written.seq, state, tuple(events))

    def undo(self, game: str, seat: SeatRecord, expected_seq: int, key: str, *, agreed: bool = False) -> Reverted:
        """Takes back the last step that holds; raises as ``submit``, and NothingToUndo.

        OthersAsked: the step is of the other side, which was asked for its yes, unless it has ``agreed``.
        """
        return self._revert(game, seat, expected_seq, key, UNDO, agreed)

    def redo(self, game: str, seat: SeatRecord, expected_seq: int, key: str, *, agreed: bool = False) -> Reverted:
        """Puts back the step taken back last; raises as ``undo``, and NothingToRedo."""
        return self._revert(game, seat, expected_seq, key, REDO, agreed)

    def agree(self, game: str, seat: SeatRecord, ask: int) -> Reverted:
        """Carries out what another seat asked this one's side for, in its name.

        Raises as ``submit``; NotFound for a wish that is over, NotYours when another side has to agree.
        """
        self._check_role(game, seat)
        wish = self.asks.find(game, ask)
        if seat.faction is not wish.side:
            raise NotYours(game, SIDES[wish.side])
        asker = next((one for one in self.games.seated(game) if one.id == wish.seat), None)
        if asker is None:
            raise NotFound("seat", str(wish.seat))
        key = f"agreed-{wish.id}-{wish.seq}"
        if wish.kind == GO_TO:
            outcome = self.go_to(game, asker, wish.seq, key, wish.batch, agreed=True)
        else:
            outcome = self._revert(game, asker, wish.seq, key, wish.kind, True)
        self.asks.drop(game, ask)
        return outcome

    def refuse(self, game: str, seat: SeatRecord, ask: int) -> None:
        """Says no to a wish, or takes the own one back; raises Forbidden, NotFound, and NotYours for others."""
        self._check_role(game, seat)
        wish = next((one for one in self.asks.of(game, self.log.seq(game)) if one.id == ask), None)
        if wish is None:
            raise NotFound("ask", str(ask))
        if wish.seat == seat.id:
            self.asks.drop(game, ask)
        elif seat.faction is wish.side:
            self.asks.refuse(game, ask)
        else:
            raise NotYours(game, SIDES[wish.side])
        self._publish(game, wish.seq)

    def go_to(
        self, game: str, seat: SeatRecord, expected_seq: int, key: str, batch: int, *, agreed: bool = False
    ) -> Reverted:
        """Takes back every step after an entry, or puts back those up to it, all at once; raises as ``undo``.

        KeyError for an entry that neither holds nor can be put back, ValueError when the game stands there already.
        """
        request = self._request(game, seat, expected_seq, key, ["go-to", batch], "go-to")
        with self.database.look():
            if written := self._answered(request):
                return Reverted(written.seq, self.log.timeline_at(game, written.seq).state, (), True)
            timeline = self._at(game, expected_seq)
        way = timeline.way_to(batch)
        if not agreed:
            self._ask_first(request, seat, GO_TO, batch, timeline, way.steps)
        entries = [reversal_entry(UNDO if way.undo else REDO, step.batch.number) for step in way.steps]
        written = self.log.append(request, entries, _winner(way.state))
        if not written.repeated:
            self._publish(game, written.seq)
        events = tuple(event for step in way.steps for event in step.batch.events)
        return Reverted(
            written.seq, way.state, events, written.repeated, "go-to", differences(timeline.state, way.state)
        )

    def change_settings(self, game: str, seat: SeatRecord, **changes: Hints | bool) -> None:
        """Changes what of a game's settings can be changed later (``GameSettings``), each by its name.

        No event, since nothing on the board changes. Raises NotFound; Forbidden for a spectator.
        """
        self._check_role(game, seat)
        changed = cast(dict[str, Any], changes)
        self.games.change_settings(game, lambda text: replace(GameSettings.from_text(text), **changed).to_text())

    def change_level(self, game: str, seat: SeatRecord, level: Level) -> None:
        """Changes how the opponent plays from now on; the settings keep when. Raises as ``change_settings``."""
        self._check_role(game, seat)
        seq = self.load(game).timeline.seq
        self.games.change_settings(game, lambda text: GameSettings.from_text(text).with_level(level, seq).to_text())

    def _ask_first(
        self, request: Request, seat: SeatRecord, kind: str, batch: int, timeline: Timeline, steps: Sequence[Step]
    ) -> None:
        """Asks the other side when these are its steps, and raises OthersAsked."""
        side = None if seat.faction is None else side_to_ask(self.games.seated(request.game), seat, timeline, steps)
        if side is not None:
            self.asks.ask(request.game, seat.id, request.expected_seq, kind, batch, side)
            self._publish(request.game, request.expected_seq)
            raise OthersAsked(request.game, side)

    def _revert(self, game: str, seat: SeatRecord, expected_seq: int, key: str, kind: str, agreed: bool) -> Reverted:
        request = self._request(game, seat, expected_seq, key, [kind], kind)
        with self.database.look():
            if written := self._answered(request):
                return self._reverted(self.log.timeline_at(game, written.seq - 1), written, kind)
            timeline = self._at(game, expected_seq)
        step = timeline.to_undo if kind == UNDO else timeline.to_redo
        if not agreed:
            self._ask_first(request, seat, kind, step.batch.number, timeline, (step,))
        winner = _winner(_state_after(timeline, step, kind))
        written = self.log.append(request, [reversal_entry(kind, step.batch.number)], winner)
        if not written.repeated:
            self._publish(game, written.seq)
        return self._reverted(timeline, written, kind)

    def _reverted(self, before: Timeline, written: Written, kind: str) -> Reverted:
        """Tells what the undo or redo after ``before`` did."""
        step = before.to_undo if kind == UNDO else before.to_redo
        after = _state_after(before, step, kind)
        return Reverted(
            written.seq,
            after,
            step.batch.events,
            written.repeated,
            step.batch.command,
            differences(before.state, after),
        )

    def _outcome(self, game: str, written: Written) -> Outcome:
        timeline = self.log.timeline_at(game, written.seq)
        return Outcome(written.seq, timeline.state, timeline.batch(written.batch).events, written.repeated)

    def _at(self, game: str, expected_seq: int) -> Timeline:
        timeline = self.log.timeline(game)
        if timeline.seq != expected_seq:
            raise Conflict(game, expected_seq, timeline.seq)
        return timeline

    def _request(
        self, game: str, seat: SeatRecord, expected_seq: int, key: str, asked: object, command: str
    ) -> Request:
        self._check_role(game, seat)
        return Request(game, expected_seq, key, _digest(asked), seat.id, command, self.clock())

    def _answered(self, request: Request) -> Written | None:
        return self.log.answered(request.game, request.key, request.digest)

    def _check_role(self, game: str, seat: SeatRecord) -> None:
        if seat.game != game:
            raise Forbidden(game, None)
        if not seat.role.may_write:
            raise Forbidden(game, seat.role)

    def restored(self, game: str) -> None:
        """Takes note that a game was put back from a copy: every device that shows it learns of that."""
        self.log.forget(game)
        self._publish(game, self.log.seq(game))

    def forget(self, game: str) -> None:
        """Forgets all that is remembered of a game that is gone for good."""
        self.log.forget(game)
        for forgets in self.on_forget:
            forgets(game)

    def put_out(self, game: str) -> None:
        """Tells who shows a game that somebody was put out of it, or that it is deleted."""
        for told in self.on_put_out:
            told(game)

    def _publish(self, game: str, seq: int, new_round: bool = False) -> None:
        for listener in tuple(self.listeners):
            try:
                listener(Published(game, seq, new_round))
            except Exception:
                logger.exception("a listener of game %s failed", game)


def _laid_out(
    settings: GameSettings, chance: Chance, state: State, opening: Request, seq: int
) -> list[tuple[Request, list[Entry]]]:
    """The quick set-up of a new game as a request of its own; nothing for the other ways to begin."""
    commands = quick_set_up(state, chance, settings.dice) if settings.set_up is SetUp.QUICK else ()
    if not commands:
        return []
    before, events = state, list[Event]()
    for command in commands:
        state, caused = execute(state, command)
        events += caused
    asked = [[encode_command(command) for command in commands], False]
    request = replace(opening, expected_seq=seq, key="quick-set-up", digest=_digest(asked), command=_names(commands))
    return [(request, _entries(before, events))]


def _new_game(settings: GameSettings, now: datetime, game_id: str) -> GameRecord:
    return GameRecord(
        id=game_id,
        name=settings.name,
        mode=settings.mode.value,
        seed=secrets.randbits(62),
        settings=settings.to_text(),
        **fresh_codes(),
        created=now,
        changed=now,
        winner=None,
    )


def _entries(before: State, events: Sequence[Event]) -> list[Entry]:
    found = []
    for event in events:
        found.append(Entry(type(event).__name__, to_text(encode_event(event, before))))
        before = evolve(before, event)
    return found


def _state_after(timeline: Timeline, step: Step, kind: str) -> State:
    return timeline.steps[-2].state if kind == UNDO else step.state


def _digest(asked: object) -> str:
    return hashlib.sha256(to_text(asked).encode()).hexdigest()


def _winner(state: State) -> str | None:
    return None if state.winner is None else state.winner.id


def _names(commands: Sequence[Command]) -> str:
    """Names a step after its commands, each once, in order."""
    return " ".join(dict.fromkeys(type(command).__name__ for command in commands))
