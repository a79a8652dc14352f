"""Hits on the Harkonnen (MAHDI-BATTLE-2, -3), their spice (MAHDI-SPICE-1), over-full areas and tokens that ran out."""

from typing import Any

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.ask.tokens import missing_colours
from companion.rules.commands import RecycleToken
from companion.rules.engine import check
from companion.rules.frames import GarrisonFrame
from companion.rules.odds import battle_odds
from companion.rules.positions.reading import read_position
from solo_bot import decide, take_hits
from solo_bot.documents.answers import casualties_document, spice_document
from solo_bot.procedure.commands import apply_option
from solo_bot.procedure.stacking import excess_options
from tests.solo_bot.small import figures, h, position


def removed(hits: int, **legion: Any) -> list[str]:
    """What each option removes."""
    return [" ".join(option["removed"]) for option in casualties_document(legion, hits)["options"]]


def rows(collected: int, *imperium: int, **more: Any) -> list[str]:
    """Options in short: rows of CHOAM, Spacing Guild, Landsraad / supremacy / reserve / banned powers."""
    names = ("choam", "spacing_guild", "landsraad")
    state = read_position({"imperium": dict(zip(names, imperium, strict=True)), **more})
    found = []
    for option in spice_document(state, collected)["options"]:
        ends = " ".join(str(option["imperium"][name]) for name in names)
        found.append(f"{ends} / {option['supremacy']} / {option['reserve']} / {' '.join(option['bans'])}")
    return found


@pytest.mark.rule("MAHDI-BATTLE-2")
def test_MAHDI_BATTLE_2_leaders_to_one_then_elites_then_sardaukar_then_regulars() -> None:
    legion = {"regular": 4, "elite": 2, "special": 1, "generic": 2, "named": ["baron_harkonnen"]}
    order = ["bashar", "bashar", "elite", "elite", "special", "regular", "regular"]
    for hits in range(1, 8):
        assert removed(hits, **legion) == [" ".join(order[:hits])]


@pytest.mark.rule("MAHDI-BATTLE-2", "BATTLE-7")
def test_MAHDI_BATTLE_2_replaced_units_stay_as_regulars() -> None:
    answer = casualties_document({"regular": 1, "elite": 2, "special": 1}, 3)
    assert figures(answer["legion"]) == "regular 4"


@pytest.mark.rule("MAHDI-BATTLE-2", "R-27")
def test_R_27_the_leader_before_the_last_regular() -> None:
    assert removed(1, regular=2, generic=1) == ["regular"]
    assert removed(2, regular=2, generic=1) == ["bashar regular"]
    # The hits still open count against the regulars there are after the replacements.
    assert removed(4, elite=2, named=["beast_rabban"]) == ["elite elite beast_rabban regular"]
    assert removed(3, elite=2, named=["beast_rabban"]) == ["elite elite regular"]
    assert casualties_document({"elite": 2, "named": ["beast_rabban"]}, 4)["tank"] == ["beast_rabban"]


@pytest.mark.rule("R-27", "MAHDI-0")
def test_R_27_which_of_several_named_leaders_stays_is_open() -> None:
    names = ["baron_harkonnen", "beast_rabban", "captain_aramsham"]
    assert removed(1, regular=3, named=names) == names
    assert removed(2, regular=3, named=names) == [
        "baron_harkonnen beast_rabban",
        "baron_harkonnen captain_aramsham",
        "beast_rabban captain_aramsham",
    ]
    assert removed(1, regular=3, generic=1, named=names) == ["bashar"]


@pytest.mark.rule("BATTLE-7", "MAHDI-BATTLE-2")
def test_BATTLE_7_without_a_regular_in_the_box_the_elite_itself_goes() -> None:
    assert figures(casualties_document({"elite": 3, "regular_supply": 1}, 2)["legion"]) == "regular 1, elite 1"
    # With the last unit the leader goes, too.
    answer = casualties_document({"elite": 1, "named": ["beast_rabban"], "regular_supply": 0}, 1)
    assert (figures(answer["legion"]), answer["tank"]) == ("", ["beast_rabban"])


@pytest.mark.rule("MAHDI-TOKEN-1", "MAHDI-BATTLE-2")
def test_MAHDI_TOKEN_1_a_legion_takes_no_hits_before_its_tokens_are_revealed() -> None:
    with pytest.raises(ValueError, match="facedown tokens are revealed before hits"):
        take_hits(Army(regular=2, tokens=1), 1)


@pytest.mark.rule("MAHDI-BATTLE-3", "R-28")
@pytest.mark.parametrize(("ours", "rolls"), [(2, False), (3, True)])
def test_R_28_an_attack_may_end_before_the_first_roll(ours: int, rolls: bool) -> None:
    # Fine power 4 against 8 is half: they stop at once. 6 against 8: they roll.
    answer = battle_odds(
        {
            "attacker": {"faction": "harkonnen", "regular": ours},
            "defender": {"faction": "atreides", "regular": 4},
            "policy": {"attacker": "mahdi", "defender": "never_retreat"},
            "rounds": 1,
        }
    )
    assert answer["rounds"] == pytest.approx([0.0, 1.0] if rolls else [1.0])


