"""Rules that stand in no chapter of their own: free actions, scouting, moves across several areas, the solo start."""

from dataclasses import replace

import pytest

from companion.content import UNIT_SUPPLY
from companion.content.terms import Deck, Faction, Result, UnitKind
from companion.rules import Army, State
from companion.rules.army import NOBODY
from companion.rules.casualties import survivors
from companion.rules.combat import fine_power, net_hits
from companion.rules.commands import (
    BeginGame,
    DetonateAtomics,
    DrawHarkonnenCards,
    RevealSietch,
    RevealTokens,
    UseDesertPower,
)
from companion.rules.events import PrescienceRevealed
from companion.rules.frames import CardsFrame, StationFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Sietch, supply
from tests.rules.flow.table import (
    area,
    areas,
    army,
    codes,
    events,
    frame_names,
    move,
    placed,
    play,
    position,
    turn,
    zone,
)

TURN_ONE = RevealTokens(ATREIDES, area("gara_kulon"), 1, Army(regular=1))


def hidden(*frames: object, **changes: object) -> State:
    """Three facedown tokens and a sietch, with markers high enough for atomics."""
    state = position({}, {"gara_kulon": Army(tokens=3)}, *frames, prescience=(8, 0, 0))  # type: ignore[arg-type]
    state = replace(state, sietches=(Sietch(area("gara_kulon")),), atreides_results=(Result.HOUSE,), atreides_unused=1)
    return replace(state, **changes)  # type: ignore[arg-type]


@pytest.mark.rule("FREE-0", "FREE-1")
def test_FREE_0_any_number_of_free_actions_before_and_within_an_action_for_no_die() -> None:
    for frames in ((TurnFrame(ATREIDES),), turn(ATREIDES, Result.STRATEGY, moves=2, attack=True)):
        state = hidden(*frames)
        after = play(
            state, TURN_ONE, TURN_ONE, RevealSietch(area("gara_kulon"), 2), DetonateAtomics(area("rimwall_west"))
        )
        assert after.frames == state.frames
        assert (after.atreides_unused, after.atreides_results) == (1, (Result.HOUSE,))
        assert army(after, ATREIDES, "gara_kulon") == Army(regular=2, tokens=1)


@pytest.mark.rule("FREE-0")
def test_FREE_0_not_in_the_turn_of_the_others() -> None:
    for frames in ((TurnFrame(HARKONNEN),), turn(HARKONNEN, moves=1), (TurnFrame(HARKONNEN), CardsFrame(()))):
        state = hidden(*frames)
        assert codes(state, TURN_ONE) == [("TOKEN-1", "not_now")]
        assert codes(state, DetonateAtomics(area("rimwall_west"))) == [("ATOM-1", "not_now")]


@pytest.mark.rule("FREE-2")
def test_FREE_2_the_solo_harkonnen_never_scout() -> None:
    """With an ornithopter overhead nothing of Atreides is turned in their turn."""
    for frames in ((TurnFrame(HARKONNEN),), turn(HARKONNEN, Result.HOUSE, placements=2)):
        state = hidden(*frames, ornithopters=(zone("az_ne"),))
        assert codes(state, TURN_ONE) == [("TOKEN-1", "not_now")]
        assert codes(state, RevealSietch(area("gara_kulon"), 2)) == [("BATTLE-2", "not_now")]


@pytest.mark.rule("MOVE-3", "MOVE-5")
def test_MOVE_3_a_ride_takes_only_the_station_where_it_ends_and_counts_the_limit_there() -> None:
    passed, end = "ne_13", "ne_10"
    legions = {"ne_12": Army(regular=2), passed: Army(regular=6)}
    state = position({}, legions, *turn(ATREIDES, moves=1), wormsigns=areas(passed))
    state = replace(state, stations=1 << area(passed) | 1 << area(end))
    ride = move(ATREIDES, "ne_12", end, Army(regular=2), sandriding=True)
    assert codes(state, ride) == []
    after = play(state, ride)
    assert after.frame == StationFrame(area(end))
    assert after.stations >> area(passed) & 1
    assert army(after, ATREIDES, passed) == Army(regular=6)
    assert army(after, ATREIDES, end) == Army(regular=2)
    full = state.with_army(ATREIDES, area(end), Army(regular=5))
    assert codes(full, ride) == [("STACK-1", "over_stacking")]


