"""The audit of what is installed: nothing is passed that was not looked up."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tests import audit


def told(*packages: dict[str, Any]) -> tuple[str, str]:
    return json.dumps({"dependencies": packages, "fixes": []}), ""


FINE = {"name": "flask", "version": "3.1.3", "vulns": []}
OURS = {"name": "arrakis-companion", "skip_reason": "not found"}
UNKNOWN = {"name": "flask", "skip_reason": "Dependency not found on PyPI and could not be audited: flask (3.1.3)"}
BAD = {"name": "x", "version": "1", "vulns": [{"id": "CVE-2026-1", "fix_versions": ["1.1"], "aliases": []}]}
LATE = {"name": "y", "version": "2", "vulns": [{"id": "CVE-2026-2", "fix_versions": []}]}


@pytest.mark.parametrize(
    "answers, status, said",
    [
        ([told(FINE, OURS)], 0, "audit: 1 packages, 0 known vulnerabilities (pypi)"),
        ([told(FINE, BAD, LATE)], 1, "x 1: CVE-2026-1, mended in 1.1"),
        ([told(FINE, BAD, LATE)], 1, "y 2: CVE-2026-2, mended in none yet"),
        ([told(UNKNOWN, OURS), ("", "Traceback\nConnectionError: no route\n")], 3, "NOT DONE"),
        ([told(UNKNOWN, OURS), told(FINE)], 0, "audit: 1 packages, 0 known vulnerabilities (osv)"),
        ([told(UNKNOWN, BAD)], 1, "1 packages were not looked up"),
        ([told(FINE, UNKNOWN), told(FINE, UNKNOWN)], 3, "Packages that were looked up: 1. About"),
        ([("", "No module named pip_audit"), ("{}", "")], 3, "pypi was asked and does not tell: No module named"),
        ([told(), told()], 3, "NOT DONE"),
    ],
)
def test_what_was_not_looked_up_has_not_passed(
    answers: Sequence[tuple[str, str]], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = iter(answers)
    assert audit.main(lambda _service: next(given)) == status
    assert said in capsys.readouterr().out
