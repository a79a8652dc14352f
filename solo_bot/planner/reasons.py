"""Why a plan is good: its facts, read off the position before and after it and off the chances of battles."""

from collections.abc import Iterator

from companion.board import SETTLEMENT_RANK, members
from companion.content import PRESCIENCE_CARDS
from companion.rules import commands, odds
from companion.rules.army import NOBODY
from companion.rules.frames import BattleFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, MARKERS, State
from solo_bot.planner.codes import Reason, ReasonCode
from solo_bot.planner.plans import Plan
from solo_bot.procedure.power import NO_POWER, power
from solo_bot.simulation.desert import expected_hits
from solo_bot.simulation.hunts import Hunt, is_host
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.prescience import areas_wanted, gains_of, is_action_card, open_steps, useful
from solo_bot.simulation.truth import Truth

MOST_REASONS = 4


def reasons(state: State, truth: Truth, plan: Plan) -> tuple[Reason, ...]:
    """Returns what speaks for ``plan``, the weightiest first; never nothing."""
    before, after = Outlook(state, truth), Outlook(plan.after, truth)
    found = [
        *(reason for command in plan.commands for reason in _of_command(state, plan.after, command)),
        *_sietches(before, after),
        *_cards(state, plan.after, truth),
        *(reason for command in plan.commands for reason in _of_move(before, after, command)),
        *_tempo(state, plan),
    ]
    found = list(dict.fromkeys(found))
    found.sort(key=lambda reason: ORDER.index(reason.code))
    return tuple(found[:MOST_REASONS]) or (Reason(ReasonCode.SIMULATED),)


ORDER = (
    *(ReasonCode.TAKES_SETTLEMENT, ReasonCode.WINS_BATTLE, ReasonCode.SAVES_SIETCH, ReasonCode.CLAIMS_PRESCIENCE),
    *(ReasonCode.MEETS_PRESCIENCE, ReasonCode.TAKES_STATION, ReasonCode.DENIES_SPICE, ReasonCode.WORM_STRIKES),
    *(code for code in ReasonCode if code in (ReasonCode.FIGHTS_ON, ReasonCode.BREAKS_OFF)),
    *(ReasonCode.STANDS, ReasonCode.GIVES_WAY, ReasonCode.BRINGS_LEADER, ReasonCode.GUARDS_SIETCH),
    *(ReasonCode.REACHES_SAFETY, ReasonCode.THREATENS_SETTLEMENT, ReasonCode.NEARS_PRESCIENCE),
    *(ReasonCode.NEARS_STATION, ReasonCode.DECOY, ReasonCode.SENDS_WORM, ReasonCode.CALLS_WORMS),
    *(ReasonCode.BETTER_TEMPO, ReasonCode.DRAWS_CARDS, ReasonCode.SIMULATED),
)


def _of_command(state: State, after: State, command: commands.Command) -> Iterator[Reason]:
    match command:
        case commands.Attack(source=source, target=target):
            surprise = isinstance(after.frame, BattleFrame) and after.frame.surprise
            chance = attack_chance(state, source, target, surprise=surprise)
            if state.settlements >> target & 1:
                rank = SETTLEMENT_RANK[target]
                yield Reason(ReasonCode.TAKES_SETTLEMENT, target, source, chance, count=rank)
            else:
                yield Reason(ReasonCode.WINS_BATTLE, target, source, chance)
        case commands.DeployToken(area=area, leader=str(leader)) if leader != "naib":
            yield Reason(ReasonCode.BRINGS_LEADER, area, card=leader)
        case commands.DrawCards(decks=decks):
            yield Reason(ReasonCode.DRAWS_CARDS, count=len(decks))
        case commands.WormAttack(source=source, target=target):
            yield from _worm_attack(state, source, target)
        case commands.MoveWorm(source=source, target=target):
            yield Reason(ReasonCode.SENDS_WORM, target, source)
        case commands.PlaceWormsign(area=area):
            yield Reason(ReasonCode.CALLS_WORMS, area)
        case commands.ClaimPrescience(card=str(card)):
            yield Reason(ReasonCode.CLAIMS_PRESCIENCE, card=card, marker=_marker(state, card))
        case commands.ContinueAttack() | commands.CeaseAttack() | commands.DecideRetreat():
            yield from _in_battle(state, command)
        case _:
            return


def _worm_attack(state: State, source: int, target: int) -> Iterator[Reason]:
    if target in state.harvesters:
        yield _denied(state, target)
    army = state.army(HARKONNEN, target)
    if army is not None:
        hits = expected_hits(state, target, 6 if source == state.wild_maker else 4)
        yield Reason(ReasonCode.WORM_STRIKES, target, source, count=round(hits))


def _denied(state: State, area: int) -> Reason:
    return Reason(ReasonCode.DENIES_SPICE, area, count=2 if state.deep_desert_mask >> area & 1 else 1)


