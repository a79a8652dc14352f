"""Folds of the course of the game: start, rounds, phases, dice, turns, battles as records, spice, the end."""

from companion.content.terms import Faction, Phase, Power, Result
from companion.frozen import replace
from companion.rules import events
from companion.rules.army import Army
from companion.rules.engine import evolves
from companion.rules.positions.reading import read_position
from companion.rules.positions.sides import cones_of, sorted_results
from companion.rules.state import ATREIDES, ATREIDES_DICE, BENE_GESSERIT, HARKONNEN, HARKONNEN_DICE, Mode, State, Turn
from companion.rules.war import EXPANSION, DesertWar

STARTING_LEGION = Army(tokens=1, generic=1)


@evolves(events.GameStarted)
def _started(state: State, event: events.GameStarted) -> State:
    state = replace(read_position({"phase": "start"}), rules=event.rules, mode=event.mode)
    state = replace(state, bene_gesserit=BENE_GESSERIT)
    if event.mode is not Mode.SOLO:
        # The starting tokens have no further use (SETUP-2), and partners get their cones of silence (TEAM-1).
        state = replace(state, black_tokens=0, silver_tokens=0, cones=cones_of(event.mode, event.rules))
    if EXPANSION in event.expansions:
        state = replace(state, expansions=event.expansions, desert_war=DesertWar())
    for sietch in state.sietches:
        state = state.with_army(ATREIDES, sietch.area, STARTING_LEGION)
    return state


@evolves(events.RoundBegan)
def _round_began(state: State, event: events.RoundBegan) -> State:
    if state.desert_war is not None:
        state = replace(state, desert_war=replace(state.desert_war, tokens=0))
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
        fremen_results=None,
        bene_gesserit_die=None,
        harkonnen_results=None,
        corrino_results=(),
        harkonnen_bene_gesserit_die=None,
        turn=Turn(),
        new_in_tank=(),
        just_out_of_tank=(),
        cards=replace(state.cards, claimed=0, claimed_cards=(), tactical=()),
    )


@evolves(events.PhaseBegan)
def _phase_began(state: State, event: events.PhaseBegan) -> State:
    phase = Phase(event.phase)
    # BAN-1: bans last until the next spice phase begins.
    bans: frozenset[Power] = frozenset()
    return replace(state, phase=phase, bans=bans if phase is Phase.SPICE else state.bans)


@evolves(events.HarvestingSectorSet)
def _sector_set(state: State, event: events.HarvestingSectorSet) -> State:
    return replace(state, harvesting_sector=event.sector)


@evolves(events.TargetSet)
def _target_set(state: State, event: events.TargetSet) -> State:
    return replace(state, target_sietch=event.area)


@evolves(events.DiceSetAside)
def _set_aside(state: State, event: events.DiceSetAside) -> State:
    return replace(state, harkonnen_unused=event.unused)


@evolves(events.AtreidesDiceRolled)
def _atreides_rolled(state: State, event: events.AtreidesDiceRolled) -> State:
    return replace(
        state,
        atreides_results=sorted_results(event.results),
        atreides_unused=len(event.results),
        fremen_results=None if event.fremen is None else sorted_results(event.fremen),
    )


@evolves(events.BeneGesseritUsed)
def _bene_gesserit_used(state: State, event: events.BeneGesseritUsed) -> State:
    if event.faction is HARKONNEN:
        return _harkonnen_bene_gesserit_used(state, event.result, ally=event.ally)
    state = _bene_gesserit(state, ATREIDES, -1)
    if event.result is None:
        return state
    theirs = state.fremen_results
    return replace(
        state,
        atreides_unused=state.atreides_unused + 1,
        atreides_results=sorted_results((*(state.atreides_results or ()), event.result)),
        fremen_results=sorted_results((*(theirs or ()), event.result)) if event.ally else theirs,
        bene_gesserit_die=event.result,
    )


def _harkonnen_bene_gesserit_used(state: State, result: Result | None, *, ally: bool) -> State:
    """A token becomes a die (ACT-2); without a result it is a die of the spice board for the solo opponent."""
    state = replace(state, harkonnen_unused=state.harkonnen_unused + 1)
    if result is None:
        return state
    state = _bene_gesserit(state, HARKONNEN, -1)
    results = sorted_results((*(state.harkonnen_results or ()), result))
    theirs = sorted_results((*state.corrino_results, result)) if ally else state.corrino_results
    return replace(state, harkonnen_results=results, corrino_results=theirs, harkonnen_bene_gesserit_die=result)


