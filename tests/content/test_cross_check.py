"""The sources agree with each other, and the check says so when they do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion import content
from companion.content import ContentError
from companion.content.crosscheck import cross_check

if TYPE_CHECKING:
    from tests.content.conftest import DataCopy


def record(document: Any, key: str, record_id: str) -> Any:
    return next(item for item in document[key] if item["id"] == record_id)


def put(key: str, record_id: str, field: str, value: object) -> Any:
    return lambda document: record(document, key, record_id).update({field: value})


def put_areas(card: str, areas: list[str]) -> Any:
    return lambda document: record(document, "cards", card)["steps"][0]["site"].update(areas=areas)


def test_the_shipped_data_agree() -> None:
    assert content.cross_check() == []


@pytest.mark.parametrize(
    "file, change, found",
    [
        ("figures.json", put("pieces", "naib", "count", 11), "figures: 128 figures, the box holds 129"),
        ("figures.json", put("pieces", "atreides_named", "count", 10), "leaders: 8 named atreides leaders"),
        ("figures.json", put("pieces", "harkonnen_action_die", "count", 4), "sets aside as many dice"),
        ("figures.json", put("pieces", "settlement", "count", 7), "figures: the board has 6 settlements"),
        ("figures.json", put("pieces", "tactical_card", "count", 9), "tactical: 8 cards"),
        ("figures.json", put("pieces", "prescience_card", "count", 15), "prescience: the two phases"),
        ("figures.json", put("pieces", "carryall", "count", 1), "spice_must_flow: row 4 has more carryalls"),
        ("planning_cards.json", put("cards", "shai_hulud", "copies", 2), "17 cards in fremen_ally"),
        ("planning_cards.json", put("cards", "usul", "deck", "fremen_ally"), "17 cards in house_atreides"),
        (
            "planning_cards.json",
            put_areas("forced_recruitment", ["windgap"]),
            "forced_recruitment names windgap",
        ),
        ("planning_cards.json", put_areas("forced_recruitment", ["arrakis"]), "names arrakis, no settlement"),
        ("tactical.json", put("cards", "windgap", "sector", "sw"), "tactical: windgap does not lie in sw"),
        ("tactical.json", put("cards", "windgap", "sietch", "cse_1"), "tactical: the cards do not name each"),
        (
            "tactical.json",
            put("cards", "windgap", "sietch", "tabr"),
            "tactical: tabr does not lie in central",
        ),
        ("leaders.json", put("leaders", "chani", "entry", {"kind": "start"}), "chani enters otherwise"),
        (
            "leaders.json",
            put("leaders", "alia", "entry", {"kind": "any_marker", "step": 5}),
            "alia enters on",
        ),
        ("leaders.json", put("leaders", "thufir_hawat", "entry", {"kind": "start"}), "thufir_hawat enters"),
        ("leaders.json", put("leaders", "shaddam_iv", "special", None), "shaddam_iv needs a special action"),
        ("leaders.json", put("leaders", "shaddam_iv", "box", "desert_power"), "the box of shaddam_iv"),
        ("leaders.json", put("leaders", "thufir_hawat", "subfaction", "corrino_ally"), "deck of another"),
        ("leaders.json", lambda d: d["leaders"].append(d["leaders"].pop(2)), "leaders: the named ones are not"),
        ("leaders.json", put("leaders", "chani", "confidence", "assumption"), "chani: an assumption stands"),
        ("tracks.json", lambda d: d["sietch_ranks"].update({"2": 5}), "tracks: the sietch ranks"),
        ("tracks.json", lambda d: d["supremacy"].update(feyd_rautha=7), "feyd_rautha enters otherwise"),
        ("prescience.json", put("cards", "desert_war", "gains", None), "prescience: desert_war moves no"),
        (
            "prescience.json",
            put("cards", "water_of_life", "phase", "end"),
            "prescience: 9 cards of phase end",
        ),
        (
            "variants.json",
            lambda d: d["borders"][0].update(areas=["cne_3", "cne_4"]),
            "cne_3 and cne_4 is not",
        ),
        ("assumptions.json", lambda d: d["wormsigns"].update(sand=7), "assumptions: the wormsigns"),
        ("assumptions.json", lambda d: d["stations"].update(jihad=3), "assumptions: the stations"),
        ("assumptions.json", lambda d: d["secret_objectives"].pop(), "assumptions: the secret objectives"),
        (
            "glossary.json",
            lambda d: d["terms"].remove(record(d, "terms", "action_house")),
            "glossary: action_house is used and missing",
        ),
    ],
)
def test_disagreement_is_found(data: DataCopy, file: str, change: Any, found: str) -> None:
    data.damage(file, change)
    problems = cross_check(data.load())
    assert any(found in problem for problem in problems), problems


def test_a_leader_without_a_glossary_term_does_not_load(data: DataCopy) -> None:
    data.damage("glossary.json", lambda d: d["terms"].remove(record(d, "terms", "leader_chani")))
    with pytest.raises(ContentError, match=r"leaders\.json: chani: term: unknown id 'leader_chani'"):
        data.load()
