"""How long the calculator takes over HTTP: ``python -m tests.web.odds.speed`` prints it, cold and warm, in ms.

The battle is the one of ``arrakis bench``: 6 against 6 with leaders, cards and a rank 3 settlement, to the end. Cold:
nothing is kept from earlier battles. Next: the same battle with other units, as after a tap on a stepper.
"""

import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from werkzeug.serving import WSGIRequestHandler, make_server

from companion.rules.odds import clear_caches
from companion.web import Config, create_app
from companion.web.seats import TABLE

REPEATS = 7
BATTLE: list[tuple[str, str]] = [
    ("attacker", "harkonnen"),
    *((f"{side}_{kind}", "2") for side in "ha" for kind in ("regular", "elite", "special", "generic", "cards")),
    *(("h_named", leader) for leader in ("feyd_rautha", "baron_harkonnen", "captain_aramsham")),
    *(("a_named", leader) for leader in ("paul_muaddib", "stilgar", "chani")),
    ("h_reinforcements", "6"),
    ("a_reinforcements", "2"),
    ("rank", "3"),
    ("surprise", "yes"),
    ("attack", "to_the_end"),
]
NEXT: list[tuple[str, str]] = [
    (key, "1" if key == "a_regular" else value) for key, value in BATTLE if key != "a_reinforcements"
]


def address(battle: list[tuple[str, str]]) -> str:
    return "/odds?" + urlencode(battle)


def measured(ask: Callable[[str], object], clock: Callable[[], float]) -> dict[str, float]:
    """Medians in milliseconds: cold, warm, and of a neighbouring battle."""
    times: dict[str, list[float]] = {"cold": [], "warm": [], "next": []}
    for _ in range(REPEATS):
        clear_caches()
        for name, battle in (("cold", BATTLE), ("warm", BATTLE), ("next", NEXT)):
            begin = clock()
            ask(address(battle))
            times[name].append(1000 * (clock() - begin))
    return {name: round(median(values), 1) for name, values in times.items()}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Config(data_folder=Path(folder)))
        http = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
        threading.Thread(target=http.serve_forever, daemon=True).start()

        def ask(path: str) -> None:
            request = Request(f"http://127.0.0.1:{http.server_port}{path}", headers={"HX-Request": "true"})
            with urlopen(request) as answer:
                answer.read()

        ask("/odds")
        print(measured(ask, time.perf_counter))
        http.shutdown()
        http.server_close()
        app.extensions[TABLE].log._database.close()


class Quiet(WSGIRequestHandler):
    """Answers without a line in the output for every request."""

    def log(self, type: str, message: str, *args: object) -> None:
        """Says nothing."""


if __name__ == "__main__":
    main()
