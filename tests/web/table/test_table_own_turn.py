"""The player's own turn, from the die to the end of the turn."""

from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Deck, Faction, Result
from companion.rules.army import Army
from companion.rules.commands import CorrectBoard, SpendDie, UseDesertPower
from companion.rules.frames import ActionFrame, BattleFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN
from tests.web.table.conftest import Seat

GARA_KULON, NE_15, WINDGAP = (AREA_NUMBER[a] for a in ("gara_kulon", "ne_15", "windgap"))


def spend(seat: Seat, die: Result) -> None:
    seat.done("spend", die=die.value)


def end_of_turn(seat: Seat) -> None:
    seat.done("end-turn")
    assert seat.top() == TurnFrame(HARKONNEN)


def test_a_die_is_spent_by_one_tap(own_turn: Seat) -> None:
    form = own_turn.form("spend")
    assert form.offers("die") == ["leadership", "strategy", "mentat"]
    spend(own_turn, Result.STRATEGY)
    assert own_turn.top() == ActionFrame(ATREIDES, Result.STRATEGY, moves=2, attack=True)


def test_ACT_HOUSE_A_house_asks_for_the_action(own_turn: Seat) -> None:
    house = f"{own_turn.step}?use=house"
    assert house in own_turn.links()
    own_turn.done("spend", house, action="mentat")
    assert own_turn.top_as(ActionFrame).draws == 2
    assert Result.HOUSE not in (own_turn.state.atreides_results or ())


def test_a_die_that_is_not_there_is_refused_with_the_rule(own_turn: Seat) -> None:
    before = own_turn.seq
    answer = own_turn.do("spend", die="deployment")
    assert answer.status_code == 422
    assert "ACT-3" in answer.text
    assert "Your turn: tap the die you use" in answer.text
    assert own_turn.seq == before


@pytest.mark.rule("MOVE-1")
def test_MOVE_1_legion_then_destination_then_done(own_turn: Seat) -> None:
    spend(own_turn, Result.STRATEGY)
    legion = f"{own_turn.step}?from=gara_kulon"
    assert legion in own_turn.links()
    assert own_turn.title(legion) == "Tap where the legion from Gara Kulon goes"
    target = f"{legion}&to=ne_15"
    assert target in own_turn.links(legion)
    assert own_turn.title(target) == "Move 1 token and 1 Naib from Gara Kulon to NE 15"
    own_turn.done("move", target)
    assert own_turn.state.army(ATREIDES, NE_15) == Army(tokens=1, generic=1)
    assert own_turn.state.army(ATREIDES, GARA_KULON) is None


@pytest.mark.rule("MOVE-2")
def test_MOVE_2_a_legion_is_split_by_steppers(own_turn: Seat) -> None:
    own_turn.arrange(
        CorrectBoard(own_turn.state.with_army(ATREIDES, GARA_KULON, Army(regular=3, special=1, tokens=1, generic=2)))
    )
    spend(own_turn, Result.STRATEGY)
    split = f"{own_turn.step}?from=gara_kulon&to=ne_15&split=1"
    assert split in own_turn.links(split.removesuffix("&split=1"))
    assert own_turn.title(split) == "Who moves from Gara Kulon to NE 15?"
    form = dict(own_turn.form("move", split).values())
    assert [form[kind] for kind in ("regular", "special", "tokens", "generic")] == ["3", "1", "1", "2"]
    own_turn.done("move", split, regular=2, special=0, tokens=0, generic=1)
    assert own_turn.state.army(ATREIDES, NE_15) == Army(regular=2, generic=1)
    assert own_turn.state.army(ATREIDES, GARA_KULON) == Army(regular=1, special=1, tokens=1, generic=1)


@pytest.mark.rule("MOVE-5")
def test_MOVE_5_rides_are_dashed_and_recorded_as_rides(own_turn: Seat) -> None:
    from dataclasses import replace

    own_turn.arrange(CorrectBoard(replace(own_turn.state, wormsigns=(AREA_NUMBER["ne_14"],))))
    spend(own_turn, Result.STRATEGY)
    legion = f"{own_turn.step}?from=gara_kulon"
    assert "Dashed areas: by sandriding." in own_turn.main(legion)
    assert 'class="gl next ride"' in own_turn.page(legion)
    own_turn.done("move", f"{legion}&to=ne_13")
    assert own_turn.state.army(ATREIDES, AREA_NUMBER["ne_13"])


