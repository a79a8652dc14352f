"""Laying out the board: settlement by settlement, or all figures by the app; ranks and objective if one likes."""

from companion.board import AREA_IDS, AREA_NUMBER, SETTLEMENT_MASK, members
from companion.content.terms import Marker
from companion.rules.commands import BeginGame, EnterObjective, EnterRank, PlaceStartingFigures
from companion.rules.frames import SetupFrame
from companion.rules.state import HARKONNEN, Mode, State
from companion.service import quick_set_up
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed, panel_for
from companion.web.ui.blocks import Block, Button, Buttons, Fold, Form, Go, Lines, Note, Select, Stepper, Steppers
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel, lit
from companion.web.ui.parts import figure_steppers, go_form, rule_link
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH

STARTING_KINDS = ("regular", "elite", "special", "generic")
RANKS = (1, 2, 3)
MOST_STEPS = 12


@panel_for(SetupFrame)
def set_up(scene: Scene, frame: SetupFrame) -> Panel:
    """Asks for the figures of one settlement after the other; when all stand, for the start."""
    if not frame.open:
        return _ready(scene)
    area = _asked(scene, frame)
    name = names.area_name(area)
    links = scene.area_links(frame.open, "area")
    form = Form(
        "figures",
        (Steppers(figure_steppers(HARKONNEN, STARTING_KINDS)), Go(_("These stand in %(area)s", area=name), "check")),
        {"area": AREA_IDS[area]},
    )
    first = len(frame.open) == len(tuple(members(SETTLEMENT_MASK)))
    layout = (Fold(_("What else to lay out"), (Lines(_layout(scene.state)),), "map"),) if first else ()
    blocks = (*layout, Fold(_("Quick set-up: the app rolls all figures"), _quick(), "dice"), form)
    return Panel(
        kicker=ngettext("Set-up, %(num)d settlement to go", "Set-up, %(num)d settlements to go", len(frame.open)),
        faction="h",
        title=_("Turn the black and the silver token in %(area)s", area=name),
        detail=_("Put the figures there that both show together, and enter them. No named leaders."),
        orange=True,
        blocks=blocks,
        focus=lit([area], links=links),
        rule=rule_link("SETUP-2"),
    )


def _asked(scene: Scene, frame: SetupFrame) -> int:
    """The settlement that was tapped, else the first one open."""
    tapped = AREA_NUMBER.get(scene.pick.get("area", ""))
    return tapped if tapped in frame.open and tapped is not None else frame.open[0]


def _quick() -> tuple[Block, ...]:
    text = _("Assumed tokens, not those of the game: the app says which figures to place. One tap, can be taken back.")
    return (Note(text, "warn", "odd"), Form("quick-set-up", (Buttons((Button(_("Roll all figures"), "dice"),)),)))


def _layout(state: State) -> tuple[str, ...]:
    shuffled = _("Shuffle the four planning decks, the prescience cards and the tactical cards.")
    if state.mode is not Mode.SOLO:
        shuffled = _("Shuffle the four planning decks and the prescience cards; the tactical cards stay in the box.")
    return (
        _("The eight sietch tokens facedown, one on each sietch; look at them as you like."),
        _("One facedown starting token and one Naib in each sietch."),
        _("Named leaders that are in play beside the board, their cards face up on the action boxes."),
        _("The six testing station tokens facedown on their areas; nobody looks."),
        _("Imperium markers on the top step, supremacy and prescience on 0."),
        shuffled,
    )


def _ready(scene: Scene) -> Panel:
    secrets = (ranks_fold(scene), objective_fold(scene)) if scene.sees_hidden else ()
    return Panel(
        kicker=_("Set-up"),
        glyph="check",
        title=_("Everything stands: begin round 1"),
        detail=_("Ranks and objective can be entered now or whenever they matter.") if secrets else "",
        blocks=(*secrets, go_form("begin", _("Begin round 1"), "chevron")),
    )


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
    return Fold(_("Ranks of your sietches"), (Form("ranks", (note, *selects, save)),), "sietch")


def objective_fold(scene: Scene) -> Fold:
    """Returns the form for the secret objective: three steps to reach."""
    entered = scene.state.hidden.objectives
    steppers = tuple(
        Stepper(marker.value, names.marker_name(marker), 1, 1, MOST_STEPS, MARKER_GLYPH[marker]) for marker in Marker
    )
    known: tuple[Block, ...] = ()
    if entered:
        text = "; ".join(" / ".join(map(str, steps)) for steps in entered)
        known = (Note(_("Entered: %(steps)s", steps=text), "lock"),)
    save = Buttons((Button(_("Save the objective"), "check"),))
    return Fold(_("Your secret objective"), (*known, Form("objective", (Steppers(steppers), save))), "lock")


@deed("figures")
def _figures(scene: Scene, fields: Fields) -> Commands:
    return (PlaceStartingFigures(fields.area(), fields.army()),)


@deed("quick-set-up")
def _quick_set_up(scene: Scene, fields: Fields) -> Commands:
    commands = quick_set_up(scene.state, scene.chance, scene.settings.dice)
    return commands or (BeginGame(),)


@deed("begin")
def _begin(scene: Scene, fields: Fields) -> Commands:
    return (BeginGame(),)


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
    kwisatz, dwellers, jihad = (fields.count(marker.value, MOST_STEPS, default=None) for marker in Marker)
    return (EnterObjective((kwisatz, dwellers, jihad)),)