@pytest.mark.rule("MAHDI-SPICE-1", "R-29")
def test_MAHDI_SPICE_1_keeps_the_lowest_first() -> None:
    assert rows(2, 1, 2, 3) == ["2 3 3 / 0 / 0 / choam spacing_guild"]
    assert rows(4, 1, 2, 3) == ["2 2 3 / 0 / 0 / choam"]
    assert rows(5, 1, 2, 3, spice_reserve=1) == ["1 2 3 / 0 / 0 / "]


@pytest.mark.rule("R-29", "MAHDI-0")
def test_R_29_equal_markers_leave_the_choice() -> None:
    assert rows(2, 2, 2, 1) == [
        "2 3 2 / 0 / 0 / landsraad spacing_guild",
        "3 2 2 / 0 / 0 / choam landsraad",
    ]
    assert rows(7, 2, 2, 1) == ["1 2 1 / 0 / 0 / ", "2 1 1 / 0 / 0 / "]


@pytest.mark.rule("R-29", "SPICE-4", tries=True)
def test_R_29_nothing_is_raised_before_all_are_kept() -> None:
    assert rows(5, 2, 3, 4) == ["3 3 4 / 0 / 1 / choam"]
    assert rows(6, 2, 3, 4) == ["2 3 4 / 0 / 0 / "]
    assert rows(7, 2, 3, 4) == ["2 3 3 / 0 / 0 / "]
    assert rows(12, 2, 3, 4) == ["1 2 3 / 0 / 1 / "]


@pytest.mark.rule("R-29", "BAN-1")
def test_R_29_the_bottom_marker_needs_no_keeping_and_costs_3_to_raise() -> None:
    assert rows(4, 2, 3, 5) == ["2 3 5 / 0 / 0 / landsraad"]
    assert rows(6, 2, 3, 5) == ["1 2 5 / 0 / 0 / landsraad"]
    assert rows(7, 2, 3, 5) == ["2 3 4 / 0 / 0 / "]
    assert rows(1, 5, 5, 5) == ["5 5 5 / 0 / 1 / choam landsraad spacing_guild"]


@pytest.mark.rule("MAHDI-SPICE-1", "R-29")
def test_R_29_the_seventh_spice_with_all_on_top_gives_exactly_1_supremacy() -> None:
    assert rows(6, 1, 1, 1, supremacy=3) == ["1 1 1 / 3 / 0 / "]
    assert rows(7, 1, 1, 1, supremacy=3) == ["1 1 1 / 4 / 0 / "]
    assert rows(14, 1, 1, 1, supremacy=3) == ["1 1 1 / 4 / 1 / "]
    # Not when a marker only gets there now.
    assert rows(8, 1, 1, 2, supremacy=3) == ["1 1 1 / 3 / 1 / "]


@pytest.mark.rule("BAN-1")
def test_BAN_1_first_printing_bans_one_of_those_that_dropped() -> None:
    rules = {"first_printing": True}
    assert rows(1, 1, 4, 5, rules=rules) == ["2 5 5 / 0 / 1 / choam landsraad spacing_guild"]
    assert rows(0, 1, 2, 5, rules=rules) == [
        "2 3 5 / 0 / 0 / choam landsraad",
        "2 3 5 / 0 / 0 / landsraad spacing_guild",
    ]


@pytest.mark.rule("R-34")
def test_R_34_the_weakest_units_go_a_token_weighs_2() -> None:
    assert excess_options(Army(regular=3, elite=2, special=1), 1)[0] == (Army(regular=1),)
    assert excess_options(Army(regular=1, elite=4, special=3), 3)[0] == (Army(regular=1, elite=2),)
    assert excess_options(Army(regular=3, tokens=4), 1)[0] == (Army(regular=1), Army(tokens=1))
    assert excess_options(Army(special=6, tokens=1, generic=2), 1)[0] == (Army(tokens=1),)


@pytest.mark.rule("R-35", "MAHDI-TOKEN-2")
def test_R_35_only_the_colour_that_ran_out_is_reused() -> None:
    legions = [h("imperial_basin", regular=3), h("arrakeen", tokens=2)]
    table = position(*legions, ranks={"gara_kulon": 1}, harkonnen_tokens={"black": 0, "silver": 3})
    state = read_position(table)
    option = decide(state, Result.STRATEGY).options[0]
    after, _ = apply_option(state, Result.STRATEGY, option)
    assert isinstance(after.frame, GarrisonFrame)
    assert missing_colours(after) == ("black",)
    token = Army(regular=1)
    assert [r.code for r in check(after, RecycleToken(AREA_NUMBER["arrakeen"], "silver", token))] == [
        "colour_not_needed"
    ]
    assert list(check(after, RecycleToken(AREA_NUMBER["arrakeen"], "black", token))) == []
