"""The meeting point of changes and streams: news wake those who wait, places are limited, closing ends everything."""

import threading
import time

import pytest

from companion.service import Published
from companion.web.live.hub import PER_ADDRESS, PER_DEVICE, THREADS, Full, Hub, Woken


def test_news_of_a_game_wake_those_who_wait_for_it_and_nobody_else() -> None:
    hub = Hub()
    woken: list[tuple[str, Woken]] = []

    def wait(game: str, seconds: float) -> None:
        with hub.listen(game) as place:
            started.wait()
            woken.append((game, place.wait(seconds)))

    started = threading.Barrier(4)
    threads = [threading.Thread(target=wait, args=args) for args in (("a", 5.0), ("a", 5.0), ("b", 0.5))]
    for thread in threads:
        thread.start()
    started.wait()
    time.sleep(0.05)
    hub.publish(Published("a", 7))
    for thread in threads:
        thread.join()
    assert sorted(woken, key=str) == [("a", Woken.NEWS), ("a", Woken.NEWS), ("b", Woken.SILENCE)]
    assert hub.streams == 0


def test_news_between_two_waits_are_not_lost() -> None:
    hub = Hub()
    with hub.listen("a") as place:
        hub.publish(Published("a", 7))
        hub.publish(Published("a", 8))
        assert place.wait(5) is Woken.NEWS
        assert place.wait(0.05) is Woken.SILENCE


def test_places_are_limited_by_game_and_in_all_and_come_back() -> None:
    hub = Hub(per_game=2, in_total=3)
    first, _second = hub.listen("a"), hub.listen("a")
    with pytest.raises(Full):
        hub.listen("a")
    hub.listen("b")
    with pytest.raises(Full):
        hub.listen("c")
    first.close()
    first.close()
    assert hub.streams == 2
    hub.listen("c")


def test_closing_ends_every_wait_and_lets_nobody_in() -> None:
    hub = Hub()
    ended: list[Woken] = []
    place = hub.listen("a")
    thread = threading.Thread(target=lambda: ended.append(place.wait(30)))
    thread.start()
    hub.close()
    thread.join(5)
    assert ended == [Woken.CLOSED]
    with pytest.raises(Full):
        hub.listen("a")


def test_no_device_and_no_address_takes_all() -> None:
    hub = Hub()
    places = [hub.listen("a", "phone", "10.0.0.1") for _ in range(PER_DEVICE)]
    with pytest.raises(Full):
        hub.listen("b", "phone", "10.0.0.2")
    places += [hub.listen("a", f"phone {number}", "10.0.0.1") for number in range(PER_ADDRESS - PER_DEVICE)]
    with pytest.raises(Full):
        hub.listen("a", "tablet", "10.0.0.1")
    places.append(hub.listen("a", "tablet", "10.0.0.2"))
    # This computer itself has no limit, and a stream whose thread waits has one of its own.
    places += [hub.listen("b", waits=True) for _ in range(THREADS)]
    with pytest.raises(Full):
        hub.listen("c", waits=True)
    for place in places:
        place.close()
    hub.listen("b", "phone", "10.0.0.1", waits=True).close()
    assert (hub.streams, hub.games) == (0, ())


def test_news_are_pushed_to_those_who_want_it_so_and_the_end_too() -> None:
    hub, told = Hub(), list[int | None]()
    hub.listen("a").push_to(told.append)
    hub.listen("b").push_to(told.append)
    hub.publish(Published("a", 7))
    hub.publish(Published("c", 8))
    assert told == [7]
    place = hub.listen("a")
    hub.close()
    assert told == [7, None, None]
    place.push_to(told.append)
    assert told == [7, None, None, None]


def test_the_streams_of_devices_without_a_seat_end_and_no_others() -> None:
    hub, stays, goes, elsewhere = Hub(), list[int | None](), list[int | None](), list[int | None]()
    hub.listen("a", "sits").push_to(stays.append)
    gone = hub.listen("a", "gone")
    gone.push_to(goes.append)
    hub.listen("b", "gone").push_to(elsewhere.append)
    hub.keep("a", {"sits", "another"})
    assert (stays, goes, elsewhere) == ([], [None], [])
    assert gone.wait(0) is Woken.CLOSED
    hub.keep("a")
    assert stays == [None]
