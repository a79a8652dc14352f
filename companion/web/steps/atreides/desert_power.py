"""Desert Power: wormsigns in the desert, sandworms that move or attack."""

from collections.abc import Iterable
from dataclasses import replace

from companion.board import AREA_IDS, AREA_NUMBER, mask_of, members
from companion.rules import check
from companion.rules.ask.atreides_steps import card_below
from companion.rules.ask.desert import WORMSIGN_TOKENS, worm_prey
from companion.rules.ask.desert import worm_moves as worm_goals
from companion.rules.ask.desert_war import mounts, war_of
from companion.rules.ask.dice import ATTACK, MOVE, WORMSIGNS
from companion.rules.ask.turns import is_open_ended
from companion.rules.commands import Command, MoveWorm, PlaceWormsign, WormAttack
from companion.rules.errors import FormatError
from companion.rules.frames import ActionFrame
from companion.rules.state import HARKONNEN, State
from companion.rules.war import SANDRIDERS
from companion.web.drawing import Arrow, Glow, GlowKind
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.atreides.ending import go_on, with_end
from companion.web.steps.desert import riders
from companion.web.steps.head import Head
from companion.web.ui.blocks import Block, Button, Buttons, Choice, Form, Go
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Focus, Panel, lit
from companion.web.ui.parts import ids
from companion.web.words import names

SIGNS = "signs"
TAKE = "take"


def desert_uses(state: State) -> tuple[Choice, ...]:
    """Returns the Desert Power actions as answers; what cannot be done now is struck out and says why."""
    worms = list(members(state.worms_mask))
    free = state.desert_mask & ~(mask_of(state.wormsigns) | state.worms_mask | state.sietch_mask)
    moves = any(worm_goals(state, worm) for worm in worms)
    prey = any(worm_prey(state, worm) for worm in worms)
    none = _("No sandworm is on the board.")
    no_prey = _("No Harkonnen legion or harvester is within reach of a sandworm.") if worms else none
    no_goal = _("No sandworm has a free desert area within 2 areas.") if worms else none
    no_sign = _("No desert area is free for a wormsign.")
    war = state.desert_war is not None
    signs = _("in desert areas; one of them may be a sandrider instead") if war else _("in desert areas")
    far = _("2 areas each, 3 with a sandrider") if war else _("2 areas each")
    return (
        _use(WORMSIGNS, _("Place 2 wormsigns"), signs, "wormsign", "" if free else no_sign),
        _use(MOVE, _("Move up to 2 sandworms"), far, "sandworm", "" if moves else no_goal),
        _use(ATTACK, _("Attack with a sandworm"), _("it leaves the board then"), "attack", "" if prey else no_prey),
        *((_sandriders(state),) if war else ()),
    )


def _sandriders(state: State) -> Choice:
    """The action of the Sandriders' card (DW-8)."""
    no = "" if mounts(state) else _("No sandrider is alone in its area.")
    if not war_of(state).card_ready:
        no = _("Their card is spent until the next round.")
    detail = _("a worm under a lone sandrider, and a wormsign")
    return _use(SANDRIDERS, names.capital(names.leader_name(SANDRIDERS)), detail, "sandrider", no)


def _use(value: str, title: str, detail: str, glyph: str, refusal: str) -> Choice:
    return Choice(value, title, refusal or detail, glyph=glyph, disabled=bool(refusal))


def desert_power(scene: Scene, frame: ActionFrame, head: Head) -> Panel:
    """Goes on with a Desert Power action."""
    if frame.mount:
        return riders.mounting(scene, head)
    if scene.pick.get(riders.RIDER) and riders.may_place(scene.state):
        return riders.placing(scene, head)
    if frame.placements:
        return place_wormsigns(scene, frame.placements, head)
    return worm_moves(scene, frame, head) if frame.moves else worm_attacks(scene, frame, head)


