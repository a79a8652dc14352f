"""Games played at random, without battles: nothing breaks, nothing gets stuck, the log tells the whole story."""

from collections.abc import Iterator
from random import Random

import pytest

from companion.board import AREA_IDS, SETTLEMENT_MASK, ZONE_IDS, mask_of, members
from companion.content import DECK_CARDS, TACTICAL_CARDS
from companion.content.terms import CombatFace, Deck, Marker, Result, UnitKind, VehicleKind, Wormsign
from companion.rules import NOBODY, Army, Command, Severity, State, check, evolve, execute, reach
from companion.rules.ask.spice import possible_bans
from companion.rules.combat import proposed_removal
from companion.rules.commands import (
    BeginGame,
    BeginHazards,
    BeginStorm,
    CardFinished,
    CardWithoutEffect,
    ClaimPrescience,
    CollectSpice,
    DeployToken,
    DeployUnits,
    DrawCards,
    DrawHarkonnenCards,
    DrawTactical,
    EndRound,
    EndTurn,
    EndVehicles,
    FinishAction,
    FinishClaims,
    MoveLegion,
    MoveWorm,
    OrderTank,
    PlaceStartingFigures,
    PlaceVehicle,
    PlaceWormsign,
    PlayAtreidesCard,
    RecycleToken,
    RemoveExcess,
    ReplaceUnits,
    Retreat,
    RevealCard,
    RevealTokens,
    RollAtreidesDice,
    RollAttackDice,
    RollHarkonnenDie,
    SaveHarvester,
    SettleWorm,
    SpendDie,
    SpendSpice,
    StartGame,
    TakeHits,
    TakeStation,
    TurnWormsign,
    UseBeneGesserit,
    UseDesertPower,
    UseHarkonnenLeader,
    UseLeader,
)
from companion.rules.frames import (
    ActionFrame,
    CardsFrame,
    HitsFrame,
    RevealTokensFrame,
    RollFrame,
    StackingFrame,
    TankFrame,
)
from companion.rules.harkonnen_cards.course import decks_due
from companion.rules.positions.audit import Violation, audit
from companion.rules.state import ATREIDES, HARKONNEN

LENGTH = 300
SHOWN = (Army(regular=1), Army(elite=1), Army(special=1), Army())
"""What a token may show; nothing when the figures have run out."""


def candidates(state: State, dice: Random) -> list[Command]:
    """Commands that somebody might try now, in a random order; most do not fit the moment."""
    found = [*_flow(state, dice), *_figures(state, dice), *_answers(state)]
    dice.shuffle(found)
    return found


def _flow(state: State, dice: Random) -> Iterator[Command]:
    yield from (StartGame(), BeginGame(), EndVehicles(), EndTurn(), BeginHazards(), CollectSpice(), FinishClaims())
    yield from (FinishAction(), CardFinished(), CardWithoutEffect(), EndRound(discarded=max(0, state.cards.hand - 6)))
    yield from (PlaceStartingFigures(place, Army(regular=2, elite=1, generic=1)) for place in members(SETTLEMENT_MASK))
    yield from (DrawTactical(card) for card in TACTICAL_CARDS)
    results = list(Result) * 2
    dice.shuffle(results)
    yield RollAtreidesDice(tuple(results[: state.atreides_unused]))
    yield from (RollHarkonnenDie(result) for result in Result)
    yield from (UseBeneGesserit(result) for result in Result)
    yield from (SpendDie(die, action) for die in Result for action in Result)
    yield from (UseDesertPower(use) for use in ("wormsigns", "move"))
    yield from (UseLeader(die, leader) for die in Result for leader in ("paul_atreides", "stilgar"))
    yield from (UseHarkonnenLeader(leader) for leader, _ in state.leaders)
    yield PlayAtreidesCard(dice.choice(list(Result)), "war_plan")
    yield ClaimPrescience((1, 0, 0))
    yield from (SpendSpice(state.imperium, bans, 0, 0) for bans in possible_bans(state, state.imperium))
    lower = tuple(min(5, row + 1) for row in state.imperium)
    rows = (lower[0], lower[1], lower[2])
    yield from (SpendSpice(rows, bans, 0, 0) for bans in possible_bans(state, rows))


