"""Commands of the Atreides in action resolution: dice, cards, leaders, Desert Power."""

from dataclasses import dataclass

from companion.content.terms import Deck, Result


@dataclass(frozen=True, slots=True)
class RollAtreidesDice:
    """ACT-1: the final results of the Atreides dice, after dice over the limit of 2 were changed."""

    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class UseBeneGesserit:
    """ACT-2: a Bene Gesserit token becomes a temporary Atreides die of ``result``."""

    result: Result


@dataclass(frozen=True, slots=True)
class SpendDie:
    """ACT-3: an Atreides die of ``die`` is spent for ``action`` (another one only with House: ACT-HOUSE-A)."""

    die: Result
    action: Result


@dataclass(frozen=True, slots=True)
class UseDesertPower:
    """ACT-DESERT: Atreides take a Desert Power action; ``use`` is ``wormsigns``, ``move`` or ``attack``."""

    use: str


@dataclass(frozen=True, slots=True)
class PlayAtreidesCard:
    """ACT-3: an Atreides planning card is played for a die of ``die``; its effect is entered by hand."""

    die: Result
    card: str


@dataclass(frozen=True, slots=True)
class UseLeader:
    """LEADER-2: the special action of an Atreides leader for a die of ``die``; the player enters what its card does."""

    die: Result
    leader: str


@dataclass(frozen=True, slots=True)
class DeployToken:
    """ACT-DEPLOY-A: 1 deployment token facedown and 1 leader (``naib``, a named id or None) in the sietch ``area``."""

    area: int
    leader: str | None


@dataclass(frozen=True, slots=True)
class DrawCards:
    """ACT-MENTAT: Atreides draw one card from each deck named."""

    decks: tuple[Deck, ...]


@dataclass(frozen=True, slots=True)
class PlaceWormsign:
    """ACT-DESERT: a facedown wormsign in a desert area without wormsign, worm or sietch."""

    area: int


@dataclass(frozen=True, slots=True)
class MoveWorm:
    """WORM-6: a sandworm (or the Wild Maker) goes up to 2 desert areas."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class WormAttack:
    """WORM-7: the worm in ``source`` attacks ``target``; its figure is removed."""

    source: int
    target: int
