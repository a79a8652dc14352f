"""What the guided steps of an own card share: the body of a step, and its form with the choice made so far."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.board import AREA_IDS, AREA_NUMBER, ZONE_IDS
from companion.content.terms import Deck, Faction, Marker, Power, UnitKind, VehicleKind
from companion.rules.army import NOBODY, Army
from companion.rules.commands import CarryOutStep
from companion.rules.errors import FormatError
from companion.rules.legal.atreides_choices import CardStepChoice
from companion.rules.state import State
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.ui.blocks import Block, Button, Buttons, Fold, Form, Note, Steppers
from companion.web.ui.fields import UNIT_FIELDS, Fields
from companion.web.ui.panel import Focus, lit
from companion.web.ui.parts import figure_steppers
from companion.web.words import names

STEP = "own-card-step"
"""The deed that carries a step out (``read_step``)."""
MOST_COUNT = 20
TAKEN = frozenset(kind for kind in UNIT_FIELDS if kind != "tokens")
"""Kinds of figures that may come from the board; tokens never do."""


@dataclass(frozen=True, slots=True)
class Body:
    """What a step asks for: ``detail`` in one or two sentences, ``blocks`` to answer it, what the map lights.

    ``title`` takes the place of the words of the step; ``orange``: the answer is what glows.
    """

    detail: str = ""
    blocks: tuple[Block, ...] = ()
    focus: Focus = field(default_factory=Focus)
    title: str = ""
    orange: bool = False


def nothing_possible() -> Body:
    """Returns the body of a step that nothing on the board allows."""
    return Body(blocks=(Note(_("Nothing on the board allows this now. Skip it."), "lock"),))


def by_name(links: Mapping[str, str], texts: Mapping[str, str]) -> tuple[Block, ...]:
    """Returns the same places by name, for whoever cannot tap the map; ``texts`` and ``links`` by id."""
    if not links:
        return ()
    buttons = tuple(Button(names.capital(texts[one]), href=link, cls="") for one, link in links.items())
    return (Fold(_("Or choose by name"), (Buttons(buttons),), "locate"),)


def area_texts(areas: Iterable[int]) -> dict[str, str]:
    """Returns the names of areas by id."""
    return {AREA_IDS[area]: names.area_name(area) for area in areas}


def tap_an_area(scene: Scene, areas: Collection[int], detail: str) -> Body:
    """Returns the question for one of some areas, on the map and by name; the answer goes on as ``area``."""
    links = scene.area_links(tuple(areas), "area")
    return Body(detail, by_name(links, area_texts(areas)), lit(list(areas), links=links), orange=True)


def picked_area(scene: Scene, name: str, among: Iterable[int]) -> int | None:
    """Returns the area that was tapped as ``name``, None when it is none of ``among``."""
    area = AREA_NUMBER.get(scene.pick.get(name, ""))
    return area if area in set(among) else None


def step_form(choice: CardStepChoice, *inner: Block, figures: bool = True) -> Form:
    """Returns the form that carries out ``choice``; ``figures`` False: the form itself asks for them."""
    command = choice.command
    hidden = step_fields(command) if isinstance(command, CarryOutStep) else {}
    if not figures:
        hidden = {name: value for name, value in hidden.items() if name not in (*UNIT_FIELDS, "leaders")}
    return Form(STEP, inner, hidden)


def step_fields(command: CarryOutStep) -> dict[str, str]:
    """Returns what ``read_step`` makes the same command of; nothing for what is not given."""
    fields = {
        "area": None if command.area is None else AREA_IDS[command.area],
        "target": None if command.target is None else AREA_IDS[command.target],
        "zone": None if command.zone is None else ZONE_IDS[command.zone],
        "vehicle": command.vehicle,
        "worm_from": None if command.worm_from is None else AREA_IDS[command.worm_from],
        "leader": command.leader,
        "leaders": ",".join(command.figures.named),
        "lowered": command.lowered,
        "raised": command.raised,
        "power": command.power,
        "sector": command.sector,
        "count": str(command.count) if command.count else None,
        **{kind: str(number) for kind, number in command.figures.counts()},
    }
    return {name: str(value) for name, value in fields.items() if value}


def read_step(fields: Fields) -> CarryOutStep:
    """Returns the step with the particulars of a form; raises FormatError naming the field."""
    army = fields.army()
    kept = {name for name in fields.text("leaders", most=400).split(",") if name}
    named = tuple(sorted(kept | set(army.named)))
    taken = taken_from_board(fields)
    figures = Army(army.regular, army.elite, army.special, army.tokens, army.generic, named)
    return CarryOutStep(
        area=fields.area_or_none("area"),
        target=fields.area_or_none("target"),
        zone=fields.zone_or_none("zone"),
        vehicle=fields.member("vehicle", VehicleKind) if fields.text("vehicle") else None,
        figures=figures,
        taken=taken,
        worm_from=fields.area_or_none("worm_from"),
        leader=fields.leader_or_none("leader"),
        lowered=fields.member("lowered", Marker) if fields.text("lowered") else None,
        raised=fields.member("raised", Marker) if fields.text("raised") else None,
        power=fields.member("power", Power) if fields.text("power") else None,
        sector=fields.text("sector") or None,
        count=fields.count("count", MOST_COUNT),
        top=fields.member("top", Deck) if fields.text("top") else None,
    )


def relocation(state: State, faction: Faction, areas: Collection[int], wanted: Army) -> tuple[Block, ...]:
    """Returns the fields for figures that come into ``areas`` from the board instead of the supply (ACT-6)."""
    groups: list[Block] = []
    for source, army in state.legions(faction):
        kinds = [kind for kind in UNIT_FIELDS if kind in TAKEN and getattr(army, kind) and getattr(wanted, kind)]
        if source in areas or not kinds:
            continue
        most = Army(**{kind: min(getattr(army, kind), getattr(wanted, kind)) for kind in kinds})
        steppers = tuple(
            replace(stepper, name=f"taken-{AREA_IDS[source]}-{stepper.name}")
            for stepper in figure_steppers(faction, kinds, NOBODY, most)
        )
        groups.append(Steppers(steppers, _("Of these, from %(area)s", area=names.area_name(source))))
    if not groups:
        return ()
    return (Fold(_("Take figures from the board instead of the supply"), tuple(groups), "move"),)


def _figures(kind: str, number: int) -> Army:
    return replace(NOBODY, generic=number) if kind == "generic" else NOBODY.change(UnitKind(kind), number)


def taken_from_board(fields: Fields) -> tuple[tuple[int, Army], ...]:
    """Returns what ``relocation`` was answered: figures by the area they come from; raises FormatError."""
    found: dict[int, Army] = {}
    for name in fields.values:
        if not name.startswith("taken-"):
            continue
        area_id, separator, kind = name.removeprefix("taken-").rpartition("-")
        if not separator or area_id not in AREA_NUMBER or kind not in TAKEN:
            raise FormatError(name, _("there is no area “%(value)s”", value=area_id[:40]))
        number = fields.count(name)
        area = AREA_NUMBER[area_id]
        if number:
            found[area] = found.get(area, NOBODY) + _figures(kind, number)
    return tuple(sorted(found.items(), key=lambda item: item[0]))
