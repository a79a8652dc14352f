"""Wherever a log can stop the table has a step: between two commands, after taking back, after a correction."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion.rules import execute
from companion.rules.commands import Command, CorrectBoard
from companion.rules.state import Mode, State
from companion.service import Table
from companion.service.differences import differences
from companion.service.exchange import import_game
from companion.service.telling import untold
from companion.store import Role
from companion.web import say
from companion.web.display.step import step_of
from companion.web.orders.course import Course
from companion.web.scene import Reader
from companion.web.seats import TABLE
from companion.web.steps import unfit
from companion.web.steps.mahdi.turn import _course
from companion.web.steps.next_step import next_panel
from companion.web.words.changes.lines import changes
from companion.web.words.history.lines import history_line
from solo_bot.orders import Order
from solo_bot.simulation.play import play_game
from tests.service.played import played_game
from tests.web.conftest import Browser, MakeBrowser
from tests.web.told.sitting import Deed, scene_after

SLOW = pytest.mark.slow
GAMES = (
    *((Mode.SOLO, seed) for seed in (1, 2, 3)),
    *(pytest.param(mode, seed, marks=SLOW) for mode, seed in ((Mode.SOLO, 6), (Mode.DUEL, 0), (Mode.TEAM, 2))),
)
"""Seeds: in the solo ones House dice stop with one unit replaced, with two, and with one vehicle placed."""
CORRECTED = (*((Mode.SOLO, seed) for seed in (0, 1, 2)), pytest.param(Mode.DUEL, 1, marks=SLOW))
WAR = ((Mode.DUEL, 3), pytest.param(Mode.TEAM, 5, marks=SLOW))
PAGES_APART, MOST_TAKEN_BACK = 9, 250


@pytest.fixture
def reader(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        say.begin()
        yield
        say.end()


def steps(mode: Mode, seed: int, expansions: tuple[str, ...] = ()) -> Iterator[Deed]:
    """Every command of a game as a deed of its own."""
    state = State()
    for command in play_game(seed, mode=mode, expansions=expansions).commands:
        after, events = execute(state, command, record_anyway=True)
        yield Deed(state, (command,), events, after)
        state = after


def orders(deed: Deed) -> list[tuple[Command, ...]]:
    """What *Done* would carry out at the opponent's die."""
    course = _course(scene_after(deed))
    order: Any = course.order if isinstance(course, Course) else course
    return [choice.commands for choice in order.choices] if isinstance(order, Order) else []


@pytest.mark.slow
@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(("mode", "seed"), GAMES)
def test_every_reader_has_a_step_after_every_command(mode: Mode, seed: int) -> None:
    for deed in steps(mode, seed):
        for role in (Role.PLAYER, Role.SPECTATOR):
            assert next_panel(scene_after(deed, role)).title
        for commands in orders(deed):
            state = deed.after
            for command in commands:
                state, _events = execute(state, command)


@pytest.mark.slow
@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(("mode", "seed"), WAR)
def test_every_reader_has_a_step_and_every_change_words_with_desert_war(mode: Mode, seed: int) -> None:
    for deed in steps(mode, seed, ("desert_war",)):
        for role in (Role.PLAYER, Role.SPECTATOR):
            assert next_panel(scene_after(deed, role)).title
        names = [type(command).__name__ for command in deed.commands]
        assert changes(untold(deed.before, names, deed.events, deed.after), solo=False) is not None
        assert changes(differences(deed.after, deed.before), solo=False) is not None
        assert all(history_line(event, by_people=True).title for event in deed.events)


@pytest.mark.slow
def test_a_played_game_with_desert_war_shows_its_pages(app: Flask, phone: Browser) -> None:
    table: Table = app.extensions[TABLE]
    game = import_game(table, played_game(mode=Mode.DUEL, expansions=("desert_war",)))
    phone.send(f"/j/{game.play_code}", name="Ola", role=Role.PLAYER.value)
    seat = next(one for one in table.games.seated(game.id) if one.name == "Ola" and one.role is Role.PLAYER)
    taken_back = 0
    while len(table.load(game.id).timeline.steps) > 1 and taken_back < MOST_TAKEN_BACK:
        table.undo(game.id, seat, table.load(game.id).seq, f"back-{taken_back:06d}")
        taken_back += 1
        if taken_back % PAGES_APART == 0:
            where = table.load(game.id)
            assert phone.get(f"/g/{game.id}/{where.state.phase.value}/{where.seq}").status_code == 200


@pytest.mark.slow
@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(("mode", "seed"), CORRECTED)
def test_the_board_of_any_other_moment_leaves_a_step(mode: Mode, seed: int) -> None:
    """The board is put right in the middle of whatever goes on: legions, tokens, dice and cards come and go."""
    chance, states = Random(seed), [deed.after for deed in steps(mode, seed)]
    for state in states[1:]:
        if state.winner is None:
            command = CorrectBoard(chance.choice(states[1:]))
            after, events = execute(state, command)
            for role in (Role.PLAYER, Role.SPECTATOR):
                assert next_panel(scene_after(Deed(state, (command,), events, after), role)).title


@pytest.mark.slow
def test_a_played_game_taken_back_step_by_step_shows_its_table(
    app: Flask, phone: Browser, browser_at: MakeBrowser
) -> None:
    table: Table = app.extensions[TABLE]
    game = import_game(table, played_game())
    watcher = browser_at("192.0.2.7")
    phone.send(f"/j/{game.play_code}", name="Ola", role=Role.PLAYER.value)
    watcher.send(f"/j/{game.watch_code}", name="Eva", role=Role.SPECTATOR.value)
    seat = next(one for one in table.games.seated(game.id) if one.name == "Ola" and one.role is Role.PLAYER)
    taken_back = 0
    while len(table.load(game.id).timeline.steps) > 1:
        seq = table.load(game.id).seq
        table.undo(game.id, seat, seq, f"back-{seq:06d}")
        taken_back += 1
        if taken_back % PAGES_APART == 0 or 70 < taken_back < 82:
            for device in (phone, watcher):
                assert device.get(f"/g/{game.id}").status_code in (200, 303)
                where = table.load(game.id)
                assert device.get(f"/g/{game.id}/{where.state.phase.value}/{where.seq}").status_code == 200
    assert taken_back > 200


def broken(deed: Deed) -> Deed:
    """A position that no log of this program leads to: hits for somebody who stands in no known area."""
    frame: Any = deed.after.frame
    return replace(deed, after=replace(deed.after, frames=(replace(frame, area=999),)))


@pytest.mark.usefixtures("reader")
def test_a_position_that_fits_no_step_is_a_page_and_a_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    deed = broken(next(deed for deed in steps(Mode.SOLO, 0) if type(deed.after.frame).__name__ == "HitsFrame"))
    with pytest.raises(unfit.MISFITS):
        next_panel(scene_after(deed))
    monkeypatch.setattr(unfit, "FORGIVEN", True)
    with caplog.at_level(logging.ERROR):
        panels = [next_panel(scene_after(deed, role)) for role in (Role.PLAYER, Role.SPECTATOR)]
        shown = step_of(replace(scene_after(deed), listener=Reader.DISPLAY))
    assert {panel.title for panel in panels} == {shown.title} == {"The board as it is recorded does not fit this step"}
    assert "Take the last entry back" in panels[0].detail
    assert "Take" not in panels[1].detail
    assert "IndexError" in caplog.text
    picked = scene_after(deed)
    picked.pick.add("area", "carthag")
    with pytest.raises(unfit.MISFITS):
        next_panel(picked)
