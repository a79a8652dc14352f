"""The scripted Atreides of simulated games: legal and sensible, no more.

In its turn it weighs what each die could do, in steps of a prescience marker, and takes the best; Desert Power comes
first as long as it costs no die. Ideas are yielded in order of promise, and the first one that the rules allow is
taken.
"""

from collections.abc import Iterator

from companion.board import AREA_ZONES, mask_of
from companion.content.terms import Deck, NamedLeader, Result
from companion.frozen import replace
from companion.rules import commands
from companion.rules.actions import OtherAction
from companion.rules.ask.decks import cards_left
from companion.rules.ask.dice import desert_power_open
from companion.rules.frames import ActionFrame, TurnFrame
from companion.rules.state import ATREIDES, ATREIDES_DICE, State
from solo_bot.simulation.card_steps import action_of_card
from solo_bot.simulation.desert import desert_ideas, desert_power
from solo_bot.simulation.garrisons import family_seat
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.planning import best_card
from solo_bot.simulation.prescience import action_claim, attached_fear, wanted
from solo_bot.simulation.thoughts import Thoughts, thoughts_of
from solo_bot.simulation.truth import Truth

AT_ONCE = 12.0
"""What a die has to be worth to come before a prescience card, which lies there to the end of the round."""
STRIKES_FIRST = 3.0
"""What the attack of a worm has to be worth, hits on those who threaten a sietch, to come before any die but such."""
URGENT = 1.4
"""What a die has to be worth to come before Desert Power that costs no die."""


Use = commands.SpendDie | commands.PlayAtreidesCard


def turn_ideas(state: State, truth: Truth) -> Iterator[commands.Command]:
    """Yields what the Atreides might begin their turn with, the best first; the last ones always work."""
    frame = state.frame
    if isinstance(frame, TurnFrame) and frame.acted:
        yield commands.EndTurn()
        return
    token = _bene_gesserit(state)
    if token is not None:
        yield token
    thoughts = thoughts_of(state, truth)
    outlook = thoughts.outlook
    if not state.harkonnen_spent:
        yield from turned_for_cards(outlook)
    claim = action_claim(state, truth)
    uses = die_uses(state, thoughts)
    if outlook.temper.cards and state.atreides_results:
        spare = spared_die(state.atreides_results, uses)
        fear = attached_fear(state, truth, spare)
        if fear is not None:
            yield fear
        claim = None if claim is None or (uses and uses[0][0] >= AT_ONCE) else replace(claim, die=spare)
        uses = with_cards(thoughts, uses, spare)
    desert = desert_power(outlook) if desert_power_open(state) else None
    to_spare = state.harkonnen_unused > state.atreides_unused
    best = uses[0][0] if uses else 0.0
    if (
        desert is not None
        and outlook.temper.stalks
        and desert[1] == "attack"
        and desert[0] >= STRIKES_FIRST
        and best < AT_ONCE
    ):
        yield commands.UseDesertPower(desert[1])
    if claim is not None:
        yield claim
    if desert is not None and (desert[0] > best or (to_spare and best < URGENT)):
        yield commands.UseDesertPower(desert[1])
    yield from (command for _, command in uses)
    if desert is not None:
        yield commands.UseDesertPower(desert[1])
    yield from (commands.SpendDie(die, die) for die in state.atreides_results or () if die is not Result.HOUSE)
    yield from (commands.SpendDie(die, Result.MENTAT) for die in state.atreides_results or () if die is Result.HOUSE)
    yield commands.UseDesertPower("wormsigns")
    yield commands.EndTurn()


def _bene_gesserit(state: State) -> commands.UseBeneGesserit | None:
    """ACT-2: a token becomes a die of the most useful among the results with the fewest dice."""
    results = state.atreides_results or ()
    first_turn = not state.harkonnen_spent and state.atreides_unused == ATREIDES_DICE
    if not first_turn or not state.bene_gesserit[ATREIDES]:
        return None
    order = (Result.HOUSE, Result.DEPLOYMENT, Result.STRATEGY, Result.LEADERSHIP, Result.MENTAT)
    return commands.UseBeneGesserit(min(order, key=results.count))


def turned_for_cards(outlook: Outlook) -> Iterator[commands.RevealTokens]:
    """FREE-1: yields lone tokens to turn beside areas that a revealed prescience card asks for: units can part, a token
    cannot. Not under the eyes of an ornithopter (MAHDI-REVEAL-1)."""
    state = outlook.state
    watchers = mask_of(state.ornithopters)
    beside = 0
    for card in wanted(state, outlook.truth):
        beside |= outlook.graph.grow(card.areas, outlook.graph.passable)
    seat = family_seat(outlook)
    for area in outlook.ranks:
        army = outlook.army(area)
        if area == seat:
            continue
        alone = army.units == army.tokens == 1
        if alone and beside >> area & 1 and area not in outlook.danger and not AREA_ZONES[area] & watchers:
            yield commands.RevealTokens(ATREIDES, area, 1, outlook.truth.tokens(state, ATREIDES))


