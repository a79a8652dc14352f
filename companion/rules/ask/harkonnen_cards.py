"""The Harkonnen card in progress."""

from companion.board import AREA_NUMBER, MOUNTAIN_MASK, SETTLEMENT_RANK, mask_of
from companion.content import steps
from companion.content.terms import Deck, UnitKind
from companion.rules.army import NOBODY, Army
from companion.rules.ask.rounds import other_deck
from companion.rules.ask.turns import CARD
from companion.rules.frames import ActionFrame, CardFrame
from companion.rules.state import HARKONNEN, State


def card_in_progress(state: State) -> CardFrame | None:
    """Returns the Harkonnen card being carried out: on top, or under the moves that it brought."""
    frame = state.frame
    if isinstance(frame, ActionFrame) and frame.action == CARD and len(state.frames) > 1:
        frame = state.frames[-2]
    return frame if isinstance(frame, CardFrame) else None


def step_action(frame: CardFrame, step: steps.Step | None, *, by_hand: bool = False) -> ActionFrame | None:
    """Returns the action in which a step of moves or attacks is carried out, None for other steps.

    ``by_hand``: people play the Harkonnen, who choose the cards drawn and the units replaced themselves.
    """
    match step:
        case steps.Draw() if by_hand:
            return ActionFrame(HARKONNEN, CARD, draws=step.count)
        case steps.Replace() if by_hand:
            return ActionFrame(HARKONNEN, CARD, replacements=step.count)
        case steps.Move():
            return ActionFrame(HARKONNEN, CARD, moves=step.count, only=_only(frame, step.legion))
        case steps.Attack():
            return ActionFrame(HARKONNEN, CARD, attack=True, surprise=step.surprise, only=_only(frame, step.legion))
        case steps.MoveOrAttack():
            return ActionFrame(
                HARKONNEN, CARD, moves=1, attack=True, surprise=step.surprise, only=_only(frame, step.legion)
            )
        case _:
            return None


def _only(frame: CardFrame, legion: steps.LegionFilter) -> int | None:
    if legion.kind is steps.LegionKind.SAME:
        return frame.area
    return AREA_NUMBER[legion.area] if legion.kind is steps.LegionKind.AT_AREA and legion.area else None


def after(deck: Deck, count: int) -> tuple[Deck, ...]:
    """Returns the decks of ``count`` further cards, alternating with the card being carried out (MAHDI-CARD-2)."""
    first = other_deck(deck)
    return tuple(first if number % 2 == 0 else deck for number in range(count))


VILLAGES = mask_of(area for area, rank in SETTLEMENT_RANK.items() if rank == 1)
EVERYWHERE = (steps.SiteKind.EACH_VILLAGE, steps.SiteKind.EACH_AREA)


def site_mask(state: State, site: steps.Site) -> int:
    """Returns the areas in which a step of a Harkonnen card may place figures, free for Harkonnen (AREA-1)."""
    legions = state.legions(HARKONNEN)
    match site.kind:
        case steps.SiteKind.EACH_VILLAGE:
            allowed = state.settlements & VILLAGES
        case steps.SiteKind.EACH_AREA | steps.SiteKind.ONE_AREA:
            allowed = mask_of(AREA_NUMBER[area] for area in site.areas)
        case steps.SiteKind.ANY_SETTLEMENT:
            allowed = state.settlements
        case steps.SiteKind.ANY_LEGION:
            allowed = mask_of(area for area, army in legions if army.units)
        case steps.SiteKind.LEGION_WITH_SPECIAL:
            allowed = mask_of(area for area, army in legions if army.special)
        case steps.SiteKind.LEGION_OF_LEADER:
            allowed = mask_of(area for area, army in legions if site.leader in army.named)
        case steps.SiteKind.EMPTY_DESERT_EACH:
            allowed = state.empty_mask & state.desert_mask
        case steps.SiteKind.FREE_MOUNTAIN:
            allowed = MOUNTAIN_MASK & ~state.desert_mask
        case _:
            # Sites of Atreides cards.
            allowed = 0
    return allowed & state.free_mask(HARKONNEN)


def pieces_of(step: steps.Place, part: int = 0) -> Army:
    """Returns the units that one area (of *each*: every one of them) may get.

    Where each unit goes to another area, the one of this ``part`` of the step, the weaker kinds first.
    """
    pieces = Army(step.pieces.regular, step.pieces.elite, step.pieces.special)
    if step.site.kind is not steps.SiteKind.EMPTY_DESERT_EACH:
        return pieces
    kinds = [kind for kind in UnitKind for _ in range(pieces.count(kind))]
    return NOBODY.change(kinds[min(part, len(kinds) - 1)], 1)
