"""What all tests share: reproducible runs, a check of rule markers, compiled templates, counts over processes."""

import gc
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import settings

from tests.cheap import apps_made_cheaply
from tests.long import listed, name_of
from tests.store.postgres import Scratch, Server, server
from tests.store.ready import SetUp, never_waiting_for_the_disk

RULE_ID = re.compile(r"[A-Z]+(-[A-Z0-9]+)*")

# The same examples on every run and every machine, and no time limit that a busy machine could miss.
settings.register_profile("reproducible", derandomize=True, deadline=None, database=None)
settings.load_profile("reproducible")
# As in the process that reads photos: threads that wait for each other spin, and other tests want the processors.
os.environ.update(dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1"))
# Refusals of the command line are in the language of the system.
os.environ["LC_ALL"] = "C.UTF-8"
# While thousands of tests are collected nothing is let go: looking for what could be takes longer than all the rest.
gc.disable()
OFTEN = 20_000
"""So many new objects are looked through at once: with the usual 700 of them that is done all the time."""


def session_folder(factory: pytest.TempPathFactory) -> Path:
    """Returns the temporary folder that all processes of this run share."""
    base = factory.getbasetemp()
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


@pytest.fixture(scope="session", autouse=True)
def apps_are_cheap(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Every app made in the tests shares what was worked out for the first."""
    folder = session_folder(tmp_path_factory) / "templates"
    folder.mkdir(exist_ok=True)
    with apps_made_cheaply(folder):
        yield


@pytest.fixture(scope="session", autouse=True)
def usual_set_up() -> Iterator[SetUp]:
    """Keeps tests from waiting for the disk, which only a power cut makes a difference to; gives what would wait."""
    with never_waiting_for_the_disk() as usual:
        yield usual


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """The PostgreSQL server of this run."""
    return server(session_folder(tmp_path_factory))


@pytest.fixture(scope="session")
def scratch(postgres: Server) -> Iterator[Scratch]:
    """A PostgreSQL database with our tables, for one test after the other."""
    made = Scratch(postgres)
    yield made
    made.close()


@pytest.fixture
def postgres_url(scratch: Scratch) -> str:
    """A PostgreSQL database with our tables, empty."""
    scratch.empty()
    return scratch.url


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a rule marker that names no rule: the table of rules would miss a test tied to nothing. What was measured
    to take long is marked. Of a run that is divided, files whose tests take long come first: at the end there is
    something short for everybody."""
    long_tests = listed()
    for item in items:
        if name_of(item.nodeid) in long_tests:
            item.add_marker("long")
        for marker in item.iter_markers("rule"):
            if not marker.args or not all(isinstance(id_, str) and RULE_ID.fullmatch(id_) for id_ in marker.args):
                raise pytest.UsageError(f"{item.nodeid}: rule{marker.args!r} names no rule id like BATTLE-6")
    if "PYTEST_XDIST_WORKER" in os.environ:
        long: dict[Path, int] = defaultdict(int)
        for item in items:
            marks = [item.get_closest_marker(name) is not None for name in ("slow", "browser")]
            long[item.path] = max(long[item.path], sum(marks))
        items.sort(key=lambda item: -long[item.path])


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """From here on there is something to let go again; what was collected stays to the end and is not looked at."""
    gc.freeze()
    gc.set_threshold(OFTEN)
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """After the tests of a file: what they left is let go, and what stays for others is not looked at again."""
    yield
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Counts in a process of a divided run what is left out: pytest's closing line would not tell."""
    for item in items:
        output = getattr(item.config, "workeroutput", {})
        output["left_out"] = output.get("left_out", 0) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Puts the count of one process, which is that of each, into the closing line."""
    reporter = node.config.pluginmanager.get_plugin("terminalreporter")
    count = getattr(node, "workeroutput", {}).get("left_out", 0)
    reporter.stats.setdefault("deselected", [SimpleNamespace() for _each in range(count)])
