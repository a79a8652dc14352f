"""The test of fairness against tables and plain counting, and the page of a game's dice."""

import math
import random
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from companion.board import AREA_NUMBER
from companion.content import DICE
from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.commands import Attack, CorrectBoard, EndTurn, RollBattle, RollHarkonnenDie, SpendDie
from companion.rules.frames import Cause, Roll, RollSource
from companion.rules.state import ATREIDES, HARKONNEN
from companion.service import Chance
from companion.service.fairness import (
    COMBAT,
    FACES,
    LEAST,
    DieKind,
    Fairness,
    chi_square_survival,
    fair_test,
    fairness,
)
from companion.web.seats import TABLE
from tests.web.conftest import MakeBrowser
from tests.web.table.conftest import Seat

GARA_KULON, NE_15 = AREA_NUMBER["gara_kulon"], AREA_NUMBER["ne_15"]


@pytest.mark.parametrize(
    "statistic, freedom, p",
    [
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (5.991465, 2, 0.05),
        (13.815511, 2, 0.001),
        (7.814728, 3, 0.05),
        (9.487729, 4, 0.05),
        (18.466827, 4, 0.001),
        (11.070498, 5, 0.05),
        (0.0, 3, 1.0),
    ],
)
def test_the_tail_is_that_of_the_tables(statistic: float, freedom: int, p: float) -> None:
    assert chi_square_survival(statistic, freedom) == pytest.approx(p, rel=1e-5)


@pytest.mark.slow
def test_few_dice_are_tested_exactly() -> None:
    counts = (6, 0, 1)
    found = fair_test(counts, [COMBAT] * 7)
    assert found is not None
    assert found.exact

    def off(shown: tuple[int, ...]) -> float:
        return sum((n - 7 * p) ** 2 / (7 * p) for n, p in zip(shown, COMBAT, strict=True))

    unusual = 0
    for faces in product(DICE.combat, repeat=7):
        shown = tuple(faces.count(face) for face in FACES)
        unusual += off(shown) >= off(counts) - 1e-9
    assert found.p == pytest.approx(unusual / 6**7, abs=1e-12)
    assert found.statistic == pytest.approx(off(counts))


def test_many_dice_come_close_to_the_exact_test() -> None:
    counts = (70, 30, 20)
    exact = fair_test(counts, [COMBAT] * 120)
    near = fair_test((*counts, 0), [(*COMBAT, 0.0)] * 120)
    assert exact is not None
    assert near is not None
    assert exact.exact
    assert not near.exact
    assert near.statistic == pytest.approx(exact.statistic)
    assert near.p == pytest.approx(exact.p, abs=0.02)


def test_chances_that_change_are_taken_together() -> None:
    """By simulation: of fair dice with changing chances a twentieth is below p = 0.05."""
    rng = random.Random(3)
    kinds = [(0.2, 0.3, 0.5), (0.0, 0.4, 0.6), (0.5, 0.25, 0.25)]
    below = 0
    games = 600
    for _ in range(games):
        chances = [rng.choice(kinds) for _ in range(150)]
        counts = [0, 0, 0]
        for p in chances:
            counts[rng.choices(range(3), p)[0]] += 1
        found = fair_test(counts, chances)
        assert found is not None
        below += found.p < 0.05
    assert 0.025 < below / games < 0.08


def test_what_cannot_come_up_is_not_fair() -> None:
    found = fair_test((1, 9), [(0.0, 1.0)] * 10)
    assert found is not None
    assert found.p == 0.0
    assert math.isinf(found.statistic)


def test_too_few_dice_say_nothing() -> None:
    assert fair_test((LEAST - 1, 0, 0), [COMBAT] * (LEAST - 1)) is None
    assert fair_test((0, 9), [(0.0, 1.0)] * 9) is None


# --- the dice of games ----------------------------------------------------------------------------------------


def dice_of(seat: Seat) -> Fairness:
    return fairness(seat.app.extensions[TABLE].load(seat.game))


def fight(seat: Seat) -> None:
    """Lets the player attack three Harkonnen in NE 15, up to the dice."""
    state = seat.state.with_army(HARKONNEN, NE_15, Army(regular=3))
    state = state.with_army(ATREIDES, GARA_KULON, Army(regular=4))
    seat.arrange(CorrectBoard(replace(state, cards=replace(state.cards, hand=0), reinforcements=0)))
    seat.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY), Attack(ATREIDES, GARA_KULON, NE_15))


def test_a_battle_rolled_by_the_app_is_known_as_the_apps(own_turn: Seat) -> None:
    fight(own_turn)
    own_turn.done("battle-dice", by="app")
    found = dice_of(own_turn)
    combat = [line for line in found.rolls if line.kind is DieKind.COMBAT]
    assert [(line.cause, line.faction, sum(line.counts), line.by_app) for line in combat] == [
        (Cause.BATTLE, ATREIDES, 4, True),
        (Cause.BATTLE, HARKONNEN, 3, True),
    ]
    total = next(tally for tally in found.totals if tally.kind is DieKind.COMBAT)
    assert total.dice == 7
    assert total.expected == pytest.approx((3.5, 7 / 3, 7 / 6))
    assert {part.faction for part in found.parts} == {ATREIDES, HARKONNEN}


