"""Damaged data files are refused with the file, the record and the field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.content import CONTENT, ContentError
from companion.content.loader import DATA_FOLDER

if TYPE_CHECKING:
    from tests.content.conftest import DataCopy

FILES = sorted(path.name for path in DATA_FOLDER.glob("*.json"))


def records(document: Any, key: str, record_id: str) -> Any:
    return next(record for record in document[key] if record["id"] == record_id)


def put(key: str, record_id: str, field: str, value: object) -> Any:
    def change(document: Any) -> None:
        records(document, key, record_id)[field] = value

    return change


def drop(key: str, record_id: str, field: str) -> Any:
    def change(document: Any) -> None:
        del records(document, key, record_id)[field]

    return change


def repeat(key: str, record_id: str) -> Any:
    def change(document: Any) -> None:
        document[key].append(records(document, key, record_id))

    return change


def put_step(card: str, step: int, field: str, value: object) -> Any:
    def change(document: Any) -> None:
        records(document, "cards", card)["steps"][step][field] = value

    return change


DAMAGES = [
    ("leaders.json", put("leaders", "chani", "colour", "red"), "leaders.json: chani: colour: unknown key"),
    (
        "leaders.json",
        put("leaders", "chani", "hits", "1"),
        "leaders.json: chani: hits: must be a whole number",
    ),
    (
        "leaders.json",
        put("leaders", "chani", "hits", True),
        "leaders.json: chani: hits: must be a whole number",
    ),
    ("leaders.json", put("leaders", "chani", "hits", -1), "leaders.json: chani: hits: must be from 0 to 3"),
    ("leaders.json", put("leaders", "chani", "box", "kitchen"), "chani: box: 'kitchen' is not one of"),
    ("leaders.json", put("leaders", "chani", "term", "nobody"), "chani: term: unknown id 'nobody'"),
    (
        "leaders.json",
        put("leaders", "chani", "confidence", "sure"),
        "chani: confidence: 'sure' is not one of",
    ),
    ("leaders.json", put("leaders", "chani", "subfaction", None), "chani: subfaction: belongs to named"),
    ("leaders.json", put("leaders", "naib", "faction", "ordos"), "naib: faction: 'ordos' is not a faction"),
    ("leaders.json", drop("leaders", "chani", "hits"), "leaders.json: chani: hits: is missing"),
    ("leaders.json", drop("leaders", "chani", "id"), "leaders.json: leaders[15]: id: is missing"),
    ("leaders.json", repeat("leaders", "chani"), "leaders.json: chani: id: the id 'chani' is used twice"),
    (
        "leaders.json",
        put("leaders", "chani", "entry", {"kind": "marker", "marker": "spice", "step": 3}),
        "leaders.json: chani: entry.marker: 'spice' is not one of",
    ),
    (
        "leaders.json",
        put("leaders", "shaddam_iv", "entry", {"kind": "card", "cards": ["rage"]}),
        "leaders.json: shaddam_iv: entry.cards: unknown id 'rage'",
    ),
    ("leaders.json", put("leaders", "feyd_rautha", "removes", "rabban"), "removes: unknown id 'rabban'"),
    ("planning_cards.json", repeat("cards", "sandmasters"), "sandmasters: id: the id 'sandmasters' is used"),
    ("planning_cards.json", put("cards", "usul", "deck", "guild"), "usul: deck: 'guild' is not one of"),
    ("planning_cards.json", put("cards", "usul", "name", " Usul"), "usul: name: must not be empty or have"),
    ("planning_cards.json", put("cards", "usul", "summary", ""), "usul: summary: must not be empty"),
    ("planning_cards.json", put("cards", "sandmasters", "steps", []), "sandmasters: steps: every card has them"),
    (
        "planning_cards.json",
        put_step("sandmasters", 0, "effect", "dance"),
        "planning_cards.json: sandmasters: steps[0].effect: 'dance' is not one of",
    ),
    (
        "planning_cards.json",
        put_step("sandmasters", 1, "cards", 1),
        "planning_cards.json: sandmasters: steps[1].cards: unknown key",
    ),
    (
        "planning_cards.json",
        put_step("sandmasters", 1, "count", 0),
        "planning_cards.json: sandmasters: steps[1].count: must be from 1",
    ),
    (
        "planning_cards.json",
        put_step("barons_personal_guard", 0, "pieces", {"named": "baron"}),
        "barons_personal_guard: steps[0].pieces.named: unknown id 'baron'",
    ),
    (
        "planning_cards.json",
        put_step("barons_personal_guard", 0, "pieces", {}),
        "barons_personal_guard: steps[0].pieces: names no piece",
    ),
    (
        "planning_cards.json",
        put_step("barons_personal_guard", 0, "site", {"kind": "one_area"}),
        "barons_personal_guard: steps[0].site.areas: is missing",
    ),
    (
        "planning_cards.json",
        put_step("spotter_control", 0, "adjacent_to", "arrakeen"),
        "spotter_control: steps[0].count: needs either a count or adjacent_to",
    ),
    (
        "planning_cards.json",
        put_step("beloved_feyd_rautha", 0, "then", [{"effect": "enter_leader", "leader": "feyd"}]),
        "beloved_feyd_rautha: steps[0].then[0].leader: unknown id 'feyd'",
    ),
    ("prescience.json", put("cards", "desert_war", "gains", {}), "desert_war: gains: moves no marker"),
    (
        "prescience.json",
        put("cards", "desert_war", "gains", {"war": 1}),
        "desert_war: gains: moves no marker",
    ),
    ("tactical.json", put("cards", "windgap", "sector", "csw"), "windgap: sector: 'csw' is not one of"),
    ("tactical.json", put("cards", "windgap", "sietch", "hobars_gap"), "'hobars_gap' is on two cards"),
    ("tracks.json", lambda d: d["spice_must_flow"]["rows"].pop(0), "spice_must_flow.rows: must be numbered"),
    ("tracks.json", lambda d: d["spice_must_flow"]["rows"][2].pop("row"), "rows[2].row: is missing"),
    ("tracks.json", lambda d: d["supremacy"].update(feyd_rautha=11), "supremacy.feyd_rautha: must be from 1"),
    (
        "tracks.json",
        lambda d: d["supremacy"]["atreides_bene_gesserit"].append(11),
        "the track has no step 11",
    ),
    ("tracks.json", lambda d: d["prescience"]["leaders"].update(jihad="x"), "leaders.jihad: unknown id 'x'"),
    ("tracks.json", lambda d: d["bans"].pop("choam"), "tracks.json: bans.choam: is missing"),
    (
        "tracks.json",
        lambda d: d["tank_spaces"].update(corrino=4),
        "tracks.json: tank_spaces.corrino: unknown",
    ),
    ("dice.json", lambda d: d["combat"]["faces"].pop(), "dice.json: combat.faces: a die has 6 faces, not 5"),
    ("dice.json", lambda d: d["combat"].update(faces=["miss"] * 6), "combat.faces: 'miss' is not one of"),
    ("figures.json", put("pieces", "naib", "group", "toy"), "figures.json: naib: group: 'toy' is not one of"),
    ("figures.json", put("pieces", "naib", "count", 1.5), "naib: count: must be a whole number, not 1.5"),
    ("rules.json", put("rules", "MOVE-1", "section", "99"), "rules.json: MOVE-1: section: unknown id '99'"),
    ("rules.json", put("rules", "MOVE-1", "title", "a b c d e f g"), "MOVE-1: title: has more than 6 words"),
    ("rules.json", put("rules", "MOVE-1", "page", None), "MOVE-1: page: every rule of the base rulebook"),
    ("rules.json", put("rules", "DW-1", "page", 3), "DW-1: page: every rule of the base rulebook"),
    ("rulings.json", put("rulings", "R-1", "completes", "MAHDI-99"), "R-1: completes: unknown id 'MAHDI-99'"),
    ("rulings.json", put("rulings", "R-1", "id", "MOVE-1"), "the id 'MOVE-1' is a rule already"),
    ("variants.json", lambda d: d["variants"].pop(), "the variant 'tokens_on_partial_departure' is missing"),
    (
        "variants.json",
        lambda d: d["variants"][0]["changes"][0].update(rule="WIN-9"),
        "variants.json: first_printing: changes[0].rule: unknown id 'WIN-9'",
    ),
    ("variants.json", lambda d: d["borders"][0]["areas"].pop(), "areas: must name the two areas"),
    ("variants.json", lambda d: d["borders"][0].update(default=0), "default: must be true or false, not 0"),
    ("glossary.json", drop("terms", "legion", "en"), "glossary.json: legion: en: is missing"),
    ("glossary.json", put("terms", "legion", "fr", "légion"), "glossary.json: legion: fr: unknown key"),
    ("assumptions.json", lambda d: d["harkonnen_black"].pop(), "harkonnen_black: must hold 6 tokens, not 5"),
    ("assumptions.json", lambda d: d["harkonnen_black"][0].clear(), "a token stands for at least one figure"),
    ("assumptions.json", lambda d: d["atreides_action_die"].pop(), "atreides_action_die: a die has 6 faces"),
    ("assumptions.json", lambda d: d.update(steps_for_a_die=4), "assumptions.json: steps_for_a_die"),
    (
        "assumptions.json",
        lambda d: d["provenance"].update(confidence="high"),
        "assumptions.json: provenance.confidence: must be assumption",
    ),
]


@pytest.mark.parametrize("file, change, message", DAMAGES, ids=[f"{file}-{m}" for file, _, m in DAMAGES])
def test_damage_is_named(data: DataCopy, file: str, change: Any, message: str) -> None:
    data.damage(file, change)
    with pytest.raises(ContentError) as caught:
        data.load()
    assert message in str(caught.value)
    assert caught.value.file == file


@pytest.mark.parametrize("file", FILES)
def test_every_file_refuses_an_unknown_key(data: DataCopy, file: str) -> None:
    data.damage(file, lambda document: document.update(extra=1))
    with pytest.raises(ContentError, match=f"{file}: extra: unknown key"):
        data.load()


@pytest.mark.parametrize("file", FILES)
def test_every_file_needs_its_provenance(data: DataCopy, file: str) -> None:
    data.damage(file, lambda document: document["provenance"].pop("confidence"))
    with pytest.raises(ContentError, match=f"{file}: provenance: needs known_by and confidence"):
        data.load()


@pytest.mark.parametrize("file", FILES)
def test_every_file_must_be_there(data: DataCopy, file: str) -> None:
    (data.folder / file).unlink()
    with pytest.raises(ContentError, match=f"{file}: cannot be read"):
        data.load()


@pytest.mark.parametrize(
    "text, problem",
    [
        ("{", "is no valid JSON"),
        ("[]", "must hold an object"),
        ('{"cards": [], "cards": []}', "the key 'cards' is there twice"),
        ("\x00", "is no valid JSON"),
    ],
)
def test_a_broken_file_is_named(data: DataCopy, text: str, problem: str) -> None:
    (data.folder / "tactical.json").write_text(text, encoding="utf-8")
    with pytest.raises(ContentError, match=f"tactical.json: {problem}|tactical.json: .*{problem}"):
        data.load()


def test_bytes_that_are_no_utf8_are_named(data: DataCopy) -> None:
    (data.folder / "tactical.json").write_bytes(b'{"caf\xe9": 1}')
    with pytest.raises(ContentError, match=r"tactical\.json: is no valid JSON"):
        data.load()


def test_a_record_that_is_no_object_is_named(data: DataCopy) -> None:
    data.damage("tactical.json", lambda document: document["cards"].insert(3, "windgap"))
    with pytest.raises(ContentError) as caught:
        data.load()
    assert str(caught.value) == "tactical.json: cards[3]: must be an object, not 'windgap'"


def test_the_error_carries_its_parts(data: DataCopy) -> None:
    data.damage("leaders.json", put("leaders", "chani", "hits", 9))
    with pytest.raises(ContentError) as caught:
        data.load()
    error = caught.value
    assert (error.file, error.record, error.field) == ("leaders.json", "chani", "hits")
    assert error.problem == "must be from 0 to 3, not 9"


def test_an_undamaged_copy_equals_the_shipped_data(data: DataCopy) -> None:
    assert data.load() == CONTENT
