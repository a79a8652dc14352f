"""Moves and attacks that people make, for either faction: tap a legion, tap where it goes, done."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.board import AREA_IDS, AREA_NUMBER, ZONE_IDS, ZONE_NUMBER
from companion.content.steps import LegionKind, Move, MoveOrAttack
from companion.content.terms import Faction
from companion.rules import reach
from companion.rules.army import NOBODY, Army
from companion.rules.commands import Attack, MoveLegion
from companion.rules.errors import FormatError
from companion.rules.frames import ActionFrame
from companion.rules.handlers.atreides_steps import card_below, counted_step, fits
from companion.rules.reach import Reach, Via
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from companion.web.drawing import Arrow, Glow, GlowKind
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.battle.chances import badges, target_odds, targets_block, viewpoint
from companion.web.ui.blocks import (
    Block,
    Button,
    Buttons,
    Check,
    Checks,
    Fold,
    Form,
    Go,
    Key,
    Keys,
    Look,
    Note,
    Steppers,
)
from companion.web.ui.fields import UNIT_FIELDS, Fields
from companion.web.ui.panel import Focus, Panel
from companion.web.ui.parts import SIDE, figure_steppers, ids, rule_link
from companion.web.words import names
from companion.web.words.guide import guide_text
from companion.web.words.guide_actions import turn_kicker

FIGURES = (*UNIT_FIELDS, "named")


def moving(scene: Scene, frame: ActionFrame) -> Panel:
    """Shows the legions that may act; with one tapped, where it may go."""
    source = _source(scene, frame)
    if source is None:
        return _choose_legion(scene, frame)
    if scene.pick.get("split") == "1":
        return _split(scene, frame, source)
    if scene.pick.get("attack") == "1":
        return _attack(scene, frame, source)
    target = AREA_NUMBER.get(scene.pick.get("to", ""))
    return _choose_target(scene, frame, source) if target is None else _confirm_move(scene, frame, source, target)


def _source(scene: Scene, frame: ActionFrame) -> int | None:
    area = AREA_NUMBER.get(scene.pick.get("from", ""))
    return area if area is not None and scene.state.army(frame.faction, area) else None


def _moves(state: State, frame: ActionFrame, only: int | None = None) -> list[Reach]:
    if not frame.moves:
        return []
    return _allowed(state, frame, reach.moves(state, frame.faction, leaders_only=frame.leaders_only, only=only))


def _attacks(state: State, frame: ActionFrame, only: int | None = None) -> list[Reach]:
    if not frame.attack:
        return []
    return _allowed(state, frame, reach.attacks(state, frame.faction, leaders_only=frame.leaders_only, only=only))


def _allowed(state: State, frame: ActionFrame, ways: Iterable[Reach]) -> list[Reach]:
    """What the action or the step of a card allows: the one legion it names, or those of its kind."""
    step = counted_step(state)
    legion = step.legion if isinstance(step, Move | MoveOrAttack) else None
    return [
        way
        for way in ways
        if (frame.only is None or way.source == frame.only) and (legion is None or fits(state, legion, way.source))
    ]


def action_keys(scene: Scene, frame: ActionFrame) -> Keys:
    """Returns the row of dice under an action: the one being used, and those that are left."""
    results = list(scene.state.atreides_results or ())
    keys = [Key(_action_name(frame), _action_glyph(frame), state="in")]
    for result in dict.fromkeys(results):
        many = f"×{results.count(result)}" if results.count(result) > 1 else ""
        keys.append(Key(names.result_name(result), result.value, state="gone", many=many))
    return Keys(_("Your dice"), tuple(keys))


def _action_name(frame: ActionFrame) -> str:
    return names.result_name(frame.action) if frame.action in KEYED else _("Card or leader")


def _action_glyph(frame: ActionFrame) -> str:
    return frame.action.replace("_", "-") if frame.action in KEYED else "cards"


KEYED = frozenset({"leadership", "strategy", "deployment", "mentat", "house", "desert_power"})
"""Actions that have a key of their own; others come from cards and leaders."""


def _kicker(scene: Scene, frame: ActionFrame) -> str:
    return turn_kicker(scene.state, spent=True) if frame.faction is ATREIDES else guide_text(scene.state).kicker


def _dice_row(scene: Scene, frame: ActionFrame) -> tuple[Block, ...]:
    return (action_keys(scene, frame),) if frame.faction is ATREIDES else ()


def _choose_legion(scene: Scene, frame: ActionFrame) -> Panel:
    state = scene.state
    movers = {one.source for one in _moves(state, frame)}
    attackers = {one.source for one in _attacks(state, frame)}
    areas = sorted(movers | attackers)
    guide = guide_text(state)
    title, detail = _("Tap the legion that acts"), guide.sentence
    if not movers and attackers:
        title = _("Tap the legion that attacks")
    elif not attackers:
        title = _("Tap the legion that moves")
    if not areas:
        title, detail = _("No legion can do this"), _("The rest of the action is not used.")
    finish: list[Block] = []
    if frame.faction is ATREIDES and card_below(state) is None:
        finish = [Form("end-turn", (Buttons((Button(_("End turn"), "check"),)),))]
    links = {AREA_IDS[area]: scene.here(**{"from": AREA_IDS[area]}) for area in areas}
    glow = (Glow(GlowKind.NEXT, ids(areas)),) if areas else ()
    return Panel(
        kicker=_kicker(scene, frame),
        faction=SIDE[frame.faction],
        title=title,
        detail=detail,
        orange=bool(areas),
        blocks=(*_list_of_legions(scene, areas, links), *finish, *_dice_row(scene, frame)),
        focus=Focus(glow, ids=ids(areas), links=links),
        rule=rule_link("MOVE-1"),
    )


def _list_of_legions(scene: Scene, areas: Sequence[int], links: dict[str, str]) -> tuple[Block, ...]:
    """The same legions by name, for whoever cannot tap the map."""
    if not areas:
        return ()
    buttons = tuple(Button(names.area_name(area), href=links[AREA_IDS[area]], cls="") for area in areas)
    return (Fold(_("Or choose by name"), (Buttons(buttons),), "locate"),)


def _figures(scene: Scene, army: Army) -> Army:
    """The part of the legion that was chosen; the whole of what may move without a choice."""
    if not any(scene.pick.get(name) for name in FIGURES):
        return army
    chosen = scene.fields.army()
    return chosen if army.covers(chosen) and chosen else army


def _choose_target(scene: Scene, frame: ActionFrame, source: int) -> Panel:
    state = scene.state
    army = state.army(frame.faction, source) or NOBODY
    mobile = reach.movable(state, source, army)
    figures = _figures(scene, mobile)
    moves, attacks = _moves(state, frame, source), _attacks(state, frame, source)
    walked = [one.target for one in moves if one.via is Via.GROUND]
    ridden = list(dict.fromkeys(one.target for one in moves if one.via is not Via.GROUND and one.target not in walked))
    links = {AREA_IDS[area]: scene.also(to=AREA_IDS[area]) for area in (*walked, *ridden)}
    links[AREA_IDS[source]] = scene.step_url
    glows = [
        Glow(GlowKind.NEXT, ids(walked)),
        Glow(GlowKind.RIDE, ids(ridden)),
        Glow(GlowKind.SELECTED, ids([source])),
    ]
    name = names.area_name(source)
    buttons = []
    if mobile.units + mobile.leaders > 1:
        buttons.append(Button(_("Split"), "split", scene.also(split="1")))
    if attacks:
        buttons.append(Button(_("Attack"), "attack", scene.here(**{"from": AREA_IDS[source], "attack": "1"})))
    buttons.append(Button(_("Other legion"), "undo", scene.step_url))
    detail = names.capital(names.figures(figures, frame.faction)) + "."
    if ridden:
        detail += " " + (
            _("Dashed areas by sandriding.") if frame.faction is ATREIDES else _("Dashed areas by ornithopter.")
        )
    title = _("Tap where the legion from %(area)s goes", area=name)
    if not moves:
        title = _("The legion in %(area)s cannot move", area=name)
    return Panel(
        kicker=_kicker(scene, frame),
        faction=SIDE[frame.faction],
        title=title,
        detail=detail,
        orange=bool(moves),
        blocks=(
            Buttons(tuple(buttons)),
            *_list_of_targets(moves, links),
            *_dice_row(scene, frame),
        ),
        focus=Focus(tuple(g for g in glows if g.ids), ids=ids([*walked, *ridden, source]), links=links),
        rule=rule_link("MOVE-1"),
    )


def _list_of_targets(moves: Sequence[Reach], links: dict[str, str]) -> tuple[Block, ...]:
    if not moves:
        return ()
    targets = dict.fromkeys(one.target for one in moves)
    buttons = tuple(Button(names.area_name(area), href=links[AREA_IDS[area]], cls="") for area in targets)
    return (Fold(_("Or choose by name"), (Buttons(buttons),), "locate"),)


def _split(scene: Scene, frame: ActionFrame, source: int) -> Panel:
    state = scene.state
    mobile = reach.movable(state, source, state.army(frame.faction, source) or NOBODY)
    now = _figures(scene, mobile)
    kinds = tuple(kind for kind in UNIT_FIELDS if getattr(mobile, kind))
    step = counted_step(state)
    fedaykin = isinstance(step, Move | MoveOrAttack) and step.legion.kind is LegionKind.WITH_SPECIAL
    steppers = figure_steppers(frame.faction, kinds, now, mobile)
    if fedaykin:
        # One of those that the card is about goes along.
        steppers = tuple(replace(one, least=1) if one.name == "special" else one for one in steppers)
    blocks: list[Block] = [Steppers(steppers)]
    if mobile.named:
        checks = tuple(
            Check(leader, names.leader_name(leader), "named", SIDE[frame.faction], checked=leader in now.named)
            for leader in mobile.named
        )
        blocks.append(Checks("named", _("Leaders that go along"), checks))
    blocks.append(Go(_("These go"), "chevron", back=scene.also(split=None), back_text=_("Back")))
    look = Look(scene.step_url, tuple(blocks), (("from", AREA_IDS[source]),))
    return Panel(
        kicker=_kicker(scene, frame),
        faction=SIDE[frame.faction],
        title=_("Who goes from %(area)s?", area=names.area_name(source)),
        detail=_("The others stay."),
        blocks=(look,),
        focus=Focus((Glow(GlowKind.SELECTED, ids([source])),), ids=ids([source])),
        css="order",
        rule=rule_link("MOVE-2"),
    )


def _confirm_move(scene: Scene, frame: ActionFrame, source: int, target: int) -> Panel:
    state = scene.state
    mobile = reach.movable(state, source, state.army(frame.faction, source) or NOBODY)
    figures = _figures(scene, mobile)
    found = [one for one in _moves(state, frame, source) if one.target == target]
    way = _way(scene, found)
    ride = way is not None and way.via is Via.SANDRIDING
    flight = way is not None and way.via is Via.TRANSPORT
    facts = {
        "figures": names.figures(figures, frame.faction),
        "source": names.area_name(source),
        "target": names.area_name(target),
    }
    hidden = {
        "from": AREA_IDS[source],
        "to": AREA_IDS[target],
        "sandriding": "1" if ride else "",
        "zone": _zone(way),
        **_army_fields(figures),
    }
    notes = (*_what_happens(state, frame.faction, target), *_other_ways(scene, found, way))
    go = Go(_("Done"), "check", back=scene.also(to=None), back_text=_("Other area"))
    glows = (
        Glow(GlowKind.RIDE if ride or flight else GlowKind.NEXT, ids([target])),
        Glow(GlowKind.SELECTED, ids([source])),
    )
    arrows = (Arrow(AREA_IDS[source], AREA_IDS[target]),)
    return Panel(
        kicker=_kicker(scene, frame),
        faction=SIDE[frame.faction],
        title=_("Move %(figures)s from %(source)s to %(target)s", **facts),
        detail=_("By sandriding.") if ride else _by_air(way),
        blocks=(*notes, Form("move", (go,), hidden)),
        focus=Focus(glows, arrows, ids([target]), ids([source]), {AREA_IDS[source]: scene.also(to=None)}),
        rule=rule_link("MOVE-1"),
    )


def _army_fields(figures: Army) -> dict[str, str]:
    fields = {kind: str(number) for kind, number in figures.counts()}
    return fields | ({"leaders": ",".join(figures.named)} if figures.named else {})


def _way(scene: Scene, found: Sequence[Reach]) -> Reach | None:
    """The way that was chosen; without a choice the ground before an ornithopter's flight."""
    zone = scene.pick.get("zone", "")
    return next((one for one in found if zone and _zone(one) == zone), found[0] if found else None)


