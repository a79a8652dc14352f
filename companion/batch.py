"""Requests and answers of the command line (section *Batch* of docs/formats.md).

`answer` is the one way from a request to a result; the commands of the terminal go the same way. `run` answers a
stream of requests, one JSON object a line. What one command alone needs is imported within it: a command starts sooner.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TextIO

from companion import cli_text
from companion.frozen import replace
from companion.rules.errors import FormatError
from companion.rules.fields import Document, as_object, choice, nested
from companion.rules.positions.desert_war import refuse_in_solo
from companion.rules.positions.reading import read_position
from companion.rules.reach import legal_document
from companion.rules.refusal import Severity
from companion.rules.state import State

if TYPE_CHECKING:
    from companion.rules.positions.audit import Violation


def answer(request: Document) -> dict[str, Any]:
    """Returns the result of a request: exactly what its command prints with ``--json``.

    Raises FormatError naming the field or rule. Keys that no command knows are ignored.
    """
    return choice(request.get("command"), COMMANDS, "command", "a command")(request)


def answer_line(line: str) -> dict[str, Any]:
    """Returns the answer to one line of `arrakis batch`; what is wrong becomes its ``error``, nothing is raised."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as problem:
        return {"id": None, "error": f"request: the line is no JSON object: {problem}"}
    if not isinstance(request, dict):
        return {"id": None, "error": "request: the line is no JSON object"}
    name = request.get("id")
    try:
        return {"id": name, "result": answer(request)}
    except FormatError as problem:
        return {"id": name, "error": str(problem)}
    except Exception as problem:
        # A fault of ours must not cost the caller the answers to the requests that follow.
        import logging

        logging.getLogger(__name__).exception("request %r", name)
        return {"id": name, "error": f"{request.get('command')}: internal error, {type(problem).__name__}: {problem}"}


def run(requests: Iterable[str], answers: TextIO) -> None:
    """Answers the lines of ``requests`` in order until they end, each flushed at once; blank lines are skipped."""
    for line in requests:
        if line.strip():
            answers.write(json.dumps(answer_line(line)) + "\n")
            answers.flush()


def position_of(value: object) -> State:
    """Returns the position that a JSON value describes, whoever's turn it says it is; raises FormatError."""
    return replace(read_position(as_object(value, "position")), frames=())


def _state(request: Document) -> State:
    """The position of a request; raises FormatError (DW-1) for one of the solo game with an expansion."""
    state = position_of(_given(request, "position"))
    refuse_in_solo(state)
    return state


def _given(document: Document, key: str) -> object:
    if key not in document:
        raise FormatError(key, "is missing")
    return document[key]


def _argument(request: Document, key: str) -> object:
    return _given(nested(request, "args"), key)


def _validate(request: Document) -> dict[str, Any]:
    from companion.rules.positions.unlikely import findings

    state = position_of(_given(request, "position"))
    return {"violations": [_violation(found) for found in findings(state)]}


def _violation(found: Violation) -> dict[str, str]:
    """One entry; ``severity`` only where it is a warning, of a position that no game leads to."""
    entry = {"rule": found.rule, "where": found.where, "message": cli_text.message(found)}
    return entry if found.severity is Severity.ILLEGAL else entry | {"severity": found.severity.value}


def _legal(request: Document) -> dict[str, Any]:
    area = nested(request, "args").get("from")
    return legal_document(_state(request), _argument(request, "faction"), _argument(request, "action"), area)


def decide(request: Document, *, auto: bool = False, seed: int | None = None) -> dict[str, Any]:
    """Returns the solo opponent's decision; ``auto`` and ``seed`` are options of the terminal command only."""
    from solo_bot.documents import answers

    return answers.decide_document(_state(request), _argument(request, "result"), auto=auto, seed=seed)


def _vehicles(request: Document) -> dict[str, Any]:
    from solo_bot.documents import answers

    return answers.vehicles_document(_state(request))


def _spice(request: Document) -> dict[str, Any]:
    from solo_bot.documents import answers

    return answers.spice_document(_state(request), _argument(request, "collected"))


def _casualties(request: Document) -> dict[str, Any]:
    from solo_bot.documents import answers

    legion = as_object(_given(request, "legion"), "legion")
    return answers.casualties_document(legion, _argument(request, "hits"))


def _odds(request: Document) -> dict[str, Any]:
    from companion.rules.odds import battle_odds

    return battle_odds(as_object(_given(request, "battle"), "battle"))


COMMANDS: Mapping[str, Callable[[Document], dict[str, Any]]] = {
    "decide": decide,
    "vehicles": _vehicles,
    "spice": _spice,
    "casualties": _casualties,
    "legal": _legal,
    "validate": _validate,
    "odds": _odds,
}
"""The commands that can be asked for in a batch."""
