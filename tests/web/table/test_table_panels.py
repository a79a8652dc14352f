"""Panels, forms and templates belong together: nothing is without its counterpart."""

import ast
import re
from pathlib import Path
from typing import get_args

from companion.rules.frames import Frame
from companion.web.scene import DEEDS
from companion.web.steps.head import ASKS, SAYS
from companion.web.ui import blocks

ROOT = Path(__file__).resolve().parents[3]
CODE = ROOT / "companion" / "web" / "table"


def deeds_offered() -> set[str]:
    """The deeds for which some panel builds a form, by the first argument of ``Form`` and ``go_form``."""
    found: set[str] = set()
    for file in CODE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Form", "go_form"):
                found.update(str(one.value) for one in node.args[:1] if isinstance(one, ast.Constant))
    return found


def test_every_frame_has_a_panel() -> None:
    assert set(get_args(Frame)) == {frame for frame, _doer in ASKS} == {frame for frame, _doer in SAYS}


def test_every_form_has_a_reader() -> None:
    assert deeds_offered() - DEEDS.keys() == set()


def test_every_block_has_its_macro() -> None:
    kinds = {block.kind for block in get_args(blocks.Block)}
    drawn = set(re.findall(r'b\.kind == "(\w+)"', (ROOT / "templates/table/_blocks.html").read_text(encoding="utf-8")))
    assert kinds == drawn
