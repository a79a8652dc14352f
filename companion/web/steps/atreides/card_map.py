"""Steps of an own card that are answered on the map: an area, two areas, a vehicle, a sector; glowing, and by name."""

from dataclasses import replace

from companion.board import AREA_IDS, SECTOR_MASK, ZONE_IDS
from companion.content import steps as s
from companion.content.terms import VehicleKind
from companion.rules.army import Army
from companion.rules.ask.atreides_cards import pieces_of, vehicles_open
from companion.rules.commands import CarryOutStep, DetonateAtomics
from companion.rules.frames import AtreidesCardFrame
from companion.rules.legal.atreides_choices import CardStep, CardStepChoice
from companion.rules.state import ATREIDES, HARKONNEN, State
from companion.web.drawing import Arrow, Glow, GlowKind
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.atreides.card_parts import (
    STEP,
    Body,
    area_texts,
    by_name,
    nothing_possible,
    picked_area,
    relocation,
    step_form,
    tap_an_area,
)
from companion.web.steps.atreides.ending import go_on
from companion.web.ui import blocks as ui
from companion.web.ui.panel import Focus, lit
from companion.web.ui.parts import figure_steppers, ids, legion_words
from companion.web.words import names

SUPPLY = ""
"""The answer that a worm's figure comes from the supply; else the id of its area."""


def one_area(scene: Scene, step: CardStep) -> Body:
    """Asks for the area where figures, tokens or a worm come: tap it, then confirm."""
    by_area: dict[int, list[CardStepChoice]] = {}
    for choice in step.choices:
        by_area.setdefault(choice.areas[0], []).append(choice)
    if not by_area:
        return nothing_possible()
    area = picked_area(scene, "area", by_area)
    if area is None:
        return tap_an_area(scene, by_area, _("Tap an area: the lit ones are possible."))
    there = scene.state.army(ATREIDES, area)
    detail = _("Now there: %(figures)s.", figures=legion_words(there, ATREIDES)) if there else ""
    title = _("Here: %(area)s", area=names.area_name(area))
    return Body(detail, _at(scene, step, area, by_area[area]), lit([area]), title)


def _at(scene: Scene, step: CardStep, area: int, choices: list[CardStepChoice]) -> tuple[ui.Block, ...]:
    """The form for the area that was tapped: who comes, or whose worm it is."""
    place = isinstance(step.step, s.Place)
    text = _("Place them") if place else _("Done")
    go = ui.Go(text, "check", back=scene.also(area=None), back_text=_("Other area"))
    going = go_on(scene, (choices[0].command,), go)
    if isinstance(step.step, s.Place):
        return (_place_form(scene.state, step.step, area, choices[0], going),)
    if len(choices) == 1:
        return (step_form(choices[0], *going),)
    sources = [c.command.worm_from for c in choices if isinstance(c.command, CarryOutStep)]
    offers = tuple(
        ui.Choice(SUPPLY, _("From the supply"), glyph="sandworm")
        if source is None
        else ui.Choice(AREA_IDS[source], _("The worm of %(area)s", area=names.area_name(source)), glyph="sandworm")
        for source in sources
    )
    options = ui.Options("worm_from", offers, _("Which figure?"), offers[0].value)
    return (ui.Form(STEP, (options, *going), {"area": AREA_IDS[area]}),)


def _place_form(state: State, step: s.Place, area: int, choice: CardStepChoice, going: tuple[ui.Block, ...]) -> ui.Form:
    wanted = pieces_of(state, step)
    most = Army(*(max(getattr(wanted, kind), getattr(choice.figures, kind)) for kind in STEPPED))
    kinds = tuple(kind for kind in STEPPED if getattr(most, kind))
    inner: list[ui.Block] = []
    if kinds:
        inner.append(ui.Steppers(figure_steppers(ATREIDES, kinds, choice.figures, most)))
    if choice.figures.named:
        checks = tuple(
            ui.Check(leader, names.leader_name(leader), "named", "a", _standing(state, leader), checked=True)
            for leader in choice.figures.named
        )
        inner.append(ui.Checks("named", _("Leaders to place"), checks))
    inner += relocation(state, ATREIDES, (area,), most)
    return step_form(choice, *inner, *going, figures=False)


def _standing(state: State, leader: str) -> str:
    area = next((area for area, army in state.legions(ATREIDES) if leader in army.named), None)
    return _("from beside the board") if area is None else _("from %(area)s", area=names.area_name(area))


STEPPED = ("regular", "elite", "special", "tokens", "generic")


