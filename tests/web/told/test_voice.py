"""Every step has one voice: whoever cannot act is not told to, and every headline is a sentence with a verb."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from flask import Flask

from companion.content import CARDS, LEADERS
from companion.content.terms import Faction, Phase, Result
from companion.rules.ask.atreides_steps import branches, steps_of
from companion.rules.frames import (
    ActionFrame,
    AtreidesCardFrame,
    BattleFrame,
    BattleStage,
    CardFrame,
    CardsFrame,
    Frame,
    HarkonnenRollFrame,
    RoundStartFrame,
    TurnFrame,
)
from companion.rules.state import ATREIDES, Mode, State
from companion.store import Role
from companion.web.scene import Reader, Scene
from companion.web.steps.head import Doer, Head, doer_of, head_of
from tests.web.told.at_war import positions
from tests.web.told.sitting import Deed, deeds_of, scene_before

GAMES = range(60)
SOLO_ONLY = (CardsFrame, RoundStartFrame)
"""Steps that games between people never come to."""
ACTS = re.compile(r"\b(you|your|yours|yourself)\b|\b(tap|choose|enter|type|press|say from)\b(?! the leaders)", re.I)
"""What only a device that can act may be told; "Atreides choose" tells what somebody else does."""
DOES = re.compile(r"\b(Atreides|Harkonnen|players?|side|attacker|defender|owner) (choose|enter|say)", re.I)
VERBS = frozenset(
    re.findall(
        r"\w+",
        """
    add advance advances are attach attack attacks becomes begin begins brings buries carries carry choose claim
    claims clean come comes continue count counts decide deploy destroy detonate discard discards dismiss draw draws
    drive end ends enter enters exchange fall falls fight fires fly gets give gives go goes has have hit hits is
    join joins keep lay lead leave leaves lies look lose loses lower move moves name needs meet meets of pass place
    play put raise raises reach remove replace replaces resolve retreat retreats return reveal reveals ride rises
    roll rolls says send set settle settles show shows shuffle skip spend spends stand stands start stay stays stop
    strike strikes swap take takes tap turn turns use uses win wins won worded
    """,
    )
)
"""What headlines are made with; a new one is added here."""


@cache
def steps_shown() -> tuple[Deed, ...]:
    """One moment for each step that the games come to: by frame, who does it, stage, card, leader or action."""
    found: dict[tuple[object, ...], Deed] = {}
    for seed in GAMES:
        for deed in deeds_of(seed):
            if deed.before.frame is not None:
                found.setdefault(key_of(deed.before, deed.before.frame), deed)
    return tuple(found.values())


def key_of(state: State, frame: Frame) -> tuple[object, ...]:
    """What makes a step another one."""
    parts = (getattr(frame, name, None) for name in ("stage", "card", "step", "action", "cause"))
    card = state.frames[-2] if len(state.frames) > 1 and isinstance(state.frames[-2], CardFrame) else None
    return (type(frame).__name__, doer_of(state, frame), *parts, card and (card.card, card.step))


def own_card_steps() -> Iterator[Deed]:
    """Every step of every Atreides card and special action, in the middle of a game."""
    turns = [deed for deed in deeds_of(1) if isinstance(deed.before.frame, TurnFrame)]
    state = next(deed.before for deed in turns[len(turns) // 2 :] if deed.before.frame == TurnFrame(ATREIDES))
    own = [card.id for card in CARDS.values() if card.deck.faction is ATREIDES]
    own += [leader.id for leader in LEADERS.values() if leader.faction is ATREIDES]
    for card in own:
        frame = AtreidesCardFrame(card, branches(state, card)) if card in CARDS else AtreidesCardFrame(card)
        for step in range(len(steps_of(frame))):
            at_step = replace(state, frames=(*state.frames, replace(frame, step=step)))
            yield Deed(at_step, (), (), at_step)


def between_people() -> Iterator[Deed]:
    """The same positions with people who play the Harkonnen, and their roll of the dice."""
    for deed in steps_shown():
        frame = deed.before.frame
        if frame is not None and doer_of(deed.before, frame) is Doer.MAHDI and not isinstance(frame, SOLO_ONLY):
            unused = tuple(Result)[: deed.before.harkonnen_unused]
            state = replace(deed.before, mode=Mode.DUEL, harkonnen_results=unused)
            yield Deed(state, (), (), state)
            rolls = replace(state, frames=(HarkonnenRollFrame(),), harkonnen_results=None)
    yield Deed(rolls, (), (), rolls)


def at_war() -> Iterator[Deed]:
    """Every step of Desert War."""
    for _name, state in positions():
        yield Deed(state, (), (), state)


def heard(deed: Deed, reader: Reader) -> Head:
    """What a reader is told at a step."""
    scene: Scene = scene_before(deed, Role.PLAYER if reader is Reader.PLAYER else Role.SPECTATOR)
    view = scene.view.for_all() if reader in (Reader.WATCHER, Reader.DISPLAY) else scene.view
    scene = replace(scene, view=view, listener=reader)
    assert scene.state.frame is not None
    return head_of(scene, scene.state.frame)


def complaints(deed: Deed) -> Iterator[str]:
    """What is wrong with the words of a step, for each of its readers."""
    for reader in Reader:
        head = heard(deed, reader)
        text = f"{head.kicker} | {head.title} | {head.detail}"
        if not VERBS & set(re.findall(r"[a-z]+", head.title.lower())):
            yield f"{reader}: no verb: {head.title}"
        if reader is not Reader.PLAYER and ACTS.search(DOES.sub("", text)):
            yield f"{reader}: is told to act: {text}"


@pytest.mark.slow
def test_nobody_who_cannot_act_is_told_to_and_headlines_have_a_verb(app: Flask) -> None:
    with app.test_request_context():
        deeds = [*steps_shown(), *own_card_steps(), *between_people(), *at_war()]
        wrong = [(type(deed.before.frame).__name__, what) for deed in deeds for what in complaints(deed)]
    print(f"{len(deeds)} steps, each to {len(Reader)} readers: {len(wrong)} wrong")
    assert len(deeds) > 250
    assert not wrong, "\n".join(map(str, wrong[:30]))


def test_at_no_step_of_desert_war_is_anybody_told_to_act_who_cannot(app: Flask) -> None:
    with app.test_request_context():
        wrong = [(type(deed.before.frame).__name__, what) for deed in at_war() for what in complaints(deed)]
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.slow
def test_the_games_come_to_every_phase_stage_card_and_leader_of_the_opponent() -> None:
    frames = [frame for deed in steps_shown() for frame in deed.before.frames]
    phases = {deed.before.phase for deed in steps_shown()}
    assert phases == set(Phase)
    assert {frame.stage for frame in frames if isinstance(frame, BattleFrame)} == set(BattleStage)
    harkonnen = {card.id for card in CARDS.values() if card.deck.faction is Faction.HARKONNEN}
    assert {frame.card for frame in frames if isinstance(frame, CardFrame)} == harkonnen
    actions = {frame.action for frame in frames if isinstance(frame, ActionFrame)}
    specials = {one.id for one in LEADERS.values() if one.faction is Faction.HARKONNEN and one.special is not None}
    assert specials <= actions
