"""How far one tap carries the opponent: a card past what would change nothing and to its end, a House die whole.

A part that is impossible needs no tap of its own, nor does laying down a card that is done: both are announced with the
part between them and carried out together with it. So are the stronger units of a House die and its vehicles.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from companion.content.steps import Effect
from companion.content.terms import Result
from companion.rules import execute
from companion.rules.commands import Command
from companion.rules.frames import ActionFrame, CardFrame
from companion.rules.state import State
from companion.web.orders.card_steps import effect_name
from companion.web.orders.presenter import Orders
from companion.web.say import _
from companion.web.words import names
from solo_bot import ReplaceOption, VehiclesOption
from solo_bot import orders as bot
from solo_bot.cards.options import CardChoice, CardOrder

Decide = Callable[[State], CardOrder]
AnOrder = TypeVar("AnOrder", bound=Orders)
DecideDie = Callable[[State], bot.Order | None]


@dataclass(frozen=True, slots=True)
class Course(Generic[AnOrder]):
    """What one tap carries out: ``order`` with all commands from the position ``start`` on.

    ``state``: the position in which it was decided; ``passed``: the parts of a card passed over; ``ends``: the card is
    laid down afterwards; ``first``: the order that is carried out before, with the same tap.
    """

    order: AnOrder
    start: State
    state: State
    passed: tuple[Effect, ...] = ()
    ends: bool = False
    first: bot.Order | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """The lines for what is carried out besides."""
        found = [_("It would change nothing: %(part)s.", part=effect_name(effect)) for effect in self.passed]
        if isinstance(self.order, CardOrder) and self.ends:
            found.append(_("Then discard %(card)s face up.", card=names.card_name(self.order.card)))
        return tuple(found)


def card_course(state: State, decide: Decide) -> Course[CardOrder]:
    """Returns what one tap does of the card in progress; ``decide`` gives its next order in a position."""
    start = state
    order, skipped, passed, state = _skipped(state, decide(state), decide)
    if order.question is not None:
        return Course(order, start, state, passed)
    ways = [(choice, *_to_the_end(state, choice, decide)) for choice in order.choices]
    ends = bool(ways) and all(end for _choice, end, _more in ways)
    if ends:
        passed = (*passed, *ways[0][2])
    choices = tuple(
        replace(choice, commands=(*skipped, *choice.commands, *(end if ends else ()))) for choice, end, _more in ways
    )
    return Course(replace(order, choices=choices), start, state, passed, ends)


def die_course(state: State, decide: DecideDie) -> bot.Order | Course[bot.Order] | None:
    """Returns the order of the die in progress: the units that a House die makes stronger together with its vehicles.

    MAHDI-HOUSE-1: both belong to one die. What has to be chosen between, or asked, stays an order of its own.
    """
    order = decide(state)
    if order is None or len(order.choices) != 1 or not isinstance(order.choices[0].option, ReplaceOption):
        return order
    first = order.choices[0].commands
    after = carried_out(state, first)
    frame = after.frame
    then = decide(after) if isinstance(frame, ActionFrame) and frame.action is Result.HOUSE else None
    if then is None or not all(isinstance(choice.option, VehiclesOption) for choice in then.choices):
        return order
    if not then.choices:
        return order
    choices = tuple(replace(choice, commands=(*first, *choice.commands)) for choice in then.choices)
    return Course(replace(then, choices=choices), state, after, first=order)


def _skipped(
    state: State, order: CardOrder, decide: Decide
) -> tuple[CardOrder, tuple[Command, ...], tuple[Effect, ...], State]:
    """Goes past parts that would change nothing, as far as the card then goes on."""
    commands, passed = list[Command](), list[Effect]()
    while order.action == "skip":
        after = _after(state, order.choices[0])
        if not isinstance(after.frame, CardFrame):
            break
        commands += order.choices[0].commands
        passed += [] if order.effect is None else [order.effect]
        state = after
        order = decide(state)
    return order, tuple(commands), tuple(passed), state


def _to_the_end(state: State, choice: CardChoice, decide: Decide) -> tuple[tuple[Command, ...], tuple[Effect, ...]]:
    """The commands that lay the card down after this choice, and what is passed over; nothing where more follows."""
    before = state.frame
    after = _after(state, choice)
    if not isinstance(before, CardFrame) or not isinstance(after.frame, CardFrame) or after.frame.card != before.card:
        return (), ()
    order, skipped, passed, _state = _skipped(after, decide(after), decide)
    if order.action != "finish":
        return (), ()
    return (*skipped, *order.choices[0].commands), passed


def _after(state: State, choice: CardChoice) -> State:
    return carried_out(state, choice.commands)


def carried_out(state: State, commands: Sequence[Command]) -> State:
    """Returns the position after commands, unusual ones too; raises Refused."""
    for command in commands:
        state, _events = execute(state, command, record_anyway=True)
    return state
