"""The next step: every frame, stage and action has exactly one, and says who acts where."""

import typing
from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.content import CARDS, LEADERS, LeaderKind
from companion.content.step_reader import walk
from companion.content.steps import BoardCondition, Condition, Effect
from companion.content.terms import Deck, Faction
from companion.rules import frames as f
from companion.rules.handlers.dice import ATREIDES_ACTIONS, DESERT_ACTIONS, HARKONNEN_ACTIONS, open_ended
from companion.rules.position import read_position
from companion.rules.state import Mode, State
from companion.web.orders.card_steps import EFFECT_NAMES, card_step_text
from companion.web.orders.card_steps import WORDINGS as CARD_WORDINGS
from companion.web.steps import next_step
from companion.web.steps.head import SAYS
from companion.web.words.guide import WORDINGS, guide_text

REGISTERED = next_step.MODULES
"""Imported so that its voices are registered."""
H, A = Faction.HARKONNEN, Faction.ATREIDES
WALL, GARA = AREA_NUMBER["shield_wall_east"], AREA_NUMBER["gara_kulon"]


def state(**position: object) -> State:
    legions = [
        {"area": "shield_wall_east", "faction": "harkonnen", "regular": 3, "tokens": 1, "generic": 1},
        {"area": "gara_kulon", "faction": "atreides", "regular": 2, "special": 1},
    ]
    given = {"legions": legions, "sietches": {"gara_kulon": {"rank": 3}}, "harvesters": ["ne_12"], "round": 3}
    return read_position({**given, **position})


OWN_CARDS = [
    (card.id, branch)
    for card in CARDS.values()
    if card.deck.faction is A
    for branch in ([()] if not isinstance(card.steps[0], Condition | BoardCondition) else [(True,), (False,)])
]


SAMPLES: tuple[f.Frame, ...] = (
    f.AtreidesRollFrame(),
    f.HarkonnenRollFrame(),
    *(f.TurnFrame(faction, acted) for faction in Faction for acted in (False, True)),
    *ATREIDES_ACTIONS.values(),
    *DESERT_ACTIONS.values(),
    *HARKONNEN_ACTIONS.values(),
    *(replace(frame, attack=False, moves=1) for frame in ATREIDES_ACTIONS.values() if frame.moves),
    f.ActionFrame(A, "house"),
    f.ActionFrame(H, "leadership", moves=1, leaders_only=True),
    f.ActionFrame(H, "house", placements=2),
    f.ActionFrame(H, "deployment", leaders=1),
    f.ActionFrame(H, "strategy"),
    f.ActionFrame(H, "card", moves=1, attack=True, only=WALL),
    *(f.ActionFrame(H, "beast_rabban", moves=moves, only=WALL) for moves in (1, 2)),
    open_ended("card"),
    open_ended("stilgar"),
    f.CardFrame("spotter_control", Deck.HOUSE_HARKONNEN),
    f.CardFrame("spotter_control", Deck.HOUSE_HARKONNEN, step=99),
    *(f.AtreidesCardFrame(card, branch) for card, branch in OWN_CARDS),
    f.AtreidesCardFrame("paul_atreides"),
    f.AtreidesCardFrame("usul", step=99),
    f.AtreidesCardFrame("fremen_rockets", sector="ne", left=2),
    f.ActionFrame(A, "card_step", moves=2, leaders_only=True),
)


def at(frame: f.Frame, position: State | None = None) -> State:
    return replace(position or state(), frames=(frame,))


def test_every_frame_and_stage_is_worded_and_has_a_sample() -> None:
    voiced = {frame for frame, _doer in SAYS}
    assert set(WORDINGS) | voiced == set(typing.get_args(f.Frame))
    assert {type(frame) for frame in SAMPLES} == set(WORDINGS)


@pytest.mark.parametrize("frame", SAMPLES, ids=lambda frame: type(frame).__name__)
def test_every_frame_has_one_next_step(frame: f.Frame) -> None:
    guide = guide_text(at(frame))
    assert guide.kicker
    assert guide.heading
    assert not guide.heading.endswith(".")
    assert guide.rule.label
    assert "%(" not in guide.kicker + guide.heading + guide.sentence


