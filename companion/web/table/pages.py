"""A table as an answer: the whole page, or for htmx the panel and whatever else may have changed."""

from typing import Any

from flask import Response, make_response, render_template, request, url_for
from markupsafe import Markup

from companion.store import NothingToRedo, NothingToUndo, Timeline
from companion.web import strip
from companion.web.drawing import render_board, render_minimap, render_overlay
from companion.web.ending.page import is_ending, show_ending
from companion.web.errors import is_fragment
from companion.web.features import root
from companion.web.live.calling import call_for
from companion.web.live.notices import notice_for
from companion.web.scene import Scene
from companion.web.security import OWN_NOTICES, is_for_several
from companion.web.table.clock import clock_of
from companion.web.table.recent import recent_events
from companion.web.table.undoing import PUT_BACK, put_back
from companion.web.ui.blocks import Block
from companion.web.ui.board import board_view, sectors
from companion.web.ui.panel import Panel

ASKING = ("sheet", "order")
"""Panels that come before the scene of the end: a sheet over the board, what is to be done on the table."""
NO_NOTICES = Markup('<div id="news-undone" hx-swap-oob="true"></div>')
MINIMAP = Markup(render_minimap())


def show(
    scene: Scene, panel: Panel, *, status: int = 200, notice: str = "", address: str = "", recent: bool = True
) -> Response:
    """Returns the table with ``panel``: a page, or a fragment where htmx asks for one.

    ``notice`` is markup shown at the head of the panel; ``address`` is what the browser shall show as the place.
    """
    fragment = is_fragment()
    if is_ending(scene) and status < 400 and panel.css not in ASKING:
        return show_ending(scene, fragment=fragment)
    timeline = scene.view.loaded.timeline
    context: dict[str, Any] = {
        "scene": scene,
        "panel": panel,
        "fragment": fragment,
        "notice": Markup(notice),
        "top": strip.top(scene),
        "tracks": strip.tracks(scene),
        "facts": strip.facts(scene),
        "ribbon": strip.ribbon(scene),
        "recent": recent_events(timeline) if recent and panel.css != "sheet" else (),
        "can_undo": scene.now is None and scene.may_write and can_undo(timeline),
        "can_redo": scene.now is None and scene.may_write and can_redo(timeline),
    }
    context["call"] = call_for(scene.view) if scene.now is None and not scene.trackers_only else None
    context["clock"] = clock_of(scene) if scene.now is None and scene.settings.clock else None
    context["notices"] = Markup(OWN_NOTICES) if is_for_several() else notices(scene, fragment=fragment)
    if scene.trackers_only:
        return _finish(context, "", status=status, address=address)
    return _finish(context, _board(scene, panel, over=fragment), status=status, address=address)


def show_block(scene: Scene, panel: Panel, block: Block) -> Response:
    """Returns one block of a panel alone, with what it shows on the map."""
    board = Markup(_board(scene, panel, over=True))
    return make_response(render_template("table/block.html", scene=scene, block=block, overlay=board))


def _board(scene: Scene, panel: Panel, *, over: bool) -> str:
    """Returns the board of a panel, or only what is drawn ``over`` it, to be swapped."""
    view = board_view(panel.position or scene.state, panel.focus, sees_hidden=scene.sees_hidden)
    sprite, lit, sheet = url_for("static", filename="glyphs.svg"), panel.focus.links, scene.sheets()

    def link(one: str) -> str:
        return lit.get(one) or sheet(one)

    if over:
        return render_overlay(view, link, sprite, swap_oob=True)
    return render_board(view, link, sprite, sectors())


def notices(scene: Scene, *, fragment: bool) -> Markup:
    """Returns the markup of what was taken back on another device, empty but for its frame when nothing was."""
    told = notice_for(scene.view) if scene.now is None else None
    if told is None:
        return NO_NOTICES if fragment else Markup('<div id="news-undone"></div>')
    href = scene.also(**{PUT_BACK: "1"}) if put_back(scene) else ""
    return Markup(render_template("live/_notices.html", scene=scene, undone=told, undone_href=href, oob=fragment))


def _finish(context: dict[str, Any], board: str, *, status: int, address: str) -> Response:
    """Returns the page with its board, or the fragment with what is drawn over it; without a board both are empty."""
    if context["fragment"]:
        body = render_template("table/fragment.html", overlay=Markup(board), **context)
    else:
        body = render_template("table/page.html", board=Markup(board), mini=MINIMAP, **context)
    response = make_response(body, status)
    if context["fragment"] and status < 400:
        response.headers["HX-Push-Url"] = address or f"{root()}{request.full_path}".rstrip("?")
    return response


def can_undo(timeline: Timeline) -> bool:
    """Tells whether there is an entry to take back."""
    try:
        return bool(timeline.to_undo)
    except NothingToUndo:
        return False


def can_redo(timeline: Timeline) -> bool:
    """Tells whether an entry that was taken back can be put back."""
    try:
        return bool(timeline.to_redo)
    except NothingToRedo:
        return False
