"""What has to be done with the hands so that the table shows another position."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board import AREAS
from companion.content.terms import Faction, Power, Result
from companion.rules.army import Army
from companion.rules.state import ATREIDES, HARKONNEN, LeaderStatus, Sietch, Standing, State
from companion.service import Adjust, Carry, Piece, Place, Setting, Where, differences

A, B, C = 3, 7, 11


def area(number: int) -> Place:
    return Place(Where.AREA, number)


SUPPLY = Place(Where.SUPPLY)


def test_nothing_changed_nothing_to_do() -> None:
    assert differences(State(), State()) == ()


def test_a_legion_goes_back_as_one() -> None:
    legion = Army(regular=2, elite=1, generic=1)
    before = State().with_army(HARKONNEN, B, legion)
    after = State().with_army(HARKONNEN, A, legion)
    assert differences(before, after) == (Carry(Piece.FIGURES, area(B), area(A), 4, HARKONNEN, legion),)


def test_what_was_lost_comes_from_the_supply_and_what_came_goes_there() -> None:
    before = State().with_army(HARKONNEN, A, Army(regular=1)).with_army(ATREIDES, B, Army(tokens=2))
    after = State().with_army(HARKONNEN, A, Army(regular=4)).with_army(ATREIDES, B, Army(tokens=1))
    assert differences(before, after) == (
        Carry(Piece.FIGURES, SUPPLY, area(A), 3, HARKONNEN, Army(regular=3)),
        Carry(Piece.FIGURES, area(B), SUPPLY, 1, ATREIDES, Army(tokens=1)),
    )


def test_the_largest_group_is_carried_first() -> None:
    before = State().with_army(HARKONNEN, A, Army(regular=1)).with_army(HARKONNEN, B, Army(regular=5))
    after = State().with_army(HARKONNEN, C, Army(regular=5))
    assert differences(before, after) == (
        Carry(Piece.FIGURES, area(B), area(C), 5, HARKONNEN, Army(regular=5)),
        Carry(Piece.FIGURES, area(A), SUPPLY, 1, HARKONNEN, Army(regular=1)),
    )


def test_named_leaders_come_and_go_by_name() -> None:
    ready, tank = LeaderStatus(Standing.READY), LeaderStatus(Standing.TANK, card_ready=False, tank=2)
    before = replace(State(), leaders=(("baron_harkonnen", tank), ("chani", LeaderStatus())))
    after = replace(State(), leaders=(("baron_harkonnen", LeaderStatus(Standing.BOARD)), ("chani", ready))).with_army(
        HARKONNEN, A, Army(named=("baron_harkonnen",))
    )
    assert differences(before, after) == (
        Carry(Piece.LEADER, Place(Where.TANK, 2), area(A), leader="baron_harkonnen"),
        Adjust(Setting.LEADER_CARD, False, True, "baron_harkonnen"),
        Carry(Piece.LEADER, Place(Where.AWAY), Place(Where.ASIDE), leader="chani"),
    )


@pytest.mark.parametrize(
    "before, after, piece, source, target",
    [
        ({"harvesters": (A,)}, {"harvesters": (B,)}, Piece.HARVESTER, area(A), area(B)),
        ({"harvesters": ()}, {"harvesters": (B,)}, Piece.HARVESTER, SUPPLY, area(B)),
        (
            {"ornithopters": (2, 3)},
            {"ornithopters": (3,)},
            Piece.ORNITHOPTER,
            Place(Where.ZONE, 2),
            SUPPLY,
        ),
        (
            {"carryalls": (1,)},
            {"carryalls": (4,)},
            Piece.CARRYALL,
            Place(Where.ZONE, 1),
            Place(Where.ZONE, 4),
        ),
        ({"wormsigns": (A, B)}, {"wormsigns": (A,)}, Piece.WORMSIGN, area(B), SUPPLY),
        ({"sandworms": (A,)}, {"sandworms": (C,)}, Piece.SANDWORM, area(A), area(C)),
        ({"wild_maker": None}, {"wild_maker": C}, Piece.WILD_MAKER, Place(Where.AWAY), area(C)),
        ({"stations": 0}, {"stations": 1 << A}, Piece.STATION, SUPPLY, area(A)),
        ({"settlements": 1 << A}, {"settlements": 0}, Piece.SETTLEMENT, area(A), SUPPLY),
        ({"sietches": ()}, {"sietches": (Sietch(A, 2),)}, Piece.SIETCH, SUPPLY, area(A)),
    ],
)
def test_single_pieces(
    before: dict[str, object], after: dict[str, object], piece: Piece, source: Place, target: Place
) -> None:
    found = differences(replace(State(), **before), replace(State(), **after))  # type: ignore[arg-type]
    assert found == (Carry(piece, source, target),)


def test_tracks_sides_and_counts() -> None:
    before = State(sietches=(Sietch(A, 3), Sietch(B)), atreides_results=(Result.HOUSE, Result.MENTAT))
    after = replace(
        before,
        supremacy=2,
        prescience=(0, 1, 0),
        imperium=(1, 2, 1),
        bans=frozenset({Power.SPACING_GUILD}),
        sietches=(Sietch(A, 3, revealed=True), Sietch(B, 1)),
        harkonnen_spent=(Result.HOUSE,),
        atreides_results=(Result.HOUSE,),
        bene_gesserit=(0, 2),
    )
    assert differences(before, after) == (
        Adjust(Setting.SIETCH_SIDE, None, 3, area=A),
        Adjust(Setting.SUPREMACY, 0, 2),
        Adjust(Setting.PRESCIENCE, 0, 1, "sand_dwellers"),
        Adjust(Setting.IMPERIUM, 1, 2, "spacing_guild"),
        Adjust(Setting.BAN, False, True, "spacing_guild"),
        Adjust(Setting.HARKONNEN_DICE, 0, 1, "house"),
        Adjust(Setting.ATREIDES_DICE, "house mentat", "house"),
        Adjust(Setting.BENE_GESSERIT, 1, 2, "atreides"),
    )


def test_a_rank_that_was_only_entered_changes_nothing_on_the_table() -> None:
    assert differences(State(sietches=(Sietch(A),)), State(sietches=(Sietch(A, 2),))) == ()


armies = st.builds(Army, regular=st.integers(0, 4), elite=st.integers(0, 3), tokens=st.integers(0, 2))
boards = st.dictionaries(st.integers(0, len(AREAS) - 1), armies, max_size=5)


@given(boards, boards)
def test_doing_it_all_gives_the_other_position(old: dict[int, Army], new: dict[int, Army]) -> None:
    before, after = State(), State()
    for number, army in old.items():
        before = before.with_army(HARKONNEN, number, army)
    for number, army in new.items():
        after = after.with_army(HARKONNEN, number, army)
    state = before
    for carry in differences(before, after):
        assert isinstance(carry, Carry)
        assert carry.faction is Faction.HARKONNEN
        if carry.source.number is not None:
            state = state.take_army(HARKONNEN, carry.source.number, carry.figures)
        if carry.target.number is not None:
            state = state.add_army(HARKONNEN, carry.target.number, carry.figures)
    assert state == after
