"""The state of a game: one frozen value that holds everything the table shows, and nothing else.

No history, no wording, no user interface. Areas and zones are numbers of ``companion.board``. What a
position typed in may get wrong (two harvesters in one area, both factions in one area) can be expressed; ``audit``
names it.
"""

from dataclasses import field, fields
from enum import StrEnum
from functools import cache

from companion.board import (
    ALL_AREAS_MASK,
    AREA_NUMBER,
    AREAS,
    DEEP_DESERT_MASK,
    DESERT_MASK,
    SETTLEMENT_MASK,
    SIETCH_MASK,
    STATION_MASK,
    Graph,
    graph,
    mask_of,
    members,
)
from companion.content import GENERIC_SUPPLY, UNIT_SUPPLY
from companion.content.terms import Deck, Faction, Marker, Phase, Power, Result, UnitKind
from companion.frozen import changer, record, replace
from companion.rules.army import NOBODY, Army
from companion.rules.frames import Frame
from companion.rules.occupied import occupied
from companion.rules.unwritten import UNWRITTEN
from companion.rules.war import DesertWar

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES
POWERS = tuple(Power)
MARKERS = tuple(Marker)
HARKONNEN_DICE = 8
ATREIDES_DICE = 4
BENE_GESSERIT = (0, 1)
"""Tokens of (Harkonnen, Atreides) as a game begins."""
TOP_ROW, BOTTOM_ROW = 1, 5
WILD_MAKER = "wild_maker"


class Mode(StrEnum):
    """Who plays: alone against the Mahdi opponent, two players, or teams (section 14)."""

    SOLO = "solo"
    DUEL = "duel"
    TEAM = "team"


class Standing(StrEnum):
    """Where a named leader is: not in play yet, beside the board, on it, in the tank, out of the game."""

    OUT = "out"
    READY = "ready"
    BOARD = "board"
    TANK = "tank"
    REMOVED = "removed"


@record
class LeaderStatus:
    """State of a named leader; ``card_ready``: its card is face up (LEADER-2); ``tank``: its space, 1 is the first."""

    standing: Standing = Standing.OUT
    card_ready: bool = True
    tank: int | None = None


@record
class Sietch:
    """A sietch token on the board; ``rank`` is None while nobody entered it (R-16).

    ``home``: where it stood before a card moved it, None when it never moved.
    """

    area: int
    rank: int | None = None
    revealed: bool = False
    home: int | None = None


@record
class Rules:
    """The rules variants of a game; ``doubtful_border`` lets cne_3 and splintered_rock touch.

    ``partners``: how many players share the Atreides, 1 or 2; ``harkonnen_partners``: the Harkonnen (section 14).
    Readings of disputed rulings: ``tank_at_end_of_turn`` (R-33), ``advance_player_decides`` (R-18),
    ``tokens_on_partial_departure`` (R-24).
    """

    first_printing: bool = False
    card_parts: bool = False
    doubtful_border: bool = False
    partners: int = 1
    harkonnen_partners: int = 1
    tank_at_end_of_turn: bool = False
    advance_player_decides: bool = False
    tokens_on_partial_departure: bool = False


SWITCHES = tuple(rule.name for rule in fields(Rules) if rule.type is bool)
"""The fields of ``Rules`` that are on or off."""


@record
class Turn:
    """What the action in progress has done so far.

    ``moved``: figures that moved and where they stand now (R-19); ``step`` of the same die, 1 or 2;
    ``temporary_target`` of MAHDI-MOVE-2; ``ornithopter_used`` (MAHDI-MOVE-1: one a turn); ``target``: the sietch, real
    or temporary, that the first move of the turn fixed (R-21). These three outlive an action, until the turn ends.
    """

    moved: tuple[tuple[int, Army], ...] = ()
    step: int = 1
    temporary_target: int | None = None
    ornithopter_used: bool = False
    target: int | None = None


@record
class Hidden:
    """What only the Atreides side may see on its devices: secret objectives as (kh, sd, jihad) steps."""

    objectives: tuple[tuple[int, int, int], ...] = ()


