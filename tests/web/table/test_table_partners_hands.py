"""The hands of two partners of a side: each phone shows, tells and plays the cards of its own deck (TEAM-2)."""

from collections.abc import Callable
from dataclasses import replace
from html import unescape

import pytest
from flask import Flask

from companion.board import AREA_NUMBER
from companion.content import CARDS
from companion.content.terms import Deck, Result, Subfaction
from companion.rules.army import Army
from companion.rules.commands import (
    Attack,
    CorrectBoard,
    EndTurn,
    EndVehicles,
    FinishAction,
    NameHand,
    RevealSietch,
    RollAtreidesDice,
    RollHarkonnenDice,
    SpendDie,
)
from companion.rules.state import ATREIDES, HARKONNEN
from companion.store import Role
from companion.web.devices import COOKIE
from companion.web.seats import TABLE
from companion.web.words import names
from tests.web.conftest import Browser
from tests.web.table.conftest import Seat

HOUSE, CORRINO = ("evidence_of_rebellion", "hawats_scheming"), ("troop_carriers",)
ATREIDES_CARD, FREMEN_CARDS = ("smugglers_b",), ("shai_hulud", "thumpers")
LEADERSHIP, STRATEGY, DEPLOYMENT, MENTAT, _HOUSE = Result


FIELD, NEAR = AREA_NUMBER["gara_kulon"], AREA_NUMBER["ne_15"]


def deck_of(card: str) -> Deck:
    return CARDS[card].deck


@pytest.fixture
def phones(app: Flask, browser_at: Callable[..., Browser]) -> dict[Subfaction, Seat]:
    """Four phones with a part each, three cards told in the hands of each side; the Harkonnen are in turn."""
    host = browser_at()
    game = host.new_game(harkonnen="people", partners="2", harkonnen_partners="2", set_up="quick", dice="hand")
    table, found = app.extensions[TABLE], {}
    seat = Seat(host, app, game, used=500)
    seat.arrange(EndVehicles())
    seat.arrange(CorrectBoard(replace(seat.state, harkonnen_unused=4)))
    seat.arrange(RollHarkonnenDice((STRATEGY, DEPLOYMENT, MENTAT, _HOUSE), (STRATEGY, DEPLOYMENT)))
    seat.arrange(RollAtreidesDice((LEADERSHIP, STRATEGY, MENTAT, MENTAT), fremen=(STRATEGY, MENTAT)))
    state = seat.state
    house, corrino, atreides, fremen = state.cards.decks
    cards = replace(state.cards, hand=3, decks=(house - 1, corrino, atreides, fremen - 1))
    seat.arrange(CorrectBoard(replace(state, reinforcements=3, cards=cards)))
    seat.arrange(NameHand(HARKONNEN, (*HOUSE, *CORRINO)), NameHand(ATREIDES, (*ATREIDES_CARD, *FREMEN_CARDS)))
    for number, part in enumerate(Subfaction):
        browser = browser_at(f"192.168.1.{40 + number}")
        browser.get("/new")
        kept = browser.client.get_cookie(COOKIE, domain=browser.host)
        assert kept is not None
        table.games.sit(game, kept.value, Role.PLAYER, part.value, table.clock(), frozenset({part}))
        found[part] = Seat(browser, app, game, used=100 * number)
    return found


def to_harkonnen(phones: dict[Subfaction, Seat]) -> None:
    phones[Subfaction.HOUSE_ATREIDES].arrange(SpendDie(LEADERSHIP, LEADERSHIP), FinishAction(), EndTurn())


@pytest.mark.rule("TEAM-2", tries=True)
def test_TEAM_2_each_phone_plays_its_own_cards_only(phones: dict[Subfaction, Seat]) -> None:
    for part, own in ((Subfaction.HOUSE_ATREIDES, ATREIDES_CARD), (Subfaction.FREMEN_ALLY, FREMEN_CARDS)):
        seat = phones[part]
        assert {*seat.form("play-card", f"{seat.step}?use=card").offers("card")} == {*own}
    to_harkonnen(phones)
    for part, own in ((Subfaction.HOUSE_HARKONNEN, HOUSE), (Subfaction.CORRINO_ALLY, CORRINO)):
        seat = phones[part]
        assert {*seat.form("their-card", f"{seat.step}?use=card").offers("card")} == {*own}


@pytest.mark.rule("TEAM-2")
def test_TEAM_2_of_a_hand_that_is_not_told_each_plays_any_card_of_the_own_deck(phones: dict[Subfaction, Seat]) -> None:
    phones[Subfaction.HOUSE_ATREIDES].arrange(NameHand(ATREIDES, ()))
    for part, deck in ((Subfaction.HOUSE_ATREIDES, Deck.HOUSE_ATREIDES), (Subfaction.FREMEN_ALLY, Deck.FREMEN_ALLY)):
        seat = phones[part]
        offers = seat.form("play-card", f"{seat.step}?use=card").offers("card")
        assert {deck_of(card) for card in offers if card} == {deck}


