"""The step as the display says it: what everybody at the table may hear.

An order of the opponent is carried out on the table, so its headline and its arrow are public. Its reasons are not:
they may rest on ranks that a player entered.
"""

from dataclasses import dataclass

from companion.rules.frames import ActionFrame, BattleFrame
from companion.rules.state import ATREIDES, State
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.head import head_of
from companion.web.steps.unfit import or_unfit, unfit_head
from companion.web.steps.watching import bare_head
from companion.web.trackers.phases import phase_words
from companion.web.ui.panel import Focus
from companion.web.ui.parts import SIDE
from companion.web.words import names
from companion.web.words.glyphs import action_glyph


@dataclass(frozen=True, slots=True)
class Step:
    """What goes on: ``kicker`` with its die ``glyph``, the headline ``title``, a second line, what the map lights.

    ``faction`` is "h", "a" or "".
    """

    kicker: str
    title: str
    detail: str
    focus: Focus
    faction: str = ""
    glyph: str = ""


def step_of(scene: Scene) -> Step:
    """Returns the step of a game; ``scene`` is that of the display, which shows and words the public position."""
    frame = scene.state.frame
    if frame is None:
        bare = bare_head()
        return Step(bare.kicker, bare.title, bare.detail, Focus())
    head = or_unfit(scene, lambda: head_of(scene, frame), unfit_head)
    glyph, kicker, faction = head.glyph, head.kicker, head.faction
    if isinstance(frame, ActionFrame) and frame.faction is ATREIDES:
        glyph = action_glyph(frame.action)
        who = names.faction_name(frame.faction)
        kicker = _("%(faction)s: %(action)s", faction=who, action=names.action_name(frame.action))
        faction = SIDE[frame.faction]
    elif isinstance(frame, BattleFrame):
        glyph = "attack"
    return Step(kicker, head.title, head.detail, head.lights, faction, glyph)


def trackers_step(shown: State) -> Step:
    """Returns the step of a game that keeps trackers only: its phase, and what the table does in it."""
    return Step(_("Trackers only"), names.phase_name(shown.phase), phase_words(shown), Focus(), "", "dice")
