"""What a position says of both sides: dice, hands, tokens, partners, prescience cards, whose turn it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.content.terms import Deck, Phase, Result
from companion.rules import Army, check, execute
from companion.rules.commands import ClaimPrescience, Command, NamePrescience, PlayAtreidesCard
from companion.rules.engine import evolve
from companion.rules.events import CardPlayed, CardsDrawn, HandDiscarded, PrescienceClaimed, PrescienceCleared
from companion.rules.frames import Cause, EndFrame, EndStage, TurnFrame
from companion.rules.positions.reading import read_position
from companion.rules.positions.writing import write_position
from companion.rules.state import ATREIDES, HARKONNEN, State

HAND = ["shai_hulud", "stillsuits"]


def codes(state: State, command: Command) -> list[str]:
    return [reason.code for reason in check(state, command)]


def test_dice_hands_and_tokens_of_both_sides_arrive() -> None:
    given: dict[str, Any] = {
        "mode": "duel",
        "turn": "harkonnen",
        "atreides": {"dice": ["house", "strategy"], "hand": 3, "tokens": 5, "bene_gesserit": 2},
        "harkonnen": {"dice": ["mentat", "leadership", "mentat"], "hand": 4, "bene_gesserit": 1},
    }
    state = read_position(given)
    assert state.atreides_results == (Result.STRATEGY, Result.HOUSE)
    assert (state.atreides_unused, state.cards.hand, state.atreides_tokens) == (2, 3, 5)
    assert state.harkonnen_results == (Result.LEADERSHIP, Result.MENTAT, Result.MENTAT)
    assert (state.harkonnen_unused, state.reinforcements, state.bene_gesserit) == (3, 4, (1, 2))
    assert state.frames == (TurnFrame(HARKONNEN),)
    written = write_position(state)
    assert {key: written[key] for key in ("turn", "atreides", "harkonnen")} == {
        "turn": "harkonnen",
        "atreides": {"dice": ["strategy", "house"], "hand": 3, "tokens": 5, "bene_gesserit": 2},
        "harkonnen": {"dice": ["leadership", "mentat", "mentat"], "hand": 4, "bene_gesserit": 1},
    }


@pytest.mark.rule("TEAM-3")
def test_TEAM_3_dice_of_partners_are_split_as_told_or_as_the_first_split_allows() -> None:
    dice = ["leadership", "strategy", "mentat", "mentat"]
    team = {"mode": "team", "partners": {"harkonnen": 2}, "harkonnen": {"dice": dice}}
    state = read_position(team)
    assert (state.rules.harkonnen_partners, state.rules.partners, state.cones) == (2, 1, (3, 0))
    assert state.corrino_results == (Result.STRATEGY, Result.MENTAT)
    told = read_position({**team, "harkonnen": {"dice": dice, "corrino": ["mentat", "mentat"]}})
    assert told.corrino_results == (Result.MENTAT, Result.MENTAT)
    assert read_position(write_position(told)) == told


def test_a_hand_is_named_while_every_card_is_known() -> None:
    state = read_position({"atreides": {"hand": HAND}})
    assert (state.cards.hand, state.cards.hands[ATREIDES]) == (2, tuple(HAND))
    assert write_position(state)["atreides"]["hand"] == HAND
    drawn = evolve(state, CardsDrawn(Deck.HOUSE_ATREIDES, 1))
    assert write_position(drawn)["atreides"]["hand"] == 3
    assert evolve(drawn, CardPlayed("shai_hulud")).cards.hands[ATREIDES] == ("stillsuits",)
    assert evolve(state, CardPlayed("")).cards.hands[ATREIDES] == ()
    assert evolve(state, HandDiscarded(ATREIDES, 1, Cause.CARD)).cards.hands[ATREIDES] == ()
    solo = read_position({"turn": "atreides", "atreides": {"dice": ["mentat"], "hand": HAND}})
    played = execute(solo, PlayAtreidesCard(Result.MENTAT, "shai_hulud", by_hand=True))[0]
    assert (played.cards.hand, played.cards.hands) == (1, ((), ("stillsuits",)))
    assert read_position({"mode": "duel", "harkonnen": {"hand": ["troop_carriers"]}}).cards.hands[HARKONNEN]


@pytest.mark.rule("PRES-3")
def test_PRES_3_open_cards_are_counted_and_named_as_far_as_told() -> None:
    given = {"prescience_open": ["wind_traps"], "prescience_claimed": ["water_of_life"]}
    state = read_position({**given, "prescience_unnamed": {"open": 2, "claimed": 1}})
    assert (state.cards.revealed, state.cards.claimed, state.cards.prescience) == (3, 2, 11)
    assert (state.cards.open, state.cards.claimed_cards) == (("wind_traps",), ("water_of_life",))
    assert read_position(write_position(state)) == state
    assert evolve(state, PrescienceClaimed("wind_traps")).cards.open == ()
    unknown = evolve(evolve(evolve(state, PrescienceClaimed(None)), PrescienceClaimed(None)), PrescienceClaimed(None))
    assert (unknown.cards.revealed, unknown.cards.open) == (0, ())
    assert evolve(state, PrescienceCleared(3, True)).cards.open == ()


@pytest.mark.rule("PRES-3")
def test_PRES_3_names_of_open_cards_are_told_and_bind() -> None:
    state = read_position({"turn": "atreides", "atreides": {"dice": ["mentat"]}, "prescience_unnamed": {"open": 2}})
    named = execute(state, NamePrescience(("wind_traps", "stunted_worms")))[0]
    assert named.cards.open == ("stunted_worms", "wind_traps")
    assert codes(state, NamePrescience(("wind_traps", "wind_traps"))) == ["card_named_twice"] * 2
    assert codes(state, NamePrescience(("wind_traps", "lisan_al_gaib", "desert_war"))) == ["more_names_than_cards"]
    assert codes(state, NamePrescience(("unknown",))) == ["unknown_prescience_card"]
    assert "prescience_not_open" in codes(named, ClaimPrescience((1, 0, 0), card="water_of_life"))
    assert "prescience_not_open" not in codes(state, ClaimPrescience((1, 0, 0), card="water_of_life"))
    over = replace(named, phase=Phase.END, frames=(EndFrame(EndStage.CLAIMS),))
    claimed = execute(over, ClaimPrescience((1, 0, 0), card="wind_traps"), record_anyway=True)[0]
    assert (claimed.cards.open, claimed.cards.claimed_cards) == (("stunted_worms",), ("wind_traps",))
    assert codes(claimed, NamePrescience(("wind_traps",))) == ["card_claimed_already"]
    again = ClaimPrescience((1, 0, 0), card="wind_traps")
    assert "card_claimed_already" in codes(claimed, again)
    assert execute(claimed, again, record_anyway=True)[0].cards.claimed_cards == ("wind_traps",)


def test_figures_that_moved_are_written_as_far_as_they_still_stand() -> None:
    legion = {"area": "arsunt", "faction": "harkonnen", "regular": 3, "elite": 1, "named": ["beast_rabban"]}
    moved = {"area": "arsunt", "regular": 2, "elite": 1, "named": ["beast_rabban"]}
    state = read_position({"legions": [legion], "moved": [moved], "temporary_target": "windgap"})
    area = state.turn.moved[0][0]
    assert write_position(state)["moved"] == [moved]
    fewer = state.take_army(HARKONNEN, area, Army(regular=2, elite=1))
    assert write_position(fewer)["moved"] == [{"area": "arsunt", "regular": 1, "named": ["beast_rabban"]}]
    nobody = write_position(state.with_army(HARKONNEN, area, None))
    assert (nobody["moved"], nobody["temporary_target"], nobody["step"]) == ([], None, 2)
