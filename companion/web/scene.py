"""What every panel looks at: the game as this device may see it, and what was tapped so far within the step."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import urlencode

from flask import current_app, g, has_request_context, request
from werkzeug.datastructures import MultiDict

from companion.board import AREA_IDS, ZONE_IDS
from companion.content.terms import Faction, Subfaction
from companion.rules.ask.asked import side
from companion.rules.commands import Command
from companion.rules.frames import SetupFrame
from companion.rules.state import State
from companion.service import Chance, DiceBy, GameSettings, SetUp
from companion.web.seats import TABLE, View, table, table_url
from companion.web.settings.choices import chosen
from companion.web.ui.fields import Fields
from solo_bot.cards.options import CardOrder
from solo_bot.orders import Order

KEPT_BY_SHEETS = ("use", "do", "from", "signs")
"""What was chosen in a step and still is after a look at a sheet."""
REPLAY, EARLIER = "replay", "earlier"
"""In the address of a sheet: it shows how the game stood after this row, in the replay or at an earlier step."""


class Reader(StrEnum):
    """Who reads a step: the player whose step it is, a player of another side, somebody who watches, the display."""

    PLAYER = "player"
    OTHER = "other"
    WATCHER = "watcher"
    DISPLAY = "display"

    @property
    def acts(self) -> bool:
        """Whether this reader can do what the step asks for."""
        return self is Reader.PLAYER


@dataclass(frozen=True, slots=True)
class Scene:
    """A game as the asking device may see it. ``pick`` is what was tapped so far: the query of the address.

    ``now``: where the game stands while the scene shows an earlier position, a moment of its ``replay`` or of the step
    that was there; nobody acts in it. None: the scene is the game now. ``listener``: who reads it, where that is not
    told by the device.
    """

    view: View
    pick: "MultiDict[str, str]"
    now: int | None = None
    listener: Reader | None = None
    replay: bool = False

    def at(self, seq: int, *, replay: bool = False) -> "Scene":
        """Returns the scene of an earlier position: how the game stood after row ``seq``, the last one of an entry."""
        return replace(self, view=self.view.at(seq), now=self.view.seq, replay=replay)

    @property
    def state(self) -> State:
        """The position."""
        return self.view.state

    @property
    def reader(self) -> Reader:
        """Who reads the step: of two devices that play, the one whose side or partner it is for is its player."""
        if self.listener is not None:
            return self.listener
        if not self.may_write:
            return Reader.WATCHER
        return Reader.PLAYER if self.view.acts else Reader.OTHER

    def mine(self, faction: Faction) -> bool:
        """Whether this device may act for a side: it plays it, acts for a player of it, or is one of the table."""
        return self.view.seat.may_act(side(self.view.loaded.state, faction))

    @property
    def players(self) -> tuple[tuple[Subfaction, str], ...]:
        """Who plays which part, a row for each part and device, where two players share a faction; else nobody."""
        state, game = self.view.loaded.state, self.view.loaded.game.id
        if all(state.partners(faction) == 1 for faction in Faction):
            return ()
        known: dict[str, tuple[tuple[Subfaction, str], ...]] = g.setdefault("players", {})
        if game not in known:
            # Steps are worded without a table too, where nobody sits.
            seats = table().games.seated(game) if TABLE in current_app.extensions else []
            known[game] = tuple((part, seat.name) for seat in seats for part in sorted(seat.parts) if seat.name)
        return known[game]

    def plays(self, part: Subfaction) -> bool:
        """Whether this device may act for one partner of a shared faction."""
        return self.view.seat.may_act(frozenset({part}))

    def for_reader(self, player: str, others: str) -> str:
        """Returns what the one who acts reads, or what all others read: a device that cannot act is not told to."""
        return player if self.reader.acts else others

    @property
    def seq(self) -> int:
        """The place in the log that forms expect."""
        return self.view.seq if self.now is None else self.now

    @property
    def may_write(self) -> bool:
        """Whether this device may change the game from here: nobody does where it is long past."""
        return self.view.may_write and self.now is None

    @property
    def sees_hidden(self) -> bool:
        """Whether this device may see what Atreides hide."""
        return self.view.sees_hidden

    @property
    def settings(self) -> GameSettings:
        """The choices made when the game was made."""
        return self.view.settings

    @property
    def app_rolls(self) -> bool:
        """Whether the app rolls the dice and draws the cards of this game."""
        return self.settings.dice is DiceBy.APP

    @property
    def trackers_only(self) -> bool:
        """Whether this game keeps tracks, dice and cards, and no board."""
        return self.settings.set_up is SetUp.TRACKERS

    @property
    def terse(self) -> bool:
        """Whether this device wants orders without what explains them (a setting of the device)."""
        return has_request_context() and chosen(request.cookies)["terse"] == "on"

    @property
    def chance(self) -> Chance:
        """The rolls that the app would make now."""
        return self.view.loaded.chance

    def order(self, state: State | None = None) -> Order | None:
        """Returns what the opponent of this game does now, or in another position of it (``Loaded.order``)."""
        return self.view.loaded.order(state)

    def card_order(self) -> CardOrder:
        """Returns what comes next of the planning card in progress (``Loaded.card_order``)."""
        return self.view.loaded.card_order()

    @property
    def fields(self) -> Fields:
        """What was tapped so far, to be read with checks."""
        return Fields(self.pick)

    @property
    def home(self) -> str:
        """The address of the game."""
        return table_url(self.view.loaded.game.id)

    @property
    def step_url(self) -> str:
        """The address of this very step: phase and place in the log, so that *back* goes a step back."""
        if self.trackers_only and self.now is None:
            return self.part_url(self.pick.get("part", "tracks"))
        part = REPLAY if self.replay else self.state.phase.value
        return f"{self.home}/{part}/{self.view.seq}"

    @property
    def _moment(self) -> dict[str, str]:
        """What the addresses of its sheets say of an earlier position."""
        return {} if self.now is None else {REPLAY if self.replay else EARLIER: str(self.view.seq)}

    @property
    def setting_up(self) -> bool:
        """Whether the board is still being laid out."""
        return any(isinstance(frame, SetupFrame) for frame in self.state.frames)

    def part_url(self, part: str) -> str:
        """Returns the address of a part of a game with trackers only."""
        return f"{self.home}/trackers/{part}"

    def tracks_sheet(self, part: str) -> str:
        """Returns the address of the sheet where the tracks can be put right, at one of its parts."""
        if self.trackers_only:
            own = {"imperium": "spice", "dice": "dice", "leaders": "leaders"}
            return self.part_url(own.get(part, "tracks"))
        return _with_query(f"{self.home}/tracks/{part}", self._moment)

    @property
    def query(self) -> str:
        """What was tapped so far, as the query of an address."""
        return urlencode(list(self.pick.items(multi=True)))

    def here(self, **picked: str | int | None) -> str:
        """Returns the address of this step with exactly these choices; None and empty ones are left out."""
        return _with_query(
            self.step_url, {name: str(value) for name, value in picked.items() if value not in (None, "")}
        )

    def also(self, **picked: str | int | None) -> str:
        """Returns the address of this step with the choices so far and these; None takes one back."""
        kept = [(name, value) for name, value in self.pick.items(multi=True) if name not in picked]
        added = [(name, str(value)) for name, value in picked.items() if value not in (None, "")]
        return f"{self.step_url}?{urlencode([*kept, *added])}" if kept or added else self.step_url

    @property
    def hand_url(self) -> str:
        """Returns the address of the sheet of the hands of planning cards."""
        return _with_query(f"{self.home}/hand", self._moment)

    def do(self, deed: str) -> str:
        """Returns the address of the form of a deed."""
        return f"{self.home}/do/{deed}"

    def sheet(self, one: str, **opened: str) -> str:
        """Returns the address of the sheet of an area or air zone by its id; the legion chosen in the step is kept.

        ``opened``: what of the sheet stands open.
        """
        return self.sheets(**opened)(one)

    def sheets(self, **opened: str) -> Callable[[str], str]:
        """Returns what gives the address of each sheet, as ``sheet`` does: for all of a board."""
        kept = {name: self.pick[name] for name in KEPT_BY_SHEETS if name in self.pick} | self._moment
        home, query = self.home, _with_query("", kept | opened)
        return lambda one: f"{home}/{'zone' if one in ZONE_IDS else 'area'}/{one}{query}"

    @property
    def behind_the_sheet(self) -> str:
        """The address of the step behind a sheet, with the legion that was chosen in it."""
        return self.here(**{name: self.pick.get(name) for name in KEPT_BY_SHEETS})

    def area_links(self, areas: Sequence[int], name: str) -> dict[str, str]:
        """Returns, by area id, the address of this step with the area chosen as ``name``."""
        return {AREA_IDS[area]: self.also(**{name: AREA_IDS[area]}) for area in areas}

    def without_picks(self) -> "Scene":
        """Returns the scene with nothing tapped yet."""
        return replace(self, pick=MultiDict())


def _with_query(address: str, query: Mapping[str, str]) -> str:
    return f"{address}?{urlencode(query)}" if query else address


class Detour(Exception):
    """A deed needs one more answer before it can be carried out: the step is shown with ``picks`` chosen."""

    def __init__(self, picks: Mapping[str, str]) -> None:
        self.picks = picks
        super().__init__(f"{dict(picks)}")


Commands = Sequence[Command]
Read = Callable[[Scene, Fields], Commands]

DEEDS: dict[str, Read] = {}
"""What a form can do: its name and how its fields become commands."""


RELATIVE: set[str] = set()
"""Deeds that mean the same wherever the game stands: who is slower than others changes it all the same."""


def deed(name: str, *, relative: bool = False) -> Callable[[Read], Read]:
    """Registers the reader of a form: it returns the commands, or raises FormatError.

    ``relative``: as in ``RELATIVE``.
    """

    def register(read: Read) -> Read:
        DEEDS[name] = read
        if relative:
            RELATIVE.add(name)
        return read

    return register
