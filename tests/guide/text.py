"""The players' guide as a document: the chapters of the app in English, with the pictures of the day.

python -m tests.guide.text write    after changing the guide
"""

import sys
from pathlib import Path

from flask import Flask

from companion.web.i18n import use_languages
from companion.web.reference.guide import WIDTH, Chapter, chapters

FILE = Path(__file__).resolve().parents[2] / "docs" / "guide.md"
HEAD = """# How to play with the app

The app has this guide in five languages, under *Learn*, *Guide*. [README](../README.md) says how to start it,
[rules.md](rules.md) what it knows of the rules. (Written by `python -m tests.guide.text write`.)
"""


def document() -> str:
    """Returns the whole text of ``docs/guide.md``."""
    app = Flask(__name__)
    use_languages(app)
    with app.test_request_context(headers={"Accept-Language": "en"}):
        return "\n".join([HEAD, *(_chapter(one) for one in chapters())])


def _chapter(one: Chapter) -> str:
    parts = [f"## {one.title}", *one.tells]
    if one.steps:
        parts.append("\n".join(f"{number}. {text}" for number, text in enumerate(one.steps, 1)))
    if one.picture:
        source = f"../static/guide/{one.picture}-day.webp"
        parts.append(f'<img src="{source}" width="{WIDTH * 3 // 4}" alt="{one.alt}">')
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__" and sys.argv[1:] == ["write"]:
    FILE.write_text(document(), encoding="utf-8")
