"""Which figures hits take: what is legal, the order of the solo Harkonnen, the default proposed (BATTLE-7)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import casualties, combat
from companion.rules.army import Army
from companion.rules.casualties import mahdi_removals, removal_refusals, survivors
from tests.rules.battle.table import ATREIDES, HARKONNEN

ENOUGH = 24
NAMED = ("baron_harkonnen", "beast_rabban", "captain_aramsham")


def problems(army: Army, hits: int, *removed: str, supply: int = ENOUGH) -> list[str]:
    return [reason.code for reason in removal_refusals(army, hits, removed, supply)]


@pytest.mark.rule("BATTLE-7")
def test_BATTLE_7_a_hit_removes_a_regular_or_a_leader_or_weakens_an_elite() -> None:
    army = Army(regular=1, elite=1, special=1, generic=1, named=("stilgar",))
    assert survivors(army, ("regular",), ENOUGH) == Army(elite=1, special=1, generic=1, named=("stilgar",))
    assert survivors(army, ("elite",), ENOUGH) == Army(regular=2, special=1, generic=1, named=("stilgar",))
    assert survivors(army, ("special",), ENOUGH) == Army(regular=2, elite=1, generic=1, named=("stilgar",))
    assert survivors(army, ("naib", "stilgar"), ENOUGH) == Army(regular=1, elite=1, special=1)


@pytest.mark.rule("BATTLE-7")
def test_BATTLE_7_an_elite_needs_two_hits() -> None:
    army = Army(elite=1, regular=1)
    assert survivors(army, ("elite", "regular"), ENOUGH) == Army(regular=1)
    assert problems(army, 3, "elite", "regular", "regular") == []


@pytest.mark.rule("BATTLE-7", "UNIT-2")
def test_BATTLE_7_without_regulars_in_the_supply_the_elite_itself_goes() -> None:
    army = Army(regular=1, elite=2, special=1)
    assert survivors(army, ("elite", "special"), 0) == Army(regular=1, elite=1)


@pytest.mark.rule("BATTLE-7", "UNIT-3")
def test_BATTLE_7_a_regular_removed_before_can_replace_an_elite() -> None:
    army = Army(regular=1, elite=1)
    assert survivors(army, ("regular", "elite"), 0) == Army(regular=1)
    assert survivors(army, ("elite", "regular"), 0) == Army()


@pytest.mark.rule("BATTLE-7", "LEADER-1")
def test_BATTLE_7_with_the_last_unit_the_leaders_go_too() -> None:
    army = Army(regular=1, generic=2, named=("stilgar",))
    assert survivors(army, ("regular",), ENOUGH) == Army()
    assert problems(army, 1, "regular") == []


@pytest.mark.rule("BATTLE-7")
@pytest.mark.parametrize(
    "hits, removed, code",
    [
        (2, ("regular",), "too_few_casualties"),
        (1, ("regular", "regular"), "too_many_casualties"),
        (1, ("regular", "regular", "elite"), "too_many_casualties"),
        (5, ("regular", "regular", "regular", "stilgar"), "too_many_casualties"),
        (1, ("elite",), "casualty_not_there"),
        (1, ("naib",), "casualty_not_there"),
        (1, ("paul_atreides",), "casualty_not_there"),
        (2, ("stilgar", "stilgar"), "casualty_not_there"),
        (1, ("sandworm",), "casualty_not_there"),
        (1, (), "too_few_casualties"),
    ],
)
def test_BATTLE_7_other_removals_are_refused(hits: int, removed: tuple[str, ...], code: str) -> None:
    assert problems(Army(regular=3, named=("stilgar",)), hits, *removed) == [code]


def test_an_illegal_removal_cannot_be_carried_out() -> None:
    with pytest.raises(ValueError, match="'elite' is not part of"):
        survivors(Army(regular=1), ("elite",), ENOUGH)


@pytest.mark.rule("MAHDI-BATTLE-2")
@pytest.mark.parametrize(
    "army, hits, expected",
    [
        (Army(regular=3, generic=2, named=("baron_harkonnen",)), 2, ("bashar", "bashar")),
        (Army(regular=2, elite=3, generic=1), 2, ("elite", "elite")),
        (Army(regular=2, elite=2, special=2), 3, ("elite", "elite", "special")),
        (Army(regular=4, generic=1), 2, ("regular", "regular")),
    ],
)
def test_MAHDI_BATTLE_2_leaders_then_elites_then_sardaukar_then_regulars(
    army: Army, hits: int, expected: tuple[str, ...]
) -> None:
    assert mahdi_removals(army, hits, ENOUGH) == (expected,)


@pytest.mark.rule("R-27", "MAHDI-BATTLE-2")
@pytest.mark.parametrize(
    "army, hits, expected",
    [
        (Army(regular=2, named=("baron_harkonnen",)), 2, ("baron_harkonnen", "regular")),
        (Army(regular=2, named=("baron_harkonnen",)), 1, ("regular",)),
        (Army(elite=2, named=("beast_rabban",)), 4, ("elite", "elite", "beast_rabban", "regular")),
        (Army(regular=1, generic=1), 1, ("bashar",)),
    ],
)
def test_R_27_the_leader_goes_before_the_last_regular(army: Army, hits: int, expected: tuple[str, ...]) -> None:
    assert mahdi_removals(army, hits, ENOUGH) == (expected,)


@pytest.mark.rule("R-27", "MAHDI-0")
def test_R_27_which_of_several_named_leaders_stays_is_the_players_choice() -> None:
    army = Army(regular=2, generic=1, named=("baron_harkonnen", "beast_rabban"))
    first, second = ("bashar", "baron_harkonnen"), ("bashar", "beast_rabban")
    assert mahdi_removals(army, 2, ENOUGH) == (first, second)
    for either in (first, second):
        assert list(casualties.mahdi_refusals(army, 2, either, ENOUGH)) == []
    (reason,) = casualties.mahdi_refusals(army, 2, ("regular", "regular"), ENOUGH)
    assert reason.facts["expected"] == first


@pytest.mark.rule("MAHDI-BATTLE-2")
def test_MAHDI_BATTLE_2_another_removal_is_unusual() -> None:
    army = Army(regular=2, elite=1)
    assert list(casualties.mahdi_refusals(army, 1, ("elite",), ENOUGH)) == []
    (reason,) = casualties.mahdi_refusals(army, 1, ("regular",), ENOUGH)
    assert (reason.rule, reason.severity.value) == ("MAHDI-BATTLE-2", "unusual")
    assert reason.facts["expected"] == ("elite",)


@pytest.mark.rule("BATTLE-7")
@pytest.mark.parametrize(
    "army, hits, supply, expected",
    [
        (Army(regular=1, elite=1, special=1, generic=1), 3, ENOUGH, ("naib", "elite", "special")),
        (Army(regular=2, special=1, named=("stilgar",)), 1, ENOUGH, ("special",)),
        (Army(regular=2, named=("alia", "stilgar")), 1, ENOUGH, ("alia",)),
        (Army(regular=2, elite=1), 1, 0, ("regular",)),
        (Army(elite=1, special=1, generic=1, named=("stilgar",)), 4, 0, ("naib", "stilgar", "elite", "special")),
        (Army(special=1, named=("stilgar",)), 2, 1, ("special", "stilgar")),
        (Army(regular=1), 4, ENOUGH, ("regular",)),
        (Army(generic=1, named=("stilgar",), escorts=1), 2, ENOUGH, ()),
    ],
)
def test_the_default_keeps_most_power(army: Army, hits: int, supply: int, expected: tuple[str, ...]) -> None:
    assert casualties.default_removal(ATREIDES, army, hits, supply, solo=True) == expected


def armies(named: tuple[str, ...]) -> st.SearchStrategy[Army]:
    few = st.integers(0, 3)
    chosen = st.lists(st.sampled_from(named), unique=True, max_size=3).map(lambda names: tuple(sorted(names)))
    built = st.builds(Army, regular=few, elite=few, special=few, generic=few, named=chosen)
    return built.filter(lambda army: army.units > 0)


@given(armies(NAMED), st.integers(1, 12), st.integers(0, 4))
def test_every_mahdi_removal_is_legal_and_differs_only_in_named_leaders(army: Army, hits: int, supply: int) -> None:
    found = mahdi_removals(army, hits, supply)
    assert len(set(found)) == len(found) > 0
    for removed in found:
        assert problems(army, hits, *removed, supply=supply) == []
    assert len({replace(survivors(army, removed, supply), generic=0, named=(), escorts=0) for removed in found}) == 1


@given(armies(("stilgar", "alia", "chani")), st.integers(1, 12), st.integers(0, 4))
def test_the_default_is_legal(army: Army, hits: int, supply: int) -> None:
    removed = casualties.default_removal(ATREIDES, army, hits, supply, solo=False)
    assert problems(army, hits, *removed, supply=supply) == []


@given(armies(NAMED), st.integers(1, 8))
def test_no_single_removal_keeps_more_power_than_the_default(army: Army, hits: int) -> None:
    removed = casualties.default_removal(HARKONNEN, army, hits, ENOUGH, solo=False)
    kept = combat.fine_power(survivors(army, removed, ENOUGH))
    best = {army}
    for _ in range(hits):
        best = {left for before in best for left in _one_hit(before)} or best
    assert kept == max(combat.fine_power(left) for left in best)


def _one_hit(army: Army) -> set[Army]:
    if not army.units:
        return {Army()}
    entries = ("regular", "elite", "special", "bashar", *army.named)
    steps = [casualties.after_hit(army, entry, ENOUGH) for entry in entries]
    return {step[0] if step[0].units else Army() for step in steps if step}
