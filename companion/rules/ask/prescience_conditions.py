"""What the known prescience cards ask for, verified on the board (PRES-3).

Conditions that nobody has published are confirmed by the player: ``Condition.met`` is None for them. A card that asks
to turn a sietch or tokens is met once that was done during the claims of this end of round.
"""

from collections.abc import Callable, Iterable, Mapping
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


def _counted(need: str, count: int, needed: int, areas: Iterable[int], found: bool = True) -> Condition:
    """A condition that is met with so many, if what it looks for is ``found``; each area is named once."""
    facts = {"need": need, "count": count, "needed": needed, "areas": [AREA_IDS[area] for area in dict.fromkeys(areas)]}
    return Condition(found and count >= needed, facts)


def _legions(need: str, needed: int, areas: Callable[[State], int]) -> Callable[[State], Condition]:
    """The condition that so many own legions stand in areas."""

    def look(state: State) -> Condition:
        there = state.legions_mask(ATREIDES) & areas(state)
        return _counted(need, there.bit_count(), needed, members(there))

    return look


def _places(state: State, *leaders: tuple[str, ...]) -> list[int]:
    """The areas of those leaders who are on the board."""
    return [place[0] for forms in leaders if (place := own_leader(state, forms)) is not None]


def _water_discipline(state: State) -> Condition:
    open_desert = state.deep_desert_mask & ~state.sietch_mask
    there = [area for area in _places(state, PAUL, JESSICA) if open_desert >> area & 1]
    return _counted("paul_and_jessica_in_deep_desert", len(there), 2, there)


def _jessica_trains_paul(state: State) -> Condition:
    places = _places(state, PAUL, JESSICA)
    together = len(set(places)) == 1 and bool(state.sietch_mask >> places[0] & 1)
    return _counted("paul_and_jessica_in_a_sietch", len(places), 2, places, together)


def _call_paul(state: State) -> Condition:
    turned = state.frame.sietches if isinstance(state.frame, EndFrame) else ()
    paul = _places(state, PAUL)
    return _counted("sietch_turned_with_paul", sum(map(turned.count, paul)), 1, paul)


def _lisan_al_gaib(state: State) -> Condition:
    turned = state.frame.tokens if isinstance(state.frame, EndFrame) else ()
    paul = _places(state, PAUL)
    return _counted("tokens_turned_with_paul", sum(map(turned.count, paul)), 2, paul)


def _water_of_life(state: State) -> Condition:
    """Paul stands in a sector without a Harkonnen legion; at the pole any of its sectors will do."""
    paul, legions = _places(state, PAUL), state.legions_mask(HARKONNEN)
    calm = [sector for area in paul for sector in AREAS[area].sectors if not SECTOR_MASK[sector] & legions]
    return _counted("paul_in_a_calm_sector", len(calm), 1, paul)


CONDITIONS: Mapping[str, Callable[[State], Condition]] = MappingProxyType(
    {
        "dew_collectors": _legions("legions_on_plateau", 3, lambda state: PLATEAU_MASK),
        "call_paul_the_mahdi": _call_paul,
        "water_discipline": _water_discipline,
        "wind_traps": _legions("legions_on_mountain", 3, lambda state: MOUNTAIN_MASK & ~state.desert_mask),
        "stunted_worms": _legions("legions_on_minor_erg", 2, lambda state: MINOR_ERG_MASK),
        "jessica_trains_paul": _jessica_trains_paul,
        "desert_war": _legions("legions_on_desert", 4, lambda state: state.desert_mask & ~state.sietch_mask),
        "lisan_al_gaib": _lisan_al_gaib,
        WATER_OF_LIFE: _water_of_life,
    }
)
"""The conditions that are known: the 8 cards of the end of a round, and one of the action phase."""
