"""Cardboard that belongs on the board is learnt where it lies alone, and taken for the board afterwards."""

from __future__ import annotations

import numpy as np

from tests.vision.figures.views import made_view
from vision.board.observe import View
from vision.contents import Content, Expected
from vision.table.cardboard import laid_by, with_cardboard

HOME = "carthag"


def with_disc(radius: float, colour: float = 0.8) -> View:
    """A view in which something round lies on a home."""
    seen = made_view()
    x, y = seen.board.labels[HOME]
    rows, columns = np.mgrid[: seen.board.shape[0], : seen.board.shape[1]]
    disc = (columns - 24 - x) ** 2 + (rows - 24 - y) ** 2 < radius**2
    seen.lit.residual[disc] = colour
    seen.lit.picture[disc] += colour
    seen.lit.strength[disc] = colour / 0.1
    return seen


def test_what_looks_like_the_cardboard_is_no_piece_any_more() -> None:
    laid = laid_by(with_disc(10), Expected({}, {}, frozenset({HOME})), None)
    assert laid is not None
    later = with_cardboard(with_disc(10), laid)
    assert later.lit.strength.max() < 1
    taken_away = with_cardboard(made_view(), laid)
    assert taken_away.lit.strength.max() == 0, "the bare print is board as well"


def test_a_figure_on_the_cardboard_still_stands_out() -> None:
    laid = laid_by(with_disc(10), Expected({}, {}, frozenset({HOME})), None)
    seen = with_disc(10)
    x, y = (round(at) + 24 for at in seen.board.labels[HOME])
    seen.lit.picture[y - 3 : y + 4, x - 3 : x + 4] += 1.0
    seen.lit.residual[y - 3 : y + 4, x - 3 : x + 4] += 1.0
    seen.lit.strength[y - 3 : y + 4, x - 3 : x + 4] = 18
    later = with_cardboard(seen, laid)
    assert later.lit.strength[y, x] > 5
    assert later.lit.strength[y, x + 7] < 1


def test_a_place_with_pieces_teaches_no_cardboard_and_keeps_what_was_known() -> None:
    occupied = Expected({HOME: Content(harkonnen=2)}, {}, frozenset({HOME}))
    assert laid_by(with_disc(10), occupied, None) is None
    known = laid_by(with_disc(10), Expected({}, {}, frozenset({HOME})), None)
    assert laid_by(with_disc(30), occupied, known) is known
