"""Sheets of areas, zones and tracks: what is there, what may be done, and putting right what differs."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Power, Result
from companion.rules.army import Army
from companion.rules.commands import CorrectBoard
from companion.rules.frames import ActionFrame
from companion.rules.state import ATREIDES, HARKONNEN, LeaderStatus, Standing
from tests.web.table.conftest import Seat

GARA_KULON = AREA_NUMBER["gara_kulon"]
SHEET = "/area/gara_kulon"


def test_the_sheet_says_what_is_there(own_turn: Seat) -> None:
    main = own_turn.main(own_turn.home + SHEET)
    for text in ("Gara Kulon", "1 token", "1 Naib", "Sietch, facedown", "1 of 6 units"):
        assert text in main, text


def test_the_sheet_offers_what_may_be_done_with_a_die(own_turn: Seat) -> None:
    own_turn.done("spend", own_turn.home + SHEET, die="strategy")
    assert isinstance(own_turn.top(), ActionFrame)
    links = own_turn.links(own_turn.home + SHEET)
    assert f"{own_turn.step}?from=gara_kulon" in links


def test_a_die_spent_from_a_sheet_goes_on_with_that_legion(own_turn: Seat) -> None:
    answer = own_turn.do("spend", own_turn.home + SHEET, die="strategy")
    assert answer.headers["Location"] == f"{own_turn.step}?from=gara_kulon"


@pytest.mark.rule("MAHDI-REVEAL-1")
def test_MAHDI_REVEAL_1_a_watched_token_says_so_in_place(own_turn: Seat) -> None:
    every = tuple(range(8))
    rules = replace(own_turn.state.rules, first_printing=True)
    own_turn.arrange(CorrectBoard(replace(own_turn.state, ornithopters=every, rules=rules)))
    main = own_turn.main(own_turn.home + SHEET)
    assert 'class="act no"' in main
    assert "MAHDI-REVEAL-1" in main


@pytest.mark.rule("FREE-1")
def test_FREE_1_tokens_are_turned_from_the_sheet(own_turn: Seat) -> None:
    own_turn.arrange(CorrectBoard(replace(own_turn.state, ornithopters=())))
    own_turn.done("turn-tokens", own_turn.home + SHEET, tokens_turned=1, regular=2)
    assert own_turn.state.army(ATREIDES, GARA_KULON) == Army(regular=2, generic=1)
    own_turn.done("reveal-sietch", own_turn.home + SHEET, rank=2)
    sietch = own_turn.state.sietch(GARA_KULON)
    assert sietch is not None
    assert (sietch.rank, sietch.revealed) == (2, True)


def test_a_rank_is_entered_and_forgotten(own_turn: Seat) -> None:
    own_turn.done("rank", own_turn.home + SHEET, rank=3)
    sietch = own_turn.state.sietch(GARA_KULON)
    assert sietch is not None
    assert sietch.rank == 3
    own_turn.done("rank", own_turn.home + SHEET, rank=0)
    sietch = own_turn.state.sietch(GARA_KULON)
    assert sietch is not None
    assert sietch.rank is None


def test_a_correction_changes_just_what_was_changed(own_turn: Seat) -> None:
    before = own_turn.state
    own_turn.done("correct-area", own_turn.home + SHEET, a__regular=2, a__generic=0, a__named=["stilgar"], wormsign=1)
    after = own_turn.state
    assert after.army(ATREIDES, GARA_KULON) == Army(regular=2, tokens=1, named=("stilgar",))
    assert after.leader("stilgar").standing is Standing.BOARD
    assert after.wormsigns == (GARA_KULON,)
    rest = before.with_army(ATREIDES, GARA_KULON, after.army(ATREIDES, GARA_KULON))
    assert replace(rest, wormsigns=after.wormsigns, leaders=after.leaders) == after


def test_a_correction_without_a_difference_makes_no_entry(own_turn: Seat) -> None:
    before = own_turn.seq
    own_turn.done("correct-area", own_turn.home + SHEET)
    assert own_turn.seq == before


def test_a_leader_moves_from_where_it_stood(own_turn: Seat) -> None:
    own_turn.done("correct-area", own_turn.home + SHEET, a__named=["stilgar"])
    own_turn.done("correct-area", own_turn.home + "/area/windgap", a__named=["stilgar"])
    army = own_turn.state.army(ATREIDES, GARA_KULON)
    assert army is not None
    assert army.named == ()
    own_turn.done("correct-area", own_turn.home + "/area/windgap", a__named=None)
    assert own_turn.state.leader("stilgar") == LeaderStatus(Standing.READY)


def test_sietch_settlement_and_station_can_be_put_right(own_turn: Seat) -> None:
    own_turn.done("correct-area", own_turn.home + SHEET, sietch="1", revealed="1", rank=2)
    sietch = own_turn.state.sietch(GARA_KULON)
    assert sietch is not None
    assert (sietch.rank, sietch.revealed) == (2, True)
    own_turn.done("correct-area", own_turn.home + SHEET, sietch=None, revealed=None)
    assert own_turn.state.sietch(GARA_KULON) is None
    own_turn.done("correct-area", own_turn.home + "/area/carthag", settlement=None, h__regular=0)
    assert not own_turn.state.settlements >> AREA_NUMBER["carthag"] & 1
    own_turn.done("correct-area", own_turn.home + "/area/ne_4", station=None)
    assert not own_turn.state.stations >> AREA_NUMBER["ne_4"] & 1


def test_what_is_odd_after_a_correction_is_said_with_its_rule(own_turn: Seat) -> None:
    own_turn.done("correct-area", own_turn.home + SHEET, a__regular=9)
    main = own_turn.main(own_turn.home + SHEET)
    assert "STACK-1" in main
    assert "note odd" in main


@pytest.mark.parametrize(("field", "value"), [("a__regular", "-2"), ("harvester", "lots"), ("rank", "7")])
def test_nonsense_in_a_correction_names_the_field(own_turn: Seat, field: str, value: str) -> None:
    before = own_turn.seq
    changed: dict[str, Any] = {field: value}
    answer = own_turn.do("correct-area", own_turn.home + SHEET, **changed)
    assert answer.status_code == 400
    assert f"<code>{field.replace('__', '-')}</code>" in answer.text
    assert own_turn.seq == before


def test_a_leader_that_is_none_is_named(own_turn: Seat) -> None:
    answer = own_turn.do("correct-area", own_turn.home + SHEET, a__named=["gandalf"])
    assert answer.status_code == 400
    assert "<code>a-named</code>" in answer.text


def test_a_vehicle_in_a_zone_can_be_put_right(own_turn: Seat) -> None:
    own_turn.done("correct-zone", own_turn.home + "/zone/az_ne", vehicle="carryall")
    assert 1 in own_turn.state.carryalls
    assert 1 not in own_turn.state.ornithopters
    answer = own_turn.do("correct-zone", own_turn.home + "/zone/az_ne", vehicle="zeppelin")
    assert answer.status_code == 400


def test_every_track_can_be_put_right(own_turn: Seat) -> None:
    own_turn.done(
        "correct-tracks",
        own_turn.home + "/tracks/imperium",
        supremacy=4,
        jihad=5,
        choam=2,
        ban__landsraad="1",
        spice_reserve=1,
        hand=5,
        reinforcements=3,
        harkonnen_unused=6,
        die__strategy=0,
    )
    state = own_turn.state
    assert (state.supremacy, state.prescience[2], state.imperium[0], state.spice_reserve) == (4, 5, 2, 1)
    assert state.bans == {Power.LANDSRAAD}
    assert (state.cards.hand, state.reinforcements, state.harkonnen_unused) == (5, 3, 6)
    assert state.atreides_results == (Result.LEADERSHIP, Result.MENTAT, Result.HOUSE)
    assert state.atreides_unused == 3


def test_a_value_off_its_track_is_named(own_turn: Seat) -> None:
    answer = own_turn.do("correct-tracks", own_turn.home + "/tracks/supremacy", supremacy=11)
    assert answer.status_code == 400
    assert "<code>supremacy</code>" in answer.text


def test_leaders_and_tanks_can_be_put_right(own_turn: Seat) -> None:
    path = own_turn.home + "/tracks/leaders"
    own_turn.done("correct-leaders", path, leader__stilgar="2", card__stilgar="down")
    assert own_turn.state.leader("stilgar") == LeaderStatus(Standing.TANK, False, 2)
    answer = own_turn.do("correct-leaders", path, leader__stilgar="9")
    assert answer.status_code == 400
    assert "<code>leader-stilgar</code>" in answer.text


def test_the_sheet_of_an_empty_area_says_so(own_turn: Seat) -> None:
    assert "nothing is here" in own_turn.main(own_turn.home + "/area/sw_4")
    assert own_turn.state.army(HARKONNEN, AREA_NUMBER["sw_4"]) is None
