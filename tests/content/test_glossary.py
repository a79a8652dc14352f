"""Terms in five languages, with English where a language has no word."""

from __future__ import annotations

from enum import Enum

import pytest

from companion.content import (
    CONTENT,
    GLOSSARY,
    LEADERS,
    Language,
    Result,
    UnitKind,
    Variant,
    term,
    term_key,
    terms,
)
from companion.content.glossary import used_term_keys

NAMED = (
    terms.Faction,
    terms.Subfaction,
    terms.Deck,
    terms.Result,
    terms.Box,
    terms.Power,
    terms.Marker,
    terms.UnitKind,
    terms.VehicleKind,
    terms.CombatFace,
    terms.Wormsign,
    terms.Phase,
)


@pytest.mark.parametrize(
    "key, language, word",
    [
        ("supremacy", "en", "Supremacy"),
        ("supremacy", "es", "Supremacía"),
        ("action_house", "es", "Casa"),
        ("harkonnen", "pl", "Harkonnenowie"),
        ("harkonnen", "cs", "Harkonnenové"),
        ("harkonnen", "ru", "Харконнены"),
        ("subfaction", "ru", "Sub-faction"),
        ("legion", "de", "Legion"),
    ],
)
def test_term(key: str, language: str, word: str) -> None:
    assert term(key, language) == word


def test_english_is_the_default() -> None:
    assert term("legion") == term("legion", "en") == "Legion"


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(KeyError, match="nonsense"):
        term("nonsense", "en")


@pytest.mark.parametrize("kind", NAMED)
def test_every_member_has_a_term(kind: type[Enum]) -> None:
    for member in kind:
        assert term_key(member) in GLOSSARY


def test_members_of_equal_value_have_their_own_terms() -> None:
    assert term_key(UnitKind.SPECIAL) == "unit_special_elite"
    assert term_key(terms.CombatFace.SPECIAL) == "die_special"
    assert term_key(terms.Deck.HOUSE_HARKONNEN) != term_key(terms.Subfaction.HOUSE_HARKONNEN)
    assert term_key(Result.HOUSE) == "action_house"


def test_a_kind_without_printed_words_is_refused() -> None:
    with pytest.raises(KeyError):
        term_key(Variant.FIRST_PRINTING)


def test_used_keys_and_leader_names_exist() -> None:
    assert set(used_term_keys()) <= set(GLOSSARY)
    assert {leader.term for leader in LEADERS.values()} <= set(GLOSSARY)


def test_every_term_has_spanish_and_polish() -> None:
    for key, entry in GLOSSARY.items():
        assert {Language.ENGLISH, Language.POLISH, Language.SPANISH} <= set(entry.words), key


def test_terms_of_the_expansion_are_in_every_language() -> None:
    terms = [entry for key, entry in GLOSSARY.items() if key.startswith("exp_")]
    assert len(terms) == 20
    for entry in terms:
        assert set(entry.words) == set(Language), entry.id


def test_english_words_carry_no_remarks() -> None:
    for entry in CONTENT.glossary.values():
        assert "(" not in entry.words[Language.ENGLISH], entry.id
    assert GLOSSARY["supply_pool"].note == "supply"
