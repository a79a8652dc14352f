"""Which kinds and tokens may come, and where, between people; tokens that hold a settlement when a part leaves it."""

from dataclasses import replace

import pytest

from companion.content.terms import Deck, NamedLeader, Result, UnitKind
from companion.rules import Army, Rules, State, check
from companion.rules.commands import (
    DeployToken,
    DeployUnits,
    DrawCards,
    PlaceLeader,
    PlayHarkonnenCard,
    RemoveExcess,
    ReplaceUnits,
    RollHarkonnenDie,
)
from companion.rules.frames import CardFrame, Cause, StackingFrame, TurnFrame
from companion.rules.handlers.supplies import as_figures
from companion.rules.legal import legal_commands
from companion.rules.refusal import Severity
from companion.rules.state import ATREIDES, HARKONNEN, Mode, supply
from solo_bot import decide
from solo_bot.procedure.decision import DeployOption
from tests.rules.flow.table import area, army, blocked, codes, frame_names, move, play, position, turn

DEPLOYMENT, HOUSE, MENTAT = Result.DEPLOYMENT, Result.HOUSE, Result.MENTAT
REGULAR, ELITE, SPECIAL = UnitKind.REGULAR, UnitKind.ELITE, UnitKind.SPECIAL
NAIB = Army(tokens=1, generic=1)
OUT_OF_ELITES = {"carthag": Army(regular=2), "ne_1": Army(elite=6), "ne_2": Army(elite=6)}
PAIRS = Rules(partners=2, harkonnen_partners=2)
OWN, ALLY = Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY


def becomes(new: UnitKind, count: int = 1) -> ReplaceUnits:
    return ReplaceUnits(HARKONNEN, area("carthag"), count, REGULAR, new)


@pytest.mark.rule("UNIT-2")
@pytest.mark.parametrize("mode", [Mode.DUEL, Mode.TEAM])
def test_UNIT_2_between_people_no_sardaukar_stands_in_for_an_elite(mode: Mode) -> None:
    state = position(OUT_OF_ELITES, {}, *turn(HARKONNEN, HOUSE, replacements=2, placements=2), mode=mode)
    assert not supply(state, HARKONNEN).elite
    assert codes(state, becomes(SPECIAL)) == [("UNIT-2", "higher_kind_for_lower")]
    assert blocked(state, becomes(SPECIAL))
    assert becomes(SPECIAL) not in set(legal_commands(state))
    some = position({"carthag": Army(regular=2)}, {}, *turn(HARKONNEN, HOUSE, replacements=2, placements=2), mode=mode)
    assert codes(some, becomes(SPECIAL)) == [("UNIT-2", "higher_kind_for_lower")]
    assert codes(some, becomes(ELITE, 2)) == []


@pytest.mark.rule("MAHDI-DEPLOY-4", "UNIT-2")
def test_MAHDI_DEPLOY_4_only_the_solo_opponent_takes_sardaukar_for_elites_that_ran_out() -> None:
    state = position(OUT_OF_ELITES, {}, *turn(HARKONNEN, HOUSE, replacements=2, placements=2))
    assert codes(state, becomes(SPECIAL)) == []


@pytest.mark.rule("LEADER-2")
@pytest.mark.parametrize(
    "leader, old, new, other",
    [(NamedLeader.BARON_HARKONNEN, REGULAR, ELITE, SPECIAL), (NamedLeader.SHADDAM_IV, ELITE, SPECIAL, REGULAR)],
)
def test_LEADER_2_a_special_action_replaces_the_kind_that_it_names(
    leader: NamedLeader, old: UnitKind, new: UnitKind, other: UnitKind
) -> None:
    legions = {"carthag": Army(regular=1, elite=1, special=1)}
    state = position(legions, {}, *turn(HARKONNEN, leader, replacements=3), mode=Mode.DUEL)
    assert codes(state, ReplaceUnits(HARKONNEN, area("carthag"), 1, old, new)) == []
    wrong = ReplaceUnits(HARKONNEN, area("carthag"), 1, other, new)
    assert codes(state, wrong) == [("ACT-HOUSE-H", "wrong_kind_replaced")]


