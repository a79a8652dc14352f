"""Reasons against a command: what ``check`` returns and what the presenter puts into words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


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
