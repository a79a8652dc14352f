"""Two people who play a duel to its end by taps, each on the own phone, with what their panel offers them.

What they are after is theirs to say (``Plan``): who is asked and has no plan for a step takes what leads on.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from selenium.common.exceptions import JavascriptException, StaleElementReferenceException
from selenium.webdriver.support.ui import WebDriverWait

from companion.content.terms import Faction
from companion.rules import Command, State
from companion.rules.ask.asked import SIDES, asked
from companion.rules.frames import Frame
from companion.rules.state import ATREIDES
from companion.service import Table
from tests.browser.conftest import Phone

PATIENCE = 20
LIVE = """
return [...document.querySelectorAll("#main form:not(.undo-here):not([method=get]) button")]
  .filter((one) => one.checkVisibility()).map((one) => one.textContent.trim());
"""
SEQ = "return document.getElementById('main')?.dataset.seq ?? ''"
ANY = "#main a, #main button, #main label, #main summary"
PATIENT = 3
"""Who stands before a step so often looks away from the plan and tries whatever else is offered."""
WAYS = (
    "#main button.btn.go, #main a.btn.go",
    "#main button.key:not([aria-disabled]), #main button.opt",
    "#main a.key, #main a.opt",
    "#main form:not(.undo-here) button.btn:not(.quiet)",
    "#main a.act",
)
"""What leads on, the likeliest first."""

Plan = Callable[["Player", State], bool]
"""Does something at a step, and says whether it did."""


@dataclass(slots=True)
class Player:
    """Somebody with a phone and a side; ``plans``: what they do at frames of a type.

    ``deeds``: how often they moved the game on; ``offered``: how often their panel had something to send; ``tried``:
    how often they stood before a step, so that nobody tries the same for ever.
    """

    phone: Phone
    side: Faction
    plans: Mapping[type[Frame], Plan]
    deeds: int = 0
    offered: int = 0
    tried: dict[tuple[str, str], int] = field(default_factory=dict)

    @property
    def seq(self) -> str:
        """The place in the log that the panel shows."""
        return str(self.phone.driver.execute_script(SEQ))

    @property
    def live(self) -> list[str]:
        """What the panel would send."""
        return list(self.phone.driver.execute_script(LIVE))

    def comes_to(self, seq: int) -> None:
        """Waits until the phone shows the game as it is now, by what it is told."""

        def there(_driver: object) -> bool:
            try:
                if self.phone.driver.current_url.partition("?")[0].endswith("/now"):
                    self.phone.tap(css="#main .btn.go")
                return self.seq == str(seq)
            except (StaleElementReferenceException, JavascriptException, AssertionError):
                return False

        WebDriverWait(self.phone.driver, PATIENCE, 0.05).until(there, f"{self.side.name} comes to {seq}")

    def goes_on(self, state: State) -> None:
        """Takes one tap, or a few, towards the next step."""
        frame = state.frame
        key = (self.phone.title, self.seq)
        again = self.tried[key] = self.tried.get(key, 0) + 1
        plan = self.plans.get(type(frame)) if frame is not None else None
        if plan is not None and again < PATIENT and plan(self, state):
            return
        ways = [(css, one) for css in WAYS for one in range(len(self.phone.find(css)))]
        assert ways, f"{self.side.name} is asked, and offered nothing: {self.phone.title}"
        css, number = ways[(again - 1) % len(ways)]
        self.phone.tap(css=css) if not number else self.taps_nth(css, number)

    def taps_nth(self, css: str, number: int) -> None:
        """Taps another one than the first of what is offered in the same way."""
        one = self.phone.find(css)[number]
        self.phone.driver.execute_script("arguments[0].setAttribute('data-nth', '')", one)
        self.phone.tap(css="[data-nth]")

    def offers(self, text: str, css: str = ANY) -> bool:
        """Taps what is offered by its words, if it is."""
        if not self.phone.find(css, text):
            return False
        self.phone.tap(text, css=css)
        return True


@dataclass(slots=True)
class Game:
    """A duel; ``told`` counts how often the phone that is not asked was seen to have nothing to send."""

    game: str
    players: Mapping[Faction, Player]
    told: int = 0
    log: list[str] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The true position."""
        phone = self.players[ATREIDES].phone
        return phone.server.table.load(self.game).state

    @property
    def seq(self) -> int:
        """The length of the log."""
        return self.players[ATREIDES].phone.server.table.load(self.game).seq

    def play(self, until: Callable[[State], bool], seconds: float) -> None:
        """Plays until a position is reached; AssertionError when it takes too long."""
        began = time.monotonic()
        while not until(state := self.state):
            assert time.monotonic() - began < seconds, f"round {state.round}, {state.frame}, {self.log[-12:]}"
            seq, may = self.seq, asked(state)
            acting = [player for side, player in self.players.items() if SIDES[side] & may]
            for player in self.players.values():
                player.comes_to(seq)
                if player not in acting:
                    assert player.live == [], (player.side, player.phone.title, player.live)
                    self.told += 1
            player = acting[0]
            player.offered += bool(player.live)
            title = player.phone.title
            player.goes_on(state)
            player.deeds += self.seq != seq
            self.log.append(f"{time.monotonic() - began:.1f} {player.side.name}: {title} -> {self.seq - seq}")


def enter(table: Table, game: str, *commands: Command) -> None:
    """Carries out commands as a device of the table does, which may do what is for either side."""
    everybody = replace(table.games.seats(game)[0], parts=frozenset())
    seq = table.load(game).seq
    table.submit(game, everybody, seq, f"entered-{seq:05}", commands, True)
