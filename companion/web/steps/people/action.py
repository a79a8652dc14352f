"""An action of Harkonnen that people chose: moves and attacks, figures, cards, vehicles, replacements."""

from collections.abc import Mapping
from dataclasses import replace

from companion.content.terms import NamedLeader, Result
from companion.rules.actions import Action
from companion.rules.ask.harkonnen_cards import card_in_progress
from companion.rules.ask.turns import turn_frame
from companion.rules.commands import PlaceVehicle, ReplaceUnits, UseHarkonnenLeader
from companion.rules.frames import ActionFrame
from companion.rules.state import HARKONNEN, State
from companion.web.say import _, ngettext
from companion.web.scene import Scene
from companion.web.steps.atreides import reachable
from companion.web.steps.atreides.moving import moving
from companion.web.steps.head import Doer, Head, asks, says
from companion.web.steps.people.listed import (
    FREE,
    HARKONNEN_DECKS,
    LISTED,
    card_form,
    free_actions,
    list_form,
    listed_commands,
    specials_form,
)
from companion.web.steps.people.pieces import with_deployment, with_pieces
from companion.web.ui.blocks import Block, Button, Buttons, Form, Go, Stepper, Steppers
from companion.web.ui.panel import Panel
from companion.web.words import names

RULES: Mapping[Action, str] = {
    Result.STRATEGY: "ACT-STRATEGY",
    Result.LEADERSHIP: "ACT-LEADERSHIP",
    Result.DEPLOYMENT: "ACT-DEPLOY-H",
    Result.MENTAT: "ACT-MENTAT",
    Result.HOUSE: "ACT-HOUSE-H",
}
"""The rule of a Harkonnen die where people spend it."""


@says(ActionFrame, of=Doer.PEOPLE)
def said(scene: Scene, frame: ActionFrame) -> Head:
    """Says what the action does next."""
    areas = () if frame.only is None else (frame.only,)
    kicker, rule, detail = _("Harkonnen card"), "CARD-1", ""
    card = card_in_progress(scene.state)
    if card is not None:
        kicker = _("Harkonnen card: %(card)s", card=names.card_name(card.card))
        detail = scene.for_reader(names.card_summary(card.card), "")
    if isinstance(frame.action, NamedLeader):
        leader = names.leader_name(frame.action)
        kicker, rule = _("Harkonnen, special action of %(leader)s", leader=leader), "LEADER-2"
    elif frame.action in RULES:
        result = names.result_name(frame.action)
        kicker, rule = _("Harkonnen die: %(result)s", result=result), RULES[frame.action]
    return Head(kicker, _title(scene, frame), rule, detail, HARKONNEN, areas=areas)


def _title(scene: Scene, frame: ActionFrame) -> str:
    if frame.moves or frame.attack:
        return _moves(scene, frame)
    if frame.replacements:
        return scene.for_reader(
            _("Replace Harkonnen units with stronger ones"), _("The Harkonnen replace units with stronger ones")
        )
    if frame.action is Result.HOUSE and frame.placements:
        return scene.for_reader(
            ngettext("Place %(num)d vehicle", "Place %(num)d vehicles", frame.placements),
            ngettext("The Harkonnen place %(num)d vehicle", "The Harkonnen place %(num)d vehicles", frame.placements),
        )
    if frame.placements:
        return scene.for_reader(_("Place new Harkonnen units"), _("The Harkonnen place new units"))
    if frame.leaders:
        return scene.for_reader(_("Place a Harkonnen leader"), _("The Harkonnen place a leader"))
    if frame.draws:
        return scene.for_reader(
            ngettext("Draw %(num)d planning card", "Draw %(num)d planning cards", frame.draws),
            ngettext(
                "The Harkonnen draw %(num)d planning card", "The Harkonnen draw %(num)d planning cards", frame.draws
            ),
        )
    if frame.plays:
        return scene.for_reader(_("Play a Harkonnen planning card"), _("The Harkonnen play a planning card"))
    return _("The action is done")


def _moves(scene: Scene, frame: ActionFrame) -> str:
    moves, attacks = (bool(found(scene.state, frame)) for found in (reachable.moves_of, reachable.attacks_of))
    if moves and attacks:
        return scene.for_reader(_("Tap the legion that acts"), _("The Harkonnen move legions, or attack with one"))
    if attacks:
        return scene.for_reader(_("Tap the legion that attacks"), _("The Harkonnen attack with a legion"))
    return scene.for_reader(_("Tap the legion that moves"), _("The Harkonnen move a legion"))


@asks(ActionFrame, of=Doer.PEOPLE)
def ask(scene: Scene, frame: ActionFrame, head: Head) -> Panel:
    """Asks for what is left of the action."""
    listed = listed_commands(scene.state)
    blocks: list[Block] = []
    tapped = moving(scene, frame, head) if frame.moves or frame.attack else None
    if tapped is not None and (scene.pick.get("from") or scene.pick.get("to")):
        return tapped
    others = [c for c in listed if isinstance(c, LISTED) and not isinstance(c, (*FREE, ReplaceUnits, PlaceVehicle))]
    specials = [c for c in others if isinstance(c, UseHarkonnenLeader)]
    if specials:
        blocks.append(specials_form(specials, listed))
    others = [c for c in others if c not in specials]
    if others:
        blocks.append(list_form(others, listed))
    if frame.draws:
        blocks.append(_draw_form(scene.state, frame))
    if frame.plays:
        blocks.append(card_form(scene))
    done = Form("their-finish", (Buttons((Button(_("The rest is not used"), "chevron"),)),))
    rest = (*blocks, *free_actions(listed), done)
    if tapped is not None:
        return replace(tapped, blocks=(*tapped.blocks, *rest))
    led = with_pieces(scene, head.panel(*rest, css="order"), listed)
    deploys = frame.action not in (Result.HOUSE, Result.STRATEGY, Result.LEADERSHIP)
    return with_deployment(scene, frame, led) if deploys and (frame.placements or frame.leaders) else led


def _draw_form(state: State, frame: ActionFrame) -> Form:
    """How many of each deck: at first as evenly as can be; partners draw from their own (TEAM-2)."""
    turn = turn_frame(state)
    shared = state.partners(HARKONNEN) > 1 and turn is not None
    even = ((frame.draws + 1) // 2, frame.draws // 2)
    first = ((0, frame.draws) if turn is not None and turn.corrino else (frame.draws, 0)) if shared else even
    steppers = tuple(
        Stepper(deck.value, names.deck_name(deck), number, 0, frame.draws, "cards", "h")
        for deck, number in zip(HARKONNEN_DECKS, first, strict=True)
    )
    return Form("their-draw", (Steppers(steppers, total=frame.draws), Go(_("These cards were drawn"), "cards")))
