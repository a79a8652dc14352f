"""Which unknown ranks decide (R-16): the short ways against trying everything."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solo_bot.procedure.ranks import deciding_by_trial, deciding_in_contest
from tests.solo_bot.referee_march import asked_ranks

Contest = dict[int, tuple[int | None, int]]
CONTESTS = st.dictionaries(
    st.integers(0, 100),
    st.tuples(st.sampled_from([None, None, 1, 2, 3]), st.integers(0, 3)),
    min_size=1,
    max_size=6,
)


def winners(contest: Contest, ranks: dict[int, int]) -> frozenset[int]:
    worth = {area: (rank or ranks[area], key) for area, (rank, key) in contest.items()}
    best = max(worth.values())
    return frozenset(area for area, value in worth.items() if value == best)


def brute_force(contest: Contest) -> tuple[int, ...]:
    unknown = sorted(area for area, (rank, _) in contest.items() if rank is None)
    deciding = set()
    for values in product((1, 2, 3), repeat=len(unknown)):
        ranks = dict(zip(unknown, values, strict=True))
        for area in unknown:
            if len({winners(contest, {**ranks, area: rank}) for rank in (1, 2, 3)}) > 1:
                deciding.add(area)
    return tuple(sorted(deciding))


@pytest.mark.rule("R-16")
@given(CONTESTS)
def test_R_16_the_contest_asks_what_trying_every_rank_asks(contest: Contest) -> None:
    assert deciding_in_contest(contest) == brute_force(contest)


@pytest.mark.rule("R-16")
@given(CONTESTS)
def test_R_16_trial_and_referee_agree(contest: Contest) -> None:
    unknown = sorted(area for area, (rank, _) in contest.items() if rank is None)
    expected = brute_force(contest)
    assert deciding_by_trial(unknown, lambda ranks: winners(contest, dict(ranks))) == expected
    known = {str(area): rank for area, (rank, _) in contest.items()}
    found = asked_ranks(known, lambda ranks: winners(contest, {int(area): rank for area, rank in ranks.items()}))
    assert sorted(map(int, found)) == list(expected)


@pytest.mark.rule("R-16")
def test_R_16_an_unknown_rank_may_be_any_whatever_the_others_are() -> None:
    # All eight could be 3 at once, although only two sietches of rank 3 exist.
    contest: Contest = dict.fromkeys(range(8), (None, 0))
    assert deciding_in_contest(contest) == tuple(range(8))


@pytest.mark.rule("R-16")
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_R_16_a_rank_decides_wherever_it_may_end_level_with_the_best(rank: int) -> None:
    assert deciding_in_contest({4: (rank, 5), 9: (None, 5)}) == (9,)


def test_a_single_candidate_is_never_asked_for() -> None:
    assert deciding_in_contest({5: (None, 0)}) == ()
