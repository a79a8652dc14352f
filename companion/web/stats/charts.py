"""Charts as SVG text: pure functions from numbers to markup, coloured and dashed by classes of stats.css.

A series is told apart by its dashes or its filling as well as by its colour, and its last value is written beside it.
Every chart is one image for screen readers; the page puts the same numbers into a table behind it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from markupsafe import Markup

from companion.web.words.numbers import short_decimal

WIDTH, HEIGHT = 320, 172
LEFT, RIGHT, TOP, BOTTOM = 26, 34, 16, 24
LABEL_ROOM = 14
TILE_WIDTH, TILE_HEIGHT = 150, 70
LINE_WIDTH = 3
Height = Callable[[float], float]
MOST_TICKS = 8
MOST_LINES = 5
NARROWEST_FOR_TEXT = 9


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers of one kind; ``css`` is a class of stats.css that gives colour and dashes (``h``, ``a``, ``kh``...)."""

    name: str
    values: Sequence[float]
    css: str


@dataclass(frozen=True, slots=True)
class Goal:
    """A value that decides the game, drawn as a line with its name."""

    value: float
    name: str


def line_chart(
    series: Sequence[Series], labels: Sequence[str], say: str, goal: Goal | None = None, *, top_row: bool = False
) -> Markup:
    """Returns lines over ``labels``, one point each; ``top_row``: small numbers are at the top, as on the imperium.

    Raises ValueError when a series has another number of points than there are labels.
    """
    _check(series, labels)
    values = [value for one in series for value in one.values] or [0.0]
    low, high = _range(values, goal, from_one=top_row)

    def y(value: float) -> float:
        share = (value - low) / (high - low)
        return TOP + (HEIGHT - TOP - BOTTOM) * (share if top_row else 1 - share)

    parts = [_grid(low, high, y), _ticks(labels)]
    if goal is not None:
        at = y(goal.value)
        parts.append(f'<path class="goal" d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="goal-name" x="{LEFT + 2}" y="{at - 4:.1f}">{escape(goal.name)}</text>')
    ends = _apart([y(one.values[-1]) for one in series if one.values])
    for k, (one, end) in enumerate(zip((one for one in series if one.values), ends, strict=True)):
        # lines on the same value lie beside each other, else only the last one would be seen
        beside = (k - (len(series) - 1) / 2) * LINE_WIDTH
        points = [(_x(n, len(labels)), y(value) + beside) for n, value in enumerate(one.values)]
        d = "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points)
        px, py = points[-1]
        parts.append(f'<path class="ln {one.css}" d="{d}"/>')
        parts.append(f'<circle class="dot {one.css}" cx="{px:.1f}" cy="{py:.1f}" r="4"/>')
        parts.append(
            f'<text class="end {one.css}" x="{px + 8:.1f}" y="{end + 4.5:.1f}">{short_decimal(one.values[-1])}</text>'
        )
    return _svg(parts, say)


def tile_chart(series: Sequence[Series], labels: Sequence[str], say: str, goal: Goal | None = None) -> Markup:
    """Returns lines in the size of a tile: first and last label, last values, no scale; raises ValueError."""
    _check(series, labels)
    values = [value for one in series for value in one.values] or [0.0]
    high = max(1.0, *values, goal.value if goal else 0.0)
    floor, roof, right = 52, 9, 120

    def y(value: float) -> float:
        return floor - (floor - roof) * max(value, 0.0) / high

    def x(n: int) -> float:
        return 8 + (right - 8) * n / max(len(labels) - 1, 1)

    parts = [f'<path class="axis" d="M4 {floor}H146"/>']
    if goal is not None:
        parts.append(f'<path class="goal" d="M4 {y(goal.value):.1f}H146"/>')
        parts.append(f'<text class="goal-name" x="4" y="{y(goal.value) + 14:.1f}">{escape(goal.name)}</text>')
    ends = _apart([y(one.values[-1]) for one in series if one.values], floor)
    last = len(labels) - 1
    for one, end in zip((one for one in series if one.values), ends, strict=True):
        points = [(x(n), y(value)) for n, value in enumerate(one.values)]
        if len(points) == 1:
            points.insert(0, (4.0, points[0][1]))
        parts.append(f'<path class="ln {one.css}" d="M{"L".join(f"{px:.1f} {py:.1f}" for px, py in points)}"/>')
        px, py = points[-1]
        if len(series) == 1:
            parts.append(f'<rect class="dot {one.css}" x="{px - 5:.1f}" y="{py - 5:.1f}" width="10" height="10"/>')
        parts.append(
            f'<text class="end {one.css}" x="{px + 8:.1f}" y="{end + 4.5:.1f}">{short_decimal(one.values[-1])}</text>'
        )
    for n in dict.fromkeys((0, last)) if labels else ():
        parts.append(f'<text class="tick" x="{x(n):.1f}" y="66">{escape(labels[n])}</text>')
    return _svg(parts, say, TILE_HEIGHT, TILE_WIDTH)


