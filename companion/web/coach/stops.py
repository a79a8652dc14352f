"""The stops of the tour of the map as data: what the camera goes to, what lights up, and what is said of it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from companion.board import SETTLEMENT_MASK, SIETCH_MASK, STATION_MASK, members
from companion.rules.state import State
from companion.web.say import LazyString, lazy


class MapView(StrEnum):
    """How the map is drawn at a stop: with its pieces, the bare terrain, or sectors with their air zones."""

    BOARD = "board"
    TERRAIN = "terrain"
    SECTORS = "sectors"


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop; ``areas`` are lit and framed, none: the whole map is shown."""

    id: str
    glyph: str
    title: LazyString
    text: LazyString
    rule: str
    areas: Callable[[State], Iterable[int]] = lambda _state: ()
    view: MapView = MapView.BOARD


def _on_sand(state: State) -> Iterable[int]:
    return (*state.harvesters, *state.wormsigns, *state.sandworms)


STOPS: tuple[Stop, ...] = (
    Stop(
        "map",
        "map",
        lazy("Arrakis from above"),
        lazy(
            "101 areas around the North Pole. House Atreides and the Fremen hold the sietches at the rim, House "
            "Harkonnen the cities in the mountains: the sand between them decides."
        ),
        "BOARD-1",
    ),
    Stop(
        "terrain",
        "mountain",
        lazy("The terrain"),
        lazy(
            "Mountains shelter from worms and storms. Plateaus and minor ergs are open to storms, "
            "desert to storms and worms; only desert has spice."
        ),
        "STORM-1",
        view=MapView.TERRAIN,
    ),
    Stop(
        "sietches",
        "sietch",
        lazy("The sietches"),
        lazy(
            "Eight Fremen homes, each with a token that hides its rank from 1 to 3. One that is destroyed raises "
            "Harkonnen supremacy by its rank, and at 10 the Harkonnen win."
        ),
        "SETTLE-3",
        areas=lambda state: members(SIETCH_MASK & state.sietch_mask),
    ),
    Stop(
        "settlements",
        "settlement",
        lazy("The Harkonnen settlements"),
        lazy(
            "Arrakeen has rank 3, Carthag 2, the four Pyon villages 1. One that Atreides destroy advances all three "
            "prescience markers by its rank."
        ),
        "SETTLE-1",
        areas=lambda state: members(SETTLEMENT_MASK & state.settlements),
    ),
    Stop(
        "stations",
        "station",
        lazy("The testing stations"),
        lazy(
            "Six tokens facedown. The Atreides legion that ends its move on one takes it, and the prescience marker "
            "on the token advances."
        ),
        "STATION-1",
        areas=lambda state: members(STATION_MASK & state.stations),
    ),
    Stop(
        "sand",
        "wormsign",
        lazy("Harvesters, wormsigns, sandworms"),
        lazy(
            "A harvester brings two spice from deep desert, one from desert. Where Harkonnen are on "
            "sand, a wormsign may hide a worm; Atreides legions ride from sign to sign."
        ),
        "WORM-1",
        areas=_on_sand,
    ),
    Stop(
        "sectors",
        "ornithopter",
        lazy("Sectors and air zones"),
        lazy(
            "Four outer and four central sectors. Between two of them lies an air zone: an ornithopter or carryall "
            "there serves every area of both."
        ),
        "BOARD-4",
        view=MapView.SECTORS,
    ),
    Stop(
        "imperium",
        "guild",
        lazy("The tracks above the map"),
        lazy(
            "Supremacy for the Harkonnen, three prescience markers for Atreides, and three imperium markers: CHOAM, "
            "Spacing Guild and Landsraad want spice every round, or they forbid the Harkonnen something."
        ),
        "SPICE-2",
    ),
)
"""The stops in their order."""
