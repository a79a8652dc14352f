"""What comes next of a planning card as JSON: every kind of option, every card, and the ends of a card."""

import pytest

from companion.content.steps import Effect
from companion.content.terms import VehicleKind
from companion.rules.army import Army
from solo_bot.cards.options import (
    AreaOption,
    CardOption,
    CardVehicleOption,
    EnemyLeaderOption,
    PlainOption,
    WormsignsOption,
)
from solo_bot.documents.candidates import option_id
from solo_bot.documents.decisions import option_document
from solo_bot.procedure.decision import DeployOption, Placement


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
