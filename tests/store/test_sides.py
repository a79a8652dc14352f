"""Seats by side: who plays what, that nobody plays what another person plays, and what is forgotten when one goes."""

import pytest

from companion.content.terms import Faction, Subfaction
from companion.store import Database, Games, Guests, Role, SeatRecord, SeatTaken
from tests.store.conftest import START

HOUSE, ALLY = Subfaction.HOUSE_ATREIDES, Subfaction.FREMEN_ALLY
BARON, CORRINO = Subfaction.HOUSE_HARKONNEN, Subfaction.CORRINO_ALLY
ATREIDES, HARKONNEN = frozenset({HOUSE, ALLY}), frozenset({BARON, CORRINO})


def sit(games: Games, token: str, parts: frozenset[Subfaction] | None, role: Role = Role.PLAYER) -> SeatRecord:
    return games.sit("g1", token, role, token, START, parts)


def test_a_seat_plays_what_it_was_given_and_keeps_it(games: Games) -> None:
    seat = sit(games, "ola", ATREIDES)
    assert (seat.parts, seat.faction, seat.acts_for, seat.knows) == (
        ATREIDES,
        Faction.ATREIDES,
        frozenset(),
        frozenset(),
    )
    assert sit(games, "ola", None).parts == ATREIDES
    assert games.seat("g1", "ola", START) == games.seats("g1")[0] == sit(games, "ola", None)
    assert sit(games, "jan", None).parts == frozenset()


def test_what_another_person_plays_is_taken(games: Games) -> None:
    ola = sit(games, "ola", frozenset({HOUSE}))
    with pytest.raises(SeatTaken, match="house_atreides in the game g1 are played by the seat") as taken:
        sit(games, "jan", ATREIDES)
    assert (taken.value.parts, taken.value.by) == (frozenset({HOUSE}), ola.id)
    assert [seat.name for seat in games.seats("g1")] == ["ola"], "nothing is left of the try"
    assert sit(games, "jan", frozenset({ALLY})).parts == {ALLY}
    assert sit(games, "eva", HARKONNEN).parts == HARKONNEN


def test_another_device_of_the_same_person_plays_the_same(games: Games, database: Database) -> None:
    ola, second = sit(games, "ola", ATREIDES), sit(games, "ola 2", None)
    Guests(database).merge("g1", second.id, ola.id)
    assert sit(games, "ola 2", ATREIDES).parts == ATREIDES


def test_a_seat_never_plays_parts_of_both_sides_and_a_watcher_none(games: Games) -> None:
    with pytest.raises(ValueError, match="one side, not corrino_ally, house_atreides"):
        sit(games, "ola", frozenset({HOUSE, CORRINO}))
    assert sit(games, "ola", ATREIDES, Role.SPECTATOR).parts == frozenset()
    sit(games, "jan", ATREIDES)
    assert sit(games, "jan", None, Role.SPECTATOR).parts == frozenset()
    assert sit(games, "ola", ATREIDES).parts == ATREIDES, "a watcher holds no seat"


def test_what_a_device_has_seen_is_remembered(games: Games) -> None:
    sit(games, "ola", ATREIDES)
    assert sit(games, "ola", frozenset()).knows == {Faction.ATREIDES}
    assert sit(games, "ola", HARKONNEN).knows == {Faction.ATREIDES}


def test_who_goes_or_is_removed_frees_the_seat(games: Games, database: Database) -> None:
    guests = Guests(database)
    sit(games, "ola", ATREIDES)
    guests.leave("g1", "ola")
    jan = sit(games, "jan", ATREIDES)
    guests.remove("g1", jan.id)
    assert sit(games, "eva", ATREIDES).parts == ATREIDES
    assert [seat.name for seat in games.seats("g1") if seat.parts] == ["eva"]


@pytest.mark.parametrize(
    "parts, acts_for, asked, may",
    [
        (frozenset(), frozenset(), HARKONNEN, True),
        (ATREIDES, frozenset(), HARKONNEN, False),
        (ATREIDES, frozenset({BARON}), HARKONNEN, True),
        (frozenset({HOUSE}), frozenset(), frozenset({ALLY}), False),
        (frozenset({HOUSE}), frozenset(), ATREIDES | HARKONNEN, True),
    ],
)
def test_a_seat_acts_for_its_parts_and_those_handed_to_it(
    parts: frozenset[Subfaction], acts_for: frozenset[Subfaction], asked: frozenset[Subfaction], may: bool
) -> None:
    for role in Role:
        seat = SeatRecord(1, "g", role, "Ola", START, START, parts=parts, acts_for=acts_for)
        assert seat.may_act(asked) is (may and role.may_write)
