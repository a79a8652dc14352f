"""What the camera can do on a table, in figures and words: topic by topic, with one piece of advice and its price."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.web.camera.plan import GUESSED, Photo, Plan
from companion.web.say import _, lazy

TRUSTED, DOUBTED = 0.95, 0.8
"""Shares read right from which a topic is to be trusted, and from which with a look at what is doubtful."""
FEW = 4
"""Fewer than so many say nothing."""

TITLES = {
    "places": lazy("Whose legion is where"),
    "counts": lazy("How many figures"),
    "leaders": lazy("Leaders among them"),
    "kinds": lazy("Regular, elite or special"),
    "tokens": lazy("Facedown tokens"),
    "vehicles": lazy("Harvesters and flyers"),
    "worms": lazy("Worms and wormsigns"),
}
"""The topics in the order in which they are told."""
OF_THE_ROW = ("kinds", "leaders", "tokens", "vehicles", "worms")
"""What a row of one of each kind teaches, and the pieces of a game hardly do."""


@dataclass(frozen=True, slots=True)
class Topic:
    """One line: its title, what to make of it, and how often it was right of how many. ``good``: nothing to do."""

    id: str
    title: str
    says: str
    right: int
    n: int
    good: bool

    @property
    def percent(self) -> int:
        """The share that was right."""
        return round(100 * self.right / self.n) if self.n else 0


@dataclass(frozen=True, slots=True)
class Advice:
    """The one photo that helps most, and how many minutes it takes."""

    photo: Photo
    text: str
    minutes: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """All lines; ``weak`` are the titles of those that ask. ``photos`` were compared, ``own`` of them in play; of
    ``accepted`` places that the app would take without asking, ``mistaken`` were wrong."""

    topics: tuple[Topic, ...]
    weak: tuple[str, ...]
    advice: Advice | None
    photos: int
    own: int
    accepted: int
    mistaken: int

    @property
    def experimental(self) -> bool:
        """Whether the camera has only read what it learnt from."""
        return self.own == 0


def verdict_of(state: Mapping[str, Any], plan: Plan) -> Verdict | None:
    """Returns what the record of a table says, from the answer of the job ``box_state``; None before there is one."""
    record = state.get("record") or {"photos": 0, "topics": {}}
    if not record["photos"]:
        return None
    told = record["topics"]
    topics = tuple(_topic(one, told.get(one, (0, 0)), state) for one in TITLES)
    right, accepted = told.get("accepted", (0, 0))
    return Verdict(
        topics,
        tuple(topic.title for topic in topics if not topic.good),
        _advice(topics, plan),
        int(record["photos"]),
        len(state.get("lessons", ())),
        accepted,
        accepted - right,
    )


def _topic(one: str, count: Sequence[int], state: Mapping[str, Any]) -> Topic:
    right, n = count
    share = right / n if n else 0.0
    untold = one == "leaders" and state.get("untold_leaders")
    unproven = one == "kinds" and not state.get("kinds_told", True)
    if n < FEW:
        says, good = _("too few to say: it will ask you"), False
    elif untold:
        says, good = _("they look like their units: it will ask you"), False
    elif unproven or share < DOUBTED:
        says, good = _("it will ask you"), False
    elif one == "vehicles" and not state.get("flyers_told", True):
        says, good = _("check which of the two flies: it will ask you"), True
    elif share < TRUSTED:
        says, good = _("trust it, look at a doubt"), True
    else:
        says, good = _("trust it"), True
    return Topic(one, str(TITLES[one]), says, right, n, good)


def _advice(topics: tuple[Topic, ...], plan: Plan) -> Advice | None:
    """Returns the photo that teaches the weakest topic, None where all are good."""
    weak = sorted((topic for topic in topics if not topic.good), key=lambda topic: topic.percent)
    if not weak:
        return None
    if any(topic.id in OF_THE_ROW for topic in weak):
        photo, text = Photo.ROW, _("One more photo helps: the row of one of each kind again, with the light elsewhere.")
    else:
        photo, text = Photo.SIDE, _("One more photo helps: the board as it lies, from another side.")
    return Advice(photo, text, max(1, round(plan.pace * GUESSED[photo])))
