"""What the page around the app says while it is loaded, when it cannot be, and beside it; in every language."""

import json
import re
from collections.abc import Iterable

from babel.support import Translations
from flask_babel import LazyString
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from companion.resources import static_dir, templates_dir
from companion.web.i18n import ENGLISH, FOLDER
from companion.web.say import lazy

TONGUES = {"en": "English", "pl": "Polski", "cs": "Čeština", "es": "Español", "ru": "Русский"}
"""What languages call themselves; one that is not here is called by its tag."""
WORDS: dict[str, LazyString] = {
    "name": lazy("Arrakis companion"),
    "unofficial": lazy("Unofficial, for War for Arrakis"),
    "once": lazy("Getting ready, once"),
    "later": lazy("Next time it opens at once, also without a network."),
    "seconds": lazy("About # s left on this connection."),
    "slow": lazy("This connection is slow. What has been loaded is kept, even if you close the page."),
    "starting": lazy("Everything is loaded. The app is starting."),
    "board": lazy("Board and words"),
    "rules": lazy("Rules and cards"),
    "opponent": lazy("The opponent"),
    "thinks": lazy("Thinks in this browser"),
    "keep": lazy("Keep it on this device"),
    "move": lazy("Start the app"),
    "percent": lazy("# percent"),
    "language": lazy("Language"),
    "changed": lazy("can be changed later"),
    "opening": lazy("Opening …"),
    "broken": lazy("The connection was lost"),
    "broken_more": lazy("What has been loaded is kept. Loading continues by itself once there is a network again."),
    "go_on": lazy("Continue loading"),
    "full": lazy("There is no room left on this device"),
    "full_more": lazy("The app needs about # MB. Make some room and try again; your games are safe."),
    "again": lazy("Try again"),
    "old": lazy("This browser is too old for the app"),
    "old_more": lazy("Update it, or open this page in a recent Chrome, Edge, Firefox or Safari."),
    "insecure": lazy("This address is not secure"),
    "insecure_more": lazy("Browsers keep an app only for addresses that begin with https. Open it by such an address."),
    "private": lazy("This window saves nothing"),
    "private_more": lazy("Browsers do not let a private window keep games. Open the page in a normal one."),
    "elsewhere": lazy("The app is open in another tab"),
    "elsewhere_more": lazy("Only one tab plays at a time, so that nothing is lost."),
    "here": lazy("Use it here"),
    "stopped": lazy("The app has stopped"),
    "stopped_more": lazy("Everything you entered is saved."),
    "restart": lazy("Start again"),
    "newer": lazy("A new version is ready"),
    "use": lazy("Use it now"),
    "close": lazy("Close"),
    "frame": lazy("The app"),
}
"""By the names that ``static/pocket`` knows. ``#`` stands for a number."""
GLYPHS = ("sandworm", "check", "history", "close")
SYMBOL = re.compile(r'(<symbol [^>]*id="g-([\w-]+)".*?</symbol>)', re.S)


def words(locales: Iterable[str]) -> dict[str, dict[str, str]]:
    """Returns the words of each language by their names, as the catalogues have them."""
    found = {}
    for locale in locales:
        texts = Translations.load(str(FOLDER), [locale])
        found[locale] = {name: texts.gettext(str(text)) for name, text in WORDS.items()}
    return found


def page(locales: Iterable[str]) -> bytes:
    """Returns the page around the app: it holds the words of all languages, and shows English until it knows better."""
    said = words(locales)
    templates = Environment(loader=FileSystemLoader(templates_dir()), autoescape=True, undefined=StrictUndefined)
    # As data in a page, "<" would end it.
    data = Markup(json.dumps(said, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c"))
    tongues = {locale: TONGUES.get(locale, locale) for locale in said}
    shell = templates.get_template("pocket/shell.html")
    return shell.render(w=said[ENGLISH], words=data, tongues=tongues, symbols=_symbols()).encode()


def _symbols() -> Markup:
    """Returns the drawings that the page shows before anything else is there."""
    found = SYMBOL.findall((static_dir() / "glyphs.svg").read_text(encoding="utf-8"))
    return Markup("").join(Markup(drawn) for drawn, name in found if name in GLYPHS)


__all__ = ["WORDS", "page", "words"]
