"""Folds of the course of the game: start, rounds, phases, dice, turns, battles as records, spice, the end."""

from companion.content.terms import Faction, Phase, Power, Result
from companion.rules.army import Army
from companion.rules.changing import replace
from companion.rules.engine import evolves
from companion.rules.events import (
    ActionStepped,
    AtreidesDiceRolled,
    BattleBegan,
    BattleEnded,
    BeneGesseritGained,
    BeneGesseritUsed,
    CombatCounted,
    ConeDiscarded,
    DiceRolled,
    DiceSetAside,
    DieSpent,
    GameStarted,
    GameWon,
    HarkonnenDiceRolled,
    HarkonnenResultChosen,
    HarvestingSectorSet,
    ObjectiveEntered,
    PhaseBegan,
    RoundBegan,
    SpiceCollected,
    SpiceSpent,
    TargetSet,
    TurnEnded,
)
from companion.rules.positions.reading import read_position
from companion.rules.positions.sides import cones_of, sorted_results
from companion.rules.state import ATREIDES, ATREIDES_DICE, BENE_GESSERIT, HARKONNEN, HARKONNEN_DICE, Mode, State, Turn

STARTING_LEGION = Army(tokens=1, generic=1)


@evolves(GameStarted)
def _started(state: State, event: GameStarted) -> State:
    state = replace(read_position({"phase": "start"}), rules=event.rules, mode=event.mode)
    state = replace(state, bene_gesserit=BENE_GESSERIT)
    if event.mode is not Mode.SOLO:
        # The starting tokens have no further use (SETUP-2), and partners get their cones of silence (TEAM-1).
        state = replace(state, black_tokens=0, silver_tokens=0, cones=cones_of(event.mode, event.rules))
    for sietch in state.sietches:
        state = state.with_army(ATREIDES, sietch.area, STARTING_LEGION)
    return state


@evolves(RoundBegan)
def _round_began(state: State, event: RoundBegan) -> State:
    return replace(
        state,
        round=event.round,
        phase=Phase.START,
        harvesting_sector=None,
        target_sietch=None,
        harkonnen_spent=(),
        harkonnen_unused=HARKONNEN_DICE,
        atreides_unused=ATREIDES_DICE,
        atreides_results=None,
        bene_gesserit_die=None,
        harkonnen_results=None,
        corrino_results=(),
        harkonnen_bene_gesserit_die=None,
        turn=Turn(),
        new_in_tank=(),
        just_out_of_tank=(),
        cards=replace(state.cards, claimed=0, claimed_cards=(), tactical=()),
    )


@evolves(PhaseBegan)
def _phase_began(state: State, event: PhaseBegan) -> State:
    phase = Phase(event.phase)
    # BAN-1: bans last until the next spice phase begins.
    bans: frozenset[Power] = frozenset()
    return replace(state, phase=phase, bans=bans if phase is Phase.SPICE else state.bans)


@evolves(HarvestingSectorSet)
def _sector_set(state: State, event: HarvestingSectorSet) -> State:
    return replace(state, harvesting_sector=event.sector)


@evolves(TargetSet)
def _target_set(state: State, event: TargetSet) -> State:
    return replace(state, target_sietch=event.area)


@evolves(DiceSetAside)
def _set_aside(state: State, event: DiceSetAside) -> State:
    return replace(state, harkonnen_unused=event.unused)


@evolves(AtreidesDiceRolled)
def _atreides_rolled(state: State, event: AtreidesDiceRolled) -> State:
    return replace(state, atreides_results=sorted_results(event.results), atreides_unused=len(event.results))


@evolves(BeneGesseritUsed)
def _bene_gesserit_used(state: State, event: BeneGesseritUsed) -> State:
    if event.faction is HARKONNEN:
        return _harkonnen_bene_gesserit_used(state, event.result)
    state = _bene_gesserit(state, ATREIDES, -1)
    if event.result is None:
        return state
    return replace(
        state,
        atreides_unused=state.atreides_unused + 1,
        atreides_results=sorted_results((*(state.atreides_results or ()), event.result)),
        bene_gesserit_die=event.result,
    )


def _harkonnen_bene_gesserit_used(state: State, result: Result | None) -> State:
    """A token becomes a die (ACT-2); without a result it is a die of the spice board for the solo opponent."""
    state = replace(state, harkonnen_unused=state.harkonnen_unused + 1)
    if result is None:
        return state
    state = _bene_gesserit(state, HARKONNEN, -1)
    results = sorted_results((*(state.harkonnen_results or ()), result))
    return replace(state, harkonnen_results=results, harkonnen_bene_gesserit_die=result)


