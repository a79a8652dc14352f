"""Cards at the edge: what closes a way that was open, who is passed over, and what the reasons say of it."""

from typing import Any

import pytest

from companion.content.steps import Effect, LegionFilter, LegionKind, Reach, TankEnemyLeader
from companion.frozen import replace
from companion.rules.frames import ActionFrame, CardFrame
from companion.rules.state import HARKONNEN
from solo_bot.cards.course import decide_card
from solo_bot.cards.options import CardOrder
from solo_bot.cards.scene import scene_of
from solo_bot.cards.targets import find_enemy_leader
from solo_bot.procedure.decision import MoveOption
from solo_bot.procedure.trace import Trace
from tests.solo_bot.cards.positions import legion, rich
from tests.solo_bot.cards.table import area, step, turned_up

TARGET = legion("habbanya_ridge", "atreides", regular=1)


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


@pytest.mark.rule("MAHDI-CARD-4")
def test_in_the_variant_a_card_is_played_for_any_of_its_parts() -> None:
    """No wormsign lies anywhere: the printed card has no effect, in the variant its cards are drawn."""
    printed = order_of("spotter_control", wormsigns=[])
    assert printed.action == "without_effect"
    assert "part_impossible" in codes(printed)
    variant = order_of("spotter_control", wormsigns=[], rules={"card_parts": True})
    assert variant.action == "skip"
    assert "some_part_possible" in codes(variant)
