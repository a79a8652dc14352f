"""The page of the table: addresses, fragments, what goes back in the browser shows, and what is nowhere."""

import re

from companion.rules.commands import DrawTactical
from companion.rules.frames import RoundStartFrame
from tests.web.table.conftest import Seat

ON_BOTH_DATABASES = True

HTMX = {"HX_Request": "true"}


def test_the_game_leads_to_its_step(quick: Seat) -> None:
    answer = quick.browser.get(quick.home)
    assert answer.status_code == 303
    assert answer.headers["Location"] == quick.step == f"{quick.home}/start/{quick.seq}"
    assert quick.title(quick.step) == "Round 1 begins"


def test_the_game_leads_to_what_is_now_on_the_table_first(quick: Seat) -> None:
    quick.done("draw-tactical")
    assert quick.browser.get(quick.home).headers["Location"] == quick.now == f"{quick.step}/now"
    assert quick.title(quick.now) == "Round 1 begins"
    assert f'href="{quick.step}"' in quick.main(quick.now)


def test_the_page_has_board_strip_facts_and_one_step(quick: Seat) -> None:
    text = quick.page()
    for part in ('<svg class="map"', 'class="tracks"', 'class="info', 'id="main"'):
        assert text.count(part) == 1, part
    assert len(re.findall(r'<h2 class="step"', text)) == 1
    assert 'data-area="gara_kulon"' in text
    assert f'href="{quick.home}/area/north_pole"' in text


def test_htmx_gets_the_panel_and_what_else_changed(quick: Seat) -> None:
    answer = quick.get(quick.step, **HTMX)
    assert "<!doctype" not in answer.text
    assert answer.text.count("<main") == 1
    for part in ('id="bar"', 'id="strip"', 'id="facts"', 'id="board-over"'):
        assert re.search(rf'{part}[^>]*hx-swap-oob="true"', answer.text), part
    assert answer.headers["HX-Push-Url"] == quick.step


def test_going_back_in_the_browser_gets_a_whole_page(quick: Seat) -> None:
    answer = quick.get(quick.step, HX_Request="true", HX_History_Restore_Request="true")
    assert "<!doctype" in answer.text


def test_a_form_is_answered_by_a_redirect_to_the_next_step(quick: Seat) -> None:
    answer = quick.do("tactical", card="gara_kulon")
    assert answer.status_code == 303
    assert answer.headers["Location"] == quick.step


def test_htmx_gets_the_next_step_at_once(quick: Seat) -> None:
    answer = quick.do("tactical", card="gara_kulon", headers=HTMX)
    assert answer.status_code == 200
    assert answer.headers["HX-Push-Url"] == quick.step
    assert "Draw until a card shows a sietch in another sector" in answer.text


def test_an_earlier_step_shows_the_table_as_it_stood_and_changes_nothing(quick: Seat) -> None:
    earlier = quick.step
    quick.arrange(DrawTactical("gara_kulon"))
    now = quick.seq
    assert quick.title(earlier) == "The table at that point"
    assert quick.forms(earlier) == []
    (back,) = (link for link in quick.links(earlier) if "/history/" in link)
    quick.done("go-to", back)
    assert quick.seq == now + 1
    assert quick.top() == RoundStartFrame()


def test_an_address_that_holds_no_step_leads_to_the_step_now(quick: Seat) -> None:
    answer = quick.browser.get(f"{quick.home}/start/{quick.seq + 100}")
    assert answer.status_code == 303
    assert answer.headers["Location"] == quick.step


def test_unknown_places_and_deeds_are_not_found(quick: Seat) -> None:
    for path in ("/area/atlantis", "/zone/az_up", "/tracks/moon", "/nowhere/3"):
        assert quick.get(quick.home + path).status_code == 404, path
    form = quick.form("tactical")
    answer = quick.browser.post(f"{quick.home}/do/dance", dict(form.values()))
    assert answer.status_code == 404


def test_a_stranger_sees_nothing(quick: Seat, browser_at: type) -> None:
    stranger = browser_at("192.168.1.99")
    for path in ("", f"/start/{quick.seq}", "/area/windgap", "/history", "/menu", "/tracks/dice"):
        assert stranger.get(quick.home + path).status_code == 403, path


def test_the_menu_lets_players_invite_and_names_the_rules(quick: Seat) -> None:
    text = quick.page(quick.home + "/menu")
    assert '<svg class="qr"' in text
    assert "The dice are rolled at the table." in text
