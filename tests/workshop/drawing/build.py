"""Writes ``static/board/board.svg``: ``python -m tests.workshop.drawing.build`` (``--check`` compares)."""

import re
import sys
from pathlib import Path

from companion.resources import static_dir
from companion.web.drawing.geometry import HEIGHT, WIDTH
from tests.workshop.drawing.terrain import ground_markup

_TOKEN = re.compile(r"--m-[\w-]+:#[0-9a-f]{6};")


def standalone_svg(static: Path) -> str:
    """Returns the whole file: the bare board with a style sheet made of tokens and rules in ``static``."""
    tokens = (static / "css" / "tokens.css").read_text(encoding="utf-8")
    rules = (static / "css" / "terrain.css").read_text(encoding="utf-8")
    day, night = (_board_tokens(tokens, f"[data-theme={theme}]{{") for theme in ("day", "night"))
    style = f"svg{{{day}}}\n@media (prefers-color-scheme:dark){{svg{{{night}}}}}\n{rules.strip()}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"><style>\n{style}\n</style>\n'
        f"{ground_markup()}\n</svg>\n"
    )


def _board_tokens(tokens: str, start: str) -> str:
    block = tokens[tokens.index(start) :]
    return "".join(_TOKEN.findall(block[: block.index("\n}")]))


def main(arguments: list[str]) -> int:
    """Writes the drawing, or with ``--check`` says whether the committed one is up to date (0) or not (1)."""
    static = static_dir()
    target = static / "board" / "board.svg"
    text = standalone_svg(static)
    if "--check" in arguments:
        same = target.is_file() and target.read_text(encoding="utf-8") == text
        print(f"{target}: {'up to date' if same else 'differs from what the outline gives'}")
        return 0 if same else 1
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    print(f"{target}: {len(text)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
