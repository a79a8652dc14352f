"""Photos that the owner of a camera box lets it keep: each with what was confirmed to stand there.

They lie beside what the camera learnt of the box, on this machine, and teach it. An album is off until its owner says
otherwise; what is in it can be deleted photo by photo, goes with the box, and is exported in the layout that
``tests/vision/real`` reads, which is how owners contribute.
"""

import json
import re
import shutil
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.service.camera_jobs import ID, random_id
from companion.store.files import write_anew

MOST_PHOTOS = 24
"""Confirmed photos of a box; the oldest goes for a newer one."""
SWITCH, FOLDER = "on", "album"
LESSONS = ("start", "side", "row")
OUTLINE = "arrakis-moved-nodes/1"
PROVENANCE = {"source": "a photo of the empty board; its owner put the nodes where the borders are printed", "by": ""}
LESSON = re.compile(r"lesson-[a-z]{1,10}\.jpg")


@dataclass(frozen=True, slots=True)
class Kept:
    """A photo of an album: its key, and when it was kept (seconds)."""

    key: str
    at: float


class Album:
    """The photos of the box in a folder."""

    def __init__(self, box: Path) -> None:
        self._box = box
        self._folder = box / FOLDER

    @property
    def on(self) -> bool:
        """Whether photos that are confirmed are kept."""
        return (self._folder / SWITCH).is_file()

    def switch(self, on: bool) -> None:
        """Begins or ends to keep photos; those that are kept stay until they are deleted."""
        self._folder.mkdir(exist_ok=True)
        if on:
            (self._folder / SWITCH).touch()
        else:
            (self._folder / SWITCH).unlink(missing_ok=True)

    def photos(self) -> list[Kept]:
        """Returns the confirmed photos, the oldest first."""
        files = [file for file in self._folder.glob("*.jpg") if ID.fullmatch(file.stem)]
        return sorted((Kept(file.stem, file.stat().st_mtime) for file in files), key=lambda kept: (kept.at, kept.key))

    def file(self, key: str) -> Path | None:
        """Returns the file of a photo, None when there is none of that key."""
        file = self._folder / f"{key}.jpg"
        return file if ID.fullmatch(key) and file.is_file() else None

    def keep(self, photo: Path, position: Mapping[str, Any]) -> tuple[str, list[str]]:
        """Moves a photo into the album with the position that it shows; returns its key, and those of photos that went
        for it. Raises ValueError while the album is off."""
        if not self.on:
            raise ValueError("album: its owner keeps no photos")
        key = random_id()
        write_anew(self._folder / f"{key}.json", json.dumps(position).encode())
        shutil.move(photo, self._folder / f"{key}.jpg")
        gone = [kept.key for kept in self.photos() if kept.key != key][: -(MOST_PHOTOS - 1)]
        for old in gone:
            self.remove(old)
        return key, gone

    def remove(self, key: str) -> None:
        """Deletes a photo; one that is gone already stays so."""
        if ID.fullmatch(key):
            for ending in ("jpg", "json"):
                (self._folder / f"{key}.{ending}").unlink(missing_ok=True)

    def drop_lessons(self) -> None:
        """Deletes the photos of the set-up, which the camera has learnt from."""
        for file in self._lessons():
            file.unlink(missing_ok=True)
            file.with_suffix(".json").unlink(missing_ok=True)

    @property
    def lessons(self) -> list[str]:
        """The names of the set-up's photos that are still here, in the order of the set-up."""
        names = [file.stem.removeprefix("lesson-") for file in self._lessons()]
        return sorted(names, key=lambda name: (LESSONS.index(name) if name in LESSONS else len(LESSONS), name))

    def _lessons(self) -> list[Path]:
        return [file for file in self._box.glob("lesson-*.jpg") if LESSON.fullmatch(file.name)]

    def export(self, to: Path) -> int:
        """Writes all photos with their truth as a zip that ``tests/vision/real`` reads, and returns how many there are.

        Raises OSError, ValueError when the box cannot be read.
        """
        told = json.loads((self._box / "table.json").read_text(encoding="utf-8"))
        about = {
            "board_width_mm": told["board_width_mm"],
            "camera": "",
            "light": "",
            "landmarks": {**told["landmarks"], **told["nudged"]},
        }
        moved = {name: {"dx_mm": dx, "dy_mm": dy} for name, (dx, dy) in told.get("moved", {}).items()}
        number = 0
        with zipfile.ZipFile(to, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr("our-table/about.json", json.dumps(about, indent=1))
            if moved:
                outline = {"format": OUTLINE, "board_width_mm": told["board_width_mm"], **PROVENANCE, "nodes": moved}
                archive.writestr("our-table/outline.json", json.dumps(outline, indent=1))
            for name in ("empty-1.jpg", "empty-2.jpg"):
                if (self._box / name).is_file():
                    archive.write(self._box / name, f"our-table/{name}")
            for number, name in enumerate(self.lessons, start=1):
                _add(archive, self._box / f"lesson-{name}.jpg", f"our-table/teach-{number}")
            lessons = number
            for number, kept in enumerate(self.photos(), start=1):
                _add(archive, self._folder / f"{kept.key}.jpg", f"our-table/board-{number:02d}")
        return lessons + len(self.photos())


def _add(archive: zipfile.ZipFile, photo: Path, name: str) -> None:
    # A photo that somebody deletes meanwhile is left out.
    with suppress(FileNotFoundError):
        truth = photo.with_suffix(".json").read_text(encoding="utf-8")
        archive.write(photo, f"{name}.jpg")
        archive.writestr(f"{name}.json", truth)
