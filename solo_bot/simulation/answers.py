"""Answers every frame of a simulated game: what the table shows, what the opponent decides, what the Atreides want."""

from collections.abc import Callable, Iterator, Sequence

from companion.rules import commands, frames
from companion.rules.ask.rounds import cards_over
from companion.rules.state import HARKONNEN, State
from companion.rules.teams import one_for_each
from solo_bot.cards.options import CardChoice
from solo_bot.cards.scene import scene_of
from solo_bot.levels.cards import next_card_order
from solo_bot.orders import Choice, next_order
from solo_bot.procedure.decision import Question
from solo_bot.procedure.trace import Step
from solo_bot.simulation import atreides, battles, card_steps, hazards
from solo_bot.simulation.preferences import choose
from solo_bot.simulation.prescience import claims, worth_keeping
from solo_bot.simulation.thoughts import thoughts_of
from solo_bot.simulation.truth import Truth, within_supply

Batch = tuple[commands.Command, ...]
Player = Callable[[State, Truth], Iterator[commands.Command]]
"""What the Atreides do in their turns and actions: ideas in order of promise, the first legal one is carried out."""
Listener = Callable[[str, Sequence[Step]], None]
"""Hears every decision of the opponent: the rule that decided on it, and its trace."""


def unheard(rule: str, trace: Sequence[Step]) -> None:
    """Listens to nothing."""


def script(state: State, truth: Truth) -> Iterator[commands.Command]:
    """Yields what the scripted Atreides do in their turns and actions."""
    frame = state.frame
    if isinstance(frame, frames.ActionFrame):
        return atreides.action_ideas(state, truth, frame)
    if isinstance(frame, frames.AtreidesCardFrame):
        return card_steps.step_ideas(thoughts_of(state, truth), frame)
    return atreides.turn_ideas(state, truth)


def ideas(state: State, truth: Truth, listener: Listener = unheard, player: Player = script) -> Iterator[Batch]:
    """Yields batches of commands for the frame on top, the first legal one is meant; raises nothing, may run dry."""
    if scene_of(state) is not None:
        card = next_card_order(state, truth.level, truth.lot)
        listener(card.rule, card.trace)
        yield from _decided(state, truth, card.question, card.choices)
        return
    order = next_order(state, truth.level, truth.lot)
    if order is not None:
        listener(order.rule, order.trace)
        yield from _decided(state, truth, order.question, order.choices)
        return
    frame = state.frame
    match frame:
        case frames.BattleFrame():
            yield from battles.ideas(state, truth, frame)
        case frames.HitsFrame():
            yield from battles.hits(state)
        case frames.RevealTokensFrame():
            yield from battles.reveals(state, truth)
        case frames.ClaimsFrame():
            # What the cards of action resolution ask for is not known here.
            yield (commands.FinishClaims(),)
        case _:
            yield from _round(state, truth, frame, player)
            yield from hazards.ideas(state, truth, frame)


def _decided(
    state: State, truth: Truth, question: Question | None, choices: Sequence[Choice | CardChoice]
) -> Iterator[Batch]:
    """The answer to a question of the opponent, or one of the options that it leaves to the player (MAHDI-0)."""
    if question is not None:
        if question.ask == "rank":
            yield tuple(commands.EnterRank(area, truth.ranks[area]) for area in question.areas)
        else:
            figures = truth.tokens(state, HARKONNEN)
            yield (commands.RevealTokens(HARKONNEN, question.areas[0], 1, figures, battles.colour(state)),)
    elif choices:
        yield choose(state, truth, choices)


def _round(state: State, truth: Truth, frame: frames.Frame | None, player: Player) -> Iterator[Batch]:
    match frame:
        case frames.SetupFrame(open=areas):
            for area in areas:
                yield (commands.PlaceStartingFigures(area, within_supply(state, HARKONNEN, truth.starting_figures())),)
            yield (commands.BeginGame(),)
        case frames.RoundStartFrame():
            yield (commands.DrawTactical(truth.tactical(state)),)
        case frames.AtreidesRollFrame():
            rolled, results = truth.atreides_dice(state.atreides_unused)
            fremen = one_for_each(results) if state.rules.partners > 1 else None
            yield (commands.RollAtreidesDice(results, rolled=rolled, fremen=fremen),)
        case frames.TurnFrame() | frames.ActionFrame() | frames.AtreidesCardFrame():
            yield from _turn(state, truth, frame, player)
        case frames.CardsFrame(decks):
            yield (commands.RevealCard(truth.card(state, decks[0])),)
        case frames.RevealSietchFrame(area):
            yield (commands.RevealSietch(area, truth.ranks[area]),)
        case frames.StationFrame():
            yield (commands.TakeStation(truth.station()),)
        case frames.HarvestFrame():
            yield (commands.CollectSpice(),)
        case frames.EndFrame(frames.EndStage.CLAIMS):
            yield from claims(state, truth)
            yield (commands.FinishClaims(),)
        case frames.EndFrame():
            yield (commands.EndRound(discarded=cards_over(state), reshuffle=worth_keeping(truth)),)
        case _:
            pass


def _turn(
    state: State, truth: Truth, frame: frames.TurnFrame | frames.ActionFrame | frames.AtreidesCardFrame, player: Player
) -> Iterator[Batch]:
    if not isinstance(frame, frames.AtreidesCardFrame) and frame.faction is HARKONNEN:
        forced = frame.forced if isinstance(frame, frames.TurnFrame) else None
        yield (commands.RollHarkonnenDie(forced or truth.harkonnen_die(state)),)
        return
    yield from ((command,) for command in player(state, truth))
