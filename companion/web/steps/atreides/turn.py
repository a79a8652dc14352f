"""A turn of Atreides: the die that is used, the free actions, and the end of the turn."""

from collections.abc import Callable, Mapping

from companion.content.terms import Result
from companion.rules import check
from companion.rules.actions import OtherAction
from companion.rules.ask.dice import desert_power_open
from companion.rules.commands import PlayAtreidesCard
from companion.rules.frames import TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.atreides import spending
from companion.web.steps.atreides.claims import can_claim, claim_panel
from companion.web.steps.atreides.free_actions import free_acts
from companion.web.steps.atreides.partners import die_forms
from companion.web.steps.atreides.voice import told, turn_kicker
from companion.web.steps.head import Doer, Head, asks, says
from companion.web.steps.people.talk import talk_act
from companion.web.ui.blocks import Act, Block, Button, Buttons, Fold, Key
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form
from companion.web.words import names
from companion.web.words.refusals.texts import refusal_texts


def _more_panel(scene: Scene, head: Head) -> Panel:
    """Lists the leaders' special actions and the free actions."""
    title = _("Use a leader or a free action")
    return head.panel(*_more(scene), title=title, detail="", css="order", close=scene.step_url)


SUB_PANELS: Mapping[str, Callable[[Scene, Head], Panel]] = {
    "card": spending.card_panel,
    "leader": spending.leader_panel,
    "house": spending.house_panel,
    "desert": spending.desert_panel,
    "bene": spending.bene_gesserit_panel,
    "their-bene": spending.their_bene_gesserit_panel,
    "claim": claim_panel,
    "more": _more_panel,
}


@says(TurnFrame, of=Doer.ATREIDES)
def said(scene: Scene, frame: TurnFrame) -> Head:
    """Says that a die is chosen, or that the turn ends."""
    if frame.acted:
        kicker = turn_kicker(scene, spent=frame.spent_die)
        title = told(
            scene,
            _("Your die is spent: end your turn") if frame.spent_die else _("Your action is done: end your turn"),
            _("The die is spent: end the turn") if frame.spent_die else _("The action is done: end the turn"),
            _("Atreides end their turn"),
        )
        free = scene.for_reader(_("Or first take a free action."), _("A free action is still open to them."))
        return Head(kicker, title, "ACT-3", free, ATREIDES)
    kicker = turn_kicker(scene, spent=False)
    if not scene.state.atreides_unused:
        title = told(scene, _("You have no die left"), _("Atreides have no die left"), _("Atreides have no die left"))
        pass_ = scene.for_reader(_("Pass, or use Desert Power."), _("They pass, or use Desert Power."))
        return Head(kicker, title, "ACT-3", pass_, ATREIDES)
    title = told(
        scene,
        _("Your turn: tap the die you use"),
        _("Atreides turn: tap the die to use"),
        _("Atreides choose the die for their action"),
    )
    return Head(kicker, title, "ACT-3", "", ATREIDES)


@asks(TurnFrame, of=Doer.ATREIDES)
def ask(scene: Scene, frame: TurnFrame, head: Head) -> Panel:
    """Offers what may be done in the turn, or asks for the part that was chosen."""
    sub = SUB_PANELS.get(scene.pick.get("use", ""))
    if sub is not None:
        return sub(scene, head)
    return _acted(scene, head) if frame.acted else _choose_die(scene, head)


def _acted(scene: Scene, head: Head) -> Panel:
    end = _("End my turn") if scene.state.mode is Mode.SOLO else _("End the Atreides turn")
    acts = free_acts(scene)
    free = (Fold(_("Free actions and prescience"), acts, "reveal"),) if acts else ()
    return head.panel(*free, go_form("end-turn", end, "check"))


def _choose_die(scene: Scene, head: Head) -> Panel:
    state = scene.state
    more: tuple[Key, ...] = ()
    if desert_power_open(state):
        text = names.result_name(OtherAction.DESERT_POWER)
        more = (Key(text, "desert-power", href=scene.here(use="desert"), state="maybe"),)
    label = _("Your dice") if state.mode is Mode.SOLO else _("Atreides dice")
    blocks: list[Block] = [*_their_token(scene), *die_forms(scene, more, label), *_short_ways(scene)]
    if not state.atreides_results:
        blocks.append(go_form("end-turn", _("Pass"), "chevron"))
    return head.panel(*blocks)


def _their_token(scene: Scene) -> tuple[Block, ...]:
    """ACT-2: people who play the Harkonnen may place a Bene Gesserit token, before the Atreides do."""
    if scene.state.mode is Mode.SOLO or not spending.bene_gesserit_results(scene.state, HARKONNEN):
        return ()
    detail = _("Before the first turn, and before the Atreides place theirs")
    return (Act("bene-gesserit", _("Harkonnen: use a Bene Gesserit token"), detail, scene.here(use="their-bene")),)


def _short_ways(scene: Scene) -> tuple[Block, ...]:
    """What players do most beside the action of a die, one tap away; why a card cannot be played where none is held."""
    state = scene.state
    buttons: list[Button] = []
    if state.atreides_results and state.cards.hand:
        buttons.append(Button(_("Card"), "cards", scene.here(use="card")))
    if can_claim(scene):
        buttons.append(Button(_("Prescience"), "check", scene.here(use="claim")))
    if _more(scene):
        buttons.append(Button(_("More"), "named", scene.here(use="more")))
    found: list[Block] = [Buttons(tuple(buttons))] if buttons else []
    if state.atreides_results and not state.cards.hand:
        found += _no_card(scene, state.atreides_results[0])
    return tuple(found)


def _more(scene: Scene) -> tuple[Block, ...]:
    state = scene.state
    found: list[Block] = []
    if state.atreides_results and spending.usable_leaders(state):
        found.append(Act("named", _("Use a leader’s special action"), "", scene.here(use="leader")))
    if spending.bene_gesserit_results(state):
        detail = _("A temporary die on the result with the fewest dice")
        found.append(Act("bene-gesserit", _("Use a Bene Gesserit token"), detail, scene.here(use="bene")))
    found.extend(free_acts(scene, claims=False))
    found.extend(talk_act(scene, ATREIDES))
    return tuple(found)


def _no_card(scene: Scene, die: Result) -> tuple[Block, ...]:
    """Why no planning card can be played, and the way to put the count right."""
    empty = next(one for one in check(scene.state, PlayAtreidesCard(die, "")) if one.code == "hand_empty")
    text = refusal_texts((empty,))[0]
    count = Button(_("Correct the number of cards"), "edit", scene.tracks_sheet("cards"))
    title = _("Play a planning card")
    return (Act("cards", title, refusal=text.sentence, rule=text.rule), Buttons((count,)))
