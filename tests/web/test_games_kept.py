"""Games are renamed, copied, hidden, deleted and put back, by their owner only."""

from datetime import timedelta

import pytest
from flask import Flask

from companion.board import AREA_NUMBER
from companion.rules.commands import EnterRank
from companion.service import Table
from companion.web.seats import TABLE
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import at_a_game


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


@pytest.fixture
def game(phone: Browser) -> str:
    return at_a_game(phone, name="Sunday")


def deed(browser: Browser, path: str, **values: str) -> tuple[int, str]:
    answer = browser.post(path, {**browser.fields("/new"), **values})
    return answer.status_code, answer.headers.get("Location", "")


def guest(browser: Browser, table: Table, game: str, role: str = "player") -> Browser:
    record = table.games.get(game)
    code = record.watch_code if role == "spectator" else record.play_code
    assert browser.send(f"/j/{code}", role=role, name="Jan").status_code == 303
    return browser


def played(table: Table, game: str) -> None:
    """Enters a rank, takes it back, and enters another one."""
    seat = table.games.seats(game)[0]
    for rank, undone in ((1, True), (3, False)):
        table.submit(game, seat, table.log.seq(game), f"rank-{rank:04}", EnterRank(AREA_NUMBER["gara_kulon"], rank))
        if undone:
            table.undo(game, seat, table.log.seq(game), "undo-0001")


def test_a_game_is_renamed_in_lists_and_exports(phone: Browser, game: str, table: Table) -> None:
    assert deed(phone, f"/g/{game}/game/name", name="  Monday  night ") == (303, f"/g/{game}/game")
    assert "Monday night" in phone.get("/").text
    loaded = table.load(game)
    assert (loaded.game.name, loaded.settings.name) == ("Monday night", "Monday night")
    assert "Monday night" in phone.get(f"/g/{game}/export.json").text


@pytest.mark.parametrize("name", ["x" * 41, "a\u0000b", "a\u202eb"])
def test_names_are_checked_as_those_of_new_games(phone: Browser, game: str, table: Table, name: str) -> None:
    assert deed(phone, f"/g/{game}/game/name", name=name)[0] == 400
    assert table.games.get(game).name == "Sunday"


def test_only_the_owner_may(game: str, table: Table, browser_at: MakeBrowser) -> None:
    player = guest(browser_at(), table, game)
    watcher = guest(browser_at(), table, game, "spectator")
    for one in (player, watcher, browser_at()):
        for path, values in (
            ("name", {"name": "Mine"}),
            ("hide", {"hidden": "yes"}),
            ("delete", {}),
        ):
            assert deed(one, f"/g/{game}/game/{path}", **values)[0] == 403
        assert one.get(f"/g/{game}/game/delete").status_code == 403
    assert deed(watcher, f"/g/{game}/game/copy", of="all")[0] == 403
    assert (table.games.get(game).name, table.games.get(game).hidden) == ("Sunday", False)


def test_a_hidden_game_is_played_on_and_shown_again(phone: Browser, game: str, table: Table) -> None:
    at_a_game(phone, name="Other")
    assert "Games put away" not in phone.get("/").text
    assert deed(phone, f"/g/{game}/game/hide", hidden="yes") == (303, "/")
    assert game not in phone.get("/").text
    assert "Games put away" in phone.get("/").text
    assert game in phone.get("/games").text
    assert phone.get(f"/g/{game}/guests").status_code == 200
    assert deed(phone, f"/g/{game}/game/hide", hidden="no")[0] == 303
    assert game in phone.get("/").text
    assert deed(phone, f"/g/{game}/game/hide", hidden="perhaps")[0] == 400


def test_a_deleted_game_is_gone_everywhere_and_comes_back_whole(
    phone: Browser, game: str, table: Table, browser_at: MakeBrowser
) -> None:
    played(table, game)
    player, before = guest(browser_at(), table, game), table.games.get(game)
    state, seq = table.load(game).state, table.log.seq(game)
    asked = phone.get(f"/g/{game}/game/delete").text
    assert "For 30 days you can restore it" in asked
    assert deed(phone, f"/g/{game}/game/delete") == (303, "/games")
    for one in (phone, player):
        assert [one.get(f"/g/{game}{part}").status_code for part in ("", "/guests", "/live/seq")] == [404] * 3
        assert game not in one.get("/").text
    assert [phone.get(f"/j/{code}").status_code for code in (before.play_code, before.watch_code)] == [404, 404]
    assert phone.get(f"/r/{before.owner_code}").status_code == 404
    assert game in phone.get("/games").text
    assert game not in player.get("/games").text
    assert deed(player, "/games/put-back", game=game)[0] == 404
    assert deed(browser_at(), "/games/drop", game=game)[0] == 404
    assert deed(phone, "/games/put-back", game=game) == (303, f"/g/{game}")
    assert (table.load(game).state, table.log.seq(game)) == (state, seq)
    assert player.get(f"/g/{game}/guests").status_code == 200
    assert table.games.get(game).play_code == before.play_code