def _panel(scene: Scene, head: Head, blocks: Iterable[Block], focus: Focus, rule: str, title: str = "") -> Panel:
    """The panel of a step; ``title``: other words within it, which need no second sentence."""
    on_its_own = card_below(scene.state) is None and not is_open_ended(scene.state.frame)
    end = ("end-turn", _("End turn")) if on_its_own else ("finish-own", _("End the action"))
    finish = Form(end[0], (Buttons((Button(end[1], "check"),)),))
    found = list(blocks)
    going = [block for block in found if isinstance(block, Form)]
    listed = [block for block in found if not isinstance(block, Form)]
    detail = "" if title else None
    return head.panel(*listed, finish, *going, title=title, detail=detail, orange=True, focus=focus, rule=rule)


def wormsign_areas(state: State) -> list[int]:
    """Returns where a wormsign may be placed now (ACT-DESERT)."""
    return [area for area in members(state.desert_mask) if not check(state, PlaceWormsign(area))]


def place_wormsigns(scene: Scene, most: int, head: Head) -> Panel:
    """Lets areas be tapped until all wormsigns have one; or one wormsign of the board, and where it goes (R-39)."""
    signs = scene.state.wormsigns
    if signs and (scene.pick.get(TAKE) or len(signs) == WORMSIGN_TOKENS):
        return _take_wormsign(scene, head)
    chosen = _signs(scene.pick.get(SIGNS, ""), most)
    areas = wormsign_areas(scene.state)
    links = {}
    for area in areas:
        left = [other for other in chosen if other != area]
        after = left if area in chosen else [*chosen, area][-most:]
        links[AREA_IDS[area]] = scene.also(**{SIGNS: ",".join(AREA_IDS[a] for a in after)})
    blocks: list[Block] = []
    if not chosen and riders.may_place(scene.state):
        instead = Button(_("A sandrider instead of one"), "sandrider", scene.here(**{riders.RIDER: "1"}))
        blocks.append(Buttons((instead,)))
    if signs and not chosen:
        blocks.append(Buttons((Button(_("Take one from the board"), "split", scene.here(**{TAKE: "1"})),)))
    if chosen:
        head = replace(head, detail=_("Chosen: %(areas)s.", areas=names.area_names(chosen)))
        text = ngettext("Place %(num)d wormsign", "Place %(num)d wormsigns", len(chosen))
        commands = [PlaceWormsign(area) for area in chosen]
        hidden = {"signs": ",".join(AREA_IDS[a] for a in chosen)}
        blocks.append(Form("wormsigns", go_on(scene, commands, Go(text, "wormsign")), hidden))
    glows = (
        Glow(GlowKind.NEXT, ids(area for area in areas if area not in chosen)),
        Glow(GlowKind.SELECTED, ids(chosen)),
    )
    focus = Focus(tuple(g for g in glows if g.ids), links=links)
    return _panel(scene, head, blocks, focus, "ACT-DESERT")


def _take_wormsign(scene: Scene, head: Head) -> Panel:
    """Asks which wormsign of the board is placed elsewhere, then where."""
    taken = AREA_NUMBER.get(scene.pick.get(TAKE, ""))
    picked = AREA_NUMBER.get(scene.pick.get("to", ""))
    signs = scene.state.wormsigns
    if taken not in signs:
        links = {AREA_IDS[area]: scene.here(**{TAKE: AREA_IDS[area]}) for area in signs}
        back = Buttons((Button(_("Back"), "undo", scene.step_url),))
        return _panel(
            scene,
            head,
            (back, *_by_name(signs, links)),
            lit(signs, links=links),
            "R-39",
            _("Tap the wormsign to move elsewhere"),
        )
    places = [a for a in members(scene.state.desert_mask) if not check(scene.state, PlaceWormsign(a, taken))]
    links = {AREA_IDS[area]: scene.here(**{TAKE: AREA_IDS[taken], "to": AREA_IDS[area]}) for area in places}
    title = _("Tap where the wormsign from %(area)s goes", area=names.area_name(taken))
    if picked not in places:
        back = Buttons((Button(_("Other wormsign"), "undo", scene.here(**{TAKE: "1"})),))
        return _panel(scene, head, (back,), lit(places, links=links), "R-39", title)
    go = Go(_("Done: %(place)s", place=names.area_name(picked)), "wormsign", back=scene.step_url, back_text=_("Back"))
    form = go_on(scene, [PlaceWormsign(picked, taken)], go)
    hidden = {"signs": AREA_IDS[picked], "taken": AREA_IDS[taken]}
    return _panel(scene, head, (Form("wormsigns", form, hidden),), lit([picked]), "R-39", title)


