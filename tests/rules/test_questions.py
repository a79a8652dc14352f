"""What anyone may ask the rules: tokens, decks, flights, dice, who acts; one question, its edges and its exceptions."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import members
from companion.content.terms import Deck, Result
from companion.rules import Army, Rules, State, reach
from companion.rules.ask.battles import side_to_discard
from companion.rules.ask.dice import desert_power_open
from companion.rules.ask.tokens import colours_turned
from companion.rules.ask.tracks import dice_set_aside, pushed
from companion.rules.ask.turns import own_turn, turn_of
from companion.rules.commands import CardStepDone, DiscardForDice, PlayHarkonnenCard, RevealSietch, UseBeneGesserit
from companion.rules.engine import Draft, settle
from companion.rules.frames import (
    ActionFrame,
    AtreidesCardFrame,
    BattleFrame,
    BattleStage,
    EndFrame,
    EndStage,
    Side,
    TurnFrame,
)
from companion.rules.handlers.rounds import can_be_drawn
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Sietch, Standing
from tests.rules.flow.table import area, blocked, codes, frame_names, harkonnen_card, position, zone
from tests.rules.perft.positions import between_people, partners

TURN = TurnFrame(HARKONNEN, acted=True, spent_die=True)


@pytest.mark.rule("MAHDI-TOKEN-1")
@pytest.mark.parametrize(
    "out, tokens, found",
    [
        ((3, 3), 2, (1, 1)),
        ((3, 3), 4, (2, 2)),
        ((3, 3), 6, (3, 3)),
        ((3, 3), 3, None),
        ((0, 2), 2, (0, 2)),
        ((2, 0), 2, (2, 0)),
        ((1, 3), 4, (1, 3)),
        ((4, 1), 4, None),
    ],
)
def test_MAHDI_TOKEN_1_the_colours_of_turned_tokens(
    out: tuple[int, int], tokens: int, found: tuple[int, int] | None
) -> None:
    state = replace(position(), black_tokens=6 - out[0], silver_tokens=6 - out[1])
    assert colours_turned(state, tokens, None) == found
    assert colours_turned(state, 1, "black") == (1, 0)
    assert colours_turned(state, 1, "silver") == (0, 1)


@pytest.mark.rule("MAHDI-CARD-6", "CARD-1")
def test_MAHDI_CARD_6_a_deck_is_made_of_its_discards_again_in_solo_only() -> None:
    state = position()
    empty = replace(state, cards=replace(state.cards, decks=(0, 18, 18, 18), discards=(), burnt=()))
    house, corrino = Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY
    assert can_be_drawn(state, house)
    with_one = replace(empty, cards=replace(empty.cards, discards=("hunter_seeker",)))
    assert can_be_drawn(with_one, house)
    both = replace(with_one, cards=replace(with_one.cards, decks=(0, 0, 18, 18)))
    assert can_be_drawn(both, house)
    assert not can_be_drawn(replace(both, mode=Mode.DUEL), house)
    assert not can_be_drawn(replace(both, mode=Mode.DUEL), corrino)
    one_left = replace(empty, mode=Mode.DUEL, cards=replace(empty.cards, decks=(1, 0, 18, 18)))
    assert can_be_drawn(one_left, house)
    assert not can_be_drawn(one_left, corrino)
    burnt = replace(empty, cards=replace(empty.cards, decks=(0, 18, 18, 18), burnt=(house,)))
    assert can_be_drawn(burnt, house)


@pytest.mark.rule("MAHDI-CARD-6")
@pytest.mark.parametrize(
    "reinforcements, cards, more, drawn",
    [
        (18, {}, {}, False),
        (17, {}, {}, True),
        (17, {"discards": ("sandmasters",)}, {}, True),
        (17, {"burnt": (Deck.HOUSE_HARKONNEN,)}, {}, True),
        (17, {"discards": ("troop_carriers",)}, {}, False),
        (17, {"burnt": (Deck.CORRINO_ALLY,)}, {}, False),
        (17, {}, {"frames": harkonnen_card("sandmasters", Deck.HOUSE_HARKONNEN)}, False),
        (17, {}, {"hawats_scheming_beside_board": True}, False),
    ],
)
def test_MAHDI_CARD_6_where_every_card_is_known_only_discards_of_the_deck_bring_it_back(
    reinforcements: int, cards: dict[str, Any], more: dict[str, Any], drawn: bool
) -> None:
    """Of the 36 cards, 18 lie in the other deck; the last one is in the discards, burnt, being played, or nobody's."""
    state = replace(position(), reinforcements=reinforcements, **more)
    state = replace(state, cards=replace(state.cards, decks=(0, 18, 18, 18), **cards))
    assert can_be_drawn(state, Deck.HOUSE_HARKONNEN) is drawn


