"""What can be asked for in the course of a game: set-up, cards, dice, turns, hazards, spice, the end of a round."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from companion.board import AREA_IDS, ZONE_IDS, members
from companion.content import DECK_CARDS, PRESCIENCE_CARDS, SPICE_BOARD, TACTICAL_CARDS, TRACKS
from companion.content.steps import DiscardWormsigns, Place, RevealArea, SpecialAttack, Step, TankEnemyLeader
from companion.content.terms import Deck, Faction, Marker, Result, Wormsign
from companion.rules.army import Army
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.ask.rounds import hand_limit
from companion.rules.ask.spice import possible_bans
from companion.rules.commands import (
    AdvancePrescience,
    BeginStorm,
    CardStepDone,
    CarryOutStep,
    ChooseHarkonnenResult,
    ClaimPrescience,
    DiscardReinforcements,
    DrawCards,
    DrawHarkonnenCards,
    DrawTactical,
    EndRound,
    EnterObjective,
    EnterRank,
    PlaceStartingFigures,
    PlayAtreidesCard,
    RevealCard,
    RollAtreidesDice,
    RollHarkonnenDie,
    SaveHarvester,
    SettleWorm,
    SpendDie,
    SpendSpice,
    TakeStation,
    TurnWormsign,
    UseBeneGesserit,
    UseDesertPower,
    UseHarkonnenLeader,
    UseLeader,
)
from companion.rules.frames import (
    ActionFrame,
    AtreidesCardFrame,
    AtreidesRollFrame,
    CardFrame,
    CardsFrame,
    HazardsFrame,
    RoundStartFrame,
    SetupFrame,
    SpiceFrame,
    StationFrame,
    TurnFrame,
    WormFrame,
    WormsignFrame,
)
from companion.rules.handlers.dice import DESERT_ACTIONS
from companion.rules.harkonnen_cards.course import decks_due
from companion.rules.legal.atreides_choices import choices
from companion.rules.legal.harkonnen import HARKONNEN_DECKS, unused
from companion.rules.legal.scheme import NAMED, one_of, proposes
from companion.rules.state import ATREIDES, HARKONNEN, MARKERS, Mode, State

STARTING_FIGURES = Army(regular=2, elite=1, generic=1)
"""What the two starting tokens of a settlement show, as the canonical input of ``legal``."""
CANONICAL_OBJECTIVE = (6, 6, 6)
ATREIDES_DECKS = (Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY)
RESULTS = tuple(Result)


@proposes(PlaceStartingFigures)
def _starting(state: State, every: bool) -> Iterator[PlaceStartingFigures]:
    if isinstance(state.frame, SetupFrame):
        yield from (PlaceStartingFigures(area, STARTING_FIGURES) for area in state.frame.open)


@proposes(EnterRank)
def _ranks(state: State, every: bool) -> Iterator[EnterRank]:
    """A note about each facedown sietch without one; with every input also other ranks, and forgetting it."""
    for sietch in state.sietches:
        if every or sietch.rank is None:
            ranks = (*sorted(TRACKS.sietch_ranks), None)
            yield from one_of(state, (EnterRank(sietch.area, rank) for rank in ranks), every)


@proposes(EnterObjective)
def _objectives(state: State, every: bool) -> Iterator[EnterObjective]:
    yield EnterObjective(CANONICAL_OBJECTIVE)


@proposes(DrawTactical)
def _tactical(state: State, every: bool) -> Iterator[DrawTactical]:
    if isinstance(state.frame, RoundStartFrame):
        yield from one_of(state, (DrawTactical(card) for card in TACTICAL_CARDS), every)


@proposes(RollAtreidesDice)
def _atreides_dice(state: State, every: bool) -> Iterator[RollAtreidesDice]:
    if isinstance(state.frame, AtreidesRollFrame):
        rolls = combinations_with_replacement(RESULTS, state.atreides_unused)
        yield from one_of(state, (RollAtreidesDice(results) for results in rolls), every)


@proposes(UseBeneGesserit)
def _bene_gesserit(state: State, every: bool) -> Iterator[UseBeneGesserit]:
    yield from (UseBeneGesserit(result, faction) for faction in reversed(Faction) for result in Result)


@proposes(SpendDie)
def _dice(state: State, every: bool) -> Iterator[SpendDie]:
    yield from (SpendDie(die, action) for die in _results(state) for action in Result)
    if Result.HOUSE in _results(state) and state.partners(Faction.ATREIDES) > 1:
        yield from (SpendDie(Result.HOUSE, action, ally=True) for action in Result)
    yield from (SpendDie(die, die, HARKONNEN, corrino) for die, corrino in unused(state))


def _results(state: State) -> tuple[Result, ...]:
    return tuple(dict.fromkeys(state.atreides_results or ()))


@proposes(UseDesertPower)
def _desert_power(state: State, every: bool) -> Iterator[UseDesertPower]:
    yield from (UseDesertPower(use) for use in DESERT_ACTIONS)


@proposes(PlayAtreidesCard)
def _atreides_cards(state: State, every: bool) -> Iterator[PlayAtreidesCard]:
    """For each die one card, in other moments one without a die: nobody but its player knows the hand."""
    names = [card.id for deck in ATREIDES_DECKS for card in DECK_CARDS[deck]]
    for die in _results(state) if isinstance(state.frame, TurnFrame) else (None,):
        yield from one_of(state, (PlayAtreidesCard(die, card) for card in names), every)


@proposes(CarryOutStep)
def _card_choices(state: State, every: bool) -> Iterator[CarryOutStep]:
    """The choices that a card offers for its step (``companion.rules.legal.atreides_choices``)."""
    if isinstance(state.frame, AtreidesCardFrame):
        yield from (c.command for c in choices(state) if isinstance(c.command, CarryOutStep))


@proposes(ChooseHarkonnenResult)
def _truth(state: State, every: bool) -> Iterator[ChooseHarkonnenResult]:
    yield from (ChooseHarkonnenResult(result) for result in Result)


@proposes(UseLeader)
def _specials(state: State, every: bool) -> Iterator[UseLeader]:
    yield from (UseLeader(die, leader) for die in _results(state) for leader in NAMED[ATREIDES])


@proposes(DrawCards)
def _draws(state: State, every: bool) -> Iterator[DrawCards]:
    frame = state.frame
    if isinstance(frame, ActionFrame):
        for count in (1, 2, 3) if frame.faction is HARKONNEN else (1, 2):
            decks_of_side = ATREIDES_DECKS if frame.faction is ATREIDES else HARKONNEN_DECKS
            yield from (DrawCards(decks) for decks in combinations_with_replacement(decks_of_side, count))


@proposes(RollHarkonnenDie)
def _harkonnen_die(state: State, every: bool) -> Iterator[RollHarkonnenDie]:
    yield from one_of(state, (RollHarkonnenDie(result) for result in Result), every)


@proposes(UseHarkonnenLeader)
def _harkonnen_leaders(state: State, every: bool) -> Iterator[UseHarkonnenLeader]:
    yield from (UseHarkonnenLeader(leader) for leader in NAMED[HARKONNEN])


@proposes(DrawHarkonnenCards)
def _harkonnen_draws(state: State, every: bool) -> Iterator[DrawHarkonnenCards]:
    frame = state.frame
    if isinstance(frame, ActionFrame) and frame.draws:
        yield DrawHarkonnenCards(decks_due(state, frame))


@proposes(RevealCard)
def _harkonnen_cards(state: State, every: bool) -> Iterator[RevealCard]:
    frame = state.frame
    if isinstance(frame, CardsFrame) and frame.decks:
        yield from one_of(state, (RevealCard(card.id) for card in DECK_CARDS[frame.decks[0]]), every)


@proposes(CardStepDone)
def _card_steps(state: State, every: bool) -> Iterator[CardStepDone]:
    """The step left out, or carried out with each single choice of its particulars."""
    frame = state.frame
    if not isinstance(frame, CardFrame):
        return
    yield CardStepDone(changed=False)
    step = current_step(frame)
    if step is not None:
        yield from _particulars(state, step)


def _particulars(state: State, step: Step) -> Iterator[CardStepDone]:
    match step:
        case Place(pieces=pieces):
            figures = Army(pieces.regular, pieces.elite, pieces.special, 0, pieces.bashar)
            for area in members(state.free_mask(HARKONNEN)):
                yield CardStepDone(placements=((area, figures),))
        case TankEnemyLeader():
            yield from (CardStepDone(leader=leader) for leader in NAMED[ATREIDES])
        case DiscardWormsigns():
            yield from (CardStepDone(areas=(area,)) for area in state.wormsigns)
        case SpecialAttack() | RevealArea():
            yield from (CardStepDone(area=area) for area in range(len(AREA_IDS)))
        case _:
            yield CardStepDone()


@proposes(TurnWormsign)
def _wormsigns(state: State, every: bool) -> Iterator[TurnWormsign]:
    """A face for each wormsign that may be turned, a sandworm unless all are asked for; then the worm's origin."""
    frame = state.frame
    if isinstance(frame, WormsignFrame):
        waiting: tuple[int, ...] = (frame.area,)
    elif isinstance(frame, HazardsFrame):
        waiting = frame.areas
    else:
        return
    faces = (Wormsign.SANDWORM, Wormsign.BURIED_SANDWORM, Wormsign.SAND) if every else (Wormsign.SANDWORM,)
    for area, face in product(waiting, faces):
        yield TurnWormsign(area, face)
        yield from (TurnWormsign(area, face, worm_from=worm) for worm in members(state.worms_mask))
        yield TurnWormsign(area, face, wild_maker=True)
        yield TurnWormsign(area, face, discard=True)


