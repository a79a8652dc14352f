"""Perft: the golden numbers of legal commands, two plies deep, and the same commands found the slow way."""

from collections import Counter
from dataclasses import replace

import pytest

from companion.rules import State, check, execute
from companion.rules.legal import KINDS, PLAIN, UNBOUNDED, legal_commands
from companion.rules.legal.scheme import PROPOSALS
from tests.rules.perft import golden, naive
from tests.rules.perft.count import breakdown, counts
from tests.rules.perft.positions import POSITIONS

pytestmark = pytest.mark.slow

ALL_INPUTS = (
    *("round_start", "atreides_roll", "harkonnen_turn", "battle_reveal", "storm_dice", "hazards_reveal"),
    *("wormsign_entered", "station", "garrison", "claims", "harkonnen_deployment"),
)
"""Positions in which every value of an input is compared too."""


@pytest.mark.parametrize("name", POSITIONS)
def test_the_numbers_of_legal_commands_are_the_golden_ones(name: str) -> None:
    different = golden.difference(name)
    assert not different, f"{name}\n{different}\nregenerate: python -m tests.rules.perft.golden write"


def test_every_golden_file_has_its_position() -> None:
    assert sorted(file.stem for file in golden.FOLDER.glob("*.json")) == sorted(POSITIONS)
    assert len(POSITIONS) >= 20


@pytest.mark.parametrize("name", POSITIONS)
def test_the_naive_enumeration_finds_the_same_commands(name: str) -> None:
    state = POSITIONS[name]()
    found = list(legal_commands(state))
    assert len(set(found)) == len(found)
    compare(state, every_input=False)


@pytest.mark.parametrize("name", ALL_INPUTS)
def test_the_naive_enumeration_finds_the_same_inputs(name: str) -> None:
    compare(POSITIONS[name](), every_input=True)


def compare(state: State, *, every_input: bool) -> None:
    by_kind: dict[type, set[object]] = {kind: set() for kind in KINDS}
    for command in legal_commands(state, every_input=every_input):
        by_kind[type(command)].add(command)
    for kind, quick in by_kind.items():
        if kind not in UNBOUNDED:
            slow = naive.legal(state, kind, every_input=every_input)
            assert quick == slow, f"{kind.__name__}: only quick {quick - slow}, only slow {slow - quick}"


def test_each_kind_of_command_is_proposed_or_left_out_on_purpose() -> None:
    proposed = PROPOSALS.keys() | PLAIN.keys()
    assert proposed | UNBOUNDED == set(KINDS)
    assert not proposed & UNBOUNDED
    assert naive.SPACES.keys() == proposed


def test_each_kind_of_command_is_legal_somewhere() -> None:
    """A kind that no position lists would not be counted by anything."""
    found = Counter(type(command) for build in POSITIONS.values() for command in _two_plies(build()))
    rare = {kind.__name__ for kind in KINDS if kind not in UNBOUNDED and not found[kind]}
    assert rare <= {"BeginGame", "CardFinished"}


def _two_plies(state: State) -> list[object]:
    first = list(legal_commands(state))
    one_of_each = {type(command): command for command in first}.values()
    return [*first, *(command for each in one_of_each for command in legal_commands(execute(state, each)[0]))]


def test_the_order_is_that_of_the_kinds_and_always_the_same() -> None:
    state = POSITIONS["harkonnen_strategy"]()
    found = list(legal_commands(state))
    places = [KINDS.index(type(command)) for command in found]
    assert places == sorted(places)
    assert found == list(legal_commands(replace(state)))
    assert all(not check(state, command) for command in found)


def test_a_mismatch_is_broken_down_by_kind() -> None:
    found = counts(POSITIONS["harvest"]())
    other = {**found, "depth_1": {**found["depth_1"], "CollectSpice": 7}}
    assert breakdown(found, found) == ""
    (line,) = breakdown(other, found).splitlines()  # type: ignore[arg-type]
    assert line.split() == ["CollectSpice", "expected", "7", "found", "1"]
