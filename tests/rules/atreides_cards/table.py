"""A table for the Atreides cards: a rich position, cards played for a die, and what must hold after every command."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.board import AREA_NUMBER, ZONE_NUMBER
from companion.content import PIECES
from companion.content.terms import Result
from companion.rules import Army, Command, State, check, evolve, execute
from companion.rules.commands import CarryOutStep, EndTurn, PlayAtreidesCard
from companion.rules.frames import AtreidesCardFrame, Frame, TurnFrame
from companion.rules.legal.atreides_choices import CardStep, CardStepChoice, next_step
from companion.rules.positions.audit import audit
from companion.rules.positions.reading import read_position
from companion.rules.state import ATREIDES
from companion.store.codec import decode_state, encode_state
from companion.store.shapes import from_text, to_text

MENTAT = Result.MENTAT
LEGIONS = (
    {"area": "windgap", "faction": "atreides", "regular": 1, "elite": 2, "tokens": 1, "named": ["paul_atreides"]},
    {"area": "sihaya_ridge", "faction": "atreides", "special": 1, "regular": 1, "named": ["stilgar"]},
    {"area": "tasmin_sink", "faction": "atreides", "tokens": 2, "generic": 1},
    {"area": "ne_11", "faction": "atreides", "regular": 2, "generic": 1},
    {"area": "csw_6", "faction": "harkonnen", "regular": 3, "elite": 1, "named": ["beast_rabban"]},
    {"area": "csw_2", "faction": "harkonnen", "regular": 2, "generic": 1},
    {"area": "carthag", "faction": "harkonnen", "regular": 3, "named": ["baron_harkonnen"]},
    {"area": "ne_12", "faction": "harkonnen", "regular": 2},
)
POSITION: dict[str, Any] = {
    "legions": LEGIONS,
    "sietches": {area: {"rank": None} for area in ("windgap", "sihaya_ridge", "tasmin_sink", "gara_kulon")},
    "target_sietch": "windgap",
    "harvesters": ["ne_1", "ne_10", "nw_1", "csw_5"],
    "ornithopters": ["az_sw", "az_ne"],
    "carryalls": ["az_nw"],
    "wormsigns": ["sw_1"],
    "sandworms": ["se_1"],
    "prescience": {"kwisatz_haderach": 3, "sand_dwellers": 2, "jihad": 0},
    "reinforcements": 3,
    "stations": [],
}


def area(area_id: str) -> int:
    return AREA_NUMBER[area_id]


def zone(zone_id: str) -> int:
    return ZONE_NUMBER[zone_id]


def table(*frames: Frame, **changes: Any) -> State:
    """The rich position at the start of an Atreides turn with a Mentat die, unless frames or changes say otherwise."""
    document = {**POSITION, **{key: changes.pop(key) for key in list(changes) if key in POSITION}}
    state = read_position(document)
    cards = replace(state.cards, hand=4, revealed=2, prescience=14, decks=(18, 18, 16, 16))
    more: dict[str, Any] = {"atreides_results": (MENTAT,), "atreides_unused": 1, "cards": cards} | changes
    return replace(state, frames=frames or (TurnFrame(ATREIDES),), **more)


def play(state: State, *commands: Command, anyway: bool = False) -> State:
    """Executes the commands; after each the position is sound, the events tell it all and the codec keeps it."""
    for command in commands:
        before = state
        state, events = execute(before, command, record_anyway=anyway)
        folded = before
        for event in events:
            folded = evolve(folded, event)
        assert folded == state
        assert decode_state(from_text(to_text(encode_state(state)))) == state
        assert audit(state) == ()
        assert_conserved(before, state)
    return state


def assert_conserved(before: State, after: State) -> None:
    """Nothing is made and nothing is lost: tokens, prescience cards, planning cards, worms."""
    assert len(after.sietches) == len(before.sietches)
    assert len(after.sandworms) <= PIECES["sandworm"].count
    assert tokens(after) <= tokens(before)
    assert prescience(after) <= prescience(before)
    assert held(after) <= held(before)
    assert {name for name, _ in after.leaders} == {name for name, _ in before.leaders}


def tokens(state: State) -> int:
    return state.atreides_tokens + sum(army.tokens for _, army in state.legions(ATREIDES))


def prescience(state: State) -> int:
    return state.cards.prescience + state.cards.revealed


def held(state: State) -> int:
    return sum(state.cards.decks) + state.cards.hand + state.reinforcements + len(state.cards.discards)


def played(card: str, state: State | None = None) -> State:
    """The table right after the card was played for a die."""
    return play(table() if state is None else state, PlayAtreidesCard(MENTAT, card))


def step(state: State) -> CardStep:
    found = next_step(state)
    assert found is not None
    return found


def choices(state: State) -> tuple[CardStepChoice, ...]:
    return step(state).choices


def chosen_areas(state: State) -> set[str]:
    """The first areas of all choices, by id."""
    names = {number: name for name, number in AREA_NUMBER.items()}
    return {names[choice.areas[0]] for choice in choices(state) if choice.areas}


def carry_out(state: State, **particulars: Any) -> State:
    """Carries out a step with areas and zones by id."""
    for key in ("area", "target", "worm_from"):
        if particulars.get(key) is not None:
            particulars[key] = area(particulars[key])
    if particulars.get("zone") is not None:
        particulars["zone"] = zone(particulars["zone"])
    return play(state, CarryOutStep(**particulars))


def codes(state: State, command: Command) -> list[tuple[str, str]]:
    return [(reason.rule, reason.code) for reason in check(state, command)]


def army(state: State, area_id: str, faction: Any = ATREIDES) -> Army:
    return state.army(faction, area(area_id)) or Army()


def done(state: State) -> bool:
    """True when the card is over: its turn may end."""
    in_card = any(isinstance(frame, AtreidesCardFrame) for frame in state.frames)
    return not in_card and isinstance(state.frame, TurnFrame) and not check(state, EndTurn())


def areas(ids: Iterable[str]) -> set[int]:
    return {area(name) for name in ids}
