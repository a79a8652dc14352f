"""Random games between people on the page: no rule of the solo opponent, for whoever reads (R-9f)."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest
from werkzeug.datastructures import MultiDict

from companion.service import GameSettings, Loaded
from companion.store import GameRecord, Role, SeatRecord, Timeline
from companion.store.timeline import Batch, Step
from companion.web.public import public
from companion.web.scene import Reader, Scene
from companion.web.seats import View
from companion.web.steps.done import last_done, todos
from companion.web.steps.next_step import next_panel
from tests.rules.machines.people import PEOPLE, Played, of_solo, walk
from tests.web.steps.scenes import THEN

STEPS = 60


def scene_after(played: Played, reader: Reader) -> Scene:
    mode = played.after.mode
    game = GameRecord("g", "A game", mode.value, 2, "", "CODE", THEN, THEN, None)
    first = Batch(1, 1, "StartGame", None, THEN, ())
    last = Batch(2, 1 + len(played.events), type(played.command).__name__, 1, THEN, played.events)
    timeline = Timeline(last.last, (Step(first, played.before), Step(last, played.after)), (), (first, last))
    role = Role.PLAYER if reader in (Reader.PLAYER, Reader.OTHER) else Role.SPECTATOR
    seat = SeatRecord(1, "g", role, "Ola", THEN, THEN)
    shown = public(played.after) if role is Role.SPECTATOR else None
    loaded = Loaded(game, timeline, GameSettings("A game", mode))
    return Scene(View(loaded, seat), MultiDict(), listener=reader, shown=shown)


def rules_in(value: object) -> Iterator[str]:
    """Every text of a panel that is the id of a rule of the opponent, or holds one."""
    if isinstance(value, str):
        if "MAHDI-" in value or of_solo(value):
            yield value
    elif isinstance(value, dict):
        yield from rules_in(tuple(value.values()))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from rules_in(one)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from rules_in(getattr(value, field.name))


@pytest.mark.slow
@pytest.mark.parametrize("name", PEOPLE)
def test_between_people_no_step_cites_a_rule_of_the_solo_opponent(name: str) -> None:
    cited = dict[str, str]()
    for played in walk(name, 3, STEPS):
        for reader in Reader:
            scene = scene_after(played, reader)
            done = last_done(scene)
            for value in (next_panel(scene), todos(done) if done is not None else ()):
                cited |= {rule: type(played.after.frame).__name__ for rule in rules_in(value)}
    assert cited == {}
