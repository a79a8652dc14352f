"""Factions shared by a pair (section 14 as far as the app needs it): hands, dice, and who carries out what."""

from dataclasses import replace

import pytest

from companion.content import DECK_CARDS
from companion.content.terms import Deck, Phase, Result, Subfaction
from companion.rules import Army, Rules, State, check
from companion.rules.ask.dice import ATREIDES_ACTIONS, HARKONNEN_ACTIONS
from companion.rules.ask.rounds import cards_over, hand_limit
from companion.rules.ask.turns import in_charge
from companion.rules.commands import (
    BeginGame,
    ClaimPrescience,
    EndRound,
    EndTalk,
    EndTurn,
    FinishAction,
    NameHand,
    PlaceStartingFigures,
    PlayAtreidesCard,
    RollAtreidesDice,
    SpendDie,
    StartGame,
    TalkInSecret,
    UseBeneGesserit,
    UseHarkonnenLeader,
    UseLeader,
)
from companion.rules.frames import (
    AtreidesRollFrame,
    BattleFrame,
    BattleStage,
    EndFrame,
    EndStage,
    GameOverFrame,
    TalkFrame,
    TurnFrame,
)
from companion.rules.legal import legal_commands
from companion.rules.state import ATREIDES, HARKONNEN, Cards, Mode, Standing
from tests.rules.flow.table import GARRISON, area, at_first_turn, atreides_turn, blocked, codes, play, position

PAIR = Rules(partners=2)
ALLYS = Deck.FREMEN_ALLY
LEADERSHIP, STRATEGY, DEPLOYMENT, MENTAT, HOUSE = Result


def cleaning_up(hand: int, rules: Rules = PAIR) -> State:
    return position({}, {}, EndFrame(EndStage.CLEANUP), phase=Phase.END, rules=rules, hand=hand)


@pytest.mark.rule("TEAM-2")
def test_TEAM_2_four_cards_each_stay_in_the_hands_of_a_pair() -> None:
    assert (hand_limit(cleaning_up(0)), hand_limit(cleaning_up(0, Rules()))) == (8, 6)
    assert codes(cleaning_up(9), EndRound()) == [("TEAM-2", "hands_over_limit")]
    assert check(cleaning_up(9), EndRound())[0].facts["discard"] == 1
    assert codes(cleaning_up(9), EndRound(discarded=1)) == []
    assert codes(cleaning_up(8), EndRound()) == []
    assert codes(cleaning_up(8, Rules()), EndRound()) == [("ROUND-2", "hand_over_limit")]


@pytest.mark.rule("TEAM-5", tries=True)
def test_TEAM_5_a_leader_that_nobody_knows_has_no_special_action_for_either_partner() -> None:
    rules = Rules(partners=2, harkonnen_partners=2)
    turn = TurnFrame(HARKONNEN, acted=True, spent_die=True)
    state = position({}, {}, turn, HARKONNEN_ACTIONS[HOUSE], mode=Mode.TEAM, rules=rules)
    assert codes(state, UseHarkonnenLeader("leto")) == [("LEADER-3", "unknown_leader")]
    assert codes(state, UseHarkonnenLeader("baron_harkonnen")) == []
    ally = replace(state, frames=(replace(turn, corrino=True), state.frames[-1]))
    assert codes(ally, UseHarkonnenLeader("baron_harkonnen")) == [("TEAM-5", "leader_of_partner")]
    bare = replace(state, frames=state.frames[-1:])
    assert codes(bare, UseHarkonnenLeader("baron_harkonnen")) == [], "without a turn nobody knows whose die it is"


