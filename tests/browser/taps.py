"""Counts the taps that telling steps cost on the phone, and says which cost more than they should.

    python -m tests.browser.taps            every row
    python -m tests.browser.taps battle     those whose name contains the word

Needs Debian's chromium and chromium-driver. Ends with 1 when a row is above what is wanted.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from companion.board import AREA_NUMBER
from companion.content import DECK_CARDS
from companion.content.steps import Place
from companion.content.terms import CombatFace, Deck, Result
from companion.rules.army import Army
from companion.rules.commands import Attack, CorrectBoard, EndTurn, RollHarkonnenDie, SpendDie
from companion.rules.frames import BattleFrame, BattleStage, CardFrame, CardsFrame, RoundStartFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, State
from tests.browser.chromium import launch
from tests.browser.conftest import Phone
from tests.browser.hands import turn_of
from tests.browser.ready import own_turn, own_turn_by_hand
from tests.browser.serving import running

GARA_KULON, NE_15, WINDGAP = (AREA_NUMBER[area] for area in ("gara_kulon", "ne_15", "windgap"))
FIRST_LIT = "return document.querySelector('a.ar.next').dataset.area"
ONE_ORDER = {
    deck: next(card.id for card in DECK_CARDS[deck] if len(card.steps) == 1 and isinstance(card.steps[0], Place))
    for deck in (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)
}
"""A planning card of each deck that only places figures."""
MOST = 60
"""No row takes so many taps: something is stuck."""


@dataclass(frozen=True, slots=True)
class Row:
    """A step whose taps are counted. ``play`` brings the phone there, sets its count to 0 and carries it out."""

    step: str
    wanted: int
    play: Callable[[Phone], None]


def begin(phone: Phone, state: State | None = None) -> None:
    """Counts from here, in another position where one is given."""
    if state is not None:
        phone.arrange(CorrectBoard(state))
    phone.open(f"/g/{phone.game}")
    phone.taps = 0


def armed(state: State, ours: Army, theirs: Army | None) -> State:
    """Gara Kulon held by ``ours``, NE 15 next to it by ``theirs``; no card on either side adds dice."""
    state = state.with_army(ATREIDES, GARA_KULON, ours).with_army(HARKONNEN, NE_15, theirs)
    return replace(state, cards=replace(state.cards, hand=0), reinforcements=0)


def go_button(phone: Phone) -> None:
    """Taps what leads on: the go button, or the first answer where one must be chosen."""
    if phone.find("#main .btn.go"):
        phone.tap(css="#main .btn.go")
    else:
        phone.tap(css="#main .ask .opt")


def tap_lit(phone: Phone) -> None:
    """Taps the first area that is lit."""
    phone.tap_area(phone.driver.execute_script(FIRST_LIT))


def guided_set_up(phone: Phone) -> None:
    """Eight settlements with two tokens each, then round 1."""
    phone.open()
    phone.tap("New game")
    phone.touch(css="#main div:has(> input[name=set_up][value=guided]) > label")
    phone.tap("Start")
    phone.taps = 0
    while not phone.top_is(RoundStartFrame):
        if phone.title.startswith("Reveal both tokens"):
            phone.tap("2 regular", css="#main a.key")
            phone.tap("Regular, Elite", css="#main button.key")
        else:
            phone.tap(css="#main .btn.go")


def two_moves(phone: Phone) -> None:
    """A part of one legion, then another legion, then the end of the turn."""
    own_turn(phone)
    begin(phone, phone.state.with_army(ATREIDES, GARA_KULON, Army(regular=3, generic=1)))
    phone.tap("Strategy")
    phone.tap_area("gara_kulon")
    phone.tap_area("ne_15")
    phone.tap("Split")
    phone.touch(css=".stp:has([name=regular]) [data-step='-1']")
    phone.tap("Done")
    assert phone.state.army(ATREIDES, NE_15) == Army(regular=2, generic=1)
    phone.tap_area("windgap")
    phone.tap_area("sw_9")
    phone.tap("Done: end my turn")
    assert phone.state.army(ATREIDES, AREA_NUMBER["sw_9"])
    assert phone.state.frame == TurnFrame(HARKONNEN)


def own_attack(phone: Phone) -> None:
    """From the die to the dice of the battle."""
    own_turn(phone)
    begin(phone, armed(phone.state, Army(regular=4, generic=1), Army(regular=2)))
    phone.tap("Strategy")
    phone.tap_area("gara_kulon")
    phone.tap_area("ne_15")
    phone.tap("To the battle")
    assert stage(phone) is BattleStage.ROLL


def stage(phone: Phone) -> BattleStage | None:
    """The stage of the battle on top, None without one."""
    frame = phone.state.frame
    return frame.stage if isinstance(frame, BattleFrame) else None


def round_by_app(phone: Phone) -> None:
    """An own attack, from the dice to the next decision."""
    own_turn(phone)
    state = armed(phone.state, Army(regular=4, generic=1), Army(regular=6))
    phone.arrange(CorrectBoard(state), SpendDie(Result.STRATEGY, Result.STRATEGY), Attack(ATREIDES, GARA_KULON, NE_15))
    begin(phone)
    while stage(phone) is not BattleStage.CONTINUE:
        go_button(phone)
        assert phone.taps < MOST


def round_by_hand(phone: Phone) -> None:
    """Seven dice of both sides tapped in: one hit of the Harkonnen, shields and misses else."""
    own_turn_by_hand(phone)
    state = armed(phone.state, Army(regular=4), Army(regular=3))
    phone.arrange(CorrectBoard(state), SpendDie(Result.STRATEGY, Result.STRATEGY), Attack(ATREIDES, GARA_KULON, NE_15))
    begin(phone)
    for row, faces in enumerate(("shield shield shield shield", "hit hit hit")):
        face = {"hit": CombatFace.HIT, "shield": CombatFace.SHIELD}
        for one in faces.split():
            box = phone.find("[data-adder]")[row]
            button = box.find_element("css selector", f"[data-add={face[one].value}]")
            phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
            phone.taps += 1
            button.click()
    while stage(phone) is not BattleStage.CONTINUE:
        go_button(phone)
        assert phone.taps < MOST


def bot_battle(phone: Phone) -> None:
    """The Harkonnen attack a sietch whose rank nobody entered, and three rounds are fought."""
    own_turn(phone)
    state = armed(phone.state, Army(regular=6), Army(regular=6))
    phone.arrange(SpendDie(Result.MENTAT, Result.MENTAT), EndTurn(), CorrectBoard(state))
    phone.arrange(RollHarkonnenDie(Result.STRATEGY), Attack(HARKONNEN, NE_15, GARA_KULON))
    begin(phone)
    while isinstance(frame := phone.state.frame, BattleFrame) and frame.round <= 3:
        if frame.stage is BattleStage.REVEAL:
            phone.tap(css="button[name=rank][value='2']")
        elif frame.stage is BattleStage.RETREAT:
            phone.tap("Stay")
        else:
            go_button(phone)
        assert phone.taps < MOST


def bot_mentat(phone: Phone) -> None:
    """A card of a Mentat die of the Harkonnen that is one order: named and carried out."""
    own_turn_by_hand(phone)
    state = phone.state
    for area, _army in state.legions(HARKONNEN):
        # There is room for whatever comes, so that nothing has to go again.
        state = state.with_army(HARKONNEN, area, Army(regular=1))
    phone.arrange(CorrectBoard(state), SpendDie(Result.MENTAT, Result.MENTAT), EndTurn())
    phone.arrange(RollHarkonnenDie(Result.MENTAT))
    begin(phone)
    while not phone.top_is(CardsFrame):
        go_button(phone)
    frame = phone.state.frame
    assert isinstance(frame, CardsFrame)
    phone.taps, due = 0, len(frame.decks)
    phone.tap(css=f"#main button[name=card][value={ONE_ORDER[frame.decks[0]]}]")
    while due == _decks(phone):
        go_button(phone)
        assert phone.taps < MOST


def _decks(phone: Phone) -> int:
    """How many cards are left, with the one in progress."""
    frames = phone.state.frames
    left = next((len(one.decks) for one in frames if isinstance(one, CardsFrame)), 0)
    return left + any(isinstance(one, CardFrame) for one in frames)


def own_token(phone: Phone) -> None:
    """From the turn to a token that is turned."""
    own_turn(phone)
    begin(phone, replace(phone.state, ornithopters=()))
    phone.tap("More", css="#main a.btn")
    phone.tap("Reveal 1 token in Gara Kulon")
    phone.tap("2 regular", css="#main button.opt")
    army = phone.state.army(ATREIDES, GARA_KULON)
    assert army is not None
    assert (army.tokens, army.regular) == (0, 2)


def thumpers(phone: Phone) -> None:
    """A planning card with two places, and the end of the turn."""
    own_turn(phone)
    begin(phone)
    phone.tap("Card", css="#main a.btn")
    phone.touch("Mentat", css="#main label.opt")
    phone.touch("Thumpers", css="#main label.opt")
    phone.tap("Play it")
    tap_lit(phone)
    phone.tap("Done")
    tap_lit(phone)
    phone.tap("Done: end my turn")
    assert len(phone.state.sandworms) == 2
    assert phone.state.frame == TurnFrame(HARKONNEN)


def deployment(phone: Phone) -> None:
    """A token with a leader, and the end of the turn."""
    own_turn(phone)
    results = (Result.LEADERSHIP, Result.STRATEGY, Result.DEPLOYMENT, Result.HOUSE)
    begin(phone, replace(phone.state, atreides_results=results))
    phone.tap("Deployment")
    phone.tap_area("windgap")
    phone.touch("Naib", css="#main label.opt")
    phone.tap("Done: end my turn")
    assert phone.state.frame == TurnFrame(HARKONNEN)


def prescience(phone: Phone) -> None:
    """From the turn to a card that is claimed."""
    own_turn(phone)
    begin(phone)
    phone.tap("Prescience", css="#main a.btn")
    phone.tap(css="#main a.act")
    phone.add("jihad")
    phone.tap("Claim it")
    assert phone.state.cards.claimed == 1


def from_the_hand(phone: Phone) -> None:
    """A Harkonnen card that places figures: hand, card, die, go, and where they come."""
    turn_of(phone, HARKONNEN)
    phone.tap("Play one of 6 cards")
    phone.touch("Forced Recruitment")
    phone.touch("Strategy")
    phone.tap("Play it")
    phone.tap("Place them")
    assert phone.state.cards.discards == ("forced_recruitment",)


ROWS = (
    Row("guided set-up", 20, guided_set_up),
    Row("own turn, 2 moves, one split", 9, two_moves),
    Row("own attack up to the first dice", 4, own_attack),
    Row("battle round, app rolls", 2, round_by_app),
    Row("battle round, 7 dice by hand", 9, round_by_hand),
    Row("bot battle of 3 rounds with a rank to enter", 11, bot_battle),
    Row("bot Mentat, per card", 2, bot_mentat),
    Row("reveal an own token", 4, own_token),
    Row("planning card (Thumpers) with end of turn", 10, thumpers),
    Row("card from the hand, between people", 5, from_the_hand),
    Row("deployment with end of turn", 4, deployment),
    Row("claim prescience", 4, prescience),
)


@contextmanager
def phone_in(folder: Path) -> Iterator[Phone]:
    """A phone at an app of its own."""
    with running(folder) as server:
        driver = launch(folder / "profile")
        try:
            yield Phone(driver, server)
        finally:
            driver.quit()


def main(words: list[str]) -> int:
    """Prints the table; returns 1 when a row is above what is wanted."""
    over = 0
    print(f"{'step':46}{'taps':>5}{'wanted':>8}")
    for row in ROWS:
        if words and not any(word in row.step for word in words):
            continue
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, phone_in(Path(folder)) as phone:
            row.play(phone)
            over += phone.taps > row.wanted
            print(f"{row.step:46}{phone.taps:>5}{row.wanted:>8}", flush=True)
    return int(over > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
