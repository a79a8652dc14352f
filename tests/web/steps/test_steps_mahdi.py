"""The steps of the solo opponent to every reader: the player gets orders, all others what the Harkonnen do."""

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from flask import current_app

from companion.content.terms import Deck, Result
from companion.rules.ask.harkonnen_cards import card_in_progress
from companion.rules.commands import CardFinished
from companion.rules.events import HarvestingSectorSet, RoundBegan, TargetSet
from companion.rules.frames import ActionFrame, CardFrame, CardsFrame, Frame, TurnFrame
from companion.rules.state import HARKONNEN, State
from companion.service import DiceBy
from companion.service.differences import Adjust, Carry, Setting, Where
from companion.web.orders.course import Course, card_course, die_course
from companion.web.orders.told import told
from companion.web.orders.whole import whole_order
from companion.web.scene import Reader
from companion.web.steps.next_step import next_panel
from companion.web.table.now import now_panel
from companion.web.ui.blocks import Form, Go, Keys, Lines, Options, Picker, PlaceRows, Todos
from companion.web.words import names
from solo_bot.cards.course import decide_card
from solo_bot.orders import next_order
from solo_bot.simulation.play import play_game
from tests.web.steps.scenes import asked, at, said, scene_at, tells_to_act
from tests.web.told.sitting import deeds_of, scene_after

GAMES = 6
OTHERS = (Reader.OTHER, Reader.WATCHER, Reader.DISPLAY)


@cache
def orders_of_games() -> tuple[State, ...]:
    """Every position of simulated games in which the opponent has a die action or a card to carry out."""
    found: list[State] = []
    for seed in range(GAMES):
        play_game(seed, watch=lambda state, _events: found.append(state))
    return tuple(state for state in found if state.winner is None and theirs(state.frame))


def without_choice() -> Course[Any]:
    """A House order of a simulated game that leaves nothing to choose."""
    found: list[State] = []
    for seed in range(GAMES, GAMES + 60):
        found.clear()
        play_game(seed, watch=lambda state, _events: found.append(state))
        for state in found:
            due = die_course(state, next_order) if state.winner is None and theirs(state.frame) else None
            if isinstance(due, Course) and len(due.order.choices) == 1:
                return due
    raise AssertionError("no game has one")


def theirs(frame: Frame | None) -> bool:
    return isinstance(frame, CardFrame) or (isinstance(frame, ActionFrame) and frame.faction is HARKONNEN)


def words_of(change: Any) -> list[str]:
    """What a text has to hold to say a change: the pieces with their number, the places, the value."""
    if isinstance(change, Carry):
        figures = [f"{number} {kind}" for kind, number in change.figures.counts() if kind in ("regular", "elite")]
        leader = [names.leader_name(change.leader)] if change.leader else []
        ends = (change.source, change.target)
        areas = [names.area_name(end.number) for end in ends if end.where is Where.AREA and end.number is not None]
        zones = [names.zone_name(end.number) for end in ends if end.where is Where.ZONE and end.number is not None]
        return [*figures, *leader, *areas, *zones]
    assert isinstance(change, Adjust)
    if change.what is Setting.LEADER_CARD:
        return [names.leader_name(change.subject)]
    return [names.card_name(change.subject)] if change.what is Setting.DISCARDS else []


@pytest.mark.slow
def test_each_change_that_an_order_announces_is_in_its_words() -> None:
    seen, kinds = 0, Counter[str]()
    for state in orders_of_games():
        due = card_course(state, decide_card) if card_in_progress(state) else die_course(state, next_order)
        order = due.order if isinstance(due, Course) else due
        if order is None or order.question is not None:
            continue
        scene = scene_at(state)
        head, panel = said(state), asked(scene)
        form = next(block for block in panel.blocks if isinstance(block, Form) and block.deed in ("order", "card-step"))
        assert isinstance(form.blocks[-1], Go)
        rows = [f"{row.name} {row.what}" for block in form.blocks if isinstance(block, PlaceRows) for row in block.rows]
        lines = [line for block in form.blocks if isinstance(block, Lines) for line in block.lines]
        options = [block for block in form.blocks if isinstance(block, Options)]
        common = " ".join([head.title, head.detail, *rows, *lines])
        found = told(state, [choice.commands for choice in order.choices])
        assert head.changes == found.common
        texts = [f"{choice.title} {choice.detail}" for choice in options[0].choices] if options else [""]
        assert len(set(texts)) == len(texts) == len(order.choices)
        for text, own in zip(texts, found.own, strict=True):
            whole = f"{common} {text}".casefold()
            for change in (*found.common, *own):
                missing = [word for word in words_of(change) if word.casefold() not in whole]
                assert not missing, (missing, change, whole)
        seen += 1
        kinds[type(order.choices[0].option).__name__] += 1
    assert seen > 250
    assert set(kinds) >= {
        "MoveOption",
        "AttackOption",
        "DeployOption",
        "ReplaceOption",
        "VehiclesOption",
        "CardsOption",
    }


@pytest.mark.slow
def test_nobody_who_cannot_act_is_told_to() -> None:
    seen: set[str] = set()
    for state in orders_of_games():
        own = said(state).title
        if own in seen:
            continue
        seen.add(own)
        for reader in OTHERS:
            head = said(state, reader)
            assert not tells_to_act(head), (reader, head.title, head.detail)
            assert " " in head.title
    assert len(seen) > 100


