"""Round and phase by hand: where the table is, what is done there, and the way on."""

from companion.content import SPICE_BOARD
from companion.content.terms import Phase, VehicleKind
from companion.rules.commands import GoToPhase
from companion.rules.state import Mode, State
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.ui.blocks import Block, Button, Buttons, Fold, Form, Go, Note, Select
from companion.web.ui.fields import Fields
from companion.web.ui.parts import rule_link
from companion.web.words import names

PHASES = tuple(Phase)
RULES = {
    Phase.START: "ROUND-1",
    Phase.VEHICLES: "VEH-1",
    Phase.ACTIONS: "ACT-1",
    Phase.HAZARDS: "WORM-1",
    Phase.SPICE: "SPICE-2",
    Phase.END: "ROUND-2",
}


def phase_block(scene: Scene) -> tuple[Block, ...]:
    """Returns what the present phase is about and, for those who play, the way to the next one."""
    state = scene.state
    note = Note(phase_words(state), "history", "", rule_link(RULES[state.phase]))
    if not scene.may_write or scene.now is not None:
        return (note,)
    number, phase = _next(state)
    go = Form("tracker-phase", (Go(_next_words(state), "chevron"),), {"round": str(number), "phase": phase.value})
    others = tuple((one.value, names.phase_name(one)) for one in PHASES)
    other = Form(
        "tracker-phase",
        (Select("phase", _("Phase"), others, state.phase.value), Buttons((Button(_("Go there"), "check"),))),
        {"round": str(state.round)},
    )
    return note, go, Fold(_("Another phase of this round"), (other,), "history")


def _next(state: State) -> tuple[int, Phase]:
    at = PHASES.index(state.phase) + 1
    return (state.round, PHASES[at]) if at < len(PHASES) else (state.round + 1, PHASES[0])


def _next_words(state: State) -> str:
    number, phase = _next(state)
    if number > state.round:
        return _("Begin round %(round)s", round=number)
    return _("On to: %(phase)s", phase=names.phase_name(phase))


def vehicle_words(state: State) -> str:
    """Returns what the lowest imperium marker lets the Harkonnen place, and the dice that they set aside (VEH-1)."""
    row = SPICE_BOARD.row(max(state.imperium))
    kinds = (VehicleKind.HARVESTER, VehicleKind.ORNITHOPTER, VehicleKind.CARRYALL)
    found = names.join(names.vehicles(kind, row.vehicles(kind)) for kind in kinds if row.vehicles(kind))
    aside = ngettext("%(num)d Harkonnen die set aside", "%(num)d Harkonnen dice set aside", row.dice_set_aside)
    return f"{found}; {aside}" if found else aside


def phase_words(state: State) -> str:
    """Returns what the table does in the present phase, in one sentence."""
    solo = state.mode is Mode.SOLO
    match state.phase:
        case Phase.START:
            cards = 2 if solo else 3
            return _("Draw 1 card from each of your two decks; reveal %(number)s prescience cards.", number=cards)
        case Phase.VEHICLES:
            return _("The Harkonnen place %(vehicles)s.", vehicles=vehicle_words(state))
        case Phase.ACTIONS:
            return _("Roll the dice, then spend them in turns until none is left.")
        case Phase.HAZARDS:
            return _("Place and reveal the wormsigns, then let sandworms and storms strike.")
        case Phase.SPICE:
            return _("Remove the harvesters and collect the spice, then pay for the imperium markers; bans follow.")
        case Phase.END:
            return _("Claim prescience cards, check for victory, clear the air zones, turn spent leader cards face up.")


@deed("tracker-phase")
def _go_on(scene: Scene, fields: Fields) -> Commands:
    number, phase = fields.count("round", 99, 1, None), fields.member("phase", Phase)
    if (number, phase) == (scene.state.round, scene.state.phase):
        return ()
    return (GoToPhase(number, phase),)
