"""What a photo of the board shows: a proposal to be confirmed place by place, and one undoable correction.

What was not seen is never taken as empty: it is hatched on the map, named, and stays as the app has it.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.board import AREA_IDS, HARVESTING_SECTORS, SECTOR_MASK, SECTOR_ZONES, ZONE_IDS, members
from companion.content import LEADERS, LeaderKind
from companion.content.terms import Faction
from companion.rules.army import Army
from companion.rules.commands import CorrectBoard
from companion.rules.errors import FormatError
from companion.rules.state import ATREIDES, HARKONNEN, Standing, State
from companion.service.camera import Job, Stage
from companion.service.sightings import AreaContent, AreaSighting, Sightings, ZoneSighting, corrected, sightings
from companion.web.camera import album, words
from companion.web.camera.common import bp, context, job_of
from companion.web.drawing import Glow, GlowKind, render_board
from companion.web.say import _
from companion.web.seats import Change, View, changes, table_url
from companion.web.ui.board import board_view
from companion.web.ui.fields import UNIT_FIELDS, Fields
from companion.web.ui.panel import Focus
from companion.web.ui.parts import KIND_GLYPH, SIDE, kind_label
from companion.web.words import names

SIDES = (HARKONNEN, ATREIDES)
THINGS = ("harvester", "sandworm", "wormsign")
PHOTO, APP, OTHER = "photo", "app", "other"
MOST_FIGURES = 30


@dataclass(frozen=True, slots=True)
class SideForm:
    """The fields of one faction in an area: steppers (field, label, glyph, value) and leaders (id, name, ticked)."""

    key: str
    name: str
    side: str
    steppers: tuple[tuple[str, str, str, int], ...]
    leaders: tuple[tuple[str, str, bool], ...]
    shown: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One difference on the page, with its ``number`` on the map.

    ``choice`` is what is chosen beforehand: empty where the player has to choose.
    """

    id: str
    name: str
    crop: str
    app: list[str]
    photo: list[str]
    sure: bool
    choice: str
    ask_kinds: bool
    sides: tuple[SideForm, ...] = ()
    things: tuple[tuple[str, str, bool], ...] = ()
    number: int = 0


def proposal(view: View, job: Job) -> ResponseReturnValue:
    """Shows what a photo has that the app has not, each difference with what it would become."""
    document = job.answer or {}
    if document.get("refused"):
        return render_template("camera/refused.html", **context(view), text=words.refusal_text(document["refused"]))
    found = sightings(view.state, document)
    rows = [*(_area_row(view, job, one) for one in found.areas), *(_zone_row(view, job, one) for one in found.zones)]
    rows = [replace(row, number=number) for number, row in enumerate(rows, start=1)]
    sector = str(job.note.get("sector", ""))
    hidden = found.zones_left.get("covered", ())
    return render_template(
        "camera/proposal.html",
        **context(view),
        job=job,
        rows=rows,
        board=_picture(view.state, found),
        figures=_figures(found, len(rows), sector),
        doubtful=_left(found.doubtful, found.zones_left.get("doubtful", ())),
        covered=_left(found.covered, hidden),
        outside=_left(
            [area for area in found.unseen if area not in found.covered],
            [zone for zone in found.zones_left.get("unseen", ()) if zone not in hidden],
        ),
        again=_again(found),
        keeps=album.is_waiting(job),
        war=view.state.desert_war is not None,
        seconds=round(document.get("seconds", 0)),
    )


@bp.post("/g/<game_id>/camera/job/<job_id>/record")
@changes
def record(change: Change, job_id: str) -> ResponseReturnValue:
    """Makes one correction of everything that the player takes over from the photo; it can be undone."""
    job = job_of(change, job_id)
    if job.stage is not Stage.DONE or job.name != "scan" or not job.answer or job.answer.get("refused"):
        abort(404)
    found = sightings(change.state, job.answer)
    state = _chosen(change.state, found, request.form)
    if state != change.state:
        change.submit(CorrectBoard(state))
    album.confirmed(change.now(), job)
    if (again := request.form.get("again", "")) in HARVESTING_SECTORS:
        return redirect(url_for("camera.scan_page", game_id=change.game.id, sector=again), 303)
    return redirect(table_url(change.game.id), 303)


def _chosen(state: State, found: Sightings, form: "MultiDict[str, str]") -> State:
    """Returns the position with what was chosen for each difference; raises FormatError for one not chosen."""
    areas: dict[int, AreaContent] = {}
    zones: dict[int, str | None] = {}
    for one in found.areas:
        choice = _choice(form, AREA_IDS[one.area], names.area_name(one.area), (PHOTO, APP, OTHER))
        if choice == PHOTO and one.kinds_known:
            areas[one.area] = one.proposed
        elif choice != APP:
            areas[one.area] = _entered(Fields(form), one)
    for seen in found.zones:
        zone = ZONE_IDS[seen.zone]
        choice = _choice(form, zone, names.zone_name(zone), (PHOTO, APP))
        if choice == PHOTO:
            zones[seen.zone] = seen.proposed
    return corrected(state, areas, zones)


