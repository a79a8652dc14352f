"""What each planning card of the simulated Atreides is worth: the position decides, by the reason that is named."""

from typing import Any

import pytest

from companion.content import CARDS
from companion.content.steps import Place
from companion.content.terms import Marker, Result
from companion.frozen import replace
from companion.rules import commands as c
from companion.rules.actions import OtherAction
from companion.rules.army import Army
from companion.rules.frames import ActionFrame, AtreidesCardFrame, TurnFrame
from companion.rules.state import ATREIDES
from solo_bot.simulation import planning as p
from solo_bot.simulation.atreides import with_cards
from solo_bot.simulation.card_steps import HARMLESS, action_of_card, step_ideas
from solo_bot.simulation.marches import EXPOSED, HUNT, strike
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.planning import best_card, card_worth, place_at, placed, pushed, rescued, shifts, shot, worm_at
from solo_bot.simulation.temper import SCRIPT
from solo_bot.simulation.thoughts import Thoughts, thoughts_of
from tests.solo_bot.planner.small import AREA, NAME, world
from tests.solo_bot.small import Document, a, h

QUIET: Any = {"stations": [], "settlements": []}


def think(*legions: Document, hand: tuple[str, ...] = (), **more: Any) -> Thoughts:
    state, truth = world(*legions, **{**QUIET, **more})
    truth.hand.cards = list(hand)
    return thoughts_of(replace(state, cards=replace(state.cards, hand=len(hand))), truth)


def worth(card: str, *legions: Document, **more: Any) -> float:
    return card_worth(think(*legions, **more), card)


# Figures that come somewhere.


def test_figures_are_worth_more_where_they_save_a_sietch() -> None:
    two = Army(special=2, generic=1)
    calm = placed(think(a("windgap", regular=1)), two, AREA["windgap"])
    assert calm == pytest.approx(2 * p.UNIT + p.LEADER)
    saved = placed(think(a("windgap", regular=1), h("csw_2", regular=3)), two, AREA["windgap"])
    assert saved == pytest.approx(calm + SCRIPT.saved * 2)
    later = placed(think(a("windgap", regular=1), h("wind_pass", regular=3)), two, AREA["windgap"])
    assert later == pytest.approx(calm + SCRIPT.saved * 2 * p.FROM_AFAR)
    lost = placed(think(a("windgap", regular=1), h("csw_2", regular=6)), two, AREA["windgap"])
    assert lost == pytest.approx(calm + SCRIPT.hopeless * 0.5)


def test_no_more_come_than_have_room() -> None:
    assert placed(think(a("windgap", regular=5)), Army(regular=3), AREA["windgap"]) == pytest.approx(p.UNIT)


def test_in_the_open_they_are_a_decoy_or_at_risk() -> None:
    enemy = h("csw_2", regular=6)
    decoy = placed(think(enemy, a("windgap", regular=6)), Army(regular=1), AREA["csw_1"])
    assert decoy == pytest.approx(p.UNIT + SCRIPT.decoy)
    in_vain = placed(think(enemy, a("windgap", regular=1)), Army(regular=1), AREA["csw_1"])
    assert in_vain == pytest.approx(p.UNIT + SCRIPT.decoy * 0.1)
    many = placed(think(enemy, a("windgap", regular=6)), Army(regular=4), AREA["csw_1"])
    assert many == pytest.approx(4 * p.UNIT - EXPOSED * 4)


def test_beside_a_station_or_where_a_card_wants_them_they_are_worth_more() -> None:
    one = Army(regular=1)
    assert placed(think(), one, AREA["csw_1"]) == pytest.approx(p.UNIT)
    station = think(stations=["cnw_4"])
    assert placed(station, one, AREA["csw_1"]) == pytest.approx(p.UNIT + p.STATION_NEAR)
    assert placed(station, one, AREA["csw_3"]) == pytest.approx(p.UNIT), "two steps away"
    others = [a(area, regular=1) for area in ("se_5", "pasty_mesa")]
    card = think(*others, revealed=("dew_collectors",))
    assert placed(card, one, AREA["arrakeen"]) == pytest.approx(p.UNIT + SCRIPT.want * 2 + 0.5 * 2)


def test_where_they_make_a_host_they_hunt() -> None:
    prey: Any = {"settlements": ["north_pole"]}
    host = think(a("csw_4", regular=4), **prey)
    more = placed(host, Army(regular=2), AREA["csw_4"])
    assert more == pytest.approx(2 * p.UNIT + HUNT / 2 * SCRIPT.settlement * SCRIPT.fading)
    assert placed(think(a("csw_4", regular=2), **prey), Army(regular=2), AREA["csw_4"]) == pytest.approx(2 * p.UNIT)


