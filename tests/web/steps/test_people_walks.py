"""Random games between people on the page: no rule of the solo opponent, for whoever reads (R-9f)."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest
from werkzeug.datastructures import MultiDict

from companion.rules import check, reach
from companion.rules.army import NOBODY
from companion.rules.commands import Attack, MoveLegion
from companion.rules.frames import ActionFrame
from companion.rules.state import HARKONNEN
from companion.service import GameSettings, Loaded
from companion.store import GameRecord, Role, SeatRecord, Timeline
from companion.store.timeline import Batch, Step
from companion.web.scene import Reader, Scene
from companion.web.seats import View
from companion.web.steps.atreides import reachable
from companion.web.steps.done import last_done, todos
from companion.web.steps.next_step import next_panel
from tests.rules.harkonnen_cards import test_conditions as conditions
from tests.rules.harkonnen_cards.test_conditions import TABLE
from tests.rules.machines.people import PEOPLE, Played, of_solo, walk
from tests.web.steps.scenes import THEN

STEPS = 60
MOVING = [card for card, tried in TABLE.items() if isinstance(tried.refused, MoveLegion | Attack)]


def scene_after(played: Played, reader: Reader) -> Scene:
    mode = played.after.mode
    game = GameRecord("g", "A game", mode.value, 2, "", "CODE", "W", "O", THEN, THEN, None)
    first = Batch(1, 1, "StartGame", None, THEN, ())
    last = Batch(2, 1 + len(played.events), type(played.command).__name__, 1, THEN, played.events)
    timeline = Timeline(last.last, (Step(first, played.before), Step(last, played.after)), (), (first, last))
    role = Role.PLAYER if reader in (Reader.PLAYER, Reader.OTHER) else Role.SPECTATOR
    seat = SeatRecord(1, "g", role, "Ola", THEN, THEN)
    loaded = Loaded(game, timeline, GameSettings("A game", mode))
    return Scene(View(loaded, seat), MultiDict(), listener=reader)


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


@pytest.mark.rule("CARD-1")
@pytest.mark.parametrize("card", MOVING)
def test_CARD_1_the_map_offers_the_legions_of_the_card_and_no_others(card: str) -> None:
    state = conditions.played(card, refused=False)
    frame, command = state.frame, TABLE[card].allowed
    if not isinstance(frame, ActionFrame):
        # Troop carriers are offered as a list of what is legal.
        assert card == "troop_carriers"
        return
    moves, attacks = reachable.moves_of(state, frame), reachable.attacks_of(state, frame)
    offered = attacks if isinstance(command, Attack) else moves
    assert isinstance(command, MoveLegion | Attack)
    assert (command.source, command.target) in {(way.source, way.target) for way in offered}
    for way in attacks:
        assert check(state, Attack(HARKONNEN, way.source, way.target, way.zone)) == (), way
    for way in moves:
        whole = reach.movable(state, way.source, state.army(HARKONNEN, way.source) or NOBODY)
        assert check(state, MoveLegion(HARKONNEN, way.source, way.target, whole, way.zone)) == (), way
