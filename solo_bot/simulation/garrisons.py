"""Which sietch a deployment makes safer, and who comes along: garrisons of the scripted Atreides."""

from collections.abc import Iterator

from companion.content import LEADERS, LeaderKind
from companion.rules import commands
from companion.rules.army import Army
from companion.rules.state import ATREIDES, Standing, State, supply
from solo_bot.procedure.power import NO_POWER, power
from solo_bot.simulation.hunts import Hunt
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.prescience import JESSICA, PAUL, area_of, steps_met

NAMED = tuple(
    name for name, leader in LEADERS.items() if leader.faction is ATREIDES and leader.kind is LeaderKind.NAMED
)
NAIB = "naib"
LATER, CALM = 0.7, 0.4
"""What a deployment is worth that leaves a sietch in danger; the share for a danger that is a move away."""
SEAT_RANK = 0.5
TOKEN_POWER = 3
"""What a deployed token and its leader add to the power of a garrison."""


def deployments(outlook: Outlook) -> list[tuple[float, commands.DeployToken]]:
    """Returns the deployments of a token and a leader, the best sietch first."""
    state = outlook.state
    if not state.atreides_tokens:
        return []
    seat = family_seat(outlook)
    leaders = {family: _next_leader(state, family=family) for family in (False, True)}
    found = []
    for area, rank in outlook.ranks.items():
        if outlook.army(area).units >= state.stacking_limit(ATREIDES):
            continue
        leader = leaders[area == seat]
        worth = _garrison_worth(outlook, area, rank)
        if area == seat:
            worth += _family_worth(outlook, area, leader)
        found.append((worth, commands.DeployToken(area, leader)))
        found += _for_cards(outlook, area, worth, leader)
    return sorted(found, key=lambda item: (-item[0], item[1].area))


def _for_cards(
    outlook: Outlook, area: int, worth: float, usual: str | None
) -> Iterator[tuple[float, commands.DeployToken]]:
    """Yields the deployments in ``area`` that meet a revealed prescience card, whoever else would come along.

    ``worth``: what the deployment is worth with the ``usual`` leader.
    """
    if not outlook.temper.called:
        return
    strength = power(outlook.army(area))
    if outlook.danger.get(area, NO_POWER) > (strength[0] + TOKEN_POWER, strength[1] + TOKEN_POWER):
        return
    for leader in (usual, *_kin_ready(outlook.state)):
        steps = steps_met(outlook.state, outlook.truth, area, leader)
        if steps:
            yield worth + outlook.temper.called * steps, commands.DeployToken(area, leader)


def _garrison_worth(outlook: Outlook, area: int, rank: int) -> float:
    before = power(outlook.army(area))
    after = (before[0] + TOKEN_POWER, before[1] + TOKEN_POWER)
    threat, later = outlook.danger.get(area, NO_POWER), outlook.near.get(area, NO_POWER)
    if threat > before:
        return outlook.temper.hopeless if threat > after else outlook.temper.saved * rank
    if later > before:
        return outlook.temper.hopeless if later > after else outlook.temper.saved * rank * LATER
    return CALM + 0.1 * rank - 0.04 * before[0]


def _family_worth(outlook: Outlook, area: int, leader: str | None) -> float:
    """Paul and Jessica in one sietch, with tokens to turn, meet the conditions of three prescience cards."""
    if leader in PAUL or leader in JESSICA:
        return outlook.temper.kin
    return outlook.temper.kin if outlook.army(area).units + outlook.army(area).tokens < outlook.temper.seat else 0.0


def _next_leader(state: State, *, family: bool) -> str | None:
    """Returns who comes along: Paul and Jessica only to their seat, then other named leaders, then a Naib."""
    allowed = _ready(state)
    kin = [name for name in allowed if name in PAUL or name in JESSICA]
    others = [name for name in allowed if name not in kin]
    if (family and kin) or others:
        return (kin if family and kin else others)[0]
    return NAIB if supply(state, ATREIDES).generic else None


def _ready(state: State) -> list[str]:
    kept_away = (*state.forbidden_leaders, *state.just_out_of_tank)
    return [name for name in NAMED if state.leader(name).standing is Standing.READY and name not in kept_away]


def _kin_ready(state: State) -> list[str]:
    return [name for name in _ready(state) if name in PAUL or name in JESSICA]


def family_seat(outlook: Outlook) -> int | None:
    """Returns the sietch where Paul or Jessica is; before either came, the one nearest to the settlements."""
    for forms in (PAUL, JESSICA):
        area = area_of(outlook.state, forms)
        if area is not None:
            return area if area in outlook.ranks else None
    host = Army(regular=4, elite=2, generic=4)
    hunt = Hunt(outlook, host)
    calm = [area for area in outlook.ranks if area not in outlook.danger]
    return max(calm, key=lambda area: (hunt.at(area) - SEAT_RANK * outlook.ranks[area], -area), default=None)
