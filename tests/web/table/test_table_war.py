"""The sheets of a game with Desert War: its pieces are named, explained and put right; else nothing of it is there."""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.content.terms import CombatFace, Marker
from companion.rules.state import State
from companion.rules.war import Camp, DesertWar
from companion.web import say
from companion.web.editor.area import area_groups, vehicle_choice
from companion.web.editor.figures import Group, put_right
from companion.web.editor.rest import rest_groups
from companion.web.editor.sheets import area_sheet, zone_sheet
from companion.web.ui.blocks import Contents, Note
from companion.web.ui.fields import Fields
from tests.rules.desert_war.table import (
    HARKONNEN,
    Army,
    area,
    areas,
    at_war,
    camps,
    harkonnen_turn,
    war_of,
    zone,
    zones,
)
from tests.web.steps.scenes import scene_at

pytestmark = pytest.mark.usefixtures("reader")
NE_5, AIR = area("ne_5"), zone("az_ne")


@pytest.fixture
def reader(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        say.begin()
        yield
        say.end()


def of_area(state: State) -> tuple[Group, ...]:
    return area_groups(state, NE_5)


def of_zone(state: State) -> tuple[Group, ...]:
    return (Group("zone", "", (vehicle_choice(state, AIR),)),)


EDITS: dict[str, tuple[Callable[[State], tuple[Group, ...]], dict[str, str], object]] = {
    "escorts": (of_zone, {"vehicle": "escort"}, zones("az_ne")),
    "suspensors": (of_area, {"suspensor": "2"}, areas("ne_5", "ne_5")),
    "launchers": (of_area, {"launcher": "1"}, areas("ne_5")),
    "sandriders": (of_area, {"sandrider": "1"}, areas("ne_5")),
    "camps": (of_area, {"camp": "1"}, (Camp(NE_5),)),
    "camps_gone": (rest_groups, {"war-gone": "jihad"}, (Marker.JIHAD,)),
    "tokens": (rest_groups, {"war-tokens": "3"}, 3),
    "card_ready": (rest_groups, {}, False),
    "success": (rest_groups, {"war-success": "special"}, CombatFace.SPECIAL),
}
"""For each field: its form, what is entered, what it is then; an unticked box is not sent."""


def test_every_piece_of_the_expansion_has_an_editor() -> None:
    not_corrected = {"actions"}, "it follows from the die spent"
    assert {field.name for field in fields(DesertWar)} == EDITS.keys() | not_corrected[0]


@pytest.mark.parametrize("name", EDITS)
def test_a_piece_is_put_right(name: str) -> None:
    state = at_war({}, {})
    groups, entered, wanted = EDITS[name]
    after = put_right(state, Fields(MultiDict(entered)), *groups(state))
    assert getattr(war_of(state), name) != wanted
    assert getattr(war_of(after), name) == wanted


def test_DW_5_an_escort_of_a_legion_is_put_right_and_stays_when_others_are() -> None:
    state = at_war({"ne_5": Army(regular=2, escorts=1)}, {})
    after = put_right(state, Fields(MultiDict({"h-regular": "3"})), *of_area(state))
    assert after.army(HARKONNEN, NE_5) == Army(regular=3, escorts=1)
    after = put_right(state, Fields(MultiDict({"h-escorts": "0"})), *of_area(state))
    assert after.army(HARKONNEN, NE_5) == Army(regular=2)


def test_a_sheet_names_each_piece_and_says_what_it_is_not() -> None:
    war = {"camps": camps("ne_5"), "launchers": areas("ne_5", "ne_5"), "escorts": zones("az_ne")}
    state = harkonnen_turn({}, {}, war=war)
    sheet = area_sheet(scene_at(state), NE_5)
    (contents,) = [block for block in sheet.blocks if isinstance(block, Contents)]
    assert [one.text for one in contents.things] == ["1 Fremen camp", "2 rocket launchers"]
    rules = [block.rule.id for block in sheet.blocks if isinstance(block, Note) and block.rule]
    assert rules == ["DW-3", "DW-6"]
    (above,) = [block for block in zone_sheet(scene_at(state), AIR).blocks if isinstance(block, Contents)]
    assert [one.text for one in above.things] == ["An escort ornithopter"]


def test_without_the_expansion_no_field_of_it_is_there() -> None:
    state = replace(at_war({}, {}), expansions=(), desert_war=None)
    groups = (*of_area(state), *of_zone(state), *rest_groups(state))
    found = {figure.id for group in groups for figure in group.figures}
    assert not found & {"camp", "launcher", "suspensor", "sandrider", "h-escorts", "war-tokens"}
    assert "escort" not in dict(vehicle_choice(state, AIR).offers)
