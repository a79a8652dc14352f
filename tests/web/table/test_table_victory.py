"""The victory check between people, a phone each: what Atreides are asked, and that the others read nothing of it."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion.board import AREA_NUMBER
from companion.content.terms import Faction, Result
from companion.frozen import replace
from companion.rules import Army, Command, State, execute
from companion.rules.ask.asked import SIDES
from companion.rules.commands import (
    Advance,
    Attack,
    CorrectBoard,
    EnterObjective,
    EnterRank,
    NameHand,
    RollBattle,
    SpendDie,
    TakeHits,
)
from companion.rules.frames import EndFrame, EndStage, GameOverFrame, Roll, TurnFrame, VictoryCheckFrame
from companion.rules.refusal import Refused
from companion.rules.state import ATREIDES, HARKONNEN
from companion.store import Role
from companion.web.devices import COOKIE
from companion.web.seats import TABLE
from solo_bot.simulation.people import people_ideas
from solo_bot.simulation.truth import Truth
from tests.web.conftest import Browser
from tests.web.table.conftest import Seat

MET, UNMET = (7, 6, 5), (9, 9, 9)
THREE = ("kwisatz_haderach", "sand_dwellers", "jihad")
KNOWLEDGE = [pytest.param(None, id="unknown"), pytest.param(UNMET, id="not met"), pytest.param(MET, id="met")]
OWN = re.compile(r'name="(?:csrf|key|seq)" value="[^"]*"|data-seq="\d+"|/\d+\b')


@pytest.fixture
def duel(seat_at: Callable[..., Seat]) -> Seat:
    """A game of two with a device of the table."""
    return seat_at(harkonnen="people", set_up="quick", dice="hand")


@pytest.fixture
def phone_of(app: Flask, browser_at: Callable[..., Browser]) -> Callable[..., Seat]:
    """A phone that plays a side, or nobody's."""

    def join(game: Seat, faction: Faction | None, role: Role = Role.PLAYER) -> Seat:
        browser, table = browser_at(), app.extensions[TABLE]
        browser.get("/new")
        cookie = browser.client.get_cookie(COOKIE, domain="192.168.1.7")
        assert cookie is not None
        parts = frozenset[str]() if faction is None else SIDES[faction]
        table.games.sit(game.game, cookie.value, role, f"Ana {faction}", table.clock(), parts)
        return Seat(browser, app, game.game)

    return join


def play_to(seat: Seat, there: Callable[[State], bool], steps: tuple[int, int, int] = MET) -> None:
    """Plays on by the scripts of both sides until the position is there; then the markers stand at ``steps``."""
    state, truth, given = seat.state, Truth(Random(5)), list[Command]()
    while not there(state):
        for batch in people_ideas(state, truth):
            after = state
            try:
                for command in batch:
                    after, _events = execute(after, command)
            except Refused:
                continue
            given += batch
            state = after
            break
    seat.arrange(*given)
    seat.arrange(CorrectBoard(replace(seat.state, prescience=steps)))


def numbers(steps: tuple[int, int, int]) -> dict[str, Any]:
    """The fields of an objective."""
    return dict(zip(THREE, steps, strict=True))


def at_the_claims(state: State) -> bool:
    return state.frame == EndFrame(EndStage.CLAIMS)


def storm_arrakeen(seat: Seat) -> None:
    """Atreides take Arrakeen in their turn; the markers reach ``MET`` by it."""
    play_to(seat, lambda state: state.frame == TurnFrame(ATREIDES), (4, 3, 2))
    arrakeen, beside = AREA_NUMBER["arrakeen"], AREA_NUMBER["cne_1"]
    armies = [list(side) for side in seat.state.armies]
    armies[HARKONNEN][arrakeen], armies[HARKONNEN][beside] = Army(regular=1), None
    armies[ATREIDES][beside] = Army(regular=6)
    results = (Result.STRATEGY,)
    board = replace(seat.state, armies=(tuple(armies[0]), tuple(armies[1])), atreides_results=results)
    board = replace(board, atreides_unused=1, cards=replace(board.cards, hand=0), reinforcements=0)
    seat.arrange(CorrectBoard(board))
    seat.arrange(
        SpendDie(Result.STRATEGY, Result.STRATEGY),
        Attack(ATREIDES, beside, arrakeen),
        RollBattle(Roll(hit=6), Roll(special=4)),
        TakeHits(HARKONNEN, ("regular",)),
        Advance(True),
    )


