"""Special actions of the Harkonnen leaders (MAHDI-TURN-3, R-6) on small positions."""

from typing import Any

import pytest

from companion.content.terms import Result
from companion.rules.positions.reading import read_position
from solo_bot import decide_special_step
from solo_bot.documents.answers import decide_document
from solo_bot.documents.decisions import decision_document
from tests.solo_bot.small import NO_SPECIALS, a, asked, decided, decision, going, h, position, short

GARA: dict[str, int | None] = {"gara_kulon": 2}


def ready(leader: str, state: str = "board") -> dict[str, Any]:
    return NO_SPECIALS | {leader: {"state": state, "card": "ready"}}


def second(document: dict[str, Any], leader: str) -> tuple[str, list[str]]:
    answer = decision_document(decide_special_step(read_position(document), Result.LEADERSHIP, leader))
    return answer["action"], [short(option) for option in answer["options"]]


@pytest.mark.rule("MAHDI-TURN-3")
def test_MAHDI_TURN_3_a_possible_special_comes_before_everything_else() -> None:
    legions = [h("csw_3", elite=4), a("windgap", regular=2)]
    table = position(*legions, leaders=ready("shaddam_iv", "ready"))
    assert decided(table) == ("special", ["shaddam_iv: csw_3 elite>special 3"])
    assert decision(table)["steps_left"] == 0


@pytest.mark.rule("MAHDI-TURN-3", "LEADER-2")
def test_LEADER_2_a_spent_card_or_another_box_gives_none() -> None:
    legions = [h("csw_3", elite=4), a("windgap", regular=2)]
    leaders = NO_SPECIALS | {"shaddam_iv": {"state": "ready", "card": "spent"}}
    assert decided(position(*legions, leaders=leaders))[0] == "attack_sietch"
    assert decided(position(*legions, leaders=ready("shaddam_iv", "ready")), "deployment")[0] == "deploy"


@pytest.mark.rule("MAHDI-TURN-3", "TANK-3")
@pytest.mark.parametrize("state", ["out", "removed", "tank"])
def test_TANK_3_only_leaders_in_play_act(state: str) -> None:
    legions = [h("csw_3", elite=4), a("windgap", regular=2)]
    assert decided(position(*legions, leaders=ready("shaddam_iv", state)))[0] == "attack_sietch"


@pytest.mark.rule("R-6")
def test_R_6_impossible_when_it_would_change_nothing() -> None:
    leaders = ready("shaddam_iv", "ready")
    assert decided(position(h("csw_3", regular=4), leaders=leaders))[0] == "attack_sietch"
    table = position(h("csw_3", elite=4), h("carthag", special=8), a("windgap", elite=6), leaders=leaders)
    assert decided(table)[0] == "move"
    full = position(h("carthag", regular=6), settlements=[], leaders=ready("captain_aramsham", "ready"))
    assert decided(full, "deployment")[0] == "nothing"


@pytest.mark.rule("R-6", "R-25")
def test_R_25_for_sardaukar_there_is_no_substitute() -> None:
    table = position(
        h("csw_3", elite=3), h("carthag", special=6), a("windgap", elite=6), leaders=ready("shaddam_iv", "ready")
    )
    assert decided(table)[1] == ["shaddam_iv: csw_3 elite>special 2"]


@pytest.mark.rule("R-6", "MAHDI-DEPLOY-2")
def test_R_6_aramsham_deploys_by_the_normal_criteria() -> None:
    table = position(h("carthag", regular=3), ranks=GARA, leaders=ready("captain_aramsham", "ready"))
    assert decided(table, "deployment") == (
        "special",
        ["captain_aramsham: carthag regular 2, special 1 with beast_rabban"],
    )


@pytest.mark.rule("R-6")
def test_R_6_rabban_moves_his_legion_only_and_needs_his_figure_on_the_board() -> None:
    legions = [h("cne_5", regular=3, named=["beast_rabban"]), h("cne_8", regular=4, generic=1)]
    table = position(*legions, ranks=GARA, leaders=ready("beast_rabban"))
    assert going(table, "leadership") == [("cne_5>cne_8", "regular 2, beast_rabban")]
    assert decision(table, "leadership")["steps_left"] == 1
    beside = position(h("cne_5", regular=3, generic=1), ranks=GARA, leaders=ready("beast_rabban", "ready"))
    assert decided(beside, "leadership")[0] == "move"


@pytest.mark.rule("R-6", "R-21")
def test_R_6_rabban_may_need_a_temporary_target_of_his_own() -> None:
    # 3 does not beat the 4 at Gara Kulon, the other legion does; Rabban's special goes for Tasmin Sink.
    legions = [h("cse_2", regular=2, named=["beast_rabban"]), h("imperial_basin", regular=6, generic=1)]
    table = position(
        *legions, a("gara_kulon", regular=4), ranks=GARA | {"tasmin_sink": 1}, leaders=ready("beast_rabban")
    )
    assert decided(table, "leadership") == ("special", ["beast_rabban: cse_2>pasty_mesa"])