def _zone(way: Reach | None) -> str:
    return "" if way is None or way.zone is None else ZONE_IDS[way.zone]


def _by_air(way: Reach | None) -> str:
    if way is None or way.zone is None:
        return ""
    return _("By ornithopter, it leaves the board: %(zone)s.", zone=names.zone_name(way.zone))


def _other_ways(scene: Scene, found: Sequence[Reach], way: Reach | None) -> tuple[Block, ...]:
    """What else the legion may take to get there: each ornithopter is used up by a flight, so it is a choice."""
    others = [one for one in found if one != way and Via.SANDRIDING not in (one.via, way and way.via)]
    buttons = tuple(
        Button(
            _("On foot") if one.zone is None else names.zone_name(one.zone),
            "move" if one.zone is None else "ornithopter",
            scene.also(zone=_zone(one) or "ground"),
        )
        for one in others
    )
    return (Fold(_("Another way there"), (Buttons(buttons),), "ornithopter"),) if buttons else ()


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
        found.append(Note(_("You take the testing station there."), "station"))
    return found


def _attack(scene: Scene, frame: ActionFrame, source: int) -> Panel:
    state = scene.state
    attacks = _attacks(state, frame, source)
    target = AREA_NUMBER.get(scene.pick.get("to", ""))
    reached = dict.fromkeys(one.target for one in attacks)
    name = names.area_name(source)
    if target not in reached or target is None:
        links = {AREA_IDS[area]: scene.also(to=AREA_IDS[area]) for area in reached}
        glows = (Glow(GlowKind.NEXT, ids(reached)), Glow(GlowKind.SELECTED, ids([source])))
        buttons = tuple(Button(names.area_name(area), "attack", links[AREA_IDS[area]], cls="") for area in reached)
        by_area = {area: links[AREA_IDS[area]] for area in reached}
        own = frame.faction is viewpoint(state)
        chances = targets_block(scene, source, surprise=frame.surprise, links=by_area) if own else None
        return Panel(
            kicker=_kicker(scene, frame),
            faction=SIDE[frame.faction],
            title=_("Tap what the legion in %(area)s attacks", area=name),
            orange=True,
            blocks=(
                chances or Buttons(buttons),
                Buttons((Button(_("Back"), "undo", scene.also(attack=None, to=None)),)),
            ),
            focus=Focus(glows, ids=ids([*reached, source]), links=links, badges=badges(chances)),
            rule=rule_link("BATTLE-1"),
        )
    found = [one for one in attacks if one.target == target]
    way = _way(scene, found)
    ride = way is not None and way.via is Via.SANDRIDING
    hidden = {
        "from": AREA_IDS[source],
        "to": AREA_IDS[target],
        "sandriding": "1" if ride else "",
        "zone": _zone(way),
    }
    other = HARKONNEN if frame.faction is ATREIDES else ATREIDES
    enemy = state.army(other, target)
    defenders = names.figures(enemy, other) if enemy else _("nobody visible")
    own = frame.faction is viewpoint(state)
    chances_here = target_odds(scene, source, target, surprise=frame.surprise) if own else ()
    go = Go(_("To the battle"), "attack", back=scene.also(to=None), back_text=_("Other target"))
    return Panel(
        kicker=_kicker(scene, frame),
        faction=SIDE[frame.faction],
        title=_("Attack %(target)s from %(source)s", target=names.area_name(target), source=name),
        detail=" ".join(filter(None, (_("Against %(figures)s.", figures=defenders), _by_air(way)))),
        blocks=(*chances_here, *_other_ways(scene, found, way), Form("attack", (go,), hidden)),
        focus=Focus(
            (Glow(GlowKind.NEXT, ids([target])), Glow(GlowKind.SELECTED, ids([source]))),
            (Arrow(AREA_IDS[source], AREA_IDS[target]),),
            ids([target]),
            ids([source]),
        ),
        rule=rule_link("BATTLE-1"),
    )


def _acting(scene: Scene) -> Faction:
    frame = scene.state.frame
    return frame.faction if isinstance(frame, ActionFrame) and scene.state.mode is not Mode.SOLO else ATREIDES


def _air_zone(fields: Fields) -> int | None:
    zone = fields.text("zone")
    if zone and zone not in ZONE_NUMBER:
        raise FormatError("zone", _("there is no “%(value)s”", value=zone[:40]))
    return ZONE_NUMBER[zone] if zone else None


@deed("move")
def _move(scene: Scene, fields: Fields) -> Commands:
    army = fields.army()
    named = tuple(sorted(name for name in fields.text("leaders", most=400).split(",") if name))
    figures = Army(army.regular, army.elite, army.special, army.tokens, army.generic, named)
    riding = fields.yes("sandriding")
    source, target, zone = fields.area("from"), fields.area("to"), _air_zone(fields)
    return (MoveLegion(_acting(scene), source, target, figures, zone, sandriding=riding),)


@deed("attack")
def _fight(scene: Scene, fields: Fields) -> Commands:
    source, target, zone = fields.area("from"), fields.area("to"), _air_zone(fields)
    return (Attack(_acting(scene), source, target, zone, sandriding=fields.yes("sandriding")),)
