"""Folds of planning cards, prescience cards and tactical cards."""

from collections import Counter

from companion.content import CARDS
from companion.content.terms import Deck, Faction
from companion.frozen import replace
from companion.rules import events
from companion.rules.ask.decks import DECKS, HAWATS_SCHEMING, cards_left
from companion.rules.engine import evolves
from companion.rules.frames import RollSource
from companion.rules.state import ATREIDES, HARKONNEN, Cards, Mode, State


def _deck_size(state: State, deck: Deck, size: int) -> State:
    sizes = list(state.cards.decks)
    sizes[DECKS.index(deck)] = max(0, size)
    return replace(state, cards=replace(state.cards, decks=(sizes[0], sizes[1], sizes[2], sizes[3])))


@evolves(events.TacticalDrawn)
def _tactical(state: State, event: events.TacticalDrawn) -> State:
    return replace(state, cards=replace(state.cards, tactical=(*state.cards.tactical, event.card)))


@evolves(events.CardsDrawn)
def _drawn(state: State, event: events.CardsDrawn) -> State:
    state = _deck_size(state, event.deck, cards_left(state, event.deck) - event.count)
    if event.turned:
        state = replace(state, cards=replace(state.cards, turned=event.deck))
    if event.to_reinforcements:
        return _reinforced(state, event.deck, event.count)
    return replace(state, cards=replace(state.cards, hand=state.cards.hand + event.count))


def _reinforced(state: State, deck: Deck, count: int) -> State:
    """Cards go on top of the solo reinforcements; a hand has no order, and its decks are nobody's business."""
    known = state.cards.reinforcement_decks
    if state.mode is Mode.SOLO:
        known = (*known, *(deck,) * count)
    return replace(
        state,
        reinforcements=state.reinforcements + count,
        cards=replace(state.cards, reinforcement_decks=known[-state.reinforcements - count :]),
    )


@evolves(events.CardRevealed)
def _revealed(state: State, event: events.CardRevealed) -> State:
    return _deck_size(state, event.deck, cards_left(state, event.deck) - 1)


@evolves(events.CardDiscarded)
def _discarded(state: State, event: events.CardDiscarded) -> State:
    if event.to_reinforcements:
        return _reinforced(state, event.deck, 1)
    if event.beside:
        return replace(state, hawats_scheming_beside_board=True)
    beside = state.hawats_scheming_beside_board and event.card != HAWATS_SCHEMING
    cards = replace(state.cards, discards=(*state.cards.discards, event.card), turned=None)
    return replace(state, cards=cards, discard_top=event.deck, hawats_scheming_beside_board=beside)


@evolves(events.CardPlayed)
def _played(state: State, event: events.CardPlayed) -> State:
    cards, shared = replace(state.cards, hand=max(0, state.cards.hand - 1)), state.partners(ATREIDES) > 1
    return _face_up(replace(state, cards=_less(cards, ATREIDES, event.card, cards.hand, shared)), event.card)


def _face_up(state: State, *cards: str) -> State:
    """Puts cards on the discards that lie open to everybody: between people all, in solo only those of Harkonnen."""
    if state.mode is Mode.SOLO:
        return state
    named = tuple(card for card in cards if card)
    return replace(state, cards=replace(state.cards, discards=(*state.cards.discards, *named)))


@evolves(events.HarkonnenCardPlayed)
def _harkonnen_played(state: State, event: events.HarkonnenCardPlayed) -> State:
    held = max(0, state.reinforcements - 1)
    shared = state.partners(HARKONNEN) > 1
    return replace(state, reinforcements=held, cards=_less(state.cards, HARKONNEN, event.card, held, shared))


def _less(cards: Cards, faction: Faction, card: str, held: int, shared: bool) -> Cards:
    """Takes a card out of the known names of a hand that holds ``held`` cards now."""
    return named(cards, faction, _certain(without(cards.hands[faction], card), held, shared))


def _certain(names: tuple[str, ...], held: int, shared: bool) -> tuple[str, ...]:
    """Returns which names are still certain of a hand that holds ``held`` cards now.

    A card that nobody named may be any of them, so none is once there are more names than cards. Of a ``shared`` side
    each partner's are looked at alone: neither knows how many the other one told (TEAM-2).
    """
    if not shared:
        return names if len(names) <= held else ()
    told = Counter(CARDS[name].deck for name in names)
    return tuple(name for name in names if told[CARDS[name].deck] <= held)


def named(cards: Cards, faction: Faction, names: tuple[str, ...]) -> Cards:
    """Returns the cards with the names of one hand set."""
    hands = (cards.hands[HARKONNEN], names) if faction is ATREIDES else (names, cards.hands[ATREIDES])
    return replace(cards, hands=hands)


