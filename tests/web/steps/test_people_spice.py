"""The spice of Harkonnen that people play: what there is, what it comes to, and the bans ahead (P-18)."""

from dataclasses import replace

import pytest
from werkzeug.datastructures import MultiDict

from companion.content import SPICE_BOARD
from companion.content.terms import Power
from companion.rules import Rules, check
from companion.rules.commands import SpendSpice
from companion.rules.frames import SpiceFrame
from companion.rules.state import Mode, State
from companion.web.scene import DEEDS, Reader
from companion.web.steps.head import Head
from companion.web.steps.people.spice import kept, planned, spice
from companion.web.ui.blocks import Form, Go, Keys, Note, Select
from companion.web.ui.fields import Fields
from tests.web.steps.scenes import at, position, said, scene_at

BOTTOM = SPICE_BOARD.bottom_row


def spending(collected: int, imperium: tuple[int, int, int] = (2, 2, 2), rules: Rules | None = None) -> State:
    state = at(SpiceFrame(collected), position(), Mode.DUEL)
    return replace(state, imperium=imperium, supremacy=3, rules=rules or Rules())


def shown(state: State, **picked: str) -> tuple[list[list[str]], list[str], Form]:
    """The keys of the markers and what else is bought, the notes, and the form."""
    scene = replace(scene_at(state), pick=MultiDict(picked))
    panel = spice(scene, Head("", "", "SPICE-2"))
    keys = [[key.text for key in block.keys] for block in panel.blocks if isinstance(block, Keys)]
    notes = [block.text for block in panel.blocks if isinstance(block, Note)]
    form = panel.blocks[-1]
    assert isinstance(form, Form)
    return keys, notes, form


@pytest.mark.rule("SPICE-2", "BAN-1")
def test_SPICE_2_each_marker_is_offered_its_steps_with_prices_and_bans() -> None:
    keys, _notes, _form = shown(spending(6, (1, 2, BOTTOM)))
    assert keys[0] == ["Stays: 2 spice", "Down 1 step: free, banned"]
    assert keys[1] == ["Up 1 step: 3 spice", "Stays: 2 spice", "Down 1 step: free, banned"]
    assert keys[2] == ["Up 1 step: 3 spice", "Stays: free, banned"]
    assert keys[3] == ["1 supremacy: 3 spice", "Keep 1 spice for later"]


@pytest.mark.rule("SPICE-2")
@pytest.mark.parametrize("collected", range(9))
def test_SPICE_2_the_form_starts_at_what_the_spice_reaches_and_can_be_sent_as_it_is(collected: int) -> None:
    state = spending(collected)
    _keys, notes, form = shown(state)
    (command,) = DEEDS["their-spice"](scene_at(state), Fields(MultiDict(form.hidden)))
    assert isinstance(command, SpendSpice)
    assert check(state, command) == ()
    assert command.imperium == kept((2, 2, 2), collected)
    assert notes[0].startswith(f"That costs {min(collected // 2, 3) * 2} of {collected} spice.")


@pytest.mark.rule("SPICE-2", "BAN-1")
def test_SPICE_2_five_spice_keep_two_markers_one_falls_and_is_banned_one_spice_waits() -> None:
    _keys, notes, _form = shown(spending(5))
    assert notes[0] == "That costs 4 of 5 spice. 1 is kept for later."
    assert notes[1].startswith("Banned until the next harvest: ")
    _keys, notes, form = shown(spending(5), choam="1", landsraad="2", reserve="0")
    assert notes[0] == "That costs 7 of 5 spice: choose less."
    assert [block.off for block in form.blocks if isinstance(block, Go)] == [True]


@pytest.mark.rule("SPICE-3")
def test_SPICE_3_stockpiling_is_offered_only_as_long_as_supremacy_is_low() -> None:
    assert planned(replace(scene_at(spending(9)), pick=MultiDict({"supremacy": "1"}))).supremacy == 1
    late = replace(spending(9), supremacy=6)
    keys, _notes, _form = shown(late, supremacy="1")
    assert keys[3] == ["Keep 1 spice for later"]
    assert planned(replace(scene_at(late), pick=MultiDict({"supremacy": "1"}))).supremacy == 0


@pytest.mark.rule("BAN-1")
def test_BAN_1_in_the_first_printing_it_is_asked_which_of_the_fallen_is_banned() -> None:
    state = spending(0, rules=Rules(first_printing=True))
    keys, _notes, form = shown(state)
    assert keys[0][-1] == "Down 1 step: free, perhaps banned"
    (asked,) = [block for block in form.blocks if isinstance(block, Select)]
    assert [value for value, _text in asked.options] == [power.value for power in Power]


def test_others_read_how_much_is_spent_and_nothing_to_tap() -> None:
    assert said(spending(5), Reader.OTHER).title == "The Harkonnen spend 5 spice"
