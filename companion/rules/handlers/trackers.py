"""Games that keep tracks and dice only: phases by hand, dice, and battle rounds counted without a board."""

from collections.abc import Iterator

from companion.content import SPICE_BOARD
from companion.content.terms import Faction, Phase
from companion.rules import combat, events
from companion.rules.ask.battles import combat_dice
from companion.rules.combat import ATTACKER, DEFENDER
from companion.rules.commands import CountCombat, GoToPhase, KeepTrackersOnly, PutDieAside, ThrowDice
from companion.rules.engine import Draft, checks, decides
from companion.rules.frames import SetupFrame
from companion.rules.handlers.tracks import advance_tank
from companion.rules.handlers.victory import win_if_met
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import ATREIDES, HARKONNEN, HARKONNEN_DICE, Mode, State


@checks(KeepTrackersOnly)
def _check_keep(state: State, command: KeepTrackersOnly) -> Iterator[Refusal]:
    if not isinstance(state.frame, SetupFrame):
        yield not_now(state, "SETUP-1")


@decides(KeepTrackersOnly)
def _keep(draft: Draft, command: KeepTrackersOnly) -> None:
    draft.close()
    draft.emit(events.RoundBegan(1))


@checks(GoToPhase)
def _check_phase(state: State, command: GoToPhase) -> Iterator[Refusal]:
    if state.frames or not 0 <= command.round - state.round <= 1:
        yield not_now(state, "ROUND-2")


@decides(GoToPhase)
def _go_to_phase(draft: Draft, command: GoToPhase) -> None:
    if command.round > draft.state.round:
        if draft.state.phase is Phase.END:
            win_if_met(draft)
        if draft.state.winner is not None:
            return
        _turn_cards_up(draft)
        draft.emit(events.RoundBegan(command.round))
    if command.phase is not draft.state.phase:
        draft.emit(events.PhaseBegan(command.phase.value))
    row = SPICE_BOARD.row(max(draft.state.imperium))
    untouched = draft.state.harkonnen_unused == HARKONNEN_DICE and not draft.state.harkonnen_spent
    if command.phase is Phase.VEHICLES and row.dice_set_aside and untouched:
        draft.emit(events.DiceSetAside(row.dice_set_aside, HARKONNEN_DICE - row.dice_set_aside))


def _turn_cards_up(draft: Draft) -> None:
    """ROUND-2 (e), LEADER-2: spent cards of leaders are face up again."""
    for name, status in draft.state.leaders:
        if not status.card_ready:
            draft.emit(events.LeaderCardTurned(name, True))


@checks(ThrowDice)
def _check_throw(state: State, command: ThrowDice) -> Iterator[Refusal]:
    unused = state.harkonnen_unused if command.faction is HARKONNEN else state.atreides_unused
    one_by_one = command.faction is HARKONNEN and state.mode is Mode.SOLO
    if state.frames:
        yield not_now(state, "ACT-1")
    elif len(command.results) > unused or not command.results or (one_by_one and len(command.results) != 1):
        yield refuse("wrong_number_of_dice", "ACT-1", rolled=len(command.results), dice=unused)


@decides(ThrowDice)
def _throw(draft: Draft, command: ThrowDice) -> None:
    if command.faction is ATREIDES:
        draft.emit(events.AtreidesDiceRolled(command.results, command.source))
    elif draft.state.mode is Mode.SOLO:
        _spend(draft, events.DieSpent(HARKONNEN, command.results[0], command.results[0].value, command.source))
    else:
        draft.emit(events.HarkonnenDiceRolled(command.results, (), command.source))


@checks(PutDieAside)
def _check_aside(state: State, command: PutDieAside) -> Iterator[Refusal]:
    results = state.harkonnen_results if command.faction is HARKONNEN else state.atreides_results
    if state.frames or command.result not in (results or ()):
        yield not_now(state, "ACT-2")


@decides(PutDieAside)
def _aside(draft: Draft, command: PutDieAside) -> None:
    _spend(draft, events.DieSpent(command.faction, command.result, command.result.value))


def _spend(draft: Draft, spent: events.DieSpent) -> None:
    """The turn of one die, from beginning to end: afterwards the tank of its faction moves on (TANK-2)."""
    draft.emit(spent)
    advance_tank(draft, spent.faction)
    draft.emit(events.TurnEnded(spent.faction))


@checks(CountCombat)
def _check_combat(state: State, command: CountCombat) -> Iterator[Refusal]:
    if state.frames:
        yield not_now(state, "BATTLE-4")
        return
    due = combat_dice(command.armies, command.cards, command.rank, surprise=command.surprise)
    for side, (roll, dice) in enumerate(zip(command.rolls, due, strict=True)):
        faction = _faction(command, side)
        if min(roll.hit, roll.shield, roll.special, roll.bonus, command.cards[side], command.rank) < 0:
            yield refuse("negative_count", "BATTLE-4", faction=faction.id)
        elif roll.dice != dice.total:
            facts = {"faction": faction.id, "rolled": roll.dice, "dice": dice.total}
            parts = {"units": dice.units, "cards": dice.cards, "rank": dice.rank}
            yield refuse("wrong_number_of_dice", "BATTLE-4", **facts, **parts)
        if roll.bonus != dice.bonus:
            yield refuse("wrong_surprise_bonus", "BATTLE-4", faction=faction.id, bonus=roll.bonus, due=dice.bonus)


def _faction(command: CountCombat, side: int) -> Faction:
    return command.attacker if side == ATTACKER else command.attacker.enemy


@decides(CountCombat)
def _count(draft: Draft, command: CountCombat) -> None:
    first, second = (
        combat.best_leaders(_faction(command, side), command.armies[side], combat.specials_of(command.rolls[side]))
        for side in (ATTACKER, DEFENDER)
    )
    strikes = combat.strike(command.rolls[ATTACKER], first), combat.strike(command.rolls[DEFENDER], second)
    elites = command.armies[ATTACKER].special, command.armies[DEFENDER].special
    draft.emit(
        events.CombatCounted(
            command.attacker,
            command.armies,
            command.rolls,
            (first, second),
            combat.net_hits(strikes, elites),
            command.cards,
            command.rank,
            command.source,
        )
    )
