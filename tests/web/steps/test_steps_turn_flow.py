"""Claims and free actions beside a battle, the last claim of action resolution, and whose a retreat is (R-46, R-49)."""

from dataclasses import replace

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content.terms import Faction, Result
from companion.rules import combat
from companion.rules import frames as f
from companion.rules.army import Army
from companion.rules.commands import BeginHazards, DecideRetreat, Retreat
from companion.rules.state import Mode, Rules, State
from companion.web.scene import DEEDS, Reader
from companion.web.steps.battle.stages import battle as ask_battle
from companion.web.steps.head import head_of
from companion.web.ui.blocks import Act, Answers, Block, Dock, Fold, Form
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from tests.web.steps.scenes import asked, at, position, said, scene_at, tells_to_act
from tests.web.steps.test_steps_battle import battle, field

H, A = Faction.HARKONNEN, Faction.ATREIDES
WINDGAP = AREA_NUMBER["windgap"]
Stage = f.BattleStage


def fight(stage: Stage, attacker: Faction = H, mode: Mode = Mode.SOLO, turn: Faction | None = None) -> State:
    """A battle in a turn, with two prescience cards revealed and facedown tokens in Windgap."""
    state = at(battle(stage, attacker), field(), mode)
    whose = turn or attacker
    below = f.TurnFrame(whose, acted=True, spent_die=True), f.ActionFrame(whose, Result.STRATEGY)
    state = state.with_army(A, WINDGAP, Army(tokens=2))
    return replace(state, frames=(*below, *state.frames), cards=replace(state.cards, revealed=2))


def acts(panel: Panel) -> list[str]:
    """The lines to tap, those in folds included."""

    def walk(blocks: tuple[Block, ...]) -> list[str]:
        found = []
        for block in blocks:
            if isinstance(block, Act):
                found.append(block.title)
            elif isinstance(block, Fold):
                found += walk(block.blocks)
        return found

    return walk(panel.blocks)


@pytest.mark.rule("R-46", "PRES-3")
@pytest.mark.parametrize("stage, open_", [(Stage.ROLL, True), (Stage.RETREAT, True), (Stage.CASUALTIES, False)])
def test_R_46_a_claim_is_a_line_between_the_rounds_of_an_attack_of_the_opponent(stage: Stage, open_: bool) -> None:
    assert ("Claim a prescience card" in acts(asked(scene_at(fight(stage))))) is open_


@pytest.mark.rule("FREE-0", "FREE-1", "R-46")
def test_FREE_0_tokens_are_turned_beside_the_own_battle() -> None:
    own = acts(asked(scene_at(fight(Stage.ROLL, A))))
    assert own[0] == "Claim a prescience card"
    assert any("in Windgap" in title for title in own)
    assert not any("in Windgap" in title for title in acts(asked(scene_at(fight(Stage.ROLL, H)))))


@pytest.mark.rule("R-46")
def test_R_46_the_claim_of_a_battle_is_asked_in_its_place() -> None:
    state = fight(Stage.ROLL)
    scene = replace(scene_at(state), pick=MultiDict({"use": "claim"}))
    frame = state.frame
    assert isinstance(frame, f.BattleFrame)
    panel = ask_battle(scene, frame, head_of(scene, frame))
    assert panel.title == "Claim a prescience card"
    assert panel.close == scene.step_url


def last_claims(mode: Mode = Mode.SOLO) -> State:
    state = at(f.ClaimsFrame(), position(), mode)
    return replace(state, cards=replace(state.cards, revealed=2))


@pytest.mark.rule("R-46", "WORM-1")
def test_R_46_the_last_claim_stands_beside_the_desert_hazards_and_costs_no_tap() -> None:
    panel = asked(scene_at(last_claims()))
    assert acts(panel) == ["Claim a prescience card"]
    form = panel.blocks[-1]
    assert isinstance(form, Form)
    assert form.deed == "hazards"
    assert DEEDS["hazards"](scene_at(last_claims()), Fields(MultiDict())) == (BeginHazards(),)


@pytest.mark.rule("R-46")
@pytest.mark.parametrize("mode", [Mode.SOLO, Mode.DUEL])
@pytest.mark.parametrize("reader", list(Reader))
def test_R_46_every_reader_is_told_that_a_card_can_still_be_claimed(reader: Reader, mode: Mode) -> None:
    head = said(last_claims(mode), reader)
    assert "prescience card" in head.detail
    assert reader is Reader.PLAYER or not tells_to_act(head)


@pytest.mark.rule("R-49", "BATTLE-9")
def test_R_49_between_people_the_defender_is_asked_whether_and_the_attacker_where() -> None:
    whether = fight(Stage.RETREAT, mode=Mode.DUEL)
    assert said(whether).actor is A
    (form,) = [block for block in asked(scene_at(whether)).blocks if isinstance(block, Form)]
    (dock,) = form.blocks
    assert isinstance(dock, Dock)
    (answers,) = dock.blocks
    assert isinstance(answers, Answers)
    assert [choice.value for choice in answers.choices] == ["1", "0"]
    where = fight(Stage.DESTINATION, mode=Mode.DUEL)
    head = said(where)
    assert (head.actor, head.title) == (H, "Harkonnen: choose where the Atreides legion retreats")
    assert said(where, Reader.OTHER).title == "Harkonnen choose where the Atreides legion retreats"


@pytest.mark.rule("R-49", "BATTLE-9", "MAHDI-BATTLE-4")
def test_R_49_what_the_forms_of_a_retreat_send(app: Flask) -> None:
    def sent(state: State, **values: str) -> object:
        with app.test_request_context("/"):
            return DEEDS["battle-retreat"](scene_at(state), Fields(MultiDict(values)))

    two, one = fight(Stage.RETREAT, mode=Mode.DUEL), fight(Stage.RETREAT)
    assert sent(two, retreat="1") == (DecideRetreat(True),)
    assert sent(two, retreat="0") == (DecideRetreat(False),)
    assert sent(one) == (DecideRetreat(False),)
    assert isinstance(one.frame, f.BattleFrame)
    target = next(n for n in range(101) if combat.battle_retreats(one, one.frame) >> n & 1)
    assert sent(one, to=AREA_IDS[target]) == (DecideRetreat(True), Retreat(target))
    assert sent(fight(Stage.DESTINATION, mode=Mode.DUEL), to=AREA_IDS[target]) == (Retreat(target),)


@pytest.mark.rule("R-18", "BATTLE-11")
def test_R_18_the_player_is_told_that_the_advance_is_of_the_harkonnen() -> None:
    state = replace(fight(Stage.ADVANCE), rules=Rules(advance_player_decides=True))
    head = said(state)
    assert head.title == "Harkonnen: move into Gara Kulon, or stay?"
    assert (head.rule, head.detail) == ("R-18", "Harkonnen have won. The whole legion, or nobody.")
