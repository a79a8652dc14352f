"""A real server as a child process, with a clock that can be set and an end that can come at any moment."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0


class Server:
    """The app on 127.0.0.1, its data in a folder; started at once."""

    def __init__(self, folder: Path) -> None:
        """Starts it and waits until it answers; raises RuntimeError when it does not."""
        self._folder = folder
        self._clock = folder / "clock"
        self._clock.write_text("0", encoding="ascii")
        self._log = (folder / "server.log").open("ab")
        self.port = _free_port()
        self.starts = 0
        self.slowest_start = 0.0
        self.start()

    @property
    def database(self) -> Path:
        """The file of the database."""
        return self._folder / "arrakis.sqlite"

    @property
    def log(self) -> str:
        """What the server has written so far."""
        return (self._folder / "server.log").read_text(encoding="utf-8", errors="replace")

    def start(self) -> None:
        """Starts the server and waits until it takes connections."""
        begun = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.trust.launcher", str(self.port), str(self._clock)],
            cwd=ROOT,
            env={**os.environ, "ARRAKIS_DATA": str(self._folder), "ARRAKIS_DB": ""},
            stdout=subprocess.DEVNULL,
            stderr=self._log,
        )
        while time.monotonic() - begun < PATIENCE:
            if self._process.poll() is not None:
                raise RuntimeError(f"the server ended with {self._process.returncode}: {self.log[-2000:]}")
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                self.starts += 1
                self.slowest_start = max(self.slowest_start, time.monotonic() - begun)
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError(f"the server does not answer: {self.log[-2000:]}")

    def end(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Ends the server by a signal and waits until it is gone."""
        self._process.send_signal(number)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise RuntimeError("the server did not end when it was told to") from None

    def set_clock(self, seconds: float) -> None:
        """Sets the clock of the server so many seconds before or after that of this machine."""
        part = self._clock.with_suffix(".part")
        part.write_text(str(seconds), encoding="ascii")
        part.replace(self._clock)

    def close(self) -> None:
        """Ends the server for good."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._log.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
