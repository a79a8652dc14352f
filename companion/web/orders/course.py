"""How far one tap carries a planning card of the opponent: past what would change nothing, and to its end.

A part that is impossible needs no tap of its own, nor does laying down a card that is done: both are announced with the
part between them and carried out together with it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.content.steps import Effect
from companion.rules import execute
from companion.rules.commands import Command
from companion.rules.frames import CardFrame
from companion.rules.state import State
from companion.web.orders.card_steps import effect_name
from companion.web.say import _
from companion.web.words import names
from solo_bot.card_options import CardChoice, CardOrder

Decide = Callable[[State], CardOrder]


@dataclass(frozen=True, slots=True)
class Course:
    """What one tap carries out: ``order`` with all commands from the position ``start`` on.

    ``state``: the position in which it was decided; ``passed``: the parts passed over; ``ends``: the card is laid down
    afterwards.
    """

    order: CardOrder
    start: State
    state: State
    passed: tuple[Effect, ...] = ()
    ends: bool = False

    @property
    def notes(self) -> tuple[str, ...]:
        """The lines for what is carried out besides."""
        found = [_("It would change nothing: %(part)s.", part=effect_name(effect)) for effect in self.passed]
        if self.ends:
            found.append(_("Then discard %(card)s face up.", card=names.card_name(self.order.card)))
        return tuple(found)


def card_course(state: State, decide: Decide) -> Course:
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
    for command in choice.commands:
        state, _events = execute(state, command)
    return state