@pytest.mark.parametrize("reader", OTHERS)
def test_dice_and_cards_are_told_to_others(reader: Reader) -> None:
    frames = (
        TurnFrame(HARKONNEN),
        TurnFrame(HARKONNEN, forced=Result.HOUSE),
        CardsFrame((Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)),
    )
    for frame in frames:
        head = said(at(frame), reader)
        assert not tells_to_act(head), head
        assert "Harkonnen" in head.title


def test_who_rolls_by_hand_taps_a_face_and_one_that_is_gone_is_struck() -> None:
    state = replace(at(TurnFrame(HARKONNEN)), harkonnen_spent=(Result.HOUSE,) * 3)
    head = said(state)
    assert head.title == "Roll a Harkonnen die"
    assert "three dice show it already" in head.detail
    faces = next(block for block in asked(scene_at(state)).blocks if isinstance(block, Form)).blocks[0]
    assert isinstance(faces, Keys)
    assert [key.state for key in faces.keys if key.value == "house"] == ["gone"]
    assert faces.ask
    by_app = asked(scene_at(state, dice=DiceBy.APP)).blocks
    assert isinstance(by_app[-1], Form)
    assert by_app[-1].deed == "roll-die-for-me"


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_a_die_that_is_set_is_not_rolled() -> None:
    panel = asked(scene_at(at(TurnFrame(HARKONNEN, forced=Result.STRATEGY))))
    assert panel.title == "No roll: take a Harkonnen die and set it to Strategy"
    (form,) = panel.blocks
    assert isinstance(form, Form)
    (go,) = form.blocks
    assert isinstance(go, Go)
    assert (form.deed, go.name, go.value) == ("roll-die", "result", "strategy")


def test_cards_of_one_name_are_told_apart_and_played_ones_are_gone() -> None:
    state = at(CardsFrame((Deck.CORRINO_ALLY,)))
    cards = replace(state.cards, decks=(15, 15, 15, 15), discards=("rage_overcame_shaddam_iv_b",))
    form = asked(scene_at(replace(state, cards=cards))).blocks[0]
    assert isinstance(form, Form)
    picker = form.blocks[0]
    assert isinstance(picker, Picker)
    rage = [choice for choice in picker.choices if choice.title == "Rage Overcame Shaddam IV"]
    assert [choice.value for choice in rage] == ["rage_overcame_shaddam_iv_a", "rage_overcame_shaddam_iv_c"]
    assert len({choice.detail for choice in rage}) == 2


@pytest.mark.slow
def test_a_house_die_is_one_order() -> None:
    """Stronger units, harvester and ornithopter each have their place (T-4)."""
    wholes = [due for state in orders_of_games() if isinstance(due := die_course(state, next_order), Course)]
    assert len(wholes) > 5
    for whole in wholes:
        names_of = [type(command).__name__ for command in whole.order.choices[0].commands]
        assert names_of[0] == "ReplaceUnits"
        assert names_of[-1] == "PlaceVehicle"
    rows = whole_order((alone := without_choice()).start, alone).rows
    assert {row.zone is not None for row in rows} == {True, False}
    assert any("become" in row.what for row in rows)


def test_a_card_without_a_choice_is_carried_out_and_laid_down_by_one_tap() -> None:
    courses = [card_course(state, decide_card) for state in orders_of_games() if isinstance(state.frame, CardFrame)]
    ending = [course for course in courses if course.ends]
    assert len(ending) > 10
    for course in ending:
        for choice in course.order.choices:
            assert isinstance(choice.commands[-1], CardFinished)
        discarded = [c for c in whole_order(course.start, course).changes if getattr(c, "what", "") == Setting.DISCARDS]
        assert discarded, course.order.card
    assert not [course for course in courses if course.order.action == "finish" and course.passed]


def test_orders_in_short_fold_the_reasons_and_keep_everything_to_do() -> None:
    state = next(state for state in orders_of_games() if isinstance(state.frame, ActionFrame))
    app = current_app
    with app.test_request_context(headers={"Cookie": "terse=on"}):
        short = asked(scene_at(state))
    long = asked(scene_at(state))
    forms = [next(block for block in panel.blocks if isinstance(block, Form)) for panel in (short, long)]
    kinds = [[block.kind for block in form.blocks] for form in forms]
    assert kinds[0][-2:] == ["fold", "go"]
    assert "why" in kinds[1]
    assert [kind for kind in kinds[0] if kind != "fold"] == [kind for kind in kinds[1] if kind not in ("why", "note")]


def test_orders_in_short_begin_with_what_is_now_on_the_table() -> None:
    listed = [deed for deed in deeds_of(2) if now_panel(scene_after(deed)) is not None]
    assert len(listed) > 20
    starts = (RoundBegan, HarvestingSectorSet, TargetSet)
    rounds = [deed for deed in listed if any(isinstance(event, starts) for event in deed.events)]
    with current_app.test_request_context(headers={"Cookie": "terse=on"}):
        assert [deed for deed in listed if now_panel(scene_after(deed)) is not None] == rounds
        deed = next(deed for deed in listed if deed not in rounds)
        assert isinstance(next_panel(scene_after(deed)).blocks[0], Todos)


def test_the_face_rolled_stands_beside_the_order_and_beside_a_question() -> None:
    seen: set[str] = set()
    for state in orders_of_games():
        frame = state.frame
        order = None if card_in_progress(state) else next_order(state)
        if order is not None and isinstance(frame, ActionFrame) and isinstance(frame.action, Result):
            kind = "order" if order.question is None else "question"
            if kind not in seen:
                seen.add(kind)
                assert asked(scene_at(state)).die == frame.action
    assert seen == {"order", "question"}
