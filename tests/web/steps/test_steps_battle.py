"""What fights say: every stage of a battle to every reader, what follows by itself, dice of storms, worms and cards."""

from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Faction
from companion.rules import frames as f
from companion.rules.army import Army
from companion.rules.events import BattleEnded, DiceRolled
from companion.rules.state import Mode, Sietch, State
from companion.service.differences import Adjust, Carry, Setting
from companion.service.telling import Shown
from companion.web.scene import Reader
from companion.web.steps.battle.ending import ending
from companion.web.steps.battle.says import STAGES
from companion.web.steps.battle.told import stands_on_the_step
from companion.web.ui.blocks import Dock, Form, Note
from companion.web.ui.fight_blocks import Adder, Tally, Throw
from tests.web.steps.scenes import asked, at, position, said, scene_at, tells_to_act

H, A = Faction.HARKONNEN, Faction.ATREIDES
WALL, GARA = AREA_NUMBER["shield_wall_east"], AREA_NUMBER["gara_kulon"]
ROLLED = (f.Roll(2, 1, 1), f.Roll(1, 1, 1))


def battle(stage: f.BattleStage, attacker: Faction = H, hits: tuple[int, int] = (2, 1)) -> f.BattleFrame:
    source, target = (WALL, GARA) if attacker is H else (GARA, WALL)
    rolled = stage not in (f.BattleStage.REVEAL, f.BattleStage.CARDS, f.BattleStage.ROLL)
    one, other = (
        f.Side(
            cards=None if stage is f.BattleStage.CARDS else 0,
            roll=roll if rolled else None,
            leaders=None if stage is f.BattleStage.LEADERS else (),
            hits=taken if stage is f.BattleStage.CASUALTIES else None,
        )
        for roll, taken in zip(ROLLED, hits, strict=True)
    )
    return f.BattleFrame(attacker, source, target, stage=stage, sides=(one, other))


def field(harkonnen: Army | None = None, atreides: Army | None = None, **more: object) -> State:
    """A sietch of rank 3 that lies open, a Harkonnen legion beside it; nobody holds cards."""
    state = position()
    state = state.with_army(H, WALL, harkonnen or Army(regular=3, generic=1))
    state = state.with_army(A, GARA, atreides or Army(regular=2, special=1))
    cards = replace(state.cards, hand=int(str(more.pop("hand", 0))))
    given: dict[str, object] = {"sietches": (Sietch(GARA, 3, True),), "cards": cards, **more}
    return replace(state, **given)  # type: ignore[arg-type]


FRAMES: tuple[f.Frame, ...] = (
    *(battle(stage, attacker) for stage in f.BattleStage for attacker in Faction if stage is not f.BattleStage.REVEAL),
    *(f.RollFrame(cause, H, WALL, 2, (1, 0, 1)) for cause in (f.Cause.STORM, f.Cause.WORM, f.Cause.CARD)),
    f.RollFrame(f.Cause.CARD, A, GARA, 3, (1, 0, 1), sector="ne"),
    *(f.HitsFrame(f.Cause.STORM, faction, WALL if faction is H else GARA, 2) for faction in Faction),
)


def test_every_stage_has_a_voice() -> None:
    assert set(STAGES) == set(f.BattleStage)


@pytest.mark.parametrize("mode", [Mode.SOLO, Mode.DUEL])
@pytest.mark.parametrize("reader", list(Reader))
@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: getattr(frame, "stage", type(frame).__name__))
def test_every_reader_gets_a_sentence_that_does_not_tell_a_watcher_to_act(
    frame: f.Frame, reader: Reader, mode: Mode
) -> None:
    head = said(at(frame, field(), mode), reader)
    assert head.kicker
    assert head.title[0].isupper()
    assert "%(" not in head.kicker + head.title + head.detail
    if reader is not Reader.PLAYER:
        assert not tells_to_act(head), head
    if mode is Mode.DUEL:
        assert not head.rule.startswith("MAHDI")
        assert not {"you", "your"} & set(f"{head.title} {head.detail}".lower().split())


