"""Desert Power: wormsigns in the desert, sandworms that move or attack."""

from collections.abc import Iterable

from companion.board import AREA_IDS, AREA_NUMBER, members
from companion.rules import check
from companion.rules.commands import MoveWorm, PlaceWormsign, WormAttack
from companion.rules.errors import FormatError
from companion.rules.frames import ActionFrame
from companion.rules.handlers.desert_power import worm_targets as worm_goals
from companion.rules.handlers.worms import worm_targets as worm_prey
from companion.rules.state import HARKONNEN, State
from companion.web.drawing import Arrow, Glow, GlowKind
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.ui.blocks import Block, Button, Buttons, Form, Go
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Focus, Panel, lit
from companion.web.ui.parts import go_form, ids, rule_link
from companion.web.words import names
from companion.web.words.guide_actions import turn_kicker

SIGNS = "signs"


def desert_power(scene: Scene, frame: ActionFrame) -> Panel:
    """Goes on with a Desert Power action."""
    if frame.placements:
        return place_wormsigns(scene, frame.placements)
    return worm_moves(scene, frame) if frame.moves else worm_attacks(scene, frame)


def _panel(scene: Scene, title: str, detail: str, blocks: Iterable[Block], focus: Focus, rule: str) -> Panel:
    finish = Form("finish-own", (Buttons((Button(_("End the action"), "check"),)),))
    return Panel(
        kicker=turn_kicker(scene.state, spent=True),
        faction="a",
        glyph="desert-power",
        title=title,
        detail=detail,
        orange=True,
        blocks=(*blocks, finish),
        focus=focus,
        rule=rule_link(rule),
    )


def wormsign_areas(state: State) -> list[int]:
    """Returns where a wormsign may be placed now (ACT-DESERT)."""
    return [area for area in members(state.desert_mask) if not check(state, PlaceWormsign(area))]


def place_wormsigns(scene: Scene, most: int) -> Panel:
    """Lets areas be tapped until all wormsigns have one."""
    chosen = _signs(scene.pick.get(SIGNS, ""), most)
    areas = wormsign_areas(scene.state)
    links = {}
    for area in areas:
        left = [other for other in chosen if other != area]
        after = left if area in chosen else [*chosen, area][-most:]
        links[AREA_IDS[area]] = scene.also(**{SIGNS: ",".join(AREA_IDS[a] for a in after)})
    blocks: list[Block] = []
    detail = _("Tap up to %(number)s lit areas.", number=most)
    if chosen:
        detail = _("Chosen: %(areas)s.", areas=names.area_names(chosen))
        text = ngettext("Place %(num)d wormsign", "Place %(num)d wormsigns", len(chosen))
        blocks.append(go_form("wormsigns", text, "wormsign", signs=",".join(AREA_IDS[a] for a in chosen)))
    glows = (
        Glow(GlowKind.NEXT, ids(area for area in areas if area not in chosen)),
        Glow(GlowKind.SELECTED, ids(chosen)),
    )
    focus = Focus(tuple(g for g in glows if g.ids), links=links)
    title = ngettext("Place %(num)d wormsign facedown", "Place %(num)d wormsigns facedown", most)
    return _panel(scene, title, detail, blocks, focus, "ACT-DESERT")


def _signs(text: str, most: int) -> list[int]:
    found = [AREA_NUMBER[one] for one in text.split(",") if one in AREA_NUMBER]
    return list(dict.fromkeys(found))[:most]


def worm_moves(scene: Scene, frame: ActionFrame) -> Panel:
    """Asks for a worm, then for where it goes."""
    state = scene.state
    worms = [area for area in _worms(state, frame) if area not in frame.worms and worm_goals(state, area)]
    goals = {area: list(members(worm_goals(state, area))) for area in worms}
    return _two_taps(scene, goals, "worm-move", _("Tap the sandworm that moves"), _("Tap where it goes"), "WORM-6")


def _worms(state: State, frame: ActionFrame) -> list[int]:
    """The worms that may act: all, or the one that a card names."""
    return [area for area in members(state.worms_mask) if frame.only is None or area == frame.only]


def worm_attacks(scene: Scene, frame: ActionFrame) -> Panel:
    """Asks for a worm, then for what it attacks."""
    state = scene.state
    prey = {area: list(members(worm_prey(state, area))) for area in _worms(state, frame)}
    prey = {area: targets for area, targets in prey.items() if targets}
    title = _("Tap the sandworm that attacks")
    return _two_taps(scene, prey, "worm-attack", title, _("Tap what it attacks"), "WORM-7")


def _two_taps(scene: Scene, goals: dict[int, list[int]], what: str, first: str, second: str, rule: str) -> Panel:
    source, target = (AREA_NUMBER.get(scene.pick.get(name, "")) for name in ("from", "to"))
    if source is None or source not in goals:
        if not goals:
            return _panel(scene, _("No sandworm can do this"), "", (), Focus(), rule)
        links = {AREA_IDS[area]: scene.also(**{"from": AREA_IDS[area]}) for area in goals}
        buttons = _by_name(goals, links)
        return _panel(scene, first, "", buttons, lit(list(goals), links=links), rule)
    if target is None or target not in goals[source]:
        links = {AREA_IDS[area]: scene.also(to=AREA_IDS[area]) for area in goals[source]}
        glows = (Glow(GlowKind.NEXT, ids(goals[source])), Glow(GlowKind.SELECTED, ids([source])))
        focus = Focus(glows, ids=ids([*goals[source], source]), links=links)
        return _panel(
            scene, second, _prey(scene.state, what, goals[source]), _by_name(goals[source], links), focus, rule
        )
    glows = (Glow(GlowKind.NEXT, ids([target])), Glow(GlowKind.SELECTED, ids([source])))
    arrows = (Arrow(AREA_IDS[source], AREA_IDS[target]),)
    hidden = {"from": AREA_IDS[source], "to": AREA_IDS[target]}
    facts = {"source": names.area_name(source), "target": names.area_name(target)}
    title = _("The worm goes from %(source)s to %(target)s", **facts)
    if what == "worm-attack":
        title = _("The worm in %(source)s attacks %(target)s", **facts)
    go = Go(_("Done"), "check", back=scene.also(to=None), back_text=_("Back"))
    focus = Focus(glows, arrows, ids([target]), ids([source]))
    return _panel(scene, title, "", (Form(what, (go,), hidden),), focus, rule)


def _by_name(areas: Iterable[int], links: dict[str, str]) -> tuple[Block, ...]:
    return (Buttons(tuple(Button(names.area_name(a), href=links[AREA_IDS[a]], cls="") for a in list(areas)[:12])),)


def _prey(state: State, what: str, areas: list[int]) -> str:
    if what != "worm-attack":
        return ""
    return "; ".join(
        f"{names.area_name(a)}: {names.figures_line(state.army(HARKONNEN, a), HARKONNEN) or _('harvester')}"
        for a in areas
    )


@deed("wormsigns")
def _wormsigns(scene: Scene, fields: Fields) -> Commands:
    areas = []
    for one in fields.text("signs").split(","):
        if one not in AREA_NUMBER:
            raise FormatError("signs", _("there is no area “%(value)s”", value=one[:40]))
        areas.append(AREA_NUMBER[one])
    return [PlaceWormsign(area) for area in areas]


@deed("worm-move")
def _worm_move(scene: Scene, fields: Fields) -> Commands:
    return (MoveWorm(fields.area("from"), fields.area("to")),)


@deed("worm-attack")
def _worm_attack(scene: Scene, fields: Fields) -> Commands:
    return (WormAttack(fields.area("from"), fields.area("to")),)
