"""Positions that are laid out to teach the camera: few minutes of work, every sort of piece, spread over the board.

They are positions as in the formats, and can be drawn like any other. What matters is that each sort of piece is seen
alone and in company, near and far, in both halves of the board and on every terrain; that they break no rule of place
or supply lets the table's own checks stay quiet.
"""

from typing import Any

Position = dict[str, Any]
"""A position document with the keys that a photo can show."""

H, A = "harkonnen", "atreides"


def _legion(area: str, faction: str, regular: int = 0, elite: int = 0, special: int = 0, **more: Any) -> Position:
    return {"area": area, "faction": faction, "regular": regular, "elite": elite, "special": special, **more}


def _position(legions: list[Position], **more: list[str]) -> Position:
    nothing: dict[str, list[str]] = {"harvesters": [], "ornithopters": [], "carryalls": [], "wormsigns": []}
    return {"mode": "solo", "legions": legions, "sandworms": [], **nothing, **more}


TEACH: tuple[Position, ...] = (
    _position(
        [
            _legion("carthag", H, 1),
            _legion("hagga_basin", H, elite=1),
            _legion("arsunt", H, special=1),
            _legion("false_wall_south", H, generic=1, regular=1),
            _legion("nw_16", H, 3),
            _legion("cse_4", H, elite=2),
            _legion("se_5", A, 1),
            _legion("sw_8", A, elite=1),
            _legion("ne_3", A, special=1),
            _legion("cnw_4", A, 1, generic=1),
            _legion("csw_2", A, 3),
            _legion("the_funeral_plain", A, elite=2),
        ],
        harvesters=["ne_12", "sw_3"],
        wormsigns=["nw_9", "se_4"],
        sandworms=["ne_10"],
        ornithopters=[],
    ),
    _position(
        [
            _legion("imperial_basin", H, 2, 1),
            _legion("pasty_mesa", H, special=3),
            _legion("cnw_1", H, elite=3),
            _legion("csw_5", H, 4, generic=1),
            _legion("nw_4", H, 1, 1, 1),
            _legion("se_3", A, 2, 1),
            _legion("rimwall_west", A, special=3),
            _legion("nw_14", A, elite=3),
            _legion("sw_5", A, 4, generic=1),
            _legion("ne_15", A, 1, 1, 1),
            _legion("cse_1", A, tokens=1),
            _legion("cne_3", H, tokens=1),
        ],
        harvesters=["nw_6", "se_1"],
        wormsigns=["ne_5", "sw_2"],
        sandworms=["sw_7"],
    ),
    _position(
        [
            _legion("arrakeen", H, 3, 2, generic=1),
            _legion("false_wall_west", H, 5),
            _legion("nw_1", H, elite=2, special=2),
            _legion("se_7", H, 2, special=1, named=["beast_rabban"]),
            _legion("cne_8", H, tokens=2),
            _legion("false_wall_east", A, 3, 2, generic=1),
            _legion("splintered_rock", A, 5),
            _legion("ne_9", A, elite=2, special=2),
            _legion("sw_6", A, 2, special=1, named=["stilgar"]),
            _legion("csw_4", A, tokens=2),
        ],
        harvesters=["ne_7", "cse_5"],
        wormsigns=["nw_2"],
        sandworms=["cnw_3"],
    ),
)
"""Three positions that teach colours and figures, the simplest first."""

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
