"""The pocket has nothing of a server: neither its libraries, nor threads, nor its pages."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
OF_SERVERS = (
    *("asks", "camera", "copies", "display", "guests", "owner", "phones", "processes", "renewal", "serve", "server"),
    *("serving", "sides", "signing", "app", "door", "install"),
)
"""Rooms of ``companion.web`` that only a server has."""


def played(folder: Path, steps: int) -> dict[str, Any]:
    """What came of playing so many steps, or with 0 a whole game, in a process of its own."""
    command = [sys.executable, "-m", "tests.pocket.alone", str(folder), str(steps)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1200, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    found: dict[str, Any] = json.loads(run.stdout)
    return found


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What came of some steps."""
    return played(tmp_path_factory.mktemp("alone"), 40)


@pytest.mark.slow
def test_every_page_works_where_nothing_of_a_server_can_be_had(some: dict[str, Any]) -> None:
    assert some["faults"] == []


@pytest.mark.slow
def test_nothing_of_a_server_is_imported(some: dict[str, Any]) -> None:
    ours = [name for name in some["modules"] if name.startswith("companion.")]
    rooms = {name.split(".")[2] for name in ours if name.startswith("companion.web.")}
    assert rooms & set(OF_SERVERS) == set()
    assert not [name for name in some["modules"] if name.partition(".")[0] in ("vision", "cheroot", "qrcode", "ifaddr")]
    assert not [
        name for name in ours if name.startswith(("companion.cli", "companion.service.camera", "companion.play"))
    ]
    assert len(ours) > 100


@pytest.mark.slow
def test_a_whole_game_works_there(tmp_path: Path) -> None:
    found = played(tmp_path, 0)
    assert found["faults"] == []
    assert found["ended"]
