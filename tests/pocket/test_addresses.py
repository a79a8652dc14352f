"""No address of the app begins at the root of its host: it may stand below any path."""

from pathlib import Path

import pytest

from companion.pocket.place import open_place
from tests.pocket.robot import InPocket, Robot, outside

ROOT = "/some/where/app"
PAGES = (
    "/",
    "/new",
    "/odds",
    "/settings",
    "/keys",
    "/learn/",
    "/learn/rules",
    "/learn/cards",
    "/learn/leaders",
    "/games",
)
MORE = ("/stats", "/import", "/nowhere")


@pytest.mark.parametrize("players", ["solo", "two"])
@pytest.mark.slow
def test_no_page_and_no_answer_leads_out(tmp_path: Path, players: str) -> None:
    place = open_place(tmp_path, ROOT)
    device = InPocket(place, ROOT)
    found = {path: outside(ROOT, device.ask("GET", path)) for path in (*PAGES, *MORE)}
    assert {path: some for path, some in found.items() if some} == {}
    robot = Robot(device, 1)
    robot.begin(players=players, set_up="quick", dice="app")
    seen = {tap.path: outside(ROOT, answer) for tap, answer in robot.steps(60)}
    assert {path: found for path, found in seen.items() if found} == {}
    place.close()
