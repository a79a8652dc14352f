"""A few cuts of ``python -m tests.trust.power``, and what its model of a disk leaves."""

import random
import shutil
from pathlib import Path

import pytest

from tests.trust.power import rounds
from tests.trust.surviving import Disk, Record


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="the recorder is compiled here")
def test_a_power_cut_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    tally = rounds(2, 3, tmp_path)
    assert tally.cuts == 2
    assert tally.syncs > 0
    assert tally.faults == []


def left(records: list[Record], folder: Path, seed: int) -> dict[str, bytes]:
    disk = Disk(Path("/data"))
    for record in records:
        disk.follow(record)
    target = folder / str(seed)
    target.mkdir()
    disk.leave(target, random.Random(seed))
    return {file.name: file.read_bytes() for file in target.iterdir()}


def record(kind: str, path: str, data: bytes = b"", offset: int = 0, second: str = "") -> Record:
    return Record(kind, path, second, offset, 0.0, data)


WRITTEN = [record("o", "/data/a"), record("w", "/data/a", b"x" * 512)]
SYNCED = [record("b", "/data/a"), record("s", "/data/a")]
NAMED = [record("b", "/data"), record("s", "/data")]


def test_what_was_synced_is_left_and_the_rest_by_chance(tmp_path: Path) -> None:
    more = record("w", "/data/a", b"y" * 512, 512)
    found = [left([*WRITTEN, *SYNCED, *NAMED, more], tmp_path, seed)["a"] for seed in range(30)]
    assert all(one.startswith(b"x" * 512) for one in found)
    assert {len(one) for one in found} == {512, 1024}


def test_a_name_whose_folder_was_not_synced_may_be_missing(tmp_path: Path) -> None:
    found = [left([*WRITTEN, *SYNCED], tmp_path, seed) for seed in range(30)]
    assert {} in found
    assert {"a": b"x" * 512} in found


def test_a_sync_that_had_not_ended_promises_nothing(tmp_path: Path) -> None:
    found = [left([*WRITTEN, *NAMED, SYNCED[0]], tmp_path, seed)["a"] for seed in range(30)]
    assert b"" in found


def test_what_was_written_after_a_sync_began_is_not_covered_by_it(tmp_path: Path) -> None:
    late = record("w", "/data/a", b"z" * 512, 512)
    found = [left([*WRITTEN, SYNCED[0], late, SYNCED[1], *NAMED], tmp_path, seed)["a"] for seed in range(30)]
    assert {len(one) for one in found} == {512, 1024}
