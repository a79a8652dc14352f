"""Sandriders: one instead of a wormsign, a worm for a lone one by their card, a worm that rises for one (DW-8)."""

from companion.board import AREA_IDS, AREA_NUMBER, members
from companion.content.terms import DesertTroop
from companion.rules.ask.desert import SANDWORMS
from companion.rules.ask.desert_war import empty_desert, mounts, war_of, worm_sources
from companion.rules.commands import MountWorm, PlaceSandrider, RaiseWorm
from companion.rules.frames import ActionFrame, RiderFrame
from companion.rules.state import ATREIDES, WILD_MAKER, State
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.atreides.ending import go_on, with_end
from companion.web.steps.head import Head, asks, says
from companion.web.ui.blocks import Answers, Block, Button, Buttons, Choice, Fold, Form, Go, Select
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel, lit
from companion.web.words import names

RIDER = "rider"
"""The pick that says a sandrider comes instead of a wormsign."""
SUPPLY = "supply"


def may_place(state: State) -> bool:
    """Returns whether a sandrider may come instead of the next wormsign."""
    frame = state.frame
    riders = isinstance(frame, ActionFrame) and frame.riders and war_of(state).left(DesertTroop.SANDRIDER)
    return bool(riders and empty_desert(state))


def placing(scene: Scene, head: Head) -> Panel:
    """Asks for the empty desert area of a sandrider."""
    state = scene.state
    areas = list(members(empty_desert(state)))
    area = AREA_NUMBER.get(scene.pick.get("to", ""))
    back = Button(_("A wormsign instead"), "wormsign", scene.step_url)
    title = _("Tap an empty desert area for a sandrider")
    if area is None or area not in areas:
        links = {AREA_IDS[one]: scene.here(**{RIDER: "1", "to": AREA_IDS[one]}) for one in areas}
        focus = lit(areas, links=links)
        return head.panel(Buttons((back,)), title=title, detail="", focus=focus, orange=True, rule="DW-8")
    go = Go(_("Done: %(place)s", place=names.area_name(area)), "sandrider", back=scene.here(**{RIDER: "1"}))
    go = Go(go.text, go.glyph, back=go.back, back_text=_("Other area"))
    form = Form("sandrider", go_on(scene, (PlaceSandrider(area),), go), {"area": AREA_IDS[area]})
    title = _("A sandrider is placed in %(area)s", area=names.area_name(area))
    return head.panel(form, title=title, detail="", focus=lit([area]), rule="DW-8")


def mounting_head(scene: Scene) -> tuple[str, str]:
    """Returns what the Sandriders' action says first, and its second sentence."""
    title = scene.for_reader(
        _("Tap the lone sandrider that mounts a sandworm"), _("Atreides place a sandworm under a lone sandrider")
    )
    return title, scene.for_reader(_("Then place a wormsign in another desert area."), "")


def mounting(scene: Scene, head: Head) -> Panel:
    """Asks under which lone sandrider a worm comes, and where its figure is taken from if not from the supply."""
    state = scene.state
    areas = list(members(mounts(state)))
    tapped = AREA_NUMBER.get(scene.pick.get("to", ""))
    area = tapped if tapped in areas else areas[0] if len(areas) == 1 else None
    if area is None:
        links = scene.area_links(areas, "to")
        names_of = tuple(Button(names.area_name(one), href=links[AREA_IDS[one]], cls="") for one in areas)
        return head.panel(Buttons(names_of), focus=lit(areas, links=links), orange=True, rule="DW-8")
    supply = len(state.sandworms) < SANDWORMS
    worms = tuple((AREA_IDS[one], _("the worm of %(area)s", area=names.area_name(one))) for one in state.sandworms)
    inner: list[Block] = []
    if worms:
        offers = (*(((SUPPLY, _("from the supply")),) if supply else ()), *worms)
        choice = Select("worm_from", _("The figure of the worm"), offers, offers[0][0])
        inner.append(Fold(_("A worm from another area"), (choice,), "sandworm") if supply else choice)
    go = Go(_("Place a sandworm there"), "sandworm")
    form = Form("mount", (*inner, go), {"area": AREA_IDS[area]})
    title = _("A sandworm appears under the sandrider in %(area)s", area=names.area_name(area))
    return head.panel(form, title=title, focus=lit([area]), rule="DW-8", css="order" if inner else "")


@says(RiderFrame)
def say_rider(scene: Scene, frame: RiderFrame) -> Head:
    """Says that a worm takes the place of a sandrider."""
    area = names.area_name(frame.area)
    title = scene.for_reader(
        _("Place a sandworm in %(area)s", area=area), _("Atreides place a sandworm in %(area)s", area=area)
    )
    detail = _("A Harkonnen legion entered the area of a lone sandrider.")
    return Head(names.word("exp_sandrider"), title, "DW-8", detail, ATREIDES, "sandworm", (frame.area,))


@asks(RiderFrame)
def ask_rider(scene: Scene, frame: RiderFrame, head: Head) -> Panel:
    """Asks which figure the worm is, one tap."""
    state, choices = scene.state, list[Choice]()
    for source in worm_sources(state):
        if source is None:
            choices.append(Choice(SUPPLY, _("A sandworm from the supply"), glyph="sandworm"))
        else:
            text = _("The worm of %(area)s", area=names.area_name(source))
            choices.append(Choice(AREA_IDS[source], text, glyph="sandworm"))
    if state.wild_maker_in_play and state.wild_maker is None:
        choices.append(Choice(WILD_MAKER, _("The Wild Maker, from beside the board"), glyph="wild-maker"))
    return head.panel(Form("raise-worm", (Answers("worm_from", tuple(choices), big=False),)), css="order")


@deed("sandrider")
def _placed(scene: Scene, fields: Fields) -> Commands:
    return with_end(scene, fields, (PlaceSandrider(fields.area()),))


@deed("mount")
def _mounted(scene: Scene, fields: Fields) -> Commands:
    return (MountWorm(fields.area(), _source(fields)),)


@deed("raise-worm")
def _raised(scene: Scene, fields: Fields) -> Commands:
    if fields.text("worm_from") == WILD_MAKER:
        return (RaiseWorm(wild_maker=True),)
    return (RaiseWorm(_source(fields)),)


def _source(fields: Fields) -> int | None:
    return None if fields.text("worm_from") in ("", SUPPLY) else fields.area("worm_from")
