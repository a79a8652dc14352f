"""What can be asked for in the course of a game: set-up, cards, dice, turns, hazards, spice, the end of a round."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from companion.board import AREA_IDS, ZONE_IDS, members
from companion.content import DECK_CARDS, PRESCIENCE_CARDS, SPICE_BOARD, TACTICAL_CARDS, TRACKS
from companion.content.steps import DiscardWormsigns, Place, RevealArea, SpecialAttack, Step, TankEnemyLeader
from companion.content.terms import Deck, Faction, Marker, Result, Wormsign
from companion.rules import commands, frames
from companion.rules.army import Army
from companion.rules.ask.dice import desert_actions, lies_with_the_ally
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.ask.rounds import cards_over
from companion.rules.ask.spice import possible_bans
from companion.rules.harkonnen_cards.course import decks_due
from companion.rules.legal.atreides_choices import choices
from companion.rules.legal.harkonnen import HARKONNEN_DECKS, unused
from companion.rules.legal.scheme import NAMED, one_of, proposes
from companion.rules.state import ATREIDES, HARKONNEN, MARKERS, State
from companion.rules.teams import one_for_each

STARTING_FIGURES = Army(regular=2, elite=1, generic=1)
"""What the two starting tokens of a settlement show, as the canonical input of ``legal``."""
CANONICAL_OBJECTIVE = (6, 6, 6)
ATREIDES_DECKS = (Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY)
RESULTS = tuple(Result)


@proposes(commands.PlaceStartingFigures)
def _starting(state: State, every: bool) -> Iterator[commands.PlaceStartingFigures]:
    if isinstance(state.frame, frames.SetupFrame):
        yield from (commands.PlaceStartingFigures(area, STARTING_FIGURES) for area in state.frame.open)


@proposes(commands.EnterRank)
def _ranks(state: State, every: bool) -> Iterator[commands.EnterRank]:
    """A note about each facedown sietch without one; with every input also other ranks, and forgetting it."""
    for sietch in state.sietches:
        if every or sietch.rank is None:
            ranks = (*sorted(TRACKS.sietch_ranks), None)
            yield from one_of(state, (commands.EnterRank(sietch.area, rank) for rank in ranks), every)


@proposes(commands.EnterObjective)
def _objectives(state: State, every: bool) -> Iterator[commands.EnterObjective]:
    yield commands.EnterObjective(CANONICAL_OBJECTIVE)


@proposes(commands.DeclareVictory)
def _victories(state: State, every: bool) -> Iterator[commands.DeclareVictory]:
    """By an objective that is known, else by the canonical one."""
    yield from (commands.DeclareVictory(steps) for steps in state.hidden.objectives or (CANONICAL_OBJECTIVE,))


@proposes(commands.DrawTactical)
def _tactical(state: State, every: bool) -> Iterator[commands.DrawTactical]:
    if isinstance(state.frame, frames.RoundStartFrame):
        yield from one_of(state, (commands.DrawTactical(card) for card in TACTICAL_CARDS), every)


@proposes(commands.RollAtreidesDice)
def _atreides_dice(state: State, every: bool) -> Iterator[commands.RollAtreidesDice]:
    if isinstance(state.frame, frames.AtreidesRollFrame):
        rolls = combinations_with_replacement(RESULTS, state.atreides_unused)
        yield from one_of(state, (_shared_out(state, results) for results in rolls), every)


def _shared_out(state: State, results: tuple[Result, ...]) -> commands.RollAtreidesDice:
    if state.partners(ATREIDES) == 1:
        return commands.RollAtreidesDice(results)
    return commands.RollAtreidesDice(results, fremen=one_for_each(results))


@proposes(commands.UseBeneGesserit)
def _bene_gesserit(state: State, every: bool) -> Iterator[commands.UseBeneGesserit]:
    yield from (commands.UseBeneGesserit(result, faction) for faction in reversed(Faction) for result in Result)


@proposes(commands.SpendDie)
def _dice(state: State, every: bool) -> Iterator[commands.SpendDie]:
    yield from (commands.SpendDie(die, action) for die in _results(state) for action in Result)
    if Result.HOUSE in _results(state) and state.partners(Faction.ATREIDES) > 1:
        yield from (commands.SpendDie(Result.HOUSE, action, ally=True) for action in Result)
    yield from (commands.SpendDie(die, die, fremen=True) for die in _twice(state))
    yield from (commands.SpendDie(die, die, HARKONNEN, corrino) for die, corrino in unused(state))


def _twice(state: State) -> tuple[Result, ...]:
    """Results of which both Atreides partners have a die (TEAM-3)."""
    return tuple(die for die in dict.fromkeys(state.fremen_results or ()) if not lies_with_the_ally(state, die))


def _results(state: State) -> tuple[Result, ...]:
    return tuple(dict.fromkeys(state.atreides_results or ()))


@proposes(commands.UseDesertPower)
def _desert_power(state: State, every: bool) -> Iterator[commands.UseDesertPower]:
    yield from (commands.UseDesertPower(use) for use in desert_actions(state))


@proposes(commands.PlayAtreidesCard)
def _atreides_cards(state: State, every: bool) -> Iterator[commands.PlayAtreidesCard]:
    """For each die one card, in other moments one without a die: nobody but its player knows the hand."""
    names = [card.id for deck in ATREIDES_DECKS for card in DECK_CARDS[deck]]
    for die in _results(state) if isinstance(state.frame, frames.TurnFrame) else (None,):
        yield from one_of(state, (commands.PlayAtreidesCard(die, card) for card in names), every)


@proposes(commands.CarryOutStep)
def _card_choices(state: State, every: bool) -> Iterator[commands.CarryOutStep]:
    """The choices that a card offers for its step (``companion.rules.legal.atreides_choices``)."""
    if isinstance(state.frame, frames.AtreidesCardFrame):
        yield from (c.command for c in choices(state) if isinstance(c.command, commands.CarryOutStep))


@proposes(commands.ChooseHarkonnenResult)
def _truth(state: State, every: bool) -> Iterator[commands.ChooseHarkonnenResult]:
    yield from (commands.ChooseHarkonnenResult(result) for result in Result)


@proposes(commands.UseLeader)
def _specials(state: State, every: bool) -> Iterator[commands.UseLeader]:
    yield from (commands.UseLeader(die, leader) for die in _results(state) for leader in NAMED[ATREIDES])


@proposes(commands.DrawCards)
def _draws(state: State, every: bool) -> Iterator[commands.DrawCards]:
    frame = state.frame
    if isinstance(frame, frames.ActionFrame):
        for count in (1, 2, 3) if frame.faction is HARKONNEN else (1, 2):
            decks_of_side = ATREIDES_DECKS if frame.faction is ATREIDES else HARKONNEN_DECKS
            yield from (commands.DrawCards(decks) for decks in combinations_with_replacement(decks_of_side, count))


@proposes(commands.RollHarkonnenDie)
def _harkonnen_die(state: State, every: bool) -> Iterator[commands.RollHarkonnenDie]:
    yield from one_of(state, (commands.RollHarkonnenDie(result) for result in Result), every)


@proposes(commands.UseHarkonnenLeader)
def _harkonnen_leaders(state: State, every: bool) -> Iterator[commands.UseHarkonnenLeader]:
    yield from (commands.UseHarkonnenLeader(leader) for leader in NAMED[HARKONNEN])


@proposes(commands.DrawHarkonnenCards)
def _harkonnen_draws(state: State, every: bool) -> Iterator[commands.DrawHarkonnenCards]:
    frame = state.frame
    if isinstance(frame, frames.ActionFrame) and frame.draws:
        yield commands.DrawHarkonnenCards(decks_due(state, frame))


@proposes(commands.RevealCard)
def _harkonnen_cards(state: State, every: bool) -> Iterator[commands.RevealCard]:
    frame = state.frame
    if isinstance(frame, frames.CardsFrame) and frame.decks:
        yield from one_of(state, (commands.RevealCard(card.id) for card in DECK_CARDS[frame.decks[0]]), every)


@proposes(commands.CardStepDone)
def _card_steps(state: State, every: bool) -> Iterator[commands.CardStepDone]:
    """The step left out, or carried out with each single choice of its particulars."""
    frame = state.frame
    if not isinstance(frame, frames.CardFrame):
        return
    yield commands.CardStepDone(changed=False)
    step = current_step(frame)
    if step is not None:
        yield from _particulars(state, step)


def _particulars(state: State, step: Step) -> Iterator[commands.CardStepDone]:
    match step:
        case Place(pieces=pieces):
            figures = Army(pieces.regular, pieces.elite, pieces.special, 0, pieces.bashar)
            for area in members(state.free_mask(HARKONNEN)):
                yield commands.CardStepDone(placements=((area, figures),))
        case TankEnemyLeader():
            yield from (commands.CardStepDone(leader=leader) for leader in NAMED[ATREIDES])
        case DiscardWormsigns():
            yield from (commands.CardStepDone(areas=(area,)) for area in state.wormsigns)
        case SpecialAttack() | RevealArea():
            yield from (commands.CardStepDone(area=area) for area in range(len(AREA_IDS)))
        case _:
            yield commands.CardStepDone()


@proposes(commands.TurnWormsign)
def _wormsigns(state: State, every: bool) -> Iterator[commands.TurnWormsign]:
    """A face for each wormsign that may be turned, a sandworm unless all are asked for; then the worm's origin."""
    frame = state.frame
    if isinstance(frame, frames.WormsignFrame):
        waiting: tuple[int, ...] = (frame.area,)
    elif isinstance(frame, frames.HazardsFrame):
        waiting = frame.areas
    else:
        return
    faces = (Wormsign.SANDWORM, Wormsign.BURIED_SANDWORM, Wormsign.SAND) if every else (Wormsign.SANDWORM,)
    for area, face in product(waiting, faces):
        yield commands.TurnWormsign(area, face)
        yield from (commands.TurnWormsign(area, face, worm_from=worm) for worm in members(state.worms_mask))
        yield commands.TurnWormsign(area, face, wild_maker=True)
        yield commands.TurnWormsign(area, face, discard=True)


