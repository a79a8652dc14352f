"""Battles both ways at the table, part by part: dice and their reasons, leaders, casualties, victories."""

import re
from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER, members
from companion.content.terms import Result
from companion.rules import State, combat
from companion.rules.army import Army
from companion.rules.commands import Attack, CorrectBoard, EndTurn, PlayAtreidesCard, RollHarkonnenDie, SpendDie
from companion.rules.frames import BattleFrame, BattleStage, HitsFrame, StationFrame
from companion.rules.state import ATREIDES, HARKONNEN, Standing, supply
from tests.web.table.conftest import Seat
from tests.web.table.guided import Page

GARA_KULON, NE_15, NE_12 = (AREA_NUMBER[area] for area in ("gara_kulon", "ne_15", "ne_12"))
FACES = [f"{side}-{face}" for side in ("attacker", "defender") for face in ("hit", "shield", "special")]
STRONG = Army(regular=3, special=2, generic=1, named=("stilgar",))


def stage(seat: Seat) -> BattleStage | None:
    frame = seat.top()
    return frame.stage if isinstance(frame, BattleFrame) else None


def dice(seat: Seat, **counts: int) -> None:
    seat.done("battle-dice", **{name.replace("-", "__"): 0 for name in FACES} | counts)


def all_miss(seat: Seat) -> None:
    frame = seat.top_as(BattleFrame)
    totals = [combat.battle_dice(seat.state, frame, side).total for side in (0, 1)]
    dice(seat, attacker__shield=totals[0], defender__shield=totals[1])


def arranged(seat: Seat, attacker: Army, defender: Army, **changes: object) -> State:
    """The Atreides in Gara Kulon, the Harkonnen next to it in NE 15; nobody holds cards."""
    state = seat.state.with_army(ATREIDES, GARA_KULON, attacker).with_army(HARKONNEN, NE_15, defender)
    for leader in (*attacker.named, *defender.named):
        state = state.with_leader(leader, standing=Standing.BOARD)
    cards = replace(state.cards, hand=int(str(changes.pop("hand", 0))))
    more: dict[str, object] = {"reinforcements": 0} | changes
    return replace(state, cards=cards, **more)  # type: ignore[arg-type]


def attack(seat: Seat, attacker: Army, defender: Army, **changes: object) -> Seat:
    """The Atreides attack NE 15 with a Strategy die."""
    seat.arrange(CorrectBoard(arranged(seat, attacker, defender, **changes)))
    seat.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY), Attack(ATREIDES, GARA_KULON, NE_15))
    return seat


def attack_by_card(seat: Seat, card: str, attacker: Army, defender: Army) -> Seat:
    """The Atreides attack NE 15 by the first step of a card."""
    seat.arrange(CorrectBoard(arranged(seat, attacker, defender, hand=1)))
    seat.arrange(PlayAtreidesCard(Result.MENTAT, card), Attack(ATREIDES, GARA_KULON, NE_15))
    return seat


def defend(seat: Seat, attacker: Army, defender: Army, **changes: object) -> Seat:
    """The Harkonnen attack Gara Kulon, a sietch of rank 1, from NE 15."""
    seat.arrange(SpendDie(Result.MENTAT, Result.MENTAT), EndTurn())
    state = arranged(seat, defender, attacker, **changes)
    known = tuple(replace(s, rank=1, revealed=True) if s.area == GARA_KULON else s for s in state.sietches)
    seat.arrange(CorrectBoard(replace(state, sietches=known)))
    seat.arrange(RollHarkonnenDie(Result.STRATEGY), Attack(HARKONNEN, NE_15, GARA_KULON))
    return seat


def sums(seat: Seat) -> list[str]:
    """The arithmetic of the dice, one line a side, as it stands before any card is discarded."""
    shown = re.sub(r'<span data-when="[^"]*" data-dice="[^"]*" hidden>.*?</span></span>', "", seat.main())
    lines = re.findall(r'<p class="who math">(.*?)</p>', shown, re.S)
    return [re.sub(r"\s+", " ", re.sub("<[^>]*>", "", line)).strip() for line in lines]


@pytest.mark.rule("BATTLE-4", "CARD-1")
def test_BATTLE_4_the_die_that_a_card_adds_is_counted_and_named(own_turn: Seat) -> None:
    seat = attack_by_card(own_turn, "war_plan", Army(regular=3), Army(regular=2))
    assert sums(seat)[0] == "You 3 units + 1 by War Plan = 4 dice"
    refused = seat.do("battle-dice", attacker__shield=3, defender__shield=2)
    assert refused.status_code == 422
    all_miss(seat)
    assert stage(seat) is BattleStage.CONTINUE


@pytest.mark.rule("BATTLE-4", "CARD-1")
def test_BATTLE_4_the_limit_that_a_card_sets_is_applied_and_named(own_turn: Seat) -> None:
    seat = attack_by_card(own_turn, "battle_language", Army(regular=3, generic=1), Army(regular=5))
    assert sums(seat) == [
        "You 3 units = 3 dice + 1 special",
        "Harkonnen 5 units, 4 at most by Battle Language = 4 dice",
    ]
    all_miss(seat)
    seat.done("battle-continue", how="on")
    assert sums(seat) == ["You 3 units = 3 dice", "Harkonnen 5 units = 5 dice"]


