"""``docs/odds.md`` is true: its example gives the answer that it shows, and it leaves out no key that is accepted."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.rules.odds import AttackerPolicy, CasualtyPolicy, DefenderPolicy, EffectKind, Goal, Measure
from companion.rules.odds import document as odds_document

ROOT = Path(__file__).resolve().parent.parent
GUIDE = (ROOT / "docs" / "odds.md").read_text(encoding="utf-8")
BATTLE, SHOWN = re.findall(r"```(?:json|text)\n(.*?)```", GUIDE, re.S)
NONSENSE: list[tuple[dict[str, Any], str]] = [
    ({"attacker": {"faction": "harkonnen"}}, "BATTLE-1: attacker has no units"),
    ({"attacker": {"faction": "harkonnen", "regular": 7}}, "STACK-1: attacker has 7 units, at most 6 fit in an area"),
    ({"attacker": {"faction": "harkonnen", "regular": 1, "named": ["leto"]}}, "attacker.named: unknown leader 'leto'"),
    ({"defender": {"faction": "atreides", "regular": 1, "tokens": 1}}, "BATTLE-2: defender has facedown tokens"),
    ({"settlement_rank": 4}, "settlement_rank: 4 is more than 3"),
    ({"policy": {"attacker": "brave"}}, "policy.attacker: one of "),
]


def odds(tmp_path: Path, battle: str, *switches: str) -> int:
    file = tmp_path / "battle.json"
    file.write_text(battle, encoding="utf-8")
    return cli.main(["odds", str(file), *switches])


def test_the_example_gives_the_answer_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert odds(tmp_path, BATTLE) == 0
    assert capsys.readouterr().out == SHOWN


def test_every_key_and_value_is_explained() -> None:
    keys = {*odds_document._BATTLE_KEYS, *odds_document._SIDE_KEYS, *odds_document._POLICY_KEYS} - {"tokens"}
    values = {
        value for kind in (AttackerPolicy, DefenderPolicy, CasualtyPolicy, Goal, Measure, EffectKind) for value in kind
    }
    for word in sorted(keys | values | {"stop_below", "retreat_at"}):
        assert re.search(rf"[`\"]{word}[`\"]", GUIDE), word


def test_the_readme_leads_here() -> None:
    assert "(docs/odds.md)" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("change, refusal", NONSENSE)
def test_nonsense_is_refused_with_the_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], refusal: str
) -> None:
    assert odds(tmp_path, json.dumps(json.loads(BATTLE) | change), "--json") == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"error: {refusal}")
