"""Spice results, ways to take hits and vehicle plans as orders."""

from collections.abc import Iterator

from companion.content.terms import UnitKind, VehicleKind
from companion.rules.army import Army
from companion.rules.ask.spice import price
from companion.rules.frames import SpiceFrame
from companion.rules.state import HARKONNEN, POWERS, State
from companion.web.say import _, ngettext
from companion.web.words import names
from companion.web.words.questions import question_text
from companion.web.words.records import Order
from solo_bot import SpiceOption, VehiclePlan
from solo_bot.procedure.casualties import HitOption

_UNITS = frozenset(kind.value for kind in UnitKind)


def spice_order(state: State, option: SpiceOption) -> Order:
    """Returns where the markers go, the bans, supremacy and the reserve; ``state`` is the one before spending."""
    moved = list(_marker_moves(state, option))
    gained = option.supremacy - state.supremacy
    if gained > 0:
        title = _("Raise supremacy to %(step)d", step=option.supremacy)
    elif moved:
        title = moved[0] if len(moved) == 1 else _("Move the imperium markers")
    else:
        title = _("Leave the imperium markers where they are")
    details = [*_payments(state, option), _bans(option), _reserve(option)]
    return Order(title, details=tuple(details), go=_("Done"))


def _payments(state: State, option: SpiceOption) -> Iterator[str]:
    """Every marker with what it costs and what is left then: kept ones first, the lowest one before (MAHDI-SPICE-1)."""
    frame = state.frame
    left = (frame.collected if isinstance(frame, SpiceFrame) else 0) + state.spice_reserve
    ways = sorted(zip(POWERS, state.imperium, option.imperium, strict=True), key=lambda way: (way[2] < way[1], -way[1]))
    for power, before, after in ways:
        name = names.power_name(power)
        cost = price((before,) * 3, (after,) * 3) // 3
        left -= cost
        facts = {"power": name, "row": after, "cost": cost, "left": left}
        if after < before:
            yield _("%(power)s rises to row %(row)d: %(cost)d spice, %(left)d left", **facts)
        elif after > before:
            yield _("%(power)s falls to row %(row)d: no spice", **facts)
        elif cost:
            yield _("%(power)s stays in row %(row)d: %(cost)d spice, %(left)d left", **facts)
        else:
            yield _("%(power)s stays in row %(row)d: no spice", **facts)
    if option.supremacy > state.supremacy:
        yield _("Supremacy rises to %(step)d: %(left)d spice", step=option.supremacy, left=left)


def _marker_moves(state: State, option: SpiceOption) -> Iterator[str]:
    for power, before, after in zip(POWERS, state.imperium, option.imperium, strict=True):
        facts = {"power": names.power_name(power), "row": after}
        if after < before:
            yield _("Raise %(power)s to row %(row)d", **facts)
        elif after > before:
            yield _("Lower %(power)s to row %(row)d", **facts)


def _bans(option: SpiceOption) -> str:
    if not option.bans:
        return _("No ban.")
    bans = names.join(names.power_name(power) for power in POWERS if power in option.bans)
    return _("Bans: %(powers)s.", powers=bans)


def _reserve(option: SpiceOption) -> str:
    if option.reserve:
        return _("Keep %(number)d spice in the reserve.", number=option.reserve)
    return _("Nothing is left for the reserve.")


def hits_order(option: HitOption) -> Order:
    """Returns how the Harkonnen take their hits: the figures in order and what is left."""
    if not option.removed:
        return Order(_("No casualties"), go=_("Done"))
    changes = names.join(names.removed_figures(option.removed, HARKONNEN))
    title = _("Remove: %(figures)s", figures=changes)
    left = names.figures(option.legion, HARKONNEN)
    sentence = _("Left: %(figures)s.", figures=left) if left else _("The legion is destroyed.")
    details = []
    if option.tank:
        leaders = names.leader_names(option.tank)
        details.append(_("To the regeneration tank: %(leaders)s.", leaders=leaders))
    if any(entry in _UNITS - {UnitKind.REGULAR} for entry in option.removed):
        details.append(_("An elite that is hit becomes a regular while there are figures for it."))
    return Order(title, sentence, tuple(details), go=_("Done"))


