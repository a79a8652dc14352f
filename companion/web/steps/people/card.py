"""A Harkonnen planning card between people, step by step: each may be left out (ACT-4)."""

from collections.abc import Sequence
from dataclasses import replace

from companion.board import AREA_IDS, AREA_NUMBER, members
from companion.content import GENERIC_LEADER
from companion.content.steps import Place, Play, Step, Transfer
from companion.content.terms import UnitKind
from companion.rules.army import Army
from companion.rules.ask.harkonnen_cards import EVERYWHERE, pieces_of, site_mask
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.commands import CardStepDone, PlaceVehicle, ReplaceUnits
from companion.rules.frames import CardFrame
from companion.rules.legal.scheme import leaders_of_side
from companion.rules.state import HARKONNEN, Standing, State, supply
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.atreides.card_parts import relocation
from companion.web.steps.head import Doer, Head, asks, says
from companion.web.steps.people.card_words import people_step_text
from companion.web.steps.people.listed import (
    FREE,
    LISTED,
    card_form,
    free_actions,
    list_form,
    listed_commands,
)
from companion.web.steps.people.pieces import room_in, with_pieces
from companion.web.steps.people.transfer import transfer
from companion.web.ui.blocks import Block, Button, Buttons, Check, Checks, Form, Go, Select, Steppers
from companion.web.ui.panel import Focus, Panel, lit
from companion.web.ui.parts import figure_steppers, go_form
from companion.web.words import names


@says(CardFrame, of=Doer.PEOPLE)
def said(scene: Scene, frame: CardFrame) -> Head:
    """Says which step of the card is due; others than its players read which card it is."""
    name = names.card_name(frame.card)
    areas = () if frame.area is None else (frame.area,)
    step = current_step(frame)
    title = _("The card is done: discard %(card)s face up", card=name) if step is None else people_step_text(step)
    title = scene.for_reader(title, _("The Harkonnen carry out %(card)s", card=name))
    kicker = _("Harkonnen card: %(card)s", card=name)
    return Head(kicker, title, "CARD-1", scene.for_reader(names.card_summary(frame.card), ""), HARKONNEN, areas=areas)


@asks(CardFrame, of=Doer.PEOPLE)
def ask(scene: Scene, frame: CardFrame, head: Head) -> Panel:
    """Goes on with the card: its next step, which may be left out, or its end."""
    step, listed = current_step(frame), listed_commands(scene.state)
    if isinstance(step, Transfer):
        return transfer(scene, head, listed, _leave_out(step))
    blocks: list[Block] = []
    focus = None
    if isinstance(step, Place):
        focus, form = _placing(scene, frame, step)
        blocks.append(form)
    if isinstance(step, Play):
        blocks.append(card_form(scene))
    led = (*FREE, ReplaceUnits, PlaceVehicle)
    wanted = [
        c for c in listed if isinstance(c, LISTED) and not isinstance(c, led) and not getattr(c, "placements", ())
    ]
    skips = [c for c in wanted if isinstance(c, CardStepDone) and not c.changed]
    acts = [c for c in wanted if c not in skips]
    if acts:
        blocks.append(list_form(acts, listed))
    blocks += _leave_out(step, [str(listed.index(c)) for c in skips[:1]])
    panel = head.panel(*blocks, *free_actions(listed), css="order", focus=focus, orange=focus is not None)
    return with_pieces(scene, panel, listed)


def _leave_out(step: Step | None, skips: Sequence[str] = ()) -> tuple[Block, ...]:
    """Ends the card, or leaves this step of it or the rest out (ACT-4); ``skips``: what leaves out the step, if any."""
    if step is None:
        return (go_form("their-card-done", _("The card is done"), "check"),)
    rest = Form("their-card-done", (Buttons((Button(_("Skip the rest of the card"), "close"),)),))
    one = tuple(Button(_("Skip this step"), "chevron", name="choice", value=value) for value in skips)
    return (Form("their-choice", (Buttons(one),)), rest) if one else (rest,)


def _placing(scene: Scene, frame: CardFrame, step: Place) -> tuple[Focus, Form]:
    """Where the figures of the step go: all into one area, the same into each of several, or one by one.

    What the card fixes is filled in, as far as there is room for it; the area may be tapped on the map.
    """
    state = scene.state
    areas, wanted = list(members(site_mask(state, step.site))), pieces_of(step, frame.part)
    each = step.site.kind in EVERYWHERE
    inner: list[Block] = []
    focus = lit(areas)
    if each:
        checks = tuple(Check(AREA_IDS[area], names.area_name(area), checked=True) for area in areas)
        inner.append(Checks("areas", _("Where?"), checks))
        room, area = wanted.units, None
    else:
        tapped = AREA_NUMBER.get(scene.pick.get("area", ""))
        roomiest = max(areas, key=lambda area: min(room_in(state, area), wanted.units), default=None)
        area = tapped if tapped in areas else roomiest
        room = wanted.units if area is None else room_in(state, area)
        focus = lit(areas, links=scene.area_links(areas, "area"))
        offers = tuple((AREA_IDS[area], names.area_name(area)) for area in areas)
        inner.append(Select("area", _("Where?"), offers, "" if area is None else AREA_IDS[area]))
    inner += _figures(state, wanted, room, each=each)
    leaders = _leaders(state, step)
    bashar = GENERIC_LEADER[HARKONNEN].id
    if leaders:
        # One of the board has to be named with its area, so it is not what comes if nothing is chosen.
        first = "" if leaders[0][0] == bashar and not supply(state, HARKONNEN).generic else leaders[0][0]
        inner.append(Select("leader", _("Leader"), (*leaders, ("", _("no leader"))), first))
    kept = areas if each else [] if area is None else [area]
    generic = int(any(leader == bashar for leader, _name in leaders))
    inner += relocation(state, HARKONNEN, kept, replace(wanted, generic=generic))
    return focus, Form("their-card-figures", (*inner, Go(_("Place them"), "check")))


def _figures(state: State, wanted: Army, room: int, *, each: bool) -> list[Block]:
    """The units that the card brings, the strongest first into the room there is; weaker ones may come instead."""
    strongest = max(at for at, kind in enumerate(UnitKind) if wanted.count(kind)) if wanted.units else -1
    left, shown = supply(state, HARKONNEN), dict[str, int]()
    for kind in reversed(list(UnitKind)[: strongest + 1]):
        shown[kind.value] = min(wanted.count(kind), getattr(left, kind.value), max(0, room))
        room -= shown[kind.value]
    if not shown:
        return []
    kinds = [kind.value for kind in UnitKind if kind.value in shown]
    steppers = (
        replace(one, value=shown[one.name], most=wanted.units) for one in figure_steppers(HARKONNEN, kinds, wanted)
    )
    return [Steppers(tuple(steppers), _("In each of these areas") if each else "")]


def _leaders(state: State, step: Place) -> tuple[tuple[str, str], ...]:
    """The leaders that the step may place: the one it names, a Bashar, or any that can come (ACT-6)."""
    pieces, generic = step.pieces, GENERIC_LEADER[HARKONNEN].id
    can_come = {name for name, status in state.leaders if status.standing in (Standing.READY, Standing.BOARD)}
    can_come -= set(state.just_out_of_tank)
    if supply(state, HARKONNEN).generic or any(army.generic for _area, army in state.legions(HARKONNEN)):
        can_come.add(generic)
    named = () if pieces.named is None else (pieces.named,)
    allowed = leaders_of_side(HARKONNEN) if pieces.leader else (generic,) if pieces.bashar else named
    return tuple((name, names.leader_name(name)) for name in allowed if name in can_come)
