"""Who decides what a battle waits for, who may act freely, and what the open conditions of prescience count."""

from dataclasses import replace
from typing import Any

import pytest

from companion.content.terms import Deck, Faction, Result
from companion.rules import Army, Rules, State
from companion.rules.ask.battles import continuing_costs_a_hit, open_hits, player_decides_advance
from companion.rules.ask.claims import free_action_open
from companion.rules.ask.deciding import battle_decider
from companion.rules.ask.prescience_conditions import met
from companion.rules.ask.rounds import next_deck
from companion.rules.ask.tokens import facedown
from companion.rules.ask.truthtrance import results_to_choose
from companion.rules.frames import BattleFrame, BattleStage, EndFrame, EndStage, Roll, Side, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Sietch
from tests.rules.flow.table import area, position

TURN = TurnFrame(HARKONNEN, acted=True, spent_die=True)
BATTLE = BattleFrame(HARKONNEN, area("ne_14"), area("gara_kulon"))


def fight(mode: Mode = Mode.SOLO, **changes: Any) -> tuple[State, BattleFrame]:
    frame = replace(BATTLE, **changes)
    legions: tuple[Any, Any] = ({"ne_14": Army(regular=2, generic=1)}, {"gara_kulon": Army(regular=2, generic=1)})
    if frame.attacker is ATREIDES:
        legions = {"gara_kulon": Army(regular=2)}, {"ne_14": Army(regular=2)}
    state = position(*legions, TURN, frame, mode=mode, sietches=(Sietch(area("gara_kulon"), 2, revealed=True),))
    return state, frame


def decider(mode: Mode = Mode.SOLO, **changes: Any) -> Faction | None:
    return battle_decider(*fight(mode, **changes))


@pytest.mark.rule("BATTLE-7", "BATTLE-8")
def test_BATTLE_7_the_attacker_takes_hits_first_then_decides() -> None:
    stage = BattleStage.CASUALTIES
    assert decider(stage=stage, sides=(Side(hits=1), Side(hits=1))) is HARKONNEN
    assert decider(stage=stage, sides=(Side(), Side(hits=1))) is ATREIDES
    for stage in (BattleStage.CONTINUE, BattleStage.ADVANCE):
        assert decider(stage=stage) is ATREIDES
        assert decider(Mode.DUEL, stage=stage) is HARKONNEN
        assert decider(Mode.DUEL, stage=stage, attacker=ATREIDES) is ATREIDES


@pytest.mark.rule("R-49")
def test_R_49_the_defender_says_whether_his_opponent_where() -> None:
    assert decider(stage=BattleStage.RETREAT) is ATREIDES
    assert decider(Mode.DUEL, stage=BattleStage.RETREAT, attacker=ATREIDES) is HARKONNEN
    assert decider(stage=BattleStage.DESTINATION) is ATREIDES
    assert decider(Mode.DUEL, stage=BattleStage.DESTINATION) is HARKONNEN
    assert decider(stage=BattleStage.DESTINATION, attacker=ATREIDES) is ATREIDES


@pytest.mark.rule("BATTLE-3", "BATTLE-5", "BATTLE-4")
def test_BATTLE_3_sides_are_asked_one_after_the_other_the_dice_of_nobody() -> None:
    cards, leaders = BattleStage.CARDS, BattleStage.LEADERS
    assert decider(Mode.DUEL, stage=cards) is HARKONNEN
    assert decider(Mode.DUEL, stage=cards, sides=(Side(0), Side())) is ATREIDES
    assert decider(Mode.DUEL, stage=cards, sides=(Side(0), Side(0))) is None
    roll = Roll(1, 0, 1)
    assert decider(Mode.DUEL, stage=leaders, sides=(Side(0, roll), Side(0, roll))) is HARKONNEN
    assert decider(Mode.DUEL, stage=leaders, sides=(Side(0, roll, ("bashar",)), Side(0, roll))) is ATREIDES
    assert decider(Mode.DUEL, stage=leaders, sides=(Side(0, roll, ()), Side(0, roll, ()))) is None
    assert decider(stage=BattleStage.ROLL) is None