def _in_battle(state: State, command: commands.Command) -> Iterator[Reason]:
    frame, known = state.frame, odds.advice(state)
    if not isinstance(frame, BattleFrame) or known is None:
        return
    on, stay = known.chance(odds.Deed.CONTINUE), known.chance(odds.Deed.STAY)
    match command:
        case commands.ContinueAttack():
            yield Reason(ReasonCode.FIGHTS_ON, frame.area, chance=on)
        case commands.CeaseAttack():
            yield Reason(ReasonCode.BREAKS_OFF, frame.area, chance=on)
        case commands.DecideRetreat(retreat):
            yield Reason(ReasonCode.GIVES_WAY if retreat else ReasonCode.STANDS, frame.area, chance=stay)
        case _:
            return


def attack_chance(state: State, source: int, target: int, *, surprise: bool) -> float | None:
    """Returns the chance that the legion in ``source`` wins an attack, in the middle of what tokens leave possible."""
    side = ATREIDES if state.army(ATREIDES, source) is not None else HARKONNEN
    found = [one for one in odds.prospects(state, side, source, surprise) if one.target == target]
    return round(sum(found[0].range) / 2, 3) if found else None


def _sietches(before: Outlook, after: Outlook) -> Iterator[Reason]:
    for area in before.ranks:
        if area not in after.ranks:
            continue
        was, now = power(before.army(area)), power(after.army(area))
        threat, still = before.danger.get(area, NO_POWER), after.danger.get(area, NO_POWER)
        later = max(threat, before.near.get(area, NO_POWER))
        if threat > was and not still > now:
            yield Reason(ReasonCode.SAVES_SIETCH, area, chance=_fall(before, area, threat))
        elif later > was and now > was:
            yield Reason(ReasonCode.GUARDS_SIETCH, area)


def _fall(outlook: Outlook, area: int, threat: tuple[int, int]) -> float | None:
    """Returns how likely the strongest legion beside a sietch would take it."""
    near = outlook.graph.all[area]
    for source, army in outlook.state.legions(HARKONNEN):
        if near >> source & 1 and power(army) == threat:
            return attack_chance(outlook.state, source, area, surprise=False)
    return None


def _cards(state: State, after: State, truth: Truth) -> Iterator[Reason]:
    for card in truth.revealed:
        needed = None if is_action_card(card) else areas_wanted(state, card)
        if needed is None or not useful(state, gains_of(card)):
            continue
        areas, count = needed
        was, now = ((one.legions_mask(ATREIDES) & areas).bit_count() for one in (state, after))
        if was < count <= now:
            yield Reason(ReasonCode.MEETS_PRESCIENCE, card=card, marker=_marker(state, card))
        elif was < now < count:
            yield Reason(ReasonCode.NEARS_PRESCIENCE, card=card, marker=_marker(state, card), count=count - now)


def _marker(state: State, card: str) -> str | None:
    """Returns the marker that gains most of a card, of those that the objective still lacks."""
    if card not in PRESCIENCE_CARDS or PRESCIENCE_CARDS[card].gains is None:
        return None
    steps = [min(gain, left) for gain, left in zip(gains_of(card), open_steps(state), strict=True)]
    return MARKERS[steps.index(max(steps))].value if any(steps) else None


def _of_move(before: Outlook, after: Outlook, command: commands.Command) -> Iterator[Reason]:
    if not isinstance(command, commands.MoveLegion):
        return
    state, source, target, figures = before.state, command.source, command.target, command.figures
    to_station = before.steps(state.stations)
    if state.stations >> target & 1:
        yield Reason(ReasonCode.TAKES_STATION, target, source)
    elif to_station[target] < to_station[source] and figures.units <= 2:
        stations = [one for one in members(state.stations) if before.graph.distance[target][one] == to_station[target]]
        yield Reason(ReasonCode.NEARS_STATION, stations[0] if stations else target, source)
    if target in state.harvesters:
        yield _denied(state, target)
    yield from _safety(before, after, command)
    if is_host(figures, before.temper):
        hunt = Hunt(before, state.army(ATREIDES, source) or NOBODY)
        if hunt.at(target) > hunt.at(source):
            prey = min(members(state.settlements), key=lambda area: (before.graph.distance[target][area], area))
            yield Reason(ReasonCode.THREATENS_SETTLEMENT, prey, source, count=SETTLEMENT_RANK[prey])


def _safety(before: Outlook, after: Outlook, command: commands.MoveLegion) -> Iterator[Reason]:
    source, target = command.source, command.target
    if before.state.sietch(source) is not None:
        return
    exposed = after.exposed(target, power(after.army(target)))
    if before.exposed(source, power(before.army(source))) and not exposed:
        yield Reason(ReasonCode.REACHES_SAFETY, target, source)
    elif exposed and command.figures.units == 1 and not after.attackable and target not in after.ranks:
        yield Reason(ReasonCode.DECOY, target, source)


def _tempo(state: State, plan: Plan) -> Iterator[Reason]:
    spends = isinstance(plan.commands[0], commands.UseDesertPower)
    if isinstance(state.frame, TurnFrame) and spends:
        yield Reason(ReasonCode.BETTER_TEMPO)