def spared_die(results: tuple[Result, ...], uses: list[tuple[float, Use]]) -> Result:
    """Returns the die whose own action is worth least."""
    worths: dict[Result, float] = dict.fromkeys(results, 0.0)
    for worth, use in uses:
        if isinstance(use, commands.SpendDie):
            worths[use.die] = max(worths[use.die], worth)
    if Result.HOUSE in worths:
        # It does whatever any other would.
        worths[Result.HOUSE] = max(worths.values())
    return min(worths, key=lambda die: worths[die])


def with_cards(thoughts: Thoughts, uses: list[tuple[float, Use]], die: Result) -> list[tuple[float, Use]]:
    """Returns ``uses`` with the card that is worth most, for ``die`` (ACT-3)."""
    worth, card = best_card(thoughts)
    if not card:
        return uses
    return sorted([*uses, (worth, commands.PlayAtreidesCard(die, card))], key=lambda use: -use[0])


def die_uses(state: State, thoughts: Thoughts) -> list[tuple[float, Use]]:
    """Returns what each die could be spent for and what that is worth, the best first."""
    results = state.atreides_results or ()
    worths: dict[Result, float] = {}
    for action in (Result.STRATEGY, Result.LEADERSHIP, Result.DEPLOYMENT, Result.MENTAT):
        if action in results or Result.HOUSE in results:
            worths[action] = _worth(thoughts, action, printed=action in results)
    uses: list[tuple[float, Use]] = []
    for action, worth in worths.items():
        die = action if action in results else Result.HOUSE
        # A House die can wait for something better.
        uses.append((worth - (0.3 if die is Result.HOUSE else 0.0), commands.SpendDie(die, action)))
    return sorted(uses, key=lambda use: -use[0])


def _worth(thoughts: Thoughts, action: Result, *, printed: bool) -> float:
    """``printed``: a die shows the action; a House die moves by Strategy, which can do all that Leadership can."""
    match action:
        case Result.STRATEGY | Result.LEADERSHIP:
            leaders_only = action is Result.LEADERSHIP
            marches = thoughts.marches(leaders_only=leaders_only)
            attacks = marches.attacks(surprise=leaders_only)
            moves = marches.moves() if printed or not leaders_only else []
            first, second = (moves[number].worth if number < len(moves) else 0.0 for number in (0, 1))
            return max(attacks[0].worth if attacks else 0.0, first + 0.7 * second)
        case Result.DEPLOYMENT:
            places = thoughts.deployments
            return places[0][0] if places else 0.0
        case _:
            return thoughts.outlook.drawn(2)


def action_ideas(state: State, truth: Truth, frame: ActionFrame) -> Iterator[commands.Command]:
    """Yields the next thing to do within an action of the Atreides; giving up is always last."""
    match frame.action:
        case Result.STRATEGY | Result.LEADERSHIP:
            marches = thoughts_of(state, truth).marches(leaders_only=frame.leaders_only)
            moves = marches.moves()
            attacks = marches.attacks(surprise=frame.surprise) if frame.attack else []
            if attacks and (not moves or attacks[0].worth > moves[0].worth):
                yield attacks[0].command
            yield from (move.command for move in moves)
        case Result.DEPLOYMENT:
            yield from (command for _, command in thoughts_of(state, truth).deployments)
        case Result.MENTAT:
            yield commands.DrawCards(_decks(state, frame.draws))
        case OtherAction.CARD_STEP:
            yield from action_of_card(thoughts_of(state, truth), frame)
        case OtherAction.DESERT_POWER:
            outlook = thoughts_of(state, truth).outlook
            yield from desert_ideas(outlook, moves=frame.moves, placements=frame.placements, attack=frame.attack)
        case Result.HOUSE | NamedLeader() | OtherAction.CARD:
            pass
    yield commands.FinishAction()


def _decks(state: State, draws: int) -> tuple[Deck, ...]:
    """Returns the decks to draw from: the fuller one first, never more than it holds."""
    left = {deck: cards_left(state, deck) for deck in (Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY)}
    drawn: list[Deck] = []
    for _ in range(draws):
        deck = max(left, key=lambda deck: left[deck])
        if left[deck]:
            left[deck] -= 1
            drawn.append(deck)
    return tuple(drawn)
