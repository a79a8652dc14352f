"""Desert War by taps on two phones: camps, a scouting trooper, launchers with a camp, a rider's worm, an escort."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.board import AREA_IDS, AREA_NUMBER, AREAS, ZONE_NUMBER, members
from companion.content.terms import Marker, Result
from companion.rules import Army
from companion.rules import commands as c
from companion.rules.ask.desert import worm_prey
from companion.rules.ask.desert_war import camp_places, war_of
from companion.rules.frames import ActionFrame, CampsFrame, RevealSietchFrame, RollFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Sietch
from companion.rules.war import Camp
from companion.web.steps.atreides import reachable
from tests.browser.conftest import Phone
from tests.browser.serving import Server
from tests.browser.test_duel_on_two_phones import ATREIDES_DICE, Duel, hears, told

pytestmark = [pytest.mark.browser, pytest.mark.calm]

SE_1, SE_2 = AREA_NUMBER["se_1"], AREA_NUMBER["se_2"]
ITS_FORMS = "#main form .btn, #main form .key, #main form .opt"


@pytest.fixture(name="duel")
def duel_at_war(server: Server, phone_with: Callable[..., Phone]) -> Duel:
    duel = Duel(server, phone_with, desert_war="yes")
    assert duel.state.desert_war is not None
    return duel


def touch_area(phone: Phone, area: str) -> None:
    phone.tap_area(area)


def at_camps(duel: Duel) -> None:
    duel.seat.arrange(c.EndVehicles())
    assert isinstance(duel.top(), CampsFrame)


def own_turns(duel: Duel, *camps: int, **changes: object) -> None:
    """The first turn of Atreides, with camps that were put out."""
    at_camps(duel)
    duel.seat.arrange(*(c.PlaceCamp(area) for area in _three(duel)))
    number = duel.state.harkonnen_unused
    dice = tuple(sorted((list(Result)[n % 5] for n in range(number)), key=list(Result).index))
    duel.seat.arrange(c.RollHarkonnenDice(dice), c.RollAtreidesDice(ATREIDES_DICE))
    war = replace(war_of(duel.state), camps=tuple(Camp(area) for area in camps), **changes)  # type: ignore[arg-type]
    duel.correct(desert_war=war, bene_gesserit=(0, 0))


def _three(duel: Duel) -> list[int]:
    found: list[int] = []
    for area in members(camp_places(duel.state)):
        if all(not {*AREAS[area].sectors} & {*AREAS[other].sectors} for other in found):
            found.append(area)
    return found[:3]


@pytest.mark.rule("DW-3")
def test_camps_are_put_out_on_the_phone_of_atreides_alone(duel: Duel) -> None:
    at_camps(duel)
    duel.open()
    theirs, ours = duel.harkonnen, duel.atreides
    assert "Atreides place 3 Fremen camps" in theirs.title
    assert not theirs.find(ITS_FORMS)
    places = [AREA_IDS[area] for area in _three(duel)]
    for area in places:
        touch_area(ours, area)
    ours.tap("Place 3 camps")
    assert {AREA_IDS[camp.area] for camp in war_of(duel.state).camps} == {*places}
    hears(theirs, "dice")


@pytest.mark.rule("DW-4", "DW-7")
def test_launchers_shoot_a_harvester_down_and_a_camp_is_given_for_prescience(duel: Duel) -> None:
    own_turns(duel, SE_1)
    duel.correct(harvesters=(SE_2,), ornithopters=(), carryalls=(), harkonnen_unused=6)
    duel.seat.arrange(c.CorrectBoard(replace(duel.state, atreides_results=(Result.MENTAT,), atreides_unused=1)))
    before = duel.state.prescience
    duel.open()
    theirs, ours = duel.harkonnen, duel.atreides
    ours.tap("Desert Power")
    ours.tap("Place 2 wormsigns")
    ours.tap("Rocket launchers: deploy or attack")
    ours.tap("Deploy 3 rocket launchers")
    touch_area(ours, "se_1")
    ours.tap("One more in SE 1")
    ours.tap("One more in SE 1")
    ours.tap("Place 3 launchers")
    assert war_of(duel.state).launchers == (SE_1,) * 3
    # The next Desert Power action comes with an attack.
    duel.correct(desert_war=replace(war_of(duel.state), actions=1))
    duel.open()
    ours.tap("Rocket launchers: deploy or attack")
    assert "3 dice. In reach: the harvester in SE 2." in told(ours)
    ours.tap("Launcher attack")
    assert not theirs.find(ITS_FORMS)
    ours.tap(css="#main button.key[value='1']")
    hears(theirs, "Atreides remove a vehicle, 1 success left")
    touch_area(ours, "se_2")
    ours.tap("Done")
    assert not duel.state.harvesters
    assert war_of(duel.state).launchers == (SE_1,) * 2
    assert "The camp in SE 1" in told(ours)
    ours.tap("Jihad")
    assert war_of(duel.state).camps_gone == (Marker.JIHAD,)
    assert duel.state.prescience[2] == before[2] + 1
    assert isinstance(duel.top(), ActionFrame), "the action of Desert Power goes on"


@pytest.mark.rule("DW-2")
def test_a_trooper_is_removed_to_scout_a_sietch(duel: Duel) -> None:
    own_turns(duel)
    sietch = duel.state.sietches[0].area
    beside = next(members(duel.state.graph.passable[sietch]))
    duel.seat.arrange(c.SpendDie(Result.MENTAT, Result.MENTAT), c.FinishAction(), c.EndTurn())
    war = replace(war_of(duel.state), suspensors=(beside,), tokens=2)
    duel.correct(desert_war=war, sietches=(Sietch(sietch), *duel.state.sietches[1:]))
    duel.seat.arrange(c.SpendDie(Result.STRATEGY, Result.STRATEGY, HARKONNEN))
    duel.open()
    theirs, ours = duel.harkonnen, duel.atreides
    theirs.tap("Desert War Action")
    theirs.tap("Scout with a suspensor trooper")
    if "Tap the area" in theirs.title:
        touch_area(theirs, AREA_IDS[sietch])
    theirs.tap("Remove it and scout")
    assert not war_of(duel.state).suspensors
    assert war_of(duel.state).tokens == 1
    assert any(isinstance(frame, RevealSietchFrame) for frame in duel.state.frames)
    hears(ours, "Reveal")
    assert not theirs.find("#main form .key")


@pytest.mark.rule("DW-5")
def test_an_escort_is_placed_takes_a_legion_along_and_joins_it(duel: Duel) -> None:
    duel.open()
    theirs = duel.harkonnen
    if not theirs.find("#main .keys a.key", "Escort"):
        theirs.tap("Ornithopter", css="#main .keys a.key")
    theirs.tap("Escort", css="#main .keys a.key")
    assert "Place an escort ornithopter" in theirs.title
    touch_area(theirs, "az_ne")
    theirs.tap("Done")
    assert war_of(duel.state).escorts == (ZONE_NUMBER["az_ne"],)
    own_turns(duel, escorts=(ZONE_NUMBER["az_ne"],))
    duel.seat.arrange(c.SpendDie(Result.MENTAT, Result.MENTAT), c.FinishAction(), c.EndTurn())
    duel.seat.arrange(c.SpendDie(Result.STRATEGY, Result.STRATEGY, HARKONNEN))
    frame = duel.top()
    assert isinstance(frame, ActionFrame)
    way = next(one for one in reachable.moves_of(duel.state, frame) if one.zone is not None)
    duel.open()
    touch_area(theirs, AREA_IDS[way.source])
    touch_area(theirs, AREA_IDS[way.target])
    assert "With the escort, which joins the legion" in told(theirs)
    theirs.tap("Done")
    moved = duel.state.army(HARKONNEN, way.target)
    assert moved is not None
    assert moved.escorts == 1
    assert not war_of(duel.state).escorts


@pytest.mark.rule("DW-8")
def test_a_worm_with_its_rider_attacks_over_three_areas_with_five_dice(duel: Duel) -> None:
    own_turns(duel)
    state = duel.state
    worm = AREA_NUMBER["se_8"]
    state = replace(state, sandworms=(worm,), harkonnen_unused=6, atreides_results=(Result.MENTAT,), atreides_unused=1)
    state = replace(state, desert_war=replace(war_of(state), sandriders=(worm,)))
    far = [
        area
        for area in members(state.desert_mask & state.empty_mask)
        if worm_prey(state.with_army(HARKONNEN, area, Army(regular=6)), worm) >> area & 1
        and not worm_prey(
            replace(state, desert_war=replace(war_of(state), sandriders=())).with_army(
                HARKONNEN, area, Army(regular=6)
            ),
            worm,
        )
        >> area
        & 1
    ]
    target = far[0]
    duel.seat.arrange(c.CorrectBoard(state.with_army(HARKONNEN, target, Army(regular=6))))
    duel.open()
    theirs, ours = duel.harkonnen, duel.atreides
    ours.tap("Desert Power")
    ours.tap("Attack with a sandworm")
    if "Tap the sandworm" in ours.title:
        touch_area(ours, "se_8")
    touch_area(ours, AREA_IDS[target])
    ours.tap("Done")
    roll = next(frame for frame in duel.state.frames if isinstance(frame, RollFrame))
    assert roll.dice == 5
    assert not war_of(duel.state).sandriders
    hears(theirs, "")
    assert not theirs.find(ITS_FORMS)
    assert duel.top() != TurnFrame(ATREIDES)
