"""Games in which people play the Harkonnen: set-up, dice, turns, cards, scouting, the end of a round, partners."""

from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any

import pytest

from companion.content import DECK_CARDS
from companion.content.terms import Deck, Phase, Power, Result, Subfaction, UnitKind, VehicleKind
from companion.rules import Army, Rules, State, check, evolve
from companion.rules.ask.turns import in_charge
from companion.rules.commands import (
    BeginGame,
    CardFinished,
    CardStepDone,
    CardWithoutEffect,
    CleanUp,
    CollectSpice,
    DismissHawat,
    DrawCards,
    DrawHarkonnenCards,
    EndRound,
    EndTurn,
    EndVehicles,
    EnterObjective,
    EnterRank,
    FinishAction,
    FinishClaims,
    PlaceStartingFigures,
    PlaceVehicle,
    PlayHarkonnenCard,
    ReplaceUnits,
    RevealSietch,
    RevealTokens,
    RollAtreidesDice,
    RollHarkonnenDice,
    RollHarkonnenDie,
    Scout,
    SpendDie,
    SpendSpice,
    StartGame,
    TalkInSecret,
    UseBeneGesserit,
    UseHarkonnenLeader,
)
from companion.rules.events import CardsDrawn, DeckReshuffled, HandDiscarded, StepOpened
from companion.rules.frames import (
    ActionFrame,
    AtreidesRollFrame,
    Cause,
    ClaimsFrame,
    EndFrame,
    EndStage,
    HarkonnenRollFrame,
    HazardsFrame,
    HazardStage,
    RevealTokensFrame,
    SetupFrame,
    SpiceFrame,
    TurnFrame,
    VehiclesFrame,
)
from companion.rules.legal import legal_commands
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Sietch, Standing
from companion.rules.teams import harkonnen_splits
from tests.rules.flow.table import area, codes, events, harkonnen_card, play, position, zone

LEADERSHIP, STRATEGY, DEPLOYMENT, MENTAT, HOUSE = Result
DICE = (LEADERSHIP, STRATEGY, DEPLOYMENT, MENTAT, HOUSE)
FOUR = Rules(partners=2, harkonnen_partners=2)


def people(*frames: Any, mode: Mode = Mode.DUEL, **changes: Any) -> State:
    """A position between people, the Harkonnen dice rolled, Harkonnen to act."""
    legions = changes.pop("harkonnen", {"carthag": Army(regular=4, generic=1)}), changes.pop("atreides", {})
    dice: dict[str, Any] = {"harkonnen_results": DICE, "harkonnen_unused": 5, "reinforcements": 3}
    return position(*legions, *(frames or (TurnFrame(HARKONNEN),)), mode=mode, **(dice | changes))


def opened(mode: Mode = Mode.DUEL, rules: Rules | None = None) -> State:
    state = play(State(), StartGame(rules or Rules(), mode))
    assert isinstance(state.frame, SetupFrame)
    figures = Army(regular=3, elite=1, generic=1)
    return play(state, *(PlaceStartingFigures(place, figures) for place in state.frame.open), BeginGame())


@pytest.mark.rule("ROUND-1", "SETUP-2", "SETUP-6", tries=True)
def test_ROUND_1_between_people_three_prescience_cards_lie_open_and_vehicles_come_first() -> None:
    state = opened()
    assert isinstance(state.frame, VehiclesFrame)
    assert (state.phase, state.cards.revealed, state.cards.hand, state.reinforcements) == (Phase.VEHICLES, 3, 2, 2)
    assert (state.target_sietch, state.harvesting_sector, state.bene_gesserit) == (None, None, (0, 1))
    assert (state.black_tokens, state.silver_tokens) == (0, 0)


