"""Whole battles with random legions and dice: each goes its way to an ending, and no figure is lost or won."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.content.terms import Faction, Result
from companion.rules import casualties, combat, execute
from companion.rules.army import Army
from companion.rules.ask import battles
from companion.rules.ask import tokens as asked
from companion.rules.ask.battles import open_hits
from companion.rules.commands import (
    Advance,
    CeaseAttack,
    ChooseLeaders,
    Command,
    ContinueAttack,
    DecideRetreat,
    DiscardForDice,
    OrderTank,
    Retreat,
    RevealSietch,
    RevealTokens,
    RollBattle,
    TakeHits,
)
from companion.rules.events import BattleEnded, Event
from companion.rules.frames import BattleFrame, BattleStage, HitsFrame, Roll, StackingFrame, TankFrame
from companion.rules.state import UNIT_TOTALS, Mode, Sietch, State, supply
from tests.rules.battle.table import ATREIDES, HARKONNEN, area, attack, position, turn

ENDINGS = {"eliminated", "ceased", "retreated", "both"}
MOST_STEPS = 200


class Players:
    """Takes every decision at random."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def pick(self, *options: Any) -> Any:
        return self._data.draw(st.sampled_from(options))

    def roll(self, dice: int, bonus: int) -> Roll:
        faces = Counter(self.pick("hit", "hit", "hit", "shield", "shield", "special") for _ in range(dice))
        return Roll(faces["hit"], faces["shield"], faces["special"], bonus)

    def next(self, state: State) -> Command:
        frame = state.frame
        if isinstance(frame, HitsFrame):
            return self.hits(state)
        if isinstance(frame, TankFrame):
            return OrderTank(frame.faction, self.pick(frame.leaders, frame.leaders[::-1]))
        assert isinstance(frame, BattleFrame), frame
        match frame.stage:
            case BattleStage.REVEAL:
                return self.turned(state, frame)
            case BattleStage.CARDS:
                side = battles.side_to_discard(frame) or 0
                faction = combat.faction_of(frame, side)
                most = min(combat.missing_dice(state, frame, side), battles.cards_in_hand(state, faction))
                return DiscardForDice(faction, self.pick(*range(most + 1)))
            case BattleStage.ROLL:
                dice = [combat.battle_dice(state, frame, side) for side in (0, 1)]
                return RollBattle(self.roll(dice[0].total, dice[0].bonus), self.roll(dice[1].total, 0))
            case BattleStage.LEADERS:
                side = battles.side_to_choose(frame) or 0
                faction = combat.faction_of(frame, side)
                leaders = combat.leaders_of(faction, combat.legion_of(state, frame, side))
                return ChooseLeaders(faction, leaders[-battles.specials_left(frame, side) :])
            case BattleStage.CASUALTIES:
                return self.hits(state)
            case BattleStage.CONTINUE:
                return CeaseAttack() if self.pick(True, False, False) else ContinueAttack()
            case BattleStage.RETREAT:
                return DecideRetreat(self.pick(True, False))
            case BattleStage.DESTINATION:
                allowed = combat.battle_retreats(state, frame)
                return Retreat(self.pick(*[n for n in range(101) if allowed >> n & 1]))
            case BattleStage.ADVANCE:
                return Advance(self.pick(True, False))

    def turned(self, state: State, frame: BattleFrame) -> Command:
        sietch = asked.due_sietch(state)
        if sietch is not None:
            return RevealSietch(sietch.area, self.pick(1, 2, 3))
        faction, where = asked.due(state)[0]
        army = state.army(faction, where)
        assert army is not None
        tokens = army.tokens if faction is HARKONNEN else 1
        room = state.stacking_limit(faction) - army.units
        return RevealTokens(faction, where, tokens, Army(regular=tokens + min(room, self.pick(0, 1))))

    def hits(self, state: State) -> Command:
        due = open_hits(state)
        assert due is not None
        faction, where, hits, _ = due
        if self.pick(True, False):
            return TakeHits(faction, combat.proposed_removal(state, faction, where, hits))
        army = state.army(faction, where)
        assert army is not None
        regulars = supply(state, faction).regular
        removed: list[str] = []
        if faction is HARKONNEN and state.mode is Mode.SOLO:
            return TakeHits(faction, self.pick(*casualties.mahdi_removals(army, hits, regulars)))
        while len(removed) < hits and army.units:
            entries = ("regular", "elite", "special", "naib", *army.named)
            steps = {entry: casualties.after_hit(army, entry, regulars) for entry in entries}
            entry = self.pick(*[entry for entry, step in steps.items() if step])
            army, regulars = steps[entry] or (army, regulars)
            removed.append(entry)
        return TakeHits(faction, tuple(removed))


