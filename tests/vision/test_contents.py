"""What lies in an area: one record, told and read back; what a position says; what a box holds."""

import pytest

from companion.content import GENERIC_SUPPLY, LEADERS, PIECES, UNIT_SUPPLY, LeaderKind
from companion.content.terms import Faction, UnitKind
from vision.contents import FACTIONS, KINDS, SUPPLY, VEHICLES, Content, PositionError, read_expected


def test_a_box_holds_what_the_content_of_the_app_says() -> None:
    for faction in Faction:
        named = sum(leader.faction is faction and leader.kind is LeaderKind.NAMED for leader in LEADERS.values())
        assert SUPPLY[faction.id] == sum(UNIT_SUPPLY[faction, kind] for kind in UnitKind)
        assert SUPPLY[f"{faction.id}_leader"] == named + GENERIC_SUPPLY[faction]
    assert SUPPLY["harvester"] == PIECES["harvester"].count
    assert SUPPLY["wormsign"] == PIECES["wormsign"].count
    assert SUPPLY["sandworm"] == PIECES["sandworm"].count + PIECES["wild_maker"].count, "alike in a photo"
    assert PIECES.keys() >= {*VEHICLES}
    assert {faction.id for faction in Faction} == {*FACTIONS}
    assert [kind.value for kind in UnitKind] == [*KINDS]


def test_a_content_that_was_told_is_read_back() -> None:
    content = Content(2, 1, 0, 3, 1, 1, 0, 1, "atreides", {"regular": 2, "elite": 0, "special": 0})
    back = Content.read(content.document(), "atreides")
    assert back == content
    assert (back.token_side, back.kinds) == (content.token_side, content.kinds)
    assert (content.side("harkonnen"), content.side("atreides"), content.pieces) == ((2, 1), (0, 3), 9)


def test_contents_are_one_where_the_counts_are() -> None:
    assert Content(token=1, token_side="atreides") == Content(token=1, token_side="harkonnen")
    assert Content(1) < Content(1, 1) < Content(2)


def test_a_position_becomes_what_a_photo_shows() -> None:
    expected = read_expected(
        {
            "legions": [
                {
                    "area": "carthag",
                    "faction": "harkonnen",
                    "regular": 2,
                    "special": 1,
                    "generic": 1,
                    "named": ["baron"],
                },
                {"area": "windgap", "faction": "atreides", "tokens": 2},
            ],
            "harvesters": ["ne_9"],
            "wild_maker": "sw_5",
            "ornithopters": ["az_ne"],
            "sietches": {},
        }
    )
    assert expected.area("carthag") == Content(harkonnen=3, harkonnen_leader=2)
    assert expected.area("carthag").kinds == {"regular": 2, "elite": 0, "special": 1}
    assert expected.area("windgap").token == 2
    assert expected.area("ne_9").harvester
    assert expected.area("sw_5").sandworm
    assert expected.zones == {"az_ne": "ornithopter"}
    assert "carthag" in expected.homes
    assert "windgap" not in expected.homes


@pytest.mark.parametrize(
    "position, where",
    [
        ({"legions": [{"area": "atlantis", "faction": "harkonnen"}]}, "legions[0].area"),
        ({"legions": [{"area": "carthag", "faction": "corrino"}]}, "legions[0].faction"),
        ({"legions": [{"area": "carthag", "faction": "harkonnen", "regular": -1}]}, "legions[0].regular"),
        ({"harvesters": "ne_9"}, "harvesters"),
        ({"carryalls": ["carthag"]}, "carryalls[0]"),
    ],
)
def test_a_wrong_position_is_refused_by_its_field(position: dict[str, object], where: str) -> None:
    with pytest.raises(PositionError) as problem:
        read_expected(position)
    assert problem.value.where == where
