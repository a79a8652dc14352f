"""Seats by side: who plays what, that nobody plays what another person plays, and what is forgotten when one goes."""

import pytest

from companion.content.terms import Faction, Subfaction
from companion.store import Database, Games, Guests, NotFound, Role, SeatRecord, SeatTaken, Sides, agreeing
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
    assert not sit(games, "ola 2", ATREIDES).parts, "whoever says to be Ola has to be let by Ola"
    Sides(database).agree("g1", second.id)
    assert sit(games, "ola 2", None).parts == ATREIDES
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


def test_to_the_other_side_only_with_a_yes_of_who_could_be_hurt(games: Games, database: Database) -> None:
    sides = Sides(database)
    ola, jan = sit(games, "ola", ATREIDES), sit(games, "jan", HARKONNEN)
    eva = sit(games, "eva", None)
    sides.change("g1", ola.id, frozenset())
    sides.change("g1", jan.id, frozenset({BARON}))
    assert sides.change("g1", ola.id, frozenset({CORRINO})) is False
    asks = sit(games, "ola", None)
    assert not asks.parts
    assert asks.wants == {CORRINO}
    assert agreeing(games.seated("g1"), asks) == [sit(games, "jan", None)]
    sides.refuse("g1", ola.id)
    assert sit(games, "ola", None).wants == frozenset()
    sides.change("g1", ola.id, frozenset({CORRINO}))
    sides.agree("g1", ola.id)
    sides.agree("g1", ola.id)
    after = sit(games, "ola", None)
    assert not after.wants
    assert after.parts == {CORRINO}
    assert after.knows == {Faction.ATREIDES}
    assert sides.change("g1", eva.id, ATREIDES), "it has seen nothing yet"


def test_two_persons_swap_seats_in_one_step_once_the_other_says_yes(games: Games, database: Database) -> None:
    sides = Sides(database)
    ola, jan, eva = sit(games, "ola", ATREIDES), sit(games, "jan", HARKONNEN), sit(games, "eva", None)
    second = sit(games, "jan 2", None)
    Guests(database).merge("g1", second.id, jan.id)
    sides.agree("g1", second.id)
    sides.hand_over("g1", jan.id, ola.id, once=False)
    assert sides.change("g1", ola.id, HARKONNEN) is False
    asks = sit(games, "ola", None)
    assert (asks.parts, asks.wants) == (ATREIDES, HARKONNEN), "nothing is changed by the offer"
    assert {seat.id for seat in agreeing(games.seated("g1"), asks)} == {jan.id, second.id}, "nobody else is asked"
    sides.agree("g1", ola.id)
    found = {seat.name: seat for seat in games.seats("g1")}
    assert {name: seat.parts for name, seat in found.items()} == {
        "ola": HARKONNEN, "jan": ATREIDES, "jan 2": ATREIDES, "eva": frozenset(),
    }  # fmt: skip
    assert all(not seat.wants and not seat.acts_for for seat in found.values())
    assert [*found["ola"].knows, *found["jan 2"].knows] == [Faction.ATREIDES, Faction.HARKONNEN]
    assert sides.change("g1", eva.id, ATREIDES) is False, "a device of the table may offer its place, too"
    sides.agree("g1", eva.id)
    assert {seat.name: seat.parts for seat in games.seats("g1")} == {
        "ola": HARKONNEN, "jan": frozenset(), "jan 2": frozenset(), "eva": ATREIDES,
    }  # fmt: skip


def test_a_swap_is_none_for_watchers_nor_where_two_persons_play_what_is_asked_for(
    games: Games, database: Database
) -> None:
    sides = Sides(database)
    eva = sit(games, "eva", None, Role.SPECTATOR)
    sit(games, "ola", frozenset({HOUSE})), sit(games, "jan", frozenset({ALLY}))
    baron = sit(games, "baron", frozenset({BARON}))
    with pytest.raises(SeatTaken):
        sides.change("g1", baron.id, ATREIDES)
    assert sides.change("g1", eva.id, frozenset({HOUSE}))
    assert not sit(games, "eva", None, Role.SPECTATOR).parts


def test_where_nobody_could_agree_nobody_is_asked(games: Games, database: Database) -> None:
    ola = sit(games, "ola", ATREIDES)
    sit(games, "jan", None)
    assert Sides(database).change("g1", ola.id, HARKONNEN)
    assert sit(games, "ola", None).knows == {Faction.ATREIDES}


def test_a_decision_is_handed_over_and_taken_back(games: Games, database: Database) -> None:
    sides = Sides(database)
    ola, jan = sit(games, "ola", ATREIDES), sit(games, "jan", HARKONNEN)
    for once in (True, False):
        sides.hand_over("g1", ola.id, jan.id, once=once)
        helper = sit(games, "jan", None)
        assert (helper.acts_for, helper.acts_once, helper.parts) == (ATREIDES, once, HARKONNEN)
    sides.take_back("g1", ola.id)
    assert sit(games, "jan", None).acts_for == frozenset()


def test_who_changes_the_seat_takes_back_what_was_handed_over(games: Games, database: Database) -> None:
    sides = Sides(database)
    ola, jan = sit(games, "ola", ATREIDES), sit(games, "jan", HARKONNEN)
    sides.hand_over("g1", ola.id, jan.id, once=False)
    sides.watch("g1", ola.id)
    assert sit(games, "jan", None).acts_for == frozenset()
    assert games.seats("g1")[0].role is Role.SPECTATOR
    with pytest.raises(NotFound):
        sides.change("g1", 999, ATREIDES)


def test_another_device_of_a_person_comes_to_what_the_person_plays_and_goes_without(
    games: Games, database: Database
) -> None:
    guests = Guests(database)
    ola, second = sit(games, "ola", ATREIDES), sit(games, "ola 2", None)
    guests.merge("g1", second.id, ola.id)
    asks = sit(games, "ola 2", None)
    assert not asks.parts, "anybody could say that he is Ola"
    assert asks.wants == ATREIDES
    sit(games, "jan", HARKONNEN)
    guests.sit_as_host("g1", "Host", START)
    assert [seat.name for seat in agreeing(games.seated("g1"), asks)] == ["ola"]
    Sides(database).agree("g1", second.id)
    assert sit(games, "ola 2", None).parts == ATREIDES
    guests.separate("g1", second.id)
    assert sit(games, "ola 2", None).parts == frozenset()
    assert sit(games, "ola", None).parts == ATREIDES


def test_what_one_device_of_a_person_has_seen_the_others_have(games: Games, database: Database) -> None:
    ola, second = sit(games, "ola", ATREIDES), sit(games, "ola 2", None)
    sit(games, "jan", frozenset({BARON}))
    Guests(database).merge("g1", second.id, ola.id)
    assert not Sides(database).change("g1", second.id, frozenset({CORRINO}))
    asks = sit(games, "ola 2", None)
    assert [seat.name for seat in agreeing(games.seated("g1"), asks)] == ["jan"]


@pytest.mark.parametrize("remove_others", [True, False])
def test_the_owner_comes_back_to_what_he_played(games: Games, database: Database, remove_others: bool) -> None:
    guests = Guests(database)
    first = guests.sit_as_owner("g1", "old phone", "Ola", START)
    Sides(database).change("g1", first.id, ATREIDES)
    sit(games, "jan", HARKONNEN)
    back = guests.take_back("g1", "new phone", "Ola", START, same=True, remove_others=remove_others)
    assert back.parts == ATREIDES
    assert sit(games, "jan", None).parts == HARKONNEN
