"""Between people a Harkonnen card allows what it prints and nothing else: a position of either kind for each card."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from companion.content import CARDS
from companion.content.terms import Faction, Result, UnitKind, VehicleKind
from companion.rules import Army, Command, State, check
from companion.rules.commands import (
    Attack,
    CardStepDone,
    DismissHawat,
    FinishAction,
    MoveLegion,
    PlaceVehicle,
    PlayHarkonnenCard,
    ReplaceUnits,
)
from companion.rules.frames import TurnFrame
from companion.rules.refusal import Severity
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Sietch, Standing
from tests.rules.flow.table import Legions, area, areas, codes, move, play, position, zone

HOUSE = Result.HOUSE
GUARD = Army(regular=2, special=1)
LEFT_OUT = CardStepDone(changed=False)


@dataclass(frozen=True)
class Tried:
    """What a card allows in a position, and what it refuses there with which rule and code."""

    allowed: Command
    refused: Command
    rule: str
    code: str
    before: tuple[Command, ...] = ()
    harkonnen: Legions = field(default_factory=dict)
    atreides: Legions = field(default_factory=dict)
    leaders: tuple[str, ...] = ()
    more: dict[str, Any] = field(default_factory=dict)


def placing(place: str, **figures: Any) -> CardStepDone:
    return CardStepDone(placements=((area(place), Army(**figures)),))


def march(source: str, target: str, **figures: Any) -> MoveLegion:
    return move(HARKONNEN, source, target, Army(**figures))


def strike(source: str, target: str) -> Attack:
    return Attack(HARKONNEN, area(source), area(target))


def vehicle(kind: VehicleKind, place: str) -> PlaceVehicle:
    return PlaceVehicle(kind, area(place) if kind is VehicleKind.HARVESTER else zone(place))


CARTHAG: Legions = {"carthag": Army(regular=3, generic=1)}
LEGIONS: Legions = {"carthag": Army(regular=3, generic=1), "arsunt": GUARD}
NOT_HERE = ("CARD-1", "card_does_not_allow")
OTHERS = ("CARD-1", "legion_of_other_kind")
SHADDAM = ("shaddam_iv",)

TABLE: dict[str, Tried] = {
    "hard_times_and_oppression": Tried(placing("arsunt", regular=1), placing("carthag", regular=1), *NOT_HERE),
    "forced_recruitment": Tried(placing("arrakeen", elite=3, generic=1), placing("carthag", elite=3), *NOT_HERE),
    "beloved_feyd_rautha": Tried(
        placing("carthag", elite=2),
        placing("arsunt", elite=2),
        *NOT_HERE,
        harkonnen={"carthag": Army(regular=1, named=("feyd_rautha",)), "arsunt": GUARD},
    ),
    "harkonnen_patrols": Tried(
        placing("ne_5", regular=1), placing("ne_6", regular=1), *NOT_HERE, more={"wormsigns": areas("ne_6")}
    ),
    "arsunt_legion": Tried(
        march("arsunt", "hagga_basin", regular=1),
        march("carthag", "cne_1", regular=1),
        "LEADER-2",
        "other_legion_named",
        before=(placing("arsunt", regular=1, elite=1, generic=1),),
        harkonnen=CARTHAG,
    ),
    "barons_personal_guard": Tried(
        placing("carthag", elite=2, named=("baron_harkonnen",)),
        CardStepDone(placements=((area("carthag"), Army(elite=1)), (area("arrakeen"), Army(elite=1)))),
        *NOT_HERE,
        leaders=("baron_harkonnen",),
    ),
    "hawats_scheming": Tried(
        DismissHawat(2),
        PlayHarkonnenCard(HOUSE, "hawats_scheming"),
        "LEADER-4",
        "card_not_played",
        leaders=("thufir_hawat",),
    ),
    "evidence_of_rebellion": Tried(placing("carthag", elite=2), placing("cne_1", elite=2), *NOT_HERE),
    "polar_cap_factories": Tried(
        CardStepDone(areas=areas("wind_pass")),
        CardStepDone(areas=areas("ne_6")),
        "CARD-1",
        "not_adjacent",
        before=(placing("north_pole", regular=2, elite=1, generic=1),),
        more={"wormsigns": areas("wind_pass", "ne_6")},
    ),
    "carthag_the_former_capital": Tried(
        placing("carthag", regular=3, elite=1, generic=1), placing("arrakeen", regular=3), *NOT_HERE
    ),
    "workhorse_of_arrakis": Tried(
        vehicle(VehicleKind.HARVESTER, "ne_6"),
        vehicle(VehicleKind.ORNITHOPTER, "az_ne"),
        "CARD-1",
        "no_vehicle_of_kind_due",
    ),
    "spotter_control": Tried(
        CardStepDone(areas=areas("ne_5", "ne_6", "ne_7")),
        CardStepDone(areas=areas("ne_5", "ne_6", "ne_7", "wind_pass")),
        "CARD-1",
        "too_many_wormsigns",
        more={"wormsigns": areas("ne_5", "ne_6", "ne_7", "wind_pass")},
    ),
    "explosive_artillery": Tried(
        CardStepDone(area=area("imperial_basin")),
        CardStepDone(area=area("ne_4")),
        "CARD-1",
        "not_adjacent",
        before=(FinishAction(),),
        harkonnen={"rimwall_west": Army(regular=2)},
        atreides={"imperial_basin": Army(regular=1), "ne_4": Army(regular=1)},
    ),
    "sandmasters": Tried(
        vehicle(VehicleKind.HARVESTER, "ne_6"),
        vehicle(VehicleKind.CARRYALL, "az_ne"),
        "CARD-1",
        "no_vehicle_of_kind_due",
    ),
    "mudir_nahya": Tried(
        strike("carthag", "cne_1"),
        strike("arsunt", "hagga_basin"),
        "LEADER-2",
        "other_legion_than_named",
        before=(placing("carthag", elite=1, named=("beast_rabban",)),),
        harkonnen=LEGIONS,
        atreides={"cne_1": Army(regular=1), "hagga_basin": Army(regular=1)},
        leaders=("beast_rabban",),
    ),
    "hunter_seeker": Tried(
        CardStepDone(leader="stilgar"),
        CardStepDone(leader="chani"),
        "CARD-1",
        "leader_out_of_reach",
        harkonnen=CARTHAG,
        atreides={"cne_3": Army(regular=1, named=("stilgar",)), "ne_6": Army(regular=1, named=("chani",))},
    ),
    "rage_overcame_shaddam_iv_a": Tried(
        placing("carthag", regular=4, named=SHADDAM),
        placing("cne_1", regular=4, named=SHADDAM),
        *NOT_HERE,
        leaders=SHADDAM,
    ),
    "rage_overcame_shaddam_iv_b": Tried(
        placing("arsunt", special=2, named=SHADDAM),
        placing("cne_1", special=2, named=SHADDAM),
        *NOT_HERE,
        harkonnen=LEGIONS,
        leaders=SHADDAM,
    ),
    "rage_overcame_shaddam_iv_c": Tried(
        placing("arsunt", named=SHADDAM),
        placing("carthag", named=SHADDAM),
        *NOT_HERE,
        harkonnen=LEGIONS,
        leaders=SHADDAM,
    ),
    "manipulation_of_others": Tried(CardStepDone(), CardStepDone(), "CARD-1", "card_without_effect", more={"hand": 0}),
    "breeding_program": Tried(
        PlayHarkonnenCard(None, "sandmasters"),
        CardStepDone(),
        "CARD-1",
        "not_now",
        before=(CardStepDone(),),
    ),
    "troop_carriers": Tried(
        march("carthag", "nw_13", regular=3, generic=1),
        march("nw_13", "carthag", regular=1),
        *OTHERS,
        harkonnen={**CARTHAG, "nw_13": Army(regular=1)},
    ),
    "shigawire": Tried(
        CardStepDone(leader="stilgar"),
        CardStepDone(leader="chani"),
        "CARD-1",
        "leader_out_of_reach",
        before=(march("arsunt", "hagga_basin", regular=2, special=1),),
        harkonnen=LEGIONS,
        atreides={"cne_2": Army(regular=1, named=("stilgar",)), "cne_3": Army(regular=1, named=("chani",))},
    ),
    "hope_clouds_observation": Tried(
        CardStepDone(), CardStepDone(), "CARD-1", "card_without_effect", more={"revealed": 0}
    ),
    "reports_of_traitors": Tried(
        CardStepDone(), CardStepDone(), "CARD-1", "no_such_die", more={"atreides_results": (Result.MENTAT,)}
    ),
    "sardaukar_pogrom": Tried(
        march("arsunt", "hagga_basin", special=1),
        march("arsunt", "hagga_basin", regular=2),
        "CARD-1",
        "no_sardaukar_goes_along",
        harkonnen=LEGIONS,
    ),
    "sardaukars_manner": Tried(
        strike("arsunt", "hagga_basin"),
        strike("carthag", "hagga_basin"),
        *OTHERS,
        harkonnen=LEGIONS,
        atreides={"hagga_basin": Army(regular=1)},
    ),
    "spies_all_over_arrakis": Tried(
        CardStepDone(area=area("windgap")), CardStepDone(area=area("cne_1")), "CARD-1", "nothing_facedown_there"
    ),
    "full_control_of_the_air": Tried(
        vehicle(VehicleKind.ORNITHOPTER, "az_ne"),
        vehicle(VehicleKind.HARVESTER, "ne_6"),
        "CARD-1",
        "no_vehicle_of_kind_due",
    ),
    "moving_the_battle_group": Tried(
        placing("nw_13", elite=2, generic=1), placing("cne_3", elite=2, generic=1), *NOT_HERE
    ),
    "killers_without_mercy": Tried(
        strike("arsunt", "hagga_basin"),
        strike("carthag", "hagga_basin"),
        *OTHERS,
        harkonnen=LEGIONS,
        atreides={"hagga_basin": Army(regular=1)},
    ),
    "sardaukar_disguised": Tried(
        ReplaceUnits(HARKONNEN, area("carthag"), 2, UnitKind.ELITE, UnitKind.SPECIAL),
        ReplaceUnits(HARKONNEN, area("carthag"), 2, UnitKind.REGULAR, UnitKind.SPECIAL),
        "ACT-HOUSE-H",
        "wrong_kind_replaced",
        harkonnen={"carthag": Army(regular=2, elite=2)},
    ),
    "i_decide": Tried(
        placing("arsunt", named=("captain_aramsham",)),
        placing("carthag", named=("captain_aramsham",)),
        *NOT_HERE,
        harkonnen=LEGIONS,
        leaders=("captain_aramsham",),
    ),
    "seek_out_the_mahdi": Tried(
        march("carthag", "cne_1", regular=1),
        march("carthag", "cne_3", regular=1),
        "MOVE-1",
        "not_adjacent",
        harkonnen=CARTHAG,
    ),
}


def played(card: str, *, refused: bool) -> State:
    """Two people, the card played and its steps before the one tried carried out."""
    tried = TABLE[card]
    dice = {"harkonnen_results": (HOUSE,) * 2, "harkonnen_unused": 2, "reinforcements": 3, "mode": Mode.DUEL}
    more = dict(tried.more)
    for name, usual in {"hand": 3, "revealed": 2, "atreides_results": (HOUSE, Result.MENTAT)}.items():
        dice[name] = more.pop(name, usual) if refused else usual
        more.pop(name, None)
    state = position(tried.harkonnen, tried.atreides, TurnFrame(HARKONNEN), **dice, **more)
    state = replace(state, sietches=tuple(Sietch(one.area) for one in state.sietches))
    for leader in tried.leaders:
        state = state.with_leader(leader, standing=Standing.READY)
    if card == "hawats_scheming":
        return state
    return play(state, PlayHarkonnenCard(HOUSE, card), *tried.before)


def test_R_19_every_harkonnen_card_is_in_the_table() -> None:
    assert set(TABLE) == {card.id for card in CARDS.values() if card.deck.faction is Faction.HARKONNEN}
    assert len(TABLE) == 34


@pytest.mark.rule("CARD-1")
@pytest.mark.parametrize("card", TABLE)
def test_CARD_1_a_harkonnen_card_allows_what_it_prints(card: str) -> None:
    assert check(played(card, refused=False), TABLE[card].allowed) == ()


@pytest.mark.rule("CARD-1")
@pytest.mark.parametrize("card", TABLE)
def test_CARD_1_a_harkonnen_card_refuses_what_it_does_not_print(card: str) -> None:
    tried = TABLE[card]
    assert (tried.rule, tried.code) in codes(played(card, refused=True), tried.refused)


@pytest.mark.rule("CARD-1")
def test_CARD_1_what_the_board_shows_is_recorded_all_the_same() -> None:
    reasons = check(played("killers_without_mercy", refused=False), TABLE["killers_without_mercy"].refused)
    assert [reason.severity for reason in reasons] == [Severity.UNUSUAL]


@pytest.mark.rule("CARD-1")
def test_CARD_1_without_the_step_that_chooses_it_the_legion_is_still_one_of_the_card() -> None:
    legions = {"carthag": Army(regular=3, named=("shaddam_iv",)), "arsunt": GUARD}
    state = position(legions, {}, TurnFrame(HARKONNEN), mode=Mode.DUEL, harkonnen_results=(HOUSE,), reinforcements=3)
    state = play(state, PlayHarkonnenCard(HOUSE, "rage_overcame_shaddam_iv_c"), LEFT_OUT)
    assert codes(state, march("arsunt", "hagga_basin", special=1)) == []
    assert codes(state, march("carthag", "cne_1", regular=1)) == [OTHERS]


@pytest.mark.rule("CARD-1", "STACK-1")
def test_CARD_1_placements_in_one_area_count_together() -> None:
    state = played("hard_times_and_oppression", refused=False)
    twice = CardStepDone(placements=((area("arsunt"), Army(regular=1)),) * 2)
    assert codes(state, twice) == [("CARD-1", "too_many_units")]


@pytest.mark.rule("CARD-1")
def test_CARD_1_seek_out_the_mahdi_holds_paul_in_the_next_atreides_turn() -> None:
    legions = {"windgap": Army(regular=2, named=("paul_atreides",))}
    state = position(
        {}, legions, TurnFrame(ATREIDES), mode=Mode.DUEL, forbidden_leaders=("paul_atreides", "paul_muaddib")
    )
    from_windgap = move(ATREIDES, "windgap", "csw_2", Army(regular=1, named=("paul_atreides",)))
    assert ("CARD-1", "leader_forbidden") in codes(state, from_windgap)
    assert "leader_forbidden" not in {
        code for _rule, code in codes(state, move(ATREIDES, "windgap", "csw_2", Army(regular=1)))
    }
