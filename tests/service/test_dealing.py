"""Hands that the app draws: its own decks, in one order for the whole game."""

from collections import Counter
from dataclasses import replace

import pytest

from companion.content import DECK_CARDS
from companion.content.terms import Deck, Result, Subfaction
from companion.rules.army import Army
from companion.rules.ask.hands import cards_held
from companion.rules.commands import (
    BeginGame,
    CorrectBoard,
    DrawCards,
    EndVehicles,
    NameHand,
    PlaceStartingFigures,
    RollAtreidesDice,
    RollHarkonnenDice,
    SpendDie,
)
from companion.rules.events import HandNamed
from companion.rules.frames import RollSource, SetupFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Rules, State
from companion.service import Chance, DiceBy, GameSettings, Table
from companion.service.dealing import dealt_hand
from companion.service.secrets import event_seen_by, seen_by
from companion.store import SeatRecord

LEADERSHIP, STRATEGY, DEPLOYMENT, MENTAT, HOUSE = Result
DICE = tuple(Result) * 2
SETTINGS = GameSettings("Duel", mode=Mode.DUEL, dice=DiceBy.APP)


class Play:
    """A game of two in its first round, and what is done in it."""

    def __init__(self, table: Table, settings: GameSettings = SETTINGS) -> None:
        self.table = table
        game, self.seat = table.create_game(settings, "device", "Ola")
        self.game, self.seed, self.number = game.id, game.seed, 0
        frame = self.state.frame
        assert isinstance(frame, SetupFrame)
        figures = Army(regular=3, elite=1, generic=1)
        self.do(*(PlaceStartingFigures(place, figures) for place in frame.open), BeginGame())

    @property
    def state(self) -> State:
        return self.table.load(self.game).state

    @property
    def chance(self) -> Chance:
        return self.table.load(self.game).chance

    def do(self, *commands: object) -> State:
        self.number += 1
        seat: SeatRecord = self.seat
        seq = self.table.load(self.game).seq
        self.table.submit(self.game, seat, seq, f"key-{self.number:08}", commands)  # type: ignore[arg-type]
        return self.state

    def order(self, deck: Deck) -> tuple[str, ...]:
        return Chance(self.seed, 0).planning_deck(DECK_CARDS[deck])


@pytest.fixture
def play(table: Table) -> Play:
    return Play(table)


def test_a_deck_of_the_app_holds_each_card_as_often_as_it_is_printed() -> None:
    for deck in Deck:
        order = Chance(7, 3).planning_deck(DECK_CARDS[deck])
        assert Counter(order) == {card.id: card.copies for card in DECK_CARDS[deck]}
        assert order == Chance(7, 99).planning_deck(DECK_CARDS[deck])
        assert order != Chance(8, 3).planning_deck(DECK_CARDS[deck])


def test_the_app_deals_the_hand_and_goes_on_drawing_for_it(play: Play) -> None:
    dealt = dealt_hand(play.state, ATREIDES, play.chance)
    first = sorted((play.order(Deck.HOUSE_ATREIDES)[0], play.order(Deck.FREMEN_ALLY)[0]))
    assert dealt == NameHand(ATREIDES, tuple(first), RollSource.APP)
    play.do(dealt)
    play.do(EndVehicles(), RollHarkonnenDice(DICE[: play.state.harkonnen_unused]))
    play.do(RollAtreidesDice((Result.MENTAT, Result.MENTAT, Result.HOUSE, Result.STRATEGY)))
    play.do(SpendDie(Result.MENTAT, Result.MENTAT))
    play.do(DrawCards((Deck.FREMEN_ALLY, Deck.FREMEN_ALLY)))
    drawn = (play.order(Deck.HOUSE_ATREIDES)[0], *play.order(Deck.FREMEN_ALLY)[:3])
    assert play.state.cards.hands == ((), tuple(sorted(drawn)))
    assert cards_held(play.state, ATREIDES) == 4
    undone = play.table.undo(play.game, play.seat, play.table.load(play.game).seq, "undo-0001")
    assert undone.state.cards.hands[ATREIDES] == tuple(first)
    play.do(DrawCards((Deck.FREMEN_ALLY, Deck.HOUSE_ATREIDES)))
    again = (*play.order(Deck.HOUSE_ATREIDES)[:2], *play.order(Deck.FREMEN_ALLY)[:2])
    assert play.state.cards.hands[ATREIDES] == tuple(sorted(again))


