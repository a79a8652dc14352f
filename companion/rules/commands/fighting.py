"""Commands of battles and of the dice of storms, worms and cards."""

from companion.content.terms import CombatFace, Deck, Faction
from companion.frozen import record
from companion.rules.frames import Roll, RollSource


@record
class DiscardForDice:
    """BATTLE-3, MAHDI-BATTLE-1: ``count`` cards are discarded for combat dice this round.

    ``cards``: the names of those that are told.
    """

    faction: Faction
    count: int
    cards: tuple[str, ...] = ()


@record
class RollBattle:
    """BATTLE-4: both sides' combat dice of this round.

    ``burnt``: the deck of the Harkonnen card on top of the discards, when they discarded cards for this round (R-8).
    ``sources``: who read the dice of the attacker and of the defender.
    """

    attacker: Roll
    defender: Roll
    burnt: Deck | None = None
    sources: tuple[RollSource | None, RollSource | None] = (None, None)


@record
class ChooseLeaders:
    """BATTLE-5: the leaders of ``faction`` that use the specials (``naib``/``bashar`` may repeat)."""

    faction: Faction
    leaders: tuple[str, ...]


@record
class TakeHits:
    """BATTLE-7: how ``faction`` takes its hits; ``removed`` in order: ``regular``, ``elite``/``special`` (becomes a
    regular; removed when no regular is left in the supply), ``naib``/``bashar`` or a named leader."""

    faction: Faction
    removed: tuple[str, ...]


@record
class ContinueAttack:
    """BATTLE-8: the attacker goes on."""


@record
class CeaseAttack:
    """BATTLE-8, MAHDI-BATTLE-3: the attacker stops; the defender wins."""


@record
class DecideRetreat:
    """BATTLE-8: the defender retreats (True), or stays and fights on; where to is not his to say (R-49)."""

    retreat: bool


@record
class Retreat:
    """BATTLE-9, WORM-4: its opponent moves the legion that retreats to ``target`` (R-49); in solo the player does."""

    target: int


@record
class Advance:
    """BATTLE-11: the winning attacker moves in (True) or stays."""

    move_in: bool


@record
class RollAttackDice:
    """STORM-1, WORM-8, card attacks: the dice of the frame on top; ``source``: who read them."""

    faces: tuple[CombatFace, ...]
    source: RollSource | None = None
