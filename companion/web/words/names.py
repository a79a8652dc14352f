"""Names of everything on the table in the reader's language: areas, zones, leaders, figures, powers, cards, rules.

Terms that the game prints come from ``companion.content.term``; everything else is our own text. Works without a
request: then everything is English.
"""

import re
from collections.abc import Collection, Iterable, Sequence

from companion.board import AREA_IDS, AREA_NUMBER, AREAS, ZONE_IDS, Terrain
from companion.content import CARDS, DESERT_WAR, LEADERS, rule_info, term, term_key
from companion.content.terms import (
    CombatFace,
    Deck,
    DesertTroop,
    Faction,
    Marker,
    NamedLeader,
    Phase,
    Power,
    Result,
    Subfaction,
    UnitKind,
    VehicleKind,
    Wormsign,
)
from companion.rules.actions import Action, OtherAction
from companion.rules.army import Army
from companion.rules.casualties import ESCORT, SECOND_HIT
from companion.rules.frames import RollSource
from companion.rules.war import SANDRIDERS
from companion.web.drawing.marks import leader_mark
from companion.web.say import _, language, lazy, ngettext
from companion.web.words.records import RuleRef

GENERIC = {Faction.HARKONNEN: "bashar", Faction.ATREIDES: "naib"}
SPECIAL_TERM = {Faction.HARKONNEN: "sardaukar", Faction.ATREIDES: "fedaykin"}

_NUMBERED_PHASE = re.compile(r"^\D*\d+\s*[.:]\s*")
_TWINS = {"shield_wall_east": lazy("Shield Wall (east)"), "shield_wall_west": lazy("Shield Wall (west)")}
"""Two areas of the board have the same printed name."""
_QUARTERS = {
    # Translators: the points of the compass as one or two letters, in the code of an area such as "NE 5"
    "ne": lazy("NE"),
    "nw": lazy("NW"),
    "se": lazy("SE"),
    "sw": lazy("SW"),
}
_ZONES = {
    "az_east": lazy("eastern air zone"),
    "az_ne": lazy("north-eastern air zone"),
    "az_north": lazy("northern air zone"),
    "az_nw": lazy("north-western air zone"),
    "az_se": lazy("south-eastern air zone"),
    "az_south": lazy("southern air zone"),
    "az_sw": lazy("south-western air zone"),
    "az_west": lazy("western air zone"),
}
_SECTORS = {
    "ne": lazy("north-east sector"),
    "nw": lazy("north-west sector"),
    "se": lazy("south-east sector"),
    "sw": lazy("south-west sector"),
    "cne": lazy("central north-east sector"),
    "cnw": lazy("central north-west sector"),
    "cse": lazy("central south-east sector"),
    "csw": lazy("central south-west sector"),
    "central": lazy("central sectors"),
}
_TERRAINS = {
    Terrain.MOUNTAIN: "terrain_mountain",
    Terrain.PLATEAU: "terrain_plateau",
    Terrain.MINOR_ERG: "terrain_minor_erg",
    Terrain.DESERT: "terrain_desert",
    Terrain.DEEP_DESERT: "terrain_deep_desert",
}


_SOUNDS_I = re.compile(r"h?[ií](?![aeiou])", re.IGNORECASE)


def word(key: str) -> str:
    """Returns the printed term of a glossary key in the reader's language; raises KeyError for an unknown key."""
    return term(key, language())


def translated(text: str) -> str:
    """Returns an English text of the content (a title, a summary, a card's name) in the reader's language."""
    return _(text)


def join(items: Iterable[str]) -> str:
    """Returns the items as a list within a sentence: "A, B and C"; empty without any."""
    parts = list(items)
    if len(parts) < 2:
        return "".join(parts)
    said = _("%(items)s and %(last)s", items=", ".join(parts[:-1]), last=parts[-1])
    return in_spanish(said, parts[-1]) if language() == "es" else said


