"""Why a plan is good: each reason with its facts, at the smallest position that has it and one that just has not."""

from typing import Any

import pytest

from companion.content.terms import Deck
from companion.frozen import replace
from companion.rules import commands as c
from companion.rules.army import Army
from companion.rules.frames import BattleFrame, BattleStage, Roll, Side
from companion.rules.state import ATREIDES, HARKONNEN, State
from solo_bot.planner.codes import Reason, ReasonCode
from solo_bot.planner.plans import Plan
from solo_bot.planner.reasons import ORDER, attack_chance, reasons
from solo_bot.simulation.truth import Truth
from tests.solo_bot.planner.small import AREA, world
from tests.solo_bot.small import Document, a, h

Code = ReasonCode
Told = tuple[Reason, ...]
"""Reasons, the weightiest first."""


def told(found: tuple[State, Truth], *given: c.Command, after: State | None = None) -> Told:
    """What speaks for ``given`` that lead to ``after``; nothing changes where that is left out."""
    state, truth = found
    return reasons(state, truth, Plan(given, state if after is None else after))


def only(reason: Reason | None) -> Told:
    return (Reason(Code.SIMULATED),) if reason is None else (reason,)


def moved(state: State, source: str, target: str, figures: Army | None = None) -> State:
    """The position after an Atreides legion, or ``figures`` of it, went to another area."""
    army = state.army(ATREIDES, AREA[source])
    assert army is not None
    left = None if figures is None else army - figures
    return state.with_army(ATREIDES, AREA[source], left).with_army(ATREIDES, AREA[target], figures or army)


def march(source: str, target: str, **figures: Any) -> c.MoveLegion:
    return c.MoveLegion(ATREIDES, AREA[source], AREA[target], Army(**figures))


# What each command says.


def attacked(surprise: bool, *legions: Document) -> Told:
    state, truth = world(*legions, stations=[])
    command = c.Attack(ATREIDES, AREA["wind_pass"], AREA["north_pole"])
    frame = BattleFrame(ATREIDES, command.source, command.target, surprise=surprise)
    return told((state, truth), command, after=replace(state, frames=(frame,)))


def test_an_attack_on_a_settlement_says_its_rank_and_how_likely_it_falls() -> None:
    found = attacked(False, a("wind_pass", regular=3), h("north_pole", regular=1))
    assert found == (Reason(Code.TAKES_SETTLEMENT, AREA["north_pole"], AREA["wind_pass"], found[0].chance, count=1),)
    surprised = attacked(True, a("wind_pass", regular=3, generic=1), h("north_pole", regular=2))
    plain = attacked(False, a("wind_pass", regular=3, generic=1), h("north_pole", regular=2))
    assert found[0].chance == 0.747
    assert surprised[0].chance is not None
    assert plain[0].chance is not None
    assert surprised[0].chance > plain[0].chance


def test_an_attack_on_a_legion_in_the_open_is_a_battle() -> None:
    found = world(a("csw_1", regular=3), h("csw_2", regular=1), stations=[])
    (reason,) = told(found, c.Attack(ATREIDES, AREA["csw_1"], AREA["csw_2"]))
    assert reason == Reason(Code.WINS_BATTLE, AREA["csw_2"], AREA["csw_1"], reason.chance)
    assert reason.chance == attack_chance(found[0], AREA["csw_1"], AREA["csw_2"], surprise=False)


def test_the_chance_of_an_attack_lies_between_what_tokens_leave_possible() -> None:
    state, _ = world(a("csw_1", regular=3), h("csw_2", regular=1), h("csw_3", tokens=1), a("windgap", regular=1))
    sure = attack_chance(state, AREA["csw_1"], AREA["csw_2"], surprise=False)
    back = attack_chance(state, AREA["csw_2"], AREA["csw_1"], surprise=False)
    assert sure is not None
    assert back is not None
    assert back < 0.5 < sure
    open_one = attack_chance(state, AREA["csw_3"], AREA["windgap"], surprise=False)
    assert open_one is not None
    assert 0 < open_one < 1
    assert open_one == round(open_one, 3)
    assert attack_chance(state, AREA["csw_1"], AREA["csw_3"], surprise=False) is None, "not beside it"