def last_move_into_a_full_area(own_turn: Seat) -> None:
    """With moves left another one could still make room (R-40)."""
    own_turn.arrange(CorrectBoard(own_turn.state.with_army(ATREIDES, NE_15, Army(regular=6))))
    spend(own_turn, Result.STRATEGY)
    own_turn.done("move", f"{own_turn.step}?from=windgap&to=csw_3")


@pytest.mark.rule("STACK-1", "R-40")
def test_R_40_what_is_too_many_after_the_first_move_is_said_and_goes_when_the_action_is_over(own_turn: Seat) -> None:
    own_turn.arrange(CorrectBoard(own_turn.state.with_army(ATREIDES, NE_15, Army(regular=6))))
    spend(own_turn, Result.STRATEGY)
    target, said = f"{own_turn.step}?from=gara_kulon&to=ne_15", "7 units, at most 6 may stay when the action is over."
    assert said in own_turn.main(target)
    own_turn.done("move", target)
    assert said in own_turn.main()
    own_turn.done("end-turn")
    assert own_turn.title() == "Remove 1 unit from NE 15"
    own_turn.done("excess", regular="1")
    assert own_turn.state.army(ATREIDES, NE_15) == Army(regular=5, tokens=1, generic=1)
    end_of_turn(own_turn)


@pytest.mark.rule("STACK-1")
def test_STACK_1_too_many_is_unusual_and_can_be_recorded_all_the_same(own_turn: Seat) -> None:
    last_move_into_a_full_area(own_turn)
    before = own_turn.seq
    answer = own_turn.do("move", f"{own_turn.step}?from=gara_kulon&to=ne_15")
    assert answer.status_code == 422
    assert "STACK-1" in answer.text
    assert own_turn.seq == before
    again = own_turn.browser.post(
        f"{own_turn.home}/do/move",
        {
            **own_turn.browser.fields(own_turn.step),
            "from": "gara_kulon",
            "to": "ne_15",
            "tokens": "1",
            "generic": "1",
            "record_anyway": "1",
        },
    )
    assert again.status_code == 303
    assert own_turn.seq > before


def test_the_notice_of_an_unusual_move_sends_the_same_form_again(own_turn: Seat) -> None:
    last_move_into_a_full_area(own_turn)
    headers = {"HX_Request": "true"}
    answer = own_turn.do("move", f"{own_turn.step}?from=gara_kulon&to=ne_15", headers=headers)
    assert answer.status_code == 422
    assert (answer.headers["HX-Retarget"], answer.headers["HX-Push-Url"]) == ("#notice", "false")
    assert "record it anyway" in answer.text
    assert '<input type="hidden" name="to" value="ne_15">' in answer.text
    assert '<input type="hidden" name="record_anyway" value="1">' in answer.text


@pytest.mark.rule("BATTLE-1")
def test_BATTLE_1_an_attack_is_two_taps_and_opens_the_battle(own_turn: Seat) -> None:
    state = own_turn.state.with_army(HARKONNEN, NE_15, Army(regular=2))
    own_turn.arrange(CorrectBoard(state.with_army(ATREIDES, GARA_KULON, Army(regular=4, generic=1))))
    spend(own_turn, Result.LEADERSHIP)
    attack = f"{own_turn.step}?from=gara_kulon&attack=1"
    assert attack in own_turn.links(f"{own_turn.step}?from=gara_kulon")
    target = f"{attack}&to=ne_15"
    assert target in own_turn.links(attack)
    own_turn.done("attack", target)
    assert own_turn.top_as(BattleFrame).surprise


