"""The log of plays: a table for other programs, and the text of one play to paste."""

import csv
import io
from dataclasses import replace

import pytest
from flask import Flask

from companion.service import Table
from companion.web.seats import TABLE
from companion.web.stats.plays import Play, as_csv
from tests.web.conftest import Browser
from tests.web.kept import at_a_game, played_out

PLAY = Play("2026-11-29", "Sunday", "solo", "mahdi", "Ola (Atreides)", "Atreides", 6, 8, 7, 5, 9, 6, 4)


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


def joined(phone: Browser, table: Table) -> str:
    game = played_out(table, "Sunday; final", 0)
    assert phone.send(f"/j/{table.games.get(game).play_code}", name="Eva", role="player").status_code == 303
    return game


def test_a_line_for_each_game_that_is_over(phone: Browser, table: Table) -> None:
    joined(phone, table)
    at_a_game(phone, set_up="quick", dice="app")
    answer = phone.get("/stats/plays.csv")
    assert answer.mimetype == "text/csv"
    lines = list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert len(lines) == 1
    assert lines[0]["game"] == "Sunday; final"
    assert (lines[0]["winner"], lines[0]["rounds"], lines[0]["supremacy"]) == ("Harkonnen", "3", "10")
    assert "Eva (Atreides)" in lines[0]["players"]
    assert "/stats/plays.csv" in phone.get("/stats").text


def test_without_a_finished_game_there_is_nothing_to_log(phone: Browser) -> None:
    at_a_game(phone, set_up="quick", dice="app")
    assert "plays.csv" not in phone.get("/stats").text
    assert phone.get("/stats/plays.csv").text.count("\n") == 1


def test_a_name_is_no_formula() -> None:
    line = as_csv([replace(PLAY, game="=1+1")]).splitlines()[1]
    assert line.split(",")[1] == "'=1+1"


def test_a_play_as_text_says_who_won_and_how_the_tracks_stood(phone: Browser, table: Table) -> None:
    text = phone.get(f"/g/{joined(phone, table)}/stats").text
    start = text.index('id="play-text"')
    told = text[start : text.index("</pre>", start)]
    for part in (
        "Dune: War for Arrakis",
        "Eva (Atreides)",
        "Harkonnen won in round 3.",
        "Supremacy 10 of 10",
        "Jihad 6",
    ):
        assert part in told


def test_a_battle_to_practise_is_no_play(phone: Browser) -> None:
    game = phone.send("/practice").location
    assert "play-text" not in phone.get(f"{game}/stats").text
