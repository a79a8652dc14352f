"""What lies facedown is turned before a battle, and by its owner's choice."""

from dataclasses import replace

import pytest

from companion.content.terms import Deck, Faction, Power
from companion.rules import execute
from companion.rules.army import Army
from companion.rules.commands import Advance, RevealSietch, RevealTokens
from companion.rules.engine import evolve
from companion.rules.events import BattleEnded, CardDiscarded, CardsDrawn, TokensRevealed
from companion.rules.frames import BattleStage, Cause, RevealTokensFrame, StackingFrame, TurnFrame
from companion.rules.state import Mode, Rules, Sietch, State
from tests.rules.battle.table import (
    ATREIDES,
    HARKONNEN,
    area,
    army,
    attack,
    codes,
    duel,
    events,
    fight,
    play,
    position,
    stage,
    turn,
    unusual,
    zone,
)

HIDDEN = (Sietch(area("gara_kulon")),)


def assault(defender: Army, **changes: object) -> State:
    """A solo Harkonnen attack on Gara Kulon, whose sietch token lies facedown."""
    state = position({"ne_14": Army(regular=2, tokens=2)}, {"gara_kulon": defender}, *turn(HARKONNEN), sietches=HIDDEN)
    state = replace(state, black_tokens=5, silver_tokens=5)
    return attack(replace(state, **changes), HARKONNEN, "ne_14", "gara_kulon")  # type: ignore[arg-type]


def tokens(side: int, where: str, count: int, figures: Army, colour: str | None = None) -> RevealTokens:
    return RevealTokens((HARKONNEN, ATREIDES)[side], area(where), count, figures, colour)


@pytest.mark.rule("BATTLE-2", tries=True)
def test_BATTLE_2_the_round_begins_once_nothing_of_the_battle_lies_facedown() -> None:
    state = assault(Army(regular=1, tokens=2))
    assert stage(state) is BattleStage.REVEAL
    state = play(state, tokens(0, "ne_14", 2, Army(regular=2, elite=1, generic=1)))
    assert stage(state) is BattleStage.REVEAL
    state = play(state, RevealSietch(area("gara_kulon"), 3))
    assert stage(state) is BattleStage.REVEAL
    state = play(state, tokens(1, "gara_kulon", 1, Army(regular=1, elite=1)))
    assert stage(state) is BattleStage.REVEAL
    state = play(state, tokens(1, "gara_kulon", 1, Army(special=1)))
    assert stage(state) is BattleStage.ROLL
    assert army(state, HARKONNEN, "ne_14") == Army(regular=4, elite=1, generic=1)
    assert army(state, ATREIDES, "gara_kulon") == Army(regular=2, elite=1, special=1)
    sietch = state.sietch(area("gara_kulon"))
    assert sietch == Sietch(area("gara_kulon"), 3, revealed=True)


@pytest.mark.rule("BATTLE-2")
def test_BATTLE_2_tokens_elsewhere_stay_facedown() -> None:
    state = assault(Army(regular=1))
    other = replace(state.with_army(ATREIDES, area("ne_15"), Army(tokens=1)))
    assert codes(other, tokens(1, "ne_15", 1, Army(regular=1))) == [("TOKEN-1", "not_now")]
    assert codes(other, RevealSietch(area("tasmin_sink"), 1)) == [("SETTLE-1", "no_facedown_sietch")]
    two = assault(Army(regular=1), sietches=(*HIDDEN, Sietch(area("tasmin_sink"))))
    assert codes(two, RevealSietch(area("tasmin_sink"), 1)) == [("BATTLE-2", "not_now")]


@pytest.mark.rule("TOKEN-1", "UNIT-2")
@pytest.mark.parametrize(
    "count, figures, reasons",
    [
        (3, Army(regular=1), [("TOKEN-1", "not_so_many_tokens")]),
        (0, Army(regular=1), [("TOKEN-1", "not_so_many_tokens")]),
        (1, Army(special=9), [("UNIT-2", "not_enough_figures")]),
        (1, Army(regular=-1, elite=2), [("UNIT-2", "negative_count")]),
        (1, Army(regular=1, tokens=1), [("TOKEN-1", "tokens_are_no_figures")]),
        (1, Army(regular=1, named=("stilgar",)), [("TOKEN-1", "named_leader_on_token")]),
        (1, Army(generic=1), [("TOKEN-1", "token_without_units")]),
    ],
)
def test_TOKEN_1_impossible_tokens_are_refused(count: int, figures: Army, reasons: list[tuple[str, str]]) -> None:
    assert codes(assault(Army(tokens=2)), tokens(1, "gara_kulon", count, figures)) == reasons


