"""What a deed's order says and what is left to be told are together what the deed did to the table."""

from dataclasses import fields, replace
from time import perf_counter

import pytest

from companion.content.terms import Deck, Marker, Power, Result, VehicleKind, Wormsign
from companion.rules import execute
from companion.rules.army import Army
from companion.rules.commands import (
    Command,
    StartGame,
    TakeHits,
    TurnWormsign,
)
from companion.rules.events import DiceRolled, Event, SandwormPlaced, VehicleRemoved, WormsignRemoved
from companion.rules.frames import Cause, HazardsFrame, HazardStage, RollSource, SetupFrame
from companion.rules.state import (
    ATREIDES,
    HARKONNEN,
    WILD_MAKER,
    Cards,
    Hidden,
    LeaderStatus,
    Rules,
    Sietch,
    Standing,
    State,
)
from companion.rules.war import Camp, DesertWar
from companion.service import Adjust, Carry, Piece, Place, Setting, Where, differences
from companion.service.telling import TELLS, Deed, Shown, announced, is_told, shown, told_state, untold
from companion.store.codec import COMMAND_TYPES
from solo_bot.orders import next_order
from solo_bot.simulation.play import play_game
from tests.service.physical import NOT_ON_THE_TABLE, done, on_the_table

A, B, C = 3, 7, 11
ON = State(
    sietches=(Sietch(A, 2),),
    leaders=(("chani", LeaderStatus(Standing.TANK, True, 1)), (WILD_MAKER, LeaderStatus(Standing.READY))),
    atreides_results=(Result.HOUSE,),
    cards=Cards(discards=("spies",), attached=("eyes_of_ibad",), burnt=(Deck.CORRINO_ALLY,), tactical=("windgap",)),
)


def area(number: int) -> Place:
    return Place(Where.AREA, number)


def at_war(**pieces: object) -> State:
    """The position with these pieces of Desert War."""
    return replace(ON, desert_war=DesertWar(**pieces))  # type: ignore[arg-type]