@proposes(commands.SaveHarvester)
def _rescues(state: State, every: bool) -> Iterator[commands.SaveHarvester]:
    if isinstance(state.frame, frames.WormFrame):
        yield from (commands.SaveHarvester(zone) for zone in (None, *range(len(ZONE_IDS))))


@proposes(commands.SettleWorm)
def _worms(state: State, every: bool) -> Iterator[commands.SettleWorm]:
    if isinstance(state.frame, frames.HazardsFrame):
        yield from (commands.SettleWorm(area) for area in state.frame.areas)


@proposes(commands.BeginStorm)
def _storms(state: State, every: bool) -> Iterator[commands.BeginStorm]:
    if isinstance(state.frame, frames.HazardsFrame):
        yield from (commands.BeginStorm(area) for area in state.frame.areas)


@proposes(commands.TakeStation)
def _stations(state: State, every: bool) -> Iterator[commands.TakeStation]:
    if isinstance(state.frame, frames.StationFrame):
        yield from one_of(state, (commands.TakeStation(marker) for marker in Marker), every)


@proposes(commands.SpendSpice)
def _spice(state: State, every: bool) -> Iterator[commands.SpendSpice]:
    if not isinstance(state.frame, frames.SpiceFrame):
        return
    top, bottom = SPICE_BOARD.top_row, SPICE_BOARD.bottom_row
    steps = [[row for row in (old - 1, old, old + 1) if top <= row <= bottom] for old in state.imperium]
    for choam, guild, landsraad in product(*steps):
        for bans in possible_bans(state, (choam, guild, landsraad)):
            for supremacy, reserve in product((0, 1), (0, 1)):
                yield commands.SpendSpice((choam, guild, landsraad), bans, supremacy, reserve)


