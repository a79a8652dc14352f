"""What of a deed its order says, and what is left to be told: nothing physical happens without a line.

An order is worded from ``announced``: the difference that the told events of its commands make. Whatever else the deed
did to the table is ``untold`` and stands in a list before the next step. So text and fact are one value, and both
together are the difference of the positions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from companion.content.terms import Faction, VehicleKind
from companion.rules import commands as c
from companion.rules import events as e
from companion.rules import evolve, execute
from companion.rules.commands import Command
from companion.rules.events import Event
from companion.rules.frames import Cause, RollSource
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Standing, State
from companion.service.differences import Difference, differences
from companion.store.codec import COMMAND_TYPES


@dataclass(frozen=True, slots=True)
class Shown:
    """Dice that the app rolled, or a token or card that it drew: they must be seen, but no position keeps them."""

    event: Event


Line = Difference | Shown
"""One thing to be told."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What was done: the position before it, the names of its commands and the events that they caused."""

    before: State
    commands: tuple[str, ...]
    events: tuple[Event, ...]


Says = Callable[[Deed, Event], bool]
Tells = dict[type[Event], Says]
"""The events that an order says, each with a test of whether this one is meant."""

ALL = "all"
"""Told by an order that is the change itself: the board put right by hand, or set up after the rulebook."""


def told_state(before: State, commands: Sequence[str], events: Sequence[Event]) -> State:
    """Returns the position of a table that did exactly what the order of ``commands`` said.

    ``commands`` are their names, as a batch of the log keeps them. A command that is not known (of an older game) says
    nothing. Never raises: what cannot be done without something untold is untold itself.
    """
    deed = Deed(before, tuple(commands), tuple(events))
    state = before
    for event in events:
        if is_told(deed, event):
            try:
                state = _done(state, event)
            except (ValueError, KeyError):
                continue
    return state


def _done(state: State, event: Event) -> State:
    """A table after one told event: an order says who goes into the tank, not whom that pushes on (TANK-1)."""
    if isinstance(event, e.LeaderTanked):
        return state.with_leader(event.leader, standing=Standing.TANK, tank=1)
    return evolve(state, event)


def is_told(deed: Deed, event: Event) -> bool:
    """Tells whether the order of a deed says this event of it."""
    if isinstance(event, e.LeaderTanked | e.LeaderSetAside):
        # Where a leader goes belongs to what takes it off the board.
        return any(event.leader in one.figures.named and is_told(deed, one) for one in _removals(deed.events))
    for name in deed.commands:
        tells = TELLS.get(name, {})
        if tells == ALL:
            return True
        says = tells.get(type(event)) if isinstance(tells, dict) else None
        if says is not None and says(deed, event):
            return True
    return False


def _removals(events: Sequence[Event]) -> list[e.FiguresRemoved]:
    return [event for event in events if isinstance(event, e.FiguresRemoved) and event.figures.named]


def announced(before: State, commands: Sequence[Command]) -> tuple[Difference, ...]:
    """Returns what an order of these commands says; raises Refused when the rules refuse them."""
    state, events = before, list[Event]()
    for command in commands:
        state, caused = execute(state, command, record_anyway=True)
        events += caused
    return differences(before, told_state(before, [type(one).__name__ for one in commands], events))


def untold(before: State, commands: Sequence[str], events: Sequence[Event], after: State) -> tuple[Line, ...]:
    """Returns what the order of a deed did not say: what was rolled and drawn first, then what hands have to do."""
    return (*shown(events), *differences(told_state(before, commands, events), after))


def shown(events: Sequence[Event]) -> tuple[Shown, ...]:
    """Returns the dice that the app rolled and the tokens and cards that it drew, in order.

    Dice typed in lie on the table already. Also those without effect are shown.
    """
    return tuple(Shown(event) for event in events if getattr(event, "source", None) is RollSource.APP)


def _any(deed: Deed, event: Event) -> bool:
    return True


def _because(*causes: Cause) -> Says:
    def says(deed: Deed, event: Event) -> bool:
        return getattr(event, "cause", None) in causes

    return says


def _by(faction: Faction, *causes: Cause) -> Says:
    def says(deed: Deed, event: Event) -> bool:
        return getattr(event, "faction", None) is faction and (not causes or getattr(event, "cause", None) in causes)

    return says