def test_a_whole_round_of_two_players() -> None:
    """Every step of a round once, each side's commands by the side."""
    state = play(opened(), EnterObjective((7, 7, 7)))
    state = play(state, PlaceVehicle(VehicleKind.HARVESTER, area("ne_5")), EndVehicles())
    assert isinstance(state.frame, HarkonnenRollFrame)
    unused = state.harkonnen_unused
    state = play(state, RollHarkonnenDice((DICE * 2)[:unused]))
    assert isinstance(state.frame, AtreidesRollFrame)
    state = play(state, RollAtreidesDice((STRATEGY, MENTAT, MENTAT, DEPLOYMENT)))
    while not isinstance(state.frame, ClaimsFrame):
        die = (state.atreides_results or (None,))[0] if state.frame == TurnFrame(ATREIDES) else None
        if state.frame == TurnFrame(ATREIDES) and die is not None:
            state = play(state, SpendDie(die, die), FinishAction(), EndTurn())
        elif state.frame == TurnFrame(ATREIDES):
            state = play(state, EndTurn())
        else:
            theirs = (state.harkonnen_results or ())[0]
            state = play(state, SpendDie(theirs, theirs, HARKONNEN), FinishAction(), EndTurn())
    assert state.harkonnen_unused == 0
    assert len(state.harkonnen_spent) == unused
    state = play(state, FinishClaims())
    assert isinstance(state.frame, HazardsFrame)
    notes = (EnterRank, EnterObjective)
    while state.phase is Phase.HAZARDS:
        state = play(state, next(one for one in legal_commands(state) if not isinstance(one, notes)))
    state = play(state, CollectSpice())
    spice = state.frame.collected if isinstance(state.frame, SpiceFrame) else 0
    assert spice < 6
    state = play(state, SpendSpice((2, 2, 2), frozenset(Power), 0, min(1, spice)))
    state = play(state, FinishClaims(), CleanUp(), EndRound())
    assert (state.round, state.supremacy) == (2, 0)
    assert isinstance(state.frame, VehiclesFrame)


@pytest.mark.rule("ACT-1")
def test_ACT_1_at_most_three_harkonnen_dice_of_a_result() -> None:
    state = people(HarkonnenRollFrame(), harkonnen_results=None, harkonnen_unused=4)
    assert codes(state, RollHarkonnenDice((HOUSE,) * 4)) == [("ACT-1", "too_many_dice_of_a_result")]
    for number in (3, 5):
        assert codes(state, RollHarkonnenDice((HOUSE,) * number)) == [("ACT-1", "wrong_number_of_dice")]
    state = play(state, RollHarkonnenDice((HOUSE, HOUSE, LEADERSHIP, HOUSE)))
    assert state.harkonnen_results == (LEADERSHIP, HOUSE, HOUSE, HOUSE)
    assert state.frame == AtreidesRollFrame()
    solo = replace(people(), mode=Mode.SOLO)
    assert codes(solo, RollHarkonnenDice(DICE[:2])) == [("ACT-1", "not_now")]


@pytest.mark.rule("ACT-2")
def test_ACT_2_the_harkonnen_place_their_token_before_the_atreides() -> None:
    own = (STRATEGY, STRATEGY, MENTAT, HOUSE)
    dice: dict[str, Any] = {"atreides_results": own, "atreides_unused": 4, "bene_gesserit": (1, 1)}
    state = people(TurnFrame(ATREIDES), harkonnen_results=(LEADERSHIP, STRATEGY), harkonnen_unused=2, **dice)
    assert codes(state, UseBeneGesserit(STRATEGY, HARKONNEN)) == [("ACT-2", "not_the_fewest_dice")]
    theirs = play(state, UseBeneGesserit(HOUSE, HARKONNEN))
    assert (theirs.harkonnen_results, theirs.harkonnen_unused) == ((LEADERSHIP, STRATEGY, HOUSE), 3)
    assert (theirs.bene_gesserit, theirs.harkonnen_bene_gesserit_die) == ((0, 1), HOUSE)
    assert codes(replace(theirs, bene_gesserit=(1, 1)), UseBeneGesserit(MENTAT, HARKONNEN)) == [("ACT-2", "not_now")]
    after = play(state, UseBeneGesserit(LEADERSHIP))
    assert codes(after, UseBeneGesserit(HOUSE, HARKONNEN)) == [("ACT-2", "not_now")]


