"""Cards at the edge: what closes a way that was open, who is passed over, and what the reasons say of it."""

from typing import Any

import pytest

from companion.content.steps import Effect, LegionFilter, LegionKind, Reach, TankEnemyLeader
from companion.frozen import replace
from companion.rules.frames import ActionFrame, CardFrame
from companion.rules.state import HARKONNEN
from solo_bot.cards.course import decide_card
from solo_bot.cards.options import AreaOption, CardOrder
from solo_bot.cards.scene import scene_of
from solo_bot.cards.targets import find_enemy_leader
from solo_bot.procedure.decision import MoveOption, Question
from solo_bot.procedure.trace import Trace
from tests.solo_bot.cards.positions import RICH, SIETCHES, legion, rich
from tests.solo_bot.cards.table import area, step, turned_up

TARGET = legion("habbanya_ridge", "atreides", regular=1)
UNDECIDED = [
    legion("csw_5", special=1),
    legion("cse_4", special=1),
    legion("habbanya_ridge", "atreides", special=6),
]
"""Nobody beats the target, and two sietches are equally near to it."""


def codes(order: CardOrder) -> list[str]:
    return [one.criterion for one in order.trace]


def order_of(card: str, **changes: Any) -> CardOrder:
    return decide_card(turned_up(rich(**changes), card))


@pytest.mark.rule("MAHDI-CARD-3")
@pytest.mark.parametrize(
    ("reach", "place", "code"),
    [
        (Reach.ADJACENT, "csw_2", "no_leader_adjacent"),
        (Reach.SAME_SECTOR, "csw_2", None),
        (Reach.SAME_SECTOR, "se_1", "no_leader_in_sector"),
        (Reach.ADJACENT, "csw_5", None),
        (Reach.SAME_SECTOR, "arrakeen", "no_leader_in_sector"),
    ],
)
def test_MAHDI_CARD_3_an_enemy_leader_is_beside_a_legion_or_in_its_sector(
    reach: Reach, place: str, code: str | None
) -> None:
    state = turned_up(
        rich(legions=[legion("csw_4", special=2), legion(place, "atreides", named=["stilgar"])]), "shigawire"
    )
    scene, trace = scene_of(state), Trace()
    assert scene is not None
    found = find_enemy_leader(scene, TankEnemyLeader(reach, LegionFilter(LegionKind.ANY)), trace)
    assert [option.leader for option in found.options] == ([] if code else ["stilgar"])  # type: ignore[union-attr]
    noted = [one.criterion for one in trace.done() if one.criterion.startswith("no_leader")]
    assert noted == ([code] if code else [])


@pytest.mark.rule("R-9")
def test_R_9_a_card_that_has_begun_goes_as_far_as_it_can() -> None:
    """The legion it was to move and attack with stands too far away by then: it moves all the same."""
    legions = [legion("sw_8", special=2), legion("nw_12", regular=6), TARGET]
    sietch = {"habbanya_ridge": {"rank": 2}}
    state = turned_up(
        rich(legions=legions, sietches=sietch, leaders={"shaddam_iv": {"state": "ready"}}),
        "rage_overcame_shaddam_iv_c",
    )
    placed = step(state, decide_card(state).choices[0].commands[0])
    near = decide_card(placed)
    assert (near.effect, near.impossible) == (Effect.MOVE, False)
    army = placed.army(HARKONNEN, area("sw_8"))
    away = placed.with_army(HARKONNEN, area("sw_8"), None).with_army(HARKONNEN, area("cse_5"), army)
    frames = tuple(replace(one, area=area("cse_5")) if isinstance(one, CardFrame) else one for one in away.frames)
    frames = tuple(replace(one, only=area("cse_5")) if isinstance(one, ActionFrame) else one for one in frames)
    far = decide_card(replace(away, frames=frames))
    assert (far.action, far.impossible) == ("move", False)
    assert {choice.option.source for choice in far.choices} == {area("cse_5")}  # type: ignore[union-attr]


@pytest.mark.rule("MAHDI-MOVE-2", "MAHDI-CARD-4")
def test_MAHDI_MOVE_2_nobody_of_a_card_goes_for_another_sietch_than_all_of_them_together_would() -> None:
    """The strong legion beats the target, so that it stands; the weak one alone would have gone for another sietch."""
    legions = [legion("sw_1", special=4), legion("arsunt", special=1), TARGET]
    legions += [legion("habbanya_ridge", "atreides", regular=2)]
    order = order_of("sardaukar_pogrom", legions=legions)
    assert order.action == "without_effect"
    alone = order_of("sardaukar_pogrom", legions=legions[1:])
    assert alone.action == "move"
    option = alone.choices[0].option
    assert isinstance(option, MoveOption)
    assert option.temporary is not None


@pytest.mark.rule("MAHDI-CARD-4")
@pytest.mark.parametrize("parts", [False, True])
def test_MAHDI_CARD_4_the_part_that_fails_is_named(parts: bool) -> None:
    nobody = [legion("windgap", "atreides", regular=1)]
    order = order_of("shigawire", legions=nobody, rules={"card_parts": parts})
    assert order.action == "without_effect"
    assert (order.impossible, order.effect) == (True, Effect.MOVE)
    named = [candidate for one in order.trace for candidate, _ in one.kept]
    assert Effect.MOVE in named
    leader, legions = {"shaddam_iv": {"state": "ready"}}, [legion("carthag", special=2), TARGET]
    last = order_of("rage_overcame_shaddam_iv_c", legions=legions, leaders=leader)
    assert (last.action, last.trace[-1].kept) == ("without_effect", ((Effect.ATTACK, None),))


