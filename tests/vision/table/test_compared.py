"""What a photo that was compared says of a table."""

from __future__ import annotations

from tests.vision.judging import ON, blob, judge, piece
from vision.contents import Expected
from vision.table.compared import entry_of
from vision.table.scan import Reading


def test_vehicles_that_were_surely_read_are_counted_each_by_what_really_flew() -> None:
    places = {zone: ON.zones[zone][:2] for zone in ("az_north", "az_south", "az_east", "az_west")}
    seen = [
        piece("ornithopter", *places["az_north"]),
        piece("carryall", *places["az_south"]),
        piece("carryall", *places["az_east"], score=0.4),
        piece("carryall", *places["az_west"]),
    ]
    areas, zones = judge(seen, blob(*places.values(), radius=20))
    assert zones["az_east"].vehicle == "carryall"
    flew = Expected({}, {"az_north": "ornithopter", "az_south": "ornithopter", "az_east": "ornithopter"})
    topics = entry_of("photo:a", Reading(None, {}, areas, zones), flew).topics
    assert topics["ornithopters"] == (1, 2), "the third was read unsurely, and would be asked for anyway"
    assert topics["carryalls"] == (0, 0), "nothing flew in the west: that is no carryall taken for the other"
    assert topics["vehicles"] == (1, 4)
