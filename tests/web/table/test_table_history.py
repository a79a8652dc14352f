"""Undo, redo, the history and what has to be put back on the table."""

import re

from companion.board import AREA_NUMBER
from companion.content.terms import Result
from companion.rules.state import ATREIDES
from tests.web.table.conftest import Seat

ON_BOTH_DATABASES = True


def moved(seat: Seat) -> None:
    seat.done("spend", die="strategy")
    seat.done("move", f"{seat.step}?from=gara_kulon&to=ne_15")


def ways(seat: Seat, label: str = "Go back to here") -> list[str]:
    """The addresses of the history that lead to an entry, the newest first."""
    return re.findall(rf'href="([^"]+)" aria-label="{label}', seat.page(seat.home + "/history"))


def test_undo_says_what_to_put_back_on_the_table(own_turn: Seat) -> None:
    moved(own_turn)
    answer = own_turn.do("undo")
    assert answer.status_code == 303
    where = answer.headers["Location"]
    assert own_turn.title(where) == "Move back on the table"
    main = own_turn.main(where)
    assert "1 token, 1 Naib" in main
    assert "NE 15 to Gara Kulon" in re.sub("<[^>]*>", "", main)
    assert own_turn.state.army(ATREIDES, AREA_NUMBER["gara_kulon"])
    assert own_turn.title() == "Tap the legion that moves"


def test_redo_puts_it_forward_again(own_turn: Seat) -> None:
    moved(own_turn)
    own_turn.done("undo")
    where = own_turn.do("redo").headers["Location"]
    assert own_turn.title(where) == "Do it again on the table"
    assert own_turn.state.army(ATREIDES, AREA_NUMBER["ne_15"])


def test_undo_of_what_changed_nothing_on_the_board_goes_straight_on(own_turn: Seat) -> None:
    own_turn.done("rank", own_turn.home + "/area/windgap", rank=2)
    where = own_turn.do("undo").headers["Location"]
    assert own_turn.title(where) == "Your turn: tap the die you use"


def test_an_undo_sent_twice_takes_back_one_step(own_turn: Seat) -> None:
    moved(own_turn)
    form = own_turn.form("undo")
    data = dict(form.values())
    assert own_turn.browser.post(form.action, data).status_code == 303
    after = own_turn.seq
    assert own_turn.browser.post(form.action, data).status_code == 409
    assert own_turn.seq == after


def test_a_new_entry_forgets_what_could_be_put_back(own_turn: Seat) -> None:
    moved(own_turn)
    own_turn.done("undo")
    assert "redo" in [form.deed for form in own_turn.forms()]
    own_turn.done("end-turn")
    assert "redo" not in [form.deed for form in own_turn.forms()]


def test_the_history_names_everything_by_rounds(own_turn: Seat) -> None:
    moved(own_turn)
    own_turn.done("undo")
    text = own_turn.page(own_turn.home + "/history")
    for words in ("Round 1", "Legion to NE 15", "You spent Strategy", "taken back by Ola"):
        assert words in text, words


def test_the_history_goes_back_to_an_entry(own_turn: Seat) -> None:
    before = own_turn.state
    moved(own_turn)
    own_turn.done("end-turn")
    back = ways(own_turn)
    assert len(back) >= 3
    # The newest entry cannot be gone back to; the one before the die was spent is the third that can.
    question = own_turn.page(back[2])
    assert "3 steps are taken back:" in question
    assert "Legion to NE 15" in question
    assert "NE 15 to Gara Kulon" in re.sub("<[^>]*>", "", question)
    answer = own_turn.do("go-to", back[2])
    assert answer.status_code == 303
    assert own_turn.state == before
    assert "3 steps taken back" in own_turn.main(answer.headers["Location"])


def test_the_history_goes_forward_again_to_an_entry(own_turn: Seat) -> None:
    moved(own_turn)
    own_turn.done("end-turn")
    after = own_turn.state
    own_turn.done("go-to", ways(own_turn)[2])
    forward = ways(own_turn, "Go forward to here")
    assert len(forward) == 2
    question = own_turn.page(forward[0])
    assert "2 steps are redone:" in question
    assert "Gara Kulon to NE 15" in re.sub("<[^>]*>", "", question)
    where = own_turn.do("go-to", forward[0]).headers["Location"]
    assert own_turn.title(where) == "Do it again on the table"
    assert own_turn.state.army(ATREIDES, AREA_NUMBER["ne_15"])
    own_turn.done("redo", own_turn.step)
    assert own_turn.state == after
    assert ways(own_turn, "Go forward to here") == []


def test_going_to_an_entry_is_one_request_and_counts_once(own_turn: Seat) -> None:
    moved(own_turn)
    form = own_turn.form("go-to", ways(own_turn)[1])
    seq = own_turn.seq
    assert own_turn.browser.post(form.action, dict(form.values())).status_code == 303
    assert own_turn.seq == seq + 2
    assert own_turn.browser.post(form.action, dict(form.values())).status_code == 409
    assert own_turn.seq == seq + 2


def test_what_cannot_be_gone_to_leads_back_to_the_history(own_turn: Seat) -> None:
    moved(own_turn)
    answer = own_turn.browser.get(f"{own_turn.home}/history/987654")
    assert answer.headers["Location"] == f"{own_turn.home}/history"


def test_the_history_has_charts_and_says_nothing_twice(own_turn: Seat) -> None:
    moved(own_turn)
    text = own_turn.page(own_turn.home + "/history")
    assert text.count('<svg class="chart"') == 2
    assert "0 Harkonnen dice" not in text
    assert text.count("Harvesting sector:") <= 1


def test_going_back_to_what_is_no_entry_is_refused(own_turn: Seat) -> None:
    moved(own_turn)
    form = own_turn.form("go-to", ways(own_turn)[0])
    answer = own_turn.browser.post(form.action, {**dict(form.values()), "batch": "987654"})
    assert answer.status_code == 400
    assert "<code>batch</code>" in answer.text
    assert own_turn.state.atreides_results == (Result.LEADERSHIP, Result.MENTAT, Result.HOUSE)
