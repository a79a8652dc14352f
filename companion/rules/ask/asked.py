"""Whose decision it is: who may answer what a game waits for, and who may give a command (TEAM-2, TEAM-4, TEAM-5).

A side is the two parts of a faction; of a faction that one player plays both are the same person's. In a solo game the
Atreides players enter what the opponent does, so everything is theirs.
"""

from collections.abc import Callable, Iterable
from typing import Any

from companion.content import CARDS, LEADERS
from companion.content.terms import Faction, Subfaction
from companion.rules import commands as c
from companion.rules import frames
from companion.rules.ask.deciding import battle_decider
from companion.rules.ask.desert import worm_meets_legion
from companion.rules.ask.dice import lies_with_the_ally
from companion.rules.ask.turns import in_charge, solo_bot, turn_of
from companion.rules.frames import BattleStage, EndStage, HazardsFrame
from companion.rules.state import ATREIDES, HARKONNEN, State
from companion.rules.war import SANDRIDERS

Parts = frozenset[Subfaction]
Givers = Callable[[State, Any], Parts]

EVERYBODY: Parts = frozenset(Subfaction)
SIDES = tuple(frozenset(part for part in Subfaction if part.faction is faction) for faction in Faction)
"""The parts of each faction, by its number."""


def side(state: State, faction: Faction) -> Parts:
    """Returns the parts that decide for ``faction``: for the solo opponent those of Atreides."""
    return SIDES[ATREIDES] if solo_bot(state, faction) else SIDES[faction]


def asked(state: State) -> Parts:
    """Returns who may answer what the top frame waits for; everybody where both sides may, or nothing is waited for."""
    frame = state.frame
    return EVERYBODY if frame is None else ASKED[type(frame)](state, frame)


def givers(state: State, command: c.Command) -> Parts:
    """Returns which parts may give a command now, whether it is legal or not; everybody for corrections of the board.

    KeyError for a command that nobody is named for.
    """
    return GIVERS[type(command)](state, command)


def _of_phase(state: State, faction: Faction) -> Parts:
    """The side of ``faction``; or its partner alone where that one carries out the action or phase (TEAM-4, TEAM-5)."""
    partner = in_charge(state)
    if partner is None and state.partners(ATREIDES) > 1 and any(isinstance(one, HazardsFrame) for one in state.frames):
        partner = Subfaction.FREMEN_ALLY
    return frozenset({partner}) if partner is not None and partner.faction is faction else side(state, faction)


def _everybody(_state: State, _asked: object) -> Parts:
    return EVERYBODY


def _whoever_is_asked(state: State, _command: object) -> Parts:
    return asked(state)


def _own(state: State, command: Any) -> Parts:
    """Both partners of the side that the command names: free actions, what a turn begins with, hits, cards."""
    return side(state, command.faction)


def _acting(state: State, command: Any) -> Parts:
    """Whoever carries out the action of the side that the command names."""
    return _of_phase(state, command.faction)


def _atreides(state: State, _command: object) -> Parts:
    return side(state, ATREIDES)


def _acting_atreides(state: State, _command: object) -> Parts:
    return _of_phase(state, ATREIDES)


def _harkonnen(state: State, _command: object) -> Parts:
    return side(state, HARKONNEN)


def _acting_harkonnen(state: State, _command: object) -> Parts:
    return _of_phase(state, HARKONNEN)


def _acting_turn(state: State, _command: object) -> Parts:
    """Whoever carries out the action in progress, whoever is asked within it."""
    faction = turn_of(state)
    return asked(state) if faction is None else _of_phase(state, faction)


def _one(state: State, faction: Faction, partner: Subfaction | None) -> Parts:
    """A partner of a shared faction; the whole side where it is not shared, or when it is not known which partner."""
    shared = state.partners(faction) > 1 and not solo_bot(state, faction)
    named = partner is not None and partner.faction is faction
    return frozenset({partner}) if shared and named and partner is not None else side(state, faction)


def _of_leader(state: State, command: Any) -> Parts:
    """TEAM-5: a special action belongs to the player of the leader's sub-faction."""
    faction = ATREIDES if isinstance(command, c.UseLeader) else HARKONNEN
    leader = LEADERS.get(command.leader)
    return _one(state, faction, None if leader is None else leader.subfaction)