@pytest.mark.rule("MOVE-3", "MOVE-6")
def test_MOVE_3_a_flight_passes_a_full_legion_and_takes_nobody_along() -> None:
    between = ("ne_9", "ne_13")
    legions = {"ne_12": Army(regular=2), **{place: Army(regular=6) for place in between}}
    state = position(legions, {}, *turn(HARKONNEN, moves=1), ornithopters=(zone("az_ne"),), mode=Mode.DUEL)
    after = play(state, move(HARKONNEN, "ne_12", "ne_10", Army(regular=2), zone="az_ne"))
    assert [army(after, HARKONNEN, place) for place in between] == [Army(regular=6)] * 2
    assert army(after, HARKONNEN, "ne_10") == Army(regular=2)


@pytest.mark.rule("MAHDI-START-1", "ROUND-1")
def test_MAHDI_START_1_two_prescience_cards_are_revealed_and_three_with_two_players() -> None:
    state = placed()
    assert PrescienceRevealed(2) in events(state, BeginGame())
    assert PrescienceRevealed(3) in events(replace(state, mode=Mode.DUEL), BeginGame())


@pytest.mark.rule("MAHDI-START-3")
def test_MAHDI_START_3_a_card_of_each_harkonnen_deck_goes_on_the_reinforcements() -> None:
    before = placed()
    after = play(before, BeginGame())
    drawn = [was - now for was, now in zip(before.cards.decks, after.cards.decks, strict=True)]
    assert dict(zip(Deck, drawn, strict=True)) == dict.fromkeys(Deck, 1)
    assert (after.reinforcements, after.cards.hand) == (before.reinforcements + 2, before.cards.hand + 2)


@pytest.mark.rule("MAHDI-TURN-2", "ACT-DESERT")
@pytest.mark.parametrize("unused, allowed", [(4, True), (3, False), (2, False)])
def test_MAHDI_TURN_2_dice_on_the_spice_must_flow_do_not_open_desert_power(unused: int, allowed: bool) -> None:
    """Eight dice: some spent, some set aside; only those left to roll are compared with the three of Atreides."""
    spent = (Result.MENTAT,)
    results = (Result.STRATEGY, Result.MENTAT, Result.HOUSE)
    state = position({}, {}, TurnFrame(ATREIDES), atreides_results=results, atreides_unused=3, harkonnen_spent=spent)
    state = replace(state, harkonnen_unused=unused)
    found = codes(state, UseDesertPower("wormsigns"))
    assert found == ([] if allowed else [("ACT-DESERT", "not_fewer_dice")])
    if allowed:
        assert frame_names(play(state, UseDesertPower("wormsigns"))) == ["TurnFrame", "ActionFrame"]


@pytest.mark.rule("MAHDI-CARD-6")
def test_MAHDI_CARD_6_with_every_card_on_the_reinforcements_none_is_drawn() -> None:
    """A deck without a card and without discards gives nothing; burnt cards, which nobody saw, may be there."""
    empty = placed()
    empty = replace(empty, cards=replace(empty.cards, decks=(0, 18, 18, 18)), reinforcements=18)
    after = play(empty, BeginGame())
    assert (after.cards.decks[:2], after.reinforcements) == ((0, 17), 19)
    burnt = play(replace(empty, reinforcements=15), BeginGame())
    assert burnt.reinforcements == 17
    due = position({}, {}, *turn(HARKONNEN, Result.MENTAT, draws=2))
    due = replace(due, cards=replace(due.cards, decks=(0, 18, 18, 18)), reinforcements=18)
    after = play(due, DrawHarkonnenCards((Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)))
    assert after.frame == CardsFrame((Deck.CORRINO_ALLY,))


@pytest.mark.rule("UNIT-1")
def test_UNIT_1_three_kinds_of_unit_each_with_its_own_figures_and_its_own_strength() -> None:
    """The kinds are never mixed up: figures, weight, what a hit does to one, whose shields one cancels."""
    assert tuple(UnitKind) == (UnitKind.REGULAR, UnitKind.ELITE, UnitKind.SPECIAL)
    boxes = {faction: [UNIT_SUPPLY[faction, kind] for kind in UnitKind] for faction in Faction}
    assert boxes == {HARKONNEN: [24, 12, 8], ATREIDES: [16, 8, 6]}
    singles = [NOBODY.change(kind, 1) for kind in UnitKind]
    assert [one.units for one in singles] == [1, 1, 1]
    assert [fine_power(one) for one in singles] == [2, 3, 4]
    state = position({"carthag": Army(2, 1, 1)}, {})
    left = supply(state, HARKONNEN)
    assert (left.regular, left.elite, left.special) == (22, 11, 7)
    after = [survivors(one, (kind.value,), 5) for kind, one in zip(UnitKind, singles, strict=True)]
    assert after == [NOBODY, Army(regular=1), Army(regular=1)]
    shielded = ((0, 1), (1, 0))
    assert [net_hits(shielded, (0, one.special))[0] for one in singles] == [0, 0, 1]