@pytest.mark.rule("TEAM-1", "TEAM-2")
def test_TEAM_2_the_sheet_of_a_hand_holds_the_own_cards_and_counts_those_of_the_partner(
    phones: dict[Subfaction, Seat],
) -> None:
    for part, own, others in (
        (Subfaction.HOUSE_HARKONNEN, HOUSE, CORRINO),
        (Subfaction.CORRINO_ALLY, CORRINO, HOUSE),
    ):
        main = unescape(phones[part].main(f"{phones[part].home}/hand"))
        assert f"Your hand, {len(own)} card" in main
        assert f"Your partner holds {len(others)} card" in main
        assert all(names.card_name(card) in main for card in own)
        assert not any(names.card_name(card) in main for card in others)


@pytest.mark.rule("TEAM-2")
def test_TEAM_2_a_partner_tells_the_own_cards_and_those_of_the_other_stay(phones: dict[Subfaction, Seat]) -> None:
    seat = phones[Subfaction.FREMEN_ALLY]
    form = seat.form("hand-name", f"{seat.home}/hand")
    assert {deck_of(card) for card in form.offers("cards")} == {Deck.FREMEN_ALLY}
    seat.done("hand-name", f"{seat.home}/hand", cards=["shai_hulud"])
    assert seat.state.cards.hands[ATREIDES] == ("shai_hulud", "smugglers_b")


def test_a_phone_that_waits_shows_the_cards_of_its_own_deck(phones: dict[Subfaction, Seat]) -> None:
    main = unescape(phones[Subfaction.CORRINO_ALLY].main())
    assert names.card_name(CORRINO[0]) in main
    assert names.card_name(HOUSE[1]) not in main
    assert "My hand, 1 card" in main


@pytest.mark.rule("TEAM-2", "BATTLE-3")
def test_TEAM_2_only_the_own_cards_are_named_where_both_may_discard(phones: dict[Subfaction, Seat]) -> None:
    to_harkonnen(phones)
    seat = phones[Subfaction.CORRINO_ALLY]
    state = seat.state.with_army(HARKONNEN, NEAR, Army(regular=1)).with_army(ATREIDES, FIELD, Army(regular=1))
    seat.arrange(CorrectBoard(state), SpendDie(STRATEGY, STRATEGY, HARKONNEN, corrino=True))
    seat.arrange(Attack(HARKONNEN, NEAR, FIELD), RevealSietch(FIELD, 1))
    for part, own in ((Subfaction.HOUSE_HARKONNEN, HOUSE), (Subfaction.CORRINO_ALLY, CORRINO)):
        form = phones[part].form("discard")
        assert {*form.offers("gone")} == {*own}
        assert "discarded" in dict(form.values()) or "cards" in dict(form.values()), "cards of the partner are counted"
    seat.done("discard", gone=list(CORRINO))
    assert seat.state.cards.hands[HARKONNEN] == HOUSE


@pytest.mark.rule("TEAM-2", tries=True)
@pytest.mark.parametrize("part", [Subfaction.HOUSE_ATREIDES, Subfaction.FREMEN_ALLY])
def test_TEAM_2_a_mentat_of_the_house_may_draw_for_the_ally_and_is_told_to_hand_over(
    phones: dict[Subfaction, Seat], part: Subfaction
) -> None:
    seat, house = phones[part], part is Subfaction.HOUSE_ATREIDES
    seat.arrange(SpendDie(MENTAT, MENTAT, fremen=not house))
    offers = seat.form("draw").offers("decks")
    assert all(set(one.split(",")) == {"fremen_ally"} for one in offers) or house
    assert any("fremen_ally" in one for one in offers)
    assert ("you may look at it, then hand it over" in unescape(seat.main())) == house
    chosen = dict(seat.form("draw").values())["decks"]
    assert {*chosen.split(",")} == {deck_of(ATREIDES_CARD[0]) if house else Deck.FREMEN_ALLY}


@pytest.mark.rule("TEAM-2")
def test_TEAM_2_what_the_app_drew_for_the_ally_is_shown_to_the_house_until_the_round_is_over(
    phones: dict[Subfaction, Seat],
) -> None:
    seat = phones[Subfaction.HOUSE_ATREIDES]
    hand = (*ATREIDES_CARD, *FREMEN_CARDS)
    seat.arrange(NameHand(ATREIDES, hand, None, FREMEN_CARDS[:1]))
    there, other = (names.card_name(card) for card in FREMEN_CARDS)
    for part, sees in ((Subfaction.HOUSE_ATREIDES, True), (Subfaction.HOUSE_HARKONNEN, False)):
        main = unescape(phones[part].main(f"{phones[part].home}/hand"))
        assert ("You drew for the Fremen Ally and handed over" in main, there in main) == (sees, sees)
        assert other not in main
    ally = unescape(phones[Subfaction.FREMEN_ALLY].main(f"{seat.home}/hand"))
    assert "You drew for" not in ally
    seat.arrange(CorrectBoard(replace(seat.state, round=seat.state.round + 1)))
    assert "You drew for" not in seat.main(f"{seat.home}/hand")
