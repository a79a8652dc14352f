"""Conditions of prescience cards, verified on the board (PRES-3)."""

from dataclasses import replace
from typing import Any

import pytest

from companion.content import PRESCIENCE_CARDS, ClaimPhase
from companion.content.terms import Result
from companion.rules import Army, State, check
from companion.rules.ask.prescience_conditions import CONDITIONS, met
from companion.rules.commands import ClaimPrescience, RevealSietch, RevealTokens
from companion.rules.frames import EndFrame, EndStage, TurnFrame
from companion.rules.refusal import Severity
from companion.rules.state import ATREIDES, HARKONNEN, MARKERS, Standing
from tests.rules.atreides_cards.table import area, army, codes, play
from tests.rules.flow.table import Legions, position

CLAIMS = EndFrame(EndStage.CLAIMS)
ONE = Army(regular=1)
PAUL, JESSICA = Army(regular=1, named=("paul_atreides",)), Army(regular=1, named=("lady_jessica",))
BOTH = Army(regular=1, named=("lady_jessica", "paul_atreides"))


def at(legions: Legions, **changes: Any) -> State:
    return position({}, legions, CLAIMS, **changes)


def claim(card: str) -> ClaimPrescience:
    gains = dict(PRESCIENCE_CARDS[card].gains or ())
    first, second, third = (gains.get(marker, 0) for marker in MARKERS)
    return ClaimPrescience((first, second, third), card=card)


def in_each(*areas: str) -> Legions:
    return dict.fromkeys(areas, ONE)


@pytest.mark.rule("PRES-3")
def test_PRES_3_the_8_cards_of_the_end_of_round_are_known() -> None:
    known = {card.id for card in PRESCIENCE_CARDS.values() if card.phase is ClaimPhase.END}
    assert len(known) == 8
    assert CONDITIONS.keys() == known | {"water_of_life"}
    assert CONDITIONS.keys() <= PRESCIENCE_CARDS.keys()
    assert met(State(), "southern_palmaries").met is None


MET = {
    "dew_collectors": in_each("cne_9", "csw_2", "se_5"),
    "wind_traps": in_each("cne_1", "cne_2", "cne_4"),
    "stunted_worms": in_each("cne_7", "harg_pass"),
    "desert_war": in_each("ne_11", "ne_12", "ne_1", "csw_3"),
    "water_discipline": {"ne_1": PAUL, "ne_2": JESSICA},
    "jessica_trains_paul": {"windgap": BOTH},
}
MISSED = {
    "dew_collectors": in_each("cne_9", "csw_2", "ne_11"),
    "wind_traps": in_each("cne_1", "cne_2", "cne_9"),
    "stunted_worms": in_each("cne_7", "cne_9"),
    # A sietch area does not count.
    "desert_war": in_each("ne_11", "ne_12", "ne_1", "windgap"),
    "water_discipline": {"ne_1": PAUL, "rock_outcroppings": JESSICA},
    "jessica_trains_paul": {"windgap": PAUL, "gara_kulon": JESSICA},
}


@pytest.mark.rule("PRES-3")
@pytest.mark.parametrize("card", MET)
def test_PRES_3_a_condition_that_is_met_is_claimed_without_a_warning(card: str) -> None:
    state = at(MET[card])
    assert met(state, card).met is True
    assert codes(state, claim(card)) == []
    after = play(state, claim(card))
    assert (after.cards.claimed, after.cards.revealed) == (1, 1)


@pytest.mark.rule("PRES-3")
@pytest.mark.parametrize("card", MISSED)
def test_PRES_3_a_condition_that_is_not_met_is_unusual_and_the_facts_are_told(card: str) -> None:
    state = at(MISSED[card])
    (reason,) = check(state, claim(card))
    assert (reason.code, reason.rule, reason.severity) == ("condition_not_met", "PRES-3", Severity.UNUSUAL)
    needed, count = reason.facts["needed"], reason.facts["count"]
    assert reason.facts["need"]
    if card != "jessica_trains_paul":
        assert isinstance(needed, int)
        assert count == needed - 1
    assert play(state, claim(card), anyway=True).cards.claimed == 1


