"""Charts: every number is in the picture, what is the same lies beside each other, nothing is told by colour alone."""

import re
from pathlib import Path

import pytest

from companion.web.stats.charts import HEIGHT, WIDTH, Goal, Series, bar_chart, line_chart, share_chart

ROOT = Path(__file__).resolve().parents[3]


def points(svg: str, css: str) -> list[tuple[float, float]]:
    (d,) = re.findall(rf'<path class="ln {css}" d="M([^"]+)"', svg)
    return [(float(x), float(y)) for x, y in (pair.split() for pair in d.split("L"))]


def test_a_line_has_a_point_for_each_round_and_rises_with_its_values() -> None:
    svg = line_chart([Series("Supremacy", [0, 2, 5], "h")], ["1", "2", "3"], "Supremacy 0 2 5", Goal(10, "10 wins"))
    found = points(svg, "h")
    assert len(found) == 3
    assert found[0][1] > found[1][1] > found[2][1]
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in found)
    assert 'aria-label="Supremacy 0 2 5"' in svg
    assert ">10 wins</text>" in svg
    assert '<text class="end h"' in svg


def test_on_the_imperium_row_1_is_at_the_top() -> None:
    (first, second) = points(line_chart([Series("CHOAM", [1, 4], "p1")], ["1", "2"], "x", top_row=True), "p1")
    assert first[1] < second[1]


def test_equal_lines_and_their_labels_lie_beside_each_other() -> None:
    svg = line_chart([Series(css, [1, 1], css) for css in ("kh", "sd", "ji")], ["1", "2"], "x")
    assert len({points(svg, css)[0][1] for css in ("kh", "sd", "ji")}) == 3
    labels = [float(y) for y in re.findall(r'<text class="end [a-z]+" x="[\d.]+" y="([\d.]+)"', svg)]
    assert all(abs(one - other) >= 13 for n, one in enumerate(labels) for other in labels[n + 1 :])
    assert max(labels) < HEIGHT


def test_bars_stand_on_the_floor_and_carry_their_numbers() -> None:
    svg = bar_chart([Series("H", [4, 0], "h"), Series("A", [2, 1], "a")], ["1", "2"], "x")
    bars = re.findall(r'<rect class="bar (\w)" x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"', svg)
    assert len(bars) == 4
    assert {round(float(y) + float(tall), 1) for _, y, tall in bars} == {float(HEIGHT - 24)}
    assert re.findall(r'class="val \w"[^>]*>(\d+)<', svg) == ["4", "2", "1"]


def test_shares_show_the_average_as_a_mark() -> None:
    svg = share_chart([("Harkonnen", 10, 20, "h")], "x")
    assert re.search(r'<path class="mark" d="M[\d.]+ ', svg)
    assert ">10</text>" in svg


def test_names_are_escaped_and_lengths_must_agree() -> None:
    assert "<b>" not in line_chart([Series("x", [1], "h")], ["<b>"], '"<b>', Goal(1, "<b>"))
    with pytest.raises(ValueError, match="Supremacy: has 1 values for 2 labels"):
        line_chart([Series("Supremacy", [1], "h")], ["1", "2"], "x")


def test_a_chart_without_values_is_drawn() -> None:
    assert line_chart([Series("x", [], "h")], [], "x").startswith("<svg")
    assert bar_chart([Series("x", [], "h")], [], "x").startswith("<svg")


def test_lines_differ_by_their_dashes() -> None:
    css = (ROOT / "static/css/stats.css").read_text(encoding="utf-8")
    dashes = {name: re.search(rf"\.ln\.{name}\{{stroke-dasharray:([\d ]+)\}}", css) for name in ("kh", "sd", "ji")}
    assert dashes["kh"] is None
    assert {found[1] for found in (dashes["sd"], dashes["ji"]) if found} == {"8 5", "1 6"}
