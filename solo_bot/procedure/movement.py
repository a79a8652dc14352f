"""Movement of the opponent: toward the target sietch, one legion at a time (MAHDI-MOVE-1..4, R-19..R-23)."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.board import AREA_ZONES, MINOR_ERG_MASK, MOUNTAIN_MASK, PLATEAU_MASK, mask_of, members
from companion.rules.army import Army
from solo_bot.procedure.decision import MoveOption, Question, in_order
from solo_bot.procedure.power import Power, power
from solo_bot.procedure.ranks import deciding_by_trial
from solo_bot.procedure.situation import INFINITE, Legion, Situation
from solo_bot.procedure.trace import Trace


class Moves(NamedTuple):
    """Outcome of looking for a move: ``action`` is ``move`` or ``merge``, None when nothing moves."""

    action: str | None
    rule: str
    options: tuple[MoveOption, ...] = ()
    question: Question | None = None


NO_MOVE = Moves(None, "MAHDI-ATTACK-3")


def find_move(situation: Situation, trace: Trace, *, leaders_only: bool = False) -> Moves:
    """Returns the moves that survive MAHDI-MOVE for the actors of ``situation``; merging comes first (R-23)."""
    movers = [legion for legion in situation.actors if _may_move(legion, leaders_only)]
    state = situation.state
    target = state.target_sietch
    if target is None:
        trace.note("MAHDI-MOVE-1", "no_target", rulings=("R-1",))
        return NO_MOVE
    fixed = state.fixed_target
    if fixed is not None:
        temporary = None if fixed == target else fixed
        trace.note("MAHDI-MOVE-2", "target_fixed", fixed, rulings=("R-21",))
        return _moves_toward(situation, trace, movers, fixed, temporary)
    if any(legion.movable_power > situation.defenders(target) for legion in movers):
        trace.note("MAHDI-MOVE-2", "target_stands", target, rulings=("R-21",))
        return _moves_toward(situation, trace, movers, target, None)
    return _toward_temporary(situation, trace, movers, target)


def _may_move(legion: Legion, leaders_only: bool) -> bool:
    return legion.movable.units > 0 and (not leaders_only or legion.movable.leaders > 0)


def _toward_temporary(situation: Situation, trace: Trace, movers: list[Legion], target: int) -> Moves:
    """MAHDI-MOVE-2: a temporary target whose defenders some legion beats: nearest to the real one, highest rank."""
    strongest = max((legion.movable_power for legion in movers), default=(0, 0))
    others = [area for area in situation.standing_sietches() if area != target]
    trace.note("MAHDI-MOVE-2", "target_too_strong", target, rulings=("R-21",))
    if not others:
        return NO_MOVE
    candidates = trace.keep(
        "MAHDI-MOVE-2",
        "temporary_target",
        others,
        [situation.defenders(area) for area in others],
        lambda defence: bool(strongest > defence),
        ("R-21",),
    )
    if not candidates:
        return NO_MOVE
    steps = situation.steps_to(target)
    candidates = trace.lowest(
        "MAHDI-MOVE-2",
        "nearest_to_target",
        candidates,
        [situation.distance(area, steps) for area in candidates],
        ("R-21", "R-14"),
    )
    asked = _ask_ranks(situation, movers, candidates)
    if asked:
        trace.note("MAHDI-MOVE-2", "rank_unknown", *asked, rulings=("R-16",))
        return Moves("move", "MAHDI-MOVE-2", question=Question("rank", asked))
    if len(candidates) > 1:
        ranks = [situation.ranks[area] or 1 for area in candidates]
        candidates = trace.highest("MAHDI-MOVE-2", "highest_rank", candidates, ranks, ("R-16",))
    return _union([_moves_toward(situation, trace, movers, area, area) for area in candidates])


def _ask_ranks(situation: Situation, movers: list[Legion], candidates: list[int]) -> tuple[int, ...]:
    """Returns the candidates whose unknown rank changes the moves (R-16)."""
    unknown = [area for area in candidates if situation.ranks[area] is None]
    if len(candidates) < 2 or not unknown:
        return ()
    silent = Trace()
    moves = {area: _moves_toward(situation, silent, movers, area, area) for area in candidates}

    def outcome(ranks: Mapping[int, int]) -> frozenset[tuple[int, int, int | None, Army]]:
        worth = {area: situation.ranks[area] or ranks[area] for area in candidates}
        best = max(worth.values())
        found = _union([moves[area] for area in candidates if worth[area] == best])
        return frozenset((o.source, o.target, o.zone, o.figures) for o in found.options)

    return deciding_by_trial(unknown, outcome)


def _union(found: list[Moves]) -> Moves:
    """Joins the moves toward several temporary targets that nothing separates (R-21: the player picks).

    Merging is looked at before any other move of the step, whichever target it is for (R-23).
    """
    useful = [moves for moves in found if moves.options]
    if not useful:
        return NO_MOVE
    merging = [moves for moves in useful if moves.action == "merge"]
    useful = merging or useful
    options = dict.fromkeys(option for moves in useful for option in moves.options)
    return Moves(useful[0].action, useful[0].rule, in_order(options))


def _moves_toward(
    situation: Situation, trace: Trace, movers: list[Legion], target: int, temporary: int | None
) -> Moves:
    merges = _merging_moves(situation, trace, movers, target, temporary)
    if merges:
        return Moves("merge", "MAHDI-MOVE-4", merges)
    adjacent = situation.graph.all[target]
    free_to_go = [legion for legion in movers if not adjacent >> legion.area & 1]
    if len(free_to_go) < len(movers):
        staying = [legion.area for legion in movers if adjacent >> legion.area & 1]
        trace.note("MAHDI-MOVE-4", "next_to_target_stays", *staying)
    if not free_to_go:
        return NO_MOVE
    areas = [legion.area for legion in free_to_go]
    strong = trace.keep(
        "MAHDI-MOVE-2",
        "greater_power",
        areas,
        [legion.movable_power for legion in free_to_go],
        lambda own: bool(own > situation.defenders(target)),
        ("R-21",),
    )
    able = [legion for legion in free_to_go if legion.area in strong]
    beside = [situation.graph.all[legion.area] for legion in able]
    # No way begins further from the target than the nearest area beside a legion.
    layers = situation.graph.layers(1 << target, situation.free, beside)
    roomy = situation.roomy()
    ends = {legion.area: found for legion in able if (found := _end_areas(situation, legion, layers, roomy))}
    if not ends:
        trace.note("MAHDI-MOVE-1", "no_way", target, rulings=("R-14", "R-22"))
        return NO_MOVE
    candidates = [legion for legion in able if legion.area in ends]
    movers_areas = trace.lowest(
        "MAHDI-MOVE-1",
        "nearest_first",
        [legion.area for legion in candidates],
        [ends[legion.area].distance for legion in candidates],
        ("R-14",),
    )
    candidates = [legion for legion in candidates if legion.area in movers_areas]
    if len(candidates) > 1:
        movers_areas = trace.highest(
            "MAHDI-MOVE-1",
            "strongest_first",
            [legion.area for legion in candidates],
            [legion.movable_power for legion in candidates],
        )
        candidates = [legion for legion in candidates if legion.area in movers_areas]
    options: list[MoveOption] = []
    for legion in candidates:
        options.extend(_path_options(situation, trace, legion, ends[legion.area], temporary))
    return Moves("move", "MAHDI-MOVE-1", in_order(options))


class _Ends(NamedTuple):
    """Where a legion may end its move: areas equally near to the target, on foot or by one of the ``zones``.

    ``distance``: the steps of R-14 that the legion is away from the target now.
    """

    distance: int
    areas: tuple[int, ...]
    zones: tuple[int | None, ...]


def _end_areas(situation: Situation, legion: Legion, layers: list[int], roomy: int) -> _Ends | None:
    """MAHDI-MOVE-1 with R-20 and R-22: on foot along a shortest path, or by ornithopter where that ends nearer."""
    borders = situation.graph.all[legion.area]
    here = min(INFINITE, 1 + _first(layers, borders))
    foot = _first(layers, borders & roomy)
    zones = situation.zones_with_ornithopter & AREA_ZONES[legion.area]
    if zones:
        reach = situation.graph.within2[legion.area] & roomy
        flight = _first(layers, reach)
        if flight < foot and flight < here:
            return _Ends(here, tuple(members(layers[flight] & reach)), tuple(members(zones)))
    return _Ends(here, tuple(members(layers[foot] & borders & roomy)), (None,)) if foot < here else None


def _first(layers: list[int], mask: int) -> int:
    """Returns the number of the first layer with an area of ``mask``; INFINITE without one."""
    for number, layer in enumerate(layers):
        if layer & mask:
            return number
    return INFINITE


def _path_options(
    situation: Situation, trace: Trace, legion: Legion, ends: _Ends, temporary: int | None
) -> list[MoveOption]:
    """MAHDI-MOVE-3: of equal ends, the one with another legion, nearest to any sietch, then by terrain."""
    if ends.zones != (None,):
        trace.note("MAHDI-MOVE-1", "by_ornithopter", legion.area, rulings=("R-20",))
    areas = list(ends.areas)
    if len(areas) > 1:
        areas = choose_end(situation, trace, areas)
    options: list[MoveOption] = []
    for area in areas:
        room = situation.room(area)
        for figures in parts(legion.movable, room):
            options.extend(MoveOption(legion.area, area, figures, zone, temporary) for zone in ends.zones)
        if legion.movable.units > room:
            trace.note("MAHDI-MOVE-3", "only_part_fits", area, rulings=("R-22",))
    return options


def choose_end(situation: Situation, trace: Trace, areas: list[int]) -> list[int]:
    """Returns those of several equally near ``areas`` in which a move ends by MAHDI-MOVE-3."""
    joins = [bool(situation.legion_mask >> area & 1) for area in areas]
    areas = trace.highest("MAHDI-MOVE-3", "with_another_legion", areas, joins, ("R-22",))
    if len(areas) == 1:
        return areas
    layers = situation.graph.layers(situation.sietch_mask, situation.free, [1 << area for area in areas])
    near = [_first(layers, 1 << area) for area in areas]
    areas = trace.lowest("MAHDI-MOVE-3", "nearest_to_any_sietch", areas, near, ("R-14",))
    desert = situation.state.desert_mask
    signs = mask_of(situation.state.wormsigns)
    for criterion, mask in (
        ("end_on_mountain", MOUNTAIN_MASK & ~desert),
        ("end_on_plateau_or_erg", PLATEAU_MASK | MINOR_ERG_MASK),
        ("end_on_desert_without_wormsign", desert & ~signs),
    ):
        if len(areas) == 1:
            break
        areas = trace.highest("MAHDI-MOVE-3", criterion, areas, [bool(mask >> area & 1) for area in areas])
    return areas


def parts(army: Army, room: int) -> list[Army]:
    """Returns the figures that go where ``room`` units fit: the strongest units and all leaders (R-22).

    A regular and a token weigh the same in fine power, so there may be several answers.

    >>> parts(Army(regular=2, elite=1, generic=1), 2)
    [Army(regular=1, elite=1, special=0, tokens=0, generic=1, named=(), escorts=0)]
    """
    if army.units <= room:
        return [army]
    special = min(army.special, room)
    elite = min(army.elite, room - special)
    rest = room - special - elite
    return [
        Army(rest - tokens, elite, special, tokens, army.generic, army.named)
        for tokens in range(min(army.tokens, rest) + 1)
        if rest - tokens <= army.regular
    ]


def _merging_moves(
    situation: Situation, trace: Trace, movers: list[Legion], target: int, temporary: int | None
) -> tuple[MoveOption, ...]:
    """MAHDI-MOVE-4, R-23: a legion next to the target and a legion next to that one become one, as strong as can be."""
    beside = situation.graph.all[target] & situation.free
    receivers = [legion for legion in situation.legions if beside >> legion.area & 1]
    candidates: list[tuple[Power, MoveOption]] = []
    for receiver in receivers:
        room = situation.room(receiver.area)
        for legion in movers:
            if room > 0 and situation.graph.all[receiver.area] >> legion.area & 1:
                for figures in parts(legion.movable, room):
                    option = MoveOption(legion.area, receiver.area, figures, None, temporary)
                    candidates.append((power(receiver.army + figures), option))
    if not candidates:
        return ()
    options = trace.highest(
        "MAHDI-MOVE-4",
        "merge_strongest",
        [option for _, option in candidates],
        [strength for strength, _ in candidates],
        ("R-23",),
    )
    return in_order(options)