@pytest.mark.rule("MOVE-6")
def test_MOVE_6_a_flight_names_the_area_it_jumps_over() -> None:
    state = position({"cne_5": Army(regular=2)}, ornithopters=(zone("az_ne"),))
    source = area("cne_5")
    flights = [way for way in reach.moves(state, HARKONNEN) if way.zone is not None and way.source == source]
    lengths = set()
    for way in flights:
        found = reach.find(state, HARKONNEN, source, way.target, way.zone)
        assert found is not None
        for one, other in zip(found.path, found.path[1:], strict=False):
            assert state.graph.all[one] >> other & 1
        assert found.path[0] == source
        assert found.path[-1] == way.target
        lengths.add(len(found.path))
        if len(found.path) == 3:
            between = state.graph.all[source] & state.graph.all[way.target]
            assert found.path[1] == next(members(between))
    assert 3 in lengths


@pytest.mark.rule("MAHDI-BATTLE-3")
def test_MAHDI_BATTLE_3_the_attack_stops_at_the_start_of_a_round_only() -> None:
    battle = BattleFrame(HARKONNEN, area("ne_14"), area("ne_13"), stage=BattleStage.CARDS)

    def settled(frame: BattleFrame, attackers: int, mode: Mode = Mode.SOLO) -> State:
        state = position({"ne_14": Army(regular=attackers)}, {"ne_13": Army(regular=4)}, TURN, frame, hand=3, mode=mode)
        draft = Draft(state)
        settle(draft)
        return draft.state

    assert "BattleFrame" not in frame_names(settled(battle, 2))
    assert "BattleFrame" in frame_names(settled(battle, 3))
    assert "BattleFrame" in frame_names(settled(battle, 2, Mode.DUEL))
    begun = replace(battle, sides=(Side(0), Side()))
    assert "BattleFrame" in frame_names(settled(begun, 2))
    assert side_to_discard(begun) == 1


@pytest.mark.rule("MAHDI-CARD-1")
def test_MAHDI_CARD_1_the_solo_harkonnen_play_no_card_from_a_hand() -> None:
    state = between_people(TurnFrame(HARKONNEN))
    command = PlayHarkonnenCard(Result.MENTAT, "hunter_seeker")
    assert codes(state, command) == []
    assert codes(replace(state, mode=Mode.SOLO), command) == [("MAHDI-CARD-1", "not_now")]


@pytest.mark.rule("MAHDI-REVEAL-1")
def test_MAHDI_REVEAL_1_a_sietch_under_an_ornithopter_is_turned_for_a_card_in_the_claims_only() -> None:
    place = area("gara_kulon")
    zones = tuple(range(7))
    state = position({}, {"gara_kulon": Army(regular=1)}, sietches=(Sietch(place),), ornithopters=zones)
    turned = RevealSietch(place, 2)

    def at(stage: EndStage, **changes: object) -> list[tuple[str, str]]:
        return codes(replace(state, frames=(EndFrame(stage),), **changes), turned)  # type: ignore[arg-type]

    watched = ("MAHDI-REVEAL-1", "watched_by_ornithopter")
    assert watched not in at(EndStage.CLAIMS)
    assert watched in at(EndStage.CLAIMS, rules=Rules(first_printing=True))
    own = replace(state, frames=(TurnFrame(ATREIDES),))
    assert watched in codes(own, turned)
    assert not blocked(own, turned)
    assert blocked(replace(own, rules=Rules(first_printing=True)), turned)
    assert watched not in codes(replace(own, ornithopters=()), turned)


@pytest.mark.rule("ACT-2")
def test_ACT_2_a_bene_gesserit_die_comes_before_the_first_turn_only() -> None:
    state = between_people(TurnFrame(ATREIDES), atreides_results=(Result.MENTAT,) * 4, atreides_unused=4)
    state = replace(state, bene_gesserit=(1, 1), harkonnen_spent=())
    token = UseBeneGesserit(Result.HOUSE, ATREIDES)
    now = [code for _rule, code in codes(state, token)]
    for other in (
        replace(state, frames=(TurnFrame(HARKONNEN),)),
        replace(state, frames=(TurnFrame(ATREIDES, acted=True),)),
        replace(state, harkonnen_spent=(Result.HOUSE,)),
        replace(state, atreides_unused=3, atreides_results=(Result.MENTAT,) * 3),
        replace(state, bene_gesserit_die=Result.HOUSE),
    ):
        assert [code for _rule, code in codes(other, token)] != now, other.frames
    used = replace(state, harkonnen_bene_gesserit_die=Result.HOUSE)
    assert [code for _rule, code in codes(used, token)] == now
    theirs = UseBeneGesserit(Result.HOUSE, HARKONNEN)
    assert codes(used, theirs) != codes(state, theirs)