@pytest.mark.parametrize("attacker", list(Faction))
@pytest.mark.parametrize("reader", list(Reader))
def test_BATTLE_2_what_is_turned_is_said_by_the_sietch_and_by_the_tokens(reader: Reader, attacker: Faction) -> None:
    frame = battle(f.BattleStage.REVEAL, attacker)
    head = said(at(frame, position()), reader)
    assert head.kicker.endswith("battle round 1")
    assert reader is Reader.PLAYER or not tells_to_act(head)


@pytest.mark.rule("BATTLE-7", "BATTLE-8", "BATTLE-9")
def test_between_people_a_battle_names_the_side_that_decides_and_the_one_that_says_where() -> None:
    def titled(stage: f.BattleStage, attacker: Faction = H) -> str:
        return said(at(battle(stage, attacker), field(), Mode.DUEL)).title

    assert titled(f.BattleStage.CASUALTIES) == "Harkonnen: choose 2 casualties"
    assert titled(f.BattleStage.CONTINUE) == "Harkonnen: continue or cease the attack?"
    assert titled(f.BattleStage.RETREAT, A) == "Harkonnen: retreat, or stay and fight?"
    retreat = said(at(battle(f.BattleStage.RETREAT), field(), Mode.DUEL))
    assert retreat.actor is A
    assert retreat.detail.startswith("Atreides decide whether, Harkonnen where. Possible: ")


@pytest.mark.rule("MAHDI-BATTLE-3")
def test_MAHDI_BATTLE_3_in_solo_no_word_of_a_harkonnen_retreat() -> None:
    solo = said(at(battle(f.BattleStage.CONTINUE, A), field()))
    assert "retreat" not in (solo.title + solo.detail).lower()
    people = said(at(battle(f.BattleStage.CONTINUE, A), field(), Mode.DUEL))
    assert "the defender may retreat" in people.detail


@pytest.mark.rule("MAHDI-BATTLE-2")
def test_MAHDI_BATTLE_2_what_the_harkonnen_lose_is_announced_beside_the_own_choice() -> None:
    """The attacker takes his hits first; both stand on one step, and its form takes both."""
    state = at(battle(f.BattleStage.CASUALTIES), field(Army(regular=2, elite=2, generic=1)))
    head = said(state)
    assert head.title == "Choose your 1 casualty"
    assert [type(change) for change in head.changes] == [Carry, Carry]
    assert all(isinstance(change, Carry) and change.faction is H for change in head.changes)
    panel = asked(scene_at(state))
    tally = next(block for block in panel.blocks if isinstance(block, Tally))
    assert "2 elite to regular" in tally.sides[0].lines
    form = panel.blocks[-1]
    assert isinstance(form, Form)
    assert form.deed == "hits"
    assert isinstance(form.blocks[0], Dock)


@pytest.mark.rule("BATTLE-7")
def test_BATTLE_7_casualties_without_a_choice_are_told_and_not_asked() -> None:
    state = at(battle(f.BattleStage.CASUALTIES, hits=(0, 2)), field(atreides=Army(regular=3)))
    head = said(state)
    assert head.title == "Remove: 2 regular"
    (change,) = head.changes
    assert isinstance(change, Carry)
    assert (change.count, change.faction, change.source.number) == (2, A, GARA)
    form = asked(scene_at(state)).blocks[-1]
    assert isinstance(form, Form)
    assert form.hidden["all"] == "regular,regular"


@pytest.mark.rule("R-27")
def test_R_27_which_of_two_named_harkonnen_leaders_goes_is_asked_first() -> None:
    army = Army(regular=2, named=("beast_rabban", "feyd_rautha"))
    state = at(battle(f.BattleStage.CASUALTIES, hits=(1, 1)), field(army))
    head = said(state)
    assert head.title == "Remove 1 Harkonnen casualty"
    assert head.changes == ()
    form = asked(scene_at(state)).blocks[-1]
    assert isinstance(form, Form)
    assert form.deed == "order"


