"""The lists in ``docs/formats.md`` that are made from the types: commands with an example each, events, steps.

    python -m tests.documents write    after adding or changing a command, an event or a frame
    python -m tests.documents check    what the tests do: prints what is wrong, exit status 1 if anything is

What stands between ``<!-- made: NAME -->`` and ``<!-- end -->`` is replaced; all else is written by hand. The examples
are the last lines of the scripts in ``examples/commands.jsonl``.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_type_hints

from companion.content.terms import Faction
from companion.play.wire import wires_of
from companion.rules.commands import Command
from companion.rules.events import Event
from companion.rules.frames import Frame, Roll
from companion.rules.state import Rules

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "formats.md"
EXAMPLES = ROOT / "examples" / "commands.jsonl"
RECORDS = (Rules, Roll)
"""Records that commands hold; others are told apart by their type."""
BLOCK = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.S)


def text(document: str) -> str:
    """The document with every list made anew; raises KeyError for a list of another name."""
    return BLOCK.sub(lambda found: f"{found[1]}{PARTS[found[2]]()}\n{found[3]}", document)


def names() -> str:
    """The values of every enumeration, and the fields of every record, that a field may be."""
    found: dict[str, str] = {}
    for kind in (*get_args(Command), *get_args(Event), *get_args(Frame)):
        for hint in get_type_hints(kind).values():
            found |= dict(_named(hint))
    return "\n".join(f"- `{name}`: {found[name]}" for name in sorted(found))


def _named(hint: Any) -> Iterator[tuple[str, str]]:
    if isinstance(hint, type) and issubclass(hint, Enum):
        members = (member.id if isinstance(member, Faction) else str(member.value) for member in hint)
        yield hint.__name__, ", ".join(f"`{member}`" for member in members)
    elif hint in RECORDS:
        yield hint.__name__, " ".join(_about(hint))
    for arm in get_args(hint):
        yield from _named(arm)


def commands() -> str:
    """A section for each command: what it says, its fields, an example."""
    examples = {script["type"]: script["lines"][-1] for script in map(json.loads, EXAMPLES.read_text().splitlines())}
    parts = []
    for kind in get_args(Command):
        example = json.dumps(examples[kind.__name__])
        parts.append("\n\n".join([f"### {kind.__name__}", *_about(kind), f"```json\n{example}\n```"]))
    return "\n" + "\n\n".join(parts) + "\n"


def events() -> str:
    """A line for each event."""
    return _listed(get_args(Event))


def steps() -> str:
    """A line for each frame."""
    return _listed(get_args(Frame))


def _listed(kinds: tuple[Any, ...]) -> str:
    return "\n".join(f"- **{kind.__name__}** {' '.join(_about(kind))}" for kind in kinds)


def _about(kind: type) -> Iterator[str]:
    yield _words(inspect.cleandoc(kind.__doc__ or ""))
    shapes = {name: wire.shape for name, wire in wires_of(kind).items()}
    if shapes:
        yield f"*Fields:* {'; '.join(_field(field, shapes[field.name]) for field in fields(kind))}."


def _words(docstring: str) -> str:
    """A docstring as one paragraph, names in single quotes of code."""
    return " ".join(docstring.replace("``", "`").split())


def _field(field: Field[Any], shape: str) -> str:
    if field.default is MISSING:
        return f"`{field.name}` {shape}"
    return f"`{field.name}` {shape}, optional"


PARTS: dict[str, Callable[[], str]] = {"names": names, "commands": commands, "events": events, "steps": steps}


def check() -> list[str]:
    """Everything that is wrong with the document, empty when nothing is."""
    now = DOCUMENT.read_text(encoding="utf-8")
    missing = PARTS.keys() - {found[2] for found in BLOCK.finditer(now)}
    wrong = [f"{DOCUMENT.name}: has no list of {name}" for name in sorted(missing)]
    if text(now) != now:
        wrong.append(f"{DOCUMENT.relative_to(ROOT)}: out of date, run python -m tests.documents write")
    return wrong


def write() -> list[str]:
    DOCUMENT.write_text(text(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
    return check()


if __name__ == "__main__":
    ways = {"write": write, "check": check}
    if len(sys.argv) != 2 or sys.argv[1] not in ways:
        sys.exit("error: documents: write or check")
    found_wrong = ways[sys.argv[1]]()
    print(*found_wrong, sep="\n")
    sys.exit(int(bool(found_wrong)))
