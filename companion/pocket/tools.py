"""Other programs that building needs (node, npm, pip), and where what they fetched is kept for the next time."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from companion.rules.errors import FormatError

APT = "on Debian: apt-get install nodejs npm"
LAST_LINES = 12


def cache_folder() -> Path:
    """Returns the folder for what can be fetched again: ``ARRAKIS_CACHE``, else where the system keeps caches."""
    if given := os.environ.get("ARRAKIS_CACHE"):
        return Path(given)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "arrakis-companion"


def node() -> str:
    """Returns the program that runs JavaScript; raises FormatError when there is none."""
    return _program("node")


def npm() -> str:
    """Returns npm's client; raises FormatError when there is none."""
    return _program("npm")


@cache
def pip() -> tuple[str, ...]:
    """Returns how to run pip: that of this Python, else the first that is found; raises FormatError without one."""
    for command in ((sys.executable, "-m", "pip"), ("pip",), ("pip3",), ("python3", "-m", "pip")):
        if _works((*command, "--version")):
            return command
    raise FormatError("pip", "is needed to build and was not found (on Debian: apt-get install python3-pip)")


def run(name: str, command: Sequence[str], folder: Path | None = None) -> str:
    """Returns what a command printed; raises FormatError about ``name``, with its last lines, when it fails."""
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL, check=False
    )
    if done.returncode:
        lines = (done.stderr.strip() or done.stdout.strip()).splitlines()[-LAST_LINES:]
        told = "\n".join(line[:300] for line in lines)
        raise FormatError(name, f"{' '.join(command[:3])} ended with {done.returncode}:\n{told}")
    return done.stdout


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise FormatError(name, f"is needed to build and was not found ({APT})")
    return found


def _works(command: Sequence[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False
