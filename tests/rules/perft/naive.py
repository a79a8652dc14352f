"""Legal commands the slow way: every combination of every area, zone, figure and word, kept when ``check`` has nothing.

Written apart from ``companion.rules.legal``: it knows neither ranges nor frames, only the scheme that bounds the list.
``SPACES`` gives for each kind the values of each field; a kind may have several such products.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

from companion.board import SECTORS, ZONE_IDS
from companion.content import CARDS, LEADERS, PRESCIENCE_CARDS, TACTICAL_CARDS, steps
from companion.content.terms import Deck, Faction, Marker, NamedLeader, Power, Result, VehicleKind, Wormsign
from companion.rules import Army, Command, State, check, commands
from companion.rules.actions import OtherAction
from companion.rules.ask.atreides_steps import step_of
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.frames import (
    ActionFrame,
    AtreidesCardFrame,
    BattleFrame,
    CardFrame,
    Cause,
    Roll,
    StackingFrame,
    TankFrame,
    TurnFrame,
)
from companion.rules.state import ATREIDES, HARKONNEN
from tests.rules.perft.naive_dice import atreides_dice, harkonnen_dice, is_sorted
from tests.rules.perft.naive_figures import (
    ALL,
    BOTH,
    FACES,
    KINDS_OF_UNIT,
    RESULTS,
    SINGLES,
    Space,
    hits_due,
    homes,
    in_order,
    leaders,
    pieces_of,
    shown,
    zones,
)
from tests.rules.perft.naive_war import SPACES_OF_WAR

Spaces = Iterable[Space]


def _moves(state: State, every: bool) -> Iterator[Space]:
    frame = state.frame
    led = isinstance(frame, ActionFrame) and (frame.leaders_only or isinstance(frame.action, NamedLeader))
    twice = isinstance(frame, ActionFrame) and frame.action is NamedLeader.BEAST_RABBAN
    for faction in BOTH:
        for source in homes(state, faction):
            army = state.armies[faction][source] or Army()
            moved = next((figures for area, figures in state.turn.moved if area == source), Army())
            yield {
                "faction": [faction],
                "source": [source],
                "target": ALL,
                "figures": pieces_of(army, moved, led, twice),
                "zone": zones(state),
                "sandriding": [False, True],
            }


def _attacks(state: State, every: bool) -> Iterator[Space]:
    for faction in BOTH:
        ways: Space = {"zone": zones(state), "sandriding": [False, True]}
        yield {"faction": [faction], "source": homes(state, faction), "target": ALL, **ways}


def _deploys(state: State, every: bool) -> Iterator[Space]:
    for faction in BOTH:
        yield {"faction": [faction], "area": ALL, "figures": SINGLES, "cause": [cause_of(state)]}


def cause_of(state: State) -> Cause:
    """The scheme's word for why figures come."""
    frame = state.frame
    if isinstance(frame, CardFrame):
        return Cause.CARD
    if not isinstance(frame, ActionFrame) or isinstance(frame.action, Result):
        return Cause.DEPLOYMENT
    return Cause.SPECIAL_ACTION if frame.faction is HARKONNEN and frame.action is not OtherAction.CARD else Cause.CARD


def _leaders(state: State, every: bool) -> Iterator[Space]:
    for faction in BOTH:
        yield {"faction": [faction], "area": ALL, "leader": leaders(faction), "cause": [cause_of(state)]}


def _replacements(state: State, every: bool) -> Iterator[Space]:
    for faction in BOTH:
        yield {"faction": [faction], "area": ALL, "count": [1, 2], "old": KINDS_OF_UNIT, "new": KINDS_OF_UNIT}


def _vehicles(state: State, every: bool) -> Iterator[Space]:
    zones = range(len(ZONE_IDS))
    yield {"kind": [VehicleKind.HARVESTER], "place": ALL, "taken": [None, *ALL]}
    yield {"kind": [VehicleKind.CARRYALL, VehicleKind.ORNITHOPTER], "place": zones, "taken": [None, *zones]}
    yield {"kind": [VehicleKind.ORNITHOPTER], "place": zones, "escort": [True]}


