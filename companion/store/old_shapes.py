"""Documents of records that had another shape once, brought to the shape of today before they are read.

A field that was added needs nothing here: it has a default. Games are kept for years, so an entry stays for good.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from companion.rules.frames import BattleFrame

Document = dict[str, Any]

PAIRS = {
    "cards": "cards",
    "rolls": "roll",
    "leaders": "leaders",
    "hits": "hits",
    "extra_dice": "extra_dice",
    "dice_limits": "dice_limit",
}
"""The fields of a battle that held a pair (attacker, defender), and the fields of a side that took their place."""


def _battle(document: Document) -> Document:
    """A battle held its two sides as six pairs. A pair that is none is left for the reader to refuse."""
    if not PAIRS.keys() & document.keys():
        return document
    pairs = {name: document[name] for name in PAIRS.keys() & document.keys()}
    if "sides" in document or not all(type(pair) is list and len(pair) == 2 for pair in pairs.values()):
        return document
    sides = [{PAIRS[name]: pair[side] for name, pair in pairs.items()} for side in (0, 1)]
    return {**{name: value for name, value in document.items() if name not in PAIRS}, "sides": sides}


UPCASTS: Mapping[type, Callable[[Document], Document]] = MappingProxyType({BattleFrame: _battle})
"""By the type of today: what makes its document of an older one; documents of today come back as they are."""
