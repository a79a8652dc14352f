"""Copies of a database file and the way back from them."""

import shutil
import sqlite3
import stat
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.store import Database, Games, Log, Role, StoreError
from companion.store import backup as backup_module
from companion.store import examine as examine_module
from companion.store.backup import KEPT, KEPT_BEFORE, KEPT_DAMAGED, BackupFailed, Reason, copies, make_copy
from companion.store.chain import Damaged
from companion.store.copyist import Copyist
from companion.store.migrations import STEPS
from companion.store.restore import RestoreFailed, games_in, holds, restore_file, restore_game
from tests.store.conftest import GAME, START, entries, request
from tests.store.postgres import only_sqlite
from tests.store.test_chain import EVENTS, change
from tests.store.test_database import FIXTURES, add_column, fail

pytestmark = only_sqlite
NOW = datetime(2026, 5, 2, 20, 0, tzinfo=UTC)


@pytest.fixture
def file(tmp_path: Path, log: Log, games: Games) -> Path:
    """A database with one game of two rows, by Ola."""
    seat = games.sit("g1", "ola", Role.PLAYER, "Ola", START)
    for seq, event in enumerate(EVENTS[:2]):
        log.append(replace(request(seq, f"tap-{seq}"), seat=seat.id), entries([event]))
    return tmp_path / "games.sqlite"


def names(folder: Path) -> list[str]:
    return [one.name for one in folder.iterdir()]


def append(log: Log, key: str) -> int:
    seq = log.seq("g1")
    return log.append(request(seq, key), entries(EVENTS[:1])).seq


def test_a_copy_holds_what_was_written_and_only_its_owner_reads_it(file: Path, tmp_path: Path) -> None:
    copy = make_copy(file, Reason.ROUND, NOW)
    assert copy.file == tmp_path / "backups" / "games-20260502T200000000Z-round.sqlite"
    assert (copy.sound, copy.reason, copy.made, copy.size) == (True, Reason.ROUND, NOW, copy.file.stat().st_size)
    assert copies(file) == [copy]
    assert stat.S_IMODE(copy.file.stat().st_mode) == 0o600
    assert names(tmp_path / "backups") == [copy.name]
    (game,) = games_in(copy.file)
    assert (game.game, game.seq, game.damaged) == (replace(GAME, changed=game.game.changed), 2, False)
    assert names(tmp_path / "backups") == [copy.name]


def test_only_so_many_copies_are_kept_and_damage_pushes_out_none_that_is_sound(file: Path, tmp_path: Path) -> None:
    first = make_copy(file, Reason.MIGRATION, NOW)
    for number in range(KEPT + 2):
        newest = make_copy(file, Reason.ROUND, NOW + timedelta(seconds=number))
    assert copies(file)[0] == newest
    assert [copy.sound for copy in copies(file)] == [True] * (KEPT + 1)
    assert copies(file)[-1] == first
    change(tmp_path, "UPDATE event SET command = 'Else' WHERE seq = 1")
    for number in range(KEPT_DAMAGED + 2):
        assert not make_copy(file, Reason.ROUND, NOW + timedelta(minutes=1 + number)).sound
    assert sum(copy.sound for copy in copies(file)) == KEPT + 1
    assert sum(not copy.sound for copy in copies(file)) == KEPT_DAMAGED
    for number in range(KEPT_BEFORE + 2):
        make_copy(file, Reason.RESTORE, NOW + timedelta(hours=1 + number))
    assert len(copies(file)) == KEPT + KEPT_DAMAGED + KEPT_BEFORE


def test_a_copy_that_fails_leaves_the_others_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = make_copy(file, Reason.ROUND, NOW)

    def full(_file: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup_module, "sync_file", full)
    with pytest.raises(BackupFailed, match="No space left"):
        make_copy(file, Reason.ROUND, NOW + timedelta(seconds=1))
    assert copies(file) == [before]
    assert names(file.parent / "backups") == [before.name]


@pytest.mark.slow
def test_copies_are_made_while_others_write(file: Path, log: Log) -> None:
    stop, taps = threading.Event(), list[float]()

    def play() -> None:
        while not stop.is_set():
            begun = time.monotonic()
            append(log, f"more-{len(taps)}")
            taps.append(time.monotonic() - begun)

    player = threading.Thread(target=play)
    player.start()
    made = [make_copy(file, Reason.ROUND, NOW + timedelta(seconds=number)) for number in range(5)]
    stop.set()
    player.join()
    assert taps
    assert all(copy.sound for copy in made)
    rows = [games_in(copy.file)[0].seq for copy in made]
    assert rows == sorted(rows)
    assert max(taps) < 2


