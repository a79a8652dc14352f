"""Games between people at the table: started on the new-game page, the Harkonnen played by hand."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from werkzeug.datastructures import MultiDict

from companion.board import AREA_IDS
from companion.content.terms import Phase, Result
from companion.rules import State, execute
from companion.rules.commands import CorrectBoard, EndTurn, EnterObjective, EnterRank, FinishAction
from companion.rules.frames import (
    ActionFrame,
    AtreidesRollFrame,
    CardFrame,
    GameOverFrame,
    HarkonnenRollFrame,
    TurnFrame,
    VehiclesFrame,
)
from companion.rules.state import ATREIDES, HARKONNEN, Mode
from companion.web.seats import TABLE, View
from companion.web.table.blocks import Act, Buttons, Form, Go
from companion.web.table.panels import next_panel
from companion.web.table.scene import Scene
from tests.rules.machines.moves import kinds_open, of_kind
from tests.rules.machines.starts import STARTS
from tests.web.table.conftest import Seat

PEOPLE = [name for name in STARTS if "players" in name]


@pytest.fixture
def people(seat_at: Callable[..., Seat]) -> Seat:
    """A game of two with the quick set-up, at its vehicles."""
    return seat_at(harkonnen="people", set_up="quick")


def test_a_game_of_two_starts_on_the_new_game_page(people: Seat) -> None:
    assert people.state.mode is Mode.DUEL
    assert isinstance(people.top(), VehiclesFrame)
    assert people.state.phase is Phase.VEHICLES


@pytest.mark.rule("TEAM-1")
def test_TEAM_1_a_game_of_four_has_cones_and_the_opponent_no_partner(seat_at: Callable[..., Seat]) -> None:
    four = seat_at(harkonnen="people", harkonnen_partners="2", partners="2", set_up="quick")
    assert (four.state.mode, four.state.cones) == (Mode.TEAM, (3, 3))


def test_the_harkonnen_take_a_turn_by_the_forms(people: Seat) -> None:
    people.done("their-choice", choice=people.form("their-choice").values()[-1][1])
    assert people.state.harvesters
    people.done("end-vehicles")
    people.top_as(HarkonnenRollFrame)
    dice = people.state.harkonnen_unused
    results = (Result.STRATEGY, Result.DEPLOYMENT, Result.MENTAT)
    entered = {r.value: min(3, max(0, dice - 3 * n)) for n, r in enumerate(results)}
    people.done("their-dice", **entered)
    people.top_as(AtreidesRollFrame)
    people.done("atreides-dice", strategy=2, mentat=2)
    people.done("spend", die="mentat")
    people.arrange(FinishAction(), EndTurn())
    assert people.top() == TurnFrame(HARKONNEN)
    people.done("their-die", die="deployment:0")
    people.done("their-figures", area=_roomy(people.state), regular=1, leader="bashar")
    assert isinstance(people.top(), ActionFrame)
    people.done("their-finish")
    people.done("their-end")
    assert people.top() == TurnFrame(ATREIDES)
    people.done("spend", die="mentat")
    people.arrange(FinishAction(), EndTurn())
    people.done("their-card", die="strategy:0", card="workhorse_of_arrakis")
    assert isinstance(people.top(), CardFrame)
    people.done("their-card-done")
    people.done("their-end")
    assert people.state.harkonnen_spent == (Result.DEPLOYMENT, Result.STRATEGY)


def _roomy(state: State) -> str:
    limit = state.stacking_limit(HARKONNEN)
    return AREA_IDS[min((army.units, area) for area, army in state.legions(HARKONNEN) if army.units < limit)[1]]


@pytest.mark.parametrize("name", PEOPLE)
def test_every_step_of_such_a_game_has_something_to_do(name: str, people: Seat) -> None:
    """Random legal play: each kind of step that it comes to offers a form or an address beside the way back."""
    random, state, seen = Random(name), STARTS[name](), set[str]()
    for _ in range(60):
        kinds = [kind for kind in kinds_open(state) if kind not in (EnterRank, EnterObjective)]
        if not kinds or isinstance(state.frame, GameOverFrame):
            break
        stage = f"{type(state.frame).__name__} {getattr(state.frame, 'stage', '')} {getattr(state.frame, 'action', '')}"
        if stage not in seen:
            seen.add(stage)
            _look(people, state, stage)
        kind = random.choice(kinds)
        state, _events = execute(state, random.choice(of_kind(state, kind)))
    assert seen


def _look(seat: Seat, state: State, stage: str) -> None:
    loaded = seat.app.extensions[TABLE].load(seat.game)
    step = replace(loaded.timeline.steps[-1], state=state)
    timeline = replace(loaded.timeline, steps=(*loaded.timeline.steps[:-1], step))
    view = View(replace(loaded, timeline=timeline), seat.app.extensions[TABLE].games.seats(seat.game)[0])
    with seat.app.test_request_context():
        panel = next_panel(Scene(view, MultiDict()))
    assert any(_leads_on(block) for block in panel.blocks) or panel.focus.links, stage


def _leads_on(block: object) -> bool:
    return isinstance(block, Form | Act | Buttons | Go) or any(_leads_on(one) for one in getattr(block, "blocks", ()))


def test_nonsense_from_a_harkonnen_form_names_the_field(people: Seat) -> None:
    answer = people.do("their-choice", choice="999999")
    assert answer.status_code == 400
    assert "choice" in answer.text
    people.arrange(CorrectBoard(people.state))
