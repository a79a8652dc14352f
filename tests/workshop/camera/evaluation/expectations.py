"""Positions that differ from what stands on the board in known places: what a player forgot or mistyped."""

import copy
from typing import Any

from companion.board import AREA_IDS
from tests.workshop.camera.rendering.fields import Rng
from tests.workshop.camera.rendering.positions import SETTLEMENTS, SIETCHES
from vision.contents import KINDS

Json = dict[str, Any]


def alter(position: Json, rng: Rng) -> tuple[Json, dict[str, str]]:
    """Returns a changed copy and the kind of change by area.

    ``legion_missing`` (the app has a legion that is not on the board), ``legion_extra`` (the board has one that the app
    does not know) and ``off_by_one`` (a unit more or less), each where there is something to change.
    """
    changed = copy.deepcopy(position)
    legions: list[Json] = changed["legions"]
    altered: dict[str, str] = {}
    with_figures = [legion for legion in legions if sum(legion.get(kind, 0) for kind in KINDS) > 0]
    picked = rng.permutation(len(with_figures)).tolist()
    if picked:
        gone = with_figures[picked[0]]
        legions.remove(gone)
        altered[gone["area"]] = "legion_extra"
    for n, step in zip(picked[1:3], (1, -1), strict=False):
        legion = with_figures[n]
        held = [kind for kind in KINDS if legion.get(kind, 0) > 0]
        units = sum(legion.get(kind, 0) for kind in KINDS)
        if units == 1 and step < 0:
            step = 1
        if units + legion.get("tokens", 0) >= 6 and step > 0:
            step = -1
        kind = held[int(rng.integers(len(held)))]
        legion[kind] += step
        altered[legion["area"]] = "off_by_one"
    taken = {legion["area"] for legion in position["legions"]} | set(SIETCHES) | set(SETTLEMENTS)
    taken |= {area for key in ("harvesters", "sandworms", "wormsigns") for area in position.get(key, [])}
    taken |= {position.get("wild_maker")}
    free = [area for area in AREA_IDS if area not in taken]
    area = free[int(rng.integers(len(free)))]
    faction = str(rng.choice(["harkonnen", "atreides"]))
    legions.append({"area": area, "faction": faction, "regular": int(rng.integers(1, 4))})
    altered[area] = "legion_missing"
    return changed, altered
