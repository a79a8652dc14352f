"""A table folder: what the camera knows of one game box on one table.

Files: ``table.json`` (format, width of the board, landmarks, maps, checks: readable), ``empty-N.jpg`` (the photos of
the empty board), ``board.jpg`` (the empty board as a raster, 2 pixels a mm) and ``learnt.npz`` (arrays). A zip of them
is the export. Beside them lie lessons to practise with and the network that did (:mod:`vision.table.practising`).
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.empty import EmptyBoard, Image
from vision.board.registration import BoardMap, HalfMap
from vision.figures.colours import CLASSES, Colours, Taught, learn
from vision.figures.measuring import Measured, together
from vision.figures.sizes import Sizes
from vision.figures.trust import Trust, trust_of
from vision.files import write_whole
from vision.practice.own import Own
from vision.practice.shown import Lesson
from vision.table.record import Entry, totals

FORMAT = "arrakis-table/1"
FILES = ("table.json", "board.jpg", "learnt.npz", "empty-1.jpg", "empty-2.jpg")
MOST_BYTES = 64 * 1024 * 1024


class TableError(ValueError):
    """A table folder that cannot be used; ``where`` is the file and the message what is wrong with it."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}")
        self.where = where
        self.message = message


@dataclass(eq=False)
class Table(EmptyBoard):
    """One game box on one table.

    ``empties`` are the photos of the empty board at working resolution; ``empty_map`` lays the board over the first.
    ``taught`` are pixels of known pieces, ``colours`` what was learnt of them; ``lessons`` names the photo of each of
    ``taught`` and ``measured`` what those photos say of the sizes of pieces. ``record`` is how photos were read that
    somebody compared. ``shown`` is what lessons show that were added since the table was loaded, ``own`` the network
    after practice with such.
    """

    name: str = ""
    landmarks: dict[str, tuple[float, float]] = field(default_factory=dict)
    nudged: dict[str, tuple[float, float]] = field(default_factory=dict)
    empties: list[Image] = field(default_factory=list)
    empty_map: BoardMap | None = None
    taught: list[Taught] = field(default_factory=list)
    colours: Colours | None = None
    checks: list[dict[str, Any]] = field(default_factory=list)
    lessons: list[str] = field(default_factory=list)
    measured: dict[str, Measured] = field(default_factory=dict)
    record: list[Entry] = field(default_factory=list)
    shown: dict[str, Lesson] = field(default_factory=dict)
    own: Own | None = None

    @property
    def ready(self) -> bool:
        """Whether a scan is possible."""
        return self.picture is not None and self.colours is not None

    def learnt(self) -> Colours:
        """Returns the colours of the pieces; raises TableError before a photo taught them."""
        if self.colours is None:
            raise TableError("learnt.npz", "a photo of known pieces is needed first")
        return self.colours

    @property
    def sizes(self) -> Sizes:
        """How large the figures of this box are."""
        return together(self.measured.values())

    @property
    def trust(self) -> Trust:
        """How far readings of this table are to be trusted: by those of the network that reads now, if any."""
        rows = [row for entry in self.record for row in entry.said(self.own is not None)]
        same = [entry for entry in self.record if entry.own == (self.own is not None)]
        trust = trust_of(rows, totals(same or self.record), self.colours)
        return trust if self.own is None else replace(trust, leaning=self.own.leaning)

    def learn(self) -> None:
        """Learns the colours anew from everything taught."""
        self.colours = learn(self.taught) if self.taught else None

    # ---- files

    def save(self, folder: Path) -> None:
        """Writes the table into a folder, which is made when missing, each file whole (:mod:`vision.files`)."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in self._files().items():
            write_whole(folder / name, data)

    @classmethod
    def load(cls, folder: Path) -> Table:
        """Returns the table of a folder; raises TableError naming the file."""
        try:
            files = {name: (folder / name).read_bytes() for name in FILES if (folder / name).is_file()}
        except OSError as problem:
            raise TableError(str(folder), problem.strerror or "cannot be read") from None
        if "table.json" not in files:
            raise TableError(str(folder), "is no table folder: table.json is missing")
        return _from_files(files)

    def export(self) -> bytes:
        """Returns the table as one zip file."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in self._files().items():
                # A fixed date: the same table gives the same bytes.
                archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data)
        return out.getvalue()

    @classmethod
    def import_(cls, data: bytes) -> Table:
        """Returns the table of an exported zip file; raises TableError."""
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                members = {info.filename: info for info in archive.infolist()}
                if "table.json" not in members or sum(info.file_size for info in members.values()) > MOST_BYTES:
                    raise TableError("zip", "is no table: table.json is missing or the files are too big")
                files = {name: archive.read(name) for name in FILES if name in members}
        except (zipfile.BadZipFile, NotImplementedError, EOFError, RuntimeError) as problem:
            raise TableError("zip", f"cannot be read: {problem}") from None
        return _from_files(files)

    def _files(self) -> dict[str, bytes]:
        files = {"table.json": json.dumps(self._document(), indent=1).encode()}
        if self.picture is not None:
            files["board.jpg"] = _jpeg(self.picture, 95)
        for number, image in enumerate(self.empties[:2], start=1):
            files[f"empty-{number}.jpg"] = _jpeg(image, 92)
        out = io.BytesIO()
        np.savez_compressed(out, allow_pickle=False, **self._arrays())
        files["learnt.npz"] = out.getvalue()
        return files

    def _document(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "name": self.name,
            "board_width_mm": self.width,
            "landmarks": self.landmarks,
            "nudged": self.nudged,
            "moved": self.moved,
            "markers_mm": {str(key): ring.tolist() for key, ring in self.markers.items()},
            "map": None if self.empty_map is None else _map_document(self.empty_map),
            "focals": self.focals,
            "taught": len(self.taught),
            "checks": self.checks,
            "lessons": self.lessons,
            "measured": {key: one.document() for key, one in self.measured.items()},
            "record": [entry.document() for entry in self.record],
        }

    def _arrays(self) -> dict[str, NDArray[Any]]:
        arrays: dict[str, NDArray[Any]] = {f"other_{n}": other for n, other in enumerate(self.others)}
        for n, known in enumerate(self.taught):
            arrays[f"taught_{n}_bins"] = known.bins.astype(np.uint16)
            arrays[f"taught_{n}_fixed"] = known.fixed.astype(np.float32)
            arrays[f"taught_{n}_allowed"] = np.packbits(known.allowed, axis=1)
        if self.features is not None:
            arrays["points"], arrays["descriptors"] = self.features
        if self.colours is not None:
            arrays["colours"] = self.colours.densities.astype(np.float32)
            arrays["known"] = self.colours.known
        return arrays