@pytest.mark.rule("TEAM-2", tries=True)
def test_TEAM_2_a_partner_keeps_four_told_cards_of_the_own_deck() -> None:
    house = tuple(card.id for card in DECK_CARDS[Deck.HOUSE_ATREIDES][:5])
    fremen = tuple(card.id for card in DECK_CARDS[ALLYS][:2])
    untold = cleaning_up(7)
    assert cards_over(untold) == 0
    drawn = replace(cleaning_up(5), cards=Cards(hand=5, decks=(18, 18, 13, 18)))
    assert cards_over(drawn) == 1, "of which deck they are can be counted"
    assert codes(drawn, EndRound()) == [("TEAM-2", "hand_of_partner_over_limit")]
    assert not blocked(drawn, EndRound()), "the real hands are right"
    state = play(untold, NameHand(ATREIDES, (*house, *fremen)))
    assert cards_over(state) == 1
    assert codes(state, EndRound()) == [("TEAM-2", "hand_of_partner_over_limit")]
    assert codes(state, EndRound(discarded=1, cards=fremen[:1])) == [("TEAM-2", "hand_of_partner_over_limit")]
    assert codes(state, EndRound(discarded=1, cards=house[:1])) == []
    assert codes(state, EndRound(discarded=1)) == [], "which card goes is not told"


@pytest.mark.rule("TEAM-2")
def test_TEAM_2_each_partner_draws_one_card_of_the_own_deck_a_round() -> None:
    state = play(State(), StartGame(PAIR))
    assert state.rules.partners == 2
    for place in (one for one in range(101) if state.settlements >> one & 1):
        state = play(state, PlaceStartingFigures(place, GARRISON))
    state = play(state, BeginGame())
    decks = dict(zip(Deck, state.cards.decks, strict=True))
    assert (decks[Deck.HOUSE_ATREIDES], decks[Deck.FREMEN_ALLY], state.cards.hand) == (17, 17, 2)


@pytest.mark.rule("TEAM-6", tries=True)
def test_TEAM_6_every_die_of_either_partner_moves_the_tank() -> None:
    state = atreides_turn(MENTAT, HOUSE, rules=PAIR)
    state = state.with_leader("stilgar", standing=Standing.TANK, tank=1)
    state = play(state, SpendDie(MENTAT, MENTAT), FinishAction(), EndTurn())
    assert state.leader("stilgar").tank == 2


@pytest.mark.rule("TEAM-6")
def test_TEAM_6_one_bene_gesserit_token_a_round_for_both_together() -> None:
    state = replace(at_first_turn(), rules=PAIR, bene_gesserit=(0, 3))
    state = play(state, UseBeneGesserit(LEADERSHIP))
    assert codes(state, UseBeneGesserit(LEADERSHIP)) == [("ACT-2", "not_now")]


@pytest.mark.rule("TEAM-4")
def test_TEAM_4_a_house_die_used_for_a_result_of_the_ally_is_carried_out_by_the_ally() -> None:
    """Nobody has published which results those are (section F): whoever spends the die says so."""
    state = atreides_turn(MENTAT, HOUSE, rules=PAIR)
    kept = play(state, SpendDie(HOUSE, STRATEGY))
    handed = play(state, SpendDie(HOUSE, STRATEGY, ally=True))
    assert (in_charge(kept), in_charge(handed)) == (None, Subfaction.FREMEN_ALLY)
    assert handed.atreides_results == kept.atreides_results == (MENTAT,)
    assert in_charge(play(handed, FinishAction())) is None
    assert {SpendDie(HOUSE, MENTAT), SpendDie(HOUSE, MENTAT, ally=True)} <= set(legal_commands(state))


@pytest.mark.rule("TEAM-4")
def test_TEAM_4_the_ally_decides_in_the_battle_of_that_action_too() -> None:
    legions = {"ne_15": Army(regular=2)}, {"ne_16": Army(regular=3)}
    frames = (TurnFrame(ATREIDES, acted=True, spent_die=True, ally=True), ATREIDES_ACTIONS[STRATEGY])
    fight = BattleFrame(ATREIDES, area("ne_16"), area("ne_15"), stage=BattleStage.CONTINUE)
    assert in_charge(position(*legions, *frames, fight, rules=PAIR)) is Subfaction.FREMEN_ALLY
    defends = replace(fight, attacker=HARKONNEN)
    assert in_charge(position(*legions, *frames, defends, rules=PAIR)) is None


