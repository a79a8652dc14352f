"""Which tip a step has for the asking device: in a first game, until it was read, as long as the device wants any."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from flask import has_request_context, request
from werkzeug.wrappers import Response

from companion.board import AREA_IDS
from companion.content.terms import Faction
from companion.rules.frames import TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode
from companion.service import Played
from companion.web.coach.topic import Topic
from companion.web.coach.topics import TOPICS
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.ui.panel import Panel
from companion.web.ui.parts import rule_link
from companion.web.ui.tip import Tip

COOKIE = "coach"
BETWEEN = "."
WORDS = {None: "", True: "on", False: "off"}
YEAR = 31_536_000
LAST_ROUND = 2
"""Tips come in the set-up and up to this round."""
KNOWN = frozenset(topic.id for topic in TOPICS)


@dataclass(frozen=True, slots=True)
class Coached:
    """What a device wants of the coach, None: it was not asked, and which tips it has read. No secret is in it."""

    on: bool | None = None
    read: frozenset[str] = frozenset()

    def having_read(self, topic: str) -> "Coached":
        """Returns it with one more tip read; ids that are no tips are left out."""
        return replace(self, read=self.read | ({topic} & KNOWN))

    @property
    def text(self) -> str:
        """The value of the cookie."""
        return BETWEEN.join((WORDS[self.on], *sorted(self.read)))


def of_device() -> Coached:
    """Returns what the asking device wants."""
    text = request.cookies.get(COOKIE, "") if has_request_context() else ""
    first, *read = text.split(BETWEEN)
    on = next((on for on, word in WORDS.items() if word == first), None)
    return Coached(on, frozenset(read) & KNOWN)


def keep(response: Response, coached: Coached) -> Response:
    """Makes the device remember it."""
    response.set_cookie(COOKIE, coached.text, max_age=YEAR, httponly=True, samesite="Lax")
    return response


def with_tip(scene: Scene, panel: Panel) -> Panel:
    """Returns the panel of the step with the tip that belongs to it, if there is one for this device."""
    tip = _tip(scene, panel)
    return panel if tip is None else replace(panel, tip=tip)


def _tip(scene: Scene, panel: Panel) -> Tip | None:
    state, frame, coached = scene.state, scene.state.frame, of_device()
    # Who practises is taught, unless tips are switched off.
    wanted = coached.on or (coached.on is None and scene.settings.played is Played.PRACTICE)
    shown = wanted and scene.now is None and scene.reader.acts and not scene.trackers_only and not panel.close
    if not shown or frame is None or state.round > LAST_ROUND:
        return None
    side = _side(scene)
    fitting = (topic for topic in TOPICS if topic.id not in coached.read and topic.comes(state, frame, side))
    topic = next(fitting, None)
    if topic is None:
        return None
    own = [one.id for one in TOPICS if one.is_for(state.mode, side)]
    number = len(coached.read.intersection(own)) + 1
    head = _("First game, tip %(number)s of %(all)s", number=number, all=len(own))
    return Tip(
        topic.id,
        str(topic.lead),
        str(topic.text),
        _("Practice battle") if scene.settings.played is Played.PRACTICE else head,
        rule_link(topic.rule),
        _ids(topic, scene),
        above=bool(panel.focus.links),
    )


def _side(scene: Scene) -> Faction:
    """Whose tips the device reads: those of its seat; of one that plays both sides those of whose turn it is."""
    seat = scene.view.seat.faction
    if seat is not None or scene.state.mode is Mode.SOLO:
        return seat or ATREIDES
    frame = scene.state.frame
    return HARKONNEN if isinstance(frame, TurnFrame) and frame.faction is HARKONNEN else ATREIDES


def _ids(topic: Topic, scene: Scene) -> tuple[str, ...]:
    frame = scene.state.frame
    areas: Iterable[int] = () if frame is None else topic.places(scene.state, frame)
    return tuple(dict.fromkeys(AREA_IDS[area] for area in areas))
