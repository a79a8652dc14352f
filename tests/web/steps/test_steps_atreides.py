"""What Atreides do: their dice, their turn, actions, cards; to them, between people, and to whoever only reads."""

import re
from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.content import CARDS, LEADERS
from companion.content.steps import BoardCondition, Condition
from companion.content.terms import Faction, NamedLeader, Result
from companion.rules import frames as f
from companion.rules.actions import OtherAction
from companion.rules.army import Army
from companion.rules.ask.dice import ATREIDES_ACTIONS, DESERT_ACTIONS
from companion.rules.handlers.dice import open_ended
from companion.rules.state import Mode, State
from companion.web.scene import Reader
from companion.web.steps.atreides.card_list import NOT_NAMED, card_options
from companion.web.steps.atreides.desert_power import desert_uses
from tests.web.steps.scenes import asked, at, position, said, scene_at, tells_to_act

H, A = Faction.HARKONNEN, Faction.ATREIDES
CARDS_OF_ATREIDES = [
    (card.id, branch)
    for card in CARDS.values()
    if card.deck.faction is A
    for branch in ([()] if not isinstance(card.steps[0], Condition | BoardCondition) else [(True,), (False,)])
]
SPECIALS = [leader for leader in NamedLeader if LEADERS[leader].faction is A]
FRAMES: tuple[f.Frame, ...] = (
    f.AtreidesRollFrame(),
    *(f.TurnFrame(A, acted) for acted in (False, True)),
    *ATREIDES_ACTIONS.values(),
    *DESERT_ACTIONS.values(),
    *(replace(frame, attack=False, moves=1) for frame in ATREIDES_ACTIONS.values() if frame.moves),
    open_ended(OtherAction.CARD),
    *(open_ended(leader) for leader in SPECIALS),
    *(f.AtreidesCardFrame(card, branch) for card, branch in CARDS_OF_ATREIDES),
    f.AtreidesCardFrame("paul_atreides"),
    f.AtreidesCardFrame("usul", step=99),
    f.AtreidesCardFrame("fremen_rockets", sector="ne", left=2),
    f.ActionFrame(A, OtherAction.CARD_STEP, moves=2, leaders_only=True),
    f.ActionFrame(A, OtherAction.CARD_STEP, replacements=2),
)
OPPONENT = re.compile("solo|They always|They stop only|Harkonnen rolled|A Harkonnen card asks")


@pytest.mark.parametrize("mode", [Mode.SOLO, Mode.DUEL])
@pytest.mark.parametrize("reader", list(Reader))
@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: type(frame).__name__)
def test_every_reader_gets_a_sentence_that_does_not_tell_a_watcher_to_act(
    frame: f.Frame, reader: Reader, mode: Mode
) -> None:
    head = said(at(frame, mode=mode), reader)
    words = f"{head.kicker} {head.title} {head.detail}"
    assert head.kicker
    assert head.title[0] in head.title[0].upper()
    assert not head.title.endswith(".")
    assert "%(" not in words
    assert head.actor is A
    assert mode is Mode.SOLO or not OPPONENT.search(words)
    if reader is not Reader.PLAYER:
        assert not tells_to_act(head), head
    elif mode is Mode.DUEL:
        assert not re.search(r"\b[Yy]ou\b", words), head


def test_titles_tell_actions_apart() -> None:
    frames = (*ATREIDES_ACTIONS.values(), *DESERT_ACTIONS.values())
    for reader in (Reader.PLAYER, Reader.WATCHER):
        found = {(head.title, head.detail) for head in (said(at(frame), reader) for frame in frames)}
        assert len(found) == len(frames)


def test_a_turn_says_whose_it_is_and_which_die() -> None:
    state = replace(position(), atreides_unused=2, harkonnen_unused=6)
    assert said(at(f.TurnFrame(A), state)).kicker == "Your turn, third die"
    assert said(at(f.TurnFrame(A), state), Reader.WATCHER).kicker == "Atreides turn, third die"
    assert said(at(f.TurnFrame(A), state), Reader.WATCHER).title == "Atreides choose the die for their action"
    assert said(at(f.TurnFrame(A), state, Mode.DUEL)).kicker == "Atreides turn"
    spent = replace(state, atreides_unused=1)
    assert said(at(f.TurnFrame(A, acted=True, spent_die=True), spent)).kicker == "Your turn, third die"
    none = replace(state, atreides_unused=0)
    assert said(at(f.TurnFrame(A), none)).title == "You have no die left"
    assert said(at(f.TurnFrame(A), none), Reader.DISPLAY).title == "Atreides have no die left"


@pytest.mark.rule("CARD-1")
def test_CARD_1_the_player_reads_the_step_of_a_card_and_others_its_name() -> None:
    frames = (f.TurnFrame(A, True, True), f.AtreidesCardFrame("death_commandos", step=1))
    state = replace(position(), frames=(*frames, f.ActionFrame(A, OtherAction.CARD_STEP, moves=2)))
    head = said(state)
    assert (head.detail, head.rule) == ("Death Commandos: Move 2 different legions: one with Fedaykin.", "CARD-1")
    assert said(state, Reader.WATCHER).detail == "Death Commandos."
    rockets = at(f.AtreidesCardFrame("fremen_rockets", left=2))
    assert said(rockets).title == "Remove 2 vehicles"
    assert said(rockets, Reader.DISPLAY).title == "Atreides carry out Fremen Rockets"
    assert said(at(f.AtreidesCardFrame("paul_atreides"))).rule == "LEADER-2"


def test_cards_of_one_name_are_told_apart_by_what_they_do() -> None:
    options = card_options(position())
    smugglers = [one for one in options.choices if one.title == "Smugglers"]
    assert len({one.detail for one in smugglers}) == len(smugglers) == 3
    assert options.search
    assert options.choices[-1].value == NOT_NAMED


def test_a_card_of_which_every_copy_was_played_is_not_offered() -> None:
    state = position()
    played = replace(state, cards=replace(state.cards, discards=("thumpers", "shai_hulud"), attached=("eyes_of_ibad",)))
    left = {one.value for one in card_options(played).choices}
    assert {one.value for one in card_options(state).choices} - left == {"thumpers", "eyes_of_ibad"}


@pytest.mark.rule("ACT-DESERT")
def test_ACT_DESERT_what_cannot_be_done_says_why() -> None:
    signs, moves, attack = desert_uses(position())
    assert (signs.disabled, moves.disabled, attack.disabled) == (False, True, True)
    assert attack.detail == "No sandworm is on the board."
    lonely = position(sandworms=["se_3"])
    _signs, moves, attack = desert_uses(lonely)
    assert (moves.disabled, attack.disabled) == (False, True)
    assert attack.detail == "No Harkonnen legion or harvester is within reach of a sandworm."
    prey = lonely.with_army(H, AREA_NUMBER["se_4"], Army(regular=2))
    assert not desert_uses(prey)[2].disabled


def own_turn(hand: int) -> State:
    state = at(f.TurnFrame(A), replace(position(), atreides_results=(Result.MENTAT,), atreides_unused=1))
    return replace(state, cards=replace(state.cards, hand=hand))


def test_without_a_card_in_hand_none_is_offered_and_the_count_can_be_put_right() -> None:
    text = repr(asked(scene_at(own_turn(0))))
    assert "By the app’s count" in text or "By the app’s count your hand is empty." in text
    assert "/tracks/cards" in text
    assert "/tracks/cards" not in repr(asked(scene_at(own_turn(2))))
    assert "use=card" in repr(asked(scene_at(own_turn(2))))
