"""What Atreides tell the app in secret: the ranks of their sietches and the objective; watchers never see them."""

from companion.board import AREA_IDS
from companion.content.terms import Marker
from companion.rules.commands import EnterObjective, EnterRank
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.ui.blocks import Block, Button, Buttons, Fold, Form, Go, Note, Select, Stepper, Steppers
from companion.web.ui.fields import Fields
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH

RANKS = (1, 2, 3)
MOST_STEPS = 12


def ranks_fold(scene: Scene) -> Fold:
    """Returns the form that takes the ranks of all sietches; those left open stay unknown."""
    state = scene.state
    offers = (("", _("not entered")), *((str(rank), _("rank %(rank)s", rank=rank)) for rank in RANKS))
    selects = tuple(
        Select(f"rank-{AREA_IDS[s.area]}", names.area_name(s.area), offers, str(s.rank or ""))
        for s in state.sietches
        if not s.revealed
    )
    note = Note(_("Telling the app is not revealing. Others who only watch never see them."), "lock")
    save = Buttons((Button(_("Save the ranks"), "check"),))
    return Fold(_("Ranks of your sietches"), (Form("ranks", (note, *selects, save), {"then": scene.query}),), "sietch")


def objective_fold(scene: Scene) -> Fold:
    """Returns the form for the secret objective, with what was entered already."""
    entered = scene.state.hidden.objectives
    known: tuple[Block, ...] = ()
    if entered:
        text = "; ".join(" / ".join(map(str, steps)) for steps in entered)
        known = (Note(_("Entered: %(steps)s", steps=text), "lock"),)
    save = Buttons((Button(_("Save the objective"), "check"),))
    return Fold(_("Your secret objective"), (*known, objective_form(scene, save)), "lock")


def objective_form(scene: Scene, save: Buttons | Go) -> Form:
    """Returns the three steps of an objective, blank: a number that nobody entered would win a game (WIN-2)."""
    steppers = tuple(
        Stepper(marker.value, names.marker_name(marker), None, 1, MOST_STEPS, MARKER_GLYPH[marker]) for marker in Marker
    )
    return Form("objective", (Steppers(steppers), save), {"then": scene.query})


@deed("ranks")
def _ranks(scene: Scene, fields: Fields) -> Commands:
    commands = []
    for sietch in scene.state.sietches:
        rank = fields.count(f"rank-{AREA_IDS[sietch.area]}", 3, default=0) or None
        if not sietch.revealed and rank != sietch.rank:
            commands.append(EnterRank(sietch.area, rank))
    return commands


@deed("rank")
def _rank(scene: Scene, fields: Fields) -> Commands:
    return (EnterRank(fields.area(), fields.count("rank", 3, default=0) or None),)


@deed("objective")
def _objective(scene: Scene, fields: Fields) -> Commands:
    kwisatz, dwellers, jihad = (fields.count(marker.value, MOST_STEPS, 1, None) for marker in Marker)
    return (EnterObjective((kwisatz, dwellers, jihad)),)
