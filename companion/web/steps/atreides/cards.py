"""The player's own planning cards and known leader specials, step by step: the legal choices, or by hand instead."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.content import CARDS, LEADERS
from companion.content import steps as s
from companion.rules.atreides_cards import CardStep, next_step
from companion.rules.commands import EnterByHand, FinishAction, PlayAtreidesCard, ReplaceUnits, SkipStep
from companion.rules.errors import FormatError
from companion.rules.frames import ActionFrame, AtreidesCardFrame
from companion.rules.handlers.atreides_steps import card_below, counted_step, step_of, steps_of
from companion.rules.state import ATREIDES
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed, panel_for
from companion.web.steps.atreides import card_map as own_card_map
from companion.web.steps.atreides import card_picks as own_card_picks
from companion.web.steps.atreides.card_parts import STEP, Body, nothing_possible, read_step
from companion.web.ui.blocks import Block, Button, Buttons, Fold, Form, Note
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form, rule_link
from companion.web.words import names
from companion.web.words.atreides_cards import own_step_text
from companion.web.words.guide_actions import turn_kicker

OTHER = "own-card-other"

BODIES: Mapping[type, Callable[[Scene, CardStep], Body]] = MappingProxyType(
    {
        s.Place: own_card_map.one_area,
        s.PlaceSandworms: own_card_map.one_area,
        s.WildMakerEnters: own_card_map.one_area,
        s.DeployTokens: own_card_map.one_area,
        s.MoveSietch: own_card_map.two_areas,
        s.SwapTokens: own_card_map.two_areas,
        s.DisplaceEnemy: own_card_map.two_areas,
        s.Detonate: own_card_map.atomics,
        s.RemoveVehicles: own_card_map.vehicles,
        s.RemoveByDice: own_card_map.sectors,
        s.OrnithopterAttack: own_card_map.ornithopter,
        s.EnterLeader: own_card_picks.plain,
        s.Storms: own_card_picks.plain,
        s.AttachToPrescience: own_card_picks.plain,
        s.OpponentDiscards: own_card_picks.plain,
        s.TankEnemyLeader: own_card_picks.leader,
        s.ShiftMarkers: own_card_picks.markers,
        s.LowerImperium: own_card_picks.power,
        s.ExchangePrescience: own_card_picks.exchanged,
        s.DesertPower: own_card_picks.desert_power,
        s.Play: own_card_picks.next_card,
        s.DrawOrPlay: own_card_picks.next_card,
        s.ChooseResult: own_card_picks.result,
        s.SecondObjective: own_card_picks.objective,
    }
)
"""What each kind of step asks for that opens no action."""


@panel_for(AtreidesCardFrame)
def own_card(scene: Scene, frame: AtreidesCardFrame) -> Panel:
    """Shows the next step of a card with everything that may be done for it."""
    step = next_step(scene.state)
    if step is None:
        return _panel(scene, frame.card, _("The card is done"), "", (go_form("finish-own", _("Go on"), "check"),))
    build = BODIES.get(type(step.step))
    body = nothing_possible() if build is None else build(scene, step)
    return _of_body(scene, frame, step, body)


def _of_body(scene: Scene, frame: AtreidesCardFrame, step: CardStep, body: Body) -> Panel:
    """The step in words, its answers, and below them what may be done instead."""
    title = _vehicles_left(frame) or own_step_text(step.step)
    detail = _sentence(_progress(step), body.detail)
    if body.title:
        title, detail = body.title, _sentence(own_step_text(step.step) + ".", body.detail)
    blocks = (*body.blocks[:-1], *_instead(scene, frame), *body.blocks[-1:])
    panel = _panel(scene, frame.card, title, detail, blocks)
    return replace(panel, focus=body.focus, orange=body.orange, css="" if body.orange else "order")


def _vehicles_left(frame: AtreidesCardFrame) -> str:
    if frame.left is None:
        return ""
    return ngettext("Remove %(num)d vehicle", "Remove %(num)d vehicles", frame.left)


def _panel(scene: Scene, card: str, title: str, detail: str, blocks: tuple[Block, ...]) -> Panel:
    return Panel(
        kicker=turn_kicker(scene.state, spent=True),
        faction="a",
        glyph="named" if card in LEADERS else "cards",
        title=title,
        detail=detail,
        blocks=blocks,
        css="order",
        rule=rule_link("LEADER-2" if card in LEADERS else "CARD-1"),
    )


def _progress(step: CardStep) -> str:
    """Says of which card this is, and how far it has come."""
    facts = {"card": card_title(step.card), "number": step.number, "count": step.count}
    text = card_title(step.card) + "."
    if step.count > 1:
        text = _("%(card)s, step %(number)s of %(count)s.", **facts)
    if step.parts is not None and step.parts > 1:
        text = _sentence(text, _("Part %(part)s of %(parts)s.", part=step.part, parts=step.parts))
    return text


def _sentence(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _instead(scene: Scene, frame: AtreidesCardFrame) -> tuple[Block, ...]:
    """What the whole card does, by hand, or not at all (ACT-4); nothing once a place is tapped."""
    if scene.pick:
        return ()
    about: list[Block] = []
    if frame.card in CARDS:
        about.append(Note(names.card_summary(frame.card), "cards"))
    later = [own_step_text(step) for step in steps_of(frame)[frame.step + 1 :]]
    if later:
        about.append(Note(_("After this step: %(steps)s.", steps="; ".join(later)), "chevron"))
    other = Form(OTHER, (Buttons((_by_hand(), _skip())),))
    return (Fold(_("What the card does"), tuple(about), "book"), other) if about else (other,)


def _by_hand() -> Button:
    return Button(_("I do it by hand"), "edit", name="how", value="hand")


def _skip() -> Button:
    return Button(_("Skip it"), "close", name="how", value="skip")


def card_title(card: str) -> str:
    """Returns the name of a card, or of the leader whose special action it is."""
    if card in LEADERS:
        return names.leader_name(card)
    return names.card_name(card) if card in CARDS else _("your planning card")


def within_card(scene: Scene, panel: Panel, *, skip: bool = False) -> Panel:
    """Returns the panel of an action that a card opened, with the words of the card and the way by hand.

    ``skip``: the panel itself has no button that leaves the action. What was tapped already is left as it is.
    """
    card = card_below(scene.state)
    step = None if card is None else step_of(card)
    if card is None or step is None or scene.pick:
        return panel
    detail = _("%(card)s: %(step)s.", card=card_title(card.card), step=own_step_text(step))
    other = Form(OTHER, (Buttons((_by_hand(), _skip()) if skip else (_by_hand(),)),))
    blocks = (*panel.blocks[:-1], other, *panel.blocks[-1:])
    base = _panel(scene, card.card, panel.title, _sentence(detail, panel.detail), blocks)
    return replace(panel, glyph=base.glyph, detail=base.detail, blocks=blocks, rule=base.rule)


def replacing(scene: Scene, frame: ActionFrame) -> Panel:
    """Asks which units a card replaces by stronger ones, area by area."""
    step = next_step(scene.state)
    body = nothing_possible() if step is None else own_card_map.replaced(scene, step.choices)
    title = body.title or _("Replace up to %(number)s units", number=frame.replacements)
    detail = body.detail if step is None or body.title else _sentence(_progress(step), body.detail)
    other = Form(OTHER, (Buttons((_by_hand(), _skip())),))
    panel = _panel(scene, step.card if step else "", title, detail, (*body.blocks, other))
    return replace(panel, focus=body.focus, orange=body.orange, css="" if body.orange else "order")


@deed(STEP)
def _carry_out(scene: Scene, fields: Fields) -> Commands:
    return (read_step(fields),)


@deed(OTHER)
def _other(scene: Scene, fields: Fields) -> Commands:
    if fields.text("how") != "skip":
        return (EnterByHand(),)
    return (FinishAction(),) if isinstance(scene.state.frame, ActionFrame) else (SkipStep(),)


@deed("own-card-play")
def _play_next(scene: Scene, fields: Fields) -> Commands:
    return (PlayAtreidesCard(None, fields.text("card")),)


@deed("own-card-replace")
def _replace(scene: Scene, fields: Fields) -> Commands:
    step = counted_step(scene.state)
    if not isinstance(step, s.Replace):
        raise FormatError("count", _("no units are to be replaced now"))
    return (ReplaceUnits(ATREIDES, fields.area(), fields.count("count", 8, 1), step.from_kind, step.to_kind),)
