"""The independent referee: a second, naive implementation of the opponent's decisions, from the text of the rules.

Position documents in, plain answers out (``result``, ``action``, ``options``, ``steps_left``, ``question``). It is
slow on purpose: plain sets and lists, every rank tried, no short cut. The tests compare it with ``solo_bot``.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from tests.solo_bot import referee_build as build
from tests.solo_bot import referee_losses as losses
from tests.solo_bot import referee_march as march
from tests.solo_bot.referee_march import Option, Ranks
from tests.solo_bot.referee_table import HARKONNEN_LEADERS, Force, Table, force

Answer = dict[str, Any]
RESULTS = ("leadership", "strategy", "deployment", "mentat", "house")


def decide(document: Mapping[str, Any], result: str) -> Answer:
    """The decision for a die result."""
    if result not in RESULTS:
        raise ValueError(result)
    table = Table(document)
    answer: Answer | None = None
    if table.step == 1:
        answer = special(table, result)
    if answer is None:
        answer = {
            "leadership": fight_or_move,
            "strategy": fight_or_move,
            "deployment": deployment,
            "mentat": mentat,
            "house": house,
        }[result](table, result)
    answer["options"].sort(key=place_in_list)
    return {"result": result, **answer}


def place_in_list(option: Option) -> tuple[str, str, str]:
    first = option.get("attacker") or option.get("from") or option.get("area") or ""
    second = option.get("target") or option.get("to") or ""
    return first, second, option.get("zone") or ""


def made(action: str, options: list[Option], steps_left: int = 0, question: Any = None) -> Answer:
    return {"action": action, "options": options, "steps_left": steps_left, "question": question}


NOTHING = "nothing"


def frozen(options: Any) -> str:
    return json.dumps(options, sort_keys=True)


def by_rank(
    table: Table, at_stake: list[str], action: str, steps_left: int, answer: Callable[[Ranks], list[Option]]
) -> Answer:
    """The answer with the ranks that are known, or the question for those that decide (R-16)."""
    known = {area: table.ranks[area] for area in table.ranks if area in at_stake}
    asked = march.asked_ranks(known, lambda ranks: frozen(sorted(frozen(o) for o in answer(ranks))))
    if asked:
        return made(action, [], steps_left, {"ask": "rank", "areas": asked})
    return made(action, answer({area: rank or 1 for area, rank in known.items()}), steps_left)


# --- leadership and strategy -----------------------------------------------------------------------------------


def fight_or_move(table: Table, result: str) -> Answer:
    leadership = result == "leadership"
    legions = march.movers(table, leadership=leadership)
    if table.step == 1:
        fight = attack(table, legions, surprise=leadership)
        if fight is not None:
            return fight
    return movement(table, legions) or made(NOTHING, [])


def attack(table: Table, legions: Mapping[str, Force], *, surprise: bool) -> Answer | None:
    def with_surprise(options: list[Option]) -> list[Option]:
        return [{**option, "surprise": surprise} for option in options]

    found = march.sietch_attacks(table, legions)
    if found:
        return by_rank(
            table,
            [option["target"] for option in found],
            "attack_sietch",
            0,
            lambda ranks: with_surprise(march.choose_sietch_attacks(table, legions, found, ranks)),
        )
    found = march.legion_attacks(table, legions)
    return made("attack_legion", with_surprise(found)) if found else None


def movement(table: Table, legions: Mapping[str, Force]) -> Answer | None:
    targets = march.possible_targets(table, legions)
    ways = {target: march.march(table, legions, target) for target in targets}

    def choose(ranks: Ranks) -> list[str]:
        return targets if len(targets) < 2 else march.best(targets, lambda target: ranks[target])

    def merging(ranks: Ranks) -> bool:
        # merging comes before any other move of the step, whichever of equal targets it is for.
        return any(ways[target][0] == "merge" for target in choose(ranks))

    def options(ranks: Ranks) -> list[Option]:
        kind = "merge" if merging(ranks) else "move"
        found: list[Option] = []
        for target in choose(ranks):
            if ways[target][0] == kind:
                found += [option for option in ways[target][1] if option not in found]
        return found

    at_stake = targets if len(targets) > 1 else []
    answer = by_rank(table, at_stake, "move", 1 if table.step == 1 else 0, options)
    if answer["question"] is not None:
        return answer
    if not answer["options"]:
        return None
    if merging({area: rank or 1 for area, rank in table.ranks.items()}):
        answer["action"] = "merge"
    return answer


# --- special actions -------------------------------------------------------------------------------------------


def special(table: Table, result: str) -> Answer | None:
    """MAHDI-TURN-3 with R-6: always taken when possible; of several the player chooses."""
    found: Answer | None = None
    for leader, box in HARKONNEN_LEADERS.items():
        state, ready = table.leader(leader)
        if box != result or not ready or state not in ("ready", "board"):
            continue
        answer = special_of(table, leader)
        if answer is None:
            continue
        answer["action"] = "special"
        answer["options"] = [{**option, "leader": leader} for option in answer["options"]]
        if found is None:
            found = answer
        else:
            found["options"] += answer["options"]
    return found


def special_of(table: Table, leader: str) -> Answer | None:
    if leader in ("thufir_hawat", "gaius_helen_mohiam"):
        deck = "house_harkonnen" if leader == "thufir_hawat" else "corrino_ally"
        return made("special", [{"decks": [deck] * 3}])
    if leader == "captain_aramsham":
        return some(build.deployments(table, ["regular", "regular", "special"]))
    if leader == "baron_harkonnen":
        return some(build.replacements(table, "regular", ["elite", "special"], 3))
    if leader == "shaddam_iv":
        return some(build.replacements(table, "elite", ["special"], 3))
    legions = march.movers(table, leadership=False, only=leader)
    moving = movement(table, legions)
    if moving is not None or leader == "beast_rabban":
        return moving
    return attack(table, legions, surprise=False)


def second_special_step(document: Mapping[str, Any], result: str, leader: str) -> Answer:
    """The second step of Rabban's or Feyd-Rautha's special action (R-6)."""
    table = Table(document)
    if leader == "beast_rabban":
        table.moved = {}
        table.ornithopters = []
        answer = movement(table, march.movers(table, leadership=False, only=leader))
    else:
        table.moved = {}
        answer = attack(table, march.movers(table, leadership=False, only=leader), surprise=False)
    if answer is None:
        return {"result": result, **made(NOTHING, [])}
    options = [{**option, "leader": leader} for option in answer["options"]]
    return {"result": result, **answer, "action": "special", "options": sorted(options, key=place_in_list)}


def some(options: list[Option]) -> Answer | None:
    return made("special", options) if options else None


# --- the other results -----------------------------------------------------------------------------------------


def deployment(table: Table, result: str) -> Answer:
    options = build.deployments(table, ["regular"] * 3)
    return made("deploy" if options else NOTHING, options)


def mentat(table: Table, result: str) -> Answer:
    """MAHDI-CARD-1: first the deck other than that of the top discard."""
    decks = ["house_harkonnen", "corrino_ally"]
    if table.document.get("discard_top") == "house_harkonnen":
        decks.reverse()
    return made("play_cards", [{"decks": decks}])


def house(table: Table, result: str) -> Answer:
    """MAHDI-HOUSE-1, then MAHDI-HOUSE-2; a step with nothing to do is skipped."""
    if table.step == 1:
        options = build.replacements(table, "regular", ["elite", "special"], 2)
        if options:
            return made("replace_units", options, 1)
        areas = build.tokens_to_reveal(table)
        if areas:
            where = {"area": areas[0]} if len(areas) == 1 else {"areas": sorted(areas)}
            return made("replace_units", [], 1, {"ask": "reveal_token", **where})
    return house_vehicles(table)


def house_vehicles(table: Table) -> Answer:
    harvesters = build.harvesters(table, 1)

    def options(ranks: Ranks) -> list[Option]:
        ornithopters = build.ornithopters(table, 1, [], ranks)
        if not harvesters and not ornithopters:
            return []
        return [
            {"harvester": area, "ornithopter": zone}
            for area in (harvesters[0] if harvesters else [None])
            for zone in (ornithopters[0] if ornithopters else [None])
        ]

    answer = by_rank(table, [sietch for _, sietch in build.flights(table)], "place_vehicles", 0, options)
    if answer["options"] or answer["question"]:
        return answer
    return made(NOTHING, [])


# --- the other commands ----------------------------------------------------------------------------------------


def vehicles(document: Mapping[str, Any]) -> Answer:
    """Vehicle placement of the round."""
    table = Table(document)
    imperium = document.get("imperium", {})
    row = max(imperium.get(power, 1) for power in losses.POWERS)
    harvesters, carryalls, ornithopters = build.ROWS[row]
    first = build.harvesters(table, harvesters)
    second = build.carryalls(table, carryalls, taken(first))
    known = {area: table.ranks[area] for area in {sietch for _, sietch in build.flights(table)}}

    def third(ranks: Ranks) -> list[list[str]]:
        return build.ornithopters(table, ornithopters, taken(second), ranks)

    asked = march.asked_ranks(known, lambda ranks: frozen(third(ranks)))
    answer = [] if asked else third({area: rank or 1 for area, rank in known.items()})
    return {
        "harvesters": [{"options": options} for options in first],
        "carryalls": [{"options": options} for options in second],
        "ornithopters": [{"options": options} for options in answer],
        "question": {"ask": "rank", "areas": asked} if asked else None,
    }


def taken(options: list[list[str]]) -> list[str]:
    return [places[0] for places in options]


def spice(document: Mapping[str, Any], collected: int) -> list[Option]:
    """Every result of the spice harvest that the rules allow."""
    return losses.spice_results(Table(document), collected)


def casualties(legion: Mapping[str, Any], hits: int) -> list[Option]:
    """Every way the hits may fall; figures by kind."""
    if legion.get("tokens"):
        raise ValueError("tokens are revealed before hits are taken")
    found = losses.casualties(force(legion), hits, legion.get("regular_supply", 99))
    return [{**answer, "legion": shown(answer["legion"])} for answer in found]


def shown(left: Force) -> dict[str, Any]:
    kinds = ("regular", "elite", "special", "tokens", "generic")
    return {**{kind: getattr(left, kind) for kind in kinds}, "named": list(left.named)}


__all__ = ["casualties", "decide", "second_special_step", "spice", "vehicles"]