def plan_order(plan: VehiclePlan) -> Order:
    """Returns the whole vehicle placement: a line a vehicle, with every place that is as good as the first."""
    if plan.question is not None:
        asked = question_text(plan.question)
        return Order(asked.title, asked.why, areas=asked.areas)
    groups = (
        (VehicleKind.HARVESTER, plan.harvesters),
        (VehicleKind.CARRYALL, plan.carryalls),
        (VehicleKind.ORNITHOPTER, plan.ornithopters),
    )
    counts = names.join(names.vehicles(kind, len(places)) for kind, places in groups if places)
    if not counts:
        return Order(_("No vehicle to place"), go=_("Go on"))
    lines = tuple(vehicle_line(kind, places) for kind, group in groups for places in group)
    areas = tuple(sorted({area for places in plan.harvesters for area in places}))
    zones = tuple(sorted({zone for places in (*plan.carryalls, *plan.ornithopters) for zone in places}))
    title = _("Place %(vehicles)s", vehicles=counts)
    return Order(title, details=lines, areas=areas, zones=zones, go=_("Done"))


def vehicle_line(kind: VehicleKind, places: tuple[int, ...]) -> str:
    """Returns where one vehicle goes: its place, or the equal places among which the player picks."""
    vehicle = names.vehicle_name(kind)
    listed = names.join(names.vehicle_place(kind, place) for place in places)
    if len(places) == 1:
        return _("%(vehicle)s: %(place)s", vehicle=vehicle, place=listed)
    return _("%(vehicle)s: you choose among %(places)s", vehicle=vehicle, places=listed)


def excess_order(area: int, figures: Army) -> Order:
    """Returns which Harkonnen figures over the stacking limit leave an area (R-34)."""
    facts = {"figures": names.figures(figures, HARKONNEN), "area": names.area_name(area)}
    title = _("Remove %(figures)s from %(area)s", **facts)
    return Order(title, _("Too many units are there."), areas=(area,), go=_("Done"))


def vehicle_order(kind: VehicleKind, places: tuple[int, ...], left: int) -> Order:
    """Returns the order to place one vehicle at one of equal ``places``; ``left``: how many of its kind, 0: unsaid."""
    harvester = kind is VehicleKind.HARVESTER
    areas, zones = (places, ()) if harvester else ((), places)
    remaining = ngettext("%(num)d of this kind to place.", "%(num)d of this kind to place.", left) if left else ""
    after = max(0, left - 1)
    if len(places) == 1:
        title = _vehicle_title(kind, names.vehicle_place(kind, places[0]))
        return Order(title, remaining, areas=areas, zones=zones, steps_left=after, go=_("Done"))
    if harvester:
        question = ngettext("%(num)d area is left: tap one.", "%(num)d areas are tied: tap one.", len(places))
    else:
        question = ngettext("%(num)d zone is left: tap one.", "%(num)d zones are tied: tap one.", len(places))
    title = _vehicle_choice(kind)
    return Order(title, remaining, areas=areas, zones=zones, question=question, steps_left=after, go=_("Done"))


def _vehicle_title(kind: VehicleKind, place: str) -> str:
    if kind is VehicleKind.HARVESTER:
        return _("Place a harvester in %(area)s", area=place)
    if kind is VehicleKind.CARRYALL:
        return _("Place a carryall in the %(zone)s", zone=place)
    return _("Place an ornithopter in the %(zone)s", zone=place)


def _vehicle_choice(kind: VehicleKind) -> str:
    if kind is VehicleKind.HARVESTER:
        return _("Place a harvester in one of the lit areas")
    if kind is VehicleKind.CARRYALL:
        return _("Place a carryall in one of the lit zones")
    return _("Place an ornithopter in one of the lit zones")
