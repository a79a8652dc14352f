"""The Harkonnen as a person plays them: what the procedure is told of the position, garrisons, and what spice buys.

The procedure of the opponent marches over impassable borders, leaves its settlements empty and stockpiles nothing. Here
it is asked about a position without such borders, and what it says is put right where a person would not do it.
"""

from dataclasses import fields
from functools import cache
from itertools import product

from companion.board import SECTOR_MASK, Graph, graph, members
from companion.content import SPICE_BOARD
from companion.frozen import replace
from companion.rules import commands
from companion.rules.army import NOBODY
from companion.rules.ask.spice import STOCKPILING_UP_TO, SUPREMACY_PRICE, possible_bans, price
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from solo_bot.procedure.power import power

FIELDS = tuple(field.name for field in fields(State))
SECTORS = ("central", "ne", "nw", "se", "sw")
"""The sectors among which harvesters are sent (MAHDI-START-2)."""
POWER_OF_A_RANK, MIDDLE_RANK = 2.0, 2
GARRISON = 2
"""Units that stay in a settlement."""
WORTH_OF_SUPREMACY, WORTH_OF_A_DIE, WORTH_OF_A_ROW = 3.0, 1.0, 0.4


class OnFoot(State):
    """A position in which nobody marches over an impassable border, though the question is that of a solo game."""

    __slots__ = ()

    @property
    def graph(self) -> Graph:
        """The board's graph; all its borders are passable ones."""
        return _on_foot(self.rules.doubtful_border)


@cache
def _on_foot(doubtful_border: bool) -> Graph:
    board = graph(doubtful_border=doubtful_border)
    neighbours = tuple(tuple(members(mask)) for mask in board.passable)
    within2 = tuple((mask | board.grow(mask, board.passable)) & ~(1 << at) for at, mask in enumerate(board.passable))
    return replace(board, all=board.passable, neighbours=neighbours, within2=within2)


def as_solo(state: State) -> State:
    """Returns the position as the opponent of the solo game would find it, with a target sietch of the script's own."""
    rules = replace(state.rules, harkonnen_partners=1)
    sietches = tuple(replace(sietch, rank=sietch_rank(state, sietch.area)) for sietch in state.sietches)
    sector = fields_of_spice(state)
    solo = replace(
        state,
        mode=Mode.SOLO,
        expansions=(),
        desert_war=None,
        rules=rules,
        sietches=sietches,
        target_sietch=prey(state),
        harvesting_sector=sector,
    )
    return OnFoot(*(getattr(solo, name) for name in FIELDS))


def fields_of_spice(state: State) -> str:
    """Returns the sector in which harvesters find the most deep desert that no Atreides legion is next to."""
    watched = state.legions_mask(ATREIDES) | state.sietch_mask
    free = state.free_mask(HARKONNEN) & state.desert_mask
    calm = free & state.empty_mask & ~state.graph.grow(watched)
    deep = calm & state.deep_desert_mask

    def spice(sector: str) -> int:
        within = SECTOR_MASK[sector]
        return (calm & within).bit_count() + (deep & within).bit_count()

    return max(SECTORS, key=spice)


def prey(state: State) -> int | None:
    """Returns the sietch against which the Harkonnen can bring most in least time; None when all are destroyed."""

    def pressure(area: int) -> float:
        distance = state.graph.distance[area]
        near = sum(power(army)[1] / (1 + distance[legion]) for legion, army in state.legions(HARKONNEN))
        return near / (POWER_OF_A_RANK * (sietch_rank(state, area) + 1) + power(state.army(ATREIDES, area))[1])

    return max((sietch.area for sietch in state.sietches), key=lambda area: (pressure(area), -area), default=None)


def sietch_rank(state: State, area: int) -> int:
    """Returns the rank of a sietch as the Harkonnen know it: that of a facedown one is taken for the middle one."""
    sietch = state.sietch(area)
    return MIDDLE_RANK if sietch is None or sietch.rank is None or not sietch.revealed else sietch.rank


def spendings(state: State, collected: int) -> list[commands.SpendSpice]:
    """Returns what the spice can buy, the best first: supremacy, dice, then markers (SPICE-2 to SPICE-4)."""
    found = []
    for steps in product((-1, 0, 1), repeat=3):
        first, second, third = (row + step for row, step in zip(state.imperium, steps, strict=True))
        rows = first, second, third
        if not all(SPICE_BOARD.top_row <= row <= SPICE_BOARD.bottom_row for row in rows):
            continue
        for supremacy in (1, 0):
            left = collected + state.spice_reserve - price(state.imperium, rows) - supremacy * SUPREMACY_PRICE
            if left >= 0 and not (supremacy and state.supremacy > STOCKPILING_UP_TO):
                worth = WORTH_OF_SUPREMACY * supremacy - WORTH_OF_A_DIE * max(rows) - WORTH_OF_A_ROW * sum(rows)
                spending = commands.SpendSpice(rows, possible_bans(state, rows)[0], supremacy, min(left, 1))
                found.append((worth, spending))
    return [spending for _worth, spending in sorted(found, key=lambda one: -one[0])]


def guarded(state: State, command: commands.Command) -> commands.Command | None:
    """Returns a move so that a garrison stays in a settlement; None where no more than that stands there."""
    if not isinstance(command, commands.MoveLegion) or not state.settlements >> command.source & 1:
        return command
    army, figures = state.army(HARKONNEN, command.source) or NOBODY, command.figures
    lacking = max(0, GARRISON - (army.units - figures.units))
    regular = min(lacking, figures.regular)
    elite = min(lacking - regular, figures.elite)
    if regular + elite < lacking or regular + elite == figures.units:
        return None
    figures = replace(figures, regular=figures.regular - regular, elite=figures.elite - elite)
    return replace(command, figures=figures)
