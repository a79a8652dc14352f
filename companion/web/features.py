"""Where the app runs: below which path, and what it offers there; on a server everything, elsewhere less, and it says
why.

Routes of what is missing are not there at all (``core.py``). Whatever would lead to them asks here, in a template as
``offers("camera")``; ``why_not("camera")`` is the sentence that stands in its place.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import cast

from flask import Flask, current_app, request

from companion.web.say import LazyString

FEATURES = "arrakis.features"


class Feature(StrEnum):
    """Something that not every place can offer."""

    PHONES = "phones"
    """Other devices: joining, watching, sides on devices of their own, the display, what happens elsewhere."""
    CAMERA = "camera"
    """Photos of the board and of dice."""
    COPIES = "copies"
    """Copies of all games beside the database."""
    INSTALL = "install"
    """The app's own manifest, service worker and page of the certificate."""


@dataclass(frozen=True, slots=True)
class Features:
    """What is ``missing``, each with a sentence why; ``framed``: a page of the same origin may show the app in a frame.

    ``alone``: the app runs on the device of its only reader, and needs no network.
    """

    missing: Mapping[Feature, LazyString] = field(default_factory=dict)
    framed: bool = False
    alone: bool = False


EVERYTHING = Features()


def offer(app: Flask, features: Features) -> None:
    """Makes an app offer these features, and its templates ask for them."""
    app.extensions[FEATURES] = features
    app.jinja_env.globals.update(offers=offers, why_not=why_not, alone=features.alone, root=root)


def features() -> Features:
    """Returns what the running app offers; one that was told nothing offers everything."""
    return cast(Features, current_app.extensions.get(FEATURES, EVERYTHING))


def root() -> str:
    """Returns the path below which the running app stands, without a slash at its end; empty: at the root."""
    return request.script_root


def offers(feature: str) -> bool:
    """Tells whether the running app offers a feature, which is named by its value; raises ValueError for no feature."""
    return Feature(feature) not in features().missing


def why_not(feature: str) -> str:
    """Returns why the running app does not offer a feature, in the reader's language; nothing when it does."""
    return str(features().missing.get(Feature(feature), ""))