@pytest.mark.rule("R-6", "MOVE-2")
def test_R_6_rabbans_second_move_takes_the_same_figures_on_without_ornithopter() -> None:
    moved = {"regular": 3, "named": ["beast_rabban"]}
    table = position(
        h("cne_5", **moved), ranks=GARA, moved=[{"area": "cne_5", **moved}], ornithopters=["az_ne"],
        leaders=NO_SPECIALS,
    )  # fmt: skip
    assert second(table, "beast_rabban") == ("special", ["beast_rabban: cne_5>cne_6"])
    # Next to the target there is no second move.
    table = position(h("cne_9", **moved), ranks=GARA, moved=[{"area": "cne_9", **moved}])
    assert second(table, "beast_rabban") == ("nothing", [])


@pytest.mark.rule("R-6")
def test_R_6_feyd_moves_then_attacks_without_surprise() -> None:
    leaders = NO_SPECIALS | {"beast_rabban": {"state": "removed"}, "feyd_rautha": {"state": "board", "card": "ready"}}
    table = position(
        h("cne_8", regular=3, named=["feyd_rautha"]), a("gara_kulon", regular=2), ranks=GARA, leaders=leaders
    )
    assert decided(table, "leadership") == ("special", ["feyd_rautha: cne_8>shield_wall_east"])
    assert decision(table, "leadership")["steps_left"] == 1
    moved = {"regular": 3, "named": ["feyd_rautha"]}
    table["legions"][0] = h("shield_wall_east", **moved)
    table["moved"] = [{"area": "shield_wall_east", **moved}]
    assert second(table, "feyd_rautha") == ("special", ["feyd_rautha: shield_wall_east>gara_kulon"])


@pytest.mark.rule("R-6")
def test_R_6_feyd_attacks_alone_when_his_legion_cannot_move() -> None:
    leaders = NO_SPECIALS | {"beast_rabban": {"state": "removed"}, "feyd_rautha": {"state": "board", "card": "ready"}}
    legion = h("shield_wall_east", regular=3, named=["feyd_rautha"])
    table = position(legion, a("gara_kulon", regular=2), ranks=GARA, leaders=leaders)
    answer = decision(table, "leadership")
    assert [(short(o), o["surprise"]) for o in answer["options"]] == [
        ("feyd_rautha: shield_wall_east>gara_kulon", False)
    ]
    assert answer["steps_left"] == 0
    # Neither move nor attack: the normal action, where another leader's legion may go.
    table = position(legion, a("gara_kulon", regular=5), h("cne_5", special=4, generic=2), ranks=GARA, leaders=leaders)
    assert decided(table, "leadership") == ("move", ["cne_5>cne_6"])


@pytest.mark.rule("MAHDI-TURN-3")
def test_MAHDI_TURN_3_a_normal_action_that_has_begun_is_not_replaced() -> None:
    legions = [h("cne_5", regular=3, named=["beast_rabban"]), h("cne_8", regular=4, generic=1)]
    table = position(*legions, ranks=GARA, leaders=ready("beast_rabban"))
    assert decided(table, "leadership")[0] == "special"
    begun = table | {"moved": [{"area": "cne_8", "regular": 4, "generic": 1}]}
    for told in ({}, {"step": 1}):
        assert decided(begun | told, "leadership") == ("move", ["cne_5>cne_8"]), "what moved did so in this action"


def two_specials(rank: int | None) -> dict[str, Any]:
    """Rabban can move. Feyd-Rautha cannot, and can attack Hobars Gap or fly to Windgap, which has this rank."""
    return position(
        h("carthag", regular=4, named=["beast_rabban"]),
        h("cse_4", regular=4, named=["feyd_rautha"]),
        ranks={"hobars_gap": 1, "windgap": rank},
        ornithopters=["az_south"],
        leaders={name: {"state": "board", "card": "ready"} for name in ("beast_rabban", "feyd_rautha")},
    )


@pytest.mark.rule("R-6", "MAHDI-0")
def test_R_6_of_several_special_actions_the_player_chooses_and_a_move_has_another_step() -> None:
    answer = decision(two_specials(2), "leadership")
    assert {option["leader"] for option in answer["options"]} == {"beast_rabban", "feyd_rautha"}
    assert "feyd_rautha: cse_4>windgap az_south" in map(short, answer["options"])
    assert answer["steps_left"] == 1


@pytest.mark.rule("R-6", "R-16")
def test_R_16_a_rank_that_one_of_several_special_actions_needs_is_asked_for_first() -> None:
    assert asked(two_specials(None), "leadership") == {"ask": "rank", "areas": ["windgap"]}


@pytest.mark.rule("R-6", "MAHDI-TOKEN-1")
def test_R_6_taken_automatically_rabbans_legion_goes_twice() -> None:
    legions = [h("imperial_basin", regular=3, named=["beast_rabban"])]
    table = position(*legions, ranks=GARA, leaders=ready("beast_rabban"))
    answer = decide_document(read_position(table), "leadership", auto=True)
    steps = [short(step["options"][0]) for step in answer["decisions"]]
    assert steps == ["beast_rabban: imperial_basin>cne_5", "beast_rabban: cne_5>cne_6"]
    after = {legion["area"]: legion for legion in answer["position"]["legions"]}
    assert after["imperial_basin"]["tokens"] == 2
    assert after["cne_6"]["named"] == ["beast_rabban"]
    assert answer["position"]["leaders"]["beast_rabban"]["card"] == "spent"
