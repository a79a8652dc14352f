"""A game of two in which both hands are told and a phone plays the side whose turn it is."""

from dataclasses import replace

from companion.board import AREA_NUMBER
from companion.content.terms import Faction, Result
from companion.rules.army import Army
from companion.rules.ask.asked import SIDES
from companion.rules.commands import (
    CorrectBoard,
    EndTurn,
    EndVehicles,
    FinishAction,
    NameHand,
    RollAtreidesDice,
    RollHarkonnenDice,
    SpendDie,
)
from companion.rules.state import ATREIDES, HARKONNEN
from companion.store import Role
from companion.web.devices import COOKIE
from tests.browser.conftest import Phone
from tests.browser.ready import quick_game

THEIRS = (
    "evidence_of_rebellion",
    "forced_recruitment",
    "hawats_scheming",
    "rage_overcame_shaddam_iv_b",
    "reports_of_traitors",
    "troop_carriers",
)
OURS = ("chatt_the_leaper", "shai_hulud", "smugglers_b", "thumpers")
EACH_TWICE = (*Result, *Result)


def turn_of(phone: Phone, side: Faction) -> str:
    """Sits down at a game of two as ``side``, whose turn it is; returns the address of the game."""
    home = quick_game(phone, "app", harkonnen="people").home
    phone.open(home)
    kept = phone.driver.get_cookie(COOKIE)
    assert kept is not None
    dice = EACH_TWICE[: phone.state.harkonnen_unused]
    phone.arrange(EndVehicles(), RollHarkonnenDice(dice))
    phone.arrange(RollAtreidesDice((Result.LEADERSHIP, Result.MENTAT, Result.HOUSE, Result.STRATEGY)))
    if side is HARKONNEN:
        phone.arrange(SpendDie(Result.LEADERSHIP, Result.LEADERSHIP), FinishAction(), EndTurn())
    state = phone.state.with_army(HARKONNEN, AREA_NUMBER["arrakeen"], Army(regular=3, elite=1))
    cards = replace(state.cards, hand=len(OURS))
    phone.arrange(CorrectBoard(replace(state, reinforcements=len(THEIRS), cards=cards)))
    phone.arrange(NameHand(HARKONNEN, THEIRS), NameHand(ATREIDES, OURS))
    table = phone.server.table
    table.games.sit(phone.game, str(kept["value"]), Role.PLAYER, "Ola", table.clock(), SIDES[side])
    phone.open(home)
    phone.taps = 0
    return home
