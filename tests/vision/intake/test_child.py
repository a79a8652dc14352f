"""The child does the work and tells its stages; however it ends, that is an answer or a named failure."""

import itertools
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.vision.photos import bomb, jpeg, picture
from vision.intake import child
from vision.intake import jobs as camera_jobs
from vision.intake.child import MOST_SLOWNESS, USUAL_SECONDS, ChildFailed, Limits, patient, run, slowness
from vision.intake.photo import PhotoRefused


@pytest.fixture
def jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs that end in every way a job can end."""
    (tmp_path / "ends.py").write_text(
        "import os, signal, time\n"
        "def eats(request, progress):\n    return {'n': len(bytearray(3_000_000_000))}\n"
        "def sleeps(request, progress):\n    progress('sleeping')\n    time.sleep(60)\n"
        "def dies(request, progress):\n    os.kill(os.getpid(), signal.SIGSEGV)\n"
        "def breaks(request, progress):\n    raise ValueError('the reason')\n"
        "def prints(request, progress):\n    print('noise')\n    return {'ok': True}\n",
        encoding="utf-8",
    )
    names = ("eats", "sleeps", "dies", "breaks", "prints")
    runner = (
        f"import ends; from vision.intake.jobs import JOBS; JOBS.update({{n: getattr(ends, n) for n in {names!r}}})"
    )
    (tmp_path / "sitecustomize.py").write_text(runner, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{child.ROOT}")
    for name in names:
        monkeypatch.setitem(camera_jobs.JOBS, name, camera_jobs.look)


def photo(tmp_path: Path, data: bytes) -> dict[str, str]:
    file = tmp_path / "photo"
    file.write_bytes(data)
    return {"photo": str(file)}


def test_a_job_tells_its_stages_and_answers(tmp_path: Path) -> None:
    stages = list[str]()
    answer = run("look", photo(tmp_path, jpeg(picture())), progress=stages.append)
    assert (answer["width"], answer["height"]) == (320, 240)
    assert stages == ["reading"]


@pytest.mark.slow
def test_a_refusal_of_the_child_is_a_refusal_here(tmp_path: Path) -> None:
    with pytest.raises(PhotoRefused) as refused:
        run("look", photo(tmp_path, bomb()))
    assert refused.value.code == "too_many_pixels"
    assert refused.value.facts["width"] == 14_000


def test_an_unknown_job_is_no_job() -> None:
    with pytest.raises(KeyError):
        run("dance", {})


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sets no limit of memory on a process here")
def test_too_much_memory_ends_the_child_only(jobs: None) -> None:
    with pytest.raises(ChildFailed) as failed:
        run("eats", {}, limits=Limits(megabytes=1000))
    assert failed.value.code == "memory"


@pytest.mark.slow
def test_too_much_time_ends_the_child_only(jobs: None) -> None:
    stages = list[str]()
    with pytest.raises(ChildFailed) as failed:
        run("sleeps", {}, limits=Limits(seconds=6), progress=stages.append)
    assert failed.value.code == "timeout"
    assert stages == ["sleeping"]


@pytest.mark.parametrize("job", ["dies", "breaks"])
def test_a_child_that_breaks_down_is_told_as_that(jobs: None, job: str) -> None:
    with pytest.raises(ChildFailed) as failed:
        run(job, {})
    assert failed.value.code == "crashed"
    if job == "breaks":
        assert "the reason" in failed.value.detail


def test_what_a_library_prints_does_not_get_among_the_answers(jobs: None) -> None:
    assert run("prints", {}) == {"ok": True}


def test_a_slow_host_has_more_time_and_a_quick_one_no_less() -> None:
    def every(step: float) -> Callable[[], float]:
        return (n * step for n in itertools.count()).__next__

    assert slowness(every(USUAL_SECONDS / 10)) == 1
    assert slowness(every(USUAL_SECONDS * 3)) == pytest.approx(3)
    assert slowness(every(60.0)) == MOST_SLOWNESS, "a host that stands still is not waited for without end"
    assert patient(Limits(seconds=40, megabytes=900), 2.5) == Limits(seconds=100, megabytes=900)
    assert 40 <= patient(Limits(seconds=40)).seconds <= 40 * MOST_SLOWNESS
