"""What all tests share: reproducible hypothesis runs, and a check of rule markers."""

import re

import pytest
from hypothesis import settings

RULE_ID = re.compile(r"[A-Z]+(-[A-Z0-9]+)*")

# The same examples on every run and every machine, and no time limit that a busy machine could miss.
settings.register_profile("reproducible", derandomize=True, deadline=None, database=None)
settings.load_profile("reproducible")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a rule marker that names no rule: the table of rules would miss a test tied to nothing."""
    for item in items:
        for marker in item.iter_markers("rule"):
            if not marker.args or not all(isinstance(id_, str) and RULE_ID.fullmatch(id_) for id_ in marker.args):
                raise pytest.UsageError(f"{item.nodeid}: rule{marker.args!r} names no rule id like BATTLE-6")
