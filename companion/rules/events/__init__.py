"""Events: everything that can have happened, in the past tense; the log of a game is a list of them.

Events hold results, never intentions: folding them with ``evolve`` checks nothing and draws nothing. Each is plain
data (numbers, enums, tuples, armies) so that the codec can write it as JSON.
"""

from companion.rules.events.cards import (
    CardAttached,
    CardDetached,
    CardDiscarded,
    CardPlayed,
    CardRevealed,
    CardsDrawn,
    DeckReshuffled,
    HandDiscarded,
    HandNamed,
    HarkonnenCardPlayed,
    PrescienceCleared,
    PrescienceNamed,
    PrescienceRevealed,
)
from companion.rules.events.course import (
    ActionStepped,
    AtreidesDiceRolled,
    BeneGesseritGained,
    BeneGesseritUsed,
    BoardCorrected,
    ConeDiscarded,
    DiceSetAside,
    DieDiscarded,
    DieSpent,
    GameStarted,
    GameWon,
    HarkonnenDiceRolled,
    HarkonnenResultChosen,
    HarvestingSectorSet,
    MoveRecorded,
    ObjectiveEntered,
    PhaseBegan,
    RankEntered,
    RoundBegan,
    StepChanged,
    StepClosed,
    StepOpened,
    TacticalDrawn,
    TargetSet,
    TurnEnded,
    Withheld,
)
from companion.rules.events.desert import (
    AtomicsDetonated,
    ImperiumLowered,
    SandwormMoved,
    SandwormPlaced,
    SandwormRemoved,
    SpiceCollected,
    SpiceSpent,
    VehiclePlaced,
    VehicleRemoved,
    WildMakerPlaced,
    WormsignPlaced,
    WormsignRemoved,
)
from companion.rules.events.desert_war import (
    CampGiven,
    CampPlaced,
    CampRemoved,
    EscortJoined,
    LaunchersRolled,
    RidersCardTurned,
    SuccessNamed,
    TroopMoved,
    TroopPlaced,
    TroopRemoved,
    WarActionOpened,
    WarActionTaken,
    WarTokensPlaced,
)
from companion.rules.events.fighting import (
    BattleBegan,
    BattleEnded,
    CombatCounted,
    DiceRolled,
    HitsTaken,
)
from companion.rules.events.figures import (
    FiguresPlaced,
    FiguresRemoved,
    LegionMoved,
    SietchMoved,
    SietchRevealed,
    StationTaken,
    StrongholdDestroyed,
    TokensPlaced,
    TokensRevealed,
    TokensSwapped,
    UnitsReplaced,
)
from companion.rules.events.leaders import (
    LeaderCardTurned,
    LeaderEntered,
    LeaderLeft,
    LeaderReplaced,
    LeaderSetAside,
    LeadersForbidden,
    LeaderTanked,
    PrescienceAdvanced,
    PrescienceClaimed,
    SupremacyAdvanced,
    TankAdvanced,
    TankOrdered,
)

