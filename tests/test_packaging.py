"""The wheel carries everything the app reads, and each layout finds its templates and static files."""

import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
import tomllib
import urllib.error
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from companion import resources
from companion.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 30.0
"""Seconds until a program that starts must answer."""
# Where the files of the wheel that are not Python come from, and where they go.
DATA = {
    "templates": "companion/_templates",
    "static": "companion/_static",
    "companion/board/data": "companion/board/data",
    "companion/content/data": "companion/content/data",
    "companion/translations": "companion/translations",
}
# Each of these must have something in it, or the app could not show a page.
FILLED = ("templates", "static", "companion/board/data", "companion/content/data", "companion/translations")

ASK = "from companion import resources as r; print(r.__file__, r.templates_dir(), r.static_dir(), sep='\\n')"


def run(*command: str, cwd: Path, **environment: str) -> str:
    """Return what a command prints, run without the checkout on the import path."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    answer = subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        env=clean | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout


def files_under(folder: Path) -> set[str]:
    return {
        file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file() and file.suffix != ".pyc"
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution as a packager would."""
    out = tmp_path_factory.mktemp("dist")
    run("-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT), cwd=out)
    (found,) = out.glob("*.whl")
    assert len(list(out.glob("*.tar.gz"))) == 1
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel installed in it, without what it depends on."""
    target = tmp_path_factory.mktemp("site")
    pip = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile")
    run(*pip, "--target", str(target), str(wheel), cwd=target)
    return target


@pytest.mark.parametrize("source", FILLED)
def test_the_checkout_has_the_files_the_app_reads(source: str) -> None:
    assert files_under(ROOT / source)


@pytest.mark.slow
def test_the_wheel_carries_exactly_the_files_of_the_checkout(wheel: Path) -> None:
    expected = {f"{place}/{name}" for source, place in DATA.items() for name in files_under(ROOT / source)}
    expected |= {
        f"{package}/{name}" for package in ("companion", "solo_bot", "vision") for name in files_under(ROOT / package)
    }
    with zipfile.ZipFile(wheel) as archive:
        carried = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert carried == expected


# Folders and modules of the workshop whose names no module of the product has.
WORKSHOP = {"evaluation", "kit", "learning", "rendering", "sample", "sculpts", "teaching"}


@pytest.mark.slow
def test_no_test_and_no_workshop_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        modules = [Path(name) for name in archive.namelist() if name.endswith(".py")]
        texts = {name: archive.read(name.as_posix()).decode() for name in modules}
    assert {name.parts[0] for name in modules} == {"companion", "solo_bot", "vision"}
    assert [name for name in modules if (WORKSHOP | {"tests", "workshop"}) & {*name.parts, name.stem}] == []
    assert [name for name in modules if name.stem.startswith("test_") or name.stem == "conftest"] == []
    assert [name for name, text in texts.items() if re.search(r"^\s*(from|import) tests\b", text, re.M)] == []


def test_the_workshop_is_in_the_checkout() -> None:
    made = {part for file in (ROOT / "tests").rglob("*.py") for part in (*file.parts, file.stem)}
    assert made >= WORKSHOP


@pytest.mark.slow
def test_the_installed_wheel_finds_templates_and_static(installed: Path, tmp_path: Path) -> None:
    module, templates, static = run("-c", ASK, cwd=tmp_path, PYTHONPATH=str(installed)).splitlines()
    assert Path(module).is_relative_to(installed)
    assert Path(templates) == installed / "companion/_templates"
    assert Path(static) == installed / "companion/_static"
    assert files_under(Path(templates)) == files_under(ROOT / "templates")
    assert files_under(Path(static)) == files_under(ROOT / "static")


def test_the_checkout_finds_templates_and_static(tmp_path: Path) -> None:
    module, templates, static = run("-c", ASK, cwd=tmp_path, PYTHONPATH=str(ROOT)).splitlines()
    assert Path(module) == ROOT / "companion/resources.py"
    assert Path(templates) == ROOT / "templates"
    assert Path(static) == ROOT / "static"


@pytest.mark.slow
def test_the_installed_command_runs(installed: Path, tmp_path: Path) -> None:
    position = tmp_path / "start.json"
    position.write_text("{}", encoding="utf-8")
    start = "import sys; from companion.cli import main; sys.exit(main())"
    printed = run("-c", start, "validate", str(position), "--json", cwd=tmp_path, PYTHONPATH=str(installed))
    assert '"violations"' in printed


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment of its own into which pip put the wheel, as pipx and uv do. What it depends on
    is that of the tests, which the network is not asked for; the checkout is not among it."""
    home = tmp_path_factory.mktemp("environment") / "venv"
    venv.create(home, symlinks=os.name != "nt")
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    python = programs / ("python.exe" if os.name == "nt" else "python")
    pip = ("-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index")
    run(*pip, str(wheel), cwd=home)
    ask = (str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    site = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
    (Path(site) / "needs.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return programs


def ask_program(programs: Path, *words: str, folder: Path) -> str:
    """What the installed command prints, far from the checkout."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ARRAKIS"))}
    program = [str(programs / "arrakis"), *words]
    answer = subprocess.run(program, cwd=folder, env=clean, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout


@pytest.mark.slow
def test_the_wheel_installs_with_one_command_and_its_program_runs(environment: Path, tmp_path: Path) -> None:
    assert ask_program(environment, "--version", folder=tmp_path) == f"arrakis {VERSION}\n"
    for position in ("solo", "duel", "end_of_round"):
        example = ROOT / "examples" / f"{position}.json"
        assert '"violations": []' in ask_program(environment, "validate", str(example), "--json", folder=tmp_path)


@pytest.mark.slow
def test_the_installed_program_serves_its_own_pages_and_files(environment: Path, tmp_path: Path) -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ARRAKIS"))}
    clean["ARRAKIS_DATA"] = str(tmp_path / "data")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [str(environment / "arrakis"), "serve", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(words, cwd=tmp_path, env=clean, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        try:
            home = fetched(f"http://127.0.0.1:{port}/", process)
            sheets = re.findall(r'href="(/static/css/[^"]+)"', home)
            assert sheets
            for address in (*sheets, "/learn/cards", "/learn/guide", "/manifest.webmanifest"):
                assert fetched(f"http://127.0.0.1:{port}{address}", process)
        finally:
            process.terminate()
            process.communicate(timeout=30)


def fetched(address: str, process: subprocess.Popen[bytes]) -> str:
    """The text at an address of a program that may just be starting."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError:
            raise
        except OSError:
            assert process.poll() is None, "the program ended"
            assert time.monotonic() < deadline, f"{address}: nobody answers"
            time.sleep(0.1)


def test_the_package_goes_before_a_stranger_beside_it(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    package = tmp_path / "companion"
    (package / "_templates").mkdir(parents=True)
    assert resources._folder("templates", package) == package / "_templates"


def test_a_lost_folder_is_named_with_both_places(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        resources._folder("static", tmp_path / "companion")
    assert str(tmp_path / "companion/_static") in str(caught.value)
    assert str(tmp_path / "static") in str(caught.value)


def test_the_metadata_keeps_its_promises() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == "arrakis-companion"
    assert project["requires-python"] == ">=3.11"
    assert project["dynamic"] == ["version"]
    assert project["scripts"] == {"arrakis": "companion.cli:main"}
    extras = project["optional-dependencies"]
    for requirement in project["dependencies"] + extras["vision"] + extras["postgres"] + extras["dev"]:
        assert ">=" in requirement, f"{requirement}: has no lower bound"


# The libraries of a process are to be seen on Linux only; elsewhere the import itself is what is tested.
IMPORT_CV2 = """
import pathlib, cv2
maps = pathlib.Path("/proc/self/maps")
print(cv2.__name__, maps.read_text() if maps.exists() else "")
"""


def test_opencv_loads_no_graphics_library(tmp_path: Path) -> None:
    loaded = run("-c", IMPORT_CV2, cwd=tmp_path)
    assert loaded.startswith("cv2")
    for library in ("libGL", "libEGL", "libX11", "libglib", "libgthread"):
        assert f"/{library}" not in loaded


@pytest.mark.skipif(sys.platform == "win32", reason="setup.sh is for shells")
def test_an_environment_behind_a_link_is_never_emptied(tmp_path: Path) -> None:
    checkout, other = tmp_path / "checkout", tmp_path / "other"
    for folder in (checkout, other):
        folder.mkdir()
    for name in ("setup.sh", "pyproject.toml"):
        shutil.copy(ROOT / name, checkout)
    (other / "kept").write_text("of somebody else", encoding="utf-8")
    (checkout / ".venv").symlink_to(other)
    done = subprocess.run(["sh", "setup.sh", "app"], cwd=checkout, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "error: .venv: is a link" in done.stderr
    assert (other / "kept").read_text(encoding="utf-8") == "of somebody else"
