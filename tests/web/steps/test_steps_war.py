"""The steps of Desert War, by what a finger taps: what is said to whom, what is asked, which commands come of it."""

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.board import AREA_IDS, AREAS, members
from companion.content.terms import DesertTroop, Marker, Power, Result, Subfaction, VehicleKind
from companion.rules import commands as c
from companion.rules import execute
from companion.rules.casualties import ESCORT, SECOND_HIT
from companion.rules.frames import CampsFrame, LaunchersFrame, RiderFrame, TurnFrame, VehiclesFrame
from companion.rules.state import Rules, Sietch, State
from companion.service import DiceBy
from companion.web import say
from companion.web.scene import DEEDS, Reader, Scene
from companion.web.steps.battle.hits import casualty_form
from companion.web.steps.next_step import next_panel
from companion.web.ui.blocks import Act, Block, Form
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
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
    war_of,
    zones,
)
from tests.web.steps.scenes import scene_at, tells_to_act

pytestmark = pytest.mark.usefixtures("reader")


@pytest.fixture
def reader(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        say.begin()
        yield
        say.end()


def blocks_of(panel: Panel) -> Iterator[Block]:
    waiting = list(panel.blocks)
    while waiting:
        block = waiting.pop(0)
        yield block
        waiting += getattr(block, "blocks", ())


def at(scene: Scene, **pick: str) -> tuple[Scene, Panel]:
    scene = replace(scene, pick=MultiDict(pick))
    return scene, next_panel(scene)


def follow(scene: Scene, href: str) -> tuple[Scene, Panel]:
    return at(scene, **dict(parse_qsl(urlsplit(href).query)))


def tap(scene: Scene, place: str) -> tuple[Scene, Panel]:
    """Taps a lit area or zone of the map."""
    return follow(scene, next_panel(scene).focus.links[place])


def press(scene: Scene, text: str) -> tuple[Scene, Panel]:
    """Taps a link with this text."""
    links = [one for one in blocks_of(next_panel(scene)) if isinstance(one, Act)]
    links += [button for one in blocks_of(next_panel(scene)) for button in getattr(one, "buttons", ())]
    found = next(one for one in links if getattr(one, "title", getattr(one, "text", "")) == text)
    return follow(scene, found.href)


def forms(panel: Panel, deed: str) -> list[Form]:
    return [block for block in blocks_of(panel) if isinstance(block, Form) and block.deed == deed]


def send(scene: Scene, deed: str, **given: str) -> tuple[tuple[c.Command, ...], State]:
    """Sends the form of a deed that stands on the panel."""
    form = forms(next_panel(scene), deed)[0]
    commands = tuple(DEEDS[deed](scene, Fields(MultiDict({**form.hidden, **given}))))
    state = scene.state
    for command in commands:
        state, _events = execute(state, command)
    return commands, state


def offers(panel: Panel) -> list[str]:
    return [block.title for block in blocks_of(panel) if isinstance(block, Act)]


def test_DW_3_camps_are_tapped_one_sector_after_the_other_and_put_out_at_once() -> None:
    scene, panel = at(scene_at(at_war({}, {}, CampsFrame())))
    assert panel.title == "Place 3 Fremen camps"
    scene, panel = tap(scene, "ne_5")
    assert "ne_7" not in panel.focus.links
    scene, panel = tap(scene, "se_1")
    scene, panel = tap(scene, "sw_4")
    assert not panel.orange
    commands, state = send(scene, "camps")
    assert commands == tuple(c.PlaceCamp(area(one)) for one in ("ne_5", "se_1", "sw_4"))
    assert not isinstance(state.frame, CampsFrame)


@pytest.mark.parametrize("reader_of", [Reader.OTHER, Reader.WATCHER, Reader.DISPLAY])
def test_nobody_else_is_told_to_act(reader_of: Reader) -> None:
    attack = LaunchersFrame("se", areas("se_1"), 2)
    for frame in (CampsFrame(), RiderFrame(area("se_4")), attack, replace(attack, left=1)):
        state = at_war({}, {}, frame, war={"camps": camps("se_1"), "launchers": areas("se_1", "se_1")})
        panel = next_panel(scene_at(state, reader_of))
        assert not forms(panel, "camps")
        assert "Atreides" in panel.title
        assert not [word for word in tells_to_act(panel) if word != "put"]  # type: ignore[arg-type]


def harkonnen(**war: object) -> State:
    return harkonnen_turn({}, {}, ornithopters=zones("az_ne"), war=war)


def test_DW_2_a_token_is_offered_before_the_action_and_after_it() -> None:
    state = harkonnen()
    panel = next_panel(scene_at(state))
    assert "Desert War Action" in offers(panel)
    after = replace(state, frames=(TurnFrame(HARKONNEN, acted=True, spent_die=True),))
    assert "Desert War Action" in offers(next_panel(scene_at(after)))
    spent = replace(state, desert_war=replace(war_of(state), actions=0))
    assert "Desert War Action" not in offers(next_panel(scene_at(spent)))
    assert "Desert War Action" not in offers(next_panel(scene_at(state, Reader.OTHER)))


def test_DW_6_in_teams_the_offer_is_the_corrino_allys_whoever_spent_the_die() -> None:
    state = replace(harkonnen(), rules=Rules(harkonnen_partners=2))
    for part, offered in ((Subfaction.CORRINO_ALLY, True), (Subfaction.HOUSE_HARKONNEN, False)):
        panel = next_panel(scene_at(state, parts=frozenset({part})))
        assert ("Desert War Action" in offers(panel)) is offered


def test_DW_2_three_troopers_land_in_one_sector() -> None:
    scene, _panel = press(scene_at(harkonnen()), "Desert War Action")
    scene, panel = press(scene, "Deploy 3 suspensor troopers")
    lit = list(panel.focus.links)
    scene, panel = tap(scene, lit[0])
    scene, panel = tap(scene, lit[0])
    assert set(panel.focus.links) <= set(lit)
    _commands, state = send(scene, "suspensors")
    assert war_of(state).suspensors == areas(lit[0], lit[0])
    assert war_of(state).tokens == 1


def test_DW_9_a_trooper_that_meets_two_kinds_asks_which_goes_with_it() -> None:
    state = harkonnen(suspensors=areas("se_2"), launchers=areas("se_1"), sandriders=areas("se_1"), camps=camps("se_1"))
    scene, _panel = press(scene_at(state), "Desert War Action")
    scene, _panel = press(scene, "Move 1 suspensor trooper")
    scene, _panel = tap(scene, "se_1")
    _commands, after = send(scene, "suspensor-move", troop=DesertTroop.SANDRIDER.value)
    assert (war_of(after).suspensors, war_of(after).sandriders) == ((), ())
    assert war_of(after).launchers == areas("se_1")


def test_DW_2_scouting_is_struck_under_the_ban_and_turns_a_sietch_without_it() -> None:
    state = harkonnen()
    sietch = next(number for number in range(len(AREAS)) if AREAS[number].sietch)
    beside = AREA_IDS[next(members(state.graph.passable[sietch]))]
    state = replace(state, sietches=(Sietch(sietch),), desert_war=replace(war_of(state), suspensors=areas(beside)))
    _banned, panel = press(scene_at(replace(state, bans=frozenset({Power.SPACING_GUILD}))), "Desert War Action")
    struck = [block for block in blocks_of(panel) if isinstance(block, Act) and block.refusal]
    assert any(block.rule is not None and block.rule.id == "BAN-2" for block in struck)
    scene, panel = press(scene_at(state), "Desert War Action")
    scene, panel = press(scene, "Scout with a suspensor trooper")
    scene, panel = tap(scene, AREA_IDS[sietch])
    _commands, after = send(scene, "suspensor-scout")
    assert type(after.frame).__name__ == "RevealSietchFrame"
    assert not war_of(after).suspensors


def test_DW_4_DW_7_launchers_are_deployed_attack_and_a_camp_is_given() -> None:
    state = atreides_turn({}, {}, harvesters=areas("se_2"), ornithopters=zones("az_se"), war={"camps": camps("se_1")})
    scene, panel = press(scene_at(state), "Rocket launchers: deploy or attack")
    scene, panel = press(scene, "Deploy 3 rocket launchers")
    scene, _panel = tap(scene, "se_1")
    scene, _panel = tap(scene, "se_1")
    _commands, state = send(scene, "launchers")
    assert war_of(state).launchers == areas("se_1", "se_1")
    state = replace(state, desert_war=replace(war_of(state), actions=1))
    scene, panel = press(scene_at(state), "Rocket launchers: deploy or attack")
    attack = next(block for block in blocks_of(panel) if isinstance(block, Act) and block.value)
    assert attack.detail.startswith("2 dice. In reach: the harvester in SE 2")
    _commands, state = send(scene, "launcher-attack", sector=attack.value)
    scene = scene_at(state)
    commands, state = send(scene, "launchers-roll", successes="1")
    scene, panel = at(scene_at(state))
    assert panel.title == "Remove a vehicle, 1 success left"
    scene, _panel = tap(scene, "se_2")
    commands, state = send(scene, "launchers-strike")
    assert commands == (c.StrikeVehicle(VehicleKind.HARVESTER, area("se_2"), area("se_1")),)
    scene, panel = at(scene_at(state))
    _commands, state = send(scene, "give-camp", symbol=Marker.JIHAD.value)
    assert war_of(state).camps_gone == (Marker.JIHAD,)


def test_R_42_the_app_rolls_and_asks_which_face_counts() -> None:
    state = at_war({}, {}, LaunchersFrame("se", areas("se_1"), 3), war={"launchers": areas("se_1", "se_1", "se_1")})
    scene = scene_at(state, dice=DiceBy.APP)
    commands = DEEDS["launchers-roll"](scene, Fields(MultiDict({"by": "app", "symbol": "special"})))
    assert isinstance(commands[0], c.RollLaunchers)
    assert len(commands[0].faces) == 3


def test_DW_8_a_sandrider_comes_instead_of_a_wormsign() -> None:
    scene, _panel = press(scene_at(atreides_turn({}, {})), "A sandrider instead of one")
    scene, _panel = tap(scene, "se_6")
    commands, state = send(scene, "sandrider")
    assert commands[0] == c.PlaceSandrider(area("se_6"))
    assert "A sandrider instead of one" not in [
        button.text for one in blocks_of(next_panel(scene_at(state))) for button in getattr(one, "buttons", ())
    ]


def test_DW_8_the_card_puts_a_worm_under_a_lone_rider_then_a_wormsign_is_placed() -> None:
    state = atreides_turn({}, {}, use="sandriders", war={"sandriders": areas("se_6", "se_8")})
    scene, _panel = tap(scene_at(state), "se_6")
    _commands, state = send(scene, "mount")
    assert state.sandworms == areas("se_6")
    assert next_panel(scene_at(state)).title == "Place 1 wormsign facedown"


def test_DW_8_a_worm_that_rises_is_one_tap() -> None:
    state = at_war({"se_6": Army(regular=3)}, {}, RiderFrame(area("se_6")), sandworms=areas("se_8"))
    _commands, after = send(scene_at(state), "raise-worm", worm_from="supply")
    assert area("se_6") in after.sandworms


def test_DW_5_one_of_the_ornithopters_may_be_an_escort() -> None:
    state = at_war({}, {}, VehiclesFrame(0, 0, 2))
    scene, panel = at(scene_at(state), kind="escort")
    assert panel.title == "Place an escort ornithopter"
    scene, panel = tap(scene, next(iter(panel.focus.links)))
    commands, after = send(scene, "vehicle")
    assert isinstance(commands[0], c.PlaceVehicle)
    assert commands[0].escort
    assert "Escort" not in [
        key.text for one in blocks_of(next_panel(scene_at(after))) for key in getattr(one, "keys", ())
    ]


def test_DW_5_an_escort_goes_on_with_its_legion_and_takes_two_hits() -> None:
    state = harkonnen_turn({"arrakeen": Army(regular=2, escorts=1)}, {})
    form = casualty_form(state, HARKONNEN, area("arrakeen"), 2)
    entries = [one.value for block in blocks_of(Panel("", "", blocks=(form,))) for one in getattr(block, "checks", ())]
    assert ESCORT in entries
    assert SECOND_HIT in entries
    scene, panel = at(scene_at(state), **{"from": "arrakeen"})
    target = next(one for one, link in panel.focus.links.items() if "to=" in link)
    scene, panel = tap(scene, target)
    commands, _after = send(scene, "move")
    assert isinstance(commands[0], c.MoveLegion)
    assert commands[0].figures.escorts == 1


def test_without_the_expansion_nothing_of_it_is_offered() -> None:
    state = replace(harkonnen(), desert_war=None, expansions=())
    panel = next_panel(scene_at(state))
    assert "Desert War Action" not in offers(panel)
    plain = replace(state, frames=(TurnFrame(ATREIDES),), atreides_results=(Result.STRATEGY,), harkonnen_unused=3)
    _scene, panel = at(scene_at(plain), use="desert")
    texts = [choice.title for one in blocks_of(panel) for choice in getattr(one, "choices", ())]
    assert len(texts) == 3
