"""The blocks of a panel that are about chances; ``templates/odds/parts.html`` draws them.

The views are named for the type checker only: ``companion.web.odds`` words with this package and is loaded after it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from companion.web.odds import AdviceView, OddsView, ProspectView


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of the battle on top and, where something is to be decided, what is best.

    ``hide_href`` is where they are turned off.
    """

    kind: ClassVar[str] = "odds"
    odds: "OddsView"
    advice: "AdviceView | None" = None
    hide_href: str = ""


@dataclass(frozen=True, slots=True)
class Targets:
    """What a legion could attack, best first, with ``links`` by area; ``surprise`` has the chance by surprise.

    ``whose``: a line that says whose chances these are, where readers of both sides see them; ``faction``: its colour.
    """

    kind: ClassVar[str] = "targets"
    targets: "tuple[ProspectView, ...]"
    links: Mapping[int, str] = field(default_factory=dict)
    surprise: Mapping[int, str] = field(default_factory=dict)
    hide_href: str = ""
    whose: str = ""
    faction: str = "a"