def _tokens(state: State, every: bool) -> Iterator[Space]:
    for faction in BOTH:
        for area in ALL:
            there = (state.armies[faction][area] or Army()).tokens
            for tokens in {1, there}:
                colours = [None] if faction is ATREIDES else [None, "black", "silver"]
                yield {
                    "faction": [faction],
                    "area": [area],
                    "tokens": [tokens],
                    "figures": shown(tokens),
                    "colour": colours,
                }


def _recycled(state: State, every: bool) -> Iterator[Space]:
    yield {"area": ALL, "colour": ["black", "silver"], "figures": shown(1)}


def _excess(state: State, every: bool) -> Iterator[Space]:
    if isinstance(state.frame, StackingFrame):
        yield {"figures": [Army(r, e, s, t) for r, e, s, t in product(range(7), repeat=4)]}


def _tank(state: State, every: bool) -> Iterator[Space]:
    if isinstance(state.frame, TankFrame):
        leaders = state.frame.leaders
        yield {"faction": BOTH, "leaders": list(product(leaders, repeat=len(leaders)))}


def _rolls(state: State, every: bool) -> Iterator[Space]:
    if isinstance(state.frame, BattleFrame):
        few = [Roll(*counts) for counts in product(range(7), range(7), range(7), range(2)) if sum(counts[:3]) <= 6]
        decks = [None, *Deck] if every else [None]
        yield {"attacker": few, "defender": few, "burnt": decks}


def _chosen(state: State, every: bool) -> Iterator[Space]:
    frame = state.frame
    if isinstance(frame, BattleFrame):
        for faction in BOTH:
            best = sorted(leaders(faction), key=lambda id: (-LEADERS[id].hits, -LEADERS[id].shields, id))
            yield {"faction": [faction], "leaders": in_order(best, 2)}


def _hits(state: State, every: bool) -> Iterator[Space]:
    for faction in BOTH:
        fallen = [name for army in state.armies[faction] if army for name in army.named]
        generic = "bashar" if faction is HARKONNEN else "naib"
        escorts = ("escort_ornithopter", "escort_second_hit") if _escorted(state) else ()
        order = (*escorts, generic, *sorted(fallen), "elite", "special", "regular")
        if hits_due(state):
            yield {"faction": [faction], "removed": in_order(order, hits_due(state))}


def _escorted(state: State) -> bool:
    return any(army is not None and army.escorts for army in state.armies[HARKONNEN])


def _steps(state: State, every: bool) -> Iterator[Space]:
    yield {"changed": [False]}
    frame = state.frame
    step = current_step(frame) if isinstance(frame, CardFrame) else None
    match step:
        case None:
            return
        case steps.Place(pieces=pieces):
            figures = Army(pieces.regular, pieces.elite, pieces.special, generic=pieces.bashar)
            yield {"placements": [((area, figures),) for area in ALL]}
        case steps.TankEnemyLeader():
            yield {"leader": [*LEADERS]}
        case steps.DiscardWormsigns():
            yield {"areas": [(area,) for area in ALL]}
        case steps.SpecialAttack() | steps.RevealArea():
            yield {"area": ALL}
        case _:
            yield {}


def _wormsigns(state: State, every: bool) -> Iterator[Space]:
    faces = [Wormsign.SANDWORM, Wormsign.BURIED_SANDWORM, Wormsign.SAND] if every else [Wormsign.SANDWORM]
    yield {"area": ALL, "token": faces, "worm_from": [None, *ALL], "discard": [False]}
    yield {"area": ALL, "token": faces, "discard": [True]}
    yield {"area": ALL, "token": faces, "wild_maker": [True]}


def _spice(state: State, every: bool) -> Iterator[Space]:
    rows = list(product(range(6), repeat=3))
    powers = [frozenset(p for p, on in zip(Power, ons, strict=True) if on) for ons in product((0, 1), repeat=3)]
    yield {"imperium": rows, "bans": powers, "supremacy": range(2), "reserve": range(2)}


def _claims(state: State, every: bool) -> Iterator[Space]:
    dice = [None, *Result]
    yield {"gains": [(1, 0, 0)], "die": dice}
    if every:
        for card in PRESCIENCE_CARDS.values():
            printed = {Marker.KWISATZ_HADERACH: 1} if card.gains is None else dict(card.gains)
            gains = tuple(printed.get(marker, 0) for marker in Marker)
            yield {"gains": [gains], "die": dice, "card": [card.id]}