@record
class Cards:
    """Card counts: ``decks`` left in the order of ``Deck``; ``hand`` of Atreides; Harkonnen cards, and between people
    those of both sides, lie face up in ``discards`` (the last one on top); ``revealed`` prescience cards, ``claimed``
    this round, ``prescience`` left."""

    decks: tuple[int, int, int, int] = (18, 18, 18, 18)
    hand: int = 0
    discards: tuple[str, ...] = ()
    prescience: int = 16
    revealed: int = 0
    claimed: int = 0
    tactical: tuple[str, ...] = ()
    """Tactical cards turned up this round, in order (MAHDI-START-2)."""
    attached: tuple[str, ...] = ()
    """Planning cards attached to revealed prescience cards."""
    reinforcement_decks: tuple[Deck, ...] = ()
    """Decks of the cards on the solo reinforcements, the top one last, as far down as they are known."""
    burnt: tuple[Deck, ...] = ()
    """Decks of the Harkonnen cards discarded unseen, which lie in the discards until their deck is reshuffled (R-8)."""
    turned: Deck | None = None
    """Deck of the last card that a token turned brought since the last Harkonnen discard (MAHDI-REVEAL-1)."""
    open: tuple[str, ...] = ()
    """Names of revealed prescience cards, sorted, as far as somebody told."""
    claimed_cards: tuple[str, ...] = ()
    """Names of the cards claimed this round, sorted, as far as somebody told."""
    hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Names of the cards in the hands of (Harkonnen, Atreides), sorted, as far as somebody told."""
    by_app: tuple[bool, bool] = (False, False)
    """Whether the app draws the cards of the hand of (Harkonnen, Atreides) from decks of its own."""


@record
class State:
    """A whole game at one moment. Tuples by faction are (Harkonnen, Atreides)."""

    mode: Mode = Mode.SOLO
    expansions: tuple[str, ...] = ()
    rules: Rules = Rules()
    round: int = 1
    phase: Phase = Phase.ACTIONS
    armies: tuple[tuple[Army | None, ...], tuple[Army | None, ...]] = (
        (None,) * len(AREAS),
        (None,) * len(AREAS),
    )
    sietches: tuple[Sietch, ...] = tuple(Sietch(area) for area in members(SIETCH_MASK))
    settlements: int = SETTLEMENT_MASK
    stations: int = STATION_MASK
    harvesters: tuple[int, ...] = ()
    ornithopters: tuple[int, ...] = ()
    carryalls: tuple[int, ...] = ()
    wormsigns: tuple[int, ...] = ()
    sandworms: tuple[int, ...] = ()
    wild_maker: int | None = None
    atomics: int | None = None
    harvesting_sector: str | None = None
    target_sietch: int | None = None
    imperium: tuple[int, int, int] = (TOP_ROW, TOP_ROW, TOP_ROW)
    bans: frozenset[Power] = frozenset()
    spice_reserve: int = 0
    supremacy: int = 0
    prescience: tuple[int, int, int] = (0, 0, 0)
    harkonnen_spent: tuple[Result, ...] = ()
    harkonnen_unused: int = HARKONNEN_DICE
    atreides_unused: int = ATREIDES_DICE
    atreides_results: tuple[Result, ...] | None = None
    """Results of the unused Atreides dice, sorted; None until they were rolled and entered."""
    leaders: tuple[tuple[str, LeaderStatus], ...] = ()
    """Every named leader (and the Wild Maker's card) in the order of the ids."""
    reinforcements: int = 0
    """Harkonnen planning cards held: the reinforcements of solo (MAHDI-START-3), in other games their hand."""
    black_tokens: int = 6
    silver_tokens: int = 6
    discard_top: Deck | None = None
    hawats_scheming_beside_board: bool = False
    turn: Turn = Turn()
    cards: Cards = Cards()
    hidden: Hidden = Hidden()
    atreides_tokens: int = 8
    """Standard deployment tokens left (TOKEN-1)."""
    bene_gesserit: tuple[int, int] = BENE_GESSERIT
    new_in_tank: tuple[str, ...] = ()
    """Leaders that came into the tank during this turn (R-33)."""
    bene_gesserit_die: Result | None = None
    """The result on which the Atreides token of this round lies as a temporary die (ACT-2, R-32)."""
    known_tokens: tuple[tuple[int, Army], ...] = ()
    """What the player entered about own facedown tokens: area and units of one token."""
    frames: tuple[Frame, ...] = ()
    """The stack of what is going on; the last one says what comes next. Empty: a bare position."""
    winner: Faction | None = None
    forbidden_leaders: tuple[str, ...] = ()
    """Leaders that may not act in the next Atreides turn (a Harkonnen card)."""
    just_out_of_tank: tuple[str, ...] = ()
    """Leaders that left the tank during this turn: available from the next turn (TANK-1, TANK-2)."""
    chosen_result: Result | None = None
    """The result that Truthtrance fixed for the next Harkonnen turn (MAHDI-TRUTH-1)."""
    harkonnen_results: tuple[Result, ...] | None = None
    """Results of the unused Harkonnen dice, sorted, where people play them; None until they were rolled; and in solo,
    where each die is rolled when its turn comes."""
    corrino_results: tuple[Result, ...] = ()
    """Those of them that lie on the Corrino Ally's dashboard, sorted, when the faction is shared (TEAM-3)."""
    harkonnen_bene_gesserit_die: Result | None = None
    """The result on which the Harkonnen token of this round lies as a temporary die (ACT-2)."""
    fremen_results: tuple[Result, ...] | None = None
    """Those of the unused Atreides dice that lie on the Fremen Ally's dashboard, sorted, when the faction is shared
    (TEAM-3); None: nobody told how the dice are shared out."""
    cones: tuple[int, int] = (0, 0)
    """Cone of silence tokens left to the partners of a shared faction (TEAM-1)."""
    desert_war: DesertWar | None = field(default=None, metadata=UNWRITTEN)
    """The pieces of the expansion, None in a game without it (DW-1)."""

    def army(self, faction: Faction, area: int) -> Army | None:
        """Returns the legion of ``faction`` in ``area``, or None."""
        return self.armies[faction][area]

    def legions(self, faction: Faction) -> list[tuple[int, Army]]:
        """Returns the legions of ``faction`` with their areas, in order of the area ids."""
        return list(occupied(faction, self.armies[faction])[1])

    def legions_mask(self, faction: Faction) -> int:
        """Returns the mask of areas with figures or tokens of ``faction``."""
        return occupied(faction, self.armies[faction])[2]

    @property
    def graph(self) -> Graph:
        """The board's graph under this game's rules."""
        return _graph(self.rules.doubtful_border)

    def borders(self, faction: Faction) -> tuple[int, ...]:
        """Returns for each area the areas that a legion of ``faction`` finds adjacent (BOARD-3).

        In solo the Harkonnen ignore impassable borders in everything (MAHDI-MOVE-8, R-12).
        """
        solo = self.mode is Mode.SOLO and faction is HARKONNEN
        return self.graph.all if solo else self.graph.passable

    @property
    def desert_mask(self) -> int:
        """Desert areas, deep ones and the area of ATOM-1 included."""
        return DESERT_MASK if self.atomics is None else DESERT_MASK | 1 << self.atomics

    @property
    def deep_desert_mask(self) -> int:
        """Deep desert areas."""
        return DEEP_DESERT_MASK

    @property
    def worms_mask(self) -> int:
        """Areas with a sandworm or the Wild Maker (WILD-1: a sandworm for all rules)."""
        mask = mask_of(self.sandworms)
        return mask if self.wild_maker is None else mask | 1 << self.wild_maker

    @property
    def fixed_target(self) -> int | None:
        """The sietch that the first move of this turn fixed as its target, real or temporary (R-21).

        None while nothing is fixed, and again when that sietch has fallen in the same turn.
        """
        turn = self.turn
        if turn.target is not None:
            return turn.target if self.sietch(turn.target) is not None else None
        if turn.step == 2 or turn.moved:
            return self.target_sietch if turn.temporary_target is None else turn.temporary_target
        return None

    @property
    def sietch_mask(self) -> int:
        """Areas with a standing sietch."""
        return _sietches_mask(self.sietches)

    def sietch(self, area: int) -> Sietch | None:
        """Returns the sietch in ``area``, or None."""
        for sietch in self.sietches:
            if sietch.area == area:
                return sietch
        return None

    def sietch_of(self, home: int) -> Sietch | None:
        """Returns the sietch that the board shows in ``home``, wherever it stands now, or None when it is destroyed."""
        return next((sietch for sietch in self.sietches if home in (sietch.home, sietch.area)), None)

    @property
    def wild_maker_in_play(self) -> bool:
        """True once the Wild Maker has entered, also while its figure is beside the board (WILD-1)."""
        known = dict(self.leaders).get(WILD_MAKER)
        return self.wild_maker is not None or (known is not None and known.standing is not Standing.OUT)

    def strongholds_mask(self, faction: Faction) -> int:
        """Returns the areas with a standing settlement of ``faction``: settlements or sietches (SETTLE-1)."""
        return self.settlements if faction is HARKONNEN else self.sietch_mask

    def free_mask(self, faction: Faction) -> int:
        """Returns the areas that are free for ``faction`` (AREA-1)."""
        enemy = ATREIDES if faction is HARKONNEN else HARKONNEN
        taken = self.strongholds_mask(enemy) | self.legions_mask(enemy) | self.worms_mask
        return ALL_AREAS_MASK & ~taken

    @property
    def empty_mask(self) -> int:
        """Areas without any figure or token (AREA-1)."""
        taken = (
            self.settlements
            | self.sietch_mask
            | self.stations
            | self.worms_mask
            | mask_of(self.wormsigns)
            | mask_of(self.harvesters)
            | self.legions_mask(HARKONNEN)
            | self.legions_mask(ATREIDES)
        )
        if self.desert_war is not None:
            taken |= self.desert_war.pieces_mask
        return ALL_AREAS_MASK & ~taken

    def stacking_limit(self, faction: Faction) -> int:
        """Returns the most units in an area: 6, for Harkonnen 5 under the CHOAM ban (STACK-1, BAN-2)."""
        return 5 if faction is HARKONNEN and Power.CHOAM in self.bans else 6

    def leader(self, leader: str) -> LeaderStatus:
        """Returns the status of a named leader; raises KeyError for an unknown id."""
        for name, status in self.leaders:
            if name == leader:
                return status
        raise KeyError(leader)

    def with_army(self, faction: Faction, area: int, army: Army | None) -> "State":
        """Returns the state with the legion of ``faction`` in ``area`` set; an empty army becomes None."""
        harkonnen, atreides = self.armies
        changed = list(self.armies[faction])
        changed[area] = army if army else None
        row = tuple(changed)
        return _with_armies(self, (row, atreides) if faction is HARKONNEN else (harkonnen, row))

    def add_army(self, faction: Faction, area: int, figures: Army) -> "State":
        """Returns the state with ``figures`` added in ``area``."""
        return self.with_army(faction, area, (self.armies[faction][area] or NOBODY) + figures)

    def take_army(self, faction: Faction, area: int, figures: Army) -> "State":
        """Returns the state without ``figures``; raises ValueError when they are not there."""
        return self.with_army(faction, area, (self.armies[faction][area] or NOBODY) - figures)

    def with_leader(self, leader: str, **changes: object) -> "State":
        """Returns the state with fields of one leader's status changed."""
        leaders = [
            (name, replace(status, **changes)) if name == leader else (name, status)  # type: ignore[arg-type]
            for name, status in self.leaders
        ]
        return replace(self, leaders=tuple(leaders))

    def partners(self, faction: Faction) -> int:
        """Returns how many players share ``faction``."""
        return self.rules.harkonnen_partners if faction is HARKONNEN else self.rules.partners

    @property
    def frame(self) -> Frame | None:
        """What is going on: the top of the frame stack."""
        return self.frames[-1] if self.frames else None


_with_armies = changer(State, "armies")
_LAST_SIETCHES: list[tuple[tuple[Sietch, ...], int]] = [((), 0)]


def _sietches_mask(sietches: tuple[Sietch, ...]) -> int:
    """Returns the mask of the areas of ``sietches``; what was worked out last is kept, as for legions."""
    last = _LAST_SIETCHES[0]
    if last[0] is not sietches:
        last = _LAST_SIETCHES[0] = (sietches, mask_of([sietch.area for sietch in sietches]))
    return last[1]


@cache
def _graph(doubtful_border: bool) -> Graph:
    """As ``graph``: an argument by name costs a cache twice its time."""
    return graph(doubtful_border=doubtful_border)


@record
class Supply:
    """Figures of one faction left in the box (UNIT-2), by kind; never negative."""

    regular: int
    elite: int
    special: int
    generic: int = field(default=0)


def _total(faction: Faction) -> tuple[int, int, int, int]:
    regular, elite, special = (UNIT_SUPPLY[faction, kind] for kind in UnitKind)
    return regular, elite, special, GENERIC_SUPPLY[faction]


UNIT_TOTALS = tuple(_total(faction) for faction in Faction)
"""Figures in the box by faction: regular, elite, special, generic leaders (section 1)."""


def supply(state: State, faction: Faction) -> Supply:
    """Returns the figures of ``faction`` that are not on the board (UNIT-2, UNIT-3)."""
    regular, elite, special, generic = UNIT_TOTALS[faction]
    for _, army in state.legions(faction):
        regular -= army.regular
        elite -= army.elite
        special -= army.special
        generic -= army.generic
    return Supply(max(0, regular), max(0, elite), max(0, special), max(0, generic))


def area_number(area_id: str) -> int:
    """Returns the number of an area id; raises KeyError."""
    return AREA_NUMBER[area_id]
