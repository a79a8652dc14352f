"""Reads the committed drawing of the bare board (``static/board/board.svg``) for use inside a page."""

import re
from functools import cache

from companion.resources import static_dir

_GROUND = re.compile(r'<g id="b-ground">.*</g>(?=\s*</svg>)', re.DOTALL)


class DrawingError(RuntimeError):
    """The committed drawing is damaged; the message names the file."""


@cache
def ground() -> str:
    """Returns ``<g id="b-ground">…</g>`` of the committed drawing; raises DrawingError, FileNotFoundError."""
    file = static_dir() / "board" / "board.svg"
    found = _GROUND.search(file.read_text(encoding="utf-8"))
    if found is None:
        raise DrawingError(f"{file}: no group b-ground")
    return found[0]
