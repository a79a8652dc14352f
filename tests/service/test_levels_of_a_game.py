"""How the opponent of a game chooses: part of its settings, old games included, asked through the loaded game."""

import json
from dataclasses import replace

import pytest

from companion.content.terms import Deck, Result
from companion.rules import execute
from companion.rules.ask.dice import HARKONNEN_ACTIONS
from companion.rules.commands import RevealCard
from companion.rules.frames import CardsFrame, TurnFrame
from companion.rules.positions.reading import read_position
from companion.rules.state import HARKONNEN, Rules, State
from companion.service import GameSettings, Level, Loaded, SetUp, Table
from companion.store.shapes import DecodeError
from solo_bot.levels.choice import picked_for_player
from solo_bot.orders import next_order


def loaded(table: Table, settings: GameSettings) -> Loaded:
    game, _seat = table.create_game(replace(settings, set_up=SetUp.QUICK), "device", "Ola")
    return table.load(game.id)


def fork() -> State:
    """A position in which two legions may make the first move."""
    legions = [{"area": area, "faction": "harkonnen", "regular": 3} for area in ("carthag", "arrakeen")]
    spent = {name: {"card": "spent"} for name in ("baron_harkonnen", "beast_rabban", "captain_aramsham")}
    document = {
        "legions": [*legions, {"area": "broken_land", "faction": "atreides", "regular": 1}],
        "sietches": {"gara_kulon": {"rank": 2, "revealed": False}},
        "target_sietch": "gara_kulon",
        "harvesting_sector": "ne",
        "leaders": spent,
    }
    frames = (TurnFrame(HARKONNEN, True, True), HARKONNEN_ACTIONS[Result.STRATEGY])
    return replace(read_position(document), frames=frames, harkonnen_spent=(Result.STRATEGY,))


def test_settings_of_older_games_have_the_printed_level_and_one_player() -> None:
    old = GameSettings("Sunday", rules=Rules(card_parts=True))
    document = json.loads(old.to_text())
    for name in ("level", "decide_for_me"):
        del document[name]
    del document["rules"]["partners"]
    assert GameSettings.from_text(json.dumps(document)) == old
    assert (old.level, old.decide_for_me, old.rules.partners) == (Level.MAHDI, False, 1)


def test_settings_come_back_as_they_were_written() -> None:
    settings = GameSettings("Sunday", rules=Rules(partners=2), level=Level.WARLORD, decide_for_me=True)
    assert GameSettings.from_text(settings.to_text()) == settings
    with pytest.raises(DecodeError, match="level"):
        GameSettings.from_text(settings.to_text().replace("warlord", "sultan"))


def test_partners_are_part_of_the_game_from_its_first_event(table: Table) -> None:
    assert loaded(table, GameSettings("Sunday", rules=Rules(partners=2))).state.rules.partners == 2


def test_the_printed_level_leaves_the_choice_to_the_player(table: Table) -> None:
    game = loaded(table, GameSettings("Sunday"))
    order = game.order(fork())
    assert order is not None
    assert len(order.choices) > 1
    assert order == next_order(fork())


def test_decide_for_me_leaves_one_choice_and_says_so(table: Table) -> None:
    order = loaded(table, GameSettings("Sunday", decide_for_me=True)).order(fork())
    assert order is not None
    assert len(order.choices) == 1
    assert picked_for_player(order.trace)


@pytest.mark.parametrize("level", [Level.TACTICIAN, Level.WARLORD])
def test_a_level_chooses_by_the_seed_of_the_game(table: Table, level: Level) -> None:
    game = loaded(table, GameSettings("Sunday", level=level))
    order = game.order(fork())
    assert order == next_order(fork(), level, game.game.seed)
    assert order is not None
    assert len(order.choices) == 1
    assert not picked_for_player(order.trace)


def test_the_game_itself_is_asked_when_no_position_is_given(table: Table) -> None:
    game = loaded(table, GameSettings("Sunday"))
    assert game.order() == next_order(game.state)
    with pytest.raises(ValueError, match="no Harkonnen planning card"):
        game.card_order()


def test_the_cards_of_a_game_follow_its_level(table: Table) -> None:
    frames = (TurnFrame(HARKONNEN, True, True), CardsFrame((Deck.HOUSE_HARKONNEN,)))
    state, _ = execute(replace(fork(), frames=frames), RevealCard("workhorse_of_arrakis"))
    printed = loaded(table, GameSettings("Sunday")).card_order(state)
    assert len(printed.choices) > 1
    assert len(loaded(table, GameSettings("Sunday", level=Level.TACTICIAN)).card_order(state).choices) == 1
