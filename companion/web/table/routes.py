"""The addresses of the table.

``/g/<game>`` leads to the step: ``/g/<game>/<phase>/<seq>``, or first to its list of what the last deed left to be done
on the table: ``/g/<game>/<phase>/<seq>/now``. Forms go to ``/g/<game>/do/<deed>``; the answer to htmx is
the next step at once, to a plain form a redirect to it. An address of an earlier step shows the table as it stood then.
"""

from typing import cast

from flask import Blueprint, Flask, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound

from companion.board import AREA_NUMBER, ZONE_NUMBER
from companion.content.terms import Phase
from companion.rules.refusal import Refused
from companion.rules.state import ATREIDES, Mode
from companion.service import Level, Outcome
from companion.store import Conflict
from companion.web.editor import deeds as corrections
from companion.web.editor import sheets
from companion.web.editor.secret_sheet import secret_sheet
from companion.web.editor.track_sheet import tracks_sheet
from companion.web.ending.page import to_whole_page
from companion.web.errors import is_fragment
from companion.web.eyes import COVERED, keep_cover
from companion.web.features import offers
from companion.web.join import invitation
from companion.web.scene import DEEDS, RELATIVE, Commands, Detour, Read, Scene
from companion.web.seats import Change, View, changes, sees, table, table_url
from companion.web.security import CSRF_FIELD, KEY_FIELD, SEQ_FIELD
from companion.web.steps.atreides import hint as hints
from companion.web.steps.people.card_end import with_card_end
from companion.web.steps.people.talk import seconds_left
from companion.web.steps.round.objective import SECRET
from companion.web.table import earlier, menus, now, refusals, undoing
from companion.web.table import hand as hands
from companion.web.table.pages import show, show_block
from companion.web.table.places import with_places
from companion.web.table.shared import share_drawings, shared
from companion.web.table.step import panel_now
from companion.web.trackers import PARTS
from companion.web.ui.ahead_blocks import Ahead, AheadLine
from companion.web.ui.fields import Fields, query_of
from companion.web.ui.hint_blocks import HintBlock
from companion.web.ui.hyphens import soft
from companion.web.ui.panel import Panel

bp = Blueprint("table", __name__)
bp.add_app_template_filter(with_places, "places")
bp.add_app_template_filter(soft, "soft")
REGISTERED = (corrections,)
"""Imported so that its deeds are registered."""
OF_THE_PAGE = (CSRF_FIELD, SEQ_FIELD, KEY_FIELD)
"""What every form carries, whatever it says."""
bp.record(lambda setup: share_drawings(cast(Flask, setup.app)))
PHASES = ",".join(phase.value for phase in Phase)


def scene_of(view: View, pick: "MultiDict[str, str] | None" = None) -> Scene:
    """Returns the scene of a request."""
    return Scene(view, MultiDict(request.args) if pick is None else pick)


@bp.get("/g/<game_id>")
@sees
def table_now(view: View) -> ResponseReturnValue:
    """Goes to the step that is next now, or before it to what the last deed left to be done on the table.

    Devices that heard of a change ask here for what to show: they get it at once, without a second request.
    """
    scene = scene_of(view, MultiDict())
    place = now.entry_url(scene)
    if not is_fragment() or place not in (scene.also(), now.now_url(scene)):
        return redirect(place, 303)

    def draw(scene: Scene) -> Response:
        panel = now.now_panel(scene) if place != scene.also() else None
        return show(scene, panel or _panel(scene), address=place)

    return shared(scene, draw, place)


@bp.get(f"/g/<game_id>/<any({PHASES}):phase>/<int:seq>")
@sees
def step(view: View, phase: str, seq: int) -> ResponseReturnValue:
    """Shows a step: the one that is next now, or how the table stood at an earlier one."""
    scene = scene_of(view)
    if scene.trackers_only and seq == view.seq:
        return redirect(scene.step_url, 303)
    if seq == view.seq and phase == view.state.phase.value:
        return shared(scene, _step)
    return earlier.show_earlier(scene, seq)


@bp.get("/g/<game_id>/ahead")
@sees
def ahead(view: View) -> ResponseReturnValue:
    """Shows what of a look ahead changes while the player sets the fields of a move, and the map with it."""
    scene = scene_of(view)
    panel = panel_now(scene)
    found = next((block for block in panel.blocks if isinstance(block, Ahead | AheadLine)), None)
    return show_block(scene, panel, found) if found is not None else ("", 204)


@bp.get("/g/<game_id>/hint")
@sees
def hint(view: View) -> ResponseReturnValue:
    """Shows how far a hint is, or the hint; asked for again and again by the page that waits for it."""
    scene = scene_of(view)
    panel = panel_now(scene)
    if not hints.offered(scene) or not panel.blocks:
        return "", 204
    block = panel.blocks[-1]
    if isinstance(block, HintBlock) and block.look:
        return render_template("table/hint_progress.html", block=block)
    response = show_block(scene, panel, block)
    response.headers["HX-Retarget"] = ".hinted"
    return response


