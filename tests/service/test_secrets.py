"""What each side may see: nothing of the other's secrets, and otherwise the same game."""

from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.content import CARDS
from companion.content.terms import Deck, Faction, Subfaction
from companion.rules import check, evolve
from companion.rules.army import Army
from companion.rules.ask.asked import SIDES
from companion.rules.ask.hands import cards_held
from companion.rules.commands import CorrectBoard, EnterRank, NameHand, RevealSietch
from companion.rules.events import BoardCorrected, Event, HandNamed, ObjectiveEntered, RankEntered
from companion.rules.refusal import Refused
from companion.rules.state import (
    ATREIDES,
    HARKONNEN,
    Cards,
    Hidden,
    LeaderStatus,
    Mode,
    Rules,
    Sietch,
    State,
    Turn,
)
from companion.rules.war import Camp, DesertWar
from companion.service.secrets import (
    ALL_EYES,
    NO_EYES,
    SECRET,
    Eyes,
    SeenGames,
    as_meant,
    carry_out,
    event_seen_by,
    seen_by,
    timeline_seen_by,
    with_secrets,
)
from companion.store.codec import EVENT_TYPES, FRAME_TYPES
from companion.store.timeline import Batch, Step, Timeline
from solo_bot.simulation.play import play_game

ATREIDES_EYES, HARKONNEN_EYES = SIDES[ATREIDES], SIDES[HARKONNEN]
EYES: tuple[Eyes, ...] = (NO_EYES, HARKONNEN_EYES, ATREIDES_EYES, ALL_EYES)


def named(eyes: Eyes) -> str:
    """Returns what tests with these eyes are called, the same in every process."""
    return "+".join(sorted(part.value for part in eyes)) or "nobody"


PARTNERS: tuple[Eyes, ...] = tuple(frozenset({part}) for part in Subfaction)
NAMES = {
    HARKONNEN: [card.id for card in CARDS.values() if card.deck in (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)],
    ATREIDES: [card.id for card in CARDS.values() if card.deck in (Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY)],
}


def _notes(state: State, random: Random) -> Iterator[Event]:
    facedown = [sietch.area for sietch in state.sietches if not sietch.revealed]
    if facedown and random.random() < 0.1:
        area = random.choice(facedown)
        yield RankEntered(area, random.choice((1, 2, 3, None))) if random.random() < 0.5 else _corrected(state, random)
    if random.random() < 0.02:
        faction = random.choice(tuple(Faction))
        held = cards_held(state, faction)
        yield HandNamed(faction, tuple(sorted(random.sample(NAMES[faction], min(held, 2)))))
        yield ObjectiveEntered((random.randrange(12), random.randrange(12), random.randrange(12)))


def _corrected(state: State, random: Random) -> BoardCorrected:
    areas = [area for area, army in state.legions(ATREIDES) if army.tokens]
    hands = tuple(tuple(sorted(random.choices(NAMES[faction], k=random.randrange(4)))) for faction in Faction)
    return BoardCorrected(
        replace(
            state,
            known_tokens=tuple((area, Army(random.randrange(1, 4))) for area in areas[:3]),
            hidden=Hidden(((random.randrange(12), 5, 5),)),
            cards=replace(state.cards, hands=(hands[0], hands[1])),
        )
    )


@cache
def played(mode: Mode, seed: int) -> tuple[Event, ...]:
    """A simulated game with notes."""
    state, found = State(), list[Event]()
    for batch in play_game(seed, mode=mode, inspect_each_batch=False).batches:
        for event in batch:
            found.append(event)
            state = evolve(state, event)
        for event in _notes(state, Random(f"{seed}/{len(found)}")):
            found.append(event)
            state = evolve(state, event)
    return tuple(found)


@pytest.mark.parametrize("mode", Mode)
def test_folding_the_events_that_eyes_see_leads_to_the_position_that_they_see(mode: Mode) -> None:
    for eyes in (*EYES, *(PARTNERS if mode is Mode.TEAM else ())):
        truth = told = State()
        hidden = 0
        for number, event in enumerate(played(mode, 1)):
            truth, told = evolve(truth, event), evolve(told, event_seen_by(event, eyes))
            assert told == seen_by(truth, eyes), (mode, set(eyes), number, event)
            hidden += told != truth
        assert (hidden > 100) == (eyes != ALL_EYES)