def _of_dashboard(state: State, command: c.SpendDie) -> Parts:
    """TEAM-3: a die belongs to the player on whose dashboard it lies; both may spend what nobody told the place of."""
    if command.faction is ATREIDES:
        theirs = lies_with_the_ally(state, command.die, fremen=command.fremen)
        half = Subfaction.FREMEN_ALLY if theirs else Subfaction.HOUSE_ATREIDES
        return _one(state, ATREIDES, None if state.fremen_results is None else half)
    return _one(state, HARKONNEN, Subfaction.CORRINO_ALLY if command.corrino else Subfaction.HOUSE_HARKONNEN)


def _of_deck(state: State, command: Any) -> Parts:
    """TEAM-2: each partner plays only the own deck."""
    faction = ATREIDES if isinstance(command, c.PlayAtreidesCard) else HARKONNEN
    card = CARDS.get(command.card)
    return _one(state, faction, None if card is None else Subfaction(card.deck.value))


def _by_worm(state: State, worm: frames.WormFrame) -> Parts:
    """The opponent says where a legion flees to (R-49), its own side whether a carryall saves a harvester."""
    return _of_phase(state, ATREIDES if worm_meets_legion(state, worm) else HARKONNEN)


def _throwing(state: State, frame: frames.RollFrame) -> Parts:
    """Whoever strikes throws; the dice of a card that remove vehicles of a sector are those of Atreides."""
    return _of_phase(state, ATREIDES if frame.sector is not None else frame.faction.enemy)


def _in_battle(state: State, battle: frames.BattleFrame) -> Parts:
    """The side that decides, of the attackers the partner in charge; but both may discard for dice (TEAM-2)."""
    decider = battle_decider(state, battle)
    if decider is None:
        return _both(state, battle)
    return side(state, decider) if battle.stage is BattleStage.CARDS else _of_phase(state, decider)


def _both(state: State, _frame: object) -> Parts:
    return side(state, ATREIDES) | side(state, HARKONNEN)


def _at_the_end(state: State, frame: frames.EndFrame) -> Parts:
    """Atreides claim and check; the Harkonnen clean up before them (ROUND-2)."""
    return side(state, HARKONNEN if frame.stage is EndStage.CLEANUP else ATREIDES)


def _corrino(state: State, _command: object) -> Parts:
    """Suspensor troopers belong to the Corrino Ally (DW-6)."""
    return _one(state, HARKONNEN, Subfaction.CORRINO_ALLY)


def _fremen(state: State, _command: object) -> Parts:
    """Launchers and sandriders belong to the Fremen Ally (DW-6)."""
    return _one(state, ATREIDES, Subfaction.FREMEN_ALLY)


def _desert_power(state: State, command: c.UseDesertPower) -> Parts:
    """Desert Power counts the dice of both (TEAM-6); the Sandriders' action is the Fremen Ally's (TEAM-5, DW-6)."""
    return _fremen(state, command) if command.use == SANDRIDERS else _atreides(state, command)


def _vehicles(state: State, command: c.PlaceVehicle) -> Parts:
    """TEAM-5: House Harkonnen places vehicles; an escort is the Corrino Ally's, so either of them puts it (DW-6)."""
    return side(state, HARKONNEN) if command.escort else _acting_harkonnen(state, command)


def _by(rule: Givers, *types: type) -> dict[type, Givers]:
    return dict.fromkeys(types, rule)


