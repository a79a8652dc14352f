"""Limits of counts and of who is asked: just inside, just outside, and the exception that a rule makes."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import AREA_IDS, AREA_ZONES, ZONE_NUMBER
from companion.content import PRESCIENCE_CARDS
from companion.content.prescience import ClaimPhase
from companion.content.terms import Deck, NamedLeader, Result, Subfaction
from companion.rules import Army, Rules
from companion.rules.ask.desert import sensible_rescues
from companion.rules.ask.turns import in_charge, only_area
from companion.rules.commands import (
    ClaimPrescience,
    DeployToken,
    DeployUnits,
    DismissHawat,
    SpendSpice,
)
from companion.rules.engine import Draft, settle
from companion.rules.events import BattleEnded
from companion.rules.frames import (
    ActionFrame,
    BattleFrame,
    BattleStage,
    EndFrame,
    EndStage,
    HazardsFrame,
    HazardStage,
    Side,
    SpiceFrame,
    TurnFrame,
    VehiclesFrame,
    WormFrame,
)
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Sietch
from tests.rules.flow.table import area, areas, codes, harkonnen_card, position, turn, zone
from tests.rules.perft.positions import between_people

TURN = TurnFrame(HARKONNEN, acted=True, spent_die=True)
Found = list[tuple[str, str]]


@pytest.mark.rule("BATTLE-10", "BATTLE-8")
@pytest.mark.parametrize(
    "attackers, defenders, winner, how",
    [
        (0, 2, ATREIDES, "eliminated"),
        (2, 0, HARKONNEN, "eliminated"),
        (0, 0, None, "both"),
    ],
)
def test_BATTLE_10_the_round_ends_by_who_still_stands(attackers: int, defenders: int, winner: Any, how: str) -> None:
    battle = BattleFrame(HARKONNEN, area("ne_14"), area("ne_13"), stage=BattleStage.CASUALTIES)
    legions = [{place: Army(regular=n)} if n else {} for place, n in (("ne_14", attackers), ("ne_13", defenders))]
    draft = Draft(position(legions[0], legions[1], TURN, battle))
    settle(draft)
    (ended,) = [event for event in draft.events if isinstance(event, BattleEnded)]
    assert (ended.area, ended.winner, ended.how) == (area("ne_13"), winner, how)


@pytest.mark.rule("BATTLE-8")
def test_BATTLE_8_with_both_standing_the_attacker_decides_once_all_hits_are_taken() -> None:
    battle = BattleFrame(HARKONNEN, area("ne_14"), area("ne_13"), stage=BattleStage.CASUALTIES)

    def after(*sides: Side) -> Any:
        frame = replace(battle, sides=sides)  # type: ignore[arg-type]
        state = position({"ne_14": Army(regular=2)}, {"ne_13": Army(regular=2)}, TURN, frame, mode=Mode.DUEL)
        draft = Draft(state)
        settle(draft)
        return draft.state.frame

    assert after(Side(), Side()).stage is BattleStage.CONTINUE
    assert after(Side(hits=1), Side()).stage is BattleStage.CASUALTIES
    assert after(Side(), Side(hits=1)).stage is BattleStage.CASUALTIES


@pytest.mark.rule("SPICE-4", "SPICE-2")
@pytest.mark.parametrize("reserve, right", [(-1, False), (0, True), (1, True), (2, False)])
def test_SPICE_4_the_reserve_holds_one_spice(reserve: int, right: bool) -> None:
    state = position({}, {}, SpiceFrame(3), mode=Mode.DUEL, imperium=(5, 5, 5), spice_reserve=0, supremacy=0)
    command = SpendSpice((5, 5, 5), frozenset(), 0, reserve)
    assert (("SPICE-4", "reserve_out_of_range") not in codes(state, command)) is right
    poor = replace(state, frames=(SpiceFrame(0),))
    assert (("SPICE-2", "not_enough_spice") in codes(poor, command)) is (reserve > 0)


@pytest.mark.rule("PRES-3")
def test_PRES_3_a_card_that_does_not_lie_open_is_claimed_only_where_not_all_are_known() -> None:
    cards = [card.id for card in PRESCIENCE_CARDS.values() if card.phase is ClaimPhase.END]
    first, second, third = cards[:3]
    state = position({}, {}, EndFrame(EndStage.CLAIMS), revealed=2)

    def found(card: str, *known: str, revealed: int = 2) -> Found:
        cards = replace(state.cards, open=known, revealed=revealed)
        return codes(replace(state, cards=cards), ClaimPrescience((1, 0, 0), card=card))

    hidden = ("PRES-3", "prescience_not_open")
    assert hidden in found(third, first, second)
    assert hidden not in found(first, first, second)
    assert hidden not in found(third, first)
    assert hidden not in found(third, revealed=0)
    assert hidden in found(third, first, revealed=1)


@pytest.mark.rule("TEAM-5", "TEAM-4")
def test_TEAM_5_phases_belong_to_one_partner_where_there_are_two() -> None:
    shared = Rules(partners=2, harkonnen_partners=2)
    hazards, vehicles = HazardsFrame(HazardStage.WORMSIGNS), VehiclesFrame(1, 1, 1)

    def who(frame: Any, rules: Rules, mode: Mode = Mode.TEAM) -> Any:
        return in_charge(position({}, {}, frame, rules=rules, mode=mode))

    assert who(hazards, shared) is Subfaction.FREMEN_ALLY
    assert who(hazards, Rules(harkonnen_partners=2)) is None
    assert who(vehicles, shared) is Subfaction.HOUSE_HARKONNEN
    assert who(vehicles, Rules(partners=2)) is None
    assert who(vehicles, Rules(), Mode.SOLO) is None
    assert who(EndFrame(EndStage.CLAIMS), shared) is None


@pytest.mark.rule("R-6")
def test_R_6_a_special_action_follows_its_leader() -> None:
    state = position({"ne_13": Army(regular=1, named=("beast_rabban",)), "ne_14": Army(regular=1)})
    action = ActionFrame(HARKONNEN, NamedLeader.BEAST_RABBAN, moves=1, only=area("ne_14"))
    assert only_area(state, action) == area("ne_13")
    assert only_area(state, replace(action, only=None)) is None
    gone = state.take_army(HARKONNEN, area("ne_13"), Army(named=("beast_rabban",)))
    assert only_area(gone, action) == area("ne_14")


@pytest.mark.rule("MAHDI-SPICE-1")
def test_MAHDI_SPICE_1_a_carryall_is_kept_for_a_deep_desert_harvester() -> None:
    # ne_5 lies in the desert, ne_10 and ne_13 deep in it: one carryall over the north-east.
    def zones(place: str, pending: tuple[str, ...], mode: Mode = Mode.SOLO) -> list[int]:
        frames = (
            HazardsFrame(HazardStage.WORMS, areas(*pending), areas(*pending)),
            WormFrame(area(place), rescue=True),
        )
        state = position(
            {},
            {},
            *frames,
            harvesters=areas(place, *pending),
            sandworms=areas(place, *pending),
            carryalls=(zone("az_ne"),),
            mode=mode,
        )
        return sensible_rescues(state, state.frame)  # type: ignore[arg-type]

    state = position()
    deep = [name for name in NORTH_EAST if state.deep_desert_mask >> area(name) & 1]
    flat = [name for name in NORTH_EAST if not state.deep_desert_mask >> area(name) & 1]
    assert deep
    assert flat
    assert zones(flat[0], (flat[1],)) == [zone("az_ne")]
    assert zones(flat[0], (deep[0],)) == []
    assert zones(flat[0], (deep[0],), Mode.DUEL) == [zone("az_ne")]
    assert zones(deep[0], (flat[0],)) == [zone("az_ne")]
    assert zones(deep[0], (deep[1],)) == [zone("az_ne")]
    assert zones(flat[0], (deep[0], deep[1])) == []


def _north_east() -> list[str]:
    state = position()
    inside = [
        name
        for number, name in enumerate(AREA_IDS)
        if AREA_ZONES[number] >> ZONE_NUMBER["az_ne"] & 1 and state.desert_mask >> number & 1
    ]
    return [name for name in inside if state.free_mask(HARKONNEN) >> area(name) & 1]


NORTH_EAST = _north_east()


@pytest.mark.rule("ACT-DEPLOY-A")
def test_ACT_DEPLOY_A_the_token_joins_the_leader_that_came_first() -> None:
    sietches = tuple(Sietch(place) for place in areas("gara_kulon", "windgap"))
    state = position({}, {}, *turn(ATREIDES, Result.DEPLOYMENT, placements=1, leaders=1), sietches=sietches)
    here, there = DeployToken(area("gara_kulon"), None), DeployToken(area("windgap"), None)
    assert codes(state, here) == codes(state, there) == []
    bound = position({}, {}, *turn(ATREIDES, Result.DEPLOYMENT, placements=1, only=area("windgap")), sietches=sietches)
    assert ("ACT-DEPLOY-A", "one_sietch_only") in codes(bound, here)
    assert codes(bound, there) == []


@pytest.mark.rule("ACT-DEPLOY-H", "ACT-6")
def test_ACT_DEPLOY_H_units_come_in_the_action_for_them_up_to_its_number() -> None:
    def found(*frames: Any, **figures: Any) -> Found:
        state = position({"carthag": Army(regular=1)}, {}, *frames, mode=Mode.DUEL)
        return codes(state, DeployUnits(HARKONNEN, area("carthag"), Army(**figures)))

    deployment = turn(HARKONNEN, Result.DEPLOYMENT, placements=3, leaders=1)
    assert found(*deployment, regular=3, generic=1) == []
    assert ("ACT-DEPLOY-H", "too_many_units") in found(*deployment, regular=4)
    assert ("ACT-DEPLOY-H", "too_many_leaders") in found(*deployment, regular=1, generic=2)
    assert found(*turn(HARKONNEN, Result.STRATEGY, moves=2), regular=1)[0] == ("ACT-6", "not_now")
    assert found(*turn(HARKONNEN, Result.HOUSE, placements=2), regular=1)[0] == ("ACT-6", "not_now")
    assert found(*turn(HARKONNEN, Result.DEPLOYMENT, leaders=1), generic=1) == []
    card = harkonnen_card("evidence_of_rebellion", Deck.HOUSE_HARKONNEN)
    assert found(*card, regular=1)[0] == ("CARD-1", "not_now")


@pytest.mark.rule("LEADER-4")
def test_LEADER_4_hawat_is_dismissed_in_an_own_turn_between_people() -> None:
    state = between_people(TurnFrame(HARKONNEN))
    allowed = codes(state, DismissHawat())
    assert ("LEADER-4", "not_now") not in allowed
    for other in (replace(state, mode=Mode.SOLO), replace(state, frames=(TurnFrame(ATREIDES),))):
        assert ("LEADER-4", "not_now") in codes(other, DismissHawat())
