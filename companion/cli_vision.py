"""The camera on the command line: `calibrate`, `scan`, `dice` and `dice-teach` (section *Camera* of docs/formats.md).

Photos are decoded and read in a child process with limits, as in the app; this module loads no OpenCV.
"""

import argparse
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion import cli_text
from companion.board import SECTOR_MASK
from companion.rules.errors import FormatError
from companion.rules.positions.reading import read_position
from vision.intake.child import PRACTICE, ChildFailed, Limits, patient, run
from vision.intake.photo import PhotoRefused, inspect
from vision.terms import DICE_FACES, LANDMARKS, MATS

Adder = Callable[[Any, str, Callable[[argparse.Namespace], int], str], argparse.ArgumentParser]

FAILURES: Mapping[str, str] = {
    "no_opencv": "OpenCV is missing; install the camera part: pip install 'arrakis-companion[vision]'",
    "timeout": "reading the photo took too long",
    "memory": "the photo needs more memory than it may have",
    "crashed": "the photo could not be read",
}
ADVICE: Mapping[str, str] = {
    "board_not_found": "the board of this table is not in the photo: take all of it, sharp, from above",
    "left_half_unclear": "the left half of the board is not clear: no hand, shadow or glare over it",
    "right_half_unclear": "the right half of the board is not clear: no hand, shadow or glare over it",
    "board_cut_off": "much of the board is outside the photo: step back until all of it is in",
    "too_flat": "the photo is too slanted: hold the camera higher, 65 to 85 degrees from above",
    "too_small": "the board is too small in the photo: go nearer until it fills the photo",
    "too_dark": "the photo is too dark: switch on a lamp",
    "too_bright": "the photo is too bright: make less light, or tap on a light part of the board",
    "other_colours": "the photo has not the colours of the board: no filter, not black and white, white light",
    "too_much_glare": "a light is mirrored on the board: move the lamp or stand elsewhere",
    "much_covered": "much of the board is covered: take hands, papers and cups away",
    "too_blurred": "the photo is blurred: hold still and tap on the board to focus",
}
"""What to do about each reason for which a photo is refused."""

UNFIT: Mapping[str, str] = {
    "empty": "the file is empty",
    "too_many_bytes": "the file is too large: take the photo with a lower resolution",
    "heic": "HEIC is not read: save the photo as JPEG",
    "other_format": "only JPEG and PNG photos are read",
    "damaged": "the file is damaged: take the photo again",
    "too_many_pixels": "the photo has too many pixels: take it with a lower resolution",
    "too_small": "the photo is too small to show a figure: take it with a higher resolution",
}
"""What to do about each reason for which a file is not taken as a photo."""

SECTORS = sorted(SECTOR_MASK)
MOST_DICE = 20
MOST_PIXELS = 20_000
PATIENCE = Limits(seconds=120)


def add_commands(commands: Any, add: Adder) -> None:
    """Adds the commands of the camera to the command line; ``add`` makes the parser of one command."""
    table = add(commands, "calibrate", _calibrate, "teach the camera a table by photos")
    table.add_argument("--table", required=True, metavar="DIR", help="table folder, made or extended")
    table.add_argument("--board-width", type=float, metavar="MM", help="as given: 840 mm")
    table.add_argument("--empty", nargs="+", action="extend", default=[], metavar="IMAGE", help="the empty board")
    table.add_argument(
        "--landmark",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=X,Y",
        help="where a point of the board is on the first photo, for photos without marker cards: "
        + ", ".join(LANDMARKS),
    )
    table.add_argument(
        "--teach", nargs="+", action="extend", default=[], metavar="IMAGE=POSITION", help="a position laid out"
    )
    table.add_argument(
        "--practise", action="store_true", help="then let the camera practise with all it was taught: minutes"
    )
    photo = add(commands, "scan", _scan, "read a photo of the board")
    photo.add_argument("image", metavar="IMAGE", help="JPEG or PNG")
    photo.add_argument("--table", required=True, metavar="DIR", help="table folder of arrakis calibrate")
    photo.add_argument("--expect", metavar="POSITION", help="file with the position that the app has")
    photo.add_argument("--sector", choices=SECTORS, metavar="SECTOR", help="the photo shows this sector only")
    printed = add(commands, "sheet", _sheet, "write what is printed for the camera: marker cards and the dice mat")
    printed.add_argument("file", metavar="FILE", help="PDF to write")
    printed.add_argument("--mat", choices=MATS, default=MATS[0], help="colour of the dice mat: one that no die has")
    dice = add(commands, "dice", _dice, "read a photo of dice on the mat")
    dice.add_argument("image", metavar="IMAGE", help="JPEG or PNG")
    dice.add_argument("--table", required=True, metavar="DIR", help="table folder of arrakis dice-teach")
    dice.add_argument("--expect", type=int, metavar="N", help="how many dice were rolled")
    face = add(commands, "dice-teach", _dice_teach, "teach the camera a face of the dice")
    face.add_argument("image", metavar="IMAGE", help="one or more dice that show the face, on the mat")
    face.add_argument("--table", required=True, metavar="DIR", help="table folder, made or extended")
    face.add_argument("--kind", required=True, choices=sorted(DICE_FACES), metavar="K", help="action or combat")
    face.add_argument("--face", required=True, metavar="F", help="name of the face, as hit or mentat")