@pytest.mark.rule("MAHDI-TOKEN-1")
@pytest.mark.parametrize("count, colour", [(3, None), (0, None), (0, "black")])
def test_MAHDI_TOKEN_1_nobody_asks_the_colour_of_tokens_that_are_not_there(count: int, colour: str | None) -> None:
    state = assault(Army(regular=1), black_tokens=3, silver_tokens=3)
    command = tokens(0, "ne_14", count, Army(regular=1), colour)
    assert codes(state, command) == [("MAHDI-TOKEN-1", "not_so_many_tokens")]


NO_TOKENS = [
    (3, Army(regular=1), "not_so_many_tokens"),
    (2, Army(regular=1, tokens=1), "tokens_are_no_figures"),
    (2, Army(regular=1, named=("beast_rabban",)), "named_leader_on_token"),
    (2, Army(generic=1), "token_without_units"),
]


@pytest.mark.rule("MAHDI-TOKEN-1")
@pytest.mark.parametrize("count, figures, code", NO_TOKENS)
def test_MAHDI_TOKEN_1_impossible_tokens_of_the_solo_harkonnen_are_refused(
    count: int, figures: Army, code: str
) -> None:
    assert codes(assault(Army(regular=1)), tokens(0, "ne_14", count, figures)) == [("MAHDI-TOKEN-1", code)]


@pytest.mark.rule("SETUP-2")
@pytest.mark.parametrize("mode", [Mode.DUEL, Mode.TEAM])
@pytest.mark.parametrize("count, figures, code", NO_TOKENS)
def test_SETUP_2_impossible_tokens_of_the_harkonnen_between_people_are_refused(
    mode: Mode, count: int, figures: Army, code: str
) -> None:
    state = replace(assault(Army(regular=1)), mode=mode)
    assert codes(state, tokens(0, "ne_14", count, figures)) == [("SETUP-2", code)]


@pytest.mark.rule("SETTLE-1")
@pytest.mark.parametrize("rank", [0, 4, -1])
def test_SETTLE_1_a_sietch_has_rank_1_to_3(rank: int) -> None:
    assert codes(assault(Army(regular=1)), RevealSietch(area("gara_kulon"), rank)) == [
        ("SETTLE-1", "rank_out_of_range")
    ]


@pytest.mark.rule("SETTLE-1")
def test_SETTLE_1_a_third_sietch_of_rank_3_is_unusual() -> None:
    known = (Sietch(area("gara_kulon")), Sietch(area("windgap"), 3), Sietch(area("tasmin_sink"), 3))
    state = assault(Army(regular=1), sietches=known)
    assert codes(state, RevealSietch(area("gara_kulon"), 3)) == [("SETTLE-1", "too_many_of_rank")]
    assert unusual(state, RevealSietch(area("gara_kulon"), 3))


@pytest.mark.rule("R-16", tries=True)
def test_R_16_another_rank_than_the_one_entered_is_unusual() -> None:
    state = assault(Army(regular=1), sietches=(Sietch(area("gara_kulon"), 2),))
    assert unusual(state, RevealSietch(area("gara_kulon"), 3))
    assert codes(state, RevealSietch(area("gara_kulon"), 2)) == []


@pytest.mark.rule("MAHDI-TOKEN-1")
def test_MAHDI_TOKEN_1_revealed_tokens_go_back_to_the_pool_one_of_each_colour() -> None:
    state = assault(Army(regular=1))
    turned = events(state, tokens(0, "ne_14", 2, Army(regular=3)))[0]
    assert turned == TokensRevealed(HARKONNEN, area("ne_14"), 2, Army(regular=3), black=1, silver=1)
    after = play(state, tokens(0, "ne_14", 2, Army(regular=3)))
    assert (after.black_tokens, after.silver_tokens) == (6, 6)


