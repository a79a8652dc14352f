"""The table: whatever is asked is done once, by those who may, on the position they saw; or not at all."""

import threading
from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.rules import evolve
from companion.rules.army import Army
from companion.rules.commands import BeginGame, EnterRank, PlaceStartingFigures
from companion.rules.events import FiguresPlaced, RankEntered
from companion.rules.frames import SetupFrame
from companion.rules.refusal import Refused
from companion.rules.state import HARKONNEN, Rules, State
from companion.service import (
    Carry,
    DiceBy,
    Forbidden,
    GameSettings,
    Loaded,
    Published,
    SetUp,
    Table,
)
from companion.store import (
    Conflict,
    Database,
    DecodeError,
    KeyReused,
    NotFound,
    NothingToRedo,
    NothingToUndo,
    Role,
    SeatRecord,
)
from tests.service.conftest import Clock

ARRAKEEN, CARTHAG, GARA_KULON = (AREA_NUMBER[name] for name in ("arrakeen", "carthag", "gara_kulon"))
FIGURES = Army(regular=3, elite=1, generic=1)
GUIDED = GameSettings("Sunday", rules=Rules(doubtful_border=True))
RANK = EnterRank(GARA_KULON, 3)


def opened(table: Table, settings: GameSettings = GUIDED) -> tuple[Loaded, SeatRecord]:
    game, seat = table.create_game(settings, "device", "Ola")
    return table.load(game.id), seat


def test_a_new_game_waits_for_its_starting_figures(table: Table) -> None:
    loaded, seat = opened(table)
    assert isinstance(loaded.state.frame, SetupFrame)
    assert loaded.state.rules.doubtful_border
    assert (seat.role, seat.name, loaded.game.name, loaded.settings) == (Role.PLAYER, "Ola", "Sunday", GUIDED)
    assert [step.batch.command for step in loaded.timeline.steps] == ["StartGame"]


def test_the_same_request_makes_one_game(table: Table) -> None:
    first, seat = table.create_game(GUIDED, "device", "Ola", "key-1")
    again, same = table.create_game(GUIDED, "device", "Ola", "key-1")
    other, _ = table.create_game(GUIDED, "device", "Ola", "key-2")
    elsewhere, _ = table.create_game(GUIDED, "device 2", "Jan", "key-1")
    assert (again, same) == (first, seat)
    assert len({first.id, other.id, elsewhere.id}) == 3


