"""Moves that people make, for either faction: tap a legion, tap where it goes, done."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content.steps import LegionKind, Move, MoveOrAttack
from companion.content.terms import Faction, Result
from companion.rules import check, reach
from companion.rules.actions import OtherAction
from companion.rules.army import NOBODY, Army
from companion.rules.ask.atreides_steps import card_below, counted_step
from companion.rules.ask.harkonnen_cards import card_in_progress
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.ask.stacking import crowded
from companion.rules.commands import MoveLegion
from companion.rules.frames import ActionFrame
from companion.rules.reach import Reach, Via
from companion.rules.refusal import Severity
from companion.rules.state import ATREIDES, Mode, State
from companion.web.drawing import Arrow, Glow, GlowKind
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.atreides import attacking, reachable
from companion.web.steps.atreides.ending import go_on, with_end
from companion.web.steps.head import Head
from companion.web.ui.blocks import Block, Button, Buttons, Check, Checks, Fold, Form, Go, Key, Keys, Note, Steppers
from companion.web.ui.fields import FIGURE_FIELDS, Fields
from companion.web.ui.panel import Focus, Panel
from companion.web.ui.parts import SIDE, figure_steppers, ids
from companion.web.words import names
from companion.web.words.glyphs import action_glyph
from companion.web.words.refusals.texts import refusal_texts


def moving(scene: Scene, frame: ActionFrame, head: Head) -> Panel:
    """Shows the legions that may act and what they reach; a tap on an enemy attacks it."""
    state = scene.state
    source = AREA_NUMBER.get(scene.pick.get("from", ""))
    target = AREA_NUMBER.get(scene.pick.get("to", ""))
    if source is None or not state.army(frame.faction, source):
        return _choose_legion(scene, frame, head, target=target)
    moves, attacks = reachable.moves_of(state, frame, source), reachable.attacks_of(state, frame, source)
    if not moves and not attacks:
        return _choose_legion(scene, frame, head, why=source)
    if attacks and any(one.target == target for one in attacks):
        return attacking.confirm(scene, frame, head, source, attacks)
    if attacks and scene.pick.get("attack") == "1":
        return attacking.targets(scene, frame, head, source, attacks)
    found = [one for one in moves if one.target == target]
    if found and target is not None:
        return _confirm_move(scene, frame, head, (source, target), found)
    return _choose_target(scene, frame, head, source, moves, attacks)


def action_keys(scene: Scene, frame: ActionFrame) -> tuple[Keys, ...]:
    """Returns the row of dice under an action: the one being used, and those that are left; only for Atreides."""
    if frame.faction is not ATREIDES:
        return ()
    results = list(scene.state.atreides_results or ())
    if isinstance(frame.action, Result) or frame.action is OtherAction.DESERT_POWER:
        keys = [Key(names.result_name(frame.action), action_glyph(frame.action), state="in")]
    else:
        keys = [Key(_("Card or leader"), "cards", state="in")]
    for result in dict.fromkeys(results):
        many = f"×{results.count(result)}" if results.count(result) > 1 else ""
        keys.append(Key(names.result_name(result), result.value, state="gone", many=many))
    return (Keys(_("Your dice") if scene.state.mode is Mode.SOLO else _("Atreides dice"), tuple(keys)),)


def _end_turn(scene: Scene, frame: ActionFrame) -> tuple[Button, ...]:
    """What leaves the rest of an action that a die began."""
    on_its_own = frame.faction is ATREIDES and card_below(scene.state) is None and not scene.pick.get("use")
    return (Button(_("End turn"), "check"),) if on_its_own else ()


def _by_name(areas: Sequence[int], links: Mapping[str, str]) -> tuple[Block, ...]:
    """The same areas by name, for whoever cannot tap the map."""
    if not areas:
        return ()
    buttons = tuple(Button(names.area_name(area), href=links[AREA_IDS[area]], cls="") for area in areas)
    return (Fold(_("Or choose by name"), (Buttons(buttons),), "locate"),)


def _too_many(state: State, faction: Faction, area: int, more: int = 0) -> Note:
    """What moves put over the limit so far: another move may make room (R-40)."""
    units = (state.army(faction, area) or NOBODY).units
    text = _(
        "%(area)s: %(count)s units, at most %(limit)s may stay when the action is over.",
        count=units + more,
        area=names.area_name(area),
        limit=state.stacking_limit(faction),
    )
    return Note(text, "elite")


def _choose_legion(
    scene: Scene, frame: ActionFrame, head: Head, *, target: int | None = None, why: int | None = None
) -> Panel:
    """Asks for the legion that acts; with an enemy tapped, for the one that attacks it. Others say why they cannot."""
    state = scene.state
    why = AREA_NUMBER.get(scene.pick.get("why", "")) if why is None else why
    note = None if why is None else reachable.why_not(state, frame, why)
    moves, attacks = reachable.moves_of(state, frame), reachable.attacks_of(state, frame)
    prey = list(dict.fromkeys(one.target for one in attacks))
    if target is not None and frame.attack:
        attackers = [one for one in attacks if one.target == target]
        sources = sorted({one.source for one in attackers})
        if len(sources) == 1:
            return attacking.confirm(scene, frame, head, sources[0], attackers, target)
        if sources:
            return attacking.who(scene, frame, head, sources, target)
        note = note or reachable.nobody_reaches(target)
    areas = sorted({one.source for one in (*moves, *attacks)})
    title, detail = head.title, head.detail
    if not areas:
        title, detail = _("No legion can do this"), _("The rest of the action is not used.")
    use = scene.pick.get("use")
    links = {AREA_IDS[area]: scene.here(to=AREA_IDS[area], use=use) for area in prey}
    for area, army in state.legions(frame.faction):
        if army.units:
            picked = "from" if area in areas else "why"
            links[AREA_IDS[area]] = scene.here(**{picked: AREA_IDS[area], "use": use})
    ending = _end_turn(scene, frame)
    crowds = tuple(_too_many(state, frame.faction, area) for area in crowded(state, frame.faction))
    back = (Buttons((Button(_("Back"), "undo", scene.step_url),)),) if use else ()
    return head.panel(
        *((note,) if note else ()),
        *crowds,
        *_by_name(areas, links),
        *((Form("end-turn", (Buttons(ending),)),) if ending else back),
        *action_keys(scene, frame),
        title=title,
        detail=detail,
        orange=bool(areas),
        focus=Focus((Glow(GlowKind.NEXT, ids([*areas, *prey])),) if areas else (), ids=ids(areas), links=links),
    )


def _choose_target(
    scene: Scene, frame: ActionFrame, head: Head, source: int, moves: Sequence[Reach], attacks: Sequence[Reach]
) -> Panel:
    """Asks where the legion goes. Any other area says why it is out of reach, and the legion stays chosen."""
    state = scene.state
    figures = reach.movable(state, source, state.army(frame.faction, source) or NOBODY)
    walked = [one.target for one in moves if one.via is Via.GROUND]
    ridden = list(dict.fromkeys(one.target for one in moves if one.via is not Via.GROUND and one.target not in walked))
    prey = list(dict.fromkeys(one.target for one in attacks))
    links = _links(scene, source, [*walked, *ridden, *prey])
    glows = (
        Glow(GlowKind.NEXT, ids([*walked, *prey])),
        Glow(GlowKind.RIDE, ids(ridden)),
        Glow(GlowKind.SELECTED, ids([source])),
    )
    buttons = [Button(_("Other legion"), "undo", links[AREA_IDS[source]])]
    if attacks:
        buttons.insert(0, Button(_("Attack"), "attack", scene.also(attack="1", why=None)))
    said = [names.capital(names.figures(figures, frame.faction)) + "."]
    if ridden:
        by_sign = frame.faction is ATREIDES
        said.append(_("Dashed areas: by sandriding.") if by_sign else _("Dashed areas: by ornithopter."))
    if prey:
        said.append(_("A lit enemy is attacked."))
    title = _("Tap where the legion from %(area)s goes", area=names.area_name(source))
    if not moves:
        title = _("Tap what the legion in %(area)s attacks", area=names.area_name(source))
    return head.panel(
        *_why_not_there(scene, frame, source),
        Buttons(tuple(buttons)),
        *_by_name([*walked, *ridden], links),
        *action_keys(scene, frame),
        title=title,
        detail=" ".join(said),
        orange=True,
        focus=Focus(tuple(g for g in glows if g.ids), ids=ids([*walked, *ridden, *prey, source]), links=links),
    )


def _links(scene: Scene, source: int, reached: Sequence[int]) -> dict[str, str]:
    """What a tap on any area does while a legion is chosen: it goes there, or reads why not; on its own it is left."""
    afresh = dict.fromkeys(("to", "why", "attack", "split", "zone"))
    links = {one: scene.also(**(afresh | {"why": one})) for one in AREA_IDS}
    links |= {AREA_IDS[area]: scene.also(**(afresh | {"to": AREA_IDS[area]})) for area in reached}
    return links | {AREA_IDS[source]: scene.also(**(afresh | {"from": None}))}


def _why_not_there(scene: Scene, frame: ActionFrame, source: int) -> tuple[Block, ...]:
    """Why the area that was tapped is none of those, and the way to its sheet or to the legion that stands there."""
    tapped = AREA_NUMBER.get(scene.pick.get("why", "") or scene.pick.get("to", ""))
    if tapped is None:
        return ()
    about = {"area": names.area_name(tapped)}
    buttons = [Button(_("About %(area)s", **about), "book", scene.sheet(AREA_IDS[tapped]))]
    if scene.state.army(frame.faction, tapped):
        href = scene.also(**{"from": AREA_IDS[tapped], "to": None, "why": None})
        buttons.append(Button(_("The legion in %(area)s instead", **about), "move", href))
    return (reachable.out_of_reach(scene.state, frame, source, tapped), Buttons(tuple(buttons)))


def _confirm_move(
    scene: Scene, frame: ActionFrame, head: Head, way_there: tuple[int, int], found: Sequence[Reach]
) -> Panel:
    state, (source, target) = scene.state, way_there
    figures = reach.movable(state, source, state.army(frame.faction, source) or NOBODY)
    way = reachable.way_of(scene, found)
    ride = way is not None and way.via is Via.SANDRIDING
    flight = way is not None and way.via is Via.TRANSPORT
    facts = {"source": names.area_name(source), "target": names.area_name(target)}
    title = _("Move %(figures)s from %(source)s to %(target)s", figures=names.figures(figures, frame.faction), **facts)
    detail = _("By sandriding.") if ride else reachable.by_air(state, way)
    hidden = {
        "from": AREA_IDS[source],
        "to": AREA_IDS[target],
        "sandriding": "1" if ride else "",
        "zone": reachable.zone_of(way),
    }
    zone = None if way is None else way.zone
    command = MoveLegion(frame.faction, source, target, figures, zone, sandriding=ride)
    splitting = scene.pick.get("split") == "1"
    inner: list[Block] = []
    above: list[Block] = [*_what_happens(state, frame.faction, target), *_crowd(state, command)]
    if splitting:
        title = _("Who moves from %(source)s to %(target)s?", **facts)
        detail = " ".join(filter(None, (detail, _("The others stay."))))
        inner, above = _split(state, frame, figures), []
    else:
        hidden |= _army_fields(figures)
        above += reachable.other_ways(scene, found, way)
        if figures.units + figures.leaders > 1:
            above.append(Buttons((Button(_("Split"), "split", scene.also(split="1")),)))
    back = scene.also(split=None) if splitting else scene.also(to=None)
    go = Go(_("Done"), "check", back=back, back_text=_("Back") if splitting else _("Other area"))
    glows = (
        Glow(GlowKind.RIDE if ride or flight else GlowKind.NEXT, ids([target])),
        Glow(GlowKind.SELECTED, ids([source])),
    )
    arrows = (Arrow(AREA_IDS[source], AREA_IDS[target]),)
    every = (*reachable.moves_of(state, frame, source), *reachable.attacks_of(state, frame, source))
    links = _links(scene, source, [one.target for one in every])
    return head.panel(
        *above,
        Form("move", (*inner, *go_on(scene, (command,), go)), hidden),
        title=title,
        detail=detail,
        css="order" if splitting else "",
        focus=Focus(glows, arrows, ids([target]), ids([source]), links),
    )


def _split(state: State, frame: ActionFrame, figures: Army) -> list[Block]:
    """Steppers and boxes of who goes along; at first all do."""
    kinds = tuple(kind for kind in FIGURE_FIELDS if getattr(figures, kind))
    card = card_in_progress(state)
    step = counted_step(state) if card is None else current_step(card)
    specials = isinstance(step, Move | MoveOrAttack) and step.legion.kind is LegionKind.WITH_SPECIAL
    steppers = figure_steppers(frame.faction, kinds, figures, figures)
    if specials:
        # One of those that the card is about goes along.
        steppers = tuple(replace(one, least=1) if one.name == "special" else one for one in steppers)
    found: list[Block] = [Steppers(steppers)]
    if figures.named:
        checks = tuple(
            Check(leader, names.leader_name(leader), "named", SIDE[frame.faction], checked=True)
            for leader in figures.named
        )
        found.append(Checks("named", _("Leaders that come along"), checks))
    return found


def _army_fields(figures: Army) -> dict[str, str]:
    fields = {kind: str(number) for kind, number in figures.counts()}
    return fields | ({"leaders": ",".join(figures.named)} if figures.named else {})


def _what_happens(state: State, faction: Faction, target: int) -> list[Block]:
    found: list[Block] = []
    there = state.army(faction, target)
    if there is not None:
        found.append(
            Note(_("They join the legion there: %(figures)s.", figures=names.figures(there, faction)), "people")
        )
    if faction is not ATREIDES:
        return found
    if target in state.harvesters:
        found.append(Note(_("The harvester there leaves the board."), "harvester"))
    if state.stations >> target & 1:
        solo = state.mode is Mode.SOLO
        text = _("You take the testing station there.") if solo else _("Atreides take the testing station there.")
        found.append(Note(text, "station"))
    return found


def _crowd(state: State, command: MoveLegion) -> list[Block]:
    """What is unusual about the whole legion going there: too many of them, say (STACK-1), unless others leave."""
    odd = tuple(reason for reason in check(state, command) if reason.severity is Severity.UNUSUAL)
    there, more = state.army(command.faction, command.target) or NOBODY, command.figures.units
    if not odd and there.units + more > state.stacking_limit(command.faction):
        return [_too_many(state, command.faction, command.target, more)]
    return [Note(text.sentence, "warn", "odd", text.rule) for text in refusal_texts(odd)]


@deed("move")
def _move(scene: Scene, fields: Fields) -> Commands:
    army = fields.army()
    kept = {name for name in fields.text("leaders", most=400).split(",") if name}
    figures = replace(army, named=tuple(sorted(kept | set(army.named))))
    riding = fields.yes("sandriding")
    source, target, zone = fields.area("from"), fields.area("to"), fields.zone_or_none()
    command = MoveLegion(reachable.acting(scene), source, target, figures, zone, sandriding=riding)
    return with_end(scene, fields, (command,))