def in_spanish(said: str, last: str) -> str:
    """Returns a Spanish text whose "y" before its ``last`` part is an "e" where that begins with the same sound.

    >>> in_spanish("el barón y Irulán", "Irulán"), in_spanish("agua y hierba", "hierba")
    ('el barón e Irulán', 'agua y hierba')
    """
    before = said.removesuffix(f" y {last}")
    return f"{before} e {last}" if _SOUNDS_I.match(last) and before != said else said


def area_name(area: int | str) -> str:
    """Returns the name of an area by number or id; an unnamed one by its code, as in ``NE 5`` or ``cNW 2``."""
    number = AREA_NUMBER[area] if isinstance(area, str) else area
    area_id = AREA_IDS[number]
    if area_id in _TWINS:
        return str(_TWINS[area_id])
    if AREAS[number].name is not None:
        return word(f"place_{area_id}")
    return f"{sector_code(AREAS[number].sectors[0])} {area_id.rpartition('_')[2]}"


def printed_name(area: int) -> str:
    """Returns the English name of an area, where the reader's language has another one; else nothing.

    A board of another edition may print either.
    """
    printed = AREAS[area].name
    return printed if printed and language() != "en" and printed != area_name(area) else ""


def sector_code(sector: str) -> str:
    """Returns the letters of a sector in the codes of its areas: ``NE``, ``cNW``."""
    central = len(sector) == 3
    return f"c{_QUARTERS[sector[1:]]}" if central else str(_QUARTERS[sector])


def area_names(areas: Iterable[int]) -> str:
    """Returns area names as a list within a sentence."""
    return join(area_name(area) for area in areas)


def zone_name(zone: int | str) -> str:
    """Returns the name of an air zone by number or id, as it stands within a sentence."""
    return str(_ZONES[zone if isinstance(zone, str) else ZONE_IDS[zone]])


def zone_names(zones: Iterable[int]) -> str:
    """Returns zone names as a list within a sentence."""
    return join(zone_name(zone) for zone in zones)


def sector_name(sector: str) -> str:
    """Returns the name of a sector (``central``: the four central ones), as it stands within a sentence."""
    return str(_SECTORS[sector])


def terrain_name(terrain: Terrain) -> str:
    """Returns the printed word for a terrain."""
    return word(_TERRAINS[terrain])


def capital(text: str) -> str:
    """Returns the text with its first letter in upper case, for a name at the start of a line.

    The code of a central area keeps its small letter: cNE 3 is not NE 3.
    """
    return text if text[1:2].isupper() else text[:1].upper() + text[1:]


def leader_name(leader: str) -> str:
    """Returns the name of a leader by id; ``bashar`` and ``naib`` are the generic ones. Raises KeyError.

    The card of the Sandriders goes by their name (DW-1).
    """
    if leader == SANDRIDERS:
        return word(DESERT_WAR.card.term)
    return word(LEADERS[leader].term)


def leader_names(leaders: Iterable[str]) -> str:
    """Returns leader names as a list within a sentence; generic ones that repeat are counted."""
    found = list(leaders)
    return join(_counted(leader, found.count(leader)) for leader in dict.fromkeys(found))


def _counted(leader: str, number: int) -> str:
    return generic_leaders(LEADERS[leader].faction, number) if leader in GENERIC.values() else leader_name(leader)


def leader_tag(leader: str) -> str:
    """Returns the two-letter mark of a named leader on the board, in the reader's language."""
    return leader_mark(leader, leader_name(leader))


def generic_leaders(faction: Faction, number: int) -> str:
    """Returns "1 Bashar", "2 Naibs": generic leaders with their number."""
    if faction is Faction.HARKONNEN:
        return ngettext("%(num)d Bashar", "%(num)d Bashars", number)
    return ngettext("%(num)d Naib", "%(num)d Naibs", number)


def kind_name(kind: UnitKind, faction: Faction) -> str:
    """Returns the word for a kind of unit: "Regular unit", "Elite unit", "Sardaukar", "Fedaykin"."""
    return word(SPECIAL_TERM[faction]) if kind is UnitKind.SPECIAL else word(term_key(kind))


