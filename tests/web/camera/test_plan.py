"""How far a set-up is, and its minutes: a guess first, then this table's own pace."""

from typing import Any

from companion.web.camera.plan import Photo, plan_of


def state(taught: int = 0, needs: tuple[str, ...] = (), at: tuple[float, ...] = (), **more: Any) -> dict[str, Any]:
    checks = [{"step": "begun" if n == 0 else "teach", "at": moment} for n, moment in enumerate(at)]
    return {"needs": list(needs), "size": [100, 75], "taught": taught, "checks": checks, **more}


def test_the_photos_come_in_their_order() -> None:
    assert plan_of(state(size=None)).next is Photo.EMPTY
    assert [plan_of(state(taught)).next for taught in range(4)] == [Photo.START, Photo.SIDE, Photo.ROW, None]
    assert plan_of(state(3)).done == tuple(Photo)


def test_without_cards_the_first_photo_waits_for_its_corners() -> None:
    plan = plan_of(state(needs=("landmarks",)))
    assert (plan.corners, plan.next, plan.done) == (True, Photo.EMPTY, ())


def test_minutes_are_a_guess_until_the_first_photo_and_measured_then() -> None:
    guess = plan_of(state(size=None, at=(0.0,)))
    assert (guess.measured, guess.minutes, guess.left) == (False, 4, 4)
    slow = plan_of(state(0, at=(0.0, 180.0)))
    assert slow.measured
    # Twice as slow as guessed, so the rest is too: 3 minutes are gone, 6 are to come.
    assert (slow.minutes, slow.left) == (9, 6)


def test_somebody_who_went_away_for_a_day_is_not_told_of_days() -> None:
    away = plan_of(state(1, at=(0.0, 90.0, 86_400.0)))
    assert away.minutes < 25
