"""Compares an answer of ``arrakis scan`` with the truth and counts what is right."""

from collections.abc import Mapping
from typing import Any

from companion.board import AREA_IDS, ZONE_IDS
from tests.workshop.camera.evaluation.rates import Tally
from tests.workshop.camera.rendering.scene import blank
from vision.contents import FACTIONS
from vision.terms import ACCEPTED

Json = dict[str, Any]
THINGS = ("tokens", "harvester", "sandworm", "wormsign")
BLANK = blank()


def read_area(document: Mapping[str, Any], area: str) -> Json:
    """Returns what an answer says of an area; an area that is left out was accepted as empty."""
    found: Json | None = document["areas"].get(area)
    if found is None:
        return {"band": ACCEPTED, **BLANK}
    return {**found, "token_side": document.get("token_sides", {}).get(area)}


def same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Returns whether two contents agree in everything but the kinds of units."""
    sides = all(one[f][key] == other[f][key] for f in FACTIONS for key in ("figures", "leaders"))
    return sides and all(one[thing] == other[thing] for thing in THINGS)


def owners(content: Mapping[str, Any]) -> set[str]:
    """Returns whose legions a content shows, by figures, leaders and tokens; tokens of nobody known are ``unclear``."""
    found = {f for f in FACTIONS if content[f]["figures"] + content[f]["leaders"] > 0}
    return found | ({content["token_side"] or "unclear"} if content["tokens"] else set())


def judge(document: Mapping[str, Any], truth: Mapping[str, Any], areas: tuple[str, ...] = AREA_IDS) -> Tally:
    """Returns the counts of one photo; a refused photo accepts nothing and gets nothing right."""
    tally = Tally()
    refused = document["refused"] is not None
    tally.add("refused", refused)
    tally.add("areas_accepted", 0, 0)
    owners_right = tokens_right = not refused
    for area in areas:
        real = truth["areas"].get(area, BLANK)
        if refused:
            tally.add("areas_accepted", False)
            _count(tally, None, real)
            continue
        seen = read_area(document, area)
        accepted = seen["band"] == ACCEPTED
        tally.add("areas_accepted", accepted)
        occupied = real != BLANK
        if occupied:
            tally.add("occupied_accepted", accepted)
        if accepted:
            tally.add("accepted_wrong", not same(seen, real))
            if occupied or not same(seen, BLANK):
                tally.add("occupied_accepted_wrong", not same(seen, real))
        else:
            tally.add("not_accepted_right", same(seen, real))
        owners_right = owners_right and owners(seen) == owners(real)
        tokens_right = tokens_right and bool(seen["tokens"]) == bool(real["tokens"])
        _count(tally, seen, real)
    tally.add("owners_right", owners_right)
    tally.add("owners_and_tokens_right", owners_right and tokens_right)
    if not refused:
        _zones(tally, document, truth)
    return tally


def _count(tally: Tally, seen: Mapping[str, Any] | None, real: Mapping[str, Any]) -> None:
    for faction in FACTIONS:
        figures, leaders = real[faction]["figures"], real[faction]["leaders"]
        if figures == leaders == 0:
            continue
        right = seen is not None and seen[faction]["figures"] == figures and seen[faction]["leaders"] == leaders
        tally.add("counts_exact", right)
        tally.add("counts_exact_1_3" if figures + leaders <= 3 else "counts_exact_4_more", right)
        kinds = None if seen is None else seen.get("kinds")
        if right and kinds is not None and real["kinds"] and figures:
            agreed = sum(min(int(kinds.get(kind, 0)), count) for kind, count in real["kinds"].items())
            tally.add("kinds_right", agreed, figures)
    if real["tokens"]:
        tally.add("tokens_exact", seen is not None and seen["tokens"] == real["tokens"])
    for thing in ("harvester", "sandworm", "wormsign"):
        if real[thing]:
            tally.add(f"{thing}_seen", seen is not None and bool(seen[thing]))


def _zones(tally: Tally, document: Mapping[str, Any], truth: Mapping[str, Any]) -> None:
    for zone in ZONE_IDS:
        found = document["zones"].get(zone)
        if found is None:
            continue
        right = found["vehicle"] == truth["zones"][zone]["vehicle"]
        tally.add("zones_right", right)
        if found["band"] == ACCEPTED:
            tally.add("zones_accepted_wrong", not right)


def judge_differences(document: Mapping[str, Any], truth: Mapping[str, Any], altered: Mapping[str, str]) -> Tally:
    """Returns what was read against an altered expectation and what its differences noticed; ``altered`` has the kind
    of change by area."""
    tally = judge(document, truth)
    listed = set(document["differences"])
    for area, change in altered.items():
        tally.add(change, area in listed)
    if document["refused"] is None:
        for area in altered:
            tally.add("altered_accepted", area not in listed and read_area(document, area)["band"] == ACCEPTED)
        # Hits of this one are alarms, cases are boards: more than one a board is possible.
        tally.add("false_alarms", len((listed & set(AREA_IDS)) - set(altered)))
    return tally
