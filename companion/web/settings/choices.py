"""The settings of a device: their names, what each can be, and what a device has chosen in its cookies."""

from collections.abc import Mapping

CHOICES: dict[str, tuple[str, ...]] = {
    "theme": ("auto", "day", "night"),
    "size": ("100", "125", "150", "200"),
    "motion": ("auto", "less"),
    "contrast": ("auto", "more"),
    "hand": ("right", "left"),
    "sounds": ("off", "on"),
    "keys": ("on", "off"),
    "call": ("on", "silent", "off"),
    "awake": ("off", "on"),
    "terse": ("off", "on"),
    "aloud": ("off", "on"),
}
"""What each setting can be; the first is what a device has that has chosen nothing. A setting is a cookie of the same
name, and where it is not the first choice an attribute ``data-NAME`` of the page for style sheets and scripts."""
YEAR = 31_536_000
NO_ATTRIBUTE = ("theme",)
"""Settings whose attribute the page writes itself: a page may have a theme of its own."""


def chosen(cookies: Mapping[str, str]) -> dict[str, str]:
    """Returns the choice of a device for every setting; what makes no sense counts as not chosen."""
    found = {}
    for name, choices in CHOICES.items():
        value = cookies.get(name, choices[0])
        found[name] = value if value in choices else choices[0]
    return found


def attributes(settings: Mapping[str, str]) -> dict[str, str]:
    """Returns the settings that are not the first choice, for the attributes of the page."""
    return {name: value for name, value in settings.items() if value != CHOICES[name][0] and name not in NO_ATTRIBUTE}