def _signs(text: str, most: int) -> list[int]:
    found = [AREA_NUMBER[one] for one in text.split(",") if one in AREA_NUMBER]
    return list(dict.fromkeys(found))[:most]


def worm_moves(scene: Scene, frame: ActionFrame, head: Head) -> Panel:
    """Asks for a worm, then for where it goes."""
    state = scene.state
    worms = [area for area in _worms(state, frame) if area not in frame.worms and worm_goals(state, area)]
    goals = {area: list(members(worm_goals(state, area))) for area in worms}
    return _two_taps(scene, goals, "worm-move", head, _("Tap where it goes"), "WORM-6")


def _worms(state: State, frame: ActionFrame) -> list[int]:
    """The worms that may act: all, or the one that a card names."""
    return [area for area in members(state.worms_mask) if frame.only is None or area == frame.only]


def worm_attacks(scene: Scene, frame: ActionFrame, head: Head) -> Panel:
    """Asks for a worm, then for what it attacks."""
    state = scene.state
    prey = {area: list(members(worm_prey(state, area))) for area in _worms(state, frame)}
    prey = {area: targets for area, targets in prey.items() if targets}
    return _two_taps(scene, prey, "worm-attack", head, _("Tap what it attacks"), "WORM-7")


def _two_taps(scene: Scene, goals: dict[int, list[int]], what: str, head: Head, second: str, rule: str) -> Panel:
    source, target = (AREA_NUMBER.get(scene.pick.get(name, "")) for name in ("from", "to"))
    if source is None or source not in goals:
        if not goals:
            return _panel(scene, head, (), Focus(), rule, _("No sandworm can do this"))
        links = {AREA_IDS[area]: scene.also(**{"from": AREA_IDS[area]}) for area in goals}
        return _panel(scene, head, _by_name(goals, links), lit(list(goals), links=links), rule)
    if target is None or target not in goals[source]:
        links = {AREA_IDS[area]: scene.also(to=AREA_IDS[area]) for area in goals[source]}
        glows = (Glow(GlowKind.NEXT, ids(goals[source])), Glow(GlowKind.SELECTED, ids([source])))
        focus = Focus(glows, ids=ids([*goals[source], source]), links=links)
        panel = _panel(scene, head, _by_name(goals[source], links), focus, rule, second)
        return replace(panel, detail=_prey(scene.state, what, goals[source]))
    glows = (Glow(GlowKind.NEXT, ids([target])), Glow(GlowKind.SELECTED, ids([source])))
    arrows = (Arrow(AREA_IDS[source], AREA_IDS[target]),)
    hidden = {"from": AREA_IDS[source], "to": AREA_IDS[target]}
    facts = {"source": names.area_name(source), "target": names.area_name(target)}
    title = _("The worm moves from %(source)s to %(target)s", **facts)
    command: Command = MoveWorm(source, target)
    if what == "worm-attack":
        title = _("The worm in %(source)s attacks %(target)s", **facts)
        command = WormAttack(source, target)
    go = Go(_("Done"), "check", back=scene.also(to=None), back_text=_("Back"))
    focus = Focus(glows, arrows, ids([target]), ids([source]))
    return _panel(scene, head, (Form(what, go_on(scene, (command,), go), hidden),), focus, rule, title)


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
    taken = fields.area_or_none("taken")
    return with_end(scene, fields, [PlaceWormsign(area, taken) for area in areas])


@deed("worm-move")
def _worm_move(scene: Scene, fields: Fields) -> Commands:
    return with_end(scene, fields, (MoveWorm(fields.area("from"), fields.area("to")),))


@deed("worm-attack")
def _worm_attack(scene: Scene, fields: Fields) -> Commands:
    return (WormAttack(fields.area("from"), fields.area("to")),)
