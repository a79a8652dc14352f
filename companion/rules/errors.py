"""The error for input documents that are refused."""

from __future__ import annotations


class FormatError(ValueError):
    """A document that is no valid input; str() is ``<rule id or field>: <what is wrong>``.

    `field_or_rule` is the offending field (``attacker.regular``) or the id of the broken rule (``STACK-1``),
    `message` what is wrong with it, with the offending value.
    """

    def __init__(self, field_or_rule: str, message: str) -> None:
        super().__init__(f"{field_or_rule}: {message}")
        self.field_or_rule = field_or_rule
        self.message = message