@pytest.mark.rule("ACT-3")
def test_ACT_3_people_spend_harkonnen_dice_and_end_their_turn() -> None:
    state = people()
    assert codes(state, RollHarkonnenDie(HOUSE)) == [("ACT-3", "not_now")]
    assert codes(state, SpendDie(STRATEGY, STRATEGY)) == [("ACT-3", "not_your_turn")]
    assert codes(state, SpendDie(HOUSE, STRATEGY, HARKONNEN)) == [("ACT-3", "die_shows_other")]
    assert codes(state, EndTurn()) == [("ACT-3", "must_act")]
    spent = play(state, SpendDie(STRATEGY, STRATEGY, HARKONNEN))
    assert (spent.harkonnen_unused, spent.harkonnen_spent) == (4, (STRATEGY,))
    assert codes(spent, SpendDie(HOUSE, HOUSE, HARKONNEN)) == [("ACT-3", "not_now")]
    done = play(spent, FinishAction())
    assert done.frame == TurnFrame(HARKONNEN, acted=True, spent_die=True)
    assert codes(done, SpendDie(HOUSE, HOUSE, HARKONNEN)) == [("ACT-3", "already_acted")]
    assert play(replace(done, atreides_unused=1, atreides_results=(HOUSE,)), EndTurn()).frame == TurnFrame(ATREIDES)


@pytest.mark.rule("ACT-HOUSE-H")
def test_ACT_HOUSE_H_people_replace_units_or_place_vehicles_not_both() -> None:
    state = play(people(), SpendDie(HOUSE, HOUSE, HARKONNEN))
    swap = ReplaceUnits(HARKONNEN, area("carthag"), 1, UnitKind.REGULAR, UnitKind.ELITE)
    carryall = PlaceVehicle(VehicleKind.CARRYALL, zone("az_ne"))
    swapped = play(state, swap)
    assert codes(swapped, carryall) == [("ACT-HOUSE-H", "no_vehicle_of_kind_due")]
    assert codes(swapped, swap) == []
    placed = play(state, carryall)
    assert codes(placed, swap) == [("ACT-HOUSE-H", "not_now")]
    assert play(placed, PlaceVehicle(VehicleKind.ORNITHOPTER, zone("az_ne"))).carryalls == ()


@pytest.mark.rule("ACT-MENTAT")
def test_ACT_MENTAT_harkonnen_draw_from_their_own_decks() -> None:
    state = play(people(), SpendDie(MENTAT, MENTAT, HARKONNEN))
    assert codes(state, DrawHarkonnenCards((Deck.CORRINO_ALLY, Deck.HOUSE_HARKONNEN))) == [("CARD-1", "not_now")]
    assert codes(state, DrawCards((Deck.FREMEN_ALLY,))) == [("ACT-MENTAT", "wrong_deck")]
    assert play(state, DrawCards((Deck.CORRINO_ALLY, Deck.CORRINO_ALLY))).reinforcements == 5


@pytest.mark.rule("LEADER-2")
def test_LEADER_2_the_specials_of_people_have_their_own_counts() -> None:
    state = people().with_leader("thufir_hawat", standing=Standing.READY)
    hawat = play(state, SpendDie(MENTAT, MENTAT, HARKONNEN), UseHarkonnenLeader("thufir_hawat"))
    assert codes(hawat, DrawCards((Deck.CORRINO_ALLY,))) == [("ACT-MENTAT", "wrong_deck")]
    assert play(hawat, DrawCards((Deck.HOUSE_HARKONNEN,) * 3)).reinforcements == 6
    state = people().with_leader("gaius_helen_mohiam", standing=Standing.READY)
    mohiam = play(state, SpendDie(MENTAT, MENTAT, HARKONNEN), UseHarkonnenLeader("gaius_helen_mohiam"))
    mohiam = play(mohiam, DrawCards((Deck.CORRINO_ALLY,) * 2))
    assert isinstance(mohiam.frame, ActionFrame)
    playing = play(mohiam, PlayHarkonnenCard(None, "sandmasters"))
    assert playing.reinforcements == 4
    assert play(playing, CardFinished()).frame == TurnFrame(HARKONNEN, acted=True, spent_die=True)