@proposes(SaveHarvester)
def _rescues(state: State, every: bool) -> Iterator[SaveHarvester]:
    if isinstance(state.frame, WormFrame):
        yield from (SaveHarvester(zone) for zone in (None, *range(len(ZONE_IDS))))


@proposes(SettleWorm)
def _worms(state: State, every: bool) -> Iterator[SettleWorm]:
    if isinstance(state.frame, HazardsFrame):
        yield from (SettleWorm(area) for area in state.frame.areas)


@proposes(BeginStorm)
def _storms(state: State, every: bool) -> Iterator[BeginStorm]:
    if isinstance(state.frame, HazardsFrame):
        yield from (BeginStorm(area) for area in state.frame.areas)


@proposes(TakeStation)
def _stations(state: State, every: bool) -> Iterator[TakeStation]:
    if isinstance(state.frame, StationFrame):
        yield from one_of(state, (TakeStation(marker) for marker in Marker), every)


@proposes(SpendSpice)
def _spice(state: State, every: bool) -> Iterator[SpendSpice]:
    if not isinstance(state.frame, SpiceFrame):
        return
    top, bottom = SPICE_BOARD.top_row, SPICE_BOARD.bottom_row
    steps = [[row for row in (old - 1, old, old + 1) if top <= row <= bottom] for old in state.imperium]
    for choam, guild, landsraad in product(*steps):
        for bans in possible_bans(state, (choam, guild, landsraad)):
            for supremacy, reserve in product((0, 1), (0, 1)):
                yield SpendSpice((choam, guild, landsraad), bans, supremacy, reserve)


