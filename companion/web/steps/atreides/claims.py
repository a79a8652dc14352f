"""Claiming a prescience card: which one, what it gives, the die it asks for, the cards that lie on it (PRES-3)."""

from dataclasses import replace

from companion.content import PRESCIENCE_CARDS, ClaimPhase
from companion.content.prescience import PrescienceCard
from companion.content.terms import Marker, Result
from companion.rules.ask.prescience_conditions import WATER_OF_LIFE, met
from companion.rules.ask.rounds import BONUS_STEPS, CLAIMS_A_ROUND, FEAR
from companion.rules.commands import ClaimPrescience
from companion.rules.frames import TurnFrame
from companion.rules.state import ATREIDES, Mode
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.head import Head
from companion.web.ui.blocks import Act, Block, Check, Checks, Fold, Form, Go, Note, Select, Stepper, Steppers
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import rule_link
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH

MOST_GAIN = 3
STATE_GLYPH = ("check", "why", "close")
"""Met, told by the player alone, not met."""


def claim_blocks(scene: Scene, *, die: bool = True) -> tuple[Block, ...]:
    """Returns the cards that can be claimed now and the form of a claim; ``die``: in action resolution, where a card
    may ask for one. With a card tapped the form is filled in."""
    phase = ClaimPhase.ACTIONS if die else ClaimPhase.END
    card = PRESCIENCE_CARDS.get(scene.pick.get("claimed", ""))
    if card is not None and card.phase is phase:
        back = scene.also(claimed=None)
        return (_about(scene, card), _form(scene, card, die=die, back=back))
    known = sorted((one for one in PRESCIENCE_CARDS.values() if one.phase is phase), key=lambda one: _order(scene, one))
    acts = tuple(
        Act(
            STATE_GLYPH[_order(scene, one)],
            names.translated(one.name),
            _condition(scene, one),
            scene.also(claimed=one.id),
        )
        for one in known
    )
    other = Fold(_("Another card, or without its name"), (_form(scene, None, die=die),), "edit")
    return (*acts, other)


def can_claim(scene: Scene) -> bool:
    """Tells whether a claim is left in this round and a card lies revealed (PRES-3)."""
    return bool(scene.state.cards.revealed and claims_left(scene))


def claim_act(scene: Scene) -> tuple[Block, ...]:
    """Returns the way to a claim, if there is one."""
    if not can_claim(scene):
        return ()
    detail = _("Revealed cards: %(number)s", number=scene.state.cards.revealed)
    return (Act("check", _("Claim a prescience card"), detail, scene.here(use="claim")),)


def _may_spend(scene: Scene) -> bool:
    """Spending a die is the action of an own turn."""
    frame = scene.state.frame
    return isinstance(frame, TurnFrame) and frame.faction is ATREIDES and not frame.acted


def _order(scene: Scene, card: PrescienceCard) -> int:
    """What is met comes first, what is not met last."""
    state = met(scene.state, card.id).met
    return 1 if state is None else 0 if state else 2


def _condition(scene: Scene, card: PrescienceCard) -> str:
    """What a card asks for, and whether the board shows it."""
    need = "" if card.need is None else names.translated(card.need)
    found = met(scene.state, card.id)
    if found.met is None:
        return need or _("Only the printed card says what it asks for.")
    facts = {"need": need, "count": found.facts["count"], "needed": found.facts["needed"]}
    if found.met:
        return _("Met. %(need)s", **facts)
    return _("%(count)s of %(needed)s. %(need)s", **facts)


def _about(scene: Scene, card: PrescienceCard) -> Note:
    is_met = met(scene.state, card.id).met
    odd = "odd" if is_met is False else ""
    text = _("%(card)s: %(condition)s", card=names.translated(card.name), condition=_condition(scene, card))
    return Note(text, "warn" if odd else "check", odd, rule_link("PRES-3"))


def _form(scene: Scene, card: PrescienceCard | None, *, die: bool, back: str = "") -> Form:
    gains = dict(card.gains or ()) if card is not None else {}
    steppers = tuple(
        Stepper(m.value, names.marker_name(m), gains.get(m, 0), 0, MOST_GAIN, MARKER_GLYPH[m]) for m in Marker
    )
    inner: list[Block] = [Steppers(steppers, _("What it gives"))]
    hidden: dict[str, str] = {}
    if card is None:
        offers = (("", _("not named")), *((c.id, names.translated(c.name)) for c in PRESCIENCE_CARDS.values()))
        inner.append(Select("card", _("The card, for the history"), offers))
    else:
        hidden["card"] = card.id
    results = tuple(dict.fromkeys(scene.state.atreides_results or ()))
    if die and results and _may_spend(scene):
        dice = (("", _("no die")), *((r.value, names.result_name(r)) for r in results))
        chosen = results[0].value if card is not None and card.id == WATER_OF_LIFE else ""
        inner.append(Select("die", _("Die spent, if the card asks for one"), dice, chosen))
    inner += _attached(scene)
    inner.append(Go(_("Claim it"), "check", back=back, back_text=_("Other card") if back else ""))
    return Form("claim", tuple(inner), hidden)


def _attached(scene: Scene) -> tuple[Block, ...]:
    """The planning cards that lie on prescience cards; one of them moves a marker further."""
    attached = scene.state.cards.attached
    if not attached:
        return ()
    checks = tuple(Check(card, names.card_name(card), "cards", "a", names.card_summary(card)) for card in attached)
    blocks: list[Block] = [Checks("attached", _("Cards attached to it"), checks)]
    if FEAR in attached:
        offers = (("", _("it is not attached to this one")), *((m.value, names.marker_name(m)) for m in Marker))
        facts = {"card": names.card_name(FEAR), "steps": BONUS_STEPS}
        blocks.append(Select("bonus", _("%(card)s, extra steps: %(steps)s", **facts), offers))
    return (Note(_("Tick the cards attached to the claimed card."), "cards"), *blocks)


def claim_panel(scene: Scene, head: Head) -> Panel:
    """Asks what a claimed prescience card gives."""
    title, detail = _("Claim a prescience card"), _("Which one do you meet?")
    if scene.state.mode is not Mode.SOLO:
        detail = _("Which one do Atreides meet?")
    return head.panel(
        *claim_blocks(scene), title=title, detail=detail, css="order", close=scene.step_url, rule="PRES-3"
    )


def with_claim(scene: Scene, panel: Panel) -> Panel:
    """Returns a panel with the way to a claim: a card is claimed as soon as it is met, in any turn (PRES-3)."""
    acts = claim_act(scene)
    return replace(panel, blocks=(*panel.blocks[:-1], *acts, *panel.blocks[-1:])) if acts else panel


def claims_left(scene: Scene) -> int:
    """Returns how many prescience cards may still be claimed in this round."""
    return max(0, CLAIMS_A_ROUND - scene.state.cards.claimed)


@deed("claim")
def _claim(scene: Scene, fields: Fields) -> Commands:
    kwisatz, dwellers, jihad = (fields.count(marker.value, 12) for marker in Marker)
    die = fields.member("die", Result) if fields.text("die") else None
    bonus = fields.member("bonus", Marker) if fields.text("bonus") else None
    attached = tuple(fields.values.getlist("attached"))
    if bonus is not None and FEAR not in attached:
        attached = (*attached, FEAR)
    return (ClaimPrescience((kwisatz, dwellers, jihad), die, fields.text("card") or None, attached, bonus),)