@pytest.mark.rule("TEAM-4")
@pytest.mark.parametrize(
    "command, rules",
    [
        (SpendDie(MENTAT, MENTAT, ally=True), PAIR),
        (SpendDie(HOUSE, STRATEGY, ally=True), Rules()),
    ],
)
def test_TEAM_4_only_a_house_die_of_a_pair_is_handed_over(command: SpendDie, rules: Rules) -> None:
    assert codes(atreides_turn(MENTAT, HOUSE, rules=rules), command) == [("TEAM-4", "die_not_handed_over")]


@pytest.mark.rule("TEAM-4")
def test_TEAM_4_the_action_of_a_harkonnen_die_belongs_to_its_dashboard() -> None:
    shared = {"mode": Mode.TEAM, "rules": Rules(harkonnen_partners=2), "corrino_results": (STRATEGY,)}
    dice = {"harkonnen_results": (LEADERSHIP, STRATEGY), "harkonnen_unused": 2}
    state = position({"carthag": Army(regular=2, generic=1)}, {}, TurnFrame(HARKONNEN), **shared, **dice)
    ally = play(state, SpendDie(STRATEGY, STRATEGY, HARKONNEN, corrino=True))
    house = play(state, SpendDie(LEADERSHIP, LEADERSHIP, HARKONNEN))
    assert (in_charge(ally), in_charge(house)) == (Subfaction.CORRINO_ALLY, Subfaction.HOUSE_HARKONNEN)


OWN_DICE = (LEADERSHIP, MENTAT, MENTAT, HOUSE)


def rolling(**changes: object) -> State:
    return position({}, {}, AtreidesRollFrame(), rules=PAIR, atreides_unused=4, **changes)


def shared_turn(fremen: tuple[Result, ...], *results: Result) -> State:
    return replace(atreides_turn(*(results or OWN_DICE), rules=PAIR), fremen_results=fremen)


@pytest.mark.rule("TEAM-3", tries=True)
def test_TEAM_3_the_atreides_have_one_space_for_a_result_on_each_dashboard() -> None:
    done = play(rolling(), RollAtreidesDice(OWN_DICE, fremen=(MENTAT, LEADERSHIP)))
    assert done.fremen_results == (LEADERSHIP, MENTAT)
    different = (LEADERSHIP, STRATEGY, MENTAT, HOUSE)
    assert codes(rolling(), RollAtreidesDice(different, fremen=different)) == []
    too_many = [("TEAM-3", "too_many_dice_of_a_result")]
    assert codes(rolling(), RollAtreidesDice(OWN_DICE, fremen=(LEADERSHIP,))) == too_many
    assert codes(rolling(), RollAtreidesDice(OWN_DICE, fremen=(MENTAT, MENTAT))) == too_many
    assert codes(rolling(), RollAtreidesDice(OWN_DICE, fremen=(STRATEGY,))) == [
        ("TEAM-3", "dice_not_rolled"),
    ]


@pytest.mark.rule("TEAM-3")
def test_TEAM_3_nobody_has_to_tell_how_the_atreides_share_their_dice() -> None:
    assert play(rolling(), RollAtreidesDice(OWN_DICE)).fremen_results is None
    alone = replace(rolling(), rules=Rules())
    assert play(alone, RollAtreidesDice(OWN_DICE, fremen=(MENTAT,))).fremen_results is None


@pytest.mark.rule("TEAM-3", "TEAM-4")
@pytest.mark.parametrize(
    ("spent", "left", "charge"),
    [
        (SpendDie(MENTAT, MENTAT), (LEADERSHIP, MENTAT), Subfaction.HOUSE_ATREIDES),
        (SpendDie(MENTAT, MENTAT, fremen=True), (LEADERSHIP,), Subfaction.FREMEN_ALLY),
        (SpendDie(LEADERSHIP, LEADERSHIP), (MENTAT,), Subfaction.FREMEN_ALLY),
        (SpendDie(HOUSE, MENTAT, ally=True), (LEADERSHIP, MENTAT), Subfaction.FREMEN_ALLY),
    ],
)
def test_TEAM_4_whose_dashboard_a_die_leaves_decides_about_it(
    spent: SpendDie, left: tuple[Result, ...], charge: Subfaction
) -> None:
    after = play(shared_turn((LEADERSHIP, MENTAT)), spent)
    assert (after.fremen_results, in_charge(after)) == (left, charge)


