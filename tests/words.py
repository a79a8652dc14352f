"""What is odd about the words of a translation: terms, pairs that get mixed up, signs, capitals, plural forms, length.

    python -m tests.words            prints every finding of every language that is not explained
    python -m tests.words pl         of one language
    python -m tests.words pl all     the explained ones as well

``tests/words_explained.json`` says for each language and kind which texts are as they should be, and why: texts by the
beginning of their English. A test says so when a finding is not explained, and when an explanation is of nothing.
"""

import json
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog

from companion.content import GLOSSARY
from companion.content.terms import Language
from tests.catalogues import ROOT, catalogue_files, read

EXPLAINED = Path(__file__).with_name("words_explained.json")
SHOWN = 60
"""So many letters of an English text name it in a list."""

TERMS = {
    "supremacy": "supremacy",
    "prescience": "prescience",
    "sietch": "sietch(?:es)?",
    "settlement": "settlements?",
    "legion": "legions?",
    "harvester": "harvesters?",
    "carryall": "carryalls?",
    "ornithopter": "ornithopters?",
    "sandworm": "sandworms?",
    "wild_maker": "wild maker",
    "spice": "spice",
    "regeneration_tank": "regeneration tanks?",
    "planning_card": "planning cards?",
    "tactical_card": "tactical cards?",
    "target_sietch": "target sietch(?:es)?",
    "harvesting_sector": "harvesting sectors?",
    "attacker": "attackers?",
    "defender": "defenders?",
    "secret_objective": "secret objectives?",
    "landsraad": "landsraad",
    "spacing_guild": "spacing guild",
    "choam": "choam",
    "bene_gesserit_token": "bene gesserit tokens?",
    "desert_power": "desert power",
    "air_zone": "air zones?",
    "sardaukar": "sardaukar",
    "fedaykin": "fedaykin",
    "cone_of_silence": "cones? of silence",
    "leader": "leaders?",
    "family_atomics": "family atomics",
    "combat_die": "combat (?:die|dice)",
    "testing_station": "testing stations?",
}
"""Terms that a text uses in no other sense, each with how it stands in English."""
OFFICIAL = {"testing_station": "ecological_testing_station", "desert_power": "action_desert_power"}
VERBS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "reveal": {
        "es": ("revel", "boca arriba"),
        "pl": ("ujaw", "odkry"),
        "cs": ("odhal", "otoc", "otac", "odkry"),
        "ru": ("раскр", "вскр", "откры", "откро"),
    },
    "discard": {
        "es": ("descart",),
        "pl": ("odrzu",),
        "cs": ("odhaz", "odhoz", "odloz", "odhod", "odklad"),
        "ru": ("сброс", "сбрас", "сброш"),
    },
    "retreat": {
        "es": ("retir", "batir", "bate", "bati"),
        "pl": ("odwr", "wycof"),
        "cs": ("ustoup", "ustup"),
        "ru": ("отступ", "отход"),
    },
}
"""What the actions of the game may be called, by the beginnings of the words without accents."""
NOT_OURS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "es": ((r"quemad|quemar", "cards are discarded, not burnt"),),
    "pl": (
        (r"\bspal", "cards are discarded, not burnt"),
        (r"sektor\w* wydobycia(?! przyprawy)", "the printed sector"),
        (r"dotknij,? (?:co|gdzie|ktor|czego)", "one taps a thing, not a clause"),
    ),
    "cs": ((r"\bspal\w*", "cards are discarded, not burnt"),),
    "ru": (
        (r"сожж|сожжен", "cards are discarded, not burnt"),
        (r"защитник", "the printed word is защищающийся"),
        (r"по нужде", "means something else"),
        (r"нажмите (?!на\b|кнопк|и\b|«|%|—)", "нажмите на"),
    ),
}
QUOTES = {"es": "«»“”", "pl": "„”", "cs": "„“", "ru": "«»„“"}
PAIRS = (("(", ")"), ("[", "]"), ("«", "»"))
BUTTON = 22
"""English texts no longer than this are on buttons, tiles and tabs."""
LONGER, LEAST = 2.1, 16
PLACE = re.compile(r"%\(\w+\)[sd]")
COUNTED = re.compile(r":[ \u00a0]%\(num\)d|\(%\(num\)d\)|^(?!.*%\(num\)d)")
"""A number that stands for itself, after a colon or in brackets, needs no plural."""
NAMES = {term.words[Language.ENGLISH] for term in GLOSSARY.values()}
"""Names that the game prints are not judged."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd in one text of one language; ``what`` says it in a few words."""

    language: str
    kind: str
    english: str
    translated: str
    what: str

    @property
    def line(self) -> str:
        """As a line of the list."""
        return f"{self.language} {self.kind}: {self.english[:SHOWN]!r} -> {self.translated[:90]!r} ({self.what})"