def two_areas(scene: Scene, step: CardStep) -> Body:
    """Asks for what goes or is meant first, then for where it goes or the second one."""
    goals: dict[int, dict[int, CardStepChoice]] = {}
    for choice in step.choices:
        first, second = choice.areas
        goals.setdefault(first, {})[second] = choice
        if isinstance(step.step, s.SwapTokens):
            goals.setdefault(second, {})[first] = choice
    if not goals:
        return nothing_possible()
    first_words, second_words = _pair_words(step.step)
    source = picked_area(scene, "from", goals)
    if source is None:
        links = scene.area_links(tuple(goals), "from")
        return Body(first_words, by_name(links, area_texts(goals)), lit(list(goals), links=links), orange=True)
    back = {AREA_IDS[source]: scene.also(**{"from": None, "to": None})}
    target = picked_area(scene, "to", goals[source])
    if target is None:
        links = scene.area_links(tuple(goals[source]), "to")
        glows = (Glow(GlowKind.NEXT, ids(goals[source])), Glow(GlowKind.SELECTED, ids([source])))
        focus = Focus(glows, ids=ids([*goals[source], source]), links=links | back)
        other = ui.Buttons((ui.Button(_("Back"), "undo", back[AREA_IDS[source]]),))
        return Body(second_words, (*by_name(links, area_texts(goals[source])), other), focus, orange=True)
    glows = (Glow(GlowKind.NEXT, ids([target])), Glow(GlowKind.SELECTED, ids([source])))
    focus = Focus(glows, (Arrow(AREA_IDS[source], AREA_IDS[target]),), ids([target]), ids([source]), back)
    facts = {"source": names.area_name(source), "target": names.area_name(target)}
    title = _("From %(source)s to %(target)s", **facts)
    if isinstance(step.step, s.SwapTokens):
        title = _("%(source)s and %(target)s swap their tokens", **facts)
    choice = goals[source][target]
    go = ui.Go(_("Done"), "check", back=scene.also(to=None), back_text=_("Other area"))
    return Body("", (step_form(choice, *go_on(scene, (choice.command,), go)),), focus, title)


def _pair_words(step: s.Step) -> tuple[str, str]:
    match step:
        case s.MoveSietch():
            return _("Tap the sietch that moves."), _("Tap where it goes.")
        case s.SwapTokens():
            return _("Tap the first sietch."), _("Tap the second sietch.")
        case _:
            return _("Tap the Harkonnen legion."), _("Tap where it goes.")


def atomics(scene: Scene, step: CardStep) -> Body:
    """Asks for the area that becomes desert, then where a legion there goes (ATOM-1)."""
    goals: dict[int, list[DetonateAtomics]] = {}
    for choice in step.choices:
        if isinstance(choice.command, DetonateAtomics):
            goals.setdefault(choice.command.area, []).append(choice.command)
    if not goals:
        return nothing_possible()
    area = picked_area(scene, "area", goals)
    if area is None:
        return tap_an_area(scene, goals, _("Tap the mountain area that becomes desert."))
    targets = [command.displaced_to for command in goals[area] if command.displaced_to is not None]
    go = ui.Go(_("Detonate them"), "atomics", back=scene.also(area=None, to=None), back_text=_("Other area"))
    title = _("Here: %(area)s", area=names.area_name(area))
    target = picked_area(scene, "to", targets)
    if not targets or target is not None:
        hidden = {"area": AREA_IDS[area]} | ({} if target is None else {"displaced_to": AREA_IDS[target]})
        lights = [area] if target is None else [area, target]
        return Body("", (ui.Form("atomics", (go,), hidden),), lit(lights), title)
    links = scene.area_links(targets, "to")
    glows = (Glow(GlowKind.NEXT, ids(targets)), Glow(GlowKind.SELECTED, ids([area])))
    focus = Focus(glows, ids=ids([*targets, area]), links=links)
    detail = _("Tap where the legion there goes.")
    return Body(detail, by_name(links, area_texts(targets)), focus, title, orange=True)


def vehicles(scene: Scene, step: CardStep) -> Body:
    """Asks which vehicle is removed: harvesters by their area, the others by their zone."""
    if not step.choices:
        return nothing_possible()
    by_place: dict[str, list[CardStepChoice]] = {}
    for choice in step.choices:
        place = AREA_IDS[choice.areas[0]] if choice.areas else ZONE_IDS[choice.zones[0]]
        by_place.setdefault(place, []).append(choice)
    tapped = scene.pick.get("at", "")
    areas = [choice.areas[0] for choice in step.choices if choice.areas]
    zones = list(dict.fromkeys(choice.zones[0] for choice in step.choices if choice.zones))
    if tapped not in by_place:
        links = {place: scene.also(at=place) for place in by_place}
        texts = {place: _vehicle_name(found[0]) for place, found in by_place.items()}
        detail = _("Tap what is removed.")
        return Body(detail, by_name(links, texts), lit(areas, zones, links), orange=True)
    found = by_place[tapped]
    chosen = [choice.areas for choice in found if choice.areas], [choice.zones for choice in found if choice.zones]
    focus = lit([areas[0] for areas in chosen[0]], [zones[0] for zones in chosen[1]])
    back = ui.Buttons((ui.Button(_("Other vehicle"), "undo", scene.also(at=None)),))
    forms = [step_form(choice, ui.Go(_vehicle_name(choice), _vehicle_glyph(choice))) for choice in found]
    return Body("", (back, *forms), focus)


def _vehicle_name(choice: CardStepChoice) -> str:
    command = choice.command
    if not isinstance(command, CarryOutStep) or command.vehicle is None:
        return ""
    place = choice.areas[0] if choice.areas else choice.zones[0]
    return names.capital(_vehicle(command.vehicle, place))


