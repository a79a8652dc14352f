"""Positions that are laid out to teach the camera: few minutes of work, every sort of piece, spread over the board.

They are positions as in docs/formats.md, drawn like any other. What matters is that each sort of piece is seen
alone and in company, near and far, in both halves of the board and on every terrain; that they break no rule of place
or supply lets the table's own checks stay quiet.
"""

from typing import Any

from vision.table.lessons import teach_positions

Position = dict[str, Any]
"""A position document with the keys that a photo can show."""

H, A = "harkonnen", "atreides"


def _legion(area: str, faction: str, regular: int = 0, elite: int = 0, special: int = 0, **more: Any) -> Position:
    return {"area": area, "faction": faction, "regular": regular, "elite": elite, "special": special, **more}


def _position(legions: list[Position], **more: list[str]) -> Position:
    nothing: dict[str, list[str]] = {"harvesters": [], "ornithopters": [], "carryalls": [], "wormsigns": []}
    return {"mode": "solo", "legions": legions, "sandworms": [], **nothing, **more}


TEACH: tuple[Position, ...] = tuple(teach_positions())
"""The positions that teach colours and figures, in their order: those on which the camera's accuracy is measured."""

CHECK: Position = _position(
    [
        _legion("carthag", H, 4, 1),
        _legion("imperial_basin", H, 2),
        _legion("hobars_gap", A, 1, tokens=1),
        _legion("nw_16", H, 3, generic=1),
        _legion("the_great_flat", H, elite=2),
        _legion("csw_6", H, 1, 1, 1),
        _legion("se_6", H, special=2),
        _legion("ne_16", H, 2, named=["beast_rabban"]),
        _legion("cne_4", H, elite=1),
        _legion("harg_pass", A, 3, generic=1),
        _legion("sw_9", A, special=2),
        _legion("wind_pass", A, 1, 1),
        _legion("se_8", A, 2, 1, named=["stilgar"]),
        _legion("ne_1", A, elite=3),
        _legion("nw_10", A, 4),
        _legion("cnw_2", A, 1),
    ],
    harvesters=["nw_7", "ne_6"],
    wormsigns=["se_2", "sw_1"],
    sandworms=["nw_5"],
)
"""About twenty placements that were not taught: how the camera reads them says how good it is on this table."""
