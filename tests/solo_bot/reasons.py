"""Whole answers of the opponent as text: every criterion with whom it kept and dropped, then the options.

``python -m tests.solo_bot.reasons`` writes the files of ``reasons/`` anew, with few positions that together meet every
criterion in each way it can end; read what changed before keeping it. All other answers are in the sums of
``reasons/sums.json``; with the name of a sum as argument the answers of which it is are shown, to be compared.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from companion.board import AREA_NUMBER, ZONE_IDS
from companion.content import CARDS
from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.ask.dice import HARKONNEN_ACTIONS
from companion.rules.frames import (
    Cause,
    Frame,
    HitsFrame,
    SpiceFrame,
    StackingFrame,
    TurnFrame,
    VehiclesFrame,
)
from companion.rules.positions.reading import read_position
from companion.rules.state import HARKONNEN, Mode, State
from solo_bot.documents.answers import decide_document, preview_document, spice_document, vehicles_document
from solo_bot.documents.decisions import decision_document, option_document
from solo_bot.documents.explain import steps_document
from solo_bot.levels.choice import decide_at_level, pick_for_player
from solo_bot.levels.traits import Level
from solo_bot.orders import next_order
from solo_bot.procedure.casualties import take_hits
from solo_bot.procedure.decide import decide
from solo_bot.procedure.stacking import excess_options
from tests import sums
from tests.rules.machines.starts import STARTS
from tests.rules.perft.positions import POSITIONS
from tests.solo_bot.cards.positions import random_state, rich
from tests.solo_bot.cards.table import play
from tests.solo_bot.positions import changed, made
from tests.solo_bot.simulation.golden import text

FOLDER = Path(__file__).parent / "reasons"
SUMS = FOLDER / "sums.json"
CARDS_OF_HARKONNEN = sorted(card.id for card in CARDS.values() if card.deck.faction is HARKONNEN)
ENOUGH = {"cards": 2, "vehicles": 2, "dice": 2}
"""So many answers show each way in which a criterion can end; else one."""
A_SUM = 60
"""Of so many answers each sum is."""
Document = dict[str, Any]


DECIDING = (Level.MAHDI, Level.TACTICIAN, Level.WARLORD)
"""Levels that decide each in their own way; what others do with dice is in ``test_levels``."""


@cache
def board(seed: int) -> State:
    """Each seed is a position, each odd one a variation of another."""
    document = made(seed // 2)
    return read_position(changed(document, seed) if seed % 2 else document)


def die(name: str) -> list[str]:
    seed, result = name.split()
    return told(decision_document(decide(board(int(seed)), Result(result))))


def whole_die(name: str) -> list[str]:
    """Every step of a die by its first options, and the position that comes of it."""
    seed, result = name.split()
    answer = decide_document(board(int(seed)), result, auto=True)
    steps = [f"{number} {line}" for number, one in enumerate(answer["decisions"]) for line in told(one)]
    return [*steps, *(f"= {key}: {short(value)}" for key, value in answer["position"].items())]


def preview(name: str) -> list[str]:
    """Which results can still be rolled, and what each would lead to."""
    seed = int(name)
    spent = tuple(Random(seed).choices(tuple(Result), k=seed % 7))
    state = replace(board(seed), harkonnen_spent=spent, harkonnen_unused=seed % 5)
    return [f"= {result}: {answer['action']} {answer['rule']}" for result, answer in preview_document(state).items()]


def level(name: str) -> list[str]:
    seed, result, how = name.split()
    state = board(int(seed))
    if how == "player":
        return told(decision_document(pick_for_player(state, decide(state, Result(result)), int(seed))))
    return told(decision_document(decide_at_level(state, Result(result), Level(how), int(seed))))


def vehicles(name: str) -> list[str]:
    return told(vehicles_document(board(int(name))))


def spice(name: str) -> list[str]:
    seed, collected = name.split()
    return told(spice_document(board(int(seed)), int(collected)))


def hits(name: str) -> list[str]:
    seed, number, supply = (int(part) for part in name.split())
    options, steps = take_hits(army(seed), number, supply if supply < 4 else None)
    documents = [asdict(option) for option in options]
    return told({"options": documents, "trace": steps_document(steps)})


def excess(name: str) -> list[str]:
    seed, number = (int(part) for part in name.split())
    options, steps = excess_options(replace(army(seed), tokens=seed % 3), number)
    return told({"options": [asdict(option) for option in options], "trace": steps_document(steps)})


@cache
def army(seed: int) -> Army:
    chance = Random(seed)
    named = chance.sample(("baron_harkonnen", "beast_rabban", "shaddam_iv"), chance.choice((0, 0, 1, 1, 2, 3)))
    regular, elite, special, generic = (chance.choice((0, 0, 1, 1, 2)) for _kind in range(4))
    return Army(regular + 1, elite, special, 0, generic, tuple(sorted(named)))


def card(name: str) -> list[str]:
    seed, id_ = name.split()
    found: list[str] = []
    for order in play(random_state(int(seed)) if seed != "0" else rich(), id_).orders:
        answer: Document = {"action": order.action, "rule": order.rule, "trace": steps_document(order.trace)}
        choices = [choice.option for choice in order.choices if choice.option is not None]
        found += told(answer | {"options": [option_document(option) for option in choices]})
    return found


def order(name: str) -> list[str]:
    place, how, for_me = name.split()
    state = places()[place]()
    found = next_order(replace(state, mode=Mode.SOLO), Level(how), len(name), decide_for_me=for_me == "for_me")
    if found is None:
        return []
    lines = told({"kind": found.kind, "rule": found.rule, "trace": steps_document(found.trace)})
    asked = None if found.question is None else found.question.ask
    choices = [f"> {' '.join(text(command) for command in choice.commands)}" for choice in found.choices]
    return [*lines, f"= question: {asked}", *choices, *(f"= rest: {text(command)}" for command in found.rest)]


def places() -> dict[str, Callable[[], State]]:
    """The positions of the rules' tests at which the opponent may have to act."""
    known = (*POSITIONS.items(), *STARTS.items(), *STEPS.items())
    # The opponent of the solo game never meets Desert War (DW-1).
    return {name.replace(" ", "_"): make for name, make in known if not name.startswith(("war_", "desert war"))}


