"""A Harkonnen card places figures of the board where the supply has run out: the form and what it sends (ACT-6)."""

import pytest
from werkzeug.datastructures import MultiDict

from companion.rules.army import Army
from companion.rules.commands import CardStepDone
from companion.rules.frames import TurnFrame
from companion.rules.state import HARKONNEN
from companion.web.scene import DEEDS
from companion.web.ui.blocks import Fold, Form, Steppers
from companion.web.ui.fields import Fields
from tests.rules.flow.table import play
from tests.rules.harkonnen_cards.test_relocation import ARRAKEEN, CARTHAG, recruiting
from tests.web.steps.scenes import asked, scene_at


def sent(**values: str) -> CardStepDone:
    (command,) = DEEDS["their-card-figures"](scene_at(recruiting()), Fields(MultiDict(values)))
    assert isinstance(command, CardStepDone)
    return command


@pytest.mark.rule("ACT-6", "R-39")
def test_ACT_6_the_form_of_a_card_offers_the_figures_of_the_board() -> None:
    panel = asked(scene_at(recruiting()))
    (form,) = [block for block in panel.blocks if isinstance(block, Form) and block.deed == "their-card-figures"]
    (fold,) = [block for block in form.blocks if isinstance(block, Fold)]
    offered = [one for block in fold.blocks if isinstance(block, Steppers) for one in block.steppers]
    assert {one.name: one.most for one in offered} == {
        "taken-carthag-elite": 3,
        "taken-arsunt-elite": 3,
        "taken-hagga_basin-elite": 1,
    }


@pytest.mark.rule("ACT-6", "R-39")
def test_ACT_6_what_the_form_takes_from_the_board_is_what_the_rules_move() -> None:
    command = sent(area="arrakeen", elite="3", **{"taken-carthag-elite": "3"})
    assert command.taken == ((CARTHAG, Army(elite=3)),)
    after = play(recruiting(), command)
    assert after.army(HARKONNEN, ARRAKEEN) == Army(elite=3)
    assert after.army(HARKONNEN, CARTHAG) == Army(regular=1, elite=2)
    assert any(isinstance(frame, TurnFrame) for frame in after.frames)
