"""Scenes of positions without a game behind them: what a step says to each reader, and what it asks."""

import re
from dataclasses import replace
from datetime import UTC, datetime

from werkzeug.datastructures import MultiDict

from companion.rules.ask.asked import Parts
from companion.rules.frames import Frame
from companion.rules.positions.reading import read_position
from companion.rules.state import Mode, State
from companion.service import DiceBy, GameSettings, Loaded
from companion.store import GameRecord, Role, SeatRecord, Timeline
from companion.store.timeline import Batch, Step
from companion.web.scene import Reader, Scene
from companion.web.seats import View
from companion.web.steps.head import Head, asked_of, head_of
from companion.web.ui.panel import Panel

THEN = datetime(2026, 1, 1, tzinfo=UTC)
TOLD_TO_ACT = re.compile(
    r"\b(you|your|yours|tap|choose|enter|roll|turn|place|put|take|draw|discard|remove|move|spend|settle)\b"
)
"""A sentence to somebody who cannot act neither begins with such a word nor addresses the reader."""


def position(**given: object) -> State:
    """A position with a legion of each side, a sietch and a harvester."""
    legions = [
        {"area": "shield_wall_east", "faction": "harkonnen", "regular": 3, "tokens": 1, "generic": 1},
        {"area": "gara_kulon", "faction": "atreides", "regular": 2, "special": 1},
    ]
    base = {"legions": legions, "sietches": {"gara_kulon": {"rank": 3}}, "harvesters": ["ne_12"], "round": 3}
    return read_position({**base, **given})


def scene_at(
    state: State,
    reader: Reader = Reader.PLAYER,
    dice: DiceBy = DiceBy.HAND,
    settings: GameSettings | None = None,
    parts: Parts = frozenset(),
) -> Scene:
    """The scene of a position for a reader who plays ``parts``; a watcher and the display read the public position."""
    game = GameRecord("g", "A game", state.mode.value, 7, "", "CODE", "W", "O", THEN, THEN, None)
    batch = Batch(1, 1, "StartGame", None, THEN, ())
    timeline = Timeline(1, (Step(batch, state),), (), (batch,))
    role = Role.PLAYER if reader in (Reader.PLAYER, Reader.OTHER) else Role.SPECTATOR
    seat = SeatRecord(1, "g", role, "Ola", THEN, THEN, parts=parts)
    loaded = Loaded(game, timeline, settings or GameSettings("A game", state.mode, dice=dice))
    return Scene(View(loaded, seat), MultiDict(), listener=reader)


def at(frame: Frame, state: State | None = None, mode: Mode = Mode.SOLO) -> State:
    """A position at a step."""
    return replace(state or position(), frames=(frame,), mode=mode)


def said(state: State, reader: Reader = Reader.PLAYER) -> Head:
    """What the step on top says."""
    frame = state.frame
    assert frame is not None
    return head_of(scene_at(state, reader), frame)


def asked(scene: Scene) -> Panel:
    """What the step on top asks."""
    frame = scene.state.frame
    assert frame is not None
    return asked_of(scene, frame)(scene, frame, head_of(scene, frame))


def tells_to_act(head: Head) -> list[str]:
    """The words of a head that tell its reader to do something."""
    lines = (head.kicker, head.title, head.detail)
    sentences = [part for line in lines for part in re.split(r"(?<=[.:;?!]) ", line) if part]
    first = [match[0] for part in sentences if (match := TOLD_TO_ACT.match(part.lower()))]
    return first + re.findall(r"\b[Yy]ou(?:rs?)?\b|\btap\b", " ".join(lines))
