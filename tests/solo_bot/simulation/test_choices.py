"""What decides the choices of the scripted Atreides: a small position for each reason, and the one beside it."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.content.terms import UnitKind
from companion.frozen import replace
from companion.rules import commands as c
from companion.rules.army import Army
from companion.rules.ask.rounds import FEAR
from companion.rules.frames import EndFrame, EndStage
from companion.rules.state import HARKONNEN, State
from solo_bot.orders import Choice
from solo_bot.procedure.decision import AttackOption, DeployOption, MoveOption, Placement, Replacement, ReplaceOption
from solo_bot.procedure.decision import SpecialOption as Special
from solo_bot.simulation.garrisons import deployments, family_seat
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.preferences import away_from_sietches, choose, to_sietch
from solo_bot.simulation.prescience import (
    Wanted,
    about_areas,
    action_claim,
    areas_wanted,
    attached_fear,
    claims,
    family_worth,
    open_steps,
    promising,
    useful,
    wanted,
    water_party,
    worth_keeping,
)
from solo_bot.simulation.temper import PLANNED, SCRIPT
from solo_bot.simulation.truth import Truth
from tests.solo_bot.planner.small import AREA, HOUSE, MENTAT, STRATEGY, world
from tests.solo_bot.small import Document, a, h

PLATEAUS = ("pasty_mesa", "se_5", "cne_9")


# Deployments.


def deployed(*legions: Document, **more: Any) -> list[tuple[float, str | None, int]]:
    found = deployments(Outlook(*world(*legions, **more)))
    return [(round(worth, 3), command.leader, command.area) for worth, command in found]


def test_a_sietch_in_danger_that_help_can_save_comes_first() -> None:
    ranks = {"windgap": 2, "tasmin_sink": 3, "gara_kulon": 1}
    calm = [a("windgap", regular=1), a("tasmin_sink", regular=1), a("gara_kulon", regular=1, named=["paul_atreides"])]

    def at_windgap(*enemies: Document) -> tuple[float, bool]:
        """What help is worth in Windgap, and whether it comes before all but the seat of the family."""
        found = [one for one in deployed(*calm, *enemies, ranks=ranks) if one[2] != AREA["gara_kulon"]]
        return next(worth for worth, _, area in found if area == AREA["windgap"]), found[0][2] == AREA["windgap"]

    assert at_windgap(h("csw_2", regular=3)) == (SCRIPT.saved * 2, True)
    assert at_windgap(h("csw_2", regular=5)) == (SCRIPT.hopeless, True), "a token and its leader add three"
    assert at_windgap(h("wind_pass", regular=3)) == (round(SCRIPT.saved * 2 * 0.7, 3), True)
    assert at_windgap(h("wind_pass", regular=5)) == (SCRIPT.hopeless, True)
    assert at_windgap() == (round(0.4 + 0.2 - 0.04, 3), False)


def test_in_calm_the_higher_rank_and_the_smaller_garrison_come_first() -> None:
    paul = a("gara_kulon", regular=3, named=["paul_atreides"])
    ranks = {"windgap": 3, "tasmin_sink": 1, "gara_kulon": 1}
    found = {area: worth for worth, _, area in deployed(paul, a("windgap", regular=2), ranks=ranks)}
    assert found[AREA["windgap"]] == round(0.4 + 0.3 - 0.08, 3)
    assert found[AREA["tasmin_sink"]] == round(0.4 + 0.1, 3)


def test_a_full_sietch_and_an_empty_pool_take_nobody() -> None:
    assert deployed(a("windgap", regular=6)) == []
    assert deployed(a("windgap", regular=1), atreides={"tokens": 0}) == []


def test_the_family_gathers_in_its_seat_until_it_is_big_enough() -> None:
    ranks = {"windgap": 2, "tasmin_sink": 2}
    paul = a("windgap", regular=1, named=["paul_atreides"])
    worth, leader, area = deployed(paul, ranks=ranks)[0]
    assert (leader, area) == ("lady_jessica", AREA["windgap"])
    assert worth == round(0.4 + 0.2 - 0.04 * 2 + 10, 3)
    others = [leader for _, leader, area in deployed(paul, ranks=ranks) if area != AREA["windgap"]]
    assert others == ["stilgar"], "she does not go elsewhere"
    both = [a("windgap", regular=1, named=["paul_atreides", "lady_jessica"])]
    assert deployed(*both, ranks=ranks)[0][:2] == (round(0.4 + 0.2 - 0.04 * 3 + 10, 3), "stilgar")
    big = [a("windgap", regular=2, tokens=3, named=["paul_atreides", "lady_jessica"])]
    assert deployed(*big, ranks=ranks)[0][0] < 1, "five, of which three are tokens, are enough"


def test_Paul_is_called_where_a_card_wants_him_unless_he_would_fall_there() -> None:
    """A token and its leader add three to two: five hold out against five, and not against six."""

    def called(enemies: int) -> bool:
        legions = a("windgap", regular=2), h("csw_2", regular=enemies)
        outlook = Outlook(*world(*legions, revealed=("call_paul_the_mahdi",), temper=PLANNED))
        return c.DeployToken(AREA["windgap"], "paul_atreides") in [command for _, command in deployments(outlook)]

    assert called(3)
    assert not called(6)


def test_who_was_forbidden_or_just_left_the_tank_stays_away_and_then_a_Naib_comes() -> None:
    state, truth = world(a("windgap", regular=1, named=["paul_atreides"]), ranks={"windgap": 2, "tasmin_sink": 2})

    def leaders(state: State) -> set[str | None]:
        return {command.leader for _, command in deployments(Outlook(state, truth))}

    assert leaders(state) == {"lady_jessica", "stilgar"}
    assert leaders(replace(state, forbidden_leaders=("lady_jessica",))) == {"stilgar"}
    nobody = ("lady_jessica", "stilgar")
    assert leaders(replace(state, just_out_of_tank=nobody)) == {"naib"}


def test_the_seat_is_where_Paul_is_else_Jessica_else_the_sietch_nearest_to_prey() -> None:
    def seat(*legions: Document, **more: Any) -> int | None:
        return family_seat(Outlook(*world(*legions, **more)))

    ranks = {"windgap": 2, "tasmin_sink": 2, "gara_kulon": 2}
    jessica = a("tasmin_sink", regular=1, named=["lady_jessica"])
    assert seat(jessica, ranks=ranks) == AREA["tasmin_sink"]
    assert seat(jessica, a("gara_kulon", named=["paul_muaddib"], regular=1), ranks=ranks) == AREA["gara_kulon"]
    assert seat(jessica, a("csw_2", named=["paul_muaddib"], regular=1), ranks=ranks) is None
    only_pole: Any = {"settlements": ["north_pole"]}
    assert seat(ranks=ranks, **only_pole) == AREA["windgap"]
    assert seat(a("windgap", regular=1), h("csw_2", regular=1), ranks={"windgap": 2}, **only_pole) is None
    assert seat(ranks={"tasmin_sink": 3, "habbanya_ridge": 1}, settlements=[]) == AREA["habbanya_ridge"], (
        "a lower rank is risked sooner"
    )


# Prescience cards.


def revealed(*cards: str, **more: Any) -> tuple[State, Truth]:
    legions = more.pop("legions", ())
    return world(*legions, revealed=cards, **more)


@pytest.mark.parametrize(
    ("card", "inside", "outside", "count"),
    [
        ("dew_collectors", "csw_2", "cne_1", 3),
        ("wind_traps", "cne_1", "csw_2", 3),
        ("stunted_worms", "cne_7", "csw_2", 2),
        ("desert_war", "csw_3", "windgap", 4),
    ],
)
def test_cards_about_areas_name_them_and_how_many(card: str, inside: str, outside: str, count: int) -> None:
    found = areas_wanted(world()[0], card)
    assert found is not None
    areas, needed = found
    assert needed == count
    assert areas >> AREA[inside] & 1
    assert not areas >> AREA[outside] & 1
    assert areas_wanted(world()[0], "lisan_al_gaib") is None


def test_what_a_card_still_lacks_and_has_to_spare() -> None:
    state, truth = revealed("dew_collectors", "stunted_worms", legions=[a(area, regular=1) for area in PLATEAUS[:2]])
    plateaus, ergs = (areas_wanted(state, card) for card in ("dew_collectors", "stunted_worms"))
    assert plateaus is not None
    assert ergs is not None
    assert wanted(state, truth) == [Wanted(plateaus[0], 1, -1, 2), Wanted(ergs[0], 2, -2, 3)]
    assert about_areas(state, truth) == wanted(state, truth)
    full, truth = revealed("dew_collectors", legions=[a(area, regular=1) for area in (*PLATEAUS, "csw_2")])
    assert about_areas(full, truth) == [Wanted(plateaus[0], -1, 1, 2)]
    assert wanted(full, truth) == []
    claimed = replace(full, cards=replace(full.cards, claimed=9))
    assert (wanted(claimed, truth), about_areas(claimed, truth), family_worth(claimed, truth)) == ([], [], 0)


def test_steps_beyond_the_objective_are_of_no_use() -> None:
    state, _ = world(objective=(3, 2, 0), prescience={"kwisatz_haderach": 1, "sand_dwellers": 4, "jihad": 1})
    assert open_steps(state) == (2, 0, 0)
    assert useful(state, (3, 2, 2)) == 2
    assert open_steps(replace(state, hidden=replace(state.hidden, objectives=()))) == (0, 0, 0)


def test_only_cards_that_want_Paul_count_for_the_family() -> None:
    state, truth = revealed("jessica_trains_paul", "dew_collectors", "call_paul_the_mahdi")
    assert family_worth(state, truth) == 2 + 2


def test_Paul_and_Jessica_are_wanted_in_deep_desert_while_they_are_together_elsewhere() -> None:
    both = {"regular": 1, "named": ["lady_jessica", "paul_atreides"]}
    party = Army(named=("lady_jessica", "paul_atreides"))
    here = [a("windgap", **{**both, "named": [*both["named"], "stilgar"]})]  # type: ignore[misc]
    assert water_party(*revealed("water_discipline", legions=here)) == party
    assert water_party(*revealed("dew_collectors", legions=here)) is None
    assert water_party(*revealed("water_discipline", legions=[a("ne_1", **both)])) is None, "they are there"
    apart = [a("windgap", regular=1, named=["paul_atreides"]), a("ne_1", regular=1, named=["lady_jessica"])]
    assert water_party(*revealed("water_discipline", legions=apart)) is None
    assert water_party(*revealed("water_discipline")) is None


def test_a_card_for_a_die_moves_the_marker_farthest_behind_for_the_least_useful_die() -> None:
    state, truth = revealed("water_of_life", objective=(3, 5, 4))
    with_dice = replace(state, atreides_results=(HOUSE, STRATEGY, MENTAT))
    assert action_claim(with_dice, truth) == c.ClaimPrescience((0, 3, 0), MENTAT, "water_of_life")
    assert action_claim(replace(state, atreides_results=(HOUSE, STRATEGY)), truth) == c.ClaimPrescience(
        (0, 3, 0), STRATEGY, "water_of_life"
    )
    assert action_claim(state, truth) is None, "without a die"
    met = replace(with_dice, prescience=(3, 5, 4))
    assert action_claim(met, truth) is None
    truth.revealed = ["dew_collectors"]
    assert action_claim(with_dice, truth) is None
    truth.revealed = ["unpublished_2"]
    assert action_claim(with_dice, truth) == c.ClaimPrescience((0, 3, 0), MENTAT, None)


def test_the_card_that_helps_a_claim_along_moves_the_next_marker_behind() -> None:
    state, truth = revealed("water_of_life", objective=(4, 5, 1))
    state = replace(state, atreides_results=(HOUSE, MENTAT))
    state = replace(state, cards=replace(state.cards, attached=(FEAR,)))
    claim = action_claim(state, truth)
    assert claim is not None
    assert (claim.gains, claim.attached) == ((0, 3, 0), (FEAR,))
    assert claim.bonus is not None
    assert claim.bonus.value == "kwisatz_haderach", "4 to go against 2"
    last = replace(state, hidden=replace(state.hidden, objectives=((0, 4, 1),)))
    claim = action_claim(last, truth)
    assert claim is not None
    assert claim.bonus is not None
    assert claim.bonus.value == "sand_dwellers", "of those that lack a step the first, never one that lacks none"


def test_that_card_is_played_only_where_a_step_more_helps_and_a_die_is_left_to_claim_with() -> None:
    state, truth = revealed("unpublished_1", objective=(4, 5, 1), temper=PLANNED)
    truth.hand.cards = [FEAR]
    two = replace(state, atreides_results=(HOUSE, MENTAT))
    assert attached_fear(two, truth, MENTAT) == c.PlayAtreidesCard(MENTAT, FEAR)
    assert attached_fear(replace(state, atreides_results=(MENTAT,)), truth, MENTAT) is None
    last = replace(two, prescience=(4, 2, 1))
    assert attached_fear(last, truth, MENTAT) is None, "three steps are all that is open"
    truth.hand.cards = []
    assert attached_fear(two, truth, MENTAT) is None
    truth.hand.cards, truth.temper = [FEAR], SCRIPT
    assert attached_fear(two, truth, MENTAT) is None


def test_cards_are_kept_in_the_deck_when_half_of_them_are_easily_met() -> None:
    state, truth = revealed("water_of_life", "dew_collectors")
    assert state.cards.revealed == 2
    assert worth_keeping(truth)
    truth.revealed = ["water_of_life", "dew_collectors", "wind_traps"]
    assert not worth_keeping(truth)
    truth.revealed = []
    assert worth_keeping(truth)


def claimed(*cards: str, **more: Any) -> list[Sequence[c.Command]]:
    return list(claims(*revealed(*cards, frame=EndFrame(EndStage.CLAIMS), **more)))


def test_the_card_that_helps_most_is_claimed_first() -> None:
    ergs = [a("cne_7", regular=1), a("cne_8", regular=1)]
    legions = [*ergs, *(a(area, regular=1) for area in PLATEAUS)]
    found = claimed("dew_collectors", "stunted_worms", "wind_traps", legions=legions)
    assert found == [
        (c.ClaimPrescience((1, 2, 0), card="stunted_worms"),),
        (c.ClaimPrescience((0, 2, 0), card="dew_collectors"),),
    ]
    assert claimed("dew_collectors", legions=legions, objective=(7, 0, 7)) == []
    assert claimed("dew_collectors", legions=legions[:-1]) == []


def test_cards_about_Paul_want_him_with_Jessica_in_a_sietch_in_deep_desert_or_with_tokens() -> None:
    def met(card: str, *legions: Document, **more: Any) -> bool:
        return bool(claimed(card, legions=legions, **more))

    paul, jessica = ["paul_atreides"], ["lady_jessica"]
    both = [*paul, *jessica]
    assert met("jessica_trains_paul", a("windgap", regular=1, named=both))
    assert not met("jessica_trains_paul", a("csw_2", regular=1, named=both))
    assert not met("jessica_trains_paul", a("windgap", regular=1, named=paul))
    assert met("water_discipline", a("ne_1", regular=1, named=paul), a("ne_2", regular=1, named=jessica))
    assert not met("water_discipline", a("ne_1", regular=1, named=paul), a("ne_4", regular=1, named=jessica))
    assert not met("water_discipline", a("ne_4", regular=1, named=paul), a("ne_1", regular=1, named=jessica))
    assert not met("water_discipline", a("ne_1", regular=1, named=paul))
    assert met("call_paul_the_mahdi", a("windgap", regular=1, named=paul))
    assert not met("call_paul_the_mahdi", a("csw_2", regular=1, named=paul))
    assert not met("call_paul_the_mahdi")
    assert met("lisan_al_gaib", a("csw_2", tokens=2, named=paul))
    assert not met("lisan_al_gaib", a("csw_2", tokens=1, regular=4, named=paul))


def test_tokens_that_bring_too_many_are_turned_before_the_claim() -> None:
    crowd = [a("csw_2", regular=4, tokens=2, named=["paul_atreides"])]
    ((first, *rest),) = claimed("lisan_al_gaib", legions=crowd)
    assert isinstance(first, c.RevealTokens)
    assert (first.area, first.tokens) == (AREA["csw_2"], 2)
    assert rest == []
    few = [a("csw_2", tokens=2, named=["paul_atreides"])]
    ((_, claim),) = claimed("lisan_al_gaib", legions=few)
    assert isinstance(claim, c.ClaimPrescience)


def test_a_card_is_promising_when_it_could_be_claimed_as_things_stand() -> None:
    state, truth = revealed("dew_collectors", legions=[a(area, regular=1) for area in PLATEAUS])
    assert promising(state, truth, "dew_collectors")
    assert promising(state, truth, "water_of_life")
    assert not promising(state, truth, "wind_traps")
    assert not promising(replace(state, prescience=(0, 7, 0)), truth, "dew_collectors")


# What the opponent leaves to the player.


def picked(*options: Any, legions: Sequence[Document] = (), **more: Any) -> Any:
    state, truth = world(*legions, **more)
    choices = [Choice(option, (c.FinishAction(), option)) for option in options]
    return choose(state, truth, choices)[1]


def attack(source: str, target: str) -> AttackOption:
    return AttackOption(AREA[source], AREA[target], surprise=False)


def test_the_attack_on_the_lower_rank_then_of_the_weaker_then_on_the_weaker_is_chosen() -> None:
    ranks = {"windgap": 1, "hobars_gap": 3}
    low, high = attack("csw_5", "windgap"), attack("csw_5", "hobars_gap")
    assert picked(high, low, ranks=ranks) == low
    strong, weak = h("csw_5", regular=3), h("csw_6", regular=1)
    one, two = attack("csw_5", "windgap"), attack("csw_6", "windgap")
    assert picked(one, two, legions=[strong, weak], ranks=ranks) == two
    garrisons = [a("sw_5", regular=3), a("csw_1", regular=1)]
    big, small = attack("csw_2", "sw_5"), attack("csw_2", "csw_1")
    assert picked(big, small, legions=garrisons, ranks=ranks) == small


def test_moves_deployments_and_replacements_are_chosen_far_from_sietches() -> None:
    near, far = MoveOption(0, AREA["csw_2"], Army(regular=1)), MoveOption(0, AREA["cne_1"], Army(regular=1))
    assert picked(near, far) == far
    joined, alone = (MoveOption(0, AREA[area], Army(regular=1)) for area in ("cne_1", "cne_2"))
    assert to_sietch(world()[0], AREA["csw_2"]) == 1
    assert picked(joined, alone, legions=[h("cne_1", regular=3)]) == (
        joined if to_sietch(world()[0], AREA["cne_1"]) > to_sietch(world()[0], AREA["cne_2"]) else alone
    )

    def placed(area: str) -> DeployOption:
        return DeployOption((Placement(AREA[area], Army(regular=1)),))

    assert picked(placed("north_pole"), placed("arrakeen")) == placed("arrakeen")

    def turned(area: str) -> ReplaceOption:
        return ReplaceOption((Replacement(AREA[area], 1, UnitKind.REGULAR, UnitKind.ELITE),))

    assert picked(turned("arrakeen"), turned("north_pole")) == turned("arrakeen")
    special = Special("beast_rabban", near), Special("beast_rabban", far)
    assert picked(*special) == special[1]


def test_among_equals_chance_decides_by_the_seed() -> None:
    options = [c.EndTurn() for _ in range(3)]
    state, truth = world()
    choices = [Choice(None, (option, c.TakeHits(HARKONNEN, (str(number),)))) for number, option in enumerate(options)]
    seen = {choose(state, truth, choices)[1] for _ in range(40)}
    assert len(seen) == 3
    assert choose(state, truth, choices[:1]) == choices[0].commands


def test_a_legion_is_sent_as_far_from_the_sietches_as_may_be() -> None:
    state, truth = world(h("csw_4", regular=2))
    found = away_from_sietches(state, truth, AREA["csw_4"])
    assert to_sietch(state, found) == 3
    assert to_sietch(replace(state, sietches=()), found) > 50
