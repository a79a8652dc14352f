"""The player's own planning cards and known leader specials, step by step: the legal choices, or by hand instead."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.content import CARDS, LEADERS
from companion.content import steps as s
from companion.rules.ask.atreides_steps import card_below, counted_step, step_of, steps_of
from companion.rules.commands import EnterByHand, FinishAction, PlayAtreidesCard, ReplaceUnits, SkipStep
from companion.rules.errors import FormatError
from companion.rules.frames import ActionFrame, AtreidesCardFrame
from companion.rules.legal.atreides_choices import CardStep, next_step
from companion.rules.state import ATREIDES, Mode
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.atreides import card_map, card_picks
from companion.web.steps.atreides.card_parts import STEP, Body, nothing_possible, read_step
from companion.web.steps.atreides.ending import go_on, with_end
from companion.web.steps.atreides.voice import turn_kicker
from companion.web.steps.head import Head, asks, says
from companion.web.ui.blocks import Block, Button, Buttons, Fold, Form, Go, Note
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.words import names
from companion.web.words.atreides_cards import own_step_text

OTHER = "own-card-other"

BODIES: Mapping[type, Callable[[Scene, CardStep], Body]] = MappingProxyType(
    {
        s.Place: card_map.one_area,
        s.PlaceSandworms: card_map.one_area,
        s.WildMakerEnters: card_map.one_area,
        s.DeployTokens: card_map.one_area,
        s.MoveSietch: card_map.two_areas,
        s.SwapTokens: card_map.two_areas,
        s.DisplaceEnemy: card_map.two_areas,
        s.Detonate: card_map.atomics,
        s.RemoveVehicles: card_map.vehicles,
        s.RemoveByDice: card_map.sectors,
        s.OrnithopterAttack: card_map.ornithopter,
        s.EnterLeader: card_picks.plain,
        s.Storms: card_picks.plain,
        s.AttachToPrescience: card_picks.plain,
        s.OpponentDiscards: card_picks.plain,
        s.TankEnemyLeader: card_picks.leader,
        s.ShiftMarkers: card_picks.markers,
        s.LowerImperium: card_picks.power,
        s.ExchangePrescience: card_picks.exchanged,
        s.DesertPower: card_picks.desert_power,
        s.Play: card_picks.next_card,
        s.DrawOrPlay: card_picks.next_card,
        s.ChooseResult: card_picks.result,
        s.SecondObjective: card_picks.objective,
    }
)
"""What each kind of step asks for that opens no action."""


@says(AtreidesCardFrame)
def said(scene: Scene, frame: AtreidesCardFrame) -> Head:
    """Says which step of the card is due; others than its player read which card it is."""
    step = next_step(scene.state)
    name = card_title(frame.card)
    areas = () if frame.area is None else (frame.area,)
    if not scene.reader.acts:
        progress = "" if step is None or step.count < 2 else _("Step %(number)s of %(count)s.", **_place_in(step))
        title = _("Atreides carry out %(name)s", name=name)
        return Head(turn_kicker(scene), title, _rule(frame.card), progress, ATREIDES, _glyph(frame.card), areas)
    title = _("The card is done") if step is None else _vehicles_left(frame) or _text(scene, step.step)
    detail = name + "." if step is None else _progress(step)
    return Head(turn_kicker(scene), title, _rule(frame.card), detail, ATREIDES, _glyph(frame.card), areas)


@asks(AtreidesCardFrame)
def ask(scene: Scene, frame: AtreidesCardFrame, head: Head) -> Panel:
    """Shows the next step of a card with everything that may be done for it."""
    step = next_step(scene.state)
    if step is None:
        return head.panel(Form("finish-own", go_on(scene, (FinishAction(),), Go(_("Go on")))), css="order")
    build = BODIES.get(type(step.step))
    body = nothing_possible() if build is None else build(scene, step)
    detail = _sentence(head.detail, body.detail)
    if body.title:
        detail = _sentence(_text(scene, step.step) + ".", body.detail)
    blocks = (*body.blocks[:-1], *_instead(scene, frame), *body.blocks[-1:])
    return _of_body(head, body, blocks, body.title, detail)


def _of_body(head: Head, body: Body, blocks: tuple[Block, ...], title: str, detail: str) -> Panel:
    css = "" if body.orange else "order"
    return head.panel(*blocks, title=title, detail=detail, focus=body.focus, orange=body.orange, css=css)


def _text(scene: Scene, step: s.Step) -> str:
    return own_step_text(step, by_people=scene.state.mode is not Mode.SOLO)


def _vehicles_left(frame: AtreidesCardFrame) -> str:
    if frame.left is None:
        return ""
    return ngettext("Remove %(num)d vehicle", "Remove %(num)d vehicles", frame.left)


def _rule(card: str) -> str:
    return "LEADER-2" if card in LEADERS else "CARD-1"


def _glyph(card: str) -> str:
    return "named" if card in LEADERS else "cards"


def _place_in(step: CardStep) -> dict[str, int]:
    return {"number": step.number, "count": step.count}


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
    later = [_text(scene, step) for step in steps_of(frame)[frame.step + 1 :]]
    if later:
        about.append(Note(_("After this step: %(steps)s.", steps="; ".join(later)), "chevron"))
    other = Form(OTHER, (Buttons((_by_hand(), _skip())),))
    return (Fold(_("What the card does"), tuple(about), "book"), other) if about else (other,)


def _by_hand() -> Button:
    return Button(_("I enter it by hand"), "edit", name="how", value="hand")


def _skip() -> Button:
    return Button(_("Skip it"), "close", name="how", value="skip")


def card_title(card: str) -> str:
    """Returns the name of a card, or of the leader whose special action it is."""
    if card in LEADERS:
        return names.leader_name(card)
    return names.card_name(card) if card in CARDS else _("your planning card")


def with_step(scene: Scene, name: str, step: s.Step) -> str:
    """Returns the name of a card and what its step says, as the beginning of a sentence."""
    return _("%(card)s: %(step)s", card=name, step=_text(scene, step))


def within_card(scene: Scene, panel: Panel, *, skip: bool = False) -> Panel:
    """Returns the panel of an action with the way by hand where a card opened it.

    ``skip``: the panel itself has no button that leaves the action. What was tapped already is left as it is.
    """
    card = card_below(scene.state)
    if card is None or step_of(card) is None or scene.pick:
        return panel
    other = Form(OTHER, (Buttons((_by_hand(), _skip()) if skip else (_by_hand(),)),))
    return replace(panel, blocks=(*panel.blocks[:-1], other, *panel.blocks[-1:]))


def replacing(scene: Scene, head: Head) -> Panel:
    """Asks which units a card replaces by stronger ones, area by area."""
    step = next_step(scene.state)
    body = nothing_possible() if step is None else card_map.replaced(scene, step.choices)
    detail = body.detail if step is None or body.title else _sentence(_progress(step), body.detail)
    other = Form(OTHER, (Buttons((_by_hand(), _skip())),))
    return _of_body(head, body, (*body.blocks, other), body.title, detail)


@deed(STEP)
def _carry_out(scene: Scene, fields: Fields) -> Commands:
    return with_end(scene, fields, (read_step(fields),))


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
