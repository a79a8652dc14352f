"""Writes a state as a Position document, every key in full and in the order of docs/formats.md."""

from collections.abc import Iterable
from typing import Any

from companion.board import AREA_IDS, ZONE_IDS, members
from companion.content.terms import Faction
from companion.rules.army import NOBODY, Army
from companion.rules.positions.desert_war import write_card, write_desert_war
from companion.rules.positions.sides import write_sides
from companion.rules.state import MARKERS, POWERS, SWITCHES, Rules, Sietch, Standing, State


def write_position(state: State) -> dict[str, Any]:
    """Returns the Position document of ``state``; reading it gives the same state, as far as positions go.

    Not part of a position, and so not written: frames but for whose turn it is, decks, what is hidden, the winner.
    """
    turn = state.turn
    moved = _moved(state)
    return {
        "mode": state.mode.value,
        "expansions": list(state.expansions),
        "rules": _rules(state.rules),
        "round": state.round,
        "phase": state.phase.value,
        "legions": [
            {"area": AREA_IDS[area], "faction": faction.id, **write_army(army)}
            for faction in Faction
            for area, army in state.legions(faction)
        ],
        "sietches": {AREA_IDS[s.area]: _sietch(s) for s in state.sietches},
        "settlements": _areas(members(state.settlements)),
        "stations": _areas(members(state.stations)),
        "harvesters": _areas(state.harvesters),
        "ornithopters": [ZONE_IDS[zone] for zone in state.ornithopters],
        "carryalls": [ZONE_IDS[zone] for zone in state.carryalls],
        "wormsigns": _areas(state.wormsigns),
        "sandworms": _areas(state.sandworms),
        "wild_maker": _area(state.wild_maker),
        "atomics": _area(state.atomics),
        "harvesting_sector": state.harvesting_sector,
        "target_sietch": _area(state.target_sietch),
        "imperium": {power.value: row for power, row in zip(POWERS, state.imperium, strict=True)},
        "bans": sorted(power.value for power in state.bans),
        "spice_reserve": state.spice_reserve,
        "supremacy": state.supremacy,
        "prescience": {marker.value: step for marker, step in zip(MARKERS, state.prescience, strict=True)},
        "dice": {
            "harkonnen_spent": [result.value for result in state.harkonnen_spent],
            "harkonnen_unused": state.harkonnen_unused,
            "atreides_unused": state.atreides_unused,
        },
        "leaders": _leaders(state),
        "reinforcements": state.reinforcements,
        "harkonnen_tokens": {"black": state.black_tokens, "silver": state.silver_tokens},
        "discard_top": None if state.discard_top is None else state.discard_top.value,
        "hawats_scheming_beside_board": state.hawats_scheming_beside_board,
        "moved": [{"area": AREA_IDS[area], **write_army(army)} for area, army in moved],
        "step": turn.step,
        # Without moved figures the format has no temporary target, and the turn has no use for one.
        "temporary_target": _area(turn.temporary_target) if moved else None,
        "ornithopter_used": turn.ornithopter_used,
        **write_sides(state),
        **write_desert_war(state.desert_war),
    }


def _moved(state: State) -> list[tuple[int, Army]]:
    """Returns the figures that moved as far as they stand where they went; some may have fallen since."""
    found = []
    for area, army in state.turn.moved:
        legions = (state.army(faction, area) or NOBODY for faction in Faction)
        left = max(
            (army.common(legion) for legion in legions),
            key=lambda common: (common.units, common.tokens, common.leaders),
        )
        if left:
            found.append((area, left))
    return found


def write_army(army: Army) -> dict[str, Any]:
    """Returns the figures of a legion by their keys in positions, without zeros.

    >>> write_army(Army(regular=2, named=("stilgar",)))
    {'regular': 2, 'named': ['stilgar']}
    """
    document: dict[str, Any] = dict(army.counts())
    if army.named:
        document["named"] = list(army.named)
    return document


def _areas(areas: Iterable[int]) -> list[str]:
    return [AREA_IDS[area] for area in areas]


def _area(area: int | None) -> str | None:
    return None if area is None else AREA_IDS[area]


def _rules(rules: Rules) -> dict[str, bool]:
    return {switch: True for switch in SWITCHES if getattr(rules, switch)}


def _leaders(state: State) -> dict[str, dict[str, Any]]:
    written = {}
    for leader, status in state.leaders:
        entry: dict[str, Any] = {"state": status.standing.value, "card": "ready" if status.card_ready else "spent"}
        if status.standing is Standing.TANK:
            entry["tank"] = status.tank
        written[leader] = entry
    return written | write_card(state.desert_war)


def _sietch(sietch: Sietch) -> dict[str, Any]:
    document: dict[str, Any] = {"rank": sietch.rank, "revealed": sietch.revealed}
    # Only a card moves a sietch: the format of a usual position stays as it is.
    return document if sietch.home is None else document | {"home": AREA_IDS[sietch.home]}