@pytest.mark.rule("BATTLE-2")
def test_BATTLE_2_a_sietch_is_turned_by_its_owner_then_tokens_by_theirs() -> None:
    state, frame = fight(stage=BattleStage.REVEAL)
    hidden = replace(state, sietches=(Sietch(area("gara_kulon")),))
    assert battle_decider(hidden, frame) is ATREIDES
    tokens = state.with_army(HARKONNEN, area("ne_14"), Army(tokens=2))
    assert battle_decider(tokens, frame) is HARKONNEN
    assert battle_decider(state.with_army(ATREIDES, area("gara_kulon"), Army(tokens=1)), frame) is ATREIDES


@pytest.mark.rule("BATTLE-7")
def test_BATTLE_7_hits_are_open_for_who_has_units_left() -> None:
    state, frame = fight(stage=BattleStage.CASUALTIES, sides=(Side(hits=1), Side(hits=2)))
    first = open_hits(state)
    assert first is not None
    assert first[:3] == (HARKONNEN, area("ne_14"), 1)
    second = open_hits(replace(state, frames=(TURN, replace(frame, sides=(Side(), Side(hits=2))))))
    assert second is not None
    assert second[:3] == (ATREIDES, area("gara_kulon"), 2)
    gone = open_hits(state.take_army(HARKONNEN, area("ne_14"), Army(regular=2, generic=1)))
    assert gone is not None
    assert gone[0] is ATREIDES
    assert open_hits(replace(state, frames=(TURN,))) is None


@pytest.mark.rule("R-18", "BATTLE-8")
def test_R_18_the_player_says_whether_the_harkonnen_advance_where_the_table_reads_it_so() -> None:
    there = area("ne_13")
    reading = Rules(advance_player_decides=True)
    state, frame = fight(area=there)
    assert player_decides_advance(replace(state, rules=reading), frame)
    assert not player_decides_advance(state, frame)
    assert not player_decides_advance(replace(state, rules=replace(reading, first_printing=True)), frame)
    assert not player_decides_advance(replace(state, rules=reading, mode=Mode.DUEL), frame)
    assert not player_decides_advance(replace(state, rules=reading), replace(frame, area=area("gara_kulon")))
    assert not player_decides_advance(replace(state, rules=reading), replace(frame, attacker=ATREIDES))


@pytest.mark.rule("BATTLE-8", "MAHDI-BATTLE-3")
def test_BATTLE_8_going_on_against_a_settlement_costs_a_hit() -> None:
    state, frame = fight(Mode.DUEL)
    assert continuing_costs_a_hit(state, frame)
    assert not continuing_costs_a_hit(state, replace(frame, free_continue=True))
    assert not continuing_costs_a_hit(state, replace(frame, area=area("ne_13")))
    assert not continuing_costs_a_hit(replace(state, mode=Mode.SOLO), frame)


@pytest.mark.rule("FREE-0", "FREE-2")
def test_FREE_2_the_solo_opponent_takes_no_free_action() -> None:
    own, theirs = (position({}, {}, TurnFrame(side)) for side in (ATREIDES, HARKONNEN))
    assert free_action_open(own)
    assert not free_action_open(theirs)
    assert free_action_open(replace(theirs, mode=Mode.DUEL))
    assert free_action_open(replace(own, mode=Mode.DUEL))
    assert not free_action_open(position({}, {}, EndFrame(EndStage.CLAIMS), mode=Mode.DUEL))