@pytest.mark.rule("PRES-5")
def test_PRES_5_either_form_of_paul_and_jessica_will_do() -> None:
    late = Army(regular=1, named=("paul_muaddib", "reverend_mother_jessica"))
    state = at({"windgap": late})
    for old in ("paul_atreides", "lady_jessica"):
        state = state.with_leader(old, standing=Standing.REMOVED)
    assert codes(state, claim("jessica_trains_paul")) == []


@pytest.mark.rule("ATOM-1")
def test_ATOM_1_an_area_that_atomics_opened_is_desert_and_no_mountain() -> None:
    legions = in_each("splintered_rock", "cne_1", "cne_2")
    assert met(at(legions), "wind_traps").met is True
    opened = at(legions, atomics=area("splintered_rock"))
    assert met(opened, "wind_traps").met is False
    assert met(opened, "desert_war").facts["count"] == 1


@pytest.mark.rule("PRES-3", "MAHDI-REVEAL-1")
def test_PRES_3_call_paul_asks_to_turn_a_sietch_in_his_area() -> None:
    state = at({"windgap": PAUL, "gara_kulon": ONE})
    card = claim("call_paul_the_mahdi")
    assert codes(state, card) == [("PRES-3", "condition_not_met")]
    elsewhere = play(state, RevealSietch(area("gara_kulon"), 2))
    assert codes(elsewhere, card) == [("PRES-3", "condition_not_met")]
    turned = play(state, RevealSietch(area("windgap"), 2))
    assert turned.reinforcements == 1
    assert codes(turned, card) == []
    assert play(turned, card).prescience == (1, 0, 1)


@pytest.mark.rule("PRES-3", "MAHDI-REVEAL-1")
def test_PRES_3_the_lisan_al_gaib_asks_to_turn_2_tokens_in_the_area_of_paul() -> None:
    state = at({"windgap": Army(tokens=2, named=("paul_atreides",))})
    card = claim("lisan_al_gaib")
    one = play(state, RevealTokens(ATREIDES, area("windgap"), 1, Army(regular=1)))
    assert codes(one, card) == [("PRES-3", "condition_not_met")]
    both = play(one, RevealTokens(ATREIDES, area("windgap"), 1, Army(regular=2)))
    assert both.reinforcements == 2
    assert codes(both, card) == []


@pytest.mark.rule("PRES-3")
def test_PRES_3_at_most_2_claims_a_round() -> None:
    state = at(MET["dew_collectors"] | MET["stunted_worms"] | MET["wind_traps"], revealed=3)
    state = play(state, claim("dew_collectors"), claim("stunted_worms"))
    assert codes(state, claim("wind_traps")) == [("PRES-3", "too_many_claims")]


@pytest.mark.rule("PRES-3", "TANK-1")
def test_PRES_3_the_water_of_life_costs_a_die_and_sends_paul_to_the_tank() -> None:
    dice: dict[str, Any] = {"atreides_results": (Result.MENTAT,), "atreides_unused": 1}
    state = position({}, {"windgap": PAUL}, TurnFrame(ATREIDES), **dice)
    drink = ClaimPrescience((2, 0, 0), Result.MENTAT, "water_of_life")
    assert codes(state, replace(drink, die=None)) == [("PRES-3", "claim_needs_a_die")]
    watched = state.with_army(HARKONNEN, area("csw_3"), ONE)
    assert codes(watched, drink) == [("PRES-3", "condition_not_met")]
    after = play(state, drink)
    assert after.leader("paul_atreides").standing is Standing.TANK
    assert (army(after, "windgap"), after.prescience) == (ONE, (2, 0, 0))
