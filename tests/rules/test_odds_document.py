"""The Battle document: what is refused and with which word, and what may be left out."""

from copy import deepcopy
from typing import Any

import pytest

from companion.content.terms import Faction
from companion.rules.errors import FormatError
from companion.rules.odds import AttackerPolicy, CasualtyPolicy, battle_odds, parse_battle

Document = dict[str, Any]

BATTLE: Document = {
    "attacker": {
        "faction": "harkonnen",
        "regular": 2,
        "elite": 2,
        "special": 1,
        "generic": 1,
        "named": ["baron_harkonnen"],
        "cards": 1,
    },
    "defender": {
        "faction": "atreides",
        "regular": 2,
        "special": 1,
        "named": ["paul_muaddib"],
        "cards": 0,
    },
    "settlement_rank": 2,
    "surprise": False,
    "policy": {
        "attacker": "mahdi",
        "defender": "never_retreat",
        "casualties": {"harkonnen": "mahdi", "atreides": "keep_power"},
    },
    "rounds": None,
}
MISSING = object()


def changed(path: str, value: object) -> Document:
    """Return the battle with one entry replaced or, for MISSING, taken out."""
    battle = deepcopy(BATTLE)
    *parents, last = path.split(".")
    place = battle
    for key in parents:
        place = place[key]
    if value is MISSING:
        del place[last]
    else:
        place[last] = value
    return battle


@pytest.mark.parametrize(
    "path, value, where",
    [
        ("attacker", MISSING, "attacker"),
        ("defender", None, "defender"),
        ("defender", [], "defender"),
        ("weather", "storm", "battle"),
        ("attacker.area", "carthag", "attacker"),
        ("policy.retreat", 1, "policy"),
        ("policy.casualties.corrino", "mahdi", "policy.casualties"),
        ("attacker.faction", MISSING, "attacker.faction"),
        ("attacker.faction", "corrino", "attacker.faction"),
        ("attacker.faction", ["harkonnen"], "attacker.faction"),
        ("defender.faction", "harkonnen", "defender.faction"),
        ("attacker.regular", -1, "attacker.regular"),
        ("attacker.regular", 1.0, "attacker.regular"),
        ("attacker.elite", True, "attacker.elite"),
        ("attacker.elite", None, "attacker.elite"),
        ("defender.special", "1", "defender.special"),
        ("attacker.regular", 4, "STACK-1"),
        ("attacker.regular", 10**30, "STACK-1"),
        ("attacker.generic", 7, "attacker.generic"),
        ("defender.cards", 37, "defender.cards"),
        ("attacker.reinforcements", 37, "attacker.reinforcements"),
        ("defender.tokens", 1, "BATTLE-2"),
        ("attacker.tokens", 2, "BATTLE-2"),
        ("defender.tokens", "one", "defender.tokens"),
        ("attacker.named", "baron_harkonnen", "attacker.named"),
        ("attacker.named", ["duke_leto"], "attacker.named"),
        ("attacker.named", [1], "attacker.named"),
        ("attacker.named", [["baron_harkonnen"]], "attacker.named"),
        ("attacker.named", ["bashar"], "attacker.named"),
        ("attacker.named", ["stilgar"], "attacker.named"),
        ("defender.named", ["wild_maker"], "defender.named"),
        ("defender.named", ["stilgar", "stilgar"], "LEADER-3"),
        ("settlement_rank", 4, "settlement_rank"),
        ("settlement_rank", None, "settlement_rank"),
        ("surprise", 1, "surprise"),
        ("policy", "mahdi", "policy"),
        ("policy.attacker", "retreat", "policy.attacker"),
        ("policy.attacker", ["mahdi"], "policy.attacker"),
        ("policy.defender", None, "policy.defender"),
        ("policy.casualties", "mahdi", "policy.casualties"),
        ("policy.casualties.harkonnen", "to_the_end", "policy.casualties.harkonnen"),
        ("rounds", -1, "rounds"),
        ("rounds", 1.5, "rounds"),
        ("rounds", False, "rounds"),
    ],
)
def test_nonsense_is_refused_with_the_field_or_rule(path: str, value: object, where: str) -> None:
    with pytest.raises(FormatError) as refused:
        battle_odds(changed(path, value))
    assert refused.value.field_or_rule == where
    assert str(refused.value) == f"{where}: {refused.value.message}"


@pytest.mark.rule("BATTLE-1")
def test_BATTLE_1_an_attacker_without_units_is_refused() -> None:
    attacker = {"faction": "harkonnen", "generic": 1, "named": ["baron_harkonnen"]}
    with pytest.raises(FormatError, match=r"^BATTLE-1: attacker has no units$"):
        battle_odds(changed("attacker", attacker))


@pytest.mark.rule("STACK-1")
def test_STACK_1_names_the_number_of_units() -> None:
    with pytest.raises(FormatError, match=r"^STACK-1: defender has 7 units, at most 6 fit in an area$"):
        battle_odds(changed("defender.regular", 6))


def test_the_input_is_not_changed() -> None:
    battle = deepcopy(BATTLE)
    battle_odds(battle)
    assert battle == BATTLE


def test_equal_questions_share_no_answer_object() -> None:
    first = battle_odds(BATTLE)
    first["rounds"].clear()
    first["first_round"]["hits"].clear()
    second = battle_odds(BATTLE)
    assert second["rounds"]
    assert second["first_round"]["hits"]


def test_what_is_left_out_has_its_default() -> None:
    short = parse_battle(
        {
            "attacker": {"faction": "harkonnen", "regular": 1},
            "defender": {"faction": "atreides", "regular": 1, "tokens": 0},
        }
    )
    assert (short.attacker.faction, short.defender.faction) == (Faction.HARKONNEN, Faction.ATREIDES)
    assert (short.defender.rank, short.surprise, short.rounds) == (0, False, None)
    assert short.attacker_policy is AttackerPolicy.MAHDI
    assert short.attacker.casualties is CasualtyPolicy.MAHDI
    assert short.defender.casualties is CasualtyPolicy.KEEP_POWER


def test_an_atreides_attacker_fights_to_the_end_by_default() -> None:
    swapped = {"attacker": BATTLE["defender"], "defender": BATTLE["attacker"]}
    assert parse_battle(swapped).attacker_policy is AttackerPolicy.TO_THE_END


def test_all_cards_of_a_faction_may_be_at_hand() -> None:
    assert battle_odds(changed("attacker.reinforcements", 36))["attacker_wins"] > 0.99


@pytest.mark.rule("LEADER-1")
def test_LEADER_1_leaders_without_units_are_lost_without_a_roll() -> None:
    answer = battle_odds(changed("defender", {"faction": "atreides", "generic": 1, "named": ["stilgar"]}))
    assert answer["attacker_wins"] == 1.0
    assert answer["rounds"] == [1.0]
    assert answer["expected_losses"]["defender"] == {"power": 3.0, "units": 0.0, "leaders": 2.0}


@pytest.mark.rule("BATTLE-3", "MAHDI-BATTLE-1")
def test_BATTLE_3_cards_that_bring_no_seventh_die_change_nothing() -> None:
    full = changed("attacker.cards", 0)
    full["attacker"]["regular"] = 3
    with_cards = deepcopy(full)
    with_cards["attacker"]["cards"] = 5
    assert battle_odds(full) == battle_odds(with_cards)
