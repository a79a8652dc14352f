"""The one next step as plain values: what the panel says, which forms it has, and what the map lights for it.

A panel is a kicker, a step and blocks. ``templates/table/_blocks.html`` draws one block after the other by its
``kind``; nothing here knows markup. All texts are finished words in the reader's language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.board import AREA_IDS, ZONE_IDS
from companion.rules.state import State
from companion.web.drawing import Arrow, Glow, GlowKind
from companion.web.ui.blocks import Block, Button, Event
from companion.web.ui.tip import Tip
from companion.web.words.records import RuleRef


@dataclass(frozen=True, slots=True)
class Focus:
    """What the map lights: ``ids`` are framed whole, of ``pieces`` only the piece has to be seen.

    ``links`` are the areas and zones whose tap answers the step; every other one opens its sheet. ``badges`` are
    short texts over areas, by id; ``coming`` is what will stand at a place, by id: a glyph.
    """

    glows: tuple[Glow, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    ids: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    links: Mapping[str, str] = field(default_factory=dict)
    badges: Mapping[str, str] = field(default_factory=dict)
    coming: Mapping[str, str] = field(default_factory=dict)


def lit(
    areas: tuple[int, ...] | list[int] = (),
    zones: tuple[int, ...] | list[int] = (),
    links: Mapping[str, str] | None = None,
    kind: GlowKind = GlowKind.NEXT,
) -> Focus:
    """Returns a focus on areas and zones, all lit for one reason."""
    ids = tuple(dict.fromkeys([*(AREA_IDS[area] for area in areas), *(ZONE_IDS[zone] for zone in zones)]))
    return Focus((Glow(kind, ids),) if ids else (), ids=ids, links=links or {})


@dataclass(frozen=True, slots=True)
class Panel:
    """The one next step. ``faction`` is whose it is: ``h``, ``a`` or empty; ``orange``: the step is what glows.

    ``css``: ``order`` and ``tall`` take more room and fold the top bar away, ``fight`` takes the whole phone,
    ``sheet`` is about one area. ``die`` shows a rolled die beside the step. ``where`` underlines a name in the
    title: (area or zone id, name). ``close`` is the address that leaves a sheet. ``tip``: what the coach
    says; ``flash``: the ids of what flashes on the map.
    ``asides`` are what else can be looked at from here, in the line above the step; ``position``: what the map shows
    where that is not the game now.
    """

    kicker: str
    title: str
    detail: str = ""
    faction: str = ""
    glyph: str = ""
    orange: bool = False
    blocks: tuple[Block, ...] = ()
    focus: Focus = Focus()
    css: str = ""
    die: str = ""
    die_say: str = ""
    close: str = ""
    rule: RuleRef | None = None
    recent: bool = False
    tip: Tip | None = None
    flash: tuple[str, ...] = ()
    asides: tuple[Button, ...] = ()
    position: State | None = None

    def under(self, title: str, close: str) -> "Panel":
        """Returns the panel of what lies over this step until ``close`` is tapped; its blocks and focus are still the
        step's."""
        return replace(
            self, title=title, close=close, kicker="", orange=False, die="", css="order", asides=(), tip=None
        )


__all__ = ["Event", "Focus", "Panel", "lit"]
