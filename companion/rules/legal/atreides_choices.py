"""What a player may do next with the Atreides card in progress: the step, and every legal choice for it.

``next_step(state)`` is all that a panel needs. Show ``card`` and the number of the step as its title, the step in words
(``card_step_text(step, ATREIDES)`` of the presenters), and the choices as lit areas, zones or buttons: every
``CardStepChoice`` is ready to be executed (``command``). Group choices by ``areas`` where there are several for one (a
worm of the supply or of the board, a vehicle, a leader). ``skip`` leaves the step, ``by_hand`` opens the form in which
anything can be entered, and ``FinishAction`` on the card itself leaves the rest of it. While an action of the step lies
on the card (moves, an attack, draws, wormsigns), its usual panel may be shown instead: the choices are those of its
commands, legions whole. A step that asks for more than a pick (figures taken from the board, fewer figures) is a
changed copy of a choice; a second objective is entered by ``EnterObjective``.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations_with_replacement
from types import MappingProxyType
from typing import Any

from companion.board import AREAS, members
from companion.content import DECK_CARDS
from companion.content import steps as s
from companion.content.terms import Deck, Marker, Power, Result, UnitKind, VehicleKind
from companion.frozen import record, replace
from companion.rules import commands, reach
from companion.rules.actions import OtherAction
from companion.rules.army import NOBODY, Army
from companion.rules.ask.atreides_cards import (
    displacements,
    leaders_in_reach,
    parts_of,
    pieces_of,
    sectors_open,
    sietch_places,
    site_mask,
    threatened_sietches,
    vehicles_open,
    worm_places,
)
from companion.rules.ask.atreides_steps import card_below, step_of, steps_of
from companion.rules.ask.desert_war import all_ornithopters
from companion.rules.ask.dice import desert_actions
from companion.rules.ask.truthtrance import results_to_choose
from companion.rules.ask.turns import is_open_ended
from companion.rules.engine import check
from companion.rules.frames import ActionFrame, AtreidesCardFrame
from companion.rules.handlers.supplies import leader_problems
from companion.rules.reach import Reach, Via
from companion.rules.state import ATREIDES, HARKONNEN, MARKERS, State, supply

ATREIDES_DECKS = (Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY)
EVERYWHERE = range(len(AREAS))


@record
class CardStepChoice:
    """One legal way to go on: ``command`` carries it out.

    ``what`` is the kind of command; ``areas``: where it happens, then where something goes; ``zones``; ``figures``
    that come or go; ``leaders`` that are meant.
    """

    what: str
    command: commands.Command
    areas: tuple[int, ...] = ()
    zones: tuple[int, ...] = ()
    figures: Army = NOBODY
    leaders: tuple[str, ...] = ()


@record
class CardStep:
    """The step that an Atreides card (or known special action) has come to.

    ``number`` of ``count`` steps, from 1; ``part`` of ``parts`` of this step, from 1, ``parts`` None where it is open.
    ``choices`` are legal without a warning; ``skip`` and ``by_hand`` are always there.
    """

    card: str
    step: s.Step
    number: int
    count: int
    part: int
    parts: int | None
    choices: tuple[CardStepChoice, ...]
    skip: commands.Command
    by_hand: commands.Command


def next_step(state: State) -> CardStep | None:
    """Returns the step of the card in progress with all that can be done, None when no card waits for the player."""
    card = card_below(state)
    step = None if card is None else step_of(card)
    if card is None or step is None or is_open_ended(state.frame):
        return None
    skip: commands.Command = commands.FinishAction() if isinstance(state.frame, ActionFrame) else commands.SkipStep()
    return CardStep(
        card.card,
        step,
        card.step + 1,
        len(steps_of(card)),
        card.part + 1,
        _parts(card, step),
        choices(state),
        skip,
        commands.EnterByHand(),
    )


def _parts(card: AtreidesCardFrame, step: s.Step) -> int | None:
    match step:
        case s.Place():
            return parts_of(step)
        case s.PlaceSandworms(count=count) | s.RemoveVehicles(count=count) | s.DesertPower(count=count):
            return count
        case s.RemoveByDice():
            return None if card.left is None else card.part + card.left
        case _:
            return 1


def choices(state: State) -> tuple[CardStepChoice, ...]:
    """Returns every choice for the step in progress against which nothing speaks, in order of the areas."""
    return tuple(_choice(state, command) for command in candidates(state) if not check(state, command))


def _choice(state: State, command: commands.Command) -> CardStepChoice:
    match command:
        case commands.CarryOutStep():
            areas = tuple(area for area in (command.area, command.target) if area is not None)
            zones = () if command.zone is None else (command.zone,)
            leaders = () if command.leader is None else (command.leader,)
            return CardStepChoice("carry_out", command, areas, zones, command.figures, leaders)
        case commands.MoveLegion():
            return CardStepChoice("move", command, (command.source, command.target), figures=command.figures)
        case commands.Attack():
            figures = state.army(ATREIDES, command.source) or NOBODY
            return CardStepChoice("attack", command, (command.source, command.target), figures=figures)
        case commands.ReplaceUnits():
            figures = NOBODY.change(command.new, command.count)
            return CardStepChoice("replace", command, (command.area,), figures=figures)
        case commands.PlaceWormsign(area, taken):
            return CardStepChoice("place_wormsign", command, (area,) if taken is None else (taken, area))
        case commands.MoveWorm() | commands.WormAttack():
            what = "move_worm" if isinstance(command, commands.MoveWorm) else "worm_attack"
            return CardStepChoice(what, command, (command.source, command.target))
        case commands.DetonateAtomics():
            areas = (command.area,) if command.displaced_to is None else (command.area, command.displaced_to)
            return CardStepChoice("detonate", command, areas)
        case _:
            return CardStepChoice(_PLAIN[type(command)], command)


_PLAIN: Mapping[type, str] = MappingProxyType(
    {
        commands.UseDesertPower: "desert_power",
        commands.DrawCards: "draw",
        commands.PlayAtreidesCard: "play",
        commands.ChooseHarkonnenResult: "choose_result",
    }
)


def candidates(state: State) -> Iterator[commands.Command]:
    """Yields what the step in progress could be, a superset of what is legal; nothing when no card waits."""
    card = card_below(state)
    step = None if card is None else step_of(card)
    if card is None or step is None or is_open_ended(state.frame):
        return
    if isinstance(state.frame, ActionFrame):
        yield from _of_action(state, state.frame, step)
    elif type(step) in CANDIDATES:
        yield from CANDIDATES[type(step)](state, card, step)


def _of_action(state: State, frame: ActionFrame, step: s.Step) -> Iterator[commands.Command]:
    """The commands of the action that a step opened; legions go and attack whole."""
    if frame.action is OtherAction.DESERT_POWER:
        yield from _worm_commands(state, frame)
    elif frame.draws:
        for count in range(frame.draws, 0, -1):
            yield from (commands.DrawCards(decks) for decks in combinations_with_replacement(ATREIDES_DECKS, count))
    elif isinstance(step, s.Replace):
        for area, army in state.legions(ATREIDES):
            for count in range(1, min(frame.replacements, army.count(step.from_kind)) + 1):
                yield commands.ReplaceUnits(ATREIDES, area, count, step.from_kind, step.to_kind)
    else:
        yield from _legion_commands(state, frame)


def _legion_commands(state: State, frame: ActionFrame) -> Iterator[commands.Command]:
    if frame.moves:
        for way in reach.moves(state, ATREIDES, leaders_only=frame.leaders_only, only=frame.only):
            army = reach.movable(state, way.source, state.army(ATREIDES, way.source) or NOBODY)
            yield commands.MoveLegion(ATREIDES, way.source, way.target, army, sandriding=_rides(way))
    if frame.attack:
        for way in reach.attacks(state, ATREIDES, leaders_only=frame.leaders_only, only=frame.only):
            yield commands.Attack(ATREIDES, way.source, way.target, sandriding=_rides(way))


def _rides(way: Reach) -> bool:
    return way.via is Via.SANDRIDING


def _worm_commands(state: State, frame: ActionFrame) -> Iterator[commands.Command]:
    worms = list(members(state.worms_mask)) if frame.only is None else [frame.only]
    if frame.placements:
        for taken in (None, *state.wormsigns):
            yield from (commands.PlaceWormsign(area, taken) for area in members(state.desert_mask))
    if frame.moves:
        yield from (commands.MoveWorm(source, target) for source in worms for target in members(state.desert_mask))
    if frame.attack:
        yield from (commands.WormAttack(source, target) for source in worms for target in EVERYWHERE)


def _place(state: State, card: AtreidesCardFrame, step: s.Place) -> Iterator[commands.Command]:
    """All the figures that the supply has; weaker ones may stand in for those that are gone (UNIT-2)."""
    wanted = pieces_of(state, step)
    named = tuple(n for n in wanted.named if not list(leader_problems(state, ATREIDES, n, relocate=True)))
    left = supply(state, ATREIDES)
    figures, missing = replace(wanted, named=named, generic=min(wanted.generic, left.generic)), 0
    for kind in reversed(UnitKind):
        asked = wanted.count(kind) + missing
        there = min(asked, getattr(left, kind.value))
        missing = asked - there
        figures = figures.change(kind, there - wanted.count(kind))
    for area in members(site_mask(state, step.site)):
        army = state.army(ATREIDES, area) or NOBODY
        # A leader that stands there already need not come.
        there_already = tuple(name for name in figures.named if name in army.named)
        coming = replace(figures, named=tuple(name for name in figures.named if name not in there_already))
        if coming:
            yield commands.CarryOutStep(area=area, figures=coming)
        elif there_already:
            yield commands.CarryOutStep(area=area, figures=figures)


def _once(state: State, card: AtreidesCardFrame, step: s.Step) -> Iterator[commands.Command]:
    yield commands.CarryOutStep()


def _sandworms(state: State, card: AtreidesCardFrame, step: s.PlaceSandworms) -> Iterator[commands.Command]:
    for source in (None, *state.sandworms):
        for area in members(worm_places(state, step, source)):
            yield commands.CarryOutStep(area=area, worm_from=source)


def _wild_maker(state: State, card: AtreidesCardFrame, step: s.WildMakerEnters) -> Iterator[commands.Command]:
    yield from (commands.CarryOutStep(area=area) for area in members(state.empty_mask & state.desert_mask))


def _tokens(state: State, card: AtreidesCardFrame, step: s.DeployTokens) -> Iterator[commands.Command]:
    yield from (commands.CarryOutStep(area=area) for area in members(threatened_sietches(state, step.within)))


def _vehicles(
    state: State, card: AtreidesCardFrame, step: s.RemoveVehicles | s.RemoveByDice
) -> Iterator[commands.Command]:
    for kind, place in vehicles_open(state, card, step):
        if kind is VehicleKind.HARVESTER:
            yield commands.CarryOutStep(area=place, vehicle=kind)
        else:
            yield commands.CarryOutStep(zone=place, vehicle=kind)


def _dice(state: State, card: AtreidesCardFrame, step: s.RemoveByDice) -> Iterator[commands.Command]:
    if card.left is None:
        yield from (commands.CarryOutStep(sector=sector) for sector in sectors_open(state, card, step))
    else:
        yield from _vehicles(state, card, step)


def _ornithopter(state: State, card: AtreidesCardFrame, step: s.OrnithopterAttack) -> Iterator[commands.Command]:
    for zone in all_ornithopters(state):
        yield from (commands.CarryOutStep(zone=zone, area=area) for area, _ in state.legions(HARKONNEN))


def _tank(state: State, card: AtreidesCardFrame, step: s.TankEnemyLeader) -> Iterator[commands.Command]:
    for leader in leaders_in_reach(state, card, step):
        yield commands.CarryOutStep(leader=leader)


def _displace(state: State, card: AtreidesCardFrame, step: s.DisplaceEnemy) -> Iterator[commands.Command]:
    for area, _ in state.legions(HARKONNEN):
        yield from (commands.CarryOutStep(area=area, target=target) for target in members(displacements(state, area)))


def _sietch(state: State, card: AtreidesCardFrame, step: s.MoveSietch) -> Iterator[commands.Command]:
    for sietch in state.sietches:
        places = members(sietch_places(state, sietch.area))
        yield from (commands.CarryOutStep(area=sietch.area, target=target) for target in places)


def _swap(state: State, card: AtreidesCardFrame, step: s.SwapTokens) -> Iterator[commands.Command]:
    areas = [sietch.area for sietch in state.sietches]
    for number, first in enumerate(areas):
        yield from (commands.CarryOutStep(area=first, target=second) for second in areas[number + 1 :])


def _shift(state: State, card: AtreidesCardFrame, step: s.ShiftMarkers) -> Iterator[commands.Command]:
    for lowered in Marker:
        for raised in Marker:
            for count in range(1, state.prescience[MARKERS.index(lowered)] + 1):
                yield commands.CarryOutStep(lowered=lowered, raised=raised, count=count)


def _imperium(state: State, card: AtreidesCardFrame, step: s.LowerImperium) -> Iterator[commands.Command]:
    yield from (commands.CarryOutStep(power=power) for power in Power)


def _exchange(state: State, card: AtreidesCardFrame, step: s.ExchangePrescience) -> Iterator[commands.Command]:
    yield from (commands.CarryOutStep(count=count) for count in range(1, state.cards.revealed + 1))


def _desert_power(state: State, card: AtreidesCardFrame, step: s.DesertPower) -> Iterator[commands.Command]:
    yield from (commands.UseDesertPower(use) for use in desert_actions(state))


def _play(state: State, card: AtreidesCardFrame, step: s.Play | s.DrawOrPlay) -> Iterator[commands.Command]:
    """Any card: which ones are in the hand only its player knows."""
    yield from (commands.PlayAtreidesCard(None, other.id) for deck in ATREIDES_DECKS for other in DECK_CARDS[deck])


def _draw_or_play(state: State, card: AtreidesCardFrame, step: s.DrawOrPlay) -> Iterator[commands.Command]:
    yield commands.CarryOutStep()
    yield from _play(state, card, step)


def _detonate(state: State, card: AtreidesCardFrame, step: s.Detonate) -> Iterator[commands.Command]:
    for area in EVERYWHERE:
        yield commands.DetonateAtomics(area)
        yield from (commands.DetonateAtomics(area, target) for target in members(state.graph.all[area]))


def _result(state: State, card: AtreidesCardFrame, step: s.ChooseResult) -> Iterator[commands.Command]:
    yield from (commands.ChooseHarkonnenResult(result) for result in Result if result in results_to_choose(state))


def _objective(state: State, card: AtreidesCardFrame, step: s.SecondObjective) -> Iterator[commands.Command]:
    """Its numbers are on the card that was drawn: ``EnterObjective`` takes them from its player."""
    return iter(())


Candidates = Callable[[State, AtreidesCardFrame, Any], Iterator[commands.Command]]
CANDIDATES: Mapping[type, Candidates] = MappingProxyType(
    {
        s.Place: _place,
        s.EnterLeader: _once,
        s.PlaceSandworms: _sandworms,
        s.WildMakerEnters: _wild_maker,
        s.DeployTokens: _tokens,
        s.RemoveVehicles: _vehicles,
        s.RemoveByDice: _dice,
        s.OrnithopterAttack: _ornithopter,
        s.TankEnemyLeader: _tank,
        s.DisplaceEnemy: _displace,
        s.Storms: _once,
        s.MoveSietch: _sietch,
        s.SwapTokens: _swap,
        s.ShiftMarkers: _shift,
        s.LowerImperium: _imperium,
        s.ExchangePrescience: _exchange,
        s.AttachToPrescience: _once,
        s.OpponentDiscards: _once,
        s.DesertPower: _desert_power,
        s.Play: _play,
        s.DrawOrPlay: _draw_or_play,
        s.Detonate: _detonate,
        s.ChooseResult: _result,
        s.SecondObjective: _objective,
    }
)
"""What each kind of step that opens no action can be; what ``check`` speaks against is left out."""
