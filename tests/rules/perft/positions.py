"""The positions whose legal commands are counted: turns of both sides, battles, hazards, the ends of a round."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from companion.board import mask_of
from companion.content.terms import Deck, Power, Result
from companion.rules import Army, Rules, State
from companion.rules.ask.dice import ATREIDES_ACTIONS, DESERT_ACTIONS, HARKONNEN_ACTIONS
from companion.rules.commands import BeginHazards, ChooseLeaders, PlayAtreidesCard, RollBattle, UseHarkonnenLeader
from companion.rules.frames import (
    ActionFrame,
    AtreidesRollFrame,
    BattleFrame,
    BattleStage,
    Cause,
    DiscardFrame,
    EndFrame,
    EndStage,
    Frame,
    GarrisonFrame,
    HarkonnenRollFrame,
    HarvestFrame,
    HazardsFrame,
    HazardStage,
    HitsFrame,
    Roll,
    RollFrame,
    Side,
    SpiceFrame,
    StackingFrame,
    StationFrame,
    TankFrame,
    TurnFrame,
    VehiclesFrame,
    VictoryCheckFrame,
    WormFrame,
    WormsignFrame,
)
from companion.rules.positions.reading import read_position
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Sietch, Standing
from tests.rules.flow import table
from tests.rules.flow.table import area, areas, play, position, zone
from tests.rules.perft.midway import MIDWAY
from tests.rules.perft.war import WAR

BENCH = Path(__file__).parents[3] / "solo_bot" / "data" / "bench_positions.jsonl"
DICE = (Result.STRATEGY, Result.DEPLOYMENT, Result.HOUSE)

SPARSE = {"settlements": 0, "sietches": (), "harvesters": areas("ne_5"), "wormsigns": areas("ne_13")}
"""Changes that leave little to do off the legions."""

Positions = dict[str, Callable[[], State]]


@cache
def benches() -> dict[str, State]:
    """The positions of the benchmark, without frames."""
    lines = BENCH.read_text(encoding="utf-8").splitlines()
    documents = [json.loads(line) for line in lines]
    return {
        document["id"]: read_position({**document["position"], "atreides": {"bene_gesserit": 1}})
        for document in documents
    }


def bench(name: str, *frames: Frame, **changes: object) -> State:
    state = benches()[name]
    return replace(state, frames=frames, cards=replace(state.cards, hand=3, revealed=2), **changes)  # type: ignore[arg-type]


def acted(state: State, action: ActionFrame) -> State:
    """The position while ``action`` is carried out for a die."""
    return replace(state, frames=(TurnFrame(action.faction, acted=True, spent_die=True), action))


def atreides(name: str, action: ActionFrame) -> State:
    return acted(bench(name, atreides_results=DICE, atreides_unused=3, harkonnen_unused=5), action)


def small(**changes: object) -> State:
    """Three legions on each side, close to each other, with vehicles, signs and worms between them."""
    state = position(
        {
            "carthag": Army(regular=2, elite=1, generic=1),
            "ne_14": Army(regular=1, special=1, named=("beast_rabban",)),
            "cne_4": Army(elite=2),
        },
        {
            "gara_kulon": Army(regular=1, special=1, generic=1),
            "ne_12": Army(elite=1, tokens=1, named=("stilgar",)),
            "cne_9": Army(regular=2),
        },
        wormsigns=areas("ne_13", "ne_10", "cne_3"),
        sandworms=areas("ne_11", "nw_1"),
        harvesters=areas("ne_5", "se_2"),
        ornithopters=(zone("az_ne"),),
        carryalls=(zone("az_east"),),
        sietches=tuple(Sietch(place, 2) for place in areas("gara_kulon", "sihaya_ridge")),
        reinforcements=2,
        bene_gesserit=(0, 1),
    )
    return replace(state, **changes)  # type: ignore[arg-type]


def duel(stage: BattleStage, **battle: object) -> State:
    """A battle of two players for a sietch of rank 2, at one of its stages."""
    frame = BattleFrame(HARKONNEN, area("ne_14"), area("gara_kulon"), True, stage)
    return position(
        {"ne_14": Army(regular=2, elite=1, special=1, generic=2, named=("baron_harkonnen",))},
        {"gara_kulon": Army(regular=2, special=1, generic=1, named=("paul_atreides",))},
        TurnFrame(HARKONNEN, acted=True, spent_die=True),
        ActionFrame(HARKONNEN, Result.LEADERSHIP),
        replace(frame, **battle),  # type: ignore[arg-type]
        mode=Mode.DUEL,
        sietches=(Sietch(area("gara_kulon"), 2, revealed=True),),
        reinforcements=3,
    )


def facedown() -> State:
    """A sietch and tokens of both sides that have to be turned before a battle."""
    state = position(
        {"ne_14": Army(regular=2, tokens=2)},
        {"gara_kulon": Army(tokens=2, generic=1)},
        *(*table.turn(HARKONNEN), BattleFrame(HARKONNEN, area("ne_14"), area("gara_kulon"))),
        sietches=(Sietch(area("gara_kulon")), Sietch(area("windgap"))),
    )
    return replace(state, black_tokens=5, silver_tokens=5)


def attacked_by_atreides(stage: BattleStage, mode: Mode = Mode.SOLO) -> State:
    frame = BattleFrame(ATREIDES, area("ne_12"), area("ne_13"), stage=stage)
    return position(
        {"ne_13": Army(regular=1, generic=1)},
        {"ne_12": Army(regular=3)},
        *(*table.turn(ATREIDES), frame),
        mode=mode,
        wormsigns=areas("ne_11"),
    )


def after_the_roll() -> State:
    """Casualties of both sides are due, with elites, special elites and leaders to choose from."""
    state = duel(BattleStage.ROLL, sides=(Side(1), Side(1)))
    return play(state, RollBattle(Roll(2, 2, 1, 1), Roll(4, 1, 1)), ChooseLeaders(HARKONNEN, ("bashar", "bashar")))


def rabban() -> State:
    state = replace(small(), harkonnen_spent=(Result.LEADERSHIP,))
    return play(acted(state, HARKONNEN_ACTIONS[Result.LEADERSHIP]), UseHarkonnenLeader("beast_rabban"))


def hazards(stage: HazardStage, **changes: object) -> State:
    state = bench("sp006", HazardsFrame(HazardStage.WORMSIGNS))
    if stage is HazardStage.REVEAL:
        return play(state, BeginHazards())
    state = small(wormsigns=(), sandworms=areas("ne_5", "ne_14", "se_2"))
    if stage is HazardStage.WORMS:
        frame = HazardsFrame(stage, areas("ne_5", "ne_14", "se_2"), areas("ne_5", "ne_14", "se_2"))
        return replace(state, frames=(frame,))
    prey = position({"ne_13": Army(regular=2), "ne_5": Army(elite=1, generic=1), "cne_4": Army(regular=1)})
    return replace(prey, frames=(HazardsFrame(stage, areas("ne_13", "ne_5")),))


def worm_below(harkonnen: bool) -> State:
    """A worm has appeared under a legion, or under a harvester that one of two carryalls may save."""
    legions = {"ne_5": Army(regular=2, generic=1)} if harkonnen else {}
    state = position(
        legions,
        {},
        HazardsFrame(HazardStage.WORMS, areas("se_2"), areas("ne_5", "se_2")),
        WormFrame(area("ne_5"), rescue=True),
        harvesters=areas("ne_5", "se_2"),
        sandworms=areas("ne_5", "se_2"),
        carryalls=tuple(sorted((zone("az_ne"), zone("az_east")))),
    )
    return replace(state, mode=Mode.DUEL)


def over_stacked() -> State:
    army = Army(regular=4, elite=1, tokens=3)
    return position({}, {"gara_kulon": army}, StackingFrame(ATREIDES, area("gara_kulon"), 2))


def garrison() -> State:
    state = position({"arsunt": Army(tokens=2), "carthag": Army(regular=1, tokens=2)}, {}, *table.turn(HARKONNEN))
    return replace(state, frames=(*state.frames, GarrisonFrame(area("hagga_basin"))), black_tokens=0, silver_tokens=0)


def spice(**changes: object) -> State:
    return replace(small(imperium=(2, 3, 5), spice_reserve=1, frames=(SpiceFrame(5),)), **changes)  # type: ignore[arg-type]


def cleanup() -> State:
    state = position({}, {"gara_kulon": Army(regular=1, named=("stilgar",))}, EndFrame(EndStage.CLEANUP), hand=8)
    return replace(state, bans=frozenset({Power.CHOAM}))


ATREIDES_CARDS = (
    *("alam_al_mithal", "bill_of_particulars", "captured_ornithopter", "cielagos_piping_message", "death_commandos"),
    *("dust_chasms", "kitab_al_ibar", "sandtides", "stillsuits", "thumpers", "war_plan", "jubba_cloaks"),
)
"""Cards whose first steps are carried out in many ways."""


def played(card: str) -> State:
    """The position just after Atreides played a card for their House die."""
    state = small(harkonnen_spent=(Result.MENTAT,), prescience=(2, 1, 0), imperium=(2, 3, 4))
    state = replace(state, frames=(TurnFrame(ATREIDES),), atreides_results=DICE, atreides_unused=3)
    return play(state, PlayAtreidesCard(Result.HOUSE, card))


EIGHT = (Result.LEADERSHIP, Result.STRATEGY, Result.DEPLOYMENT, Result.MENTAT, Result.HOUSE)


def between_people(*frames: Frame, **changes: object) -> State:
    """The front of ``small`` in a game of two, the Harkonnen dice rolled, Thufir Hawat in play and cards in hand."""
    state = small(mode=Mode.DUEL, frames=frames, harkonnen_results=EIGHT, harkonnen_unused=5, reinforcements=4)
    state = replace(state, atreides_results=DICE, atreides_unused=3, bene_gesserit=(1, 1))
    state = state.with_leader("thufir_hawat", standing=Standing.READY)
    return replace(state, **changes)  # type: ignore[arg-type]


def partners(*frames: Frame, **changes: object) -> State:
    """The same with both factions shared."""
    rules = Rules(partners=2, harkonnen_partners=2)
    shared = {"mode": Mode.TEAM, "rules": rules, "cones": (2, 1), "corrino_results": EIGHT[1:4]}
    return between_people(*frames, **shared, **changes)


def their_card(card: str, deck: Deck) -> State:
    return between_people(*table.harkonnen_card(card, deck))


POSITIONS: Positions = {
    **MIDWAY,
    **WAR,
    "two_roll": lambda: between_people(HarkonnenRollFrame(), harkonnen_results=None),
    "two_tokens": lambda: between_people(
        TurnFrame(ATREIDES), atreides_results=(*DICE, Result.MENTAT), atreides_unused=4
    ),
    "two_turn": lambda: between_people(TurnFrame(HARKONNEN)),
    "two_mentat": lambda: replace(acted(between_people(), HARKONNEN_ACTIONS[Result.MENTAT]), ornithopters=()),
    "two_house": lambda: acted(between_people(ornithopters=()), HARKONNEN_ACTIONS[Result.HOUSE]),
    "two_deployment": lambda: acted(between_people(ornithopters=()), HARKONNEN_ACTIONS[Result.DEPLOYMENT]),
    "two_card_place": lambda: their_card("evidence_of_rebellion", Deck.HOUSE_HARKONNEN),
    "two_card_vehicles": lambda: their_card("workhorse_of_arrakis", Deck.HOUSE_HARKONNEN),
    "two_card_replace": lambda: their_card("sardaukar_disguised", Deck.CORRINO_ALLY),
    "two_discard": lambda: between_people(TurnFrame(HARKONNEN, acted=True), DiscardFrame(ATREIDES, 2), ornithopters=()),
    "two_tank": lambda: (
        between_people(
            TurnFrame(HARKONNEN, acted=True), TankFrame(ATREIDES, ("paul_atreides", "chani")), ornithopters=()
        )
        .with_leader("chani", standing=Standing.TANK, tank=1)
        .with_leader("paul_atreides", standing=Standing.TANK, tank=2)
    ),
    "two_cleanup": lambda: replace(cleanup(), mode=Mode.DUEL, reinforcements=7),
    "two_ends": lambda: replace(cleanup(), mode=Mode.DUEL, frames=(EndFrame(EndStage.ATREIDES),)),
    "team_roll": lambda: partners(HarkonnenRollFrame(), harkonnen_results=None, harkonnen_unused=4),
    "team_turn": lambda: partners(TurnFrame(HARKONNEN)),
    "team_atreides_roll": lambda: partners(AtreidesRollFrame(), atreides_results=None, atreides_unused=3),
    "team_atreides_turn": lambda: partners(TurnFrame(ATREIDES), fremen_results=DICE[1:]),
    "team_cleanup": lambda: replace(cleanup(), mode=Mode.TEAM, rules=Rules(harkonnen_partners=2), reinforcements=9),
    "bare": lambda: position({"ne_14": Army(elite=1)}, {"ne_12": Army(regular=1, tokens=1)}, **SPARSE),
    "setup": table.started,
    "round_start": table.in_round_1,
    "vehicles": lambda: replace(small(), frames=(VehiclesFrame(2, 1, 1),)),
    "atreides_roll": lambda: replace(small(), frames=(AtreidesRollFrame(),)),
    "atreides_turn": table.at_first_turn,
    "atreides_strategy": lambda: atreides("sp006", ATREIDES_ACTIONS[Result.STRATEGY]),
    "atreides_leadership": lambda: acted(small(), ATREIDES_ACTIONS[Result.LEADERSHIP]),
    "atreides_deployment": lambda: atreides("sp011", ATREIDES_ACTIONS[Result.DEPLOYMENT]),
    "atreides_mentat": lambda: atreides("sp001", ATREIDES_ACTIONS[Result.MENTAT]),
    "desert_wormsigns": lambda: atreides("sp016", DESERT_ACTIONS["wormsigns"]),
    "desert_move": lambda: atreides("sp001", DESERT_ACTIONS["move"]),
    "desert_attack": lambda: acted(small(prescience=(8, 2, 2)), DESERT_ACTIONS["attack"]),
    "harkonnen_turn": lambda: bench("sp021", TurnFrame(HARKONNEN), harkonnen_spent=(Result.MENTAT,) * 3),
    "harkonnen_strategy": lambda: acted(small(), HARKONNEN_ACTIONS[Result.STRATEGY]),
    "harkonnen_leadership": lambda: acted(small(ornithopters=()), HARKONNEN_ACTIONS[Result.LEADERSHIP]),
    "harkonnen_deployment": lambda: acted(bench("sp006"), HARKONNEN_ACTIONS[Result.DEPLOYMENT]),
    "harkonnen_mentat": lambda: acted(bench("sp011"), HARKONNEN_ACTIONS[Result.MENTAT]),
    "harkonnen_house": lambda: acted(bench("sp026"), HARKONNEN_ACTIONS[Result.HOUSE]),
    "harkonnen_rabban": rabban,
    "card_transfer": lambda: replace(small(), frames=table.harkonnen_card("troop_carriers", Deck.CORRINO_ALLY)),
    "card_replace": lambda: replace(small(), frames=table.harkonnen_card("sardaukar_disguised", Deck.CORRINO_ALLY)),
    "card_hunter": lambda: replace(small(), frames=table.harkonnen_card("hunter_seeker", Deck.HOUSE_HARKONNEN)),
    "card_spies": lambda: replace(small(), frames=table.harkonnen_card("spies_all_over_arrakis", Deck.CORRINO_ALLY)),
    "card_wormsigns": lambda: replace(small(), frames=table.harkonnen_card("spotter_control", Deck.HOUSE_HARKONNEN)),
    **{f"atreides_{card}": lambda card=card: played(card) for card in ATREIDES_CARDS},  # type: ignore[misc]
    "battle_reveal": facedown,
    "battle_cards": lambda: duel(BattleStage.CARDS),
    "battle_roll": lambda: duel(BattleStage.ROLL, sides=(Side(2), Side(1))),
    "battle_leaders": lambda: duel(BattleStage.LEADERS, sides=(Side(0, Roll(1, 1, 1, 1)), Side(0, Roll(2, 0, 1)))),
    "battle_casualties": after_the_roll,
    "battle_continue": lambda: duel(BattleStage.CONTINUE),
    "battle_retreat": lambda: duel(BattleStage.RETREAT),
    "battle_retreat_solo": lambda: replace(
        attacked_by_atreides(BattleStage.RETREAT),
        frames=(BattleFrame(HARKONNEN, area("ne_13"), area("ne_12"), stage=BattleStage.RETREAT),),
    ),
    "battle_advance": lambda: attacked_by_atreides(BattleStage.ADVANCE),
    "battle_continue_first_printing": lambda: replace(
        attacked_by_atreides(BattleStage.CONTINUE), rules=Rules(first_printing=True)
    ),
    "storm_dice": lambda: position(
        {"ne_13": Army(regular=2, generic=1)}, {}, RollFrame(Cause.STORM, HARKONNEN, area("ne_13"), 2, (1, 0, 1))
    ),
    "storm_hits": lambda: position(
        {"ne_13": Army(regular=2, elite=1, generic=2, named=("baron_harkonnen", "captain_aramsham"))},
        {},
        HitsFrame(Cause.STORM, HARKONNEN, area("ne_13"), 3),
    ),
    "hazards_wormsigns": lambda: bench("sp006", HazardsFrame(HazardStage.WORMSIGNS)),
    "hazards_reveal": lambda: hazards(HazardStage.REVEAL),
    "hazards_worms": lambda: hazards(HazardStage.WORMS),
    "hazards_storms": lambda: hazards(HazardStage.STORMS),
    "worm_under_legion": lambda: worm_below(True),
    "worm_under_harvester": lambda: worm_below(False),
    "wormsign_entered": lambda: position(
        {"ne_13": Army(regular=1)},
        {},
        *(*table.turn(HARKONNEN), WormsignFrame(area("ne_13"))),
        wormsigns=areas("ne_13"),
        sandworms=areas("nw_1"),
    ),
    "station": lambda: position(
        {},
        {"ne_4": Army(regular=1)},
        *(*table.turn(ATREIDES), StationFrame(area("ne_4"))),
        stations=mask_of(areas("ne_4")),
    ),
    "stacking": over_stacked,
    "garrison": garrison,
    "harvest": lambda: small(frames=(HarvestFrame(),)),
    "spice": spice,
    "spice_first_printing": lambda: spice(rules=Rules(first_printing=True)),
    "spice_duel": lambda: spice(mode=Mode.DUEL),
    "claims": lambda: replace(small(), frames=(EndFrame(EndStage.CLAIMS),)),
    "victory_check": lambda: replace(
        small(mode=Mode.DUEL, prescience=(6, 7, 6)), frames=(*table.turn(ATREIDES), VictoryCheckFrame())
    ),
    "cleanup": cleanup,
}
