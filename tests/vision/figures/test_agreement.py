"""Photos that contradict each other about whose pieces are which."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.figures.views import made_view
from vision.board.observe import View
from vision.contents import Content
from vision.figures import agreement

RED, BLUE = np.array([-0.3, 1.2]), np.array([0.9, -0.4])
HARKONNEN, ATREIDES = Content(harkonnen=2), Content(atreides=2)
TAUGHT = {"harkonnen": RED, "atreides": BLUE}


@pytest.mark.parametrize(
    ("hue", "content", "other"),
    [
        (RED, HARKONNEN, None),
        (BLUE, HARKONNEN, "atreides"),
        (RED * 0.5, ATREIDES, "harkonnen"),
        (RED * 0.01, ATREIDES, None),
        (np.array([0.4, 0.5]), ATREIDES, None),
        (BLUE, Content(harkonnen=1, token=1), None),
        (BLUE, Content(harkonnen=1, atreides=1), None),
        (BLUE, Content(harvester=1), None),
    ],
)
def test_figures_in_the_hue_of_the_others_disagree(hue: agreement.Hue, content: Content, other: str | None) -> None:
    found = agreement.disagreeing({"ne_9": hue}, {"ne_9": content}, TAUGHT)
    assert found == ({} if other is None else {"ne_9": other})


def test_nothing_is_said_before_both_factions_are_known() -> None:
    assert agreement.disagreeing({"ne_9": BLUE}, {"ne_9": HARKONNEN}, {"harkonnen": RED}) == {}


def painted(*areas: tuple[str, agreement.Hue]) -> View:
    """A view with a coloured disc in each area."""
    seen = made_view()
    for area, hue in areas:
        window = seen.board.window(area)
        x, y = seen.board.labels[area]
        rows, columns = np.mgrid[window]
        disc = (columns - 24 - x) ** 2 + (rows - 24 - y) ** 2 < 64
        seen.lit.residual[window][disc] = (hue[0], 0, hue[1])
        seen.lit.picture[window][disc] += np.array([hue[0], 0, hue[1]], np.float32)
        seen.lit.strength[window][disc] = 9
    return seen


def test_the_hue_of_an_area_is_that_of_what_stands_out_in_it() -> None:
    hues = agreement.hues_in(painted(("ne_9", RED), ("sw_5", BLUE)), ("ne_9", "sw_5", "nw_4"))
    assert set(hues) == {"ne_9", "sw_5"}
    assert hues["ne_9"] == pytest.approx(RED, abs=0.01)
    assert hues["sw_5"] == pytest.approx(BLUE, abs=0.01)


def test_one_photo_tells_by_most_of_its_areas_what_a_faction_looks_like() -> None:
    areas = {"ne_9": HARKONNEN, "nw_4": HARKONNEN, "ne_1": HARKONNEN, "sw_5": ATREIDES}
    own = agreement.own_hues({"ne_9": RED, "nw_4": RED, "ne_1": BLUE, "sw_5": BLUE}, areas)
    assert set(own) == {"harkonnen"}, "one area says nothing"
    assert own["harkonnen"] == pytest.approx(RED)
