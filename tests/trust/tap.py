"""How long a tap takes in a long game, over a connection that is kept: the form, and the answer with the next page.

    python -m tests.trust.tap [--events 500] [--taps 200]

Brings a played game of so many events in over HTTP, takes its last step back and puts it back in turn, and prints one
line for that and one for a game of trackers of the same length. Ends with 1 when half of the taps take more than 12 ms
or one in twenty more than 30 ms. That holds for a quiet machine: its load stands beside, and what the server's
processor time of a tap is, whatever else the machine does.
"""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Callable
from statistics import median

from tests.trust.load import p95
from tests.trust.phones import Form, Phone, Refused, forms_of
from tests.trust.serving import processor_seconds, servers
from tests.web.figures import long_game

MOST_P50, MOST_P95 = 12.0, 30.0
BOUNDARY = "a-tap-is-short"


def timed(deed: Callable[[], str]) -> tuple[float, str]:
    """Returns how many milliseconds it took, and what came of it."""
    before = time.perf_counter()
    text = deed()
    return 1000 * (time.perf_counter() - before), text


def at_the_board(port: int, _events: int, taps: int) -> tuple[list[float], int]:
    """Takes back and puts back the last step of a long game; returns the times, and how many taps there were."""
    phone = Phone(port)
    (form,) = forms_of(phone.get("/stats"), "/import") or forms_of(phone.get("/import"), "/import")
    phone.get(_brought_in(phone, form))
    text, times = phone.get(phone.at), []
    for number in range(taps):
        name = "redo" if number % 2 else "undo"
        found = forms_of(text, f"/{name}")
        if not found:
            raise Refused(f"{phone.at}: no {name}")
        took, text = timed(lambda form=found[0]: phone.send(form))  # type: ignore[misc]
        times.append(took)
    return times, taps


def at_the_trackers(port: int, events: int, taps: int) -> tuple[list[float], int]:
    """Taps in a game of trackers, the first ``events`` untimed; returns the times, and how many taps there were."""
    phone, chance = Phone(port), random.Random(7)
    (form,) = forms_of(phone.get("/new"), "/new/trackers")
    text = phone.send(form)
    times: list[float] = []
    for _ in range(events + taps):
        form = chance.choice([form for form in forms_of(text, "/do/tracker") if form.buttons])
        button = chance.choice(form.buttons)
        took, text = timed(lambda form=form, button=button: phone.send(form, button))  # type: ignore[misc]
        times.append(took)
    return times[events:], events + taps


def _brought_in(phone: Phone, form: Form) -> str:
    document, _course = long_game()
    parts = [f'name="{name}"\r\n\r\n{value}' for name, value in form.fields.items()]
    parts.append(f'name="file"; filename="game.json"\r\nContent-Type: application/json\r\n\r\n{json.dumps(document)}')
    body = "".join(f"--{BOUNDARY}\r\nContent-Disposition: form-data; {part}\r\n" for part in parts)
    headers = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    status, place, text = phone.ask("POST", form.action, f"{body}--{BOUNDARY}--\r\n".encode(), **headers)
    if status not in (302, 303):
        raise Refused(f"{form.action}: {status} {text[:200]}")
    return place


def main() -> int:
    """Prints the lines; 1 when a promise is broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.trust.tap")
    parser.add_argument("--events", type=int, default=500, help="of the game of trackers")
    parser.add_argument("--taps", type=int, default=200)
    given = parser.parse_args()
    broken = False
    with servers() as pids:
        ((port, process),) = pids.items()
        for name, play in (("board", at_the_board), ("trackers", at_the_trackers)):
            before = processor_seconds(process)
            times, sent = play(port, given.events, given.taps)
            used = 1000 * (processor_seconds(process) - before) / sent
            fault = median(times) > MOST_P50 or p95(times) > MOST_P95
            broken |= fault
            print(
                f"a tap over a kept-alive connection at {given.events} events, {name}: "
                f"p50 {median(times):.1f} ms, p95 {p95(times):.1f} ms; of the processor {used:.1f} ms a tap, "
                f"load {os.getloadavg()[0]:.1f}{'  broken' if fault else ''}",
                flush=True,
            )
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