@pytest.mark.rule("TEAM-3", tries=True)
def test_TEAM_3_the_ally_spends_no_die_of_the_house() -> None:
    state = shared_turn((LEADERSHIP,), LEADERSHIP, MENTAT)
    assert codes(state, SpendDie(MENTAT, MENTAT, fremen=True)) == [("ACT-3", "no_such_die")]
    assert SpendDie(MENTAT, MENTAT, fremen=True) not in set(legal_commands(state))
    alone = atreides_turn(MENTAT)
    assert codes(alone, SpendDie(MENTAT, MENTAT, fremen=True)) == [("ACT-3", "no_such_die")]


@pytest.mark.rule("TEAM-2", tries=True)
def test_TEAM_2_atreides_partners_play_their_own_deck() -> None:
    state = replace(shared_turn((MENTAT, LEADERSHIP)), cards=Cards(hand=4))
    house, ally = (next(card.id for card in DECK_CARDS[deck] if card.steps) for deck in (Deck.HOUSE_ATREIDES, ALLYS))
    partner = ("TEAM-2", "card_of_partner")
    assert codes(replace(state, frames=()), PlayAtreidesCard(None, house)) == [("ACT-3", "not_now")]
    assert partner not in codes(state, PlayAtreidesCard(MENTAT, house))
    assert partner in codes(state, PlayAtreidesCard(MENTAT, ally))
    assert partner in codes(state, PlayAtreidesCard(MENTAT, house, fremen=True))
    assert partner not in codes(state, PlayAtreidesCard(LEADERSHIP, ally))
    assert partner not in codes(replace(state, fremen_results=None), PlayAtreidesCard(MENTAT, ally))


@pytest.mark.rule("TEAM-2", tries=True)
@pytest.mark.parametrize(
    ("die", "own", "other"), [(HOUSE, Deck.HOUSE_ATREIDES, ALLYS), (LEADERSHIP, ALLYS, Deck.HOUSE_ATREIDES)]
)
def test_TEAM_2_what_a_card_lets_play_is_of_the_deck_of_whoever_played_it(die: Result, own: Deck, other: Deck) -> None:
    first, second = (card.id for card in DECK_CARDS[own][:2])
    state = replace(shared_turn((MENTAT, LEADERSHIP)), cards=Cards(hand=4))
    state = play(state, PlayAtreidesCard(die, first, by_hand=True))
    assert codes(state, PlayAtreidesCard(None, second, by_hand=True)) == []
    foreign = PlayAtreidesCard(None, DECK_CARDS[other][0].id, by_hand=True)
    assert codes(state, foreign) == [("TEAM-2", "card_of_partner")]


@pytest.mark.rule("TEAM-5", tries=True)
def test_TEAM_5_an_atreides_leader_acts_for_a_die_of_its_own_player() -> None:
    dice = (LEADERSHIP, MENTAT, MENTAT, HOUSE)
    state = shared_turn((MENTAT, LEADERSHIP), *dice)
    state = state.with_leader("stilgar", standing=Standing.READY)
    state = state.with_leader("paul_atreides", standing=Standing.READY)
    partner = ("TEAM-5", "leader_of_partner")
    assert codes(state, UseLeader(MENTAT, "nobody")) == [("LEADER-3", "unknown_leader")]
    assert partner in codes(state, UseLeader(MENTAT, "stilgar"))
    assert partner not in codes(state, UseLeader(MENTAT, "stilgar", fremen=True))
    assert partner in codes(state, UseLeader(LEADERSHIP, "paul_atreides"))
    handed = UseLeader(HOUSE, "stilgar")
    assert codes(state, handed) == []
    assert in_charge(play(state, handed)) is Subfaction.FREMEN_ALLY


