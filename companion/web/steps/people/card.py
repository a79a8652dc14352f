"""A Harkonnen planning card between people, step by step: each may be left out (ACT-4)."""

from collections.abc import Sequence

from companion.board import AREA_IDS, members
from companion.content import GENERIC_LEADER
from companion.content.steps import Place, Play
from companion.rules.ask.harkonnen_cards import site_mask
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.commands import MoveLegion, PlaceVehicle, ReplaceUnits
from companion.rules.frames import CardFrame
from companion.rules.legal.scheme import leaders_of_side
from companion.rules.state import HARKONNEN, State
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
from companion.web.ui.blocks import Block, Form, Go, Select, Steppers
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
        blocks.append(_placing_form(state, list(members(site_mask(state, step.site)))))
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


def _placing_form(state: State, areas: Sequence[int]) -> Form:
    beside = [name for name, status in state.leaders if status.standing in ("ready", "board")]
    own = [name for name in beside if name in leaders_of_side(HARKONNEN)]
    generic = GENERIC_LEADER[HARKONNEN].id
    leaders = (("", _("no leader")), *((name, names.leader_name(name)) for name in (generic, *own)))
    inner = (
        Select("area", _("Where?"), tuple((AREA_IDS[area], names.area_name(area)) for area in areas)),
        Steppers(figure_steppers(HARKONNEN, ("regular", "elite", "special"))),
        Select("leader", _("Leader"), leaders),
        Go(_("Place them"), "check"),
    )
    return Form("their-card-figures", inner)