def units(kind: UnitKind, faction: Faction, number: int) -> str:
    """Returns a number of units of a kind: "3 regular", "1 Sardaukar"."""
    if kind is UnitKind.REGULAR:
        return ngettext("%(num)d regular", "%(num)d regular", number)
    if kind is UnitKind.ELITE:
        return ngettext("%(num)d elite", "%(num)d elite", number)
    if faction is Faction.HARKONNEN:
        return ngettext("%(num)d Sardaukar", "%(num)d Sardaukar", number)
    return ngettext("%(num)d Fedaykin", "%(num)d Fedaykin", number)


def token_count(number: int) -> str:
    """Returns "1 token", "2 tokens": facedown deployment tokens."""
    return ngettext("%(num)d token", "%(num)d tokens", number)


def figure_list(army: Army, faction: Faction) -> list[str]:
    """Returns the figures of an army one kind an entry, units first, then tokens and leaders."""
    found = [units(kind, faction, army.count(kind)) for kind in UnitKind if army.count(kind)]
    if army.tokens:
        found.append(token_count(army.tokens))
    if army.generic:
        found.append(generic_leaders(faction, army.generic))
    if army.escorts:
        found.append(escorts(army.escorts))
    found.extend(leader_name(leader) for leader in army.named)
    return found


def escorts(number: int) -> str:
    """Returns "1 escort", "2 escorts": escort ornithopters in a legion (DW-5)."""
    return ngettext("%(num)d escort", "%(num)d escorts", number)


def troop_name(troop: DesertTroop) -> str:
    """Returns what a desert troop is called."""
    terms = {DesertTroop.SUSPENSOR: "exp_suspensor_trooper", DesertTroop.LAUNCHER: "exp_rocket_launcher"}
    return word(terms.get(troop, "exp_sandrider"))


def troops(troop: DesertTroop, number: int) -> str:
    """Returns a number of desert troops: "2 rocket launchers"."""
    if troop is DesertTroop.SUSPENSOR:
        return ngettext("%(num)d suspensor trooper", "%(num)d suspensor troopers", number)
    if troop is DesertTroop.LAUNCHER:
        return ngettext("%(num)d rocket launcher", "%(num)d rocket launchers", number)
    return ngettext("%(num)d sandrider", "%(num)d sandriders", number)


def camps(number: int) -> str:
    """Returns a number of Fremen camps: "2 Fremen camps"."""
    return ngettext("%(num)d Fremen camp", "%(num)d Fremen camps", number)


def figures(army: Army | None, faction: Faction) -> str:
    """Returns the figures of an army as a list within a sentence: "3 regular, 1 elite and 1 Bashar"; empty for none."""
    return join(figure_list(army, faction)) if army else ""


def figures_line(army: Army | None, faction: Faction) -> str:
    """Returns the figures of an army as a line of its own: "3 regular, 1 elite, 1 Bashar"; empty for none."""
    return ", ".join(figure_list(army, faction)) if army else ""


def removed_figures(removed: Sequence[str], faction: Faction) -> list[str]:
    """Returns what a list of casualties (``TakeHits.removed``) does to the figures, one change an entry."""
    found = []
    for entry in dict.fromkeys(removed):
        number = removed.count(entry)
        if entry == UnitKind.REGULAR:
            found.append(units(UnitKind.REGULAR, faction, number))
        elif entry in (UnitKind.ELITE, UnitKind.SPECIAL):
            text = units(UnitKind(entry), faction, number)
            found.append(_("%(figures)s to regular", figures=text))
        elif entry == ESCORT:
            found.append(escorts(number))
        elif entry != SECOND_HIT:
            found.append(_counted(entry, number))
    return found


def power_name(power: Power) -> str:
    """Returns the printed name of a power of the imperium."""
    return word(term_key(power))


def marker_name(marker: Marker) -> str:
    """Returns the printed name of a prescience marker."""
    return word(term_key(marker))


def phase_name(phase: Phase) -> str:
    """Returns the printed name of a phase, without its number."""
    return _NUMBERED_PHASE.sub("", word(term_key(phase)))


