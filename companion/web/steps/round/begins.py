"""A round begins: one card for everything that the hands do then, up to the harvesting sector and the target.

While the tactical cards are open the step itself shows it (``start``); once they are drawn it is the list before the
vehicles.
"""

from dataclasses import replace

from companion.board import AREA_IDS
from companion.content import PRESCIENCE_CARDS
from companion.rules.events import HarvestingSectorSet, RoundBegan, TacticalDrawn, TargetSet
from companion.rules.frames import RoundStartFrame
from companion.rules.state import HARKONNEN, State
from companion.service import SetUp
from companion.service.differences import Adjust, Carry, Piece, Setting
from companion.service.telling import Shown, untold
from companion.web.drawing import middle_area
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.done import Done, todos, whose
from companion.web.steps.round.laid_out import laid_out
from companion.web.ui.blocks import Block, Go, Note, Todo, Todos
from companion.web.ui.panel import Focus, Panel

FIRST_ROUND = 1
NAMED_BY_CARDS = (Setting.TACTICAL, Setting.HARVESTING_SECTOR, Setting.TARGET_SIETCH)
"""What the tactical cards of a round come to."""


def begins(done: Done) -> bool:
    """Tells whether a deed belongs to the start of a round: it began it, or drew what it is about."""
    return any(isinstance(event, RoundBegan | HarvestingSectorSet | TargetSet) for event in done.events)


def told_by_step(scene: Scene, done: Done) -> bool:
    """Tells whether the next step itself is the card of the round, so that no list comes before it."""
    return isinstance(scene.state.frame, RoundStartFrame) and done.round is not None


def beginning(scene: Scene) -> Done | None:
    """Returns the deed that began this round; None when it said everything or lies before the log of this game."""
    steps = scene.view.loaded.timeline.steps
    for number in range(len(steps) - 1, -1, -1):
        batch = steps[number].batch
        if any(isinstance(event, RoundBegan) for event in batch.events):
            before = steps[number - 1].state if number else State()
            lines = untold(before, batch.command.split(), batch.events, steps[number].state)
            return Done(before, steps[number].state, batch.events, lines) if lines else None
    return None


def begun_lines(scene: Scene, *, ticked: bool) -> tuple[Todo, ...]:
    """Returns what the start of the round has done so far, as lines; ``ticked``: they were read before."""
    done = beginning(scene)
    if done is None:
        return ()
    lines = todos(_without_figures(scene, done))
    return tuple(replace(one, done=ticked and not one.seen) for one in lines)


def round_begins(scene: Scene, done: Done, after: str) -> Panel:
    """Returns the card of the round with everything drawn; ``after`` is the address of its first step."""
    kicker, _faction = whose(done, None)
    new = _drawn_once(_without_figures(scene, done))
    earlier = () if done.round is not None else begun_lines(scene, ticked=True)
    listed = Todos((*new, *earlier))
    blocks: list[Block] = [*quick_list(scene, unfolded=done.round is not None), listed, *open_prescience(scene)]
    return Panel(
        kicker=kicker,
        title=_("Round %(round)s begins", round=scene.state.round),
        orange=True,
        blocks=(*blocks, Go(_("Ready, place the vehicles"), "harvester", href=after)),
        focus=card_focus(scene),
        css="order",
    )


def _drawn_once(done: Done) -> tuple[Todo, ...]:
    """The lines of a deed; a tactical card that the app drew says itself what it names, and is ticked off once."""
    drawn = any(isinstance(line, Shown) and isinstance(line.event, TacticalDrawn) for line in done.lines)
    if not drawn:
        return todos(done)
    lines = tuple(line for line in done.lines if not (isinstance(line, Adjust) and line.what in NAMED_BY_CARDS))
    return tuple(replace(one, seen=False) for one in todos(replace(done, lines=lines)))


def open_prescience(scene: Scene) -> tuple[Block, ...]:
    """Returns the names of the prescience cards that lie open, as far as somebody told; nothing when nobody did."""
    shown = ", ".join(_(PRESCIENCE_CARDS[card].name) for card in scene.state.cards.open)
    return (Note(": ".join((_("Revealed prescience cards"), shown)), "cards"),) if shown else ()


def card_focus(scene: Scene) -> Focus:
    """Returns what the map shows with the card: the whole board, with a flag over sector and target."""
    state, flags = scene.state, dict[str, str]()
    if state.harvesting_sector is not None:
        flags[middle_area(state.harvesting_sector)] = _("Harvest")
    if state.target_sietch is not None:
        flags[AREA_IDS[state.target_sietch]] = _("Target")
    return Focus(ids=tuple(flags), badges=flags)


def quick_list(scene: Scene, *, unfolded: bool = False) -> tuple[Block, ...]:
    """Returns what the quick set-up laid out, in the first round of such a game."""
    return laid_out(scene, unfolded=unfolded) if _is_quick(scene) else ()


def _is_quick(scene: Scene) -> bool:
    return scene.settings.set_up is SetUp.QUICK and scene.state.round == FIRST_ROUND


def _without_figures(scene: Scene, done: Done) -> Done:
    """The starting figures of the quick set-up stand in its own list."""
    if not _is_quick(scene):
        return done
    lines = tuple(
        line
        for line in done.lines
        if not (isinstance(line, Carry) and line.piece is Piece.FIGURES and line.faction is HARKONNEN)
    )
    return replace(done, lines=lines)