@pytest.mark.rule("MAHDI-TOKEN-1")
def test_MAHDI_TOKEN_1_the_colour_of_one_token_is_asked_only_when_the_board_does_not_tell() -> None:
    state = assault(Army(regular=1))
    single = tokens(0, "ne_14", 1, Army(regular=1))
    assert codes(state, single) == [("MAHDI-TOKEN-1", "colour_needed")]
    assert codes(state, replace(single, colour="grey")) == [("MAHDI-TOKEN-1", "colour_of_one_token")]
    assert codes(state, tokens(0, "ne_14", 2, Army(regular=2), "black")) == [("MAHDI-TOKEN-1", "colour_of_one_token")]
    after = play(state, replace(single, colour="silver"))
    assert (after.black_tokens, after.silver_tokens) == (5, 6)
    assert codes(after, single) == []
    assert play(after, single).black_tokens == 6


@pytest.mark.rule("STACK-1", "R-34", "MAHDI-TOKEN-1")
def test_R_34_the_solo_harkonnen_lose_their_weakest_units_after_revealing() -> None:
    state = assault(Army(regular=1), sietches=(Sietch(area("gara_kulon"), 2, revealed=True),))
    state = play(state, tokens(0, "ne_14", 2, Army(regular=1, elite=3, special=2)))
    assert army(state, HARKONNEN, "ne_14") == Army(regular=1, elite=3, special=2)
    assert stage(state) is BattleStage.ROLL


@pytest.mark.rule("STACK-1", "BAN-2")
def test_STACK_1_the_choam_ban_counts_after_revealing_too() -> None:
    state = assault(
        Army(regular=1),
        sietches=(Sietch(area("gara_kulon"), 2, revealed=True),),
        bans=frozenset({Power.CHOAM}),
    )
    state = play(state, tokens(0, "ne_14", 2, Army(elite=4)))
    assert army(state, HARKONNEN, "ne_14") == Army(regular=1, elite=4)


@pytest.mark.rule("STACK-1")
def test_STACK_1_the_atreides_player_chooses_the_excess() -> None:
    state = assault(Army(regular=4, tokens=2))
    state = play(state, tokens(1, "gara_kulon", 1, Army(regular=2)))
    assert stage(state) is BattleStage.REVEAL
    state = play(state, tokens(1, "gara_kulon", 1, Army(elite=2)))
    assert state.frame == StackingFrame(ATREIDES, area("gara_kulon"), 2)


@pytest.mark.rule("SETTLE-2", tries=True)
def test_SETTLE_2_an_undefended_sietch_falls_without_a_roll_once_its_token_is_turned() -> None:
    state = duel({"ne_14": Army(regular=1)}, {}, *turn(HARKONNEN), sietches=HIDDEN)
    state = attack(state, HARKONNEN, "ne_14", "gara_kulon")
    assert stage(state) is BattleStage.REVEAL
    reveal = RevealSietch(area("gara_kulon"), 2)
    assert BattleEnded(area("gara_kulon"), HARKONNEN, "undefended") in events(state, reveal)
    state = play(state, reveal)
    assert stage(state) is BattleStage.ADVANCE
    assert state.sietch(area("gara_kulon")) is not None
    state = play(state, Advance(True))
    assert state.sietch(area("gara_kulon")) is None
    assert state.supremacy == 2


@pytest.mark.rule("SETTLE-2", "BATTLE-11")
def test_SETTLE_2_who_stays_outside_destroys_nothing() -> None:
    state = duel({"ne_14": Army(regular=1)}, {}, *turn(HARKONNEN))
    state = play(attack(state, HARKONNEN, "ne_14", "gara_kulon"), Advance(False))
    assert state.sietch(area("gara_kulon")) is not None
    assert army(state, HARKONNEN, "ne_14") == Army(regular=1)
    assert state.supremacy == 0


@pytest.mark.rule("FREE-1")
def test_FREE_1_atreides_turn_their_tokens_in_their_own_turn_only() -> None:
    own = duel({}, {"ne_11": Army(tokens=1)}, *turn(ATREIDES))
    command = tokens(1, "ne_11", 1, Army(regular=1, elite=1))
    assert army(play(own, command), ATREIDES, "ne_11") == Army(regular=1, elite=1)
    assert events(own, command)[0] == TokensRevealed(ATREIDES, area("ne_11"), 1, command.figures)
    foreign = duel({}, {"ne_11": Army(tokens=1)}, *turn(HARKONNEN))
    assert codes(foreign, command) == [("TOKEN-1", "not_now")]
    assert codes(own, replace(command, area=area("ne_12"))) == [("TOKEN-1", "not_so_many_tokens")]


