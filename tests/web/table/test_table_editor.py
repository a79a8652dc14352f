"""The position editor can express every field of a state, and warns at once of what is odd."""
# ruff: noqa: E501

from collections.abc import Callable
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any

import pytest

from companion.board import AREA_IDS, AREA_NUMBER, ZONE_NUMBER
from companion.content.terms import Deck, Faction, Power, Result
from companion.rules import Army, State
from companion.rules.commands import CorrectBoard
from companion.rules.state import (
    ATREIDES,
    HARKONNEN,
    SWITCHES,
    Cards,
    Hidden,
    LeaderStatus,
    Mode,
    Rules,
    Sietch,
    Standing,
    Turn,
)
from tests.web.table.conftest import Seat

TRACKS, AREA, OTHER = "/tracks/dice", "/area/ne_5", "/area/gara_kulon"
NE_5, GARA_KULON = AREA_NUMBER["ne_5"], AREA_NUMBER["gara_kulon"]
AZ_SW = ZONE_NUMBER["az_sw"]
NOT_CORRECTED: dict[str, str] = {
    "mode": "who plays is fixed when the game starts",
    "expansions": "what is in the box is fixed when the game starts",
    "rules.partners": "who shares a faction is fixed when the game starts",
    "rules.harkonnen_partners": "who shares a faction is fixed when the game starts",
    "cards.by_app": "who draws for a hand is said where its cards are",
    "cards.hands": "the app keeps how many cards a hand has; names come from positions of other programs",
    "phase": "it follows from the step in progress",
    "frames": "the step in progress stays: commands, undo and redo lead elsewhere",
    "known_tokens": "a note of the player: no rule looks at it",
    "turn.moved": "who moved can be forgotten as a whole, which frees the figures",
}
"""What the table does not show, each with the reason."""

