"""What a photo shows becomes a proposal that keeps what the app knows, and one corrected position."""

from typing import Any

import pytest

from companion.board import AREA_NUMBER, ZONE_IDS, ZONE_NUMBER
from companion.frozen import replace
from companion.rules.army import Army
from companion.rules.positions.reading import read_position
from companion.rules.state import ATREIDES, HARKONNEN, Standing, State
from companion.rules.war import Camp, DesertWar
from companion.service.sightings import AreaContent, content_of, corrected, sightings

CARTHAG, ARRAKEEN = AREA_NUMBER["carthag"], AREA_NUMBER["arrakeen"]
LEGION = {"area": "carthag", "faction": "harkonnen", "regular": 2, "elite": 1, "generic": 1, "named": ["beast_rabban"]}


def position(*legions: dict[str, Any], **more: Any) -> State:
    return read_position({"legions": list(legions), **more})


def seen(
    h: tuple[int, int] = (0, 0), a: tuple[int, int] = (0, 0), band: str = "accepted", **more: Any
) -> dict[str, Any]:
    return {
        "band": band,
        "harkonnen": {"figures": h[0], "leaders": h[1]},
        "atreides": {"figures": a[0], "leaders": a[1]},
        "tokens": 0,
        "harvester": False,
        "sandworm": False,
        "wormsign": False,
        "kinds": None,
        "confidence": 0.99,
        **more,
    }


def answer(
    areas: dict[str, dict[str, Any]],
    zones: dict[str, dict[str, Any]] | None = None,
    same: tuple[str, ...] = (),
    token_sides: dict[str, str] | None = None,
) -> dict[str, Any]:
    zones = zones or {}
    differ = [place for place in (*areas, *zones) if place not in same]
    return {"areas": areas, "zones": zones, "differences": differ, "token_sides": token_sides or {}}


def test_a_legion_that_moved_keeps_its_kinds_and_its_leaders() -> None:
    found = sightings(position(LEGION), answer({"carthag": seen(), "arrakeen": seen(h=(3, 2))}))
    arrived = next(one for one in found.areas if one.area == ARRAKEEN)
    assert arrived.proposed.harkonnen == Army(regular=2, elite=1, generic=1, named=("beast_rabban",))
    assert arrived.kinds_known


def test_of_two_legions_alike_nobody_says_which_one_moved() -> None:
    other = {"area": "hagga_basin", "faction": "harkonnen", "elite": 3, "generic": 2}
    found = sightings(
        position(LEGION, other), answer({"carthag": seen(), "hagga_basin": seen(), "arrakeen": seen(h=(3, 2))})
    )
    arrived = next(one for one in found.areas if one.area == ARRAKEEN)
    assert arrived.proposed.harkonnen.named == ()
    assert not arrived.kinds_known


def test_the_same_count_keeps_what_the_app_knows() -> None:
    found = sightings(position(LEGION), answer({"carthag": seen(h=(3, 2), harvester=True)}))
    assert found.areas[0].proposed.harkonnen == found.areas[0].now.harkonnen
    assert found.areas[0].proposed.harvester
    assert found.areas[0].kinds_known


def test_lost_figures_of_several_kinds_are_a_question() -> None:
    found = sightings(position(LEGION), answer({"carthag": seen(h=(2, 2))}))
    assert found.areas[0].proposed.harkonnen.figures == 2
    assert not found.areas[0].kinds_known


def test_lost_figures_of_one_kind_are_no_question() -> None:
    legion = {"area": "carthag", "faction": "harkonnen", "elite": 4}
    found = sightings(position(legion), answer({"carthag": seen(h=(3, 0))}))
    assert found.areas[0].proposed.harkonnen == Army(elite=3)
    assert found.areas[0].kinds_known


def test_kinds_read_from_the_photo_are_taken() -> None:
    kinds = {"regular": 1, "elite": 0, "special": 3}
    found = sightings(position(), answer({"carthag": seen(h=(4, 0), kinds=kinds)}))
    assert found.areas[0].proposed.harkonnen == Army(regular=1, special=3)
    assert found.areas[0].kinds_known


