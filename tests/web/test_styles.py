"""Style sheets do not reach into each other: what two of them call the same must not be the same element."""

import re
from collections import defaultdict
from hashlib import sha256

from companion.resources import static_dir

SHARED = ("tokens", "components", "comfort")
"""Sheets that every page has and that others may refine on purpose."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{};]+)\{")
BRACKETS = re.compile(r"\([^()]*\)")
BARE = re.compile(r"\.[a-z][\w-]*")


def bare_classes(css: str) -> set[str]:
    """The classes that a sheet styles wherever they stand, whatever is around them."""
    found = set[str]()
    for selectors in RULE.findall(COMMENT.sub("", css)):
        flat = selectors
        while BRACKETS.search(flat):
            flat = BRACKETS.sub("", flat)
        found |= {one.strip() for one in flat.split(",") if BARE.fullmatch(one.strip())}
    return found


def test_no_class_is_styled_everywhere_by_two_sheets() -> None:
    owners = defaultdict(list)
    for path in sorted((static_dir() / "css").glob("*.css")):
        if path.stem not in SHARED:
            for name in bare_classes(path.read_text(encoding="utf-8")):
                owners[name].append(path.stem)
    assert len(owners) > 100
    assert {name: sheets for name, sheets in owners.items() if len(sheets) > 1} == {}


def test_a_typeface_that_changes_gets_another_name() -> None:
    # Browsers keep these for a year without asking again: companion.web.addresses.TYPEFACE.
    found = {file.name: sha256(file.read_bytes()).hexdigest()[:12] for file in (static_dir() / "fonts").glob("*.woff2")}
    assert found == {
        "commissioner-cyrillic-flar-normal.woff2": "7d3fe1155aa4",
        "commissioner-latin-ext-flar-normal.woff2": "9dc3571ef2fb",
        "commissioner-latin-flar-normal.woff2": "a96186279a40",
    }