def _figures(state: State, dice: Random) -> Iterator[Command]:
    for faction in (HARKONNEN, ATREIDES):
        for way in reach.moves(state, faction):
            army = reach.movable(state, way.source, state.army(faction, way.source) or NOBODY)
            riding = way.via is reach.Via.SANDRIDING
            yield MoveLegion(faction, way.source, way.target, army, way.zone, sandriding=riding)
        for area, army in state.legions(faction):
            yield DeployUnits(faction, area, Army(regular=1))
            yield ReplaceUnits(faction, area, 1, UnitKind.REGULAR, UnitKind.ELITE)
            yield RevealTokens(faction, area, max(1, army.tokens), Army(regular=1))
    yield from (DeployToken(sietch.area, "naib") for sietch in state.sietches)
    yield PlaceWormsign(dice.randrange(len(AREA_IDS)))
    yield from (MoveWorm(worm, dice.randrange(len(AREA_IDS))) for worm in state.sandworms)
    for kind in VehicleKind:
        places = _free_places(state, kind)
        if places:
            yield PlaceVehicle(kind, dice.choice(places))
    yield PlaceVehicle(VehicleKind.ORNITHOPTER, dice.randrange(len(ZONE_IDS)))


def _free_places(state: State, kind: VehicleKind) -> list[int]:
    if kind is VehicleKind.HARVESTER:
        allowed = state.desert_mask & state.free_mask(HARKONNEN) & ~mask_of(state.harvesters)
        return list(members(allowed))
    return [zone for zone in range(len(ZONE_IDS)) if zone not in (*state.ornithopters, *state.carryalls)]


def _answers(state: State) -> Iterator[Command]:
    """What the step on top asks for."""
    frame = state.frame
    yield from (TakeStation(marker) for marker in Marker)
    yield from (TurnWormsign(area, Wormsign.SAND) for area in state.wormsigns)
    yield from (SettleWorm(worm) for worm in state.sandworms)
    yield SaveHarvester(None)
    yield from (Retreat(area) for area in range(len(AREA_IDS)))
    yield from (BeginStorm(area) for area, _ in state.legions(HARKONNEN))
    yield DrawCards((Deck.HOUSE_ATREIDES,))
    match frame:
        case ActionFrame():
            yield DrawHarkonnenCards(decks_due(state, frame))
        case CardsFrame() if frame.decks:
            yield from (RevealCard(card.id) for card in DECK_CARDS[frame.decks[0]])
        case RollFrame():
            yield RollAttackDice((CombatFace.HIT,) * frame.dice)
        case HitsFrame():
            yield TakeHits(frame.faction, proposed_removal(state, frame.faction, frame.area, frame.hits))
        case TankFrame():
            yield OrderTank(frame.faction, frame.leaders[::-1])
        case StackingFrame():
            yield from (RemoveExcess(Army(regular=n, tokens=frame.excess - n)) for n in range(frame.excess + 1))
            yield from (RemoveExcess(Army(regular=n, elite=frame.excess - n)) for n in range(frame.excess + 1))
        case RevealTokensFrame():
            there = state.army(frame.faction, frame.area) or NOBODY
            yield from (RevealTokens(frame.faction, frame.area, there.tokens, shown) for shown in SHOWN)
            yield from (RevealTokens(frame.faction, frame.area, 1, shown, "black") for shown in SHOWN)
        case _:
            pass
    for area, army in state.legions(HARKONNEN):
        if army.tokens:
            yield from (RecycleToken(area, colour, shown) for colour in ("black", "silver") for shown in SHOWN)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.slow
def test_a_random_game_never_gets_stuck_and_its_log_tells_it_all(seed: int) -> None:
    dice = Random(seed)
    state, folded = State(), State()
    state, log = execute(state, StartGame())
    played = 0
    while played < LENGTH and state.winner is None:
        for event in log:
            folded = evolve(folded, event)
        assert folded == state
        assert odd(state) == []
        assert state.frames
        command = sensible(state, candidates(state, dice))
        state, log = execute(state, command, record_anyway=True)
        played += 1
    assert state.round > 1 or state.winner is not None


def odd(state: State) -> list[Violation]:
    """What is wrong with a position; legions that are about to be cut down to the limit are not."""
    pending = any(isinstance(frame, StackingFrame) for frame in state.frames)
    return [violation for violation in audit(state) if not (pending and violation.rule == "STACK-1")]


def sensible(state: State, commands: list[Command]) -> Command:
    """The first command with nothing against it, else the first that is merely unusual."""
    unusual = None
    for command in commands:
        reasons = check(state, command)
        if not reasons:
            return command
        if unusual is None and all(reason.severity is Severity.UNUSUAL for reason in reasons):
            unusual = command
    assert unusual is not None, state.frames
    return unusual
