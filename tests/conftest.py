"""What all tests share: reproducible runs, a check of rule markers, compiled templates, counts over processes."""

import gc
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from tests.store.postgres import Scratch, Server, server
from tests.store.ready import SetUp, never_waiting_for_the_disk

Builder = Callable[..., tuple[str, str]]
RULE_ID = re.compile(r"[A-Z]+(-[A-Z0-9]+)*")

# The same examples on every run and every machine, and no time limit that a busy machine could miss.
settings.register_profile("reproducible", derandomize=True, deadline=None, database=None)
settings.load_profile("reproducible")
# While thousands of tests are collected nothing is let go: looking for what could be takes longer than all the rest.
gc.disable()


class CompiledTemplates(FileSystemBytecodeCache):
    """Templates compiled for one app serve every later one: in memory in this process, as files in the others."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self._known: dict[tuple[str, str], Bucket] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if known := self._known.get((bucket.key, bucket.checksum)):
            bucket.code = known.code
            return
        super().load_bytecode(bucket)
        if bucket.code is not None:
            self._known[bucket.key, bucket.checksum] = bucket

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._known[bucket.key, bucket.checksum] = bucket
        super().dump_bytecode(bucket)


def session_folder(factory: pytest.TempPathFactory) -> Path:
    """Returns the temporary folder that all processes of this run share."""
    base = factory.getbasetemp()
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


@pytest.fixture(scope="session", autouse=True)
def apps_are_cheap(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Every app made in the tests shares what was compiled for the first: its templates and its addresses."""
    folder = session_folder(tmp_path_factory) / "templates"
    folder.mkdir(exist_ok=True)
    compiled: dict[tuple[object, ...], Builder] = {}
    compile_builder = Rule._compile_builder

    def builder(rule: Rule, append_unknown: bool = True) -> Builder:
        # All that the compiled function depends on; it gets its rule as an argument.
        key = (rule.rule, tuple(rule._trace), repr(rule.defaults), append_unknown)
        if key not in compiled:
            compiled[key] = compile_builder(rule, append_unknown)
        return compiled[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {**Flask.jinja_options, "bytecode_cache": CompiledTemplates(folder)})
        patch.setattr(Rule, "_compile_builder", builder)
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a rule marker that names no rule: the table of rules would miss a test tied to nothing."""
    for item in items:
        for marker in item.iter_markers("rule"):
            if not marker.args or not all(isinstance(id_, str) and RULE_ID.fullmatch(id_) for id_ in marker.args):
                raise pytest.UsageError(f"{item.nodeid}: rule{marker.args!r} names no rule id like BATTLE-6")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """From here on there is something to let go again; what was collected stays to the end and is not looked at."""
    gc.freeze()
    gc.enable()


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