# Cards by their steps.


def test_a_card_without_anything_to_do_is_worth_nothing_but_what_it_draws() -> None:
    assert worth("fear_is_the_mind_killer") == 0
    assert worth("tested_with_the_gom_jabbar") == pytest.approx(2 * SCRIPT.drawn)
    assert worth("kitab_al_ibar", a("windgap", regular=1)) == 0


def test_a_shift_of_markers_is_worth_each_step_that_it_opens() -> None:
    keys: Any = {"objective": (2, 5, 0), "prescience": {"kwisatz_haderach": 4, "sand_dwellers": 2, "jihad": 1}}
    assert worth("alam_al_mithal", **keys) == pytest.approx(p.A_STEP * 2 + 2 * SCRIPT.drawn)
    found = shifts(think(**keys).outlook.state)
    assert [(gain, one.lowered, one.raised, one.count) for gain, one in found] == [
        (2, Marker.KWISATZ_HADERACH, Marker.SAND_DWELLERS, 2),
        (1, Marker.JIHAD, Marker.SAND_DWELLERS, 1),
    ]
    assert shifts(think(objective=(9, 9, 9)).outlook.state) == []


def test_new_prescience_cards_are_wanted_when_none_that_lies_there_is_promising() -> None:
    def exchanged(*cards: str, dice: int = 2) -> float:
        state, truth = world(revealed=cards, **QUIET)
        state = replace(state, atreides_results=(Result.MENTAT,) * dice)
        return card_worth(thoughts_of(state, truth), "adab_the_demanding_memory")

    assert exchanged("dew_collectors", "wind_traps") == pytest.approx(2 * p.NEW_PRESCIENCE * p.A_STEP)
    assert exchanged("dew_collectors", "water_of_life") == 0
    assert exchanged("dew_collectors", dice=1) == 0
    assert worth("adab_the_demanding_memory", revealed=("dew_collectors",)) == 0, "no dice were rolled yet"


def test_what_the_opponent_discards_is_worth_something_while_it_has_any() -> None:
    assert worth("the_voice", reinforcements=2) == pytest.approx(p.REINFORCEMENT)
    assert worth("the_voice", reinforcements=0) == 0


def test_who_joins_a_legion_may_attack_from_there_and_from_nowhere_else() -> None:
    legions = a("csw_1", regular=5), a("se_1", regular=1), h("csw_2", regular=1)
    thoughts = think(*legions, ranks={"tasmin_sink": 1})
    step, figures = (
        next(one for one in CARDS["voice_from_the_outer_world"].steps if isinstance(one, Place)),
        Army(special=1),
    )
    there, elsewhere = AREA["csw_1"], AREA["se_1"]
    assert place_at(thoughts, step, figures, elsewhere) == placed(thoughts, figures, elsewhere)
    attack = strike(thoughts.outlook, Army(regular=5, special=1), AREA["csw_2"], surprise=True)
    assert attack is not None
    assert place_at(thoughts, step, figures, there) == pytest.approx(placed(thoughts, figures, there) + attack)


def test_a_worm_is_worth_what_it_can_attack_from_where_it_comes() -> None:
    found = think(h("ne_4", regular=6), a("ne_3", regular=1)).outlook
    four = worm_at(found, AREA["ne_1"])
    assert four == pytest.approx(4 * 4 / 6)
    assert worm_at(found, AREA["ne_1"], 6) == pytest.approx(four * 1.5)
    assert worm_at(found, AREA["sw_1"]) == 0
    thumped = worth("thumpers", h("ne_4", regular=6), a("ne_3", regular=1))
    assert thumped == pytest.approx(p.WILD_MAKER * four * 2)
    full = ["sw_1", "se_2", "se_4", "nw_1"]
    assert worth("thumpers", h("ne_4", regular=6), a("ne_3", regular=1), sandworms=full) == 0
    assert worth("shai_hulud", h("ne_4", regular=6)) == pytest.approx(p.WILD_MAKER * four * 1.5)


def test_a_sietch_is_carried_off_from_a_danger_to_where_none_is() -> None:
    found = think(a("windgap", regular=1), h("csw_2", regular=6))
    assert rescued(found, AREA["windgap"], AREA["se_4"]) == pytest.approx(SCRIPT.saved * 2 * p.CARRIED_OFF)
    assert rescued(found, AREA["windgap"], AREA["csw_1"]) == 0, "he stands beside it there too"
    assert rescued(think(a("windgap", regular=6), h("csw_2", regular=6)), AREA["windgap"], AREA["se_4"]) == 0