def words(seat: Seat) -> str:
    """The step in words, without the last entries of the history below it: a note is one of them."""
    text = " ".join(re.sub("<[^>]*>", " ", OWN.sub("", seat.main())).split())
    return re.split("What happened|This round", text)[0]


@pytest.mark.rule("WIN-2", "ROUND-2", tries=True)
@pytest.mark.parametrize("known", KNOWLEDGE)
def test_WIN_2_atreides_are_asked_at_the_end_of_the_round(
    duel: Seat, phone_of: Callable[..., Seat], known: tuple[int, int, int] | None
) -> None:
    ours, theirs = phone_of(duel, ATREIDES), phone_of(duel, HARKONNEN)
    if known is not None:
        duel.arrange(EnterObjective(known))
    play_to(duel, at_the_claims)
    assert not theirs.forms() or not {form.deed for form in theirs.forms()} & {"declare", "finish-claims", "objective"}
    assert "objective" in words(theirs)
    assert not re.search("reach|met yet|do all three", words(theirs))
    if known == MET:
        assert "All three markers reach your objective" in words(ours)
        assert "finish-claims" not in [form.deed for form in ours.forms()], "a met objective is declared or put right"
        ours.done("declare")
        assert duel.state.winner is ATREIDES
        return
    if known is None:
        refused = ours.do("declare", **numbers(UNMET))
        assert refused.status_code == 409 or "not met" in refused.text
    ours.done("finish-claims")
    assert (duel.state.winner, duel.state.frame) == (None, EndFrame(EndStage.CLEANUP))
    sheet = f"{ours.home}/objective"
    if known is None:
        ours.done("objective", sheet, **numbers(MET))
        late = ours.do("declare", sheet)
        assert "If you meet the objective then, you win" in late.text


@pytest.mark.rule("WIN-2", tries=True)
def test_WIN_2_what_the_others_read_is_the_same_whatever_is_known(duel: Seat, phone_of: Callable[..., Seat]) -> None:
    devices = [phone_of(duel, HARKONNEN), phone_of(duel, None), phone_of(duel, None, Role.SPECTATOR)]
    storm_arrakeen(duel)
    assert isinstance(duel.top(), VictoryCheckFrame)
    read = list[list[str]]()
    # A note of another kind stands for an objective that was not entered: what comes before it is no longer news.
    for note in (EnterRank(AREA_NUMBER["windgap"], 2), EnterObjective(UNMET), EnterObjective(MET, replaces=0)):
        duel.arrange(note)
        read.append([words(device) for device in devices])
    assert read[1] == read[2], "between a met objective and another"
    assert read[0] == read[1], "between an objective that was told and none"


@pytest.mark.rule("WIN-2", tries=True)
@pytest.mark.parametrize("known", KNOWLEDGE)
def test_WIN_2_as_arrakeen_falls_atreides_declare_by_the_numbers(
    duel: Seat, phone_of: Callable[..., Seat], known: tuple[int, int, int] | None
) -> None:
    ours = phone_of(duel, ATREIDES)
    if known is not None:
        duel.arrange(EnterObjective(known))
    storm_arrakeen(duel)
    if known == UNMET:
        ours.done("finish-check")
        assert duel.state.winner is None
        return
    ours.done("declare", **({} if known else numbers(MET)))
    assert isinstance(duel.top(), GameOverFrame)
    assert "Arrakeen fell, and all three markers meet the objective" in ours.page()