Change = tuple[str, str, dict[str, Any], Callable[[State], object], object]
EDITS: dict[str, Change] = {
    "round": ("correct-more", TRACKS, {"round": 4}, lambda s: s.round, 4),
    "armies": ("correct-area", AREA, {"h__regular": 3}, lambda s: s.army(HARKONNEN, NE_5), Army(regular=3)),
    "sietches": ("correct-area", OTHER, {"revealed": "1", "rank": 3}, lambda s: s.sietch(GARA_KULON), Sietch(GARA_KULON, 3, True)),
    "settlements": ("correct-area", "/area/carthag", {"settlement": None}, lambda s: s.settlements >> AREA_NUMBER["carthag"] & 1, 0),
    "stations": ("correct-area", "/area/ne_4", {"station": None}, lambda s: s.stations >> AREA_NUMBER["ne_4"] & 1, 0),
    "harvesters": ("correct-area", AREA, {"harvester": 1}, lambda s: NE_5 in s.harvesters, True),
    "ornithopters": ("correct-zone", "/zone/az_sw", {"vehicle": "ornithopter"}, lambda s: AZ_SW in s.ornithopters, True),
    "carryalls": ("correct-zone", "/zone/az_sw", {"vehicle": "carryall"}, lambda s: AZ_SW in s.carryalls, True),
    "wormsigns": ("correct-area", AREA, {"wormsign": 1}, lambda s: NE_5 in s.wormsigns, True),
    "sandworms": ("correct-area", AREA, {"sandworm": 1}, lambda s: NE_5 in s.sandworms, True),
    "wild_maker": ("correct-area", AREA, {"wild_maker": "1"}, lambda s: s.wild_maker, NE_5),
    "atomics": ("correct-more", TRACKS, {"atomics": "hole_in_the_rock"}, lambda s: s.atomics, AREA_NUMBER["hole_in_the_rock"]),
    "harvesting_sector": ("correct-more", TRACKS, {"harvesting_sector": "central"}, lambda s: s.harvesting_sector, "central"),
    "target_sietch": ("correct-more", TRACKS, {"target_sietch": "windgap"}, lambda s: s.target_sietch, AREA_NUMBER["windgap"]),
    "imperium": ("correct-tracks", TRACKS, {"landsraad": 3}, lambda s: s.imperium, (1, 1, 3)),
    "bans": ("correct-tracks", TRACKS, {"ban-choam": "1"}, lambda s: s.bans, frozenset({Power.CHOAM})),
    "spice_reserve": ("correct-tracks", TRACKS, {"spice_reserve": 1}, lambda s: s.spice_reserve, 1),
    "supremacy": ("correct-tracks", TRACKS, {"supremacy": 4}, lambda s: s.supremacy, 4),
    "prescience": ("correct-tracks", TRACKS, {"jihad": 5}, lambda s: s.prescience[2], 5),
    "harkonnen_spent": ("correct-more", TRACKS, {"spent-house": 2}, lambda s: s.harkonnen_spent, (Result.HOUSE,) * 2),
    "harkonnen_unused": ("correct-tracks", TRACKS, {"harkonnen_unused": 3}, lambda s: s.harkonnen_unused, 3),
    "atreides_unused": ("correct-tracks", TRACKS, {"die-house": 2}, lambda s: s.atreides_unused == len(s.atreides_results or ()), True),
    "atreides_results": ("correct-tracks", TRACKS, {"die-house": 2}, lambda s: (s.atreides_results or ()).count(Result.HOUSE), 2),
    "leaders": ("correct-leaders", TRACKS, {"leader__stilgar": "2"}, lambda s: s.leader("stilgar"), LeaderStatus(Standing.TANK, True, 2)),
    "reinforcements": ("correct-tracks", TRACKS, {"reinforcements": 9}, lambda s: s.reinforcements, 9),
    "black_tokens": ("correct-tracks", TRACKS, {"black_tokens": 2}, lambda s: s.black_tokens, 2),
    "silver_tokens": ("correct-tracks", TRACKS, {"silver_tokens": 2}, lambda s: s.silver_tokens, 2),
    "discard_top": ("correct-more", TRACKS, {"discard_top": "corrino_ally"}, lambda s: s.discard_top, Deck.CORRINO_ALLY),
    "hawats_scheming_beside_board": ("correct-more", TRACKS, {"beside": "1"}, lambda s: s.hawats_scheming_beside_board, True),
    "atreides_tokens": ("correct-tracks", TRACKS, {"atreides_tokens": 3}, lambda s: s.atreides_tokens, 3),
    "bene_gesserit": ("correct-tracks", TRACKS, {"bene-harkonnen": 1}, lambda s: s.bene_gesserit[HARKONNEN], 1),
    "new_in_tank": ("correct-more", TRACKS, {"new_in_tank": ["stilgar"]}, lambda s: s.new_in_tank, ("stilgar",)),
    "bene_gesserit_die": ("correct-more", TRACKS, {"bene_die": "house"}, lambda s: s.bene_gesserit_die, Result.HOUSE),
    "winner": ("correct-more", TRACKS, {"winner": "atreides"}, lambda s: s.winner, Faction.ATREIDES),
    "forbidden_leaders": ("correct-more", TRACKS, {"forbidden_leaders": ["stilgar"]}, lambda s: s.forbidden_leaders, ("stilgar",)),
    "just_out_of_tank": ("correct-more", TRACKS, {"just_out_of_tank": ["stilgar"]}, lambda s: s.just_out_of_tank, ("stilgar",)),
    "chosen_result": ("correct-more", TRACKS, {"chosen_result": "mentat"}, lambda s: s.chosen_result, Result.MENTAT),
    "harkonnen_results": ("correct-more", TRACKS, {"theirs-house": 3}, lambda s: (s.harkonnen_results or ()).count(Result.HOUSE), 3),
    "corrino_results": ("correct-more", TRACKS, {"corrino-mentat": 1}, lambda s: s.corrino_results, (Result.MENTAT,)),
    "fremen_results": ("correct-more", TRACKS, {"fremen-mentat": 1}, lambda s: s.fremen_results, (Result.MENTAT,)),
    "harkonnen_bene_gesserit_die": ("correct-more", TRACKS, {"harkonnen_bene_die": "house"}, lambda s: s.harkonnen_bene_gesserit_die, Result.HOUSE),
    "cones": ("correct-more", TRACKS, {"cones-harkonnen": 1}, lambda s: s.cones[HARKONNEN], 1),
    "turn.step": ("correct-more", TRACKS, {"step": "2"}, lambda s: s.turn.step, 2),
    "turn.temporary_target": ("correct-more", TRACKS, {"turn-other": "windgap"}, lambda s: s.turn.temporary_target, AREA_NUMBER["windgap"]),
    "turn.target": ("correct-more", TRACKS, {"turn-target": "windgap"}, lambda s: s.turn.target, AREA_NUMBER["windgap"]),
    "turn.ornithopter_used": ("correct-more", TRACKS, {"flown": "1"}, lambda s: s.turn.ornithopter_used, True),
    "hidden.objectives": ("correct-more", TRACKS, {f"objective-0-{m}": 7 for m in ("kwisatz_haderach", "sand_dwellers", "jihad")}, lambda s: s.hidden.objectives[:1], ((7, 7, 7),)),
    **{
        f"rules.{name}": ("correct-more", TRACKS, {f"rule-{name}": "1"}, attrgetter(f"rules.{name}"), True)
        for name in SWITCHES
    },
    "cards.turned": ("correct-more", TRACKS, {"turned": "corrino_ally"}, lambda s: s.cards.turned, Deck.CORRINO_ALLY),
    "cards.open": ("correct-more", TRACKS, {"open": ["lisan_al_gaib"]}, lambda s: s.cards.open, ("lisan_al_gaib",)),
    "cards.claimed_cards": ("correct-more", TRACKS, {"claimed_cards": ["lisan_al_gaib"]}, lambda s: s.cards.claimed_cards, ("lisan_al_gaib",)),
    "cards.decks": ("correct-more", TRACKS, {"deck-fremen_ally": 11}, lambda s: s.cards.decks[3], 11),
    "cards.hand": ("correct-tracks", TRACKS, {"hand": 5}, lambda s: s.cards.hand, 5),
    "cards.discards": ("correct-more", TRACKS, {"discard-sandmasters": 1}, lambda s: s.cards.discards, ("sandmasters",)),
    "cards.prescience": ("correct-more", TRACKS, {"prescience-deck": 9}, lambda s: s.cards.prescience, 9),
    "cards.revealed": ("correct-tracks", TRACKS, {"revealed": 1}, lambda s: s.cards.revealed, 1),
    "cards.claimed": ("correct-more", TRACKS, {"claimed": 1}, lambda s: s.cards.claimed, 1),
    "cards.tactical": ("correct-more", TRACKS, {"tactical": ["windgap"]}, lambda s: s.cards.tactical, ("windgap",)),
    "cards.attached": ("correct-more", TRACKS, {"attached": ["eyes_of_ibad"]}, lambda s: s.cards.attached, ("eyes_of_ibad",)),
    "cards.burnt": ("correct-more", TRACKS, {"burnt-corrino_ally": 2}, lambda s: s.cards.burnt, (Deck.CORRINO_ALLY,) * 2),
    "cards.reinforcement_decks": ("correct-more", TRACKS, {"stack-corrino_ally": 0}, lambda s: Deck.CORRINO_ALLY in s.cards.reinforcement_decks, False),
}  # fmt: skip
"""For each field: the form, its page, what is entered, where it is read, and what it must be then."""
SAME_BEFORE = {"atreides_unused", "atreides_results"}
"""Two names of one thing in the form."""
OF_PEOPLE = {"harkonnen_results", "corrino_results", "fremen_results", "harkonnen_bene_gesserit_die", "cones"}