def _choice(form: "MultiDict[str, str]", place: str, name: str, offered: tuple[str, ...]) -> str:
    choice = form.get(place, "")
    if choice not in offered:
        raise FormatError(place, _("%(place)s: choose what is there", place=names.capital(name)))
    return choice


def _entered(fields: Fields, one: AreaSighting) -> AreaContent:
    place = AREA_IDS[one.area]
    armies = {}
    for faction in SIDES:
        prefix = f"{place}.{SIDE[faction]}-"
        counts = {kind: fields.count(prefix + kind, MOST_FIGURES) for kind in UNIT_FIELDS}
        leaders = tuple(sorted(fields.leaders(f"{prefix}named")))
        for leader in leaders:
            if LEADERS[leader].faction is not faction or LEADERS[leader].kind is not LeaderKind.NAMED:
                raise FormatError(f"{prefix}named", _("there is no leader “%(value)s”", value=leader))
        armies[faction] = Army(**counts, named=leaders)
    things = {thing: fields.yes(f"{place}.{thing}") for thing in THINGS}
    return AreaContent(armies[HARKONNEN], armies[ATREIDES], **things)


def _area_row(view: View, job: Job, one: AreaSighting) -> Row:
    place = AREA_IDS[one.area]
    sides = tuple(_side(view.state, place, faction, one.proposed.army(faction), one) for faction in SIDES)
    labels = {"harvester": _("Harvester"), "sandworm": _("Sandworm"), "wormsign": _("Wormsign")}
    choice = (PHOTO if one.kinds_known else OTHER) if one.sure else ""
    return Row(
        place,
        names.area_name(one.area),
        url_for("camera.crop", game_id=view.game.id, job_id=job.id, area=place),
        words.content_lines(one.now),
        words.seen_lines(one.seen),
        one.sure,
        choice,
        not one.kinds_known,
        sides,
        tuple((thing, labels[thing], getattr(one.proposed, thing)) for thing in THINGS),
    )


def _side(state: State, place: str, faction: Faction, army: Army, one: AreaSighting) -> SideForm:
    key = SIDE[faction]
    known = dict(state.leaders)
    leaders = tuple(
        (leader.id, names.leader_name(leader.id), leader.id in army.named)
        for leader in LEADERS.values()
        if leader.kind is LeaderKind.NAMED
        and leader.faction is faction
        and (leader.id in army.named or known[leader.id].standing in (Standing.READY, Standing.BOARD))
    )
    steppers = tuple(
        (f"{place}.{key}-{kind}", kind_label(kind, faction), KIND_GLYPH[kind], getattr(army, kind))
        for kind in UNIT_FIELDS
    )
    return SideForm(key, names.faction_name(faction), key, steppers, leaders, bool(army or one.now.army(faction)))


def _zone_row(view: View, job: Job, one: ZoneSighting) -> Row:
    zone = ZONE_IDS[one.zone]
    return Row(
        zone,
        names.capital(names.zone_name(zone)),
        url_for("camera.crop", game_id=view.game.id, job_id=job.id, area=zone),
        [words.vehicle_word(one.now)],
        [words.vehicle_word(one.proposed)],
        one.sure,
        PHOTO if one.sure else "",
        False,
    )


def _picture(state: State, found: Sightings) -> str:
    """Returns the whole board: places that differ with their numbers, places not seen hatched."""
    places = [AREA_IDS[one.area] for one in found.areas] + [ZONE_IDS[one.zone] for one in found.zones]
    unseen = tuple(AREA_IDS[area] for area in found.unseen)
    unseen += tuple(ZONE_IDS[zone] for zone in found.zones_left.get("unseen", ()))
    glows = (Glow(GlowKind.UNSEEN, unseen), Glow(GlowKind.SELECTED, tuple(places)))
    badges = {place: str(number) for number, place in enumerate(places, start=1)}
    view = board_view(state, Focus(glows, badges=badges), sees_hidden=False)
    return render_board(view, None, url_for("static", filename="glyphs.svg"))


def _left(areas: Iterable[int], zones: Iterable[int]) -> str:
    """Returns the names of areas and air zones that stay as they are."""
    return names.join([*(names.area_name(area) for area in areas), *(names.zone_name(zone) for zone in zones)])


def _figures(found: Sightings, rows: int, sector: str) -> tuple[int, int, int]:
    """Returns how many places of what was photographed are as expected, are to be looked at, and were not seen."""
    areas = SECTOR_MASK[sector].bit_count() if sector else len(AREA_IDS)
    zones = len(list(members(SECTOR_ZONES[sector]))) if sector else len(ZONE_IDS)
    look = rows + len(found.doubtful) + len(found.zones_left.get("doubtful", ()))
    unseen = len(found.unseen) + len(found.zones_left.get("unseen", ()))
    return max(0, areas + zones - look - unseen), look, unseen


def _again(found: Sightings) -> tuple[str, str] | None:
    """Returns id and name of the sector with the most places that were not seen, None where all were."""
    hidden = Counter(
        sector for area in found.unseen for sector in HARVESTING_SECTORS if SECTOR_MASK[sector] >> area & 1
    )
    if not hidden:
        return None
    sector = max(sorted(hidden), key=lambda one: hidden[one])
    return sector, names.sector_code(sector) if len(sector) == 2 else names.capital(names.sector_name(sector))
