"""Planning cards: Atreides draw them, the Harkonnen draw and play them (ACT-MENTAT, CARD-1, MAHDI-CARD-1, 4, 5, 6)."""

from collections.abc import Collection, Iterator

from companion.content import CARDS
from companion.content.terms import Deck, NamedLeader
from companion.rules import commands
from companion.rules.army import NOBODY
from companion.rules.ask.decks import HAWATS_SCHEMING, cards_left
from companion.rules.ask.harkonnen_cards import card_in_progress
from companion.rules.ask.harkonnen_steps import current_step, first_step
from companion.rules.ask.rounds import alternating
from companion.rules.ask.tracks import THUFIR_HAWAT
from companion.rules.ask.turns import solo_bot, turn_frame
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.events import ActionStepped, CardDiscarded, CardRevealed, CardsDrawn, MoveRecorded
from companion.rules.frames import ActionFrame, CardFrame, CardsFrame
from companion.rules.handlers.common import spend
from companion.rules.handlers.rounds import can_be_drawn, refill
from companion.rules.handlers.tracks import enter_leader, leave_game
from companion.rules.harkonnen_cards.effects import carry_out, enter_step, gone_on, step_problems
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import HARKONNEN, Standing, State

GAIUS_HELEN_MOHIAM = "gaius_helen_mohiam"


@checks(commands.DrawCards)
def _check_draw(state: State, command: commands.DrawCards) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, ActionFrame) or solo_bot(state, frame.faction) or not frame.draws:
        yield not_now(state, "ACT-MENTAT")
        return
    only = None if frame.special is None else frame.special.deck
    if len(command.decks) > frame.draws:
        yield refuse("too_many_cards", "ACT-MENTAT", count=len(command.decks), limit=frame.draws)
    for deck in dict.fromkeys(command.decks):
        wanted, left = command.decks.count(deck), cards_left(state, deck)
        if deck.faction is not frame.faction or (only is not None and deck is not only):
            yield refuse("wrong_deck", "ACT-MENTAT", deck=deck.value)
        elif wanted > left:
            yield refuse("deck_exhausted", "CARD-1", deck=deck.value, count=wanted, left=left)
    for deck in dict.fromkeys(command.decks):
        if deck in decks_of_partner(state, command.decks):
            yield refuse("deck_of_partner", "TEAM-2", deck=deck.value)


def decks_of_partner(state: State, drawn: Collection[Deck]) -> Collection[Deck]:
    """Returns the decks from which only the partner of whoever draws may draw (TEAM-2).

    A House Atreides player may draw for the Fremen Ally, but not in the first printing: where nobody told whose the
    dice are, it is House Atreides who draws from both.
    """
    turn = turn_frame(state)
    if turn is None or state.partners(turn.faction) == 1:
        return ()
    if turn.faction is HARKONNEN:
        return (Deck.HOUSE_HARKONNEN,) if turn.corrino else (Deck.CORRINO_ALLY,)
    if turn.ally:
        return (Deck.HOUSE_ATREIDES,)
    house = state.fremen_results is not None or {Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY} <= set(drawn)
    return (Deck.FREMEN_ALLY,) if house and state.rules.first_printing else ()


@decides(commands.DrawCards)
def _draw(draft: Draft, command: commands.DrawCards) -> None:
    spend(draft, draws=len(command.decks))
    for deck in command.decks:
        draft.emit(CardsDrawn(deck, 1, to_reinforcements=deck.faction is HARKONNEN))


@checks(commands.DrawHarkonnenCards)
def _check_decks(state: State, command: commands.DrawHarkonnenCards) -> Iterator[Refusal]:
    frame = state.frame
    acts = isinstance(frame, ActionFrame) and frame.faction is HARKONNEN and solo_bot(state, HARKONNEN)
    if not isinstance(frame, ActionFrame) or not acts or not frame.draws:
        yield not_now(state, "MAHDI-CARD-1")
        return
    due = decks_due(state, frame)
    if command.decks != due:
        rule = "MAHDI-LEADER-1" if isinstance(frame.action, NamedLeader) else "MAHDI-CARD-1"
        given = [deck.value for deck in command.decks]
        yield refuse("wrong_decks", rule, Severity.UNUSUAL, decks=given, due=[deck.value for deck in due])


def decks_due(state: State, frame: ActionFrame) -> tuple[Deck, ...]:
    """Returns the decks that the Harkonnen draw from in this action: alternating, or those of a leader's special."""
    if frame.special is not None and frame.special.deck is not None:
        return (frame.special.deck,) * frame.draws
    return alternating(state, frame.draws)


@decides(commands.DrawHarkonnenCards)
def _draw_harkonnen(draft: Draft, command: commands.DrawHarkonnenCards) -> None:
    frame = draft.state.frame
    if isinstance(frame, ActionFrame):
        spend(draft, draws=frame.draws)
        draft.open(CardsFrame(command.decks))


