"""The way back from a page that is looked at in between: to the same step of the game, or to the first page."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import Flask, request, url_for

from companion.web.features import root
from companion.web.say import _

MAX_BACK = 300
GAME = re.compile(r"/g/[0-9a-zA-Z_-]+")
STEP = re.compile(r"/g/[^/]+/(?:[a-z]+/\d+(?:/now)?|(?:trackers|area|zone|tracks)/[\w-]+)")
"""Pages of a game that are its table; from every other one the way back leads to the table as it is now."""
FIELD = "back"
"""The field of addresses and forms that carries the page to go back to."""


@dataclass(frozen=True, slots=True)
class Back:
    """Where a page leads back to: its address, what the arrow says, and whether it was named by the address."""

    href: str
    label: str
    kept: str = ""


def page_of_ours(path: str) -> str:
    """Returns a path if it is a page of this app, else the first page: never another site."""
    inside = path.startswith(f"{root()}/") and not path.startswith(("//", "/\\"))
    homely = inside and len(path) <= MAX_BACK and path.isprintable()
    return path if homely else url_for("start.home")


def way_back() -> Back:
    """Returns the way back of this request: the page its address names, else the step of a game it came from."""
    named = request.args.get(FIELD, "")
    if named:
        href = page_of_ours(named)
        return Back(href, _label(href), href)
    came = urlsplit(request.referrer or "")
    path = came.path.removeprefix(root())
    if came.netloc == request.host and (game := GAME.match(path)):
        step = f"{came.path}?{came.query}" if came.query else came.path
        href = page_of_ours(step) if STEP.fullmatch(path) else f"{root()}{game[0]}"
        return Back(href, _label(href), href)
    return Back(url_for("start.home"), _("Back to the first page"))


def _label(href: str) -> str:
    if href.startswith(f"{root()}/g/"):
        return _("Back to the board")
    return _("Back to the first page") if href == url_for("start.home") else _("Back")


def give_templates_the_way_back(app: Flask) -> None:
    """Makes ``way_back()`` known to every template."""
    app.jinja_env.globals.update(way_back=way_back)
