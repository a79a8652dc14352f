"""The tour of the map: a board that is nobody's game, and a card for each stop of it."""

from dataclasses import dataclass
from functools import lru_cache

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content import TRACKS
from companion.frozen import replace
from companion.rules import execute
from companion.rules.commands import StartGame
from companion.rules.state import ATREIDES_DICE, HARKONNEN_DICE, State
from companion.service import Chance, DiceBy, quick_set_up
from companion.web.coach.stops import STOPS, MapView, Stop
from companion.web.drawing import Glow, GlowKind
from companion.web.say import _
from companion.web.ui.panel import Focus
from companion.web.ui.parts import rule_link
from companion.web.words.records import RuleRef

SEED = 1965
HARVESTERS, WORMSIGNS, SANDWORMS = ("ne_6", "ne_12", "se_2"), ("ne_11", "se_7"), ("se_4",)


@dataclass(frozen=True, slots=True)
class Shown:
    """A stop as its page shows it: ``number`` counts from 1."""

    number: int
    of: int
    glyph: str
    title: str
    text: str
    view: MapView
    places: tuple[str, ...]
    rule: RuleRef | None

    @property
    def focus(self) -> Focus:
        """What the map lights: a calm frame, since nothing is asked."""
        return Focus((Glow(GlowKind.SELECTED, self.places),), ids=self.places) if self.places else Focus()


def stop(number: int) -> Shown:
    """Returns a stop by its number; raises IndexError beyond the last one."""
    if not 1 <= number <= len(STOPS):
        raise IndexError(number)
    one: Stop = STOPS[number - 1]
    places = tuple(dict.fromkeys(AREA_IDS[area] for area in one.areas(arrakis())))
    said = str(one.title), str(one.text)
    return Shown(number, len(STOPS), one.glyph, *said, one.view, places, rule_link(one.rule))


@lru_cache(maxsize=1)
def arrakis() -> State:
    """Returns the position of the tour: a game just laid out, with what comes to the sand later."""
    state, _events = execute(State(), StartGame())
    for command in quick_set_up(state, Chance(SEED, 0), DiceBy.HAND):
        state, _events = execute(state, command)
    areas = [tuple(AREA_NUMBER[one] for one in ids) for ids in (HARVESTERS, WORMSIGNS, SANDWORMS)]
    return replace(state, harvesters=areas[0], wormsigns=areas[1], sandworms=areas[2])


def tracks() -> dict[str, object]:
    """Returns the strip above the map as it is when a game begins."""
    dice = {"h": {"left": HARKONNEN_DICE, "of": HARKONNEN_DICE}, "a": {"left": ATREIDES_DICE, "of": ATREIDES_DICE}}
    return {
        "supremacy": {"value": 0, "of": TRACKS.supremacy.length, "marks": (), "say": _("Supremacy %(n)s", n=0)},
        "prescience": {"kwisatz": 0, "dwellers": 0, "jihad": 0, "say": _("Prescience")},
        "imperium": {"choam": 1, "guild": 1, "landsraad": 1, "spice": 0, "say": _("The imperium")},
        "dice": {**dice, "say": _("Dice")},
    }
