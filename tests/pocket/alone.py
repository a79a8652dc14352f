"""The app in a process that has nothing of a server: ``python -m tests.pocket.alone FOLDER STEPS`` plays in it.

What only a server needs cannot be imported here, no thread and no process can be started and no socket opened. A robot
taps so many times in a game of each kind; with 0 steps a simulated game is played to its end instead, and looked at all
the while. Every page of the app's map is asked for. Prints as JSON what was imported, what went wrong, and whether the
game came to its end.
"""

import json
import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any, NoReturn

FORBIDDEN = frozenset(
    {"_ssl", "cheroot", "cryptography", "cv2", "fcntl", "filelock", "ifaddr", "multiprocessing", "numpy"}
    | {"psycopg", "qrcode", "resource", "ssl", "vision"}
)
"""What is not in the bundle, or cannot work in a browser."""
SEEDS = {"solo": 3, "two": 4}
ROOT = "/arrakis/app"
TOKEN = "the-device-of-the-whole-game"
LOOK = 4
"""The step is looked at after so many commands."""


class Missing(MetaPathFinder):
    """Finds nothing of what is forbidden, before anybody else finds it."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Raises ImportError for a forbidden module."""
        if fullname.partition(".")[0] in FORBIDDEN:
            raise ImportError(f"{fullname}: only a server has it")
        return None


def refused(*_given: Any, **_named: Any) -> NoReturn:
    """Stands for what a browser cannot do."""
    raise RuntimeError("can't start new thread, process or connection")


def main(folder: Path, steps: int) -> dict[str, Any]:
    """Plays so many steps of each kind of game, or a whole game; returns the modules and the faults."""
    import socket
    import threading

    threading.Thread.start = refused  # type: ignore[method-assign]
    socket.socket = refused  # type: ignore[assignment, misc]
    os.fork = refused
    from companion.pocket.place import open_place
    from tests.pocket.robot import InPocket, Robot

    place = open_place(folder, ROOT)
    faults, ended = list[str](), False
    for players in SEEDS if steps else ():
        robot = Robot(InPocket(place, ROOT), SEEDS[players])
        robot.begin(players=players, set_up="quick", dice="app")
        for tap, answer in robot.steps(steps):
            if answer.status >= 500 or answer.status == 404:
                faults.append(f"{tap.method} {tap.path}: {answer.status}")
        faults += every_page(place, robot.device, robot.game)
    if not steps:
        ended, faults = whole_game(place)
    place.app.extensions["arrakis.sweeper"].sweep()
    place.close()
    return {"faults": faults, "ended": ended, "modules": sorted(sys.modules)}


def whole_game(place: Any) -> tuple[bool, list[str]]:
    """Plays a simulated game; says whether it came to its end, and which pages failed on the way."""
    from companion.rules.frames import GameOverFrame
    from companion.service.settings import GameSettings
    from companion.web.devices import COOKIE
    from companion.web.seats import TABLE
    from tests.pocket.robot import InPocket
    from tests.scenes import moment

    table, device, faults = place.app.extensions[TABLE], InPocket(place, ROOT, {COOKIE: TOKEN}), list[str]()
    game, seat = table.create_game(GameSettings("whole"), TOKEN, "Paul")
    for number, command in enumerate(moment(lambda state: isinstance(state.frame, GameOverFrame))):
        seq = table.load(game.id).seq
        table.submit(game.id, seat, seq, f"whole {number}", (command,), record_anyway=True)
        if number % LOOK == 0:
            step = device.ask("GET", f"/g/{game.id}").location
            status = device.ask("GET", step.removeprefix(ROOT)).status
            faults += [f"{type(command).__name__} {step}: {status}"] if status != 200 else []
    faults += every_page(place, device, f"/g/{game.id}")
    return table.load(game.id).state.winner is not None, faults


def every_page(place: Any, device: Any, game: str) -> list[str]:
    """Asks for every page of a game, and of the app; returns those that failed."""
    faults = []
    for rule in place.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or set(rule.arguments) - {"game_id"}:
            continue
        path = str(rule.rule).replace("<game_id>", game.removeprefix("/g/"))
        status = device.ask("GET", path).status
        if status >= 500:
            faults.append(f"GET {path}: {status}")
    return faults


if __name__ == "__main__":
    sys.meta_path.insert(0, Missing())
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]))))
