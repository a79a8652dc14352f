"""The action of a Desert War token: suspensor troopers deployed, moved, or given up to scout (DW-2, DW-9)."""

from collections.abc import Sequence

from companion.board import AREA_IDS, AREA_NUMBER, SECTOR_MASK, SECTORS, members
from companion.content import DESERT_WAR
from companion.content.terms import DesertTroop, Power, Result
from companion.rules.army import NOBODY
from companion.rules.ask.desert_war import met_troops, scouted_from, suspensor_moves, suspensor_sites, war_of
from companion.rules.ask.turns import turn_frame
from companion.rules.commands import DeploySuspensors, MoveSuspensor, ScoutBySuspensor
from companion.rules.frames import ActionFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, State
from companion.web.drawing import Arrow, Glow, GlowKind
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.desert.gathering import counted, gather, read, tapped, written
from companion.web.steps.head import Head
from companion.web.ui.blocks import Act, Block, Button, Buttons, Choice, Form, Go, Key, Keys, Note, Options
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Focus, Panel, lit
from companion.web.ui.parts import ids, rule_link
from companion.web.words import names

DO = "do"
DEPLOY, MOVE, SCOUT = "deploy", "move", "scout"
BOTH, SIETCH, TOKENS = "both", "sietch", "tokens"
"""What is turned of an area that a trooper scouts (FREE-2)."""


def action(scene: Scene) -> Panel:
    """Asks what the token is used for, then where; the way back leads to the step that the game waits for."""
    tokens = war_of(scene.state).tokens
    left = ngettext("Harkonnen, %(num)d token left", "Harkonnen, %(num)d tokens left", tokens)
    head = Head(left, _("Use a Desert War token?"), "DW-2", "", HARKONNEN, "dw-token")
    step = {DEPLOY: _deploy, MOVE: _move, SCOUT: _scout}.get(scene.pick.get(DO, ""))
    return _choose(scene, head) if step is None else step(scene, head)


def _choose(scene: Scene, head: Head) -> Panel:
    state = scene.state
    blocks: tuple[Block, ...] = (
        _sequence(state),
        _act(
            scene,
            DEPLOY,
            "suspensor",
            ngettext("Deploy %(num)d suspensor trooper", "Deploy %(num)d suspensor troopers", _most(state) or 3),
            _("in empty desert of one sector, under a zone with your vehicle"),
            _no_deployment(state),
        ),
        _act(
            scene,
            MOVE,
            "move",
            _("Move 1 suspensor trooper"),
            _("up to 2 areas, over impassable borders too"),
            _nobody(state, any(suspensor_moves(state, area) for area in _troopers(state)), _("No area is free there.")),
        ),
        _act(
            scene,
            SCOUT,
            "reveal",
            _("Scout with a suspensor trooper"),
            _("it leaves the board, and an adjacent area is turned face up"),
            _no_scouting(state),
            "BAN-2" if Power.SPACING_GUILD in state.bans else "DW-2",
        ),
    )
    return head.panel(*blocks, focus=lit(_troopers(state), kind=GlowKind.FROM_1), css="order", close=scene.step_url)


def _sequence(state: State) -> Keys:
    """Whether the action comes before or after that of the die, to be seen at a glance."""
    turn, frame = turn_frame(state), state.frame
    after = turn is not None and turn.acted and isinstance(frame, TurnFrame)
    die, glyph = _("the die"), "dice"
    if isinstance(frame, ActionFrame) and isinstance(frame.action, Result):
        die, glyph = names.result_name(frame.action), frame.action.value
    token = "dw-token"
    keys = (
        Key(_("before it"), token, state="gone" if after else "in"),
        Key(die, glyph, state="gone" if after else ""),
        Key(_("after it"), token, state="in" if after else "gone"),
    )
    return Keys(_("When"), keys)


