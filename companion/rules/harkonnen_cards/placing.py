"""What a step of a Harkonnen card may place, and where (MAHDI-CARD-2, ACT-6, UNIT-2)."""

from collections.abc import Iterator

from companion.board import AREA_IDS
from companion.content.steps import Place, SiteKind
from companion.content.terms import UnitKind
from companion.rules.army import NOBODY, Army
from companion.rules.ask.harkonnen_cards import EVERYWHERE, pieces_of, site_mask
from companion.rules.ask.turns import solo_bot
from companion.rules.commands import CardStepDone
from companion.rules.frames import CardFrame
from companion.rules.handlers.supplies import missing_figures, relocation_problems
from companion.rules.refusal import Refusal, Severity, refuse
from companion.rules.state import HARKONNEN, State, supply

ONE = frozenset(SiteKind) - {*EVERYWHERE, SiteKind.EMPTY_DESERT_EACH}
"""Sites where everything goes into one area; only the solo opponent puts what is over the limit elsewhere."""


def placement_problems(state: State, frame: CardFrame, step: Place, command: CardStepDone) -> Iterator[Refusal]:
    """Yields what speaks against the placements of a step that is carried out.

    ACT-6: pieces from the supply or the board, into areas free for Harkonnen; the solo opponent takes only leaders from
    the board (R-39). A step that places the same in each of several areas counts by area, another one all together.
    """
    areas = dict[int, Army]()
    for area, figures in command.placements:
        areas[area] = areas.get(area, NOBODY) + figures
    total, allowed, people = sum(areas.values(), NOBODY), site_mask(state, step.site), not solo_bot(state, HARKONNEN)
    chosen = next(iter(areas), None)
    for area, figures in areas.items():
        where = AREA_IDS[area]
        if not state.free_mask(HARKONNEN) >> area & 1:
            yield refuse("target_not_free", "AREA-1", area=where)
        elif not allowed >> area & 1 or (people and step.site.kind in ONE and area != chosen):
            yield refuse("card_does_not_allow", "MAHDI-CARD-2", card=frame.card, area=where)
        if figures.leaders and not ((state.army(HARKONNEN, area) or NOBODY) + figures).units:
            yield refuse("leaders_need_a_unit", "LEADER-1", area=where)
        if step.site.kind in EVERYWHERE:
            yield from _too_much(state, frame, step, figures, where)
        count, limit = (state.army(HARKONNEN, area) or NOBODY).units + figures.units, state.stacking_limit(HARKONNEN)
        if figures.units and count > limit and people:
            yield refuse("over_stacking", "STACK-1", Severity.UNUSUAL, area=where, count=count, limit=limit)
    if step.site.kind not in EVERYWHERE and areas:
        yield from _too_much(state, frame, step, total, AREA_IDS[list(areas)[-1]])
    if areas and not people:
        wanted = pieces_of(step, frame.part)
        times = len(areas) if step.site.kind in EVERYWHERE else 1
        yield from _wrong_substitutes(state, sum([wanted] * times, NOBODY), total)
    yield from _supply_problems(state, frame, command, total)


def _supply_problems(state: State, frame: CardFrame, command: CardStepDone, total: Army) -> Iterator[Refusal]:
    """ACT-6: what is not taken from the board has to be in the supply."""
    yield from relocation_problems(state, HARKONNEN, command.taken, total)
    for source, _army in command.taken:
        if source in dict(command.placements):
            yield refuse("figures_not_there", "ACT-6", source=AREA_IDS[source])
    if command.taken and solo_bot(state, HARKONNEN):
        yield refuse("opponent_relocates_nothing", "R-39", card=frame.card)
    taken = sum((army for _, army in command.taken), NOBODY)
    yield from missing_figures(state, HARKONNEN, total - taken if total.covers(taken) else total, relocate=True)


def _too_much(state: State, frame: CardFrame, step: Place, figures: Army, where: str) -> Iterator[Refusal]:
    wanted = pieces_of(step, frame.part)
    strong = figures.special > wanted.special or figures.elite + figures.special > wanted.elite + wanted.special
    if figures.units > wanted.units:
        yield refuse("too_many_units", "MAHDI-CARD-2", area=where, count=figures.units, limit=wanted.units)
    elif strong and not solo_bot(state, HARKONNEN):
        # A lower kind may stand in for a higher one, never the other way.
        yield refuse("higher_kind_for_lower", "UNIT-2", area=where)
    pieces = step.pieces
    named = pieces.named is not None
    most = int(named) + pieces.leader + pieces.bashar
    stranger = next((x for x in figures.named if x != pieces.named and not pieces.leader), None)
    if figures.leaders > most or stranger is not None or (figures.generic and not (pieces.leader or pieces.bashar)):
        yield refuse("too_many_leaders", "MAHDI-CARD-2", area=where, count=figures.leaders, limit=most)


def _wrong_substitutes(state: State, wanted: Army, figures: Army) -> Iterator[Refusal]:
    """MAHDI-DEPLOY-4: another kind comes only for one whose figures have run out."""
    left = supply(state, HARKONNEN)
    for kind in UnitKind:
        missing = wanted.count(kind) - figures.count(kind)
        others = figures.units - sum(min(wanted.count(one), figures.count(one)) for one in UnitKind)
        if missing > 0 and others > 0 and getattr(left, kind.value) > figures.count(kind):
            due, there = kind.value, getattr(left, kind.value)
            yield refuse("right_kind_first", "MAHDI-DEPLOY-4", Severity.UNUSUAL, kind=due, due=due, left=there)
            return