def without(names: tuple[str, ...], name: str | None) -> tuple[str, ...]:
    """Returns the names less one of this name, the same where there is none."""
    if name not in names:
        return names
    place = names.index(name)
    return (*names[:place], *names[place + 1 :])


@evolves(events.CardAttached)
def _attached(state: State, event: events.CardAttached) -> State:
    cards = replace(state.cards, attached=(*state.cards.attached, event.card))
    if state.mode is not Mode.SOLO:
        cards = replace(cards, discards=without(cards.discards, event.card))
    return replace(state, cards=cards)


@evolves(events.CardDetached)
def _detached(state: State, event: events.CardDetached) -> State:
    attached = list(state.cards.attached)
    if event.card in attached:
        attached.remove(event.card)
    return _face_up(replace(state, cards=replace(state.cards, attached=tuple(attached))), event.card)


@evolves(events.HandDiscarded)
def _hand_discarded(state: State, event: events.HandDiscarded) -> State:
    held = state.cards.hand if event.faction is ATREIDES else state.reinforcements
    left = state.cards.hands[event.faction]
    for card in event.cards:
        left = without(left, card)
    # Of cards that nobody names, any may have gone.
    all_named, shared = len(event.cards) == event.count, state.partners(event.faction) > 1
    known = _certain(left, max(0, held - event.count), shared) if all_named else ()
    state = replace(state, cards=named(state.cards, event.faction, known))
    state = _face_up(state, *event.cards)
    if event.faction is ATREIDES:
        return replace(state, cards=replace(state.cards, hand=max(0, state.cards.hand - event.count)))
    known = state.cards.reinforcement_decks
    gone = known[len(known) - min(event.count, len(known)) :]
    burnt = (*state.cards.burnt, *reversed(gone))
    turned = state.cards.turned if event.top is None else None
    if event.top is not None and burnt and state.mode is Mode.SOLO:
        # Somebody looked.
        burnt = (*burnt[:-1], event.top)
    return replace(
        state,
        reinforcements=max(0, state.reinforcements - event.count),
        discard_top=state.discard_top if event.top is None else event.top,
        cards=replace(state.cards, reinforcement_decks=known[: len(known) - len(gone)], burnt=burnt, turned=turned),
    )


@evolves(events.HandNamed)
def _hand_named(state: State, event: events.HandNamed) -> State:
    app = event.source is RollSource.APP
    both = state.cards.by_app
    by_app = (both[HARKONNEN], app) if event.faction is ATREIDES else (app, both[ATREIDES])
    cards = named(state.cards, event.faction, tuple(sorted(event.cards)))
    return replace(state, cards=replace(cards, by_app=by_app))


@evolves(events.DeckReshuffled)
def _reshuffled(state: State, event: events.DeckReshuffled) -> State:
    # Cards burnt whose deck nobody knows are not counted: a deck that is drawn from holds at least the card drawn.
    back = [card for card in state.cards.discards if CARDS[card].deck is event.deck]
    burnt = [deck for deck in state.cards.burnt if deck is event.deck]
    kept = tuple(card for card in state.cards.discards if CARDS[card].deck is not event.deck)
    unseen = tuple(deck for deck in state.cards.burnt if deck is not event.deck)
    state = replace(state, cards=replace(state.cards, discards=kept, burnt=unseen), discard_top=None)
    return _deck_size(state, event.deck, max(1, len(back) + len(burnt)))


@evolves(events.PrescienceRevealed)
def _prescience_revealed(state: State, event: events.PrescienceRevealed) -> State:
    cards = state.cards
    return replace(
        state,
        cards=replace(cards, prescience=cards.prescience - event.count, revealed=cards.revealed + event.count),
    )


@evolves(events.PrescienceClaimed)
def _prescience_claimed(state: State, event: events.PrescienceClaimed) -> State:
    cards = state.cards
    left, shown = max(0, cards.revealed - 1), without(cards.open, event.card)
    told = () if event.card is None or event.card in cards.claimed_cards else (event.card,)
    named = tuple(sorted((*cards.claimed_cards, *told)))
    cards = replace(cards, revealed=left, claimed=cards.claimed + 1, claimed_cards=named)
    return replace(state, cards=replace(cards, open=shown if len(shown) <= left else ()))


@evolves(events.PrescienceNamed)
def _prescience_named(state: State, event: events.PrescienceNamed) -> State:
    return replace(state, cards=replace(state.cards, open=tuple(sorted(event.cards))))


@evolves(events.PrescienceCleared)
def _prescience_cleared(state: State, event: events.PrescienceCleared) -> State:
    cards = state.cards
    back = event.count if event.reshuffled else 0
    left = max(0, cards.revealed - event.count)
    # Which of several stays revealed, nobody says.
    cards = replace(cards, revealed=left, prescience=cards.prescience + back, open=() if event.count else cards.open)
    return replace(state, cards=cards)