def test_every_field_of_a_state_has_an_editor_or_a_reason() -> None:
    inner = {"cards": Cards, "turn": Turn, "hidden": Hidden, "rules": Rules}
    # What Desert War adds is put right in test_table_war.
    names = {field.name for field in fields(State)} - inner.keys() - {"desert_war"}
    names |= {f"{outer}.{field.name}" for outer, kind in inner.items() for field in fields(kind)}
    assert names == EDITS.keys() | NOT_CORRECTED.keys()
    assert not EDITS.keys() & NOT_CORRECTED.keys()


def put_right(seat: Seat, name: str) -> None:
    deed, page, entered, read, wanted = EDITS[name]
    if name not in SAME_BEFORE:
        assert read(seat.state) != wanted, name
    seat.done(deed, seat.home + page, **entered)
    assert read(seat.state) == wanted, name


@pytest.mark.slow
def test_each_field_can_be_put_right(own_turn: Seat) -> None:
    """One after the other in one game; the winner last, since the game is over then."""
    other = next(s.area for s in own_turn.state.sietches if AREA_IDS[s.area] == "habbanya_ridge")
    state = own_turn.state.with_leader("wild_maker", standing=Standing.READY)
    own_turn.arrange(CorrectBoard(replace(state, target_sietch=other)))
    for name in sorted(EDITS.keys() - OF_PEOPLE, key=lambda name: name == "winner"):
        put_right(own_turn, name)


