"""Start and end of a round (ROUND-1, ROUND-2, MAHDI-START-1 to 3, MAHDI-END-1, R-1, R-2)."""

from collections.abc import Iterator

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content import CARDS, PIECES, TACTICAL_CARDS
from companion.content.terms import Deck, Faction, Phase, VehicleKind
from companion.rules import events
from companion.rules.army import Army
from companion.rules.ask.decks import cards_left
from companion.rules.ask.hands import cards_held
from companion.rules.ask.rounds import (
    HAND_LIMIT,
    PARTNERS_HAND_LIMIT,
    hand_limit,
    harvesting_card,
    over_by_deck,
    targets_left,
)
from companion.rules.commands import CleanUp, DrawTactical, EndRound, FinishClaims
from companion.rules.desert_war.meetings import leave_the_desert, turn_card_back
from companion.rules.engine import Draft, checks, decides
from companion.rules.frames import CardFrame, Cause, ClaimsFrame, EndFrame, EndStage, RoundStartFrame
from companion.rules.handlers.hands import names_problems
from companion.rules.handlers.tracks import gain_supremacy
from companion.rules.handlers.vehicles import begin_vehicles
from companion.rules.handlers.victory import win_if_met
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Standing, State, supply

REVEALED_IN_SOLO, REVEALED = 2, 3
HARKONNEN_CARDS = sum(card.copies for card in CARDS.values() if card.deck.faction is Faction.HARKONNEN)
EYES_OF_IBAD = "eyes_of_ibad"
HARVEST, TARGET, DISCARDED = "harvest", "target", "discarded"


def begin_round(draft: Draft, number: int) -> None:
    """Starts a round: cards are drawn and revealed (ROUND-1, MAHDI-START-1, MAHDI-START-3).

    In solo the tactical cards are asked for (MAHDI-START-2); other games go on with the vehicles.
    """
    draft.emit(events.RoundBegan(number))
    for deck in (Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY):
        if cards_left(draft.state, deck):
            draft.emit(events.CardsDrawn(deck, 1))
    for deck in (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY):
        reinforce(draft, deck)
    solo = draft.state.mode is Mode.SOLO
    wanted = REVEALED_IN_SOLO if solo else REVEALED
    revealed = min(wanted, draft.state.cards.prescience)
    if revealed:
        draft.emit(events.PrescienceRevealed(revealed))
    if solo:
        draft.open(RoundStartFrame())
    else:
        draft.emit(events.PhaseBegan(Phase.VEHICLES.value))
        begin_vehicles(draft)


def can_be_drawn(state: State, deck: Deck) -> bool:
    """True while a Harkonnen deck holds a card, or there are discards to make it of again (MAHDI-CARD-6).

    Cards burnt unseen lie among the discards too, of a deck that nobody knows.
    """
    if state.mode is not Mode.SOLO:
        # CARD-1: an exhausted deck is not reshuffled.
        return cards_left(state, deck) > 0
    back = any(CARDS[card].deck is deck for card in state.cards.discards) or deck in state.cards.burnt
    if cards_left(state, deck) or back:
        return True
    in_decks = cards_left(state, Deck.HOUSE_HARKONNEN) + cards_left(state, Deck.CORRINO_ALLY)
    in_progress = sum(isinstance(frame, CardFrame) for frame in state.frames)
    known = in_decks + state.reinforcements + len(state.cards.discards) + len(state.cards.burnt) + in_progress
    return known + state.hawats_scheming_beside_board < HARKONNEN_CARDS


def refill(draft: Draft, deck: Deck) -> None:
    """MAHDI-CARD-6: an empty Harkonnen deck is made of its discards again."""
    if not cards_left(draft.state, deck):
        draft.emit(events.DeckReshuffled(deck))


def reinforce(draft: Draft, deck: Deck, *, turned: bool = False) -> None:
    """Puts 1 card of ``deck`` facedown on the reinforcements (MAHDI-START-3); none when none can be drawn.

    ``turned``: for a token that the player turned (MAHDI-REVEAL-1).
    """
    if can_be_drawn(draft.state, deck):
        refill(draft, deck)
        draft.emit(events.CardsDrawn(deck, 1, to_reinforcements=True, turned=turned))