def test_cards_and_dice_are_one_screen_and_the_dice_follow_the_cards() -> None:
    state = at(battle(f.BattleStage.CARDS, A), field(atreides=Army(regular=2), hand=1, reinforcements=9))
    panel = asked(scene_at(state))
    form = panel.blocks[-1]
    assert isinstance(form, Form)
    assert form.deed == "battle-dice"
    own, theirs = (block for block in form.blocks if isinstance(block, Adder))
    assert [(one.value, one.dice) for one in own.at] == [(0, 2), (1, 3)]
    assert (own.by, own.most) == ("cards", 3)
    # The Harkonnen bring what they will: what is counted and what is rolled is one number.
    assert (theirs.dice, theirs.at) == (6, ())
    assert any(isinstance(block, Note) and "3 Harkonnen reinforcement cards" in block.text for block in form.blocks)
    dock = form.blocks[-1]
    assert isinstance(dock, Dock)
    assert isinstance(dock.blocks[-1], Throw)


def test_between_people_the_attacker_discards_before_the_defender_decides() -> None:
    state = at(battle(f.BattleStage.CARDS), field(atreides=Army(regular=2), hand=3, reinforcements=3), Mode.DUEL)
    panel = asked(scene_at(state))
    assert panel.title == "Harkonnen: discard cards for dice?"
    form = panel.blocks[-1]
    assert isinstance(form, Form)
    assert form.deed == "discard"


@pytest.mark.rule("BATTLE-10")
@pytest.mark.parametrize(
    "winner, there, you, said_so",
    [
        (A, A, A, "You hold Gara Kulon"),
        (A, A, None, "Atreides hold Gara Kulon"),
        (H, A, A, "Harkonnen take Gara Kulon"),
        (None, A, A, "Nobody is left in Gara Kulon"),
    ],
)
def test_BATTLE_10_a_battle_ends_in_one_line(
    winner: Faction | None, there: Faction, you: Faction | None, said_so: str
) -> None:
    before = replace(field(), sietches=())
    after = before.with_army(A, GARA, None)
    if winner is not None:
        after = after.with_army(winner, GARA, Army(regular=1))
    assert before.army(there, GARA)
    assert ending(before, after, (BattleEnded(GARA, winner, "eliminated"),), you) == (said_so, winner)


def test_a_battle_that_goes_on_or_asks_whether_to_move_in_has_no_ending_yet() -> None:
    won = at(battle(f.BattleStage.ADVANCE, A), field())
    assert ending(won, won, (BattleEnded(WALL, A, "eliminated"),), A) == ("", None)
    assert ending(field(), field(), (), A) == ("", None)


@pytest.mark.rule("MAHDI-BATTLE-1")
def test_MAHDI_BATTLE_1_cards_told_beside_the_dice_are_told_nowhere_else() -> None:
    ready = at(replace(battle(f.BattleStage.ROLL), sides=(f.Side(2), f.Side(0))), field())
    assert stands_on_the_step(ready, Adjust(Setting.REINFORCEMENTS, 5, 3))
    assert stands_on_the_step(ready, Adjust(Setting.BURNT, 0, 2))
    assert not stands_on_the_step(ready, Adjust(Setting.REINFORCEMENTS, 5, 4))
    assert not stands_on_the_step(ready, Adjust(Setting.HAND, 3, 1))
    between = replace(ready, mode=Mode.DUEL)
    assert not stands_on_the_step(between, Adjust(Setting.REINFORCEMENTS, 5, 3))


def test_dice_of_the_app_are_drawn_on_the_step_that_shows_what_they_come_to() -> None:
    rolled = Shown(DiceRolled(f.Cause.BATTLE, H, GARA, (2, 1, 1)))
    assert stands_on_the_step(at(battle(f.BattleStage.CASUALTIES), field()), rolled)
    # A round without hits that leads to the next one: nothing there shows them.
    assert not stands_on_the_step(at(battle(f.BattleStage.ROLL), field()), rolled)
    storm = Shown(DiceRolled(f.Cause.STORM, H, WALL, (1, 0, 1)))
    assert stands_on_the_step(at(f.HitsFrame(f.Cause.STORM, H, WALL, 2), field()), storm)
    assert not stands_on_the_step(at(f.HitsFrame(f.Cause.STORM, H, GARA, 2), field()), storm)
