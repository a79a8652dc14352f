"""Every event, frame and command survives the way to JSON and back, and a wrong document is refused by its field."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.content.terms import Box, Faction, NamedLeader, Power, Result, VehicleKind
from companion.rules.actions import Action, OtherAction
from companion.rules.army import Army
from companion.rules.commands import Command
from companion.rules.events import (
    BoardCorrected,
    Event,
    GameStarted,
    LegionMoved,
    SpiceSpent,
    StepChanged,
    StepOpened,
    VehiclePlaced,
)
from companion.rules.frames import ActionFrame, BattleFrame, BattleStage, Cause, Frame, Roll, Side, TurnFrame
from companion.rules.state import State
from companion.store.codec import (
    COMMAND_TYPES,
    EVENT_TYPES,
    FRAME_TYPES,
    decode_command,
    decode_event,
    decode_state,
    encode_command,
    encode_event,
    encode_state,
)
from companion.store.shapes import DecodeError, codec_of, from_text, to_text

MOVED = LegionMoved(Faction.HARKONNEN, 3, 4, Army(regular=2, named=("beast_rabban",)), Cause.MOVE, zone=7)

some = settings(max_examples=15, suppress_health_check=list(HealthCheck))


def any_of(kind: type) -> st.SearchStrategy[Any]:
    return st.from_type(kind)


@pytest.mark.parametrize("kind", EVENT_TYPES, ids=lambda kind: kind.__name__)
@some
@given(data=st.data())
def test_every_event_comes_back(kind: type, data: st.DataObject) -> None:
    event: Event = data.draw(any_of(kind))
    text = to_text(encode_event(event))
    assert decode_event(from_text(text)) == event
    assert to_text(encode_event(decode_event(from_text(text)))) == text


@pytest.mark.parametrize("kind", FRAME_TYPES, ids=lambda kind: kind.__name__)
@some
@given(data=st.data())
def test_every_frame_comes_back_inside_an_event_and_a_state(kind: type, data: st.DataObject) -> None:
    frame: Frame = data.draw(any_of(kind))
    opened = StepOpened(frame)
    assert decode_event(json.loads(to_text(encode_event(opened)))) == opened
    corrected = BoardCorrected(State(frames=(frame, frame)))
    assert decode_event(json.loads(to_text(encode_event(corrected)))) == corrected


@pytest.mark.parametrize("kind", COMMAND_TYPES, ids=lambda kind: kind.__name__)
@some
@given(data=st.data())
def test_every_command_comes_back(kind: type, data: st.DataObject) -> None:
    command: Command = data.draw(any_of(kind))
    assert decode_command(json.loads(to_text(encode_command(command)))) == command


@some
@given(state=st.from_type(State))
def test_a_state_comes_back(state: State) -> None:
    assert decode_state(json.loads(to_text(encode_state(state)))) == state


def test_a_document_is_legible_and_holds_every_field() -> None:
    assert encode_event(MOVED) == {
        "v": 1,
        "type": "LegionMoved",
        "faction": "harkonnen",
        "source": 3,
        "target": 4,
        "figures": {
            "regular": 2,
            "elite": 0,
            "special": 0,
            "tokens": 0,
            "generic": 0,
            "named": ["beast_rabban"],
        },
        "cause": "move",
        "zone": 7,
        "sandriding": False,
    }


def test_sets_are_written_in_one_order() -> None:
    spent = SpiceSpent((1, 2, 3), frozenset(Power), 1)
    assert encode_event(spent)["bans"] == sorted(power.value for power in Power)


def test_a_battle_comes_back_with_its_rolls() -> None:
    frame = BattleFrame(
        Faction.ATREIDES,
        1,
        2,
        stage=BattleStage.CASUALTIES,
        sides=(Side(roll=Roll(1, 2, 3), leaders=("naib",)), Side(extra_dice=2)),
    )
    state = State(frames=(TurnFrame(Faction.ATREIDES), frame))
    assert decode_state(json.loads(to_text(encode_state(state)))).frames == (
        TurnFrame(Faction.ATREIDES),
        frame,
    )


def test_a_battle_of_an_older_game_is_read_though_its_sides_were_pairs() -> None:
    """The document is one that a game of before stored."""
    frame = {
        "type": "BattleFrame",
        "attacker": "harkonnen",
        "attacker_area": 40,
        "area": 41,
        "surprise": False,
        "stage": "casualties",
        "round": 2,
        "cards": [1, None],
        "rolls": [{"hit": 3, "shield": 1, "special": 2, "bonus": 0}, None],
        "leaders": [["bashar"], []],
        "hits": [2, 0],
        "free_continue": True,
        "zone": 3,
        "extra_dice": [0, 1],
        "dice_limits": [None, 4],
    }
    sides = Side(1, Roll(3, 1, 2), ("bashar",), 2), Side(leaders=(), hits=0, extra_dice=1, dice_limit=4)
    battle = BattleFrame(
        Faction.HARKONNEN, 40, 41, stage=BattleStage.CASUALTIES, round=2, sides=sides, free_continue=True, zone=3
    )
    assert decode_event({"v": 1, "type": "StepChanged", "frame": frame}) == StepChanged(battle)
    document = encode_state(State(frames=(battle,)))
    document |= {"v": 1, "frames": [frame]}
    assert decode_state(document) == State(frames=(battle,))


@pytest.mark.parametrize(
    "wrong, path",
    [
        ({"cards": [1]}, "cards"),
        ({"hits": 2}, "hits"),
        ({"hits": [1, "2"]}, "sides.1.hits"),
        ({"sides": [{}]}, "sides"),
    ],
)
def test_a_wrong_pair_of_an_older_battle_is_refused_by_its_field(wrong: dict[str, Any], path: str) -> None:
    frame = {"type": "BattleFrame", "attacker": "harkonnen", "attacker_area": 40, "area": 41, **wrong}
    with pytest.raises(DecodeError) as caught:
        decode_event({"v": 1, "type": "StepOpened", "frame": frame})
    assert ".".join(caught.value.path) == f"StepOpened.frame.BattleFrame.{path}"


def test_a_field_with_a_default_may_be_missing_so_that_fields_can_be_added() -> None:
    document = encode_event(MOVED)
    del document["sandriding"], document["zone"]
    assert decode_event(document) == replace(MOVED, zone=None)


def changed(document: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**document, **changes}


@pytest.mark.parametrize(
    "document, path",
    [
        (changed(encode_event(MOVED), v=2), "v"),
        (changed(encode_event(MOVED), v=True), "v"),
        ({"type": "LegionMoved"}, "v"),
        (changed(encode_event(MOVED), type="LegionDanced"), "type"),
        (changed(encode_event(MOVED), type=["LegionMoved"]), "type"),
        (changed(encode_event(MOVED), source="3"), "LegionMoved.source"),
        (changed(encode_event(MOVED), source=True), "LegionMoved.source"),
        (changed(encode_event(MOVED), source=3.0), "LegionMoved.source"),
        (changed(encode_event(MOVED), cause="whim"), "LegionMoved.cause"),
        (changed(encode_event(MOVED), faction=0), "LegionMoved.faction"),
        (changed(encode_event(MOVED), speed=1), "LegionMoved.speed"),
        (changed(encode_event(MOVED), figures={"regular": 1, "named": [1]}), "LegionMoved.figures.named.0"),
        ({"v": 1, "type": "LegionMoved", "source": 1}, "LegionMoved.faction"),
        (
            changed(encode_event(SpiceSpent((1, 1, 1), frozenset(), 0)), imperium=[1, 1]),
            "SpiceSpent.imperium",
        ),
        (
            changed(encode_event(SpiceSpent((1, 1, 1), frozenset(), 0)), bans=["choam", "choam"]),
            "SpiceSpent.bans",
        ),
        (
            changed(encode_event(StepOpened(TurnFrame(Faction.ATREIDES))), frame={"type": "X"}),
            "StepOpened.frame.type",
        ),
        (changed(encode_event(VehiclePlaced(VehicleKind.HARVESTER, 1)), kind=None), "VehiclePlaced.kind"),
        (
            changed(encode_event(BoardCorrected(State())), state={"armies": [[], [{}], []]}),
            "BoardCorrected.state.armies",
        ),
        ([], ""),
        ("LegionMoved", ""),
        (None, ""),
    ],
)
def test_a_wrong_document_is_refused_by_its_field(document: object, path: str) -> None:
    with pytest.raises(DecodeError) as caught:
        decode_event(document)
    assert ".".join(caught.value.path) == path


def test_a_newer_version_is_refused_with_both_versions() -> None:
    with pytest.raises(DecodeError, match="v: this program reads version 1 only, not 7"):
        decode_event(changed(encode_event(MOVED), v=7))


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"v":1,}'])
def test_text_that_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(DecodeError, match="is no JSON"):
        from_text(text)


@pytest.mark.parametrize("hint", [float, list[int], dict[str, int], int | str, object, Result | Box])
def test_a_type_without_a_json_form_is_refused_when_the_codec_is_built(hint: object) -> None:
    with pytest.raises(TypeError):
        codec_of(hint)


@pytest.mark.parametrize("action", [*Result, *NamedLeader, *OtherAction])
def test_an_action_is_kept_by_its_id(action: Action) -> None:
    opened = StepOpened(ActionFrame(Faction.ATREIDES, action))
    document = encode_event(opened)
    assert json.loads(to_text(document))["frame"]["action"] == action.value
    back = decode_event(document)
    assert isinstance(back, StepOpened)
    assert isinstance(back.frame, ActionFrame)
    assert back.frame.action is action


@pytest.mark.parametrize("action", ["stategy", "", "Strategy", "bashar", "lisan_al_gaib", None, 0])
def test_an_action_that_does_not_exist_is_refused_by_its_name(action: object) -> None:
    document = encode_event(StepOpened(ActionFrame(Faction.ATREIDES, Result.STRATEGY)))
    document["frame"]["action"] = action
    with pytest.raises(
        DecodeError, match=r"frame\.ActionFrame\.action: must be one of leadership, strategy, "
    ) as refused:
        decode_event(document)
    assert refused.value.facts["value"] == repr(action)


def test_a_game_started_long_ago_takes_the_defaults_of_its_rules() -> None:
    event = decode_event({"v": 1, "type": "GameStarted", "rules": {"first_printing": True}})
    assert isinstance(event, GameStarted)
    assert (event.rules.first_printing, event.rules.doubtful_border) == (True, False)
