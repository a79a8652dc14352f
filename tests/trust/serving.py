"""Real servers for the commands that measure them: child processes with a folder and ports of their own."""

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.web.test_serve import ROOT, free_port

SECONDS_TO_START = 60.0


@contextmanager
def servers(count: int = 1, url: str | None = None, folder: Path | None = None) -> Iterator[dict[int, int]]:
    """Runs ``arrakis serve`` so many times on one database and yields the process of each port; raises RuntimeError."""
    with tempfile.TemporaryDirectory() as own:
        place = folder or Path(own)
        children: list[subprocess.Popen[str]] = []
        ports: list[int] = []
        try:
            for _ in range(count):
                ports.append(free_port())
                children.append(_child(place, ports[-1], url))
                _await(ports[-1], children[-1])
            yield dict(zip(ports, (child.pid for child in children), strict=True))
        finally:
            for child in children:
                child.terminate()
            for child in children:
                try:
                    child.communicate(timeout=20)
                except subprocess.TimeoutExpired:
                    child.kill()
                    child.communicate()


def processor_seconds(process: int) -> float:
    """Returns how long the processors have worked for a process, 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _child(folder: Path, port: int, url: str | None) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with (folder / f"server-{port}.log").open("w") as log:
        return subprocess.Popen(
            [*command, *(["--db", url] if url else [])],
            cwd=ROOT,
            env={**os.environ, "ARRAKIS_DATA": str(folder)},
            stdout=log,
            stderr=log,
            text=True,
        )


def _await(port: int, child: "subprocess.Popen[str]") -> None:
    limit = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < limit:
        if child.poll() is not None:
            raise RuntimeError(f"the server ended with {child.returncode}")
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not answer")
