"""The dice of one game box as they were taught: kept in a folder, added to a photo at a time."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from vision.dice.faces import DEFAULT, DiceSettings, Die, Matcher, Pixels, Taught, describe_shifts, faces, measure
from vision.files import write_whole
from vision.terms import DICE_FACES as FACES

SHOTS = 3
"""How often a face wants to be seen before it is known well."""
FILE = "dice.json"
PICTURES = "dice.npz"
USUAL_DIE = 16.0


class NotTaught(ValueError):
    """A photo that teaches no face; ``code`` is ``unknown_kind``, ``unknown_face`` or ``no_die``."""

    def __init__(self, code: str, value: str = "") -> None:
        self.code = code
        super().__init__(f"dice: {code.replace('_', ' ')}" + (f" {value!r}" if value else ""))


@dataclass(frozen=True)
class DiceBook:
    """What is known of the dice of a box: their side in mm, and every face seen so far."""

    die_mm: float = USUAL_DIE
    taught: tuple[Taught, ...] = ()
    sides: tuple[float, ...] = ()

    @property
    def missing(self) -> dict[str, dict[str, int]]:
        """Return how many more shots each face wants, by kind; faces known well are left out."""
        counts = {
            kind: {face: SHOTS - sum((each.kind, each.face) == (kind, face) for each in self.taught) for face in names}
            for kind, names in FACES.items()
        }
        return {kind: {face: n for face, n in faces.items() if n > 0} for kind, faces in counts.items()}

    def teach(self, image: Pixels, kind: str, face: str, settings: DiceSettings = DEFAULT) -> DiceBook:
        """Return the book with every die of a photo, all of one kind and showing one face, added to it.

        Raises NotTaught for an unknown kind or face, or when no die is seen; NoMat without the mat.
        """
        if kind not in FACES:
            raise NotTaught("unknown_kind", kind)
        if face not in FACES[kind]:
            raise NotTaught("unknown_face", face)
        sides = (*self.sides, *measure(image, self.die_mm))
        side = float(np.median(sides)) if sides else self.die_mm
        seen = faces(image, side, settings)
        if not seen:
            raise NotTaught("no_die")
        added = tuple(Taught(kind, face, describe_shifts(each.picture), each.body) for each in seen)
        return replace(self, die_mm=side, sides=sides, taught=self.taught + added)

    def read(self, image: Pixels, settings: DiceSettings = DEFAULT) -> list[Die]:
        """Return every die on the mat of a photo; raises NoMat."""
        matcher = Matcher(list(self.taught), settings)
        return [matcher.name(face) for face in faces(image, self.die_mm, settings)]


def load(folder: Path) -> DiceBook:
    """Return the dice of a table folder, an empty book when none were taught; raises ValueError when it is damaged."""
    file = folder / FILE
    if not file.is_file():
        return DiceBook()
    try:
        listed: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        with np.load(folder / PICTURES, allow_pickle=False) as pictures:
            described = pictures["describes"].astype(np.float32)
        taught = tuple(
            Taught(each["kind"], each["face"], described[n], (each["body"][0], each["body"][1], each["body"][2]))
            for n, each in enumerate(listed["taught"])
        )
        return DiceBook(float(listed["die_mm"]), taught, tuple(map(float, listed["sides"])))
    except (OSError, KeyError, IndexError, TypeError, ValueError) as error:
        raise ValueError(f"{FILE}: the dice of this table cannot be read ({error})") from error


def save(book: DiceBook, folder: Path) -> None:
    """Keep a book in a table folder, which is made when it is not there; half a file is never left behind."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = {
        "version": 1,
        "die_mm": round(book.die_mm, 3),
        "sides": [round(side, 3) for side in book.sides],
        "taught": [{"kind": each.kind, "face": each.face, "body": each.body} for each in book.taught],
    }
    described = np.stack([each.shifts for each in book.taught]) if book.taught else np.zeros((0, 9, 1), np.float32)
    pictures = io.BytesIO()
    np.savez_compressed(pictures, describes=described.astype(np.float16))
    write_whole(folder / PICTURES, pictures.getvalue())
    write_whole(folder / FILE, f"{json.dumps(listed, indent=1)}\n".encode())
