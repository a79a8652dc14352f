"""The referee on spice and hits: MAHDI-SPICE-1 with R-29 and BAN-1, MAHDI-BATTLE-2 with R-27 and BATTLE-7."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from tests.solo_bot.referee_march import Option, best
from tests.solo_bot.referee_table import HARKONNEN_LEADERS, NOBODY, Force, Table

# --- spice -----------------------------------------------------------------------------------------------------

POWERS = ["choam", "spacing_guild", "landsraad"]


def spice_results(table: Table, collected: int) -> list[Option]:
    """MAHDI-SPICE-1 with R-29 and BAN-1: every result that the rules allow."""
    document = table.document
    rows = {power: document.get("imperium", {}).get(power, 1) for power in POWERS}
    total = collected + document.get("spice_reserve", 0)
    results: list[Option] = []
    for kept, after_keeping in keeping(rows, [p for p in POWERS if rows[p] < 5], [], total):
        endings: list[tuple[list[str], int]] = [([], after_keeping)]
        gain = 0
        if all(power in kept for power in POWERS if rows[power] < 5):
            if all(row == 1 for row in rows.values()):
                gain = 1 if total >= 7 else 0
                endings = [([], after_keeping - gain)]
            else:
                endings = list(raising(rows, [p for p in POWERS if rows[p] > 1], [], after_keeping))
        for raised, left in endings:
            ended = {
                power: rows[power] - 1 if power in raised else rows[power] if power in kept else min(5, rows[power] + 1)
                for power in POWERS
            }
            for bans in banned(document, rows, ended):
                result = {
                    "imperium": ended,
                    "supremacy": min(10, document.get("supremacy", 0) + gain),
                    "reserve": min(1, left),
                    "bans": sorted(bans),
                }
                if result not in results:
                    results.append(result)
    return results


def keeping(
    rows: Mapping[str, int], waiting: list[str], kept: list[str], spice: int
) -> Iterator[tuple[list[str], int]]:
    if not waiting or spice < 2:
        yield kept, spice
        return
    for power in best(waiting, lambda p: rows[p]):
        yield from keeping(rows, [p for p in waiting if p != power], [*kept, power], spice - 2)


def raising(
    rows: Mapping[str, int], waiting: list[str], raised: list[str], spice: int
) -> Iterator[tuple[list[str], int]]:
    if not waiting:
        yield raised, spice
        return
    for power in best(waiting, lambda p: rows[p]):
        rest = [p for p in waiting if p != power]
        price = 3 if rows[power] == 5 else 1
        if price <= spice:
            yield from raising(rows, rest, [*raised, power], spice - price)
        else:
            yield from raising(rows, rest, raised, spice)


def banned(document: Mapping[str, Any], rows: Mapping[str, int], ended: Mapping[str, int]) -> list[list[str]]:
    bottom = [power for power in POWERS if ended[power] == 5]
    dropped = [power for power in POWERS if ended[power] > rows[power] and power not in bottom]
    if document.get("rules", {}).get("first_printing", False):
        return [[*bottom, power] for power in dropped] or [bottom]
    return [[*bottom, *dropped]]


# --- casualties ------------------------------------------------------------------------------------------------


def casualties(legion: Force, hits: int, supply: int) -> list[Option]:
    """MAHDI-BATTLE-2 with R-27 and BATTLE-7: every way the rules allow."""
    results: list[Option] = []
    for left, removed in leaders_first(legion, hits, []):
        rest, gone = units_next(left, hits - len(removed), supply)
        removed = [*removed, *gone]
        answer = {
            "legion": rest,
            "removed": removed,
            "tank": [figure for figure in removed if figure in HARKONNEN_LEADERS],
        }
        if answer not in results:
            results.append(answer)
    return results


def leaders_first(legion: Force, hits: int, removed: list[str]) -> Iterator[tuple[Force, list[str]]]:
    if hits == 0 or legion.leaders <= 1:
        yield legion, removed
    elif legion.generic:
        yield from leaders_first(legion.minus(Force(generic=1)), hits - 1, [*removed, "bashar"])
    else:
        # the player chooses who stays; the others go in the order of their ids.
        staying = max(1, len(legion.named) - hits)
        for kept in combinations(legion.named, staying):
            gone = [name for name in legion.named if name not in kept]
            yield Force(legion.regular, legion.elite, legion.special, 0, 0, kept), [*removed, *gone]


def units_next(legion: Force, hits: int, supply: int) -> tuple[Force, list[str]]:
    removed: list[str] = []
    while hits and (legion.elite or legion.special):
        kind = "elite" if legion.elite else "special"
        legion = legion.minus(Force(elite=1) if kind == "elite" else Force(special=1))
        if supply:
            legion, supply = legion.plus(Force(regular=1)), supply - 1
        removed.append(kind)
        hits -= 1
    last_leader = ["bashar"] * legion.generic + list(legion.named)
    if hits >= legion.regular and legion.regular and hits and len(last_leader) == 1:
        removed += last_leader
        legion = Force(legion.regular, legion.elite, legion.special)
        hits -= 1
    gone = min(hits, legion.regular)
    legion = legion.minus(Force(regular=gone))
    removed += ["regular"] * gone
    if legion.units == 0:
        removed += ["bashar"] * legion.generic + list(legion.named)
        legion = NOBODY
    return legion, removed
