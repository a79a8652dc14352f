"""Sums of what the printed rulebooks say, by which our texts are known to say it otherwise.

    python -m tests.printed FOLDER    after a rulebook has come; it is FOLDER/NAME-LANGUAGE.txt

Nothing of a rulebook is kept, only a number for each eight words in a row; no text can be made of them.
"""

import re
import sys
from array import array
from collections.abc import Iterator
from hashlib import blake2s
from itertools import pairwise
from pathlib import Path

FOLDER = Path(__file__).parent / "web" / "words" / "printed"
WORDS = 8
"""So many words in a row that are the same are somebody's sentence, not a turn of phrase."""
_WORD = re.compile(r"[^\W\d_]+")
_GAP = re.compile(r"%\(\w+\)[sd]|[\d§]+")
"""Facts and numbers end a row of words."""


def rows(text: str) -> Iterator[tuple[str, ...]]:
    """Yields every row of eight words of a text, whatever signs stand between them."""
    plain = text.replace("\u00ad", "").lower()
    for part in _GAP.split(plain):
        words = _WORD.findall(part)
        for first in range(len(words) - WORDS + 1):
            yield tuple(words[first : first + WORDS])


def number(row: tuple[str, ...]) -> int:
    """The sum of a row, 32 bits."""
    return int.from_bytes(blake2s(" ".join(row).encode(), digest_size=4).digest(), "little")


def kept(language: str) -> frozenset[int]:
    """The sums of the rulebooks of a language."""
    found = array("I")
    found.frombytes((FOLDER / f"{language}.bin").read_bytes())
    return frozenset(found)


def write(folder: Path) -> None:
    """Writes the sums of each language of which there is a rulebook."""
    FOLDER.mkdir(exist_ok=True)
    for language in sorted({file.stem.rpartition("-")[2] for file in folder.glob("*.txt")}):
        texts = [file.read_text(encoding="utf-8") for file in sorted(folder.glob(f"*-{language}.txt"))]
        sums = array("I", sorted({number(row) for text in texts for row in rows(text)}))
        assert all(one < other for one, other in pairwise(sums))
        (FOLDER / f"{language}.bin").write_bytes(sums.tobytes())
        print(language, len(sums))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
