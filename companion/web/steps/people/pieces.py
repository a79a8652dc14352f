"""Where the Harkonnen players put their pieces: vehicles, new figures and stronger units, tapped on the map or by name.

What may be put where is asked of the rules: these panels only sort the legal commands by what a finger taps.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.board import AREA_IDS, AREA_NUMBER, ZONE_IDS, members
from companion.content import GENERIC_LEADER
from companion.content.terms import Result, VehicleKind
from companion.rules.army import NOBODY
from companion.rules.ask.vehicles import vehicles_left
from companion.rules.commands import Command, PlaceVehicle, ReplaceUnits
from companion.rules.frames import ActionFrame, CardFrame, VehiclesFrame
from companion.rules.legal.scheme import leaders_of_side
from companion.rules.state import HARKONNEN, Standing, State, supply
from companion.web.say import _, ngettext
from companion.web.scene import Scene
from companion.web.ui import blocks as ui
from companion.web.ui.panel import Panel, lit
from companion.web.ui.parts import figure_steppers
from companion.web.words import names

VEHICLES = "vehicles"
"""What ``use`` says while vehicles are placed instead of units replaced."""
TAKEN = "taken"
"""Where the vehicle stands that is placed elsewhere; ``1`` while it is being asked for."""
ESCORT = "escort"
"""The sort of an ornithopter that is placed as an escort, and the field that says so."""
STRONG_KINDS = ("elite", "special")


def with_pieces(scene: Scene, base: Panel, listed: Sequence[Command]) -> Panel:
    """Returns ``base`` with the vehicles and replacements among the legal commands led on the map; else as it is."""
    placing = [command for command in listed if isinstance(command, PlaceVehicle)]
    replacing = [command for command in listed if isinstance(command, ReplaceUnits)]
    if placing and (not replacing or scene.pick.get("use") == VEHICLES):
        return _vehicles(scene, base, placing, instead=bool(replacing))
    if replacing:
        return _replacements(scene, base, replacing, listed, vehicles=bool(placing))
    return base


def _vehicles(scene: Scene, base: Panel, placing: Sequence[PlaceVehicle], *, instead: bool) -> Panel:
    """One vehicle after the other: its kind where there are several, then its place.

    One that stands on the board may be taken instead of one from the supply (R-39): it is tapped first.
    """
    sorts = tuple(
        dict.fromkeys((kind, command.escort) for kind in VehicleKind for command in placing if command.kind is kind)
    )
    sorts = tuple(sorted(sorts, key=lambda sort: sort[1]))
    sort = next((one for one in sorts if _sort_id(*one) == scene.pick.get("kind")), sorts[0])
    kind, escort = sort
    ids = AREA_IDS if kind is VehicleKind.HARVESTER else ZONE_IDS
    kept = {"kind": _sort_id(*sort), **({"use": VEHICLES} if instead else {})}
    then = "&".join(f"{name}={value}" for name, value in kept.items())
    title = base.title if isinstance(scene.state.frame, CardFrame) else placing_title(kind)
    title = _("Place an escort ornithopter") if escort and not isinstance(scene.state.frame, CardFrame) else title
    blocks: list[ui.Block] = []
    if len(sorts) > 1:
        blocks.append(ui.Keys(_("Which vehicle?"), tuple(_kind_key(scene, *one, one == sort, kept) for one in sorts)))
    own = [command for command in placing if (command.kind, command.escort) == sort]
    standing = sorted({command.taken for command in own if command.taken is not None})
    taken = next((place for place in standing if ids[place] == scene.pick.get(TAKEN)), None)
    if taken is None and standing and (scene.pick.get(TAKEN) or all(command.taken is not None for command in own)):
        return _standing(scene, replace(base, blocks=tuple(blocks)), kind, standing, kept)
    places = [command.place for command in own if command.taken == taken]
    source = {} if taken is None else {TAKEN: ids[taken]}
    sent = {"kind": kind.value, **({ESCORT: "1"} if escort else {})}
    chosen = next((place for place in places if ids[place] == scene.pick.get("place")), None)
    areas, zones = (places, []) if kind is VehicleKind.HARVESTER else ([], places)
    if chosen is not None:
        name = names.capital(names.vehicle_place(kind, chosen))
        hidden = {**sent, "place": ids[chosen], "then": then, **source}
        back = scene.here(**kept, **source)
        go = ui.Go(_("Done: %(place)s", place=name), "check", back=back, back_text=_("Other place"))
        focus = lit([chosen]) if kind is VehicleKind.HARVESTER else lit(zones=[chosen])
        return replace(base, title=title, blocks=(ui.Form("vehicle", (go,), hidden),), focus=focus, orange=True)
    if standing:
        text = _("Take one from the board") if taken is None else _("Other vehicle")
        blocks.append(ui.Buttons((ui.Button(text, "split", scene.here(**kept, **{TAKEN: "1"})),)))
    offers = tuple((ids[place], names.capital(names.vehicle_place(kind, place))) for place in places)
    submit = ui.Buttons((ui.Button(_("Place it there"), "check"),))
    named = {**sent, "then": then, **source}
    by_name = ui.Form("vehicle", (ui.Select("place", _("Where?"), offers), submit), named)
    blocks.append(ui.Fold(_("Or choose by name"), (by_name,), "locate"))
    if instead:
        blocks.append(ui.Buttons((ui.Button(_("Replace units instead"), "undo", scene.step_url),)))
    links = {ids[place]: scene.here(**kept, **source, place=ids[place]) for place in places}
    rest = () if instead else base.blocks
    return replace(base, title=title, blocks=(*blocks, *rest), focus=lit(areas, zones, links), orange=True, css="order")


def _standing(scene: Scene, base: Panel, kind: VehicleKind, places: list[int], kept: dict[str, str]) -> Panel:
    """Asks which vehicle of a kind is taken from the board."""
    harvester = kind is VehicleKind.HARVESTER
    ids = AREA_IDS if harvester else ZONE_IDS
    links = {ids[place]: scene.here(**kept, taken=ids[place]) for place in places}
    focus = lit(places if harvester else (), () if harvester else places, links)
    by_name = tuple(
        ui.Button(names.capital(names.vehicle_place(kind, place)), href=links[ids[place]], cls="") for place in places
    )
    back = ui.Button(_("Back"), "undo", scene.here(**kept))
    blocks = (*base.blocks, ui.Buttons(by_name), ui.Buttons((back,)))
    return replace(base, title=_("Tap the vehicle to move elsewhere"), blocks=blocks, focus=focus, orange=True)


def _sort_id(kind: VehicleKind, escort: bool) -> str:
    """A kind of vehicle as the address of the step has it; escorts are a sort of their own (DW-5)."""
    return ESCORT if escort else kind.value


def _kind_key(scene: Scene, kind: VehicleKind, escort: bool, chosen: bool, kept: dict[str, str]) -> ui.Key:
    due = 1 if escort else _due(scene.state, kind)
    one = _sort_id(kind, escort)
    href = scene.here(**{**kept, "kind": one})
    name = _("Escort") if escort else _kind_name(kind)
    return ui.Key(name, one, href=href, state="in" if chosen else "", many=f"×{due}" if due > 1 else "")


def _due(state: State, kind: VehicleKind) -> int:
    """How many of a kind may still be placed now."""
    frame = state.frame
    due = 1
    if isinstance(frame, VehiclesFrame):
        counts = {
            VehicleKind.HARVESTER: frame.harvesters,
            VehicleKind.CARRYALL: frame.carryalls,
            VehicleKind.ORNITHOPTER: frame.ornithopters,
        }
        due = counts[kind]
    elif isinstance(frame, ActionFrame):
        due = frame.placements
    return due if not vehicles_left(state, kind) else min(due, vehicles_left(state, kind))


def _kind_name(kind: VehicleKind) -> str:
    return {
        VehicleKind.HARVESTER: _("Harvester"),
        VehicleKind.CARRYALL: _("Carryall"),
        VehicleKind.ORNITHOPTER: _("Ornithopter"),
    }[kind]


def placing_title(kind: VehicleKind) -> str:
    """Returns the title of the step that places a vehicle of a kind."""
    return {
        VehicleKind.HARVESTER: _("Place a harvester"),
        VehicleKind.CARRYALL: _("Place a carryall"),
        VehicleKind.ORNITHOPTER: _("Place an ornithopter"),
    }[kind]


def _replacements(
    scene: Scene, base: Panel, replacing: Sequence[ReplaceUnits], listed: Sequence[Command], *, vehicles: bool
) -> Panel:
    """The legion first, then how many of its units become stronger."""
    areas = sorted({command.area for command in replacing})
    tapped = AREA_NUMBER.get(scene.pick.get("area", ""))
    if tapped in areas and tapped is not None:
        here = [command for command in replacing if command.area == tapped]
        choices = tuple(ui.Choice(str(listed.index(one)), _becomes(one), glyph=one.new.value) for one in here)
        go = ui.Go(_("Replace them"), "check", back=scene.step_url, back_text=_("Other legion"))
        form = ui.Form("their-choice", (ui.Options("choice", choices, "", choices[-1].value), go))
        title = _("Replace units in %(area)s", area=names.area_name(tapped))
        return replace(base, title=title, blocks=(form,), focus=lit([tapped]), css="order")
    links = scene.area_links(areas, "area")
    buttons = tuple(ui.Button(names.area_name(area), href=links[AREA_IDS[area]], cls="") for area in areas)
    blocks: list[ui.Block] = [ui.Fold(_("Or choose by name"), (ui.Buttons(buttons),), "locate")]
    frame = scene.state.frame
    if vehicles:
        left = frame.placements if isinstance(frame, ActionFrame) else 1
        title = ngettext("Place %(num)d vehicle instead", "Place %(num)d vehicles instead", left)
        blocks.append(ui.Act("harvester", title, "", scene.here(use=VEHICLES)))
    return replace(
        base,
        detail=_("Tap the legion whose units are replaced."),
        blocks=(*blocks, *base.blocks),
        focus=lit(areas, links=links),
        orange=True,
        css="order",
    )


def _becomes(command: ReplaceUnits) -> str:
    old, new = names.kind_name(command.old, HARKONNEN), names.kind_name(command.new, HARKONNEN)
    return _("%(count)s × %(old)s to %(new)s", count=command.count, old=old, new=new)


def with_deployment(scene: Scene, frame: ActionFrame, base: Panel) -> Panel:
    """Returns ``base`` with what the action may still deploy, at the settlement tapped on the map or chosen by name."""
    state = scene.state
    areas = list(members(state.settlements & state.free_mask(HARKONNEN)))
    if not areas or scene.pick.get("use"):
        return base
    tapped = AREA_NUMBER.get(scene.pick.get("area", ""))
    roomiest = max(areas, key=lambda area: min(room_in(state, area), frame.placements))
    area = tapped if tapped in areas and tapped is not None else roomiest
    form = ui.Form(
        "their-figures", (*_site(areas, area), *_figures(state, frame, area), ui.Go(_("Place them"), "check"))
    )
    said = []
    if frame.placements:
        said.append(ngettext("%(num)d unit may be placed.", "%(num)d units may be placed.", frame.placements))
    if frame.leaders:
        said.append(_("A leader may come along."))
    links = scene.area_links(areas, "area")
    return replace(
        base,
        detail=" ".join(said),
        blocks=(form, *base.blocks),
        focus=lit(areas, links=links),
        orange=True,
        css="order",
    )


def _site(areas: Sequence[int], area: int) -> tuple[ui.Block, ...]:
    return (ui.Select("area", _("Where?"), tuple((AREA_IDS[a], names.area_name(a)) for a in areas), AREA_IDS[area]),)


def room_in(state: State, area: int) -> int:
    """Returns how many Harkonnen units an area still takes."""
    return max(0, state.stacking_limit(HARKONNEN) - (state.army(HARKONNEN, area) or NOBODY).units)


def _figures(state: State, frame: ActionFrame, area: int) -> list[ui.Block]:
    """Units of the kinds that the action may deploy, as many as find room, and who may lead them."""
    found: list[ui.Block] = []
    left = supply(state, HARKONNEN)
    if frame.placements:
        usual = min(frame.placements, room_in(state, area), left.regular)
        steppers = figure_steppers(HARKONNEN, ("regular", *_strong_kinds(frame)))
        limited = (
            replace(
                one, value=usual if one.name == "regular" else 0, most=min(frame.placements, getattr(left, one.name))
            )
            for one in steppers
        )
        found.append(ui.Steppers(tuple(limited)))
    if frame.leaders:
        found.append(ui.Select("leader", _("Leader"), (("", _("no leader")), *_leaders(state))))
    return found


def _strong_kinds(frame: ActionFrame) -> tuple[str, ...]:
    """The strong kinds that the special action in progress names; a Deployment die brings regulars (ACT-DEPLOY-H)."""
    special = frame.special
    if frame.action is Result.DEPLOYMENT:
        return ()
    if special is None:
        return STRONG_KINDS
    if frame.strong >= special.pieces.elite + special.pieces.special:
        return ()
    return STRONG_KINDS if special.pieces.special else STRONG_KINDS[:1]


def _leaders(state: State) -> tuple[tuple[str, str], ...]:
    """The leaders that may be deployed: from beside the board, none that stands on it (ACT-6)."""
    beside = {name for name, status in state.leaders if status.standing is Standing.READY}
    own = [name for name in leaders_of_side(HARKONNEN) if name in beside and name not in state.just_out_of_tank]
    found = [GENERIC_LEADER[HARKONNEN].id] if supply(state, HARKONNEN).generic else []
    return tuple((name, names.leader_name(name)) for name in (*found, *own))