def test_of_a_hand_that_its_player_tells_the_app_draws_nothing(play: Play) -> None:
    play.do(NameHand(ATREIDES, ("thumpers", "usul")))
    play.do(EndVehicles(), RollHarkonnenDice(DICE[: play.state.harkonnen_unused]))
    play.do(RollAtreidesDice((Result.MENTAT, Result.MENTAT, Result.HOUSE, Result.STRATEGY)))
    play.do(SpendDie(Result.MENTAT, Result.MENTAT), DrawCards((Deck.FREMEN_ALLY,)))
    assert (play.state.cards.hand, play.state.cards.hands[ATREIDES]) == (3, ("thumpers", "usul"))


def test_a_hand_of_which_cards_went_unnamed_is_not_dealt_anew(play: Play) -> None:
    state = play.state
    assert dealt_hand(replace(state, reinforcements=1), HARKONNEN, play.chance) is None
    shown = replace(state.cards, discards=(play.order(Deck.CORRINO_ALLY)[0],))
    left = dealt_hand(replace(state, reinforcements=1, cards=shown), HARKONNEN, play.chance)
    assert left is not None
    assert left.cards == (play.order(Deck.HOUSE_HARKONNEN)[0],)


@pytest.mark.rule("TEAM-2", "R-50", tries=True)
@pytest.mark.parametrize("fremen", [False, True], ids=["House Atreides draws", "the Fremen Ally draws"])
def test_TEAM_2_house_atreides_looks_at_a_fremen_card_that_it_draws_and_hands_it_over(
    table: Table, fremen: bool
) -> None:
    """The card is in the hand of the ally, whose other cards House Atreides does not see, at once."""
    rules = Rules(partners=2, harkonnen_partners=2)
    play = Play(table, GameSettings("Four", mode=Mode.TEAM, dice=DiceBy.APP, rules=rules))
    dealt = dealt_hand(play.state, ATREIDES, play.chance)
    assert dealt is not None
    play.do(dealt, EndVehicles())
    play.do(CorrectBoard(replace(play.state, harkonnen_unused=4)))
    play.do(RollHarkonnenDice((STRATEGY, DEPLOYMENT, MENTAT, HOUSE), (STRATEGY, DEPLOYMENT)))
    play.do(RollAtreidesDice((LEADERSHIP, STRATEGY, MENTAT, MENTAT), fremen=(STRATEGY, MENTAT)))
    before = play.state
    play.do(SpendDie(MENTAT, MENTAT, fremen=fremen), DrawCards((Deck.FREMEN_ALLY,)))
    drawn = play.order(Deck.FREMEN_ALLY)[1]
    (note,) = [e for e in table.load(play.game).timeline.steps[-1].batch.events if isinstance(e, HandNamed)]
    assert note.looked_at == (() if fremen else (drawn,))
    house, ally = frozenset({Subfaction.HOUSE_ATREIDES}), frozenset({Subfaction.FREMEN_ALLY})
    seen = event_seen_by(note, house)
    assert isinstance(seen, HandNamed)
    assert seen.looked_at == note.looked_at
    assert seen.cards == (play.order(Deck.HOUSE_ATREIDES)[0],)
    assert seen_by(play.state, house).cards.hands == seen_by(before, house).cards.hands
    assert seen_by(play.state, ally).cards.hands[ATREIDES] == tuple(sorted(play.order(Deck.FREMEN_ALLY)[:2]))
