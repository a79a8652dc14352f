"""The reference: every rule, card and leader can be found, by a link and by a word, and what nobody knows is said."""

import re

import pytest
from flask import Flask

from companion.content import CARDS, DECK_CARDS, LEADERS, RULES, RuleKind
from companion.content.terms import Phase
from companion.web.reference import leaders, primer, rule_href
from companion.web.reference.cards import decks
from companion.web.reference.rules import sections
from companion.web.reference.search import matching
from companion.web.words.tongues import folded
from tests.web.conftest import Browser


@pytest.fixture(autouse=True)
def request_context(app: Flask) -> object:
    with app.test_request_context():
        yield


def ids(text: str) -> set[str]:
    return set(re.findall(r'<article class="entry[^"]*" id="([^"]+)"', text))


def test_every_rule_is_there_and_every_link_finds_it(phone: Browser) -> None:
    text = phone.get("/learn/rules").text
    assert ids(text) == set(RULES)
    for rule in RULES:
        assert rule_href(rule) == f"/learn/rules/{rule}"
    assert rule_href("NOTHING-1") == ""


def test_a_ruling_says_so_and_names_the_rule_it_completes(phone: Browser) -> None:
    text = phone.get("/learn/rules?q=R-16").text
    assert "Our ruling, completes" in text
    for rule in RULES.values():
        if rule.kind is RuleKind.RULING and rule.id == "R-16":
            assert f'href="{rule_href(rule.completes or "")}"' in text
    whole = [entry for part in sections() for entry in part.rules]
    assert sum(entry.is_ruling for entry in whole) == sum(rule.kind is RuleKind.RULING for rule in RULES.values())
    completed = {entry.id: entry.completed_by for entry in whole}
    assert "R-16" in completed["MAHDI-ATTACK-1"]


def test_a_rule_alone_comes_with_its_rulings_as_a_page_and_as_the_inside_of_a_sheet(phone: Browser) -> None:
    page = phone.get("/learn/rules/mahdi-attack-1", Referer="http://192.168.1.7:8000/g/abc/actions/12?from=x").text
    assert {"MAHDI-ATTACK-1", "R-16"} <= ids(page)
    assert len(ids(page)) < 12
    assert 'href="/g/abc/actions/12?from=x" aria-label="Back to the board"' in page
    sheet = phone.get("/learn/rules/MAHDI-ATTACK-1", HX_Request="true").text
    assert "<html" not in sheet
    assert ids(sheet) == ids(page)
    assert (
        list(re.findall(r'<article class="entry[^"]*" id="([^"]+)"', phone.get("/learn/rules/R-16").text))[1] == "R-16"
    )


@pytest.mark.parametrize(
    ("asked", "came", "leads"),
    [
        ("", "http://192.168.1.7:8000/g/abc/menu", "/g/abc"),
        ("", "http://elsewhere.example/g/abc/actions/12", "/"),
        ("", "", "/"),
        ("?back=/g/abc/area/arrakeen", "http://192.168.1.7:8000/learn/cards", "/g/abc/area/arrakeen"),
        ("?back=//elsewhere.example", "", "/"),
    ],
)
def test_the_reference_leads_back_to_where_the_reader_came_from(
    phone: Browser, asked: str, came: str, leads: str
) -> None:
    page = phone.get(f"/learn/rules{asked}", Referer=came).text
    assert f'<a class="icon" href="{leads}" aria-label="Back' in page
    if leads.startswith("/g/"):
        tab = "/learn/cards?back=" + leads.replace("/", "%2F")
        assert f'href="{tab}"' in page or f'href="/learn/cards?back={leads}"' in page


def test_a_word_in_the_place_of_a_rule_is_looked_for(phone: Browser) -> None:
    assert phone.get("/learn/rules/worm").headers["Location"].endswith("/learn/rules?q=worm")


def test_a_search_needs_every_word_and_no_accents() -> None:
    items = ["Carryalls protect harvesters", "Harvesters leave", "Żołnierz"]
    assert matching(items, "HARVESTERS protect", str) == items[:1]
    assert matching(items, "zolnierz", str) == items[2:]
    assert matching(items, "  ", str) == items
    assert folded("Ёлка") == folded("елка")


def test_a_search_works_without_scripts_and_answers_htmx_with_the_list(phone: Browser) -> None:
    page = phone.get("/learn/rules?q=cancels+shield").text
    assert "BATTLE-6" in ids(page)
    assert ids(page) < set(RULES)
    assert 'value="cancels shield"' in page
    assert 'method="get"' in page
    fragment = phone.get("/learn/rules?q=cancels+shield", HX_Request="true").text
    assert "<!doctype" not in fragment
    assert ids(fragment) == ids(page)
    assert fragment.lstrip().startswith('<div id="found">')


def test_a_search_is_shown_escaped_and_cut(phone: Browser) -> None:
    page = phone.get("/learn/cards?q=<b>" + "x" * 500).text
    assert "<b>x" not in page
    assert "x" * 81 not in page
    assert "Nothing has all of these words" in page


def test_every_card_of_the_four_decks_is_there_with_its_text(phone: Browser) -> None:
    shown = {card.id: card for deck in decks() for card in deck.cards}
    assert set(CARDS) <= set(shown)
    for deck_cards in DECK_CARDS.values():
        for card in deck_cards:
            assert (shown[card.id].name, shown[card.id].text) == (card.name, card.summary)
    assert set(CARDS) <= ids(phone.get("/learn/cards").text)
    assert [deck.id for deck in decks("hawat scheming discarding")] == ["house_harkonnen"]


def test_what_nobody_has_published_is_said() -> None:
    entries = {entry.id: entry for side in leaders.sides() for entry in side.leaders}
    assert set(entries) == set(LEADERS)
    for leader in LEADERS.values():
        entry = entries[leader.id]
        unknown = leader.kind.value == "named" and leader.has_special and leader.special is None
        assert any("special action is not known" in text for text in entry.unknown) is unknown
    assert entries["gurney_halleck"].notes == ("Has no special action.",)
    assert entries["chani"].entry == "Enters play when Jihad reaches 3."
    assert entries["baron_harkonnen"].values == "2 shields"
    known = [card for deck in decks() for card in deck.cards if deck.id == "prescience"]
    assert any("not known" in card.unknown for card in known)


def test_a_round_is_told_in_six_phases_with_rules_that_exist(phone: Browser) -> None:
    phases = primer.phases()
    assert [phase.id for phase in phases] == [phase.value for phase in Phase]
    for phase in phases:
        assert phase.lines
        for line in phase.lines:
            assert line.rule in RULES
            assert line.who in ("", "h", "a")
    text = phone.get("/learn/").text
    sprite = phone.get("/static/glyphs.svg").text
    for glyph in re.findall(r"#g-([a-z-]+)", text):
        assert f'id="g-{glyph}"' in sprite
