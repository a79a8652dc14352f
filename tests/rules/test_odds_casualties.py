"""Who falls: both casualty policies against plain searches written from the rules."""

from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from companion.rules.odds.casualties import CasualtyPolicy, suffer, survivors
from companion.rules.odds.leaders import NAMED_VALUES
from companion.rules.odds.legion import DESTROYED, Legion, legion_of

NAMED: tuple[tuple[str, ...], ...] = (
    (),
    ("baron_harkonnen",),
    ("beast_rabban", "shaddam_iv"),
    ("baron_harkonnen", "captain_aramsham", "feyd_rautha"),
)
LEGIONS = [
    legion_of(regular, elite, special, generic, named)
    for regular, elite, special, generic, named in product(range(3), range(3), range(3), range(3), NAMED)
    if regular + elite + special > 0
]


def one_hit(legion: Legion) -> Iterator[Legion]:
    """Yield every legion that one hit can leave (BATTLE-7)."""
    regular, elite, special, generic, named, *_ = legion
    if regular:
        yield Legion(regular - 1, elite, special, generic, named)
    if elite:
        yield Legion(regular + 1, elite - 1, special, generic, named)
    if special:
        yield Legion(regular + 1, elite, special - 1, generic, named)
    if generic:
        yield Legion(regular, elite, special, generic - 1, named)
    for leader in named:
        yield Legion(regular, elite, special, generic, tuple(other for other in named if other != leader))


def all_ways(legion: Legion, hits: int) -> set[Legion]:
    """Return every legion that hits can leave; a legion without units is gone, hits left over are lost."""
    left = {legion}
    for _ in range(hits):
        left = {after for before in left for after in ([DESTROYED] if before == DESTROYED else one_hit(before))}
        left = {DESTROYED if after.units == 0 else after for after in left}
    return left


def rank_of(legion: Legion) -> tuple[object, ...]:
    """Return the order of docs/formats.md, smallest first is best."""
    values = [NAMED_VALUES[leader] for leader in legion.named]
    return (
        -(legion.generic + 2 * legion.regular + 2 * len(legion.named) + 3 * legion.elite + 4 * legion.special),
        -legion.units,
        -len(legion.named),
        -legion.special,
        -legion.elite,
        -sum(hits for hits, _ in values),
        -sum(shields for _, shields in values),
        sorted(legion.named),
    )


def mahdi_one_by_one(legion: Legion, hits: int) -> Legion:
    """Return the survivors, one hit after the other as MAHDI-BATTLE-2 and R-27 tell it."""
    regular, elite, special, generic, names, *_ = legion
    named = list(names)
    leader_last = False
    for open_hits in range(hits, 0, -1):
        if generic + len(named) > 1:
            if generic:
                generic -= 1
            else:
                named.remove(max(named, key=lambda n: (-NAMED_VALUES[n][0], -NAMED_VALUES[n][1], n)))
        elif elite:
            elite, regular = elite - 1, regular + 1
        elif special:
            special, regular = special - 1, regular + 1
        else:
            leader_last = leader_last or open_hits >= regular
            if leader_last and generic + len(named):
                generic, named = 0, []
            else:
                regular -= 1
        if regular + elite + special == 0:
            return DESTROYED
    return Legion(regular, elite, special, generic, tuple(named))


@pytest.mark.rule("BATTLE-7")
@pytest.mark.slow
def test_BATTLE_7_keep_power_is_the_best_of_all_ways() -> None:
    checked = 0
    for legion in LEGIONS:
        for hits in range(legion.endurance + 2):
            best = min(all_ways(legion, hits), key=rank_of)
            assert suffer(CasualtyPolicy.KEEP_POWER, legion, hits) == best, (legion, hits)
            checked += 1
    assert checked > 2000


@pytest.mark.rule("MAHDI-BATTLE-2", "R-27")
def test_MAHDI_BATTLE_2_order_hit_by_hit() -> None:
    for legion in LEGIONS:
        for hits in range(legion.endurance + 2):
            assert suffer(CasualtyPolicy.MAHDI, legion, hits) == mahdi_one_by_one(legion, hits), (
                legion,
                hits,
            )


@pytest.mark.rule("BATTLE-7")
@pytest.mark.parametrize("policy", (CasualtyPolicy.MAHDI, CasualtyPolicy.KEEP_POWER))
def test_BATTLE_7_each_hit_costs_one_step_until_nobody_is_left(policy: CasualtyPolicy) -> None:
    for legion in LEGIONS:
        left = survivors(policy, legion)
        assert left[0] == legion
        assert left[-1] == DESTROYED
        assert len(left) == legion.endurance + 1
        for before, after in pairwise(left[:-1]):
            assert after.endurance == before.endurance - 1
            assert after.units > 0


@pytest.mark.rule("MAHDI-BATTLE-2")
@pytest.mark.parametrize(
    "before, hits, after",
    [
        (legion_of(3, generic=2, named=("baron_harkonnen",)), 2, legion_of(3, named=("baron_harkonnen",))),
        (legion_of(2, elite=3, generic=1), 2, legion_of(4, elite=1, generic=1)),
        (legion_of(2, elite=2, special=2), 3, legion_of(5, special=1)),
        (legion_of(4, generic=1), 2, legion_of(2, generic=1)),
        (legion_of(2, named=("baron_harkonnen",)), 2, legion_of(1)),
        (legion_of(2, named=("baron_harkonnen",)), 1, legion_of(1, named=("baron_harkonnen",))),
        (legion_of(elite=2, named=("beast_rabban",)), 4, legion_of(1)),
        (legion_of(1, generic=1), 1, legion_of(1)),
        (legion_of(2, named=("baron_harkonnen", "beast_rabban")), 1, legion_of(2, named=("beast_rabban",))),
        (legion_of(2, named=("shaddam_iv", "beast_rabban")), 1, legion_of(2, named=("beast_rabban",))),
    ],
)
def test_MAHDI_BATTLE_2_single_cases(before: Legion, hits: int, after: Legion) -> None:
    assert suffer(CasualtyPolicy.MAHDI, before, hits) == after