@pytest.mark.rule("UNIT-2")
@pytest.mark.parametrize("first", [Army(special=1), Army(elite=1), Army(regular=1, special=1)])
def test_UNIT_2_captain_aramsham_brings_one_sardaukar_however_many_commands_it_takes(first: Army) -> None:
    state = position({}, {}, *turn(HARKONNEN, NamedLeader.CAPTAIN_ARAMSHAM, placements=3, leaders=1), mode=Mode.DUEL)
    coming = play(state, DeployUnits(HARKONNEN, area("carthag"), first, Cause.SPECIAL_ACTION))
    for second in (Army(special=1), Army(elite=1)):
        again = DeployUnits(HARKONNEN, area("arsunt"), second, Cause.SPECIAL_ACTION)
        assert codes(coming, again) == [("UNIT-2", "higher_kind_for_lower")]
    last = DeployUnits(HARKONNEN, area("arsunt"), Army(regular=1, generic=1), Cause.SPECIAL_ACTION)
    assert codes(coming, last) == []


@pytest.mark.rule("MAHDI-DEPLOY-4")
def test_MAHDI_DEPLOY_4_captain_aramsham_brings_the_solo_opponent_elites_for_regulars_that_ran_out() -> None:
    legions = dict.fromkeys(("ne_1", "ne_2", "ne_4", "ne_5"), Army(regular=6))
    frames = turn(HARKONNEN, NamedLeader.CAPTAIN_ARAMSHAM, placements=3, leaders=1)
    command = DeployUnits(HARKONNEN, area("carthag"), Army(elite=2, special=1), Cause.SPECIAL_ACTION)
    assert codes(position(legions, {}, *frames), command) == []
    assert codes(position(legions, {}, *frames, mode=Mode.DUEL), command) == [("UNIT-2", "higher_kind_for_lower")]


def deploying(**changes: object) -> State:
    legions = {"windgap": NAIB, "gara_kulon": NAIB}
    return position({}, legions, *turn(ATREIDES, DEPLOYMENT, placements=1, leaders=1), **changes)


@pytest.mark.rule("ACT-DEPLOY-A")
def test_ACT_DEPLOY_A_token_and_leader_go_into_the_same_sietch() -> None:
    led = play(deploying(), PlaceLeader(ATREIDES, area("windgap"), "naib", Cause.DEPLOYMENT))
    assert codes(led, DeployToken(area("gara_kulon"), None)) == [("ACT-DEPLOY-A", "one_sietch_only")]
    assert blocked(led, DeployToken(area("gara_kulon"), None))
    both = play(led, DeployToken(area("windgap"), None))
    assert (army(both, ATREIDES, "windgap"), frame_names(both)) == (Army(tokens=2, generic=2), ["TurnFrame"])
    token = play(deploying(), DeployToken(area("gara_kulon"), None))
    later = PlaceLeader(ATREIDES, area("windgap"), "naib", Cause.DEPLOYMENT)
    assert codes(token, later) == [("ACT-6", "not_now")]


@pytest.mark.rule("TOKEN-1")
def test_TOKEN_1_a_deployment_beyond_the_eight_tokens_is_unusual_not_illegal() -> None:
    state = deploying(atreides_tokens=0)
    reasons = check(state, DeployToken(area("windgap"), "naib"))
    assert [(one.rule, one.code, one.severity) for one in reasons] == [("TOKEN-1", "no_token_left", Severity.UNUSUAL)]
    ninth = play(state, DeployToken(area("windgap"), "naib"), anyway=True)
    assert (army(ninth, ATREIDES, "windgap"), ninth.atreides_tokens) == (Army(tokens=2, generic=2), 0)


def leaving(figures: Army, *, partial: bool) -> State:
    rules = Rules(tokens_on_partial_departure=partial)
    legions = {"carthag": Army(regular=3, elite=1, generic=1)}
    state = position(legions, {}, *turn(HARKONNEN, Result.STRATEGY, moves=2, attack=True), rules=rules)
    return play(state, move(HARKONNEN, "carthag", "cne_1", figures))


@pytest.mark.rule("R-24", "MAHDI-TOKEN-1", tries=True)
def test_R_24_tokens_hold_a_settlement_that_no_unit_holds_or_by_the_other_reading_that_a_part_leaves() -> None:
    part, rest = Army(regular=2), Army(regular=1, elite=1, generic=1)
    assert army(leaving(part, partial=False), HARKONNEN, "carthag") == rest
    held = leaving(part, partial=True)
    assert army(held, HARKONNEN, "carthag") == rest + Army(tokens=2)
    assert (held.black_tokens, held.silver_tokens) == (5, 5)
    whole = part + rest
    for partial in (False, True):
        assert army(leaving(whole, partial=partial), HARKONNEN, "carthag") == Army(tokens=2)