def test_who_comes_to_the_board_is_named_unless_it_is_a_naib() -> None:
    found = world(a("windgap", regular=1))
    brought = c.DeployToken(AREA["windgap"], "stilgar")
    assert told(found, brought) == only(Reason(Code.BRINGS_LEADER, AREA["windgap"], card="stilgar"))
    assert told(found, c.DeployToken(AREA["windgap"], "naib")) == only(None)
    assert told(found, c.DeployToken(AREA["windgap"], None)) == only(None)


def test_what_is_drawn_laid_and_sent() -> None:
    found = world(a("windgap", regular=1))
    decks = (Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY)
    assert told(found, c.DrawCards(decks)) == only(Reason(Code.DRAWS_CARDS, count=2))
    assert told(found, c.MoveWorm(AREA["ne_1"], AREA["ne_4"])) == only(
        Reason(Code.SENDS_WORM, AREA["ne_4"], AREA["ne_1"])
    )
    assert told(found, c.PlaceWormsign(AREA["ne_4"])) == only(Reason(Code.CALLS_WORMS, AREA["ne_4"]))
    assert told(found, c.EndTurn()) == only(None)


@pytest.mark.rule("WORM-8")
def test_a_worm_takes_spice_and_hits_as_many_as_its_dice_do_on_average() -> None:
    found = world(h("ne_1", regular=6), h("ne_4", regular=6), wild_maker="ne_2", sandworms=["ne_3"])
    on_deep = told(found, c.WormAttack(AREA["ne_3"], AREA["ne_1"]))
    on_desert = told(found, c.WormAttack(AREA["ne_2"], AREA["ne_4"]))
    assert on_deep == only(Reason(Code.WORM_STRIKES, AREA["ne_1"], AREA["ne_3"], count=3))
    assert on_desert == only(Reason(Code.WORM_STRIKES, AREA["ne_4"], AREA["ne_2"], count=4))


@pytest.mark.rule("SPICE-1")
@pytest.mark.parametrize(("area", "spice"), [("ne_1", 2), ("ne_4", 1)])
def test_a_harvester_in_deep_desert_is_twice_the_spice(area: str, spice: int) -> None:
    found = world(a("ne_3", regular=1), harvesters=["ne_1", "ne_4"], stations=[])
    reason = Reason(Code.DENIES_SPICE, AREA[area], count=spice)
    assert told(found, c.WormAttack(AREA["ne_3"], AREA[area])) == only(reason)
    assert told(found, march("ne_3", area, regular=1), after=moved(found[0], "ne_3", area)) == only(reason)


@pytest.mark.parametrize(
    ("card", "objective", "marker"),
    [
        ("desert_war", (0, 1, 2), "jihad"),
        ("desert_war", (0, 1, 0), "sand_dwellers"),
        ("stunted_worms", (1, 1, 6), "kwisatz_haderach"),
        ("dew_collectors", (7, 0, 6), None),
    ],
)
def test_a_claim_names_the_marker_that_gains_most(
    card: str, objective: tuple[int, int, int], marker: str | None
) -> None:
    found = world(revealed=(card,), objective=objective)
    claim = c.ClaimPrescience((0, 0, 0), card=card)
    assert told(found, claim) == only(Reason(Code.CLAIMS_PRESCIENCE, card=card, marker=marker))


def test_a_claim_of_an_unknown_card_or_one_for_a_die_names_no_marker() -> None:
    claim = c.ClaimPrescience((3, 0, 0), card="water_of_life")
    assert told(world(), claim) == only(Reason(Code.CLAIMS_PRESCIENCE, card="water_of_life"))
    assert told(world(), c.ClaimPrescience((3, 0, 0))) == only(None)


# In a battle.


def fighting(stage: BattleStage, attacker: int = ATREIDES) -> tuple[State, Truth]:
    side = Side(0, Roll(1), (), 0)
    own, other = (a("csw_1", regular=4), h("csw_2", regular=2))
    where = (AREA["csw_1"], AREA["csw_2"])
    source, area = where if attacker == ATREIDES else where[::-1]
    faction = ATREIDES if attacker == ATREIDES else HARKONNEN
    return world(own, other, frame=BattleFrame(faction, source, area, stage=stage, sides=(side, side)))