def _cleans(state: State, every: bool) -> Iterator[Space]:
    yield _decides(state, HARKONNEN)


def _ends(state: State, every: bool) -> Iterator[Space]:
    yield {**_decides(state, ATREIDES), "reshuffle": [True, False], "tame_worm": [True, False]}


def _decides(state: State, side: Faction) -> Space:
    fewest = max(0, (state.reinforcements, state.cards.hand)[side] - _limits(state)[side])
    return {"replaced": [(), *((name,) for name in leaders(side, generic=False))], "discarded": [fewest]}


def _limits(state: State) -> tuple[int, int]:
    rules = state.rules
    return (8 if rules.harkonnen_partners == 2 else 6), (8 if rules.partners == 2 else 6)


def _harkonnen_cards(state: State, every: bool) -> Iterator[Space]:
    names = [
        card.id for deck in (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY) for card in CARDS.values() if card.deck is deck
    ]
    if isinstance(state.frame, TurnFrame):
        sides = [False, True] if state.rules.harkonnen_partners == 2 else [False]
        yield {"die": list(Result), "card": names, "corrino": sides}
    else:
        yield {"die": [None], "card": names}


def _spent(state: State, every: bool) -> Iterator[Space]:
    yield {"die": RESULTS, "action": RESULTS, "ally": [False, True] if state.rules.partners == 2 else [False]}
    sides = [False, True] if state.rules.harkonnen_partners == 2 else [False]
    yield {"die": RESULTS, "action": RESULTS, "faction": [HARKONNEN], "corrino": sides}


def _draws(state: State, every: bool) -> Iterator[Space]:
    most = 3 if isinstance(state.frame, ActionFrame) and state.frame.faction is HARKONNEN else 2
    order = [*Deck]
    yield {
        "decks": [
            decks
            for count in range(1, most + 1)
            for decks in product(Deck, repeat=count)
            if [order.index(d) for d in decks] == sorted(order.index(d) for d in decks)
        ]
    }


def _cards(state: State, every: bool) -> Iterator[Space]:
    names = [
        card.id for deck in (Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY) for card in CARDS.values() if card.deck is deck
    ]
    dice = list(Result) if isinstance(state.frame, TurnFrame) else [None]
    yield {"die": dice, "card": names}


ANYWHERE: Space = {"area": ALL}
PAIR: Space = {"area": ALL, "target": ALL}
FLYING = [VehicleKind.CARRYALL, VehicleKind.ORNITHOPTER]
VEHICLES: Spaces = (
    {"area": ALL, "vehicle": [VehicleKind.HARVESTER]},
    {"zone": range(len(ZONE_IDS)), "vehicle": FLYING},
)
CARD_STEPS: dict[type, Spaces] = {
    steps.PlaceSandworms: [{"area": ALL, "worm_from": [None, *ALL]}],
    steps.RemoveVehicles: VEHICLES,
    steps.RemoveByDice: [*VEHICLES, {"sector": SECTORS}],
    steps.OrnithopterAttack: [{"zone": range(len(ZONE_IDS)), "area": ALL}],
    steps.TankEnemyLeader: [{"leader": [*LEADERS]}],
    steps.DisplaceEnemy: [PAIR],
    steps.MoveSietch: [PAIR],
    steps.SwapTokens: [{"area": [first], "target": ALL[first + 1 :]} for first in ALL],
    steps.ShiftMarkers: [{"lowered": list(Marker), "raised": list(Marker), "count": range(9)}],
    steps.LowerImperium: [{"power": list(Power)}],
    steps.ExchangePrescience: [{"count": range(5)}],
    steps.WildMakerEnters: [ANYWHERE],
    steps.DeployTokens: [ANYWHERE],
}
"""What one step of an Atreides card may name; steps that are not here name nothing, or the figures they place."""


