"""Names of areas, figures and rules."""

import pytest
from flask import Flask
from flask_babel import Babel

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
from companion.rules.actions import OtherAction
from companion.rules.army import Army
from companion.web.i18n import FOLDER
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
            *(names.result_name(result) for result in (*Result, OtherAction.DESERT_POWER)),
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


@pytest.mark.parametrize("language", ["es", "pl", "cs", "ru"])
def test_areas_are_named_in_the_language_and_the_english_name_is_kept(speak: Speak, language: str) -> None:
    with speak(language):
        found = {AREA_IDS[area]: names.area_name(area) for area in range(len(AREA_IDS))}
        assert len(set(found.values())) == len(AREA_IDS)
        assert found["windgap"] != "Windgap"
        assert names.printed_name(AREA_NUMBER["windgap"]) == "Windgap"
        assert names.printed_name(AREA_NUMBER["arsunt"]) == ("" if found["arsunt"] == "Arsunt" else "Arsunt")
        assert names.printed_name(AREA_NUMBER["ne_5"]) == ""
    assert names.printed_name(AREA_NUMBER["windgap"]) == ""


def test_codes_of_areas_use_the_points_of_the_compass_of_the_language() -> None:
    app = Flask("words")
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(FOLDER)
    Babel(app, locale_selector=lambda: "es")
    with app.test_request_context():
        assert (names.area_name("sw_5"), names.area_name("cnw_2")) == ("SO 5", "cNO 2")
