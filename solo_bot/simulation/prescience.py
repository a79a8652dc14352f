"""Prescience cards in simulated games: which can be claimed now, and where legions are wanted for those that cannot."""

from collections.abc import Iterator

from companion.board import AREAS, MINOR_ERG_MASK, MOUNTAIN_MASK, PLATEAU_MASK, SECTOR_MASK
from companion.content import ASSUMPTIONS, PRESCIENCE_CARDS, ClaimPhase
from companion.content.terms import Result
from companion.frozen import record
from companion.rules.army import NOBODY, Army
from companion.rules.ask.prescience_conditions import WATER_OF_LIFE, met
from companion.rules.ask.rounds import CLAIMS_A_ROUND, FEAR
from companion.rules.commands import ClaimPrescience, Command, PlayAtreidesCard, RevealSietch, RevealTokens
from companion.rules.frames import EndFrame
from companion.rules.state import ATREIDES, HARKONNEN, MARKERS, State
from solo_bot.simulation.truth import Truth

Gains = tuple[int, int, int]
PAUL = ("paul_atreides", "paul_muaddib")
JESSICA = ("lady_jessica", "reverend_mother_jessica")
TRAINING, WATER_DISCIPLINE, CALL_PAUL, LISAN_AL_GAIB = (
    "jessica_trains_paul",
    "water_discipline",
    "call_paul_the_mahdi",
    "lisan_al_gaib",
)
ABOUT_PAUL = frozenset({TRAINING, CALL_PAUL, LISAN_AL_GAIB})
TOKENS_TO_TURN = 2
CLAIM_AND_CARD = 2
"""Dice for a claim and a card."""


@record
class Wanted:
    """A card that asks for legions in areas of ``areas`` (a mask).

    ``missing``: how many more are needed; ``spare``: how many are there beyond need; ``worth``: steps that still help.
    """

    areas: int
    missing: int
    spare: int
    worth: int


def areas_wanted(state: State, card: str) -> tuple[int, int] | None:
    """Returns the areas and how many of them need a legion for ``card``; None for cards of another kind."""
    match card:
        case "dew_collectors":
            return PLATEAU_MASK, 3
        case "wind_traps":
            return MOUNTAIN_MASK, 3
        case "stunted_worms":
            return MINOR_ERG_MASK, 2
        case "desert_war":
            return state.desert_mask & ~state.sietch_mask, 4
        case _:
            return None


def wanted(state: State, truth: Truth) -> list[Wanted]:
    """Returns the revealed cards about areas that are not fulfilled yet, while there is a claim left this round."""
    return [card for card in about_areas(state, truth) if card.missing > 0]


def water_party(state: State, truth: Truth) -> Army | None:
    """Returns Paul and Jessica when the card revealed wants them in deep desert and they stand together elsewhere."""
    if WATER_DISCIPLINE not in truth.revealed or state.cards.claimed >= CLAIMS_A_ROUND:
        return None
    area, other = area_of(state, PAUL), area_of(state, JESSICA)
    if area is None or area != other or (state.deep_desert_mask & ~state.sietch_mask) >> area & 1:
        return None
    named = (state.army(ATREIDES, area) or NOBODY).named
    return Army(named=tuple(name for name in named if name in PAUL or name in JESSICA))


def family_worth(state: State, truth: Truth) -> int:
    """Returns the steps that still help of the revealed cards that want Paul, or Paul with Jessica, in a sietch."""
    if state.cards.claimed >= CLAIMS_A_ROUND:
        return 0
    return sum(useful(state, gains_of(card)) for card in truth.revealed if card in ABOUT_PAUL)