@pytest.mark.rule("MAHDI-REVEAL-1")
def test_facedown_are_sietches_and_tokens_of_atreides() -> None:
    sietches = (Sietch(area("gara_kulon")), Sietch(area("windgap"), 2, revealed=True))
    state = position(
        {"carthag": Army(tokens=2)}, {"ne_13": Army(tokens=1), "windgap": Army(regular=1)}, sietches=sietches
    )
    found = {name: facedown(state, area(name)) for name in ("gara_kulon", "windgap", "ne_13", "carthag", "ne_14")}
    assert found == {"gara_kulon": True, "windgap": False, "ne_13": True, "carthag": False, "ne_14": False}


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_what_may_be_chosen() -> None:
    duel = position({}, {}, mode=Mode.DUEL)
    assert results_to_choose(duel) == ()
    assert results_to_choose(replace(duel, harkonnen_results=(Result.HOUSE, Result.MENTAT))) == (
        Result.MENTAT,
        Result.HOUSE,
    )
    solo = position({}, {}, harkonnen_spent=(Result.HOUSE,) * 2 + (Result.MENTAT,) * 2)
    assert Result.HOUSE not in results_to_choose(solo)
    assert Result.MENTAT in results_to_choose(solo)
    three = replace(solo, harkonnen_spent=(Result.HOUSE,) + (Result.MENTAT,) * 3)
    assert Result.HOUSE in results_to_choose(three)
    assert Result.MENTAT not in results_to_choose(three)


@pytest.mark.rule("MAHDI-CARD-1")
def test_MAHDI_CARD_1_the_next_card_is_of_the_other_deck() -> None:
    state = position()
    assert next_deck(replace(state, discard_top=None)) is Deck.HOUSE_HARKONNEN
    assert next_deck(replace(state, discard_top=Deck.HOUSE_HARKONNEN)) is Deck.CORRINO_ALLY
    assert next_deck(replace(state, discard_top=Deck.CORRINO_ALLY)) is Deck.HOUSE_HARKONNEN


PAUL, JESSICA = Army(regular=1, named=("paul_atreides",)), Army(regular=1, named=("lady_jessica",))
TOGETHER = Army(regular=1, named=("lady_jessica", "paul_atreides"))


def condition(card: str, legions: dict[str, Army], *frames: Any) -> tuple[bool | None, Any]:
    found = met(position({}, legions, *frames, sietches=(Sietch(area("gara_kulon")), Sietch(area("windgap")))), card)
    return found.met, dict(found.facts)


@pytest.mark.rule("PRES-3")
def test_PRES_3_jessica_trains_paul_in_a_sietch() -> None:
    need = {"need": "paul_and_jessica_in_a_sietch", "needed": 2}
    where = CARDS["paul_and_jessica_in_a_sietch"]
    assert condition(where, {"gara_kulon": TOGETHER}) == (True, need | {"count": 2, "areas": ["gara_kulon"]})
    assert condition(where, {"ne_13": TOGETHER}) == (False, need | {"count": 2, "areas": ["ne_13"]})
    apart = {"gara_kulon": PAUL, "windgap": JESSICA}
    assert condition(where, apart) == (False, need | {"count": 2, "areas": ["gara_kulon", "windgap"]})
    assert condition(where, {"windgap": JESSICA}) == (False, need | {"count": 1, "areas": ["windgap"]})
    assert condition(where, {}) == (False, need | {"count": 0, "areas": []})


@pytest.mark.rule("PRES-3")
@pytest.mark.parametrize("need, field, needed", [("sietch_turned_with_paul", "sietches", 1),
                                                 ("tokens_turned_with_paul", "tokens", 2)])  # fmt: skip
def test_PRES_3_what_is_turned_in_the_area_of_paul(need: str, field: str, needed: int) -> None:
    card, here = CARDS[need], area("gara_kulon")
    for turned in range(4):
        frame = EndFrame(EndStage.CLAIMS, **{field: (here,) * turned + (area("windgap"),) * 2})
        facts = {"need": need, "needed": needed, "count": turned, "areas": ["gara_kulon"]}
        assert condition(card, {"gara_kulon": PAUL}, frame) == (turned >= needed, facts)
    nobody = {"need": need, "needed": needed, "count": 0, "areas": []}
    assert condition(card, {}, EndFrame(EndStage.CLAIMS, **{field: (here,) * 3})) == (False, nobody)
    assert condition(card, {"gara_kulon": PAUL}, TURN)[0] is False


def _cards_by_need() -> dict[str, str]:
    from companion.content import PRESCIENCE_CARDS

    state = position()
    return {str(met(state, card).facts.get("need")): card for card in PRESCIENCE_CARDS}


CARDS = _cards_by_need()