def _map_document(board_map: BoardMap) -> list[dict[str, Any]]:
    return [{"homography": half.homography.tolist(), "bend": half.bend.tolist()} for half in board_map.halves()]


def _jpeg(image: Image, quality: int) -> bytes:
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise TableError("jpg", "cannot be written")
    return data.tobytes()


def _picture(files: dict[str, bytes], name: str) -> Image | None:
    if name not in files:
        return None
    image = cv2.imdecode(np.frombuffer(files[name], np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise TableError(name, "is no picture")
    return np.asarray(image, np.uint8)


def _from_files(files: dict[str, bytes]) -> Table:
    try:
        document = json.loads(files["table.json"])
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise TableError("table.json", f"format: expected {FORMAT!r}")
        table = Table(width=float(document["board_width_mm"]), name=str(document["name"]))
        table.landmarks = {str(k): (float(x), float(y)) for k, (x, y) in document["landmarks"].items()}
        table.moved = {str(k): (float(x), float(y)) for k, (x, y) in document.get("moved", {}).items()}
        table.nudged = {str(k): (float(x), float(y)) for k, (x, y) in document["nudged"].items()}
        table.markers = {int(k): np.array(v, np.float64).reshape(4, 2) for k, v in document["markers_mm"].items()}
        table.focals = [float(v) for v in document["focals"]]
        table.checks = list(document["checks"])
        # Boxes of before have none of these.
        table.lessons = [str(key) for key in document.get("lessons", [])]
        table.measured = {str(key): Measured.read(one) for key, one in document.get("measured", {}).items()}
        table.record = [Entry.read(entry) for entry in document.get("record", [])]
        if document["map"] is not None:
            halves = [
                HalfMap(np.array(h["homography"], np.float64).reshape(3, 3), np.array(h["bend"]).reshape(10, 2))
                for h in document["map"]
            ]
            table.empty_map = BoardMap(halves[0], halves[1])
        taught = int(document["taught"])
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as problem:
        if isinstance(problem, TableError):
            raise
        raise TableError("table.json", f"cannot be read: {problem!r}") from None
    table.picture = _picture(files, "board.jpg")
    table.empties = [image for n in (1, 2) if (image := _picture(files, f"empty-{n}.jpg")) is not None]
    try:
        with np.load(io.BytesIO(files["learnt.npz"]), allow_pickle=False) as arrays:
            table.others = [arrays[k] for k in sorted(arrays.files) if k.startswith("other_")]
            for n in range(taught):
                packed = np.unpackbits(arrays[f"taught_{n}_allowed"], axis=1, count=len(CLASSES)).astype(bool)
                bins = arrays[f"taught_{n}_bins"].astype(np.intp)
                table.taught.append(Taught(bins, arrays[f"taught_{n}_fixed"], packed))
            table.lessons = table.lessons or [f"teach-{n}" for n in range(1, taught + 1)]
            if "points" in arrays.files:
                table.features = (arrays["points"], arrays["descriptors"])
            if "colours" in arrays.files:
                table.colours = Colours(arrays["colours"], arrays["known"])
    except (KeyError, ValueError, OSError, EOFError, zipfile.BadZipFile) as problem:
        raise TableError("learnt.npz", f"cannot be read: {problem}") from None
    return table
