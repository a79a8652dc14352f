"""What a browser is given before Python runs: the page around the app, its scripts, and how devices list it."""

import json
from collections.abc import Mapping

from companion.pocket.words import page
from companion.web.i18n import languages
from companion.web.install.routes import DAY_GROUND, ICONS

SCRIPTS = "pocket/"
"""Where the page's own files are among the static files."""


def front(static: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns the files that stand at the top of the bundle, made of the app's static files."""
    files = {name.removeprefix(SCRIPTS): data for name, data in static.items() if name.startswith(SCRIPTS)}
    return files | {"index.html": page(languages()), "manifest.webmanifest": _manifest()}


def _manifest() -> bytes:
    """Returns what a device needs to keep the app on its home screen; every address is relative to it."""
    described = {
        "name": "Arrakis companion",
        "short_name": "Arrakis",
        "description": "Unofficial, for War for Arrakis",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": DAY_GROUND,
        "theme_color": DAY_GROUND,
        "categories": ["games"],
        "icons": [
            {"src": f"static/{file}", "sizes": sizes, "type": kind, "purpose": purpose}
            for file, sizes, kind, purpose in ICONS
        ],
    }
    return (json.dumps(described, ensure_ascii=False, indent=1) + "\n").encode()
