"""What is sent of our scripts and style sheets says the same as what is written in them."""

import re
from pathlib import Path

import pytest

from companion.resources import static_dir
from companion.web.compress import minified

SCRIPTS = sorted(static_dir().glob("js/*.js"))
SHEETS = sorted(static_dir().glob("css/*.css"))
BLOCK = re.compile(r"/\*.*?\*/", re.DOTALL)
PIECE = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)"""
    r"""|(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)"""
    r"""|(?P<pattern>(?:(?<=[(,=:!&|?;{])|(?<=[(,=:!&|?;{] ))/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)""",
    re.DOTALL,
)
"""Comments, texts and regular expressions, whichever begins first."""


def texts(script: str) -> list[str]:
    """Returns the texts and regular expressions of a script, in their order."""
    return [one.group() for one in PIECE.finditer(script) if not one["comment"]]


def code(script: str) -> str:
    """Returns a script without comments."""
    return PIECE.sub(lambda one: "" if one["comment"] else one.group(), script)


def solid(text: str) -> str:
    """Returns a text without white space."""
    return "".join(text.split())


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_a_script_loses_its_comments_and_space_outside_of_its_texts(file: Path) -> None:
    written = file.read_text(encoding="utf-8")
    sent = minified(written, "text/javascript")
    assert solid(sent) == solid(code(written))
    assert texts(sent) == texts(written)
    assert len(sent) < 0.9 * len(written)


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.name)
def test_a_style_sheet_loses_its_comments_and_no_rule(file: Path) -> None:
    written = BLOCK.sub("", file.read_text(encoding="utf-8"))
    sent = minified(file.read_text(encoding="utf-8"), "text/css")
    for sign in "{}():,#":
        assert sent.count(sign) == written.count(sign), sign
    assert "/*" not in sent
    assert len(sent) < len(written)


def test_other_texts_are_sent_as_they_are() -> None:
    drawing = "<svg>\n  <!-- of our own -->\n</svg>\n"
    assert minified(drawing, "image/svg+xml") == drawing
