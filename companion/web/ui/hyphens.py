"""Where long words on narrow keys may break: soft hyphens between syllables, seen only where a line ends there."""

import re
from functools import lru_cache

from companion.web.say import language

LONG = 9
"""Words with fewer letters fit every key; those of English do so anyway."""
AT_EDGES = 3
"""At least so many letters stand before and after a break."""
_VOWELS = "aeiouyáéíóúýěůąęаеёиоуыэюя"
_ONE_SOUND = ("sz", "cz", "rz", "ch", "dz", "dż", "dź", "ll", "rr", "qu", "ст")
_WORD = re.compile(rf"\w{{{LONG},}}")


def soft(text: str) -> str:
    """Returns a text whose long words may break: ``Rozmieszczenie`` as ``Roz-mieszcze-nie``, with soft hyphens."""
    return text if language() == "en" else _WORD.sub(lambda word: hyphenated(word[0]), text)


@lru_cache(maxsize=4096)
def hyphenated(word: str) -> str:
    """Returns a word with its breaks: before a consonant between vowels, and between two consonants between vowels."""
    low, breaks = word.lower(), []
    vowels = [letter in _VOWELS for letter in low]
    for at in range(AT_EDGES, len(word) - AT_EDGES + 1):
        alone = vowels[at - 1] and not vowels[at] and at + 1 < len(word) and vowels[at + 1]
        pair = not vowels[at - 1] and not vowels[at] and vowels[at - 2] and at + 1 < len(word) and vowels[at + 1]
        if alone or (pair and low[at - 1 : at + 1] not in _ONE_SOUND):
            breaks.append(at)
    parts = zip([0, *breaks], [*breaks, len(word)], strict=True)
    return "\u00ad".join(word[start:end] for start, end in parts)