@evolves(HarkonnenDiceRolled)
def _harkonnen_rolled(state: State, event: HarkonnenDiceRolled) -> State:
    return replace(
        state,
        harkonnen_results=sorted_results(event.results),
        harkonnen_unused=len(event.results),
        corrino_results=sorted_results(event.corrino),
    )


@evolves(BeneGesseritGained)
def _bene_gesserit_gained(state: State, event: BeneGesseritGained) -> State:
    return _bene_gesserit(state, event.faction, event.count)


def _bene_gesserit(state: State, faction: Faction, by: int) -> State:
    tokens = list(state.bene_gesserit)
    tokens[faction] = max(0, tokens[faction] + by)
    return replace(state, bene_gesserit=(tokens[0], tokens[1]))


@evolves(DieSpent)
def _die_spent(state: State, event: DieSpent) -> State:
    if event.faction is HARKONNEN:
        return replace(
            state,
            harkonnen_unused=max(0, state.harkonnen_unused - 1),
            harkonnen_spent=(*state.harkonnen_spent, event.result),
            harkonnen_results=None
            if state.harkonnen_results is None
            else without(state.harkonnen_results, event.result),
            corrino_results=without(state.corrino_results, event.result) if event.corrino else state.corrino_results,
        )
    results = list(state.atreides_results or ())
    if event.result in results:
        results.remove(event.result)
    left = None if state.atreides_results is None else tuple(results)
    return replace(state, atreides_unused=max(0, state.atreides_unused - 1), atreides_results=left)


def without(results: tuple[Result, ...], one: Result) -> tuple[Result, ...]:
    """Returns the results less one of its kind, the same where there is none."""
    if one not in results:
        return results
    place = results.index(one)
    return (*results[:place], *results[place + 1 :])


@evolves(ConeDiscarded)
def _cone_discarded(state: State, event: ConeDiscarded) -> State:
    cones = list(state.cones)
    cones[event.faction] = max(0, cones[event.faction] - 1)
    return replace(state, cones=(cones[0], cones[1]))


@evolves(TurnEnded)
def _turn_ended(state: State, event: TurnEnded) -> State:
    return replace(
        state,
        turn=Turn(),
        new_in_tank=(),
        just_out_of_tank=(),
        forbidden_leaders=() if event.faction is ATREIDES else state.forbidden_leaders,
        chosen_result=None if event.faction is HARKONNEN else state.chosen_result,
    )


@evolves(HarkonnenResultChosen)
def _result_chosen(state: State, event: HarkonnenResultChosen) -> State:
    return replace(state, chosen_result=event.result)


@evolves(ActionStepped)
def _stepped(state: State, event: ActionStepped) -> State:
    return replace(state, turn=Turn() if event.step == 1 else replace(state.turn, step=event.step))


@evolves(ObjectiveEntered)
def _objective(state: State, event: ObjectiveEntered) -> State:
    objectives = (*state.hidden.objectives, event.steps)
    return replace(state, hidden=replace(state.hidden, objectives=objectives))


@evolves(BattleBegan)
def _battle_began(state: State, event: BattleBegan) -> State:
    if event.zone is None:
        return state
    return replace(
        state,
        ornithopters=tuple(zone for zone in state.ornithopters if zone != event.zone),
        turn=replace(state.turn, ornithopter_used=True),
    )


@evolves(DiceRolled)
def _dice_rolled(state: State, event: DiceRolled) -> State:
    """A record for the log: the frame above holds what the roll leads to."""
    return state


@evolves(CombatCounted)
def _combat_counted(state: State, event: CombatCounted) -> State:
    """A record for the log: the legions are on the table only."""
    return state


@evolves(BattleEnded)
def _battle_ended(state: State, event: BattleEnded) -> State:
    """A record for the log: what the end changes are events of their own."""
    return state


@evolves(SpiceCollected)
def _collected(state: State, event: SpiceCollected) -> State:
    return replace(state, harvesters=())


@evolves(SpiceSpent)
def _spent(state: State, event: SpiceSpent) -> State:
    return replace(state, imperium=event.imperium, bans=event.bans, spice_reserve=event.reserve)


@evolves(GameWon)
def _won(state: State, event: GameWon) -> State:
    return replace(state, winner=event.winner)