def phase_in_short(phase: Phase) -> str:
    """Returns a phase in a word or two, within a sentence."""
    short = {
        Phase.START: _("beginning"),
        Phase.VEHICLES: _("vehicles"),
        Phase.ACTIONS: _("actions"),
        Phase.HAZARDS: _("desert hazards"),
        Phase.SPICE: _("spice harvest"),
        Phase.END: _("end of round"),
    }
    return short[phase]


def result_name(result: Result | str) -> str:
    """Returns the printed name of an action result or of ``desert_power``; raises KeyError for anything else."""
    return word(f"action_{result}")


def action_name(action: Action) -> str:
    """Returns what an action is called: its result, its leader, or that it is of a planning card."""
    match action:
        case Result() | OtherAction.DESERT_POWER:
            return result_name(action)
        case NamedLeader():
            return leader_name(action)
        case OtherAction.CARD | OtherAction.CARD_STEP:
            return _("Planning card")


def roll_source(source: RollSource) -> str:
    """Returns where a roll or a draw comes from, in a few words to stand beside it."""
    said = {
        RollSource.APP: _("by the app"),
        RollSource.TAPPED: _("entered by hand"),
        RollSource.CAMERA: _("read by the camera"),
    }
    return said[source]


def face_name(face: CombatFace) -> str:
    """Returns the printed name of a combat die's face."""
    return word(term_key(face))


def deck_name(deck: Deck) -> str:
    """Returns the printed name of a planning deck."""
    return word(term_key(deck))


def faction_name(faction: Faction) -> str:
    """Returns the printed name of a faction."""
    return word(term_key(faction))


def subfaction_name(half: Subfaction) -> str:
    """Returns the printed name of one half of a faction."""
    return word(term_key(half))


def parts_name(parts: Collection[Subfaction]) -> str:
    """Returns what those are called who play these parts: a faction by its name, a partner by that of the part."""
    whole = {one for one in Faction if all(part in parts for part in Subfaction if part.faction is one)}
    found = [faction_name(one) for one in Faction if one in whole]
    found += [subfaction_name(part) for part in Subfaction if part in parts and part.faction not in whole]
    return ", ".join(found)


def wormsign_name(token: Wormsign) -> str:
    """Returns the printed name of what a wormsign shows."""
    return word(term_key(token))


def vehicle_name(kind: VehicleKind) -> str:
    """Returns the printed name of a vehicle."""
    return word(term_key(kind))


def vehicles(kind: VehicleKind, number: int) -> str:
    """Returns a number of vehicles: "2 harvesters"."""
    if kind is VehicleKind.HARVESTER:
        return ngettext("%(num)d harvester", "%(num)d harvesters", number)
    if kind is VehicleKind.ORNITHOPTER:
        return ngettext("%(num)d ornithopter", "%(num)d ornithopters", number)
    return ngettext("%(num)d carryall", "%(num)d carryalls", number)


def vehicle_place(kind: VehicleKind, place: int) -> str:
    """Returns the name of the area of a harvester, or of the zone of another vehicle."""
    return area_name(place) if kind is VehicleKind.HARVESTER else zone_name(place)


def card_name(card: str) -> str:
    """Returns the name of a planning card by id; raises KeyError."""
    return translated(CARDS[card].name)


def card_summary(card: str) -> str:
    """Returns what a planning card does, in our words; raises KeyError."""
    return translated(CARDS[card].summary)


def strength(power: tuple[int, int]) -> str:
    """Returns a combat power: "power 6, fine 13" (MAHDI-CP-1)."""
    return _("power %(coarse)d (detailed %(fine)d)", coarse=power[0], fine=power[1])


def rule_ref(rule: str) -> RuleRef:
    """Returns a rule or ruling to show; raises KeyError for an unknown id.

    >>> rule_ref("BATTLE-6").label.endswith(", p25")
    True
    """
    info = rule_info(rule)
    title = translated(info.title)
    if info.page is None:
        label = _("%(rule)s %(title)s", rule=info.id, title=title)
    else:
        label = _("%(rule)s %(title)s, p%(page)d", rule=info.id, title=title, page=info.page)
    return RuleRef(info.id, title, info.page, str(label), info.kind.value == "ruling")
