"""Positions in the middle of actions: legions moved or pushed back, tokens revealed, cards played (R-39, R-40)."""

from companion.content.terms import Deck, Result, Wormsign
from companion.rules import Army, State
from companion.rules.commands import RevealTokens, TurnWormsign
from companion.rules.engine import Draft, settle
from companion.rules.frames import ActionFrame, BattleFrame, BattleStage, CardFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Sietch
from tests.rules.flow import table
from tests.rules.flow.table import area, areas, move, play, position, zone

TWO, SIX = Army(regular=2), Army(regular=6)


def pushed_back(mode: Mode) -> State:
    """A legion entered a wormsign; the worm drives it off, by the choice of the Atreides where there is one."""
    state = position(
        {"nw_14": Army(regular=3, elite=1), "nw_13": Army(elite=1)},
        {"shield_wall_west": TWO},
        *table.turn(HARKONNEN, Result.STRATEGY, moves=2, attack=True),
        mode=mode,
        wormsigns=areas("nw_8"),
    )
    entered = move(HARKONNEN, "nw_14", "nw_8", TWO)
    return play(state, entered, TurnWormsign(area("nw_8"), Wormsign.SANDWORM))


def crowded() -> State:
    """A full legion has moved onto another one, which may leave yet."""
    state = position(
        {},
        {"nw_13": SIX, "nw_14": Army(elite=5, generic=1)},
        *table.turn(ATREIDES, Result.STRATEGY, moves=2, attack=True),
        mode=Mode.DUEL,
        sietches=(),
    )
    return play(state, move(ATREIDES, "nw_13", "nw_14", SIX))


def turned_midway() -> State:
    """Two tokens stand together, one of which moved there; a token that moved elsewhere was turned."""
    state = position(
        {"arsunt": TWO},
        {"nw_13": Army(tokens=2), "nw_14": Army(tokens=1), "cnw_3": Army(tokens=1)},
        *table.turn(ATREIDES, Result.STRATEGY, moves=3, attack=True),
        sietches=(Sietch(area("windgap"), 2),),
    )
    state = play(state, move(ATREIDES, "nw_13", "nw_14", Army(tokens=1)))
    state = play(state, move(ATREIDES, "cnw_3", "csw_1", Army(tokens=1)))
    return play(state, RevealTokens(ATREIDES, area("csw_1"), 1, Army(regular=1, elite=1)))


def retreat_of(defender: Army, mode: Mode) -> State:
    """A legion beside impassable borders may retreat from its attacker."""
    battle = BattleFrame(ATREIDES, area("ne_1"), area("ne_5"), stage=BattleStage.RETREAT)
    return position(
        {"ne_5": defender}, {"ne_1": TWO}, *table.turn(ATREIDES), battle, mode=mode, wormsigns=areas("ne_4")
    )


def their_vehicles(card: str, deck: Deck) -> State:
    """A card places vehicles while some stand on the board."""
    return position(
        {"arsunt": TWO},
        {},
        TurnFrame(HARKONNEN, acted=True, spent_die=True),
        CardFrame(card, deck),
        mode=Mode.DUEL,
        harvesters=areas("ne_5", "ne_11"),
        ornithopters=tuple(sorted((zone("az_ne"), zone("az_east")))),
        sietches=(),
    )


def their_moves(card: str, deck: Deck) -> State:
    """A Harkonnen card that moves legions, in a game of two; one of them has moved onto another."""
    legions = {"nw_13": Army(regular=3, special=1), "nw_14": Army(regular=2, special=2, generic=1)}
    draft = Draft(position(legions, {"cnw_3": TWO}, *table.harkonnen_card(card, deck), mode=Mode.DUEL, sietches=()))
    settle(draft)
    return play(draft.state, move(HARKONNEN, "nw_13", "nw_14", Army(regular=3, special=1)))


def house() -> State:
    action = ActionFrame(HARKONNEN, Result.HOUSE, placements=2, replacements=2)
    return position(
        {"arsunt": TWO},
        {},
        TurnFrame(HARKONNEN, acted=True, spent_die=True),
        action,
        mode=Mode.TEAM,
        harvesters=areas("ne_5"),
        carryalls=(zone("az_ne"),),
        sietches=(),
    )


MIDWAY = {
    "pushed_back": lambda: pushed_back(Mode.DUEL),
    "pushed_back_solo": lambda: pushed_back(Mode.SOLO),
    "crowded": crowded,
    "turned_midway": turned_midway,
    "battle_retreat_two": lambda: retreat_of(Army(regular=1), Mode.DUEL),
    "two_sandmasters": lambda: their_vehicles("sandmasters", Deck.HOUSE_HARKONNEN),
    "two_control_of_the_air": lambda: their_vehicles("full_control_of_the_air", Deck.CORRINO_ALLY),
    "two_sardaukar_pogrom": lambda: their_moves("sardaukar_pogrom", Deck.CORRINO_ALLY),
    "team_house": house,
}
