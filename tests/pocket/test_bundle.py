"""`arrakis bundle`: what it refuses, what it writes, the same each time, and that no page lacks what was left out."""

import hashlib
import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from companion import cli
from companion.pocket import archive, bundle, compiling, licences, npm, tools, trim, wheels
from companion.rules.errors import FormatError
from tests.pocket.in_node import InNode, in_node
from tests.pocket.robot import InPocket, Robot

MOST_ON_THE_WIRE = 12_000_000
ROOT = "/some/where/app"
ROOT_OF_OURS = Path(bundle.__file__).parent.parent
SHARE, MANY = 12, 100
"""One of so many modules is compiled anew; those are so many at least."""
PAGES = ("/", "/new", "/odds", "/settings", "/keys", "/learn/", "/learn/rules", "/learn/cards", "/games", "/stats")


def silent(_text: str) -> None:
    pass


def test_help_says_what_it_writes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["bundle", "--help"])
    assert "static files" in capsys.readouterr().out


def test_a_folder_with_something_else_in_it_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(npm, "runtime", lambda _cache: pytest.fail("it should not come so far"))
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    assert cli.main(["bundle", str(tmp_path)]) == cli.ERROR
    assert "error: folder: " in capsys.readouterr().err
    assert (tmp_path / "letter.txt").is_file()


@pytest.mark.parametrize("program", ["node", "npm"])
def test_a_program_that_is_missing_is_named(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(FormatError, match=rf"{program}.*apt-get install nodejs npm"):
        getattr(tools, program)()


def test_what_a_program_said_last_is_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"(?s)npm.*no network today"):
        tools.run("npm", ("sh", "-c", "echo no network today >&2; exit 1"), tmp_path)


def test_what_was_fetched_is_not_fetched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(tools, "npm", lambda: "npm")
    monkeypatch.setattr(
        tools, "run", lambda name, _command, folder: asked.append((name, {one.name for one in folder.iterdir()}))
    )
    assert npm.runtime(tmp_path) == npm.runtime(tmp_path)
    assert asked == [("npm", {"package-lock.json", "package.json"})]


def test_pyodide_is_pinned_in_one_place_to_the_byte() -> None:
    wanted = json.loads((npm.LOCK / "package.json").read_text(encoding="utf-8"))["dependencies"]
    found = json.loads(npm.lock())["packages"]
    assert {f"node_modules/{name}" for name in wanted} <= found.keys()
    assert wanted["pyodide"] == found["node_modules/pyodide"]["version"]
    assert all("integrity" in one and "resolved" not in one for path, one in found.items() if path)


@pytest.mark.bundle
@pytest.mark.slow
def test_the_bundle_says_what_is_in_it_and_is_not_heavy(bundle_folder: Path) -> None:
    about = json.loads((bundle_folder / bundle.MARK).read_text(encoding="utf-8"))
    files = {file.relative_to(bundle_folder).as_posix() for file in bundle_folder.rglob("*") if file.is_file()}
    packed = {f"{name}.gz" for name, (size, weight, _) in about["files"].items() if weight < size}
    # Devices do not fetch the licences.
    assert files == {*about["files"], *packed, bundle.MARK, licences.FILE}
    for name, (size, weight, digest) in about["files"].items():
        data = (bundle_folder / name).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (size, digest), name
        assert weight == (bundle_folder / (f"{name}.gz" if weight < size else name)).stat().st_size, name
    assert {"index.html", "sw.js", "manifest.webmanifest", "site.zip", "py/pyodide.mjs"} <= files
    assert sum(weight for _, weight, _ in about["files"].values()) <= MOST_ON_THE_WIRE


@pytest.mark.bundle
@pytest.mark.slow
def test_it_names_whose_work_comes_along_and_under_which_licence(bundle_folder: Path) -> None:
    told = (bundle_folder / licences.FILE).read_text(encoding="utf-8")
    assert "\npyodide " in told
    for name in (*wheels.LIBRARIES, wheels.COMPILED):
        library = wheels.distribution(name)
        _, found, rest = told.partition(f"\n{library.metadata['Name']} {library.version}, ")
        assert found, name
        own, _, _ = rest.partition("=" * 100)
        assert not own.startswith("see below"), name
        assert len(own) > 500, name


@pytest.mark.bundle
@pytest.mark.slow
def test_another_bundle_is_the_same(bundle_folder: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    bundle.build(again, silent)
    first = {file.relative_to(bundle_folder): file.read_bytes() for file in bundle_folder.rglob("*") if file.is_file()}
    second = {file.relative_to(again): file.read_bytes() for file in again.rglob("*") if file.is_file()}
    assert first.keys() == second.keys()
    assert [name for name, data in first.items() if second[name] != data] == []


@pytest.mark.bundle
@pytest.mark.slow
def test_what_is_compiled_anew_is_the_same(tmp_path: Path) -> None:
    """Every so manieth module of the product, of its libraries and of Python; all of them take a minute."""
    runtime = npm.runtime(tools.cache_folder())
    library = archive.contents((runtime / "python_stdlib.zip").read_bytes())
    theirs = {path: file.read_bytes() for path, file in wheels.library_files()}
    ours = archive.below(ROOT_OF_OURS)
    modules = [
        (path, files[path]) for files in (ours, theirs, library) for path in sorted(files) if path.endswith(".py")
    ]
    some = dict(modules[::SHARE])
    first, second = (compiling.compiled(tmp_path / name, runtime, "/site", some) for name in ("one", "other"))
    assert len(first) > len(some) > MANY
    assert first == second


@pytest.mark.bundle
@pytest.mark.slow
def test_no_page_lacks_a_module_that_was_left_out(bundle_folder: Path) -> None:
    with in_node(bundle_folder, ROOT) as place:
        device = InPocket(place, ROOT)
        found = Counter(device.ask("GET", path).status for path in PAGES)
        for seed, players in ((1, "solo"), (2, "two")):
            robot = Robot(device, seed)
            robot.begin(players=players, set_up="quick", dice="app")
            found.update(answer.status for _tap, answer in robot.steps(60))
        assert isinstance(place, InNode)
        loaded = set(place.modules())
    assert found[200] > len(PAGES)
    assert [status for status in found if status >= 500] == []
    assert [name for name in trim.NEVER if name in loaded] == []
