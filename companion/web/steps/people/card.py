"""A Harkonnen planning card between people, step by step: each may be left out (ACT-4)."""

from dataclasses import replace

from companion.board import AREA_IDS, members
from companion.content import GENERIC_LEADER
from companion.content.steps import Place, Play
from companion.content.terms import UnitKind
from companion.rules.ask.harkonnen_cards import EVERYWHERE, pieces_of, site_mask
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.commands import MoveLegion, PlaceVehicle, ReplaceUnits
from companion.rules.frames import CardFrame
from companion.rules.legal.scheme import leaders_of_side
from companion.rules.state import HARKONNEN, Standing, State, supply
from companion.web.orders.card_steps import card_step_text
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.head import Doer, Head, asks, says
from companion.web.steps.people.listed import (
    FREE,
    LISTED,
    MOST_LISTED,
    card_form,
    free_actions,
    list_form,
    listed_commands,
)
from companion.web.steps.people.pieces import with_pieces
from companion.web.ui.blocks import Block, Check, Checks, Form, Go, Select, Steppers
from companion.web.ui.panel import Panel
from companion.web.ui.parts import figure_steppers, go_form
from companion.web.words import names


@says(CardFrame, of=Doer.PEOPLE)
def said(scene: Scene, frame: CardFrame) -> Head:
    """Says which step of the card is due; others than its players read which card it is."""
    name = names.card_name(frame.card)
    areas = () if frame.area is None else (frame.area,)
    step = current_step(frame)
    title = _("The card is done: discard %(card)s face up", card=name) if step is None else card_step_text(step)
    title = scene.for_reader(title, _("The Harkonnen carry out %(card)s", card=name))
    kicker = _("Harkonnen card: %(card)s", card=name)
    return Head(kicker, title, "CARD-1", scene.for_reader(names.card_summary(frame.card), ""), HARKONNEN, areas=areas)


@asks(CardFrame, of=Doer.PEOPLE)
def ask(scene: Scene, frame: CardFrame, head: Head) -> Panel:
    """Goes on with the card: its next step, which may be left out, or its end."""
    state, step, listed = scene.state, current_step(frame), listed_commands(scene.state)
    blocks: list[Block] = []
    if isinstance(step, Place):
        blocks.append(_placing_form(state, frame, step))
    if isinstance(step, Play):
        blocks.append(card_form())
    led = (*FREE, ReplaceUnits, PlaceVehicle)
    wanted = [
        c for c in listed if isinstance(c, LISTED) and not isinstance(c, led) and not getattr(c, "placements", ())
    ]
    if wanted:
        blocks.append(list_form(wanted, listed))
    transfers = [c for c in listed if isinstance(c, MoveLegion)][:MOST_LISTED]
    if transfers:
        offers = tuple(
            (
                str(listed.index(c)),
                _(
                    "%(source)s to %(target)s: %(figures)s",
                    source=names.area_name(c.source),
                    target=names.area_name(c.target),
                    figures=names.figures(c.figures, HARKONNEN),
                ),
            )
            for c in transfers
        )
        blocks.append(
            Form("their-choice", (Select("choice", _("Which legion goes where?"), offers), Go(_("Move"), "move")))
        )
    blocks.append(go_form("their-card-done", _("The card is done"), "check"))
    return with_pieces(scene, head.panel(*blocks, *free_actions(listed), css="order"), listed)


def _placing_form(state: State, frame: CardFrame, step: Place) -> Form:
    """Where the figures of the step go: all into one area, the same into each of several, or one by one."""
    areas, wanted = list(members(site_mask(state, step.site))), pieces_of(step, frame.part)
    each = step.site.kind in EVERYWHERE
    strongest = max(at for at, kind in enumerate(UnitKind) if wanted.count(kind)) if wanted.units else -1
    kinds = [kind.value for kind in list(UnitKind)[: strongest + 1]]
    steppers = (replace(one, most=wanted.units) for one in figure_steppers(HARKONNEN, kinds, wanted))
    inner: list[Block] = []
    if each:
        checks = tuple(Check(AREA_IDS[area], names.area_name(area), checked=True) for area in areas)
        inner.append(Checks("areas", _("Where?"), checks))
    else:
        inner.append(Select("area", _("Where?"), tuple((AREA_IDS[area], names.area_name(area)) for area in areas)))
    if kinds:
        inner.append(Steppers(tuple(steppers), _("In each of these areas") if each else ""))
    leaders = _leaders(state, step)
    if leaders:
        inner.append(Select("leader", _("Leader"), (("", _("no leader")), *leaders)))
    return Form("their-card-figures", (*inner, Go(_("Place them"), "check")))


def _leaders(state: State, step: Place) -> tuple[tuple[str, str], ...]:
    """The leaders that the step may place: the one it names, a Bashar, or any that can come (ACT-6)."""
    pieces, generic = step.pieces, GENERIC_LEADER[HARKONNEN].id
    can_come = {name for name, status in state.leaders if status.standing in (Standing.READY, Standing.BOARD)}
    can_come -= set(state.just_out_of_tank)
    if supply(state, HARKONNEN).generic:
        can_come.add(generic)
    named = () if pieces.named is None else (pieces.named,)
    allowed = leaders_of_side(HARKONNEN) if pieces.leader else (generic,) if pieces.bashar else named
    return tuple((name, names.leader_name(name)) for name in allowed if name in can_come)
