"""A whole simulated game as a game file: what the tests of export, statistics and their pages read."""

import json
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from companion.rules import execute
from companion.rules.state import Mode, State
from companion.service import DiceBy, GameSettings
from companion.store import encode_event
from solo_bot.simulation.play import play_game

SEED = 3
BEGAN = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)


def played_game(
    name: str = "Sunday", seed: int = SEED, mode: Mode = Mode.SOLO, expansions: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The document of a game played to its end by the simulation, one batch a command."""
    document = deepcopy(_played(seed, mode, expansions))
    document["settings"]["name"] = name
    return document


@cache
def _played(seed: int, mode: Mode, expansions: tuple[str, ...]) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    state, moment = State(), BEGAN
    for command in play_game(seed, mode=mode, expansions=expansions).commands:
        state, events = execute(state, command, record_anyway=True)
        moment += timedelta(seconds=20)
        first = len(rows) + 1
        for event in events:
            rows.append(
                {
                    "seq": len(rows) + 1,
                    "batch": first,
                    "kind": type(event).__name__,
                    "command": type(command).__name__,
                    "seat": 1,
                    "created": moment.isoformat(),
                    "payload": encode_event(event),
                }
            )
    settings = GameSettings("", mode=mode, dice=DiceBy.APP, expansions=expansions)
    document: dict[str, Any] = {
        "format": "arrakis-game",
        "version": 1,
        "created": BEGAN.isoformat(),
        "seed": seed,
        "settings": json.loads(settings.to_text()),
        "seats": [{"id": 1, "role": "player", "name": "Ola", "created": BEGAN.isoformat()}],
        "events": json.loads(json.dumps(rows)),
    }
    return document