def test_dice_entered_by_hand_are_not_the_apps(own_turn: Seat) -> None:
    fight(own_turn)
    seq = own_turn.seq
    rolled = Chance(own_turn.app.extensions[TABLE].games.get(own_turn.game).seed, seq).combat(4, "attacker-")
    other = Roll(4) if rolled.hit < 4 else Roll(0, 4)
    own_turn.arrange(RollBattle(other, Roll(0, 3)))
    lines = [line for line in dice_of(own_turn).rolls if line.kind is DieKind.COMBAT]
    assert not lines[0].by_app


def test_rolls_that_were_taken_back_are_told_and_not_counted(own_turn: Seat) -> None:
    fight(own_turn)
    before = dice_of(own_turn)
    own_turn.done("battle-dice", by="app")
    table, game = own_turn.app.extensions[TABLE], own_turn.game
    table.undo(game, table.games.seats(game)[0], own_turn.seq, "undo-0001")
    after = dice_of(own_turn)
    assert after.rolls == before.rolls
    assert after.taken_back == before.taken_back + 2


@pytest.mark.rule("MAHDI-TURN-1")
def test_MAHDI_TURN_1_a_used_up_result_is_not_expected(own_turn: Seat) -> None:
    own_turn.arrange(SpendDie(Result.MENTAT, Result.MENTAT), EndTurn())
    spent = (Result.HOUSE,) * 3
    own_turn.arrange(CorrectBoard(replace(own_turn.state, harkonnen_spent=spent, harkonnen_unused=4)))
    own_turn.arrange(RollHarkonnenDie(Result.MENTAT))
    (tally,) = (tally for tally in dice_of(own_turn).totals if tally.kind is DieKind.HARKONNEN_ACTION)
    assert tally.dice == 1
    assert tally.expected[list(Result).index(Result.HOUSE)] == 0
    assert sum(tally.expected) == pytest.approx(1.0)


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_a_chosen_result_is_no_roll(own_turn: Seat) -> None:
    own_turn.arrange(CorrectBoard(replace(own_turn.state, chosen_result=Result.MENTAT)))
    own_turn.arrange(SpendDie(Result.MENTAT, Result.MENTAT), EndTurn())
    own_turn.arrange(RollHarkonnenDie(Result.MENTAT))
    assert DieKind.HARKONNEN_ACTION not in [tally.kind for tally in dice_of(own_turn).totals]


def test_the_page_shows_counts_and_what_they_mean(own_turn: Seat) -> None:
    fight(own_turn)
    own_turn.done("battle-dice", by="app")
    text = own_turn.page(f"{own_turn.home}/dice")
    assert "Combat dice, 7 dice" in text
    assert "Battles, Atreides, 4 dice" in text
    assert re.search(r"Fair dice are off by this much in .+ games", text)
    assert "Too few dice to say anything." in text
    assert "The faces of these dice are not published" in text
    assert "expected 3.5" in text


def test_the_page_is_for_those_at_the_table_spectators_included(
    own_turn: Seat, guest_of: Callable[[Seat, str], Seat], browser_at: MakeBrowser
) -> None:
    assert guest_of(own_turn, "spectator").get(f"{own_turn.home}/dice").status_code == 200
    assert browser_at("192.168.1.99").get(f"{own_turn.home}/dice").status_code == 403


def test_a_new_game_has_no_dice(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="guided")
    assert dice_of(seat).totals == ()
    assert "Nothing was rolled yet." in seat.page(f"{seat.home}/dice")


def test_dice_are_counted_by_who_read_them(own_turn: Seat) -> None:
    """A roll of the app and one entered at the table: each is found by its source, and the page offers both."""
    fight(own_turn)
    own_turn.done("battle-dice", by="app")
    own_turn.arrange(CorrectBoard(own_turn.state))
    loaded = own_turn.app.extensions[TABLE].load(own_turn.game)
    everything, app = fairness(loaded), fairness(loaded, RollSource.APP)
    assert RollSource.APP in everything.sources
    assert [line for line in everything.rolls if line.source is RollSource.APP] == list(app.rolls)
    assert fairness(loaded, RollSource.CAMERA).rolls == ()
    combat = next(tally for tally in app.totals if tally.kind is DieKind.COMBAT)
    assert combat.dice == 7
    page = own_turn.page(f"{own_turn.home}/dice?source=app")
    assert "Rolled by the app" in page
    assert "Combat dice, 7 dice" in page
    assert "Combat dice" not in own_turn.page(f"{own_turn.home}/dice?source=tapped")
    refused = own_turn.get(f"{own_turn.home}/dice?source=crystal")
    assert refused.status_code == 400
    assert "source" in refused.get_data(as_text=True)