def steps_met(state: State, truth: Truth, area: int, leader: str | None) -> int:
    """Returns the steps that still help of the revealed cards about Paul which a token and ``leader``, deployed in the
    sietch of ``area``, would meet there, and which nothing meets now."""
    paul, jessica, claims_left = area_of(state, PAUL), area_of(state, JESSICA), CLAIMS_A_ROUND - state.cards.claimed
    with_paul = leader in PAUL or paul == area
    army, sietch = state.army(ATREIDES, area) or NOBODY, state.sietch(area)
    calm = any(not SECTOR_MASK[sector] & state.legions_mask(HARKONNEN) for sector in AREAS[area].sectors)
    brings = {
        CALL_PAUL: leader in PAUL and sietch is not None and not sietch.revealed,
        WATER_OF_LIFE: leader in PAUL and calm and len(state.atreides_results or ()) > 1,
        LISAN_AL_GAIB: with_paul and army.tokens + 1 >= TOKENS_TO_TURN > (army.tokens if paul == area else 0),
        TRAINING: (leader in PAUL and jessica == area) or (leader in JESSICA and paul == area),
    }
    steps = [_steps_of(state, card) for card in truth.revealed if brings.get(card)]
    return sum(sorted(steps, reverse=True)[: max(0, claims_left)])


def _steps_of(state: State, card: str) -> int:
    """Returns the steps that still help of a card; one of the action phase gives them all to one marker."""
    if is_action_card(card):
        return min(ASSUMPTIONS.steps_for_a_die, max(open_steps(state)))
    return useful(state, gains_of(card))


def about_areas(state: State, truth: Truth) -> list[Wanted]:
    """Returns the revealed cards that ask for legions in areas, while there is a claim left this round."""
    if state.cards.claimed >= CLAIMS_A_ROUND:
        return []
    legions, found = state.legions_mask(ATREIDES), []
    for card in truth.revealed:
        needed = areas_wanted(state, card)
        worth = useful(state, gains_of(card)) if needed is not None else 0
        if needed is not None and worth:
            areas, count = needed
            there = (legions & areas).bit_count()
            found.append(Wanted(areas, count - there, there - count, worth))
    return found


def gains_of(card: str) -> Gains:
    """Returns the steps that an end-of-round card gives."""
    steps = dict(PRESCIENCE_CARDS[card].gains or ())
    first, second, third = (steps.get(marker, 0) for marker in MARKERS)
    return first, second, third


def open_steps(state: State) -> Gains:
    """Returns how far the markers stand below the objective."""
    objective = state.hidden.objectives[0] if state.hidden.objectives else (0, 0, 0)
    first, second, third = (max(0, need - now) for need, now in zip(objective, state.prescience, strict=True))
    return first, second, third


def useful(state: State, gains: Gains) -> int:
    """Returns how many steps of ``gains`` bring a marker nearer to the objective."""
    return sum(min(gain, left) for gain, left in zip(gains, open_steps(state), strict=True))


def action_claim(state: State, truth: Truth) -> ClaimPrescience | None:
    """Returns the claim of a card of the action phase for a die (an assumption, never a fact), None when there is none.

    The die that helps least is spent, the marker that is farthest behind moves.
    """
    card = next((card for card in truth.revealed if is_action_card(card) and _open_to(state, truth, card)), None)
    dice = state.atreides_results or ()
    left = open_steps(state)
    if card is None or state.cards.claimed >= CLAIMS_A_ROUND or not dice or not any(left):
        return None
    die = min(dice, key=LEAST_USEFUL_FIRST.index)
    marker = left.index(max(left))
    steps = ASSUMPTIONS.steps_for_a_die
    gains = (steps if marker == 0 else 0, steps if marker == 1 else 0, steps if marker == 2 else 0)
    named = card if card in PRESCIENCE_CARDS else None
    if FEAR not in state.cards.attached:
        return ClaimPrescience(gains, die, named)
    still = [max(0, need - gain) for need, gain in zip(left, gains, strict=True)]
    return ClaimPrescience(gains, die, named, attached=(FEAR,), bonus=MARKERS[still.index(max(still))])


def _open_to(state: State, truth: Truth, card: str) -> bool:
    """False for a card whose condition the board does not meet; to those who play no cards the first one is as good as
    any."""
    return not truth.temper.cards or met(state, card).met is not False


LEAST_USEFUL_FIRST = (Result.MENTAT, Result.LEADERSHIP, Result.STRATEGY, Result.DEPLOYMENT, Result.HOUSE)


