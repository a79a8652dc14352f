"""What is true of every position that legal play reaches: board, supply and pools make up the box, nothing is twice.

``faults`` looks at one position, ``losses`` at two of the same game. Both give readable lines, none when all is well.
"""

from collections import Counter
from collections.abc import Iterator

from companion.board import AREA_IDS
from companion.content import CARDS, LEADERS, PIECES, TRACKS, VEHICLE_SUPPLY
from companion.content.terms import Deck, Faction, VehicleKind
from companion.rules import Army, State
from companion.rules.positions.audit import audit
from companion.rules.state import (
    ATREIDES,
    ATREIDES_DICE,
    HARKONNEN,
    HARKONNEN_DICE,
    UNIT_TOTALS,
    Mode,
    Standing,
    supply,
)
from solo_bot.simulation.inspection import about_to_be_settled

CARDS_OF_A_SIDE = 36
HARKONNEN_TOKENS = PIECES["harkonnen_black"].count + PIECES["harkonnen_silver"].count
ATREIDES_TOKENS = PIECES["atreides_starting_token"].count + PIECES["atreides_deployment_token"].count
PRESCIENCE_CARDS = 16
BENE_GESSERIT = PIECES["bene_gesserit"].count


def faults(state: State) -> list[str]:
    """Every way in which a position is impossible; what a step in progress is about to settle is none."""
    return [
        *_audited(state),
        *_moved(state),
        *_figures(state),
        *_leaders(state),
        *_dice(state),
        *_pieces(state),
        *_cards(state),
    ]


def _audited(state: State) -> Iterator[str]:
    waiting = about_to_be_settled(state)
    yield from (f"{v.rule} {v.where}" for v in audit(state) if v.where not in waiting)


def _moved(state: State) -> Iterator[str]:
    """R-40: what is marked as moved stands where its mark says."""
    for area, figures in state.turn.moved:
        if not any((state.army(faction, area) or Army()).covers(figures) for faction in Faction):
            yield f"R-40 {AREA_IDS[area]}: {figures} moved, and not all of it stands there"


def _figures(state: State) -> Iterator[str]:
    """UNIT-2: what stands on the board and what is left make up the box."""
    for faction in Faction:
        armies = [army for _, army in state.legions(faction)]
        left = supply(state, faction)
        for kind, box in zip(("regular", "elite", "special", "generic"), UNIT_TOTALS[faction], strict=True):
            on_board = sum(getattr(army, kind) for army in armies)
            if on_board + getattr(left, kind) != box or min(on_board, getattr(left, kind)) < 0:
                yield f"UNIT-2 {faction.id} {kind}: {on_board} on the board, {getattr(left, kind)} left of {box}"


def tokens(state: State, faction: Faction) -> int:
    """Deployment tokens of a side on the board."""
    return sum(army.tokens for _, army in state.legions(faction))


def _leaders(state: State) -> Iterator[str]:
    """TANK-1, LEADER-3: each named leader is in one place; each tank space holds one."""
    standing = [name for faction in Faction for _, army in state.legions(faction) for name in army.named]
    for leader, status in state.leaders:
        if leader in LEADERS and standing.count(leader) > 1:
            yield f"LEADER-3 {leader} stands {standing.count(leader)} times"
        if (status.tank is not None) is not (status.standing is Standing.TANK):
            yield f"TANK-1 {leader} {status.standing} on space {status.tank}"
    for faction in Faction:
        inside = [
            status.tank
            for name, status in state.leaders
            if status.tank is not None and LEADERS[name].faction is faction
        ]
        if len(set(inside)) < len(inside) or any(not 1 <= space <= TRACKS.tank_spaces[faction] for space in inside):
            yield f"TANK-1 {faction.id} {sorted(inside)}"


def _dice(state: State) -> Iterator[str]:
    extra = int(state.harkonnen_bene_gesserit_die is not None)
    if state.harkonnen_unused < 0 or state.harkonnen_unused + len(state.harkonnen_spent) > HARKONNEN_DICE + extra:
        yield f"VEH-1 {state.harkonnen_unused} unused and {len(state.harkonnen_spent)} spent Harkonnen dice"
    if not 0 <= state.atreides_unused <= ATREIDES_DICE + 1:
        yield f"ACT-2 {state.atreides_unused} Atreides dice"
    results = state.atreides_results
    if results is not None and len(results) != state.atreides_unused:
        yield f"ACT-1 {len(results)} results of {state.atreides_unused} dice"
    theirs = state.harkonnen_results
    if theirs is not None and len(theirs) != state.harkonnen_unused:
        yield f"ACT-1 {len(theirs)} results of {state.harkonnen_unused} Harkonnen dice"
    if Counter(state.corrino_results) - Counter(theirs or ()):
        yield f"TEAM-3 {state.corrino_results} on the Ally's dashboard of {theirs}"
    if Counter(state.fremen_results or ()) - Counter(results or ()):
        yield f"TEAM-3 {state.fremen_results} on the Fremen Ally's dashboard of {results}"
    if not 0 <= sum(state.bene_gesserit) <= BENE_GESSERIT or min(state.bene_gesserit) < 0:
        yield f"ACT-2 Bene Gesserit tokens {state.bene_gesserit}"