@pytest.mark.rule("FREE-1", "STACK-1")
def test_STACK_1_excess_of_a_token_turned_by_choice_goes_at_once() -> None:
    state = duel({}, {"ne_11": Army(regular=4, tokens=2)}, *turn(ATREIDES))
    state = play(state, tokens(1, "ne_11", 1, Army(regular=2)))
    assert state.frame == StackingFrame(ATREIDES, area("ne_11"), 1)


@pytest.mark.rule("FREE-2", "STACK-1")
def test_STACK_1_excess_of_tokens_that_were_scouted_goes_at_once() -> None:
    scouted = RevealTokensFrame(ATREIDES, area("ne_11"), Cause.REVEAL)
    state = duel({}, {"ne_11": Army(regular=5, tokens=1)}, *turn(HARKONNEN), scouted)
    state = play(state, tokens(1, "ne_11", 1, Army(regular=2)))
    assert state.frame == StackingFrame(ATREIDES, area("ne_11"), 1)


@pytest.mark.rule("LEADER-1", "TOKEN-1")
def test_LEADER_1_tokens_without_units_leave_nobody_to_fight() -> None:
    state = duel({"ne_14": Army(regular=1)}, {"ne_12": Army(tokens=1, generic=1)}, *turn(HARKONNEN))
    state = attack(state, HARKONNEN, "ne_14", "ne_12")
    state = play(state, tokens(1, "ne_12", 1, Army()), anyway=True)
    assert army(state, ATREIDES, "ne_12") == Army()
    assert stage(state) is BattleStage.ADVANCE


@pytest.mark.rule("LEADER-1", "TOKEN-1", "BATTLE-10")
@pytest.mark.parametrize("garrison, winner, how", [(1, HARKONNEN, "eliminated"), (0, None, "both")])
def test_LEADER_1_an_attack_by_tokens_without_units_is_over(garrison: int, winner: Faction | None, how: str) -> None:
    legions = {"carthag": Army(regular=1)} if garrison else {}
    state = position(legions, {"cne_1": Army(tokens=1)}, *turn(ATREIDES), reinforcements=3)
    state = attack(state, ATREIDES, "cne_1", "carthag")
    empty = tokens(1, "cne_1", 1, Army())
    after, found = execute(state, empty, record_anyway=True)
    assert BattleEnded(area("carthag"), winner, how) in found
    assert after.frames == (TurnFrame(ATREIDES, acted=True, spent_die=True),)
    assert (army(after, HARKONNEN, "carthag").units, after.reinforcements) == (garrison, 3)
    assert after.settlements == state.settlements


@pytest.mark.rule("LEADER-1", "MAHDI-TOKEN-1", "BATTLE-10")
def test_LEADER_1_the_solo_harkonnen_whose_tokens_hold_no_unit_are_eliminated_and_burn_no_card() -> None:
    legions = {"ne_14": Army(tokens=2)}, {"ne_12": Army(regular=1)}
    state = position(*legions, *turn(HARKONNEN), reinforcements=3, black_tokens=5, silver_tokens=5)
    state = attack(state, HARKONNEN, "ne_14", "ne_12")
    after, found = execute(state, tokens(0, "ne_14", 2, Army()), record_anyway=True)
    assert BattleEnded(area("ne_12"), ATREIDES, "eliminated") in found
    assert (after.frames, after.reinforcements) == ((TurnFrame(ATREIDES),), 3)


@pytest.mark.rule("MAHDI-TOKEN-1")
def test_MAHDI_TOKEN_1_harkonnen_tokens_are_not_turned_without_a_reason() -> None:
    state = position({"ne_11": Army(tokens=2)}, {}, *turn(HARKONNEN))
    command = tokens(0, "ne_11", 2, Army(regular=2))
    for whose in (HARKONNEN, ATREIDES):
        assert codes(replace(state, frames=turn(whose)), command) == [("MAHDI-TOKEN-1", "not_now")]
    asked = replace(state, frames=(*state.frames, RevealTokensFrame(HARKONNEN, area("ne_11"), Cause.HOUSE)))
    after = play(asked, command)
    assert after.frames == state.frames
    assert army(after, HARKONNEN, "ne_11") == Army(regular=2)


@pytest.mark.rule("SETUP-2")
@pytest.mark.parametrize("mode", [Mode.DUEL, Mode.TEAM])
def test_SETUP_2_between_people_the_harkonnen_turn_no_tokens_after_the_set_up(mode: Mode) -> None:
    state = replace(duel({"ne_11": Army(tokens=2)}, {}, *turn(HARKONNEN)), mode=mode)
    assert codes(state, tokens(0, "ne_11", 2, Army(regular=2))) == [("SETUP-2", "not_now")]