def at(document: Document, *frames: Frame, **changes: Any) -> Callable[[], State]:
    return lambda: replace(read_position(document), frames=frames, **changes)


LEGION = {"area": "csw_3", "faction": "harkonnen", "regular": 3, "elite": 1, "special": 1}
TWO = LEGION | {"generic": 1, "named": ["baron_harkonnen", "beast_rabban"]}
CSW_3 = AREA_NUMBER["csw_3"]
STEPS: dict[str, Callable[[], State]] = {
    **{f"hits_{n}": at({"legions": [TWO]}, HitsFrame(Cause.STORM, HARKONNEN, CSW_3, n)) for n in (1, 3, 5, 9)},
    **{f"excess_{n}": at({"legions": [LEGION | {"tokens": 3}]}, StackingFrame(HARKONNEN, CSW_3, n)) for n in (1, 2, 3)},
    **{
        f"spice_{n}": at({"imperium": {"choam": 2, "landsraad": 3}, "supremacy": 4}, SpiceFrame(n))
        for n in (0, 2, 3, 5, 8)
    },
    "vehicles_free": at({"target_sietch": "windgap", "harvesting_sector": "ne"}, VehiclesFrame(2, 1, 2)),
    "vehicles_none": at({"target_sietch": "windgap", "harvesting_sector": "ne"}, VehiclesFrame(0, 0, 0)),
    "vehicles_full": at(
        {"target_sietch": "windgap", "harvesting_sector": "ne", "ornithopters": list(ZONE_IDS)}, VehiclesFrame(0, 1, 1)
    ),
    **{
        f"action_{result}_{number}": at(made(number), TurnFrame(HARKONNEN, True, True), HARKONNEN_ACTIONS[result])
        for result in Result
        for number in (3, 4, 7)
    },
}

