"""What the app keeps is on the disk before it has its name: a power cut leaves the old file or the new one."""

import ast
import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store.files import write_anew, write_once
from vision.files import write_whole

ROOT = Path(__file__).parents[2]

# Files that nobody misses: pictures that go with an answer, what is sent and then deleted.
PASSING = {
    "companion/service/camera.py: put_crop",
    "vision/intake/jobs.py: box_export",
    "vision/table/sheet.py: job",
}


@pytest.mark.parametrize("write", [write_once, write_anew, write_whole])
def test_a_file_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path, bytes], object]
) -> None:
    file, waited = tmp_path / "job.json", list[tuple[int, bool]]()
    monkeypatch.setattr(os, "fsync", lambda number: waited.append((os.fstat(number).st_size, file.exists())))
    write(file, b"known")
    assert waited[0] == (5, False)
    assert [each.name for each in tmp_path.iterdir()] == ["job.json"]
    assert file.read_bytes() == b"known"


@pytest.mark.parametrize("write", [write_anew, write_whole])
def test_what_cannot_be_written_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path, bytes], object]
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    file = tmp_path / "job.json"
    file.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write(file, b"new")
    assert file.read_bytes() == b"old"


def test_a_file_that_is_there_is_not_written_once_more(tmp_path: Path) -> None:
    assert write_once(tmp_path / "key", b"first")
    assert not write_once(tmp_path / "key", b"second")
    assert (tmp_path / "key").read_bytes() == b"first"


def test_nothing_that_is_kept_is_written_in_another_way() -> None:
    found = set()
    for folder in ("companion/service", "companion/store", "companion/web", "vision"):
        for file in (ROOT / folder).rglob("*.py"):
            where = file.relative_to(ROOT).as_posix()
            for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(function, ast.FunctionDef) and writes(function) and where != "vision/files.py":
                    found.add(f"{where}: {function.name}")
    assert found == PASSING


def writes(function: ast.FunctionDef) -> bool:
    """Tells whether a function writes a file of its own accord."""
    return any(isinstance(n, ast.Attribute) and n.attr in ("write_bytes", "write_text") for n in ast.walk(function))