@pytest.mark.rule("ACT-DEPLOY-A")
def test_ACT_DEPLOY_A_a_token_and_a_leader_in_a_sietch(own_turn: Seat) -> None:
    own_turn.done("spend", f"{own_turn.step}?use=house", action="deployment")
    sietch = f"{own_turn.step}?area=windgap"
    assert sietch in own_turn.links()
    assert "stilgar" in own_turn.form("deploy", sietch).offers("leader")
    own_turn.done("deploy", sietch, leader="stilgar")
    assert own_turn.state.army(ATREIDES, WINDGAP) == Army(tokens=2, generic=1, named=("stilgar",))
    end_of_turn(own_turn)


@pytest.mark.rule("ACT-MENTAT")
def test_ACT_MENTAT_one_of_each_deck(own_turn: Seat) -> None:
    hand = own_turn.state.cards.hand
    spend(own_turn, Result.MENTAT)
    own_turn.done("draw", decks=f"{Deck.HOUSE_ATREIDES},{Deck.FREMEN_ALLY}")
    assert own_turn.state.cards.hand == hand + 2
    end_of_turn(own_turn)


def test_decks_that_are_none_are_named(own_turn: Seat) -> None:
    spend(own_turn, Result.MENTAT)
    answer = own_turn.do("draw", decks="moon")
    assert answer.status_code == 400
    assert "<code>decks</code>" in answer.text


@pytest.mark.rule("ACT-DESERT")
def test_ACT_DESERT_two_wormsigns_are_tapped_and_placed(own_turn: Seat) -> None:
    own_turn.done("desert", f"{own_turn.step}?use=desert", use="wormsigns")
    one = f"{own_turn.step}?signs=ne_4"
    assert one in own_turn.links()
    both = f"{own_turn.step}?signs=ne_4%2Cne_5"
    assert both in own_turn.links(one)
    own_turn.done("wormsigns", both)
    assert set(own_turn.state.wormsigns) == {AREA_NUMBER["ne_4"], AREA_NUMBER["ne_5"]}


@pytest.mark.rule("R-39", "ACT-6")
def test_R_39_a_wormsign_of_the_board_is_tapped_and_placed_elsewhere(own_turn: Seat) -> None:
    own_turn.arrange(CorrectBoard(replace(own_turn.state, wormsigns=(AREA_NUMBER["ne_4"],))))
    own_turn.done("desert", f"{own_turn.step}?use=desert", use="wormsigns")
    assert f"{own_turn.step}?take=1" in own_turn.links()
    assert own_turn.title(f"{own_turn.step}?take=1") == "Tap the wormsign to move elsewhere"
    taken = f"{own_turn.step}?take=ne_4"
    assert taken in own_turn.links(f"{own_turn.step}?take=1")
    assert own_turn.title(taken) == "Tap where the wormsign from NE 4 goes"
    assert f"{taken}&to=ne_5" in own_turn.links(taken)
    own_turn.done("wormsigns", f"{taken}&to=ne_5")
    assert own_turn.state.wormsigns == (AREA_NUMBER["ne_5"],)


@pytest.mark.rule("WORM-6")
def test_WORM_6_and_WORM_7_worms_move_and_attack_by_two_taps(own_turn: Seat) -> None:
    from dataclasses import replace

    worms = (AREA_NUMBER["ne_4"], AREA_NUMBER["se_3"])
    state = replace(own_turn.state, sandworms=worms)
    own_turn.arrange(CorrectBoard(state.with_army(HARKONNEN, AREA_NUMBER["se_4"], Army(regular=2))))
    own_turn.arrange(UseDesertPower("move"))
    path = f"{own_turn.step}?from=ne_4&to=ne_5"
    assert path in own_turn.links(f"{own_turn.step}?from=ne_4")
    own_turn.done("worm-move", path)
    assert AREA_NUMBER["ne_5"] in own_turn.state.sandworms
    end_of_turn(own_turn)