def test_who_menaces_a_sietch_is_pushed_to_where_he_menaces_less() -> None:
    ranks = {"windgap": 3, "tasmin_sink": 1}
    found = think(h("csw_2", regular=4), a("windgap", regular=1), a("tasmin_sink", regular=1), ranks=ranks)
    away = pushed(found, AREA["csw_2"], AREA["cnw_4"])
    assert away == pytest.approx(SCRIPT.saved * p.CARRIED_OFF * 3)
    assert pushed(found, AREA["csw_2"], AREA["se_1"]) == pytest.approx(SCRIPT.saved * p.CARRIED_OFF * 2)
    assert pushed(found, AREA["csw_2"], AREA["csw_3"]) == 0
    assert worth("sandtides", h("csw_4", regular=4), a("windgap", regular=5)) <= p.MOST_OF_DESERT_POWER


def test_shots_hit_two_at_most_more_of_who_menaces_a_sietch() -> None:
    found = think(h("csw_2", regular=4), h("cne_1", regular=1), h("cne_2", elite=1), a("windgap", regular=1)).outlook
    assert shot(found, AREA["csw_2"]) == pytest.approx(2 * (1 + 0.4 * 2))
    assert shot(found, AREA["cne_1"]) == 1
    assert shot(found, AREA["cne_2"]) == 2
    legions = h("csw_2", regular=4), a("windgap", regular=1)
    assert worth("captured_ornithopter", *legions) == 0, "there is none to capture"
    assert worth("captured_ornithopter", *legions, ornithopters=["az_ne"]) == pytest.approx(3.6)


@pytest.mark.rule("STORM-1")
def test_STORM_1_a_storm_spares_mountains_and_settlements() -> None:
    open_desert = worth("grandmother_of_a_storm", h("ne_4", regular=4))
    assert open_desert == pytest.approx(2 * 4 / 6)
    assert worth("grandmother_of_a_storm", h("cne_1", regular=4)) == 0
    assert worth("grandmother_of_a_storm", h("arsunt", regular=4), settlements=["arsunt"]) == 0
    assert worth("grandmother_of_a_storm", h("arsunt", regular=4)) == pytest.approx(2 * 3 / 6)


def test_a_token_of_a_card_saves_a_threatened_sietch() -> None:
    legions = a("windgap", regular=1), h("csw_2", regular=2)
    saved = worth("cielagos_piping_message", *legions)
    assert saved == pytest.approx(SCRIPT.drawn + p.UNIT * 2 + SCRIPT.saved * 2)
    assert worth("cielagos_piping_message", *legions, atreides={"tokens": 0}) == pytest.approx(SCRIPT.drawn)


def test_a_result_is_chosen_for_them_rather_when_a_sietch_can_be_attacked() -> None:
    calm, danger = (worth("truthtrance", a("windgap", regular=size), h("csw_2", regular=3)) for size in (4, 1))
    assert danger - calm == pytest.approx(p.CHOSEN_IN_DANGER - p.CHOSEN)


def test_Desert_Power_of_a_card_is_worth_little_more_than_what_there_is_without() -> None:
    assert worth("usul") == pytest.approx(p.MOST_OF_DESERT_POWER)


def test_moves_of_a_card_are_those_of_the_legions_that_it_names() -> None:
    station: Any = {"stations": ["cnw_4"]}
    assert worth("stillsuits", a("csw_1", regular=1), **station) == pytest.approx(SCRIPT.station), "it stands on desert"
    assert worth("stillsuits", a("csw_2", regular=1), **station) == 0
    assert worth("war_plan", a("csw_2", regular=1), **station) == pytest.approx(SCRIPT.station)
    assert worth("battle_language", a("csw_2", regular=1), **station) == 0, "only with a leader"
    assert worth("battle_language", a("csw_2", regular=1, generic=1), **station) == pytest.approx(SCRIPT.station)


# Which card, and how.


def test_the_best_card_is_what_it_is_worth_more_than_in_the_hand() -> None:
    station: Any = {"stations": ["cnw_4"]}
    found = think(a("csw_2", regular=1), hand=("tested_with_the_gom_jabbar", "war_plan"), **station)
    best, card = best_card(found)
    assert (round(best, 6), card) == (round(SCRIPT.station - p.KEPT, 6), "war_plan")
    assert best_card(found, but="war_plan")[1] in ("tested_with_the_gom_jabbar", "")
    assert best_card(think()) == (0.0, "")
    chained = think(a("csw_2", regular=1), hand=("usul", "war_plan"), **station)
    assert card_worth(chained, "usul") == pytest.approx(p.MOST_OF_DESERT_POWER + SCRIPT.station - p.KEPT)
    assert card_worth(chained, "usul", chained=True) == pytest.approx(p.MOST_OF_DESERT_POWER)


