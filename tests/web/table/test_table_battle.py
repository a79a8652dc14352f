"""Battles through the pages: tokens, cards, dice, casualties, going on, retreats and advances."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.commands import Attack, CorrectBoard, EndTurn, RollHarkonnenDie, SpendDie
from companion.rules.frames import BattleFrame, BattleStage, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN
from tests.web.table.conftest import Seat

GARA_KULON, NE_15 = AREA_NUMBER["gara_kulon"], AREA_NUMBER["ne_15"]
NO_DICE = {f"{side}-{face}": 0 for side in ("attacker", "defender") for face in ("hit", "shield", "special")}


def stage(seat: Seat) -> BattleStage | None:
    frame = seat.top()
    return frame.stage if isinstance(frame, BattleFrame) else None


def dice(seat: Seat, **counts: int) -> None:
    fields = {name.replace("-", "__"): value for name, value in NO_DICE.items()} | counts
    seat.done("battle-dice", **fields)


@pytest.fixture
def under_attack(own_turn: Seat) -> Seat:
    """The Harkonnen attack Gara Kulon, its token and that of its defenders still facedown."""
    own_turn.arrange(SpendDie(Result.MENTAT, Result.MENTAT), EndTurn())
    state = own_turn.state.with_army(HARKONNEN, NE_15, Army(regular=3, elite=1, generic=1))
    state = state.with_army(ATREIDES, GARA_KULON, Army(regular=2, tokens=1, generic=1))
    own_turn.arrange(CorrectBoard(replace(state, reinforcements=0)))
    own_turn.arrange(RollHarkonnenDie(Result.STRATEGY), Attack(HARKONNEN, NE_15, GARA_KULON))
    return own_turn


@pytest.fixture
def own_attack(own_turn: Seat) -> Seat:
    """The player attacks a Harkonnen legion in NE 15."""
    state = own_turn.state.with_army(HARKONNEN, NE_15, Army(regular=3))
    state = state.with_army(ATREIDES, GARA_KULON, Army(regular=3, special=2, generic=1, named=("stilgar",)))
    own_turn.arrange(CorrectBoard(replace(state, cards=replace(state.cards, hand=0), reinforcements=0)))
    own_turn.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY), Attack(ATREIDES, GARA_KULON, NE_15))
    return own_turn


@pytest.mark.rule("BATTLE-2")
def test_BATTLE_2_the_sietch_and_the_tokens_are_turned_first(under_attack: Seat) -> None:
    assert under_attack.title() == "Reveal the sietch token of Gara Kulon. Which rank?"
    under_attack.done("reveal-sietch", rank=1)
    assert under_attack.title() == "Reveal the tokens in Gara Kulon. What do they show?"
    under_attack.done("tokens", regular=1, special=1)
    assert under_attack.state.army(ATREIDES, GARA_KULON) == Army(regular=3, special=1, generic=1)
    assert stage(under_attack) is BattleStage.CARDS


@pytest.mark.rule("R-16")
def test_R_16_another_rank_than_entered_is_unusual(under_attack: Seat) -> None:
    under_attack.browser.post(
        f"{under_attack.home}/do/rank",
        {**under_attack.browser.fields(under_attack.step), "area": "gara_kulon", "rank": "3"},
    )
    assert "It shows rank 3" in under_attack.main()
    answer = under_attack.do("reveal-sietch", rank=1)
    assert answer.status_code == 422
    assert "R-16" in answer.text
    assert "record it anyway" in answer.text


def test_a_whole_defence_is_played_by_taps(under_attack: Seat) -> None:
    under_attack.done("reveal-sietch", rank=1)
    under_attack.done("tokens", regular=1)
    text = under_attack.main()
    assert "4 units =" in text
    assert "3 units + rank 1 =" in text
    dice(under_attack, attacker__hit=3, attacker__special=1, defender__hit=2, defender__shield=1, defender__special=1)
    assert under_attack.title() == "Choose your 3 casualties"
    main = under_attack.main()
    assert "Harkonnen take 3 hits" in main
    assert "1 elite to regular" in main
    form = under_attack.form("hits")
    assert [value for name, value in form.values() if name == "removed"].count("naib") == 1
    under_attack.done("hits")
    assert stage(under_attack) is BattleStage.RETREAT
    retreat = next(link for link in under_attack.links() if "to=" in link)
    under_attack.done("battle-retreat", retreat)
    assert stage(under_attack) is None
    assert under_attack.state.sietch(GARA_KULON) is None


@pytest.mark.rule("BATTLE-4")
def test_BATTLE_4_too_few_dice_are_refused_and_nothing_changes(own_attack: Seat) -> None:
    before = own_attack.seq
    answer = own_attack.do("battle-dice", attacker__hit=1)
    assert answer.status_code == 422
    assert "BATTLE-4" in answer.text
    assert own_attack.seq == before


def test_the_app_rolls_a_battle(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="quick", dice="app")
    seat.done("vehicles")
    while not isinstance(seat.top(), TurnFrame):
        seat.done("atreides-dice", leadership=1, strategy=1, mentat=1, house=1)
    state = seat.state.with_army(HARKONNEN, NE_15, Army(regular=3))
    seat.arrange(CorrectBoard(state.with_army(ATREIDES, GARA_KULON, Army(regular=3, special=2))))
    seat.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY), Attack(ATREIDES, GARA_KULON, NE_15))
    assert stage(seat) in (BattleStage.CARDS, BattleStage.ROLL)
    seat.done("battle-dice", by="app")
    assert stage(seat) not in (BattleStage.CARDS, BattleStage.ROLL)


@pytest.mark.rule("BATTLE-5")
def test_BATTLE_5_the_better_leader_is_chosen_already(own_attack: Seat) -> None:
    dice(own_attack, attacker__hit=4, attacker__special=1, defender__shield=3)
    assert stage(own_attack) is BattleStage.LEADERS
    assert [value for name, value in own_attack.form("battle-leaders").values() if name == "leaders"] == ["stilgar"]
    own_attack.done("battle-leaders")
    assert stage(own_attack) is not BattleStage.LEADERS


@pytest.mark.rule("BATTLE-8")
def test_BATTLE_8_the_attacker_goes_on_or_ceases(own_attack: Seat) -> None:
    dice(own_attack, attacker__shield=5, defender__shield=3)
    assert own_attack.form("battle-continue").offers("how") == ["on", "stop"]
    nonsense = own_attack.do("battle-continue", how="perhaps")
    assert nonsense.status_code == 400
    own_attack.done("battle-continue", how="on")
    assert stage(own_attack) is BattleStage.ROLL
    dice(own_attack, attacker__shield=5, defender__shield=3)
    own_attack.done("battle-continue", how="stop")
    assert stage(own_attack) is None


@pytest.mark.rule("BATTLE-11")
def test_BATTLE_11_the_winner_moves_in_or_stays(own_attack: Seat) -> None:
    dice(own_attack, attacker__hit=5, defender__hit=3)
    while stage(own_attack) is BattleStage.CASUALTIES:
        own_attack.done("hits" if "hits" in [form.deed for form in own_attack.forms()] else "order")
    assert stage(own_attack) is BattleStage.ADVANCE
    own_attack.done("battle-advance", move_in=1)
    assert own_attack.state.army(ATREIDES, NE_15)


@pytest.mark.rule("BATTLE-7")
def test_BATTLE_7_a_wrong_number_or_figure_changes_nothing(under_attack: Seat) -> None:
    under_attack.done("reveal-sietch", rank=1)
    under_attack.done("tokens", regular=1)
    dice(under_attack, attacker__hit=4, defender__shield=1, defender__special=3)
    before = under_attack.seq
    few = under_attack.do("hits", removed=["regular"])
    assert few.status_code == 422
    assert "BATTLE-7" in few.text
    strange = under_attack.do("hits", removed=["dragon"])
    assert strange.status_code == 400
    assert "<code>removed</code>" in strange.text
    assert under_attack.seq == before
