"""What a power cut leaves: worked out from the journal of writes and syncs of ``tests/trust/shim/record.c``.

What was synced is there. Of what was written or named after the last sync each part survives or not, by chance, also
in another order than it was written, and a write also in parts: a disk promises no more. A name is safe once its folder
was synced; that the system at hand may be kinder does not count.
"""

import random
import struct
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(__file__).parent / "shim" / "record.c"
SECTOR = 512


@dataclass(frozen=True)
class Record:
    """One record of the journal; see ``record.c``. ``moment`` is in seconds of the monotonic clock."""

    kind: str
    path: str
    second: str
    offset: int
    moment: float
    data: bytes


@dataclass
class File:
    """A file: what of it is on the disk, and what was done to it since."""

    safe: bytearray = field(default_factory=bytearray)
    since: list[Record] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)

    def begin(self) -> None:
        """A sync begins: it is about everything up to now."""
        self.marks.append(len(self.since))

    def end(self) -> None:
        """The oldest sync has ended."""
        mark = self.marks.pop(0) if self.marks else 0
        for record in self.since[:mark]:
            done(self.safe, record)
        self.since = self.since[mark:]
        self.marks = [max(0, other - mark) for other in self.marks]


def done(content: bytearray, record: Record, length: int | None = None) -> None:
    """Carries out a write, of which only the first ``length`` bytes may have come to the disk, or a cut."""
    if record.kind == "t":
        if len(content) > record.offset:
            del content[record.offset :]
        else:
            content.extend(bytes(record.offset - len(content)))
        return
    data = record.data if length is None else record.data[:length]
    end = record.offset + len(data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    content[record.offset : end] = data


def compiled(folder: Path) -> Path:
    """Compiles the recorder into ``folder`` and returns the library; raises OSError or CalledProcessError."""
    library = folder / "record.so"
    subprocess.run(
        ["cc", "-O2", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl", "-lpthread"],
        check=True,
        capture_output=True,
    )
    return library


def read(journal: Path) -> list[Record]:
    """Returns the records of a journal; what was being noted at its very end is left out."""
    data, at, found = journal.read_bytes(), 0, list[Record]()
    while at < len(data):
        try:
            kind = chr(data[at])
            (length,) = struct.unpack_from("<H", data, at + 1)
            path = data[at + 3 : at + 3 + length].decode()
            at += 3 + length
            (length,) = struct.unpack_from("<H", data, at)
            second = data[at + 2 : at + 2 + length].decode()
            at += 2 + length
            offset, size, moment = struct.unpack_from("<qqq", data, at)
        except (struct.error, IndexError):
            break
        at += 24
        held = size if kind == "w" else 0
        if at + held > len(data):
            break
        found.append(Record(kind, path, second, offset, moment / 1e9, data[at : at + held]))
        at += held
    return found


class Disk:
    """The files of a folder, as they were safely on the disk before, and what happens to them."""

    def __init__(self, folder: Path) -> None:
        """Takes what lies in ``folder`` as safe."""
        self._folder = folder
        self._now = {str(file): File(bytearray(file.read_bytes())) for file in folder.rglob("*") if file.is_file()}
        self._safe = dict(self._now)
        self._named: list[Record | tuple[str, File]] = []
        self._marks: dict[str, list[int]] = {}

    def follow(self, record: Record) -> None:
        """Takes the next record."""
        path = record.path
        match record.kind:
            case "w" | "t":
                if path in self._now:
                    self._now[path].since.append(record)
            case "o":
                self._now[path] = made = File()
                self._named.append((path, made))
            case "u":
                self._now.pop(path, None)
                self._named.append(record)
            case "r":
                if path in self._now:
                    self._now[record.second] = self._now.pop(path)
                self._named.append(record)
            case "b" if path in self._now:
                self._now[path].begin()
            case "s" if path in self._now:
                self._now[path].end()
            case "b":
                self._marks.setdefault(path, []).append(len(self._named))
            case "s":
                self._sync_names(path)

    def _sync_names(self, folder: str) -> None:
        marks = self._marks.get(folder)
        mark = marks.pop(0) if marks else 0
        kept = list[Record | tuple[str, File]]()
        for place, change in enumerate(self._named):
            path = change[0] if isinstance(change, tuple) else change.second or change.path
            if place < mark and path.rpartition("/")[0] == folder:
                self._rename(self._safe, change)
            else:
                kept.append(change)
        dropped = len(self._named) - len(kept)
        self._named = kept
        self._marks = {name: [max(0, one - dropped) for one in ones] for name, ones in self._marks.items()}

    @staticmethod
    def _rename(names: dict[str, File], change: "Record | tuple[str, File]") -> None:
        if isinstance(change, tuple):
            names[change[0]] = change[1]
        elif change.kind == "u":
            names.pop(change.path, None)
        elif change.path in names:
            names[change.second] = names.pop(change.path)

    def leave(self, target: Path, chance: random.Random) -> None:
        """Writes into ``target`` what is left when the power is cut now."""
        share = chance.choice((0.0, 0.5, 0.9, 1.0))
        names = dict(self._safe)
        for change in self._named:
            if chance.random() < share:
                self._rename(names, change)
        for path, file in names.items():
            content = bytearray(file.safe)
            for record in file.since:
                if chance.random() < share:
                    torn = chance.random() < 0.2
                    done(content, record, chance.randrange(0, len(record.data) + 1, SECTOR) if torn else None)
            place = target / Path(path).relative_to(self._folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
