"""Hands of planning cards by name, and cards that a card of the other side takes from them (CARD-1)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.content import CARDS
from companion.content.terms import Faction
from companion.rules.ask.hands import cards_held, copies_gone
from companion.rules.ask.turns import solo_bot
from companion.rules.commands import DiscardCards, NameHand
from companion.rules.engine import Draft, checks, decides
from companion.rules.events import HandDiscarded, HandNamed
from companion.rules.frames import Cause, DiscardFrame, GameOverFrame
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import Mode, State


@checks(NameHand)
def _check_names(state: State, command: NameHand) -> Iterator[Refusal]:
    faction = command.faction
    if not state.frames or isinstance(state.frame, GameOverFrame) or solo_bot(state, faction):
        yield not_now(state, "CARD-1")
        return
    yield from card_problems(faction, command.cards)
    gone = copies_gone(state)
    for card, count in Counter(command.cards).items():
        if card in CARDS and count + gone[card] > CARDS[card].copies:
            # The app may have missed that a card came back; the real hand is right.
            copies = CARDS[card].copies
            yield refuse("card_already_discarded", "CARD-1", Severity.UNUSUAL, card=card, copies=copies)
    held = cards_held(state, faction)
    if len(command.cards) > held:
        yield refuse("more_names_than_in_hand", "CARD-1", count=len(command.cards), hand=held)


def card_problems(faction: Faction, cards: Sequence[str]) -> Iterator[Refusal]:
    """Yields each of the names that no planning card of ``faction`` has."""
    for card in cards:
        if card not in CARDS or CARDS[card].deck.faction is not faction:
            yield refuse("unknown_card", "CARD-1", card=card)


def names_problems(faction: Faction, count: int, cards: Sequence[str]) -> Iterator[Refusal]:
    """Yields what is wrong with the names of ``count`` cards that are discarded; none need be told."""
    yield from card_problems(faction, cards)
    if len(cards) > count:
        yield refuse("more_names_than_discarded", "CARD-1", count=len(cards), discarded=count)


@decides(NameHand)
def _name(draft: Draft, command: NameHand) -> None:
    draft.emit(HandNamed(command.faction, tuple(sorted(command.cards)), command.source, command.looked_at))


@checks(DiscardCards)
def _check_discard(state: State, command: DiscardCards) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, DiscardFrame) or frame.faction is not command.faction:
        yield not_now(state, "CARD-1")
        return
    if command.count != frame.count:
        yield refuse("wrong_number_to_discard", "CARD-1", count=command.count, due=frame.count)
    yield from names_problems(command.faction, command.count, command.cards)


@decides(DiscardCards)
def _discard(draft: Draft, command: DiscardCards) -> None:
    draft.close()
    draft.emit(HandDiscarded(command.faction, command.count, Cause.CARD, None, command.cards))


def make_discard(draft: Draft, faction: Faction, count: int) -> None:
    """Makes ``faction`` discard ``count`` cards: people choose them in a step of their own, unless all of them go.

    In solo the player chooses with the card's step, and which they are does not matter.
    """
    held = cards_held(draft.state, faction)
    if draft.state.mode is Mode.SOLO:
        draft.emit(HandDiscarded(faction, min(count, held), Cause.CARD))
    elif held > count:
        draft.open(DiscardFrame(faction, count))
    elif held:
        names = draft.state.cards.hands[faction]
        draft.emit(HandDiscarded(faction, held, Cause.CARD, None, names))
