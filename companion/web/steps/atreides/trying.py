"""The move that is chosen and not made: its form, and the positions that it may lead to.

A move leads to one position. An attack is dice: it is followed by the likeliest position of each of its outcomes, with
the chance of that outcome, and of a won battle whether or not the legion moves in, which is the player's to say.
"""

from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from companion.rules import execute
from companion.rules.army import Army
from companion.rules.ask.battles import battle_at
from companion.rules.commands import Advance
from companion.rules.errors import FormatError
from companion.rules.frames import BattleFrame, BattleStage
from companion.rules.odds import Aftermath, aftermaths
from companion.rules.refusal import Refused
from companion.rules.state import ATREIDES, HARKONNEN, State
from companion.service import Hints
from companion.web.say import _
from companion.web.scene import DEEDS, Detour, Scene
from companion.web.steps.atreides.as_set import said
from companion.web.steps.battle.chances import level
from companion.web.ui.blocks import Form, Go
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.words import names
from companion.web.words.numbers import percent

TRIED = ("move", "deploy", "wormsigns", "worm-move", "own-card-step", "attack")
"""The forms whose go button makes a move that changes the board at once, or begins a battle."""
LEAST = 0.01
"""An end of a battle below this chance is left out: the chances beside it say so much."""
AFTER, WON, STAYED, LOST = "after", "won", "stayed", "lost"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A position that the move may lead to: ``tab`` names it and ``key`` stands for it in addresses.

    ``when`` says of an attack which outcome it is, how likely, and who is left; ``short``: its name with the chance
    alone, ``plain`` the same without whether the legion moves in.
    """

    key: str
    tab: str
    state: State
    when: str = ""
    short: str = ""
    plain: str = ""

    @property
    def wins_game(self) -> bool:
        """Whether the player wins the game with it."""
        return self.state.winner is ATREIDES


@dataclass(frozen=True, slots=True)
class Tried:
    """A form with its go button and the outcomes of it; none where something facedown decides an attack.

    ``fights``: the form begins a battle.
    """

    form: Form
    go: Go
    outcomes: tuple[Outcome, ...]
    fights: bool = False


def tried_in(scene: Scene, panel: Panel) -> Tried | None:
    """Returns the one move that a panel is about to make; None without one, or where it is refused."""
    forms = [one for one in panel.blocks if isinstance(one, Form) and one.deed in TRIED]
    ready = [(one, go) for one in forms if (go := _go(one)) is not None]
    if len(ready) != 1:
        return None
    form, go = ready[0]
    fields = Fields(MultiDict([*form.hidden.items(), *said(form.blocks)]))
    try:
        state = scene.state
        for command in DEEDS[form.deed](scene, fields):
            state, _events = execute(state, command, record_anyway=True)
    except (FormatError, Refused, Detour, ValueError):
        return None
    if isinstance(state.frame, BattleFrame):
        told = level(scene) is not Hints.NONE
        ends = [one for one in aftermaths(state) if one.chance >= LEAST]
        return Tried(form, go, tuple(found for end in ends for found in _outcomes(end, told=told)), fights=True)
    return Tried(form, go, (Outcome(AFTER, _("After this move"), state),))


def _go(form: Form) -> Go | None:
    return next((one for one in form.blocks if isinstance(one, Go)), None)


def _outcomes(end: Aftermath, *, told: bool) -> tuple[Outcome, ...]:
    """The outcomes of one end of a battle of the player's; nobody stays before a settlement that is won."""

    def outcome(key: str, tab: str, state: State, what: str) -> Outcome:
        def with_chance(text: str) -> str:
            return _("%(what)s, %(chance)s", what=text, chance=percent(end.chance)) if told else text

        when = _("%(when)s: %(left)s", when=with_chance(what), left=_left(end.left, won=end.won))
        plain = _("Won") if end.won else _("Not won")
        return Outcome(key, tab, state, when, with_chance(tab), with_chance(plain))

    if not end.won:
        return (outcome(LOST, _("Not won"), end.state, _("If you do not win")),)
    frame = battle_at(end.state, BattleStage.ADVANCE)
    if frame is None:
        return (outcome(WON, _("Won"), end.state, _("If you win")),)
    inside, _in = execute(end.state, Advance(move_in=True), record_anyway=True)
    within = outcome(WON, _("Won, moved in"), inside, _("If you win and move in"))
    if end.state.settlements >> frame.area & 1:
        return (within,)
    outside, _out = execute(end.state, Advance(move_in=False), record_anyway=True)
    return (within, outcome(STAYED, _("Won, stayed"), outside, _("If you win and stay")))


def _left(army: Army, *, won: bool) -> str:
    """What is left in the likeliest case of that outcome."""
    if not army:
        return _("most likely nobody is left")
    if won:
        return _("most likely you keep %(figures)s", figures=names.figures_line(army, ATREIDES))
    return _("most likely they keep %(figures)s", figures=names.figures_line(army, HARKONNEN))
