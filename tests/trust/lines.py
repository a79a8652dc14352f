"""Lines of ``arrakis batch`` and ``arrakis play`` that are right but for something."""

import io
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from companion import batch
from companion.play import Session, run
from tests.trust.nonsense import TEXTS, shown, spoiled

ROOT = Path(__file__).resolve().parents[2]
INTERNAL = "internal error"


@cache
def requests() -> tuple[dict[str, Any], ...]:
    """Requests of ``batch`` as they are tested elsewhere."""
    found = []
    for file in sorted((ROOT / "tests" / "cases").glob("*.jsonl")):
        found += [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return tuple({"command": one["command"], **one} for one in found if "command" in one)


@cache
def plays() -> tuple[tuple[dict[str, Any], dict[str, Any] | None, list[dict[str, Any]]], ...]:
    """Commands of ``play``, each with the position and the lines before it."""
    text = (ROOT / "examples" / "commands.jsonl").read_text(encoding="utf-8")
    found = []
    for one in map(json.loads, text.splitlines()):
        *before, last = one["lines"]
        found.append((last, one.get("position"), before))
    return tuple(found)


def try_line(chance: Random) -> tuple[str, str]:
    """Tries a line; returns what was tried and what is wrong with the answer, empty when nothing is."""
    return _batch(chance) if chance.random() < 0.6 else _play(chance)


def _batch(chance: Random) -> tuple[str, str]:
    request, notes = spoiled(chance.choice(requests()), chance, chance.choice((1, 1, 2, 4)))
    line = _line(request, chance)
    answer = batch.answer_line(line)
    wrong = ""
    if INTERNAL in str(answer.get("error", "")):
        wrong = f"internal error: {answer['error']}"
    json.dumps(answer)
    return f"batch {request.get('command') if isinstance(request, dict) else ''} {notes} {shown(line, 3000)}", wrong


def _play(chance: Random) -> tuple[str, str]:
    command, position, before = chance.choice(plays())
    spoilt, notes = spoiled(command, chance, chance.choice((1, 1, 2, 3)))
    line = _line(spoilt, chance)
    session = Session(position) if position is not None else Session()
    run([json.dumps(one) for one in before], io.StringIO(), session)
    earlier = session.position()
    answers = io.StringIO()
    run([line], answers, session)
    told = answers.getvalue()
    wrong = ""
    if INTERNAL in told:
        wrong = f"internal error: {told[:400]}"
    elif '"error"' in told[:200] and session.position() != earlier:
        wrong = f"refused and changed all the same: {told[:400]}"
    return f"play {command['type']} {notes} {shown(line, 3000)}", wrong


def _line(request: Any, chance: Random) -> str:
    line = json.dumps(request)
    what = chance.randrange(20)
    if what == 0:
        at = chance.randrange(len(line))
        return line[:at] + chance.choice(TEXTS)[:200].replace("\n", " ") + line[at:]
    if what == 1:
        return line[: chance.randrange(len(line))]
    if what == 2:
        return chance.choice(TEXTS).replace("\n", " ").replace("\r", " ")
    return line
