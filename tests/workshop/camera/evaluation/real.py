"""Real photos with truth files: read from a folder when there is one, judged like rendered ones."""

import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

from companion.board import ZONE_IDS
from tests.workshop.camera.evaluation.judging import judge
from tests.workshop.camera.evaluation.rates import Tally
from tests.workshop.camera.rendering.scene import blank
from vision.contents import read_expected
from vision.dice.book import DiceBook, NotTaught
from vision.dice.mat import NoMat
from vision.intake.photo import decode
from vision.table import calibration
from vision.table.folder import Table
from vision.table.scan import scan
from vision.terms import DICE_FACES

Json = dict[str, Any]


class RealPhotosError(ValueError):
    """A folder of real photos that cannot be used; the message names the file."""


def tables(root: Path) -> list[Path]:
    """Returns the folders of tables, each a copy of the game on one table, in order of their names."""
    return sorted(path.parent for path in root.glob("*/about.json"))


def truth_of(position: Json) -> Json:
    """Returns the truth about a photo of a position, in the shape of a rendered photo's."""
    expected = read_expected(position)
    areas = {}
    for area, content in expected.areas.items():
        areas[area] = {**blank(), **content.document(), "token_side": content.token_side}
    return {"areas": areas, "zones": {zone: {"vehicle": expected.zones.get(zone)} for zone in ZONE_IDS}}


def calibrate(folder: Path) -> Table:
    """Returns the table of a folder, calibrated with its photos; raises RealPhotosError."""
    about = _read(folder / "about.json")
    table = calibration.start(float(about.get("board_width_mm", 840)), folder.name)
    for number, path in enumerate(sorted(folder.glob("empty-*.jpg"))):
        check = calibration.add_empty(table, decode(path.read_bytes()))
        if number == 0 and check["code"] == "landmarks_needed":
            places = {name: (float(x), float(y)) for name, (x, y) in about.get("landmarks", {}).items()}
            check = calibration.set_landmarks(table, places)
        _must(check, path)
    table.moved = outline_of(folder)
    table.forget_outlines()
    for path in sorted(folder.glob("teach-*.jpg")):
        _must(calibration.add_teach(table, decode(path.read_bytes()), _read(path.with_suffix(".json"))), path)
    if not table.ready:
        raise RealPhotosError(f"{folder}: needs {', '.join(calibration.needs(table))}")
    return table


def outline_of(folder: Path) -> dict[str, tuple[float, float]]:
    """Returns how many mm each node of the borders is off on a table (``outline.json``), none where nobody measured."""
    if not (folder / "outline.json").is_file():
        return {}
    nodes = _read(folder / "outline.json").get("nodes", {})
    return {str(name): (float(by["dx_mm"]), float(by["dy_mm"])) for name, by in nodes.items()}


def outline_error(root: Path) -> str:
    """Returns in words how far our outlines were off where owners measured them."""
    found = [math.hypot(*by) for folder in tables(root) for by in outline_of(folder).values()]
    if not found:
        return "nobody has measured how far the outlines are off"
    mean = sum(found) / len(found)
    return f"outlines are off by {mean:.1f} mm on average, {max(found):.1f} mm at most, at {len(found)} measured nodes"


def evaluate_real(root: Path) -> Tally:
    """Returns the counts of all photos below a folder; raises RealPhotosError."""
    tally = Tally()
    for folder in tables(root):
        table = calibrate(folder)
        tally.add("calibrated", True)
        for path in sorted(folder.glob("board-*.jpg")):
            truth = truth_of(_read(path.with_suffix(".json")))
            tally.merge(judge(scan(decode(path.read_bytes()), table).document(), truth))
        tally.merge(judge_dice_of(folder))
    return tally


def judge_dice_of(folder: Path) -> Tally:
    """Returns the counts of the dice of a folder; raises RealPhotosError."""
    tally, book = Tally(), DiceBook()
    for path in sorted(folder.glob("dice-teach-*.jpg")):
        face = path.stem.removeprefix("dice-teach-").rpartition("-")[0]
        kinds = [kind for kind, names in DICE_FACES.items() if face in names]
        if not kinds:
            raise RealPhotosError(f"{path}: no die has a face {face!r}")
        try:
            book = book.teach(decode(path.read_bytes()), kinds[0], face)
        except (NotTaught, NoMat) as problem:
            raise RealPhotosError(f"{path}: {problem}") from None
    for path in sorted(folder.glob("dice-[0-9]*.jpg")):
        try:
            found = [(die.kind, die.face) for die in book.read(decode(path.read_bytes()))]
        except NoMat:
            found = []
        tally.merge(judge_roll(found, _read(path.with_suffix(".json")).get("dice", [])))
    return tally


def judge_roll(found: list[tuple[str | None, str | None]], real: list[Json]) -> Tally:
    """Returns the counts of a photo of dice by what was read, not where: truth files of people have no boxes."""
    tally = Tally()
    game = Counter((die["kind"], die["face"]) for die in real if die["kind"] != "foreign")
    named = Counter((kind, face) for kind, face in found if face is not None)
    right, accepted, dice = (named & game).total(), named.total(), game.total()
    tally.add("dice_found", min(len(found), dice), dice)
    tally.add("dice_accepted", min(accepted, dice), dice)
    tally.add("accepted_right", right, accepted)
    tally.add("dice_accepted_wrong", accepted - right, dice)
    tally.add("dice_number_right", len(found) == len(real))
    return tally


def _must(check: Json, path: Path) -> None:
    if not check["ok"]:
        raise RealPhotosError(f"{path}: {check['code']}")


def _read(path: Path) -> Json:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise RealPhotosError(f"{path}: {problem}") from None
    if not isinstance(value, dict):
        raise RealPhotosError(f"{path}: an object is needed")
    return value
