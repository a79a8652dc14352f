"""The rules and rulings about planning cards: decks, parts that cannot be carried out, Hawat’s Scheming."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import AREA_NUMBER as AREA
from companion.content import CARDS
from companion.content.steps import Effect, Place
from companion.content.terms import Deck, NamedLeader, Result
from companion.rules.army import Army
from companion.rules.ask.harkonnen_cards import EVERYWHERE
from companion.rules.ask.harkonnen_steps import line
from companion.rules.commands import CardWithoutEffect, DrawHarkonnenCards, RevealCard
from companion.rules.engine import check
from companion.rules.events import (
    BeneGesseritUsed,
    CardDiscarded,
    CardsDrawn,
    DeckReshuffled,
    LeaderEntered,
    LeaderLeft,
)
from companion.rules.frames import ActionFrame, TurnFrame
from companion.rules.state import HARKONNEN, Standing, State
from solo_bot.cards.course import FINDERS, decide_card
from solo_bot.procedure.trace import Step
from tests.solo_bot.cards.positions import legion, rich, with_leaders
from tests.solo_bot.cards.table import Table, army_at, play, step, turned_up, with_decks

HARKONNEN_CARDS = [card for card in CARDS.values() if card.deck.faction is HARKONNEN]
HOUSE, CORRINO = Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY
WITHOUT_WORMSIGNS: dict[str, Any] = {"wormsigns": []}


def mentat(state: State, draws: int = 2) -> State:
    frames = (TurnFrame(HARKONNEN, True, True), ActionFrame(HARKONNEN, Result.MENTAT, draws=draws))
    return replace(state, frames=frames)


def cited(trace: tuple[Step, ...]) -> set[str]:
    return {one for entry in trace for one in (entry.rule, *entry.rulings)}


def test_every_effect_of_a_harkonnen_card_has_a_handler_and_every_handler_is_used() -> None:
    effects = {step.effect for card in HARKONNEN_CARDS for step in line(card.id) if step is not None}
    conditions = {step.effect for card in HARKONNEN_CARDS for step in card.steps} - effects
    assert effects - {Effect.EXCHANGE_LEADERS} == set(FINDERS)
    assert conditions == {Effect.CONDITION}


def test_no_card_places_two_kinds_of_leaders_at_once() -> None:
    for card in HARKONNEN_CARDS:
        for one in line(card.id):
            pieces = getattr(one, "pieces", None)
            if pieces is not None:
                assert pieces.leader + pieces.bashar + int(pieces.named is not None) <= 1, card.id


def test_a_card_for_each_of_several_areas_places_one_unit_in_each() -> None:
    steps = [one for card in HARKONNEN_CARDS for one in line(card.id)]
    each = [one.pieces for one in steps if isinstance(one, Place) and one.site.kind in EVERYWHERE]
    assert [(pieces.units, pieces.leader, pieces.bashar, pieces.named) for pieces in each] == [(1, 0, 0, None)] * 2


def test_without_a_card_in_progress_there_is_nothing_to_decide() -> None:
    with pytest.raises(ValueError, match="no Harkonnen planning card"):
        decide_card(mentat(rich()))


@pytest.mark.rule("MAHDI-CARD-1")
def test_MAHDI_CARD_1_two_cards_are_drawn_and_played_one_after_the_other() -> None:
    state = step(mentat(replace(rich(), discard_top=HOUSE)), DrawHarkonnenCards((CORRINO, HOUSE)))
    table = Table(state, next_cards=("hope_clouds_observation", "forced_recruitment")).play()
    played = [event.card for event in table.happened(CardDiscarded)]
    assert played == ["hope_clouds_observation", "forced_recruitment"]
    assert table.state.discard_top is HOUSE


@pytest.mark.rule("R-8")
def test_R_8_the_cards_of_one_mentat_alternate_even_if_the_first_draws_others() -> None:
    state = step(mentat(rich()), DrawHarkonnenCards((HOUSE, CORRINO)))
    # The first one plays a Corrino Ally card, the second is still of that deck.
    table = Table(state, next_cards=("beloved_feyd_rautha", "hope_clouds_observation", "troop_carriers")).play()
    played = [event.card for event in table.happened(CardDiscarded)]
    assert played == ["hope_clouds_observation", "beloved_feyd_rautha", "troop_carriers"]


@pytest.mark.rule("MAHDI-CARD-2")
def test_MAHDI_CARD_2_draw_puts_alternating_cards_on_the_reinforcements() -> None:
    before = rich()
    table = play(before, "evidence_of_rebellion")
    drawn = table.happened(CardsDrawn)
    assert [event.deck for event in drawn] == [CORRINO, HOUSE]
    assert all(event.to_reinforcements for event in drawn)
    assert table.state.reinforcements == before.reinforcements + 2


@pytest.mark.rule("MAHDI-CARD-2")
def test_MAHDI_CARD_2_play_a_card_draws_from_the_other_deck_and_plays_it_first() -> None:
    table = play(rich(), "breeding_program", next_cards=("sandmasters",))
    assert [event.card for event in table.happened(CardDiscarded)] == ["sandmasters", "breeding_program"]
    assert "MAHDI-CARD-2" in {order.rule for order in table.orders}


@pytest.mark.rule("MAHDI-CARD-2", "R-8")
def test_MAHDI_CARD_2_a_chain_of_cards_goes_on_as_long_as_they_play_another() -> None:
    cards = ("beloved_feyd_rautha", "breeding_program", "spotter_control")
    table = play(rich(), cards[0], next_cards=cards[1:])
    assert [event.card for event in table.happened(CardDiscarded)] == [*reversed(cards)]
    assert table.actions[:4] == ["enter_leader", "play", "gain_bene_gesserit", "play"]


@pytest.mark.rule("MAHDI-CARD-4", "R-9")
def test_MAHDI_CARD_4_a_card_with_an_impossible_part_goes_on_the_reinforcements() -> None:
    before = rich(**WITHOUT_WORMSIGNS)
    table = play(before, "polar_cap_factories")
    assert table.actions == ["without_effect"]
    assert table.orders[0].impossible
    assert table.orders[0].choices[0].commands == (CardWithoutEffect(),)
    assert table.discarded("polar_cap_factories").to_reinforcements
    assert table.state.armies == before.armies
    assert table.state.reinforcements == before.reinforcements + 1
    assert {"MAHDI-CARD-4", "R-9"} <= cited(table.orders[0].trace)


@pytest.mark.rule("MAHDI-CARD-4", "R-9")
def test_MAHDI_CARD_4_in_the_variant_possible_parts_are_carried_out() -> None:
    state = rich(**WITHOUT_WORMSIGNS, rules={"card_parts": True})
    table = play(state, "polar_cap_factories")
    assert table.actions == ["place", "skip", "finish"]
    assert [order.impossible for order in table.orders] == [False, True, False]
    assert [order.done for order in table.orders] == [False, False, True]
    assert army_at(table.state, "north_pole") == Army(regular=2, elite=3, generic=1)
    assert not table.discarded("polar_cap_factories").to_reinforcements


@pytest.mark.rule("MAHDI-CARD-4")
@pytest.mark.parametrize("card_parts", [False, True])
def test_MAHDI_CARD_4_a_card_without_any_possible_part_has_no_effect_in_both_variants(card_parts: bool) -> None:
    state = replace(rich(rules={"card_parts": card_parts}), atreides_results=(Result.MENTAT,) * 3)
    table = play(state, "reports_of_traitors")
    assert table.actions == ["without_effect"]
    assert table.discarded("reports_of_traitors").to_reinforcements


@pytest.mark.rule("MAHDI-CARD-4")
def test_MAHDI_CARD_4_a_leader_in_the_tank_cannot_be_placed() -> None:
    assert play(with_leaders(baron_harkonnen="tank"), "barons_personal_guard").actions == ["without_effect"]
    state = rich(leaders={"baron_harkonnen": {"state": "tank", "tank": 1}}, rules={"card_parts": True})
    table = play(state, "barons_personal_guard")
    assert table.actions == ["place", "move", "finish"]
    assert all(place.leader is None for place in table.orders[0].choices[0].option.placements)  # type: ignore[union-attr]


@pytest.mark.rule("MAHDI-CARD-4")
def test_MAHDI_CARD_4_only_choices_that_leave_the_later_parts_possible_are_offered() -> None:
    """Rabban may join any legion, but a surprise attack has to follow: only one legion can attack."""
    legions = [
        legion("sw_8", regular=1),
        legion("pasty_mesa", regular=5),
        legion("windgap", "atreides", regular=5),
        legion("tasmin_sink", "atreides", regular=1),
        legion("habbanya_ridge", "atreides", regular=6),
    ]
    ranks = {"windgap": {"rank": 3}, "tasmin_sink": {"rank": 1}, "habbanya_ridge": {"rank": 2}}
    order = decide_card(turned_up(rich(legions=legions, sietches=ranks), "mudir_nahya"))
    assert [choice.option.placements[0].area for choice in order.choices] == [AREA["pasty_mesa"]]  # type: ignore[union-attr]
    no_attack = [entry for entry in legions if entry["area"] != "pasty_mesa"]
    order = decide_card(turned_up(rich(legions=no_attack, sietches=ranks), "mudir_nahya"))
    assert (order.action, order.effect) == ("without_effect", Effect.PLACE)
    assert order.trace[-1].kept[0][0] is Effect.ATTACK


@pytest.mark.rule("R-9")
def test_R_9_as_much_of_a_part_as_can_be_is_done() -> None:
    table = play(rich(wormsigns=["sw_1"]), "spotter_control")
    assert table.actions == ["discard_wormsigns", "skip", "draw", "finish"]
    assert table.state.wormsigns == ()


@pytest.mark.rule("R-9")
def test_R_9_a_leader_who_stands_there_already_makes_the_part_impossible() -> None:
    """Aramsham is with the only Sardaukar: to place him there changes nothing."""
    legions = [
        legion("sw_8", special=2, named=["captain_aramsham"]),
        legion("pasty_mesa", regular=2),
        legion("habbanya_ridge", "atreides", regular=1),
    ]
    assert play(rich(legions=legions), "i_decide").actions == ["without_effect"]
    legions[1]["special"] = 1
    order = decide_card(turned_up(rich(legions=legions), "i_decide"))
    assert [choice.option.placements[0].area for choice in order.choices] == [AREA["pasty_mesa"]]  # type: ignore[union-attr]


@pytest.mark.rule("MAHDI-CARD-5")
def test_MAHDI_CARD_5_the_first_scheming_lies_beside_the_board_the_second_takes_effect() -> None:
    state = with_leaders(thufir_hawat="ready")
    first = play(state, "hawats_scheming")
    assert first.actions == ["beside_board"]
    assert first.state.hawats_scheming_beside_board
    unused = first.state.harkonnen_unused
    second = play(first.state, "hawats_scheming")
    assert second.actions == ["exchange_leaders"]
    assert second.state.leader("thufir_hawat").standing is Standing.REMOVED
    assert second.state.leader("gaius_helen_mohiam").standing is Standing.READY
    assert [event.leader for event in second.happened(LeaderLeft)] == ["thufir_hawat"]
    assert [event.leader for event in second.happened(LeaderEntered)] == ["gaius_helen_mohiam"]
    assert len(second.happened(BeneGesseritUsed)) == 1
    assert second.state.harkonnen_unused == unused + 1
    assert not second.state.hawats_scheming_beside_board
    assert second.state.cards.discards.count("hawats_scheming") == 2


@pytest.mark.rule("R-10", tries=True)
@pytest.mark.parametrize("standing", ["out", "removed"])
def test_R_10_without_hawat_in_play_the_second_goes_on_the_reinforcements(standing: str) -> None:
    state = replace(with_leaders(thufir_hawat=standing), hawats_scheming_beside_board=True)
    table = play(state, "hawats_scheming")
    assert table.actions == ["to_reinforcements"]
    assert table.discarded("hawats_scheming").to_reinforcements
    assert table.state.hawats_scheming_beside_board
    assert "R-10" in cited(table.orders[0].trace)


@pytest.mark.rule("MAHDI-CARD-6")
def test_MAHDI_CARD_6_an_empty_deck_is_reshuffled_from_its_discards() -> None:
    state = rich()
    cards = replace(state.cards, decks=(0, 3, 18, 18), discards=("sandmasters", "troop_carriers"))
    table = play(replace(state, cards=cards), "evidence_of_rebellion")
    assert next(event.deck for event in table.happened(DeckReshuffled)) is HOUSE
    assert "sandmasters" not in table.state.cards.discards
    assert "troop_carriers" in table.state.cards.discards


@pytest.mark.rule("MAHDI-LEADER-1")
@pytest.mark.parametrize(
    "leader, deck, cards",
    [
        (NamedLeader.THUFIR_HAWAT, HOUSE, ("forced_recruitment", "sandmasters", "spotter_control")),
        (NamedLeader.GAIUS_HELEN_MOHIAM, CORRINO, ("troop_carriers", "spies_all_over_arrakis", "sardaukars_manner")),
    ],
)
def test_MAHDI_LEADER_1_three_cards_of_the_deck_are_played_at_once(
    leader: NamedLeader, deck: Deck, cards: tuple[str, ...]
) -> None:
    state = rich(leaders={leader: {"state": "ready"}})
    frames = (TurnFrame(HARKONNEN, True, True), ActionFrame(HARKONNEN, leader, draws=3))
    state = replace(state, frames=frames)
    assert check(state, DrawHarkonnenCards((deck,) * 2))
    table = Table(step(state, DrawHarkonnenCards((deck,) * 3)), next_cards=cards).play()
    assert [event.card for event in table.happened(CardDiscarded)] == list(cards)


def test_a_card_of_the_other_deck_is_refused() -> None:
    state = with_decks(rich(), (HOUSE,))
    assert [reason.code for reason in check(state, RevealCard("troop_carriers"))] == ["wrong_deck"]


def test_a_rank_that_decides_is_asked_for_before_the_attack() -> None:
    legions = [
        legion("se_8", special=6),
        legion("hobars_gap", "atreides", regular=1),
        legion("tasmin_sink", "atreides", regular=2),
        legion("se_1", special=5),
    ]
    sietches: dict[str, Any] = {"hobars_gap": {}, "tasmin_sink": {}}
    state = rich(legions=legions, sietches=sietches, target_sietch="tasmin_sink")
    order = decide_card(turned_up(state, "killers_without_mercy"))
    assert order.question is not None
    assert order.question.ask == "rank"
    assert order.choices == ()
    assert {AREA["hobars_gap"], AREA["tasmin_sink"]} == set(order.question.areas)


def test_the_same_position_gives_the_same_order() -> None:
    for card in ("harkonnen_patrols", "mudir_nahya", "sandmasters"):
        state = turned_up(rich(), card)
        assert decide_card(state) == decide_card(state)
        assert decide_card(state).trace == decide_card(state).trace


@pytest.mark.rule("R-9", "MAHDI-TOKEN-1", tries=True)
@pytest.mark.parametrize("card", ["sardaukars_manner", "sardaukar_pogrom", "killers_without_mercy", "i_decide"])
def test_R_9_a_facedown_token_is_no_sardaukar_and_the_trace_says_so(card: str) -> None:
    tokens = rich(legions=[legion("carthag", tokens=2), legion("arrakeen", regular=2)])
    order = decide_card(turned_up(tokens, card))
    assert order.action == "without_effect"
    told = [entry for entry in order.trace if entry.criterion == "tokens_are_no_sardaukar"]
    assert [(entry.rule, entry.rulings, entry.kept) for entry in told] == [
        ("MAHDI-TOKEN-1", ("R-9",), ((AREA["carthag"], None),))
    ]
    none = decide_card(turned_up(rich(legions=[legion("carthag", regular=2)]), card))
    assert not [entry for entry in none.trace if entry.criterion == "tokens_are_no_sardaukar"]


@pytest.mark.rule("R-9", "MAHDI-TOKEN-1")
@pytest.mark.parametrize("card", ["troop_carriers", "hunter_seeker"])
def test_R_9_of_a_card_that_is_not_about_sardaukar_the_trace_says_nothing_of_tokens(card: str) -> None:
    legions = [legion("carthag", tokens=2), legion("arrakeen", regular=2)]
    order = decide_card(turned_up(rich(legions=legions, target_sietch=None), card))
    assert order.action == "without_effect"
    assert [entry.criterion for entry in order.trace] == ["part_impossible"]