def is_action_card(card: str) -> bool:
    """True for a card that is claimed during action resolution."""
    return card not in PRESCIENCE_CARDS or PRESCIENCE_CARDS[card].phase is ClaimPhase.ACTIONS


def promising(state: State, truth: Truth, card: str) -> bool:
    """True for a revealed card that can be claimed now, or at the end of the round as things stand."""
    if is_action_card(card):
        return True
    return bool(useful(state, gains_of(card))) and _what_the_card_asks(state, truth, card) is not None


def worth_keeping(truth: Truth) -> bool:
    """True when the unclaimed cards are worth another chance: more of them are easily met than not (ROUND-2)."""
    easy = [is_action_card(card) or card in ABOUT_PAUL for card in truth.revealed]
    return 2 * sum(easy) >= len(easy)


def claims(state: State, truth: Truth) -> Iterator[tuple[Command, ...]]:
    """Yields the revealed end-of-round cards whose condition the board meets, with the commands that claim them."""
    cards = [card for card in truth.revealed if not is_action_card(card) and useful(state, gains_of(card))]
    for card in sorted(cards, key=lambda card: (-useful(state, gains_of(card)), card)):
        asked = _what_the_card_asks(state, truth, card)
        if asked is None:
            continue
        claim = ClaimPrescience(gains_of(card), card=card)
        # An excess of units has to go first: the claim follows then, for the tokens that were turned.
        yield asked if asked and any(_too_many(state, command) for command in asked) else (*asked, claim)


def _too_many(state: State, command: Command) -> bool:
    """True when the tokens turned bring more units than may stand there (STACK-1)."""
    if not isinstance(command, RevealTokens):
        return False
    army = (state.army(ATREIDES, command.area) or NOBODY) + command.figures
    return army.units - command.tokens > state.stacking_limit(ATREIDES)


def _what_the_card_asks(state: State, truth: Truth, card: str) -> tuple[Command, ...] | None:
    """Returns the tokens to turn for ``card``; None when its condition is not met."""
    needed = areas_wanted(state, card)
    if needed is not None:
        areas, count = needed
        return () if (state.legions_mask(ATREIDES) & areas).bit_count() >= count else None
    paul, jessica = area_of(state, PAUL), area_of(state, JESSICA)
    if paul is None:
        return None
    match card:
        case "jessica_trains_paul":
            return () if paul == jessica and state.sietch(paul) is not None else None
        case "water_discipline":
            deep = state.deep_desert_mask & ~state.sietch_mask
            return () if jessica is not None and deep >> paul & deep >> jessica & 1 else None
        case "call_paul_the_mahdi":
            sietch = state.sietch(paul)
            return None if sietch is None or sietch.revealed else (RevealSietch(paul, truth.ranks[paul]),)
        case "lisan_al_gaib":
            return _two_tokens(state, truth, paul)
        case _:
            return None


def _two_tokens(state: State, truth: Truth, area: int) -> tuple[Command, ...] | None:
    if isinstance(state.frame, EndFrame) and state.frame.tokens.count(area) >= TOKENS_TO_TURN:
        return ()
    army = state.army(ATREIDES, area)
    if army is None or army.tokens < TOKENS_TO_TURN:
        return None
    figures: Army = truth.tokens(state, ATREIDES, TOKENS_TO_TURN)
    return (RevealTokens(ATREIDES, area, TOKENS_TO_TURN, figures),)


def area_of(state: State, forms: tuple[str, ...]) -> int | None:
    """Returns the area in which a leader stands, in either of its forms."""
    return next((area for area, army in state.legions(ATREIDES) if any(name in army.named for name in forms)), None)


def attached_fear(state: State, truth: Truth, die: Result) -> PlayAtreidesCard | None:
    """Returns the play, for ``die``, of the card that lets any marker move further with the next claim, where that
    helps and something can be claimed for another die afterwards."""
    dice = state.atreides_results or ()
    if not truth.temper.cards or FEAR not in truth.hand.cards or len(dice) < CLAIM_AND_CARD:
        return None
    claim = action_claim(state, truth)
    if claim is None or sum(open_steps(state)) <= sum(claim.gains):
        return None
    return PlayAtreidesCard(die, FEAR)
