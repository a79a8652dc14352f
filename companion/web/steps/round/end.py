"""The end of a round: prescience claims where there are any, then one list in order and what the players decide."""

from companion.content.terms import Faction
from companion.rules import execute
from companion.rules.ask.desert import SANDWORMS
from companion.rules.ask.rounds import PARTNERS_HAND_LIMIT, hand_limit
from companion.rules.commands import Command, EndRound, FinishClaims
from companion.rules.frames import EndFrame, EndStage
from companion.rules.state import ATREIDES, HARKONNEN, WILD_MAKER, Mode, State
from companion.service import Difference
from companion.service.differences import Adjust, Setting
from companion.service.telling import announced
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.atreides.claims import claim_blocks, claims_left
from companion.web.steps.done import todo
from companion.web.steps.head import Head, asks, round_kicker, says
from companion.web.steps.people.round_end import end_blocks
from companion.web.steps.round import victory
from companion.web.steps.round.objective import objective_fold
from companion.web.ui import blocks as ui
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form
from companion.web.words import names
from companion.web.words.changes.lines import changes

BACK, OUT = "back", "out"


def claimable(scene: Scene) -> bool:
    """Tells whether a prescience card lies revealed and may still be claimed in this round (PRES-3)."""
    return bool(scene.state.cards.revealed and claims_left(scene))


@says(EndFrame)
def say_end(scene: Scene, frame: EndFrame) -> Head:
    """Says that cards are claimed, or what the end of the round puts back."""
    state = scene.state
    if frame.stage is EndStage.CLAIMS and state.mode is not Mode.SOLO:
        return victory.say_claims(scene)
    if frame.stage is EndStage.CLAIMS and claimable(scene):
        title = scene.for_reader(
            _("Claim prescience cards, if they are met"), _("Atreides claim the prescience cards that are met")
        )
        number = state.cards.revealed
        lie = ngettext("%(num)d prescience card lies revealed.", "%(num)d prescience cards lie revealed.", number)
        return Head(round_kicker(state), title, "PRES-3", lie, ATREIDES, "kwisatz")
    told = _announced(state)
    title = scene.for_reader(
        _("Clean up round %(round)s", round=state.round), _("Round %(round)s is cleaned up", round=state.round)
    )
    zones = (*state.ornithopters, *state.carryalls)
    detail = ""
    if frame.stage is EndStage.CLAIMS:
        detail = _("No prescience card can be claimed. Victory is checked first.")
    return Head(round_kicker(state), title, "ROUND-2", detail, glyph="check", zones=zones, changes=told)


def _announced(state: State) -> tuple[Difference, ...]:
    """What the end of the round does without anything chosen, hands that are too full included."""
    commands: list[Command] = [EndRound(discarded=_over(state, ATREIDES), harkonnen_discarded=_over(state, HARKONNEN))]
    frame = state.frame
    if isinstance(frame, EndFrame) and frame.stage is EndStage.CLAIMS:
        after, _events = execute(state, FinishClaims())
        if not isinstance(after.frame, EndFrame):
            return ()
        state = after
    return announced(state, commands)


def _over(state: State, faction: Faction) -> int:
    """How many cards of a hand have to go; the reinforcements of solo stay (MAHDI-END-1)."""
    if faction is HARKONNEN:
        return 0 if state.mode is Mode.SOLO else max(0, state.reinforcements - hand_limit(state, HARKONNEN))
    return max(0, state.cards.hand - hand_limit(state))


@asks(EndFrame)
def end(scene: Scene, frame: EndFrame, head: Head) -> Panel:
    """Goes through the end of the round."""
    if frame.stage is EndStage.CLAIMS and scene.state.mode is not Mode.SOLO:
        return victory.claims(scene, head)
    if frame.stage is EndStage.CLAIMS and claimable(scene):
        return _claims(scene, head)
    return _cleanup(scene, head)


def _objective(scene: Scene) -> tuple[ui.Block, ...]:
    """The objective that a victory is checked by, where nobody has entered it."""
    claims = isinstance(scene.state.frame, EndFrame) and scene.state.frame.stage is EndStage.CLAIMS
    asked = claims and scene.sees_hidden and not scene.state.hidden.objectives
    return (objective_fold(scene),) if asked else ()


