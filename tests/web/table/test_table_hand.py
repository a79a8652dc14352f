"""Hands by name at the page: told, drawn by the app, played; what the phone of the other side reads of them."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content import CARDS
from companion.content.terms import Faction, Result
from companion.rules.army import Army
from companion.rules.ask.asked import SIDES
from companion.rules.ask.harkonnen_steps import line
from companion.rules.commands import (
    Attack,
    CleanUp,
    CorrectBoard,
    EndTurn,
    EndVehicles,
    FinishAction,
    NameHand,
    PlayAtreidesCard,
    RollAtreidesDice,
    RollHarkonnenDice,
    SpendDie,
)
from companion.rules.frames import BattleFrame, BattleStage, CardFrame, DiscardFrame, EndFrame, EndStage, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN
from companion.store import Role
from companion.web.devices import COOKIE
from companion.web.seats import TABLE
from companion.web.steps.hands import discard_choice
from companion.web.steps.people.card_words import people_step_text
from companion.web.ui.blocks import Steppers
from companion.web.ui.hand_blocks import Hand
from tests.rules.flow.table import codes, play
from tests.web.conftest import Browser
from tests.web.steps.scenes import scene_at
from tests.web.table.conftest import Seat

THEIRS = ("evidence_of_rebellion", "forced_recruitment", "hawats_scheming", "troop_carriers")
OURS = ("chatt_the_leaper", "shai_hulud", "thumpers", "the_voice")


@pytest.fixture
def phones(app: Flask, browser_at: Callable[..., Browser]) -> tuple[Seat, Seat]:
    """A game of two where the Harkonnen have the first turn: the phone of the Harkonnen, that of Atreides."""
    host = browser_at()
    game = host.new_game(harkonnen="people", set_up="quick", dice="app")
    table = app.extensions[TABLE]
    found = []
    for number, side in enumerate(Faction):
        browser = browser_at(f"192.168.1.{40 + number}")
        browser.get("/new")
        kept = browser.client.get_cookie(COOKIE, domain=browser.host)
        assert kept is not None
        table.games.sit(game, kept.value, Role.PLAYER, side.id, table.clock(), SIDES[side])
        found.append(Seat(browser, app, game, used=100 * number))
    theirs, ours = found
    dice = (*Result, *Result)[: theirs.state.harkonnen_unused]
    Seat(host, app, game, used=500).arrange(EndVehicles(), RollHarkonnenDice(dice))
    return theirs, ours


def to_turn(seat: Seat, side: Faction) -> None:
    """Comes to the first turn of a side, four cards told in each hand."""
    seat.arrange(RollAtreidesDice((Result.LEADERSHIP, Result.MENTAT, Result.HOUSE, Result.STRATEGY)))
    if side is HARKONNEN:
        seat.arrange(SpendDie(Result.LEADERSHIP, Result.LEADERSHIP), FinishAction(), EndTurn())
    state = seat.state.with_army(HARKONNEN, AREA_NUMBER["arrakeen"], Army(regular=3, elite=1))
    seat.arrange(CorrectBoard(replace(state, reinforcements=4, cards=replace(state.cards, hand=4))))
    seat.arrange(NameHand(HARKONNEN, THEIRS), NameHand(ATREIDES, OURS))


def test_a_side_enters_its_cards_and_only_its_own_phone_shows_them(phones: tuple[Seat, Seat]) -> None:
    theirs, ours = phones
    sheet = f"{theirs.home}/hand"
    assert "2 cards are not entered yet." in theirs.main(sheet)
    theirs.done("hand-name", sheet, cards=["sandmasters", "troop_carriers"])
    assert theirs.state.cards.hands == (("sandmasters", "troop_carriers"), ())
    assert "Your hand, 2 cards" in theirs.main(sheet)
    assert "Troop Carriers" in theirs.main(sheet)
    other = ours.page(sheet)
    assert "Troop Carriers" not in other
    assert "Harkonnen hold 2 planning cards." in other
    assert theirs.do("hand-name", sheet, cards=["thumpers"]).status_code == 400
    assert theirs.do("hand-name", sheet, cards=["sandmasters", "troop_carriers", "shigawire"]).status_code == 422


def test_the_app_draws_the_hand_where_it_draws_the_cards(phones: tuple[Seat, Seat]) -> None:
    theirs, ours = phones
    theirs.done("hand-deal", f"{theirs.home}/hand")
    assert len(theirs.state.cards.hands[HARKONNEN]) == 2
    assert theirs.state.cards.by_app == (True, False)
    assert "hand-deal" not in theirs.main(f"{theirs.home}/hand")
    assert "hand-deal" in ours.main(f"{ours.home}/hand")


def test_the_hand_is_played_with_its_figures_filled_in(phones: tuple[Seat, Seat]) -> None:
    theirs, ours = phones
    to_turn(theirs, HARKONNEN)
    hand = f"{theirs.step}?use=card"
    form = theirs.form("their-card", hand)
    assert sorted(form.offers("card")) == sorted(THEIRS)
    assert "room: 2" in theirs.main(hand)
    theirs.done("their-card", hand, card="forced_recruitment", die="strategy:0")
    assert isinstance(theirs.top(), CardFrame)
    assert "Place 3 elite units and 1 leader" in ours.main(), "a card that is played is read by both"
    theirs.done("their-card-figures")
    army = theirs.state.army(HARKONNEN, AREA_NUMBER["arrakeen"])
    assert army is not None
    assert (army.regular, army.elite, army.leaders) == (3, 3, 1)
    assert theirs.top() == TurnFrame(HARKONNEN, acted=True, spent_die=True), "nobody says that the card is done"
    assert theirs.state.cards.discards == ("forced_recruitment",)
    assert "Face up, the last one: Forced Recruitment" in ours.main(f"{ours.home}/hand")


def test_troop_carriers_carry_a_legion_to_another_one(phones: tuple[Seat, Seat]) -> None:
    theirs, _ours = phones
    to_turn(theirs, HARKONNEN)
    theirs.done("their-card", f"{theirs.step}?use=card", card="troop_carriers", die="strategy:0")
    assert "Harkonnen card: Troop Carriers" in theirs.main()
    links = [link for link in theirs.links() if "from=" in link]
    assert len(links) >= 6, "each settlement with a legion"
    chosen = f"{theirs.step}?from=arrakeen"
    assert "to=carthag" in " ".join(theirs.links(chosen))
    theirs.done("move", f"{chosen}&to=carthag", regular="1", elite="1")
    army = theirs.state.army(HARKONNEN, AREA_NUMBER["carthag"])
    assert army is not None
    assert army.elite >= 1
    assert theirs.top() == TurnFrame(HARKONNEN, acted=True, spent_die=True)


def test_atreides_choose_from_their_hand_and_the_other_side_chooses_what_it_discards(
    phones: tuple[Seat, Seat],
) -> None:
    theirs, ours = phones
    to_turn(ours, ATREIDES)
    form = ours.form("play-card", f"{ours.step}?use=card")
    assert sorted(form.offers("card")) == sorted(OURS)
    assert "Troop Carriers" not in ours.page(f"{ours.step}?use=card")
    ours.arrange(PlayAtreidesCard(Result.MENTAT, "the_voice"))
    ours.done("own-card-step")
    assert ours.top() == DiscardFrame(HARKONNEN, 1)
    assert "discard-cards" not in ours.page()
    assert sorted(theirs.form("discard-cards").offers("gone")) == sorted(THEIRS)
    theirs.done("discard-cards", gone="hawats_scheming")
    assert theirs.state.cards.discards == ("the_voice", "hawats_scheming")
    assert len(theirs.state.cards.hands[HARKONNEN]) == 3


def test_cards_over_the_limit_are_ticked_by_name(phones: tuple[Seat, Seat]) -> None:
    theirs, ours = phones
    many = (*THEIRS, "sandmasters", "shigawire", "spotter_control")
    state = replace(theirs.state, reinforcements=7, frames=(EndFrame(EndStage.CLEANUP),))
    assert codes(state, CleanUp((), 1, ("thumpers",))) == [("CARD-1", "unknown_card")]
    after = play(state, NameHand(HARKONNEN, many), CleanUp((), 1, ("sandmasters",)))
    assert after.cards.hands[HARKONNEN] == tuple(sorted({*many} - {"sandmasters"}))
    assert after.cards.discards == ("sandmasters",)
    named = play(state, NameHand(HARKONNEN, many))
    boxes = discard_choice(scene_at(named, parts=SIDES[HARKONNEN]), HARKONNEN, Steppers(()), 1)
    assert [(box.need, len(box.cards)) for box in boxes if isinstance(box, Hand)] == [(1, 7)]
    assert discard_choice(scene_at(state), HARKONNEN, Steppers(()), 1) == (Steppers(()),), "it is counted"
    assert ours.state.cards.hands == ((), ())


def test_cards_discarded_for_dice_are_ticked_by_name(phones: tuple[Seat, Seat]) -> None:
    theirs, ours = phones
    to_turn(ours, ATREIDES)
    ne_15, gara = AREA_NUMBER["ne_15"], AREA_NUMBER["gara_kulon"]
    state = ours.state.with_army(HARKONNEN, ne_15, Army(regular=2)).with_army(ATREIDES, gara, Army(regular=3))
    ours.arrange(CorrectBoard(state), SpendDie(Result.STRATEGY, Result.STRATEGY), Attack(ATREIDES, gara, ne_15))
    assert sorted(ours.form("discard").offers("gone")) == sorted(OURS)
    ours.done("discard", gone=["thumpers", "the_voice"])
    assert ours.state.cards.hands[ATREIDES] == ("chatt_the_leaper", "shai_hulud")
    assert ours.state.cards.discards == ("the_voice", "thumpers")
    theirs.done("discard", gone=[])
    assert ours.top_as(BattleFrame).stage is BattleStage.ROLL


def test_moving_for_a_card_keeps_its_name_and_text(phones: tuple[Seat, Seat]) -> None:
    theirs, _ours = phones
    to_turn(theirs, HARKONNEN)
    theirs.arrange(NameHand(HARKONNEN, ("sardaukars_manner",)))
    theirs.done("their-card", f"{theirs.step}?use=card", card="sardaukars_manner", die="strategy:0")
    main = theirs.main()
    assert "Harkonnen card: Sardaukar’s Manner" in main
    assert "Move a legion with a Sardaukar, or make a surprise attack with one." in main
    state = theirs.state
    lit = {link.split("from=")[1].split("&")[0] for link in theirs.links() if "from=" in link}
    assert lit <= {AREA_IDS[area] for area, army in state.legions(HARKONNEN) if army.special}


def test_words_between_people_are_not_those_of_the_solo_game() -> None:
    for card in CARDS.values():
        if card.deck.faction is HARKONNEN:
            text = " ".join(people_step_text(step) for step in line(card.id) if step is not None)
            assert not {"reinforcements", "Spice Must Flow", "Draw and play", "your"} & {*text.split(), text}
            assert "reinforcements" not in text
            assert "your " not in text


def test_a_device_of_the_table_chooses_among_all_cards(phones: tuple[Seat, Seat], app: Flask) -> None:
    theirs, _ours = phones
    to_turn(theirs, HARKONNEN)
    table = app.extensions[TABLE]
    kept = theirs.browser.client.get_cookie(COOKIE, domain=theirs.browser.host)
    assert kept is not None
    table.games.sit(theirs.game, kept.value, Role.PLAYER, "Table", table.clock(), frozenset())
    offers = theirs.form("their-card", f"{theirs.step}?use=card").offers("card")
    assert len(offers) == len({*offers}) == 34
