"""A Harkonnen card places figures of the board where the supply has run out: the form and what it sends (ACT-6)."""

from dataclasses import replace

import pytest
from werkzeug.datastructures import MultiDict

from companion.board import AREA_NUMBER
from companion.content.terms import Deck
from companion.rules import State
from companion.rules.army import Army
from companion.rules.commands import CardStepDone
from companion.rules.frames import TurnFrame
from companion.rules.state import HARKONNEN, Mode
from companion.web.scene import DEEDS
from companion.web.ui.blocks import Fold, Form, Select, Steppers
from companion.web.ui.fields import Fields
from tests.rules.flow.table import harkonnen_card, play, position
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


def battle_group(bashars: int) -> State:
    """Moving the Battle Group, which places a Bashar and 2 elite units; of six Bashars so many stand in Carthag."""
    legions = {"carthag": Army(regular=1, generic=bashars), "arrakeen": Army(regular=1)}
    frames = harkonnen_card("moving_the_battle_group", Deck.CORRINO_ALLY)
    return replace(position(legions, {}, *frames), mode=Mode.DUEL)


def form_of(state: State) -> Form:
    blocks = asked(scene_at(state)).blocks
    (form,) = [block for block in blocks if isinstance(block, Form) and block.deed == "their-card-figures"]
    return form


@pytest.mark.rule("ACT-6", "R-39", tries=True)
def test_ACT_6_a_bashar_comes_from_the_board_when_the_supply_has_none() -> None:
    state = battle_group(6)
    form = form_of(state)
    (leader,) = [block for block in form.blocks if isinstance(block, Select) and block.name == "leader"]
    assert [value for value, _name in leader.options] == ["bashar", ""]
    assert leader.value == "", "whom nobody asked for stays where he is"
    (fold,) = [block for block in form.blocks if isinstance(block, Fold)]
    assert "taken-carthag-generic" in [
        one.name for block in fold.blocks if isinstance(block, Steppers) for one in block.steppers
    ]
    (where,) = [block for block in form.blocks if isinstance(block, Select) and block.name == "area"]
    values = MultiDict({"area": where.value, "elite": "2", "leader": "bashar", "taken-carthag-generic": "1"})
    (command,) = DEEDS["their-card-figures"](scene_at(state), Fields(values))
    after = play(state, command)
    assert after.army(HARKONNEN, CARTHAG) == Army(regular=1, generic=5)
    assert after.army(HARKONNEN, AREA_NUMBER[where.value]) == Army(elite=2, generic=1)


def test_a_bashar_of_the_supply_comes_by_itself() -> None:
    (leader,) = [
        block for block in form_of(battle_group(5)).blocks if isinstance(block, Select) and block.name == "leader"
    ]
    assert leader.value == "bashar"
