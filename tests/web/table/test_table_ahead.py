"""*If they roll ...* at the table: who is shown it, what it says of each face, and what follows a move."""

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape

import pytest
from werkzeug.datastructures import MultiDict

from companion.board import AREA_NUMBER
from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.commands import CorrectBoard, SpendDie
from companion.rules.state import ATREIDES, HARKONNEN
from companion.web.seats import TABLE
from companion.web.steps.atreides.ahead import with_ahead
from companion.web.ui.ahead_blocks import Ahead
from companion.web.ui.panel import Panel
from tests.web.steps.scenes import scene_at
from tests.web.table.conftest import Seat

GARA_KULON, NE_14, NE_15, NE_16 = (AREA_NUMBER[area] for area in ("gara_kulon", "ne_14", "ne_15", "ne_16"))
LOOK = "?ahead=strategy"
MOVE = "from=ne_16&to=gara_kulon"


@pytest.fixture
def threatened(own_turn: Seat) -> Seat:
    """Gara Kulon is nearly empty and a Harkonnen legion stands beside it; Stilgar's legion stands there too."""
    state = own_turn.state.with_army(HARKONNEN, NE_15, Army(regular=2, elite=2, generic=1))
    state = state.with_army(HARKONNEN, NE_14, None).with_army(ATREIDES, GARA_KULON, Army(regular=1))
    state = state.with_army(ATREIDES, NE_16, Army(regular=1, elite=4, special=1, named=("stilgar",)))
    sietches = tuple(replace(one, rank=2) for one in state.sietches)
    state = replace(state, sietches=sietches, target_sietch=GARA_KULON, reinforcements=0)
    own_turn.arrange(CorrectBoard(state))
    return own_turn


@pytest.fixture
def moving(threatened: Seat) -> Seat:
    """The same with a Strategy die spent."""
    threatened.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY))
    return threatened


def text(markup: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", " ", markup.replace("\xad", "")))).strip()


def rows(seat: Seat, path: str) -> list[str]:
    main = seat.main(path)
    return [text(one) for one in re.findall(r'<li>\s*<(?:a|span) class="face.*?</li>', main, re.S)]


def test_one_tap_shows_every_face_with_its_chance(threatened: Seat) -> None:
    assert any("ahead=1" in link for link in threatened.links())
    found = rows(threatened, f"{threatened.step}?ahead=1")
    assert len(found) == len(Result)
    assert "Attack the sietch at Gara Kulon" in found[1]
    assert re.search(r"Strategy: from NE 15, .*%", found[1])
    assert "2 of 6 faces" in found[1]
    assert "Draw and play 2 cards" in found[3]
    assert "nobody knows which" in found[3]


def test_the_map_shows_the_face_that_is_chosen_and_what_is_threatened(threatened: Seat) -> None:
    page = threatened.page(threatened.step + LOOK)
    assert re.search(r'<use href="#a-gara_kulon" class="gl threat"/>', page)
    assert page.count('class="arw on theirs"') == 1
    mentat = threatened.page(f"{threatened.step}?ahead=mentat")
    assert "theirs" not in mentat
    assert 'class="gl threat"' in mentat


def test_after_the_move_that_is_tried_it_says_what_changes(moving: Seat) -> None:
    line = text(moving.main(f"{moving.step}?{MOVE}"))
    assert re.search(r"No face attacks a sietch ?, now it is 3 of 6|attack a sietch", line)
    main = moving.main(f"{moving.step}?{MOVE}&ahead=1")
    assert "As it is now" in main
    assert "After this move" in main
    after, now = rows(moving, f"{moving.step}?{MOVE}&ahead=1"), rows(moving, f"{moving.step}?{MOVE}&ahead=1&when=now")
    assert "Attack the sietch at Gara Kulon" in now[1]
    assert after[1].endswith("2 /6 2 of 6 faces")
    assert "now: Attack the sietch at Gara Kulon" in after[1]
    assert "Mentat, as now" in after[3]
    page = moving.page(f"{moving.step}?{MOVE}&ahead=1")
    assert '<use href="#a-gara_kulon" class="gl safe"/>' in page


def test_nothing_is_done_until_the_move_is_made(moving: Seat) -> None:
    before = moving.seq
    path = f"{moving.step}?{MOVE}&ahead=1"
    moving.page(path)
    assert moving.seq == before
    moving.done("move", path)
    army = moving.state.army(ATREIDES, GARA_KULON)
    assert army is not None
    assert army.units == 7


def test_steppers_of_a_move_count_at_once(moving: Seat) -> None:
    path = f"{moving.step}?{MOVE}&split=1&ahead=1"
    few = "&set=1&regular=1&elite=0&special=0"
    assert rows(moving, path)[1] != rows(moving, path + few)[1]
    part = moving.page(f"{moving.home}/ahead?{MOVE}&split=1&ahead=1{few}")
    assert 'class="ahead"' in part
    assert "<main" not in part
    assert re.search(r'name="elite" value="0"', moving.main(path + few))


FIGHT = "from=ne_16&to=ne_15&attack=1"


def evened(seat: Seat) -> None:
    """Makes the battle for NE 15 one that either side may win."""
    state = seat.state.with_army(ATREIDES, NE_16, Army(regular=2, elite=2))
    seat.arrange(CorrectBoard(state))
    seat.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY))


