"""The Harkonnen card in progress."""

from functools import reduce
from operator import or_

from companion.board import AREA_NUMBER, AREAS, MOUNTAIN_MASK, SECTOR_MASK, SETTLEMENT_RANK, mask_of, members
from companion.content import steps
from companion.content.terms import Deck, UnitKind
from companion.frozen import replace
from companion.rules.actions import OtherAction
from companion.rules.army import NOBODY, Army
from companion.rules.ask.harkonnen_steps import current_step, line
from companion.rules.ask.rounds import other_deck
from companion.rules.ask.turns import solo_bot
from companion.rules.frames import ActionFrame, CardFrame
from companion.rules.state import ATREIDES, HARKONNEN, State


def card_in_progress(state: State) -> CardFrame | None:
    """Returns the Harkonnen card being carried out: on top, or under the moves that it brought."""
    frame = state.frame
    if isinstance(frame, ActionFrame) and frame.action is OtherAction.CARD and len(state.frames) > 1:
        frame = state.frames[-2]
    return frame if isinstance(frame, CardFrame) else None


def step_action(frame: CardFrame, step: steps.Step | None, *, by_hand: bool = False) -> ActionFrame | None:
    """Returns the action in which a step of moves or attacks is carried out, None for other steps.

    ``by_hand``: people play the Harkonnen, who choose the cards drawn and the units replaced themselves.
    """
    match step:
        case steps.Draw() if by_hand:
            return ActionFrame(HARKONNEN, OtherAction.CARD, draws=step.count)
        case steps.Replace() if by_hand:
            return ActionFrame(HARKONNEN, OtherAction.CARD, replacements=step.count)
        case steps.Move():
            return ActionFrame(HARKONNEN, OtherAction.CARD, moves=step.count, only=_only(frame, step.legion))
        case steps.Attack():
            return ActionFrame(
                HARKONNEN, OtherAction.CARD, attack=True, surprise=step.surprise, only=_only(frame, step.legion)
            )
        case steps.MoveOrAttack():
            return ActionFrame(
                HARKONNEN,
                OtherAction.CARD,
                moves=1,
                attack=True,
                surprise=step.surprise,
                only=_only(frame, step.legion),
            )
        case _:
            return None


def _only(frame: CardFrame, legion: steps.LegionFilter) -> int | None:
    if legion.kind is steps.LegionKind.SAME:
        return frame.area
    return AREA_NUMBER[legion.area] if legion.area else None


def legions_of(state: State, frame: CardFrame, legion: steps.LegionFilter) -> int:
    """Returns the areas whose Harkonnen legion a step of the card may be about.

    *The same* legion is the one that an earlier step chose; when that one was left out, each that it could have chosen.
    """
    own = state.legions(HARKONNEN)
    match legion.kind:
        case steps.LegionKind.WITH_SPECIAL:
            return mask_of(area for area, army in own if army.special)
        case steps.LegionKind.AT_AREA if legion.area:
            return mask_of(area for area, _ in own) & 1 << AREA_NUMBER[legion.area]
        case steps.LegionKind.IN_SETTLEMENT:
            return mask_of(area for area, _ in own) & state.settlements
        case steps.LegionKind.SAME if frame.area is not None:
            return 1 << frame.area
        case steps.LegionKind.SAME:
            earlier = reversed(tuple(enumerate(line(frame.card)[: frame.step])))
            before, chose = next((at, step) for at, step in earlier if isinstance(step, steps.Place | steps.Move))
            if isinstance(chose, steps.Move):
                # It may itself be about the same legion as one before it.
                return legions_of(state, replace(frame, step=before), chose.legion)
            return site_mask(state, chose.site)
        case _:
            return mask_of(area for area, _ in own)


def other_card(state: State, source: int) -> str | None:
    """Returns the Harkonnen card whose step is about another legion than the one in ``source``, None if it may act."""
    frame, card = state.frame, card_in_progress(state)
    step = None if card is None else current_step(card)
    if card is None or not isinstance(step, steps.Move | steps.Attack | steps.MoveOrAttack | steps.Transfer):
        return None
    if isinstance(frame, ActionFrame) and frame.only is not None:
        # The action follows the legion that it is about.
        return None
    return None if legions_of(state, card, step.legion) >> source & 1 else card.card


def borders_of(state: State) -> tuple[int, ...]:
    """Returns for each area what is next to it for the Harkonnen: the solo ones know no impassable border (R-12)."""
    return state.graph.all if solo_bot(state, HARKONNEN) else state.graph.passable


def leaders_in_reach(state: State, frame: CardFrame, step: steps.TankEnemyLeader) -> tuple[str, ...]:
    """Returns the Atreides named leaders on the board that the step may send to the tank."""
    near = 0
    for area in members(legions_of(state, frame, step.legion)):
        if step.reach is steps.Reach.ADJACENT:
            near |= borders_of(state)[area]
        else:
            near |= reduce(or_, (SECTOR_MASK[sector] for sector in AREAS[area].sectors))
    return tuple(name for area, army in state.legions(ATREIDES) if near >> area & 1 for name in army.named)


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
