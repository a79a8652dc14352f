"""Babel's data of languages, cut down to what the app says: numbers, dates, spans of time, names of languages."""

import pickle
from collections.abc import Collection
from typing import Any

FOLDER = "babel/locale-data/"
WORLD = "babel/global.dat"
BASIS = ("root", "en")
"""What every language is built on, and what the app speaks when it knows no better."""
LEFT_OUT = frozenset(
    {
        *("compact_currency_formats", "compact_decimal_formats", "compound_unit_patterns", "currency_formats"),
        *(
            "currency_names",
            "currency_names_plural",
            "currency_symbols",
            "currency_unit_patterns",
            "datetime_skeletons",
        ),
        *("interval_formats", "meta_zones", "scripts", "territories", "time_zones", "unit_display_names", "variants"),
    }
)
WORLD_KEPT = frozenset({"cldr", "language_aliases", "parent_exceptions", "script_aliases", "variant_aliases"})
SPAN = "duration-"


def spoken(path: str, languages: Collection[str]) -> bool:
    """Tells whether a file of Babel's data is about one of our languages, or about all.

    >>> [spoken(f"babel/locale-data/{name}.dat", ["cs"]) for name in ("cs", "root", "fr")]
    [True, True, False]
    """
    return path.removeprefix(FOLDER).removesuffix(".dat") in {*BASIS, *languages} or path == WORLD


def cut(path: str, data: bytes, languages: Collection[str]) -> bytes:
    """Returns a file of Babel's data without what the app never says."""
    found: dict[str, Any] = pickle.loads(data)
    if path == WORLD:
        kept = {name: values if name in WORLD_KEPT else type(values)() for name, values in found.items()}
    else:
        kept = {name: values for name, values in found.items() if name not in LEFT_OUT}
        for name, wanted in (("unit_patterns", _is_span), ("languages", {*BASIS, *languages}.__contains__)):
            if name in kept:
                kept[name] = {key: value for key, value in kept[name].items() if wanted(key)}
        # In order: a set has another one in each process, and a bundle must not.
        kept |= {name: {} for name in sorted(LEFT_OUT & found.keys())}
    return pickle.dumps(kept, protocol=5)


def _is_span(unit: str) -> bool:
    return unit.startswith(SPAN)