def test_headings_tell_actions_apart() -> None:
    headings = {guide_text(at(frame)).heading for frame in (*ATREIDES_ACTIONS.values(), *DESERT_ACTIONS.values())}
    assert len(headings) == len(ATREIDES_ACTIONS) + len(DESERT_ACTIONS)


def test_a_turn_says_whose_it_is_and_which_die() -> None:
    position = replace(state(), atreides_unused=2, harkonnen_unused=6)
    guide = guide_text(at(f.TurnFrame(A), position))
    assert (guide.kicker, guide.heading, guide.actor) == ("Your turn, third die", "Spend a die", A)
    assert guide.sentence == "Or play a card for one, or use Desert Power."
    spent = replace(position, atreides_unused=1)
    assert guide_text(at(f.TurnFrame(A, acted=True, spent_die=True), spent)).kicker == "Your turn, third die"
    none = replace(position, atreides_unused=0)
    assert guide_text(at(f.TurnFrame(A), none)).heading == "Use Desert Power, or pass"


@pytest.mark.parametrize("frame", SAMPLES, ids=lambda frame: type(frame).__name__)
def test_between_people_no_step_speaks_of_the_opponent(frame: f.Frame) -> None:
    guide = guide_text(replace(at(frame), mode=Mode.DUEL))
    said = f"{guide.kicker} {guide.heading} {guide.sentence}"
    assert not guide.rule.id.startswith("MAHDI")
    assert "%(" not in said
    for opponent in ("solo", "They always", "They stop only", "Harkonnen rolled", "A Harkonnen card asks"):
        assert opponent not in said


def test_a_bare_position_has_no_next_step() -> None:
    assert guide_text(state()).heading == "Nothing is going on"


def test_every_special_action_has_a_next_step() -> None:
    for leader in LEADERS.values():
        if leader.kind is LeaderKind.NAMED:
            frame = open_ended(leader.id) if leader.faction is A else f.ActionFrame(H, leader.id, moves=1)
            assert guide_text(at(frame)).heading


def test_a_step_of_an_own_card_is_told_above_the_action_that_it_opened() -> None:
    frames = (f.TurnFrame(A, True, True), f.AtreidesCardFrame("death_commandos", step=1))
    moves = f.ActionFrame(A, "card_step", moves=2)
    guide = guide_text(replace(state(), frames=(*frames, moves)))
    assert guide.heading == "Move 2 different legions: one with Fedaykin"
    assert (guide.sentence, guide.rule.id, guide.actor) == ("Death Commandos", "CARD-1", A)
    left = guide_text(at(f.AtreidesCardFrame("fremen_rockets", left=2)))
    assert left.heading == "Remove 2 vehicles"
    paul = guide_text(at(f.AtreidesCardFrame("paul_atreides")))
    assert (paul.sentence, paul.rule.id) == ("Special action: Paul Atreides", "LEADER-2")


def test_the_steps_of_own_cards_are_told_to_their_player() -> None:
    texts = [card_step_text(step, A) for card in CARDS.values() if card.deck.faction is A for step in walk(card.steps)]
    assert all(text and "%(" not in text for text in texts)
    assert not any("Sardaukar" in text or "Bashar" in text for text in texts)
    place = CARDS["chatt_the_leaper"].steps[0]
    assert card_step_text(place, A) == "Place 2 Fedaykin and 1 Naib in a sietch"


def test_every_step_of_every_card_is_worded() -> None:
    assert set(CARD_WORDINGS) == set(EFFECT_NAMES) == set(Effect)
    seen = set()
    for card in CARDS.values():
        for step in walk(card.steps):
            assert card_step_text(step, card.deck.faction)
            seen.add(step.effect)
    assert seen == set(Effect)
    assert any(isinstance(step, Condition) for card in CARDS.values() for step in card.steps)
