"""What a program loads: only what it needs, and always in the same order."""

import subprocess
import sys

import pytest

from companion.rules import engine
from tests.imports import ROOT

LOADS = """
import sys
import {module}
print(*sorted(name for name in sys.modules if name.startswith(("companion", "solo_bot", "vision"))))
"""
LATER = ("companion.rules.commands", "companion.rules.events", "companion.rules.engine", "companion.rules.handlers")


@pytest.mark.parametrize("module", ["companion.cli", "solo_bot", "solo_bot.documents.answers", "companion.rules.reach"])
def test_an_answer_about_a_position_starts_without_what_carries_out_commands(module: str) -> None:
    code = LOADS.format(module=module)
    answer = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = answer.stdout.split()
    assert module in loaded
    assert [name for name in loaded if name.startswith((*LATER, "vision"))] == []


@pytest.mark.parametrize("first", ["registry", "engine", "legal", "battles.hits", "handlers.dice", "evolution.flow"])
def test_settlers_have_one_order_whatever_is_loaded_first(first: str) -> None:
    code = f"import companion.rules.{first}\nfrom companion.rules import engine\nengine.load()\n"
    code += "print(*(f'{s.step.__module__}.{s.step.__name__}' for s in engine.SETTLERS))"
    answer = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    engine.load()
    assert answer.stdout.split() == [f"{one.step.__module__}.{one.step.__name__}" for one in engine.SETTLERS]
