"""Plays an own card at the table to its end by taps alone: lit areas, answers, dice; never by hand, never skipped."""

import re
from dataclasses import dataclass, replace
from html import unescape
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content.terms import Marker
from companion.rules import Army, State
from companion.rules.combat import battle_dice
from companion.rules.commands import CorrectBoard
from companion.rules.frames import AtreidesCardFrame, BattleFrame, BattleStage, RevealTokensFrame, RollFrame, TurnFrame
from companion.rules.legal.atreides_choices import next_step
from companion.rules.state import ATREIDES, HARKONNEN, Standing
from tests.rules.atreides_cards.table import MENTAT, table
from tests.web.table.conftest import FORM, Form, Seat

INSTEAD = frozenset({"own-card-other", "finish-own", "end-turn", "undo", "redo"})
"""Forms that leave a step: a guided card must not need them."""
BESIDE = frozenset({"why", "ahead", "hint"})
"""Links that tell something and answer nothing."""
NEXT_CARD = "hieregs"
"""What is played where a card lets another one be played."""
MOST_TAPS = 120


class Stuck(AssertionError):
    """A step cannot be answered by what the panel offers."""


@dataclass
class Page:
    """A step as it was sent: where it is, its forms, and what glows and answers it."""

    seat: Seat
    path: str
    text: str

    @classmethod
    def of(cls, seat: Seat, path: str = "") -> "Page":
        return cls(seat, path, seat.page(path))

    def forms(self) -> list[Form]:
        """The forms of the step itself, not those that leave it."""
        found = [Form(*one) for one in FORM.findall(self.text[self.text.index("<main") :])]
        return [form for form in found if form.method == "post" and "/do/" in form.action and form.deed not in INSTEAD]

    def lit(self) -> list[str]:
        """The links of the map that stay in this step, in order."""
        start = self.text.index('<svg class="map"')
        drawing = self.text[start : self.text.find("<main", start)]
        links = [unescape(link) for link in re.findall(r'href="(/g/[^"]*)"', drawing)]
        here = f"{self.seat.step}?"
        # Any other area says why it is out of reach.
        return [link for link in dict.fromkeys(links) if link.startswith(here) and "why" not in picks(link)]

    def onward(self) -> list[str]:
        """Lit places, or links of the panel, that add an answer to those given."""
        before = picks(self.path)
        panel = [unescape(link) for link in re.findall(r'href="(/g/[^"]*)"', self.text[self.text.index("<main") :])]
        here = f"{self.seat.step}?"
        return [
            link
            for link in (*self.lit(), *panel)
            if link.startswith(here) and picks(link) > before and not picks(link) & BESIDE
        ]


def picks(link: str) -> set[str]:
    return set(re.findall(r"[?&](\w+)=", link))


def answers(form: Form) -> dict[str, str]:
    """The first answer for everything that a form asks and nothing is chosen for yet."""
    given = {name for name, _value in form.values()}
    tags = [dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) for tag in re.findall(r"<(?:button|input)([^>]*)>", form.body)]
    asked = [one for one in tags if "name" in one and one.get("type") in (None, "radio") and "value" in one]
    found: dict[str, str] = {}
    for one in asked:
        # The go button may end the turn as well; here it is left open, so that the end of the card is seen.
        if one["name"] not in given and one["name"] != "end":
            found.setdefault(one["name"], unescape(one["value"]))
    return found


def tap(seat: Seat, chosen: dict[str, Any] | None = None) -> str:
    """Answers one step: follows what glows until there is a form, and sends it; returns its deed."""
    page = Page.of(seat)
    while not page.forms():
        links = page.onward()
        if not links:
            raise Stuck(f"nothing to tap at {page.path or seat.step}: {seat.title(page.path)}")
        page = Page.of(seat, links[0])
    form = page.forms()[0]
    data: MultiDict[str, str] = MultiDict(form.values())
    given = answers(form) | ({"card": NEXT_CARD} if form.deed == "own-card-play" else {}) | (chosen or {})
    if form.deed == "objective":
        given |= {marker.value: "7" for marker in Marker}
    for name, value in given.items():
        data[name] = str(value)
    answer = seat.browser.post(form.action, data)
    assert answer.status_code == 303, answer.text[answer.text.index("<main") :][:900]
    return form.deed