@pytest.mark.rule("CARD-1")
def test_CARD_1_people_play_a_card_for_a_die_and_choose_its_parts() -> None:
    state = people()
    assert codes(state, PlayHarkonnenCard(None, "sandmasters")) == [("ACT-3", "no_such_die")]
    for card in ("thumpers", "nothing"):
        assert codes(state, PlayHarkonnenCard(HOUSE, card)) == [("CARD-1", "unknown_card")]
    state = play(state, PlayHarkonnenCard(HOUSE, "workhorse_of_arrakis"))
    assert (state.reinforcements, state.harkonnen_spent) == (2, (HOUSE,))
    assert codes(state, CardStepDone()) == [("CARD-1", "not_now")]
    assert codes(state, CardWithoutEffect()) == [("CARD-1", "not_now")]
    harvester = PlaceVehicle(VehicleKind.HARVESTER, area("ne_5"))
    state = play(state, harvester)
    assert codes(state, PlaceVehicle(VehicleKind.HARVESTER, area("ne_13"))) == [("CARD-1", "no_vehicle_of_kind_due")]
    state = play(state, PlaceVehicle(VehicleKind.CARRYALL, zone("az_ne")))
    assert isinstance(state.frame, ActionFrame)
    state = play(state, DrawCards((Deck.CORRINO_ALLY, Deck.HOUSE_HARKONNEN)), CardFinished())
    assert (state.reinforcements, state.cards.discards) == (4, ("workhorse_of_arrakis",))
    assert codes(state, SpendDie(MENTAT, MENTAT, HARKONNEN)) == [("ACT-3", "already_acted")]


@pytest.mark.rule("CARD-1")
def test_CARD_1_a_card_that_lets_another_be_played_asks_for_no_die() -> None:
    state = play(people(), PlayHarkonnenCard(HOUSE, "breeding_program"), CardStepDone())
    assert state.bene_gesserit[HARKONNEN] == 1
    assert codes(state, PlayHarkonnenCard(MENTAT, "sardaukar_pogrom")) == [("ACT-3", "not_now")]
    state = play(state, PlayHarkonnenCard(None, "sardaukar_pogrom"))
    assert (state.reinforcements, len(state.harkonnen_spent)) == (1, 1)


@pytest.mark.rule("CARD-1")
def test_CARD_1_an_exhausted_deck_of_people_is_not_reshuffled() -> None:
    empty = replace(people().cards, decks=(0, 5, 9, 9), discards=("sandmasters",))
    state = play(replace(people(), cards=empty), SpendDie(MENTAT, MENTAT, HARKONNEN))
    assert codes(state, DrawCards((Deck.HOUSE_HARKONNEN,))) == [("CARD-1", "deck_exhausted")]


def watched(**changes: Any) -> State:
    there = {"gara_kulon": Army(tokens=2, generic=1)}
    sietches = (Sietch(area("gara_kulon")), Sietch(area("windgap")))
    return people(atreides=there, sietches=sietches, ornithopters=(zone("az_ne"),), **changes)


@pytest.mark.rule("FREE-2")
def test_FREE_2_an_ornithopter_is_removed_to_turn_what_lies_facedown_in_an_area() -> None:
    scout = Scout(zone("az_ne"), area("gara_kulon"))
    state = play(watched(), scout)
    assert state.ornithopters == ()
    state = play(state, RevealSietch(area("gara_kulon"), 2))
    state = play(state, RevealTokens(ATREIDES, area("gara_kulon"), 2, Army(regular=3)))
    assert state.frame == TurnFrame(HARKONNEN)
    assert (state.sietch(area("gara_kulon")) or Sietch(0)).revealed
    only_tokens = play(watched(), replace(scout, sietch=False))
    assert codes(only_tokens, RevealSietch(area("gara_kulon"), 2)) == [("BATTLE-2", "not_now")]