HARKONNEN_CARDS, ATREIDES_CARDS = ("hawats_scheming", "troop_carriers"), ("smugglers_b", "thumpers")


def a_full_position() -> State:
    """A position with a secret in each secret field."""
    state = State(cards=Cards(hand=2, hands=(HARKONNEN_CARDS, ATREIDES_CARDS)), reinforcements=3)
    area = state.sietches[0].area
    return replace(
        state.with_army(ATREIDES, area, Army(tokens=1)),
        sietches=tuple(replace(sietch, rank=1 + at % 3, revealed=at == 7) for at, sietch in enumerate(state.sietches)),
        known_tokens=((area, Army(special=2)),),
        hidden=Hidden(((4, 5, 6),)),
    )


def _others() -> Iterator[tuple[str, State, Faction]]:
    """Positions that differ from the full one in one secret: its name, and whose it is."""
    full = a_full_position()
    area = full.sietches[0].area
    for at in range(7):
        ranks = tuple(replace(s, rank=None) if at == n else s for n, s in enumerate(full.sietches))
        yield f"rank of sietch {at}", replace(full, sietches=ranks), ATREIDES
    yield "objective", replace(full, hidden=Hidden(((9, 9, 9),))), ATREIDES
    yield "second objective", replace(full, hidden=Hidden(((4, 5, 6), (1, 2, 3)))), ATREIDES
    yield "token", replace(full, known_tokens=((area, Army(regular=2)),)), ATREIDES
    for faction in Faction:
        hands = [full.cards.hands[one] if one is not faction else (NAMES[one][5],) for one in Faction]
        yield f"hand of {faction.id}", replace(full, cards=replace(full.cards, hands=(hands[0], hands[1]))), faction


@pytest.mark.parametrize(("state", "whose"), [pytest.param(s, f, id=name) for name, s, f in _others()])
def test_a_secret_is_seen_by_its_side_and_by_nobody_else(state: State, whose: Faction) -> None:
    for eyes in EYES:
        assert (seen_by(state, eyes) == seen_by(a_full_position(), eyes)) == eyes.isdisjoint(SIDES[whose])


def test_a_sietch_that_lies_face_up_has_its_rank_for_everybody() -> None:
    assert [sietch.rank for sietch in seen_by(a_full_position(), NO_EYES).sietches] == [None] * 7 + [2]


def test_where_nothing_is_hidden_the_position_is_the_same_object() -> None:
    full, bare = a_full_position(), State()
    assert seen_by(full, ALL_EYES) is full
    assert all(seen_by(bare, eyes) is bare for eyes in EYES)


OPEN = {
    State: "mode expansions rules round phase armies sietches settlements stations harvesters ornithopters carryalls"
    " wormsigns sandworms wild_maker atomics harvesting_sector target_sietch imperium bans spice_reserve supremacy"
    " prescience harkonnen_spent harkonnen_unused atreides_unused atreides_results leaders reinforcements black_tokens"
    " silver_tokens discard_top hawats_scheming_beside_board turn cards atreides_tokens bene_gesserit new_in_tank"
    " bene_gesserit_die frames winner forbidden_leaders just_out_of_tank chosen_result harkonnen_results"
    " corrino_results fremen_results harkonnen_bene_gesserit_die cones desert_war",
    Sietch: "area revealed home",
    Hidden: "",
    Cards: "decks hand discards prescience revealed claimed tactical attached reinforcement_decks burnt turned open"
    " claimed_cards by_app",
    Rules: "first_printing card_parts doubtful_border partners harkonnen_partners tank_at_end_of_turn"
    " advance_player_decides tokens_on_partial_departure",
    Turn: "moved step temporary_target ornithopter_used target",
    DesertWar: "escorts suspensors launchers sandriders camps camps_gone tokens card_ready success actions",
    Camp: "area symbol",
    LeaderStatus: "standing card_ready tank",
}
"""What lies open on the table: a new field goes here, or into SECRET and through ``seen_by``."""


