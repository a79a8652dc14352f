"""A hint at the table: off at first, asked for, cancelled and filled in; and it knows no more than the player."""

import re
from collections.abc import Callable, Hashable
from dataclasses import replace
from html import unescape
from math import inf

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.board import AREA_NUMBER
from companion.content.terms import Deck, Faction, Result
from companion.rules import commands as c
from companion.rules.army import Army
from companion.rules.commands import CorrectBoard, SpendDie
from companion.rules.state import ATREIDES, HARKONNEN, State
from companion.service.advisers import PAUSE, SliceAdviser, Thought
from companion.web.seats import TABLE
from companion.web.steps.atreides.hint import ADVISER
from companion.web.words.numbers import percent
from companion.web.words.plans import plan_text, reason_text
from solo_bot.planner import Advice, Reason, ReasonCode
from tests.web.table.conftest import Seat, to_dice

GARA_KULON, NE_16, NE_15 = (AREA_NUMBER[area] for area in ("gara_kulon", "ne_16", "ne_15"))
MOVE = c.MoveLegion(ATREIDES, NE_16, GARA_KULON, Army(regular=1, special=1, named=("stilgar",)))
SAVES = Reason(ReasonCode.SAVES_SIETCH, GARA_KULON, chance=0.71)
DRAWS = Reason(ReasonCode.DRAWS_CARDS, count=2)


def advice(*commands: c.Command, reason: Reason = SAVES, chance: float = 0.4) -> Advice:
    return Advice(commands, (reason,), chance, chance - 0.1, chance + 0.1, 0.5, 28)


FOUND = (
    advice(SpendDie(Result.STRATEGY, Result.STRATEGY), MOVE),
    advice(
        SpendDie(Result.MENTAT, Result.MENTAT),
        c.DrawCards((Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY)),
        reason=DRAWS,
        chance=0.35,
    ),
)


class Told:
    """An adviser that is told what it says, and keeps what it is asked."""

    pause = PAUSE

    def __init__(self, *thoughts: Thought) -> None:
        self.thoughts = list(thoughts)
        self.asked: list[State] = []
        self.cancelled = 0

    def look(self, key: Hashable, state: State) -> Thought:
        self.asked.append(state)
        return self.thoughts.pop(0) if len(self.thoughts) > 1 else self.thoughts[0]

    def cancel(self, key: Hashable) -> None:
        self.cancelled += 1

    def close(self) -> None:
        pass


@pytest.fixture
def hinted(own_turn: Seat) -> Seat:
    """The player's turn with Stilgar's legion beside Gara Kulon, and hints switched on."""
    state = own_turn.state.with_army(HARKONNEN, NE_15, Army(regular=2, elite=2))
    state = state.with_army(ATREIDES, NE_16, Army(regular=3, special=1, named=("stilgar",)))
    own_turn.arrange(CorrectBoard(state))
    switch(own_turn, on=True)
    return own_turn


def switch(seat: Seat, *, on: bool) -> None:
    table = seat.app.extensions[TABLE]
    table.change_settings(seat.game, table.games.seats(seat.game)[0], hint=on)


def told(seat: Seat, *thoughts: Thought) -> Told:
    found = Told(*(thoughts or (Thought(1, 1, FOUND),)))
    seat.app.extensions[ADVISER] = found
    return found


