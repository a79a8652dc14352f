"""Hypothesis strategies for Position documents: everything the format allows, also against the rules."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from companion.board import AREA_IDS, DESERT_MASK, HARVESTING_SECTORS, SETTLEMENT_MASK, SIETCH_MASK, ZONE_IDS, members
from companion.content import DECK_CARDS, NAMED_LEADERS, PRESCIENCE_CARDS
from companion.content.terms import Deck, Faction, Marker, Phase, Power, Result
from companion.rules.state import SWITCHES

AREA = st.sampled_from(AREA_IDS)
DESERT = st.sampled_from([AREA_IDS[area] for area in members(DESERT_MASK)])
# Most markers on desert, as at the table; some anywhere.
DESERTS = st.lists(st.one_of(DESERT, DESERT, DESERT, AREA), max_size=25)
ZONES = st.lists(st.sampled_from(ZONE_IDS), max_size=7)
NUMBER = st.integers(-2, 12)


def counts() -> st.SearchStrategy[dict[str, Any]]:
    small = st.integers(0, 4)
    leaders = st.lists(st.sampled_from([leader.id for leader in NAMED_LEADERS]), max_size=2)
    kinds = dict.fromkeys(("regular", "elite", "special", "tokens", "generic"), small)
    return st.fixed_dictionaries({}, optional={**kinds, "named": leaders})


@st.composite
def legions(draw: st.DrawFn) -> dict[str, Any]:
    faction = draw(st.sampled_from([faction.id for faction in Faction]))
    return {"area": draw(AREA), "faction": faction, **draw(counts())}


def sietches() -> st.SearchStrategy[dict[str, Any]]:
    rank = st.integers(0, 5)
    token = st.one_of(
        st.fixed_dictionaries({}, optional={"rank": st.one_of(st.none(), rank)}),
        st.fixed_dictionaries({"rank": rank, "revealed": st.booleans()}),
    )
    usual = st.sampled_from([AREA_IDS[area] for area in members(SIETCH_MASK)])
    return st.dictionaries(st.one_of(usual, AREA), token, max_size=10)


def leaders() -> st.SearchStrategy[dict[str, Any]]:
    side = st.sampled_from(["ready", "spent"])
    entry = st.one_of(
        st.fixed_dictionaries({}, optional={"card": side}),
        st.fixed_dictionaries(
            {"state": st.sampled_from(["out", "ready", "board", "removed"])}, optional={"card": side}
        ),
        st.fixed_dictionaries({"state": st.just("tank"), "tank": st.integers(1, 3)}, optional={"card": side}),
    )
    names = [leader.id for leader in NAMED_LEADERS] + ["wild_maker"]
    return st.dictionaries(st.sampled_from(names), entry, max_size=6)


def hand(faction: Faction) -> st.SearchStrategy[Any]:
    cards = [card.id for deck in Deck if deck.faction is faction for card in DECK_CARDS[deck]]
    return st.one_of(st.integers(0, 9), st.lists(st.sampled_from(cards), max_size=6))


def side(faction: Faction, **more: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    results = st.lists(st.sampled_from([result.value for result in Result]), max_size=8)
    keys = {"dice": st.one_of(st.none(), results), "hand": hand(faction), "bene_gesserit": st.integers(0, 3)}
    return st.fixed_dictionaries({}, optional={**keys, **more})


def atreides() -> st.SearchStrategy[dict[str, Any]]:
    return side(Faction.ATREIDES, tokens=st.integers(0, 8))


def harkonnen() -> st.SearchStrategy[dict[str, Any]]:
    return side(Faction.HARKONNEN)


def desert_war() -> st.SearchStrategy[dict[str, Any]]:
    """The keys of the expansion."""
    symbols = st.sampled_from([marker.value for marker in Marker])
    counts = st.dictionaries(AREA, st.integers(0, 3), max_size=3)
    camp = st.fixed_dictionaries({"area": DESERT}, optional={"symbol": st.one_of(st.none(), symbols)})
    optional: dict[str, st.SearchStrategy[Any]] = {
        "escorts": ZONES,
        "suspensors": counts,
        "launchers": counts,
        "sandriders": st.lists(DESERT, max_size=2),
        "camps": st.lists(camp, max_size=3),
        "camps_gone": st.lists(symbols, max_size=2),
        "desert_war_tokens": st.integers(0, 4),
    }
    return st.fixed_dictionaries({}, optional=optional)


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """Position documents; ``moved``, when there, repeats part of the first legion."""
    numbers = dict.fromkeys(("supremacy", "spice_reserve"), NUMBER)
    dice = {
        "harkonnen_spent": st.lists(st.sampled_from([result.value for result in Result]), max_size=8),
        "harkonnen_unused": st.integers(0, 8),
        "atreides_unused": st.integers(0, 5),
    }
    optional: dict[str, st.SearchStrategy[Any]] = {
        **numbers,
        "mode": st.sampled_from(["solo", "duel", "team"]),
        "expansions": st.lists(st.just("desert_war"), max_size=1),
        "rules": st.dictionaries(st.sampled_from(SWITCHES), st.booleans()),
        "round": st.integers(1, 9),
        "phase": st.sampled_from([phase.value for phase in Phase]),
        "sietches": sietches(),
        "settlements": st.lists(st.sampled_from([AREA_IDS[area] for area in members(SETTLEMENT_MASK)]), max_size=6),
        "stations": st.lists(AREA, max_size=6),
        "harvesters": DESERTS,
        "ornithopters": ZONES,
        "carryalls": ZONES,
        "wormsigns": DESERTS,
        "sandworms": st.lists(DESERT, max_size=5),
        "wild_maker": st.one_of(st.none(), DESERT),
        "atomics": st.one_of(st.none(), st.sampled_from(["rimwall_west", "carthag"])),
        "harvesting_sector": st.one_of(st.none(), st.sampled_from(HARVESTING_SECTORS)),
        "target_sietch": st.one_of(st.none(), AREA),
        "imperium": st.dictionaries(st.sampled_from([power.value for power in Power]), NUMBER),
        "bans": st.lists(st.sampled_from([power.value for power in Power]), max_size=3),
        "prescience": st.dictionaries(st.sampled_from([marker.value for marker in Marker]), NUMBER),
        "dice": st.fixed_dictionaries({}, optional=dice),
        "leaders": leaders(),
        "reinforcements": st.integers(0, 20),
        "harkonnen_tokens": st.dictionaries(st.sampled_from(["black", "silver"]), st.integers(0, 6)),
        "discard_top": st.sampled_from([None, "house_harkonnen", "corrino_ally"]),
        "hawats_scheming_beside_board": st.booleans(),
        "ornithopter_used": st.booleans(),
        "partners": st.dictionaries(st.sampled_from(["atreides", "harkonnen"]), st.integers(1, 2)),
        "prescience_unnamed": st.dictionaries(st.sampled_from(["open", "claimed"]), st.integers(0, 3)),
        "atreides": atreides(),
    }
    document: dict[str, Any] = draw(
        st.fixed_dictionaries({"legions": st.lists(legions(), max_size=14)}, optional=optional)
    )
    if document.get("expansions"):
        document |= draw(desert_war())
        if document["legions"] and document["legions"][0]["faction"] == "harkonnen":
            document["legions"][0]["escorts"] = draw(st.integers(0, 2))
    shown = draw(st.lists(st.sampled_from(list(PRESCIENCE_CARDS)), max_size=5, unique=True))
    document |= {"prescience_open": shown[:3], "prescience_claimed": shown[3:]} if draw(st.booleans()) else {}
    if document.get("phase", "actions") == "actions":
        document["turn"] = draw(st.sampled_from([None, "atreides", "harkonnen"]))
    if document.get("mode", "solo") != "solo" and "reinforcements" not in document:
        document["harkonnen"] = draw(harkonnen())
    for side in ("atreides", "harkonnen"):
        if document.get(side, {}).get("dice") is not None:
            document.get("dice", {}).pop(f"{side}_unused", None)
    if document["legions"] and draw(st.booleans()):
        first = {key: value for key, value in document["legions"][0].items() if key != "faction"}
        document["moved"] = [first]
        if any(first.get(key) for key in ("regular", "elite", "special", "tokens", "generic", "named", "escorts")):
            document |= draw(st.fixed_dictionaries({}, optional={"step": st.integers(1, 2), "temporary_target": AREA}))
    return document
