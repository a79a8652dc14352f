"""Undo, redo, the history and what has to be put back on the table."""

import re

from companion.board import AREA_NUMBER
from companion.content.terms import Result
from companion.rules.state import ATREIDES
from tests.web.table.conftest import Seat


def moved(seat: Seat) -> None:
    seat.done("spend", die="strategy")
    seat.done("move", f"{seat.step}?from=gara_kulon&to=ne_15")


def test_undo_says_what_to_put_back_on_the_table(own_turn: Seat) -> None:
    moved(own_turn)
    answer = own_turn.do("undo")
    assert answer.status_code == 303
    where = answer.headers["Location"]
    assert own_turn.title(where) == "Put back on the table"
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
    back = [form for form in own_turn.forms(own_turn.home + "/history") if form.deed == "undo-to"]
    assert len(back) >= 3
    # The newest entry cannot be gone back to; the one before the die was spent is the third that can.
    answer = own_turn.browser.post(back[2].action, dict(back[2].values()))
    assert answer.status_code == 303
    assert own_turn.state == before
    assert "3 steps taken back" in own_turn.main(answer.headers["Location"])


def test_going_back_to_what_is_no_entry_is_refused(own_turn: Seat) -> None:
    moved(own_turn)
    (form, *_others) = [f for f in own_turn.forms(own_turn.home + "/history") if f.deed == "undo-to"]
    answer = own_turn.browser.post(form.action, {**dict(form.values()), "batch": "987654"})
    assert answer.status_code == 400
    assert "<code>batch</code>" in answer.text
    assert own_turn.state.atreides_results == (Result.LEADERSHIP, Result.MENTAT, Result.HOUSE)