def around(seat: Seat) -> str:
    """What a card leads to beside its own steps: dice all hit, tokens show regulars, an attack stops."""
    frame = seat.top()
    if isinstance(frame, RollFrame):
        return tap(seat, {"dice-hit": frame.dice})
    if isinstance(frame, RevealTokensFrame):
        army = seat.state.army(frame.faction, frame.area)
        return tap(seat, {"regular": 1 if frame.faction is HARKONNEN or army is None else army.tokens})
    if isinstance(frame, BattleFrame) and frame.stage is BattleStage.REVEAL:
        return tap(seat, {"regular": 1})
    if isinstance(frame, BattleFrame) and frame.stage is BattleStage.ROLL:
        totals = [battle_dice(seat.state, frame, side).total for side in (0, 1)]
        return tap(seat, {"attacker-shield": totals[0], "defender-shield": totals[1]})
    if isinstance(frame, BattleFrame) and frame.stage is BattleStage.CONTINUE:
        return tap(seat, {"how": "stop"})
    return tap(seat)


def play_to_its_end(seat: Seat) -> list[str]:
    """Taps until the turn is back; returns the deeds. Raises Stuck where the panel offers no answer."""
    deeds: list[str] = []
    for _tap in range(MOST_TAPS):
        if isinstance(seat.top(), TurnFrame):
            return deeds
        check_glow(seat)
        deeds.append(around(seat))
    raise Stuck(f"no end after {MOST_TAPS} taps: {deeds[-8:]}")


def check_glow(seat: Seat) -> None:
    """Where a card asks for a place on the map, exactly the legal areas can be tapped."""
    step = next_step(seat.state)
    if not isinstance(seat.top(), AtreidesCardFrame) or step is None:
        return
    lit = {one for link in Page.of(seat).lit() for one in [link.rsplit("=", 1)[1]] if one in AREA_NUMBER}
    legal = {AREA_IDS[choice.areas[0]] for choice in step.choices if choice.areas and not choice.zones}
    if step.step.effect == "swap_tokens":
        legal |= {AREA_IDS[choice.areas[1]] for choice in step.choices}
    assert lit == legal, (step.card, step.step)


# --- positions ---------------------------------------------------------------------------------------------
def put(seat: Seat, state: State) -> Seat:
    """Puts a position of the rules' tests on this table, with one Mentat die to spend."""
    position = replace(state, phase=seat.state.phase, round=seat.state.round)
    seat.arrange(CorrectBoard(replace(position, atreides_results=(MENTAT,), atreides_unused=1)))
    return seat


def play(seat: Seat, card: str, die: str = "mentat") -> None:
    """Plays a card for a die."""
    seat.done("play-card", f"{seat.step}?use=card", die=die, card=card)


def with_leader(state: State, leader: str, area: str) -> State:
    """The leader stands with the legion of an area."""
    number = AREA_NUMBER[area]
    army = state.army(ATREIDES, number) or Army()
    state = state.with_army(ATREIDES, number, replace(army, named=tuple(sorted((*army.named, leader)))))
    return state.with_leader(leader, standing=Standing.BOARD)


def first_way() -> State:
    """The rich position: Gurney, Alia and the Wild Maker are not in play, a marker is high enough for the atomics.

    Captain Aramsham stands next to where the legion of Sihaya Ridge goes first.
    """
    state = table(prescience={"kwisatz_haderach": 4, "sand_dwellers": 2, "jihad": 0})
    state = state.with_leader("lady_jessica", standing=Standing.REMOVED)
    state = state.with_leader("reverend_mother_jessica", standing=Standing.READY)
    state = state.with_army(HARKONNEN, AREA_NUMBER["ne_13"], Army(regular=2, named=("captain_aramsham",)))
    return state.with_leader("captain_aramsham", standing=Standing.BOARD)


def second_way() -> State:
    """Gurney stands in the north east, Alia beside the board, the Wild Maker on it; the atomics are used."""
    state = with_leader(table(), "gurney_halleck", "ne_11").with_leader("alia", standing=Standing.READY)
    state = state.with_leader("wild_maker", standing=Standing.BOARD, card_ready=False)
    return replace(state, wild_maker=AREA_NUMBER["cse_5"], atomics=AREA_NUMBER["splintered_rock"])
