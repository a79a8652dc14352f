"""Every Harkonnen card from its draw to its end: the position stays legal, nothing gets lost (MAHDI-CARD-1..6)."""

from random import Random

import pytest

from companion.content import CARDS
from companion.rules.army import Army
from companion.rules.events import CardDiscarded
from companion.rules.positions.audit import audit
from companion.rules.state import HARKONNEN
from solo_bot.cards.options import CardChoice, CardOrder
from tests.solo_bot.cards.positions import RICH, legion, random_state, rich, with_leaders
from tests.solo_bot.cards.table import Table, army_at, play, with_decks

HARKONNEN_CARDS = [card.id for card in CARDS.values() if card.deck.faction is HARKONNEN]

# What a card does in the rich position, step by step, without the cards that it brings.
STEPS = {
    "hard_times_and_oppression": "place place finish",
    "forced_recruitment": "place finish",
    "beloved_feyd_rautha": "enter_leader play transfer finish finish",
    "harkonnen_patrols": "place place place finish",
    "arsunt_legion": "place move finish",
    "barons_personal_guard": "place move finish",
    "hawats_scheming": "beside_board",
    "evidence_of_rebellion": "place draw finish",
    "polar_cap_factories": "place discard_wormsigns finish",
    "carthag_the_former_capital": "place finish",
    "workhorse_of_arrakis": "vehicles vehicles draw finish",
    "spotter_control": "discard_wormsigns discard_wormsigns discard_wormsigns draw finish",
    "explosive_artillery": "move special_attack finish",
    "sandmasters": "vehicles vehicles vehicles draw finish",
    "mudir_nahya": "place attack_sietch finish",
    "hunter_seeker": "tank_enemy_leader finish",
    "rage_overcame_shaddam_iv_a": "enter_leader play vehicles vehicles draw finish finish",
    "rage_overcame_shaddam_iv_b": "enter_leader play vehicles vehicles draw finish finish",
    "rage_overcame_shaddam_iv_c": "enter_leader play vehicles vehicles draw finish finish",
    "manipulation_of_others": "opponent_discards draw finish",
    "breeding_program": "gain_bene_gesserit play vehicles vehicles draw finish finish",
    "troop_carriers": "transfer finish",
    "shigawire": "move tank_enemy_leader finish",
    "hope_clouds_observation": "shuffle_back_prescience finish",
    "reports_of_traitors": "discard_enemy_die finish",
    "sardaukar_pogrom": "move move move finish",
    "sardaukars_manner": "attack_sietch finish",
    "spies_all_over_arrakis": "reveal_area draw finish",
    "full_control_of_the_air": "vehicles vehicles move finish",
    "moving_the_battle_group": "place finish",
    "killers_without_mercy": "attack_sietch finish",
    "sardaukar_disguised": "replace move move finish",
    "i_decide": "place attack_sietch finish",
    "seek_out_the_mahdi": "move forbid_next_turn finish",
}
OTHER_BRANCHES = {
    "beloved_feyd_rautha": ({"feyd_rautha": "ready", "beast_rabban": "removed"}, "without_effect"),
    "mudir_nahya": ({"feyd_rautha": "ready", "beast_rabban": "removed"}, "place finish"),
    "rage_overcame_shaddam_iv_a": ({"shaddam_iv": "ready"}, "place finish"),
    "rage_overcame_shaddam_iv_b": ({"shaddam_iv": "ready"}, "place finish"),
    "rage_overcame_shaddam_iv_c": ({"shaddam_iv": "ready"}, "place move attack_sietch finish"),
}


def test_the_36_cards_are_all_here() -> None:
    assert set(STEPS) == set(HARKONNEN_CARDS)
    assert sum(CARDS[card].copies for card in STEPS) == 36


@pytest.mark.parametrize("card", HARKONNEN_CARDS)
def test_a_card_is_carried_out_from_its_draw_to_its_end(card: str) -> None:
    table = play(rich(), card)
    assert " ".join(table.actions) == STEPS[card]
    assert not table.discarded(card).to_reinforcements
    assert audit(table.state) == ()


@pytest.mark.parametrize("card", OTHER_BRANCHES)
def test_a_card_about_a_leader_does_the_other_thing_when_it_has_to(card: str) -> None:
    standing, steps = OTHER_BRANCHES[card]
    assert " ".join(play(with_leaders(**standing), card).actions) == steps


def test_a_card_for_the_legion_of_feyd_rautha_goes_there() -> None:
    legions = [*RICH["legions"], legion("pasty_mesa", regular=1, named=["feyd_rautha"])]
    table = play(rich(legions=legions, leaders={"beast_rabban": {"state": "removed"}}), "beloved_feyd_rautha")
    assert table.actions == ["place", "finish"]
    assert army_at(table.state, "pasty_mesa") == Army(regular=1, elite=2, named=("feyd_rautha",))


@pytest.mark.parametrize("seed", range(24))
def test_in_any_position_every_choice_of_every_card_is_legal_and_ends(seed: int) -> None:
    for card in HARKONNEN_CARDS:
        chance = Random(f"{seed} {card}")

        def choose(order: CardOrder, chance: Random = chance) -> CardChoice:
            return chance.choice(order.choices)

        table = Table(with_decks(random_state(seed), (CARDS[card].deck,)), choose, next_cards=(card,)).play()
        discarded = table.happened(CardDiscarded)
        assert [event.card for event in discarded].count(card) >= 1 or table.state.winner is not None
        without = [order for order in table.orders if order.action == "without_effect"]
        back = [event for event in discarded if event.to_reinforcements and event.card != "hawats_scheming"]
        assert len(without) == len(back)
