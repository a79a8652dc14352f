"""Planning cards of the simulated Atreides: what each in the hand is worth now.

The unit of worth is about one step of a prescience marker.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.board import MOUNTAIN_MASK, PLATEAU_MASK, members
from companion.content import steps as s
from companion.rules import commands
from companion.rules.army import NOBODY, Army
from companion.rules.ask.atreides_cards import (
    displacements,
    pieces_of,
    sietch_places,
    site_mask,
    threatened_sietches,
    worm_places,
)
from companion.rules.ask.atreides_steps import branches, fits, steps_of
from companion.rules.ask.desert import worm_prey
from companion.rules.ask.rounds import CLAIMS_A_ROUND
from companion.rules.frames import AtreidesCardFrame
from companion.rules.state import ATREIDES, HARKONNEN, MARKERS, State
from solo_bot.procedure.power import NO_POWER, power
from solo_bot.simulation.desert import THREAT_WORTH, attack_worth, desert_power, expected_hits
from solo_bot.simulation.hunts import Hunt, is_host
from solo_bot.simulation.marches import EXPOSED, HUNT, strike
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.prescience import open_steps, promising
from solo_bot.simulation.thoughts import Thoughts

UNIT, LEADER = 0.25, 0.2
"""What a unit or leader more is worth wherever it stands."""
DECOY_POWER = 3
STATION_NEAR = 0.6
A_STEP = 2.6
"""What a step of a marker is worth that nothing else has to be done for."""
KEPT = 0.6
"""What a card is worth that stays in the hand: a combat die, and a choice."""
MOST_OF_DESERT_POWER = 1.0
"""Desert Power is there without a card, in most turns."""
CHOSEN_IN_DANGER, CHOSEN = 1.1, 0.5
WORM, WILD_MAKER, MAKER_AT_ONCE = 1.0, 0.6, 0.9
DICE_OF_MAKER = 6
STORM_DICE, SHOT = 2, 2.0
CARRIED_OFF, FROM_AFAR = 0.7, 0.7
NEW_PRESCIENCE, REINFORCEMENT, IMPERIUM, HARVESTER, ELITE = 0.8, 0.4, 0.4, 0.8, 0.3


def best_card(thoughts: Thoughts, *, chained: bool = False, but: str = "") -> tuple[float, str]:
    """Returns the card of the hand that is worth most now, and how much more than in the hand; ("" without one).

    ``chained``: it would be played by another card, and may not itself be one of those that play others.
    """
    outlook = thoughts.outlook
    found = [
        (card_worth(thoughts, card, chained=chained) - KEPT, card)
        for card in dict.fromkeys(outlook.truth.hand.cards)
        if card != but
    ]
    return max(found, default=(0.0, ""))


def card_worth(thoughts: Thoughts, card: str, *, chained: bool = False) -> float:
    """Returns what it is worth to play ``card`` now."""
    state = thoughts.outlook.state
    total = 0.0
    for step in steps_of(AtreidesCardFrame(card, branches(state, card))):
        if isinstance(step, s.Play | s.DrawOrPlay):
            other = 0.0 if chained else max(0.0, best_card(thoughts, chained=True, but=card)[0])
            total += max(other, thoughts.outlook.drawn(step.draw) if isinstance(step, s.DrawOrPlay) else 0.0)
        else:
            total += WORTHS[type(step)](thoughts, step) if type(step) in WORTHS else 0.0
    return total


def placed(thoughts: Thoughts, figures: Army, area: int) -> float:
    """Returns what ``figures`` are worth that come to ``area``."""
    outlook = thoughts.outlook
    temper, joined = outlook.temper, outlook.army(area)
    room = outlook.state.stacking_limit(ATREIDES) - joined.units
    both = joined + figures
    worth = UNIT * min(figures.units + figures.tokens, room) + LEADER * figures.leaders
    strength, before = power(both), power(joined)
    rank = outlook.ranks.get(area)
    if rank is not None:
        threat, later = outlook.danger.get(area, NO_POWER), outlook.near.get(area, NO_POWER)
        if threat > before:
            worth += temper.hopeless * 0.5 if threat > strength else temper.saved * rank
        elif later > before:
            worth += temper.hopeless * 0.5 if later > strength else temper.saved * rank * FROM_AFAR
        return worth
    goals = thoughts.goals
    if not joined:
        worth += goals.cards_at(area)
        if goals.to_station[area] <= 1:
            worth += STATION_NEAR
    if outlook.exposed(area, strength):
        if strength[0] <= DECOY_POWER:
            worth += temper.decoy * (0.1 if outlook.attackable else 1.0)
        else:
            worth -= EXPOSED * strength[0]
    if is_host(both, temper):
        now = goals.hunts[area].at(area) if area in goals.hunts else 0.0
        worth += HUNT / 2 * (Hunt(outlook, both).at(area) - now)
    return worth


def _strikes(thoughts: Thoughts, army: Army, area: int) -> float:
    """The worth of the best surprise attack of ``army`` from ``area``."""
    targets = (way.target for way in thoughts.attack_ways if way.source == area)
    found = (strike(thoughts.outlook, army, target, surprise=True) for target in targets)
    return max(0.0, max((worth for worth in found if worth is not None), default=0.0))


def _place(thoughts: Thoughts, step: s.Place) -> float:
    state = thoughts.outlook.state
    figures = pieces_of(state, step)
    found = [place_at(thoughts, step, figures, area) for area in members(site_mask(state, step.site))]
    parts = 2 if step.site.kind is s.SiteKind.EMPTY_DESERT_EACH else 1
    return parts * max(found, default=0.0)


def place_at(thoughts: Thoughts, step: s.Place, figures: Army, area: int) -> float:
    """Returns what it is worth to place ``figures`` in ``area`` by ``step``, with the attack that it may make then."""
    worth = placed(thoughts, figures, area)
    if step.site.kind is s.SiteKind.ANY_LEGION:
        worth += _strikes(thoughts, thoughts.outlook.army(area) + figures, area)
    return worth


def _move_or_attack(thoughts: Thoughts, step: s.MoveOrAttack) -> float:
    if step.legion.kind is s.LegionKind.SAME:
        return 0.0
    marches = thoughts.marches(leaders_only=step.legion.kind is s.LegionKind.WITH_LEADER)
    attacks, moves = marches.attacks(surprise=True), marches.moves()
    return max(attacks[0].worth if attacks else 0.0, moves[0].worth if moves else 0.0)


def _move(thoughts: Thoughts, step: s.Move) -> float:
    if step.legion.kind is s.LegionKind.SAME:
        return 0.0
    state = thoughts.outlook.state
    moves = [
        move.worth
        for move in thoughts.marches(leaders_only=False).moves()
        if fits(state, step.legion, move.command.source)
    ]
    return sum(share * worth for share, worth in zip((1.0, 0.7), moves[: step.count], strict=False))


def _worms(thoughts: Thoughts, step: s.PlaceSandworms) -> float:
    outlook = thoughts.outlook
    places = members(worm_places(outlook.state, step, None))
    room = 4 - len(outlook.state.sandworms)
    worths = sorted((worm_at(outlook, area) for area in places), reverse=True)[: max(0, min(step.count, room))]
    return WILD_MAKER * sum(worths)


def worm_at(outlook: Outlook, area: int, dice: int = 4) -> float:
    """Returns what a worm in ``area`` could attack, at its best."""
    state = outlook.state
    prey = worm_prey(state, area)
    return max((attack_worth(outlook, area, target) for target in members(prey)), default=0.0) * dice / 4


def _maker_comes(thoughts: Thoughts, step: s.WildMakerEnters) -> float:
    outlook = thoughts.outlook
    places = members(outlook.state.empty_mask & outlook.state.desert_mask)
    return WILD_MAKER * max((worm_at(outlook, area, DICE_OF_MAKER) for area in places), default=0.0)


def _maker_attacks(thoughts: Thoughts, step: s.WildMakerAttacks) -> float:
    outlook = thoughts.outlook
    wild = outlook.state.wild_maker
    return 0.0 if wild is None else MAKER_AT_ONCE * worm_at(outlook, wild, DICE_OF_MAKER)


def shot(outlook: Outlook, area: int) -> float:
    """Returns what the shots of an ornithopter are worth against the Harkonnen legion in ``area``."""
    army = outlook.state.army(HARKONNEN, area) or NOBODY
    hits = min(SHOT, army.units + army.elite + army.special)
    return hits * (1.0 + THREAT_WORTH * outlook.menace.get(area, 0.0))


def _ornithopter(thoughts: Thoughts, step: s.OrnithopterAttack) -> float:
    outlook = thoughts.outlook
    if not outlook.state.ornithopters:
        return 0.0
    return max((shot(outlook, area) for area in outlook.menace), default=0.0)


def _tokens(thoughts: Thoughts, step: s.DeployTokens) -> float:
    state = thoughts.outlook.state
    if not state.atreides_tokens:
        return 0.0
    places = members(threatened_sietches(state, step.within))
    return max((placed(thoughts, Army(tokens=1), area) for area in places), default=0.0)


def rescued(thoughts: Thoughts, area: int, target: int) -> float:
    """Returns what it is worth to move the sietch in ``area`` to ``target``."""
    outlook = thoughts.outlook
    rank, strength = outlook.ranks[area], power(outlook.army(area))
    if not outlook.danger.get(area, NO_POWER) > strength:
        return 0.0
    return outlook.temper.saved * rank * CARRIED_OFF if not outlook.exposed(target, strength) else 0.0


def _sietch(thoughts: Thoughts, step: s.MoveSietch) -> float:
    state = thoughts.outlook.state
    found = [
        rescued(thoughts, area, target)
        for area in thoughts.outlook.danger
        for target in members(sietch_places(state, area))
    ]
    return max(found, default=0.0)


def pushed(thoughts: Thoughts, area: int, target: int) -> float:
    """Returns what it is worth that the Harkonnen legion in ``area`` goes to ``target``."""
    outlook = thoughts.outlook
    strength = power(outlook.state.army(HARKONNEN, area) or NOBODY)
    beside = [sietch for sietch in outlook.ranks if outlook.graph.all[target] >> sietch & 1]
    there = max((outlook.ranks[one] for one in beside if strength > power(outlook.army(one))), default=0)
    return outlook.temper.saved * CARRIED_OFF * (outlook.menace[area] - there)


def _displace(thoughts: Thoughts, step: s.DisplaceEnemy) -> float:
    outlook = thoughts.outlook
    found = [
        pushed(thoughts, area, target)
        for area, menace in outlook.menace.items()
        if menace
        for target in members(displacements(outlook.state, area))
    ]
    return max(0.0, max(found, default=0.0))


def _storms(thoughts: Thoughts, step: s.Storms) -> float:
    outlook, state = thoughts.outlook, thoughts.outlook.state
    sheltered = MOUNTAIN_MASK | PLATEAU_MASK & state.settlements
    return sum(
        expected_hits(state, area, STORM_DICE) * (1.0 + THREAT_WORTH * menace)
        for area, menace in outlook.menace.items()
        if not sheltered >> area & 1
    )


def _shift(thoughts: Thoughts, step: s.ShiftMarkers) -> float:
    return A_STEP * max((gain for gain, _ in shifts(thoughts.outlook.state)), default=0)


def shifts(state: State) -> list[tuple[int, commands.CarryOutStep]]:
    """Returns the shifts of markers that bring one nearer to the objective and none further away, with the steps."""
    left, objective = open_steps(state), state.hidden.objectives[0] if state.hidden.objectives else (0, 0, 0)
    over = [now - need for now, need in zip(state.prescience, objective, strict=True)]
    found = []
    for low in range(len(MARKERS)):
        for high in range(len(MARKERS)):
            count = min(over[low], left[high])
            if count > 0:
                found.append((count, commands.CarryOutStep(lowered=MARKERS[low], raised=MARKERS[high], count=count)))
    return sorted(found, key=lambda item: -item[0])


def _exchange(thoughts: Thoughts, step: s.ExchangePrescience) -> float:
    outlook = thoughts.outlook
    state = outlook.state
    if state.cards.claimed >= CLAIMS_A_ROUND or len(state.atreides_results or ()) < 2:
        return 0.0
    useless = sum(not promising(state, outlook.truth, card) for card in outlook.truth.revealed)
    return NEW_PRESCIENCE * A_STEP * useless if useless == len(outlook.truth.revealed) else 0.0


def _choose(thoughts: Thoughts, step: s.ChooseResult) -> float:
    return CHOSEN_IN_DANGER if thoughts.outlook.attackable else CHOSEN


def _desert(thoughts: Thoughts, step: s.DesertPower) -> float:
    found = desert_power(thoughts.outlook)
    return step.count * min(found[0], MOST_OF_DESERT_POWER) if found is not None else 0.0


WORTHS: Mapping[type, Any] = MappingProxyType(
    {
        s.Place: _place,
        s.MoveOrAttack: _move_or_attack,
        s.Move: _move,
        s.PlaceSandworms: _worms,
        s.WildMakerEnters: _maker_comes,
        s.WildMakerAttacks: _maker_attacks,
        s.OrnithopterAttack: _ornithopter,
        s.DeployTokens: _tokens,
        s.MoveSietch: _sietch,
        s.DisplaceEnemy: _displace,
        s.Storms: _storms,
        s.ShiftMarkers: _shift,
        s.ExchangePrescience: _exchange,
        s.ChooseResult: _choose,
        s.DesertPower: _desert,
        s.Draw: lambda thoughts, step: thoughts.outlook.drawn(step.count),
        s.OpponentDiscards: lambda thoughts, step: REINFORCEMENT if thoughts.outlook.state.reinforcements else 0.0,
        s.LowerImperium: lambda thoughts, step: IMPERIUM,
        s.Replace: lambda thoughts, step: ELITE * step.count,
        s.PlaceWormsigns: lambda thoughts, step: WORM,
    }
)
"""What each kind of step is worth; one that is not here is worth nothing to a script."""
