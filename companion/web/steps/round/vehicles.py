"""Placing the vehicles of the round: the whole proposal at once, or one after the other where there is a choice."""

from collections import Counter
from dataclasses import replace

from companion.board import AREA_IDS, ZONE_IDS
from companion.content.terms import VehicleKind
from companion.rules import execute
from companion.rules.commands import Command, EndVehicles, PlaceVehicle
from companion.rules.frames import VehiclesFrame
from companion.rules.state import HARKONNEN
from companion.service import SetUp
from companion.web.orders.effects import vehicle_order
from companion.web.orders.why import picked_text, why_lines
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed, panel_for
from companion.web.steps.mahdi.questions import question_panel
from companion.web.steps.people import turn as people
from companion.web.ui.blocks import Block, Button, Buttons, Fold, Form, Lines, Todo, Todos, WhyBlock
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel, lit
from companion.web.ui.parts import go_form, legion_words, rule_link
from companion.web.words import names
from companion.web.words.records import Why
from solo_bot.orders import Order, VehicleOption

FIRST_ROUND = 1


@panel_for(VehiclesFrame)
def vehicles(scene: Scene, frame: VehiclesFrame) -> Panel:
    """Shows where the vehicles go."""
    if people.by_people(scene.state):
        panel = people.vehicles(scene, frame)
        return replace(panel, blocks=(*figures_to_lay_out(scene), *panel.blocks))
    order = scene.order()
    if order is None:
        return _nothing(scene)
    if order.question is not None:
        return question_panel(scene, order.question, order.trace)
    options = [choice.option for choice in order.choices if isinstance(choice.option, VehicleOption)]
    if not options:
        return _nothing(scene)
    one_by_one = scene.pick.get("one") == "1"
    return _next_vehicle(scene, frame, order, options) if one_by_one or not order.rest else _proposal(scene, order)


def _kicker(scene: Scene) -> str:
    return _("Harkonnen vehicles, round %(round)s", round=scene.state.round)


def _proposal(scene: Scene, order: Order) -> Panel:
    placed = [command for command in order.rest if isinstance(command, PlaceVehicle)]
    counts = Counter(command.kind for command in placed)
    lines = []
    for kind in VehicleKind:
        places = [names.capital(names.vehicle_place(kind, command.place)) for command in placed if command.kind is kind]
        if places:
            line = _("%(vehicles)s: %(places)s", vehicles=names.vehicles(kind, len(places)), places=", ".join(places))
            lines.append(line)
    what = names.join(names.vehicles(kind, counts[kind]) for kind in VehicleKind if counts[kind])
    areas = [command.place for command in placed if command.kind is VehicleKind.HARVESTER]
    zones = [command.place for command in placed if command.kind is not VehicleKind.HARVESTER]
    step_by_step = Button(_("One by one"), "split", scene.also(one="1"))
    picked = picked_text(order.trace)
    return Panel(
        kicker=_kicker(scene),
        faction="h",
        title=_("Place %(vehicles)s", vehicles=what),
        detail=picked or _("Equal places are yours to choose: then go one by one."),
        orange=True,
        blocks=(
            *figures_to_lay_out(scene),
            Lines(tuple(lines)),
            Buttons((step_by_step,)),
            _why(order),
            go_form("vehicles", _("Place all as proposed"), "harvester"),
        ),
        focus=lit(areas, zones),
        rule=rule_link(order.rule),
    )


def _next_vehicle(scene: Scene, frame: VehiclesFrame, order: Order, options: list[VehicleOption]) -> Panel:
    kind = options[0].kind
    places = tuple(option.place for option in options)
    left = {
        VehicleKind.HARVESTER: frame.harvesters,
        VehicleKind.CARRYALL: frame.carryalls,
        VehicleKind.ORNITHOPTER: frame.ornithopters,
    }[kind]
    words = vehicle_order(kind, places, left)
    ids = AREA_IDS if kind is VehicleKind.HARVESTER else ZONE_IDS
    picked = scene.pick.get("place", "")
    chosen = next((place for place in places if ids[place] == picked), places[0] if len(places) == 1 else None)
    blocks: list[Block] = [_why(order)]
    if chosen is not None:
        hidden = {"kind": kind.value, "place": ids[chosen], "then": "one=1"}
        name = names.vehicle_place(kind, chosen)
        blocks.append(go_form("vehicle", _("Done: %(place)s", place=name), "check", **hidden))
    else:
        buttons = tuple(
            Button(names.capital(names.vehicle_place(kind, place)), name="place", value=ids[place], cls="")
            for place in places
        )
        blocks.insert(0, Form("vehicle", (Buttons(buttons),), {"kind": kind.value, "then": "one=1"}))
    if order.rest:
        blocks.insert(1, Form("vehicles", (Buttons((Button(_("All the rest as proposed"), "check"),)),)))
    links = {ids[place]: scene.also(place=ids[place], one="1") for place in places}
    areas, zones = (places, ()) if kind is VehicleKind.HARVESTER else ((), places)
    return Panel(
        kicker=_kicker(scene),
        faction="h",
        title=words.title,
        detail=words.question or words.sentence,
        orange=True,
        blocks=tuple(blocks),
        focus=lit(list(areas), list(zones), links),
        rule=rule_link(order.rule),
    )


def _why(order: Order) -> WhyBlock:
    number = len(order.choices)
    return WhyBlock(Why(_("Why there?"), "", why_lines(order.trace, number), ""))


def _nothing(scene: Scene) -> Panel:
    return Panel(
        kicker=_kicker(scene),
        faction="h",
        title=_("No vehicle to place"),
        detail=_("The supply or the board has no place for one."),
        blocks=(go_form("end-vehicles", _("Go on"), "chevron"),),
        rule=rule_link("VEH-1"),
    )


def figures_to_lay_out(scene: Scene) -> tuple[Block, ...]:
    """Returns what the quick set-up put on the board and the hands still have to, in round 1 only."""
    state = scene.state
    if state.round != FIRST_ROUND or scene.settings.set_up is not SetUp.QUICK or state.harvesters:
        return ()
    todos = tuple(Todo(names.area_name(area), legion_words(army, HARKONNEN)) for area, army in state.legions(HARKONNEN))
    return (Fold(_("First the starting figures on the board"), (Todos(todos),), "settlement"),)


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
    place = fields.area("place") if kind is VehicleKind.HARVESTER else fields.zone("place")
    return (PlaceVehicle(kind, place),)


@deed("end-vehicles")
def _end(scene: Scene, fields: Fields) -> Commands:
    return (EndVehicles(),)