def _card_steps(state: State, every: bool) -> Iterator[Space]:
    frame = state.frame
    step = step_of(frame) if isinstance(frame, AtreidesCardFrame) else None
    if isinstance(step, steps.Place):
        pieces = step.pieces
        yield {"area": ALL, "figures": [Army(pieces.regular, pieces.elite, pieces.special, 0, pieces.naib)]}
    elif step is not None:
        yield from CARD_STEPS.get(type(step), [{}])


def _words(**fields: Iterable[Any]) -> Callable[[State, bool], Spaces]:
    """A space that is the same in every position."""
    space: Space = {name: tuple(values) for name, values in fields.items()}
    return lambda state, every: [space]


c = commands
SPACES: dict[type, Callable[[State, bool], Spaces]] = {
    **dict.fromkeys((c.StartGame, c.BeginGame, c.EndVehicles, c.FinishAction, c.EndTurn), _words()),
    **dict.fromkeys((c.CardWithoutEffect, c.CardFinished, c.ContinueAttack, c.CeaseAttack, c.BeginHazards), _words()),
    **dict.fromkeys((c.CollectSpice, c.FinishClaims, c.FinishCheck, c.SkipStep, c.EnterByHand, c.EndTalk), _words()),
    c.PlaceStartingFigures: _words(area=ALL, figures=[Army(regular=2, elite=1, generic=1)]),
    c.EnterRank: _words(area=ALL, rank=(1, 2, 3, None)),
    c.EnterObjective: _words(steps=[(6, 6, 6)]),
    c.DeclareVictory: lambda state, every: [{"steps": state.hidden.objectives or [(6, 6, 6)]}],
    c.DrawTactical: _words(card=TACTICAL_CARDS),
    c.PlaceVehicle: _vehicles,
    c.RollAtreidesDice: atreides_dice,
    c.UseBeneGesserit: _words(result=RESULTS, faction=BOTH),
    c.SpendDie: _spent,
    c.UseDesertPower: _words(use=("wormsigns", "move", "attack", "sandriders", "dance")),
    c.PlayAtreidesCard: _cards,
    c.CarryOutStep: _card_steps,
    c.ChooseHarkonnenResult: _words(result=RESULTS),
    c.UseLeader: _words(die=RESULTS, leader=LEADERS),
    c.MoveLegion: _moves,
    c.Attack: _attacks,
    c.DeployToken: _words(area=ALL, leader=[None, *leaders(ATREIDES)]),
    c.DeployUnits: _deploys,
    c.ReplaceUnits: _replacements,
    c.DrawCards: _draws,
    c.PlaceWormsign: _words(area=ALL, taken=[None, *ALL]),
    c.MoveWorm: _words(source=ALL, target=ALL),
    c.WormAttack: _words(source=ALL, target=ALL),
    c.RollHarkonnenDie: _words(result=RESULTS),
    c.UseHarkonnenLeader: _words(leader=LEADERS),
    c.DrawHarkonnenCards: _words(decks=[decks for count in (1, 2, 3) for decks in product(Deck, repeat=count)]),
    c.RevealCard: _words(card=CARDS),
    c.CardStepDone: _steps,
    c.RevealTokens: _tokens,
    c.RevealSietch: _words(area=ALL, rank=(1, 2, 3)),
    c.DiscardForDice: _words(faction=BOTH, count=range(7)),
    c.RollBattle: _rolls,
    c.ChooseLeaders: _chosen,
    c.TakeHits: _hits,
    c.DecideRetreat: _words(retreat=(True, False)),
    c.Retreat: _words(target=ALL),
    c.Advance: _words(move_in=(True, False)),
    c.RollAttackDice: lambda state, every: [
        {"faces": [tuple(f) for f in product(FACES, repeat=getattr(state.frame, "dice", 0)) if is_sorted(f)]}
    ],
    c.TurnWormsign: _wormsigns,
    c.SaveHarvester: _words(zone=[None, *range(len(ZONE_IDS))]),
    c.TakeStation: _words(marker=Marker),
    c.OrderTank: _tank,
    c.RemoveExcess: _excess,
    c.RecycleToken: _recycled,
    **dict.fromkeys((c.SettleWorm, c.BeginStorm), _words(area=ALL)),
    c.SpendSpice: _spice,
    c.ClaimPrescience: _claims,
    c.CleanUp: _cleans,
    c.EndRound: _ends,
    c.DetonateAtomics: _words(area=ALL, displaced_to=[None, *ALL]),
    c.PlaceLeader: _leaders,
    c.AdvancePrescience: _words(marker=Marker, steps=[1]),
    c.DiscardReinforcements: _words(count=[1]),
    c.RollHarkonnenDice: harkonnen_dice,
    c.PlayHarkonnenCard: _harkonnen_cards,
    c.Scout: _words(zone=range(len(ZONE_IDS)), area=ALL),
    c.DiscardCards: _words(faction=BOTH, count=range(4)),
    c.DismissHawat: _words(count=range(5)),
    c.TalkInSecret: _words(faction=BOTH),
    **SPACES_OF_WAR,
}
INPUTS: dict[type, tuple[str, ...]] = {
    c.EnterRank: ("rank",),
    c.DrawTactical: ("card",),
    c.RollAtreidesDice: ("results", "fremen"),
    c.PlayAtreidesCard: ("card",),
    c.RollHarkonnenDie: ("result",),
    c.RollHarkonnenDice: ("results", "corrino"),
    c.PlayHarkonnenCard: ("card",),
    c.RevealCard: ("card",),
    c.RevealTokens: ("figures", "colour"),
    c.RevealSietch: ("rank",),
    c.RollBattle: ("attacker", "defender"),
    c.RollAttackDice: ("faces",),
    c.RecycleToken: ("figures",),
    c.TakeStation: ("marker",),
    c.RollLaunchers: ("successes",),
    c.GiveCamp: ("symbol",),
}
"""The fields that are input: one value stands for all, the first that is legal unless ``PREFERRED`` sorts them."""