@checks(commands.RevealCard)
def _check_reveal(state: State, command: commands.RevealCard) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, CardsFrame) or not frame.decks:
        yield not_now(state, "MAHDI-CARD-1")
        return
    card = CARDS.get(command.card)
    if card is None or card.deck.faction is not HARKONNEN:
        yield refuse("unknown_card", "MAHDI-CARD-1", card=command.card)
        return
    if card.deck is not frame.decks[0]:
        yield refuse("wrong_deck", "MAHDI-CARD-1", card=card.id, deck=card.deck.value, due=frame.decks[0].value)
    seen = state.cards.discards.count(card.id)
    if cards_left(state, card.deck) and seen >= card.copies:
        yield refuse("card_already_discarded", "MAHDI-CARD-6", Severity.UNUSUAL, card=card.id, copies=card.copies)


@decides(commands.RevealCard)
def _reveal(draft: Draft, command: commands.RevealCard) -> None:
    frame = draft.state.frame
    if not isinstance(frame, CardsFrame):
        return
    deck = CARDS[command.card].deck
    draft.change(CardsFrame(frame.decks[1:]))
    refill(draft, deck)
    draft.emit(CardRevealed(command.card, deck))
    _clean_record(draft)
    draft.open(CardFrame(command.card, deck, first_step(draft.state, command.card)))
    enter_step(draft)


def _clean_record(draft: Draft) -> None:
    """A card is an action of its own (MOVE-2); ornithopter and target hold for the turn (MAHDI-MOVE-1, R-21)."""
    turn, target = draft.state.turn, draft.state.fixed_target
    draft.emit(ActionStepped(1))
    if turn.ornithopter_used or target is not None:
        temporary = None if target is None else turn.temporary_target
        draft.emit(MoveRecorded(0, NOBODY, temporary, turn.ornithopter_used, target))


@checks(commands.CardStepDone)
def _check_step(state: State, command: commands.CardStepDone) -> Iterator[Refusal]:
    frame = state.frame
    step = current_step(frame) if isinstance(frame, CardFrame) else None
    if not isinstance(frame, CardFrame) or step is None:
        yield not_now(state, "MAHDI-CARD-2")
    elif command.changed:
        yield from step_problems(state, frame, step, command)


@decides(commands.CardStepDone)
def _step_done(draft: Draft, command: commands.CardStepDone) -> None:
    frame = draft.state.frame
    step = current_step(frame) if isinstance(frame, CardFrame) else None
    if not isinstance(frame, CardFrame) or step is None:
        return
    draft.change(gone_on(frame, command))
    if command.changed:
        carry_out(draft, frame, step, command)
    enter_step(draft)


@checks(commands.CardWithoutEffect)
def _check_without(state: State, command: commands.CardWithoutEffect) -> Iterator[Refusal]:
    frame = card_in_progress(state)
    if frame is None or not solo_bot(state, HARKONNEN):
        yield not_now(state, "MAHDI-CARD-4")
    elif frame.done or state.turn.moved:
        yield refuse("card_has_begun", "MAHDI-CARD-4", Severity.UNUSUAL, card=frame.card, count=frame.done)


@decides(commands.CardWithoutEffect)
def _without(draft: Draft, command: commands.CardWithoutEffect) -> None:
    frame = card_in_progress(draft.state)
    if frame is None:
        return
    if isinstance(draft.state.frame, ActionFrame):
        draft.close()
    draft.close()
    draft.emit(CardDiscarded(frame.card, frame.deck, to_reinforcements=True))


@checks(commands.CardFinished)
def _check_finished(state: State, command: commands.CardFinished) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, CardFrame):
        yield not_now(state, "CARD-1")
    elif current_step(frame) is not None and frame.card != HAWATS_SCHEMING and solo_bot(state, HARKONNEN):
        yield refuse("steps_left", "MAHDI-CARD-4", Severity.UNUSUAL, card=frame.card, step=frame.step)


@decides(commands.CardFinished)
def _finished(draft: Draft, command: commands.CardFinished) -> None:
    frame = draft.state.frame
    if not isinstance(frame, CardFrame):
        return
    draft.close()
    if frame.card == HAWATS_SCHEMING:
        _scheme(draft, frame)
    else:
        draft.emit(CardDiscarded(frame.card, frame.deck))


def _scheme(draft: Draft, frame: CardFrame) -> None:
    """MAHDI-CARD-5, R-10: the first waits beside the board; the second sends Thufir Hawat away, if he is in play."""
    state = draft.state
    hawat = state.leader(THUFIR_HAWAT).standing
    if not state.hawats_scheming_beside_board:
        draft.emit(CardDiscarded(frame.card, frame.deck, beside=True))
    elif hawat in (Standing.OUT, Standing.REMOVED):
        draft.emit(CardDiscarded(frame.card, frame.deck, to_reinforcements=True))
    else:
        draft.emit(CardDiscarded(frame.card, frame.deck))
        draft.emit(CardDiscarded(frame.card, frame.deck))
        leave_game(draft, THUFIR_HAWAT)
        enter_leader(draft, GAIUS_HELEN_MOHIAM)


@settles(CardsFrame)
def _all_cards_played(draft: Draft) -> bool:
    """Leaves the cards once none is due; one whose deck is empty for good cannot be drawn (MAHDI-CARD-6)."""
    frame = draft.state.frame
    if not isinstance(frame, CardsFrame):
        return False
    if not frame.decks:
        draft.close()
    elif can_be_drawn(draft.state, frame.decks[0]):
        return False
    else:
        draft.change(CardsFrame(frame.decks[1:]))
    return True
