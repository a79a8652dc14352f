"""Events: everything that can have happened, in the past tense; the log of a game is a list of them.

Events hold results, never intentions: folding them with ``evolve`` checks nothing and draws nothing. Each is plain
data (numbers, enums, tuples, armies) so that the codec can write it as JSON.
"""

from companion.rules.events.cards import *
from companion.rules.events.course import *
from companion.rules.events.desert import *
from companion.rules.events.desert_war import *
from companion.rules.events.fighting import *
from companion.rules.events.figures import *
from companion.rules.events.leaders import *

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
