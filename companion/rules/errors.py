"""The error for input documents that are refused."""


class FormatError(ValueError):
    """A document that is no valid input; str() is ``<rule id or field>: <what is wrong>``.

    `field_or_rule` is the offending field (``attacker.regular``) or the id of the broken rule (``STACK-1``),
    `message` what is wrong with it, with the offending value. With facts the text given is a template with
    ``%(name)s`` for each: `template` and `facts` are what other languages are made from.

    >>> FormatError("seq", "must be %(seq)s, not %(value)s", seq=3, value=5).message
    'must be 3, not 5'
    """

    def __init__(self, field_or_rule: str, message: str, **facts: object) -> None:
        self.field_or_rule = field_or_rule
        self.template = message
        self.facts = facts
        self.message = message % facts if facts else message
        super().__init__(f"{field_or_rule}: {self.message}")
