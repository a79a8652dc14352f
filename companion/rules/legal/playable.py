"""Whether a planning card of a hand would change something if it were played now, and how much of it finds room."""

from collections.abc import Iterable
from enum import StrEnum

from companion.board import AREA_NUMBER, members
from companion.content import CARDS, steps
from companion.content.terms import Faction
from companion.frozen import record, replace
from companion.rules import reach
from companion.rules.army import NOBODY
from companion.rules.ask import atreides_cards, harkonnen_cards
from companion.rules.ask.atreides_steps import branches, fits, steps_of
from companion.rules.ask.decks import HAWATS_SCHEMING, cards_left
from companion.rules.ask.hands import cards_held, decks_of
from companion.rules.ask.harkonnen_steps import first_step, remaining_steps
from companion.rules.ask.tokens import facedown
from companion.rules.frames import AtreidesCardFrame, CardFrame
from companion.rules.state import ATREIDES, HARKONNEN, Standing, State, supply


class Hindrance(StrEnum):
    """Why a card is not played now."""

    NOTHING = "nothing"
    ONE_ONLY = "one_only"
    FREE = "free"


@record
class Outlook:
    """What playing a card would do: ``hindrance`` None where it would change something.

    ``room``: how many of the units that it brings find room where there is most, None where all do or it brings none.
    Of *Hawat's Scheming* two go as a free action (``FREE``), one alone does nothing (``ONE_ONLY``, LEADER-4).
    """

    hindrance: Hindrance | None = None
    room: int | None = None


def outlook(state: State, card: str) -> Outlook:
    """Returns what playing ``card`` now would come to; raises KeyError for an unknown card.

    Nothing is asked of dice, turns or hands: only whether a step of the card finds something on the table.
    """
    if card == HAWATS_SCHEMING:
        return _scheming(state)
    faction = CARDS[card].deck.faction
    todo = _steps(state, card, faction)
    if not any(_finds_something(state, card, step, faction) for step in todo):
        return Outlook(Hindrance.NOTHING)
    rooms = [_room(state, step, faction) for step in todo if isinstance(step, steps.Place)]
    return Outlook(room=next((room for room in rooms if room is not None), None))


def _scheming(state: State) -> Outlook:
    exchange = next(step for step in CARDS[HAWATS_SCHEMING].steps if isinstance(step, steps.ExchangeLeaders))
    if state.leader(exchange.removes).standing in (Standing.OUT, Standing.REMOVED):
        return Outlook(Hindrance.NOTHING)
    enough = state.cards.hands[HARKONNEN].count(HAWATS_SCHEMING) >= exchange.needed
    return Outlook(Hindrance.FREE if enough else Hindrance.ONE_ONLY)


def _steps(state: State, card: str, faction: Faction) -> tuple[steps.Step, ...]:
    if faction is ATREIDES:
        return steps_of(AtreidesCardFrame(card, branches(state, card)))
    return remaining_steps(CardFrame(card, CARDS[card].deck, first_step(state, card)))


def _sites(state: State, step: steps.Place, faction: Faction) -> list[int]:
    masks = atreides_cards.site_mask if faction is ATREIDES else harkonnen_cards.site_mask
    return list(members(masks(state, step.site)))


def _space(state: State, faction: Faction, area: int) -> int:
    return max(0, state.stacking_limit(faction) - (state.army(faction, area) or NOBODY).units)


def _room(state: State, step: steps.Place, faction: Faction) -> int | None:
    """How many units find room, where they come to one area."""
    each = (steps.SiteKind.EACH_VILLAGE, steps.SiteKind.EACH_AREA, steps.SiteKind.EMPTY_DESERT_EACH)
    wanted = step.pieces.regular + step.pieces.elite + step.pieces.special
    sites = _sites(state, step, faction)
    if step.site.kind in each or not wanted or not sites:
        return None
    most = max(_space(state, faction, area) for area in sites)
    return most if most < wanted else None


