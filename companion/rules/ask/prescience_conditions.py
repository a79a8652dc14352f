"""What the known prescience cards ask for, verified on the board (PRES-3).

Conditions that nobody has published are confirmed by the player: ``Condition.met`` is None for them. A card that asks
to turn a sietch or tokens is met once that was done during the claims of this end of round.
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from types import MappingProxyType

from companion.board import AREA_IDS, AREAS, MINOR_ERG_MASK, MOUNTAIN_MASK, PLATEAU_MASK, SECTOR_MASK, members
from companion.frozen import record
from companion.rules.frames import EndFrame
from companion.rules.state import ATREIDES, HARKONNEN, State

PAUL = ("paul_atreides", "paul_muaddib")
JESSICA = ("lady_jessica", "reverend_mother_jessica")
WATER_OF_LIFE = "water_of_life"


@record
class Condition:
    """Whether a card can be claimed now: ``met``, None when only the player can tell.

    ``facts``: ``need`` is a code for what is missing; ``count`` and ``needed`` are numbers, ``areas`` the areas that
    count, all by id.
    """

    met: bool | None
    facts: Mapping[str, object] = field(default_factory=dict)


UNKNOWN = Condition(None)


def met(state: State, card: str) -> Condition:
    """Returns whether the condition of a prescience card is met, with the facts that decide.

    >>> met(State(), "southern_palmaries").met, met(State(), "wind_traps").facts["needed"]
    (None, 3)
    """
    look = CONDITIONS.get(card)
    return UNKNOWN if look is None else look(state)


def own_leader(state: State, forms: tuple[str, ...]) -> tuple[int, str] | None:
    """Returns the area of a leader of several forms and the form that stands there (PRES-5), None off the board."""
    for area, army in state.legions(ATREIDES):
        for name in forms:
            if name in army.named:
                return area, name
    return None


def _legions_in(state: State, areas: int, needed: int, need: str) -> Condition:
    there = state.legions_mask(ATREIDES) & areas
    facts = {"need": need, "count": there.bit_count(), "needed": needed, "areas": _ids(there)}
    return Condition(there.bit_count() >= needed, facts)


def _ids(areas: int) -> list[str]:
    return [AREA_IDS[area] for area in members(areas)]


def _dew_collectors(state: State) -> Condition:
    return _legions_in(state, PLATEAU_MASK, 3, "legions_on_plateau")


def _wind_traps(state: State) -> Condition:
    return _legions_in(state, MOUNTAIN_MASK & ~state.desert_mask, 3, "legions_on_mountain")


def _stunted_worms(state: State) -> Condition:
    return _legions_in(state, MINOR_ERG_MASK, 2, "legions_on_minor_erg")


def _desert_war(state: State) -> Condition:
    return _legions_in(state, state.desert_mask & ~state.sietch_mask, 4, "legions_on_desert")


def _water_discipline(state: State) -> Condition:
    open_desert = state.deep_desert_mask & ~state.sietch_mask
    places = [place[0] for forms in (PAUL, JESSICA) if (place := own_leader(state, forms)) is not None]
    there = [area for area in places if open_desert >> area & 1]
    facts = {"need": "paul_and_jessica_in_deep_desert", "count": len(there), "needed": 2, "areas": _names(there)}
    return Condition(len(there) == 2, facts)


def _names(areas: list[int]) -> list[str]:
    return [AREA_IDS[area] for area in dict.fromkeys(areas)]


def _jessica_trains_paul(state: State) -> Condition:
    paul, jessica = own_leader(state, PAUL), own_leader(state, JESSICA)
    together = paul is not None and jessica is not None and paul[0] == jessica[0]
    found = together and paul is not None and bool(state.sietch_mask >> paul[0] & 1)
    places = [place[0] for place in (paul, jessica) if place is not None]
    facts = {"need": "paul_and_jessica_in_a_sietch", "count": len(places), "needed": 2, "areas": _names(places)}
    return Condition(found, facts)


def _call_paul(state: State) -> Condition:
    paul, frame = own_leader(state, PAUL), state.frame
    turned = frame.sietches if isinstance(frame, EndFrame) else ()
    count = 0 if paul is None else turned.count(paul[0])
    facts = {"need": "sietch_turned_with_paul", "count": count, "needed": 1, "areas": _names([paul[0]] if paul else [])}
    return Condition(count >= 1, facts)


def _lisan_al_gaib(state: State) -> Condition:
    paul, frame = own_leader(state, PAUL), state.frame
    turned = frame.tokens if isinstance(frame, EndFrame) else ()
    count = 0 if paul is None else turned.count(paul[0])
    facts = {"need": "tokens_turned_with_paul", "count": count, "needed": 2, "areas": _names([paul[0]] if paul else [])}
    return Condition(count >= 2, facts)


def _water_of_life(state: State) -> Condition:
    """Paul stands in a sector without a Harkonnen legion; at the pole any of its sectors will do."""
    paul = own_leader(state, PAUL)
    legions = state.legions_mask(HARKONNEN)
    calm = [] if paul is None else [s for s in AREAS[paul[0]].sectors if not SECTOR_MASK[s] & legions]
    facts = {
        "need": "paul_in_a_calm_sector",
        "count": len(calm),
        "needed": 1,
        "areas": _names([paul[0]] if paul else []),
    }
    return Condition(bool(calm), facts)


CONDITIONS: Mapping[str, Callable[[State], Condition]] = MappingProxyType(
    {
        "dew_collectors": _dew_collectors,
        "call_paul_the_mahdi": _call_paul,
        "water_discipline": _water_discipline,
        "wind_traps": _wind_traps,
        "stunted_worms": _stunted_worms,
        "jessica_trains_paul": _jessica_trains_paul,
        "desert_war": _desert_war,
        "lisan_al_gaib": _lisan_al_gaib,
        WATER_OF_LIFE: _water_of_life,
    }
)
"""The conditions that are known: the 8 cards of the end of a round, and one of the action phase."""
