"""A game played line by line: each line is one command, each gets one answer, a refused one changes nothing."""

import json
import logging
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, TextIO

from companion.content.terms import Faction
from companion.play.turn import is_new, next_step
from companion.play.wire import read_command, written
from companion.rules import execute
from companion.rules.commands import StartGame
from companion.rules.errors import FormatError
from companion.rules.fields import flag
from companion.rules.positions.opening import opened
from companion.rules.positions.reading import read_position
from companion.rules.positions.writing import write_position
from companion.rules.refusal import Refusal, Refused, refuse
from companion.rules.state import State

logger = logging.getLogger(__name__)
MOST_TEXT = 300
"""So long may the text of an error be."""


class Session:
    """One game and the number of lines that were answered."""

    def __init__(self, position: Mapping[str, object] | None = None) -> None:
        """Starts from a position, or from a new game; raises FormatError naming the field of the position."""
        self.state = State() if position is None else opened(read_position(position))
        self.lines = 0

    def answer(self, line: str) -> dict[str, Any]:
        """Carries out the command of one line and returns its answer; nothing is raised, whatever the line is."""
        self.lines += 1
        number = {"n": self.lines}
        try:
            return number | self._carry_out(_parsed(line))
        except FormatError as problem:
            return number | {"error": str(problem)[:MOST_TEXT]}
        except Exception as problem:  # noqa: BLE001 - whatever it is, the line gets its answer
            # A fault of ours must not end the game of the caller.
            text = f"command: internal error, {type(problem).__name__}: {problem}"[:MOST_TEXT]
            logger.error("line %d: %s", self.lines, text)
            return number | {"error": text}

    def _carry_out(self, document: Mapping[str, object]) -> dict[str, Any]:
        anyway = flag(document, "record_anyway")
        command = read_command(document, self.state)
        try:
            if is_new(self.state) and not isinstance(command, StartGame):
                raise Refused((refuse("not_now", "SETUP-1", step=None, stage=None),))
            after, events = execute(self.state, command, record_anyway=anyway)
        except Refused as refused:
            reasons = [_reason(refusal) for refusal in refused.refusals]
            return {"ok": False, "refused": reasons, "next": next_step(self.state)}
        answer = {"ok": True, "events": [written(event) for event in events], "next": next_step(after)}
        self.state = after
        return answer

    def position(self) -> dict[str, Any]:
        """Returns the Position after all commands."""
        return write_position(self.state)


def _parsed(line: str) -> Mapping[str, object]:
    try:
        document = json.loads(line.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}"))
    except (ValueError, RecursionError) as problem:
        raise FormatError("line", f"is no JSON: {problem}") from None
    if not isinstance(document, dict):
        raise FormatError("line", "is no JSON object")
    return document


def _reason(refusal: Refusal) -> dict[str, Any]:
    facts = {name: _fact(value) for name, value in refusal.facts.items()}
    return {"rule": refusal.rule, "code": refusal.code, "severity": refusal.severity.value, "facts": facts}


def _fact(value: object) -> object:
    if isinstance(value, Enum):
        return value.id if isinstance(value, Faction) else value.value
    if isinstance(value, list | tuple | set | frozenset):
        return [_fact(item) for item in value]
    return value if isinstance(value, str | int | float | None) else str(value)


def run(lines: Iterable[str], answers: TextIO, session: Session) -> None:
    """Answers each line in order until they end, each flushed at once."""
    for line in lines:
        answers.write(json.dumps(session.answer(line)) + "\n")
        answers.flush()
