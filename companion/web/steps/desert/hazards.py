"""The desert hazards: their stages, worms settled one by one, storms one by one."""

from companion.board import AREA_IDS, AREA_NUMBER, ZONE_IDS, members, sheltered_mask
from companion.content.terms import VehicleKind
from companion.rules import combat
from companion.rules.ask.desert import sensible_rescues, worm_meets_legion
from companion.rules.commands import BeginStorm, Retreat, SaveHarvester, SettleWorm
from companion.rules.frames import HazardsFrame, HazardStage, WormFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from companion.web.drawing import Arrow, Glow, GlowKind
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.desert import wormsigns
from companion.web.steps.head import Head, asks, says
from companion.web.ui.blocks import Answers, Block, Button, Buttons, Choice, Fold, Form, Go
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Focus, Panel, lit
from companion.web.ui.parts import area_choices, go_form, ids, legion_words
from companion.web.words import names


@says(HazardsFrame)
def say_hazards(scene: Scene, frame: HazardsFrame) -> Head:
    """Says which stage of the desert hazards goes on, and where."""
    match frame.stage:
        case HazardStage.WORMSIGNS:
            return wormsigns.put_out_head(scene)
        case HazardStage.REVEAL:
            return wormsigns.turn_head(scene, frame)
        case HazardStage.WORMS:
            title = scene.for_reader(_("Resolve the next worm"), _("Atreides resolve the next worm"))
            left = ngettext("%(num)d worm is left.", "%(num)d worms are left.", len(frame.areas))
            return _stage_head(scene, frame, title, left, "sandworm", "WORM-4")
        case HazardStage.STORMS:
            title = scene.for_reader(_("Roll for the next storm"), _("Atreides roll for the next storm"))
            left = ngettext(
                "%(num)d Harkonnen legion is in the open.",
                "%(num)d Harkonnen legions are in the open.",
                len(frame.areas),
            )
            return _stage_head(scene, frame, title, left, "storm", "STORM-1")


def _stage_head(scene: Scene, frame: HazardsFrame, title: str, left: str, glyph: str, rule: str) -> Head:
    kicker = _("Round %(round)d, desert hazards", round=scene.state.round)
    detail = " ".join((left, _("Tap one."))) if scene.reader.acts else left
    return Head(kicker, title, rule, detail, ATREIDES, glyph, frame.areas)


@asks(HazardsFrame)
def hazards(scene: Scene, frame: HazardsFrame, head: Head) -> Panel:
    """Goes through the desert hazards."""
    match frame.stage:
        case HazardStage.WORMSIGNS:
            return wormsigns.put_out(scene, head)
        case HazardStage.REVEAL:
            return wormsigns.turn(scene, frame, head)
        case HazardStage.WORMS:
            return _one_of(scene, frame, head, "settle-worm")
        case HazardStage.STORMS:
            return _one_of(scene, frame, head, "storm")


def _one_of(scene: Scene, frame: HazardsFrame, head: Head, what: str) -> Panel:
    details = {area: _under_it(scene.state, area, storm=what == "storm") for area in frame.areas}
    tapped = AREA_NUMBER.get(scene.pick.get("area", ""))
    blocks: tuple[Block, ...] = (Form(what, (Answers("area", area_choices(frame.areas, details, head.glyph), False),)),)
    if tapped in frame.areas and tapped is not None:
        name = names.area_name(tapped)
        blocks = (go_form(what, _("Now %(area)s", area=name), head.glyph, area=AREA_IDS[tapped]),)
    links = scene.area_links(frame.areas, "area")
    return head.panel(*blocks, focus=lit(list(frame.areas), links=links), css="order")


def _under_it(state: State, area: int, *, storm: bool) -> str:
    """What a worm or a storm meets, and why a plateau ringed by mountains is open to it (ATOM-1)."""
    figures = legion_words(state.army(HARKONNEN, area))
    if area in state.harvesters and not storm:
        harvester = names.vehicles(VehicleKind.HARVESTER, 1)
        figures = f"{figures}, {harvester}" if state.army(HARKONNEN, area) else harvester
    if sheltered_mask(state.graph, None) >> area & 1:
        return _("%(figures)s; the atomics opened this plateau", figures=figures)
    return figures


@says(WormFrame)
def say_worm(scene: Scene, frame: WormFrame) -> Head:
    """Says whom a worm drives off: a legion that retreats, or a harvester that a carryall may save."""
    state = scene.state
    area = names.area_name(frame.area)
    kicker = _("A worm in %(area)s", area=area)
    if worm_meets_legion(state, frame):
        asked = _("Choose where the Harkonnen legion retreats")
        if state.mode is not Mode.SOLO:
            asked = _("Atreides: choose where the Harkonnen legion retreats")
        title = scene.for_reader(asked, _("Atreides choose where the Harkonnen legion retreats"))
        open_areas = tuple(members(combat.retreats(state, HARKONNEN, frame.area)))
        figures = legion_words(state.army(HARKONNEN, frame.area))
        facts = {"figures": figures, "areas": names.area_names(open_areas)}
        detail = _("%(figures)s must leave. Possible: %(areas)s.", **facts)
        return Head(kicker, title, "WORM-4", detail, ATREIDES, "sandworm", (frame.area, *open_areas))
    detail = _("The carryall leaves the board and the harvester stays.")
    zones = tuple(sensible_rescues(state, frame))
    title = _("Does a carryall save the harvester in %(area)s?", area=area)
    if state.mode is not Mode.SOLO:
        title = _("Harkonnen: does a carryall save the harvester in %(area)s?", area=area)
    if not scene.reader.acts:
        title = _("Harkonnen may save the harvester in %(area)s with a carryall", area=area)
    elif state.mode is Mode.SOLO and len(zones) > 1:
        title = _("Choose the carryall that saves the harvester in %(area)s", area=area)
    return Head(kicker, title, "WORM-4", detail, HARKONNEN, "sandworm", (frame.area,), zones)


@asks(WormFrame)
def worm(scene: Scene, frame: WormFrame, head: Head) -> Panel:
    """Settles a worm: where the legion above it goes, whether a carryall saves the harvester."""
    if worm_meets_legion(scene.state, frame):
        return _worm_retreat(scene, frame, head)
    zones = sensible_rescues(scene.state, frame)
    choices = tuple(
        Choice(ZONE_IDS[zone], _("The carryall of the %(zone)s saves it", zone=names.zone_name(zone)), glyph="carryall")
        for zone in zones
    )
    if scene.state.mode is not Mode.SOLO or not zones:
        choices += (Choice("none", _("Nobody saves it"), _("the harvester leaves the board"), glyph="close"),)
    return head.panel(Form("rescue", (Answers("zone", choices, big=False),)), css="order")


def _worm_retreat(scene: Scene, frame: WormFrame, head: Head) -> Panel:
    areas = list(members(combat.retreats(scene.state, HARKONNEN, frame.area)))
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
    focus = Focus(glows, arrows, ids([*areas, frame.area]), links=links)
    return head.panel(*blocks, focus=focus, css="order")


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