@bp.post("/g/<game_id>/hint/cancel")
@changes
def cancel_hint(change: Change) -> ResponseReturnValue:
    """Ends looking for a hint and goes back to the step."""
    at = query_of(request.form.get("at", ""))
    scene = Scene(change, MultiDict(at))
    hints.cancel(scene)
    return next_step(change, MultiDict([one for one in at if one[0] != hints.HINT]))


@bp.get(f"/g/<game_id>/<any({PHASES}):phase>/<int:seq>/{now.PART}")
@sees
def now_on_the_table(view: View, phase: str, seq: int) -> ResponseReturnValue:
    """Shows what the last deed left to be done on the table; once nothing is, or later, the step."""
    scene = scene_of(view)
    panel = now.now_panel(scene) if (phase, seq) == (view.state.phase.value, view.seq) else None
    if panel is None:
        return redirect(scene.also() if seq == view.seq else scene.home, 303)
    return show(scene, panel)


@bp.get(f"/g/<game_id>/trackers/<any({','.join(PARTS)}):part>")
@sees
def trackers_part(view: View, part: str) -> ResponseReturnValue:
    """Shows a part of a game that keeps trackers only."""
    scene = scene_of(view, MultiDict([*request.args.items(multi=True), ("part", part)]))
    if not scene.trackers_only:
        raise NotFound
    return shared(scene, _step)


@bp.post("/g/<game_id>/do/<name>")
@changes
def do(change: Change, name: str) -> ResponseReturnValue:
    """Carries out a deed and shows what comes next."""
    read = DEEDS.get(name)
    if read is None:
        raise NotFound
    at = MultiDict[str, str](query_of(request.form.get("at", "")))
    scene = Scene(change.as_expected(), at)
    try:
        outcome = _relative(change, name, read, at) if name in RELATIVE else change.submit(_wished(scene, read))
    except Detour as detour:
        if change.expected_seq != change.seq:
            # The question belongs to a position that is past: whoever asked reads what has happened since.
            raise Conflict(change.game.id, change.expected_seq, change.seq) from None
        return next_step(change, MultiDict(detour.picks))
    except Refused as refused:
        return refusals.show_refused(scene_of(change, at), refused, name)
    if name.startswith(corrections.DEEDS_BEGIN) and sheets.became_odd(scene.state, change.now().state):
        return next_step(change, MultiDict({sheets.ODD: "1"}))
    return next_step(change, _then(request.form.get("then", "")), done=bool(outcome.events))


def _wished(scene: Scene, read: Read) -> Commands:
    return with_card_end(scene.state, read(scene, Fields(request.form)))


def _relative(change: Change, name: str, read: Read, at: "MultiDict[str, str]") -> Outcome:
    """Carries out a deed where the game stands now, known again by what its form says."""
    said = sorted((field, text) for field, text in request.form.items(multi=True) if field not in OF_THE_PAGE)
    return change.submit_here([name, said], lambda here: _wished(Scene(here, at), read))


def next_step(change: View, pick: "MultiDict[str, str] | None" = None, *, done: bool = False) -> ResponseReturnValue:
    """Answers a form: for htmx with the next step, else with a redirect to it.

    ``done``: a deed was carried out just now; what it left to be done on the table comes first.
    """
    view = change.now()
    picked = pick or MultiDict()
    scene = Scene(view, picked)
    if scene.trackers_only:
        # Whatever was entered is done; the part stays.
        scene = Scene(view, MultiDict({**tracker_pick(), **picked}))
    listed = done and now.due(scene) is not None
    address = now.now_url(scene) if listed else scene.step_url if scene.trackers_only else scene.also()
    if not is_fragment():
        return redirect(address, 303)

    def draw(scene: Scene) -> Response:
        panel = now.now_panel(scene) if listed else None
        return show(scene, panel or _panel(scene), address=address)

    return shared(scene, draw, address)


def tracker_pick() -> dict[str, str]:
    """Returns the part of the page from which a form of a game with trackers only came."""
    part = dict(query_of(request.form.get("at", ""))).get("part", "")
    return {"part": part} if part in PARTS else {}


def _step(scene: Scene) -> Response:
    """Shows what an address of the step itself leads to."""
    return show(scene, _panel(scene))


def _panel(scene: Scene) -> Panel:
    """The next step; right after undo or redo what has to be done on the table comes first.

    Right after a correction that made the position odd, what is odd about it.
    """
    if sheets.ODD in scene.pick and scene.may_write and (odd := sheets.odd_panel(scene)):
        return odd
    asked = undoing.PUT_BACK in scene.pick and scene.may_write
    return (undoing.put_back(scene) if asked else None) or panel_now(scene)


