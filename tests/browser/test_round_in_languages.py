"""A round by taps in Polish and in Russian: every page of it is read, and no English word stands on it."""

import secrets
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from companion.content.terms import Phase
from companion.rules.frames import ActionFrame, TurnFrame
from companion.rules.state import ATREIDES
from companion.service import table as service_table
from tests.browser.chromium import PATIENCE
from tests.browser.conftest import Phone
from tests.web.words.english import RULE_ID, left_over

pytestmark = [pytest.mark.browser, pytest.mark.calm, pytest.mark.slow]

SEED = 13
"""Of a game in whose first round a sietch is attacked."""
MOST_STEPS = 120
ENOUGH = 50
"""So many pages a round has at least, with those that are opened beside it."""
WAYS = (
    "#main .btn.go:not([aria-disabled=true])",
    "#main .ask .opt",
    "#main button.key:not(.gone)",
    "#main .keys a.key",
    "#main form:not(.undo-here) button.btn",
)
"""What leads on, the likeliest first."""
SHEET = "return document.getElementById('sheet').open"
UNCHOSEN = "return !document.querySelector('#main input[type=radio]:checked')"
# What people read or hear of the page, folded or not; not what comes without scripts.
TEXT = """
const said = ["aria-label", "aria-description", "aria-valuetext", "title", "alt", "placeholder"];
const parts = [document.title];
for (const one of document.querySelectorAll(said.map((name) => `[${name}]`)))
  parts.push(...said.map((name) => one.getAttribute(name) ?? ""));
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) if (!walk.currentNode.parentElement.closest("script,style,template,noscript"))
  parts.push(walk.currentNode.data);
return [document.documentElement.lang, parts.filter((one) => one.trim()).join(" ")];
"""
BESIDE = (
    *("history", "menu", "seat", "game", "guests", "display", "replay", "report", "stats", "objective"),
    *("area/carthag", "area/ne_5", "zone/az_ne"),
)
TRACKS = ("supremacy", "prescience", "imperium", "dice", "leaders", "cards")
AT_ALL_TIMES = (
    "settings",
    "learn/",
    "learn/leaders",
    "learn/cards",
    "odds",
    "stats",
    "keys",
    "games",
    "tour",
    "learn/guide",
)


@dataclass(slots=True)
class Reader:
    """Somebody who taps through a round and reads each page; ``found``: where each English word stood first."""

    phone: Phone
    language: str
    found: dict[str, str] = field(default_factory=dict)
    pages: set[str] = field(default_factory=set)

    def read(self) -> None:
        """Reads what the page says and what a screen reader is told."""
        language, text = self.phone.driver.execute_script(TEXT)
        assert language == self.language
        self.pages.add(text)
        for word in left_over(RULE_ID.sub(" ", text), self.language):
            self.found.setdefault(word, f"{self.phone.driver.title}, {self.phone.driver.current_url}")

    def taps(self, css: str) -> bool:
        """Taps what is there of a kind, and reads the page it leads to."""
        if not self.phone.find(css):
            return False
        self.phone.tap(css=css)
        self.read()
        return True

    def goes_on(self) -> None:
        """One step further, however it is asked: answers what has to be answered before."""
        if self.phone.find("#main label.opt") and self.phone.driver.execute_script(UNCHOSEN):
            self.phone.touch(css="#main label.opt")
        if not self.phone.find("#main .keys") and self.phone.find("#main .stp [name=regular]"):
            self.phone.add("regular")
        assert any(self.taps(css) for css in WAYS), f"nothing leads on: {self.phone.title}"

    def opens(self, *paths: str) -> None:
        """Reads pages by their addresses."""
        for path in paths:
            self.phone.open(path)
            self.read()

    def looks_up(self) -> None:
        """The rule of a step, opened as a sheet, and the questions beside the map."""
        here = self.phone.driver.current_url.removeprefix(self.phone.server.url)
        if self.taps("#main .aside"):
            self.opens(here)
        for css in ("#main a.rule", "#main summary"):
            for link in self.phone.find(css)[:1]:
                self.phone.driver.execute_script("arguments[0].click()", link)
                if css == "#main a.rule":
                    WebDriverWait(self.phone.driver, PATIENCE).until(lambda driver: driver.execute_script(SHEET))
                self.read()
        self.opens(here)


def moves(reader: Reader) -> None:
    """A legion over the map, taken back and put forward again."""
    phone = reader.phone
    phone.tap_area("gara_kulon")
    reader.read()
    phone.tap_area("ne_15")
    reader.read()
    assert reader.taps("#main .btn.go")
    for which in ("undo", "redo"):
        assert reader.taps(f"form[action$='/{which}'] button")
        reader.goes_on()


@pytest.mark.parametrize("language", ["pl", "ru"])
def test_a_round_has_no_english_word(phone: Phone, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    certain = SimpleNamespace(randbits=lambda _bits: SEED, token_hex=secrets.token_hex)
    monkeypatch.setattr(service_table, "secrets", certain)
    phone.hands = False
    reader = Reader(phone, language)
    phone.open()
    assert reader.taps(f".tongue[value={language}]")
    assert reader.taps("#main .btn.go[href='/new']")
    assert reader.taps("form.col > .btn.go")
    phases, kinds, moved = set[Phase](), set[str](), False
    for _step in range(MOST_STEPS):
        state = phone.state
        if state.round > 1:
            break
        frame = state.frame
        phases.add(state.phase)
        if type(frame).__name__ not in kinds:
            kinds.add(type(frame).__name__)
            reader.looks_up()
        own = isinstance(frame, TurnFrame | ActionFrame) and frame.faction is ATREIDES
        if isinstance(frame, ActionFrame) and own and frame.moves and not moved:
            moved = True
            moves(reader)
        else:
            reader.goes_on()
    assert phone.state.round == 2, phone.title
    home = f"/g/{phone.game}"
    reader.opens(*(f"{home}/{page}" for page in BESIDE), *(f"{home}/tracks/{part}" for part in TRACKS))
    reader.opens(*(f"/{page}" for page in AT_ALL_TIMES))
    found = [f"{word}: {where}" for word, where in sorted(reader.found.items())]
    assert not found, "\n".join(found)
    assert moved
    assert len(phases) >= 4
    assert len(reader.pages) > ENOUGH
    assert phone.errors() == []
