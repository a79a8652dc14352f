"""What the desert says: wormsigns, worms, storms, and what has to be settled on the way."""

from dataclasses import replace

import pytest
from werkzeug.datastructures import MultiDict

from companion.board import AREA_NUMBER
from companion.content.terms import Faction, Wormsign
from companion.rules import frames as f
from companion.rules.commands import BeginHazards, TurnWormsign
from companion.rules.state import Mode, State
from companion.service.telling import announced
from companion.web.scene import DEEDS, Detour, Reader
from companion.web.steps.desert.wormsigns import DISCARDED
from companion.web.ui.blocks import Answers, Form
from companion.web.ui.fields import Fields
from tests.web.steps.scenes import asked, at, position, said, scene_at, tells_to_act

H, A = Faction.HARKONNEN, Faction.ATREIDES
WALL, GARA, NE_12, NE_5 = (AREA_NUMBER[one] for one in ("shield_wall_east", "gara_kulon", "ne_12", "ne_5"))
LEADERS = {H: ("beast_rabban", "captain_aramsham"), A: ("chani", "stilgar")}
FRAMES: tuple[f.Frame, ...] = (
    *(f.HazardsFrame(stage, (WALL, NE_12)) for stage in f.HazardStage),
    *(f.RevealTokensFrame(faction, WALL if faction is H else GARA, f.Cause.BATTLE) for faction in Faction),
    f.RevealSietchFrame(GARA),
    f.WormsignFrame(WALL),
    f.WormFrame(WALL, rescue=True),
    f.WormFrame(NE_12, rescue=True),
    f.StationFrame(GARA),
    *(f.StackingFrame(faction, WALL if faction is H else GARA, 2) for faction in Faction),
    *(f.TankFrame(side, who) for side, who in LEADERS.items()),
    f.GarrisonFrame(AREA_NUMBER["carthag"]),
)


def in_desert(**given: object) -> State:
    return replace(position(**given), wormsigns=(WALL, NE_12))


@pytest.mark.parametrize("mode", [Mode.SOLO, Mode.DUEL])
@pytest.mark.parametrize("reader", list(Reader))
@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: type(frame).__name__)
def test_every_reader_gets_a_sentence_that_does_not_tell_a_watcher_to_act(
    frame: f.Frame, reader: Reader, mode: Mode
) -> None:
    head = said(at(frame, in_desert(), mode), reader)
    assert head.kicker
    assert head.title[0].isupper()
    assert "%(" not in head.kicker + head.title + head.detail
    if mode is Mode.DUEL:
        assert not head.rule.startswith("MAHDI") or isinstance(frame, f.GarrisonFrame)
    if reader is not Reader.PLAYER:
        assert not tells_to_act(head), head


@pytest.mark.rule("WORM-1")
def test_WORM_1_the_wormsigns_put_out_are_what_the_head_announces() -> None:
    state = replace(position(wormsigns=["gara_kulon"]), frames=(f.HazardsFrame(f.HazardStage.WORMSIGNS),))
    head = said(state)
    assert head.title == "Place 1 wormsign"
    assert head.areas == (NE_12,)
    assert head.changes == announced(state, [BeginHazards()])
    assert said(state, Reader.WATCHER).title == "Atreides place 1 wormsign"


def test_a_worm_asks_where_the_legion_goes_and_tells_others_that_it_is_asked() -> None:
    state = at(f.WormFrame(NE_5, rescue=False), position(sandworms=["ne_5"]))
    state = state.with_army(H, NE_5, state.army(H, WALL))
    assert said(state).title == "Choose where the Harkonnen legion retreats"
    assert "must leave. Possible: " in said(state).detail
    assert said(state, Reader.DISPLAY).title == "Atreides choose where the Harkonnen legion retreats"


@pytest.mark.rule("STATION-1")
def test_STATION_1_a_watcher_reads_who_turns_the_station() -> None:
    state = at(f.StationFrame(GARA))
    assert said(state).title == "Which symbol does the token in Gara Kulon show?"
    assert said(state, Reader.WATCHER).title == "Atreides reveal the station in Gara Kulon"
    assert said(replace(state, mode=Mode.DUEL)).kicker == "Atreides take a testing station"


# --- whose figure a worm is (WORM-3) ------------------------------------------------------------------------
def with_worms(*areas: str) -> State:
    hazards = f.HazardsFrame(f.HazardStage.REVEAL, (NE_12,))
    return replace(position(wormsigns=["ne_12"], sandworms=list(areas)), frames=(hazards,))


def turned(state: State, **values: str) -> TurnWormsign:
    scene = scene_at(state)
    (command,) = DEEDS["wormsign"](scene, Fields(MultiDict({"area": "ne_12", "token": "sandworm", **values})))
    assert isinstance(command, TurnWormsign)
    return command


@pytest.mark.rule("WORM-3")
def test_WORM_3_an_empty_supply_asks_which_worm_comes_and_lights_them() -> None:
    state = with_worms("se_3", "nw_5", "sw_4", "ne_7")
    with pytest.raises(Detour) as detour:
        turned(state)
    scene = replace(scene_at(state), pick=MultiDict(detour.value.picks))
    panel = asked(scene)
    assert panel.title == "Which sandworm moves to NE 12?"
    assert "No sandworm is left in the supply" in panel.detail
    form = panel.blocks[0]
    assert isinstance(form, Form)
    assert isinstance(form.blocks[0], Answers)
    assert [choice.value for choice in form.blocks[0].choices] == ["ne_7", "nw_5", "se_3", "sw_4"]
    assert set(panel.focus.links) == {"se_3", "nw_5", "sw_4", "ne_7"}
    assert turned(state, worm_from="nw_5").worm_from == AREA_NUMBER["nw_5"]


@pytest.mark.rule("WORM-3")
def test_WORM_3_the_supply_is_the_usual_one_and_another_figure_may_be_chosen_first() -> None:
    state = with_worms("se_3")
    assert turned(state) == TurnWormsign(NE_12, Wormsign.SANDWORM)
    assert turned(state, worm_from="se_3").worm_from == AREA_NUMBER["se_3"]


@pytest.mark.rule("WORM-3")
def test_WORM_3_the_only_worm_on_the_board_comes_without_a_question() -> None:
    hazards = f.HazardsFrame(f.HazardStage.REVEAL, (NE_12,), tuple(AREA_NUMBER[one] for one in ("nw_5", "sw_4")))
    state = replace(with_worms("se_3", "nw_5", "sw_4"), frames=(hazards,))
    state = replace(state, sandworms=(*state.sandworms, AREA_NUMBER["nw_5"]))
    assert turned(state).worm_from == AREA_NUMBER["se_3"]


@pytest.mark.rule("WORM-3")
def test_WORM_3_beyond_the_limit_a_token_may_be_discarded() -> None:
    worms = ("se_3", "nw_5", "sw_4", "ne_7")
    hazards = f.HazardsFrame(f.HazardStage.REVEAL, (NE_12,), tuple(AREA_NUMBER[one] for one in worms))
    state = replace(with_worms(*worms), frames=(hazards,))
    with pytest.raises(Detour):
        turned(state)
    assert turned(state, worm_from=DISCARDED).discard
    assert turned(state, token="sand") == TurnWormsign(NE_12, Wormsign.SAND)
