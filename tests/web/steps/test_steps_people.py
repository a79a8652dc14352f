"""What people who play the Harkonnen do: their dice, turn, actions and cards."""

from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.content import CARDS, LEADERS
from companion.content.terms import Deck, Faction, NamedLeader, Result
from companion.rules import frames as f
from companion.rules.actions import OtherAction
from companion.rules.ask.dice import HARKONNEN_ACTIONS
from companion.rules.state import Mode, Rules
from companion.web.scene import Reader
from tests.web.steps.scenes import at, position, said, tells_to_act

H = Faction.HARKONNEN
WALL = AREA_NUMBER["shield_wall_east"]
SPECIALS = [leader for leader in NamedLeader if LEADERS[leader].faction is H]
FRAMES: tuple[f.Frame, ...] = (
    f.HarkonnenRollFrame(),
    *(f.TurnFrame(H, acted) for acted in (False, True)),
    *HARKONNEN_ACTIONS.values(),
    f.ActionFrame(H, Result.LEADERSHIP, moves=1, leaders_only=True),
    f.ActionFrame(H, Result.HOUSE, placements=2),
    f.ActionFrame(H, Result.DEPLOYMENT, leaders=1),
    f.ActionFrame(H, Result.MENTAT, plays=1),
    f.ActionFrame(H, Result.STRATEGY),
    f.ActionFrame(H, OtherAction.CARD, moves=1, attack=True, only=WALL),
    *(f.ActionFrame(H, leader, moves=1) for leader in SPECIALS),
    *(f.CardFrame(card.id, card.deck) for card in CARDS.values() if card.deck.faction is H),
    f.CardFrame("spotter_control", Deck.HOUSE_HARKONNEN, step=99),
)


@pytest.mark.parametrize("reader", list(Reader))
@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: type(frame).__name__)
def test_every_reader_gets_a_sentence_that_does_not_tell_a_watcher_to_act(frame: f.Frame, reader: Reader) -> None:
    head = said(at(frame, mode=Mode.DUEL), reader)
    words = f"{head.kicker} {head.title} {head.detail}"
    assert head.kicker
    assert head.title[0] in head.title[0].upper()
    assert "%(" not in words
    assert head.actor is H
    assert not head.rule.startswith("MAHDI")
    if reader is not Reader.PLAYER:
        assert not tells_to_act(head), head


def test_a_turn_names_its_side_and_what_is_left() -> None:
    state = at(f.TurnFrame(H), replace(position(), harkonnen_unused=6), Mode.DUEL)
    head = said(state)
    assert (head.title, head.detail) == ("Harkonnen turn: tap the die to use", "6 unused dice are left.")
    assert said(state, Reader.WATCHER).title == "The Harkonnen choose the die for their action"


@pytest.mark.rule("TEAM-3")
def test_TEAM_3_partners_read_that_the_dice_are_shared_out() -> None:
    state = replace(position(), rules=Rules(harkonnen_partners=2))
    assert "share them out" in said(at(f.HarkonnenRollFrame(), state, Mode.TEAM)).detail
    assert said(at(f.CardFrame("spotter_control", Deck.HOUSE_HARKONNEN), mode=Mode.DUEL), Reader.OTHER).title == (
        "The Harkonnen carry out Spotter Control"
    )
