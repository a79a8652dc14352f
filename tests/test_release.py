"""What a release says of itself is the same everywhere: its version, its addresses, its changes."""

import re
import tomllib
from datetime import date
from pathlib import Path

import pytest

from companion import cli
from companion.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RELEASES = re.findall(r"^## (\d+)\.(\d+)\.(\d+) - (\d{4}-\d{2}-\d{2})$", CHANGES, re.M)


def test_the_command_tells_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert (ended.value.code, capsys.readouterr().out) == (0, f"arrakis {VERSION}\n")


def test_the_changelog_goes_from_version_to_version_and_begins_with_this_one() -> None:
    heads = re.findall(r"^## (.*)$", CHANGES, re.M)
    assert heads[0] == "Unreleased"
    assert len(heads) == 1 + len(RELEASES)
    numbers = [tuple(map(int, found[:3])) for found in RELEASES]
    days = [date.fromisoformat(found[3]) for found in RELEASES]
    assert ".".join(map(str, numbers[0])) == VERSION
    assert numbers == sorted(set(numbers), reverse=True)
    assert days == sorted(days, reverse=True)


def test_documents_that_name_a_wheel_name_this_version() -> None:
    for file in (ROOT / "docs").rglob("*.md"):
        for named in re.findall(r"arrakis_companion-(\d[\w.]*?)(?:-py3|\.tar)", file.read_text(encoding="utf-8")):
            assert named == VERSION, file


def test_every_address_of_the_project_is_below_its_home() -> None:
    home = PROJECT["urls"]["Homepage"]
    assert all(address.startswith(home) for address in PROJECT["urls"].values())