def _by_hand(deed: Deed, event: Event) -> bool:
    """A token or card that lies on the table already, because somebody there turned it."""
    return getattr(event, "source", None) is not RollSource.APP


def _drawn_by_hand(deed: Deed, event: Event) -> bool:
    return all(_by_hand(deed, one) for one in deed.events if isinstance(one, e.TacticalDrawn))


def _placed_by_hand(deed: Deed, event: Event) -> bool:
    """The starting figures are drawn by the app where it begins the game as well."""
    return _because(Cause.SETUP)(deed, event) and c.BeginGame.__name__ not in deed.commands


def _casualties(deed: Deed, event: Event) -> bool:
    """The figures chosen; the opponent's order also says who goes with the last unit."""
    where = getattr(event, "faction", None), getattr(event, "area", None)
    hits = next((one for one in deed.events if isinstance(one, e.HitsTaken) and (one.faction, one.area) == where), None)
    if hits is None:
        return False
    alone = hits.faction is HARKONNEN and deed.before.mode is Mode.SOLO
    return getattr(event, "cause", None) in ((hits.cause, Cause.LEFT_ALONE) if alone else (hits.cause,))


def _discards_for_dice(deed: Deed, event: Event) -> bool:
    """BATTLE-3: who is asked. The solo opponent's cards (MAHDI-BATTLE-1) stand beside the dice of the same deed."""
    alone = isinstance(event, e.HandDiscarded) and event.faction is HARKONNEN and deed.before.mode is Mode.SOLO
    return not alone or c.RollBattle.__name__ in deed.commands


def _leaves_here(deed: Deed, event: Event) -> bool:
    """The legion of the step retreats; that the winner advances, or a worm drives on another one, it does not say."""
    here: object = getattr(deed.before.frame, "area", None)
    return isinstance(event, e.LegionMoved) and event.source == here


def _rescue(deed: Deed, event: Event) -> bool:
    """WORM-4: the carryall used, or the harvester of the step that is not saved."""
    here: object = getattr(deed.before.frame, "area", None)
    return isinstance(event, e.VehicleRemoved) and (event.kind is VehicleKind.CARRYALL or event.place == here)


def _worm_of_supply(deed: Deed, event: Event) -> bool:
    """WORM-3: a figure taken from elsewhere on the board is always told."""
    turned = next((one for one in deed.events if isinstance(one, e.WormsignRemoved)), None)
    by_hand = turned is None or _by_hand(deed, turned)
    return isinstance(event, e.SandwormPlaced) and event.worm_from is None and not event.wild and by_hand


PLACING = (Cause.DEPLOYMENT, Cause.CARD, Cause.SPECIAL_ACTION)
_NOTHING: Tells = {}
_PLACED: Tells = {e.FiguresPlaced: _because(*PLACING), e.LegionMoved: _because(*PLACING)}
_OF_A_CARD: Tells = {
    e.FiguresPlaced: _because(Cause.CARD, Cause.SPECIAL_ACTION),
    e.FiguresRemoved: _because(Cause.CARD, Cause.SPECIAL_ACTION),
    e.LegionMoved: _because(Cause.CARD, Cause.SPECIAL_ACTION),
    e.WormsignRemoved: _because(Cause.CARD),
    e.HandDiscarded: _because(Cause.CARD),
    e.PrescienceCleared: _any,
}