@pytest.mark.rule("BATTLE-4")
def test_BATTLE_4_more_than_6_dice_are_never_rolled_and_it_says_so(own_turn: Seat) -> None:
    seat = defend(own_turn, Army(regular=4), Army(regular=6))
    assert sums(seat)[1] == "You 6 units + rank 1, 6 at most = 6 dice"


@pytest.mark.rule("BATTLE-3")
def test_BATTLE_3_the_dice_of_both_sides_are_shown_before_cards_are_discarded(own_turn: Seat) -> None:
    seat = attack(own_turn, Army(regular=3), Army(regular=2), hand=5)
    assert stage(seat) is BattleStage.CARDS
    assert sums(seat) == ["You 3 units = 3 dice", "Harkonnen 2 units = 2 dice"]
    body = seat.form("battle-dice").body
    assert 'name="cards" value="0" min="0" max="3"' in body
    assert "3 units + 2 cards =" in body
    refused = seat.do("battle-dice", cards=2, attacker__shield=3, defender__shield=2)
    assert refused.status_code == 422
    assert seat.state.cards.hand == 5
    seat.done("battle-dice", cards=2, attacker__shield=5, defender__shield=2)
    assert seat.state.cards.hand == 3


@pytest.mark.rule("BATTLE-5")
def test_BATTLE_5_as_many_leaders_as_specials_are_to_be_chosen(own_turn: Seat) -> None:
    seat = attack(own_turn, STRONG, Army(regular=3))
    dice(seat, attacker__shield=4, attacker__special=1, defender__special=3)
    assert stage(seat) is BattleStage.LEADERS
    assert 'data-need="1"' in seat.main()
    refused = seat.do("battle-leaders", leaders=["stilgar", "naib"])
    assert refused.status_code == 422
    assert 'href="/learn/rules/BATTLE-5"' in refused.text
    seat.done("battle-leaders", leaders=["naib"])
    assert "With 1 Naib: 1 hit and 4 shields" in seat.main()
    assert "with 1 Naib · entered by hand" in seat.main()


@pytest.mark.rule("BATTLE-6")
def test_BATTLE_6_broken_shields_are_counted_and_who_broke_them(own_turn: Seat) -> None:
    seat = attack(own_turn, Army(regular=3, special=2), Army(regular=3, special=1))
    dice(seat, attacker__hit=3, attacker__shield=2, defender__hit=2, defender__shield=2)
    text = seat.main()
    assert "2 hits minus 1 shield" in text
    assert "3 hits minus 0 shields" in text
    assert "Their Sardaukar cancel 1 shield." in text
    assert "Your Fedaykin cancel 2 shields." in text
    assert seat.title() == "Choose your 1 casualty"
    assert "Harkonnen take 3 hits" in text
    seat.done("hits", removed=["special"])
    assert seat.state.army(ATREIDES, GARA_KULON) == Army(regular=4, special=1)
    # What the Harkonnen lose was told beside the choice, and went with it.
    assert seat.state.army(HARKONNEN, NE_15) == Army(regular=2)


@pytest.mark.rule("BATTLE-7", "UNIT-2")
def test_BATTLE_7_without_regulars_in_the_supply_an_elite_goes_itself(own_turn: Seat) -> None:
    seat = attack(own_turn, Army(regular=2, elite=3), Army(regular=5))
    state, free = seat.state, members(seat.state.empty_mask & seat.state.desert_mask)
    while left := supply(state, ATREIDES).regular:
        state = state.with_army(ATREIDES, next(free), Army(regular=min(6, left)))
    seat.arrange(CorrectBoard(state))
    dice(seat, attacker__shield=5, defender__hit=5)
    assert stage(seat) is BattleStage.CONTINUE
    seat.done("battle-continue", how="on")
    dice(seat, attacker__special=5, defender__hit=1, defender__shield=4)
    assert "No regular figure is left in the supply" in seat.main()
    assert seat.form("hits").offers("removed") == ["elite"] * 3 + ["regular"] * 2
    seat.done("hits", removed=["elite"])
    assert seat.state.army(ATREIDES, GARA_KULON) == Army(regular=2, elite=2)


@pytest.mark.rule("TANK-1", "BATTLE-7", tries=True)
@pytest.mark.parametrize("removed, regular", [(("regular",), 1), (("paul_atreides", "stilgar"), 2)])
@pytest.mark.parametrize("first, spaces", [("stilgar", [1, 2]), ("paul_atreides", [2, 1])])
def test_TANK_1_the_owner_says_in_which_order_leaders_go_to_the_tank(
    own_turn: Seat, first: str, spaces: list[int], removed: tuple[str, ...], regular: int
) -> None:
    named = ("paul_atreides", "stilgar")
    seat = attack(own_turn, Army(regular=regular, named=named), Army(regular=2))
    dice(seat, attacker__shield=regular, defender__hit=2)
    if stage(seat) is BattleStage.CONTINUE:
        seat.done("battle-continue", how="on")
        dice(seat, attacker__hit=2, defender__hit=2)
    seat.done("hits", removed=[*removed])
    assert seat.title().startswith("Who enters the tank first?")
    assert sorted(seat.form("tank").offers("order")) == ["paul_atreides", "stilgar"]
    seat.done("tank", order=first)
    assert [seat.state.leader(leader).tank for leader in named] == spaces