Event = (
    GameStarted
    | StepOpened
    | StepChanged
    | StepClosed
    | RoundBegan
    | PhaseBegan
    | TacticalDrawn
    | HarvestingSectorSet
    | TargetSet
    | DiceSetAside
    | AtreidesDiceRolled
    | BeneGesseritUsed
    | BeneGesseritGained
    | DieSpent
    | TurnEnded
    | TankAdvanced
    | FiguresPlaced
    | FiguresRemoved
    | LegionMoved
    | MoveRecorded
    | ActionStepped
    | UnitsReplaced
    | TokensRevealed
    | TokensPlaced
    | RankEntered
    | ObjectiveEntered
    | SietchRevealed
    | StrongholdDestroyed
    | StationTaken
    | VehiclePlaced
    | VehicleRemoved
    | WormsignPlaced
    | WormsignRemoved
    | SandwormPlaced
    | SandwormMoved
    | SandwormRemoved
    | WildMakerPlaced
    | SupremacyAdvanced
    | PrescienceAdvanced
    | PrescienceClaimed
    | LeaderEntered
    | LeaderReplaced
    | LeaderLeft
    | LeaderTanked
    | LeaderSetAside
    | LeaderCardTurned
    | CardsDrawn
    | CardRevealed
    | CardDiscarded
    | CardPlayed
    | HandDiscarded
    | DeckReshuffled
    | PrescienceRevealed
    | PrescienceCleared
    | BattleBegan
    | DiceRolled
    | HitsTaken
    | BattleEnded
    | SpiceCollected
    | SpiceSpent
    | AtomicsDetonated
    | BoardCorrected
    | GameWon
    | LeadersForbidden
    | DieDiscarded
    | HarkonnenResultChosen
    | TokensSwapped
    | SietchMoved
    | ImperiumLowered
    | CardAttached
    | CardDetached
    | HarkonnenDiceRolled
    | HarkonnenCardPlayed
    | ConeDiscarded
    | CombatCounted
    | PrescienceNamed
    | Withheld
    | HandNamed
    | TankOrdered
    | CampGiven
    | CampPlaced
    | CampRemoved
    | EscortJoined
    | LaunchersRolled
    | RidersCardTurned
    | SuccessNamed
    | TroopMoved
    | TroopPlaced
    | TroopRemoved
    | WarActionOpened
    | WarActionTaken
    | WarTokensPlaced
)

__all__ = [
    "ActionStepped",
    "AtomicsDetonated",
    "AtreidesDiceRolled",
    "BattleBegan",
    "BattleEnded",
    "BeneGesseritGained",
    "BeneGesseritUsed",
    "BoardCorrected",
    "CampGiven",
    "CampPlaced",
    "CampRemoved",
    "CardAttached",
    "CardDetached",
    "CardDiscarded",
    "CardPlayed",
    "CardRevealed",
    "CardsDrawn",
    "CombatCounted",
    "ConeDiscarded",
    "DeckReshuffled",
    "DiceRolled",
    "DiceSetAside",
    "DieDiscarded",
    "DieSpent",
    "EscortJoined",
    "Event",
    "FiguresPlaced",
    "FiguresRemoved",
    "GameStarted",
    "GameWon",
    "HandDiscarded",
    "HandNamed",
    "HarkonnenCardPlayed",
    "HarkonnenDiceRolled",
    "HarkonnenResultChosen",
    "HarvestingSectorSet",
    "HitsTaken",
    "ImperiumLowered",
    "LaunchersRolled",
    "LeaderCardTurned",
    "LeaderEntered",
    "LeaderLeft",
    "LeaderReplaced",
    "LeaderSetAside",
    "LeaderTanked",
    "LeadersForbidden",
    "LegionMoved",
    "MoveRecorded",
    "ObjectiveEntered",
    "PhaseBegan",
    "PrescienceAdvanced",
    "PrescienceClaimed",
    "PrescienceCleared",
    "PrescienceNamed",
    "PrescienceRevealed",
    "RankEntered",
    "RidersCardTurned",
    "RoundBegan",
    "SandwormMoved",
    "SandwormPlaced",
    "SandwormRemoved",
    "SietchMoved",
    "SietchRevealed",
    "SpiceCollected",
    "SpiceSpent",
    "StationTaken",
    "StepChanged",
    "StepClosed",
    "StepOpened",
    "StrongholdDestroyed",
    "SuccessNamed",
    "SupremacyAdvanced",
    "TacticalDrawn",
    "TankAdvanced",
    "TankOrdered",
    "TargetSet",
    "TokensPlaced",
    "TokensRevealed",
    "TokensSwapped",
    "TroopMoved",
    "TroopPlaced",
    "TroopRemoved",
    "TurnEnded",
    "UnitsReplaced",
    "VehiclePlaced",
    "VehicleRemoved",
    "WarActionOpened",
    "WarActionTaken",
    "WarTokensPlaced",
    "WildMakerPlaced",
    "Withheld",
    "WormsignPlaced",
    "WormsignRemoved",
]
