"""What comes next of a planning card as JSON: every kind of option, every card, and the ends of a card."""

import json

import pytest

from companion.content import CARDS
from companion.content.steps import Effect
from companion.content.terms import Deck, VehicleKind
from companion.rules.army import Army
from companion.rules.state import HARKONNEN
from solo_bot.candidates import option_id
from solo_bot.card_options import (
    AreaOption,
    CardOption,
    CardVehicleOption,
    EnemyLeaderOption,
    PlainOption,
    WormsignsOption,
)
from solo_bot.decision import DeployOption, Placement
from solo_bot.documents import card_document, option_document
from tests.solo_bot.cards.positions import random_state, rich
from tests.solo_bot.cards.table import Table, with_decks

HARKONNEN_CARDS = [card.id for card in CARDS.values() if card.deck.faction is HARKONNEN]
KEYS = {"card", "step", "effect", "action", "rule", "options", "impossible", "done", "question", "trace"}


@pytest.mark.parametrize(
    "option, document, id_",
    [
        (
            CardVehicleOption(VehicleKind.HARVESTER, 0),
            {"vehicle": "harvester", "area": "arrakeen", "zone": None},
            "arrakeen",
        ),
        (
            CardVehicleOption(VehicleKind.CARRYALL, 0),
            {"vehicle": "carryall", "area": None, "zone": "az_east"},
            "az_east",
        ),
        (WormsignsOption((0, 1)), {"wormsigns": ["arrakeen", "arsunt"]}, "arrakeen arsunt"),
        (EnemyLeaderOption(0, "stilgar"), {"area": "arrakeen", "leader": "stilgar"}, "arrakeen:stilgar"),
        (AreaOption(Effect.REVEAL_AREA, 0), {"effect": "reveal_area", "area": "arrakeen"}, "arrakeen"),
        (PlainOption(Effect.DRAW, 2), {"effect": "draw", "count": 2}, "draw:2"),
        (
            DeployOption((Placement(0, Army(elite=1), "bashar"),)),
            {"placements": [{"area": "arrakeen", "units": {"elite": 1}, "leader": "bashar"}]},
            "arrakeen:bashar",
        ),
    ],
)
def test_every_kind_of_option_of_a_card_has_a_document(
    option: CardOption, document: dict[str, object], id_: str
) -> None:
    assert option_document(option) == document
    assert option_id(option) == id_


@pytest.mark.parametrize("card", HARKONNEN_CARDS)
def test_every_step_of_every_card_has_a_document(card: str) -> None:
    table = Table(with_decks(rich(), (CARDS[card].deck,)), next_cards=(card,)).play()
    for order in table.orders:
        document = card_document(order)
        assert set(document) == KEYS
        assert json.loads(json.dumps(document)) == document
        assert document["card"] in CARDS
        several = {json.dumps(option, sort_keys=True) for option in document["options"]}
        assert len(several) == len(document["options"])


def test_cards_of_any_position_have_documents() -> None:
    questions = 0
    for seed in range(3 * len(HARKONNEN_CARDS)):
        card = HARKONNEN_CARDS[seed % len(HARKONNEN_CARDS)]
        table = Table(with_decks(random_state(seed), (CARDS[card].deck,)), next_cards=(card,)).play()
        for document in map(card_document, table.orders):
            assert document["trace"]
            questions += document["question"] is not None
            assert not (document["question"] and document["options"])
    assert questions


def test_a_card_that_is_done_offers_nothing_to_choose() -> None:
    table = Table(with_decks(rich(), (Deck.HOUSE_HARKONNEN,)), next_cards=("forced_recruitment",)).play()
    last = card_document(table.orders[-1])
    assert (last["action"], last["options"], last["done"], last["effect"]) == ("finish", [], True, None)