def test_a_game_comes_back_as_it_was_and_devices_keep_their_seats(file: Path, database: Database, log: Log) -> None:
    games = Games(database)
    other = replace(GAME, id="g2", play_code="P" * 8, watch_code="W" * 8, owner_code="O" * 16)
    copy = make_copy(file, Reason.ROUND, NOW)
    games.add(other)
    before, seat = log.timeline("g1"), games.seat("g1", "ola", START)
    append(log, "later")
    change(file.parent, "UPDATE event SET payload = '{}' WHERE seq = 2")
    with pytest.raises(Damaged):
        Log(database).timeline("g1")
    restore_game(database, copy.file, "g1", NOW + timedelta(hours=1))
    for reader in (log, Log(database)):
        assert reader.timeline("g1").state == before.state
        assert reader.timeline("g1").seq == 2
    assert games.seat("g1", "ola", START) == seat
    assert games.get("g2").id == "g2"
    assert append(log, "on") == 3
    assert [kept.reason for kept in copies(file)] == [Reason.RESTORE, Reason.ROUND]


def test_a_game_comes_back_whose_seat_numbers_and_codes_others_have_by_now(file: Path, tmp_path: Path) -> None:
    copy = make_copy(file, Reason.ROUND, NOW)
    elsewhere = Database(f"sqlite:///{tmp_path / 'elsewhere.sqlite'}")
    games = Games(elsewhere)
    games.add(replace(GAME, id="g2"))
    games.sit("g2", "jan", Role.PLAYER, "Jan", START)
    restore_game(elsewhere, copy.file, "g1", NOW)
    assert [seat.name for seat in games.seats("g2")] == ["Jan"]
    (seat,) = games.seats("g1")
    assert (seat.name, {batch.seat for batch in Log(elsewhere).timeline("g1").batches}) == ("Ola", {seat.id})
    assert not {games.get("g1").play_code, games.get("g1").owner_code} & {GAME.play_code, GAME.owner_code}
    elsewhere.close()


def test_a_game_that_is_not_in_the_copy_or_damaged_there_is_not_put_back(
    file: Path, database: Database, log: Log
) -> None:
    copy = make_copy(file, Reason.ROUND, NOW)
    with pytest.raises(RestoreFailed, match="does not hold the game g9"):
        restore_game(database, copy.file, "g9", NOW)
    assert holds(copy.file, "g9") is None
    assert holds(copy.file, "g1") == (2, START + timedelta(minutes=1))
    with closing(sqlite3.connect(copy.file)) as opened, opened:
        opened.execute("UPDATE event SET command = 'Else'")
    assert holds(copy.file, "g1") is None
    with pytest.raises(RestoreFailed, match="is damaged in"):
        restore_game(database, copy.file, "g1", NOW)
    assert log.timeline("g1").seq == 2


def test_the_whole_file_comes_back_while_it_is_in_use(file: Path, database: Database, log: Log) -> None:
    copy = make_copy(file, Reason.ROUND, NOW)
    append(log, "later")
    Games(database).add(replace(GAME, id="g2", play_code="P" * 8, watch_code="W" * 8, owner_code="O" * 16))
    kept = restore_file(file, copy.file, NOW + timedelta(hours=1))
    assert [game.id for game in Games(database).recent()] == ["g1"]
    assert log.timeline("g1").seq == 2
    assert append(log, "on") == 3
    assert kept is not None
    assert {game.game.id for game in games_in(kept)} == {"g1", "g2"}


@pytest.mark.parametrize("harm", ["header", "cut", "gone", "letter"])
def test_a_file_that_is_no_database_any_more_is_replaced_and_kept(
    file: Path, url: str, database: Database, harm: str
) -> None:
    copy = make_copy(file, Reason.ROUND, NOW)
    database.close()
    data = file.read_bytes()
    for ending in ("-wal", "-shm"):
        file.with_name(file.name + ending).unlink(missing_ok=True)
    if harm == "gone":
        file.unlink()
    else:
        file.write_bytes({"header": b"\0" * 100 + data[100:], "cut": data[:5000], "letter": b"Dear Duke, " * 999}[harm])
        with pytest.raises(StoreError, match=r"db: .* is damaged: .*\n  arrakis restore .*-round.sqlite"):
            Database(url)
    kept = restore_file(file, copy.file, NOW + timedelta(hours=1))
    assert (kept is None) == (harm == "gone")
    again = Database(url)
    assert Log(again).timeline("g1").seq == 2
    again.close()
    if harm == "letter":
        assert kept is not None
        assert (kept / file.name).read_bytes().startswith(b"Dear Duke")


def test_what_is_no_copy_of_ours_is_not_put_back(file: Path, tmp_path: Path, log: Log) -> None:
    (tmp_path / "letter").write_text("Dear Duke, " * 1000)
    closing(sqlite3.connect(tmp_path / "empty"))
    for name in ("letter", "empty", "nothing"):
        with pytest.raises(RestoreFailed):
            restore_file(file, tmp_path / name, NOW)
    assert log.timeline("g1").seq == 2


