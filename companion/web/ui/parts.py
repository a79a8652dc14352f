"""What the panels share: whose step it is, go buttons, glyphs, figures as steppers, and orders in words."""

from collections.abc import Iterable

from companion.board import AREA_IDS, ZONE_IDS
from companion.content.terms import Faction, VehicleKind
from companion.rules.army import Army
from companion.rules.state import HARKONNEN
from companion.web.drawing import Arrow, Glow, GlowKind
from companion.web.say import _
from companion.web.ui.blocks import Choice, Form, Go, Stepper
from companion.web.ui.panel import Focus
from companion.web.words import names
from companion.web.words.records import Order, OrderArrow, RuleRef

SIDE = {Faction.HARKONNEN: "h", Faction.ATREIDES: "a"}
UNIT_KINDS = ("regular", "elite", "special")


def go_form(deed: str, text: str, glyph: str = "check", **hidden: str) -> Form:
    """Returns a form that is one go button."""
    return Form(deed, (Go(text, glyph),), hidden)


def rule_link(rule: str) -> RuleRef:
    """Returns a rule to print small."""
    return names.rule_ref(rule)


def kind_label(kind: str, faction: Faction) -> str:
    """Returns the word for a kind of figure as the label of a stepper."""
    if kind == "tokens":
        return _("Facedown tokens")
    if kind == "generic":
        return names.leader_name(names.GENERIC[faction])
    if kind == "special":
        return names.word(names.SPECIAL_TERM[faction])
    if kind == "escorts":
        return _("Escort")
    return _("Regular") if kind == "regular" else _("Elite")


KIND_GLYPH = {
    "regular": "regular",
    "elite": "elite",
    "special": "special",
    "tokens": "token",
    "generic": "leader",
    "escorts": "escort",
}


def figure_steppers(
    faction: Faction, kinds: Iterable[str], values: Army | None = None, most: Army | None = None, prefix: str = ""
) -> tuple[Stepper, ...]:
    """Returns a stepper for each kind; ``values`` are shown at first, ``most`` limits them."""
    return tuple(
        Stepper(
            prefix + kind,
            kind_label(kind, faction),
            0 if values is None else getattr(values, kind),
            most=None if most is None else getattr(most, kind),
            glyph=KIND_GLYPH[kind],
            faction=SIDE[faction],
        )
        for kind in kinds
    )


def ids(areas: Iterable[int], zones: Iterable[int] = ()) -> tuple[str, ...]:
    """Returns the ids of areas and air zones, each once."""
    return tuple(dict.fromkeys([*(AREA_IDS[area] for area in areas), *(ZONE_IDS[zone] for zone in zones)]))


def place_id(kind: VehicleKind, place: int) -> str:
    """Returns the id of the area or air zone where a vehicle stands."""
    return AREA_IDS[place] if kind is VehicleKind.HARVESTER else ZONE_IDS[place]


def arrow(one: OrderArrow, number: str = "", *, chosen: bool = True, bend: float = 0.14, by_air: bool = False) -> Arrow:
    """Returns an arrow of an order as it is drawn; ``by_air``: from the ornithopter's zone instead of the legion."""
    start = ZONE_IDS[one.zone] if by_air and one.zone is not None else AREA_IDS[one.source]
    return Arrow(start, AREA_IDS[one.target], chosen, number, bend)


def order_focus(order: Order, links: dict[str, str] | None = None, chosen: int | None = None) -> Focus:
    """Returns what the map lights for an order; with several options every one has its numbered arrow."""
    lights = ids(order.areas, order.zones)
    sources = ids(order.sources)
    glows = [Glow(GlowKind.NEXT, lights)] if lights else []
    arrows = [arrow(one) for one in order.arrows]
    if order.options:
        arrows = []
        sources = ids({one.source for option in order.options for one in option.arrows})
        ways = [(one.source, one.target) for option in order.options for one in option.arrows]
        same_way = len(set(ways)) < len(ways)
        for number, option in enumerate(order.options):
            on = number == chosen or (chosen is None and number == 0)
            bend = 0.1 + 0.1 * number
            arrows.extend(arrow(one, str(number + 1), chosen=on, bend=bend, by_air=same_way) for one in option.arrows)
        if not lights:
            lights = ids(
                {area for option in order.options for area in option.areas},
                {zone for option in order.options for zone in option.zones},
            )
            glows = [Glow(GlowKind.NEXT, lights)] if lights else []
    for number, source in enumerate(s for s in sources if s not in lights):
        glows.append(Glow(GlowKind.FROM_1 if number == 0 else GlowKind.FROM_2, (source,)))
    return Focus(tuple(glows), tuple(arrows), lights, sources, links or {})


def area_choices(areas: Iterable[int], details: dict[int, str] | None = None, glyph: str = "") -> tuple[Choice, ...]:
    """Returns areas as answers, by name."""
    found = details or {}
    return tuple(Choice(AREA_IDS[area], names.area_name(area), found.get(area, ""), glyph=glyph) for area in areas)


def legion_words(army: Army | None, faction: Faction = HARKONNEN) -> str:
    """Returns the figures of a legion as a line; "nobody" for none."""
    return names.figures_line(army, faction) or _("nobody")
