"""A phone of a side shows its own side first while the others have their turn (P-21)."""

import re

from companion.rules.commands import EndVehicles, EnterObjective, RollAtreidesDice, RollHarkonnenDice
from companion.rules.frames import TurnFrame
from companion.rules.state import ATREIDES
from companion.service import Table
from tests.web.conftest import Browser
from tests.web.live.test_calling import EIGHT, FOUR, atreides, duel, harkonnen, table
from tests.web.test_seats_by_side import step_of

__all__ = ["atreides", "duel", "harkonnen", "table"]


def main_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", page[page.index("<main") : page.index("</main>")]))


def to_turns(table: Table, game: str) -> None:
    seat = table.games.seats(game)[0]
    wishes = (EnterObjective((9, 11, 12)), EndVehicles(), RollHarkonnenDice(EIGHT), RollAtreidesDice(FOUR))
    table.submit(game, seat, table.load(game).seq, "key-to-turns", wishes, True)


def test_who_waits_sees_the_own_side(duel: str, table: Table, atreides: Browser, harkonnen: Browser) -> None:
    to_turns(table, duel)
    assert table.load(duel).state.frame == TurnFrame(ATREIDES)
    waits, acts = (main_of(step_of(one, table, duel)) for one in (harkonnen, atreides))
    assert "Leaders with their card face up" in waits
    assert "Baron" in waits
    assert "Deployment" in waits, "its dice, of which Atreides have none"
    assert "Call me" in waits
    assert "Leaders with their card face up" not in acts


def test_of_the_other_side_nothing_secret_is_there(
    duel: str, table: Table, atreides: Browser, harkonnen: Browser
) -> None:
    seat = table.games.seats(duel)[0]
    wishes = (EnterObjective((9, 11, 12)),)
    table.submit(duel, seat, table.load(duel).seq, "key-objective", wishes, True)
    own, other = (main_of(step_of(one, table, duel)) for one in (atreides, harkonnen))
    assert "12" in own
    assert "short" in own, "how far the markers are from the objective"
    assert "short" not in other


def test_a_device_of_the_table_has_no_own_side(phone: Browser, duel: str, table: Table) -> None:
    to_turns(table, duel)
    assert "Leaders with their card face up" not in step_of(phone, table, duel)
