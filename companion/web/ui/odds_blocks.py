"""Chances as plain values, and the blocks of a panel that show them; ``templates/odds/parts.html`` draws them.

All texts are finished words in the reader's language; ``companion.web.odds`` makes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Figures:
    """A table: the first entry of each row is its name."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Meter:
    """One line of a bar chart: ``share`` (0 to 1) of the longest bar, ``faction`` its colour."""

    label: str
    text: str
    share: float
    faction: str = ""


@dataclass(frozen=True, slots=True)
class OddsView:
    """Everything a panel needs about a battle.

    ``headline`` says the chance of ``faction`` in words; ``harkonnen``, ``nobody``, ``atreides`` are the widths of the
    bar in percent, with the texts at its ends and ``say`` for who cannot see it. ``losses`` is what both lose on
    average, in one sentence; ``effects``: what would help.
    """

    headline: str
    faction: str
    harkonnen: float
    nobody: float
    atreides: float
    harkonnen_text: str
    atreides_text: str
    say: str
    losses: str
    rounds: tuple[Meter, ...]
    hits: tuple[tuple[str, tuple[Meter, ...]], ...]
    effects: tuple[str, ...]
    tables: tuple[Figures, ...]


@dataclass(frozen=True, slots=True)
class AdviceView:
    """The best choice now in one sentence. Between people the words name the side; in solo it is "you".

    ``removed`` are the best casualties as the form of the hits names them, ``()`` for another decision; ``figures``:
    the chance to win that follows when a figure is removed, by its entry in that form.
    """

    sentence: str
    removed: tuple[str, ...] = ()
    figures: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProspectView:
    """One possible attack: ``chance`` is "74 %" or a range, ``words`` a sentence; ``low`` and ``high`` in percent.

    ``badge`` is the chance as short as the map needs it. ``unknown`` says what the range depends on, ``how`` how to get
    there unless it is next to it.
    """

    target: int
    name: str
    chance: str
    words: str
    low: float
    high: float
    how: str
    unknown: str
    odds: OddsView | None
    badge: str


@dataclass(frozen=True, slots=True)
class OddsAt:
    """The chances where a field has ``value``."""

    value: int
    odds: OddsView


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of a battle in one line, unfolded in place: ``at`` holds one for each value of the field ``by``.

    The first is shown until the field changes. ``tip`` is one sentence of advice, ``table`` compares the values;
    ``hide_href`` is where chances are turned off.
    """

    kind: ClassVar[str] = "odds"
    at: tuple[OddsAt, ...]
    tip: str = ""
    by: str = ""
    table: Figures | None = None
    hide_href: str = ""


@dataclass(frozen=True, slots=True)
class Targets:
    """What a legion could attack, best first, with ``links`` by area; ``surprise`` has the chance by surprise.

    ``whose``: a line that says whose chances these are, where readers of both sides see them; ``faction``: its colour.
    """

    kind: ClassVar[str] = "targets"
    targets: tuple[ProspectView, ...]
    links: Mapping[int, str] = field(default_factory=dict)
    surprise: Mapping[int, str] = field(default_factory=dict)
    hide_href: str = ""
    whose: str = ""
    faction: str = "a"