@pytest.mark.parametrize("kind", OPEN, ids=lambda kind: kind.__name__)
def test_each_field_of_a_position_is_either_open_or_secret(kind: Any) -> None:
    assert {field.name for field in fields(kind)} == {*OPEN[kind].split(), *SECRET.get(kind, ())}
    assert not SECRET.get(kind, frozenset()) & set(OPEN[kind].split())


def test_each_event_and_frame_was_looked_at_for_secrets() -> None:
    found = {
        name for kind in (*EVENT_TYPES, *FRAME_TYPES) for name in (f"{kind.__name__}.{f.name}" for f in fields(kind))
    }
    assert found == set(LOOKED_AT.split())


def test_a_note_that_is_withheld_tells_only_who_made_it() -> None:
    one, other = (event_seen_by(RankEntered(area, 3), HARKONNEN_EYES) for area in (5, 17))
    assert one == other == event_seen_by(ObjectiveEntered((1, 2, 3)), NO_EYES)
    assert event_seen_by(RankEntered(5, 3), ATREIDES_EYES) == RankEntered(5, 3)


@pytest.mark.parametrize("eyes", (*EYES, *PARTNERS), ids=named)
def test_a_correction_keeps_what_its_maker_does_not_see(eyes: Eyes) -> None:
    full = a_full_position()
    assert with_secrets(seen_by(full, eyes), full, eyes) == full
    meant = as_meant(CorrectBoard(replace(seen_by(full, eyes), supremacy=4)), full, eyes)
    assert meant == CorrectBoard(replace(full, supremacy=4))
    assert as_meant(EnterRank(5, 2), full, eyes) == EnterRank(5, 2)


HOUSE, FREMEN = frozenset({Subfaction.HOUSE_ATREIDES}), frozenset({Subfaction.FREMEN_ALLY})
OUR_CARDS, FREMEN_CARDS = ("smugglers_b", "war_plan"), ("shai_hulud", "thumpers")


@pytest.mark.rule("R-50", tries=True)
def test_R_50_a_partner_sees_the_cards_of_the_own_deck_and_no_others() -> None:
    """Also of a note; a card that House Atreides drew for the ally both may see, and nobody else (TEAM-2)."""
    hand = tuple(sorted((*OUR_CARDS, *FREMEN_CARDS)))
    state = replace(State(), cards=Cards(hand=4, hands=((), hand)))
    note = HandNamed(ATREIDES, hand, None, ("thumpers",))
    for eyes, seen, looked_at in (
        (HOUSE, OUR_CARDS, note.looked_at),
        (FREMEN, FREMEN_CARDS, note.looked_at),
        (HARKONNEN_EYES, (), ()),
        (NO_EYES, (), ()),
    ):
        assert seen_by(state, eyes).cards.hands[ATREIDES] == seen
        assert event_seen_by(note, eyes) == HandNamed(ATREIDES, seen, None, looked_at)
        assert seen_by(a_full_position(), HOUSE).hidden == a_full_position().hidden


@pytest.mark.rule("R-50")
def test_R_50_what_a_partner_tells_keeps_the_cards_of_the_other_unless_there_is_no_room_for_them() -> None:
    state = replace(State(), cards=Cards(hand=3, hands=((), (OUR_CARDS[0], *FREMEN_CARDS))))
    told = as_meant(NameHand(ATREIDES, OUR_CARDS[1:]), state, HOUSE)
    assert told == NameHand(ATREIDES, tuple(sorted((OUR_CARDS[1], *FREMEN_CARDS))))
    assert as_meant(NameHand(ATREIDES, FREMEN_CARDS), state, HOUSE) == NameHand(ATREIDES, FREMEN_CARDS)
    assert as_meant(NameHand(ATREIDES, OUR_CARDS), state, HOUSE) == NameHand(ATREIDES, OUR_CARDS)
    assert as_meant(NameHand(ATREIDES, ()), state, ATREIDES_EYES) == NameHand(ATREIDES, ())


