"""Tracks and what they bring: supremacy, prescience, the tank, figures that go, settlements destroyed.

These are consequences: other handlers call them. They emit events and never change the frame on top, except that
figures removed may leave nobody; what has to be asked next is opened by the settlers of ``settling``.
"""

from companion.board import ARRAKEEN
from companion.content import LEADERS, TRACKS
from companion.content.terms import Faction, Marker
from companion.rules import events
from companion.rules.army import Army
from companion.rules.ask.tracks import ALIA, FEYD_RAUTHA, THUFIR_HAWAT, dice_set_aside, objective_met, pushed
from companion.rules.ask.turns import solo_bot
from companion.rules.casualties import usefulness
from companion.rules.engine import Draft
from companion.rules.frames import Cause
from companion.rules.state import ATREIDES, HARKONNEN, MARKERS, Mode, Standing


def gain_supremacy(draft: Draft, steps: int, cause: Cause) -> None:
    """Raises supremacy and brings what the steps passed bring: leaders, tokens, victory.

    LEADER-4, LEADER-5, BG-1, WIN-1. A step passed counts as reached (R-30); the marker stops on the last one.
    """
    track = TRACKS.supremacy
    before = draft.state.supremacy
    steps = min(steps, track.length - before)
    if steps <= 0:
        return
    draft.emit(events.SupremacyAdvanced(steps, cause))
    reached = range(before + 1, before + steps + 1)
    if track.thufir_hawat in reached:
        enter_leader(draft, THUFIR_HAWAT)
    if track.feyd_rautha in reached:
        enter_leader(draft, FEYD_RAUTHA)
    tokens = sum(step in reached for step in track.atreides_bene_gesserit)
    if tokens:
        draft.emit(events.BeneGesseritGained(ATREIDES, tokens))
    if track.length in reached:
        draft.emit(events.GameWon(HARKONNEN, "WIN-1"))


def enter_leader(draft: Draft, leader: str) -> None:
    """Brings a named leader into play, once, with all that its entry causes (LEADER-4, LEADER-5, PRES-5)."""
    if draft.state.leader(leader).standing is not Standing.OUT:
        return
    record = LEADERS[leader]
    if record.replaces is not None:
        draft.emit(events.LeaderReplaced(record.replaces, leader))
    else:
        draft.emit(events.LeaderEntered(leader))
    if record.removes is not None:
        leave_game(draft, record.removes)
    for _ in range(record.bene_gesserit):
        gain_bene_gesserit(draft, record.faction)


def leave_game(draft: Draft, leader: str) -> None:
    """Takes a named leader out of the game for good, from wherever it is."""
    if draft.state.leader(leader).standing is not Standing.REMOVED:
        draft.emit(events.LeaderLeft(leader))


def gain_bene_gesserit(draft: Draft, faction: Faction) -> None:
    """Gives a Bene Gesserit token; the solo Harkonnen get a die back, or supremacy +1, instead (MAHDI-BG-1)."""
    if not solo_bot(draft.state, faction):
        draft.emit(events.BeneGesseritGained(faction, 1))
    elif dice_set_aside(draft.state):
        draft.emit(events.BeneGesseritUsed(HARKONNEN, None))
    else:
        gain_supremacy(draft, 1, Cause.CARD)


def gain_prescience(draft: Draft, marker: Marker, steps: int, cause: Cause) -> None:
    """Moves a prescience marker (never below 0) and brings the leaders of the steps passed (PRES-4, PRES-5)."""
    if not steps:
        return
    index = MARKERS.index(marker)
    before = draft.state.prescience[index]
    draft.emit(events.PrescienceAdvanced(marker, steps, cause))
    track = TRACKS.prescience
    reached = range(before + 1, draft.state.prescience[index] + 1)
    if track.desert_leaders in reached:
        enter_leader(draft, track.leaders[marker])
    if track.alia in reached:
        enter_leader(draft, ALIA)


def tank_leader(draft: Draft, leader: str) -> None:
    """Puts a named leader on the first space of its tank and pushes on whoever stands there (TANK-1).

    The figure must be off the board already (see ``remove_figures``).
    """
    spaces = TRACKS.tank_spaces[LEADERS[leader].faction]
    out = tuple(name for name, space in pushed(draft.state, leader).items() if space > spaces)
    draft.emit(events.LeaderTanked(leader, out))
    draft.tanked.append(leader)


def spend_die(draft: Draft, spent: events.DieSpent) -> None:
    """Places a die (or Bene Gesserit token) on the used ones: the own tank moves at once, then its action begins.

    ACT-5, TANK-2. A table that reads ``tank_at_end_of_turn`` moves it as the turn ends (R-33).
    """
    draft.emit(spent)
    if spent.faction is HARKONNEN and draft.state.desert_war is not None:
        draft.emit(events.WarActionOpened(HARKONNEN))
    if not draft.state.rules.tank_at_end_of_turn:
        advance_tank(draft, spent.faction)
    draft.emit(events.ActionStepped(1))


def advance_tank(draft: Draft, faction: Faction, *, at_once: bool = True) -> None:
    """Moves every leader of ``faction`` in the tank 1 space (TANK-2); past the last one it is available again.

    Not ``at_once`` but as the turn ends: those who came in during it stay (R-33).
    """
    stay = () if at_once else draft.state.new_in_tank
    inside = {
        name: status.tank
        for name, status in draft.state.leaders
        if status.tank is not None and LEADERS[name].faction is faction and name not in stay
    }
    if inside:
        left = tuple(name for name, space in inside.items() if space >= TRACKS.tank_spaces[faction])
        draft.emit(events.TankAdvanced(faction, left, at_once=at_once))


def remove_figures(draft: Draft, faction: Faction, area: int, figures: Army, cause: Cause) -> None:
    """Removes ``figures``: units and generic leaders to the supply, named leaders to the tank (UNIT-3, LEADER-1).

    Leaders that are left without a unit go too. Of several named ones the most useful enters the tank first, so that it
    is back first; people are asked by a settler of ``tank`` (TANK-1). Raises ValueError when the figures are not there.
    """
    draft.emit(events.FiguresRemoved(faction, area, figures, cause))
    for leader in sorted(figures.named, key=usefulness):
        tank_leader(draft, leader)
    remove_lone_leaders(draft, faction, area)


def remove_lone_leaders(draft: Draft, faction: Faction, area: int) -> None:
    """LEADER-1: leaders without unit or token in their area leave it."""
    left = draft.state.army(faction, area)
    if left is not None and not left.units:
        remove_figures(draft, faction, area, left, Cause.LEFT_ALONE)


def destroy_stronghold(draft: Draft, faction: Faction, area: int, rank: int) -> None:
    """Takes a settlement or sietch off the board and pays for it: supremacy or prescience by its rank (SETTLE-3).

    Arrakeen destroyed may win a solo game at once; between people a settler asks Atreides (WIN-2). A target sietch that
    is lost is replaced by the next tactical card: a settler asks for it (MAHDI-START-2).
    """
    draft.emit(events.StrongholdDestroyed(faction, area, rank))
    if faction is ATREIDES:
        gain_supremacy(draft, rank, Cause.SETTLEMENT)
        return
    for marker in MARKERS:
        gain_prescience(draft, marker, rank, Cause.SETTLEMENT)
    at_once = draft.state.mode is Mode.SOLO and not draft.state.rules.first_printing
    if area == ARRAKEEN and at_once and objective_met(draft.state):
        draft.emit(events.GameWon(ATREIDES, "WIN-2"))