def _act(scene: Scene, do: str, glyph: str, title: str, detail: str, refusal: str, rule: str = "DW-2") -> Act:
    if refusal:
        return Act(glyph, title, refusal=refusal, rule=rule_link(rule))
    return Act(glyph, title, detail, scene.also(**{DO: do}))


def _most(state: State) -> int:
    return min(DESERT_WAR.deployed, war_of(state).left(DesertTroop.SUSPENSOR))


def _troopers(state: State) -> list[int]:
    return list(dict.fromkeys(war_of(state).suspensors))


def _no_deployment(state: State) -> str:
    if not _most(state):
        return _("All of them are on the board.")
    return "" if suspensor_sites(state) else _("No desert area under a zone with a vehicle of yours is empty.")


def _nobody(state: State, possible: bool, why: str) -> str:
    if not _troopers(state):
        return _("None is on the board.")
    return "" if possible else why


def _no_scouting(state: State) -> str:
    if Power.SPACING_GUILD in state.bans:
        return _("Not under the ban of the Spacing Guild.")
    hidden = any(scouted_from(state, area) for area in _troopers(state))
    return _nobody(state, hidden, _("Nothing facedown is next to one."))


def _deploy(scene: Scene, head: Head) -> Panel:
    """Lets areas of one sector be tapped, one for each trooper."""
    state, most = scene.state, _most(scene.state)
    chosen = tapped(scene, most)
    sites = suspensor_sites(state)
    if chosen:
        near = 0
        for sector in SECTORS:
            if all(SECTOR_MASK[sector] >> area & 1 for area in chosen):
                near |= SECTOR_MASK[sector]
        sites &= near
    blocks, focus = gather(scene, chosen, list(members(sites)) if len(chosen) < most else [])
    if chosen:
        text = ngettext("Place %(num)d trooper", "Place %(num)d troopers", len(chosen))
        blocks = (*blocks, Form("suspensors", (Go(text, "suspensor"),), {"areas": written(chosen)}))
    title = ngettext("Tap where %(num)d trooper lands", "Tap where up to %(num)d troopers land", most)
    detail = counted(chosen) if chosen else _("In one sector; several may share an area.")
    return _panel(scene, head, blocks, focus, title, detail)


def _panel(scene: Scene, head: Head, blocks: Sequence[Block], focus: Focus, title: str, detail: str = "") -> Panel:
    back = Button(_("Another action"), "undo", scene.here(use=scene.pick.get("use")))
    return head.panel(
        Buttons((back,)),
        *blocks,
        title=title,
        detail=detail,
        focus=focus,
        css="order",
        orange=bool(focus.links),
        close=scene.step_url,
    )


def _first(scene: Scene, sources: Sequence[int]) -> int | None:
    """The trooper tapped, or the only one."""
    source = AREA_NUMBER.get(scene.pick.get("from", ""))
    if source in sources:
        return source
    return sources[0] if len(sources) == 1 else None


def _tap(scene: Scene, head: Head, areas: Sequence[int], name: str, title: str, source: int | None = None) -> Panel:
    links = scene.area_links(areas, name)
    by_name = Buttons(tuple(Button(names.area_name(a), href=links[AREA_IDS[a]], cls="") for a in areas[:12]))
    glows = (Glow(GlowKind.NEXT, ids(areas)), *(() if source is None else (Glow(GlowKind.SELECTED, ids([source])),)))
    shown = ids([*areas, *(() if source is None else (source,))])
    return _panel(scene, head, (by_name,), Focus(glows, ids=shown, links=links), title)


