"""A table for tests: a position, a card turned up, and somebody who answers all that a card may ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from companion.board import AREA_NUMBER
from companion.content import CARDS, TRACKS
from companion.content.terms import CombatFace, Deck, Faction, Result, UnitKind, Wormsign
from companion.rules import combat
from companion.rules.actions import OtherAction
from companion.rules.army import NOBODY, Army
from companion.rules.ask.battles import open_hits, side_to_choose, specials_left
from companion.rules.ask.rounds import targets_left
from companion.rules.ask.tokens import due, missing_colours
from companion.rules.casualties import default_removal
from companion.rules.commands import (
    ChooseLeaders,
    Command,
    DecideRetreat,
    DiscardForDice,
    DrawTactical,
    EnterRank,
    RecycleToken,
    RemoveExcess,
    RevealCard,
    RevealSietch,
    RevealTokens,
    RollAttackDice,
    RollBattle,
    TakeHits,
    TurnWormsign,
)
from companion.rules.engine import execute
from companion.rules.events import CardDiscarded, DeckReshuffled, Event, HandDiscarded
from companion.rules.frames import (
    ActionFrame,
    BattleFrame,
    BattleStage,
    CardFrame,
    CardsFrame,
    Frame,
    GameOverFrame,
    GarrisonFrame,
    HitsFrame,
    RevealSietchFrame,
    RevealTokensFrame,
    Roll,
    RollFrame,
    RoundStartFrame,
    StackingFrame,
    TurnFrame,
    WormsignFrame,
)
from companion.rules.positions.audit import audit
from companion.rules.positions.reading import read_position
from companion.rules.state import HARKONNEN, State, supply
from solo_bot.cards.course import decide_card
from solo_bot.cards.options import CardChoice, CardOrder
from solo_bot.documents.explain import steps_document
from solo_bot.procedure.casualties import take_hits
from solo_bot.procedure.decision import Question
from solo_bot.procedure.stacking import excess_options

Chooser = Callable[[CardOrder], CardChoice]
HARMLESS = {Deck.HOUSE_HARKONNEN: "workhorse_of_arrakis", Deck.CORRINO_ALLY: "troop_carriers"}
HARKONNEN_DECKS = (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)


def first(order: CardOrder) -> CardChoice:
    return order.choices[0]


def position(document: dict[str, Any], **changes: Any) -> State:
    """A position with the Harkonnen about to turn up a card; ``cards`` holds changes of the card counts."""
    cards = changes.pop("cards", {})
    state = read_position(document)
    state = replace(state, atreides_results=(Result.STRATEGY,) * state.atreides_unused, **changes)
    return replace(state, cards=replace(state.cards, **cards)) if cards else state


def turned_up(state: State, card: str) -> State:
    """The state after ``card`` was turned up in a Harkonnen turn."""
    return step(with_decks(state, (CARDS[card].deck,)), RevealCard(card))


def with_decks(state: State, decks: tuple[Deck, ...]) -> State:
    return replace(state, frames=(TurnFrame(HARKONNEN, True, True), CardsFrame(decks)))


def step(state: State, command: Command) -> State:
    return execute(state, command)[0]


def harkonnen_cards(state: State) -> int:
    """All planning cards of the Harkonnen that are somewhere; cards burnt unseen are missing."""
    decks = state.cards.decks[0] + state.cards.decks[1]
    seen = sum(CARDS[card].deck in HARKONNEN_DECKS for card in state.cards.discards)
    in_hand = sum(isinstance(frame, CardFrame) for frame in state.frames)
    return decks + seen + in_hand + state.reinforcements + int(state.hawats_scheming_beside_board)


def tokens(state: State) -> int:
    """Black and silver tokens in the pool and on the board: always 12."""
    board = sum(army.tokens for _, army in state.legions(HARKONNEN))
    return state.black_tokens + state.silver_tokens + board


@dataclass
class Table:
    """Plays one card (and those that it brings) to the end, checking the position after every command."""

    state: State
    choose: Chooser = first
    next_cards: tuple[str, ...] = ()
    faces: tuple[CombatFace, ...] = (CombatFace.HIT,)
    orders: list[CardOrder] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def play(self) -> Table:
        for _ in range(200):
            if not any(isinstance(frame, CardsFrame | CardFrame) for frame in self.state.frames):
                return self
            if isinstance(self.state.frame, GameOverFrame):
                return self
            for command in self._answer():
                self.execute(command)
        raise AssertionError(f"no end: {self.state.frames}")

    def execute(self, command: Command) -> None:
        before, held = self.state, harkonnen_cards(self.state)
        self.state, events = execute(self.state, command)
        self.events.extend(events)
        if not any(isinstance(event, DeckReshuffled) for event in events):
            burnt = sum(e.count for e in events if isinstance(e, HandDiscarded) and e.faction is HARKONNEN)
            assert harkonnen_cards(self.state) == held - burnt, command
        waits = isinstance(self.state.frame, StackingFrame)
        violations = [found for found in audit(self.state) if not (waits and found.code == "too_many_units")]
        assert not violations, (command, violations)
        assert tokens(self.state) == tokens(before), command

    @property
    def actions(self) -> list[str]:
        return [order.action for order in self.orders]

    def happened(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def discarded(self, card: str) -> CardDiscarded:
        return next(event for event in self.events if isinstance(event, CardDiscarded) and event.card == card)

    def _answer(self) -> Iterable[Command]:
        frame = self.state.frame
        if isinstance(frame, CardFrame) or (isinstance(frame, ActionFrame) and frame.action is OtherAction.CARD):
            order = decide_card(self.state)
            self.orders.append(order)
            assert order.trace, order
            assert len(steps_document(order.trace)) == len(order.trace)
            if order.question is not None:
                assert not order.choices, order
                return self._reply(order.question)
            assert order.choices, order
            return self.choose(order).commands
        if isinstance(frame, CardsFrame):
            return (RevealCard(self._draw(frame.decks[0])),)
        return (self._simple(frame),)

    def _reply(self, question: Question) -> tuple[Command, ...]:
        """A rank that is left, or the first facedown token."""
        if question.ask == "rank":
            return (EnterRank(question.areas[0], self._rank(question.areas[0])),)
        assert question.ask == "reveal_token"
        return (RevealTokens(HARKONNEN, question.areas[0], 1, Army(elite=1), "black"),)

    def _draw(self, deck: Deck) -> str:
        """The next of ``next_cards`` if it is of the deck that is due, else a harmless card."""
        if self.next_cards and CARDS[self.next_cards[0]].deck is deck:
            card, *later = self.next_cards
            self.next_cards = tuple(later)
            return card
        return HARMLESS[deck]

    def _simple(self, frame: Frame | None) -> Command:
        state = self.state
        match frame:
            case RevealTokensFrame():
                return self._turn(frame.faction, frame.area)
            case RevealSietchFrame(area):
                return RevealSietch(area, self._rank(area))
            case WormsignFrame(area):
                return TurnWormsign(area, Wormsign.SAND)
            case RollFrame():
                return RollAttackDice(self.faces * (frame.dice // len(self.faces)))
            case HitsFrame():
                return self._hits()
            case StackingFrame():
                army = state.army(frame.faction, frame.area) or NOBODY
                return RemoveExcess(excess_options(army, frame.excess)[0][0])
            case GarrisonFrame():
                areas = [area for area, army in state.legions(HARKONNEN) if army.tokens]
                return RecycleToken(areas[0], missing_colours(state)[0], Army(regular=1))
            case RoundStartFrame():
                return DrawTactical(targets_left(state)[0][0])
            case BattleFrame():
                return self._battle(frame)
        raise AssertionError(f"nobody answers {frame}")

    def _battle(self, frame: BattleFrame) -> Command:
        match frame.stage:
            case BattleStage.REVEAL:
                waiting = due(self.state)
                return self._turn(*waiting[0]) if waiting else RevealSietch(frame.area, self._rank(frame.area))
            case BattleStage.CARDS:
                return DiscardForDice(frame.defender if frame.attacker is HARKONNEN else frame.attacker, 0)
            case BattleStage.LEADERS:
                return self._leaders(frame)
            case BattleStage.ROLL:
                dice = [combat.battle_dice(self.state, frame, side) for side in (0, 1)]
                rolls = [Roll(hit=one.total, bonus=one.bonus) for one in dice]
                return RollBattle(rolls[0], rolls[1])
            case BattleStage.CASUALTIES:
                return self._hits()
            case BattleStage.RETREAT:
                return DecideRetreat(False)
        raise AssertionError(f"nobody answers {frame}")

    def _turn(self, faction: Faction, area: int) -> RevealTokens:
        army = self.state.army(faction, area) or NOBODY
        left = supply(self.state, faction)
        figures = NOBODY
        for _ in range(army.tokens):
            kind = max(UnitKind, key=lambda one: getattr(left, one.value) - figures.count(one))
            figures = figures.change(kind, 1)
        return RevealTokens(faction, area, army.tokens, figures)

    def _rank(self, area: int) -> int:
        sietch = self.state.sietch(area)
        if sietch is not None and sietch.rank is not None:
            return sietch.rank
        seen = [other.rank for other in self.state.sietches]
        return next(rank for rank, most in TRACKS.sietch_ranks.items() if seen.count(rank) < most)

    def _leaders(self, frame: BattleFrame) -> ChooseLeaders:
        side = side_to_choose(frame) or 0
        faction, legion = combat.faction_of(frame, side), combat.legion_of(self.state, frame, side)
        return ChooseLeaders(faction, combat.best_leaders(faction, legion, specials_left(frame, side)))

    def _hits(self) -> TakeHits:
        hits = open_hits(self.state)
        assert hits is not None
        faction, area, count, _ = hits
        army = self.state.army(faction, area) or NOBODY
        regulars = supply(self.state, faction).regular
        if faction is HARKONNEN:
            return TakeHits(faction, take_hits(army, count, regulars)[0][0].removed)
        return TakeHits(faction, default_removal(faction, army, count, regulars, solo=True))


def play(state: State, card: str, **options: Any) -> Table:
    """Turns ``card`` up and plays it to the end with the first choice each time."""
    table = Table(with_decks(state, (CARDS[card].deck,)), **options)
    table.next_cards = (card, *table.next_cards)
    return table.play()


def area(area_id: str) -> int:
    return AREA_NUMBER[area_id]


def army_at(state: State, area_id: str) -> Army:
    return state.army(HARKONNEN, area(area_id)) or NOBODY