KINDS: dict[str, tuple[Callable[[str], list[str]], list[str]]] = {
    "dice": (die, [f"{seed} {result}" for seed in range(600) for result in Result]),
    "whole dice": (whole_die, [f"{seed} {result}" for seed in range(240) for result in Result]),
    "previews": (preview, [str(seed) for seed in range(120)]),
    "levels": (
        level,
        [
            f"{seed} {result} {how}"
            for seed in range(60)
            for result in Result
            for how in ("tactician", "warlord", "player")
        ],
    ),
    "vehicles": (vehicles, [str(seed) for seed in range(600)]),
    "spice": (spice, [f"{seed} {seed % 14}" for seed in range(240)]),
    "orders": (
        order,
        [f"{place} {how} {me}" for place in places() for me in ("by_you", "for_me") for how in DECIDING],
    ),
    "hits": (hits, [f"{seed} {seed % 7} {seed % 5}" for seed in range(900)]),
    "excess": (excess, [f"{seed} {seed % 3 + 1}" for seed in range(180)]),
    "cards": (card, [f"{seed} {id_}" for seed in range(30) for id_ in CARDS_OF_HARKONNEN]),
}
WHOLE = tuple(kind for kind in KINDS if kind not in ("whole dice", "previews"))
"""The kinds of which some answers are written down whole: the others are made of those."""


def told(answer: Document) -> list[str]:
    """One line a step and an option; what is nothing is left out."""
    steps = [
        f"{step['rule']} {step['criterion']}: {', '.join(step['kept'])} | {', '.join(step['dropped'])}"
        f" | {step['because']} | {' '.join(step['rulings']) or '-'}"
        for step in answer["trace"]
    ]
    rest = [f"= {key}: {short(value)}" for key, value in answer.items() if value and key not in ("trace", "options")]
    return [*steps, *rest, *(f"> {short(option)}" for option in answer.get("options", ()))]


def short(value: Any) -> str:
    match value:
        case dict():
            return " ".join(f"{key}={short(inner)}" for key, inner in value.items() if inner)
        case list() | tuple():
            return "[" + " ".join(short(inner) for inner in value) + "]"
        case _:
            return str(value)


def ends(lines: list[str]) -> Iterator[str]:
    """The ways in which criteria end, without the candidates; how many options there are."""
    for line in lines:
        if line.startswith((">", "=")):
            continue
        head, rest = line.split(": ", 1)
        kept, dropped, _because, rulings = rest.split(" | ")
        yield f"{head} {min(kept.count(','), 1)} {bool(dropped)} {rulings}"
    yield str([line.partition("(")[0] for line in lines if "(" in line and line.startswith((">", "= rest"))][:1])
    yield f"{sum(line.startswith('>') for line in lines) > 1} {[line for line in lines if line.startswith('= action')]}"


def chosen(kind: str) -> dict[str, list[str]]:
    """Few answers that meet each end of a criterion so many times as is ``ENOUGH``, if there are so many."""
    answer, names = KINDS[kind]
    seen: Counter[str] = Counter()
    found = {}
    for name in names:
        lines = answer(name)
        if any(seen[end] < ENOUGH.get(kind, 1) for end in ends(lines)):
            seen.update(set(ends(lines)))
            found[name] = lines
    return found


def summed(name: str) -> list[str]:
    """The answers of one sum: that of a kind, and which of its sums."""
    kind, number = name.rsplit(" ", 1)
    answer, names = KINDS[kind]
    return [f"{one} {line}" for one in names[int(number) * A_SUM : (int(number) + 1) * A_SUM] for line in answer(one)]


def all_sums() -> dict[str, str]:
    names = (
        f"{kind} {part}" for kind, (_answer, all_of_it) in KINDS.items() for part in range(-(-len(all_of_it) // A_SUM))
    )
    return {name: sums.sum_of(summed(name)) for name in names}


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for kind in WHOLE:
        text = "".join(f"{name}\n" + "".join(f"  {line}\n" for line in lines) for name, lines in chosen(kind).items())
        (FOLDER / f"{kind}.txt").write_text(text, encoding="utf-8")
    sums.write(SUMS, all_sums())


def read(kind: str) -> dict[str, list[str]]:
    """The answers that are written down, by the name of the question."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in (FOLDER / f"{kind}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            lines.append(line.removeprefix("  "))
        else:
            found[line] = lines = []
    return found


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print("\n".join(summed(sys.argv[1])))
    else:
        write()
