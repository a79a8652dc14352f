"""What outsiders meet: the workflow of a public CI, issue templates and the guide for releases name what is there."""

import importlib.util
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion import cli

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TEMPLATES = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
SYSTEM = {"apt-get", "curl", "docker", "git", "pip", "pipx", "python3"}
"""Programs that come from elsewhere."""
THEIRS = {"build", "http.server", "pip", "pipx", "pytest", "twine", "venv"}
"""Modules that are started by name and are not ours."""


def loaded(file: Path) -> Any:
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def jobs() -> Iterator[tuple[str, dict[str, Any]]]:
    for file in WORKFLOWS:
        yield from loaded(file)["jobs"].items()


def commands_of(text: str) -> Iterator[list[str]]:
    """The commands of lines for a shell, each as its words; those joined by ``&&`` one by one."""
    for line in text.splitlines():
        for part in re.split(r"\s*&&\s*", line):
            if words := shlex.split(part, comments=True):
                yield words


def check_command(words: list[str]) -> None:
    """Fails when a command is not there, or does not know its first argument."""
    program, *rest = words
    name = Path(program).name
    if name == "check":
        script = (ROOT / "check").read_text(encoding="utf-8")
        assert all(word in script for word in rest if word.startswith("--")), words
    elif name == "arrakis":
        known = cli._parser(rest)._subparsers
        assert known is not None
        (commands,) = (action.choices for action in known._group_actions)
        assert rest[0] == "--version" or rest[0] in (commands or {}), words
    elif name.startswith("python") and rest[:1] == ["-m"]:
        module = rest[1]
        assert module in THEIRS or importlib.util.find_spec(module) is not None, words
    else:
        assert name in SYSTEM, words


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_the_commands_of_a_workflow_are_there(file: Path) -> None:
    steps = [step for job in loaded(file)["jobs"].values() for step in job["steps"]]
    assert all(("run" in step) != ("uses" in step) for step in steps)
    for step in steps:
        for words in commands_of(step.get("run", "")):
            check_command(words)


def test_every_python_that_we_name_is_tried_on_linux_and_macos_and_the_ends_on_windows() -> None:
    named = re.findall(r"Python :: (3\.\d+)'", str(PROJECT["classifiers"]))
    found = dict(jobs())
    assert found["quick"]["strategy"]["matrix"]["python"] == named
    assert found["quick"]["strategy"]["matrix"]["system"] == ["ubuntu-latest", "macos-latest"]
    assert found["windows"]["strategy"]["matrix"]["python"] == [named[0], named[-1]]
    assert PROJECT["requires-python"] == f">={named[0]}"


def test_everything_is_run_somewhere() -> None:
    runs = [step.get("run") for _name, job in jobs() for step in job["steps"]]
    assert "./check" in runs
    assert "./check --quick" in runs


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_issue_templates_are_whole(file: Path) -> None:
    found = loaded(file)
    home = PROJECT["urls"]["Homepage"]
    if file.stem == "config":
        assert all(link["url"].startswith(home) for link in found["contact_links"])
        places = [link["url"].partition("/blob/main/")[2] for link in found["contact_links"]]
        assert all((ROOT / place).is_file() for place in places)
        return
    assert found["name"]
    assert found["description"]
    fields = [part for part in found["body"] if part["type"] != "markdown"]
    assert len({part["id"] for part in fields}) == len(fields) > 0
    assert any(part.get("validations", {}).get("required") for part in fields)


def test_the_guide_for_releases_names_what_is_there() -> None:
    text = (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8")
    for block in re.findall(r"```sh\n(.*?)```", text, re.S):
        for words in commands_of(block):
            check_command(words)
    for module in re.findall(r"`python -m (tests\.[\w.]+)", text):
        assert importlib.util.find_spec(module) is not None, module
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / "docs" / target).exists(), target