def bar_chart(series: Sequence[Series], labels: Sequence[str], say: str) -> Markup:
    """Returns bars over ``labels``, those of all series side by side, each with its number; raises ValueError."""
    _check(series, labels)
    high = max([1.0, *(value for one in series for value in one.values)])
    room = (WIDTH - LEFT - 6) / max(len(labels), 1)
    width = min(26.0, room * 0.8 / max(len(series), 1))
    floor = HEIGHT - BOTTOM
    parts = [f'<path class="axis" d="M{LEFT} {floor}H{WIDTH - 6}"/>']
    every = -(-len(labels) // MOST_TICKS)
    for n, text in enumerate(labels):
        middle = LEFT + room * (n + 0.5)
        if n % every == 0:
            parts.append(f'<text class="tick" x="{middle:.1f}" y="{HEIGHT - 7}">{escape(text)}</text>')
        for k, one in enumerate(series):
            value = one.values[n]
            tall = (floor - TOP - 4) * value / high
            x = middle + (k - len(series) / 2) * width
            size = f'y="{floor - tall:.1f}" width="{width - 2:.1f}" height="{tall:.1f}"'
            parts.append(f'<rect class="bar {one.css}" x="{x + 1:.1f}" {size}/>')
            if value and width >= NARROWEST_FOR_TEXT:
                at = f'x="{x + width / 2:.1f}" y="{floor - tall - 4:.1f}"'
                parts.append(f'<text class="val {one.css}" {at}>{short_decimal(value)}</text>')
    return _svg(parts, say)


def share_chart(rows: Sequence[tuple[str, float, float, str]], say: str) -> Markup:
    """Returns horizontal bars of (name, what came, what should have come on average, class), the average as a mark."""
    height = 12 + 46 * len(rows)
    high = max([1.0, *(max(came, average) for _, came, average, _ in rows)])
    full = WIDTH - 54
    parts = []
    for n, (name, came, average, css) in enumerate(rows):
        y = 8 + 46 * n
        at = 4 + full * average / high
        parts.append(
            f'<text class="row-name" x="4" y="{y + 10}">{escape(name)}</text>'
            f'<rect class="bar {css}" x="4" y="{y + 16}" width="{full * came / high:.1f}" height="18"/>'
            f'<path class="mark" d="M{at:.1f} {y + 12}v26"/>'
            f'<text class="end {css}" x="{8 + full * max(came, average) / high:.1f}" y="{y + 30}">'
            f"{short_decimal(came)}</text>"
        )
    return _svg(parts, say, height)


def _check(series: Sequence[Series], labels: Sequence[str]) -> None:
    for one in series:
        if len(one.values) != len(labels):
            raise ValueError(f"{one.name}: has {len(one.values)} values for {len(labels)} labels")


def _range(values: Sequence[float], goal: Goal | None, *, from_one: bool) -> tuple[float, float]:
    if from_one:
        return 1, max(5, *values)
    low = min(0, *values)
    high = max([*values, low + 1, *([goal.value] if goal else [])])
    return low, high


def _x(n: int, count: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * (n / (count - 1) if count > 1 else 0.5)


def _ticks(labels: Sequence[str]) -> str:
    every = -(-len(labels) // MOST_TICKS) or 1
    return "".join(
        f'<text class="tick" x="{_x(n, len(labels)):.1f}" y="{HEIGHT - 7}">{escape(text)}</text>'
        for n, text in enumerate(labels)
        if n % every == 0
    )


def _grid(low: float, high: float, y: Height) -> str:
    step = max(1, -(-int(high - low) // MOST_LINES))
    lines = []
    value = int(low)
    while value <= high:
        at = y(value)
        lines.append(
            f'<path class="grid" d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}"/>'
            f'<text class="scale" x="{LEFT - 6}" y="{at + 4.5:.1f}">{value}</text>'
        )
        value += step
    return "".join(lines)


def _apart(heights: Sequence[float], floor: float = HEIGHT - BOTTOM) -> list[float]:
    """Moves labels that would cover each other apart, keeping their order."""
    placed = list(heights)
    order = sorted(range(len(placed)), key=lambda n: placed[n])
    for before, after in pairwise(order):
        placed[after] = max(placed[after], placed[before] + LABEL_ROOM)
    over = max([0.0, *(placed[n] - floor for n in order[-1:])])
    return [height - over for height in placed]


def _svg(parts: Sequence[str], say: str, height: int = HEIGHT, width: int = WIDTH) -> Markup:
    head = f'<svg class="chart" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(say)}">'
    return Markup(head + "".join(parts) + "</svg>")
