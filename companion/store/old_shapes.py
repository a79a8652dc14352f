"""Documents of events as earlier versions of the program wrote them, brought to the shape of today.

An event's document carries the version ``v`` of its format. What changes a format so that a document of before would
not be read, or be read as something else, raises the version by an entry here: the function that makes of a document
of version n one of version n + 1. Entries are applied in order, each sees what the one before it made. A field that
was added needs nothing: it has a default. Games are kept for years, so an entry stays for good.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

Document = dict[str, Any]
Upcast = Callable[[Document], Document]

STATE = "State"
"""What a whole position is called here; it is no event."""

PAIRS = {
    "cards": "cards",
    "rolls": "roll",
    "leaders": "leaders",
    "hits": "hits",
    "extra_dice": "extra_dice",
    "dice_limits": "dice_limit",
}
"""The fields of a battle that held a pair (attacker, defender), and the fields of a side that took their place."""


def _step(document: Document) -> Document:
    """Version 1 of an event with a frame: a battle may hold its two sides as six pairs."""
    return {**document, "frame": _battle(document["frame"])} if "frame" in document else document


def _state(document: Document) -> Document:
    """Version 1 of a position: so may the battles among its frames."""
    frames = document.get("frames")
    return {**document, "frames": [_battle(frame) for frame in frames]} if type(frames) is list else document


def _correction(document: Document) -> Document:
    """Version 1 of a correction: always the whole position."""
    state = document.get("state")
    return {**document, "state": _state(state)} if type(state) is dict else document


def _battle(frame: Any) -> Any:
    """Returns a frame with the sides of a battle as sides. A pair that is none is left for the reader to refuse."""
    if type(frame) is not dict or frame.get("type") != "BattleFrame" or not PAIRS.keys() & frame.keys():
        return frame
    pairs = {name: frame[name] for name in PAIRS.keys() & frame.keys()}
    if "sides" in frame or not all(type(pair) is list and len(pair) == 2 for pair in pairs.values()):
        return frame
    sides = [{PAIRS[name]: pair[side] for name, pair in pairs.items()} for side in (0, 1)]
    return {**{name: value for name, value in frame.items() if name not in PAIRS}, "sides": sides}


UPCASTS: Mapping[tuple[str, int], Upcast] = MappingProxyType(
    {
        ("StepOpened", 1): _step,
        ("StepChanged", 1): _step,
        ("BoardCorrected", 1): _correction,
        (STATE, 1): _state,
    }
)
"""By the name of the event and the version of its format: what makes a document of the next version of one of it."""

_CURRENT = {name: 1 + max(version for known, version in UPCASTS if known == name) for name, _version in UPCASTS}


def current_version(name: str) -> int:
    """Returns the version of the format in which the documents of an event are written today."""
    return _CURRENT.get(name, 1)
