"""Desert hazards: wormsigns put out and turned, worms settled, storms; and legions that are too big."""

from companion.board import AREA_IDS, AREA_NUMBER, ZONE_IDS, members, sheltered_mask
from companion.content.terms import VehicleKind
from companion.rules import combat, execute
from companion.rules.army import NOBODY
from companion.rules.commands import (
    BeginHazards,
    BeginStorm,
    RemoveExcess,
    Retreat,
    SaveHarvester,
    SettleWorm,
)
from companion.rules.frames import HazardsFrame, HazardStage, StackingFrame, WormFrame
from companion.rules.handlers.worms import sensible_rescues, worm_meets_legion
from companion.rules.state import HARKONNEN, Mode, State
from companion.web.drawing import Arrow, Glow, GlowKind
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed, panel_for
from companion.web.steps.mahdi.questions import wormsign_due
from companion.web.steps.mahdi.turn import order_panel
from companion.web.ui.blocks import Answers, Block, Button, Buttons, Choice, Fold, Form, Go, Lines, Steppers
from companion.web.ui.fields import UNIT_FIELDS, Fields
from companion.web.ui.panel import Focus, Panel, lit
from companion.web.ui.parts import (
    SIDE,
    area_choices,
    figure_steppers,
    go_form,
    ids,
    legion_words,
    rule_link,
)
from companion.web.words import names
from companion.web.words.guide import guide_text


@panel_for(HazardsFrame)
def hazards(scene: Scene, frame: HazardsFrame) -> Panel:
    """Goes through the desert hazards."""
    match frame.stage:
        case HazardStage.WORMSIGNS:
            return _put_out(scene)
        case HazardStage.REVEAL:
            return _turn(scene, frame)
        case HazardStage.WORMS:
            return _one_of(scene, frame, "settle-worm", "sandworm", "WORM-4")
        case HazardStage.STORMS:
            return _one_of(scene, frame, "storm", "storm", "STORM-1")


def _put_out(scene: Scene) -> Panel:
    """Names every wormsign to discard and to place, as the rules work it out."""
    state = scene.state
    guide = guide_text(state)
    after, _events = execute(state, BeginHazards())
    gone = [area for area in state.wormsigns if area not in after.wormsigns]
    new = [area for area in after.wormsigns if area not in state.wormsigns]
    lines = []
    if gone:
        lines.append(_("Discard: %(areas)s", areas=names.area_names(gone)))
    if new:
        lines.append(_("Place: %(areas)s", areas=names.area_names(new)))
    if not lines:
        lines.append(_("No wormsign to place or to discard."))
    return Panel(
        kicker=guide.kicker,
        faction="a",
        glyph="wormsign",
        title=ngettext("Put out %(num)d wormsign", "Put out %(num)d wormsigns", len(new)) if new else guide.heading,
        detail=_("One facedown with each Harkonnen legion and harvester in the desert."),
        orange=bool(new),
        blocks=(Lines(tuple(lines)), go_form("hazards", _("They lie there"), "wormsign")),
        focus=lit(new),
        css="order",
        rule=rule_link("WORM-1"),
    )


def _turn(scene: Scene, frame: HazardsFrame) -> Panel:
    state = scene.state
    waiting = [area for area in frame.areas if area in state.wormsigns]
    tapped = AREA_NUMBER.get(scene.pick.get("area", ""))
    area = tapped if tapped in waiting and tapped is not None else waiting[0]
    kicker = ngettext("Desert hazards, %(num)d wormsign left", "Desert hazards, %(num)d wormsigns left", len(waiting))
    return wormsign_due(scene, area, waiting, kicker)


def _one_of(scene: Scene, frame: HazardsFrame, what: str, glyph: str, rule: str) -> Panel:
    state = scene.state
    guide = guide_text(state)
    details = {area: _under_it(state, area, storm=what == "storm") for area in frame.areas}
    choices = area_choices(frame.areas, details, glyph)
    tapped = AREA_NUMBER.get(scene.pick.get("area", ""))
    blocks: tuple[Block, ...] = (Form(what, (Answers("area", choices, big=False),)),)
    if tapped in frame.areas and tapped is not None:
        name = names.area_name(tapped)
        blocks = (go_form(what, _("Now %(area)s", area=name), glyph, area=AREA_IDS[tapped]),)
    links = scene.area_links(frame.areas, "area")
    return Panel(
        kicker=guide.kicker,
        glyph=glyph,
        title=guide.heading,
        detail=guide.sentence,
        orange=True,
        blocks=blocks,
        focus=lit(list(frame.areas), links=links),
        css="order",
        rule=rule_link(rule),
    )


