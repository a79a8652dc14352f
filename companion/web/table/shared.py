"""One drawing for all devices that are shown the same: when a game has moved on, everybody at its table asks at once.

A fragment of the table is kept under everything that it is made from (``Glance``). It is drawn for nobody in
particular: the seat it is drawn for has no number, no name and no device, so that nothing of one device can get to
another. What is each device's own, the token and the keys of its forms and what it is told of others' undoing, is put
in when it is sent.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from threading import Condition
from typing import cast

from flask import Flask, Response, current_app, make_response
from flask import request as asked

from companion.content.terms import Subfaction
from companion.service import Hints
from companion.service.secrets import Eyes
from companion.store import GameRecord, SeatRecord
from companion.web import say
from companion.web.coach.coach import Coached
from companion.web.coach.coach import of_device as coached
from companion.web.errors import is_fragment
from companion.web.features import root
from companion.web.odds.hints import of_device
from companion.web.scene import Scene
from companion.web.security import FIELDS, NOTICES, OWN, for_several, own_fields
from companion.web.steps.atreides.hint import HINT
from companion.web.table.pages import notices

DRAWINGS = "arrakis.drawings"
MOST_CHARACTERS = 6_000_000
"""Some 200 fragments with a board."""
PATIENCE = 5.0
"""Seconds that one waits for another who is drawing the same."""
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)

Pick = tuple[tuple[str, str], ...]
Draw = Callable[[Scene], Response]


@dataclass(frozen=True, slots=True)
class Glance:
    """Everything that a fragment is made from: two devices with an equal one are shown the same.

    ``log`` is the hash of the last row, which stands for all that ever happened, and ``eyes`` whose secrets of it are
    shown. ``seat`` is that of nobody: it says what the device may do. ``pick`` and ``address`` are what was tapped, and
    what is shown as the place. ``players``
    are the names of partners.
    """

    game: GameRecord
    log: str
    eyes: Eyes
    covered: bool
    seat: SeatRecord
    language: str
    terse: bool
    hints: Hints
    coached: Coached
    pick: Pick
    address: str
    players: tuple[tuple[Subfaction, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A fragment in pieces; every second one names what of the device's own stands there."""

    pieces: tuple[str, ...]
    address: str

    @property
    def size(self) -> int:
        """How many characters it has."""
        return sum(map(len, self.pieces))

    def for_device(self, scene: Scene) -> Response:
        """Returns the answer for the device that asks; the scene is its own."""
        own: dict[str, Callable[[], str]] = {
            FIELDS: own_fields,
            NOTICES: lambda: notices(scene, fragment=True),
        }
        response = make_response("".join(own[one]() if at % 2 else one for at, one in enumerate(self.pieces)))
        response.headers["HX-Push-Url"] = self.address
        return response


class Drawings:
    """The fragments drawn last, at most so many characters of them; safe to share between threads.

    What one thread is drawing, others who want the same wait for.
    """

    def __init__(self, most: int = MOST_CHARACTERS) -> None:
        """Nothing is drawn yet."""
        self._most = most
        self._size = 0
        self._kept: OrderedDict[Glance, Drawing] = OrderedDict()
        self._drawn_now = set[Glance]()
        self._changed = Condition()

    def find(self, glance: Glance) -> Drawing | None:
        """Returns what is drawn already or being drawn; None: the caller shall draw it, and say so to ``done``."""
        with self._changed:
            self._changed.wait_for(lambda: glance not in self._drawn_now, PATIENCE)
            if (found := self._kept.get(glance)) is not None:
                self._kept.move_to_end(glance)
                return found
            self._drawn_now.add(glance)
            return None

    def done(self, glance: Glance, drawing: Drawing | None) -> None:
        """Takes what was drawn after ``find`` had nothing; None when nothing came of it."""
        with self._changed:
            self._drawn_now.discard(glance)
            if drawing is not None and glance not in self._kept:
                self._kept[glance] = drawing
                self._size += drawing.size
            while self._size > self._most:
                _oldest, dropped = self._kept.popitem(last=False)
                self._size -= dropped.size
            self._changed.notify_all()


def share_drawings(app: Flask) -> None:
    """Gives an app a place for what it has drawn."""
    app.extensions[DRAWINGS] = Drawings()


def shared(scene: Scene, draw: Draw, address: str = "") -> Response:
    """Returns what ``draw`` makes of a scene, drawn once for all devices that are shown the same.

    ``draw`` has to use the scene that it is given and nothing else of the request. ``address``: as ``show`` takes it.
    """
    # A timer says how late it is, a hint how far it is: nobody is shown what it said to somebody else.
    if not is_fragment() or scene.now is not None or scene.settings.clock or HINT in scene.pick:
        return draw(scene)
    address = address or f"{root()}{asked.full_path}".rstrip("?")
    glance = glance_of(scene, address)
    drawings = cast(Drawings, current_app.extensions[DRAWINGS])
    drawing = drawings.find(glance)
    if drawing is None:
        try:
            drawing = _drawn(scene, glance, draw)
        finally:
            drawings.done(glance, drawing)
    return draw(scene) if drawing is None else drawing.for_device(scene)


def glance_of(scene: Scene, address: str) -> Glance:
    """Returns what a fragment for the asking device is made from."""
    loaded = scene.view.loaded
    pick = tuple(scene.pick.items(multi=True))
    reader = of_nobody(scene.view.seat)
    log, view, hints = loaded.timeline.head, scene.view, of_device()
    seen = (loaded.game, log, view.eyes, view.covered)
    return Glance(*seen, reader, say.language(), scene.terse, hints, coached(), pick, address, scene.players)


def of_nobody(seat: SeatRecord) -> SeatRecord:
    """Returns a seat with what it may see and do, without whose it is. What is added to seats stays in, unless it is
    taken out here."""
    return replace(seat, id=0, name="", created=LONG_AGO, seen=LONG_AGO, device="", person=None)


def _drawn(scene: Scene, glance: Glance, draw: Draw) -> Drawing | None:
    """Draws for nobody; None for what is no plain fragment, such as the way to the scene of the end."""
    with for_several():
        response = draw(replace(scene, view=replace(scene.view, seat=glance.seat, _eyes=glance.eyes)))
    if response.status_code != 200 or response.headers.get("HX-Push-Url") != glance.address:
        return None
    # A pattern that looks for either of two texts takes milliseconds for a fragment with its board.
    return Drawing(tuple(response.get_data(as_text=True).split(OWN)), glance.address)