CHANGED: dict[str, tuple[State, ...]] = {
    "desert_war.escorts": (at_war(escorts=(1,)), at_war(escorts=(1, 2))),
    "desert_war.suspensors": (at_war(suspensors=(A,)), at_war(suspensors=(A, A, B))),
    "desert_war.launchers": (at_war(launchers=(A,)), at_war(launchers=(A, A))),
    "desert_war.sandriders": (at_war(sandriders=(A,)),),
    "desert_war.camps": (at_war(camps=(Camp(A),)), at_war(camps=(Camp(A), Camp(B)))),
    "desert_war.camps_gone": (at_war(camps_gone=(Marker.JIHAD,)),),
    "desert_war.tokens": (at_war(tokens=2),),
    "desert_war.card_ready": (at_war(card_ready=False),),
    "round": (replace(ON, round=2),),
    "armies": tuple(
        ON.with_army(faction, A, army)
        for faction in (HARKONNEN, ATREIDES)
        for army in (
            Army(escorts=1),
            Army(1),
            Army(0, 1),
            Army(0, 0, 1),
            Army(tokens=1),
            Army(generic=1),
            Army(named=("chani",)),
        )
    ),
    "sietches": tuple(
        replace(ON, sietches=sietches)
        for sietches in ((), (Sietch(B, 2),), (Sietch(A, 2, True),), (Sietch(A, None, True),), (Sietch(A), Sietch(B)))
    ),
    "settlements": (replace(ON, settlements=1),),
    "stations": (replace(ON, stations=1),),
    "harvesters": (replace(ON, harvesters=(A,)),),
    "ornithopters": (replace(ON, ornithopters=(1,)), replace(ON, ornithopters=(1, 1))),
    "carryalls": (replace(ON, carryalls=(1,)),),
    "wormsigns": (replace(ON, wormsigns=(A,)),),
    "sandworms": (replace(ON, sandworms=(A,)),),
    "wild_maker": (replace(ON, wild_maker=A),),
    "atomics": (replace(ON, atomics=A),),
    "harvesting_sector": (replace(ON, harvesting_sector="ne"),),
    "target_sietch": (replace(ON, target_sietch=A),),
    "imperium": tuple(replace(ON, imperium=rows) for rows in ((2, 1, 1), (1, 2, 1), (1, 1, 2))),
    "bans": tuple(replace(ON, bans=frozenset({power})) for power in Power),
    "spice_reserve": (replace(ON, spice_reserve=1),),
    "supremacy": (replace(ON, supremacy=1),),
    "prescience": tuple(replace(ON, prescience=steps) for steps in ((1, 0, 0), (0, 1, 0), (0, 0, 1))),
    "harkonnen_spent": (replace(ON, harkonnen_spent=(Result.HOUSE,)),),
    "harkonnen_unused": (replace(ON, harkonnen_unused=7),),
    "harkonnen_results": (replace(ON, harkonnen_results=(Result.HOUSE,)), replace(ON, harkonnen_results=())),
    "corrino_results": (replace(ON, corrino_results=(Result.HOUSE,)),),
    "fremen_results": (replace(ON, fremen_results=(Result.HOUSE,)),),
    "harkonnen_bene_gesserit_die": (replace(ON, harkonnen_bene_gesserit_die=Result.HOUSE),),
    "atreides_unused": (replace(ON, atreides_unused=3),),
    "atreides_results": (replace(ON, atreides_results=None), replace(ON, atreides_results=(Result.MENTAT,))),
    "bene_gesserit_die": (replace(ON, bene_gesserit_die=Result.HOUSE),),
    "bene_gesserit": (replace(ON, bene_gesserit=(1, 1)), replace(ON, bene_gesserit=(0, 0))),
    "cones": (replace(ON, cones=(1, 0)), replace(ON, cones=(0, 1))),
    "leaders": tuple(
        ON.with_leader("chani", **status)
        for status in (
            {"tank": 2},
            {"card_ready": False},
            {"standing": Standing.READY, "tank": None},
            {"standing": Standing.BOARD, "tank": None},
            {"standing": Standing.REMOVED, "tank": None},
        )
    ),
    "reinforcements": (replace(ON, reinforcements=1),),
    "black_tokens": (replace(ON, black_tokens=5),),
    "silver_tokens": (replace(ON, silver_tokens=5),),
    "atreides_tokens": (replace(ON, atreides_tokens=7),),
    "hawats_scheming_beside_board": (replace(ON, hawats_scheming_beside_board=True),),
    "cards.decks": tuple(
        replace(ON, cards=replace(ON.cards, decks=decks))
        for decks in ((17, 18, 18, 18), (18, 17, 18, 18), (18, 18, 17, 18), (18, 18, 18, 17))
    ),
    "cards.hand": (replace(ON, cards=replace(ON.cards, hand=1)),),
    "cards.discards": tuple(replace(ON, cards=replace(ON.cards, discards=cards)) for cards in ((), ("raid",))),
    "cards.burnt": (replace(ON, cards=replace(ON.cards, burnt=())),),
    "cards.prescience": (replace(ON, cards=replace(ON.cards, prescience=15)),),
    "cards.revealed": (replace(ON, cards=replace(ON.cards, revealed=1)),),
    "cards.attached": (replace(ON, cards=replace(ON.cards, attached=())),),
    "cards.tactical": (replace(ON, cards=replace(ON.cards, tactical=())),),
}
"""For each field of a position that a table shows, other values of it; all of them must be seen."""


def test_every_field_of_a_position_is_judged() -> None:
    names = {field.name for field in fields(State)} - {"cards"} | {f"cards.{field.name}" for field in fields(Cards)}
    names = names - {"desert_war"} | {f"desert_war.{field.name}" for field in fields(DesertWar)}
    assert names == CHANGED.keys() | NOT_ON_THE_TABLE.keys()
    assert not CHANGED.keys() & NOT_ON_THE_TABLE.keys()


@pytest.mark.parametrize("name", CHANGED)
def test_a_change_of_anything_on_the_table_is_a_difference(name: str) -> None:
    for other in CHANGED[name]:
        for before, after in ((ON, other), (other, ON)):
            found = differences(before, after)
            assert found, f"{name}: {before} {after}"
            if name not in ("atreides_results", "atreides_unused"):
                assert done(on_the_table(before), found) == on_the_table(after)


def test_what_lies_on_no_table_is_no_difference() -> None:
    other = replace(
        ON,
        hidden=Hidden(((1, 1, 1),)),
        known_tokens=((A, Army(regular=1)),),
        frames=(SetupFrame(()),),
        rules=Rules(first_printing=True),
        discard_top=Deck.CORRINO_ALLY,
        cards=replace(ON.cards, claimed=1, reinforcement_decks=(Deck.CORRINO_ALLY,)),
    )
    assert differences(ON, other) == ()


def test_every_command_says_what_it_tells() -> None:
    assert TELLS.keys() == {kind.__name__ for kind in COMMAND_TYPES}


def deeds(seed: int) -> list[tuple[State, Command, tuple[Event, ...], State]]:
    found, state = [], State()
    for command in play_game(seed).commands:
        after, events = execute(state, command, record_anyway=True)
        found.append((state, command, events, after))
        state = after
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_told_and_what_is_left_are_what_was_done(seed: int) -> None:
    for before, command, events, after in deeds(seed):
        said = announced(before, (command,))
        left = untold(before, (type(command).__name__,), events, after)
        table = done(on_the_table(before), said)
        table = done(table, [line for line in left if not isinstance(line, Shown)])
        assert table == on_the_table(after), command


