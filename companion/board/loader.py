"""Reads the board facts from ``data/board.json`` and refuses anything it does not understand."""

import json
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from companion.frozen import record

DATA = Path(__file__).parent / "data"
BOARD_FORMAT = "arrakis-board/1"
CENTRAL_SECTORS = ("cne", "cnw", "cse", "csw")


class BoardDataError(ValueError):
    """The board data are damaged; the message names the file, the record and the field."""


class Terrain(StrEnum):
    """Terrain of an area (BOARD-1). Deep desert is a desert on the edge of the board."""

    MOUNTAIN = "mountain"
    PLATEAU = "plateau"
    MINOR_ERG = "minor_erg"
    DESERT = "desert"
    DEEP_DESERT = "deep_desert"


@record
class Area:
    """One of the 101 areas. ``centre`` is x, y as fractions of the board; ``settlement`` is the printed rank."""

    id: str
    name: str | None
    sectors: tuple[str, ...]
    terrain: Terrain
    centre: tuple[float, float]
    settlement: int | None
    sietch: bool
    station: bool


@record
class BoardFacts:
    """Everything printed on the board; borders are pairs of area ids in alphabetical order."""

    areas: tuple[Area, ...]
    sectors: tuple[str, ...]
    borders: tuple[tuple[str, str], ...]
    impassable: tuple[tuple[str, str], ...]
    doubtful: tuple[tuple[str, str], ...]
    air_zones: Mapping[str, tuple[str, str]]


def read_json(path: Path, wanted_format: str) -> dict[str, Any]:
    """Returns the JSON object in ``path``; raises BoardDataError when its ``format`` is another one."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError) as error:
        raise BoardDataError(f"{path.name}: {error}") from error
    if not isinstance(document, dict) or document.get("format") != wanted_format:
        raise BoardDataError(f"{path.name}: format: expected {wanted_format!r}")
    return document


def load_facts(path: Path = DATA / "board.json") -> BoardFacts:
    """Returns the checked facts of the printed board; raises BoardDataError."""
    document = read_json(path, BOARD_FORMAT)
    where = path.name
    _exact_keys(
        where,
        document,
        {
            "format",
            "provenance",
            "sectors",
            "areas",
            "borders",
            "impassable",
            "doubtful",
            "air_zones",
        },
    )
    sectors = tuple(sorted(document["sectors"]))
    areas = tuple(_area(where, key, document["areas"][key], sectors) for key in sorted(document["areas"]))
    known = {area.id for area in areas}
    borders = _pairs(where, "borders", document["borders"], known)
    impassable = _pairs(where, "impassable", document["impassable"], known)
    doubtful = _pairs(where, "doubtful", document["doubtful"]["borders"], known)
    if len({*borders, *impassable, *doubtful}) != len(borders) + len(impassable) + len(doubtful):
        raise BoardDataError(f"{where}: borders: a pair is listed twice")
    zones: dict[str, tuple[str, str]] = {}
    for zone, pair in sorted(document["air_zones"].items()):
        if len(pair) != 2 or not set(pair) <= set(sectors):
            raise BoardDataError(f"{where}: air_zones.{zone}: expected two sectors, got {pair!r}")
        zones[zone] = (pair[0], pair[1])
    return BoardFacts(areas, sectors, borders, impassable, doubtful, zones)


def _exact_keys(where: str, record: Mapping[str, Any], keys: set[str]) -> None:
    if set(record) != keys:
        odd = sorted(set(record) ^ keys)
        raise BoardDataError(f"{where}: keys missing or unknown: {', '.join(odd)}")


def _area(where: str, key: str, record: Mapping[str, Any], sectors: tuple[str, ...]) -> Area:
    place = f"{where}: areas.{key}"
    required, optional = {"name", "sectors", "terrain", "centre"}, {"settlement", "sietch", "station"}
    if not required <= set(record) <= required | optional:
        raise BoardDataError(f"{place}: keys missing or unknown: {sorted(set(record) ^ required)}")
    if record["terrain"] not in list(Terrain):
        raise BoardDataError(f"{place}.terrain: {record['terrain']!r} is no terrain")
    if not record["sectors"] or not set(record["sectors"]) <= set(sectors):
        raise BoardDataError(f"{place}.sectors: {record['sectors']!r}")
    x, y = record["centre"]
    if not (0 <= x <= 1 and 0 <= y <= 1):
        raise BoardDataError(f"{place}.centre: {record['centre']!r} is off the board")
    settlement = record.get("settlement")
    if settlement is not None and settlement not in (1, 2, 3):
        raise BoardDataError(f"{place}.settlement: rank {settlement!r}")
    return Area(
        key,
        record["name"],
        tuple(sorted(record["sectors"])),
        Terrain(record["terrain"]),
        (float(x), float(y)),
        settlement,
        bool(record.get("sietch", False)),
        bool(record.get("station", False)),
    )


def _pairs(where: str, key: str, pairs: list[list[str]], known: set[str]) -> tuple[tuple[str, str], ...]:
    result = []
    for pair in pairs:
        if len(pair) != 2 or pair[0] == pair[1] or not set(pair) <= known:
            raise BoardDataError(f"{where}: {key}: {pair!r} is no pair of areas")
        first, second = sorted(pair)
        result.append((first, second))
    return tuple(sorted(result))