def _pieces(state: State) -> Iterator[str]:
    pool = state.black_tokens + state.silver_tokens
    # SETUP-2: where people play the Harkonnen the tokens have no use once their figures stand.
    all_there = HARKONNEN_TOKENS if state.mode is Mode.SOLO or pool else 0
    if pool + tokens(state, HARKONNEN) != all_there or min(state.black_tokens, state.silver_tokens) < 0:
        yield f"MAHDI-TOKEN-1 {pool} tokens in the pool, {tokens(state, HARKONNEN)} on the board"
    if state.atreides_tokens < 0 or state.atreides_tokens + tokens(state, ATREIDES) > ATREIDES_TOKENS:
        yield f"TOKEN-1 {state.atreides_tokens} tokens left, {tokens(state, ATREIDES)} on the board"
    places = {
        VehicleKind.HARVESTER: state.harvesters,
        VehicleKind.ORNITHOPTER: state.ornithopters,
        VehicleKind.CARRYALL: state.carryalls,
    }
    for kind, there in places.items():
        if len(there) > VEHICLE_SUPPLY[kind] or there != tuple(sorted(set(there))):
            yield f"VEH-2 {kind.value} {there}"
    for name in ("wormsigns", "sandworms"):
        there = getattr(state, name)
        if there != tuple(sorted(set(there))):
            yield f"WORM-1 {name} {there}"


def _cards(state: State) -> Iterator[str]:
    decks = dict(zip(Deck, state.cards.decks, strict=True))
    harkonnen = decks[Deck.HOUSE_HARKONNEN] + decks[Deck.CORRINO_ALLY]
    beside = int(state.hawats_scheming_beside_board)
    open_cards = Counter(CARDS[card].deck.faction for card in state.cards.discards)
    lying = open_cards[HARKONNEN] + len(state.cards.burnt)
    if harkonnen + state.reinforcements + lying + beside > CARDS_OF_A_SIDE:
        facts = f"{harkonnen} in the decks, {state.reinforcements} reinforcements, {lying} discarded"
        yield f"MAHDI-CARD-6 {facts}, {beside} beside the board"
    atreides = decks[Deck.HOUSE_ATREIDES] + decks[Deck.FREMEN_ALLY]
    if (
        atreides + state.cards.hand + open_cards[ATREIDES] > CARDS_OF_A_SIDE
        or min(*decks.values(), state.cards.hand) < 0
    ):
        yield f"CARD-1 {atreides} in the decks, {state.cards.hand} in the hand, {open_cards[ATREIDES]} discarded"
    if state.cards.prescience + state.cards.revealed > PRESCIENCE_CARDS or state.cards.prescience < 0:
        yield f"PRES-3 {state.cards.prescience} cards left, {state.cards.revealed} revealed"


def losses(before: State, after: State) -> list[str]:
    """What came back that had left the game for good: tokens, settlements, stations, cards, replaced leaders."""
    found = []
    for name, count in (
        ("TOKEN-1 Atreides tokens", lambda state: state.atreides_tokens + tokens(state, ATREIDES)),
        ("PRES-3 prescience cards", lambda state: state.cards.prescience + state.cards.revealed),
        ("SETTLE-3 sietches", lambda state: len(state.sietches)),
        ("SETTLE-3 settlements", lambda state: state.settlements.bit_count()),
        ("STATION-1 stations", lambda state: state.stations.bit_count()),
        ("PRES-5 leaders in the game", lambda state: -_removed(state)),
    ):
        if count(after) > count(before):
            found.append(f"{name}: {count(before)} before, {count(after)} now")
    if after.supremacy < before.supremacy:
        found.append(f"WIN-1 supremacy went back from {before.supremacy} to {after.supremacy}")
    return found


def _removed(state: State) -> int:
    return sum(status.standing is Standing.REMOVED for _, status in state.leaders)
