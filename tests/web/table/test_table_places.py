"""Names of places in texts: links that flash on the map, and lead to the sheet without the script."""

from collections.abc import Callable

from companion.web.seats import TABLE, View
from companion.web.table.places import with_places
from companion.web.table.routes import scene_of
from tests.web.table.conftest import Seat


def marked(seat: Seat, text: str) -> str:
    table = seat.app.extensions[TABLE]
    with seat.app.test_request_context():
        scene = scene_of(View(table.load(seat.game), table.games.seats(seat.game)[0]))
        return str(with_places(text, scene))


def test_an_area_and_a_zone_become_links(quick: Seat) -> None:
    text = marked(quick, "From cNE 3 to Gara Kulon by the northern air zone.")
    assert f'href="{quick.home}/area/cne_3" data-where="cne_3"' in text
    assert f'href="{quick.home}/area/gara_kulon" data-where="gara_kulon"' in text
    assert f'href="{quick.home}/zone/az_north" data-where="az_north"' in text
    assert quick.get(f"{quick.home}/zone/az_north").status_code == 200


def test_the_longer_name_wins_and_parts_of_words_are_left_alone(quick: Seat) -> None:
    assert 'data-where="ne_12"' in marked(quick, "NE 12")
    assert 'data-where="ne_1"' not in marked(quick, "NE 12")
    assert "<a" not in marked(quick, "Arrakeens and NE 123")


def test_everything_else_is_escaped(quick: Seat) -> None:
    assert marked(quick, "<b>Arrakeen</b>").startswith("&lt;b&gt;<a")


def test_games_without_a_board_have_no_links(seat_at: Callable[..., Seat]) -> None:
    assert marked(seat_at(set_up="trackers"), "Arrakeen") == "Arrakeen"