def test_a_planning_card_is_entered_part_by_part(own_turn: Seat) -> None:
    own_turn.done("play-card", f"{own_turn.step}?use=card", die="mentat")
    own_turn.done("advance-marker", f"{own_turn.step}?use=marker", marker="jihad", steps=2)
    assert own_turn.state.prescience == (0, 0, 2)
    own_turn.done("place-units", f"{own_turn.step}?use=place&area=windgap", regular=2)
    assert own_turn.state.army(ATREIDES, WINDGAP) == Army(regular=2, tokens=1, generic=1)
    own_turn.done("move", f"{own_turn.step}?use=move&from=gara_kulon&to=ne_15")
    own_turn.done("finish-own")
    end_of_turn(own_turn)


@pytest.mark.rule("LEADER-2")
def test_LEADER_2_a_leader_special_turns_the_card(own_turn: Seat) -> None:
    path = f"{own_turn.step}?use=leader"
    assert "paul_atreides" in own_turn.form("use-leader", path).offers("leader")
    own_turn.done("use-leader", path, leader="paul_atreides", die="leadership")
    assert not own_turn.state.leader("paul_atreides").card_ready


@pytest.mark.rule("ACT-2")
def test_ACT_2_the_bene_gesserit_token_goes_where_the_fewest_dice_are(own_turn: Seat) -> None:
    path = f"{own_turn.step}?use=bene"
    assert own_turn.form("bene-gesserit", path).offers("result") == ["deployment"]
    own_turn.done("bene-gesserit", path, result="deployment")
    assert own_turn.state.bene_gesserit_die is Result.DEPLOYMENT


@pytest.mark.rule("PRES-3")
def test_PRES_3_a_card_claimed_for_a_die_spends_it(own_turn: Seat) -> None:
    own_turn.done("claim", f"{own_turn.step}?use=claim", jihad=1, kwisatz_haderach=1, die="mentat")
    assert own_turn.state.prescience == (1, 0, 1)
    assert Result.MENTAT not in (own_turn.state.atreides_results or ())
    end_of_turn(own_turn)


def test_the_turn_ends_with_the_rest_of_the_action_unused(own_turn: Seat) -> None:
    spend(own_turn, Result.STRATEGY)
    end_of_turn(own_turn)


def test_without_a_die_one_may_pass(own_turn: Seat) -> None:
    from dataclasses import replace

    own_turn.arrange(CorrectBoard(replace(own_turn.state, atreides_unused=0, atreides_results=())))
    assert own_turn.title() == "You have no die left"
    end_of_turn(own_turn)


def test_a_leader_only_action_shows_legions_with_leaders_alone(own_turn: Seat) -> None:
    own_turn.arrange(CorrectBoard(own_turn.state.with_army(ATREIDES, GARA_KULON, Army(regular=2))))
    own_turn.arrange(SpendDie(Result.LEADERSHIP, Result.LEADERSHIP))
    by_name = own_turn.main()
    assert f'<a class="btn" href="{own_turn.step}?from=windgap">' in by_name
    assert f'<a class="btn" href="{own_turn.step}?from=gara_kulon">' not in by_name
    why = own_turn.main(f"{own_turn.step}?from=gara_kulon")
    assert "No leader is with the legion in" in why
    assert "ACT-LEADERSHIP" in why


def test_other_peoples_figures_cannot_be_picked(own_turn: Seat) -> None:
    spend(own_turn, Result.STRATEGY)
    assert own_turn.title(f"{own_turn.step}?from=arrakeen") == "Tap the legion that moves"
    assert own_turn.state.army(Faction.HARKONNEN, AREA_NUMBER["arrakeen"])


def by_hand(seat: Seat) -> Seat:
    """An unnamed card, entered by hand."""
    seat.done("play-card", f"{seat.step}?use=card", die="mentat")
    return seat


