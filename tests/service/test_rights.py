"""Who may do what between people: each side and partner its own, a device of the table everything."""

from contextlib import AbstractContextManager
from dataclasses import replace

import pytest
from sqlmodel import Session

from companion.content.terms import Faction, Result, Subfaction
from companion.rules import Rules
from companion.rules.ask.asked import SIDES, asked
from companion.rules.commands import CorrectBoard, EndVehicles, RollHarkonnenDice
from companion.rules.refusal import Refused
from companion.rules.state import Mode
from companion.service import GameSettings, NotYours, SetUp, Table
from companion.service.rights import OthersAsked
from companion.store import Role, SeatRecord

ROLL = RollHarkonnenDice((Result.MENTAT,) * 3)
DUEL = GameSettings("Duel", Mode.DUEL, set_up=SetUp.QUICK)
FOUR = GameSettings("Four", Mode.TEAM, Rules(partners=2, harkonnen_partners=2), set_up=SetUp.QUICK)


def seats(table: Table, settings: GameSettings) -> tuple[str, dict[str, SeatRecord]]:
    """A game with a seat of each part, of each side where one plays it alone, and a device of the table."""
    game, creator = table.create_game(settings, "table")
    found = {"table": creator}
    parts = (frozenset({part}) for part in Subfaction) if settings.mode is Mode.TEAM else SIDES
    for number, one in enumerate(parts):
        name = "-".join(sorted(one)) if settings.mode is Mode.TEAM else Faction(number).id
        found[name] = table.games.sit(game.id, name, Role.PLAYER, name, table.clock(), one)
    return game.id, found


def test_a_side_does_what_is_its_own_and_nothing_of_the_other(table: Table) -> None:
    game, sits = seats(table, DUEL)
    seq = table.load(game).seq
    with pytest.raises(NotYours, match="this is for corrino_ally, house_harkonnen") as wrong:
        table.submit(game, sits["atreides"], seq, "key-wrong", EndVehicles())
    assert wrong.value.givers == SIDES[Faction.HARKONNEN]
    assert table.load(game).seq == seq
    assert table.submit(game, sits["harkonnen"], seq, "key-right", EndVehicles()).seq > seq


def test_a_device_of_the_table_and_corrections_are_for_everybody(table: Table) -> None:
    game, sits = seats(table, DUEL)
    for name, seat in sits.items():
        loaded = table.load(game)
        state = replace(loaded.state, supremacy=loaded.state.supremacy + 1)
        table.submit(game, seat, loaded.seq, f"key-correct-{name}", CorrectBoard(state))
    table.submit(game, sits["table"], table.load(game).seq, "key-table", EndVehicles())


def test_whose_step_it_is_is_said_before_the_rules_are_asked(table: Table) -> None:
    game, sits = seats(table, DUEL)
    seq = table.load(game).seq
    with pytest.raises(NotYours):
        table.submit(game, sits["atreides"], seq, "key-1", ROLL)
    with pytest.raises(Refused):
        table.submit(game, sits["harkonnen"], seq, "key-2", ROLL)


@pytest.mark.rule("TEAM-5")
def test_TEAM_5_a_partner_does_not_do_what_is_for_the_other(table: Table) -> None:
    game, sits = seats(table, FOUR)
    seq = table.load(game).seq
    for name in ("corrino_ally", "house_atreides"):
        with pytest.raises(NotYours, match="is for house_harkonnen"):
            table.submit(game, sits[name], seq, f"key-{name}", EndVehicles())
    table.submit(game, sits["house_harkonnen"], seq, "key-right", EndVehicles())


def test_of_several_commands_each_has_to_be_ones_own(table: Table) -> None:
    game, sits = seats(table, DUEL)
    loaded = table.load(game)
    with pytest.raises(NotYours):
        table.submit(game, sits["atreides"], loaded.seq, "key-1", [CorrectBoard(loaded.state), EndVehicles()])
    assert table.load(game).seq == loaded.seq


def test_what_a_device_of_the_table_entered_is_taken_back_by_a_yes_of_the_side_whose_step_it_was(table: Table) -> None:
    game, sits = seats(table, DUEL)
    seq = table.submit(game, sits["table"], table.load(game).seq, "key-1", EndVehicles()).seq
    with pytest.raises(OthersAsked) as others:
        table.undo(game, sits["atreides"], seq, "key-2")
    assert others.value.side is Faction.HARKONNEN
    with pytest.raises(OthersAsked):
        table.go_to(game, sits["atreides"], seq, "key-3", table.load(game).timeline.steps[0].batch.number)
    seq = table.undo(game, sits["harkonnen"], seq, "key-4").seq
    with pytest.raises(OthersAsked):
        table.redo(game, sits["atreides"], seq, "key-5")
    loaded = table.load(game)
    right = CorrectBoard(replace(loaded.state, supremacy=loaded.state.supremacy + 1))
    seq = table.submit(game, sits["table"], loaded.seq, "key-6", right).seq
    table.undo(game, sits["atreides"], seq, "key-7")


def test_one_decision_handed_over_is_one_decision(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    game, sits = seats(table, DUEL)
    table.sides.hand_over(game, sits["harkonnen"].id, sits["atreides"].id, once=True)

    def helper() -> SeatRecord:
        return next(seat for seat in table.games.seats(game) if seat.id == sits["atreides"].id)

    assert helper().acts_for == SIDES[Faction.HARKONNEN]
    written: list[str | None] = []
    write = table.database.write

    def counted(game: str | None = None) -> AbstractContextManager[Session]:
        written.append(game)
        return write(game)

    monkeypatch.setattr(table.database, "write", counted)
    seq = table.submit(game, helper(), table.load(game).seq, "key-1", EndVehicles()).seq
    assert len(written) == 1, "what was handed over is used up with the deed or not at all"
    assert asked(table.load(game).state) == SIDES[Faction.HARKONNEN], "the next decision is theirs as well"
    assert helper().acts_for == frozenset()
    with pytest.raises(NotYours):
        table.submit(game, helper(), seq, "key-2", RollHarkonnenDice((Result.MENTAT,)))
