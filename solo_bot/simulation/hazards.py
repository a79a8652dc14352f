"""Desert hazards of a simulated game, and what else befalls a legion: worms, storms, excess units, reused tokens."""

from collections.abc import Iterator

from companion.content import PIECES
from companion.rules import commands, frames
from companion.rules.army import NOBODY
from companion.rules.ask.desert import sensible_rescues, shows_worm, worm_limit, worm_meets_legion
from companion.rules.ask.tokens import missing_colours
from companion.rules.state import HARKONNEN, State
from solo_bot.procedure.stacking import excess_options
from solo_bot.simulation.preferences import away_from_sietches
from solo_bot.simulation.truth import Truth

MOST_WORMS = PIECES["sandworm"].count


def ideas(state: State, truth: Truth, frame: frames.Frame | None) -> Iterator[tuple[commands.Command, ...]]:
    """Yields what the table shows and what is chosen for a frame of the desert; nothing for any other frame."""
    match frame:
        case frames.HazardsFrame():
            yield (_phase(state, truth, frame),)
        case frames.RollFrame(dice=dice):
            yield (commands.RollAttackDice(truth.combat_faces(dice)),)
        case frames.WormsignFrame(area):
            yield (_turned(state, truth, area, ()),)
        case frames.WormFrame():
            yield (_worm(state, truth, frame),)
        case frames.StackingFrame(faction, area, excess):
            options, _ = excess_options(state.army(faction, area) or NOBODY, excess)
            yield (commands.RemoveExcess(options[0]),)
        case frames.TankFrame(faction, leaders):
            yield (commands.OrderTank(faction, leaders),)
        case frames.GarrisonFrame():
            areas = [area for area, army in state.legions(HARKONNEN) if army.tokens]
            figures = truth.tokens(state, HARKONNEN)
            yield (commands.RecycleToken(truth.random.choice(areas), missing_colours(state)[0], figures),)
        case _:
            pass


def _phase(state: State, truth: Truth, frame: frames.HazardsFrame) -> commands.Command:
    """WORM-1, STORM-1: in the order of the areas, which nothing in a simulation makes worth choosing."""
    match frame.stage:
        case frames.HazardStage.WORMSIGNS:
            return commands.BeginHazards()
        case frames.HazardStage.REVEAL:
            return _turned(state, truth, frame.areas[0], frame.worms)
        case frames.HazardStage.WORMS:
            return commands.SettleWorm(frame.areas[0])
        case frames.HazardStage.STORMS:
            return commands.BeginStorm(frame.areas[0])


def _turned(state: State, truth: Truth, area: int, worms: tuple[int, ...]) -> commands.TurnWormsign:
    """WORM-2, WORM-3: a worm comes from the supply, or from anywhere on the board where it did not just appear."""
    token = truth.wormsign()
    if not shows_worm(state, area, token):
        return commands.TurnWormsign(area, token)
    if len(worms) >= worm_limit(state):
        return commands.TurnWormsign(area, token, discard=True)
    idle = [worm for worm in state.sandworms if worm not in worms]
    if len(state.sandworms) >= MOST_WORMS and not idle:
        # The fifth is the Wild Maker: it comes from beside the board, or from where it stands.
        return commands.TurnWormsign(area, token, worm_from=state.wild_maker, wild_maker=state.wild_maker is None)
    source = truth.random.choice(idle) if len(state.sandworms) >= MOST_WORMS else None
    return commands.TurnWormsign(area, token, worm_from=source)


def _worm(state: State, truth: Truth, frame: frames.WormFrame) -> commands.Command:
    """WORM-4: the Atreides say where the legion flees; which carryall saves the harvester is left to chance."""
    if worm_meets_legion(state, frame):
        return commands.Retreat(away_from_sietches(state, truth, frame.area))
    zones = sensible_rescues(state, frame)
    return commands.SaveHarvester(truth.random.choice(zones) if zones else None)
