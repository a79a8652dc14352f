"""Planning cards of the planner: its hand, what it burns in battle, and games in which it plays them."""

from collections import Counter
from random import Random

from companion.content.terms import Deck
from companion.rules.commands import DiscardForDice, PlayAtreidesCard
from companion.rules.state import ATREIDES
from solo_bot.planner.player import Planner, raider
from solo_bot.simulation.hand import FIRST_BURNT, Hand
from solo_bot.simulation.play import play_game

SEEDS = range(9001, 9009)


def test_a_hand_holds_what_was_drawn_and_gives_up_the_least_useful_first() -> None:
    hand = Hand(Random(1))
    hand.draw(Deck.HOUSE_ATREIDES, 18)
    assert len(hand.cards) == 18
    hand.draw(Deck.HOUSE_ATREIDES, 1)
    assert len(hand.cards) == 18, "an empty deck gives nothing (CARD-1)"
    useless = [card for card in hand.cards if card in FIRST_BURNT]
    hand.discard(len(useless))
    assert not set(useless) & set(hand.cards)
    hand.play(hand.cards[0])
    assert len(hand.cards) == 18 - len(useless) - 1


def test_the_planner_plays_cards_of_its_hand_and_all_that_they_do_is_legal() -> None:
    played: Counter[str] = Counter()
    for seed in SEEDS:
        record = play_game(seed, player=Planner(seed))
        assert (record.violations, record.refused) == ([], [])
        cards = [command.card for command in record.commands if isinstance(command, PlayAtreidesCard)]
        assert len(cards) == len(set(cards)) or "shai_hulud" in cards
        played.update(cards)
    assert len(played) >= 6


def test_the_raider_plays_none_and_burns_more() -> None:
    burnt = Counter[str]()
    for seed in SEEDS:
        for name, player in (("raider", raider(seed)), ("planner", Planner(seed))):
            record = play_game(seed, player=player, inspect_each_batch=False)
            if name == "raider":
                assert not any(isinstance(command, PlayAtreidesCard) for command in record.commands)
            burnt[name] += sum(
                command.count
                for command in record.commands
                if isinstance(command, DiscardForDice) and command.faction is ATREIDES
            )
    assert burnt["planner"] < burnt["raider"]