@pytest.mark.rule("FREE-0")
def test_FREE_0_free_actions_belong_to_the_side_whose_turn_it_is() -> None:
    def mine(*frames: object) -> tuple[bool, bool]:
        state = position({}, {}, *frames)  # type: ignore[arg-type]
        return own_turn(state, ATREIDES), own_turn(state, HARKONNEN)

    atreides = TurnFrame(ATREIDES, acted=True)
    assert mine(atreides) == (True, False)
    assert mine(TURN) == (False, True)
    assert mine(atreides, ActionFrame(ATREIDES, Result.STRATEGY)) == (True, False)
    assert mine(atreides, AtreidesCardFrame("war_plan")) == (True, False)
    assert mine(TURN, ActionFrame(ATREIDES, Result.STRATEGY)) == (False, False)
    assert mine(ActionFrame(ATREIDES, Result.STRATEGY)) == (False, False)
    assert mine(EndFrame(EndStage.CLAIMS)) == (False, False)
    assert mine() == (False, False)
    assert turn_of(position({}, {}, atreides, ActionFrame(ATREIDES, Result.STRATEGY))) is ATREIDES
    assert turn_of(position({}, {})) is None


@pytest.mark.rule("ACT-DESERT")
@pytest.mark.parametrize("atreides, harkonnen, is_open", [(2, 3, True), (3, 3, False), (4, 3, False)])
def test_ACT_DESERT_fewer_dice_than_the_harkonnen(atreides: int, harkonnen: int, is_open: bool) -> None:
    assert desert_power_open(position(atreides_unused=atreides, harkonnen_unused=harkonnen)) is is_open


@pytest.mark.rule("VEH-1")
def test_VEH_1_dice_that_are_neither_unused_nor_spent_are_set_aside() -> None:
    house = Result.HOUSE
    assert dice_set_aside(position(harkonnen_unused=5, harkonnen_spent=(house,))) == 2
    assert dice_set_aside(position(harkonnen_unused=8, harkonnen_spent=())) == 0
    # A Bene Gesserit token is a die more than there are.
    assert dice_set_aside(position(harkonnen_unused=8, harkonnen_spent=(house,))) == 0


@pytest.mark.rule("TANK-1")
def test_TANK_1_a_leader_pushes_those_before_it_up_to_the_first_gap() -> None:
    state = position()
    for name, space in (("stilgar", 1), ("chani", 2), ("beast_rabban", 1), ("alia", 4)):
        state = state.with_leader(name, standing=Standing.TANK, tank=space)
    assert pushed(state, "paul_atreides") == {"stilgar": 2, "chani": 3}
    assert pushed(state, "thufir_hawat") == {"beast_rabban": 2}
    assert pushed(state, "stilgar") == {}


@pytest.mark.rule("UNIT-2", "MAHDI-CARD-2")
def test_UNIT_2_people_place_no_higher_kind_than_the_card_says() -> None:
    # Evidence of Rebellion places in one area; between people other kinds are counted strictly.
    state = between_people(*harkonnen_card("harkonnen_patrols", Deck.HOUSE_HARKONNEN))
    desert = next(members(state.empty_mask & state.desert_mask))

    def reasons(figures: Army) -> list[str]:
        return [code for _rule, code in codes(state, CardStepDone(placements=((desert, figures),)))]

    assert reasons(Army(regular=1)) == []
    assert reasons(Army(regular=2)) == ["too_many_units"]
    assert reasons(Army(elite=1)) == ["higher_kind_for_lower"]
    assert reasons(Army(special=1)) == ["higher_kind_for_lower"]
    assert reasons(Army(regular=1, generic=1)) == ["too_many_leaders"]
    assert reasons(Army(regular=1, named=("captain_aramsham",)))[0] == "too_many_leaders"


@pytest.mark.rule("TEAM-4")
def test_TEAM_4_the_cards_of_a_battle_are_asked_side_by_side() -> None:
    battle = BattleFrame(HARKONNEN, area("ne_14"), area("gara_kulon"), stage=BattleStage.CARDS)
    state = partners(TURN, battle)
    first = DiscardForDice(HARKONNEN, 0)
    assert codes(state, first) == []
    assert codes(state, DiscardForDice(ATREIDES, 0)) == [("BATTLE-3", "other_side_first")]