def _claims(scene: Scene, head: Head) -> Panel:
    fold = ui.Fold(_("Claim a prescience card"), claim_blocks(scene, die=False), "check", "claimed" in scene.pick)
    go = go_form("finish-claims", _("No more claims"), "chevron")
    return head.panel(fold, *_objective(scene), go, css="order")


def _cleanup(scene: Scene, head: Head) -> Panel:
    state = scene.state
    inner = [*_hands(state), *_leaders(state), *_worm(state), *_prescience(state)]
    # The round that begins is said by the button.
    told = [one for one in head.changes if not (isinstance(one, Adjust) and one.what is Setting.ROUND)]
    todos = tuple(todo(change) for change in changes(told, solo=state.mode is Mode.SOLO))
    blocks: list[ui.Block] = [*_objective(scene), ui.Todos(todos)] if todos else [*_objective(scene)]
    inner.append(ui.Go(_("Begin round %(round)s", round=state.round + 1), "chevron"))
    return head.panel(*blocks, ui.Form("end-round", tuple(inner)), css="order")


def _hands(state: State) -> list[ui.Block]:
    hand = state.cards.hand
    if not hand:
        return []
    label = _("Cards discarded from your hand of %(hand)s", hand=hand)
    if state.mode is not Mode.SOLO:
        label = _("Cards discarded from the Atreides hand of %(hand)s", hand=hand)
    found: list[ui.Block] = []
    if state.rules.partners > 1:
        label = _("Cards discarded from both hands, %(hand)s together", hand=hand)
        limit = _("Each of you keeps %(limit)s cards at most.", limit=PARTNERS_HAND_LIMIT)
        found.append(ui.Note(limit, "cards"))
    over = _over(state, ATREIDES)
    return [*found, ui.Steppers((ui.Stepper("discarded", label, over, 0, hand, "cards", "a"),))]


def _leaders(state: State) -> list[ui.Block]:
    found: list[ui.Block] = []
    leaders = [leader for _area, army in state.legions(ATREIDES) for leader in army.named]
    if leaders:
        checks = tuple(ui.Check(leader, names.leader_name(leader), "named", "a", _("to a Naib")) for leader in leaders)
        note = _("Named leaders you take off the board for Naibs; none is the usual choice.")
        if state.mode is not Mode.SOLO:
            note = _("Named leaders that Atreides take off the board for Naibs; none is the usual choice.")
        choice: tuple[ui.Block, ...] = (
            ui.Note(note, "named"),
            ui.Checks("replaced", _("Named leaders replaced"), checks),
        )
        found.append(ui.Fold(_("Named leaders replaced"), choice, "named"))
    return [*found, *end_blocks(state)] if state.mode is not Mode.SOLO else found


def _worm(state: State) -> list[ui.Block]:
    if state.wild_maker is None or len(state.sandworms) >= SANDWORMS:
        return []
    worm = ui.Check("1", _("A normal sandworm takes its place"), "sandworm", "a", names.area_name(state.wild_maker))
    note = ui.Note(_("The Wild Maker may stay, or go for a normal sandworm."), "wild-maker")
    return [note, ui.Checks("tame_worm", names.leader_name(WILD_MAKER), (worm,))]


def _prescience(state: State) -> list[ui.Block]:
    if not state.cards.revealed:
        return []
    choices = (
        ui.Choice(BACK, _("Shuffle unclaimed prescience cards back")),
        ui.Choice(OUT, _("Take them out of the game")),
    )
    return [ui.Options("reshuffle", choices, "", BACK)]


@deed("finish-claims")
def _finish(scene: Scene, fields: Fields) -> Commands:
    return (FinishClaims(),)


@deed("end-round")
def _end_round(scene: Scene, fields: Fields) -> Commands:
    """Cleans up; where nothing could be claimed, victory is checked before, and then nothing may be left to clean."""
    keep = fields.text("reshuffle", BACK) != OUT
    discarded = fields.count("discarded")
    replaced = (*fields.leaders("their-replaced"), *fields.leaders("replaced"))
    theirs = fields.count("their-discarded")
    clean = EndRound(replaced, discarded, keep, fields.yes("tame_worm"), theirs)
    frame = scene.state.frame
    if not isinstance(frame, EndFrame) or frame.stage is not EndStage.CLAIMS:
        return (clean,)
    after, _events = execute(scene.state, FinishClaims())
    return (FinishClaims(), clean) if isinstance(after.frame, EndFrame) else (FinishClaims(),)
