"""The table of figures: what was asked, what was measured, of how many cases, with the interval at 95 %."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.workshop.camera.evaluation.rates import Tally

Bound = tuple[str, float] | None


@dataclass(frozen=True)
class Row:
    """A figure: what is counted, how it is told, and the target: at least (``>=``) or at most (``<=``) a share."""

    name: str
    told: str
    target: Bound = None


READING = (
    Row("counts_exact_1_3", "of them legions of 1 to 3 figures"),
    Row("counts_exact_4_more", "of them legions of 4 and more figures"),
    Row("kinds_right", "unit kinds right where the count is"),
    Row("tokens_exact", "number of deployment tokens exact"),
    Row("harvester_seen", "harvesters seen"),
    Row("sandworm_seen", "sandworms seen"),
    Row("wormsign_seen", "wormsigns seen"),
    Row("zones_right", "air zones right"),
    Row("zones_accepted_wrong", "accepted air zones wrong"),
    Row("refused", "photos refused"),
)
SHARED = (
    Row("occupied_accepted_wrong", "accepted areas wrong where something is or is seen"),
    Row("occupied_accepted", "occupied areas accepted"),
    Row("not_accepted_right", "areas to look at whose reading is right"),
)
AGAINST = (
    Row("false_alarms", "false alarms a board", ("<=", 1.0)),
    Row("altered_accepted", "areas that differ accepted as the app has them"),
    Row("accepted_wrong", "accepted areas wrong"),
    Row("areas_accepted", "areas accepted"),
    Row("occupied_accepted", "occupied areas accepted"),
)
ROWS: dict[str, tuple[Row, ...]] = {
    "good": (
        Row("accepted_wrong", "accepted areas wrong", ("<=", 0.002)),
        Row("areas_accepted", "areas accepted", (">=", 0.85)),
        Row("owners_right", "boards with every legion and its faction right", (">=", 0.95)),
        Row("owners_and_tokens_right", "boards where besides every area with tokens is told"),
        Row("counts_exact", "legions with exact numbers of units and leaders", (">=", 0.94)),
        *SHARED,
        *READING,
    ),
    "hard": (
        Row("accepted_wrong", "accepted areas wrong", ("<=", 0.003)),
        Row("areas_accepted", "areas accepted (refused photos count as none)", (">=", 0.78)),
        Row("owners_right", "boards with every legion and its faction right"),
        Row("owners_and_tokens_right", "boards where besides every area with tokens is told"),
        Row("counts_exact", "legions with exact numbers of units and leaders"),
        *SHARED,
        *READING,
    ),
    "expected": (
        Row("legion_missing", "legions missing on the board noticed", (">=", 0.99)),
        Row("legion_extra", "legions the app does not know noticed", (">=", 0.99)),
        Row("off_by_one", "counts off by one noticed", (">=", 0.96)),
        *AGAINST,
        Row("refused", "photos refused"),
    ),
    "sector": (
        Row("accepted_wrong", "accepted areas wrong"),
        Row("areas_accepted", "areas accepted"),
        Row("counts_exact", "legions with exact numbers of units and leaders"),
        *READING,
    ),
    "dice": (
        Row("dice_found", "dice found", (">=", 0.97)),
        Row("accepted_right", "accepted faces right", (">=", 0.995)),
        Row("dice_accepted_wrong", "dice accepted with a wrong face", ("<=", 0.002)),
        Row("dice_accepted", "dice accepted"),
        Row("foreign_rejected", "foreign dice rejected"),
        Row("dice_number_right", "photos with the right number of dice"),
        Row("dice_taught", "worlds whose dice could be taught"),
    ),
}
ROWS["real"] = tuple(Row(row.name, row.told) for row in (*ROWS["good"], *ROWS["dice"]))
TITLES = {
    "good": "Good set: 52 to 84 degrees from above, mild light",
    "hard": "Hard set: 45 to 75 degrees, glare, hard shadows, coloured light, blur, at times cropped or a hand",
    "expected": "Against the expected state (good set; one legion too few, one too many, two counts off by one)",
    "sector": "Photos of one sector (good set)",
    "dice": "Dice on the mat",
    "real": "Real photos of tests/vision/real",
}
CALIBRATED = Row("calibrated", "worlds calibrated")


def meets(row: Row, tally: Tally) -> bool | None:
    """Returns whether a figure meets its target, None without target or cases."""
    share = tally.rate(row.name).share
    if row.target is None or share is None:
        return None
    way, bound = row.target
    return share >= bound if way == ">=" else share <= bound


def markdown_table(which: str, tally: Tally) -> str:
    """Returns the table of one set; figures that were never counted are left out."""
    return table_of(ROWS[which], tally)


def table_of(rows: Sequence[Row], tally: Tally) -> str:
    """Returns the table of some rows and of how many could be calibrated."""
    lines = [
        "| figure | value | n | 95 % interval | target | met |",
        "|---|---|---|---|---|---|",
    ]
    for row in (*rows, CALIBRATED):
        rate = tally.rate(row.name)
        if rate.share is None:
            continue
        met = meets(row, tally)
        target = "" if row.target is None else f"{'at least' if row.target[0] == '>=' else 'at most'} "
        if row.name == "false_alarms":
            value, span = f"{rate.share:.2f}", ""
            target += f"{row.target[1]:g}" if row.target else ""
        else:
            low, high = rate.interval
            value, span = percent(rate.share), f"{percent(low)} to {percent(high)}"
            target += percent(row.target[1]) if row.target else ""
        said = "" if met is None else "yes" if met else "**no**"
        lines.append(f"| {row.told} | {value} | {rate.n} | {span} | {target} | {said} |")
    return "\n".join(lines)


def percent(share: float) -> str:
    """Returns a share in percent with the digits that matter.

    >>> percent(0.0015), percent(0.95), percent(1)
    ('0.15 %', '95.0 %', '100 %')
    """
    value = 100 * share
    if value in (0, 100):
        return f"{value:.0f} %"
    return f"{value:.2f} %" if value < 1 or value > 99 else f"{value:.1f} %"


def document(results: Mapping[str, Tally], facts: Mapping[str, str]) -> str:
    """Returns the whole page; ``facts`` are lines about the run."""
    parts = [
        "# How well the camera reads",
        "",
        "Written by `python -m tests.workshop.camera.evaluate --write docs/vision-accuracy.md`."
        " **Every figure here is synthetic** unless a heading says real: measured on rendered photos"
        " (`tests/workshop/camera/render.py`) of worlds that nothing was tuned on."
        " A world is a copy of the game with its own print, plastics, sculpts and table; each is calibrated once as a"
        " player would, then photographed in new positions. Intervals are Wilson's at 95 %; n counts areas, legions,"
        " boards, dice or photos as the row says. Photos of one world share its calibration, so that the intervals are"
        " somewhat too narrow.",
        "",
        *(f"- {name}: {value}" for name, value in facts.items()),
    ]
    for which, tally in results.items():
        parts += ["", f"## {TITLES[which]}", "", markdown_table(which, tally)]
    return "\n".join(parts) + "\n"