@pytest.mark.parametrize(
    ("given", "code", "stage", "attacker", "area"),
    [
        (c.ContinueAttack(), Code.FIGHTS_ON, BattleStage.CONTINUE, ATREIDES, "csw_2"),
        (c.CeaseAttack(), Code.BREAKS_OFF, BattleStage.CONTINUE, ATREIDES, "csw_2"),
        (c.DecideRetreat(False), Code.STANDS, BattleStage.RETREAT, HARKONNEN, "csw_1"),
        (c.DecideRetreat(True), Code.GIVES_WAY, BattleStage.RETREAT, HARKONNEN, "csw_1"),
    ],
)
def test_in_a_battle_the_chance_of_going_on_is_told(
    given: c.Command, code: ReasonCode, stage: BattleStage, attacker: int, area: str
) -> None:
    (reason,) = told(fighting(stage, attacker), given)
    assert reason == Reason(code, AREA[area], chance=reason.chance)
    assert reason.chance is not None
    assert reason.chance > 0.5
    assert told(fighting(BattleStage.ROLL, attacker), given) == only(None)
    assert told(world(), given) == only(None)


# Sietches.


def relieved(then: int, *, near: str = "csw_2") -> Told:
    """A sietch with one unit in the face of three, which then has so many."""
    state, truth = world(a("windgap", regular=1), h(near, regular=3), stations=[])
    return told((state, truth), c.EndTurn(), after=state.with_army(ATREIDES, AREA["windgap"], Army(regular=then)))


def test_a_sietch_is_saved_when_nobody_beside_it_is_stronger_any_more() -> None:
    found = relieved(3)
    assert found == only(Reason(Code.SAVES_SIETCH, AREA["windgap"], chance=found[0].chance))
    state, _ = world(a("windgap", regular=1), h("csw_2", regular=3), stations=[])
    assert found[0].chance == attack_chance(state, AREA["csw_2"], AREA["windgap"], surprise=False)
    assert found[0].chance is not None


def test_a_sietch_is_guarded_when_help_is_not_enough_or_the_danger_is_a_move_away() -> None:
    assert relieved(2) == only(Reason(Code.GUARDS_SIETCH, AREA["windgap"]))
    assert relieved(2, near="wind_pass") == only(Reason(Code.GUARDS_SIETCH, AREA["windgap"]))
    assert relieved(1) == only(None)
    assert relieved(4, near="north_pole") == only(None), "three areas away is no danger"


def test_a_sietch_that_fell_was_not_saved() -> None:
    state, truth = world(a("windgap", regular=1), h("csw_2", regular=3), stations=[])
    gone = replace(state.with_army(ATREIDES, AREA["windgap"], Army(regular=3)), sietches=())
    assert told((state, truth), c.EndTurn(), after=gone) == only(None)


# Prescience cards.


def standing(places: tuple[str, ...], more: str, **keys: Any) -> Told:
    """Legions on plateaus, of which one more comes; the card wants three."""
    state, truth = world(*(a(place, regular=1) for place in places), revealed=("dew_collectors",), stations=[], **keys)
    return told((state, truth), c.EndTurn(), after=state.with_army(ATREIDES, AREA[more], Army(regular=1)))


def test_a_card_is_met_or_neared_by_one_legion_more_where_it_asks_for_them() -> None:
    card: Any = {"card": "dew_collectors", "marker": "sand_dwellers"}
    met = standing(("pasty_mesa", "se_5"), "cne_9")
    assert met == only(Reason(Code.MEETS_PRESCIENCE, **card))
    assert standing(("pasty_mesa",), "cne_9") == only(Reason(Code.NEARS_PRESCIENCE, count=1, **card))
    assert standing((), "cne_9") == only(Reason(Code.NEARS_PRESCIENCE, count=2, **card))
    assert standing(("pasty_mesa", "se_5", "cne_9"), "arrakeen") == only(None), "it was met before"
    assert standing(("pasty_mesa",), "cse_4") == only(None), "no plateau"
    assert standing(("pasty_mesa", "se_5"), "cne_9", objective=(7, 0, 6)) == only(None), "nobody needs its steps"


def test_a_card_for_a_die_asks_for_no_legions() -> None:
    state, truth = world(revealed=("water_of_life", "call_paul_the_mahdi"))
    assert told((state, truth), c.EndTurn()) == only(None)


# Moves.


def stepped(source: str, target: str, figures: Army, *others: Document, **keys: Any) -> Told:
    state, truth = world(
        a(source, regular=figures.regular, elite=figures.elite, tokens=figures.tokens), *others, **keys
    )
    command = c.MoveLegion(ATREIDES, AREA[source], AREA[target], figures)
    return told((state, truth), command, after=moved(state, source, target))