@pytest.mark.rule("FREE-2", "BAN-2")
def test_FREE_2_not_elsewhere_not_under_the_ban_not_in_another_turn_not_in_solo() -> None:
    scout, here = Scout(zone("az_ne"), area("gara_kulon")), watched()
    assert codes(here, Scout(zone("az_ne"), area("windgap"))) == [("FREE-2", "zone_of_other_sector")]
    assert codes(here, Scout(zone("az_east"), area("gara_kulon")))[0] == ("FREE-2", "no_ornithopter_there")
    assert codes(replace(here, bans=frozenset({Power.SPACING_GUILD})), scout) == [("BAN-2", "scouting_banned")]
    bare = replace(here, sietches=(Sietch(area("gara_kulon"), 2, True),))
    hidden = replace(here, sietches=(Sietch(area("windgap")),))
    for place, wish in ((bare, replace(scout, tokens=False)), (hidden, Scout(zone("az_ne"), area("windgap"), False))):
        assert ("FREE-2", "nothing_facedown_there") in codes(place, wish)
    assert [StepOpened(RevealTokensFrame(ATREIDES, area("gara_kulon"), Cause.REVEAL))] == [
        event for event in events(bare, scout) if isinstance(event, StepOpened)
    ]
    for other in (replace(here, frames=(TurnFrame(ATREIDES),)), replace(here, mode=Mode.SOLO)):
        assert codes(other, scout) == [("FREE-2", "not_now")]
    within = play(here, SpendDie(STRATEGY, STRATEGY, HARKONNEN))
    after = play(within, FinishAction())
    assert codes(within, scout) == codes(after, scout) == []


@pytest.mark.rule("LEADER-4")
def test_LEADER_4_two_cards_from_the_hand_send_thufir_hawat_away() -> None:
    state = people().with_leader("thufir_hawat", standing=Standing.READY)
    assert codes(people(), DismissHawat(2)) == [("LEADER-4", "leader_not_in_play")]
    assert codes(state, DismissHawat(1)) == [("LEADER-4", "wrong_number_of_cards")]
    assert codes(replace(state, reinforcements=1), DismissHawat(2)) == [("LEADER-4", "not_so_many_in_hand")]
    assert codes(state, PlayHarkonnenCard(HOUSE, "hawats_scheming")) == [("LEADER-4", "card_not_played")]
    gone = play(state, DismissHawat(2))
    assert gone.leader("thufir_hawat").standing is Standing.REMOVED
    assert gone.leader("gaius_helen_mohiam").standing is Standing.READY
    assert (gone.bene_gesserit, gone.reinforcements) == ((1, 1), 1)
    assert gone.cards.discards == ("hawats_scheming",) * 2
    assert gone.frame == TurnFrame(HARKONNEN)
    assert codes(gone, DismissHawat(2))[0] == ("LEADER-4", "leader_not_in_play")
    assert codes(replace(state, mode=Mode.SOLO), DismissHawat(2)) == [("LEADER-4", "not_now")]


@pytest.mark.rule("TEAM-1")
def test_TEAM_1_partners_have_three_cones_of_silence() -> None:
    assert opened(Mode.TEAM, FOUR).cones == (3, 3)
    assert opened(Mode.TEAM, Rules(partners=2)).cones == (0, 3)
    assert opened().cones == (0, 0)
    state = people(mode=Mode.TEAM, rules=FOUR, cones=(1, 0))
    assert play(state, TalkInSecret(HARKONNEN)).cones == (0, 0)
    assert codes(state, TalkInSecret(ATREIDES)) == [("TEAM-1", "no_cone_left")]


@pytest.mark.rule("TEAM-1")
@pytest.mark.parametrize(
    "mode, harkonnen, atreides, right",
    [
        (Mode.SOLO, 1, 2, True),
        (Mode.SOLO, 2, 1, False),
        (Mode.DUEL, 1, 1, True),
        (Mode.DUEL, 1, 2, False),
        (Mode.TEAM, 2, 1, True),
        (Mode.TEAM, 2, 2, True),
        (Mode.TEAM, 1, 1, False),
        (Mode.TEAM, 1, 3, False),
    ],
)
def test_TEAM_1_who_shares_a_faction_depends_on_the_mode(
    mode: Mode, harkonnen: int, atreides: int, right: bool
) -> None:
    found = codes(State(), StartGame(Rules(partners=atreides, harkonnen_partners=harkonnen), mode))
    assert found == ([] if right else [("TEAM-1", "wrong_number_of_partners")])


