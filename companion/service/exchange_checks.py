"""What the numbers and names in a game file must mean, beyond their types: areas that exist, cards of the game.

The codec checks that an area is a whole number; here it has to be one of the board. A file that passes can be folded
and shown; whether its game was played by the rules is not asked, since a table may differ from them.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, get_type_hints

from companion.board import AREAS, HARVESTING_SECTORS, SECTORS, ZONE_IDS
from companion.content import CARDS, LEADERS, PRESCIENCE_CARDS, RULES, TACTICAL_CARDS
from companion.content.terms import Phase, VehicleKind
from companion.rules.errors import FormatError
from companion.rules.state import Cards, State
from companion.rules.war import EXPANSION, DesertWar
from companion.service.lettering import is_plain

LARGEST = 10_000
MOST_LISTED, MOST_LETTERS = 250, 200
"""Entries of any list and letters of any text: more than a box has pieces and a card has letters."""
LISTS: Final = tuple(name for name, hint in get_type_hints(State).items() if "..." in str(hint) and name != "armies")
LISTS_OF_CARDS: Final = tuple(name for name, hint in get_type_hints(Cards).items() if "..." in str(hint))
LISTS_OF_WAR: Final = tuple(name for name, hint in get_type_hints(DesertWar).items() if "..." in str(hint))
"""Fields of a position, of its cards and of the pieces of Desert War that hold as many things as events put there."""
MASKS: Final = frozenset({"settlements", "stations"})
AREA_FIELDS: Final = frozenset(
    {
        "area",
        "areas",
        "atomics",
        "attacker_area",
        "harvesters",
        "known_tokens",
        "launchers",
        "moved",
        "only",
        "open",
        "sandriders",
        "sandworms",
        "source",
        "suspensors",
        "taken",
        "target",
        "target_sietch",
        "temporary_target",
        "wild_maker",
        "worm_from",
        "worms",
        "wormsigns",
    }
)
ZONE_FIELDS: Final = frozenset({"carryalls", "ornithopters", "zone"})
COUNTS: Final = frozenset({"regular", "elite", "special", "tokens", "generic", "escorts"})
"""Figures of a legion: never fewer than none."""
COUNTED_VEHICLES: Final = "VehiclesFrame"
"""Its fields are numbers of vehicles, though they are called like the lists of places in the state."""
NAMES: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(
        ("leader", "leaders", "named", "left", "pushed_out", "new_in_tank", "just_out_of_tank", "forbidden_leaders"),
        frozenset(LEADERS),
    ),
    # The frame of a card also stands for the special action of a leader.
    "card": frozenset({"", *CARDS, *TACTICAL_CARDS, *PRESCIENCE_CARDS, *LEADERS}),
    "discards": frozenset(CARDS),
    "tactical": frozenset(TACTICAL_CARDS),
    "harvesting_card": frozenset(TACTICAL_CARDS),
    "sector": frozenset({*HARVESTING_SECTORS, *SECTORS}),
    "expansions": frozenset({EXPANSION}),
    "harvesting_sector": frozenset(HARVESTING_SECTORS),
    "phase": frozenset(phase.value for phase in Phase),
    "rule": frozenset(RULES),
}


def check_meaning(document: Mapping[str, Any], where: str) -> None:
    """Passes a decoded event's document; raises FormatError naming the field below ``where``."""
    _check_object(document, where)


def check_size(state: State, where: str) -> None:
    """Passes a position of which no list has grown beyond what a game holds; raises FormatError at ``where``."""
    for holder, names in ((state, LISTS), (state.cards, LISTS_OF_CARDS), (state.desert_war, LISTS_OF_WAR)):
        if holder is None:
            continue
        for name in names:
            found = getattr(holder, name)
            if found is not None and len(found) > MOST_LISTED:
                raise FormatError(
                    where,
                    "leads to a position with more than %(most)s %(name)s",
                    most=MOST_LISTED,
                    name=name.replace("_", " "),
                )
    for name, some in (("moved", state.turn.moved), ("objectives", state.hidden.objectives)):
        if len(some) > MOST_LISTED:
            raise FormatError(
                where, "leads to a position with more than %(most)s %(name)s", most=MOST_LISTED, name=name
            )


def _check_object(document: Mapping[str, Any], where: str) -> None:
    kind = document.get("type")
    for name, value in document.items():
        place = f"{where}.{name}"
        if name in ("type", "v"):
            continue
        if name == "armies" and isinstance(value, list):
            _check_armies(value, place)
        _check_field(kind, name, value, place)
        for part, nested in _objects(value, place):
            _check_object(nested, part)
    if kind in ("VehiclePlaced", "VehicleRemoved"):
        area = document["kind"] == VehicleKind.HARVESTER
        for name in ("place", "taken"):
            if document.get(name) is not None:
                _within(document[name], len(AREAS) if area else len(ZONE_IDS), f"{where}.{name}")


def _check_field(kind: object, name: str, value: Any, where: str) -> None:
    if isinstance(value, list) and len(value) > MOST_LISTED:
        raise FormatError(
            where, "has %(number)s entries, at most %(most)s are read", number=len(value), most=MOST_LISTED
        )
    counted = kind == COUNTED_VEHICLES
    for leaf in _leaves(value):
        if type(leaf) is int:
            if name in MASKS:
                _within(leaf, 1 << len(AREAS), where)
            elif name in AREA_FIELDS and not counted:
                _within(leaf, len(AREAS), where)
            elif (name in ZONE_FIELDS and not counted) or (name == "escorts" and isinstance(value, list)):
                _within(leaf, len(ZONE_IDS), where)
            elif name in COUNTS:
                _within(leaf, LARGEST + 1, where)
            elif name == "rank":
                _within(leaf - 1, 3, where, leaf)
            elif abs(leaf) > LARGEST:
                raise FormatError(where, "no number of the game is that large: %(value)s", value=leaf)
        elif type(leaf) is str:
            _check_text(name, leaf, where)
    if kind == "LeaderReplaced" and name in ("old", "new") and value not in LEADERS:
        raise FormatError(where, "is not known: %(value)s", value=repr(value[:60]))


def _check_text(name: str, text: str, where: str) -> None:
    if name in NAMES and text not in NAMES[name]:
        raise FormatError(where, "is not known: %(value)s", value=repr(text[:60]))
    if len(text) > MOST_LETTERS or not is_plain(text):
        raise FormatError(where, "must be a text of at most %(most)s printable letters", most=MOST_LETTERS)


def _check_armies(value: Any, where: str) -> None:
    if [len(row) for row in value] != [len(AREAS)] * 2:
        raise FormatError(where, "must be two lists of %(number)s areas", number=len(AREAS))


def _within(number: int, count: int, where: str, shown: int | None = None) -> None:
    if not 0 <= number < count:
        raise FormatError(
            where, "is not on the board or not in the game: %(value)s", value=number if shown is None else shown
        )


def _leaves(value: Any) -> Iterator[object]:
    """The plain values of a field, those in lists included, those of objects within it not."""
    if isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    elif not isinstance(value, dict):
        yield value


def _objects(value: Any, where: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The objects within a field, with their places."""
    if isinstance(value, dict):
        yield where, value
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _objects(item, f"{where}.{number}")
