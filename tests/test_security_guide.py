"""docs/security.md: every requirement of level 1 has a line, and every test and file that it names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GUIDE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
# How many requirements of level 1 each section of ASVS 5.0.0 has, and which.
LEVEL_1 = {
    "1.2": (1, 2, 3, 4, 5),
    "1.3": (1, 2),
    "1.5": (1,),
    "2.1": (1,),
    "2.2": (1, 2),
    "2.3": (1,),
    "3.2": (1, 2),
    "3.3": (1,),
    "3.4": (1, 2),
    "3.5": (1, 2, 3),
    "4.1": (1,),
    "4.4": (1,),
    "5.2": (1, 2),
    "5.3": (1, 2),
    "6.1": (1,),
    "6.2": (1, 2, 3, 4, 5, 6, 7, 8),
    "6.3": (1, 2),
    "6.4": (1, 2),
    "7.2": (1, 2, 3, 4),
    "7.4": (1, 2),
    "8.1": (1,),
    "8.2": (1, 2),
    "8.3": (1,),
    "9.1": (1, 2, 3),
    "9.2": (1,),
    "10.4": (1, 2, 3, 4, 5),
    "11.3": (1, 2),
    "11.4": (1,),
    "12.1": (1,),
    "12.2": (1, 2),
    "13.4": (1,),
    "14.2": (1,),
    "14.3": (1,),
    "15.1": (1,),
    "15.2": (1,),
    "15.3": (1,),
}
EVERY = [(*map(int, section.split(".")), number) for section, numbers in LEVEL_1.items() for number in numbers]
ROW = re.compile(r"^\| ([\d., to*]+) \| ([^|]+) \| ([^|]+) \| (yes|partly|no|n/a) \|$", re.MULTILINE)


def rows(level: int) -> list[tuple[str, str, str, str]]:
    part = GUIDE.split(f"## ASVS 5.0.0, level {level}")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ") and not line.startswith("| # ")]
    found = ROW.findall(part)
    assert len(found) == len(lines), [line for line in lines if not ROW.fullmatch(line)]
    return found


def covered(ids: str) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The ranges of a cell such as `6.2.1 to 6.2.8, 6.3.1`."""
    ranges = list[tuple[tuple[int, ...], tuple[int, ...]]]()
    for part in ids.split(", "):
        first, _to, last = part.partition(" to ")
        if first.endswith(".*"):
            chapter = int(first.removesuffix(".*"))
            ranges.append(((chapter, 0, 0), (chapter, 99, 99)))
        else:
            ends = [tuple(map(int, one.split("."))) for one in (first, last or first)]
            ranges.append((ends[0], ends[1]))
    return ranges


def test_level_1_has_seventy_requirements() -> None:
    assert len(EVERY) == 70


def test_every_requirement_of_level_1_has_one_line() -> None:
    ranges = [one for ids, *_rest in rows(1) for one in covered(ids)]
    for requirement in EVERY:
        lines = [first for first, last in ranges if first <= requirement <= last]
        assert len(lines) == 1, requirement
    ends = {end for one in ranges for end in one}
    assert ends <= set(EVERY)


def test_level_2_is_in_order_and_says_nothing_twice() -> None:
    ranges = [one for ids, *_rest in rows(2) for one in covered(ids)]
    assert len(ranges) == len(set(ranges))
    for first, last in ranges:
        assert first <= last
        assert not [other for other in ranges if other != (first, last) and other[0] <= first <= other[1]]


@pytest.mark.parametrize("level", [1, 2])
def test_what_is_met_says_how_and_what_is_not_says_why(level: int) -> None:
    for ids, asks, here, state in rows(level):
        assert len(asks) > 3, ids
        assert len(here) > (40 if state in ("partly", "no") else 3), ids


def test_every_file_that_is_named_is_there() -> None:
    named = re.findall(r"`((?:companion|solo_bot|vision)/[\w/.]+\.py)`", GUIDE)
    tests = re.findall(r"`((?:web|store|service|trust|vision)/(?:\w+/)*(?:test_\w+|walk)\.py|test_\w+\.py)`", GUIDE)
    named = [name for name in named if name not in tests]
    assert len(named) >= 5
    assert len(set(tests)) >= 20
    missing = [name for name in named if not (ROOT / name).is_file()]
    assert missing + [name for name in tests if not (ROOT / "tests" / name).is_file()] == []


def test_every_event_of_the_log_is_told() -> None:
    noted = set[str]()
    for file in (ROOT / "companion" / "web").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if "seclog import note" in text:
            noted |= set(re.findall(r'\bnote\(\s*"(\w+)"', text))
    assert noted >= {"host_refused", "csrf_refused", "forbidden"}
    assert [event for event in sorted(noted) if f"`{event}`" not in GUIDE] == []


def test_every_cookie_is_told_to_people() -> None:
    told = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8").split("Cookies: ")[1]
    named = set(re.findall(r"`(\w+)`", told.split("\n\n")[0]))
    found = {"arrakis"}
    for file in (ROOT / "companion" / "web").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if re.search(r"\b(set_cookie|dump_cookie)\(", text) or file.name in ("addresses.py", "i18n.py"):
            found |= set(re.findall(r'^(?:COOKIE|COVER)\b[^=]*= "(\w+)"', text, re.MULTILINE))
    assert found == named
