"""Positions at every step of Desert War, and games with it: for the tests that read all steps."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.content.terms import Result
from companion.rules import execute
from companion.rules.frames import CampsFrame, LaunchersFrame, RiderFrame, TurnFrame, VehiclesFrame
from companion.rules.state import Mode, Sietch, State
from companion.rules.war import EXPANSION
from solo_bot.simulation.play import play_game
from tests.rules.desert_war.table import (
    ATREIDES,
    HARKONNEN,
    Army,
    area,
    areas,
    at_war,
    atreides_turn,
    camps,
    harkonnen_turn,
    zones,
)
from tests.web.told.sitting import Deed

PIECES: dict[str, Any] = {
    "camps": camps("se_1", "ne_11"),
    "launchers": areas("ne_11", "se_1", "se_1"),
    "sandriders": areas("ne_5", "se_4"),
    "suspensors": areas("ne_13", "se_6", "se_6"),
    "escorts": zones("az_ne"),
}


def positions() -> Iterator[tuple[str, State]]:
    """Yields a name and a position for each step of the expansion, with all its pieces on the board."""
    board: dict[str, Any] = {
        "harvesters": areas("se_2"),
        "ornithopters": zones("az_se"),
        "sandworms": areas("se_4"),
        "sietches": (Sietch(area("gara_kulon")),),
    }
    legions = {"arrakeen": Army(regular=3, escorts=1)}, {"gara_kulon": Army(regular=2, tokens=1)}
    attack = LaunchersFrame("se", areas("se_1"), 2)
    strike = replace(attack, left=1)
    give = replace(attack, left=0, harvester=True)
    for name, frame in (("roll", attack), ("strike", strike), ("give", give), ("rise", RiderFrame(area("ne_5")))):
        yield name, at_war(*legions, frame, war=PIECES, **board)
    yield "camps", at_war(*legions, CampsFrame(), war={"suspensors": areas("se_6")}, **board)
    yield "vehicles", at_war(*legions, VehiclesFrame(1, 1, 2), war={"launchers": areas("se_1")}, **board)
    for use in ("wormsigns", "sandriders", "move", "attack"):
        yield use, atreides_turn(*legions, use=use, war=PIECES, **board)
    yield "token", harkonnen_turn(*legions, war=PIECES, **board)
    turn = TurnFrame(HARKONNEN, acted=True, spent_die=True)
    after = replace(harkonnen_turn(*legions, war=PIECES, **board), frames=(turn,))
    yield "token after the die", after
    yield (
        "launchers after",
        replace(atreides_turn(*legions, war=PIECES, **board), frames=(TurnFrame(ATREIDES, acted=True),)),
    )
    dice: dict[str, Any] = {
        "atreides_results": (Result.MENTAT, Result.HOUSE),
        "harkonnen_unused": 6,
        "atreides_unused": 2,
    }
    yield "die", at_war(*legions, TurnFrame(ATREIDES), war=PIECES, **(dice | board))


def deeds_at_war(seed: int, mode: Mode) -> Iterator[Deed]:
    """Yields every command of a simulated game with the expansion as a deed of its own."""
    state = State()
    game = play_game(seed, mode=mode, expansions=(EXPANSION,), inspect_each_batch=False)
    for command in game.commands:
        after, events = execute(state, command, record_anyway=True)
        yield Deed(state, (command,), events, after)
        state = after
