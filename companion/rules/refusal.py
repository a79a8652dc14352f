"""Reasons against a command: what ``check`` returns and what the presenter puts into words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.rules.state import State


class Severity(StrEnum):
    """``illegal`` blocks a command; ``unusual`` warns, and the player may record it all the same."""

    ILLEGAL = "illegal"
    UNUSUAL = "unusual"


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason. ``code`` names the wording, ``rule`` the rule id, ``facts`` the values that decide (ids, numbers)."""

    code: str
    rule: str
    severity: Severity = Severity.ILLEGAL
    facts: Mapping[str, object] = field(default_factory=dict)


class Refused(Exception):
    """A command that the rules do not allow; carries every reason. Nothing was changed."""

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        self.refusals = refusals
        super().__init__("; ".join(f"{refusal.rule}: {refusal.code} {dict(refusal.facts)}" for refusal in refusals))


def refuse(code: str, rule: str, severity: Severity = Severity.ILLEGAL, /, **facts: object) -> Refusal:
    """Returns a reason; ``facts`` hold ids and numbers, areas by their id."""
    return Refusal(code, rule, severity, facts)


def not_now(state: State, rule: str) -> Refusal:
    """Returns the reason against a command that does not fit what is going on; ``step`` names that."""
    step = type(state.frame).__name__ if state.frame else None
    stage = getattr(state.frame, "stage", None)
    return refuse("not_now", rule, step=step, stage=stage)
