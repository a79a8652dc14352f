"""The end of a round and of the game: prescience claims, hand and leaders, the winner."""

from companion.rules.commands import EndRound, FinishClaims
from companion.rules.frames import EndFrame, EndStage
from companion.rules.handlers.hazards import SANDWORMS
from companion.rules.handlers.rounds import PARTNERS_HAND_LIMIT, hand_limit
from companion.rules.state import ATREIDES, WILD_MAKER
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed, panel_for
from companion.web.steps.atreides.claims import claim_blocks, claims_left
from companion.web.steps.people import turn as people
from companion.web.steps.round.secrets import objective_fold
from companion.web.ui.blocks import (
    Block,
    Check,
    Checks,
    Choice,
    Fold,
    Form,
    Go,
    Lines,
    Note,
    Options,
    Stepper,
    Steppers,
)
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel, lit
from companion.web.ui.parts import go_form, rule_link
from companion.web.words import names
from companion.web.words.guide import round_kicker

BACK, OUT = "back", "out"


@panel_for(EndFrame)
def end(scene: Scene, frame: EndFrame) -> Panel:
    """Goes through the end of the round."""
    return _claims(scene) if frame.stage is EndStage.CLAIMS else _cleanup(scene)


def _claims(scene: Scene) -> Panel:
    state = scene.state
    blocks: list[Block] = []
    if state.cards.revealed and claims_left(scene):
        tapped = "claimed" in scene.pick
        blocks.append(Fold(_("Claim a prescience card"), claim_blocks(scene, die=False), "check", tapped))
    if not state.hidden.objectives:
        blocks.append(objective_fold(scene))
    detail = ngettext(
        "%(num)d prescience card lies revealed.", "%(num)d prescience cards lie revealed.", state.cards.revealed
    )
    return Panel(
        kicker=round_kicker(state),
        faction="a",
        title=_("Claim prescience cards, if you meet them"),
        detail=detail,
        blocks=(*blocks, go_form("finish-claims", _("No more claims"), "chevron")),
        css="order",
        rule=rule_link("PRES-3"),
    )


def _cleanup(scene: Scene) -> Panel:
    state = scene.state
    inner: list[Block] = []
    hand = state.cards.hand
    over = max(0, hand - hand_limit(state))
    if hand:
        label = _("Cards discarded from your hand of %(hand)s", hand=hand)
        if people.by_people(state):
            label = _("Cards discarded from the Atreides hand of %(hand)s", hand=hand)
        if state.rules.partners > 1:
            label = _("Cards discarded from both hands, %(hand)s together", hand=hand)
            limit = _("Each of you keeps %(limit)s cards at most.", limit=PARTNERS_HAND_LIMIT)
            inner.append(Note(limit, "cards"))
        inner.append(Steppers((Stepper("discarded", label, over, 0, hand, "cards", "a"),)))
    leaders = [leader for _area, army in state.legions(ATREIDES) for leader in army.named]
    if leaders:
        checks = tuple(Check(leader, names.leader_name(leader), "named", "a", _("to a Naib")) for leader in leaders)
        note = _("Named leaders you take off the board for Naibs; none is the usual choice.")
        if people.by_people(state):
            note = _("Named leaders that Atreides take off the board for Naibs; none is the usual choice.")
        inner.append(Note(note, "named"))
        inner.append(Checks("replaced", _("Named leaders replaced"), checks))
    if people.by_people(state):
        inner += people.end_blocks(state)
    if state.wild_maker is not None and len(state.sandworms) < SANDWORMS:
        worm = Check("1", _("A normal sandworm takes its place"), "sandworm", "a", names.area_name(state.wild_maker))
        inner.append(Note(_("The Wild Maker may stay, or go for a normal sandworm."), "wild-maker"))
        inner.append(Checks("tame_worm", names.leader_name(WILD_MAKER), (worm,)))
    if state.cards.revealed:
        choices = (
            Choice(BACK, _("Shuffle unclaimed prescience cards back")),
            Choice(OUT, _("Take them out of the game")),
        )
        inner.append(Options("reshuffle", choices, "", BACK))
    number = state.round + 1
    inner.append(Go(_("Begin round %(round)s", round=number), "chevron"))
    lines = [_("Dice come back; spent leader cards are turned up again.")]
    if state.ornithopters or state.carryalls:
        lines.insert(0, _("Ornithopters and carryalls leave the board."))
    if not people.by_people(state):
        lines.append(_("Supremacy rises by 1."))
    return Panel(
        kicker=round_kicker(state),
        title=_("Clean up round %(round)s", round=state.round),
        glyph="check",
        blocks=(Lines(tuple(lines)), Form("end-round", tuple(inner))),
        focus=lit(zones=[*state.ornithopters, *state.carryalls]),
        css="order",
        rule=rule_link("ROUND-2"),
    )


@deed("finish-claims")
def _finish(scene: Scene, fields: Fields) -> Commands:
    return (FinishClaims(),)


@deed("end-round")
def _end_round(scene: Scene, fields: Fields) -> Commands:
    keep = fields.text("reshuffle", BACK) != OUT
    discarded = fields.count("discarded")
    replaced = (*fields.leaders("their-replaced"), *fields.leaders("replaced"))
    theirs = fields.count("their-discarded")
    return (EndRound(replaced, discarded, keep, fields.yes("tame_worm"), theirs),)
