"""The end of a round: prescience claims where there are any, then one list in order and what the players decide."""

from companion.content.terms import Faction
from companion.rules import execute
from companion.rules.ask.desert import SANDWORMS
from companion.rules.ask.rounds import PARTNERS_HAND_LIMIT, cards_over
from companion.rules.commands import CleanUp, Command, EndRound, FinishClaims
from companion.rules.frames import EndFrame, EndStage
from companion.rules.state import ATREIDES, HARKONNEN, WILD_MAKER, Mode, State
from companion.service import Difference
from companion.service.differences import Adjust, Setting
from companion.service.telling import announced
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.atreides.claims import can_claim, claim_blocks
from companion.web.steps.done import todo
from companion.web.steps.hands import discard_choice, discards_in
from companion.web.steps.head import Head, asks, round_kicker, says
from companion.web.steps.people.round_end import clean_up
from companion.web.steps.round import victory
from companion.web.steps.round.objective import objective_fold
from companion.web.ui import blocks as ui
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form
from companion.web.words import names
from companion.web.words.changes.lines import changes

BACK, OUT = "back", "out"


@says(EndFrame)
def say_end(scene: Scene, frame: EndFrame) -> Head:
    """Says that cards are claimed, or what the end of the round puts back."""
    state = scene.state
    if frame.stage is EndStage.CLAIMS and state.mode is not Mode.SOLO:
        return victory.say_claims(scene)
    if frame.stage is EndStage.CLAIMS and can_claim(scene):
        title = scene.for_reader(
            _("Claim prescience cards, if they are met"), _("Atreides claim the prescience cards that are met")
        )
        number = state.cards.revealed
        lie = ngettext("%(num)d prescience card is revealed.", "%(num)d prescience cards are revealed.", number)
        return Head(round_kicker(state), title, "PRES-3", lie, ATREIDES, "kwisatz")
    told, zones = _announced(state), (*state.ornithopters, *state.carryalls)
    actor, title, detail = _who_cleans_up(scene, frame)
    return Head(round_kicker(state), title, "ROUND-2", detail, actor, "check", zones=zones, changes=told)


def _who_cleans_up(scene: Scene, frame: EndFrame) -> tuple[Faction | None, str, str]:
    """Whose clean-up it is, with its title and what is said below; between people each side has its own."""
    number = scene.state.round
    if scene.state.mode is Mode.SOLO:
        title = scene.for_reader(
            _("Clean up round %(round)s", round=number), _("Round %(round)s is cleaned up", round=number)
        )
        checked = _("No prescience card can be claimed. Victory is checked first.")
        return None, title, checked if frame.stage is EndStage.CLAIMS else ""
    side, then = (HARKONNEN, _("Then Atreides do.")) if frame.stage is EndStage.CLEANUP else (ATREIDES, "")
    facts = {"faction": names.capital(names.faction_name(side)), "round": number}
    title = scene.for_reader(
        _("%(faction)s: clean up your side of round %(round)s", **facts),
        _("%(faction)s clean up their side of round %(round)s", **facts),
    )
    return side, title, then


def _announced(state: State) -> tuple[Difference, ...]:
    """What the clean-up does without anything chosen, a hand that is too full included."""
    frame = state.frame
    if isinstance(frame, EndFrame) and frame.stage is EndStage.CLAIMS:
        after, _events = execute(state, FinishClaims())
        if not isinstance(after.frame, EndFrame):
            return ()
        state = after
    theirs = state.mode is not Mode.SOLO and frame == EndFrame(EndStage.CLEANUP)
    commands: list[Command] = [CleanUp((), cards_over(state, HARKONNEN)) if theirs else EndRound((), cards_over(state))]
    return announced(state, commands)


@asks(EndFrame)
def end(scene: Scene, frame: EndFrame, head: Head) -> Panel:
    """Goes through the end of the round."""
    if frame.stage is EndStage.CLAIMS and scene.state.mode is not Mode.SOLO:
        return victory.claims(scene, head)
    if frame.stage is EndStage.CLAIMS and can_claim(scene):
        return _claims(scene, head)
    if frame.stage is EndStage.CLEANUP and scene.state.mode is not Mode.SOLO:
        return clean_up(scene, head, _todos(scene.state, head))
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
    inner = [*_hands(scene), *_leaders(state), *_worm(state), *_prescience(state)]
    inner.append(ui.Go(_("Begin round %(round)s", round=state.round + 1), "chevron"))
    return head.panel(*_objective(scene), *_todos(scene.state, head), ui.Form("end-round", tuple(inner)), css="order")


def _todos(state: State, head: Head) -> tuple[ui.Block, ...]:
    """What the clean-up does by itself; the round that begins is said by the button."""
    told = [one for one in head.changes if not (isinstance(one, Adjust) and one.what is Setting.ROUND)]
    todos = tuple(todo(change) for change in changes(told, solo=state.mode is Mode.SOLO))
    return (ui.Todos(todos),) if todos else ()


def _hands(scene: Scene) -> list[ui.Block]:
    state = scene.state
    hand = state.cards.hand
    if not hand:
        return []
    label = _("Cards discarded from your hand of %(hand)s", hand=hand)
    found: list[ui.Block] = []
    if state.rules.partners > 1:
        label = _("Cards discarded from both hands, %(hand)s together", hand=hand)
        limit = _("Each of you keeps %(limit)s cards at most.", limit=PARTNERS_HAND_LIMIT)
        found.append(ui.Note(limit, "cards"))
    over = cards_over(state)
    counted = ui.Steppers((ui.Stepper("discarded", label, over, 0, hand, "cards", "a"),))
    return [*found, *discard_choice(scene, ATREIDES, counted, over)]


def _leaders(state: State) -> list[ui.Block]:
    found: list[ui.Block] = []
    leaders = [leader for _area, army in state.legions(ATREIDES) for leader in army.named]
    if leaders:
        checks = tuple(ui.Check(leader, names.leader_name(leader), "named", "a", _("to a Naib")) for leader in leaders)
        note = _("Named leaders you replace with Naibs; usually none.")
        choice: tuple[ui.Block, ...] = (
            ui.Note(note, "named"),
            ui.Checks("replaced", _("Named leaders replaced"), checks),
        )
        found.append(ui.Fold(_("Named leaders replaced"), choice, "named"))
    return found


def _worm(state: State) -> list[ui.Block]:
    if state.wild_maker is None or len(state.sandworms) >= SANDWORMS:
        return []
    worm = ui.Check("1", _("A normal sandworm takes its place"), "sandworm", "a", names.area_name(state.wild_maker))
    note = ui.Note(_("The Wild Maker may stay, or be replaced with a normal sandworm."), "wild-maker")
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
    """Cleans up; where nothing could be claimed in solo victory is checked before, and then nothing may be left."""
    keep = fields.text("reshuffle", BACK) != OUT
    count, cards = discards_in(fields, ATREIDES, "discarded")
    clean = EndRound(fields.leaders("replaced"), count, keep, fields.yes("tame_worm"), cards)
    frame = scene.state.frame
    if not isinstance(frame, EndFrame) or frame.stage is not EndStage.CLAIMS:
        return (clean,)
    after, _events = execute(scene.state, FinishClaims())
    return (FinishClaims(), clean) if isinstance(after.frame, EndFrame) else (FinishClaims(),)