def test_a_leader_more_is_nobody_in_particular() -> None:
    found = sightings(position(LEGION), answer({"carthag": seen(h=(3, 3))}))
    assert found.areas[0].proposed.harkonnen.named == ("beast_rabban",)
    assert found.areas[0].proposed.harkonnen.leaders == 3
    assert not found.areas[0].kinds_known


@pytest.mark.parametrize("colour, owner", [("atreides", "atreides"), ("harkonnen", "harkonnen"), (None, "harkonnen")])
def test_new_tokens_alone_are_whose_their_colour_says_and_asked_about_without_one(
    colour: str | None, owner: str
) -> None:
    sides = {"carthag": colour} if colour else {}
    found = sightings(position(), answer({"carthag": seen(tokens=2)}, token_sides=sides)).areas[0]
    armies = {"harkonnen": found.proposed.harkonnen, "atreides": found.proposed.atreides}
    assert armies.pop(owner) == Army(tokens=2)
    assert not any(armies.values())
    assert found.kinds_known is (colour is not None)


def test_tokens_of_the_other_colour_than_the_app_has_become_theirs() -> None:
    now = position({"area": "carthag", "faction": "harkonnen", "tokens": 1})
    found = sightings(now, answer({"carthag": seen(tokens=1)}, token_sides={"carthag": "atreides"})).areas[0]
    assert (found.proposed.atreides, found.proposed.harkonnen) == (Army(tokens=1), Army())
    assert found.kinds_known


def test_tokens_belong_to_whoever_is_there() -> None:
    legion = {"area": "carthag", "faction": "atreides", "regular": 1}
    found = sightings(position(legion), answer({"carthag": seen(a=(1, 0), tokens=2)}))
    assert found.areas[0].proposed.atreides == Army(regular=1, tokens=2)
    assert found.areas[0].proposed.harkonnen == Army()


def test_only_what_differs_is_listed_and_doubt_changes_nothing() -> None:
    document = answer(
        {"carthag": seen(h=(3, 2), band="look"), "arrakeen": seen(band="unseen"), "hagga_basin": seen(band="look")},
        same=("carthag", "arrakeen"),
    )
    found = sightings(position(LEGION), document)
    assert [one.area for one in found.areas] == [AREA_NUMBER["hagga_basin"]]
    assert not found.areas[0].sure
    assert found.doubtful == (CARTHAG,)
    assert found.unseen == (ARRAKEEN,)


def test_a_covered_place_is_told_apart_from_one_beside_the_photo_and_stays_as_it_is() -> None:
    zones = {ZONE_IDS[n]: {"band": band, "vehicle": None} for n, band in enumerate(("unseen", "look", "accepted"))}
    areas = {"carthag": seen(band="unseen"), "arrakeen": seen(band="unseen")}
    document = answer(areas, zones, same=(*areas, *zones))
    found = sightings(position(LEGION), {**document, "covered": ["carthag", ZONE_IDS[0]]})
    assert found.nothing
    assert (found.covered, found.unseen) == ((CARTHAG,), tuple(sorted((CARTHAG, ARRAKEEN))))
    assert found.zones_left == {"covered": (0,), "doubtful": (1,), "unseen": (0,)}


def test_a_photo_that_shows_the_board_as_it_is_shows_nothing() -> None:
    assert sightings(position(LEGION), answer({})).nothing


def test_vehicles_of_the_zones_are_proposed() -> None:
    zone = next(iter(ZONE_NUMBER))
    found = sightings(position(carryalls=[zone]), answer({}, {zone: {"band": "accepted", "vehicle": "ornithopter"}}))
    assert (found.zones[0].now, found.zones[0].proposed) == ("carryall", "ornithopter")
    after = corrected(position(carryalls=[zone]), {}, {ZONE_NUMBER[zone]: "ornithopter"})
    assert (after.ornithopters, after.carryalls) == ((ZONE_NUMBER[zone],), ())


