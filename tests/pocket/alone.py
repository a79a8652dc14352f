"""The app in a process that has nothing of a server: ``python -m tests.pocket.alone FOLDER STEPS [KIND]`` plays in it.

What only a server needs cannot be imported here, no thread and no process can be started and no socket opened. Every
page of its map is asked for. Prints as JSON what was imported, what went wrong, and which kinds of game came to an end.
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


def main(folder: Path, steps: int, *kinds: str) -> dict[str, list[str]]:
    """Plays so many steps of each kind of game, or to its end; returns the modules and the faults."""
    import socket
    import threading

    threading.Thread.start = refused  # type: ignore[method-assign]
    socket.socket = refused  # type: ignore[assignment, misc]
    os.fork = refused
    from companion.pocket.place import open_place
    from companion.web.seats import TABLE
    from tests.pocket.robot import InPocket, Robot

    root = "/arrakis/app"
    place = open_place(folder, root)
    faults, ended = list[str](), list[str]()
    for players in kinds or SEEDS:
        robot = Robot(InPocket(place, root), SEEDS[players])
        robot.begin(players=players, set_up="quick", dice="app")
        for tap, answer in robot.steps(steps):
            if answer.status >= 500 or answer.status == 404:
                faults.append(f"{tap.method} {tap.path}: {answer.status}")
            if place.app.extensions[TABLE].load(robot.game.removeprefix("/g/")).state.winner is not None:
                ended.append(players)
                break
        for rule in place.app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()) or set(rule.arguments) - {"game_id"}:
                continue
            path = str(rule.rule).replace("<game_id>", robot.game.removeprefix("/g/"))
            status = robot.device.ask("GET", path).status
            if status >= 500:
                faults.append(f"GET {path}: {status}")
    place.app.extensions["arrakis.sweeper"].sweep()
    place.close()
    return {"faults": faults, "ended": ended, "modules": sorted(sys.modules)}


if __name__ == "__main__":
    sys.meta_path.insert(0, Missing())
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])))
