"""Every event folds, every command is handled, every reason is listed."""

import ast
import typing
from pathlib import Path

from companion.content import RULES
from companion.rules import commands, engine, events
from companion.rules.refusal_codes import CODES, FLOW
from tests.rules.battle.test_reasons import FILES as OF_BATTLES

FOLDER = Path(engine.__file__).parent
FILES = sorted(file for file in FOLDER.rglob("*.py") if file not in OF_BATTLES)


def test_every_event_has_a_fold() -> None:
    assert set(typing.get_args(events.Event)) == set(engine.EVOLUTIONS)


def test_every_command_has_a_check_and_a_decision() -> None:
    every = set(typing.get_args(commands.Command))
    assert every == set(engine.CHECKS) == set(engine.DECISIONS)


def reasons(path: Path) -> list[tuple[str | None, str | None]]:
    """The (code, rule) of each refusal in a source; None where one is no literal."""
    found: list[tuple[str | None, str | None]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
        if not isinstance(node, ast.Call) or name not in ("refuse", "Refusal", "not_now"):
            continue
        values = [str(arg.value) if isinstance(arg, ast.Constant) else None for arg in node.args[:2]]
        found.append(("not_now", values[1]) if name == "not_now" else (values[0], values[1]))
    return found


def test_every_reason_of_the_flow_is_listed_with_its_rule() -> None:
    missing = [
        (file.name, code, rule)
        for file in FILES
        for code, rule in reasons(file)
        if code is not None and (code not in CODES or (rule is not None and rule not in CODES[code]))
    ]
    assert missing == []


def test_no_reason_of_the_flow_is_listed_in_vain() -> None:
    sources = "".join(file.read_text(encoding="utf-8") for file in FILES if file.stem != "refusal_codes")
    assert [code for code in FLOW if f'"{code}"' not in sources] == []


def test_every_rule_that_a_reason_may_cite_exists() -> None:
    assert {rule for rules in CODES.values() for rule in rules} - set(RULES) == set()