@bp.post("/g/<game_id>/undo")
@changes
def undo(change: Change) -> ResponseReturnValue:
    """Takes the last entry back and says what to put back on the table."""
    change.undo()
    return next_step(change, MultiDict({undoing.PUT_BACK: "1"}))


@bp.post("/g/<game_id>/redo")
@changes
def redo(change: Change) -> ResponseReturnValue:
    """Puts the entry back that was taken back last."""
    change.redo()
    return next_step(change, MultiDict({undoing.PUT_BACK: "1"}))


@bp.get("/g/<game_id>/area/<area_id>")
@sees
def area(view: View, area_id: str) -> ResponseReturnValue:
    """Shows the sheet of an area."""
    if area_id not in AREA_NUMBER:
        raise NotFound
    scene = earlier.of_sheet(scene_of(view))
    return earlier.show_sheet(scene, sheets.area_sheet(scene, AREA_NUMBER[area_id]))


@bp.get("/g/<game_id>/zone/<zone_id>")
@sees
def zone(view: View, zone_id: str) -> ResponseReturnValue:
    """Shows the sheet of an air zone."""
    if zone_id not in ZONE_NUMBER:
        raise NotFound
    scene = earlier.of_sheet(scene_of(view))
    return earlier.show_sheet(scene, sheets.zone_sheet(scene, ZONE_NUMBER[zone_id]))


@bp.get("/g/<game_id>/tracks/<any(supremacy,prescience,imperium,dice,leaders,cards):part>")
@sees
def tracks(view: View, part: str) -> ResponseReturnValue:
    """Shows the sheet of the tracks."""
    scene = earlier.of_sheet(scene_of(view))
    return earlier.show_sheet(scene, tracks_sheet(scene, part))


@bp.get("/g/<game_id>/hand")
@sees
def hand(view: View) -> ResponseReturnValue:
    """Shows the sheet of the hands: the own one by name, of others how many cards they have."""
    scene = earlier.of_sheet(scene_of(view))
    return earlier.show_sheet(scene, hands.hand_sheet(scene))


@bp.get(f"/g/<game_id>/{SECRET}")
@sees
def secret(view: View) -> ResponseReturnValue:
    """Shows what Atreides hide, and the way to declare their victory, to a device that may act for them."""
    scene = scene_of(view)
    if not scene.may_write or not scene.mine(ATREIDES):
        return redirect(scene.home, 303)
    return show(scene, secret_sheet(scene))


@bp.post("/g/<game_id>/cover")
@changes
def cover(change: Change) -> ResponseReturnValue:
    """Covers the secrets that this device shows, or uncovers them: nothing of the page before may stay."""
    wanted = request.form.get("cover") == COVERED
    home = Scene(change, MultiDict()).home
    answer = to_whole_page(home) if is_fragment() else redirect(home, 303)
    keep_cover(answer, on=wanted)
    return answer


@bp.get("/g/<game_id>/menu")
@sees
def menu(view: View) -> ResponseReturnValue:
    """Shows how to join, day and night, the rules of this game, and the way to everything else."""
    scene = scene_of(view, MultiDict())
    return render_template(
        "table/menu.html",
        scene=scene,
        sharing=menus.sharing_of(scene),
        talks=menus.talks_of(scene),
        invitation=invitation(view.game) if view.may_write and offers("phones") else None,
        levels=menus.levels_of(view),
        clock_offered=view.may_write and view.state.mode is not Mode.SOLO,
        rules=menus.rules_of(view.settings, view.state.rules),
        atreides=ATREIDES,
    )


@bp.post("/g/<game_id>/clock")
@changes
def clock(change: Change) -> ResponseReturnValue:
    """Shows for how long a side is waited for on all devices of a game, or not any longer."""
    table().change_settings(change.game.id, change.seat, clock=Fields(request.form).yes("clock"))
    return redirect(f"{table_url(change.game.id)}/menu#clock", 303)


@bp.post("/g/<game_id>/level")
@changes
def level(change: Change) -> ResponseReturnValue:
    """Changes how the solo opponent plays from now on."""
    table().change_level(change.game.id, change.seat, Fields(request.form).member("level", Level))
    return redirect(f"{table_url(change.game.id)}/menu#level", 303)


@bp.get("/g/<game_id>/talk")
@sees
def talk_clock(view: View) -> ResponseReturnValue:
    """Says how many seconds are left of the secret talk in progress, null when there is none (TEAM-1)."""
    return {"left": seconds_left(view.loaded, table().clock())}


@bp.after_request
def keep_address(response: Response) -> Response:
    """Keeps an error of a form out of the browser's history."""
    if is_fragment() and response.status_code >= 400:
        response.headers.setdefault("HX-Push-Url", "false")
    return response


def _then(text: str) -> "MultiDict[str, str]":
    return MultiDict(query_of(text))