def _vehicle(kind: VehicleKind, place: int) -> str:
    where = names.area_name(place) if kind is VehicleKind.HARVESTER else names.zone_name(place)
    return _("%(vehicle)s, %(place)s", vehicle=names.vehicle_name(kind), place=where)


def _vehicle_glyph(choice: CardStepChoice) -> str:
    command = choice.command
    return command.vehicle.value if isinstance(command, CarryOutStep) and command.vehicle else "check"


def sectors(scene: Scene, step: CardStep) -> Body:
    """Asks for the sector for which dice remove vehicles, with what could go there; then vehicle after vehicle."""
    card = scene.state.frame
    if isinstance(card, AtreidesCardFrame) and card.left is not None:
        return vehicles(scene, step)
    found = [c.command.sector for c in step.choices if isinstance(c.command, CarryOutStep) and c.command.sector]
    if not found or not isinstance(card, AtreidesCardFrame) or not isinstance(step.step, s.RemoveByDice):
        return nothing_possible()
    choices = tuple(
        ui.Choice(sector, names.capital(names.sector_name(sector)), _in_sector(scene.state, card, step.step, sector))
        for sector in found
    )
    legions = [area for area, _army in scene.state.legions(ATREIDES)]
    ours = [area for area in legions if any(SECTOR_MASK[sector] >> area & 1 for sector in found)]
    detail = _("For which sector? Your legions there glow.")
    return Body(detail, (ui.Form(STEP, (ui.Answers("sector", choices, big=False),)),), lit(ours))


def _in_sector(state: State, card: AtreidesCardFrame, step: s.RemoveByDice, sector: str) -> str:
    there = [kind for kind, _place in vehicles_open(state, replace(card, sector=sector), step)]
    counts = [names.vehicles(kind, there.count(kind)) for kind in VehicleKind if kind in there]
    return names.join(counts) if counts else _("no vehicle there")


def ornithopter(scene: Scene, step: CardStep) -> Body:
    """Asks for the ornithopter that is taken, then for the legion it attacks."""
    goals: dict[int, dict[int, CardStepChoice]] = {}
    for choice in step.choices:
        goals.setdefault(choice.zones[0], {})[choice.areas[0]] = choice
    if not goals:
        return nothing_possible()
    known = {ZONE_IDS[zone]: zone for zone in goals}
    zone = known.get(scene.pick.get("at", ""))
    if zone is None:
        links = {place: scene.also(at=place) for place in known}
        texts = {place: names.zone_name(number) for place, number in known.items()}
        detail = _("Tap the ornithopter to remove.")
        return Body(detail, by_name(links, texts), lit([], list(goals), links), orange=True)
    target = picked_area(scene, "to", goals[zone])
    if target is None:
        links = scene.area_links(tuple(goals[zone]), "to")
        texts = {AREA_IDS[a]: _legion_there(scene.state, a) for a in goals[zone]}
        other = ui.Buttons((ui.Button(_("Other ornithopter"), "undo", scene.also(at=None)),))
        glows = (Glow(GlowKind.NEXT, ids(goals[zone])), Glow(GlowKind.SELECTED, ids([], [zone])))
        focus = Focus(glows, ids=ids(goals[zone], [zone]), links=links)
        return Body(_("Tap the legion that it attacks."), (*by_name(links, texts), other), focus, orange=True)
    go = ui.Go(_("To the dice"), "dice", back=scene.also(to=None), back_text=_("Other legion"))
    title = _("The ornithopter of the %(zone)s attacks", zone=names.zone_name(zone))
    return Body(_legion_there(scene.state, target), (step_form(goals[zone][target], go),), lit([target], [zone]), title)


def _legion_there(state: State, area: int) -> str:
    figures = legion_words(state.army(HARKONNEN, area))
    return _("%(area)s: %(figures)s", area=names.area_name(area), figures=figures)


def replaced(scene: Scene, choices: tuple[CardStepChoice, ...]) -> Body:
    """Asks for the legion whose units are replaced, then for how many of them."""
    by_area: dict[int, list[CardStepChoice]] = {}
    for choice in choices:
        by_area.setdefault(choice.areas[0], []).append(choice)
    if not by_area:
        return nothing_possible()
    area = picked_area(scene, "area", by_area)
    if area is None:
        return tap_an_area(scene, by_area, _("Tap the legion whose units are replaced."))
    figures = {choice.figures.units: choice.figures for choice in by_area[area]}
    answers = tuple(
        ui.Choice(str(number), names.capital(names.figures(army, ATREIDES)), glyph="special")
        for number, army in sorted(figures.items(), reverse=True)
    )
    other = ui.Buttons((ui.Button(_("Other area"), "undo", scene.also(area=None)),))
    form = ui.Form("own-card-replace", (ui.Answers("count", answers, big=False),), {"area": AREA_IDS[area]})
    there = legion_words(scene.state.army(ATREIDES, area), ATREIDES)
    title = _("In %(area)s: how many are replaced?", area=names.area_name(area))
    return Body(_("Now there: %(figures)s.", figures=there), (form, other), lit([area]), title)
