"""What the rules reply to commands of every kind, right and wrong, at many positions: reasons with their facts, or
events and the step that comes.

``python -m tests.rules.replies`` writes ``replies/`` anew, with few commands that together meet each combination of
reasons and each sequence of events; read what changed before keeping it. All other replies are in the sums of
``replies/sums.json``; with the name of a position as argument every reply there is shown, to be compared.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

from companion.content import CARDS
from companion.content.terms import Result
from companion.rules import Command, Rules, Severity, State, check, execute
from companion.rules.ask.asked import asked, givers
from companion.rules.commands import EnterByHand, PlayAtreidesCard, SkipStep
from companion.rules.frames import TurnFrame
from companion.rules.legal import KINDS, UNBOUNDED, candidates, legal_commands
from companion.rules.state import ATREIDES, Mode
from tests import sums
from tests.rules.flow.table import play
from tests.rules.machines.moves import DULL, anything
from tests.rules.machines.starts import STARTS
from tests.rules.perft.positions import DICE, POSITIONS, small, their_card
from tests.solo_bot.simulation.golden import text

FOLDER = Path(__file__).parent / "replies"
SUMS = FOLDER / "sums.json"
ENOUGH = 1
"""So many commands show each reply."""
OF_A_KIND, AT_RANDOM, STEPS_OF_A_CARD, STEPS_OF_A_WALK = 25, 100, 4, 5


def card_of_atreides(card: str) -> State:
    state = small(
        harkonnen_spent=(Result.MENTAT,), prescience=(2, 1, 0), imperium=(2, 3, 4), frames=(TurnFrame(ATREIDES),)
    )
    return play(
        replace(state, atreides_results=DICE, atreides_unused=3), PlayAtreidesCard(Result.HOUSE, card), anyway=True
    )


def along(state: State) -> Iterator[State]:
    """The positions on the way through a card, with the first command that goes on."""
    for _step in range(STEPS_OF_A_CARD):
        yield state
        ahead = (it for it in legal_commands(state) if not isinstance(it, (*DULL, EnterByHand, SkipStep)))
        command = next(ahead, None)
        if command is None:
            return
        state, _events = execute(state, command)


def positions() -> dict[str, Callable[[], list[State]]]:
    found: dict[str, Callable[[], list[State]]] = {}
    for name, make in (*POSITIONS.items(), *STARTS.items()):
        found[name] = lambda make=make: [make()]  # type: ignore[misc]
    for name, make in POSITIONS.items():
        found[f"{name} in other company"] = lambda make=make: [in_other_company(make())]  # type: ignore[misc]
    for name, make in STARTS.items():
        found[f"{name} and on"] = lambda name=name, make=make: list(walk(make(), Random(name)))  # type: ignore[misc]
    for card in CARDS.values():
        if card.deck.faction is ATREIDES:
            found[card.id] = lambda card=card: list(along(card_of_atreides(card.id)))  # type: ignore[misc]
        else:
            found[card.id] = lambda card=card: list(along(their_card(card.id, card.deck)))  # type: ignore[misc]
    return found


def in_other_company(state: State) -> State:
    """The same position between people where it is the solo game's, and the other way round."""
    if state.mode is not Mode.SOLO:
        return replace(state, mode=Mode.SOLO, rules=Rules(), harkonnen_results=None, corrino_results=(), cones=(0, 0))
    return replace(state, mode=Mode.DUEL, harkonnen_results=(Result.MENTAT,) * state.harkonnen_unused)


def walk(state: State, chance: Random) -> Iterator[State]:
    """The positions of a game that goes on from here by chance."""
    for _step in range(STEPS_OF_A_WALK):
        kinds = [it for it in legal_commands(state) if not isinstance(it, EnterByHand | SkipStep)]
        if not kinds:
            return
        kind = chance.choice(sorted({type(it).__name__ for it in kinds}))
        state, _events = execute(state, chance.choice([it for it in kinds if type(it).__name__ == kind]))
        yield state


def commands(state: State, chance: Random) -> Iterator[Command]:
    for kind in KINDS:
        if kind not in UNBOUNDED:
            yield from islice(candidates(state, kind), OF_A_KIND)
    for _number in range(AT_RANDOM):
        command = anything(state, chance.choice)
        if command is not None:
            yield command


def reply(state: State, command: Command) -> tuple[str, str]:
    """The reply in short and whole."""
    reasons = check(state, command)
    short = " ".join(f"{reason.rule} {reason.code} {reason.severity.name}" for reason in reasons)
    whole = "; ".join(
        f"{reason.rule} {reason.code} {reason.severity.name} "
        + " ".join(f"{name}={text(value)}" for name, value in reason.facts.items())
        for reason in reasons
    )
    if not any(reason.severity is Severity.ILLEGAL for reason in reasons):
        after, events = execute(state, command, record_anyway=True)
        short += " -> " + " ".join(type(event).__name__ for event in events) + f" {type(after.frame).__name__}"
        whole += " -> " + " ".join(text(event) for event in events) + f" => {text(after.frame)}"
    return f"{type(command).__name__} {short}", f"{text(command)}: {whole}"


def replies(name: str) -> list[tuple[str, str]]:
    """Every reply at a position and those that follow from it, and who is asked: in short, and whole."""
    found = []
    for number, state in enumerate(positions()[name]()):
        who = f"{number} {type(state.frame).__name__} asks {' '.join(sorted(asked(state)))}"
        found.append((who, who))
        for command in commands(state, Random(f"{name} {number}")):
            short, whole = reply(state, command)
            who = f"{number} {type(command).__name__} is given by {' '.join(sorted(givers(state, command)))}"
            found += [(f"{number} {short}", f"{number} {whole}"), (who, who)]
    return found


def sum_of(all_of_them: Iterable[tuple[str, str]]) -> str:
    return sums.sum_of(whole for _short, whole in all_of_them)


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    seen: Counter[str] = Counter()
    found = {}
    for file in FOLDER.glob("*.txt"):
        file.unlink()
    for name in positions():
        lines = []
        all_of_them = replies(name)
        found[name] = sum_of(all_of_them)
        first: dict[str, str] = {}
        for short, whole in all_of_them:
            first.setdefault(short, whole)
        for short, whole in first.items():
            kind = short.partition(" ")[2]
            seen[kind] += 1
            if seen[kind] <= ENOUGH:
                lines.append(f"{whole}\n")
        if lines:
            (FOLDER / f"{name}.txt").write_text("".join(lines), encoding="utf-8")
    sums.write(SUMS, found)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print("\n".join(whole for _short, whole in replies(sys.argv[1])))
    else:
        write()
