"""What only Atreides may know is in no page of others, and whoever only watches changes nothing."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.rules.commands import CorrectBoard, EnterObjective
from companion.store import Role
from tests.web.table.conftest import Seat

ON_BOTH_DATABASES = True

PAGES = (
    "",
    "/area/windgap",
    "/area/gara_kulon",
    "/zone/az_ne",
    "/tracks/supremacy",
    "/tracks/leaders",
    "/history",
    "/menu",
)
SECRET = (("windgap", 3), ("gara_kulon", 2))


@pytest.fixture
def secret(own_turn: Seat) -> Seat:
    """A game with two ranks and an objective entered; Windgap is the target."""
    for area, rank in SECRET:
        own_turn.done("rank", f"{own_turn.home}/area/{area}", rank=rank)
    own_turn.arrange(EnterObjective((7, 8, 9)))
    return own_turn


def badges(text: str) -> list[str]:
    """The ranks drawn on the sietch badges of the board."""
    return re.findall(r'class="st a[^"]*"[^>]*>(?:(?!</?g).)*<text[^>]*>([^<]+)</text>', text)


def test_a_player_sees_the_ranks(secret: Seat) -> None:
    text = secret.page()
    assert {"3", "2"} <= set(badges(text))
    assert "rank 3, entered by you" in text


@pytest.mark.parametrize("path", PAGES)
def test_a_spectator_finds_no_rank_and_no_objective(
    secret: Seat, guest_of: Callable[[Seat, str], Seat], path: str
) -> None:
    guest = guest_of(secret, Role.SPECTATOR.value)
    text = guest.page(guest.home + path if path else "")
    assert set(badges(text)) == ({"?"} if '<svg class="map"' in text else set())
    assert "entered by you" not in text
    assert not re.search(r"sietch, rank \d", text)
    assert "7 / 8 / 9" not in text
    assert not re.search(r"Sietch [123]", text)


def test_a_spectator_sees_a_rank_that_lies_face_up(secret: Seat, guest_of: Callable[[Seat, str], Seat]) -> None:
    sietches = tuple(replace(s, revealed=s.rank == 3) for s in secret.state.sietches)
    secret.arrange(CorrectBoard(replace(secret.state, sietches=sietches)))
    guest = guest_of(secret, Role.SPECTATOR.value)
    assert "3" in badges(guest.page())
    assert "2" not in badges(guest.page())


def test_a_spectator_has_no_form_and_cannot_send_one(secret: Seat, guest_of: Callable[[Seat, str], Seat]) -> None:
    guest = guest_of(secret, Role.SPECTATOR.value)
    for path in PAGES:
        posts = [form for form in guest.forms(guest.home + path if path else "") if form.method == "post"]
        # What this very device shows is its own choice; nothing about the game changes by it.
        assert not [form for form in posts if not form.action.endswith("/hints")], path
    before = secret.seq
    form = secret.form("spend")
    data = {**dict(form.values()), "die": "strategy", "csrf_token": guest.browser.fields("/new")["csrf_token"]}
    assert guest.browser.post(form.action, data).status_code == 403
    for path in ("/undo", "/redo", "/do/correct-area", "/do/go-to"):
        assert guest.browser.post(guest.home + path, data).status_code == 403, path
    assert secret.seq == before


def test_a_partner_plays_with_the_same_rights(secret: Seat, guest_of: Callable[[Seat, str], Seat]) -> None:
    guest = guest_of(secret, Role.PARTNER.value)
    assert "rank 3, entered by you" in guest.page()
    guest.done("spend", die="strategy")


def test_the_question_for_a_rank_is_not_put_to_spectators(secret: Seat, guest_of: Callable[[Seat, str], Seat]) -> None:
    guest = guest_of(secret, Role.SPECTATOR.value)
    secret.done("spend", die="strategy")
    secret.done("end-turn")
    secret.done("roll-die", result="strategy")
    main = guest.main()
    assert "You are watching." in main
    assert "<details" not in main
