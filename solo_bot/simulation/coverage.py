"""Which rules the traces cite in simulated games: ``python -m solo_bot.simulation.coverage`` prints a table."""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from companion.content import RULES
from companion.rules.state import Rules
from solo_bot.procedure.trace import Step
from solo_bot.simulation.play import play_game

GAMES = 100
SECTIONS = ("15", "R")
"""The sections of the rules that the opponent plays by: its procedure, and the rulings."""


@dataclass(slots=True)
class Coverage:
    """How often each rule id was cited, as the rule of a step or as a ruling that shaped it, and each criterion."""

    rules: Counter[str] = field(default_factory=Counter)
    criteria: Counter[tuple[str, str]] = field(default_factory=Counter)

    def hear(self, rule: str, trace: Sequence[Step]) -> None:
        """Counts one decision and its steps."""
        self.rules[rule] += 1
        for step in trace:
            self.rules.update((step.rule, *step.rulings))
            self.criteria[step.rule, step.criterion] += 1

    @property
    def never_cited(self) -> tuple[str, ...]:
        """The rules of ``SECTIONS`` that no step cited, in the order of the rulebook."""
        return tuple(rule for rule in opponents_rules() if not self.rules[rule])


def opponents_rules() -> tuple[str, ...]:
    """Returns the ids of all rules of ``SECTIONS``."""
    return tuple(rule for rule, info in RULES.items() if info.section in SECTIONS)


def measure(seeds: Iterable[int], rules: Rules | None = None) -> Coverage:
    """Plays the games of ``seeds`` and returns what their traces cited."""
    coverage = Coverage()
    for seed in seeds:
        play_game(seed, rules, listener=coverage.hear)
    return coverage


def table(coverage: Coverage) -> str:
    """Returns the report: rule and count, the rules never cited, criterion and count."""
    cited = [f"{coverage.rules[rule]:8}  {rule}" for rule in opponents_rules() if coverage.rules[rule]]
    others = sorted(set(coverage.rules) - set(opponents_rules()))
    return "\n".join(
        [
            "Cited by a trace:",
            *cited,
            "Cited, of other sections:",
            *(f"{coverage.rules[rule]:8}  {rule}" for rule in others),
            "Never cited:",
            *(f"          {rule}" for rule in coverage.never_cited),
            "Criteria reached:",
            *(f"{count:8}  {rule} {code}" for (rule, code), count in sorted(coverage.criteria.items())),
        ]
    )


if __name__ == "__main__":
    sys.stdout.write(table(measure(range(GAMES))) + "\n")
