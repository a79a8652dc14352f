"""The end of a game as one drawing to keep or to send: board, winner and key numbers, with styles and typeface inside.

Nothing hidden is in it: whoever gets the picture did not sit at the table.
"""

import base64
import re
from dataclasses import replace
from functools import cache

from flask import render_template
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.resources import static_dir
from companion.rules.frames import GameOverFrame
from companion.rules.state import HARKONNEN
from companion.web.drawing import Lod, render_board
from companion.web.ending.facts import key_numbers, marker_lines
from companion.web.scene import Reader, Scene
from companion.web.seats import View
from companion.web.steps.head import head_of
from companion.web.ui.board import board_view
from companion.web.ui.panel import Focus

SHEETS = ("tokens", "terrain", "board")
FONT_PARTS = {"pl": "latin-ext", "cs": "latin-ext", "ru": "cyrillic"}
"""What a language needs beside the Latin letters."""
RANGES = {
    "latin-ext": "U+0100-02BA,U+1E00-1E9F,U+20A0-20C0",
    "cyrillic": "U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116",
}
FONT_FACE = re.compile(r"@font-face\{[^}]*\}\s*")
COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


def drawn_end(view: View, theme: str, tongue: str) -> str:
    """Returns the drawing as SVG text in ``theme`` (day or night); raises TypeError when the game is not over."""
    frame = view.state.frame
    if not isinstance(frame, GameOverFrame):
        raise TypeError(f"the game is not over: {type(frame).__name__}")
    view = view.for_all()
    shown = view.state
    scene = Scene(view, MultiDict(), listener=Reader.WATCHER)
    picture = board_view(shown, Focus(), sees_hidden=False)
    return render_template(
        "ending/picture.svg",
        lang=tongue,
        theme=theme,
        won="h" if frame.winner is HARKONNEN else "a",
        head=head_of(scene, frame),
        markers=marker_lines(shown, sees_hidden=False),
        numbers=key_numbers(shown),
        board=Markup(render_board(replace(picture, lod=Lod.NEAR), None)),
        style=Markup(_styles(FONT_PARTS.get(tongue, ""))),
        glyphs=Markup(_glyphs()),
    )


@cache
def _styles(part: str) -> str:
    """The style sheets of the board, and the typeface as data: a drawing may load nothing."""
    css = "".join((static_dir() / "css" / f"{name}.css").read_text(encoding="utf-8") for name in SHEETS)
    fonts = "".join(_font(one) for one in ("latin", part) if one)
    return fonts + FONT_FACE.sub("", COMMENT.sub("", css))


def _font(part: str) -> str:
    data = (static_dir() / "fonts" / f"commissioner-{part}-flar-normal.woff2").read_bytes()
    covers = f";unicode-range:{RANGES[part]}" if part in RANGES else ""
    source = f"url(data:font/woff2;base64,{base64.b64encode(data).decode()})"
    return f'@font-face{{font-family:"Commissioner";font-weight:100 900;src:{source}{covers}}}'


@cache
def _glyphs() -> str:
    """The symbols of the sprite, to be used inside the drawing."""
    sprite = (static_dir() / "glyphs.svg").read_text(encoding="utf-8")
    return "".join(re.findall(r"<symbol.*?</symbol>", sprite, re.DOTALL))