@pytest.mark.rule("TEAM-2")
def test_TEAM_2_partners_keep_four_cards_each_and_play_their_own_deck() -> None:
    shared = people(mode=Mode.TEAM, rules=FOUR, corrino_results=(STRATEGY, DEPLOYMENT))
    corrino = PlayHarkonnenCard(DEPLOYMENT, "sardaukar_pogrom", corrino=True)
    assert codes(shared, corrino) == []
    assert codes(shared, PlayHarkonnenCard(DEPLOYMENT, "sandmasters", corrino=True)) == [("TEAM-2", "card_of_partner")]
    assert codes(shared, PlayHarkonnenCard(HOUSE, "sardaukar_pogrom")) == [("TEAM-2", "card_of_partner")]
    end = replace(shared, frames=(EndFrame(EndStage.CLEANUP),), reinforcements=9)
    assert codes(end, CleanUp()) == [("TEAM-2", "hands_over_limit")]
    assert codes(end, CleanUp(discarded=1)) == []


@pytest.mark.rule("TEAM-3")
@pytest.mark.parametrize(
    "rolled, house, corrino",
    [
        ((LEADERSHIP, LEADERSHIP, STRATEGY, MENTAT), (LEADERSHIP, LEADERSHIP), (STRATEGY, MENTAT)),
        ((LEADERSHIP, STRATEGY, MENTAT), (LEADERSHIP, MENTAT), (STRATEGY,)),
        ((LEADERSHIP, LEADERSHIP, LEADERSHIP, HOUSE), (LEADERSHIP, LEADERSHIP, HOUSE), (STRATEGY,)),
    ],
)
def test_TEAM_3_dice_go_where_their_result_is_and_the_rest_evens_out(
    rolled: tuple[Result, ...], house: tuple[Result, ...], corrino: tuple[Result, ...]
) -> None:
    assert (house, corrino) in harkonnen_splits(rolled)
    state = people(
        HarkonnenRollFrame(), mode=Mode.TEAM, rules=FOUR, harkonnen_results=None, harkonnen_unused=len(rolled)
    )
    done = play(state, RollHarkonnenDice((*house, *corrino), corrino, rolled))
    assert sorted(done.corrino_results) == sorted(corrino)
    wrong = RollHarkonnenDice((*corrino, *house), house, rolled)
    assert codes(state, wrong) == [("TEAM-3", "other_split_of_dice")]


@pytest.mark.rule("TEAM-3")
def test_TEAM_3_without_the_roll_each_dashboard_is_tested_by_its_spaces() -> None:
    state = people(HarkonnenRollFrame(), mode=Mode.TEAM, rules=FOUR, harkonnen_results=None, harkonnen_unused=3)
    for results, limit in (((HOUSE,) * 3, 2), ((HOUSE, HOUSE, STRATEGY), 0)):
        (reason,) = check(state, RollHarkonnenDice(results))
        assert (reason.rule, reason.code, reason.facts["limit"]) == ("TEAM-3", "too_many_dice_of_a_result", limit)
    assert codes(state, RollHarkonnenDice((HOUSE, HOUSE, STRATEGY), (MENTAT,))) == [("TEAM-3", "dice_not_rolled")]
    assert codes(state, RollHarkonnenDice((HOUSE, HOUSE, STRATEGY), (STRATEGY,))) == []
    fewer = RollHarkonnenDice((HOUSE, HOUSE, STRATEGY), (STRATEGY,), rolled=(HOUSE, STRATEGY))
    assert codes(state, fewer) == [("TEAM-3", "wrong_number_of_dice")]
    assert codes(replace(state, harkonnen_unused=0), RollHarkonnenDice(())) == [], "a correction left none"