@pytest.mark.rule("TANK-1")
def test_TANK_1_of_three_leaders_one_is_named_after_the_other(own_turn: Seat) -> None:
    named = ("chani", "paul_atreides", "stilgar")
    seat = attack(own_turn, Army(regular=1, named=named), Army(regular=2))
    dice(seat, attacker__shield=1, defender__hit=2)
    seat.done("hits", removed=["regular"])
    order = str(seat.do("tank", order="chani").headers["Location"])
    assert seat.title(order) == "After Chani: who is next?"
    assert sorted(seat.form("tank", order).offers("order")) == ["chani,paul_atreides", "chani,stilgar"]
    seat.done("tank", order, order="chani,stilgar")
    assert [seat.state.leader(leader).tank for leader in named] == [3, 1, 2]


@pytest.mark.rule("BATTLE-8")
def test_BATTLE_8_going_on_against_a_settlement_costs_a_hit_first(own_turn: Seat) -> None:
    arrakeen = AREA_NUMBER["arrakeen"]
    near = next(members(own_turn.state.graph.passable[arrakeen] & own_turn.state.free_mask(ATREIDES)))
    state = arranged(own_turn, Army(), Army()).with_army(ATREIDES, GARA_KULON, None).with_army(HARKONNEN, NE_15, None)
    state = state.with_army(ATREIDES, near, Army(regular=4)).with_army(HARKONNEN, arrakeen, Army(regular=2))
    own_turn.arrange(CorrectBoard(state))
    own_turn.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY), Attack(ATREIDES, near, arrakeen))
    assert "rank" in sums(own_turn)[1]
    all_miss(own_turn)
    assert "costs 1 hit" in own_turn.main()
    own_turn.done("battle-continue", how="on")
    assert own_turn.top_as(HitsFrame).hits == 1
    own_turn.done("hits")
    assert own_turn.state.army(ATREIDES, near) == Army(regular=3)
    frame = own_turn.top_as(BattleFrame)
    assert (frame.round, frame.stage) == (2, BattleStage.ROLL)


@pytest.mark.rule("BATTLE-9", "MAHDI-BATTLE-4")
def test_BATTLE_9_exactly_the_areas_open_for_a_retreat_glow(own_turn: Seat) -> None:
    seat = defend(own_turn, Army(regular=5), Army(regular=2))
    dice(seat, attacker__shield=5, defender__shield=3)
    assert stage(seat) is BattleStage.RETREAT
    frame = seat.top_as(BattleFrame)
    open_areas = set(members(combat.battle_retreats(seat.state, frame)))
    lit = {AREA_NUMBER[link.rsplit("=", 1)[1]] for link in Page.of(seat).lit()}
    assert lit == open_areas
    assert NE_15 not in lit
    seat.done("battle-retreat")
    assert seat.top_as(BattleFrame).round == 2


@pytest.mark.rule("BATTLE-11", "SETTLE-3", "STATION-1")
def test_BATTLE_11_what_lies_under_the_victor_is_told_before_the_move(own_turn: Seat) -> None:
    seat = own_turn
    state = arranged(seat, Army(regular=6), Army(regular=1), harvesters=(NE_15,), stations=1 << NE_15)
    seat.arrange(CorrectBoard(state))
    seat.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY), Attack(ATREIDES, GARA_KULON, NE_15))
    dice(seat, attacker__hit=6, defender__shield=1)
    seat.done("order")
    assert stage(seat) is BattleStage.ADVANCE
    text = seat.main()
    assert "the harvester there leaves the board" in text
    assert "you take the testing station there" in text
    seat.done("battle-advance", move_in=1)
    assert NE_15 not in seat.state.harvesters
    assert isinstance(seat.top(), StationFrame)


@pytest.mark.rule("SETTLE-2", "SETTLE-3")
def test_SETTLE_3_a_settlement_that_falls_moves_every_marker(own_turn: Seat) -> None:
    arrakeen = AREA_NUMBER["arrakeen"]
    near = next(members(own_turn.state.graph.passable[arrakeen] & own_turn.state.free_mask(ATREIDES)))
    state = own_turn.state.with_army(ATREIDES, near, Army(regular=4)).with_army(HARKONNEN, arrakeen, None)
    own_turn.arrange(CorrectBoard(state))
    own_turn.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY), Attack(ATREIDES, near, arrakeen))
    assert stage(own_turn) is BattleStage.ADVANCE
    rank = combat.stronghold_rank(own_turn.state, HARKONNEN, arrakeen)
    assert f">prescience</a> marker rises {rank} step" in own_turn.main()
    own_turn.done("battle-advance", move_in=1)
    assert own_turn.state.prescience == (rank,) * 3