def _turned() -> tuple[State, RevealSietch]:
    """A position in which a facedown sietch with a note may be turned, and the command that says another rank."""
    state = State()
    for event in played(Mode.DUEL, 1):
        state = evolve(state, event)
        for sietch in state.sietches:
            wish = RevealSietch(sietch.area, 1 + (sietch.rank or 0) % 3)
            if sietch.rank and [reason.code for reason in check(state, wish)] == ["rank_was_entered"]:
                return state, wish
    raise LookupError("no sietch of the game may be turned")


def test_no_refusal_tells_what_was_noted() -> None:
    state, wish = _turned()
    with pytest.raises(Refused) as known:
        carry_out(state, wish, ATREIDES_EYES)
    assert [reason.code for reason in known.value.refusals] == ["rank_was_entered"]
    for eyes in (NO_EYES, HARKONNEN_EYES):
        after, _events = carry_out(state, wish, eyes)
        assert after.sietch(wish.area) == Sietch(wish.area, wish.rank, True)
        with pytest.raises(Refused) as told:
            carry_out(state, RevealSietch(wish.area, 9), eyes)
        assert told.value.refusals == check(seen_by(state, eyes), RevealSietch(wish.area, 9))


def test_a_correction_drops_secrets_whose_place_is_gone() -> None:
    full = a_full_position()
    area = full.sietches[0].area
    seen = seen_by(full, NO_EYES)
    wished = replace(
        seen.with_army(ATREIDES, area, None),
        sietches=tuple(replace(s, revealed=True, rank=3) if s.area == area else s for s in seen.sietches[:-2]),
        reinforcements=0,
    )
    found = with_secrets(wished, full, NO_EYES)
    assert [sietch.rank for sietch in found.sietches] == [3, *(s.rank for s in full.sietches[1:-2])]
    assert not found.known_tokens
    assert found.cards.hands == ((), full.cards.hands[ATREIDES])


def _timeline(events: tuple[Event, ...], size: int = 3) -> Timeline:
    state, steps = State(), list[Step]()
    for first in range(0, len(events), size):
        some = events[first : first + size]
        for event in some:
            state = evolve(state, event)
        batch = Batch(first + 1, first + len(some), "Command", 1, datetime(2026, 1, 1, tzinfo=UTC), some)
        steps.append(Step(batch, state))
    return Timeline(len(events), tuple(steps[:-4]), tuple(steps[-4:]), tuple(step.batch for step in steps))


def test_a_game_is_hidden_step_by_step_and_what_was_hidden_before_is_taken_over() -> None:
    whole = _timeline(played(Mode.DUEL, 1))
    middle = len(whole.steps) // 2
    part = replace(whole, steps=whole.steps[:middle], undone=(), batches=whole.batches[:middle])
    games = SeenGames()
    for eyes in EYES:
        first = games.timeline("g", part, eyes)
        found = games.timeline("g", whole, eyes)
        assert found == timeline_seen_by(whole, eyes)
        assert all(step.state == seen_by(true.state, eyes) for step, true in zip(found.steps, whole.steps, strict=True))
        assert all(one is other for one, other in zip(first.steps, found.steps, strict=False))
        assert games.timeline("g", whole, eyes) is found
        assert [step.batch for step in (*found.steps, *found.undone)] == list(found.batches)


def test_what_is_kept_for_some_eyes_is_never_given_to_others() -> None:
    games, whole = SeenGames(), _timeline(played(Mode.DUEL, 1))
    found = {eyes: games.timeline("g", whole, eyes) for eyes in EYES}
    for eyes in reversed(EYES):
        assert games.timeline("g", whole, eyes) is found[eyes]
    assert len({id(timeline) for timeline in found.values()}) == len(EYES)