def test_a_file_is_copied_before_its_tables_change(tmp_path: Path, url: str) -> None:
    shutil.copy(FIXTURES / "version-2.sqlite", tmp_path / "games.sqlite")
    Database(url).close()
    (copy,) = copies(tmp_path / "games.sqlite")
    assert copy.reason is Reason.MIGRATION
    with closing(sqlite3.connect(copy.file)) as opened:
        assert opened.execute("SELECT version FROM schema_version").fetchone() == (2,)
    assert len(games_in(copy.file)) == 2
    Database(url).close()
    assert len(copies(tmp_path / "games.sqlite")) == 1
    restore_file(tmp_path / "games.sqlite", copy.file, NOW)
    again = Database(url)
    assert again.version == len(STEPS) + 1
    again.close()


def test_after_a_migration_that_failed_the_copy_is_named(url: str, file: Path, database: Database) -> None:
    database.close()
    with pytest.raises(StoreError) as caught:
        Database(url, steps=(*STEPS, add_column, fail))
    (copy,) = copies(file)
    assert str(copy.file) in str(caught.value)


def test_tables_are_not_changed_when_no_copy_can_be_made(url: str, file: Path, database: Database) -> None:
    (file.parent / "backups").write_text("in the way")
    with pytest.raises(StoreError, match="after a copy of it; backup: "):
        Database(url, steps=(*STEPS, add_column))
    with closing(sqlite3.connect(file)) as opened:
        assert opened.execute("SELECT version FROM schema_version").fetchone() == (len(STEPS) + 1,)


def test_a_file_that_is_replaced_while_it_is_open_is_noticed(file: Path, database: Database, log: Log) -> None:
    copy = make_copy(file, Reason.ROUND, NOW)
    append(log, "lost on purpose")
    for ending in ("", "-wal", "-shm"):
        file.with_name(file.name + ending).unlink()
    with pytest.raises(Exception, match=r"db: gone: .* is no longer there"):
        append(log, "into nothing")
    shutil.copy(copy.file, file)
    assert append(log, "on") == 3
    assert Log(database).timeline("g1").seq == 3


def test_the_copyist_copies_at_start_round_and_stop_when_anything_changed(file: Path, database: Database) -> None:
    moments = iter(NOW + timedelta(minutes=number) for number in range(100))
    copyist = Copyist(database, lambda: next(moments))
    copyist.start()
    wait_for(lambda: len(copies(file)) == 1)
    copyist.stop()
    assert [copy.reason for copy in copies(file)] == [Reason.START]
    append(Log(database), "a")
    assert copyist.copy_if_changed(Reason.ROUND) is not None
    assert copyist.copy_if_changed(Reason.ROUND) is None
    Games(database).change_settings("g1", lambda _settings: "[1]")
    copyist.start()
    copyist.stop()
    assert copies(file)[0].reason in (Reason.START, Reason.STOP)
    assert len(copies(file)) == 3
    assert copyist.failed == ""


def test_the_copyist_makes_one_copy_of_rounds_that_end_together(
    file: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.copyist.AT_LEAST", 2)
    monkeypatch.setattr("companion.store.copyist.REST", 0)
    log, copyist = Log(database), Copyist(database)
    copyist.start()
    wait_for(lambda: len(copies(file)) == 1)
    for number in range(5):
        append(log, f"more-{number}")
        copyist.ask()
    wait_for(lambda: len(copies(file)) >= 2)
    copyist.stop()
    assert len(copies(file)) <= 3
    assert games_in(copies(file)[0].file)[0].seq == 7


def test_the_copyist_finds_damaged_games_and_says_when_copies_fail(file: Path, database: Database) -> None:
    change(file.parent, "DELETE FROM event WHERE seq = 2")
    (file.parent / "backups").write_text("in the way")
    copyist = Copyist(database)
    copyist.start()
    wait_for(lambda: copyist.failed != "")
    assert list(copyist.damaged) == ["g1"]
    assert copyist.is_behind()
    copyist.stop()


def wait_for(happened: Callable[[], bool]) -> None:
    last = time.monotonic() + 20
    while not happened():
        assert time.monotonic() < last
        time.sleep(0.02)


def test_the_look_at_the_start_leaves_time_to_others_and_ends_with_the_server(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        play, watch, owner = (f"{kind}{number}" for kind in "pwo")
        Games(database).add(replace(GAME, id=f"g-{number}", play_code=play, watch_code=watch, owner_code=owner))
    looked = list[str]()

    def slowly(_connection: object, game: str) -> None:
        looked.append(game)
        time.sleep(0.02)

    monkeypatch.setattr(examine_module, "damage_of", slowly)
    copyist = Copyist(database)
    monkeypatch.setattr(copyist, "copy_if_changed", lambda _reason: None)
    copyist.start()
    time.sleep(0.3)
    copyist.stop()
    assert 1 <= len(looked) <= 4