GIVERS: dict[type, Givers] = {
    **_by(_everybody, c.StartGame, c.PlaceStartingFigures, c.BeginGame, c.CorrectBoard, c.NamePrescience),
    **_by(_everybody, c.EndTalk),
    **_by(_everybody, c.KeepTrackersOnly, c.GoToPhase, c.CountCombat, c.AdvancePrescience, c.DiscardReinforcements),
    **_by(_own, c.UseBeneGesserit, c.RevealTokens, c.DiscardForDice, c.TalkInSecret, c.ThrowDice, c.PutDieAside),
    **_by(_acting, c.MoveLegion, c.Attack, c.DeployUnits, c.ReplaceUnits, c.PlaceLeader, c.ChooseLeaders, c.TakeHits),
    **_by(_atreides, c.EnterRank, c.EnterObjective, c.RollAtreidesDice, c.ClaimPrescience, c.PlaceCamp),
    **_by(_atreides, c.FinishClaims, c.TakeStation, c.DetonateAtomics, c.ChooseHarkonnenResult, c.EndRound),
    **_by(_atreides, c.FinishCheck, c.DeclareVictory),
    **_by(_acting_atreides, c.DeployToken, c.PlaceWormsign, c.MoveWorm, c.WormAttack, c.CarryOutStep, c.SkipStep),
    **_by(_acting_atreides, c.EnterByHand, c.TurnWormsign, c.SettleWorm, c.BeginStorm, c.BeginHazards),
    **_by(_harkonnen, c.DrawTactical, c.RollHarkonnenDice, c.RollHarkonnenDie, c.DrawHarkonnenCards, c.RevealCard),
    **_by(_harkonnen, c.Scout, c.DismissHawat, c.CollectSpice, c.SpendSpice, c.SaveHarvester, c.CleanUp),
    **_by(_acting_harkonnen, c.EndVehicles, c.RecycleToken, c.CardStepDone, c.CardWithoutEffect),
    **_by(_acting_harkonnen, c.CardFinished),
    **_by(_own, c.NameHand, c.DiscardCards, c.OrderTank),
    **_by(_of_leader, c.UseLeader, c.UseHarkonnenLeader),
    **_by(_of_deck, c.PlayAtreidesCard, c.PlayHarkonnenCard),
    c.SpendDie: _of_dashboard,
    c.PlaceVehicle: _vehicles,
    c.UseDesertPower: _desert_power,
    **_by(_corrino, c.DeploySuspensors, c.MoveSuspensor, c.ScoutBySuspensor),
    **_by(_fremen, c.DeployLaunchers, c.AttackWithLaunchers, c.RollLaunchers, c.StrikeVehicle, c.GiveCamp),
    **_by(_fremen, c.PlaceSandrider, c.MountWorm, c.RaiseWorm),
    **_by(_acting_turn, c.FinishAction, c.EndTurn, c.DrawCards),
    **_by(_whoever_is_asked, c.RevealSietch, c.RemoveExcess, c.RollBattle, c.ContinueAttack, c.CeaseAttack),
    **_by(_whoever_is_asked, c.DecideRetreat, c.Retreat, c.Advance, c.RollAttackDice),
}
"""Who may give the commands of each type."""

ASKED: dict[type, Givers] = {
    **_by(_everybody, frames.TalkFrame, frames.SetupFrame, frames.GameOverFrame),
    **_by(_atreides, frames.AtreidesRollFrame, frames.ClaimsFrame, frames.StationFrame, frames.RevealSietchFrame),
    **_by(_atreides, frames.VictoryCheckFrame),
    **_by(_acting_atreides, frames.AtreidesCardFrame, frames.HazardsFrame, frames.WormsignFrame),
    **_by(_harkonnen, frames.RoundStartFrame, frames.HarkonnenRollFrame, frames.HarvestFrame, frames.SpiceFrame),
    **_by(_acting_harkonnen, frames.GarrisonFrame, frames.CardsFrame, frames.CardFrame, frames.VehiclesFrame),
    **_by(_own, frames.TurnFrame, frames.HitsFrame, frames.RevealTokensFrame, frames.StackingFrame),
    **_by(_own, frames.DiscardFrame, frames.TankFrame),
    frames.ActionFrame: _acting,
    frames.BattleFrame: _in_battle,
    frames.EndFrame: _at_the_end,
    frames.RollFrame: _throwing,
    frames.WormFrame: _by_worm,
    frames.CampsFrame: _atreides,
    **_by(_fremen, frames.LaunchersFrame, frames.RiderFrame),
}
"""Whom the frames of each type ask."""

OF_A_SIDE: dict[Any, Faction] = {
    **dict.fromkeys((_atreides, _acting_atreides, _fremen, _desert_power), ATREIDES),
    **dict.fromkeys((_harkonnen, _acting_harkonnen, _corrino, _vehicles), HARKONNEN),
}
BY_NAME = {kind.__name__: rule for kind, rule in GIVERS.items()}


def side_of(state: State, names: Iterable[str]) -> Faction | None:
    """Returns whose step it was to give commands with these names at ``state``; None where both sides may."""
    sides = set[Faction]()
    for rule in {BY_NAME.get(name, _everybody) for name in names} - {_everybody}:
        sides |= {OF_A_SIDE[rule]} if rule in OF_A_SIDE else {part.faction for part in asked(state)}
    return sides.pop() if len(sides) == 1 else None