@checks(DrawTactical)
def _check_tactical(state: State, command: DrawTactical) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, RoundStartFrame):
        yield not_now(state, "MAHDI-START-2")
        return
    if command.card not in TACTICAL_CARDS:
        yield refuse("unknown_tactical_card", "MAHDI-START-2", card=command.card)
    else:
        _, reshuffled = targets_left(state)
        drawn = (harvesting_card(state),) if reshuffled else state.cards.tactical
        if command.card in drawn:
            yield refuse("card_already_drawn", "R-1" if reshuffled else "MAHDI-START-2", card=command.card)


@decides(DrawTactical)
def _draw_tactical(draft: Draft, command: DrawTactical) -> None:
    frame = draft.state.frame
    if not isinstance(frame, RoundStartFrame):
        return
    record = TACTICAL_CARDS[command.card]
    if frame.harvesting_card is None:
        draft.emit(events.TacticalDrawn(command.card, HARVEST, command.source))
        draft.emit(events.HarvestingSectorSet(record.sector.value))
        draft.change(RoundStartFrame(command.card))
    elif command.card in targets_left(draft.state)[0]:
        draft.emit(events.TacticalDrawn(command.card, TARGET, command.source))
        draft.close()
        sietch = draft.state.sietch_of(AREA_NUMBER[record.sietch])
        draft.emit(events.TargetSet(None if sietch is None else sietch.area))
    else:
        draft.emit(events.TacticalDrawn(command.card, DISCARDED, command.source))


@checks(FinishClaims)
def _check_claims(state: State, command: FinishClaims) -> Iterator[Refusal]:
    frame = state.frame
    at_the_end = isinstance(frame, EndFrame) and frame.stage is EndStage.CLAIMS
    if not (at_the_end or isinstance(frame, ClaimsFrame)):
        yield not_now(state, "ROUND-2")


@decides(FinishClaims)
def _finish_claims(draft: Draft, command: FinishClaims) -> None:
    if isinstance(draft.state.frame, ClaimsFrame):
        draft.close()
        return
    draft.change(EndFrame(EndStage.CLEANUP))
    win_if_met(draft)


@checks(CleanUp)
def _check_clean_up(state: State, command: CleanUp) -> Iterator[Refusal]:
    if state.mode is Mode.SOLO:
        yield refuse("reinforcements_stay", "MAHDI-END-1", count=command.discarded)
    elif not _at(state, EndStage.CLEANUP):
        yield not_now(state, "ROUND-2")
    else:
        yield from _leader_problems(state, HARKONNEN, command.replaced)
        yield from _hand_problems(state, HARKONNEN, command)
        yield from names_problems(HARKONNEN, command.discarded, command.cards)


@checks(EndRound)
def _check_end(state: State, command: EndRound) -> Iterator[Refusal]:
    if not _at(state, EndStage.CLEANUP if state.mode is Mode.SOLO else EndStage.ATREIDES):
        yield not_now(state, "ROUND-2")
        return
    yield from _leader_problems(state, ATREIDES, command.replaced)
    if command.tame_worm:
        yield from _worm_problems(state)
    yield from _hand_problems(state, ATREIDES, command)
    yield from names_problems(ATREIDES, command.discarded, command.cards)


def _at(state: State, stage: EndStage) -> bool:
    return isinstance(state.frame, EndFrame) and state.frame.stage is stage


def _leader_problems(state: State, faction: Faction, replaced: tuple[str, ...]) -> Iterator[Refusal]:
    board = {name for _, army in state.legions(faction) for name in army.named}
    for leader in replaced:
        if leader not in board or replaced.count(leader) > 1:
            yield refuse("leader_not_on_board", "ROUND-2", leader=leader)


def _worm_problems(state: State) -> Iterator[Refusal]:
    """WILD-1: the Wild Maker stands on the board, and a normal worm is in the supply."""
    if state.wild_maker is None:
        yield refuse("wild_maker_not_there", "WILD-1")
    elif len(state.sandworms) >= PIECES["sandworm"].count:
        yield refuse("no_worm_in_supply", "WILD-1", areas=[AREA_IDS[area] for area in state.sandworms])