_TELLS: dict[type[Command], Tells | str] = {
    c.StartGame: ALL,
    c.PlaceStartingFigures: {e.FiguresPlaced: _placed_by_hand},
    c.BeginGame: {e.RoundBegan: _any},
    c.EnterRank: {e.RankEntered: _any},
    c.EnterObjective: {e.ObjectiveEntered: _any},
    c.DrawTactical: {
        e.TacticalDrawn: _by_hand,
        e.HarvestingSectorSet: _drawn_by_hand,
        e.TargetSet: _drawn_by_hand,
    },
    c.PlaceVehicle: {e.VehiclePlaced: _any},
    c.EndVehicles: _NOTHING,
    c.RollAtreidesDice: {e.AtreidesDiceRolled: _any},
    c.UseBeneGesserit: {e.BeneGesseritUsed: _any},
    c.SpendDie: {e.DieSpent: _any},
    c.UseDesertPower: _NOTHING,
    c.PlayAtreidesCard: {e.DieSpent: _any, e.CardPlayed: _any},
    c.UseLeader: {e.DieSpent: _any, e.LeaderCardTurned: _any},
    c.MoveLegion: {e.LegionMoved: _because(Cause.MOVE, Cause.CARD), e.TokensPlaced: _by(HARKONNEN)},
    c.Attack: {e.BattleBegan: _any},
    c.DeployToken: {e.TokensPlaced: _by(ATREIDES), e.FiguresPlaced: _because(Cause.DEPLOYMENT)},
    c.DeployUnits: _PLACED,
    c.PlaceLeader: _PLACED,
    c.ReplaceUnits: {e.UnitsReplaced: _because(Cause.HOUSE, Cause.CARD, Cause.SPECIAL_ACTION)},
    c.DrawCards: {e.CardsDrawn: _any},
    c.PlaceWormsign: {e.WormsignPlaced: _because(Cause.MOVE)},
    c.MoveWorm: {e.SandwormMoved: _any},
    c.WormAttack: _NOTHING,
    c.FinishAction: _NOTHING,
    c.EndTurn: _NOTHING,
    c.RollHarkonnenDie: {e.DieSpent: _any},
    c.UseHarkonnenLeader: {e.LeaderCardTurned: _any},
    c.DrawHarkonnenCards: _NOTHING,
    c.RevealCard: {e.CardRevealed: _any},
    c.CardStepDone: _OF_A_CARD
    | {
        e.CardsDrawn: _any,
        e.DieDiscarded: _any,
        e.LeaderEntered: _any,
        e.LeaderLeft: _any,
    },
    c.CardWithoutEffect: {e.CardDiscarded: _any},
    c.CardFinished: {e.CardDiscarded: _any, e.LeaderLeft: _any, e.LeaderEntered: _any},
    c.RevealTokens: {e.TokensRevealed: _any},
    c.RevealSietch: {e.SietchRevealed: _any},
    c.DiscardForDice: {e.HandDiscarded: _discards_for_dice},
    c.RollBattle: _NOTHING,
    c.ChooseLeaders: _NOTHING,
    c.TakeHits: {e.FiguresRemoved: _casualties, e.UnitsReplaced: _casualties},
    c.ContinueAttack: _NOTHING,
    c.CeaseAttack: _NOTHING,
    c.DecideRetreat: {e.LegionMoved: _leaves_here},
    c.Retreat: {e.LegionMoved: _leaves_here},
    c.Advance: {e.LegionMoved: _because(Cause.BATTLE)},
    c.RollAttackDice: _NOTHING,
    c.TurnWormsign: {e.WormsignRemoved: _by_hand, e.SandwormPlaced: _worm_of_supply},
    c.SaveHarvester: {e.VehicleRemoved: _rescue},
    c.TakeStation: {e.StationTaken: _by_hand},
    c.OrderTank: {e.TankOrdered: _any},
    c.RemoveExcess: {e.FiguresRemoved: _because(Cause.STACKING)},
    c.RecycleToken: {e.TokensRevealed: _any},
    c.BeginHazards: {e.WormsignPlaced: _because(Cause.HAZARD), e.WormsignRemoved: _because(Cause.HAZARD)},
    c.SettleWorm: _NOTHING,
    c.BeginStorm: _NOTHING,
    c.CollectSpice: {e.SpiceCollected: _any},
    c.SpendSpice: {e.SpiceSpent: _any, e.SupremacyAdvanced: _because(Cause.SPICE)},
    c.ClaimPrescience: {
        e.DieSpent: _any,
        e.PrescienceClaimed: _any,
        e.CardDetached: _any,
        e.PrescienceAdvanced: _because(Cause.PRESCIENCE),
    },
    c.NamePrescience: _NOTHING,
    c.NameHand: _NOTHING,
    c.DiscardCards: {e.HandDiscarded: _because(Cause.CARD)},
    c.FinishClaims: _NOTHING,
    c.FinishCheck: _NOTHING,
    c.DeclareVictory: {e.ObjectiveEntered: _any},
    c.CleanUp: {
        e.VehicleRemoved: _because(Cause.END_OF_ROUND),
        e.FiguresRemoved: _because(Cause.END_OF_ROUND),
        e.FiguresPlaced: _because(Cause.END_OF_ROUND),
        e.HandDiscarded: _because(Cause.END_OF_ROUND),
    },
    c.EndRound: {
        e.VehicleRemoved: _because(Cause.END_OF_ROUND),
        e.SandwormRemoved: _because(Cause.END_OF_ROUND),
        e.SandwormPlaced: _any,
        e.FiguresRemoved: _because(Cause.END_OF_ROUND),
        e.FiguresPlaced: _because(Cause.END_OF_ROUND),
        e.LeaderCardTurned: _any,
        e.HandDiscarded: _because(Cause.END_OF_ROUND),
        e.PrescienceCleared: _any,
        e.SupremacyAdvanced: _because(Cause.END_OF_ROUND),
        e.RoundBegan: _any,
    },
    c.DetonateAtomics: {e.AtomicsDetonated: _any, e.LegionMoved: _because(Cause.ATOMICS)},
    c.CorrectBoard: ALL,
    c.AdvancePrescience: {e.PrescienceAdvanced: _because(Cause.CARD)},
    c.DiscardReinforcements: {e.HandDiscarded: _because(Cause.CARD)},
    c.ChooseHarkonnenResult: _NOTHING,
    c.CarryOutStep: _OF_A_CARD
    | {
        e.SietchMoved: _any,
        e.TokensSwapped: _any,
        e.TokensPlaced: _by(ATREIDES),
        e.PrescienceAdvanced: _because(Cause.CARD),
        e.ImperiumLowered: _any,
        e.PrescienceRevealed: _any,
        e.CardAttached: _any,
        e.CardDetached: _any,
        e.SandwormPlaced: _any,
        e.WildMakerPlaced: _any,
        e.LeaderCardTurned: _any,
        e.VehicleRemoved: _because(Cause.CARD),
    },
    c.SkipStep: _NOTHING,
    c.EnterByHand: _NOTHING,
    c.RollHarkonnenDice: {e.HarkonnenDiceRolled: _any},
    c.PlayHarkonnenCard: {e.DieSpent: _any, e.HarkonnenCardPlayed: _any},
    c.Scout: {e.VehicleRemoved: _because(Cause.REVEAL)},
    c.DismissHawat: {e.HandDiscarded: _because(Cause.CARD)},
    c.TalkInSecret: {e.ConeDiscarded: _any},
    c.EndTalk: _NOTHING,
    c.KeepTrackersOnly: ALL,
    c.GoToPhase: {e.RoundBegan: _any},
    c.ThrowDice: {e.AtreidesDiceRolled: _any, e.HarkonnenDiceRolled: _any, e.DieSpent: _any},
    c.PutDieAside: {e.DieSpent: _any},
    c.CountCombat: _NOTHING,
    c.PlaceCamp: {e.CampPlaced: _any},
    c.DeploySuspensors: {e.WarActionTaken: _any, e.TroopPlaced: _any},
    c.MoveSuspensor: {e.WarActionTaken: _any, e.TroopMoved: _any},
    c.ScoutBySuspensor: {e.WarActionTaken: _any, e.TroopRemoved: _because(Cause.REVEAL)},
    c.DeployLaunchers: {e.TroopPlaced: _any},
    c.AttackWithLaunchers: _NOTHING,
    c.RollLaunchers: _NOTHING,
    c.StrikeVehicle: {e.VehicleRemoved: _because(Cause.LAUNCHERS), e.TroopRemoved: _because(Cause.LAUNCHERS)},
    c.GiveCamp: {e.CampGiven: _any, e.PrescienceAdvanced: _because(Cause.LAUNCHERS)},
    c.PlaceSandrider: {e.TroopPlaced: _any},
    c.MountWorm: {e.SandwormPlaced: _any},
    c.RaiseWorm: {e.SandwormPlaced: _worm_of_supply},
}

if missing := set(COMMAND_TYPES) - set(_TELLS):
    raise TypeError(f"nothing says what these commands tell: {sorted(kind.__name__ for kind in missing)}")

TELLS = MappingProxyType({command.__name__: tells for command, tells in _TELLS.items()})
"""What the order or form of each command says, by the command's name."""
