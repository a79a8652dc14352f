"""Every rule id of docs/rules.md has a title, a text and a page; rulings name what they complete."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import content
from companion.content import (
    BORDER_SWITCHES,
    RULE_SECTIONS,
    RULES,
    VARIANTS,
    Origin,
    RuleInfo,
    RuleKind,
    Variant,
)
from companion.rules.state import SWITCHES

RULE_IDS = Path(__file__).with_name("rule_ids.txt").read_text(encoding="utf-8").split()
ALL = list(RULES.values())


def test_every_rule_id_is_there_in_order() -> None:
    assert list(RULES) == RULE_IDS
    assert len(RULE_IDS) == 208


def test_there_are_50_rulings() -> None:
    rulings = [rule for rule in ALL if rule.kind is RuleKind.RULING]
    assert [ruling.id for ruling in rulings] == [f"R-{number}" for number in range(1, 51)]
    for ruling in rulings:
        assert ruling.page is None
        assert ruling.completes is not None
        assert RULES[ruling.completes].kind is RuleKind.RULE


def test_a_ruling_is_one_sentence() -> None:
    for ruling in ALL:
        if ruling.kind is RuleKind.RULING:
            assert ruling.text.endswith("."), ruling.id
            assert ". " not in ruling.text, ruling.id


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.id)
def test_title_and_text_can_be_shown(rule: RuleInfo) -> None:
    assert len(rule.title.split()) <= 6
    assert rule.title[0].isupper()
    assert not rule.title.endswith(".")
    assert rule.text.endswith(".")
    assert 20 <= len(rule.text) <= 350


def test_titles_are_unique() -> None:
    titles = [rule.title for rule in ALL]
    assert sorted(titles) == sorted(set(titles))


def test_rules_of_the_base_rulebook_have_pages_in_their_sections_order() -> None:
    for rule in ALL:
        has_page = rule.kind is RuleKind.RULE and rule.origin is Origin.BASE
        assert (rule.page is not None) == has_page, rule.id
        assert (rule.origin is Origin.DESERT_WAR) == rule.id.startswith("DW-")
    assert (RULES["BATTLE-6"].page, RULES["MAHDI-ATTACK-1"].page, RULES["ACT-2"].page) == (25, 39, 33)


def test_sections_are_numbered_as_in_the_rules() -> None:
    assert list(RULE_SECTIONS) == [*map(str, range(1, 17)), "R"]
    assert [rule.section for rule in ALL] == sorted((rule.section for rule in ALL), key=list(RULE_SECTIONS).index)
    assert RULES["MAHDI-0"].section == "15"


def test_rulings_on_a_rule() -> None:
    assert [ruling.id for ruling in content.rulings_on("MAHDI-MOVE-1")] == ["R-14", "R-19", "R-20"]
    assert content.rulings_on("R-14") == ()


def test_an_unknown_rule_is_refused() -> None:
    assert content.rule_info("STACK-1").title == "Stacking limit"
    with pytest.raises(KeyError, match="STACK-9"):
        content.rule_info("STACK-9")


def test_variants_name_the_rules_they_change() -> None:
    assert VARIANTS[Variant.FIRST_PRINTING].rules == (
        "WIN-2",
        "BATTLE-11",
        "WORM-3",
        "BAN-1",
        "MAHDI-REVEAL-1",
    )
    assert VARIANTS["card_parts"].rules == ("MAHDI-CARD-4",)
    assert [variant.id for variant in content.variants_of("WORM-3")] == ["first_printing"]
    assert content.variants_of("WORM-4") == ()


def test_readings_of_disputed_rulings_are_switches_too() -> None:
    assert [variant.id for variant in content.variants_of("R-33")] == ["tank_at_end_of_turn"]
    assert [variant.id for variant in content.variants_of("R-18")] == ["advance_player_decides"]
    assert [variant.id for variant in content.variants_of("R-24")] == ["tokens_on_partial_departure"]
    assert set(VARIANTS) == set(SWITCHES) - {"doubtful_border"}


def test_the_doubtful_border_is_closed_by_default() -> None:
    (border,) = BORDER_SWITCHES.values()
    assert border.areas == ("cne_3", "splintered_rock")
    assert border.default is False
