"""How long files of games take to be read or refused, those of strangers included.

    python -m tests.trust.imports [--megabytes 8] [--seconds 4]

Prints for each kind of file its size, rows and processor time; exit status 1 when one takes longer than allowed.
"""

import argparse
import json
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

from companion.rules import execute
from companion.rules.commands import KeepTrackersOnly, StartGame
from companion.rules.errors import FormatError
from companion.rules.events import BoardCorrected
from companion.rules.state import Mode, State
from companion.service import GameSettings, SetUp
from companion.service.exchange_file import FORMAT, VERSION, parse_game, read_game
from companion.store import encode_event

Document = dict[str, Any]
Payload = Callable[[int], Document]
MOMENT = "2026-05-01T18:00:00+00:00"


def _opened() -> tuple[State, list[Document]]:
    state, started = execute(State(), StartGame(mode=Mode.DUEL))
    state, kept = execute(state, KeepTrackersOnly())
    return state, [encode_event(event) for event in (*started, *kept)]


POSITION, OPENING = _opened()
WHOLE = encode_event(BoardCorrected(POSITION))


def _changes(changes: Document) -> Document:
    return {"v": 2, "type": "BoardCorrected", "changes": changes}


def _reversed(seq: int) -> Document:
    """One tap, taken back and put back for ever."""
    first = len(OPENING) + 1
    return _changes({"supremacy": 1}) if seq == first else {"v": 1, "batch": first}


HOSTILE: dict[str, Payload] = {
    "taps": lambda seq: _changes({"supremacy": seq % 9}),
    "taps of leaders": lambda seq: _changes({"leaders": {"stilgar": {"tank": seq % 3}}}),
    "taps of legions": lambda seq: _changes({"armies": {"atreides": {"7": {"regular": seq % 5}}}}),
    "undo and redo": _reversed,
    "whole positions": lambda _seq: WHOLE,
    "empty positions": lambda _seq: {"v": 1, "type": "BoardCorrected", "state": {}},
    "frames upon frames": lambda _seq: {"v": 2, "type": "StepOpened", "frame": {"type": "StationFrame", "area": 5}},
    "long lists": lambda _seq: _changes({"wormsigns": list(range(100)) * 2}),
    "many names": lambda seq: _changes({f"name{number}": seq for number in range(50)}),
}


def file_of(payload: Payload, rows: int = 0, size: int = 0) -> tuple[bytes, int]:
    """A game file with so many rows, or of that many bytes at least; returns it with the number of its rows."""
    texts = [_row(seq, document, 1) for seq, document in enumerate(OPENING, 1)]
    total = sum(map(len, texts))
    while len(texts) < rows or total < size:
        seq = len(texts) + 1
        texts.append(_row(seq, payload(seq), seq))
        total += len(texts[-1]) + 1
    whole = {
        "format": FORMAT,
        "version": VERSION,
        "created": MOMENT,
        "seed": 1,
        "settings": json.loads(GameSettings("Sunday", mode=Mode.DUEL, set_up=SetUp.TRACKERS).to_text()),
        "seats": [],
        "events": [],
    }
    return json.dumps(whole).replace('"events": []', f'"events": [{",".join(texts)}]').encode(), len(texts)


def _row(seq: int, payload: Document, batch: int) -> str:
    kind = payload.get("type") or ("undo" if (seq - len(OPENING)) % 2 == 0 else "redo")
    row = {"seq": seq, "batch": batch, "kind": kind, "command": "x", "seat": None, "created": MOMENT}
    return json.dumps({**row, "payload": payload}, separators=(",", ":"))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.trust.imports")
    parser.add_argument("--megabytes", type=float, default=8)
    parser.add_argument("--seconds", type=float, default=4)
    asked = parser.parse_args(arguments)
    slow = False
    for name, payload in HOSTILE.items():
        data, rows = file_of(payload, size=int(asked.megabytes * 2**20))
        began, said = process_time(), "read"
        try:
            read_game(parse_game(data))
        except FormatError as problem:
            said = f"refused: {problem}"[:90]
        took = process_time() - began
        slow = slow or took > asked.seconds
        print(f"{name:20} {len(data) / 2**20:5.1f} MB {rows:6} rows {took:6.2f} s  {said}", flush=True)
    return int(slow)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
