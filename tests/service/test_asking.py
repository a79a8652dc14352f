"""Taking back what the other side did: it is asked, says yes or no, and nothing of that is lost or done twice."""

import threading
from dataclasses import replace

import pytest

from companion.content.terms import Faction
from companion.rules.ask.asked import SIDES
from companion.rules.commands import CorrectBoard, EndVehicles
from companion.rules.state import Mode
from companion.service import Forbidden, GameSettings, NotYours, OthersAsked, SetUp, Table
from companion.store import Conflict, Database, NotFound, Role, SeatRecord

DUEL = GameSettings("Duel", Mode.DUEL, set_up=SetUp.QUICK)


class Duel:
    """A game in which the Harkonnen have just ended their vehicles."""

    def __init__(self, table: Table) -> None:
        self.table = table
        game, self.screen = table.create_game(DUEL, "table")
        self.game = game.id
        self.atreides, self.harkonnen = (
            table.games.sit(self.game, side.id, Role.PLAYER, side.id, table.clock(), SIDES[side])
            for side in (Faction.ATREIDES, Faction.HARKONNEN)
        )
        self.first = self.seq
        table.submit(self.game, self.harkonnen, self.first, "key-vehicles", EndVehicles())

    @property
    def seq(self) -> int:
        return self.table.load(self.game).seq

    def asks(self) -> int:
        """Atreides want to take back the step of the Harkonnen; returns the number of the wish."""
        with pytest.raises(OthersAsked, match="harkonnen was asked"):
            self.table.undo(self.game, self.atreides, self.seq, "key-undo")
        (wish,) = self.table.asks.of(self.game, self.seq)
        assert wish.seat == self.atreides.id
        return wish.id

    def correct(self, seat: SeatRecord) -> None:
        state = self.table.load(self.game).state
        wish = CorrectBoard(replace(state, supremacy=state.supremacy + 1))
        self.table.submit(self.game, seat, self.seq, f"key-correct-{self.seq}", wish)


@pytest.fixture
def duel(table: Table) -> Duel:
    return Duel(table)


def test_a_step_of_the_other_side_is_taken_back_once_it_says_yes(duel: Duel) -> None:
    seq = duel.seq
    ask = duel.asks()
    assert duel.seq == seq, "nothing has changed yet"
    done = duel.table.agree(duel.game, duel.harkonnen, ask)
    assert done.command == "EndVehicles"
    after = duel.table.load(duel.game)
    assert after.seq == seq + 1
    assert after.timeline.reversals[-1][1].seat == duel.atreides.id, "in the name of who asked"
    with pytest.raises(NotFound, match="ask"):
        duel.table.agree(duel.game, duel.harkonnen, ask)


def test_a_no_is_told_until_it_is_put_away(duel: Duel) -> None:
    ask = duel.asks()
    duel.table.refuse(duel.game, duel.harkonnen, ask)
    assert [one.refused for one in duel.table.asks.of(duel.game, duel.seq)] == [True]
    with pytest.raises(NotFound):
        duel.table.agree(duel.game, duel.harkonnen, ask)
    duel.table.refuse(duel.game, duel.atreides, ask)
    assert duel.table.asks.of(duel.game, duel.seq) == []


def test_whoever_asked_takes_the_wish_back_and_nobody_else_answers_it(duel: Duel) -> None:
    ask = duel.asks()
    watcher = duel.table.games.sit(duel.game, "tv", Role.SPECTATOR, "TV", duel.table.clock())
    with pytest.raises(Forbidden):
        duel.table.agree(duel.game, watcher, ask)
    for seat in (duel.atreides, duel.screen):
        with pytest.raises(NotYours):
            duel.table.agree(duel.game, seat, ask)
    with pytest.raises(NotYours):
        duel.table.refuse(duel.game, duel.screen, ask)
    duel.table.refuse(duel.game, duel.atreides, ask)
    with pytest.raises(NotFound):
        duel.table.refuse(duel.game, duel.atreides, ask)


def test_a_game_that_moves_on_leaves_the_wish_behind(duel: Duel) -> None:
    ask = duel.asks()
    duel.correct(duel.harkonnen)
    assert duel.table.asks.of(duel.game, duel.seq) == []
    with pytest.raises(Conflict):
        duel.table.agree(duel.game, duel.harkonnen, ask)


def test_nobody_is_asked_by_the_table_for_own_steps_and_where_the_side_is_not_there(duel: Duel) -> None:
    table = duel.table
    table.undo(duel.game, duel.screen, duel.seq, "key-by-the-table")
    table.redo(duel.game, duel.harkonnen, duel.seq, "key-own-step")
    duel.correct(duel.screen)
    table.undo(duel.game, duel.atreides, duel.seq, "key-of-the-table")
    table.guests.leave(duel.game, Faction.HARKONNEN.id)
    table.undo(duel.game, duel.atreides, duel.seq, "key-gone")
    assert table.asks.of(duel.game, duel.seq) == []


def test_going_back_over_a_step_of_theirs_and_putting_it_back_are_asked_for_as_well(duel: Duel) -> None:
    table, game = duel.table, duel.game
    before = next(
        step.batch.number for step in reversed(table.load(game).timeline.steps) if step.batch.last == duel.first
    )
    duel.correct(duel.atreides)
    with pytest.raises(OthersAsked):
        table.go_to(game, duel.atreides, duel.seq, "key-go", before)
    (wish,) = table.asks.of(game, duel.seq)
    assert len(table.agree(game, duel.harkonnen, wish.id).events) > 1
    assert table.load(game).timeline.steps[-1].batch.number == before
    with pytest.raises(OthersAsked):
        table.redo(game, duel.atreides, duel.seq, "key-redo")
    (wish,) = table.asks.of(game, duel.seq)
    assert wish.kind == "redo"
    table.agree(game, duel.harkonnen, wish.id)
    assert table.load(game).timeline.steps[-1].batch.command == "EndVehicles"


def test_a_wish_survives_the_end_of_the_process(duel: Duel, url: str) -> None:
    ask = duel.asks()
    again = Database(url)
    try:
        assert Table(again, duel.table.clock).agree(duel.game, duel.harkonnen, ask).command == "EndVehicles"
    finally:
        again.close()


def test_two_yeses_at_once_take_it_back_once(duel: Duel) -> None:
    ask, seq, errors = duel.asks(), duel.seq, list[BaseException]()

    def say_yes() -> None:
        try:
            duel.table.agree(duel.game, duel.harkonnen, ask)
        except (NotFound, Conflict) as late:
            errors.append(late)

    threads = [threading.Thread(target=say_yes) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert duel.table.load(duel.game).seq == seq + 1
    assert len(errors) < 4
