"""The quick set-up and the app's rolls: repeatable, within the box, and through the same checks as anything else."""

from collections import Counter

import pytest

from companion.board import SETTLEMENT_MASK, members
from companion.content import ASSUMPTIONS, DICE, TACTICAL_CARDS
from companion.content.terms import Marker, Result, Wormsign
from companion.rules.army import Army
from companion.rules.commands import BeginGame, DrawTactical, PlaceStartingFigures
from companion.rules.frames import RoundStartFrame, SetupFrame
from companion.rules.state import HARKONNEN, State
from companion.service import Chance, DiceBy, GameSettings, SetUp, Table, starting_figures

SEEDS = range(40)
SETTLEMENTS = tuple(members(SETTLEMENT_MASK))


def test_a_roll_depends_on_seed_place_and_purpose_only() -> None:
    rolls = {
        (seed, seq, purpose): Chance(seed, seq).combat_faces(20, purpose)
        for seed in (1, 2)
        for seq in (1, 2)
        for purpose in ("attacker", "defender")
    }
    assert all(Chance(seed, seq).combat_faces(20, purpose) == faces for (seed, seq, purpose), faces in rolls.items())
    assert len(set(rolls.values())) == len(rolls)


@pytest.mark.rule("SETUP-2")
def test_SETUP_2_every_token_is_used_once() -> None:
    for seed in SEEDS:
        placed = starting_figures(Chance(seed, 1), SETTLEMENTS)
        assert [command.area for command in placed] == list(SETTLEMENTS)
        total = sum((command.figures for command in placed), Army())
        tokens = ASSUMPTIONS.harkonnen_black + ASSUMPTIONS.harkonnen_silver
        assert total == Army(
            sum(token.regular for token in tokens),
            sum(token.elite for token in tokens),
            sum(token.special for token in tokens),
            generic=sum(token.bashar for token in tokens),
        )


@pytest.mark.rule("MAHDI-START-2")
@pytest.mark.parametrize("dice", DiceBy)
def test_MAHDI_START_2_the_quick_set_up_leads_to_the_first_decision(table: Table, dice: DiceBy) -> None:
    for number in range(10):
        game, seat = table.create_game(
            GameSettings("Quick", dice=dice, set_up=SetUp.QUICK), "device", "Ola", f"key-{number}"
        )
        loaded = table.load(game.id)
        state = loaded.state
        assert all(state.army(HARKONNEN, area) for area in SETTLEMENTS)
        assert not isinstance(state.frame, SetupFrame)
        by_hand = dice is DiceBy.HAND
        assert isinstance(state.frame, RoundStartFrame) is by_hand
        assert (state.target_sietch is None) is by_hand
        undone = table.undo(game.id, seat, loaded.seq, "undo-1")
        assert isinstance(undone.state.frame, SetupFrame)


def test_the_quick_set_up_gives_commands_that_a_player_could_give(table: Table) -> None:
    game, _ = table.create_game(GameSettings("Quick", dice=DiceBy.APP, set_up=SetUp.QUICK), "device")
    command = table.load(game.id).timeline.steps[-1].batch.command
    names = [kind.__name__ for kind in (PlaceStartingFigures, BeginGame, DrawTactical)]
    assert command.split() == names


@pytest.mark.rule("MAHDI-TURN-1")
def test_MAHDI_TURN_1_a_result_shown_three_times_is_not_rolled_again() -> None:
    spent = State(harkonnen_spent=(Result.STRATEGY,) * 3 + (Result.LEADERSHIP,) * 2)
    seen = {Chance(seed, 1).harkonnen_die(spent) for seed in SEEDS}
    assert seen == {Result.LEADERSHIP, Result.DEPLOYMENT, Result.MENTAT, Result.HOUSE}


def test_dice_show_only_their_faces() -> None:
    faces = Counter(face for seed in SEEDS for face in Chance(seed, 1).combat_faces(6, "x"))
    assert set(faces) == set(DICE.combat)
    assert max(faces, key=lambda face: faces[face]) == "hit"
    assert {result for seed in SEEDS for result in Chance(seed, 1).atreides_dice(4)} == set(Result)


@pytest.mark.rule("BATTLE-4")
def test_BATTLE_4_a_roll_counts_its_faces_and_keeps_the_bonus_apart() -> None:
    chance = Chance(5, 9)
    roll, faces = chance.combat(6, "attacker", bonus=1), chance.combat_faces(6, "attacker")
    assert roll.dice == 6
    assert [roll.hit, roll.shield, roll.special] == [faces.count(face) for face in ("hit", "shield", "special")]
    assert roll.bonus == 1


def test_cards_and_tokens_are_drawn_without_replacement() -> None:
    drawn = list[str]()
    for _ in TACTICAL_CARDS:
        drawn.append(Chance(3, 1).tactical(drawn))
    assert sorted(drawn) == sorted(TACTICAL_CARDS)
    with pytest.raises(ValueError, match="no card is left"):
        Chance(3, 1).tactical(drawn)
    taken = list[Marker]()
    for _ in range(6):
        taken.append(Chance(3, 1).station(taken))
    assert Counter(taken) == Counter(ASSUMPTIONS.stations)
    with pytest.raises(ValueError, match="no token is left"):
        Chance(3, 1).station(taken)
    turned = list[Wormsign]()
    for area in range(16):
        turned.append(Chance(3, 1).wormsign(area, turned))
    assert Counter(turned) == Counter(ASSUMPTIONS.wormsigns)