def fought(state: State, players: Players) -> tuple[State, list[Event]]:
    """Plays the battle on top to its end."""
    log: list[Event] = []
    depth = len(state.frames) - 1
    for _ in range(MOST_STEPS):
        if len(state.frames) <= depth or not isinstance(state.frame, BattleFrame | HitsFrame | TankFrame):
            return state, log
        state, found = execute(state, players.next(state))
        log.extend(found)
    raise AssertionError(f"no end after {MOST_STEPS} steps: {state.frames}")


def legions(named: tuple[str, ...], tokens: int) -> st.SearchStrategy[Army]:
    few = st.integers(0, 2)
    leaders = st.lists(st.sampled_from(named), unique=True, max_size=2).map(lambda names: tuple(sorted(names)))
    built = st.builds(
        Army, regular=few, elite=few, special=st.integers(0, 1), tokens=st.sampled_from((0, tokens)), generic=few
    )
    return st.tuples(built, leaders).map(lambda pair: pair[0] + Army(named=pair[1])).filter(lambda army: army.units > 0)


HARKONNEN_LEGIONS = legions(("baron_harkonnen", "beast_rabban"), 2)
ATREIDES_LEGIONS = legions(("paul_atreides", "stilgar"), 1)


def check_balance(state: State) -> None:
    """UNIT-2: what stands on the board and in the supply is what the box holds; nobody is over the limit or alone."""
    for faction in Faction:
        box = supply(state, faction)
        armies = [army for _, army in state.legions(faction)]
        for index, kind in enumerate(("regular", "elite", "special", "generic")):
            on_board = sum(getattr(army, kind) for army in armies)
            assert on_board + getattr(box, kind) == UNIT_TOTALS[faction][index]
        assert all(0 < army.units <= state.stacking_limit(faction) for army in armies)


@pytest.mark.rule("BATTLE-10", "BATTLE-2", "BATTLE-8", "BATTLE-9", "BATTLE-11")
@given(st.data(), HARKONNEN_LEGIONS, ATREIDES_LEGIONS, st.sampled_from((Mode.SOLO, Mode.DUEL)), st.booleans())
@pytest.mark.slow
def test_BATTLE_10_every_battle_ends_in_one_of_four_ways(
    data: st.DataObject, harkonnen: Army, atreides: Army, mode: Mode, surprise: bool
) -> None:
    players = Players(data)
    attacker = players.pick(HARKONNEN, ATREIDES)
    places = players.pick(("ne_14", "gara_kulon"), ("ne_12", "ne_13"), ("carthag", "cne_1"))
    state = position(
        {places[0]: harkonnen},
        {places[1]: atreides},
        *turn(attacker, Result.LEADERSHIP, surprise=surprise),
        mode=mode,
        hand=3,
        reinforcements=3,
        black_tokens=5,
        silver_tokens=5,
        sietches=(Sietch(area("gara_kulon")),),
    )
    source, target = places if attacker is HARKONNEN else places[::-1]
    state = attack(state, attacker, source, target)
    if not isinstance(state.frame, BattleFrame):
        assert 2 * combat.fine_power(harkonnen) <= combat.fine_power(atreides)
        return
    state, log = fought(state, players)
    (ending,) = [event for event in log if isinstance(event, BattleEnded)]
    assert ending.how in ENDINGS
    assert (ending.winner is None) is (ending.how == "both")
    if not isinstance(state.frame, StackingFrame):
        check_balance(state)