@pytest.mark.parametrize("seed", [1])
def test_nothing_told_is_left_and_nothing_left_was_told(seed: int) -> None:
    for before, command, events, after in deeds(seed):
        name = (type(command).__name__,)
        if told_state(before, name, events) == after:
            assert untold(before, name, events, after) == ()


def test_an_order_of_an_older_game_tells_nothing() -> None:
    _state, events = execute(State(), StartGame())
    assert told_state(State(), ("SetUpTheGame",), events) == State()
    assert told_state(State(), ("StartGame",), events) != State()


def test_a_won_attack_leaves_the_sietch_the_marker_and_the_advance_to_be_told() -> None:
    """T-1: nothing of it was on the screen."""
    for before, command, events, after in (deed for seed in range(1, 9) for deed in deeds(seed)):
        left = untold(before, (type(command).__name__,), events, after)
        moved = [
            one for one in left if isinstance(one, Carry) and one.piece is Piece.FIGURES and one.faction is HARKONNEN
        ]
        if isinstance(command, TakeHits) and any(isinstance(one, Carry) and one.piece is Piece.SIETCH for one in left):
            assert moved or after.winner is not None
            assert any(isinstance(one, Adjust) and one.what is Setting.SUPREMACY for one in left)
            return
    raise AssertionError("no sietch fell")


def test_a_worm_taken_from_elsewhere_is_told() -> None:
    """T-6: WORM-3 silently took the first."""
    state = State(frames=(HazardsFrame(HazardStage.REVEAL, (A, B)),), wormsigns=(A, B), sandworms=(C, 20, 21, 22))
    command = TurnWormsign(A, Wormsign.SANDWORM, worm_from=C)
    after, events = execute(state, command, record_anyway=True)
    assert announced(state, (command,)) == (Carry(Piece.WORMSIGN, area(A), Place(Where.SUPPLY)),)
    assert untold(state, ("TurnWormsign",), events, after) == (Carry(Piece.SANDWORM, area(C), area(A)),)


def test_what_the_app_drew_is_shown_and_nothing_of_it_was_told() -> None:
    """T-7: the token was never seen."""
    state = State(frames=(HazardsFrame(HazardStage.REVEAL, (A, B)),), wormsigns=(A, B))
    command = TurnWormsign(A, Wormsign.SANDWORM, source=RollSource.APP)
    after, events = execute(state, command)
    assert announced(state, (command,)) == ()
    assert untold(state, ("TurnWormsign",), events, after) == (
        Shown(WormsignRemoved(A, Wormsign.SANDWORM, Cause.HAZARD, RollSource.APP)),
        Carry(Piece.WORMSIGN, area(A), Place(Where.SUPPLY)),
        Carry(Piece.SANDWORM, Place(Where.SUPPLY), area(A)),
    )


def test_dice_of_the_app_are_shown_and_dice_typed_in_are_not() -> None:
    rolled = DiceRolled(Cause.STORM, HARKONNEN, A, (0, 0, 3), source=RollSource.APP)
    assert shown((rolled, replace(rolled, source=RollSource.TAPPED), replace(rolled, source=None))) == (Shown(rolled),)


def test_a_worm_that_drives_a_legion_off_is_told_but_a_retreat_that_was_ordered_is_not() -> None:
    """The step itself is what the order said; what a worm did besides is not."""
    removed = VehicleRemoved(VehicleKind.CARRYALL, 2, Cause.WORM)
    assert not is_told(Deed(State(), ("SettleWorm",), (removed,)), removed)
    assert is_told(Deed(State(), ("SaveHarvester",), (removed,)), removed)
    assert not is_told(Deed(State(), ("RollBattle",), (SandwormPlaced(A),)), SandwormPlaced(A))


def test_telling_is_cheap() -> None:
    """About a millisecond, measured generously: it is done for every option of an order."""
    times = []
    for before, command, _events, _after in deeds(3)[-120:]:
        start = perf_counter()
        announced(before, (command,))
        times.append(perf_counter() - start)
    assert sorted(times)[len(times) // 2] < 0.01


@pytest.mark.parametrize("seed", [3, 7])
def test_every_order_can_be_told_wherever_a_log_stands(seed: int) -> None:
    """Also between two commands of one deed, where a table never is but a log that is gone through does stop."""
    state = State()
    for command in play_game(seed).commands:
        state, _events = execute(state, command, record_anyway=True)
        order = next_order(state)
        if order is not None:
            for commands in (*(choice.commands for choice in order.choices), order.rest):
                announced(state, commands)
