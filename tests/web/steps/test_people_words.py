"""Games between people in words: nothing of the solo opponent is told, in steps, refusals, menu and history (P-14)."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Deck, Faction
from companion.rules import Rules, check
from companion.rules import frames as f
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
from tests.web.steps.scenes import at, position, said
from tests.web.steps.test_people_walks import scene_after
from tests.web.told.screens import texts

OF_SOLO = re.compile(
    r"(?<![‘'«„“])\bMahdi\b|MAHDI|[Rr]einforcement|[Tt]actical card|[Tt]okens? in the pool|The Spice Must Flow joins"
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


@pytest.mark.rule("FREE-2")
def test_FREE_2_scouting_is_explained_by_its_own_rule() -> None:
    area = AREA_NUMBER["gara_kulon"]
    tokens = said(at(f.RevealTokensFrame(Faction.ATREIDES, area, f.Cause.REVEAL), mode=Mode.DUEL), Reader.OTHER)
    assert (tokens.rule, tokens.kicker.startswith("An ornithopter scouts")) == ("FREE-2", True)
    sietch = said(at(f.RevealSietchFrame(area), mode=Mode.DUEL))
    assert (sietch.rule, sietch.kicker) == ("FREE-2", "An ornithopter scouts the sietch")
    attacked = said(at(f.RevealTokensFrame(Faction.ATREIDES, area, f.Cause.BATTLE), mode=Mode.DUEL))
    assert attacked.rule == "TOKEN-1"
    card = f.CardFrame("spies_all_over_arrakis", Deck.HOUSE_HARKONNEN)
    by_card = replace(at(f.RevealSietchFrame(area), mode=Mode.DUEL), frames=(card, f.RevealSietchFrame(area)))
    assert said(by_card).rule == "CARD-1"


@pytest.mark.rule("TOKEN-1", "MAHDI-TOKEN-1", "SETUP-2")
@pytest.mark.parametrize(
    "faction, mode, rule",
    [
        (Faction.ATREIDES, Mode.SOLO, "TOKEN-1"),
        (Faction.ATREIDES, Mode.DUEL, "TOKEN-1"),
        (Faction.HARKONNEN, Mode.SOLO, "MAHDI-TOKEN-1"),
        (Faction.HARKONNEN, Mode.DUEL, "SETUP-2"),
        (Faction.HARKONNEN, Mode.TEAM, "SETUP-2"),
    ],
)
def test_TOKEN_1_the_step_that_turns_tokens_cites_the_rule_about_those_of_their_side(
    faction: Faction, mode: Mode, rule: str
) -> None:
    assert said(at(f.RevealTokensFrame(faction, AREA_NUMBER["ne_12"], f.Cause.BATTLE), mode=mode)).rule == rule


@pytest.mark.rule("BATTLE-9", "WORM-4")
def test_WORM_4_the_step_names_the_side_that_says_where_a_legion_flees() -> None:
    area = AREA_NUMBER["ne_12"]
    fleeing = position(legions=[{"area": "ne_12", "faction": "harkonnen", "regular": 1}], sandworms=["ne_12"])
    worm = at(f.WormFrame(area, rescue=False), fleeing, Mode.DUEL)
    assert said(worm).title == "Atreides: choose where the Harkonnen legion retreats"
    assert said(worm, Reader.OTHER).title == "Atreides choose where the Harkonnen legion retreats"


@pytest.mark.parametrize("mode", [Mode.DUEL, Mode.TEAM])
def test_the_menu_of_a_game_between_people_names_no_opponent(mode: Mode) -> None:
    assert any("Opponent" in line for line in rules_of(GameSettings("A game"), Rules()))
    lines = rules_of(GameSettings("A game", mode, decide_for_me=True), Rules())
    assert not [line for line in lines if "Opponent" in line or "picks the best" in line]
