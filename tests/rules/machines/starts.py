"""Where the machines begin: a new game, and the middle of turns, hazards and harvests of both sides."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.content.terms import Phase, Result
from companion.rules import Army, State
from companion.rules.commands import (
    BeginGame,
    EndVehicles,
    PlaceStartingFigures,
    RollAtreidesDice,
    RollHarkonnenDice,
    StartGame,
)
from companion.rules.frames import (
    EndFrame,
    EndStage,
    Frame,
    HarvestFrame,
    HazardsFrame,
    HazardStage,
    RoundStartFrame,
    SetupFrame,
    TurnFrame,
    VehiclesFrame,
)
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Rules, Standing
from companion.rules.teams import one_for_each
from companion.rules.war import EXPANSION, Camp, DesertWar
from tests.rules.flow import table
from tests.rules.flow.table import play
from tests.rules.invariants import ATREIDES_TOKENS, tokens
from tests.rules.perft.positions import benches, small

EIGHT = (*(Result.LEADERSHIP, Result.HOUSE, Result.MENTAT), Result.MENTAT, Result.STRATEGY, Result.DEPLOYMENT)
DICE = (Result.LEADERSHIP, Result.STRATEGY, Result.DEPLOYMENT, Result.HOUSE)


def dealt(name: str) -> State:
    """A position of the benchmark whose cards and tokens outside the pools have been drawn from them."""
    state = benches()[name]
    house = state.reinforcements // 2
    decks = (18 - house, 18 - (state.reinforcements - house), 18, 18)
    left = min(state.atreides_tokens, ATREIDES_TOKENS - tokens(state, ATREIDES))
    cards = replace(state.cards, decks=decks, prescience=14, revealed=2)
    return replace(state, cards=cards, atreides_tokens=left)


def turn(name: str, **changes: object) -> State:
    state = replace(dealt(name), atreides_results=DICE, atreides_unused=4, harkonnen_unused=7)
    frame = TurnFrame(HARKONNEN if changes.pop("harkonnen", False) else ATREIDES)
    return replace(state, frames=(frame,), **changes)  # type: ignore[arg-type]


def late(name: str) -> State:
    """Near both victories: markers that bring leaders and atomics, a supremacy that brings theirs."""
    return turn(name, prescience=(7, 5, 2), supremacy=5)


def front(*frames: Frame, **changes: object) -> State:
    """Two sides close to each other, all cards and tokens where they belong."""
    state = small(frames=frames, atreides_results=DICE, atreides_unused=4, harkonnen_unused=8, **changes)
    cards = replace(state.cards, decks=(17, 17, 17, 16), hand=3, prescience=14, revealed=2)
    return replace(state, cards=cards, atreides_tokens=8)


def phase(name: str, phase: Phase, frame: object) -> State:
    return replace(dealt(name), phase=phase, frames=(frame,), harkonnen_unused=0, atreides_unused=0)  # type: ignore[arg-type]


def two_players(*frames: Frame, **changes: object) -> State:
    """The front in a game of two: the Harkonnen dice rolled, cards in hand, Thufir Hawat in play."""
    state = front(*frames, mode=Mode.DUEL, harkonnen_results=EIGHT, black_tokens=0, silver_tokens=0, **changes)
    state = replace(state, harkonnen_unused=len(EIGHT), reinforcements=2)
    return state.with_leader("thufir_hawat", standing=Standing.READY)


def four_players(*frames: Frame) -> State:
    shared = {"rules": Rules(partners=2, harkonnen_partners=2), "cones": (3, 3), "corrino_results": EIGHT[3:]}
    shared["fremen_results"] = one_for_each(DICE)
    return replace(two_players(*frames), mode=Mode.TEAM, **shared)  # type: ignore[arg-type]


def two_players_at_first_turn() -> State:
    state = play(State(), StartGame(mode=Mode.DUEL))
    places = state.frame.open if isinstance(state.frame, SetupFrame) else ()
    state = play(state, *(PlaceStartingFigures(place, Army(regular=3, generic=1)) for place in places), BeginGame())
    state = play(state, EndVehicles(), RollHarkonnenDice((EIGHT * 2)[: state.harkonnen_unused]))
    return play(state, RollAtreidesDice(DICE))


def with_desert_war(*frames: Frame, **pieces: Any) -> State:
    """The front with pieces of Desert War between both sides."""
    camps = tuple(sorted((Camp(table.area(one)) for one in ("ne_9", "se_1", "nw_4")), key=lambda camp: camp.area))
    usual = {"escorts": (table.zone("az_sw"),), "launchers": table.areas("ne_9", "ne_9"), "camps": camps, "tokens": 2}
    war = DesertWar(**{**usual, "sandriders": table.areas("ne_8"), **pieces})
    return replace(two_players(*frames), expansions=(EXPANSION,), desert_war=war)


STARTS: dict[str, Callable[[], State]] = {
    "set-up": table.started,
    "first turn": table.at_first_turn,
    "first turn, first printing": lambda: replace(table.at_first_turn(), rules=Rules(first_printing=True)),
    "atreides turn": lambda: turn("sp006"),
    "harkonnen turn": lambda: turn("sp011", harkonnen=True),
    "late": lambda: late("sp001"),
    "hazards": lambda: phase("sp016", Phase.HAZARDS, HazardsFrame(HazardStage.WORMSIGNS)),
    "harvest": lambda: phase("sp021", Phase.SPICE, HarvestFrame()),
    "end of round": lambda: phase("sp026", Phase.END, EndFrame(EndStage.CLAIMS)),
    "front, atreides": lambda: front(TurnFrame(ATREIDES)),
    "front, harkonnen": lambda: front(TurnFrame(HARKONNEN)),
    "front, two players": lambda: front(*table.turn(HARKONNEN, Result.STRATEGY, moves=2, attack=True), mode=Mode.DUEL),
    "front, first printing": lambda: front(TurnFrame(ATREIDES), rules=Rules(first_printing=True)),
    "front, hazards": lambda: front(HazardsFrame(HazardStage.WORMSIGNS), phase=Phase.HAZARDS),
    "two players, set-up": lambda: play(State(), StartGame(mode=Mode.DUEL)),
    "two players, first turn": lambda: two_players_at_first_turn(),
    "two players, harkonnen turn": lambda: two_players(TurnFrame(HARKONNEN)),
    "two players, atreides turn": lambda: two_players(TurnFrame(ATREIDES)),
    "two players, end of round": lambda: two_players(EndFrame(EndStage.CLAIMS), phase=Phase.END),
    "four players, harkonnen turn": lambda: four_players(TurnFrame(HARKONNEN)),
    "desert war, set-up": lambda: play(State(), StartGame(mode=Mode.DUEL, expansions=(EXPANSION,))),
    "desert war, harkonnen turn": lambda: with_desert_war(TurnFrame(HARKONNEN), suspensors=table.areas("ne_6")),
    "desert war, atreides turn": lambda: with_desert_war(TurnFrame(ATREIDES)),
    "desert war, end of round": lambda: replace(
        with_desert_war(EndFrame(EndStage.CLAIMS), suspensors=table.areas("ne_6")), phase=Phase.END
    ),
    "vehicles": lambda: phase("sp001", Phase.VEHICLES, VehiclesFrame(4, 1, 2)),
    "round start": lambda: phase("sp006", Phase.START, RoundStartFrame()),
}
