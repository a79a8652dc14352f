"""The borders of the board: places of nodes are read by their names, and only the owner of a box moves them."""

from tests.web.camera.conftest import Runner, made_box
from tests.web.conftest import Browser, MakeBrowser

NODE = "arsunt+carthag+hagga_basin"


def known(runner: Runner) -> None:
    runner.state |= {
        "size": [400, 300],
        "nodes": {NODE: [10.0, 20.0]},
        "outline": {"n": 0, "mean_mm": 0.0, "most_mm": 0.0},
    }


def test_nodes_go_where_they_were_put(phone: Browser, runner: Runner, game: str) -> None:
    box = made_box(phone, game)
    known(runner)
    runner.answers["outline"] = {"step": "outline", "ok": True, "code": "moved", "n": 1}
    page = f"/g/{game}/camera/boxes/{box}/outline"
    shown = phone.get(page).text
    assert "Arsunt, Carthag and Hagga Basin" in shown
    assert "Nobody has measured yours" in shown
    assert phone.send(page, **{f"{NODE}.x": "12.5", f"{NODE}.y": "20"}).status_code == 303
    asked = [request for name, request in runner.asked if name == "outline"]
    assert asked[0]["places"] == {NODE: [12.5, 20.0]}


def test_what_is_no_place_or_too_far_is_refused_by_name(phone: Browser, runner: Runner, game: str) -> None:
    box = made_box(phone, game)
    known(runner)
    page = f"/g/{game}/camera/boxes/{box}/outline"
    assert phone.send(page, **{f"{NODE}.x": "left", f"{NODE}.y": "20"}).status_code == 400
    runner.answers["outline"] = {"step": "outline", "ok": False, "code": "another_node", "name": NODE}
    answer = phone.send(page, **{f"{NODE}.x": "300", f"{NODE}.y": "20"})
    assert answer.status_code == 400
    assert "Hagga Basin: This is too far away" in answer.text


def test_without_a_photo_there_is_nothing_to_move(phone: Browser, runner: Runner, game: str) -> None:
    box = made_box(phone, game)
    assert phone.get(f"/g/{game}/camera/boxes/{box}/outline").status_code == 303


def test_only_the_owner_moves_borders(phone: Browser, browser_at: MakeBrowser, runner: Runner, game: str) -> None:
    box = made_box(phone, game)
    known(runner)
    stranger = browser_at("192.168.1.88")
    theirs = stranger.new_game(set_up="quick")
    assert stranger.get(f"/g/{theirs}/camera/boxes/{box}/outline").status_code == 404
