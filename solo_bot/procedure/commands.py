"""The options of a die as commands of the rules, and what they lead to."""

from companion.content.terms import Result, UnitKind, VehicleKind
from companion.frozen import replace
from companion.rules.army import Army
from companion.rules.ask.dice import HARKONNEN_ACTIONS
from companion.rules.commands import (
    Attack,
    Command,
    DeployUnits,
    DrawHarkonnenCards,
    FinishAction,
    MoveLegion,
    PlaceVehicle,
    ReplaceUnits,
    UseHarkonnenLeader,
)
from companion.rules.engine import execute
from companion.rules.frames import ActionFrame
from companion.rules.refusal import Refused
from companion.rules.state import HARKONNEN, State
from solo_bot.procedure.decision import (
    AttackOption,
    CardsOption,
    DeployOption,
    MoveOption,
    Option,
    Placement,
    ReplaceOption,
    SpecialOption,
    VehiclesOption,
)

NEEDS_THE_TABLE = (Attack, DrawHarkonnenCards)
"""Commands that go on with dice or cards, so that nobody can know what they lead to."""


def commands_for(option: Option) -> tuple[Command, ...]:
    """Returns the commands that carry out an option of a decision."""
    match option:
        case AttackOption():
            return (Attack(HARKONNEN, option.attacker, option.target, option.zone),)
        case MoveOption():
            move = MoveLegion(
                HARKONNEN,
                option.source,
                option.target,
                option.figures,
                option.zone,
                temporary_target=option.temporary,
            )
            return (move,)
        case DeployOption():
            return tuple(DeployUnits(HARKONNEN, p.area, placed_figures(p)) for p in option.placements)
        case ReplaceOption():
            # MAHDI-DEPLOY-4: the stronger kind comes only when no elite is left, so elites go first.
            in_order = sorted(option.replacements, key=lambda part: tuple(UnitKind).index(part.new))
            return tuple(ReplaceUnits(HARKONNEN, r.area, r.count, r.old, r.new) for r in in_order)
        case VehiclesOption():
            places = (
                (VehicleKind.HARVESTER, option.harvester),
                (VehicleKind.ORNITHOPTER, option.ornithopter),
            )
            # MAHDI-HOUSE-2: the ornithopter is the last one; where none finds a place, the action ends without it.
            end = (FinishAction(),) if option.ornithopter is None else ()
            return (*(PlaceVehicle(kind, place) for kind, place in places if place is not None), *end)
        case CardsOption():
            return (DrawHarkonnenCards(option.decks),)
        case SpecialOption():
            return (UseHarkonnenLeader(option.leader), *commands_for(option.effect))


def placed_figures(placement: Placement) -> Army:
    """Returns the units of a placement together with its leader."""
    match placement.leader:
        case None:
            return placement.units
        case "bashar":
            return placement.units + Army(generic=1)
        case named:
            return placement.units + Army(named=(named,))


def apply_option(state: State, result: Result, option: Option) -> tuple[State, bool]:
    """Returns the state after ``option`` of a die of ``result``, and whether the whole of it could be carried out.

    It cannot where dice or cards are needed, nor what the rules refuse in a position that they cannot produce: the
    commands before that are carried out. The state has the frame of the action alone, and above it what has to be
    entered next; a state without one is given that of ``result``.
    """
    match state.frame:
        case ActionFrame(faction=faction) as action if faction is HARKONNEN:
            pass
        case _:
            action = HARKONNEN_ACTIONS[result]
    state = replace(state, frames=(action,))
    if isinstance(option, SpecialOption) and action.action == option.leader:
        # The second step of a special action: its card is turned already.
        option = option.effect
    for command in commands_for(option):
        if isinstance(command, NEEDS_THE_TABLE):
            return state, False
        try:
            state, _ = execute(state, command, record_anyway=True)
        except Refused:
            return state, False
    return state, True