@pytest.mark.rule("R-24", "R-34")
def test_R_24_what_the_tokens_bring_over_the_limit_goes() -> None:
    rules = Rules(tokens_on_partial_departure=True)
    legions = {"carthag": Army(regular=5, elite=1)}
    state = position(legions, {}, *turn(HARKONNEN, Result.STRATEGY, moves=2), rules=rules)
    state = play(state, move(HARKONNEN, "carthag", "cne_1", Army(elite=1)))
    assert army(state, HARKONNEN, "carthag").units == 7
    assert state.frame == StackingFrame(HARKONNEN, area("carthag"), 1)
    full = play(state, RemoveExcess(Army(tokens=1)))
    assert (army(full, HARKONNEN, "carthag"), full.black_tokens + full.silver_tokens) == (Army(regular=5, tokens=1), 11)


def drawing(deck: Deck, rules: Rules, frame: TurnFrame, mode: Mode = Mode.TEAM) -> list[tuple[str, str]]:
    action = turn(frame.faction, MENTAT, draws=2)[1]
    return codes(position({}, {}, frame, action, rules=rules, mode=mode), DrawCards((deck,)))


@pytest.mark.rule("TEAM-2")
def test_TEAM_2_partners_draw_from_their_own_deck_in_the_game_too() -> None:
    for corrino, own, other in (
        (True, Deck.CORRINO_ALLY, Deck.HOUSE_HARKONNEN),
        (False, Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY),
    ):
        frame = TurnFrame(HARKONNEN, acted=True, spent_die=True, corrino=corrino)
        assert drawing(own, PAIRS, frame) == []
        assert drawing(other, PAIRS, frame) == [("TEAM-2", "deck_of_partner")]
        assert drawing(other, Rules(partners=2), frame) == []


@pytest.mark.rule("TEAM-2")
def test_TEAM_2_house_atreides_may_draw_for_the_fremen_ally_who_draws_for_nobody() -> None:
    house, ally = (TurnFrame(ATREIDES, acted=True, spent_die=True, ally=one) for one in (False, True))
    assert drawing(ALLY, PAIRS, house) == drawing(OWN, PAIRS, house) == drawing(ALLY, PAIRS, ally) == []
    assert drawing(OWN, PAIRS, ally) == [("TEAM-2", "deck_of_partner")]
    action = turn(ATREIDES, MENTAT, draws=2)[1]
    both = DrawCards((OWN, ALLY))
    for first_printing, expected in ((False, []), (True, [("TEAM-2", "deck_of_partner")])):
        rules = Rules(partners=2, first_printing=first_printing)
        assert codes(position({}, {}, house, action, rules=rules, mode=Mode.TEAM), both) == expected
        alone = replace(position({}, {}, house, action, rules=rules, mode=Mode.TEAM), fremen_results=(MENTAT,))
        assert codes(alone, DrawCards((ALLY,))) == expected, "whose the dice are was told"


@pytest.mark.rule("TEAM-2")
def test_TEAM_2_a_card_that_a_card_lets_play_is_of_the_own_deck_too() -> None:
    frames = (
        TurnFrame(HARKONNEN, acted=True, spent_die=True, corrino=True),
        CardFrame("breeding_program", Deck.CORRINO_ALLY, 1),
    )
    state = position({}, {}, *frames, rules=PAIRS, mode=Mode.TEAM, reinforcements=4)
    assert codes(state, PlayHarkonnenCard(None, "sardaukar_pogrom")) == []
    assert codes(state, PlayHarkonnenCard(None, "sandmasters")) == [("TEAM-2", "card_of_partner")]


@pytest.mark.rule("R-11", "MAHDI-DEPLOY-2")
def test_R_11_a_deployment_without_room_brings_one_leader_and_is_over() -> None:
    """The leader joins the full legion; the die does not bring another one because its units found no room."""
    state = position({"carthag": Army(regular=6)}, {}, TurnFrame(HARKONNEN), settlements=1 << area("carthag"))
    state = play(state.with_leader("captain_aramsham", card_ready=False), RollHarkonnenDie(DEPLOYMENT))
    (option,) = decide(state, DEPLOYMENT).options
    assert isinstance(option, DeployOption)
    (placed,) = option.placements
    leader = placed.leader or ""
    state = play(state, DeployUnits(HARKONNEN, placed.area, as_figures(HARKONNEN, leader), Cause.DEPLOYMENT))
    assert army(state, HARKONNEN, "carthag").leaders == 1
    assert decide(state, DEPLOYMENT).options == ()
