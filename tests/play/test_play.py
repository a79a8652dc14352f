"""`arrakis play`: whole games of each mode come out as they were; no line, however wrong, goes without an answer."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from types import NoneType
from typing import Any, get_args, get_type_hints

import pytest

from companion.board import SECTOR_MASK
from companion.play import Session
from companion.play.turn import next_step
from companion.play.wire import AREAS, PLACES, ZONES, read_command, wires_of, write_command, written
from companion.rules import Command, State, execute
from companion.rules.ask.dice import DESERT_ACTIONS
from companion.rules.commands import CarryOutStep, CorrectBoard, MoveLegion, UseDesertPower
from companion.rules.errors import FormatError
from companion.rules.events import Event
from companion.rules.frames import Frame, GameOverFrame
from companion.rules.legal import legal_commands
from companion.rules.positions.reading import read_position
from companion.rules.positions.writing import write_position
from companion.rules.state import Mode, Rules
from solo_bot.simulation.play import WHAT_THE_TABLE_SHOWS, play_game
from tests.play import scripts
from tests.play.games import Given, random_game
from tests.play.mutation import mutated
from tests.rules.machines.starts import STARTS

ROOT = Path(__file__).resolve().parent.parent.parent
MUTANTS = 5000
LEGION = {"area": "carthag", "faction": "harkonnen", "regular": 4}
PLACED: dict[str, Any] = {
    "imperium": {"choam": 5},
    "harvesters": ["nw_1", "nw_5", "sw_3", "se_7", "ne_11", "cne_9", "the_funeral_plain", "the_great_flat"],
    "ornithopters": ["az_nw", "az_north", "az_east", "az_sw", "az_south"],
    "carryalls": ["az_ne", "az_se", "az_west"],
}
START: dict[str, Any] = {"atreides": {"dice": ["strategy"]}, "legions": [LEGION], "target_sietch": "windgap"}


def solo_game(seed: int) -> tuple[list[Given], State]:
    record = play_game(seed)
    given = [(command, isinstance(command, WHAT_THE_TABLE_SHOWS)) for command in record.commands]
    state = State()
    for command, anyway in given:
        state, _ = execute(state, command, record_anyway=anyway)
    return given, state


def game(mode: Mode, seed: int = 1) -> tuple[list[Given], State]:
    if mode is Mode.SOLO:
        return solo_game(seed)
    return random_game(mode, Rules() if mode is Mode.DUEL else Rules(partners=2, harkonnen_partners=2), seed)


def line_of(given: Given) -> str:
    return json.dumps(scripts.line_of(given))


def answers(arguments: list[str], lines: bytes) -> tuple[list[dict[str, Any]], bytes, int]:
    run = [sys.executable, "-m", "companion.cli", "play", *arguments]
    done = subprocess.run(run, cwd=ROOT, input=lines, capture_output=True, check=False)
    return [json.loads(line) for line in done.stdout.decode().splitlines()], done.stderr, done.returncode


@pytest.mark.slow
@pytest.mark.parametrize("mode", Mode)
def test_a_whole_game_comes_out_as_it_was(mode: Mode) -> None:
    given, end = game(mode)
    assert isinstance(end.frame, GameOverFrame)
    lines = "".join(line_of(one) + "\n" for one in given)
    found, errors, status = answers(["--position"], lines.encode())
    assert (errors, status, len(found)) == (b"", 0, len(given) + 1)
    assert [answer["n"] for answer in found[:-1]] == list(range(1, len(given) + 1))
    assert all(answer["ok"] for answer in found[:-1])
    assert found[-1] == json.loads(json.dumps(write_position(end)))
    for command, answer in zip(given[1:], found, strict=False):
        if answer["next"]["step"] != "GameOverFrame":
            assert type(command[0]).__name__ in answer["next"]["commands"] or command[1], answer["next"]


@pytest.mark.slow
@pytest.mark.parametrize("mode", Mode)
def test_5000_lines_gone_wrong_get_an_answer_each(mode: Mode) -> None:
    given, _ = game(mode, 2)
    random, lines = Random(mode), [line_of(one) for one in given]
    share = MUTANTS // len(Mode) // len(lines) + 1
    session, sent = Session(), 0
    for line in lines:
        for _ in range(share):
            before = session.state
            text = mutated(line, lines, random).decode("utf-8", "backslashreplace")
            answer = json.loads(json.dumps(session.answer(text)))
            sent += 1
            assert answer["n"] == session.lines
            assert "internal error" not in answer.get("error", ""), (text, answer)
            assert answer.get("ok") is True or session.state is before
            assert len(answer.keys() & {"ok", "error"}) == 1
            # What was a command of the game all the same is taken back, so that the game goes on as it was.
            session.state = before
        assert session.answer(line)["ok"] is True
    assert sent >= MUTANTS // len(Mode)


def test_lines_of_any_bytes_get_an_answer_each_in_the_command() -> None:
    given, _ = game(Mode.SOLO, 2)
    random, lines = Random(5), [line_of(one) for one in given[:12]]
    sent = [mutated(line, lines, random) for line in lines * 5]
    found, errors, status = answers([], b"\n".join(sent))
    assert (errors, status) == (b"", 0)
    assert [answer["n"] for answer in found] == list(range(1, len(sent) + 1))


@pytest.mark.slow
@pytest.mark.parametrize("mode", Mode)
def test_the_position_of_every_moment_can_be_read_and_played_on(mode: Mode) -> None:
    state = State()
    for command, anyway in game(mode, 3)[0]:
        state, _ = execute(state, command, record_anyway=anyway)
        document = json.loads(json.dumps(write_position(state)))
        assert write_position(read_position(document)) == document
        session = Session(document)
        assert session.state.frame is not None
        if session.state.frame == state.frame:
            assert set(next_step(session.state)["commands"]) - {"CorrectBoard", "EnterRank"}


def play(session: Session, **document: Any) -> dict[str, Any]:
    return session.answer(json.dumps(document))


def test_a_refused_line_changes_nothing_and_says_why() -> None:
    session = Session({**START, "turn": "atreides"})
    before = session.state
    answer = play(session, type="MoveLegion", faction="harkonnen", source="carthag", target="arsunt", figures={})
    assert (answer["n"], answer["ok"], session.state) == (1, False, before)
    assert {"rule", "code", "severity", "facts"} == answer["refused"][0].keys()
    assert answer["next"] == next_step(before)


def test_what_is_only_unusual_passes_when_it_is_recorded_anyway() -> None:
    given = {"type": "PlayAtreidesCard", "die": "strategy", "card": "", "by_hand": True}
    session = Session({**START, "turn": "atreides"})
    answer = play(session, **given)
    assert [(reason["code"], reason["severity"]) for reason in answer["refused"]] == [("hand_empty", "unusual")]
    assert play(session, **given, record_anyway=True)["ok"]


@pytest.mark.parametrize(
    "position, step, faction",
    [
        ({}, "AtreidesRollFrame", "atreides"),
        ({"dice": {"atreides_unused": 0}}, "TurnFrame", "atreides"),
        ({"turn": "harkonnen"}, "AtreidesRollFrame", "atreides"),
        (START, "TurnFrame", "atreides"),
        ({**START, "turn": "harkonnen"}, "TurnFrame", "harkonnen"),
        ({"mode": "duel"}, "HarkonnenRollFrame", "harkonnen"),
        ({"mode": "duel", **START}, "HarkonnenRollFrame", "harkonnen"),
        ({"mode": "duel", "harkonnen": {"dice": ["house"]}}, "AtreidesRollFrame", "atreides"),
        ({"mode": "team", **START, "harkonnen": {"dice": ["house"]}, "turn": "harkonnen"}, "TurnFrame", "harkonnen"),
        ({"phase": "start"}, "RoundStartFrame", None),
        ({"phase": "start", "target_sietch": "windgap"}, "VehiclesFrame", "harkonnen"),
        ({"phase": "start", "mode": "duel"}, "VehiclesFrame", "harkonnen"),
        ({"phase": "vehicles"}, "VehiclesFrame", "harkonnen"),
        ({"phase": "vehicles", **PLACED}, "AtreidesRollFrame", "atreides"),
        ({"phase": "vehicles", "mode": "duel", **PLACED}, "HarkonnenRollFrame", "harkonnen"),
        ({**START, "dice": {"harkonnen_spent": ["house"] * 8}}, "HazardsFrame", "atreides"),
        ({**START, "dice": {"harkonnen_spent": ["house"] * 8}, "turn": "atreides"}, "TurnFrame", "atreides"),
        ({"phase": "hazards"}, "HazardsFrame", "atreides"),
        ({"phase": "spice"}, "HarvestFrame", "harkonnen"),
        ({"phase": "end"}, "EndFrame", "atreides"),
    ],
)
def test_a_position_opens_where_its_phase_and_turn_say(
    position: dict[str, Any], step: str, faction: str | None
) -> None:
    found = next_step(Session(position).state)
    assert (found["step"], found["faction"]) == (step, faction)
    assert found["commands"]


def test_dice_of_one_side_that_are_known_are_not_asked_for_again() -> None:
    session = Session({"mode": "duel", **START, "dice": {"harkonnen_unused": 1}})
    assert play(session, type="RollHarkonnenDice", results=["house"])["next"]["step"] == "TurnFrame"


def test_vehicles_of_the_row_that_stand_already_are_not_due_again() -> None:
    frame = Session({"phase": "vehicles", "harvesters": ["nw_1"], "ornithopters": ["az_nw"]}).state.frame
    fresh = Session({"phase": "vehicles"}).state.frame
    assert (fresh.harvesters - frame.harvesters, fresh.ornithopters - frame.ornithopters) == (1, 1)  # type: ignore[union-attr]


def test_a_new_game_begins_with_its_mode() -> None:
    session = Session()
    assert next_step(session.state)["commands"] == ["StartGame"]
    assert play(session, type="EndTurn")["refused"][0]["code"] == "not_now"
    assert play(session, type="CorrectBoard", state={})["ok"] is False
    partners = {"partners": 2, "harkonnen_partners": 2}
    assert play(session, type="StartGame", mode="team", rules=partners)["ok"]
    assert session.position()["partners"] == {"atreides": 2, "harkonnen": 2}


def test_a_correction_changes_what_a_position_holds_and_nothing_else() -> None:
    session = Session({**START, "turn": "atreides", "atreides": {"dice": ["strategy"], "hand": 3}})
    before = session.state
    wanted = session.position() | {"supremacy": 4, "wormsigns": ["nw_1"]}
    assert play(session, type="CorrectBoard", state=wanted)["ok"]
    assert session.position() == wanted
    assert (session.state.frames, session.state.cards.decks) == (before.frames, before.cards.decks)


@pytest.mark.parametrize(
    "line, error",
    [
        ("", "line: is no JSON"),
        ("[1]", "line: is no JSON object"),
        ("{}", "type: is missing"),
        ('{"type": "Castle"}', "type: 'Castle' is not the id of a command"),
        ('{"type": ["EndTurn"]}', "type: "),
        ('{"type": "EndTurn", "x": 1}', "x: unknown key"),
        ('{"type": "EndTurn", "record_anyway": 1}', "record_anyway: "),
        ('{"type": "SettleWorm"}', "area: is missing"),
        ('{"type": "SettleWorm", "area": "az_ne"}', "area: 'az_ne' is not the id of an area"),
        ('{"type": "SaveHarvester", "zone": "nw_1"}', "zone: "),
        ('{"type": "PlaceVehicle", "kind": "harvester", "place": "az_ne"}', "place: "),
        ('{"type": "PlaceVehicle", "kind": "carryall", "place": "nw_1"}', "place: "),
        ('{"type": "RemoveExcess", "figures": {"regular": 1, "area": "nw_1"}}', "figures.area: unknown key"),
        ('{"type": "RemoveExcess", "figures": {"regular": 1000}}', "figures.regular: "),
        ('{"type": "RemoveExcess", "figures": {"named": ["leto"]}}', "figures.named[0]: "),
        ('{"type": "RollBattle", "attacker": {"hits": 1}, "defender": {}}', "attacker.hits: unknown key"),
        ('{"type": "RollBattle", "attacker": {"hit": true}, "defender": {}}', "attacker.hit: "),
        ('{"type": "SpendSpice", "imperium": [1, 1], "bans": [], "supremacy": 0, "reserve": 0}', "imperium: "),
        ('{"type": "CardStepDone", "placements": [{"regular": 1}]}', "placements[0].area: is missing"),
        ('{"type": "UseLeader", "die": "house", "leader": "leto"}', "leader: "),
        ('{"type": "CorrectBoard", "state": {"supremacy": "x"}}', "state.supremacy: "),
        ('{"type": "AdvancePrescience", "marker": "jihad", "steps": 1e3}', "steps: "),
        ('{"type": "AdvancePrescience", "marker": "jihad", "steps": 99999}', "steps: "),
    ],
)
def test_a_bad_line_is_told_by_its_field(line: str, error: str) -> None:
    answer = Session(START).answer(line)
    assert answer.keys() == {"n", "error"}
    assert answer["error"].startswith(error)


@pytest.mark.parametrize("position", ['{"expansions": ["desert_war"]}', '{"round": 0}', "[]", "x"])
def test_a_bad_position_ends_the_command(position: str, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(position, encoding="utf-8")
    found, errors, status = answers([str(path)], b'{"type": "EndTurn"}\n')
    assert (found, status) == ([], 2)
    assert errors.startswith(b"error: ")


def test_every_field_of_commands_events_and_frames_has_a_json_form() -> None:
    for kind in (*get_args(Command), *get_args(Event), *get_args(Frame)):
        assert all(wire.shape for wire in wires_of(kind).values())


NUMBERS = {
    *("atreides", "black", "bonus", "carryalls", "collected", "count", "dice", "discarded", "done", "draws"),
    *("excess", "harkonnen_discarded", "harvesters", "hits", "leaders", "left", "moves", "ornithopters", "part"),
    *("placements", "plays", "rank", "replacements", "replaces", "reserve", "round", "row", "silver", "spice"),
    *("riders", "step", "steps", "strong", "successes", "supremacy", "tokens", "unused"),
}
"""Fields that hold a plain number: a new field of an area or a zone has to be told to ``wire``."""


def test_what_is_no_area_and_no_zone_is_a_number() -> None:
    found = set()
    for kind in (*get_args(Command), *get_args(Event), *get_args(Frame)):
        hints = get_type_hints(kind).items()
        found |= {name for name, hint in hints if hint is int or (int in get_args(hint) and NoneType in get_args(hint))}
    assert found - AREAS - ZONES - {*PLACES} <= NUMBERS


@pytest.mark.parametrize("start", STARTS)
def test_each_start_says_what_can_be_given(start: str) -> None:
    state = STARTS[start]()
    found = next_step(state)
    assert found["step"] == type(state.frame).__name__
    assert set(found["commands"]) - {"CorrectBoard", "EnterRank", "EnterObjective", "NamePrescience"}
    assert written(state.frame)["type"] == found["step"]


@pytest.mark.slow
@pytest.mark.parametrize("start", STARTS)
def test_every_command_that_is_legal_is_read_as_it_was_written(start: str) -> None:
    state = STARTS[start]()
    for command in legal_commands(state, every_input=True):
        assert read_command(json.loads(json.dumps(write_command(command))), state) == command


def test_where_a_vehicle_comes_from_is_an_area_or_a_zone_as_its_kind_needs() -> None:
    zone = {"type": "PlaceVehicle", "kind": "carryall", "place": "az_ne", "taken": "az_nw"}
    area = {"type": "PlaceVehicle", "kind": "harvester", "place": "nw_1", "taken": "nw_5"}
    sign = {"type": "PlaceWormsign", "area": "nw_1", "taken": "nw_5"}
    for document in (zone, area, sign):
        assert write_command(read_command(document, State())) == document
    with pytest.raises(FormatError, match="taken"):
        read_command({**zone, "taken": "nw_5"}, State())


def test_every_sector_and_desert_power_is_read() -> None:
    for sector in SECTOR_MASK:
        assert read_command({"type": "CarryOutStep", "sector": sector}, State()) == CarryOutStep(sector=sector)
    for use in DESERT_ACTIONS:
        assert read_command({"type": "UseDesertPower", "use": use}, State()) == UseDesertPower(use)


def test_fields_with_their_default_are_left_out() -> None:
    document = {"type": "MoveLegion", "faction": "harkonnen", "source": "carthag", "target": "arsunt"}
    command = read_command({**document, "figures": {"regular": 2}}, State())
    assert isinstance(command, MoveLegion)
    assert write_command(command) == {**document, "figures": {"regular": 2}}
    position = read_position({"supremacy": 2})
    assert write_command(CorrectBoard(position))["state"]["supremacy"] == 2


def test_an_unforeseen_fault_is_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(START)

    def fault(*_: object, **__: object) -> None:
        raise ZeroDivisionError("x" * 900)

    monkeypatch.setattr("companion.play.session.execute", fault)
    answer = play(session, type="EndTurn")
    assert answer["error"].startswith("command: internal error, ZeroDivisionError: x")
    assert len(answer["error"]) == 300
    with pytest.raises(FormatError):
        Session({"mode": "x"})
