"""Games between people in words: nothing of the solo opponent is told, in steps, refusals, menu and history (P-14)."""

import re
from collections.abc import Iterator

import pytest

from companion.rules import Rules, check
from companion.rules.legal import KINDS, candidates
from companion.rules.state import Mode, State
from companion.service import GameSettings
from companion.web.scene import Reader
from companion.web.steps.done import last_done, todos
from companion.web.steps.next_step import next_panel
from companion.web.table.menus import rules_of
from companion.web.words.history.lines import history_line
from companion.web.words.refusals.texts import refusal_texts
from solo_bot.simulation.play import play_game
from tests.rules.machines.people import PEOPLE, Played, of_solo, walk
from tests.web.steps.test_people_walks import scene_after
from tests.web.told.screens import texts

OF_SOLO = re.compile(
    r"(?<![‘'])\bMahdi\b|MAHDI|[Rr]einforcement|[Tt]actical card|[Tt]okens? in the pool|The Spice Must Flow joins"
)
"""What is only in solo; the title is said on planning and prescience cards, too, in quotation marks."""
STEPS = 60
A_FEW = 3


def wrong(values: object) -> set[str]:
    """The texts among what is shown that speak of the solo opponent, or cite a rule about it alone."""
    return {text for text in texts(values) if OF_SOLO.search(text) or of_solo(text)}


def told(played: Played) -> Iterator[object]:
    """Everything that a reader of any kind is shown after a command, and the lines of the history."""
    for reader in Reader:
        scene = scene_after(played, reader)
        done = last_done(scene)
        yield next_panel(scene)
        yield todos(done) if done is not None else ()
    for event in played.events:
        yield history_line(event, by_people=True)


def refused(state: State) -> Iterator[object]:
    """Why some commands of every kind are refused now, in words."""
    for kind in KINDS:
        for command in list(candidates(state, kind))[:A_FEW]:
            yield refusal_texts(check(state, command))


@pytest.mark.slow
@pytest.mark.parametrize("name", PEOPLE)
def test_between_people_no_step_line_or_refusal_speaks_of_the_solo_opponent(name: str) -> None:
    found = dict[str, str]()
    for played in walk(name, 4, STEPS):
        step = type(played.after.frame).__name__
        for values in (*told(played), *refused(played.after)):
            found |= dict.fromkeys(wrong(values), f"{type(played.command).__name__} to {step}")
    assert found == {}


@pytest.mark.slow
@pytest.mark.parametrize("mode", [Mode.DUEL, Mode.TEAM])
def test_in_whole_games_between_people_nothing_speaks_of_the_solo_opponent(mode: Mode) -> None:
    found = dict[str, str]()
    for seed in (1, 2):
        record = play_game(seed, mode=mode)
        for number, event in enumerate(record.events):
            found |= dict.fromkeys(wrong(history_line(event, by_people=True)), f"{number} {type(event).__name__}")
    assert found == {}


@pytest.mark.parametrize("mode", [Mode.DUEL, Mode.TEAM])
def test_the_menu_of_a_game_between_people_names_no_opponent(mode: Mode) -> None:
    assert any("Opponent" in line for line in rules_of(GameSettings("A game"), Rules()))
    lines = rules_of(GameSettings("A game", mode, decide_for_me=True), Rules())
    assert not [line for line in lines if "Opponent" in line or "picks the best" in line]
