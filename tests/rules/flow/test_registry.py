"""Every event folds, every command is handled, every reason is listed."""

import ast
import typing
from collections import Counter
from pathlib import Path
from types import NoneType

from companion.content import RULES
from companion.rules import commands, engine, events
from companion.rules.frames import Frame
from companion.rules.refusal_codes import CODES, FLOW
from companion.rules.state import State
from solo_bot.simulation import play_game
from tests.rules.battle.test_reasons import FILES as OF_BATTLES

FOLDER = Path(engine.__file__).parent
engine.load()
FILES = sorted(file for file in FOLDER.rglob("*.py") if file not in OF_BATTLES)
SEEDS, POSITIONS_OF_A_TYPE, FRAME_TYPES_SEEN = (1, 2), 40, 15


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


def test_a_settler_does_nothing_while_a_frame_of_another_type_is_on_top() -> None:
    bound = [settler for settler in engine.SETTLERS if settler.frames]
    seen: Counter[type] = Counter()

    def try_all(state: State, _: object) -> None:
        top = type(state.frame)
        seen[top] += 1
        for settler in bound:
            if top not in settler.frames and seen[top] <= POSITIONS_OF_A_TYPE:
                assert not settler.step(engine.Draft(state)), (settler, state.frame)

    for seed in SEEDS:
        play_game(seed, watch=try_all)
    assert len(seen) >= FRAME_TYPES_SEEN


def test_settlers_are_asked_in_their_order_those_of_the_top_frame_and_those_of_every_frame() -> None:
    order = [settler.step for settler in engine.SETTLERS]
    for frame in (*typing.get_args(Frame), NoneType):
        asked = engine.settlers_of(frame)
        assert list(asked) == [step for step in order if step in asked]
        assert {settler.step for settler in engine.SETTLERS if not settler.frames} <= set(asked)
    types = {frame for settler in engine.SETTLERS for frame in settler.frames}
    assert types <= {*typing.get_args(Frame), NoneType}
