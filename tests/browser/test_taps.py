"""The steps whose taps are counted take no more of them than they should."""

import pytest

from tests.browser.conftest import Phone
from tests.browser.taps import ROWS, Row

pytestmark = [pytest.mark.browser, pytest.mark.calm]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.step)
def test_a_step_takes_no_more_taps_than_it_should(phone: Phone, row: Row) -> None:
    row.play(phone)
    assert phone.taps <= row.wanted
    assert phone.errors() == []
