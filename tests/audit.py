"""Known vulnerabilities of what is installed: ``python -m tests.audit``, a part of ``./check --release``.

It asks by ``pip-audit`` (the extra ``release``). That one says "no known vulnerabilities" also when its database knows
none of the packages, as behind a mirror that has no such data; so its answer is looked at package by package. Exit
status: 0 when every package was looked up and nothing is known against any, 1 when something is, 3 when it could not be
found out: then the check is *not done*, which is not the same as passed.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SERVICES = ("pypi", "osv")
"""Databases, the next asked when one does not answer."""
SECONDS = 15
OWN = "arrakis-companion"
PASSED, FOUND, NOT_DONE = 0, 1, 3


@dataclass(frozen=True, slots=True)
class Audit:
    """What came of asking: how many packages were looked up, what is known against some, why others were not."""

    looked_up: int
    found: tuple[str, ...]
    skipped: tuple[str, ...]

    @property
    def status(self) -> int:
        """The exit status that says so."""
        if self.found:
            return FOUND
        return NOT_DONE if self.skipped or not self.looked_up else PASSED


def ask(service: str) -> tuple[str, str]:
    """Returns what pip-audit writes about this environment: its answer as JSON, and its complaints."""
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
    done = subprocess.run(
        [*command, "--vulnerability-service", service, "--timeout", str(SECONDS), "--local"],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout, done.stderr


def read(answer: str, complaint: str) -> Audit:
    """Returns an answer of pip-audit as figures; one that is none says that nothing was looked up."""
    try:
        packages: Sequence[Mapping[str, Any]] = json.loads(answer)["dependencies"]
    except (ValueError, LookupError, TypeError):
        lines = [line for line in complaint.splitlines() if line.strip()]
        return Audit(0, (), (lines[-1] if lines else "pip-audit said nothing",))
    others = [one for one in packages if one["name"] != OWN]
    skipped = tuple(str(one["skip_reason"]) for one in others if "skip_reason" in one)
    found = tuple(
        f"{one['name']} {one['version']}: {known['id']}, mended in {' or '.join(known['fix_versions']) or 'none yet'}"
        for one in others
        for known in one.get("vulns", ())
    )
    return Audit(len(others) - len(skipped), found, skipped)


def main(asked: Callable[[str], tuple[str, str]] = ask) -> int:
    """Asks, prints what came of it, and returns the exit status."""
    most = 0
    for service in SERVICES:
        audit = read(*asked(service))
        for line in audit.found:
            print(f"  {line}")
        if audit.status == NOT_DONE:
            most = max(most, audit.looked_up)
            print(
                f"audit: {service} was asked and does not tell: {audit.skipped[0] if audit.skipped else 'no package'}"
            )
            continue
        print(f"audit: {audit.looked_up} packages, {len(audit.found)} known vulnerabilities ({service})")
        if audit.skipped:
            print(f"audit: {len(audit.skipped)} packages were not looked up, such as: {audit.skipped[0]}")
        return audit.status
    print(f"audit: NOT DONE. Packages that were looked up: {most}. About the others nothing is known.")
    return NOT_DONE


if __name__ == "__main__":
    sys.exit(main())
