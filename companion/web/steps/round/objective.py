"""The secret objective on a device of Atreides: entered, put right, set against the markers, declared (SETUP-6, WIN-2).

A device that may not see it, such as one of the table between people, is shown none and asks for its numbers only when
victory is declared.
"""

from collections.abc import Sequence

from companion.content.terms import Marker
from companion.rules.ask.tracks import meets
from companion.rules.commands import DeclareVictory, EnterObjective
from companion.rules.frames import BattleFrame
from companion.rules.state import MARKERS, Mode
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.ui.blocks import Act, Block, Button, Buttons, Fold, Form, Go, Note
from companion.web.ui.fields import Fields
from companion.web.ui.step_blocks import Cell, Goal, Goals, Pad
from companion.web.words import names
from companion.web.words.glyphs import MARKER_CSS, MARKER_GLYPH
from companion.web.words.levels import objective_farther

MOST_STEPS = 12
SECRET = "objective"
"""What the address of the sheet ends with."""
Objective = tuple[int, int, int]


def known_objectives(scene: Scene) -> tuple[Objective, ...]:
    """Returns the objectives that were entered, as far as this device may see them."""
    return scene.state.hidden.objectives if scene.sees_hidden else ()


def goals(scene: Scene, detail: str = "") -> tuple[Block, ...]:
    """Returns each objective against the markers, a figure, a bar and a word for each marker; ``detail`` below."""
    known = known_objectives(scene)
    heading = _("Either objective wins") if len(known) > 1 else ""
    found: list[Block] = [
        Goals(tuple(map(_goal, MARKERS, scene.state.prescience, one)), heading if not number else "")
        for number, one in enumerate(known)
    ]
    return (*found, *((Note(detail, "lock"),) if detail else ()))


def _goal(marker: Marker, step: int, needed: int) -> Goal:
    short = needed - step
    words = _("met") if short <= 0 else _("%(steps)s short", steps=short)
    share = min(100, 100 * step // needed)
    return Goal(MARKER_GLYPH[marker], MARKER_CSS[marker], names.marker_name(marker), step, needed, share, words)


def objective_fold(scene: Scene) -> Fold:
    """Returns what was entered, to be put right, or the blank form of the secret objective."""
    return Fold(_("Your secret objective"), (*goals(scene), *objective_forms(scene)), "lock")


def reminder(scene: Scene) -> tuple[Block, ...]:
    """Returns the way to enter the objective, in round 1 between people, for who may see it and has not told it.

    Battles need their room: there it would stand between the dice and the eye.
    """
    state = scene.view.state
    if any(isinstance(frame, BattleFrame) for frame in state.frames):
        return ()
    early = state.mode is not Mode.SOLO and state.round == 1 and not scene.setting_up and state.winner is None
    if not (early and scene.sees_hidden and scene.listener is None) or state.hidden.objectives:
        return ()
    detail = _("Then the app never misses your victory. Only this side’s devices see it.")
    return (Act("lock", _("Enter your secret objective"), detail, f"{scene.home}/{SECRET}"),)


def objective_forms(scene: Scene) -> tuple[Block, ...]:
    """Returns a form for each objective that was entered, with its numbers; where there is none the blank one."""
    save = Buttons((Button(_("Save the objective"), "check"),))
    known = known_objectives(scene)
    if not known:
        return (objective_form(scene, save),)
    return tuple(objective_form(scene, save, one, number) for number, one in enumerate(known))


def objective_form(scene: Scene, save: Buttons | Go, now: Objective | None = None, replaces: int | None = None) -> Form:
    """Returns the three steps of an objective, blank: a number that nobody entered would win a game (WIN-2)."""
    hidden = {"then": scene.query} | ({} if replaces is None else {"replaces": str(replaces)})
    three = _three(now, "" if replaces is None else f"-{replaces}")
    return Form("objective", (*_harder(scene), three, save), hidden)


def _harder(scene: Scene) -> tuple[Block, ...]:
    """A level that makes the objective harder says so where its numbers are entered."""
    solo = scene.state.mode is Mode.SOLO
    words = objective_farther(scene.settings.level) if solo else ""
    return (Note(words, "lock"),) if words else ()


def _three(now: Objective | None = None, ending: str = "") -> Pad:
    """The fields of three steps; ``ending`` tells those of several objectives on one page apart."""
    values: Sequence[int | None] = now or (None,) * len(MARKERS)

    def cell(marker: Marker, value: int | None) -> Cell:
        looks = MARKER_GLYPH[marker], MARKER_CSS[marker]
        return Cell(marker.value + ending, names.marker_name(marker), *looks, value, 1, MOST_STEPS)

    return Pad(tuple(map(cell, MARKERS, values)))


def declaration(scene: Scene) -> tuple[Block, ...]:
    """Returns the way to declare victory: by the numbers that are known, or by the three of the card in the hand.

    It is the next step, and looks like it, only where the markers reach what is known.
    """
    known = known_objectives(scene)
    save = Buttons((Button(_("We meet the objective"), "check"),))
    if known:
        met = next((number for number, one in enumerate(known) if meets(scene.state, one)), None)
        deed_of = save if met is None else Go(_("We meet the objective"), "check")
        return (Form("declare", (deed_of,), _hidden(known[met or 0], met or 0)),)
    note = Note(_("Turn the card over and enter its three numbers: the app compares them with the markers."), "lock")
    return (Fold(_("We meet the objective"), (Form("declare", (note, *_harder(scene), _three(), save)),), "check"),)


def _hidden(objective: Objective, number: int) -> dict[str, str]:
    return {f"{marker.value}-{number}": str(step) for marker, step in zip(MARKERS, objective, strict=True)} | {
        "replaces": str(number)
    }


def _read(fields: Fields) -> tuple[Objective, int | None]:
    """Returns the three steps, and which of the entered objectives the form is about; None: another one."""
    number = fields.count("replaces", 1, 0, None) if fields.text("replaces") else None
    ending = "" if number is None else f"-{number}"
    kwisatz, dwellers, jihad = (fields.count(marker.value + ending, MOST_STEPS, 1, None) for marker in MARKERS)
    return (kwisatz, dwellers, jihad), number


@deed("objective")
def _enter(scene: Scene, fields: Fields) -> Commands:
    """Enters an objective, or puts one right that was entered before."""
    steps, replaces = _read(fields)
    same = replaces is not None and known_objectives(scene)[replaces : replaces + 1] == (steps,)
    return () if same else (EnterObjective(steps, replaces),)


@deed("declare")
def _declare(scene: Scene, fields: Fields) -> Commands:
    return (DeclareVictory(_read(fields)[0]),)