@pytest.mark.rule("CARD-1")
def test_CARD_1_a_card_by_hand_draws_and_replaces(own_turn: Seat) -> None:
    own_turn.arrange(CorrectBoard(own_turn.state.with_army(ATREIDES, GARA_KULON, Army(regular=2, elite=1))))
    seat, hand = by_hand(own_turn), own_turn.state.cards.hand
    seat.done("draw-by-hand", f"{seat.step}?use=draw", house_atreides=2, fremen_ally=1)
    assert seat.state.cards.hand == hand + 3
    none = seat.do("draw-by-hand", f"{seat.step}?use=draw")
    assert none.status_code == 400
    path = f"{seat.step}?use=replace&area=gara_kulon"
    assert path in seat.links(f"{seat.step}?use=replace")
    seat.done("replace-by-hand", path, kinds="regular-elite", count=2)
    assert seat.state.army(ATREIDES, GARA_KULON) == Army(elite=3)
    path = f"{seat.step}?use=replace&area=gara_kulon"
    wrong = seat.do("replace-by-hand", path, kinds="elite-dragon", count=1)
    assert wrong.status_code == 400
    few = seat.do("replace-by-hand", path, kinds="elite-special", count=5)
    assert few.status_code == 422


@pytest.mark.rule("CARD-1")
def test_CARD_1_a_card_by_hand_may_lead_to_one_that_is_guided(own_turn: Seat) -> None:
    seat = by_hand(own_turn)
    seat.done("own-card-play", f"{seat.step}?use=card", card="hieregs")
    assert seat.title() == "Place 2 regular, each in another empty desert area"


@pytest.mark.rule("LEADER-2")
def test_LEADER_2_an_unknown_special_is_entered_and_each_part_checked(own_turn: Seat) -> None:
    path = f"{own_turn.step}?use=leader"
    assert "Read its card: you enter what it does." in own_turn.main(path)
    own_turn.done("use-leader", path, leader="stilgar", die="strategy")
    assert own_turn.title() == "Do what the card says: Stilgar"
    far = own_turn.browser.fields(own_turn.step) | {
        "from": "gara_kulon",
        "to": "arrakeen",
        "tokens": "1",
        "generic": "1",
    }
    answer = own_turn.browser.post(f"{own_turn.home}/do/move", far)
    assert answer.status_code == 422
    assert "MOVE-1" in answer.text


@pytest.mark.rule("LEADER-2")
def test_LEADER_2_a_known_special_is_led_step_by_step(own_turn: Seat) -> None:
    own_turn.done("use-leader", f"{own_turn.step}?use=leader", leader="paul_atreides", die="leadership")
    assert "Paul Atreides, step 1 of 2." in own_turn.main()
    own_turn.done("own-card-step", f"{own_turn.step}?area=windgap")
    army = own_turn.state.army(ATREIDES, WINDGAP)
    assert army is not None
    assert "paul_atreides" in army.named
    assert own_turn.top_as(ActionFrame).moves == 2
    own_turn.done("own-card-other", how="skip")
    end_of_turn(own_turn)


@pytest.mark.rule("CARD-1")
def test_CARD_1_a_guided_step_may_be_skipped_done_by_hand_or_taken_back(own_turn: Seat) -> None:
    own_turn.done("play-card", f"{own_turn.step}?use=card", die="mentat", card="usul")
    assert "step 1 of 2" in own_turn.main()
    own_turn.done("own-card-other", how="skip")
    assert own_turn.title() == "Play 1 more planning card"
    own_turn.done("own-card-other", how="hand")
    assert own_turn.title().startswith("Do what the card says")
    own_turn.done("finish-own")
    assert own_turn.top() == TurnFrame(ATREIDES, acted=True, spent_die=True)


@pytest.mark.rule("ACT-6")
def test_ACT_6_placed_figures_may_come_from_the_board(own_turn: Seat) -> None:
    own_turn.arrange(
        CorrectBoard(own_turn.state.with_army(ATREIDES, GARA_KULON, Army(regular=2, special=2, generic=1)))
    )
    own_turn.done("play-card", f"{own_turn.step}?use=card", die="mentat", card="chatt_the_leaper")
    path = f"{own_turn.step}?area=windgap"
    form = dict(own_turn.form("own-card-step", path).values())
    assert (form["special"], form["generic"], form["taken-gara_kulon-special"]) == ("2", "1", "0")
    own_turn.done("own-card-step", path, taken__gara_kulon__special=1)
    assert own_turn.state.army(ATREIDES, GARA_KULON) == Army(regular=2, special=1, generic=1)
    there = own_turn.state.army(ATREIDES, WINDGAP)
    assert there is not None
    assert there.special == 2