def _under_it(state: State, area: int, *, storm: bool) -> str:
    """What a worm or a storm meets, and why a plateau ringed by mountains is open to it (ATOM-1)."""
    figures = legion_words(state.army(HARKONNEN, area))
    if area in state.harvesters and not storm:
        harvester = names.vehicles(VehicleKind.HARVESTER, 1)
        figures = f"{figures}, {harvester}" if state.army(HARKONNEN, area) else harvester
    if sheltered_mask(state.graph, None) >> area & 1:
        return _("%(figures)s; the atomics opened this plateau", figures=figures)
    return figures


@panel_for(WormFrame)
def worm(scene: Scene, frame: WormFrame) -> Panel:
    """Settles a worm: where the legion above it goes, whether a carryall saves the harvester."""
    guide = guide_text(scene.state)
    if worm_meets_legion(scene.state, frame):
        return _worm_retreat(scene, frame)
    zones = sensible_rescues(scene.state, frame)
    choices = (
        *(
            Choice(
                ZONE_IDS[zone], _("The carryall of the %(zone)s saves it", zone=names.zone_name(zone)), glyph="carryall"
            )
            for zone in zones
        ),
    )
    if scene.state.mode is not Mode.SOLO or not zones:
        choices += (Choice("none", _("Nobody saves it"), _("the harvester leaves the board"), glyph="close"),)
    return Panel(
        kicker=guide.kicker,
        faction="h",
        glyph="sandworm",
        title=guide.heading,
        detail=guide.sentence,
        orange=True,
        blocks=(Form("rescue", (Answers("zone", choices, big=False),)),),
        focus=lit([frame.area], zones),
        css="order",
        rule=rule_link("WORM-4"),
    )


def _worm_retreat(scene: Scene, frame: WormFrame) -> Panel:
    state = scene.state
    guide = guide_text(state)
    areas = list(members(combat.retreats(state, HARKONNEN, frame.area)))
    target = AREA_NUMBER.get(scene.pick.get("to", ""))
    links = scene.area_links(areas, "to")
    glows = (Glow(GlowKind.NEXT, ids(areas)), Glow(GlowKind.FROM_1, ids([frame.area])))
    arrows: tuple[Arrow, ...] = ()
    if target in areas and target is not None:
        go = Go(_("To %(area)s", area=names.area_name(target)), "retreat", back=scene.step_url, back_text=_("Back"))
        blocks: tuple[Block, ...] = (Form("worm-retreat", (go,), {"to": AREA_IDS[target]}),)
        arrows = (Arrow(AREA_IDS[frame.area], AREA_IDS[target]),)
    else:
        buttons = tuple(Button(names.area_name(a), "retreat", links[AREA_IDS[a]], cls="") for a in areas)
        blocks = (Fold(_("Or choose by name"), (Buttons(buttons),), "locate"),)
    return Panel(
        kicker=guide.kicker,
        faction="a",
        glyph="sandworm",
        title=guide.heading,
        detail=_("You choose the area for %(figures)s.", figures=legion_words(state.army(HARKONNEN, frame.area))),
        orange=True,
        blocks=blocks,
        focus=Focus(glows, arrows, ids([*areas, frame.area]), links=links),
        css="order",
        rule=rule_link("WORM-4"),
    )


@panel_for(StackingFrame)
def stacking(scene: Scene, frame: StackingFrame) -> Panel:
    """Asks which units go from a legion that is too big."""
    state = scene.state
    guide = guide_text(state)
    order = scene.order()
    if order is not None:
        return order_panel(scene, order, guide.kicker)
    army = state.army(frame.faction, frame.area) or NOBODY
    kinds = tuple(kind for kind in UNIT_FIELDS if kind != "generic" and getattr(army, kind))
    inner = (Steppers(figure_steppers(frame.faction, kinds, most=army)), Go(_("Take them off"), "check"))
    return Panel(
        kicker=guide.kicker,
        faction=SIDE[frame.faction],
        title=guide.heading,
        detail=guide.sentence,
        orange=True,
        blocks=(Form("excess", inner),),
        focus=lit([frame.area]),
        css="order",
        rule=rule_link(guide.rule.id),
    )


@deed("hazards")
def _begin(scene: Scene, fields: Fields) -> Commands:
    return (BeginHazards(),)


@deed("settle-worm")
def _settle(scene: Scene, fields: Fields) -> Commands:
    return (SettleWorm(fields.area()),)


@deed("storm")
def _storm(scene: Scene, fields: Fields) -> Commands:
    return (BeginStorm(fields.area()),)


@deed("rescue")
def _rescue(scene: Scene, fields: Fields) -> Commands:
    return (SaveHarvester(None if fields.text("zone") == "none" else fields.zone()),)


@deed("worm-retreat")
def _retreat(scene: Scene, fields: Fields) -> Commands:
    return (Retreat(fields.area("to")),)


@deed("excess")
def _excess(scene: Scene, fields: Fields) -> Commands:
    return (RemoveExcess(fields.army()),)