def _calibrate(arguments: argparse.Namespace) -> int:
    pairs = []
    for given in arguments.teach:
        image, equals, position = given.rpartition("=")
        if not equals:
            raise FormatError("teach", "expected IMAGE=POSITION, got %(value)s", value=repr(given))
        pairs.append((image, position))
    places = dict(_landmark(given) for given in arguments.landmark)
    answer = calibrate(
        arguments.table, arguments.board_width, arguments.empty, pairs, places, practise=arguments.practise
    )
    cli_text.show(answer, arguments.json)
    return 0


def _landmark(given: str) -> tuple[str, list[float]]:
    """Returns name and place of a point as given on the command line; raises FormatError."""
    name, _equals, place = given.partition("=")
    if name not in LANDMARKS:
        raise FormatError("landmark", f"expected one of {', '.join(LANDMARKS)}, got {name!r}")
    try:
        x, y = (float(number) for number in place.split(","))
    except ValueError:
        raise FormatError("landmark", f"expected NAME=X,Y in pixels of the first photo, got {given!r}") from None
    if not (0 <= x <= MOST_PIXELS and 0 <= y <= MOST_PIXELS):
        raise FormatError("landmark", f"expected pixels of the first photo, got {given!r}")
    return name, [x, y]


def _scan(arguments: argparse.Namespace) -> int:
    answer = scan(arguments.image, arguments.table, arguments.expect, arguments.sector)
    cli_text.show(answer, arguments.json)
    if answer["refused"] is not None and not arguments.json:
        print(ADVICE[str(answer["refused"])])
    return 0


def _sheet(arguments: argparse.Namespace) -> int:
    cli_text.show(_ask("sheet", {"file": str(Path(arguments.file).resolve()), "mat": arguments.mat}), arguments.json)
    return 0


def _dice(arguments: argparse.Namespace) -> int:
    cli_text.show(dice(arguments.image, arguments.table, arguments.expect), arguments.json)
    return 0


def _dice_teach(arguments: argparse.Namespace) -> int:
    cli_text.show(dice_teach(arguments.image, arguments.table, arguments.kind, arguments.face), arguments.json)
    return 0


def calibrate(
    table: str,
    width: float | None,
    empty: Sequence[str],
    teach: Sequence[tuple[str, str]],
    landmarks: Mapping[str, list[float]] | None = None,
    *,
    practise: bool = False,
) -> dict[str, object]:
    """Returns the answer of `calibrate`: makes or extends the table folder; raises FormatError.

    ``teach`` pairs photos with position files, ``landmarks`` are places on its first photo. All given is checked
    before the folder changes. With ``practise`` the network of the table then practises with its lessons.
    """
    folder = Path(table).resolve()
    if width is not None and not 300 <= width <= 2000:
        raise FormatError("board-width", f"expected 300 to 2000 mm, got {width:g}")
    empties, lessons = [_photo(image) for image in empty], [_photo(image) for image, _ in teach]
    positions = [_position("teach", place) for _, place in teach]
    if not (folder / "table.json").is_file():
        _ask("box_new", {"table": str(folder), "name": folder.name, "width": 840.0 if width is None else width})
    elif width is not None and (known := _ask("box_state", {"table": str(folder)})["width"]) != width:
        raise FormatError("board-width", f"this table has a board of {known:g} mm; make another folder for another box")
    checks = []
    for image in empties:
        checks.append({"photo": image, **_ask("empty", {"table": str(folder), "photo": image})})
        if landmarks and image is empties[0]:
            checks.append(_laid(folder, image, landmarks))
    if landmarks and not empties:
        checks.append(_laid(folder, "", landmarks))
    for image, position in zip(lessons, positions, strict=True):
        checks.append({"photo": image, **_ask("teach", {"table": str(folder), "photo": image, "position": position})})
    if practise:
        checks.append(_practised(folder))
    state = _ask("box_state", {"table": str(folder)})
    for check in checks:
        check.pop("needs", None)
    return {"ok": all(check["ok"] for check in checks) and state["ready"], "checks": checks, "needs": state["needs"]}