def test_after_an_attack_it_says_what_follows_each_outcome_with_its_chance(threatened: Seat) -> None:
    evened(threatened)
    line = text(threatened.main(f"{threatened.step}?{FIGHT}"))
    assert "Faces that attack a sietch, now 3 of 6" in line
    # Moving in or not makes no difference to them: one row.
    won, lost = r"Won, \d+% none : No face attacks a sietch", r"Not won, \d+% (\d) of 6 : \1 of 6 attack a sietch"
    assert re.search(f"{won} {lost}", line)
    over = f"{threatened.step}?{FIGHT}&ahead=1"
    first, last = (text(threatened.main(one)) for one in (over, f"{over}&when=lost"))
    assert re.search(
        r"If you win and move in, \d+%: most likely you keep [^.]+. No face attacks a sietch ?, now", first
    )
    assert re.search(r"If you do not win, \d+%: most likely they keep [^.]+. \d of 6 attack a sietch", last)
    assert "Attack the sietch" not in "".join(one.split("now:")[0] for one in rows(threatened, over))
    assert any("Attack the sietch" in one.split("now:")[0] for one in rows(threatened, f"{over}&when=lost"))
    main = threatened.main(over)
    for tab in ("Now", "Won, moved in", "Won, stayed", "Not won"):
        assert re.search(rf">{tab}</a>", main)
    assert "To the battle" in text(main)
    assert "Something is revealed or rolled first" not in main
    page = threatened.page(over)
    assert re.search(r'<use href="#a-gara_kulon" class="gl safe"/>', page)


def test_after_an_attack_no_chance_is_told_where_none_is_wanted(threatened: Seat) -> None:
    evened(threatened)
    form = next(one for one in threatened.forms(f"{threatened.home}/menu") if one.deed == "hints")
    threatened.browser.post(form.action, MultiDict([*form.values(), ("hints", "none")]))
    line = text(threatened.main(f"{threatened.step}?{FIGHT}"))
    assert "Not won 3 of 6" in line
    assert "%" not in line
    assert "If you win and move in: most likely" in text(threatened.main(f"{threatened.step}?{FIGHT}&ahead=1"))


def test_an_attack_on_what_lies_facedown_promises_nothing(threatened: Seat) -> None:
    hidden = threatened.state.with_army(HARKONNEN, NE_15, Army(regular=1, tokens=1))
    threatened.arrange(CorrectBoard(hidden))
    threatened.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY))
    assert "If you win" not in threatened.main(f"{threatened.step}?{FIGHT}")
    assert "If they roll" in threatened.main(f"{threatened.step}?{FIGHT}&ahead=1")


