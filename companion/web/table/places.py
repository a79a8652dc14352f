"""Names of areas and air zones in a text: each is a link that shows where on the map it is."""

import re
from functools import lru_cache

from markupsafe import Markup, escape

from companion.board import AREA_IDS, ZONE_IDS
from companion.web.say import language
from companion.web.scene import Scene
from companion.web.table.terms import explaining
from companion.web.words import names


@lru_cache(maxsize=8)
def _known(language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """The names in one language: what finds them in a text, the longer ones first, and the id of each."""
    ids = {names.area_name(area): area for area in AREA_IDS}
    zones = {names.zone_name(zone): zone for zone in ZONE_IDS}
    ids |= zones | {names.capital(name): zone for name, zone in zones.items()}
    found = "|".join(re.escape(name) for name in sorted(ids, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{found})(?![\w-])"), ids


def with_places(text: str, scene: Scene, *, terms: bool = False) -> Markup:
    """Returns a text as markup in which every area and air zone that it names flashes on the map when it is tapped;
    with ``terms`` what a newcomer cannot guess opens its rule.

    Without the script the link leads to its sheet, where it is lit. Games without a board have no links.
    """
    if isinstance(text, Markup) or scene.trackers_only:
        return Markup(escape(text))
    found, explained = [], explaining(scene, language()) if terms else str
    for before, one, name in _named(text, language()):
        found.append(explained(before))
        if one:
            href = escape(scene.sheet(one))
            found.append(f'<a class="where" href="{href}" data-where="{one}" hx-boost="false">{name}</a>')
    return Markup("".join(found))


@lru_cache(maxsize=1024)
def _named(text: str, language: str) -> tuple[tuple[str, str, str], ...]:
    """The parts of a text, as markup: what comes before a name, the id that it means, and the name; the last two are
    empty at the end."""
    finder, ids = _known(language)
    found, at = [], 0
    for match in finder.finditer(text):
        found.append((str(escape(text[at : match.start()])), ids[match[0]], str(escape(match[0]))))
        at = match.end()
    return (*found, (str(escape(text[at:])), "", ""))