@evolves(events.HarkonnenDiceRolled)
def _harkonnen_rolled(state: State, event: events.HarkonnenDiceRolled) -> State:
    return replace(
        state,
        harkonnen_results=sorted_results(event.results),
        harkonnen_unused=len(event.results),
        corrino_results=sorted_results(event.corrino),
    )


@evolves(events.BeneGesseritGained)
def _bene_gesserit_gained(state: State, event: events.BeneGesseritGained) -> State:
    return _bene_gesserit(state, event.faction, event.count)


def _bene_gesserit(state: State, faction: Faction, by: int) -> State:
    tokens = list(state.bene_gesserit)
    tokens[faction] = max(0, tokens[faction] + by)
    return replace(state, bene_gesserit=(tokens[0], tokens[1]))


@evolves(events.DieSpent)
def _die_spent(state: State, event: events.DieSpent) -> State:
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
    theirs = state.fremen_results
    if theirs is not None and event.fremen:
        theirs = without(theirs, event.result)
    return replace(
        state, atreides_unused=max(0, state.atreides_unused - 1), atreides_results=left, fremen_results=theirs
    )


def without(results: tuple[Result, ...], one: Result) -> tuple[Result, ...]:
    """Returns the results less one of its kind, the same where there is none."""
    if one not in results:
        return results
    place = results.index(one)
    return (*results[:place], *results[place + 1 :])


@evolves(events.ConeDiscarded)
def _cone_discarded(state: State, event: events.ConeDiscarded) -> State:
    cones = list(state.cones)
    cones[event.faction] = max(0, cones[event.faction] - 1)
    return replace(state, cones=(cones[0], cones[1]))


@evolves(events.TurnEnded)
def _turn_ended(state: State, event: events.TurnEnded) -> State:
    if state.desert_war is not None and state.desert_war.actions:
        state = replace(state, desert_war=replace(state.desert_war, actions=0))
    return replace(
        state,
        turn=Turn(),
        new_in_tank=(),
        just_out_of_tank=(),
        forbidden_leaders=() if event.faction is ATREIDES else state.forbidden_leaders,
        chosen_result=None if event.faction is HARKONNEN else state.chosen_result,
    )


@evolves(events.HarkonnenResultChosen)
def _result_chosen(state: State, event: events.HarkonnenResultChosen) -> State:
    return replace(state, chosen_result=event.result)


@evolves(events.ActionStepped)
def _stepped(state: State, event: events.ActionStepped) -> State:
    return replace(state, turn=Turn() if event.step == 1 else replace(state.turn, step=event.step))


@evolves(events.ObjectiveEntered)
def _objective(state: State, event: events.ObjectiveEntered) -> State:
    objectives = (*state.hidden.objectives, event.steps)
    if event.replaces is not None:
        known, at = state.hidden.objectives, event.replaces
        objectives = (*known[:at], event.steps, *known[at + 1 :])
    return replace(state, hidden=replace(state.hidden, objectives=objectives))


@evolves(events.Withheld)
def _withheld(state: State, event: events.Withheld) -> State:
    """Whoever folds this log may not know what was noted."""
    return state


@evolves(events.BattleBegan)
def _battle_began(state: State, event: events.BattleBegan) -> State:
    if event.zone is None:
        return state
    return replace(
        state,
        ornithopters=tuple(zone for zone in state.ornithopters if zone != event.zone),
        turn=replace(state.turn, ornithopter_used=True),
    )


@evolves(events.DiceRolled)
def _dice_rolled(state: State, event: events.DiceRolled) -> State:
    """A record for the log: the frame above holds what the roll leads to."""
    return state


@evolves(events.CombatCounted)
def _combat_counted(state: State, event: events.CombatCounted) -> State:
    """A record for the log: the legions are on the table only."""
    return state


@evolves(events.BattleEnded)
def _battle_ended(state: State, event: events.BattleEnded) -> State:
    """A record for the log: what the end changes are events of their own."""
    return state


@evolves(events.SpiceCollected)
def _collected(state: State, event: events.SpiceCollected) -> State:
    return replace(state, harvesters=())


@evolves(events.SpiceSpent)
def _spent(state: State, event: events.SpiceSpent) -> State:
    return replace(state, imperium=event.imperium, bans=event.bans, spice_reserve=event.reserve)


@evolves(events.GameWon)
def _won(state: State, event: events.GameWon) -> State:
    return replace(state, winner=event.winner)
