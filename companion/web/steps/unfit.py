"""A position that does not fit its step, as a correction or an old log may leave one: said, where a page would fail.

The mistake is in the log of the server all the same. On the page the ways out stand around the step: the last entry can
be taken back, and every area and track put right.
"""

import logging
from collections.abc import Callable
from typing import TypeVar

from companion.rules.refusal import Refused
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.head import Head, round_kicker
from companion.web.ui.panel import Panel

MISFITS = (Refused, ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
"""What rules and words raise where a position is not what they expect."""
FORGIVEN = True
"""Tests of everything else want to see the mistake itself."""

T = TypeVar("T")
logger = logging.getLogger(__name__)


def or_unfit(scene: Scene, make: Callable[[], T], unfit: Callable[[Scene], T]) -> T:
    """Returns what ``make`` does; where the position does not let it, what ``unfit`` says of it.

    What was tapped within the step may not fit it either: that is raised, the step itself is one tap away.
    """
    try:
        return make()
    except MISFITS:
        if not FORGIVEN or scene.pick:
            raise
        logger.exception("game %s: no step fits position %d", scene.view.game.id, scene.seq)
        return unfit(scene)


def unfit_head(scene: Scene) -> Head:
    """Returns what is said of a position that fits no step."""
    detail = scene.for_reader(
        _("Take the last entry back, or put right what differs: tap its area on the map, or the tracks."),
        _("Whoever plays takes the last entry back or puts the board right."),
    )
    return Head(round_kicker(scene.state), _("The board as it is recorded does not fit this step"), "BOARD-1", detail)


def unfit_panel(scene: Scene) -> Panel:
    """Returns the step of a position that fits none."""
    return unfit_head(scene).panel()
