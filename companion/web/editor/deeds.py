"""Putting right what differs: what a sheet's form says becomes a corrected position."""

from dataclasses import replace

from companion.content import LEADERS, SPICE_BOARD, TRACKS
from companion.content.terms import Faction, Marker, Power, Result
from companion.rules.army import NOBODY, Army
from companion.rules.commands import CorrectBoard
from companion.rules.errors import FormatError
from companion.rules.state import ATREIDES, HARKONNEN, POWERS, LeaderStatus, Sietch, Standing, State
from companion.service.pieces import placed, taken_up, with_status
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.ui.fields import UNIT_FIELDS, Fields

PREFIX = {HARKONNEN: "h-", ATREIDES: "a-"}
HAND_OF = {"aside": Standing.READY, "out": Standing.OUT, "removed": Standing.REMOVED}
DEEDS_BEGIN = "correct-"
"""How the deeds of all corrections begin."""
MOST_FIGURES = 30
MOST_CARDS = 40


@deed("correct-area")
def _correct_area(scene: Scene, fields: Fields) -> Commands:
    area = fields.area()
    state = scene.state
    for faction in Faction:
        state = _with_legion(state, faction, area, _army(fields, PREFIX[faction]))
    state = replace(
        state,
        harvesters=placed(state.harvesters, area, fields.count("harvester", 4)),
        wormsigns=placed(state.wormsigns, area, fields.count("wormsign", 4)),
        sandworms=placed(state.sandworms, area, fields.count("sandworm", 4)),
        stations=_bit(state.stations, area, fields.yes("station")),
        settlements=_bit(state.settlements, area, fields.yes("settlement")),
        sietches=_sietches(state, area, fields),
        wild_maker=_single(state.wild_maker, area, fields.yes("wild_maker")),
    )
    return corrected(scene, state)


def corrected(scene: Scene, state: State) -> Commands:
    """Returns the correction; nothing when nothing differs: then no entry is made."""
    return () if state == scene.state else (CorrectBoard(state),)


def _army(fields: Fields, prefix: str) -> Army:
    counts = {name: fields.count(prefix + name, MOST_FIGURES) for name in UNIT_FIELDS}
    return Army(**counts, named=tuple(sorted(fields.leaders(prefix + "named"))))


def _with_legion(state: State, faction: Faction, area: int, army: Army) -> State:
    """Sets a legion; a named leader comes from where it stood, and who is no longer there stands beside the board."""
    before = (state.army(faction, area) or NOBODY).named
    for leader in army.named:
        if leader not in before:
            state = taken_up(state, leader)
            state = with_status(state, leader, LeaderStatus(Standing.BOARD, state.leader(leader).card_ready))
    for leader in before:
        if leader not in army.named:
            state = with_status(state, leader, LeaderStatus(Standing.READY, state.leader(leader).card_ready))
    return state.with_army(faction, area, army)


def _bit(mask: int, area: int, on: bool) -> int:
    return mask | 1 << area if on else mask & ~(1 << area)


def _single(place: int | None, area: int, on: bool) -> int | None:
    if on:
        return area
    return None if place == area else place


def _sietches(state: State, area: int, fields: Fields) -> tuple[Sietch, ...]:
    others = [sietch for sietch in state.sietches if sietch.area != area]
    if fields.yes("sietch"):
        rank = fields.count("rank", 3) or None
        known = state.sietch(area)
        home = fields.area_or_none("home") if "home" in fields.values else None if known is None else known.home
        others.append(Sietch(area, rank, fields.yes("revealed"), None if home == area else home))
    return tuple(sorted(others, key=lambda sietch: sietch.area))


@deed("correct-zone")
def _correct_zone(scene: Scene, fields: Fields) -> Commands:
    zone, what, state = fields.zone(), fields.text("vehicle"), scene.state
    if what not in ("", "ornithopter", "carryall"):
        raise FormatError("vehicle", _("an ornithopter, a carryall or nothing is needed"))
    state = replace(
        state,
        ornithopters=placed(state.ornithopters, zone, int(what == "ornithopter")),
        carryalls=placed(state.carryalls, zone, int(what == "carryall")),
    )
    return corrected(scene, state)


@deed("correct-tracks")
def _correct_tracks(scene: Scene, fields: Fields) -> Commands:
    state = scene.state
    steps = tuple(fields.count(marker.value, 12) for marker in Marker)
    rows = tuple(fields.count(power.value, SPICE_BOARD.bottom_row, SPICE_BOARD.top_row, None) for power in POWERS)
    bans = frozenset(power for power in Power if fields.yes(f"ban-{power.value}"))
    put_right = replace(
        state,
        supremacy=fields.count("supremacy", TRACKS.supremacy.length),
        prescience=(steps[0], steps[1], steps[2]),
        imperium=(rows[0], rows[1], rows[2]),
        bans=bans,
        spice_reserve=fields.count("spice_reserve", 1),
        reinforcements=fields.count("reinforcements", MOST_CARDS),
        cards=replace(
            state.cards,
            hand=fields.count("hand", MOST_CARDS),
            revealed=fields.count("revealed", 16),
        ),
        bene_gesserit=(fields.count("bene-harkonnen", 5), fields.count("bene-atreides", 5)),
        black_tokens=fields.count("black_tokens", 6),
        silver_tokens=fields.count("silver_tokens", 6),
        atreides_tokens=fields.count("atreides_tokens", 8),
    )
    return corrected(scene, _with_dice(put_right, fields))


def _with_dice(state: State, fields: Fields) -> State:
    harkonnen = fields.count("harkonnen_unused", 8)
    state = replace(state, harkonnen_unused=harkonnen)
    if state.atreides_results is None:
        return state
    results = tuple(result for result in Result for _n in range(fields.count(f"die-{result.value}", 8)))
    return replace(state, atreides_results=results, atreides_unused=len(results))


@deed("correct-leaders")
def _correct_leaders(scene: Scene, fields: Fields) -> Commands:
    """The tanks and what is beside the board: ``aside``, ``out``, ``removed``, ``board`` or a space of the tank."""
    state = scene.state
    for leader, status in state.leaders:
        where = fields.text(f"leader-{leader}", "board" if status.standing is Standing.BOARD else "")
        ready = fields.text(f"card-{leader}", "up" if status.card_ready else "down") == "up"
        wanted = _status(leader, where, status, ready)
        if wanted.standing is not Standing.BOARD and status.standing is Standing.BOARD:
            state = taken_up(state, leader)
        state = with_status(state, leader, wanted)
    return corrected(scene, state)


def _status(leader: str, where: str, status: LeaderStatus, ready: bool) -> LeaderStatus:
    if where.isdecimal():
        space = int(where)
        if not 1 <= space <= TRACKS.tank_spaces[LEADERS[leader].faction]:
            raise FormatError(f"leader-{leader}", _("there is no space %(space)s in the tank", space=space))
        return LeaderStatus(Standing.TANK, ready, space)
    if where in HAND_OF:
        return LeaderStatus(HAND_OF[where], ready)
    if where in ("board", ""):
        return replace(status, card_ready=ready)
    raise FormatError(f"leader-{leader}", _("choose one of the answers, not “%(value)s”", value=where[:40]))
