"""Reasons against a command: what ``check`` returns and what the presenter puts into words."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from types import MappingProxyType

from companion.frozen import record, replace
from companion.rules.state import Mode, State

BETWEEN_PEOPLE: Mapping[str, str] = MappingProxyType(
    {
        "MAHDI-BATTLE-1": "BATTLE-3",
        "MAHDI-BATTLE-2": "BATTLE-7",
        "MAHDI-BATTLE-4": "BATTLE-9",
        "MAHDI-CARD-1": "CARD-1",
        "MAHDI-CARD-2": "CARD-1",
        "MAHDI-CARD-3": "CARD-1",
        "MAHDI-CARD-4": "CARD-1",
        "MAHDI-CARD-6": "CARD-1",
        "MAHDI-DEPLOY-3": "STACK-1",
        "MAHDI-DEPLOY-4": "UNIT-2",
        "MAHDI-END-1": "ROUND-2",
        "MAHDI-HOUSE-2": "ACT-HOUSE-H",
        "MAHDI-LEADER-1": "LEADER-2",
        "MAHDI-MOVE-1": "MOVE-6",
        "MAHDI-REVEAL-1": "FREE-1",
        "MAHDI-SPICE-1": "SPICE-2",
        "MAHDI-START-1": "ROUND-1",
        "MAHDI-START-2": "ROUND-1",
        "MAHDI-START-3": "ROUND-1",
        "MAHDI-TOKEN-1": "SETUP-2",
        "MAHDI-TOKEN-2": "SETUP-2",
        "MAHDI-TRUTH-1": "CARD-1",
        "MAHDI-TURN-1": "ACT-3",
        "MAHDI-TURN-3": "LEADER-2",
        "R-1": "ROUND-1",
        "R-6": "LEADER-2",
        "R-8": "CARD-1",
        "R-16": "SETTLE-1",
        "R-22": "STACK-1",
        "R-34": "STACK-1",
        "R-35": "SETUP-2",
        "R-36": "CARD-1",
    }
)
"""The printed rule that stands behind each one of the solo opponent: what is cited where people play."""


class Severity(StrEnum):
    """``illegal`` blocks a command; ``unusual`` warns, and the player may record it all the same."""

    ILLEGAL = "illegal"
    UNUSUAL = "unusual"


@record
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


def printed(state: State, rule: str) -> str:
    """Returns the rule to cite in this mode of play: between people none of the solo opponent's."""
    return rule if state.mode is Mode.SOLO else BETWEEN_PEOPLE.get(rule, rule)


def as_printed(state: State, reasons: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
    """Returns the reasons with the rules that are to be cited in this mode of play."""
    if state.mode is Mode.SOLO:
        return reasons
    return tuple(replace(reason, rule=printed(state, reason.rule)) for reason in reasons)


def refuse(code: str, rule: str, severity: Severity = Severity.ILLEGAL, /, **facts: object) -> Refusal:
    """Returns a reason; ``facts`` hold ids and numbers, areas by their id."""
    return Refusal(code, rule, severity, facts)


def not_now(state: State, rule: str) -> Refusal:
    """Returns the reason against a command that does not fit what is going on; ``step`` names that."""
    step = type(state.frame).__name__ if state.frame else None
    stage = getattr(state.frame, "stage", None)
    return refuse("not_now", rule, step=step, stage=stage)
