"""Answers of forms that are yes or no."""

from flask import request

from companion.rules.errors import FormatError
from companion.web.say import _


def yes_or_no(field: str, otherwise: str = "") -> bool:
    """Returns whether a field of the form says yes; ``otherwise``: what a form without it says. Raises FormatError."""
    value = request.form.get(field, otherwise)
    if value not in ("yes", "no"):
        raise FormatError(field, _("yes or no, not “%(value)s”", value=value[:40]))
    return value == "yes"
