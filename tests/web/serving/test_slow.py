"""Slow and greedy devices: nobody else notices them, and each is let go in the end."""

import socket
import time

import pytest

from companion.web.server import THREADS
from companion.web.serving import connection, intake
from companion.web.serving.connection import SMALL_BODY
from companion.web.serving.intake import UPLOADS
from tests.web.serving.conftest import BIG, Served, plain, post, rest_of, until

HEAD = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "


def test_two_hundred_half_heads_keep_nobody_out(served: Served, impatient: None) -> None:
    with served.many(200 if served.made is None else 60, HEAD) as links:
        assert served.is_quick()
        for link in links[:5]:
            link.sendall(b"a")
        time.sleep(0.6)
        for link in links[:5]:
            link.sendall(b"a")
        assert rest_of(links[0]).startswith(b"HTTP/1.1 408 ")
        assert rest_of(links[-1]).startswith(b"HTTP/1.1 408 ")


def test_half_forms_keep_nobody_out_and_are_told_in_the_end(served: Served, impatient: None) -> None:
    with served.many(THREADS + 20, post("/size", 5000, b"half")) as links:
        assert served.is_quick()
        assert rest_of(links[-1]).startswith(b"HTTP/1.1 408 ")


def test_who_sends_a_byte_now_and_then_is_late_after_the_grace(served: Served, impatient: None) -> None:
    with served.link() as link:
        link.sendall(post("/size", 5000))
        began = time.monotonic()
        answer = b""
        link.settimeout(0.2)
        while not answer and time.monotonic() - began < 5:
            link.sendall(b"a")
            try:
                answer = link.recv(100)
            except TimeoutError:
                continue
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert 0.9 < time.monotonic() - began < 3


def test_half_uploads_keep_nobody_out(served: Served, impatient: None) -> None:
    with served.many(THREADS + 10, post("/size", BIG, b"half")) as links:
        assert served.is_quick()
        assert rest_of(links[0]).startswith(b"HTTP/1.1 408 ")
        # Those that stood in line for one of the few turns come after those.
        assert len(links) > UPLOADS
        assert served.is_quick()


@pytest.mark.slow
def test_an_upload_that_is_slow_and_steady_arrives(
    served: Served, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.serving.shares.BYTES_A_SECOND", 512 * 1024)
    with served.link() as link:
        link.sendall(post("/size", BIG))
        for _ in range(12):
            link.sendall(bytes(BIG // 12))
            time.sleep(0.2)
        assert rest_of(link).endswith(b"\r\n\r\n" + str(BIG).encode())


def test_a_form_in_pieces_arrives(served: Served) -> None:
    text = post("/size", 3000, bytes(3000))
    with served.link() as link:
        for start in range(0, len(text), 500):
            link.sendall(text[start : start + 500])
            time.sleep(0.02)
        assert rest_of(link).endswith(b"\r\n\r\n3000")


@pytest.mark.parametrize("size", [SMALL_BODY, SMALL_BODY + 1, 3 * SMALL_BODY])
def test_bodies_of_every_size_arrive_and_the_connection_stays(served: Served, size: int) -> None:
    with served.link() as link:
        for _ in range(2):
            link.sendall(post("/size", size, bytes(size), ""))
            answer = link.recv(4096)
            assert answer.endswith(str(size).encode())


def test_who_is_refused_while_sending_reads_why(served: Served) -> None:
    with served.link() as link:
        link.sendall(post("/refused", BIG, more=""))
        for _ in range(12):
            link.sendall(bytes(BIG // 12))
        assert rest_of(link).endswith(b"not today")


def test_devices_that_do_not_take_their_answers_keep_nobody_out(served: Served, impatient: None) -> None:
    with served.many(THREADS - 12, b"GET /big HTTP/1.1\r\nHost: x\r\n\r\n") as links:
        assert served.is_quick()
        waiting = served.server._waiting
        assert waiting.taken > 0
        # Some are let go in the end, and nothing lies here for them any more.
        assert until(lambda: waiting.taken == 0, 15)
        assert len(rest_of(links[0])) < BIG


def test_a_device_that_takes_its_answer_slowly_gets_all_of_it(served: Served) -> None:
    with served.link() as link:
        link.sendall(b"GET /big HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        got = 0
        while part := link.recv(256 * 1024):
            got += len(part)
            time.sleep(0.002)
        assert got > BIG


@plain
def test_what_lies_here_for_slow_devices_is_limited(served: Served) -> None:
    served.server._waiting._total = BIG // 2
    answer = served.get("/big")
    served.server._waiting._total = 0
    with served.many(1, b"GET /big HTTP/1.1\r\nHost: x\r\n\r\n") as (link,):
        answer = rest_of(link)
    assert len(answer) < BIG
    assert served.is_quick()


@plain
def test_no_address_gets_more_than_its_part(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "whose", lambda address: "phone")
    with served.many(intake.PER_ADDRESS, HEAD) as links:
        with served.link() as one:
            assert gone(one)
        monkeypatch.setattr(connection, "whose", lambda address: "another phone")
        assert served.is_quick()
        monkeypatch.setattr(connection, "whose", lambda address: "phone")
        links[0].close()
        assert until(served.is_quick)


@plain
def test_a_proxy_on_another_machine_brings_as_many_as_it_likes(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "whose", lambda address: "proxy")
    served.server.behind_proxy = True
    with served.many(intake.PER_ADDRESS + 4, HEAD):
        assert served.is_quick()


@plain
def test_a_connection_that_says_nothing_makes_room(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "whose", lambda address: "phone")
    with served.many(intake.PER_ADDRESS, b"") as links:
        assert served.is_quick()
        assert gone(links[0])
    assert until(lambda: served.server._connections._room.taken == 0)


def gone(link: socket.socket) -> bool:
    try:
        return link.recv(10) == b""
    except ConnectionError:
        return True