LOOKED_AT = """
HarkonnenDiceRolled.rolled BeneGesseritUsed.ally DieSpent.fremen ObjectiveEntered.replaces
ActionFrame.faction ActionFrame.action ActionFrame.moves ActionFrame.attack ActionFrame.surprise
ActionFrame.leaders_only ActionFrame.placements ActionFrame.draws ActionFrame.only ActionFrame.leaders
ActionFrame.replacements ActionFrame.worms ActionFrame.plays ActionFrame.strong
ActionStepped.step
AtomicsDetonated.area
AtreidesCardFrame.card AtreidesCardFrame.branch AtreidesCardFrame.step AtreidesCardFrame.part
AtreidesCardFrame.area AtreidesCardFrame.sector AtreidesCardFrame.left
AtreidesDiceRolled.fremen AtreidesDiceRolled.rolled
AtreidesDiceRolled.results AtreidesDiceRolled.source
BattleBegan.attacker BattleBegan.attacker_area BattleBegan.area BattleBegan.surprise BattleBegan.zone
BattleEnded.area BattleEnded.winner BattleEnded.how
BattleFrame.attacker BattleFrame.attacker_area BattleFrame.area BattleFrame.surprise BattleFrame.stage
BattleFrame.round BattleFrame.sides BattleFrame.free_continue BattleFrame.zone
BeneGesseritGained.faction BeneGesseritGained.count
BeneGesseritUsed.faction BeneGesseritUsed.result
BoardCorrected.state
CardAttached.card
CardDetached.card
CardDiscarded.card CardDiscarded.deck CardDiscarded.to_reinforcements CardDiscarded.beside
CardFrame.card CardFrame.deck CardFrame.step CardFrame.area CardFrame.done CardFrame.part
CardPlayed.card
CardRevealed.card CardRevealed.deck
CardsDrawn.deck CardsDrawn.count CardsDrawn.to_reinforcements CardsDrawn.turned
CardsFrame.decks
CombatCounted.attacker CombatCounted.armies CombatCounted.rolls CombatCounted.leaders CombatCounted.hits
CombatCounted.cards CombatCounted.rank CombatCounted.source
ConeDiscarded.faction
DeckReshuffled.deck
DiceRolled.cause DiceRolled.faction DiceRolled.area DiceRolled.faces DiceRolled.bonus DiceRolled.sector
DiceRolled.source
DiceSetAside.count DiceSetAside.unused
DieDiscarded.faction DieDiscarded.result
DieSpent.faction DieSpent.result DieSpent.use DieSpent.source DieSpent.corrino DieSpent.ally
EndFrame.stage EndFrame.tokens EndFrame.sietches
FiguresPlaced.faction FiguresPlaced.area FiguresPlaced.figures FiguresPlaced.cause
FiguresRemoved.faction FiguresRemoved.area FiguresRemoved.figures FiguresRemoved.cause
GameOverFrame.winner GameOverFrame.rule
GameStarted.rules GameStarted.mode
GameWon.winner GameWon.rule
GarrisonFrame.area
DiscardFrame.faction DiscardFrame.count
HandDiscarded.faction HandDiscarded.count HandDiscarded.cause HandDiscarded.top HandDiscarded.cards
HandNamed.faction HandNamed.cards HandNamed.source HandNamed.looked_at
HarkonnenCardPlayed.card HarkonnenCardPlayed.deck
HarkonnenDiceRolled.results HarkonnenDiceRolled.corrino HarkonnenDiceRolled.source
HarkonnenResultChosen.result
HarvestingSectorSet.sector
HazardsFrame.stage HazardsFrame.areas HazardsFrame.worms
HitsFrame.cause HitsFrame.faction HitsFrame.area HitsFrame.hits
HitsTaken.faction HitsTaken.area HitsTaken.removed HitsTaken.cause
ImperiumLowered.power ImperiumLowered.row
LeaderCardTurned.leader LeaderCardTurned.ready
LeaderEntered.leader
LeaderLeft.leader
LeaderReplaced.old LeaderReplaced.new
LeaderSetAside.leader
LeaderTanked.leader LeaderTanked.pushed_out
LeadersForbidden.leaders
LegionMoved.faction LegionMoved.source LegionMoved.target LegionMoved.figures LegionMoved.cause
LegionMoved.zone LegionMoved.sandriding
MoveRecorded.area MoveRecorded.figures MoveRecorded.temporary_target MoveRecorded.ornithopter_used
MoveRecorded.target
ObjectiveEntered.steps ObjectiveEntered.replaces
PhaseBegan.phase
PrescienceAdvanced.marker PrescienceAdvanced.steps PrescienceAdvanced.cause
PrescienceClaimed.card
PrescienceCleared.count PrescienceCleared.reshuffled
PrescienceNamed.cards
PrescienceRevealed.count
RankEntered.area RankEntered.rank
RevealSietchFrame.area
RevealTokensFrame.faction RevealTokensFrame.area RevealTokensFrame.cause
RollFrame.cause RollFrame.faction RollFrame.area RollFrame.dice RollFrame.values RollFrame.remove_worm
RollFrame.sector
RoundBegan.round
RoundStartFrame.harvesting_card
SandwormMoved.source SandwormMoved.target
SandwormPlaced.area SandwormPlaced.worm_from SandwormPlaced.wild
SandwormRemoved.area SandwormRemoved.cause
SetupFrame.open
SietchMoved.source SietchMoved.target
SietchRevealed.area SietchRevealed.rank
SpiceCollected.spice SpiceCollected.harvesters
SpiceFrame.collected
SpiceSpent.imperium SpiceSpent.bans SpiceSpent.reserve
StackingFrame.faction StackingFrame.area StackingFrame.excess
StationFrame.area
StationTaken.area StationTaken.marker StationTaken.source
StepChanged.frame
StepOpened.frame
StrongholdDestroyed.faction StrongholdDestroyed.area StrongholdDestroyed.rank
SupremacyAdvanced.steps SupremacyAdvanced.cause
TacticalDrawn.card TacticalDrawn.role TacticalDrawn.source
TalkFrame.faction
TankAdvanced.faction TankAdvanced.left TankAdvanced.at_once
TankFrame.faction TankFrame.leaders
TankOrdered.faction TankOrdered.leaders
TargetSet.area
TokensPlaced.faction TokensPlaced.area TokensPlaced.black TokensPlaced.silver TokensPlaced.atreides
TokensRevealed.faction TokensRevealed.area TokensRevealed.tokens TokensRevealed.figures TokensRevealed.black
TokensRevealed.silver
TokensSwapped.first TokensSwapped.second
TurnEnded.faction
TurnFrame.faction TurnFrame.acted TurnFrame.spent_die TurnFrame.forced TurnFrame.corrino TurnFrame.ally
UnitsReplaced.faction UnitsReplaced.area UnitsReplaced.count UnitsReplaced.old UnitsReplaced.new
UnitsReplaced.cause
VehiclePlaced.kind VehiclePlaced.place VehiclePlaced.taken
VehicleRemoved.kind VehicleRemoved.place VehicleRemoved.cause
VehiclesFrame.harvesters VehiclesFrame.carryalls VehiclesFrame.ornithopters
WildMakerPlaced.area
Withheld.faction
WormFrame.area WormFrame.rescue WormFrame.retreated
WormsignFrame.area
WormsignPlaced.area WormsignPlaced.cause WormsignPlaced.taken
WormsignRemoved.area WormsignRemoved.token WormsignRemoved.cause WormsignRemoved.source
GameStarted.expansions VehiclePlaced.escort CampGiven.area CampGiven.symbol CampPlaced.area CampRemoved.area
CampRemoved.cause EscortJoined.zone EscortJoined.area LaunchersRolled.sector LaunchersRolled.successes
LaunchersRolled.faces LaunchersRolled.source RidersCardTurned.ready SuccessNamed.symbol TroopMoved.troop
TroopMoved.source TroopMoved.target TroopPlaced.troop TroopPlaced.area TroopPlaced.count TroopRemoved.troop
TroopRemoved.area TroopRemoved.cause TroopRemoved.count WarActionOpened.faction WarActionTaken.faction
WarTokensPlaced.count VehiclesFrame.escort ActionFrame.escort ActionFrame.riders ActionFrame.mount
CardFrame.escort LaunchersFrame.sector LaunchersFrame.areas LaunchersFrame.dice LaunchersFrame.left
LaunchersFrame.harvester RiderFrame.area
"""
"""The fields of all events and frames that were looked at: does a new one say what a side hides? Then SECRET and
``event_seen_by`` have to know it."""
