"""Sixty simulated games: for every deed, changes told are changes made, and each is really worded."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from companion.rules.state import Mode
from companion.service import Hints, Setting, announced, untold
from companion.store import Role
from companion.web import say
from companion.web.scene import Reader
from companion.web.steps.done import last_done
from companion.web.steps.next_step import next_panel
from companion.web.table.now import now_panel
from companion.web.ui.blocks import Todos
from companion.web.ui.panel import Panel
from companion.web.words.changes.lines import changes
from companion.web.words.changes.record import Change
from tests.web.told.at_war import deeds_at_war
from tests.web.told.judge import Verdict, judge, summary
from tests.web.told.orders import unsaid
from tests.web.told.screens import confirmed, texts
from tests.web.told.sitting import Deed, deeds_of, scene_after

GAMES = range(60)
GAMES_A_TEST = 5
NAMED_BY_CARDS = ("Tactical card", "Harvesting sector: ", "Target sietch: ")


@pytest.fixture
def reader(app: Flask) -> Iterator[None]:
    """Somebody who reads English: the catalogue is looked up once, as it is in a request."""
    with app.test_request_context():
        say.begin()
        yield
        say.end()


def listed_after(deed: Deed) -> tuple[Change, ...]:
    return changes(untold(deed.before, deed.name.split(), deed.events, deed.after))


def words_of(panel: Panel) -> list[tuple[str, str]]:
    return [(todo.title, todo.detail) for block in panel.blocks if isinstance(block, Todos) for todo in block.todos]


def play(verdict: Verdict, seed: int) -> None:
    """Judges every deed of a game by what is worded for it; orders by the screens on which they are confirmed.

    Chances stand on those of one game of a test: they say nothing of what an order does, and take long to work out.
    """
    hints = Hints.NONE if seed % GAMES_A_TEST else Hints.ADVICE
    for deed in deeds_of(seed):
        judge(verdict, deed, changes(announced(deed.before, deed.commands)), listed_after(deed))
        screen = confirmed(deed, hints)
        if screen is not None:
            verdict.orders += 1
            verdict.untold += [
                f"{screen.title}: {line}, {lack}" for line, lack in unsaid(deed, " ".join(texts(screen)))
            ]


@pytest.mark.slow
@pytest.mark.parametrize("first", GAMES[::GAMES_A_TEST])
@pytest.mark.usefixtures("reader")
def test_changes_told_are_changes_made(first: int) -> None:
    verdict = Verdict()
    for seed in range(first, first + GAMES_A_TEST):
        play(verdict, seed)
    print(summary(verdict))  # the figures of the games, for whoever runs it with -s
    assert verdict.orders > 50 * GAMES_A_TEST
    assert verdict.deeds > 200 * GAMES_A_TEST
    assert not verdict.untold, verdict.untold[:5]
    assert not verdict.badly, verdict.badly[:5]


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "seed"), [(Mode.DUEL, 1), (Mode.DUEL, 3), (Mode.TEAM, 2)])
@pytest.mark.usefixtures("reader")
def test_changes_told_are_changes_made_with_desert_war(mode: Mode, seed: int) -> None:
    """Of games between people nothing is announced: the list after a deed tells it all; each step has its words."""
    verdict, seen = Verdict(), set[str]()
    for deed in deeds_at_war(seed, mode):
        judge(verdict, deed, changes(announced(deed.before, deed.commands)), listed_after(deed))
        seen |= {type(command).__name__ for command in deed.commands}
        for reader in Reader:
            assert next_panel(replace(scene_after(deed), listener=reader)).title
    assert not verdict.untold, verdict.untold[:5]
    assert not verdict.badly, verdict.badly[:5]
    assert {"PlaceCamp", "DeploySuspensors", "DeployLaunchers"} <= seen


@pytest.mark.slow
@pytest.mark.parametrize("seed", [GAMES[2]])
def test_the_list_after_a_deed_shows_every_line(app: Flask, seed: int) -> None:
    """The player reads it as a list, whoever watches above the step; only rolls without more stand on the step."""
    shown = 0
    with app.test_request_context():
        for deed in deeds_of(seed):
            done = last_done(scene_after(deed))
            wanted = [(change.title, change.detail) for change in done.changes()] if done is not None else []
            panel = now_panel(scene_after(deed))
            watched = words_of(next_panel(scene_after(deed, Role.SPECTATOR)))
            assert watched == wanted
            if panel is not None:
                words, lines = words_of(panel), wanted
                if panel.title.endswith(" begins"):
                    # The card of the round: a tactical card says itself what it names, and what was told before stays.
                    lines = [line for line in wanted if not (line[0].startswith(NAMED_BY_CARDS) and not line[1])]
                    words = words[: len(lines)]
                assert words == lines
                shown += 1
            elif wanted:
                assert words_of(next_panel(scene_after(deed))) == wanted
    assert shown > 20


@pytest.mark.slow
def test_a_line_left_out_is_found() -> None:
    """Without any one of its lines a list does not say what was done, and the judge says so."""
    left_out = 0
    for deed in deeds_of(GAMES[0]):
        said, listed = changes(announced(deed.before, deed.commands)), listed_after(deed)
        for lines in (said, listed):
            for number in range(len(lines)):
                kept = (*lines[:number], *lines[number + 1 :])
                verdict = Verdict()
                judge(verdict, deed, *((kept, listed) if lines is said else (said, kept)))
                # A token that is turned and falls in one deed is gone either way.
                turned = any(getattr(one, "what", None) is Setting.SIETCH_SIDE for one in lines[number].tells)
                assert verdict.untold or turned, lines[number]
                left_out += 1
    assert left_out > 200
