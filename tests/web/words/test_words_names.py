"""Names of areas, figures and rules."""

import pytest

from companion.board import AREA_IDS, AREA_NUMBER, SECTORS, ZONE_IDS, Terrain
from companion.content import LEADERS
from companion.content.terms import (
    CombatFace,
    Deck,
    Faction,
    Marker,
    Phase,
    Power,
    Result,
    UnitKind,
    VehicleKind,
    Wormsign,
)
from companion.rules.army import Army
from companion.web.words import names
from tests.web.words.conftest import Speak

ARMY = Army(regular=3, elite=1, special=1, tokens=2, generic=2, named=("beast_rabban",))


def test_every_area_has_a_name_of_its_own() -> None:
    found = [names.area_name(area) for area in range(len(AREA_IDS))]
    assert len(set(found)) == len(AREA_IDS)
    assert names.area_name("ne_5") == "NE 5"
    assert names.area_name(AREA_NUMBER["cnw_2"]) == "cNW 2"
    assert names.area_name("gara_kulon") == "Gara Kulon"


def test_zones_and_sectors_are_told_apart() -> None:
    assert len({names.zone_name(zone) for zone in range(len(ZONE_IDS))}) == len(ZONE_IDS)
    sectors = {names.sector_name(sector) for sector in (*SECTORS, "central")}
    assert len(sectors) == len(SECTORS) + 1


def test_figures_name_units_tokens_and_leaders() -> None:
    expected = "3 regular, 1 elite, 1 Sardaukar, 2 tokens, 2 Bashars and Beast Rabban"
    assert names.figures(ARMY, Faction.HARKONNEN) == expected
    assert names.figures_line(Army(special=2, generic=1), Faction.ATREIDES) == "2 Fedaykin, 1 Naib"
    assert names.figures(None, Faction.ATREIDES) == ""


def test_casualties_say_what_becomes_of_the_figure() -> None:
    removed = ("bashar", "bashar", "elite", "special", "regular", "baron_harkonnen")
    assert names.removed_figures(removed, Faction.HARKONNEN) == [
        "2 Bashars",
        "1 elite to regular",
        "1 Sardaukar to regular",
        "1 regular",
        "Baron Harkonnen",
    ]


def test_lists_read_like_lists() -> None:
    assert names.join([]) == ""
    assert names.join(["a"]) == "a"
    assert names.join(["a", "b"]) == "a and b"
    assert names.join(["a", "b", "c"]) == "a, b and c"


def test_rules_carry_title_and_page_rulings_their_title() -> None:
    assert names.rule_ref("MOVE-1").label == "MOVE-1 Moving a legion, p22"
    ruling = names.rule_ref("R-16")
    assert (ruling.label, ruling.page, ruling.is_ruling) == ("R-16 Hidden ranks count", None, True)


@pytest.mark.parametrize("language", ["en", "es", "pl", "cs", "ru"])
def test_every_term_has_a_name_in_every_language(language: str, speak: Speak) -> None:
    with speak(language):
        found = [
            *(names.leader_name(leader) for leader in LEADERS),
            *(names.power_name(power) for power in Power),
            *(names.marker_name(marker) for marker in Marker),
            *(names.phase_name(phase) for phase in Phase),
            *(names.result_name(result) for result in (*Result, names.DESERT_POWER)),
            *(names.deck_name(deck) for deck in Deck),
            *(names.faction_name(faction) for faction in Faction),
            *(names.face_name(face) for face in CombatFace),
            *(names.wormsign_name(token) for token in Wormsign),
            *(names.vehicle_name(kind) for kind in VehicleKind),
            *(names.terrain_name(terrain) for terrain in Terrain),
            *(names.kind_name(kind, faction) for kind in UnitKind for faction in Faction),
        ]
    assert all(found)


def test_terms_follow_the_language_of_the_reader(speak: Speak) -> None:
    with speak("pl"):
        assert names.leader_name("beast_rabban") == "Bestia Rabban"
        assert names.area_name("north_pole") == "Biegun Północny"
        assert names.phase_name(Phase.VEHICLES) == "Umieszczanie Pojazdów"
    with speak("ru"):
        assert names.leader_tag("chani") == "Ча"
    assert names.phase_name(Phase.VEHICLES) == "Vehicle Placement"
    assert names.leader_tag("beast_rabban") == "Ra"
