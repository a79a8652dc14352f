"""Several processes behind one port: one that dies is replaced, all stop together, and none is left behind."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.web import serve
from tests.web.test_serve import ROOT, free_port, wait_for

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are counted as Linux lists them")


def children(process: subprocess.Popen[str]) -> set[int]:
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return set(map(int, listed.read_text().split())) if listed.exists() else set()


def becomes_true(check: Callable[[], bool], seconds: float = 20) -> bool:
    limit = time.monotonic() + seconds
    while not check() and time.monotonic() < limit:
        time.sleep(0.05)
    return check()


def runs(process: int) -> bool:
    """Whether a process is there and not only its exit status."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def crew(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Two processes behind one port, both at work, and their address."""
    port = free_port()
    words = ["serve", "--host", "127.0.0.1", "--port", str(port), "--processes", "2"]
    command = [sys.executable, "-m", "companion.cli", *words, "--log-file", str(tmp_path / "security.log")]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "ARRAKIS_DATA": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    url = f"http://127.0.0.1:{port}/healthz"
    wait_for(url, process)
    assert becomes_true(lambda: all((tmp_path / f"security.{number}.log").exists() for number in (1, 2)))
    yield process, url
    started = children(process)
    process.kill()
    process.communicate()
    assert becomes_true(lambda: not any(map(runs, started)))


def answers(url: str, times: int) -> float:
    """How long the slowest of so many answers takes, each over a connection of its own."""
    slowest = 0.0
    for _ in range(times):
        began = time.perf_counter()
        with urllib.request.urlopen(url, timeout=10) as answer:
            assert answer.status == 200
        slowest = max(slowest, time.perf_counter() - began)
    return slowest


@pytest.mark.slow
def test_a_process_that_dies_is_replaced_and_the_others_go_on(crew: tuple[subprocess.Popen[str], str]) -> None:
    process, url = crew
    first = children(process)
    assert len(first) == 2
    # Whoever is too late for a connection does not wait for the next one: that would take a second.
    assert answers(url, 60) < 0.9
    stays = max(first)
    for _ in range(2):
        (victim,) = children(process) - {stays}
        os.kill(victim, signal.SIGKILL)
        answers(url, 20)
        assert becomes_true(lambda victim=victim: len(children(process) - {stays, victim}) == 1)  # type: ignore[misc]
    assert stays in children(process)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out.count("Stop with Ctrl+C")) == (0, 1), err
    assert not any(map(runs, first))


@pytest.mark.slow
def test_the_processes_end_with_a_parent_that_is_killed(crew: tuple[subprocess.Popen[str], str]) -> None:
    process, _url = crew
    started = children(process)
    process.kill()
    process.wait()
    assert becomes_true(lambda: not any(map(runs, started)))


@pytest.mark.parametrize("number", [0, -1, 65])
def test_a_number_of_processes_that_makes_no_sense_is_named(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARRAKIS_DATA", str(tmp_path))
    assert serve.main("127.0.0.1", free_port(), processes=number) == 2
    assert capsys.readouterr().err == f"error: processes: must be from 1 to 64, not {number}\n"


def test_several_processes_leave_tls_to_a_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARRAKIS_DATA", str(tmp_path))
    assert serve.main("127.0.0.1", free_port(), https=True, processes=2) == 2
    assert capsys.readouterr().err.startswith("error: https: with several processes the proxy")


def test_what_is_wrong_is_said_before_there_are_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARRAKIS_DATA", str(tmp_path))
    assert serve.main("127.0.0.1", free_port(), "sqlite://", processes=2) == 2
    assert capsys.readouterr().err.startswith("error: db: a database in memory would be lost")
