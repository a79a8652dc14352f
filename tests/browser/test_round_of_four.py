"""A round of four players to its end by taps: who is asked taps what is live, and nobody else is told to tap."""

from collections import Counter
from collections.abc import Callable

import pytest
from selenium.webdriver.support.ui import WebDriverWait

from companion.content.terms import Subfaction
from companion.rules.ask.asked import SIDES, asked
from tests.browser.chromium import PATIENCE
from tests.browser.conftest import LOOK, Phone
from tests.browser.teams import PEOPLE, share_out, share_out_atreides, sit_down

MOST = 90
"""So many taps a round may take."""
DICE = ("form[action$='/do/spend'] button", "form[action$='/do/their-die'] button")
SENSIBLE = (
    "form[action$='/do/end-turn'] button",
    "form[action$='/do/their-finish'] button",
    "form[action$='/do/their-end'] button",
    *DICE,
    "form[action*='/do/'] .btn:not([disabled], [aria-disabled='true'])",
    "form[action*='/do/'] button.key",
    "a.key",
)
"""What is tapped of a step, the first that is there: ends of turns and actions, dice, then what the step asks for."""
PRINTED_DICE = dict(zip(Subfaction, (4, 4, 2, 2), strict=True))
"""So many dice each part spends of its own dashboard."""
WHERE = "const main = document.getElementById('main'); return [Number(main.dataset.seq), main.dataset.turn ?? '']"


def comes_to(phone: Phone, seq: int) -> bool:
    """Waits until the phone shows this place of the log; returns whether it says that the turn is its own."""

    def there(_driver: object) -> bool:
        if phone.find("#main .btn.go", "The board is right"):
            phone.tap("The board is right")
        return bool(phone.driver.execute_script(WHERE)[0] == seq)

    WebDriverWait(phone.driver, PATIENCE, LOOK).until(there, f"{seq}: {phone.title}")
    return bool(phone.driver.execute_script(WHERE)[1] == "mine")


@pytest.mark.browser
@pytest.mark.calm
@pytest.mark.rule("TEAM-3", "TEAM-4", "TEAM-5")
def test_TEAM_4_four_phones_play_a_round_to_its_end_each_for_its_own_part(phone_with: Callable[..., Phone]) -> None:
    named = sit_down(phone_with)
    phones = {PEOPLE[name]: phone for name, phone in named.items()}
    share_out(named["Ola"], "Ola")
    share_out_atreides(named["Ewa"])
    table, game = named["Ola"].server.table, named["Ola"].game
    dice: Counter[Subfaction] = Counter()
    asked_of: set[frozenset[Subfaction]] = set()
    for _tap in range(MOST):
        loaded = table.load(game)
        if loaded.state.round == 2:
            break
        may = asked(loaded.state)
        asked_of.add(may)
        mine = {part for part, phone in phones.items() if comes_to(phone, loaded.seq)}
        assert mine == may, loaded.state.frame
        live = [(css, part) for css in SENSIBLE for part in sorted(may) if phones[part].find(f"#main {css}")]
        assert live, (loaded.state.frame, phones[min(may)].title)
        css, part = live[0]
        phones[part].tap(css=f"#main {css}")
        dice[part] += css in DICE
    assert table.load(game).state.round == 2
    assert dice == PRINTED_DICE
    assert asked_of >= {*map(frozenset, SIDES), *(frozenset({part}) for part in Subfaction)}
    for phone in phones.values():
        assert not [error for error in phone.errors() if "navigator.vibrate" not in error]