def text(markup: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", " ", markup.replace("\xad", "")))).strip()


def fill(main: str) -> str:
    (found,) = re.findall(r'<a class="btn go" href="([^"]*)"', main)
    return unescape(found)


def test_it_is_off_until_it_is_switched_on(own_turn: Seat) -> None:
    adviser = told(own_turn)
    assert not any("hint=" in link for link in own_turn.links())
    own_turn.page(f"{own_turn.step}?hint=1")
    assert own_turn.get(f"{own_turn.home}/hint?hint=1").status_code == 204
    assert adviser.asked == []
    forms = [one for one in own_turn.forms(f"{own_turn.home}/menu") if one.deed == "turn"]
    form = next(one for one in forms if ("setting", "hint") in one.values())
    own_turn.browser.post(form.action, MultiDict([*form.values(), ("on", "yes")]))
    assert any("hint=1" in link for link in own_turn.links())


def test_it_says_how_far_it_is_and_then_the_options_with_a_reason_each(hinted: Seat) -> None:
    told(hinted, Thought(3, 20), Thought(1, 1, FOUND))
    main = hinted.main(f"{hinted.step}?hint=1")
    assert 'value="3" max="20"' in main
    assert re.search(r'hx-get="/g/[^"]*/hint\?hint=1"', main)
    part = hinted.page(f"{hinted.home}/hint?hint=1")
    assert "<main" not in part
    said = text(part)
    assert "Strategy: move from NE 16 to Gara Kulon" in said
    assert "Saves the sietch at Gara Kulon, which could fall with 71%." in said
    assert "Mentat: draw 2 planning cards" in said
    assert "40% to win" in said
    assert "28 simulated rounds" in said
    assert part.count('class="arw on"') == 1
    assert 'class="arw' not in hinted.page(f"{hinted.home}/hint?hint=2")


def test_an_option_is_filled_in_and_not_carried_out(hinted: Seat) -> None:
    told(hinted)
    before = hinted.seq
    address = fill(hinted.main(f"{hinted.step}?hint=1"))
    main = hinted.main(address)
    assert hinted.seq == before
    assert "Hint: tap Strategy" in text(main)
    answer = hinted.do("spend", address, die="strategy")
    assert answer.status_code == 303
    main = hinted.main(answer.headers["Location"])
    assert "Who moves from NE 16 to Gara Kulon?" in text(main)
    assert re.search(r'name="regular" value="1"', main)
    assert hinted.state.army(ATREIDES, GARA_KULON) != MOVE.figures
    hinted.done("move", answer.headers["Location"])
    army = hinted.state.army(ATREIDES, NE_16)
    assert army is not None
    assert army.regular == 2


def test_looking_is_cancelled(hinted: Seat) -> None:
    adviser = told(hinted, Thought(1, 20))
    answer = hinted.do("cancel", f"{hinted.step}?hint=1")
    assert answer.status_code == 303
    assert "hint" not in answer.headers["Location"]
    assert adviser.cancelled == 1


@pytest.mark.parametrize(
    "thought, words", [(Thought(failed=True), "Looking ahead failed"), (Thought(1, 1, ()), "nothing to choose")]
)
def test_what_comes_to_nothing_says_so(hinted: Seat, thought: Thought, words: str) -> None:
    told(hinted, thought)
    assert words in text(hinted.main(f"{hinted.step}?hint=1"))


def test_only_a_device_of_the_atreides_asks(hinted: Seat, guest_of: Callable[[Seat, str], Seat]) -> None:
    adviser = told(hinted)
    watcher = guest_of(hinted, "spectator")
    assert not any("hint=" in link for link in watcher.links())
    watcher.page(f"{watcher.step}?hint=1")
    assert watcher.get(f"{watcher.home}/hint?hint=1").status_code == 204
    assert adviser.asked == []


def test_the_look_ahead_is_given_what_the_player_sees_and_no_secret_of_the_other_side(hinted: Seat) -> None:
    adviser = told(hinted)
    hinted.page(f"{hinted.step}?hint=1")
    (asked,) = adviser.asked
    assert asked.cards.hands[HARKONNEN] == ()
    assert asked == hinted.state


@pytest.mark.slow
def test_two_worlds_that_differ_only_in_hidden_things_get_the_same_hint(
    app: Flask, seat_at: Callable[..., Seat], own_turn: Seat
) -> None:
    """Another seed, and so other dice, cards and tokens to come; other names in the hand of the other side."""
    state, worlds = own_turn.state, []
    for hand in ((), ("hawats_scheming",)):
        seat = seat_at(set_up="quick", dice="hand")
        to_dice(seat)
        seat.arrange(c.RollAtreidesDice((Result.LEADERSHIP, Result.STRATEGY, Result.MENTAT, Result.HOUSE)))
        hands = tuple(hand if side is HARKONNEN else state.cards.hands[ATREIDES] for side in Faction)
        cards = replace(state.cards, hands=(hands[0], hands[1]))
        seat.arrange(CorrectBoard(replace(state, cards=cards, reinforcements=1)))
        switch(seat, on=True)
        worlds.append(seat)
    table = app.extensions[TABLE]
    seeds = {table.load(seat.game).game.seed for seat in worlds}
    assert len(seeds) == 2
    assert worlds[0].state != worlds[1].state
    said = []
    for seat in worlds:
        seat.app.extensions[ADVISER] = SliceAdviser(patience=inf)
        page = ""
        for _look in range(400):
            page = seat.page(f"{seat.home}/hint?hint=1")
            if 'class="face"' in page:
                break
        said.append(text(page[: page.index("<svg id=")]))
    assert said[0] == said[1]
    assert "to win" in said[0]


def test_every_reason_has_words(app: Flask) -> None:
    with app.test_request_context():
        for code in ReasonCode:
            whole = Reason(code, GARA_KULON, NE_16, 0.5, "stilgar", "jihad", 2)
            assert reason_text(whole, percent).strip()
        assert plan_text((c.FinishAction(),)) == "End the action"
        assert plan_text((SpendDie(Result.HOUSE, Result.MENTAT),)) == "House as Mentat"
