"""The cone of silence at the page: who talks, one clock for all devices, what is left, and who is back (TEAM-1)."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from companion.rules.commands import TalkInSecret
from companion.rules.frames import TalkFrame
from companion.rules.state import ATREIDES, HARKONNEN
from companion.web.seats import TABLE
from tests.web.table.conftest import Seat

ON_BOTH_DATABASES = True

pytestmark = pytest.mark.rule("TEAM-1")


@pytest.fixture
def four(seat_at: Callable[..., Seat]) -> Seat:
    return seat_at(harkonnen="people", harkonnen_partners="2", partners="2", set_up="quick", dice="hand")


def left(seat: Seat) -> int | None:
    found: int | None = seat.browser.get(f"{seat.home}/talk").get_json()["left"]
    return found


def test_TEAM_1_partners_talk_by_a_tap_in_the_menu_and_the_table_waits(four: Seat) -> None:
    before = four.state.frames
    assert left(four) is None
    menu = four.browser.get(f"{four.home}/menu").text
    assert "Shared by two players" in menu
    assert "Atreides: House Atreides and Fremen Allies" in menu
    four.done("talk-in-secret", f"{four.home}/menu", faction="harkonnen")
    assert four.state.frame == TalkFrame(HARKONNEN)
    assert four.state.cones == (2, 3)
    main = four.main()
    assert "House Harkonnen and Corrino Allies may leave the table" in main
    assert "2 tokens are left" in main
    assert "Atreides: 3 tokens left" in main
    assert f'data-talk="{four.home}/talk"' in main
    assert "talk-in-secret" not in four.browser.get(f"{four.home}/menu").text
    four.done("we-are-back")
    assert four.state.frames == before
    assert left(four) is None


def test_TEAM_1_the_clock_runs_by_the_time_of_the_deed_and_forces_nobody(four: Seat) -> None:
    table = four.app.extensions[TABLE]
    now = datetime(2030, 1, 1, 12, tzinfo=UTC)
    table.clock = lambda: now
    four.arrange(TalkInSecret(ATREIDES))
    assert left(four) == 180
    now += timedelta(seconds=46)
    assert left(four) == 134
    now += timedelta(minutes=10)
    assert left(four) == 0
    assert isinstance(four.state.frame, TalkFrame)
    four.done("we-are-back")
    four.arrange(TalkInSecret(ATREIDES))
    assert left(four) == 180


def test_TEAM_1_whoever_watches_sees_the_clock_and_ends_no_talk(
    four: Seat, guest_of: Callable[[Seat, str], Seat]
) -> None:
    watcher = guest_of(four, "spectator")
    four.arrange(TalkInSecret(ATREIDES))
    main = watcher.main()
    assert "data-talk" in main
    assert "We are back" not in main
    assert left(watcher) is not None


def test_TEAM_1_a_game_of_two_has_no_secret_talk(seat_at: Callable[..., Seat]) -> None:
    two = seat_at(harkonnen="people", set_up="quick")
    menu = two.browser.get(f"{two.home}/menu").text
    assert "Shared by two players" not in menu
    assert "talk-in-secret" not in menu