def _finds_something(state: State, card: str, step: steps.Step, faction: Faction) -> bool:
    """Whether one step would change anything; of what is not looked at, yes."""
    match step:
        case steps.Place(pieces=pieces):
            units = pieces.regular + pieces.elite + pieces.special
            sites = _sites(state, step, faction)
            leads = bool(pieces.leader or pieces.bashar or pieces.naib or pieces.named)
            return any(leads or (units and _space(state, faction, area)) for area in sites)
        case steps.Replace(from_kind=old, to_kind=new):
            there = any(army.count(old) for _, army in state.legions(faction))
            return there and getattr(supply(state, faction), new.value) > 0
        case steps.Draw():
            return any(cards_left(state, deck) for deck in decks_of(faction))
        case steps.Play():
            return cards_held(state, faction) > 1
        case steps.OpponentDiscards():
            return cards_held(state, faction.enemy) > 0
        case steps.EnterLeader(leader=leader):
            return state.leader(leader).standing is Standing.OUT
        case steps.Move() | steps.Attack() | steps.MoveOrAttack() | steps.Transfer() as act:
            return _acts(state, card, act, faction)
        case steps.TankEnemyLeader() if faction is HARKONNEN:
            frame = CardFrame(card, CARDS[card].deck)
            return bool(harkonnen_cards.leaders_in_reach(state, frame, step))
        case _:
            return _marks(state, step)


def _marks(state: State, step: steps.Step) -> bool:
    """Steps about tokens, dice and cards that lie on the table."""
    match step:
        case steps.DiscardWormsigns(adjacent_to=None):
            return bool(state.wormsigns)
        case steps.DiscardWormsigns(adjacent_to=str(place)):
            return any(state.graph.passable[AREA_NUMBER[place]] >> area & 1 for area in state.wormsigns)
        case steps.ShuffleBackPrescience() | steps.ExchangePrescience() | steps.AttachToPrescience():
            return state.cards.revealed > 0
        case steps.DiscardEnemyDie(result=result):
            return result in (state.atreides_results or ())
        case steps.RevealArea():
            return any(facedown(state, area) for area in range(len(state.armies[ATREIDES])))
        case steps.ForbidNextTurn(leaders=leaders):
            absent = (Standing.OUT, Standing.REMOVED)
            return any(state.leader(leader).standing not in absent for leader in leaders)
        case steps.SpecialAttack():
            near = state.legions_mask(HARKONNEN)
            return any(state.graph.passable[area] & near for area, _ in state.legions(ATREIDES))
        case _:
            return True


Acting = steps.Move | steps.Attack | steps.MoveOrAttack | steps.Transfer


def _acts(state: State, card: str, step: Acting, faction: Faction) -> bool:
    """Whether a legion that the step is about can move or attack; one that an earlier step brings, always.

    A card is an action of its own: what moved before may move again (MOVE-2).
    """
    if step.legion.kind in (steps.LegionKind.SAME, steps.LegionKind.AT_AREA):
        return True
    fresh = replace(state, turn=replace(state.turn, moved=()))
    own = {area: army for area, army in state.legions(faction) if _is_meant(fresh, card, step, faction, area)}
    if isinstance(step, steps.Transfer):
        return any(len(state.legions(faction)) > 1 for army in own.values() if army.units)
    ways: Iterable[reach.Reach] = ()
    if not isinstance(step, steps.Attack):
        ways = reach.moves(fresh, faction)
    if any(way.source in own for way in ways):
        return True
    return not isinstance(step, steps.Move) and any(way.source in own for way in reach.attacks(fresh, faction))


def _is_meant(state: State, card: str, step: Acting, faction: Faction, area: int) -> bool:
    if faction is ATREIDES:
        return fits(state, step.legion, area)
    frame = CardFrame(card, CARDS[card].deck)
    return bool(harkonnen_cards.legions_of(state, frame, step.legion) >> area & 1)