def test_a_game_that_is_not_deleted_is_not_dropped(phone: Browser, game: str, table: Table) -> None:
    assert deed(phone, "/games/drop", game=game)[0] == 404
    table.keeping.drop(game)
    assert table.games.get(game).name == "Sunday"


def test_dropping_for_good_leaves_no_row(phone: Browser, game: str, table: Table) -> None:
    kept = at_a_game(phone, name="Kept")
    deed(phone, f"/g/{game}/game/delete")
    assert deed(phone, "/games/drop", game=game) == (303, "/games")
    with table.log._database.read() as session:
        for name, column in (("game", "id"), ("seat", "game"), ("event", "game"), ("idempotency_key", "game")):
            rows = session.connection().exec_driver_sql(f"SELECT DISTINCT {column} FROM {name}").scalars().all()
            assert set(rows) == {kept}, name


def test_deleted_games_are_dropped_when_their_days_are_over(phone: Browser, game: str, table: Table) -> None:
    other = at_a_game(phone, name="Other")
    for one in (game, other):
        deed(phone, f"/g/{one}/game/delete")
    assert table.keeping.drop_old(table.clock() - timedelta(days=30)) == []
    deed(phone, "/games/put-back", game=other)
    assert table.keeping.drop_old(table.clock() + timedelta(days=1)) == [game]
    assert table.games.get(other).name == "Other"


def test_a_copy_with_its_history_can_be_taken_back_as_there(phone: Browser, game: str, table: Table) -> None:
    played(table, game)
    fields = phone.fields("/new")
    answers = {phone.post(f"/g/{game}/game/copy", {**fields, "of": "all"}).headers["Location"] for _twice in range(2)}
    assert len(answers) == 1
    copy = answers.pop().removeprefix("/g/")
    theirs, ours = table.load(copy), table.load(game)
    assert (theirs.state, theirs.seq, theirs.game.name) == (ours.state, ours.seq, "Copy of Sunday")
    assert (theirs.settings.name, theirs.game.play_code != ours.game.play_code) == ("Copy of Sunday", True)
    table.undo(copy, table.games.seated(copy)[0], theirs.seq, "undo-0002")
    assert table.load(game).state == ours.state
    assert table.load(copy).state != ours.state


def test_a_copy_as_it_stands_begins_there(phone: Browser, game: str, table: Table) -> None:
    played(table, game)
    status, href = deed(phone, f"/g/{game}/game/copy", of="now")
    copy = table.load(href.removeprefix("/g/"))
    assert (status, copy.state == table.load(game).state, len(copy.timeline.batches)) == (303, True, 1)
    assert phone.post(f"{href}/undo", {**phone.fields("/new"), "seq": str(copy.seq)}).status_code == 409
    assert deed(phone, f"/g/{game}/game/copy", of="half")[0] == 400


def test_a_copy_is_of_the_player_who_made_it(game: str, table: Table, browser_at: MakeBrowser) -> None:
    player = guest(browser_at(), table, game)
    href = deed(player, f"/g/{game}/game/copy", of="now")[1]
    assert [(seat.name, seat.owner) for seat in table.games.seated(href.removeprefix("/g/"))] == [("Jan", True)]


def test_the_menu_of_a_recent_game_offers_what_the_reader_may(
    phone: Browser, game: str, table: Table, browser_at: MakeBrowser
) -> None:
    at_a_game(phone, name="Other")
    player = guest(browser_at(), table, game)
    at_a_game(player, name="Mine")
    assert f"/g/{game}/game/delete" in phone.get("/").text
    assert (f"/g/{game}/game#copy" in player.get("/").text, f"/g/{game}/game/delete" in player.get("/").text) == (
        True,
        False,
    )