@proposes(commands.ClaimPrescience)
def _claims(state: State, every: bool) -> Iterator[commands.ClaimPrescience]:
    """A card nobody names that gives 1 step of the first marker, for no die or one; else the known cards as well."""
    for die in (None, *_results(state)):
        yield commands.ClaimPrescience((1, 0, 0), die)
        if every:
            for card in PRESCIENCE_CARDS.values():
                gains = dict(card.gains or ((MARKERS[0], 1),))
                yield commands.ClaimPrescience(
                    (gains.get(MARKERS[0], 0), gains.get(MARKERS[1], 0), gains.get(MARKERS[2], 0)), die, card.id
                )


@proposes(commands.CleanUp)
def _cleans(state: State, every: bool) -> Iterator[commands.CleanUp]:
    """Nobody replaced or one leader, the fewest cards discarded."""
    discarded = cards_over(state, HARKONNEN)
    yield from (commands.CleanUp(replaced, discarded) for replaced in _one_or_nobody(state, HARKONNEN))


@proposes(commands.EndRound)
def _ends(state: State, every: bool) -> Iterator[commands.EndRound]:
    """Nobody replaced or one leader, the fewest cards discarded, unclaimed prescience cards kept or not."""
    discarded = cards_over(state)
    for replaced in _one_or_nobody(state, ATREIDES):
        for reshuffle, tame_worm in product((True, False), (False, True)):
            if not tame_worm or state.wild_maker is not None:
                yield commands.EndRound(replaced, discarded, reshuffle, tame_worm)


def _one_or_nobody(state: State, side: Faction) -> Iterator[tuple[str, ...]]:
    """Nobody, then each named leader of a side that stands on the board."""
    board = {name for _, army in state.legions(side) for name in army.named}
    yield ()
    yield from ((leader,) for leader in NAMED[side] if leader in board)


@proposes(commands.AdvancePrescience)
def _advances(state: State, every: bool) -> Iterator[commands.AdvancePrescience]:
    yield from (commands.AdvancePrescience(marker, 1) for marker in Marker)


@proposes(commands.DiscardReinforcements)
def _reinforcements(state: State, every: bool) -> Iterator[commands.DiscardReinforcements]:
    yield commands.DiscardReinforcements(1)
