"""The closed sets of terms: their order and the ids they stand for."""

from __future__ import annotations

import pytest

from companion.content.terms import Box, Deck, Faction, Marker, Phase, Power, Result, Subfaction, UnitKind


def test_faction_ids() -> None:
    assert (Faction.HARKONNEN, Faction.ATREIDES) == (0, 1)
    assert [faction.id for faction in Faction] == ["harkonnen", "atreides"]
    assert [Faction.from_id(faction.id) for faction in Faction] == list(Faction)
    assert Faction.HARKONNEN.enemy is Faction.ATREIDES
    assert Faction.ATREIDES.enemy is Faction.HARKONNEN


@pytest.mark.parametrize("value", ["", "HARKONNEN", "corrino_ally", "0"])
def test_an_unknown_faction_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="is not a faction"):
        Faction.from_id(value)


def test_order_of_results_is_that_of_the_board() -> None:
    assert list(Result) == ["leadership", "strategy", "deployment", "mentat", "house"]
    assert [box.value for box in Box] == [*(result.value for result in Result), "desert_power"]


def test_order_of_the_other_sets() -> None:
    assert list(Power) == ["choam", "spacing_guild", "landsraad"]
    assert list(Marker) == ["kwisatz_haderach", "sand_dwellers", "jihad"]
    assert list(UnitKind) == ["regular", "elite", "special"]
    assert list(Phase) == ["start", "vehicles", "actions", "hazards", "spice", "end"]


def test_decks_belong_to_the_factions() -> None:
    assert [deck.faction for deck in Deck] == [Faction.HARKONNEN] * 2 + [Faction.ATREIDES] * 2
    assert [half.faction for half in Subfaction] == [deck.faction for deck in Deck]