@pytest.mark.rule("MAHDI-REVEAL-1")
def test_MAHDI_REVEAL_1_each_token_turned_voluntarily_gives_the_harkonnen_a_card() -> None:
    state = position({}, {"ne_11": Army(tokens=3)}, *turn(ATREIDES), sietches=HIDDEN)
    drawn = events(state, tokens(1, "ne_11", 3, Army(regular=3)))[1:4]
    decks = (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY, Deck.HOUSE_HARKONNEN)
    assert drawn == tuple(CardsDrawn(deck, 1, to_reinforcements=True, turned=True) for deck in decks)
    after = play(replace(state, discard_top=Deck.HOUSE_HARKONNEN), RevealSietch(area("gara_kulon"), 1))
    assert after.reinforcements == 1
    assert after.cards.decks[tuple(Deck).index(Deck.CORRINO_ALLY)] == 17


@pytest.mark.rule("MAHDI-REVEAL-1", "MAHDI-CARD-1")
def test_MAHDI_REVEAL_1_tokens_turned_one_by_one_bring_cards_of_both_decks_in_turn() -> None:
    state = position({}, {"ne_11": Army(tokens=3)}, *turn(ATREIDES), sietches=HIDDEN)
    state = replace(state, discard_top=Deck.HOUSE_HARKONNEN)
    found = []
    for command in (*(tokens(1, "ne_11", 1, Army(regular=1)),) * 2, RevealSietch(area("gara_kulon"), 1)):
        found += [event.deck for event in events(state, command) if isinstance(event, CardsDrawn)]
        state = play(state, command)
    assert found == [Deck.CORRINO_ALLY, Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY]
    discarded = evolve(state, CardDiscarded("troop_carriers", Deck.CORRINO_ALLY))
    again = events(discarded, tokens(1, "ne_11", 1, Army(regular=1)))
    assert [event.deck for event in again if isinstance(event, CardsDrawn)] == [Deck.HOUSE_HARKONNEN]


@pytest.mark.rule("MAHDI-REVEAL-1", "BAN-2")
def test_MAHDI_REVEAL_1_no_card_under_the_spacing_guild_ban_or_when_attacked() -> None:
    command = tokens(1, "ne_11", 1, Army(regular=1))
    banned = position({}, {"ne_11": Army(tokens=1)}, *turn(ATREIDES), bans=frozenset({Power.SPACING_GUILD}))
    assert play(banned, command).reinforcements == 0
    forced = assault(Army(tokens=1))
    forced = play(forced, tokens(1, "gara_kulon", 1, Army(regular=1)), RevealSietch(area("gara_kulon"), 1))
    assert forced.reinforcements == 0


@pytest.mark.rule("MAHDI-REVEAL-1")
def test_MAHDI_REVEAL_1_an_ornithopter_watches_its_sectors() -> None:
    state = position({}, {"ne_11": Army(tokens=1)}, *turn(ATREIDES), sietches=HIDDEN, ornithopters=(zone("az_ne"),))
    for command in (tokens(1, "ne_11", 1, Army(regular=1)), RevealSietch(area("gara_kulon"), 1)):
        assert codes(state, command) == [("MAHDI-REVEAL-1", "watched_by_ornithopter")]
        assert unusual(state, command)
        first = replace(state, rules=Rules(first_printing=True))
        assert not unusual(first, command)
        assert codes(replace(state, ornithopters=(zone("az_sw"),)), command) == []


@pytest.mark.rule("FREE-1", "MAHDI-REVEAL-1")
def test_FREE_1_between_people_no_ornithopter_watches_and_no_card_is_drawn_for_a_token() -> None:
    watched = {"ornithopters": (zone("az_ne"),), "sietches": HIDDEN}
    state = duel({}, {"ne_11": Army(tokens=1)}, *turn(ATREIDES), **watched)
    for command in (tokens(1, "ne_11", 1, Army(regular=1)), RevealSietch(area("gara_kulon"), 1)):
        assert codes(state, command) == []
        assert not any(isinstance(event, CardsDrawn) for event in events(state, command))


def test_the_frame_of_a_battle_survives_a_refused_command() -> None:
    state = assault(Army(tokens=1))
    before = fight(state)
    codes(state, tokens(1, "gara_kulon", 5, Army(regular=1)))
    assert fight(state) == before