def test_it_stays_open_while_another_move_is_tried(moving: Seat) -> None:
    page = moving.page(f"{moving.step}?from=ne_16&ahead=1")
    links = [unescape(one) for one in re.findall(r'<a class="ar[^"]*" href="([^"]*)"', page)]
    assert any("to=gara_kulon" in one and "ahead=1" in one for one in links)
    assert all("ahead=" in one or "/area/" in one or "/zone/" in one for one in links)


@pytest.mark.rule("MAHDI-TURN-1")
def test_MAHDI_TURN_1_a_face_of_three_dice_is_struck(threatened: Seat) -> None:
    state = replace(threatened.state, harkonnen_spent=(Result.STRATEGY,) * 3, harkonnen_unused=5)
    threatened.arrange(CorrectBoard(state))
    found = rows(threatened, f"{threatened.step}?ahead=1")
    assert "Rolled again" in found[1]
    assert "three dice show it already" in found[1]
    assert "1 of 4 faces" in found[0]


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_a_result_that_was_named_is_the_only_one(threatened: Seat) -> None:
    table = threatened.app.extensions[TABLE]
    state = replace(table.load(threatened.game).state, chosen_result=Result.MENTAT)
    scene = scene_at(state)
    with threatened.app.test_request_context():
        panel = with_ahead(replace(scene, pick=MultiDict({"ahead": "1"})), Panel("", ""))
    block = next(one for one in panel.blocks if isinstance(one, Ahead))
    assert [(one.faces, one.of) for one in block.rows if not one.gone] == [(1, 1)]
    assert block.rows[0].title == "Not this time"


def test_what_it_would_ask_is_told_as_a_question(threatened: Seat) -> None:
    state = threatened.state
    unknown = tuple(replace(one, rank=None) for one in state.sietches)
    state = state.with_army(ATREIDES, AREA_NUMBER["tasmin_sink"], Army(tokens=1))
    threatened.arrange(CorrectBoard(replace(state, sietches=unknown)))
    assert any("Asks you for a rank first" in one for one in rows(threatened, f"{threatened.step}?ahead=1"))


def test_it_is_switched_off_beside_the_chances(threatened: Seat) -> None:
    menu = f"{threatened.home}/menu"
    form = next(one for one in threatened.forms(menu) if one.deed == "turn")
    answer = threatened.browser.post(form.action, MultiDict([*form.values(), ("on", "no")]))
    assert answer.status_code == 303
    assert not any("ahead=" in link for link in threatened.links())
    assert rows(threatened, f"{threatened.step}?ahead=1") == []
    threatened.browser.post(form.action, MultiDict([*form.values(), ("on", "yes")]))
    assert rows(threatened, f"{threatened.step}?ahead=1")


def test_a_switch_that_is_none_is_refused(threatened: Seat) -> None:
    form = next(one for one in threatened.forms(f"{threatened.home}/menu") if one.deed == "turn")
    for values in ([("setting", "level"), ("on", "yes")], [("setting", "ahead"), ("on", "perhaps")]):
        fields = [one for one in form.values() if one[0] != "setting"]
        assert threatened.browser.post(form.action, MultiDict([*fields, *values])).status_code == 400


def test_without_chances_no_percentage_is_told(threatened: Seat) -> None:
    form = next(one for one in threatened.forms(f"{threatened.home}/menu") if one.deed == "hints")
    threatened.browser.post(form.action, MultiDict([*form.values(), ("hints", "none")]))
    assert "%" not in "".join(rows(threatened, f"{threatened.step}?ahead=1"))


def test_only_the_player_whose_turn_it_is_looks_ahead(threatened: Seat, guest_of: Callable[[Seat, str], Seat]) -> None:
    watcher = guest_of(threatened, "spectator")
    assert not any("ahead=" in link for link in watcher.links())
    assert rows(watcher, f"{watcher.step}?ahead=1") == []
