"""Servers that start quickly: a process that has loaded the app and makes a child for each server it is asked for.

    python -m tests.trust.nursery

Reads lines ``FOLDER PORT`` and answers each with the number of the process that serves there. Everything after the
loading of modules is as in ``arrakis serve``.
"""

import os
import signal
import sys
import tempfile
from pathlib import Path


def warm_up() -> None:
    """Plays a tap on an app that is thrown away: what is loaded at first use is loaded then."""
    from tests.trust.world import world

    with tempfile.TemporaryDirectory() as folder, world(Path(folder)) as app:
        device = app.device("127.0.0.1")
        game = device.post("/new/trackers", device.fields()).headers["Location"]
        form = {**device.fields(), "seq": "4", "at": "part=tracks", "round": "1", "phase": "vehicles"}
        if device.post(f"{game}/do/tracker-phase", form).status_code != 303:
            raise RuntimeError("nursery: a tap was refused")


def main() -> int:
    from companion.web import serve

    warm_up()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("ready", flush=True)
    for line in sys.stdin:
        folder, port = line.rstrip("\n").rsplit(" ", 1)
        child = os.fork()
        if child == 0:
            quiet = os.open(os.devnull, os.O_RDWR)
            for number in (0, 1):
                os.dup2(quiet, number)
            os.environ["ARRAKIS_DATA"] = folder
            status = 1
            try:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                status = serve.main("127.0.0.1", int(port), log_file=str(Path(folder) / "server.log"))
            finally:
                os._exit(status)
        print(child, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
