"""The calculator: its answers are those of the odds, nonsense is refused with the rule in its place."""

import re
import time
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.rules.odds import AttackerPolicy, Battle, CasualtyPolicy, Measure, RetreatAt, StopBelow, attacker_wins
from companion.web.odds import form
from companion.web.words.numbers import percent
from tests.web.conftest import Browser

FAIR = {"attacker": "harkonnen", "h_regular": "4", "h_elite": "1", "a_regular": "2", "a_elite": "1", "rank": "2"}
FRAGMENT = {"HX_Request": "true"}


def asked(phone: Browser, /, *more: tuple[str, str], **fields: str) -> tuple[int, str]:
    """The answer of the calculator as htmx gets it."""
    answer = phone.get("/odds?" + urlencode([*(FAIR | fields).items(), *more]), **FRAGMENT)
    return answer.status_code, answer.text


def battle_of(app: Flask, **fields: str) -> Battle:
    with app.test_request_context("/odds?" + urlencode(FAIR | fields)) as context:
        return form.read(form.entered(context.request.args))


def test_the_first_page_leads_to_it_and_it_shows_a_battle_at_once(phone: Browser) -> None:
    assert 'href="/odds"' in phone.get("/").text
    page = phone.get("/odds")
    assert page.status_code == 200
    assert "Atreides win" in page.text
    main = page.text[page.text.index("<main") : page.text.index("</main>")]
    assert main.count("<form") == 1


def test_it_works_without_javascript(phone: Browser) -> None:
    page = phone.get("/odds?" + urlencode(FAIR))
    assert re.search(r'<form[^>]* method="get" action="/odds"', page.text)
    assert "Show the chances" in page.text
    assert 'name="h_regular" value="4"' in page.text


def test_the_answer_is_that_of_the_odds(app: Flask, phone: Browser) -> None:
    status, text = asked(phone)
    assert status == 200
    assert percent(attacker_wins(battle_of(app))) in text
    assert "<form" not in text
    assert 'id="numbers" hx-swap-oob="true"' in text


@pytest.mark.rule("BATTLE-4", "BATTLE-8", "BATTLE-9")
def test_everything_entered_reaches_the_battle(app: Flask) -> None:
    battle = battle_of(
        app,
        attacker="atreides",
        a_named="stilgar",
        a_cards="1",
        h_reinforcements="3",
        h_supply="2",
        surprise="yes",
        attack="stop_below",
        attack_n="3",
        attack_of="units",
        defend="retreat_at",
        defend_n="5",
        a_casualties="mahdi",
    )
    assert battle.attacker.legion.named == ("stilgar",)
    assert (battle.attacker.cards, battle.defender.reinforcements, battle.defender.rank) == (1, 3, 2)
    assert battle.defender.regulars == 4 + 2
    assert battle.surprise
    assert battle.attacker_policy == StopBelow(3, Measure.UNITS)
    assert battle.defender_policy == RetreatAt(5, Measure.POWER)
    assert battle.attacker.casualties is CasualtyPolicy.MAHDI


def test_as_usual_is_how_each_faction_fights(app: Flask) -> None:
    assert battle_of(app).attacker_policy is AttackerPolicy.MAHDI
    assert battle_of(app, attacker="atreides").attacker_policy is AttackerPolicy.TO_THE_END


REFUSED = [
    ({"h_regular": "7"}, "h", "STACK-1"),
    ({"a_regular": "3", "a_elite": "2", "a_special": "2"}, "a", "STACK-1"),
    ({"h_regular": "0", "h_elite": "0"}, "h", "BATTLE-1"),
    ({"a_regular": "0", "a_elite": "0"}, "a", "SETTLE-2"),
    ({"a_regular": "0", "a_elite": "0", "a_generic": "1"}, "a", "LEADER-1"),
    ({"h_named": "duke_leto"}, "h", "LEADER-3"),
    ({"a_named": "baron_harkonnen"}, "a", "LEADER-3"),
]


@pytest.mark.rule("STACK-1", "BATTLE-1", "SETTLE-2", "LEADER-1", "LEADER-3")
@pytest.mark.parametrize("fields, side, rule", REFUSED)
def test_nonsense_is_refused_with_the_rule_in_its_place(
    phone: Browser, fields: dict[str, str], side: str, rule: str
) -> None:
    status, text = asked(phone, **fields)
    assert status == 422
    place = re.search(rf'<div id="problem-{side}".*?(?=<div id="problem-|$)', text, re.DOTALL)
    assert place is not None
    assert rule in place[0]
    assert "win" not in re.sub(r"[^<]*Without a unit[^<]*", "", text)
    page = phone.get("/odds?" + urlencode(FAIR | fields))
    assert page.status_code == 422
    assert rule in page.text


@pytest.mark.rule("LEADER-3")
def test_LEADER_3_nobody_is_there_twice(phone: Browser) -> None:
    status, text = asked(phone, ("a_named", "stilgar"), ("a_named", "stilgar"))
    assert status == 422
    assert "Nobody can be there twice." in text


@pytest.mark.parametrize(
    "fields",
    [
        {"h_regular": "-1"},
        {"h_regular": "two"},
        {"h_generic": "7"},
        {"a_cards": "99"},
        {"rank": "4"},
        {"rank": "9999999999"},
        {"attacker": "corrino"},
        {"attack": "fly"},
        {"goal": "fun"},
        {"attack": "stop_below", "attack_n": "x"},
        {"a_supply": "15"},
    ],
)
def test_what_no_form_sends_is_refused_in_words(phone: Browser, fields: dict[str, str]) -> None:
    status, text = asked(phone, **fields)
    assert status == 422
    assert "No chances for this" in text


def test_what_was_entered_is_shown_escaped(phone: Browser) -> None:
    _, text = asked(phone, h_named="<script>alert(1)</script>")
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text


def test_the_best_play_is_at_least_as_good_as_any(app: Flask) -> None:
    usual = battle_of(app, attack="to_the_end")
    best = battle_of(app, attack="optimal", h_casualties="optimal")
    assert attacker_wins(best) >= attacker_wins(usual)


def test_a_best_play_that_would_take_long_is_refused(phone: Browser) -> None:
    many = {"h_regular": "2", "h_elite": "2", "h_special": "2", "h_generic": "4", "a_reinforcements": "9"}
    leaders = [("h_named", leader) for leader in ("feyd_rautha", "baron_harkonnen", "captain_aramsham")]
    begin = time.process_time()
    status, text = asked(phone, *leaders, **many, attack="optimal", h_casualties="optimal")
    assert time.process_time() - begin < 2
    assert status == 422
    assert "too many possibilities" in text


def test_numbers_read_as_people_say_them(app: Flask) -> None:
    with app.test_request_context("/"):
        assert percent(0.0) == "0%"
        assert percent(0.001) == "under 1%"
        assert percent(0.999) == "over 99%"
        assert percent(1.0) == "100%"
        assert percent(0.744) == "74%"
