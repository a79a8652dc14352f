"""A round of four players to its end by taps: who is asked taps what is live, and nobody else is told to tap."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from selenium.webdriver.support.ui import WebDriverWait

from companion.board import AREA_IDS, AREA_NUMBER, members
from companion.content.terms import Subfaction
from companion.rules import Army, State
from companion.rules.ask.asked import SIDES, asked
from companion.rules.combat import battle_retreats
from companion.rules.commands import (
    Attack,
    Command,
    CorrectBoard,
    EndTurn,
    FinishAction,
    RollAtreidesDice,
    RollHarkonnenDice,
    SpendDie,
)
from companion.rules.frames import BattleFrame, BattleStage
from companion.rules.state import ATREIDES, HARKONNEN
from tests.browser.chromium import PATIENCE
from tests.browser.conftest import LOOK, Phone
from tests.browser.teams import (
    DEPLOYMENT,
    HOUSE,
    LEADERSHIP,
    MENTAT,
    PEOPLE,
    STRATEGY,
    share_out,
    share_out_atreides,
    sit_down,
)

pytestmark = [pytest.mark.browser, pytest.mark.calm, pytest.mark.slow]

MOST = 90
"""So many taps a round may take."""
DICE = ("form[action$='/do/spend'] button", "form[action$='/do/their-die'] button")
FACES = "form[action*='/do/'] button[data-add]:not([disabled])"
"""What enters a die of the table."""
SENSIBLE = (
    "form[action$='/do/end-turn'] button",
    "form[action$='/do/their-finish'] button",
    "form[action$='/do/their-end'] button",
    *DICE,
    "form[action*='/do/'] :is(.btn.go, button.btn):not([type=button], [disabled], [aria-disabled='true'])",
    "form[action*='/do/'] button:is(.key, .opt)",
    "a.key",
    FACES,
)
"""What is tapped of a step, the first that is there: ends of turns and actions, dice, then what the step asks for."""
PRINTED_DICE = dict(zip(Subfaction, (4, 4, 2, 2), strict=True))
"""So many dice each part spends of its own dashboard."""
FIELD, NEAR = AREA_NUMBER["gara_kulon"], AREA_NUMBER["ne_15"]
CORRINO_DICE = (STRATEGY, STRATEGY, DEPLOYMENT, DEPLOYMENT)
THEIR_DICE = (LEADERSHIP, *CORRINO_DICE, MENTAT, MENTAT, HOUSE)
OUR_DICE, FREMEN_DICE = (LEADERSHIP, STRATEGY, MENTAT, HOUSE), (STRATEGY, MENTAT)
WHERE = "const main = document.getElementById('main'); return [Number(main.dataset.seq), main.dataset.turn ?? '']"


def comes_to(phone: Phone, seq: int) -> bool:
    """Waits until the phone shows this place of the log; returns whether it says that the turn is its own."""

    def there(_driver: object) -> bool:
        if phone.find("#main .btn.go", "The board is right"):
            phone.tap("The board is right")
        return bool(phone.driver.execute_script(WHERE)[0] == seq)

    WebDriverWait(phone.driver, PATIENCE, LOOK).until(there, f"{seq}: {phone.title}")
    return bool(phone.driver.execute_script(WHERE)[1] == "mine")


@pytest.mark.rule("TEAM-3", "TEAM-4", "TEAM-5")
def test_TEAM_4_four_phones_play_a_round_to_its_end_each_for_its_own_part(phone_with: Callable[..., Phone]) -> None:
    named = sit_down(phone_with)
    phones = {PEOPLE[name]: phone for name, phone in named.items()}
    share_out(named["Ola"], "Ola")
    share_out_atreides(named["Ewa"])
    taps, asked_of = play(phones, lambda state: state.round == 2)
    dice = Counter(part for css, part in taps if css in DICE)
    assert dice == PRINTED_DICE
    assert asked_of >= {*map(frozenset, SIDES), *(frozenset({part}) for part in Subfaction)}


@pytest.mark.rule("TEAM-2", "TEAM-4", "BATTLE-3")
def test_TEAM_2_four_phones_fight_a_battle_to_its_end_in_which_both_sides_are_asked(
    phone_with: Callable[..., Phone],
) -> None:
    named = sit_down(phone_with)
    phones, any_phone = {PEOPLE[name]: phone for name, phone in named.items()}, named["Ola"]
    arrange(any_phone, RollHarkonnenDice(THEIR_DICE, CORRINO_DICE), RollAtreidesDice(OUR_DICE, fremen=FREMEN_DICE))
    arrange(any_phone, SpendDie(LEADERSHIP, LEADERSHIP), FinishAction(), EndTurn())
    state = any_phone.state.with_army(ATREIDES, FIELD, Army(regular=3)).with_army(HARKONNEN, NEAR, Army(regular=4))
    arrange(any_phone, CorrectBoard(replace(state, reinforcements=2, cards=replace(state.cards, hand=2))))
    arrange(any_phone, SpendDie(STRATEGY, STRATEGY, HARKONNEN, corrino=True), Attack(HARKONNEN, NEAR, FIELD))
    assert isinstance(any_phone.state.frame, BattleFrame)
    for phone in phones.values():
        phone.open(f"/g/{any_phone.game}")
    _taps, asked_of = play(phones, lambda state: not any(isinstance(one, BattleFrame) for one in state.frames))
    assert asked_of >= set(map(frozenset, SIDES))
    assert any_phone.state != state


def arrange(phone: Phone, *commands: Command) -> None:
    """Carries out commands as a device of the table does, which may do what is for either side."""
    table, game = phone.server.table, phone.game
    everybody = replace(table.games.seats(game)[0], parts=frozenset())
    seq = table.load(game).seq
    table.submit(game, everybody, seq, f"arranged-{seq}", commands, True)


def play(
    phones: Mapping[Subfaction, Phone], until: Callable[[State], bool]
) -> tuple[list[tuple[str, Subfaction]], set[frozenset[Subfaction]]]:
    """Taps what is live on phones that are asked, which no other believes of itself; returns taps and who was asked."""
    table, game = phones[Subfaction.HOUSE_HARKONNEN].server.table, phones[Subfaction.HOUSE_HARKONNEN].game
    taps: list[tuple[str, Subfaction]] = []
    asked_of: set[frozenset[Subfaction]] = set()
    while not until((loaded := table.load(game)).state):
        assert len(taps) < MOST, loaded.state.frame
        may = asked(loaded.state)
        asked_of.add(may)
        mine = {part for part, phone in phones.items() if comes_to(phone, loaded.seq)}
        assert mine == may, loaded.state.frame
        live = [(css, part) for css in SENSIBLE for part in sorted(may) if phones[part].find(f"#main {css}")]
        frame = loaded.state.frame
        if not live and isinstance(frame, BattleFrame) and frame.stage is BattleStage.DESTINATION:
            phones[min(may)].tap_area(AREA_IDS[next(members(battle_retreats(loaded.state, frame)))])
            taps.append(("map", min(may)))
            continue
        assert live, (frame, phones[min(may)].title)
        css, part = live[0]
        (phones[part].touch if css == FACES else phones[part].tap)(css=f"#main {css}")
        taps.append((css, part))
    for phone in phones.values():
        assert not [error for error in phone.errors() if "navigator.vibrate" not in error]
    return taps, asked_of