def _laid(folder: Path, image: str, landmarks: Mapping[str, list[float]]) -> dict[str, Any]:
    """Returns the check of landmarks laid on the first photo of a table; they count in pixels of the photo given.

    The table keeps that photo smaller when it is large, so they are made smaller with it.
    """
    size, factor = _ask("box_state", {"table": str(folder)})["size"], 1.0
    if image and size is not None:
        header = inspect(Path(image).read_bytes())
        factor = max(size) / max(header.width, header.height)
    places = {name: [x * factor, y * factor] for name, (x, y) in landmarks.items()}
    return {"photo": image or None, **_ask("landmarks", {"table": str(folder), "places": places})}


def _practised(folder: Path) -> dict[str, Any]:
    """Returns the check of practice: with how many lessons it was; 0, and in order, for too few or on a slow host."""
    lessons = _ask("practise", {"table": str(folder)}, PRACTICE)["practised"]
    code = "practised" if lessons else "not_practised"
    return {"photo": None, "step": "practise", "ok": True, "code": code, "lessons": lessons}


def scan(image: str, table: str, expect: str | None, sector: str | None = None) -> dict[str, object]:
    """Returns the answer of `scan`; raises FormatError for files that cannot be used."""
    photo = _photo(image)
    position = None if expect is None else _position("expect", expect)
    if not (Path(table) / "table.json").is_file():
        raise FormatError("table", "%(file)s is no table folder; make one with arrakis calibrate", file=table)
    with tempfile.TemporaryDirectory() as crops:
        request = {
            "table": str(Path(table).resolve()),
            "photo": photo,
            "expect": position,
            "sector": sector,
            "crops": crops,
        }
        return _ask("scan", request)


def dice(image: str, table: str, expect: int | None = None) -> dict[str, object]:
    """Returns the answer of `dice`; raises FormatError for files that cannot be used."""
    _photo(image)
    if expect is not None and not 0 < expect <= MOST_DICE:
        raise FormatError("expect", "expected 1 to %(most)s dice, got %(value)s", most=MOST_DICE, value=expect)
    if not Path(table).is_dir():
        raise FormatError("table", "%(file)s is no table folder; make one with arrakis dice-teach", file=table)
    return _ask("dice", {"table": table, "photo": image, "expect": expect})


def dice_teach(image: str, table: str, kind: str, face: str) -> dict[str, object]:
    """Returns the answer of `dice-teach`: adds the dice of a photo to the table folder; raises FormatError."""
    _photo(image)
    if face not in DICE_FACES[kind]:
        raise FormatError(
            "face", "expected one of %(choices)s, got %(value)s", choices=", ".join(DICE_FACES[kind]), value=repr(face)
        )
    return _ask("dice_teach", {"table": table, "photo": image, "kind": kind, "face": face})


def _photo(place: str) -> str:
    """Returns the whole path of a photo whose header is in order; the child process works in another folder."""
    try:
        inspect(Path(place).read_bytes())
    except OSError as problem:
        raise FormatError("image", "cannot read %(file)s: %(detail)s", file=place, detail=problem.strerror) from None
    except PhotoRefused as refused:
        raise FormatError("image", f"{place}: {_unfit(refused)}") from None
    return str(Path(place).resolve())


def _unfit(refused: PhotoRefused) -> str:
    facts = ", ".join(f"{name} {value}" for name, value in refused.facts.items())
    return UNFIT[refused.code] + (f" ({facts})" if facts else "")


def _position(field: str, place: str) -> dict[str, Any]:
    try:
        document = json.loads(Path(place).read_text(encoding="utf-8"))
    except OSError as problem:
        raise FormatError(field, "cannot read %(file)s: %(detail)s", file=place, detail=problem.strerror) from None
    except (ValueError, RecursionError) as problem:
        raise FormatError(field, "%(file)s is no JSON: %(detail)s", file=place, detail=problem) from None
    read_position(document)
    return dict(document)


def _ask(job: str, request: dict[str, Any], limits: Limits = PATIENCE) -> dict[str, Any]:
    try:
        return run(job, request, limits=patient(limits))
    except PhotoRefused as refused:
        raise FormatError("image", f"{request.get('photo')}: {_unfit(refused)}") from None
    except ChildFailed as failed:
        last = failed.detail.splitlines()[-1] if failed.detail else ""
        detail = f" ({last})" if failed.code == "crashed" and last else ""
        raise FormatError("camera", FAILURES[failed.code] + detail) from None