@pytest.mark.rule("TEAM-3")
def test_TEAM_3_every_roll_of_eight_dice_finds_its_places() -> None:
    """Every die lies on a dashboard that has its result, and no space holds more than two dice."""
    for rolled in combinations_with_replacement(Result, 8):
        for house, corrino in harkonnen_splits(rolled):
            assert len(house) + len(corrino) == 8
            assert all(side.count(result) <= 2 for side in (house, corrino) for result in Result)
            assert not {STRATEGY, DEPLOYMENT} & set(house)
            assert not {LEADERSHIP, HOUSE} & set(corrino)


@pytest.mark.rule("TEAM-4")
def test_TEAM_4_a_team_spends_one_die_of_either_dashboard_in_a_turn() -> None:
    state = people(mode=Mode.TEAM, rules=FOUR, corrino_results=(STRATEGY, DEPLOYMENT))
    assert codes(state, SpendDie(HOUSE, HOUSE, HARKONNEN, corrino=True)) == [("ACT-3", "no_such_die")]
    assert codes(state, SpendDie(STRATEGY, STRATEGY, HARKONNEN)) == [("ACT-3", "no_such_die")]
    after = play(state, SpendDie(STRATEGY, STRATEGY, HARKONNEN, corrino=True), FinishAction())
    assert after.corrino_results == (DEPLOYMENT,)
    assert codes(after, SpendDie(HOUSE, HOUSE, HARKONNEN)) == [("ACT-3", "already_acted")]


@pytest.mark.rule("TEAM-5")
def test_TEAM_5_a_special_action_belongs_to_the_player_of_the_leader() -> None:
    state = people(mode=Mode.TEAM, rules=FOUR, harkonnen_results=(MENTAT, MENTAT), corrino_results=(MENTAT,))
    state = replace(state, harkonnen_unused=2).with_leader("thufir_hawat", standing=Standing.READY)
    ally = play(state, SpendDie(MENTAT, MENTAT, HARKONNEN, corrino=True))
    assert codes(ally, UseHarkonnenLeader("thufir_hawat")) == [("TEAM-5", "leader_of_partner")]
    assert codes(play(state, SpendDie(MENTAT, MENTAT, HARKONNEN)), UseHarkonnenLeader("thufir_hawat")) == []
    placing = people(VehiclesFrame(1, 0, 0), mode=Mode.TEAM, rules=FOUR)
    assert in_charge(placing) is Subfaction.HOUSE_HARKONNEN
    assert in_charge(replace(placing, frames=(HazardsFrame(HazardStage.REVEAL),))) is Subfaction.FREMEN_ALLY
    assert in_charge(replace(placing, rules=Rules())) is None


@pytest.mark.rule("MAHDI-CARD-6", "R-8")
def test_MAHDI_CARD_6_cards_burnt_from_the_reinforcements_come_back_with_their_deck() -> None:
    """The app knows from which decks the reinforcements were drawn, and the top one goes first."""
    state = State()
    for deck in (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY, Deck.HOUSE_HARKONNEN):
        state = evolve(state, CardsDrawn(deck, 1, to_reinforcements=True))
    assert state.cards.decks[:2] == (16, 17)
    state = evolve(state, HandDiscarded(HARKONNEN, 2, Cause.BATTLE))
    assert state.cards.burnt == (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)
    state = evolve(state, DeckReshuffled(Deck.CORRINO_ALLY))
    assert (state.cards.decks[1], state.cards.burnt) == (1, (Deck.HOUSE_HARKONNEN,))
    state = replace(state, cards=replace(state.cards, discards=("sandmasters",)))
    state = evolve(state, DeckReshuffled(Deck.HOUSE_HARKONNEN))
    assert (state.cards.decks[0], state.cards.burnt, state.reinforcements) == (2, (), 1)


def test_every_harkonnen_card_can_be_played_to_its_end_by_people() -> None:
    for deck in (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY):
        for card in DECK_CARDS[deck]:
            state = people(*harkonnen_card(card.id, deck), ornithopters=(zone("az_ne"),))
            for _ in range(12):
                if isinstance(state.frame, TurnFrame):
                    break
                if isinstance(state.frame, ActionFrame):
                    state = play(state, FinishAction())
                else:
                    state = play(state, CardFinished())
            assert state.frame == TurnFrame(HARKONNEN, acted=True, spent_die=True), card.id
