"""Small hand-made positions, and answers short enough to read in a test."""

from collections.abc import Mapping
from typing import Any

from companion.rules.positions.reading import read_position
from solo_bot.documents.answers import decide_document, vehicles_document

Document = dict[str, Any]
KINDS = ("regular", "elite", "special", "tokens", "generic")
NO_SPECIALS: dict[str, Document] = {
    name: {"card": "spent"} for name in ("baron_harkonnen", "beast_rabban", "captain_aramsham")
}


def h(area: str, **figures: Any) -> Document:
    """A Harkonnen legion."""
    return {"area": area, "faction": "harkonnen", **figures}


def a(area: str, **figures: Any) -> Document:
    """An Atreides legion."""
    return {"area": area, "faction": "atreides", **figures}


def position(*legions: Document, ranks: Mapping[str, int | None] | None = None, **more: Any) -> Document:
    """A position with these legions and sietches (Windgap of rank 2), no leader's card face up; the first sietch is
    the target unless ``target_sietch`` says otherwise."""
    ranks = {"windgap": 2} if ranks is None else ranks
    base: Document = {
        "legions": list(legions),
        "sietches": {area: {"rank": rank, "revealed": False} for area, rank in ranks.items()},
        "target_sietch": next(iter(ranks), None),
        "leaders": NO_SPECIALS,
    }
    return base | more


def decision(document: Document, result: str = "strategy") -> Document:
    """The whole answer of ``decide``."""
    return decide_document(read_position(document), result)


def decided(document: Document, result: str = "strategy") -> tuple[str, list[str]]:
    """The action and its options in short: ``csw_3>windgap`` with the zone behind it, ``carthag regular>elite 2``."""
    answer = decision(document, result)
    return answer["action"], [short(option) for option in answer["options"]]


def asked(document: Document, result: str = "strategy") -> Any:
    """The question; there are no options beside it."""
    answer = decision(document, result)
    assert not (answer["question"] and answer["options"])
    return answer["question"]


def going(document: Document, result: str = "strategy") -> list[tuple[str, str]]:
    """Where to and with which figures: ``("cne_8", "regular 2, generic 1")``."""
    answer = decision(document, result)
    assert answer["action"] in ("move", "merge", "special")
    return [(f"{o['from']}>{o['to']}", figures(o)) for o in answer["options"]]


def figures(option: Document) -> str:
    parts = [f"{kind} {option[kind]}" for kind in KINDS if option.get(kind)]
    return ", ".join([*parts, *option.get("named", [])])


def short(option: Document) -> str:
    leader = f"{option['leader']}: " if "leader" in option else ""
    if "placements" in option:
        return leader + " + ".join(
            f"{p['area']} {figures(p['units'])}" + (f" with {p['leader']}" if p["leader"] else "")
            for p in option["placements"]
        )
    if "replacements" in option:
        return leader + " + ".join(f"{r['area']} {r['from']}>{r['to']} {r['count']}" for r in option["replacements"])
    if "decks" in option:
        return leader + ", ".join(option["decks"])
    if "harvester" in option:
        return f"{option['harvester']} / {option['ornithopter']}"
    ends = f"{option.get('attacker') or option['from']}>{option.get('target') or option['to']}"
    return leader + ends + (f" {option['zone']}" if option["zone"] else "")


def vehicles(document: Document) -> tuple[list[list[str]], list[list[str]], list[list[str]]]:
    """Options of the harvesters, carryalls and ornithopters of the round."""
    answer = vehicles_document(read_position(document))
    harvesters, carryalls, ornithopters = (
        [entry["options"] for entry in answer[kind]] for kind in ("harvesters", "carryalls", "ornithopters")
    )
    return harvesters, carryalls, ornithopters