def folded(text: str) -> str:
    """Small letters without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l").replace("\u00ad", ""))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def stems(term: str) -> list[str]:
    """The beginnings of the words of a term that stay the same in its cases."""
    return [word[: max(3, len(word) * 3 // 5)] for word in re.findall(r"\w+", folded(term)) if len(word) > 2]


def findings(language: str, catalogue: Catalog) -> Iterator[Finding]:
    """Everything odd in the catalogue of a language."""
    for message in catalogue:
        if not message.id:
            continue
        english = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        if english[0] in NAMES:
            continue
        string = message.string or ""
        forms = (string,) if isinstance(string, str) else tuple(string)
        for kind, check in CHECKS.items():
            found = dict.fromkeys((form, what) for form in forms if form for what in check(language, english[-1], form))
            yield from (Finding(language, kind, english[0], form, what) for form, what in found)
        if len(forms) > 1 and len(set(forms)) == 1 and len(set(english)) > 1 and not COUNTED.search(forms[0]):
            yield Finding(language, "plural", english[0], forms[0], "all forms are the same")


def _terms(language: str, english: str, said: str) -> Iterator[str]:
    plain, low = folded(said), PLACE.sub("", english).lower()
    for key, pattern in TERMS.items():
        word = GLOSSARY[OFFICIAL.get(key, key)].words.get(Language(language))
        if word is not None and re.search(rf"\b{pattern}\b", low):
            due = stems(word)
            if not any(stem in plain for stem in due):
                yield f"{key}: {word}"


def _verbs(language: str, english: str, said: str) -> Iterator[str]:
    plain, low = folded(said), PLACE.sub("", english).lower()
    for verb, words in VERBS.items():
        if re.search(rf"\b{verb}\w*\b", low) and not any(stem in plain for stem in words[language]):
            yield f"{verb}: {', '.join(words[language])}"
    for pattern, why in NOT_OURS[language]:
        if found := re.search(pattern, folded(said)):
            yield f"{found[0]}: {why}"


def _signs(language: str, english: str, said: str) -> Iterator[str]:
    if "'" in said or '"' in said:
        yield "straight quotes or apostrophe"
    for opens, closes in PAIRS:
        if said.count(opens) != said.count(closes):
            yield f"unbalanced {opens}{closes}"
    if strange := set("«»„“”") & set(said) - set(QUOTES[language]):
        yield f"quotes {''.join(sorted(strange))}"
    if language == "pl" and said.count("„") != said.count("”"):
        yield "unbalanced „”"
    if language == "cs" and said.count("„") != said.count("“"):
        yield "unbalanced „“"
    if "  " in said or said != said.strip():
        yield "space too many"
    if re.search(r"\s[.,;:!?](?:\s|$)", said):
        yield "space before a sign"


def _ends(language: str, english: str, said: str) -> Iterator[str]:
    for sign in ".?:":
        if english.endswith(sign) != said.rstrip("»”“").endswith(sign):
            yield f"ends with {sign}" if said.endswith(sign) else f"does not end with {sign}"


def _capitals(language: str, english: str, said: str) -> Iterator[str]:
    if english[:1].isupper() and said[:1].islower():
        yield "begins with a small letter"


def _length(language: str, english: str, said: str) -> Iterator[str]:
    long = len(said.replace("\u00ad", ""))
    if not PLACE.search(english) and len(english) <= BUTTON and long > max(LEAST, LONGER * len(english)):
        yield f"{long} letters for {len(english)}"


def _english(language: str, english: str, said: str) -> Iterator[str]:
    words = re.findall(r"[A-Za-z]{3,}", PLACE.sub("", english))
    if len(words) > 1 and english == said:
        yield "is English"


CHECKS: Mapping[str, Callable[[str, str, str], Iterator[str]]] = {
    "term": _terms,
    "verb": _verbs,
    "sign": _signs,
    "end": _ends,
    "capital": _capitals,
    "length": _length,
    "english": _english,
}


def explained() -> dict[str, dict[str, dict[str, str]]]:
    """By language and kind: the beginning of an English text, and why it is as it should be."""
    found: dict[str, dict[str, dict[str, str]]] = json.loads(EXPLAINED.read_text(encoding="utf-8"))
    return found


def is_explained(finding: Finding, known: Mapping[str, Mapping[str, Mapping[str, str]]]) -> bool:
    """True when the list says why."""
    return finding.english[:SHOWN] in known.get(finding.language, {}).get(finding.kind, {})


def catalogues() -> dict[str, Catalog]:
    """The catalogue of each language."""
    return {file.parts[-3]: read(file) for file in catalogue_files(ROOT)}


def main(arguments: list[str]) -> int:
    """Prints the findings."""
    known = {} if "all" in arguments else explained()
    wanted = [one for one in arguments if one != "all"]
    found = [
        finding
        for language, catalogue in catalogues().items()
        if not wanted or language in wanted
        for finding in findings(language, catalogue)
        if not is_explained(finding, known)
    ]
    print(*(one.line for one in found), sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