def test_one_correction_moves_a_leader_and_never_doubles_it() -> None:
    state = position(LEGION)
    moved = {CARTHAG: AreaContent(), ARRAKEEN: AreaContent(harkonnen=content_of(state, CARTHAG).harkonnen)}
    after = corrected(state, moved, {})
    assert after.army(HARKONNEN, CARTHAG) is None
    assert after.army(HARKONNEN, ARRAKEEN) == state.army(HARKONNEN, CARTHAG)
    assert after.leader("beast_rabban").standing is Standing.BOARD


def test_a_leader_is_taken_from_an_area_that_the_photo_did_not_show() -> None:
    after = corrected(position(LEGION), {ARRAKEEN: AreaContent(harkonnen=Army(named=("beast_rabban",)))}, {})
    assert "beast_rabban" not in (after.army(HARKONNEN, CARTHAG) or Army()).named
    assert after.leader("beast_rabban").standing is Standing.BOARD


def test_a_leader_no_longer_seen_stands_beside_the_board() -> None:
    after = corrected(position(LEGION), {CARTHAG: AreaContent(harkonnen=Army(regular=2))}, {})
    assert after.leader("beast_rabban").standing is Standing.READY


@pytest.mark.parametrize("faction", [HARKONNEN, ATREIDES])
def test_an_unchanged_content_changes_nothing(faction: Any) -> None:
    legion = {**LEGION, "faction": faction.id, "named": []}
    state = position(legion, harvesters=["hagga_basin"], wormsigns=["hagga_basin"])
    same = {area: content_of(state, area) for area in (CARTHAG, AREA_NUMBER["hagga_basin"])}
    assert corrected(state, same, {}) == state


def at_war(**pieces: Any) -> State:
    """A duel with Desert War: a legion with an escort in Carthag, and ``pieces`` on the board."""
    plain = position({"area": "carthag", "faction": "harkonnen", "regular": 3, "generic": 1}, mode="duel")
    army = plain.army(HARKONNEN, CARTHAG)
    assert army is not None
    war = replace(plain, expansions=("desert_war",), desert_war=DesertWar(**pieces))
    return war.with_army(HARKONNEN, CARTHAG, replace(army, escorts=1))


@pytest.mark.rule("DW-6")
def test_DW_6_of_pieces_of_desert_war_the_camera_asks_the_player_to_look() -> None:
    desert, other, zone = AREA_NUMBER["cnw_4"], AREA_NUMBER["ne_4"], 3
    state = at_war(suspensors=(desert,), camps=(Camp(other),), escorts=(zone,))
    flies = {"band": "accepted", "vehicle": "ornithopter", "confidence": 0.99}
    zones = {ZONE_IDS[zone]: flies, ZONE_IDS[4]: flies}
    shown = answer({"cnw_4": seen(h=(1, 0)), "arrakeen": seen(h=(2, 0))}, zones)
    found = sightings(state, shown)
    assert {one.area: one.sure for one in found.areas} == {desert: False, ARRAKEEN: True}
    assert other in found.doubtful
    assert [(one.zone, one.sure) for one in found.zones] == [(4, False)]
    plain = sightings(replace(state, expansions=(), desert_war=None), shown)
    assert [[one.sure for one in plain.areas], [one.sure for one in plain.zones]] == [[True, True], [True, True]]


@pytest.mark.rule("DW-5")
@pytest.mark.parametrize(("figures", "leaders", "generic"), [(3, 1, 1), (3, 2, 1), (2, 1, 1), (3, 0, 0)])
def test_DW_5_an_escort_stays_with_its_legion_and_is_asked_for(figures: int, leaders: int, generic: int) -> None:
    found = sightings(at_war(), answer({"carthag": seen(h=(figures, leaders))})).areas[0]
    assert found.proposed.harkonnen == Army(regular=figures, generic=generic, escorts=1)
    assert (found.sure, found.kinds_known) == (False, False)
