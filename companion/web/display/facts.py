"""The tracks, tanks and dice of the display, everything with its name: it is read from two metres away."""

from dataclasses import dataclass

from companion.content import BANS, LEADERS, TRACKS
from companion.content.terms import Faction, Power
from companion.rules.state import ATREIDES, HARKONNEN, MARKERS, POWERS, Mode, Standing, State
from companion.store import Timeline
from companion.web.say import _
from companion.web.ui.parts import SIDE
from companion.web.words import names
from companion.web.words.glyphs import MARKER_CSS, MARKER_GLYPH, POWER_GLYPH
from companion.web.words.history.lines import history_line
from companion.web.words.records import HistoryLine


@dataclass(frozen=True, slots=True)
class Figure:
    """A number on a track: its glyph, its name, what stands beside it; ``struck``: a ban is in force."""

    glyph: str
    value: int
    name: str
    css: str = ""
    struck: bool = False
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Tank:
    """A regeneration tank: who is in it on which of its spaces; ``spaces`` holds a name or nothing for each."""

    faction: str
    name: str
    spaces: tuple[str, ...]


def markers(state: State) -> list[Figure]:
    """Returns supremacy and the three prescience markers."""
    length = TRACKS.supremacy.length
    found = [Figure("supremacy", state.supremacy, _("of %(length)s", length=length), "fh")]
    for marker, step in zip(MARKERS, state.prescience, strict=True):
        found.append(Figure(MARKER_GLYPH[marker], step, names.marker_name(marker), MARKER_CSS[marker]))
    return found


def powers(state: State) -> list[Figure]:
    """Returns the rows of the imperium and the spice kept; a banned power says what is forbidden."""
    found = []
    for power, row in zip(POWERS, state.imperium, strict=True):
        banned = power in state.bans
        found.append(
            Figure(POWER_GLYPH[power], row, names.power_name(power), "", banned, _ban(power) if banned else "")
        )
    return [*found, Figure("spice", state.spice_reserve, _("spice kept"))]


def _ban(power: Power) -> str:
    return names.translated(BANS[power].solo_text)


def tanks(state: State) -> list[Tank]:
    """Returns both regeneration tanks, the Harkonnen one first."""
    return [_tank(state, faction) for faction in (HARKONNEN, ATREIDES)]


def _tank(state: State, faction: Faction) -> Tank:
    spaces = [""] * TRACKS.tank_spaces[faction]
    for leader, status in state.leaders:
        if status.standing is not Standing.TANK or LEADERS[leader].faction is not faction:
            continue
        number = status.tank or 1
        if number <= len(spaces):
            spaces[number - 1] = names.leader_name(leader)
    return Tank(SIDE[faction], names.faction_name(faction), tuple(spaces))


def round_facts(state: State) -> list[tuple[str, str]]:
    """Returns target sietch and harvesting sector as (title, value); only those that are known."""
    found = []
    if state.target_sietch is not None:
        found.append((_("Target sietch"), names.area_name(state.target_sietch)))
    if state.harvesting_sector is not None:
        found.append((_("Harvesting sector"), names.capital(names.sector_name(state.harvesting_sector))))
    return found


def last_event(timeline: Timeline) -> HistoryLine | None:
    """Returns the last thing that happened and still holds."""
    by_people = timeline.state.mode is not Mode.SOLO
    for event in reversed(timeline.events):
        line = history_line(event, by_people=by_people)
        if not line.hidden:
            return line
    return None