def test_a_move_takes_a_station_or_comes_nearer_to_it() -> None:
    one, three = Army(regular=1), Army(regular=3)
    here: Any = {"stations": ["cnw_4"]}
    assert stepped("csw_1", "cnw_4", one, **here) == only(Reason(Code.TAKES_STATION, AREA["cnw_4"], AREA["csw_1"]))
    near = only(Reason(Code.NEARS_STATION, AREA["cnw_4"], AREA["csw_3"]))
    assert stepped("csw_3", "csw_2", one, **here) == near
    assert stepped("csw_3", "csw_2", Army(regular=2), **here) == near
    assert stepped("csw_3", "csw_2", three, **here) == only(None), "too many to send for a token"
    assert stepped("csw_3", "csw_4", one, **here) == only(None), "as far as before"


def test_a_legion_leaves_a_stronger_neighbour_for_where_it_has_none() -> None:
    enemy = h("csw_2", regular=3)
    safe = stepped("csw_1", "sw_3", Army(regular=2), enemy, stations=[])
    assert safe == only(Reason(Code.REACHES_SAFETY, AREA["sw_3"], AREA["csw_1"]))
    assert stepped("csw_1", "cnw_4", Army(regular=2), enemy, stations=[]) == only(None), "he stands beside it there too"
    assert stepped("csw_1", "sw_3", Army(regular=4), enemy, stations=[]) == only(None), "nobody was stronger"
    from_a_sietch = stepped("windgap", "csw_5", Army(regular=2), enemy, stations=[])
    assert from_a_sietch == only(None)


def test_a_lone_unit_beside_a_stronger_legion_draws_its_attack_while_no_sietch_can_be_attacked() -> None:
    enemy, watch = h("csw_2", regular=3), a("windgap", regular=5)
    decoy = only(Reason(Code.DECOY, AREA["csw_1"], AREA["sw_3"]))
    assert stepped("sw_3", "csw_1", Army(regular=1), enemy, watch, stations=[]) == decoy
    assert stepped("sw_3", "csw_1", Army(regular=2), enemy, watch, stations=[]) == only(None), (
        "two are too many to lose"
    )
    assert stepped("sw_3", "csw_1", Army(regular=1), enemy, a("windgap", regular=2), stations=[]) == only(None)
    assert stepped("csw_5", "windgap", Army(regular=1), enemy, stations=[])[0].code is not Code.DECOY


def test_a_host_threatens_the_settlement_that_it_comes_nearer_to() -> None:
    host = Army(regular=4, elite=2)
    empty: Any = {"settlements": ["north_pole", "arsunt"], "stations": [], "ranks": {"tasmin_sink": 1}}
    near = stepped("csw_5", "csw_4", host, **empty)
    assert near == only(Reason(Code.THREATENS_SETTLEMENT, AREA["north_pole"], AREA["csw_5"], count=1))
    assert stepped("csw_5", "csw_4", Army(regular=4), **empty) == only(None), "four are no host"
    assert stepped("csw_4", "csw_5", host, **empty) == only(None), "further away"


# All together.


def test_Desert_Power_costs_no_die() -> None:
    found = world(a("windgap", regular=1))
    spent = c.UseDesertPower("wormsigns")
    assert told(found, spent, c.PlaceWormsign(AREA["ne_4"])) == (
        Reason(Code.CALLS_WORMS, AREA["ne_4"]),
        Reason(Code.BETTER_TEMPO),
    )
    inside = fighting(BattleStage.ROLL)
    assert told(inside, spent) == only(None)


def test_the_weightiest_four_are_told_once_each() -> None:
    found = world(a("windgap", regular=1))
    given = (
        c.UseDesertPower("wormsigns"),
        c.DrawCards((Deck.FREMEN_ALLY,)),
        c.PlaceWormsign(AREA["ne_4"]),
        c.PlaceWormsign(AREA["ne_4"]),
        c.MoveWorm(AREA["ne_1"], AREA["ne_3"]),
        c.DeployToken(AREA["windgap"], "stilgar"),
        c.ClaimPrescience((0, 0, 0), card="desert_war"),
    )
    assert [reason.code for reason in told(found, *given)] == [
        Code.CLAIMS_PRESCIENCE,
        Code.BRINGS_LEADER,
        Code.SENDS_WORM,
        Code.CALLS_WORMS,
    ]


def test_every_code_has_one_place_in_the_order() -> None:
    assert sorted(ORDER) == sorted(ReasonCode)
