"""Commands of the solo Harkonnen's turn: the rolled die, leaders, planning cards; and the end of any turn."""

from companion.content.terms import Deck, Result
from companion.frozen import record
from companion.rules.army import Army
from companion.rules.frames import RollSource


@record
class FinishAction:
    """ACT-4: the rest of the action in progress is not used."""


@record
class EndTurn:
    """The turn is over: the tank moves, the other side follows (ACT-3, TANK-2). Atreides pass only without a die."""


@record
class RollHarkonnenDie:
    """MAHDI-TURN-1: the face that the rolled Harkonnen die shows; ``source``: who read it."""

    result: Result
    source: RollSource | None = None


@record
class UseHarkonnenLeader:
    """MAHDI-TURN-3: the special action of ``leader`` is taken instead of the normal one; its card is spent."""

    leader: str


@record
class DrawHarkonnenCards:
    """MAHDI-CARD-1, MAHDI-LEADER-1: the Harkonnen will draw and play from ``decks`` in this order."""

    decks: tuple[Deck, ...]


@record
class RevealCard:
    """The Harkonnen planning card that the player turned up from the deck that is due."""

    card: str


@record
class CardStepDone:
    """The next step of the card in progress was carried out; ``area`` is remembered for later steps.

    What a step does without further commands happens here: draws, entries, dice and the like. ``leader``: the enemy
    leader that a step puts into the tank; ``areas``: the areas whose wormsigns a step discards; ``placements``: the
    figures that a step places, by area; ``taken``: those of them that come from other areas of the board instead of the
    supply, by area (ACT-6). ``more``: only one part of the step was carried out, the same step goes on.
    """

    area: int | None = None
    changed: bool = True
    leader: str | None = None
    areas: tuple[int, ...] = ()
    placements: tuple[tuple[int, Army], ...] = ()
    more: bool = False
    taken: tuple[tuple[int, Army], ...] = ()


@record
class CardWithoutEffect:
    """MAHDI-CARD-4: the card in progress cannot be carried out; it goes on the reinforcements deck."""


@record
class CardFinished:
    """The card in progress is done and discarded face up (CARD-1)."""


@record
class DiscardReinforcements:
    """R-36: an Atreides card makes the Harkonnen discard ``count`` cards, unseen, from the top of the reinforcements.

    ``top``: the deck of the card that lies on top of the discards afterwards, for R-8; None when nobody looked.
    """

    count: int
    top: Deck | None = None
