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


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What came of playing some steps in a process of its own."""
    folder = tmp_path_factory.mktemp("alone")
    command = [sys.executable, "-m", "tests.pocket.alone", str(folder), "40"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_every_page_works_where_nothing_of_a_server_can_be_had(played: dict[str, Any]) -> None:
    assert played["faults"] == []


def test_nothing_of_a_server_is_imported(played: dict[str, Any]) -> None:
    ours = [name for name in played["modules"] if name.startswith("companion.")]
    rooms = {name.split(".")[2] for name in ours if name.startswith("companion.web.")}
    assert rooms & set(OF_SERVERS) == set()
    assert not [
        name for name in played["modules"] if name.partition(".")[0] in ("vision", "cheroot", "qrcode", "ifaddr")
    ]
    assert not [
        name for name in ours if name.startswith(("companion.cli", "companion.service.camera", "companion.play"))
    ]
    assert len(ours) > 100