def _evenness(counts: tuple[int, int, int]) -> tuple[int, tuple[int, ...]]:
    return max(counts) - min(counts), tuple(-n for n in counts)


PREFERRED: dict[type, Callable[[Any], Any]] = {
    c.RollLaunchers: lambda it: -(it.successes or 0),
    c.RollBattle: lambda it: [_evenness((r.hit, r.shield, r.special)) for r in (it.attacker, it.defender)],
    c.RollAttackDice: lambda it: _evenness(
        (it.faces.count(FACES[0]), it.faces.count(FACES[1]), it.faces.count(FACES[2]))
    ),
}


MOMENT = frozenset({"not_now", "not_your_turn", "no_moves_left", "no_action_in_progress", "action_without_attack"})
"""Reasons that look at the frame and the side only: one command with them speaks for its whole space."""
BY_MOMENT = frozenset(
    {
        *(c.MoveLegion, c.Attack, c.DeployUnits, c.ReplaceUnits, c.PlaceLeader, c.MoveWorm, c.WormAttack, c.RollBattle),
        *(c.PlaceVehicle, c.PlaceWormsign),
    }
)


def everything(state: State, kind: type, *, every_input: bool = False) -> Iterator[Command]:
    """Every command of a kind that can be put together, legal or not, but for spaces whose moment is not now."""
    for space in SPACES[kind](state, every_input):
        names = list(space)
        for number, values in enumerate(product(*space.values())):
            command: Command = kind(**dict(zip(names, values, strict=True)))
            if not number and kind in BY_MOMENT and any(reason.code in MOMENT for reason in check(state, command)):
                break
            yield command


def legal(state: State, kind: type, *, every_input: bool = False) -> set[Command]:
    """The commands of a kind against which ``check`` has nothing, one for each input unless every one is asked for."""
    found = [it for it in everything(state, kind, every_input=every_input) if not check(state, it)]
    if kind is c.EnterRank and not every_input:
        known = {sietch.area for sietch in state.sietches if sietch.rank is not None}
        found = [it for it in found if getattr(it, "area", None) not in known]
    if every_input or kind not in INPUTS:
        return set(found)
    found.sort(key=PREFERRED.get(kind, lambda it: 0))
    first: dict[tuple[Any, ...], Command] = {}
    for command in found:
        fixed = tuple(getattr(command, name) for name in type(command).__match_args__ if name not in INPUTS[kind])
        first.setdefault(fixed, command)
    return set(first.values())