def _hand_problems(state: State, faction: Faction, command: CleanUp | EndRound) -> Iterator[Refusal]:
    hand, discarded = cards_held(state, faction), command.discarded
    left, limit = hand - discarded, hand_limit(state, faction)
    if discarded < 0 or left < 0:
        yield refuse("not_so_many_in_hand", "ROUND-2", count=discarded, hand=hand)
    elif left > limit and state.partners(faction) > 1:
        yield refuse("hands_over_limit", "TEAM-2", hand=hand, discard=left - limit, limit=PARTNERS_HAND_LIMIT)
    elif left > limit:
        yield refuse("hand_over_limit", "ROUND-2", hand=hand, discard=left - limit, limit=HAND_LIMIT)
    elif len(command.cards) == discarded:
        # What was counted or told of a hand may be out of date; the real hands are right.
        over = over_by_deck(state, faction, command.cards)
        if over:
            unusual, each = Severity.UNUSUAL, PARTNERS_HAND_LIMIT
            yield refuse("hand_of_partner_over_limit", "TEAM-2", unusual, discard=over, limit=each)


@decides(CleanUp)
def _clean_up(draft: Draft, command: CleanUp) -> None:
    _vehicles_leave(draft)
    _decided(draft, HARKONNEN, command)
    draft.change(EndFrame(EndStage.ATREIDES))


@decides(EndRound)
def _end(draft: Draft, command: EndRound) -> None:
    """ROUND-2 (c) to (h), less what the Harkonnen have done, then MAHDI-END-1."""
    _vehicles_leave(draft)
    wild = draft.state.wild_maker
    if command.tame_worm and wild is not None:
        draft.emit(events.SandwormRemoved(wild, Cause.END_OF_ROUND))
        draft.emit(events.SandwormPlaced(wild))
    _decided(draft, ATREIDES, command)
    for leader, status in draft.state.leaders:
        if not status.card_ready and status.standing not in (Standing.OUT, Standing.REMOVED):
            draft.emit(events.LeaderCardTurned(leader, True))
    turn_card_back(draft)
    _clear_prescience(draft, command.reshuffle)
    draft.close()
    if draft.state.mode is Mode.SOLO:
        gain_supremacy(draft, 1, Cause.END_OF_ROUND)
    if draft.state.winner is None:
        begin_round(draft, draft.state.round + 1)


def _decided(draft: Draft, faction: Faction, command: CleanUp | EndRound) -> None:
    """What a side decides for itself: its leaders, then its hand (ROUND-2 d, f)."""
    for leader in command.replaced:
        _replace_leader(draft, faction, leader)
    if command.discarded:
        draft.emit(events.HandDiscarded(faction, command.discarded, Cause.END_OF_ROUND, None, command.cards))


def _clear_prescience(draft: Draft, reshuffle: bool) -> None:
    """ROUND-2 (g); a card with *Eyes of Ibad* on it stays revealed, other attached cards are discarded."""
    cards = draft.state.cards
    for card in cards.attached:
        if card != EYES_OF_IBAD:
            draft.emit(events.CardDetached(card))
    leaving = cards.revealed - min(cards.revealed, cards.attached.count(EYES_OF_IBAD))
    if leaving:
        draft.emit(events.PrescienceCleared(leaving, reshuffle))


def _vehicles_leave(draft: Draft) -> None:
    for zone in draft.state.ornithopters:
        draft.emit(events.VehicleRemoved(VehicleKind.ORNITHOPTER, zone, Cause.END_OF_ROUND))
    for zone in draft.state.carryalls:
        draft.emit(events.VehicleRemoved(VehicleKind.CARRYALL, zone, Cause.END_OF_ROUND))
    leave_the_desert(draft)


def _replace_leader(draft: Draft, faction: Faction, leader: str) -> None:
    area = next(area for area, army in draft.state.legions(faction) if leader in army.named)
    draft.emit(events.FiguresRemoved(faction, area, Army(named=(leader,)), Cause.END_OF_ROUND))
    draft.emit(events.LeaderSetAside(leader))
    if supply(draft.state, faction).generic:
        draft.emit(events.FiguresPlaced(faction, area, Army(generic=1), Cause.END_OF_ROUND))
