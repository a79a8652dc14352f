"""What a step of a Harkonnen planning card may do: its options, and the order that offers them.

Deployments, moves, attacks and replacements have the options of the die results; the rest is here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.content.steps import Effect
from companion.content.terms import VehicleKind
from companion.frozen import record
from solo_bot.procedure.decision import AttackOption, DeployOption, MoveOption, Question, ReplaceOption
from solo_bot.procedure.trace import Step

if TYPE_CHECKING:
    # What only reads options does not wait for the commands.
    from companion.rules.commands import Command


@record
class CardVehicleOption:
    """A vehicle goes to ``place``: an area for a harvester, else a zone."""

    kind: VehicleKind
    place: int

    @property
    def sort_key(self) -> tuple[object, ...]:
        """Order of options."""
        return self.kind.value, self.place


@record
class WormsignsOption:
    """The wormsigns of ``areas`` are discarded unrevealed."""

    areas: tuple[int, ...]

    @property
    def sort_key(self) -> tuple[int, ...]:
        """Order of options."""
        return self.areas


@record
class EnemyLeaderOption:
    """The Atreides leader ``leader``, who stands in ``area``, goes to the tank."""

    area: int
    leader: str

    @property
    def sort_key(self) -> tuple[object, ...]:
        """Order of options."""
        return self.area, self.leader


@record
class AreaOption:
    """``effect`` (a special attack, a reveal) happens in ``area``."""

    effect: Effect
    area: int

    @property
    def sort_key(self) -> tuple[int, ...]:
        """Order of options."""
        return (self.area,)


@record
class PlainOption:
    """``effect`` happens without anything to choose; ``count``: how many cards, dice or tokens."""

    effect: Effect
    count: int

    @property
    def sort_key(self) -> tuple[int, ...]:
        """Order of options."""
        return (self.count,)


CardOption = (
    DeployOption
    | ReplaceOption
    | CardVehicleOption
    | MoveOption
    | AttackOption
    | WormsignsOption
    | EnemyLeaderOption
    | AreaOption
    | PlainOption
)


@record
class Found:
    """What a step may do now: ``action`` as a code, the rule that decides, every option that survives.

    A ``question`` takes the place of options.
    """

    action: str
    rule: str
    options: tuple[CardOption, ...] = ()
    question: Question | None = None

    @property
    def possible(self) -> bool:
        """False when the step can do nothing: there are neither options nor a question."""
        return bool(self.options) or self.question is not None


@record
class CardChoice:
    """One option and the commands that carry it out, in order, as one batch; the last one takes the card further.

    ``option`` is None where the card is skipped, goes back or is finished.
    """

    option: CardOption | None
    commands: tuple[Command, ...]


@record
class CardOrder:
    """What comes next of the card in progress.

    ``step``: its index in ``card_steps.line``; ``effect``: that of the step, None once the card is ``done``.
    ``action``: ``place``, ``replace``, ``vehicles``, ``move``, ``merge``, ``attack_sietch``, ``attack_legion``, another
    effect, ``skip`` (nothing possible), ``without_effect``, ``finish``, ``beside_board``, ``exchange_leaders`` or
    ``to_reinforcements``. ``impossible``: this step, or with ``without_effect`` the card, cannot be carried out.
    With a ``question`` there are no choices.
    """

    card: str
    step: int
    effect: Effect | None
    action: str
    rule: str
    choices: tuple[CardChoice, ...]
    question: Question | None
    impossible: bool
    done: bool
    trace: tuple[Step, ...]
