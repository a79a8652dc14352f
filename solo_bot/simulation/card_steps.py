"""How the simulated Atreides carry out the steps of the planning cards that they play."""

from collections.abc import Iterator

from companion.content import steps as s
from companion.content.terms import Result
from companion.rules import commands
from companion.rules.army import Army
from companion.rules.ask.atreides_steps import step_of
from companion.rules.ask.truthtrance import results_to_choose
from companion.rules.frames import ActionFrame, AtreidesCardFrame
from companion.rules.legal import candidates
from solo_bot.simulation.desert import desert_power
from solo_bot.simulation.planning import (
    DICE_OF_MAKER,
    best_card,
    place_at,
    placed,
    pushed,
    rescued,
    shifts,
    shot,
    worm_at,
)
from solo_bot.simulation.thoughts import Thoughts

HARMLESS = (Result.HOUSE, Result.MENTAT, Result.DEPLOYMENT, Result.LEADERSHIP, Result.STRATEGY)
"""Results of the Harkonnen, the one that does least first."""
SURELY, LEGAL = 10.0, 0.1
"""Where figures come somewhere anyway, and where any legal choice is better than none."""


def step_ideas(thoughts: Thoughts, frame: AtreidesCardFrame) -> Iterator[commands.Command]:
    """Yields how the next step of the card in progress might be carried out, the best first; leaving it is last."""
    outlook, step = thoughts.outlook, step_of(frame)
    state = outlook.state
    match step:
        case s.Play() | s.DrawOrPlay():
            worth, card = best_card(thoughts, chained=True)
            if card and (isinstance(step, s.Play) or worth > outlook.drawn(step.draw)):
                yield commands.PlayAtreidesCard(None, card)
            if isinstance(step, s.DrawOrPlay):
                yield commands.CarryOutStep()
        case s.DesertPower():
            use = desert_power(outlook)
            if use is not None:
                yield commands.UseDesertPower(use[1])
        case s.ChooseResult():
            open_now = results_to_choose(state)
            yield from (commands.ChooseHarkonnenResult(result) for result in HARMLESS if result in open_now)
        case s.ShiftMarkers():
            yield from (command for _, command in shifts(state))
        case s.ExchangePrescience():
            yield commands.CarryOutStep(count=state.cards.revealed)
        case s.EnterLeader() | s.AttachToPrescience() | s.OpponentDiscards() | s.Storms():
            yield commands.CarryOutStep()
        case None:
            pass
        case _:
            found = [
                (_chosen(thoughts, step, one), one)
                for one in candidates(state, commands.CarryOutStep)
                if isinstance(one, commands.CarryOutStep)
            ]
            found.sort(key=lambda item: -item[0])
            yield from (command for worth, command in found if worth > 0)
    yield commands.SkipStep()


def _chosen(thoughts: Thoughts, step: s.Step, command: commands.CarryOutStep) -> float:
    """How good one way to carry out a step is."""
    area, target = command.area or 0, command.target or 0
    outlook = thoughts.outlook
    match step:
        case s.Place():
            return SURELY + place_at(thoughts, step, command.figures, area)
        case s.PlaceSandworms():
            return LEGAL + worm_at(outlook, area) if command.worm_from is None else 0.0
        case s.WildMakerEnters():
            return LEGAL + worm_at(outlook, area, DICE_OF_MAKER)
        case s.OrnithopterAttack():
            return LEGAL + shot(outlook, area)
        case s.DeployTokens():
            return LEGAL + placed(thoughts, Army(tokens=1), area)
        case s.MoveSietch():
            return rescued(thoughts, area, target)
        case s.DisplaceEnemy():
            return pushed(thoughts, area, target)
        case _:
            return LEGAL


def action_of_card(thoughts: Thoughts, frame: ActionFrame) -> Iterator[commands.Command]:
    """Yields what to do within the action that a step of a card opened: moves, an attack, or better units."""
    if frame.replacements:
        yield from candidates(thoughts.outlook.state, commands.ReplaceUnits)
        return
    marches = thoughts.marches(leaders_only=frame.leaders_only)
    attacks = marches.attacks(surprise=True) if frame.attack else []
    ways = sorted([*attacks, *(marches.moves() if frame.moves else [])], key=lambda way: -way.worth)
    yield from (way.command for way in ways if frame.only in (None, way.command.source))