@pytest.mark.rule("TEAM-6")
@pytest.mark.parametrize(("ally", "left"), [(False, (MENTAT,)), (True, (STRATEGY, MENTAT))])
def test_TEAM_6_a_token_lies_with_the_partner_who_takes_it(ally: bool, left: tuple[Result, ...]) -> None:
    state = replace(shared_turn((MENTAT,), LEADERSHIP, DEPLOYMENT, MENTAT, HOUSE), bene_gesserit=(0, 1))
    assert play(state, UseBeneGesserit(STRATEGY, ally=ally)).fremen_results == left


@pytest.mark.rule("TEAM-3")
def test_TEAM_3_a_token_tells_nothing_where_nobody_told_how_the_dice_are_shared() -> None:
    state = atreides_turn(LEADERSHIP, DEPLOYMENT, MENTAT, HOUSE, rules=PAIR)
    assert play(state, UseBeneGesserit(STRATEGY, ally=True)).fremen_results is None


@pytest.mark.rule("TEAM-3", "PRES-3")
def test_TEAM_3_a_claim_takes_the_die_of_the_house_where_both_have_one() -> None:
    state = shared_turn((MENTAT,))
    assert codes(state, ClaimPrescience((1, 0, 0), LEADERSHIP)) == []
    after = play(state, ClaimPrescience((1, 0, 0), MENTAT))
    assert (after.atreides_results, after.fremen_results) == ((LEADERSHIP, MENTAT, HOUSE), (MENTAT,))


@pytest.mark.rule("TEAM-3")
def test_TEAM_3_a_token_on_a_result_of_the_corrino_lies_with_them() -> None:
    shared = {"mode": Mode.TEAM, "rules": Rules(harkonnen_partners=2), "harkonnen_results": (HOUSE, MENTAT)}
    state = replace(atreides_turn(MENTAT, HOUSE, MENTAT, HOUSE), bene_gesserit=(1, 0), **shared)  # type: ignore[arg-type]
    assert play(state, UseBeneGesserit(STRATEGY, HARKONNEN)).corrino_results == (STRATEGY,)
    assert play(state, UseBeneGesserit(LEADERSHIP, HARKONNEN)).corrino_results == ()
    assert play(state, UseBeneGesserit(LEADERSHIP, HARKONNEN, ally=True)).corrino_results == (), "they have no such box"


@pytest.mark.rule("TEAM-3")
def test_TEAM_3_a_harkonnen_die_is_spent_from_the_dashboard_on_which_it_lies() -> None:
    dice = {"harkonnen_results": (LEADERSHIP, STRATEGY), "harkonnen_unused": 2, "corrino_results": (STRATEGY,)}
    state = position({}, {}, TurnFrame(HARKONNEN), mode=Mode.TEAM, rules=Rules(harkonnen_partners=2), **dice)
    missing = [("ACT-3", "no_such_die")]
    assert codes(state, SpendDie(STRATEGY, STRATEGY, HARKONNEN)) == missing
    assert codes(state, SpendDie(LEADERSHIP, LEADERSHIP, HARKONNEN, corrino=True)) == missing
    one = replace(state, mode=Mode.DUEL, rules=Rules(), corrino_results=())
    assert codes(one, SpendDie(STRATEGY, STRATEGY, HARKONNEN)) == []
    assert codes(one, SpendDie(STRATEGY, STRATEGY, HARKONNEN, corrino=True)) == missing


@pytest.mark.rule("TEAM-1", tries=True)
def test_TEAM_1_the_table_waits_until_the_partners_are_back() -> None:
    four = Rules(partners=2, harkonnen_partners=2)
    state = replace(atreides_turn(MENTAT, rules=four), mode=Mode.TEAM, cones=(2, 3))
    talking = play(state, TalkInSecret(ATREIDES))
    assert talking.frame == TalkFrame(ATREIDES)
    over = replace(state, frames=(GameOverFrame(ATREIDES, "WIN-2"),))
    for waiting in (talking, over):
        assert codes(waiting, TalkInSecret(HARKONNEN)) == [("TEAM-1", "not_now")]
    assert codes(talking, EndTurn()) == [("ACT-3", "not_now")]
    assert codes(state, EndTalk()) == [("TEAM-1", "not_now")]
    assert play(talking, EndTalk()).frames == state.frames