@pytest.mark.rule("MAHDI-CARD-4")
def test_in_the_variant_a_card_is_played_for_any_of_its_parts() -> None:
    """No wormsign lies anywhere: the printed card has no effect, in the variant its cards are drawn."""
    printed = order_of("spotter_control", wormsigns=[])
    assert printed.action == "without_effect"
    assert "part_impossible" in codes(printed)
    variant = order_of("spotter_control", wormsigns=[], rules={"card_parts": True})
    assert variant.action == "skip"
    assert "some_part_possible" in codes(variant)


@pytest.mark.rule("MAHDI-CARD-4", "R-16")
def test_in_the_variant_a_part_that_waits_for_a_rank_is_possible() -> None:
    """Nobody can be replaced, and where the Sardaukar would move to depends on ranks that nobody knows."""
    hidden: dict[str, Any] = {"legions": UNDECIDED, "sietches": {sietch: {} for sietch in SIETCHES}}
    order = order_of("sardaukar_disguised", **hidden, rules={"card_parts": True})
    assert (order.action, order.effect, order.done) == ("skip", Effect.REPLACE, False)
    assert order_of("sardaukar_disguised", **hidden).action == "without_effect"


@pytest.mark.rule("R-16", tries=True)
def test_R_16_a_rank_is_asked_for_that_decides_where_the_legions_of_a_card_move() -> None:
    order = order_of("sardaukar_pogrom", legions=UNDECIDED, sietches={sietch: {} for sietch in SIETCHES})
    assert (order.action, order.choices) == ("move", ())
    assert order.question == Question("rank", (area("bight_of_the_cliff"), area("windgap")))


@pytest.mark.rule("MAHDI-CARD-4", tries=True)
def test_MAHDI_CARD_4_also_a_later_step_leaves_the_steps_after_it_possible() -> None:
    """Two ends of the move are equal; only Harg Pass is beside a legion that the same legion can then attack."""
    legions = [
        legion("cse_3", special=4),
        legion("habbanya_ridge", "atreides", regular=5),
        legion("windgap", "atreides", regular=2),
        legion("false_wall_east", "atreides", regular=2),
    ]
    sietches = {"habbanya_ridge": {"rank": 2}, "windgap": {"rank": 2}}
    changes: dict[str, Any] = {"legions": legions, "sietches": sietches, "wormsigns": []}
    state = turned_up(rich(leaders={"shaddam_iv": {"state": "ready"}}, **changes), "rage_overcame_shaddam_iv_c")
    order = decide_card(step(state, decide_card(state).choices[0].commands[0]))
    assert order.action == "move"
    assert [choice.option.target for choice in order.choices] == [area("harg_pass")]  # type: ignore[union-attr]


def in_the_variant(card: str, **changes: Any) -> CardOrder:
    """What comes after the first step of ``card``, which is impossible or has one way."""
    state = turned_up(rich(**changes, rules={"card_parts": True}), card)
    for command in decide_card(state).choices[0].commands:
        state = step(state, command)
    return decide_card(state)


@pytest.mark.rule("R-9")
def test_the_trace_says_why_a_part_is_passed_over() -> None:
    """Paul is in the tank; nothing lies facedown."""
    tank = {"paul_atreides": {"state": "tank", "tank": 1}}
    legions = [one for one in RICH["legions"] if one["area"] != "gara_kulon"]
    forbidden = in_the_variant("seek_out_the_mahdi", legions=legions, leaders=tank)
    assert (forbidden.action, codes(forbidden)) == ("skip", ["leader_not_available", "part_impossible"])
    seen = {sietch: {**token, "revealed": True} for sietch, token in RICH["sietches"].items()}
    legions = [one for one in RICH["legions"] if "tokens" not in one]
    revealed = order_of("spies_all_over_arrakis", sietches=seen, legions=legions, rules={"card_parts": True})
    assert (revealed.action, codes(revealed)) == ("skip", ["some_part_possible", "nothing_facedown", "part_impossible"])


@pytest.mark.rule("R-9")
@pytest.mark.parametrize(
    ("figures", "more", "hit"),
    [
        ({"csw_1": {"generic": 1}, "csw_3": {"named": ["stilgar"]}}, {}, {"csw_3"}),
        ({"csw_1": {"generic": 1}, "csw_3": {"generic": 1}}, {}, {"csw_1", "csw_3"}),
        ({"csw_1": {"generic": 1}, "csw_3": {"generic": 1}}, {"sandworms": ["csw_3"]}, {"csw_1"}),
        ({"csw_1": {}, "csw_3": {}}, {"target_sietch": "habbanya_ridge"}, {"csw_1"}),
    ],
)
def test_R_9_of_the_strongest_legions_dice_strike_one_with_a_named_leader_then_the_nearest_to_the_target(
    figures: dict[str, dict[str, Any]], more: dict[str, Any], hit: set[str]
) -> None:
    legions = [legion(name, "atreides", regular=3, **leaders) for name, leaders in figures.items()]
    legions += [legion("csw_2", regular=1), legion("habbanya_ridge", "atreides", regular=6)]
    changes: dict[str, Any] = {"legions": legions, "target_sietch": None, "wormsigns": [], **more}
    order = in_the_variant("explosive_artillery", **changes)
    struck = [choice.option.area for choice in order.choices if isinstance(choice.option, AreaOption)]
    assert struck == sorted(area(name) for name in hit)
