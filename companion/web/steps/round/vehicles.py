"""Placing the vehicles of the round: all of them as one order, or one after the other where places are equal."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.content.terms import VehicleKind
from companion.rules import execute
from companion.rules.commands import Command, EndVehicles, PlaceVehicle
from companion.rules.frames import VehiclesFrame
from companion.rules.state import HARKONNEN
from companion.service.differences import Carry, Piece
from companion.service.telling import announced
from companion.web.orders.effects import vehicle_order
from companion.web.orders.why import picked_text, why_lines
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.head import Doer, Head, asks, says
from companion.web.steps.mahdi.questions import question_panel
from companion.web.steps.people.vehicles import vehicles as place_vehicles_by_people
from companion.web.steps.round.begins import quick_list
from companion.web.ui.blocks import Block, Button, Buttons, Form, Todo, Todos, WhyBlock
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Focus, Panel, lit
from companion.web.ui.parts import go_form, place_id
from companion.web.words import names
from companion.web.words.records import Why
from solo_bot.levels.traits import Level
from solo_bot.orders import Order
from solo_bot.procedure.decision import VehicleOption
from solo_bot.procedure.vehicles import place_vehicles

GLYPH = {VehicleKind.HARVESTER: "harvester", VehicleKind.CARRYALL: "carryall", VehicleKind.ORNITHOPTER: "ornithopter"}
PIECES = {
    Piece.HARVESTER: VehicleKind.HARVESTER,
    Piece.CARRYALL: VehicleKind.CARRYALL,
    Piece.ORNITHOPTER: VehicleKind.ORNITHOPTER,
}


@says(VehiclesFrame, of=Doer.MAHDI)
def say_vehicles(scene: Scene, frame: VehiclesFrame) -> Head:
    """Says which vehicles the Harkonnen place, and where."""
    kicker = _("Harkonnen vehicles, round %(round)s", round=scene.state.round)
    order = scene.order()
    if order is None or order.question is not None or not order.rest:
        if order is not None and order.question is not None:
            return Head(kicker, _("The Harkonnen vehicles wait for an answer"), "MAHDI-VEH-3", actor=HARKONNEN)
        detail = _("The supply or the board has no place for one.")
        return Head(kicker, _("No vehicle to place"), "VEH-1", detail, HARKONNEN, "harvester")
    told = announced(scene.state, order.rest)
    counts = Counter[VehicleKind]()
    for one in told:
        if isinstance(one, Carry) and one.piece in PIECES:
            counts[PIECES[one.piece]] += one.count
    what = names.join(names.vehicles(kind, counts[kind]) for kind in VehicleKind if counts[kind])
    title = scene.for_reader(
        _("Place %(vehicles)s", vehicles=what), _("The Harkonnen place %(vehicles)s", vehicles=what)
    )
    detail = picked_text(order.trace)
    if not detail and scene.reader.acts and _is_open(scene, frame):
        detail = _("You may choose among tied places: then place them one by one.")
    placed = _placed(order.rest)
    return Head(kicker, title, order.rule, detail, HARKONNEN, "harvester", changes=told, focus=_focus(placed))


def _placed(commands: Sequence[Command]) -> list[PlaceVehicle]:
    return [command for command in commands if isinstance(command, PlaceVehicle)]


def _focus(placed: Sequence[PlaceVehicle], links: dict[str, str] | None = None) -> Focus:
    """Lights the places and draws at each what comes there: another glyph and another shape for each kind."""
    areas = [one.place for one in placed if one.kind is VehicleKind.HARVESTER]
    zones = [one.place for one in placed if one.kind is not VehicleKind.HARVESTER]
    coming = {place_id(one.kind, one.place): GLYPH[one.kind] for one in placed}
    return replace(lit(areas, zones, links), coming=coming)


def _is_open(scene: Scene, frame: VehiclesFrame) -> bool:
    """Whether several places are equal for one of the vehicles, and nobody else has chosen."""
    if scene.settings.decide_for_me or scene.settings.level is not Level.MAHDI:
        return False
    plan = place_vehicles(
        scene.state, harvesters=frame.harvesters, carryalls=frame.carryalls, ornithopters=frame.ornithopters
    )
    return any(len(places) > 1 for places in (*plan.harvesters, *plan.carryalls, *plan.ornithopters))


@asks(VehiclesFrame, of=Doer.MAHDI)
def vehicles(scene: Scene, frame: VehiclesFrame, head: Head) -> Panel:
    """Shows where the vehicles go."""
    order = scene.order()
    if order is None:
        return head.panel(go_form("end-vehicles", _("Go on"), "chevron"))
    if order.question is not None:
        return question_panel(scene, order.question, order.trace)
    options = [choice.option for choice in order.choices if isinstance(choice.option, VehicleOption)]
    if not options:
        return head.panel(go_form("end-vehicles", _("Go on"), "chevron"))
    one_by_one = scene.pick.get("one") == "1"
    if one_by_one or not order.rest:
        return _next_vehicle(scene, frame, head, order, options)
    return _proposal(scene, frame, head, order)


def _proposal(scene: Scene, frame: VehiclesFrame, head: Head, order: Order) -> Panel:
    placed = _placed(order.rest)
    todos = []
    for kind in VehicleKind:
        places = [names.vehicle_place(kind, one.place) for one in placed if one.kind is kind]
        if places:
            todos.append(Todo(names.capital(names.vehicles(kind, len(places))), names.join(places), GLYPH[kind], "h"))
    equal = _is_open(scene, frame)
    blocks: list[Block] = [Todos(tuple(todos), read=True)]
    if equal:
        blocks.append(Buttons((Button(_("One by one"), "split", scene.also(one="1")),)))
    go = _("Place all as proposed") if equal else _("Done")
    return head.panel(*blocks, _why(order), *quick_list(scene), go_form("vehicles", go, "harvester"), css="order")


def _next_vehicle(scene: Scene, frame: VehiclesFrame, head: Head, order: Order, options: list[VehicleOption]) -> Panel:
    kind = options[0].kind
    places = tuple(option.place for option in options)
    left = {
        VehicleKind.HARVESTER: frame.harvesters,
        VehicleKind.CARRYALL: frame.carryalls,
        VehicleKind.ORNITHOPTER: frame.ornithopters,
    }[kind]
    words = vehicle_order(kind, places, left)
    picked = scene.pick.get("place", "")
    only = places[0] if len(places) == 1 else None
    chosen = next((place for place in places if place_id(kind, place) == picked), only)
    blocks: list[Block] = []
    if order.rest:
        blocks.append(Form("vehicles", (Buttons((Button(_("All the rest as proposed"), "check"),)),)))
    blocks.append(_why(order))
    if chosen is not None:
        hidden = {"kind": kind.value, "place": place_id(kind, chosen), "then": "one=1"}
        name = names.vehicle_place(kind, chosen)
        blocks.append(go_form("vehicle", _("Done: %(place)s", place=name), "check", **hidden))
    else:
        buttons = tuple(
            Button(names.capital(names.vehicle_place(kind, one)), name="place", value=place_id(kind, one), cls="")
            for one in places
        )
        blocks.insert(0, Form("vehicle", (Buttons(buttons),), {"kind": kind.value, "then": "one=1"}))
    links = {place_id(kind, place): scene.also(place=place_id(kind, place), one="1") for place in places}
    focus = _focus([PlaceVehicle(kind, place) for place in places], links)
    detail = words.question or words.sentence
    return head.panel(*blocks, title=words.title, detail=detail, focus=focus, css="order", rule=order.rule)


def _why(order: Order) -> WhyBlock:
    return WhyBlock(Why(_("Why there?"), "", why_lines(order.trace, len(order.choices)), ""))


@says(VehiclesFrame, of=Doer.PEOPLE)
def say_their_vehicles(scene: Scene, frame: VehiclesFrame) -> Head:
    """Says which vehicles are still to be placed."""
    counts = (
        (VehicleKind.HARVESTER, frame.harvesters),
        (VehicleKind.CARRYALL, frame.carryalls),
        (VehicleKind.ORNITHOPTER, frame.ornithopters),
    )
    kicker = _("Harkonnen vehicles, round %(round)s", round=scene.state.round)
    left = names.join(names.vehicles(kind, number) for kind, number in counts if number)
    if not left:
        detail = _("The rest stays in the supply.")
        return Head(kicker, _("All vehicles placed"), "VEH-1", detail, HARKONNEN, "harvester")
    title = scene.for_reader(_("Place the Harkonnen vehicles"), _("The Harkonnen place their vehicles"))
    return Head(kicker, title, "VEH-2", _("Still to place: %(vehicles)s.", vehicles=left), HARKONNEN, "harvester")


@asks(VehiclesFrame, of=Doer.PEOPLE)
def their_vehicles(scene: Scene, frame: VehiclesFrame, head: Head) -> Panel:
    """Asks where the vehicles go that people place."""
    panel = place_vehicles_by_people(scene, head)
    return replace(panel, blocks=(*quick_list(scene), *panel.blocks))


@deed("vehicles")
def _all(scene: Scene, fields: Fields) -> Commands:
    """The proposal, up to the one that places the last vehicle: that ends the placement by itself."""
    state, commands = scene.state, list[Command]()
    order = scene.order()
    for command in order.rest if order is not None else ():
        if not isinstance(state.frame, VehiclesFrame):
            break
        state, _events = execute(state, command)
        commands.append(command)
    return commands


@deed("vehicle")
def _one(scene: Scene, fields: Fields) -> Commands:
    kind = fields.member("kind", VehicleKind)
    if kind is VehicleKind.HARVESTER:
        return (PlaceVehicle(kind, fields.area("place"), fields.area_or_none("taken")),)
    taken = fields.zone_or_none("taken")
    return (PlaceVehicle(kind, fields.zone("place"), taken, escort=fields.yes("escort")),)


@deed("end-vehicles")
def _end(scene: Scene, fields: Fields) -> Commands:
    return (EndVehicles(),)
