"""The board as SVG text: pure functions from a plain `BoardView` to markup; no Flask, no rules, no clock.

How to use it on a page (everything a template author needs):

* `view`   build a `BoardView` (frozen records: legions, sites, discs, vehicles, glows, arrows, frame).
* `board`  ``render_board(view, links)`` gives the whole ``<svg class="map">``;
  ``render_overlay(view, links)`` only the part that changes (an ``<svg id="board-over">`` of its own, to be
  swapped out of band by htmx).
* `frame`  ``frame_of(ids)`` is the camera rectangle around areas and zones.
* `marks`  ``leader_mark(leader_id, name)`` is the two-letter tag of a named leader in the reader's language.

The terrain itself is drawn once and committed; what draws it is a workshop beside the tests:
``python -m tests.workshop.drawing.build``.
"""

from companion.web.drawing.board import render_board, render_minimap, render_overlay
from companion.web.drawing.frame import frame_of
from companion.web.drawing.marks import leader_mark
from companion.web.drawing.pieces import stacks
from companion.web.drawing.sectors import middle_area, render_sectors
from companion.web.drawing.view import (
    AreaView,
    Arrow,
    BoardView,
    Disc,
    Faction,
    Frame,
    Glow,
    GlowKind,
    LegionView,
    Lod,
    SiteKind,
    SiteView,
    Vehicle,
)
