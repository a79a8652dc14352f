"""What the steps of planning cards are made of: kinds of step, sites, legions, tests, pieces."""

from enum import StrEnum

from companion.frozen import record


class Effect(StrEnum):
    """The kinds of step; each has exactly one step class and needs exactly one handler."""

    PLACE = "place"
    REPLACE = "replace"
    VEHICLES = "vehicles"
    MOVE = "move"
    ATTACK = "attack"
    MOVE_OR_ATTACK = "move_or_attack"
    TRANSFER = "transfer"
    SPECIAL_ATTACK = "special_attack"
    DISCARD_WORMSIGNS = "discard_wormsigns"
    ENTER_LEADER = "enter_leader"
    TANK_ENEMY_LEADER = "tank_enemy_leader"
    EXCHANGE_LEADERS = "exchange_leaders"
    DRAW = "draw"
    PLAY = "play"
    OPPONENT_DISCARDS = "opponent_discards"
    GAIN_BENE_GESSERIT = "gain_bene_gesserit"
    SHUFFLE_BACK_PRESCIENCE = "shuffle_back_prescience"
    DISCARD_ENEMY_DIE = "discard_enemy_die"
    REVEAL_AREA = "reveal_area"
    FORBID_NEXT_TURN = "forbid_next_turn"
    CONDITION = "condition"
    BOARD_CONDITION = "board_condition"
    DESERT_POWER = "desert_power"
    PLACE_WORMSIGNS = "place_wormsigns"
    PLACE_SANDWORMS = "place_sandworms"
    WILD_MAKER_ENTERS = "wild_maker_enters"
    WILD_MAKER_MOVES = "wild_maker_moves"
    WILD_MAKER_ATTACKS = "wild_maker_attacks"
    REMOVE_VEHICLES = "remove_vehicles"
    REMOVE_BY_DICE = "remove_by_dice"
    ORNITHOPTER_ATTACK = "ornithopter_attack"
    DEPLOY_TOKENS = "deploy_tokens"
    SWAP_TOKENS = "swap_tokens"
    MOVE_SIETCH = "move_sietch"
    DISPLACE_ENEMY = "displace_enemy"
    EXCHANGE_PRESCIENCE = "exchange_prescience"
    ATTACH_TO_PRESCIENCE = "attach_to_prescience"
    SECOND_OBJECTIVE = "second_objective"
    SHIFT_MARKERS = "shift_markers"
    LOWER_IMPERIUM = "lower_imperium"
    DETONATE = "detonate"
    CHOOSE_RESULT = "choose_result"
    STORMS = "storms"
    DRAW_OR_PLAY = "draw_or_play"


class SiteKind(StrEnum):
    """Where pieces are placed.

    ``each_village`` and ``each_area``: the pieces in every one; ``one_area``: all in one of the
    areas named; ``empty_desert_each``: one unit in each of different empty desert areas;
    ``empty_desert``: all in one of them. The last three are for Atreides cards.
    """

    EACH_VILLAGE = "each_village"
    EACH_AREA = "each_area"
    ONE_AREA = "one_area"
    ANY_SETTLEMENT = "any_settlement"
    ANY_LEGION = "any_legion"
    LEGION_WITH_SPECIAL = "legion_with_special"
    LEGION_OF_LEADER = "legion_of_leader"
    EMPTY_DESERT_EACH = "empty_desert_each"
    FREE_MOUNTAIN = "free_mountain"
    ANY_SIETCH = "any_sietch"
    EMPTY_DESERT = "empty_desert"
    FREE_PLATEAU = "free_plateau"


class LegionKind(StrEnum):
    """Which own legion a step is about; ``same`` is the one of the step before.

    ``with_leader``, ``on_desert``, ``leader_on_desert`` and ``of_leader`` are for Atreides cards; that leader goes
    along.
    """

    ANY = "any"
    WITH_SPECIAL = "with_special"
    AT_AREA = "at_area"
    IN_SETTLEMENT = "in_settlement"
    SAME = "same"
    WITH_LEADER = "with_leader"
    ON_DESERT = "on_desert"
    LEADER_ON_DESERT = "leader_on_desert"
    OF_LEADER = "of_leader"


class LeaderTest(StrEnum):
    """What a condition asks about a leader."""

    NOT_IN_PLAY = "not_in_play"
    NOT_REMOVED = "not_removed"


class BoardTest(StrEnum):
    """What a condition asks about the board: the atomics are used, a prescience marker stands so high."""

    ATOMICS_USED = "atomics_used"
    MARKER_AT_LEAST = "marker_at_least"


class Reach(StrEnum):
    """How near an enemy leader must be to an own legion; ``anywhere``: it only has to be on the board."""

    SAME_SECTOR = "same_sector"
    ADJACENT = "adjacent"
    ANYWHERE = "anywhere"


class Beside(StrEnum):
    """What a sandworm that is placed must stand next to."""

    WORM = "worm"
    OWN_LEGION = "own_legion"


class VehicleSite(StrEnum):
    """Which vehicles a card removes: any in the sector of a leader, or harvesters in deep desert of one sector."""

    LEADER_SECTOR = "leader_sector"
    DEEP_DESERT_SECTOR = "deep_desert_sector"


@record
class Pieces:
    """Figures to place: ``leader`` is any leader by the usual choice, ``bashar`` and ``naib`` are generic ones."""

    regular: int = 0
    elite: int = 0
    special: int = 0
    leader: int = 0
    bashar: int = 0
    named: str | None = None
    naib: int = 0

    @property
    def units(self) -> int:
        """How many units these are (leaders are none, LEADER-1)."""
        return self.regular + self.elite + self.special


@record
class Site:
    """A place for pieces; ``areas`` and ``leader`` are set where the kind needs them."""

    kind: SiteKind
    areas: tuple[str, ...] = ()
    leader: str | None = None


@record
class LegionFilter:
    """A choice among own legions; ``area`` is set for ``at_area`` only, ``leader`` for ``of_leader``."""

    kind: LegionKind
    area: str | None = None
    leader: str | None = None