def test_each_field_of_games_between_people_can_be_put_right(own_turn: Seat) -> None:
    rules = Rules(partners=2, harkonnen_partners=2)
    shared = {"mode": Mode.TEAM, "rules": rules, "cones": (3, 0), "fremen_results": ()}
    dice = {"harkonnen_results": (Result.MENTAT,) * 2, "harkonnen_unused": 2}
    own_turn.arrange(CorrectBoard(replace(own_turn.state, **shared, **dice)))  # type: ignore[arg-type]
    for name in sorted(OF_PEOPLE):
        put_right(own_turn, name)


def test_a_form_sent_untouched_changes_nothing(own_turn: Seat) -> None:
    before, seq = own_turn.state, own_turn.seq
    for deed in ("correct-more", "correct-tracks", "correct-leaders"):
        own_turn.done(deed, own_turn.home + TRACKS)
    for page in (AREA, OTHER, "/area/carthag"):
        own_turn.done("correct-area", own_turn.home + page)
    assert (own_turn.state, own_turn.seq) == (before, seq)


def test_a_sietch_that_a_card_moved_keeps_where_it_came_from(own_turn: Seat) -> None:
    moved = tuple(
        replace(s, area=NE_5, home=GARA_KULON) if s.area == GARA_KULON else s for s in own_turn.state.sietches
    )
    own_turn.arrange(CorrectBoard(replace(own_turn.state, sietches=moved).with_army(ATREIDES, GARA_KULON, None)))
    own_turn.done("correct-area", own_turn.home + AREA, rank=2)
    assert own_turn.state.sietch(NE_5) == Sietch(NE_5, 2, False, GARA_KULON)
    own_turn.done("correct-area", own_turn.home + AREA, home="windgap")
    assert own_turn.state.sietch(NE_5) == Sietch(NE_5, 2, False, AREA_NUMBER["windgap"])


def test_the_history_says_what_a_correction_changed_beside_the_board_but_nothing_hidden(own_turn: Seat) -> None:
    own_turn.done("correct-more", own_turn.home + TRACKS, flown="1", turn__target="windgap")
    said = own_turn.page(own_turn.home + "/history")
    assert "An ornithopter was used in this turn: no → yes" in said
    assert "Target of this turn: not fixed → Windgap" in said
    own_turn.done("correct-more", own_turn.home + TRACKS, **{f"objective-0-{m}": 9 for m in ("jihad", "sand_dwellers")})
    assert "→ 9" not in own_turn.page(own_turn.home + "/history")


@pytest.mark.rule("STACK-1")
def test_STACK_1_an_odd_correction_is_recorded_and_said_at_once(own_turn: Seat) -> None:
    answer = own_turn.do("correct-area", own_turn.home + AREA, h__regular=9)
    assert answer.status_code == 303
    assert "odd=1" in answer.headers["Location"]
    assert (own_turn.state.army(HARKONNEN, NE_5) or Army()).regular == 9
    text = own_turn.page(answer.headers["Location"])
    assert "Recorded as you entered it" in text
    assert "STACK-1" in text
    fine = own_turn.do("correct-area", own_turn.home + AREA, h__regular=8)
    assert "odd=1" in fine.headers["Location"]
    right = own_turn.do("correct-area", own_turn.home + AREA, h__regular=2)
    assert "odd=1" not in right.headers["Location"]
