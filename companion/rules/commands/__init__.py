"""Commands: everything somebody may ask the game to do, in the imperative.

Dice results, drawn cards and turned tokens are input: the command carries what the table (or the app's recorded roll)
showed. Areas and zones are numbers of ``companion.board``. ``record_anyway`` on ``execute`` lets unusual ones through.
"""

from companion.rules.commands.atreides import *
from companion.rules.commands.both_sides import *
from companion.rules.commands.desert_war import *
from companion.rules.commands.ending import *
from companion.rules.commands.fighting import *
from companion.rules.commands.figures import *
from companion.rules.commands.hands import *
from companion.rules.commands.harkonnen import *
from companion.rules.commands.setting_up import *
from companion.rules.commands.trackers import *

Command = (
    StartGame
    | PlaceStartingFigures
    | BeginGame
    | EnterRank
    | EnterObjective
    | DrawTactical
    | PlaceVehicle
    | EndVehicles
    | RollAtreidesDice
    | UseBeneGesserit
    | SpendDie
    | UseDesertPower
    | PlayAtreidesCard
    | UseLeader
    | MoveLegion
    | Attack
    | DeployToken
    | DeployUnits
    | ReplaceUnits
    | DrawCards
    | PlaceWormsign
    | MoveWorm
    | WormAttack
    | FinishAction
    | EndTurn
    | RollHarkonnenDie
    | UseHarkonnenLeader
    | DrawHarkonnenCards
    | RevealCard
    | CardStepDone
    | CardWithoutEffect
    | CardFinished
    | RevealTokens
    | RevealSietch
    | DiscardForDice
    | RollBattle
    | ChooseLeaders
    | TakeHits
    | ContinueAttack
    | CeaseAttack
    | DecideRetreat
    | Retreat
    | Advance
    | RollAttackDice
    | TurnWormsign
    | SaveHarvester
    | TakeStation
    | RemoveExcess
    | RecycleToken
    | BeginHazards
    | SettleWorm
    | BeginStorm
    | CollectSpice
    | SpendSpice
    | ClaimPrescience
    | FinishClaims
    | FinishCheck
    | DeclareVictory
    | CleanUp
    | EndRound
    | DetonateAtomics
    | CorrectBoard
    | PlaceLeader
    | AdvancePrescience
    | DiscardReinforcements
    | ChooseHarkonnenResult
    | CarryOutStep
    | SkipStep
    | EnterByHand
    | RollHarkonnenDice
    | PlayHarkonnenCard
    | Scout
    | DismissHawat
    | TalkInSecret
    | EndTalk
    | KeepTrackersOnly
    | GoToPhase
    | ThrowDice
    | PutDieAside
    | CountCombat
    | NamePrescience
    | NameHand
    | DiscardCards
    | OrderTank
    | PlaceCamp
    | DeploySuspensors
    | MoveSuspensor
    | ScoutBySuspensor
    | DeployLaunchers
    | AttackWithLaunchers
    | RollLaunchers
    | StrikeVehicle
    | GiveCamp
    | PlaceSandrider
    | MountWorm
    | RaiseWorm
)