def _move(scene: Scene, head: Head) -> Panel:
    """A trooper, then where it goes; what it does there is told before it goes."""
    state = scene.state
    sources = [area for area in _troopers(state) if suspensor_moves(state, area)]
    source = _first(scene, sources)
    if source is None:
        return _tap(scene, head, sources, "from", _("Tap the trooper that moves"))
    goals, target = list(members(suspensor_moves(state, source))), AREA_NUMBER.get(scene.pick.get("to", ""))
    if target is None or target not in goals:
        title = _("Tap where the trooper from %(area)s moves", area=names.area_name(source))
        return _tap(scene, head, goals, "to", title, source)
    met, inner = met_troops(state, target), list[Block]()
    if target in state.wormsigns:
        inner.append(Note(_("The wormsign there is discarded, unseen."), "wormsign", rule=rule_link("DW-9")))
    if len(met) > 1:
        choices = tuple(Choice(kind.value, names.capital(names.troops(kind, 1))) for kind in met)
        inner.append(Options("troop", choices, _("It leaves together with"), row=True))
    elif met:
        text = _("It leaves the board there, together with %(troop)s.", troop=names.troops(met[0], 1))
        inner.append(Note(text, "warn", rule=rule_link("DW-9")))
    go = Go(_("Done"), "check", missing=_("Choose one"), back=scene.also(to=None), back_text=_("Other area"))
    hidden = {"from": AREA_IDS[source], "to": AREA_IDS[target]}
    glows = (Glow(GlowKind.NEXT, ids([target])), Glow(GlowKind.SELECTED, ids([source])))
    focus = Focus(glows, (Arrow(AREA_IDS[source], AREA_IDS[target]),), ids([target]), ids([source]))
    facts = {"source": names.area_name(source), "target": names.area_name(target)}
    title = _("The trooper moves from %(source)s to %(target)s", **facts)
    return _panel(scene, head, (Form("suspensor-move", (*inner, go), hidden),), focus, title)


def _scout(scene: Scene, head: Head) -> Panel:
    """A trooper, then the area whose facedown tokens are turned."""
    state = scene.state
    sources = [area for area in _troopers(state) if scouted_from(state, area)]
    source = _first(scene, sources)
    if source is None:
        return _tap(scene, head, sources, "from", _("Tap the trooper that scouts"))
    hidden = list(members(scouted_from(state, source)))
    target = AREA_NUMBER.get(scene.pick.get("to", ""))
    if target is None or target not in hidden:
        return _tap(scene, head, hidden, "to", _("Tap the area that is scouted"), source)
    inner: list[Block] = []
    sietch, tokens = state.sietch(target), (state.army(ATREIDES, target) or NOBODY).tokens
    if sietch is not None and not sietch.revealed and tokens:
        choices = (
            Choice(BOTH, _("both")),
            Choice(SIETCH, _("the sietch token")),
            Choice(TOKENS, names.token_count(tokens)),
        )
        inner.append(Options("what", choices, _("What is turned?"), BOTH, row=True))
    go = Go(_("Remove it and scout"), "reveal", back=scene.also(to=None), back_text=_("Other area"))
    fields = {"from": AREA_IDS[source], "to": AREA_IDS[target]}
    glows = (Glow(GlowKind.NEXT, ids([target])), Glow(GlowKind.SELECTED, ids([source])))
    facts = {"source": names.area_name(source), "target": names.area_name(target)}
    title = _("The trooper in %(source)s scouts %(target)s", **facts)
    focus = Focus(glows, ids=ids([target, source]))
    return _panel(scene, head, (Form("suspensor-scout", (*inner, go), fields),), focus, title)


@deed("suspensors")
def _deployed(scene: Scene, fields: Fields) -> Commands:
    return (DeploySuspensors(read(fields)),)


@deed("suspensor-move")
def _moved(scene: Scene, fields: Fields) -> Commands:
    troop = fields.member("troop", DesertTroop) if fields.text("troop") else None
    return (MoveSuspensor(fields.area("from"), fields.area("to"), troop),)


@deed("suspensor-scout")
def _scouted(scene: Scene, fields: Fields) -> Commands:
    what = fields.text("what") or BOTH
    return (ScoutBySuspensor(fields.area("from"), fields.area("to"), what != TOKENS, what != SIETCH),)
