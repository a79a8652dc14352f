"""What can be asked for where people play the Harkonnen: dice, cards, scouting, and talks of partners."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from companion.content import DECK_CARDS
from companion.content.terms import Deck, Faction, Result
from companion.rules.commands import (
    DiscardCards,
    DismissHawat,
    EndTalk,
    PlayHarkonnenCard,
    RollHarkonnenDice,
    Scout,
    TalkInSecret,
)
from companion.rules.frames import DiscardFrame, HarkonnenRollFrame, TurnFrame
from companion.rules.handlers.harkonnen_player import COPIES_OF_SCHEMING, EXCHANGE
from companion.rules.legal.scheme import one_of, proposes
from companion.rules.state import ATREIDES, Mode, State
from companion.rules.teams import harkonnen_splits

HARKONNEN_DECKS = (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)
RESULTS = tuple(Result)


def unused(state: State) -> tuple[tuple[Result, bool], ...]:
    """Returns each kind of unused Harkonnen die once, with whether it lies on the Corrino Ally's dashboard."""
    corrino = Counter(state.corrino_results)
    house = Counter(state.harkonnen_results or ()) - corrino
    return (*((result, False) for result in house), *((result, True) for result in corrino))


@proposes(RollHarkonnenDice)
def _dice(state: State, every: bool) -> Iterator[RollHarkonnenDice]:
    """Final results; those of a shared faction with the dashboards on which they lie."""
    if isinstance(state.frame, HarkonnenRollFrame):
        rolls = combinations_with_replacement(RESULTS, state.harkonnen_unused)
        yield from one_of(state, (one for results in rolls for one in _split(state, results)), every)


def _split(state: State, results: tuple[Result, ...]) -> Iterator[RollHarkonnenDice]:
    if state.rules.harkonnen_partners == 1:
        yield RollHarkonnenDice(results)
        return
    end = harkonnen_splits(results)[0]
    if tuple(sorted((*end.house, *end.corrino), key=_place)) == results:
        yield RollHarkonnenDice(results, end.corrino)


def _place(result: Result) -> int:
    return RESULTS.index(result)


@proposes(PlayHarkonnenCard)
def _cards(state: State, every: bool) -> Iterator[PlayHarkonnenCard]:
    """For each die one card, in other moments one without a die: nobody but its player knows the hand."""
    if state.mode is Mode.SOLO:
        return
    names = [card.id for deck in HARKONNEN_DECKS for card in DECK_CARDS[deck]]
    ways = unused(state) if isinstance(state.frame, TurnFrame) else ((None, False),)
    for die, corrino in ways:
        yield from one_of(state, (PlayHarkonnenCard(die, card, corrino) for card in names), every)


@proposes(Scout)
def _scouts(state: State, every: bool) -> Iterator[Scout]:
    """Everything that lies facedown in an area."""
    hidden = [sietch.area for sietch in state.sietches if not sietch.revealed]
    hidden += [area for area, army in state.legions(ATREIDES) if army.tokens]
    for zone in state.ornithopters:
        yield from (Scout(zone, area) for area in dict.fromkeys(hidden))


@proposes(DismissHawat)
def _dismissals(state: State, every: bool) -> Iterator[DismissHawat]:
    yield from (DismissHawat(count) for count in range(EXCHANGE.needed, COPIES_OF_SCHEMING + 1))


@proposes(DiscardCards)
def _discards(state: State, every: bool) -> Iterator[DiscardCards]:
    """Which cards they are, nobody has to tell."""
    frame = state.frame
    if isinstance(frame, DiscardFrame):
        yield DiscardCards(frame.faction, frame.count)


@proposes(TalkInSecret)
def _talks(state: State, every: bool) -> Iterator[TalkInSecret]:
    yield from (TalkInSecret(faction) for faction in Faction)


@proposes(EndTalk)
def _back(state: State, every: bool) -> Iterator[EndTalk]:
    yield EndTalk()
