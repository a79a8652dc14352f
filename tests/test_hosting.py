"""What the guide for hosting names is there: options, settings, limits, files."""

import re
from pathlib import Path

import pytest

from companion import cli
from companion.service.exchange_file import MAX_FILE_BYTES
from companion.store.postgres import POOL
from companion.store.tables import Base
from vision.intake.photo import MAX_BYTES

ROOT = Path(__file__).resolve().parents[1]
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
FOLDER = ROOT / "docs" / "hosting"
TEXTS = {file.name: file.read_text(encoding="utf-8") for file in sorted(FOLDER.iterdir())}
CODE = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "companion").rglob("*.py"))
ARGUMENTS = re.compile(r"^ExecStart=\S+/arrakis (.*)$", re.M), re.compile(r'^CMD \["(serve.*)"\]$', re.M)


@pytest.mark.parametrize("number, file", [(0, "arrakis.service"), (1, "Containerfile")])
def test_the_commands_are_ones_that_the_program_knows(number: int, file: str) -> None:
    (found,) = ARGUMENTS[number].findall(TEXTS[file])
    words = found.replace('", "', " ").split()
    arguments = cli._parser(words).parse_args(words)
    assert (arguments.behind_proxy, arguments.processes) == (True, 2)


def test_every_setting_that_is_named_is_read() -> None:
    named = set(re.findall(r"ARRAKIS_[A-Z_]+", GUIDE + "".join(TEXTS.values()))) - {"ARRAKIS_NAME"}
    assert {name for name in named if f'"{name}"' not in CODE} == set()
    assert {"ARRAKIS_DB", "ARRAKIS_DATA", "ARRAKIS_NAMES", "ARRAKIS_POOL"} <= named


def test_every_file_is_shown_and_every_file_shown_is_there() -> None:
    shown = set(re.findall(r"\(hosting/([\w.]+)\)", GUIDE))
    assert shown - TEXTS.keys() == set()
    assert TEXTS.keys() - shown == {"Caddyfile.compose"}
    assert "./Caddyfile.compose:" in TEXTS["compose.yaml"]


@pytest.mark.parametrize("file", ["nginx.conf", "Caddyfile", "Caddyfile.compose"])
def test_proxies_let_the_largest_upload_through(file: str) -> None:
    (most,) = re.findall(r"(?:client_max_body_size|max_size) (\d+)[mM]", TEXTS[file])
    assert int(most) * 1_000_000 > max(MAX_BYTES, MAX_FILE_BYTES)


def test_the_processes_of_the_guide_stay_below_the_connections_that_postgresql_allows() -> None:
    assert "seven processes with the usual 12" in " ".join(GUIDE.split())
    assert POOL == 12
    assert 7 * (POOL + 1) < 97 <= 8 * (POOL + 1)


def test_every_table_has_a_place_among_many_databases() -> None:
    places = GUIDE.split("| table | distributed by |")[1].split("\n\n")[0]
    firsts = [line.split("|")[1] for line in places.splitlines() if line.count("|") > 3]
    named = set(re.findall(r"`(\w+)`", "".join(firsts)))
    assert named == set(Base.metadata.tables)