def test_a_join_code_is_never_given_twice(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(("AAAAAAAA", "W1", "O1", "AAAAAAAA", "W2", "O2", "BBBBBBBB", "W3", "O3"))
    monkeypatch.setattr("companion.store.codes.new_code", lambda *_length: next(codes))
    first, _ = table.create_game(GUIDED, "device")
    second, _ = table.create_game(GUIDED, "device")
    assert (first.play_code, second.play_code) == ("A" * 8, "B" * 8)


def test_a_command_is_recorded_and_published(table: Table, clock: Clock) -> None:
    loaded, seat = opened(table)
    heard = list[Published]()
    table.listeners.append(heard.append)
    clock.tick(60)
    command = PlaceStartingFigures(ARRAKEEN, FIGURES)
    outcome = table.submit(loaded.game.id, seat, loaded.seq, "key-1", command)
    after = table.load(loaded.game.id)
    assert outcome.seq == after.seq == loaded.seq + len(outcome.events)
    assert any(isinstance(event, FiguresPlaced) and event.figures == FIGURES for event in outcome.events)
    assert outcome.state == after.state
    assert after.state.army(HARKONNEN, ARRAKEEN) == FIGURES
    assert heard == [Published(loaded.game.id, after.seq)]
    assert after.game.changed == clock.now
    batch = after.timeline.batches[-1]
    assert (batch.command, batch.seat, batch.created) == ("PlaceStartingFigures", seat.id, clock.now)


def test_a_listener_that_fails_disturbs_nobody(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    loaded, seat = opened(table)
    heard = list[Published]()

    def fail(_published: Published) -> None:
        raise RuntimeError("gone away")

    table.listeners += [fail, heard.append]
    table.submit(loaded.game.id, seat, loaded.seq, "key-1", RANK)
    assert len(heard) == 1
    assert "gone away" in caplog.text


def test_several_commands_are_one_step(table: Table) -> None:
    loaded, seat = opened(table)
    commands = [PlaceStartingFigures(area, FIGURES) for area in (ARRAKEEN, CARTHAG)]
    outcome = table.submit(loaded.game.id, seat, loaded.seq, "key-1", commands)
    assert outcome.state.army(HARKONNEN, CARTHAG) == FIGURES
    undone = table.undo(loaded.game.id, seat, outcome.seq, "key-2")
    assert undone.state == loaded.state


def test_a_refused_command_changes_nothing_not_even_those_before_it(table: Table) -> None:
    loaded, seat = opened(table)
    with pytest.raises(Refused) as caught:
        table.submit(loaded.game.id, seat, loaded.seq, "key-1", [PlaceStartingFigures(ARRAKEEN, FIGURES), BeginGame()])
    assert caught.value.refusals
    assert table.load(loaded.game.id).timeline == loaded.timeline
    table.submit(loaded.game.id, seat, loaded.seq, "key-1", RANK)


def test_a_repeated_request_reports_the_first_outcome(table: Table) -> None:
    loaded, seat = opened(table)
    first = table.submit(loaded.game.id, seat, loaded.seq, "key-1", RANK)
    table.submit(loaded.game.id, seat, first.seq, "key-2", EnterRank(GARA_KULON, 2))
    heard = list[Published]()
    table.listeners.append(heard.append)
    again = table.submit(loaded.game.id, seat, loaded.seq, "key-1", RANK)
    assert again == replace(first, repeated=True)
    assert heard == []
    assert table.load(loaded.game.id).seq == first.seq + 1


def test_a_key_with_another_command_is_refused(table: Table) -> None:
    loaded, seat = opened(table)
    table.submit(loaded.game.id, seat, loaded.seq, "key-1", RANK)
    with pytest.raises(KeyReused):
        table.submit(loaded.game.id, seat, loaded.seq, "key-1", EnterRank(GARA_KULON, 2))


def test_a_stale_request_is_refused_before_the_rules_are_asked(table: Table) -> None:
    loaded, seat = opened(table)
    table.submit(loaded.game.id, seat, loaded.seq, "key-1", RANK)
    with pytest.raises(Conflict):
        table.submit(loaded.game.id, seat, loaded.seq, "key-2", BeginGame())
    for name in ("undo", "redo"):
        with pytest.raises(Conflict):
            getattr(table, name)(loaded.game.id, seat, loaded.seq, f"key-{name}")


def test_spectators_and_strangers_change_nothing(table: Table, clock: Clock) -> None:
    loaded, _seat = opened(table)
    watcher = table.games.sit(loaded.game.id, "tv", Role.SPECTATOR, "TV", clock())
    other = table.create_game(GUIDED, "device")[1]
    for who in (watcher, other):
        with pytest.raises(Forbidden):
            table.submit(loaded.game.id, who, loaded.seq, "key-1", RANK)
        with pytest.raises(Forbidden):
            table.undo(loaded.game.id, who, loaded.seq, "key-2")
    partner = table.games.sit(loaded.game.id, "tv", Role.PARTNER, "Jan", clock())
    table.submit(loaded.game.id, partner, loaded.seq, "key-1", RANK)
    assert table.load(loaded.game.id).seq == loaded.seq + 1


def test_undo_tells_what_to_put_back_and_redo_what_to_place_again(table: Table) -> None:
    loaded, seat = opened(table)
    game = loaded.game.id
    placed = table.submit(game, seat, loaded.seq, "key-1", PlaceStartingFigures(ARRAKEEN, FIGURES))
    undone = table.undo(game, seat, placed.seq, "key-2")
    (carry,) = undone.on_the_table
    assert isinstance(carry, Carry)
    assert (undone.command, undone.seq) == ("PlaceStartingFigures", placed.seq + 1)
    assert table.undo(game, seat, placed.seq, "key-2") == replace(undone, repeated=True)
    redone = table.redo(game, seat, undone.seq, "key-3")
    (back,) = redone.on_the_table
    assert isinstance(back, Carry)
    assert (back.source, back.target) == (carry.target, carry.source)
    assert redone.state == placed.state
    with pytest.raises(NothingToRedo):
        table.redo(game, seat, redone.seq, "key-4")


def test_undo_stops_at_the_opening(table: Table) -> None:
    loaded, seat = opened(table)
    with pytest.raises(NothingToUndo):
        table.undo(loaded.game.id, seat, loaded.seq, "key-1")


def test_everything_is_there_after_a_restart(table: Table, url: str) -> None:
    loaded, seat = opened(table)
    table.submit(loaded.game.id, seat, loaded.seq, "key-1", RANK)
    before = table.load(loaded.game.id)
    again = Database(url)
    after = Table(again).load(loaded.game.id)
    again.close()
    assert after == before


def test_the_events_that_hold_give_the_position(table: Table) -> None:
    loaded, seat = opened(table)
    game = loaded.game.id
    table.submit(game, seat, loaded.seq, "key-1", RANK)
    table.undo(game, seat, loaded.seq + 1, "key-2")
    table.submit(game, seat, loaded.seq + 2, "key-3", EnterRank(GARA_KULON, 2))
    now = table.load(game)
    state = State()
    for event in now.timeline.events:
        state = evolve(state, event)
    assert state == now.state
    assert now.timeline.events[-1] == RankEntered(GARA_KULON, 2)


def test_of_two_players_who_tap_at_once_exactly_one_counts(table: Table, clock: Clock) -> None:
    loaded, seat = opened(table)
    game = loaded.game.id
    partner = table.games.sit(game, "phone", Role.PARTNER, "Jan", clock())
    barrier, outcomes = threading.Barrier(2), list[str]()

    def tap(who: SeatRecord, rank: int) -> None:
        barrier.wait()
        try:
            table.submit(game, who, loaded.seq, f"tap-{rank}", EnterRank(GARA_KULON, rank))
            outcomes.append("done")
        except Conflict:
            outcomes.append("conflict")

    threads = [threading.Thread(target=tap, args=(who, rank)) for who, rank in ((seat, 1), (partner, 2))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["conflict", "done"]
    assert table.load(game).seq == loaded.seq + 1


def test_going_to_an_entry_takes_back_and_puts_back_many_at_once(table: Table) -> None:
    loaded, seat = opened(table)
    game, seq = loaded.game.id, loaded.seq
    states = [loaded.state]
    for rank in (1, 2, 3):
        done = table.submit(game, seat, seq, f"key-rank-{rank}", EnterRank(GARA_KULON, rank), record_anyway=True)
        seq = done.seq
        states.append(done.state)
    numbers = [step.batch.number for step in table.load(game).timeline.steps][-4:]
    heard: list[Published] = []
    table.listeners.append(heard.append)
    back = table.go_to(game, seat, seq, "key-back", numbers[0])
    assert (back.state, back.seq, len(back.events)) == (states[0], seq + 3, 3)
    assert table.go_to(game, seat, seq, "key-back", numbers[0]).repeated
    forward = table.go_to(game, seat, seq + 3, "key-forward", numbers[2])
    assert (forward.state, forward.seq) == (states[2], seq + 5)
    assert [one.seq for one in heard] == [seq + 3, seq + 5]
    assert table.undo(game, seat, seq + 5, "key-undo").state == states[1]
    with pytest.raises(KeyError):
        table.go_to(game, seat, seq + 6, "key-nowhere", 987654)
    with pytest.raises(ValueError, match="at least one entry"):
        table.go_to(game, seat, seq + 6, "key-here", numbers[1])


def test_an_unknown_game_is_not_found(table: Table) -> None:
    seat = opened(table)[1]
    with pytest.raises(NotFound):
        table.load("nowhere")
    with pytest.raises(Forbidden):
        table.submit("nowhere", seat, 0, "key-1", RANK)


def test_settings_come_back_and_others_are_refused() -> None:
    settings = GameSettings("Ż", rules=Rules(card_parts=True), dice=DiceBy.APP, set_up=SetUp.QUICK)
    assert GameSettings.from_text(settings.to_text()) == settings
    with pytest.raises(DecodeError, match="dice"):
        GameSettings.from_text('{"name":"x","dice":"loaded"}')
