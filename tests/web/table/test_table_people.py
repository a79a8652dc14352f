"""Games between people at the table: started on the new-game page, the Harkonnen played by hand."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from random import Random

import pytest
from werkzeug.datastructures import MultiDict

from companion.board import AREA_IDS, AREA_NUMBER, ZONE_NUMBER
from companion.content.terms import Phase, Result
from companion.rules import State, execute, reach
from companion.rules.ask.dice import turned_dice
from companion.rules.commands import (
    CorrectBoard,
    EndTurn,
    EnterObjective,
    EnterRank,
    FinishAction,
    RollAtreidesDice,
    RollHarkonnenDice,
)
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
from companion.service.chance import Chance
from companion.web.scene import Scene
from companion.web.seats import TABLE, View
from companion.web.steps.next_step import next_panel
from companion.web.ui.blocks import Act, Buttons, Form, Go
from companion.web.words.games import titled
from tests.rules.machines.moves import kinds_open, of_kind
from tests.rules.machines.starts import STARTS
from tests.web.table.conftest import Seat

ORDER = list(Result)
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
    people.done("vehicle")
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
    people.done("their-card", f"{people.step}?use=card", die="strategy:0", card="workhorse_of_arrakis")
    assert isinstance(people.top(), CardFrame)
    people.done("their-card-done")
    people.done("their-end")
    assert people.state.harkonnen_spent == (Result.DEPLOYMENT, Result.STRATEGY)


@pytest.mark.rule("ACT-2")
def test_ACT_2_the_harkonnen_place_their_bene_gesserit_token_first(people: Seat) -> None:
    people.done("end-vehicles")
    dice = people.state.harkonnen_unused
    entered = {Result.STRATEGY.value: min(3, dice), Result.DEPLOYMENT.value: min(3, dice - 3), Result.HOUSE.value: 1}
    entered[Result.LEADERSHIP.value] = dice - sum(entered.values())
    people.done("their-dice", **entered)
    people.done("atreides-dice", strategy=2, mentat=2)
    people.arrange(CorrectBoard(replace(people.state, bene_gesserit=(1, 1))))
    assert "Harkonnen: use a Bene Gesserit token" in people.main()
    path = f"{people.step}?use=their-bene"
    assert people.form("bene-gesserit", path).offers("result") == ["mentat"]
    people.done("bene-gesserit", path, result="mentat")
    assert (people.state.harkonnen_bene_gesserit_die, people.state.bene_gesserit) == (Result.MENTAT, (0, 1))
    assert people.state.harkonnen_unused == dice + 1
    assert "Harkonnen: use a Bene Gesserit token" not in people.main()
    people.done("bene-gesserit", f"{people.step}?use=bene", result="deployment")
    assert people.state.bene_gesserit_die is Result.DEPLOYMENT


def _roomy(state: State) -> str:
    limit = state.stacking_limit(HARKONNEN)
    return AREA_IDS[min((army.units, area) for area, army in state.legions(HARKONNEN) if army.units < limit)[1]]


@pytest.mark.slow
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
    answer = people.do("vehicle", place="nowhere")
    assert answer.status_code == 400
    assert "place" in answer.text
    people.arrange(CorrectBoard(people.state))


def _rolling(people: Seat) -> Seat:
    people.done("end-vehicles")
    people.top_as(HarkonnenRollFrame)
    return people


def _chance_of(monkeypatch: pytest.MonkeyPatch, *rolled: Result) -> None:
    monkeypatch.setattr(Chance, "harkonnen_dice", lambda self, count: rolled[:count])


@pytest.mark.rule("ACT-1")
def test_ACT_1_the_app_rolls_the_harkonnen_dice(people: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    _rolling(people)
    dice = people.state.harkonnen_unused
    rolled = tuple(list(Result)[n % 5] for n in range(dice))
    _chance_of(monkeypatch, *rolled)
    people.done("roll-their-dice")
    people.top_as(AtreidesRollFrame)
    assert Counter(people.state.harkonnen_results) == Counter(rolled)


@pytest.mark.rule("ACT-1")
def test_ACT_1_a_fourth_die_of_a_result_is_turned_by_the_players(people: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    _rolling(people)
    dice = people.state.harkonnen_unused
    _chance_of(monkeypatch, *(Result.MENTAT,) * dice)
    answer = people.do("roll-their-dice")
    assert answer.status_code == 303
    people.top_as(HarkonnenRollFrame)
    there = answer.headers["Location"]
    assert people.title(there) == "Too many of one result: change some dice"
    ends = turned_dice((Result.MENTAT,) * dice, 3)
    assert people.form("their-dice", there).offers("end") == [str(number) for number in range(len(ends))]
    people.done("their-dice", there, end="0")
    people.top_as(AtreidesRollFrame)
    assert people.state.harkonnen_results == ends[0]


def test_a_stale_form_that_would_ask_is_answered_with_what_has_happened(people: Seat) -> None:
    _rolling(people)
    form = dict(people.form("their-dice").values())
    dice = people.state.harkonnen_unused
    results = tuple(sorted((list(Result)[n % 5] for n in range(dice)), key=ORDER.index))
    people.arrange(RollHarkonnenDice(results))
    answer = people.browser.post(f"/g/{people.game}/do/their-dice", {**form, "strategy": str(dice)})
    assert answer.status_code == 409


@pytest.mark.rule("ACT-1")
def test_ACT_1_dice_entered_by_hand_are_turned_by_the_rule_as_well(people: Seat) -> None:
    _rolling(people)
    dice = people.state.harkonnen_unused
    answer = people.do("their-dice", strategy=dice - 3, house=3)
    there = answer.headers["Location"]
    main = unescape(people.main(there))
    assert f"Rolled: Strategy ×{dice - 3} and House ×3" in main
    assert "becomes" in main
    people.done("their-dice", there, end="0")
    assert people.state.harkonnen_results in turned_dice((Result.STRATEGY,) * (dice - 3) + (Result.HOUSE,) * 3, 3)


@pytest.mark.rule("TEAM-3")
def test_TEAM_3_the_dice_that_the_app_rolled_lie_on_both_dashboards(seat_at: Callable[..., Seat]) -> None:
    four = _rolling(seat_at(harkonnen="people", harkonnen_partners="2", set_up="quick"))
    dice = four.state.harkonnen_unused
    answer = four.do("roll-their-dice")
    assert answer.status_code == 303
    there = answer.headers["Location"]
    assert "Rolled in the app" in four.main(there)
    four.done("their-dice", f"{there}&step=4&end=0")
    four.top_as(AtreidesRollFrame)
    assert len(four.state.harkonnen_results or ()) == dice
    assert four.state.corrino_results


@pytest.fixture
def their_strategy(people: Seat) -> Seat:
    """A Harkonnen Strategy die is spent: legions may move or attack."""
    _rolling(people)
    results = tuple(sorted((list(Result)[n % 5] for n in range(people.state.harkonnen_unused)), key=ORDER.index))
    people.arrange(RollHarkonnenDice(results), RollAtreidesDice((Result.MENTAT, Result.STRATEGY) * 2))
    people.done("spend", die="mentat")
    people.arrange(FinishAction(), EndTurn())
    people.done("their-die", die="strategy:0")
    return people


@pytest.mark.rule("MOVE-1")
def test_MOVE_1_a_harkonnen_legion_moves_by_links_of_the_map(their_strategy: Seat) -> None:
    state = their_strategy.state
    way = next(one for one in reach.moves(state, HARKONNEN) if one.via is reach.Via.GROUND)
    source, target = AREA_IDS[way.source], AREA_IDS[way.target]
    assert f"from={source}" in their_strategy.page()
    assert f"to={target}" in their_strategy.page(f"{their_strategy.step}?from={source}")
    figures = state.army(HARKONNEN, way.source)
    there = state.army(HARKONNEN, way.target)
    their_strategy.done("move", f"{their_strategy.step}?from={source}&to={target}")
    moved = their_strategy.state.army(HARKONNEN, way.target)
    assert figures is not None
    assert moved is not None
    assert moved.units == figures.units + (there.units if there else 0)


def test_a_zone_that_is_not_there_is_named(their_strategy: Seat) -> None:
    way = next(one for one in reach.moves(their_strategy.state, HARKONNEN) if one.via is reach.Via.GROUND)
    page = f"{their_strategy.step}?from={AREA_IDS[way.source]}&to={AREA_IDS[way.target]}"
    answer = their_strategy.do("move", page, zone="nowhere")
    assert answer.status_code == 400
    assert "zone" in answer.text


def test_the_guide_of_such_a_game_does_not_speak_of_the_opponent(their_strategy: Seat) -> None:
    for path in ("", f"{their_strategy.step}?from=arrakeen"):
        main = their_strategy.main(path)
        assert "MAHDI" not in main
        assert "Mahdi" not in main
        assert "Harkonnen rolled" not in main[: main.index("</h2>")]
    their_strategy.done("their-finish")
    assert "Roll a Harkonnen die" not in their_strategy.main()


@pytest.mark.rule("TEAM-5")
def test_TEAM_5_the_page_says_which_partner_places_the_vehicles(people: Seat, seat_at: Callable[..., Seat]) -> None:
    four = seat_at(harkonnen="people", harkonnen_partners="2", set_up="quick")
    assert "House Harkonnen places the vehicles." in four.main()
    assert "House Harkonnen places the vehicles." not in people.main()


def test_the_facts_of_the_opponent_are_not_on_the_page(people: Seat) -> None:
    page = people.page()
    assert "Harkonnen hand" in page
    assert "Target sietch" not in page
    assert "discarded in battle" not in page


def test_between_people_no_device_shows_what_the_atreides_hide(people: Seat) -> None:
    area = people.state.sietches[0].area
    people.arrange(EnterRank(area, 3))
    for path in ("", f"area/{AREA_IDS[area]}", "history", "display"):
        assert "Sietch 3" not in people.page(f"{people.home}/{path}" if path else "")
    assert not [form for form in people.forms(f"{people.home}/area/{AREA_IDS[area]}") if form.action.endswith("/rank")]


def test_between_people_the_game_can_be_taken_away_as_a_file(people: Seat) -> None:
    assert people.get(f"{people.home}/export.json").status_code == 200


@pytest.mark.rule("VEH-2")
def test_VEH_2_a_vehicle_is_placed_by_a_tap_on_the_map(people: Seat) -> None:
    page = people.page(f"{people.step}?kind=ornithopter")
    assert "kind=ornithopter&amp;place=az_ne" in page
    people.done("vehicle", f"{people.step}?kind=ornithopter&place=az_ne")
    assert people.state.ornithopters == (ZONE_NUMBER["az_ne"],)
    assert "kind=harvester&amp;place=ne_13" in people.page()
    people.done("vehicle", f"{people.step}?kind=harvester&place=ne_13")
    assert people.state.harvesters == (AREA_NUMBER["ne_13"],)


def test_a_quick_set_up_between_people_says_which_figures_to_lay_out(people: Seat) -> None:
    assert "What the app laid out" in people.main()


def _harkonnen_die(people: Seat, die: Result) -> None:
    _rolling(people)
    results = tuple(sorted((list(Result)[n % 5] for n in range(people.state.harkonnen_unused)), key=ORDER.index))
    people.arrange(RollHarkonnenDice(results), RollAtreidesDice((Result.MENTAT, Result.STRATEGY) * 2))
    people.done("spend", die="mentat")
    people.arrange(FinishAction(), EndTurn())
    people.done("their-die", die=f"{die.value}:0")


@pytest.mark.rule("ACT-DEPLOY-H")
def test_ACT_DEPLOY_H_only_regulars_are_offered_and_the_rest_is_counted(people: Seat) -> None:
    _harkonnen_die(people, Result.DEPLOYMENT)
    form = people.form("their-figures")
    sent = dict(form.values())
    assert "regular" in sent
    assert not {"elite", "special"} & set(sent)
    assert "3 units may be placed. A leader may come along." in people.main()
    people.done("their-figures", area=_roomy(people.state), regular=1, leader="bashar")
    assert "2 units may be placed." in people.main()
    assert "leader" not in dict(people.form("their-figures").values())


@pytest.mark.rule("ACT-HOUSE-H")
def test_ACT_HOUSE_H_a_legion_is_tapped_and_its_units_become_elite(people: Seat) -> None:
    _harkonnen_die(people, Result.HOUSE)
    area, before = next((a, army) for a, army in people.state.legions(HARKONNEN) if army.regular >= 2)
    assert f"area={AREA_IDS[area]}" in people.page()
    people.done("their-choice", f"{people.step}?area={AREA_IDS[area]}")
    after = people.state.army(HARKONNEN, area)
    assert after is not None
    assert (after.regular, after.elite) == (before.regular - 2, before.elite + 2)


@pytest.mark.rule("ACT-HOUSE-H")
def test_ACT_HOUSE_H_vehicles_may_be_placed_instead(people: Seat) -> None:
    _harkonnen_die(people, Result.HOUSE)
    people.done("vehicle", f"{people.step}?use=vehicles&kind=carryall&place=az_ne")
    assert people.state.carryalls == (ZONE_NUMBER["az_ne"],)


@pytest.mark.rule("R-39", "ACT-6")
def test_R_39_house_may_take_a_vehicle_from_the_board_by_taps(people: Seat) -> None:
    _harkonnen_die(people, Result.HOUSE)
    people.arrange(CorrectBoard(replace(people.state, harvesters=(AREA_NUMBER["ne_1"],), carryalls=(0, 1, 2))))
    house = f"{people.step}?kind=harvester&use=vehicles"
    assert f"{house}&taken=1" in people.links(house)
    assert people.title(f"{house}&taken=1") == "Tap the vehicle to move elsewhere"
    assert f"{house}&taken=ne_1" in people.links(f"{house}&taken=1")
    assert f"{house}&taken=ne_1&place=ne_13" in people.links(f"{house}&taken=ne_1")
    people.done("vehicle", f"{house}&taken=ne_1&place=ne_13")
    assert people.state.harvesters == (AREA_NUMBER["ne_13"],)
    # None is left in the supply: one of the board is asked for at once, and other kinds stay in reach.
    empty = f"{people.step}?use=vehicles&kind=carryall"
    assert people.title(empty) == "Tap the vehicle to move elsewhere"
    assert "kind=ornithopter" in people.page(empty)


@pytest.mark.rule("ACT-1")
def test_ACT_1_where_the_rule_leaves_no_choice_it_is_ticked(people: Seat) -> None:
    _rolling(people)
    page = f"{people.step}?rolled-leadership=4&rolled-strategy=1&rolled-mentat=1&rolled-house=1"
    main = unescape(people.main(page))
    assert "Leadership becomes Deployment" in main
    assert people.form("their-dice", page).offers("end") == ["0"]
    assert dict(people.form("their-dice", page).values())["end"] == "0"


def test_a_game_between_people_is_not_called_after_the_opponent(people: Seat) -> None:
    game = people.app.extensions[TABLE].games.get(people.game)
    assert game.name == ""
    with people.app.test_request_context():
        assert titled(game).name == "Harkonnen against Atreides"
