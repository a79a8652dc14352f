"""What the page says of the second renderer: a section of its own, which the other figures are written around."""

from __future__ import annotations

from collections.abc import Mapping

from tests.workshop.camera.evaluation.rates import Tally
from tests.workshop.camera.evaluation.report import AGAINST, READING, SHARED, Bound, Row, meets, table_of
from tests.workshop.camera.evaluation.second import FACTORS, THINGS
from tests.workshop.camera.second.wrong import WRONG

HEADING = "## The second renderer: never tuned on"


def _reading(wrong: Bound, zones: Bound, counts: Bound, harvesters: Bound, occupied: Bound) -> tuple[Row, ...]:
    targets = {"zones_accepted_wrong": zones, "harvester_seen": harvesters, "occupied_accepted": occupied}
    return (
        Row("accepted_wrong", "accepted areas wrong", wrong),
        Row("areas_accepted", "areas accepted (refused photos count as none)"),
        Row("owners_right", "boards with every legion and its faction right"),
        Row("counts_exact", "legions with exact numbers of units and leaders", counts),
        *(Row(row.name, row.told, targets.get(row.name)) for row in (*SHARED, *READING)),
    )


STRICT = _reading(("<=", 0.001), ("<=", 0.005), (">=", 0.93), (">=", 0.90), (">=", 0.5))
ROWS: dict[str, tuple[Row, ...]] = {
    "good": STRICT,
    "hard": STRICT,
    "expected": (
        Row("legion_missing", "legions missing on the board noticed"),
        Row("legion_extra", "legions the app does not know noticed"),
        Row("off_by_one", "counts off by one noticed"),
        *AGAINST,
        Row("refused", "photos refused"),
    ),
    "covered": (
        Row("covered_empty", "areas covered to 60 % and more accepted as empty", ("<=", 0.01)),
        *(Row(f"covered_empty_{kind}", f"of them under a {kind}") for kind in THINGS),
        Row("covered_legions_empty", "covered areas that hold something accepted as empty"),
        Row("covered_accepted", "covered areas accepted as anything"),
        Row("partly_wrong", "accepted areas wrong that are covered in part"),
        Row("clear_wrong", "accepted areas wrong that nothing covers"),
        Row("clear_accepted", "areas accepted that nothing covers"),
        Row("refused", "photos refused"),
    ),
    "wrong": tuple(
        row
        for kind in WRONG
        for row in (
            Row(f"{kind}_wrong", f"{kind.replace('_', ' ')}: photos with anything accepted wrong", ("<=", 0.0)),
            Row(f"{kind}_refused", f"{kind.replace('_', ' ')}: photos refused"),
        )
    ),
    "bases": (
        *(Row(f"counts_exact_{factor:g}", f"bases x{factor:g}: counts exact", (">=", 0.9)) for factor in FACTORS),
        Row("accepted_wrong", "accepted areas wrong"),
        Row("occupied_accepted", "occupied areas accepted"),
        Row("refused", "photos refused"),
    ),
    "leaders": (
        Row("accepted_wrong", "accepted areas wrong", ("<=", 0.005)),
        Row("occupied_accepted_wrong", "accepted areas wrong where something is or is seen"),
        Row("occupied_accepted", "occupied areas accepted"),
        Row("counts_exact", "legions with exact numbers of units and leaders"),
        Row("owners_right", "boards with every legion and its faction right"),
        Row("refused", "photos refused"),
    ),
}
TITLES = {
    "good": "Good photos",
    "hard": "Hard photos",
    "expected": "Against the expected state",
    "covered": "Covered areas: hands, papers, cups, boxes, cards",
    "wrong": "Photos that are of no use",
    "bases": "Bases of other sizes, taught as they are",
    "leaders": "Leaders in the shade of their units, grey Sardaukar",
}


def section(results: Mapping[str, Tally], facts: Mapping[str, str]) -> str:
    """Returns the section of all sets that were measured."""
    lines = [
        HEADING,
        "",
        "Written by `python -m tests.workshop.camera.evaluate --renderer second --write docs/vision-accuracy.md`."
        " **Synthetic, and never tuned on:** photos of `tests/workshop/camera/second`, which shares no picture, body,"
        " paint, shading or lens with the first renderer; nothing is taught or chosen with them. Bodies are clouds of"
        " points drawn by depth, 22 mm to 60 mm tall; bases are 0.7 to 1.4 times the usual, a factor a copy;"
        " the board is painted in browns; things lie around it. Each copy is calibrated as a player would.",
        "",
        *(f"- {name}: {value}" for name, value in facts.items()),
    ]
    for which in ROWS:
        if which in results:
            lines += ["", f"### {TITLES[which]}", "", table_of(ROWS[which], results[which])]
    return "\n".join(lines) + "\n"


def missed(results: Mapping[str, Tally]) -> list[Row]:
    """Returns the figures that miss their targets."""
    return [row for which, tally in results.items() for row in ROWS[which] if meets(row, tally) is False]


def with_section(page: str, new: str) -> str:
    """Returns a page with the section at its end, instead of the one it had."""
    return f"{page.split(HEADING)[0].rstrip()}\n\n{new}"


def section_in(page: str) -> str | None:
    """Returns the section that a page has.

    >>> section_in("# Figures") is None
    True
    """
    return HEADING + page.split(HEADING, 1)[1] if HEADING in page else None
