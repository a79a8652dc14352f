"""Whether the box still holds the figures that somebody wants to place (UNIT-2, LEADER-3, TANK-3)."""

from collections.abc import Iterator, Sequence

from companion.board import AREA_IDS
from companion.content import GENERIC_LEADER, LEADERS, LeaderKind
from companion.content.terms import Faction
from companion.rules.army import NOBODY, Army
from companion.rules.ask.tokens import TOKEN_RULE
from companion.rules.refusal import Refusal, refuse
from companion.rules.state import Standing, State, supply

NOT_PLACEABLE = {
    Standing.OUT: "leader_not_in_play",
    Standing.REMOVED: "leader_removed",
    Standing.TANK: "leader_in_tank",
}


def missing_figures(state: State, faction: Faction, figures: Army, *, relocate: bool = False) -> Iterator[Refusal]:
    """Yields a reason for each kind that the supply lacks and each named leader that cannot be placed.

    ``relocate``: leaders on the board may come from there (ACT-6, *place*).
    """
    if min(figures.regular, figures.elite, figures.special, figures.tokens, figures.generic) < 0:
        yield refuse("negative_count", "UNIT-2")
        return
    left = supply(state, faction)
    kinds = ("regular", "elite", "special", "generic")
    for kind in kinds:
        wanted, there = getattr(figures, kind), getattr(left, kind)
        if wanted > there:
            yield refuse("not_enough_figures", "UNIT-2", kind=kind, count=wanted, left=there, faction=faction.id)
    if figures.escorts:
        yield refuse("escort_not_placed", "DW-5", count=figures.escorts)
    if figures.tokens:
        yield refuse("tokens_are_no_figures", TOKEN_RULE[faction], count=figures.tokens)
    for leader in figures.named:
        yield from leader_problems(state, faction, leader, relocate=relocate)


def relocation_problems(
    state: State, faction: Faction, taken: Sequence[tuple[int, Army]], placed: Army
) -> Iterator[Refusal]:
    """ACT-6: units and generic leaders on the board may be relocated, as part of what is ``placed``."""
    total, from_areas = sum((army for _, army in taken), NOBODY), dict[int, Army]()
    for area, army in taken:
        from_areas[area] = from_areas.get(area, NOBODY) + army
    for area, army in from_areas.items():
        if army.tokens or army.named or army.escorts or not (state.army(faction, area) or NOBODY).covers(army):
            yield refuse("figures_not_there", "ACT-6", source=AREA_IDS[area])
    if not placed.covers(total):
        yield refuse("more_taken_than_placed", "ACT-6", count=total.units + total.leaders)


def leader_problems(state: State, faction: Faction, leader: str, *, relocate: bool) -> Iterator[Refusal]:
    """Yields why a named leader cannot come onto the board now."""
    known = dict(state.leaders)
    record = LEADERS.get(leader)
    if record is None or record.kind is not LeaderKind.NAMED or record.faction is not faction or leader not in known:
        yield refuse("unknown_leader", "LEADER-3", leader=leader, faction=faction.id)
        return
    standing = known[leader].standing
    if standing in NOT_PLACEABLE:
        rule = "TANK-3" if standing is Standing.TANK else "LEADER-3"
        yield refuse(NOT_PLACEABLE[standing], rule, leader=leader)
    elif standing is Standing.BOARD and not relocate:
        yield refuse("leader_on_board", "ACT-6", leader=leader)
    elif leader in state.just_out_of_tank:
        yield refuse("leader_just_out_of_tank", "TANK-2", leader=leader)


def as_figures(faction: Faction, leader: str | None) -> Army:
    """Returns the army of one leader: a named id, the generic id of the faction, or nobody for None."""
    if leader is None:
        return Army()
    if leader == GENERIC_LEADER[faction].id:
        return Army(generic=1)
    return Army(named=(leader,))
