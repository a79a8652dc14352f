"""A phone of a side shows its own side first while the others have their turn (P-21)."""

import re

from companion.content import CARDS
from companion.content.terms import Deck
from companion.rules.commands import EndVehicles, EnterObjective, NameHand, RollAtreidesDice, RollHarkonnenDice
from companion.rules.frames import TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN
from companion.service import Table
from companion.web.words.names import card_name
from tests.web.conftest import Browser
from tests.web.live.test_calling import EIGHT, FOUR, atreides, duel, harkonnen, table
from tests.web.test_seats_by_side import step_of

__all__ = ["atreides", "duel", "harkonnen", "table"]


def main_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", page[page.index("<main") : page.index("</main>")]))


def to_turns(table: Table, game: str) -> None:
    seat = table.games.seats(game)[0]
    wishes = (EnterObjective((9, 11, 12)), EndVehicles(), RollHarkonnenDice(EIGHT), RollAtreidesDice(FOUR))
    table.submit(game, seat, table.load(game).seq, "key-to-turns", wishes, True)


def test_who_waits_sees_the_own_side(duel: str, table: Table, atreides: Browser, harkonnen: Browser) -> None:
    to_turns(table, duel)
    assert table.load(duel).state.frame == TurnFrame(ATREIDES)
    waits, acts = (main_of(step_of(one, table, duel)) for one in (harkonnen, atreides))
    assert "Leaders with their card face up" in waits
    assert "Baron" in waits
    assert "Deployment" in waits, "its dice, of which Atreides have none"
    assert "Call me" in waits
    assert "Leaders with their card face up" not in acts


def test_of_the_other_side_nothing_secret_is_there(
    duel: str, table: Table, atreides: Browser, harkonnen: Browser
) -> None:
    seat = table.games.seats(duel)[0]
    wishes = (EnterObjective((9, 11, 12)),)
    table.submit(duel, seat, table.load(duel).seq, "key-objective", wishes, True)
    own, other = (main_of(step_of(one, table, duel)) for one in (atreides, harkonnen))
    assert "12" in own
    assert "short" in own, "how far the markers are from the objective"
    assert "short" not in other


def test_the_own_hand_is_read_while_one_waits(duel: str, table: Table, atreides: Browser, harkonnen: Browser) -> None:
    to_turns(table, duel)
    cards = [card.id for card in CARDS.values() if card.deck is Deck.HOUSE_HARKONNEN][:2]
    state = table.load(duel).state
    named = NameHand(HARKONNEN, tuple(sorted(cards)))
    table.submit(duel, table.games.seats(duel)[0], table.load(duel).seq, "key-hand", named, True)
    assert state.frame == TurnFrame(ATREIDES)
    names = [card_name(card) for card in cards]
    waits, acts = (main_of(step_of(one, table, duel)) for one in (harkonnen, atreides))
    assert all(name in waits for name in names)
    assert not any(name in acts for name in names)


def test_a_device_of_the_table_has_no_own_side(phone: Browser, duel: str, table: Table) -> None:
    to_turns(table, duel)
    assert "Leaders with their card face up" not in step_of(phone, table, duel)
