"""All Atreides cards: every effect has what carries it out, and every card can be played to its end."""

from random import Random

import pytest

from companion.content import CARDS
from companion.content.step_reader import walk
from companion.content.steps import BoardCondition, Condition
from companion.content.terms import CombatFace, Deck, Faction
from companion.rules import Army, State
from companion.rules.actions import OtherAction
from companion.rules.atreides_cards.course import ACTIONS, OWN_COMMAND, STEP_CHECKS, STEP_DECISIONS
from companion.rules.combat import battle_dice
from companion.rules.commands import (
    BeginStorm,
    CeaseAttack,
    Command,
    DiscardForDice,
    EnterByHand,
    FinishAction,
    OrderTank,
    PlayAtreidesCard,
    RemoveExcess,
    RevealSietch,
    RevealTokens,
    RollAttackDice,
    RollBattle,
    SkipStep,
    TakeHits,
    TurnWormsign,
)
from companion.rules.frames import (
    ActionFrame,
    AtreidesCardFrame,
    BattleFrame,
    BattleStage,
    HazardsFrame,
    Roll,
    RollFrame,
    TurnFrame,
)
from companion.rules.legal import legal_commands
from companion.rules.legal.atreides_choices import CANDIDATES, next_step
from companion.rules.state import ATREIDES
from tests.rules.atreides_cards.table import MENTAT, area, army, codes, done, play, table

OWN = [card for card in CARDS.values() if card.deck.faction is Faction.ATREIDES]
NAMES = [card.id for card in OWN]


def test_the_34_names_are_36_cards_with_steps() -> None:
    assert (len(OWN), sum(card.copies for card in OWN)) == (34, 36)
    assert all(card.steps for card in OWN)


def test_every_effect_of_an_atreides_card_has_one_handler_and_every_handler_is_used() -> None:
    used = {type(step) for card in OWN for step in walk(card.steps)} - {Condition, BoardCondition}
    opened = {kind for kind in ACTIONS if kind is not None}
    assert STEP_CHECKS.keys() == STEP_DECISIONS.keys()
    assert opened | set(OWN_COMMAND) | STEP_CHECKS.keys() == used
    assert not opened & STEP_CHECKS.keys()
    assert not set(OWN_COMMAND) & (opened | STEP_CHECKS.keys())
    assert CANDIDATES.keys() == used - opened


@pytest.mark.rule("ACT-4", "CARD-1")
@pytest.mark.parametrize("card", NAMES)
def test_ACT_4_every_step_may_be_skipped(card: str) -> None:
    state = play(table(), PlayAtreidesCard(MENTAT, card), anyway=True)
    for _ in range(5):
        found = next_step(state)
        if found is None:
            break
        state = play(state, found.skip)
    assert done(state)
    assert state.cards.hand == 3


@pytest.mark.rule("CARD-1")
@pytest.mark.parametrize("card", NAMES)
def test_CARD_1_every_step_may_be_entered_by_hand(card: str) -> None:
    state = play(table(), PlayAtreidesCard(MENTAT, card), anyway=True)
    for _ in range(5):
        found = next_step(state)
        if found is None:
            break
        assert found.by_hand == EnterByHand()
        state = play(state, found.by_hand)
        assert isinstance(state.frame, ActionFrame)
        assert state.frame.action is OtherAction.CARD
        state = play(state, FinishAction())
    assert done(state)


@pytest.mark.rule("ACT-4")
def test_ACT_4_the_rest_of_a_card_may_be_left_at_once() -> None:
    state = play(table(), PlayAtreidesCard(MENTAT, "usul"), FinishAction())
    assert done(state)


@pytest.mark.parametrize("card", NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_every_card_is_played_to_its_end(card: str, seed: int) -> None:
    dice = Random(f"{card} {seed}")
    state = play(table(), PlayAtreidesCard(MENTAT, card), anyway=True)
    for _ in range(150):
        if isinstance(state.frame, TurnFrame):
            break
        state = play(state, answer(state, dice), anyway=True)
    assert done(state)


def answer(state: State, dice: Random) -> Command:
    """A choice of the card's player at random, or what else is asked for."""
    found = next_step(state)
    if found is not None:
        return dice.choice(found.choices).command if found.choices else found.skip
    match state.frame:
        case RollFrame(dice=number):
            return RollAttackDice((CombatFace.HIT,) * number)
        case HazardsFrame(areas=areas):
            return BeginStorm(areas[0])
        case BattleFrame() as frame:
            return in_battle(state, frame)
        case ActionFrame():
            return FinishAction()
        case _:
            return first_legal(state)


def in_battle(state: State, frame: BattleFrame) -> Command:
    if frame.stage is BattleStage.CARDS:
        return DiscardForDice(ATREIDES, 0)
    if frame.stage is BattleStage.ROLL:
        attacker, defender = (battle_dice(state, frame, side) for side in (0, 1))
        return RollBattle(Roll(hit=attacker.total, bonus=attacker.bonus), Roll(shield=defender.total))
    return CeaseAttack() if frame.stage is BattleStage.CONTINUE else first_legal(state)


def first_legal(state: State) -> Command:
    """The first answer to a question that the card raised: tokens, a sietch, hits, excess, a wormsign."""
    kinds = (RevealTokens, RevealSietch, TakeHits, RemoveExcess, OrderTank, TurnWormsign)
    found = list(legal_commands(state))
    assert found, state.frame
    return next((command for command in found if isinstance(command, kinds)), found[0])


@pytest.mark.rule("CARD-1")
def test_CARD_1_a_card_that_would_change_nothing_is_told() -> None:
    command = PlayAtreidesCard(MENTAT, "alia_the_abomination")
    assert codes(table(), command) == [("CARD-1", "card_without_effect")]
    assert codes(table(), PlayAtreidesCard(MENTAT, "alia_the_abomination", by_hand=True)) == []


@pytest.mark.rule("CARD-1")
def test_CARD_1_a_card_by_hand_is_one_open_action() -> None:
    state = play(table(), PlayAtreidesCard(MENTAT, "usul", by_hand=True))
    assert isinstance(state.frame, ActionFrame)
    assert next_step(state) is None
    assert done(play(state, FinishAction()))


@pytest.mark.rule("CARD-1", "ACT-3")
def test_ACT_3_without_a_die_no_card_is_played_unless_a_card_lets_it() -> None:
    assert codes(table(), PlayAtreidesCard(None, "usul")) == [("ACT-3", "no_such_die")]
    state = play(table(), PlayAtreidesCard(MENTAT, "usul"), SkipStep())
    assert codes(state, PlayAtreidesCard(None, "hieregs")) == []
    state = play(state, PlayAtreidesCard(None, "hieregs"))
    assert [type(frame) for frame in state.frames] == [TurnFrame, AtreidesCardFrame, AtreidesCardFrame]
    assert state.cards.hand == 2
    state = play(state, FinishAction())
    assert done(state)


@pytest.mark.rule("FREE-0", "FREE-1")
def test_FREE_1_guerrilla_training_stays_open_within_a_card() -> None:
    state = play(table(ornithopters=[]), PlayAtreidesCard(MENTAT, "usul"))
    state = play(state, RevealTokens(ATREIDES, area("tasmin_sink"), 2, Army(regular=2, elite=1)))
    assert army(state, "tasmin_sink") == Army(regular=2, elite=1, generic=1)
    assert isinstance(state.frame, AtreidesCardFrame)


def test_the_decks_of_both_sides_keep_apart() -> None:
    assert {card.deck for card in OWN} == {Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY}
