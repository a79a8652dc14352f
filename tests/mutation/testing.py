"""Runs tests inside pytest, one by one and in any order, and measures which statements each of them reaches."""

import builtins
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from _pytest.tmpdir import tmppath_result_key
from hypothesis import Phase, settings

from tests.mutation.loading import PROBE, Place

SECONDS, TIMES = 1.0, 10.0
MEMORY = 4 << 30


class Measured(NamedTuple):
    """What is known of a test: what it takes when it is the first of its module, and the statements it reaches.

    ``longest`` allows for caches that another test of the module filled.
    """

    name: str
    seconds: float
    longest: float
    reaches: frozenset[Place]


class Suite(NamedTuple):
    """The tests that pass, those that do not, and the statements that are run while modules are imported."""

    tests: tuple[Measured, ...]
    failing: tuple[str, ...]
    imported: frozenset[Place]


class _Plugin:
    """Gives the collected tests to ``work`` instead of running them."""

    def __init__(self, work: Callable[[list[pytest.Function]], None]) -> None:
        self._work = work

    def pytest_sessionstart(self) -> None:
        """A property that fails is not made smaller: that it fails is enough."""
        settings.register_profile("mutation", phases=(Phase.explicit, Phase.generate), report_multiple_bugs=False)
        settings.load_profile("mutation")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Takes the place of pytest's own loop."""
        if session.testsfailed:
            raise session.Failed("not every test could be collected")
        self._work([item for item in session.items if isinstance(item, pytest.Function)])
        return True


def collected(paths: Sequence[str], work: Callable[[list[pytest.Function]], None]) -> int:
    """Collects the quick tests of ``paths``, hands them to ``work`` and returns pytest's exit code."""
    options = ["-q", "-s", "--assert=plain", "--import-mode=importlib", "-m", "not slow and not browser"]
    for plugin in ("cacheprovider", "xdist"):
        options += ["-p", f"no:{plugin}"]
    return pytest.main([*options, *paths], plugins=[_Plugin(work)])


def passes(item: pytest.Function, following: pytest.Function | None, times: list[float] | None = None) -> bool:
    """Runs one test with its fixtures; ``following`` is the one that comes next, ``times`` takes when a part ended."""
    item._initrequest()
    # Reports are not made here, and the fixture ``tmp_path`` looks for what they leave.
    item.stash[tmppath_result_key] = {}
    hook = item.ihook
    passed = _runs(hook.pytest_runtest_setup, times, item=item) and _runs(hook.pytest_runtest_call, times, item=item)
    return _runs(hook.pytest_runtest_teardown, times, item=item, nextitem=following) and passed


def _runs(part: Callable[..., object], times: list[float] | None, **arguments: object) -> bool:
    try:
        part(**arguments)
    except pytest.skip.Exception:
        return True
    except BaseException:  # noqa: BLE001 - whatever a mutant does, also leaving the program, is seen
        return False
    finally:
        if times is not None:
            times.append(time.process_time())
    return True


def measure(paths: Sequence[str]) -> Suite:
    """Runs every test once; the modules hold probes (``loading.with_probes``) and are not imported yet."""
    reached: set[Place] = set()
    setattr(builtins, PROBE, reached.add)
    suite: list[Suite] = []

    def work(items: list[pytest.Function]) -> None:
        imported = frozenset(reached)
        tests, failing = [], []
        first: dict[Path, tuple[float, float]] = {}
        for index, item in enumerate(items):
            reached.clear()
            times = [time.process_time()]
            passed = passes(item, items[index + 1] if index + 1 < len(items) else None, times)
            setup, seconds = times[1] - times[0], times[-1] - times[0]
            shared, whole = first.setdefault(item.path, (setup, seconds))
            if passed:
                tests.append(Measured(item.nodeid, max(seconds, shared), max(seconds, whole), frozenset(reached)))
            else:
                failing.append(item.nodeid)
        suite.append(Suite(tuple(tests), tuple(failing), imported))

    code = collected(paths, work)
    if not suite:
        raise SystemExit(f"pytest could not collect the tests: exit code {code}")
    return suite[0]


def failing(items: Sequence[pytest.Function], seconds: Sequence[float]) -> Iterator[str]:
    """Runs tests and yields the names of those that fail; the process is ended when one takes many times its time."""
    for index, item in enumerate(items):
        signal.setitimer(signal.ITIMER_PROF, SECONDS + TIMES * seconds[index])
        if not passes(item, items[index + 1] if index + 1 < len(items) else None):
            yield item.nodeid
    signal.setitimer(signal.ITIMER_PROF, 0)


def limit() -> None:
    """Keeps this process silent and small: a mutant may print and allocate without end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
