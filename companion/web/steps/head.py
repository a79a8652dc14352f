"""One voice: what a step says, for whoever reads it, and what it asks of the player who carries it out.

A frame has one function that *says* what goes on (``says``: a ``Head`` for the reader of the scene) and one that *asks*
for it (``asks``: the panel, which begins with that head). The player, another side, a watcher and the display read
the same head; only who can act is told to act.

Both are registered by the type of the frame, and where Atreides, the solo opponent and people who play the Harkonnen do
different things in it, by who carries it out (``of``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from companion.content.terms import Faction
from companion.rules.frames import Frame
from companion.rules.state import Mode, State
from companion.service import Difference
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.ui.blocks import Block
from companion.web.ui.panel import Focus, Panel, lit
from companion.web.ui.parts import SIDE, rule_link
from companion.web.words import names

F = TypeVar("F")


class Doer(StrEnum):
    """Who carries a frame out: the Atreides players, the solo opponent, or people who play the Harkonnen."""

    ATREIDES = "atreides"
    MAHDI = "mahdi"
    PEOPLE = "people"


@dataclass(frozen=True, slots=True)
class Head:
    """What a step says. ``title`` is a whole sentence with a verb; ``detail`` a second one.

    ``changes``: what the title and its lines announce to be done with the hands, as it will stand in the position
    afterwards; empty where the step asks for something or the player says what is done. ``rule`` is a rule id.
    ``actor`` is whose step it is; ``areas`` and ``zones`` are lit unless ``focus`` says more (arrows).
    """

    kicker: str
    title: str
    rule: str
    detail: str = ""
    actor: Faction | None = None
    glyph: str = ""
    areas: tuple[int, ...] = ()
    zones: tuple[int, ...] = ()
    changes: tuple[Difference, ...] = ()
    focus: Focus | None = None

    @property
    def faction(self) -> str:
        """``h``, ``a`` or empty, as panels have it."""
        return "" if self.actor is None else SIDE[self.actor]

    @property
    def lights(self) -> Focus:
        """What the map lights for this step."""
        return self.focus or lit(list(self.areas), list(self.zones))

    def panel(
        self,
        *blocks: Block,
        title: str = "",
        detail: str | None = None,
        focus: Focus | None = None,
        css: str = "",
        orange: bool = False,
        close: str = "",
        rule: str = "",
        die: str = "",
        die_say: str = "",
    ) -> Panel:
        """Returns the panel that begins with this head; ``title`` and the rest say what is other within the step.

        ``orange``: what glows on the map is what has to be tapped.
        """
        return Panel(
            kicker=self.kicker,
            title=title or self.title,
            detail=self.detail if detail is None else detail,
            faction=self.faction,
            glyph=self.glyph,
            orange=orange,
            blocks=blocks,
            focus=focus or self.lights,
            css=css,
            close=close,
            die=die,
            die_say=die_say,
            rule=rule_link(rule or self.rule),
        )


Says = Callable[[Scene, Any], Head]
Asks = Callable[[Scene, Any, Head], Panel]
Key = tuple[type, Doer | None]

SAYS: dict[Key, Says] = {}
"""What is said of a type of frame, by who carries it out; None: whoever does."""
ASKS: dict[Key, Asks] = {}
"""What is asked of the player at a type of frame."""


def says(
    *frames: type[F], of: Doer | None = None
) -> Callable[[Callable[[Scene, F], Head]], Callable[[Scene, F], Head]]:
    """Registers what frames of these types say."""

    def register(say: Callable[[Scene, F], Head]) -> Callable[[Scene, F], Head]:
        SAYS.update({(frame, of): say for frame in frames})
        return say

    return register


def asks(
    *frames: type[F], of: Doer | None = None
) -> Callable[[Callable[[Scene, F, Head], Panel]], Callable[[Scene, F, Head], Panel]]:
    """Registers what frames of these types ask of the player."""

    def register(ask: Callable[[Scene, F, Head], Panel]) -> Callable[[Scene, F, Head], Panel]:
        ASKS.update({(frame, of): ask for frame in frames})
        return ask

    return register


def doer_of(state: State, frame: Frame) -> Doer:
    """Returns who carries a frame out; of one that belongs to no faction the Harkonnen side of the game."""
    if getattr(frame, "faction", None) is Faction.ATREIDES:
        return Doer.ATREIDES
    return Doer.MAHDI if state.mode is Mode.SOLO else Doer.PEOPLE


def head_of(scene: Scene, frame: Frame) -> Head:
    """Returns what the step says to the reader of the scene; KeyError for a frame that nobody words."""
    doer = doer_of(scene.state, frame)
    say = SAYS.get((type(frame), doer)) or SAYS[type(frame), None]
    return say(scene, frame)


def asked_of(scene: Scene, frame: Frame) -> Asks:
    """Returns what asks the player at this frame; KeyError for a frame that nobody asks about."""
    doer = doer_of(scene.state, frame)
    return ASKS.get((type(frame), doer)) or ASKS[type(frame), None]


def round_kicker(state: State) -> str:
    """Returns "Round 3, spice harvesting" for the present phase."""
    return _("Round %(round)d, %(phase)s", round=state.round, phase=names.phase_name(state.phase))
