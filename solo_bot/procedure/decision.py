"""What a decision of the opponent is: options, the question that stands in its way, and the trace.

Areas and zones are numbers of ``companion.board``. Options are immutable and sort by attacker/from/area, then
target/to, then zone, so that the same position always gives the same answer (docs/formats.md).
"""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from companion.content.terms import Deck, Result, UnitKind, VehicleKind
from companion.frozen import record
from companion.rules.army import Army
from solo_bot.procedure.trace import Step


class Sortable(Protocol):
    """Anything that may be chosen: an option of a die, of a card, of an order."""

    @property
    def sort_key(self) -> tuple[object, ...]:
        """Order of options."""


Choosable = TypeVar("Choosable", bound=Sortable)


def in_order(options: Iterable[Choosable]) -> tuple[Choosable, ...]:
    """Returns options sorted; what has the same key stays in the order in which the criteria found it.

    Two moves for different temporary targets have the same key (R-21). So ``options`` is nothing that is ordered by
    hashes, such as a set: those differ from process to process, and with them the option that a lot or a script takes.
    """
    return tuple(sorted(options, key=_key))


def _key(option: Sortable) -> tuple[object, ...]:
    return option.sort_key


@record
class AttackOption:
    """The legion in ``attacker`` attacks ``target``; ``zone``: the ornithopter that carries it."""

    attacker: int
    target: int
    surprise: bool
    zone: int | None = None

    @property
    def sort_key(self) -> tuple[int, ...]:
        """Order of options."""
        return self.attacker, self.target, -1 if self.zone is None else self.zone


@record
class MoveOption:
    """``figures`` go from ``source`` to ``target``. ``temporary`` is the temporary target that this move fixes for the
    turn, None when it goes for the real one (R-21)."""

    source: int
    target: int
    figures: Army
    zone: int | None = None
    temporary: int | None = None

    @property
    def sort_key(self) -> tuple[int, ...]:
        """Order of options."""
        figures = self.figures
        zone = -1 if self.zone is None else self.zone
        return self.source, self.target, zone, figures.regular, figures.elite, figures.special, figures.tokens


@record
class Placement:
    """Units (no leaders inside) and at most one leader (a named id, ``bashar`` or None) that enter in ``area``."""

    area: int
    units: Army
    leader: str | None = None


@record
class DeployOption:
    """Placements sorted by area."""

    placements: tuple[Placement, ...]

    @property
    def sort_key(self) -> tuple[object, ...]:
        """Order of options."""
        return tuple((p.area, tuple(p.units.counts()), p.leader or "") for p in self.placements)


@record
class Replacement:
    """``count`` units of kind ``old`` in ``area`` become ``new``."""

    area: int
    count: int
    old: UnitKind
    new: UnitKind


@record
class ReplaceOption:
    """Replacements sorted by area, then new kind."""

    replacements: tuple[Replacement, ...]

    @property
    def sort_key(self) -> tuple[object, ...]:
        """Order of options."""
        return tuple((r.area, r.new.value, r.count) for r in self.replacements)


@record
class VehiclesOption:
    """The vehicles of House: an area for the harvester and a zone for the ornithopter, None when there is none."""

    harvester: int | None
    ornithopter: int | None

    @property
    def sort_key(self) -> tuple[int, int]:
        """Order of options."""
        return (
            -1 if self.harvester is None else self.harvester,
            -1 if self.ornithopter is None else self.ornithopter,
        )


@record
class CardsOption:
    """Planning decks to draw and play from, in order."""

    decks: tuple[Deck, ...]

    @property
    def sort_key(self) -> tuple[str, ...]:
        """Order of options."""
        return tuple(deck.value for deck in self.decks)


Effect = AttackOption | MoveOption | DeployOption | ReplaceOption | CardsOption


@record
class SpecialOption:
    """The special action of ``leader`` with one of its effects (MAHDI-TURN-3)."""

    leader: str
    effect: Effect

    @property
    def sort_key(self) -> tuple[object, ...]:
        """Order of options."""
        return (*self.effect.sort_key, self.leader)


Option = Effect | VehiclesOption | SpecialOption


@record
class VehicleOption:
    """The next vehicle of the round goes to ``place``: an area for a harvester, else a zone."""

    kind: VehicleKind
    place: int

    @property
    def sort_key(self) -> tuple[str, int]:
        """Order of options."""
        return self.kind.value, self.place


@record
class ExcessOption:
    """``figures`` over the stacking limit leave ``area`` (R-34)."""

    area: int
    figures: Army

    @property
    def sort_key(self) -> tuple[object, ...]:
        """Order of options."""
        return self.area, tuple(self.figures.counts())


@record
class Question:
    """What only the player can know and what decides between options: ``ask`` is ``rank``, ``reveal_token``,
    ``wormsign`` or ``card``; ``areas`` are area numbers, sorted."""

    ask: str
    areas: tuple[int, ...] = ()
    deck: Deck | None = None


@record
class Decision:
    """One step of the opponent: every option that survives the criteria, or a question. The player picks (MAHDI-0).

    ``action`` is one of those of docs/formats.md; ``rule`` the rule that decided on it; ``steps_left`` 1 when the same
    die has another step.
    """

    result: Result
    action: str
    rule: str
    options: tuple[Option, ...] = ()
    steps_left: int = 0
    question: Question | None = None
    trace: tuple[Step, ...] = ()