@proposes(ClaimPrescience)
def _claims(state: State, every: bool) -> Iterator[ClaimPrescience]:
    """A card nobody names that gives 1 step of the first marker, for no die or one; else the known cards as well."""
    for die in (None, *_results(state)):
        yield ClaimPrescience((1, 0, 0), die)
        if every:
            for card in PRESCIENCE_CARDS.values():
                gains = dict(card.gains or ((MARKERS[0], 1),))
                yield ClaimPrescience(
                    (gains.get(MARKERS[0], 0), gains.get(MARKERS[1], 0), gains.get(MARKERS[2], 0)), die, card.id
                )


@proposes(EndRound)
def _ends(state: State, every: bool) -> Iterator[EndRound]:
    """Nobody replaced or one leader, the fewest cards discarded, unclaimed prescience cards kept or not."""
    sides = (ATREIDES,) if state.mode is Mode.SOLO else (HARKONNEN, ATREIDES)
    board = {name for side in sides for _, army in state.legions(side) for name in army.named}
    there = [leader for side in sides for leader in NAMED[side] if leader in board]
    discarded = max(0, state.cards.hand - hand_limit(state))
    theirs = 0 if state.mode is Mode.SOLO else max(0, state.reinforcements - hand_limit(state, HARKONNEN))
    for replaced in ((), *((leader,) for leader in there)):
        for reshuffle, tame_worm in product((True, False), (False, True)):
            if not tame_worm or state.wild_maker is not None:
                yield EndRound(replaced, discarded, reshuffle, tame_worm, theirs)


@proposes(AdvancePrescience)
def _advances(state: State, every: bool) -> Iterator[AdvancePrescience]:
    yield from (AdvancePrescience(marker, 1) for marker in Marker)


@proposes(DiscardReinforcements)
def _reinforcements(state: State, every: bool) -> Iterator[DiscardReinforcements]:
    yield DiscardReinforcements(1)
