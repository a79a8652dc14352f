"""What the legions of an action reach, the ways there, and why an area is out of reach."""

from collections.abc import Iterable, Sequence

from companion.board import ZONE_IDS
from companion.content.steps import Move, MoveOrAttack
from companion.content.terms import Faction, NamedLeader
from companion.rules import check, reach
from companion.rules.army import NOBODY
from companion.rules.ask.atreides_steps import counted_step, fits
from companion.rules.ask.desert_war import escorts_mask
from companion.rules.ask.harkonnen_cards import other_card
from companion.rules.commands import Attack, MoveLegion
from companion.rules.frames import ActionFrame, CardFrame
from companion.rules.reach import Reach, Via
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.ui.blocks import Block, Button, Buttons, Fold, Note
from companion.web.ui.parts import rule_link
from companion.web.words import names
from companion.web.words.refusals.texts import refusal_texts


def acting(scene: Scene) -> Faction:
    """Returns the faction whose people move and attack now."""
    frame = scene.state.frame
    if scene.state.mode is Mode.SOLO:
        return ATREIDES
    if isinstance(frame, CardFrame):
        return HARKONNEN
    return frame.faction if isinstance(frame, ActionFrame) else ATREIDES


def moves_of(state: State, frame: ActionFrame, only: int | None = None) -> list[Reach]:
    """Returns the moves that an action allows; ``only``: of the legion in that area."""
    if not frame.moves:
        return []
    return _allowed(state, frame, reach.moves(state, frame.faction, leaders_only=frame.leaders_only, only=only))


def attacks_of(state: State, frame: ActionFrame, only: int | None = None) -> list[Reach]:
    """Returns the attacks that an action allows; ``only``: of the legion in that area."""
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
        if (frame.only is None or way.source == frame.only)
        and (legion is None or fits(state, legion, way.source))
        and other_card(state, way.source) is None
    ]


def way_of(scene: Scene, found: Sequence[Reach]) -> Reach | None:
    """Returns the way that was chosen; without a choice the ground before an ornithopter's flight."""
    zone = scene.pick.get("zone", "")
    return next((one for one in found if zone and zone_of(one) == zone), found[0] if found else None)


def zone_of(way: Reach | None) -> str:
    """Returns the id of the air zone that a way needs, else nothing."""
    return "" if way is None or way.zone is None else ZONE_IDS[way.zone]


def by_air(state: State, way: Reach | None) -> str:
    """Says which ornithopter a way needs; an escort joins the legion (DW-5)."""
    if way is None or way.zone is None:
        return ""
    if escorts_mask(state) >> way.zone & 1:
        return _("With the escort, which joins the legion: %(zone)s.", zone=names.zone_name(way.zone))
    return _("By ornithopter, it leaves the board: %(zone)s.", zone=names.zone_name(way.zone))


def other_ways(scene: Scene, found: Sequence[Reach], way: Reach | None) -> tuple[Block, ...]:
    """Returns what else the legion may take to get there: a flight uses an ornithopter up, so it is a choice."""
    others = [one for one in found if one != way and Via.SANDRIDING not in (one.via, way and way.via)]
    buttons = tuple(
        Button(
            _("On foot") if one.zone is None else names.zone_name(one.zone),
            "move" if one.zone is None else "ornithopter",
            scene.also(zone=zone_of(one) or "ground"),
        )
        for one in others
    )
    return (Fold(_("Another way there"), (Buttons(buttons),), "ornithopter"),) if buttons else ()


def out_of_reach(state: State, frame: ActionFrame, source: int, target: int) -> Note:
    """Returns in one line why the legion in ``source`` neither goes to ``target`` nor attacks it, with the rule."""
    figures = reach.movable(state, source, state.army(frame.faction, source) or NOBODY)
    enemy = frame.faction.enemy
    hostile = (state.legions_mask(enemy) | state.strongholds_mask(enemy)) >> target & 1
    command = Attack(frame.faction, source, target) if hostile else MoveLegion(frame.faction, source, target, figures)
    reasons = check(state, command)
    if not reasons:
        return why_not(state, frame, source)
    if reasons[-1].code == "not_adjacent":
        return Note(_not_adjacent(state, source, target), "lock", "odd", rule_link(reasons[-1].rule))
    text = refusal_texts(reasons)[0]
    return Note(text.sentence, "lock", "odd", text.rule)


def _not_adjacent(state: State, source: int, target: int) -> str:
    facts = {"source": names.area_name(source), "target": names.area_name(target)}
    if state.graph.all[source] >> target & 1:
        return _("The border between %(source)s and %(target)s is impassable.", **facts)
    return _("Too far: %(target)s is not next to %(source)s, and no chain of wormsigns leads there.", **facts)


def why_not(state: State, frame: ActionFrame, source: int) -> Note:
    """Returns in one line why the legion in ``source`` cannot act in this action, with the rule."""
    area = {"area": names.area_name(source)}
    figures = reach.movable(state, source, state.army(frame.faction, source) or NOBODY)
    if not figures.units:
        return Note(
            _("The legion in %(area)s has moved in this action already.", **area), "lock", "odd", rule_link("MOVE-2")
        )
    if frame.leaders_only and not figures.leaders:
        text = _("No leader is with the legion in %(area)s, and this action needs one.", **area)
        return Note(text, "lock", "odd", rule_link("ACT-LEADERSHIP"))
    if moves_of(state, frame) and not reach.moves(state, frame.faction, only=source):
        return Note(_("No area next to %(area)s is free.", **area), "lock", "odd", rule_link("MOVE-1"))
    rule = "LEADER-2" if isinstance(frame.action, NamedLeader) else "CARD-1"
    return Note(_("This action is not for the legion in %(area)s.", **area), "lock", "odd", rule_link(rule))


def nobody_reaches(target: int) -> Note:
    """Returns in one line that no legion attacks ``target`` now."""
    return Note(_("No legion reaches %(area)s.", area=names.area_name(target)), "lock", "odd", rule_link("BATTLE-1"))