def test_the_sheet_of_the_secret_is_for_devices_of_atreides(duel: Seat, phone_of: Callable[..., Seat]) -> None:
    ours, theirs = phone_of(duel, ATREIDES), phone_of(duel, HARKONNEN)
    path = f"{ours.home}/objective"
    assert theirs.get(path).status_code == 303
    assert phone_of(duel, None, Role.SPECTATOR).get(path).status_code == 303
    assert "objective" not in theirs.page(f"{theirs.home}/menu")
    assert f'href="{path}"' in ours.main(), "a reminder in round 1"
    ours.done("objective", path, **numbers(MET))
    assert "7 short" in words_of(ours, path)
    ours.done("objective", path, kwisatz_haderach__0="8", sand_dwellers__0="6", jihad__0="5")
    assert duel.state.hidden.objectives == ((8, 6, 5),)
    assert "8 short" in words_of(ours, path)
    assert "We meet the objective" in duel.main(path)
    assert "short" not in duel.main(path), "a device of the table sees no number"


def words_of(seat: Seat, path: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", seat.main(path)).split())


def test_a_covered_phone_shows_no_secret_until_it_is_uncovered(duel: Seat, phone_of: Callable[..., Seat]) -> None:
    ours = phone_of(duel, ATREIDES)
    path = f"{ours.home}/objective"
    ours.done("objective", path, **numbers(MET))
    assert "7 short" in words_of(ours, path)
    send(ours, "on", path)
    for _look in range(2):
        assert "short" not in words_of(ours, path)
        assert "Covered: this device shows no secrets" in words_of(ours, ours.step)
    send(ours, "off", path)
    assert "7 short" in words_of(ours, path)


def test_a_covered_phone_shows_no_hand_either_and_asks_for_none(duel: Seat, phone_of: Callable[..., Seat]) -> None:
    play_to(duel, lambda state: state.frame == TurnFrame(ATREIDES))
    held = replace(duel.state, cards=replace(duel.state.cards, hand=1))
    duel.arrange(CorrectBoard(held), NameHand(ATREIDES, ("war_plan",)))
    ours = phone_of(duel, ATREIDES)
    path = f"{ours.home}/hand"
    assert "War Plan" in words_of(ours, path)
    send(ours, "on", path)
    covered = words_of(ours, path)
    assert "War Plan" not in covered
    assert "Covered: this device shows no secrets" in covered
    assert "not entered" not in covered
    assert "hand-name" not in [form.deed for form in ours.forms(path)]


def test_a_declaration_is_the_next_step_only_where_the_markers_reach_the_objective(
    duel: Seat, phone_of: Callable[..., Seat]
) -> None:
    ours = phone_of(duel, ATREIDES)
    path = f"{ours.home}/objective"
    play_to(duel, lambda state: state.frame == TurnFrame(ATREIDES), (1, 1, 1))
    blank = ours.main(path)
    assert "Three numbers are needed" in blank
    assert blank.count('name="jihad"') == 1
    ours.done("objective", path, **numbers(MET))
    assert "btn go" not in ours.main(path)
    assert "declare" in [form.deed for form in ours.forms(path)]
    duel.arrange(CorrectBoard(replace(duel.state, prescience=MET)))
    assert "btn go" in ours.main(path)


def send(seat: Seat, value: str, path: str) -> None:
    fields = dict(re.findall(r'name="(csrf\w*|key|seq)" value="([^"]*)"', seat.main(path)))
    answer = seat.browser.post(f"{seat.home}/cover", {**seat.browser.fields("/new"), **fields, "cover": value})
    assert answer.status_code == 303, answer.text


def test_the_reminder_of_the_objective_leaves_battles_their_room(duel: Seat, phone_of: Callable[..., Seat]) -> None:
    ours = phone_of(duel, ATREIDES)
    play_to(duel, lambda state: state.frame == TurnFrame(ATREIDES), (1, 1, 1))
    gara, near = AREA_NUMBER["gara_kulon"], AREA_NUMBER["ne_15"]
    state = duel.state.with_army(ATREIDES, gara, Army(regular=2)).with_army(HARKONNEN, near, Army(regular=2))
    duel.arrange(CorrectBoard(replace(state, atreides_results=(Result.STRATEGY,), atreides_unused=1)))
    assert "Enter your secret objective" in ours.main()
    duel.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY), Attack(ATREIDES, gara, near))
    assert "Enter your secret objective" not in ours.main()