def test_a_card_comes_before_the_dice_that_are_worth_less() -> None:
    found = think(a("csw_2", regular=1), hand=("war_plan",), stations=["cnw_4"])
    die = c.SpendDie(Result.MENTAT, Result.MENTAT)
    card = c.PlayAtreidesCard(Result.MENTAT, "war_plan")
    assert [use for _, use in with_cards(found, [(0.7, die)], Result.MENTAT)] == [card, die]
    assert [use for _, use in with_cards(found, [(7.0, die)], Result.MENTAT)] == [die, card]
    assert with_cards(think(), [(0.7, die)], Result.MENTAT) == [(0.7, die)]


def steps(card: str, *legions: Document, step: int = 0, branch: tuple[bool, ...] = (), **more: Any) -> list[c.Command]:
    """How a step of a card might be carried out, the best first."""
    frame = AtreidesCardFrame(card, branch, step)
    state, truth = world(*legions, **{**QUIET, **more})
    state = replace(state, frames=(TurnFrame(ATREIDES, acted=True), frame))
    return list(step_ideas(thoughts_of(state, truth), frame))


def test_a_step_is_carried_out_where_it_is_worth_most_and_left_last() -> None:
    *ways, last = steps(
        "chatt_the_leaper", a("windgap", regular=1), h("csw_2", regular=3), ranks={"windgap": 2, "tasmin_sink": 3}
    )
    assert last == c.SkipStep()
    best = ways[0]
    assert isinstance(best, c.CarryOutStep)
    assert NAME[best.area or 0] == "windgap"


def test_the_harmless_results_are_forced_first() -> None:
    found = steps("truthtrance")
    forced = [one.result for one in found if isinstance(one, c.ChooseHarkonnenResult)]
    assert forced == [result for result in HARMLESS if result in forced]
    assert forced[0] is Result.HOUSE


def test_what_is_only_done_or_not_is_done() -> None:
    assert steps("kitab_al_ibar", a("windgap", regular=1)) == [c.SkipStep()], "no sietch is in danger"
    carried = steps("kitab_al_ibar", a("windgap", regular=1), h("csw_2", regular=3))
    assert isinstance(carried[0], c.CarryOutStep)
    assert carried[0].area == AREA["windgap"]
    assert steps("the_voice") == [c.CarryOutStep(), c.SkipStep()]
    assert steps("adab_the_demanding_memory", revealed=("dew_collectors",))[0] == c.CarryOutStep(count=1)
    assert steps("usul") == [c.UseDesertPower("wormsigns"), c.SkipStep()]
    assert steps("chatt_the_leaper", step=1) == [c.SkipStep()]
    assert steps("truthtrance", step=1)[-2:] == [c.CarryOutStep(), c.SkipStep()]


def test_the_action_of_a_card_is_for_the_legion_that_it_names() -> None:
    legions = a("csw_2", regular=1), a("nw_7", regular=1)
    thoughts = think(*legions, stations=["cnw_4"], harvesters=["nw_4"])
    frame = ActionFrame(ATREIDES, OtherAction.CARD_STEP, moves=1)
    sources = {one.source for one in action_of_card(thoughts, frame) if isinstance(one, c.MoveLegion)}
    assert sources == {AREA["csw_2"], AREA["nw_7"]}
    only = replace(frame, only=AREA["nw_7"])
    assert {one.source for one in action_of_card(thoughts, only) if isinstance(one, c.MoveLegion)} == {AREA["nw_7"]}
    assert list(action_of_card(thoughts, replace(frame, moves=0))) == []


def test_a_card_attacks_by_surprise_and_the_worthier_of_attack_and_move_comes_first() -> None:
    """Without the surprise nobody would attack."""
    legions = a("csw_1", regular=3, generic=1), h("csw_2", regular=4)
    thoughts = think(*legions, ranks={"tasmin_sink": 1}, stations=["cnw_4"])
    assert thoughts.marches(leaders_only=False).attacks(surprise=False) == []
    frame = ActionFrame(ATREIDES, OtherAction.CARD_STEP, moves=1, attack=True)
    found = list(action_of_card(thoughts, frame))
    assert c.Attack(ATREIDES, AREA["csw_1"], AREA["csw_2"]) in found
    assert isinstance(found[0], c.MoveLegion), "a station is worth more than three units"
    assert not any(isinstance(one, c.Attack) for one in action_of_card(thoughts, replace(frame, attack=False)))


def test_thoughts_are_of_one_outlook() -> None:
    thoughts = think(a("csw_2", regular=1))
    assert isinstance(thoughts.outlook, Outlook)
    assert thoughts.marches(leaders_only=True).leaders_only
    assert not thoughts.marches(leaders_only=False).leaders_only
    assert thoughts.attack_ways == ()
