"""Commands: everything somebody may ask the game to do, in the imperative.

Dice results, drawn cards and turned tokens are input: the command carries what the table (or the app's recorded roll)
showed. Areas and zones are numbers of ``companion.board``. ``record_anyway`` on ``execute`` lets unusual ones through.
"""

from companion.rules.commands.atreides import (
    CarryOutStep,
    ChooseHarkonnenResult,
    DeployToken,
    DrawCards,
    EnterByHand,
    MoveWorm,
    PlaceWormsign,
    PlayAtreidesCard,
    RollAtreidesDice,
    SkipStep,
    SpendDie,
    UseBeneGesserit,
    UseDesertPower,
    UseLeader,
    WormAttack,
)
from companion.rules.commands.both_sides import (
    DismissHawat,
    EndTalk,
    PlayHarkonnenCard,
    RollHarkonnenDice,
    Scout,
    TalkInSecret,
)
from companion.rules.commands.desert_war import (
    AttackWithLaunchers,
    DeployLaunchers,
    DeploySuspensors,
    GiveCamp,
    MountWorm,
    MoveSuspensor,
    PlaceCamp,
    PlaceSandrider,
    RaiseWorm,
    RollLaunchers,
    ScoutBySuspensor,
    StrikeVehicle,
)
from companion.rules.commands.ending import (
    AdvancePrescience,
    BeginHazards,
    BeginStorm,
    ClaimPrescience,
    CleanUp,
    CollectSpice,
    CorrectBoard,
    DeclareVictory,
    DetonateAtomics,
    EndRound,
    FinishCheck,
    FinishClaims,
    NamePrescience,
    SaveHarvester,
    SettleWorm,
    SpendSpice,
    TurnWormsign,
)
from companion.rules.commands.fighting import (
    Advance,
    CeaseAttack,
    ChooseLeaders,
    ContinueAttack,
    DecideRetreat,
    DiscardForDice,
    Retreat,
    RollAttackDice,
    RollBattle,
    TakeHits,
)
from companion.rules.commands.figures import (
    Attack,
    DeployUnits,
    MoveLegion,
    OrderTank,
    PlaceLeader,
    RecycleToken,
    RemoveExcess,
    ReplaceUnits,
    RevealSietch,
    RevealTokens,
    TakeStation,
)
from companion.rules.commands.hands import DiscardCards, NameHand
from companion.rules.commands.harkonnen import (
    CardFinished,
    CardStepDone,
    CardWithoutEffect,
    DiscardReinforcements,
    DrawHarkonnenCards,
    EndTurn,
    FinishAction,
    RevealCard,
    RollHarkonnenDie,
    UseHarkonnenLeader,
)
from companion.rules.commands.setting_up import (
    BeginGame,
    DrawTactical,
    EndVehicles,
    EnterObjective,
    EnterRank,
    PlaceStartingFigures,
    PlaceVehicle,
    StartGame,
)
from companion.rules.commands.trackers import CountCombat, GoToPhase, KeepTrackersOnly, PutDieAside, ThrowDice

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

__all__ = [
    "Advance",
    "AdvancePrescience",
    "Attack",
    "AttackWithLaunchers",
    "BeginGame",
    "BeginHazards",
    "BeginStorm",
    "CardFinished",
    "CardStepDone",
    "CardWithoutEffect",
    "CarryOutStep",
    "CeaseAttack",
    "ChooseHarkonnenResult",
    "ChooseLeaders",
    "ClaimPrescience",
    "CleanUp",
    "CollectSpice",
    "Command",
    "ContinueAttack",
    "CorrectBoard",
    "CountCombat",
    "DecideRetreat",
    "DeclareVictory",
    "DeployLaunchers",
    "DeploySuspensors",
    "DeployToken",
    "DeployUnits",
    "DetonateAtomics",
    "DiscardCards",
    "DiscardForDice",
    "DiscardReinforcements",
    "DismissHawat",
    "DrawCards",
    "DrawHarkonnenCards",
    "DrawTactical",
    "EndRound",
    "EndTalk",
    "EndTurn",
    "EndVehicles",
    "EnterByHand",
    "EnterObjective",
    "EnterRank",
    "FinishAction",
    "FinishCheck",
    "FinishClaims",
    "GiveCamp",
    "GoToPhase",
    "KeepTrackersOnly",
    "MountWorm",
    "MoveLegion",
    "MoveSuspensor",
    "MoveWorm",
    "NameHand",
    "NamePrescience",
    "OrderTank",
    "PlaceCamp",
    "PlaceLeader",
    "PlaceSandrider",
    "PlaceStartingFigures",
    "PlaceVehicle",
    "PlaceWormsign",
    "PlayAtreidesCard",
    "PlayHarkonnenCard",
    "PutDieAside",
    "RaiseWorm",
    "RecycleToken",
    "RemoveExcess",
    "ReplaceUnits",
    "Retreat",
    "RevealCard",
    "RevealSietch",
    "RevealTokens",
    "RollAtreidesDice",
    "RollAttackDice",
    "RollBattle",
    "RollHarkonnenDice",
    "RollHarkonnenDie",
    "RollLaunchers",
    "SaveHarvester",
    "Scout",
    "ScoutBySuspensor",
    "SettleWorm",
    "SkipStep",
    "SpendDie",
    "SpendSpice",
    "StartGame",
    "StrikeVehicle",
    "TakeHits",
    "TakeStation",
    "TalkInSecret",
    "ThrowDice",
    "TurnWormsign",
    "UseBeneGesserit",
    "UseDesertPower",
    "UseHarkonnenLeader",
    "UseLeader",
    "WormAttack",
]
