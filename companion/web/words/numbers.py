"""Numbers as the reader’s language writes them: its decimal mark, and a space before the percent sign or none."""

from babel import Locale
from flask_babel import format_decimal, format_percent, get_locale

from companion.web.say import _

MINUS = "−"


def percent(chance: float) -> str:
    """Returns a chance as whole percent; what is possible is never 0 %, what may fail never 100 %."""
    if 0.0 < chance < 0.005:
        return _("under %(percent)s", percent=format_percent(0.01))
    if 0.995 <= chance < 1.0:
        return _("over %(percent)s", percent=format_percent(0.99))
    return share(chance)


def share(part: float) -> str:
    """Returns a part of a whole that was counted, as whole percent."""
    return str(format_percent(part))


def exact_percent(chance: float) -> str:
    """Returns a chance as percent with one decimal, for tables."""
    locale = get_locale() or Locale("en")
    return str(format_percent(chance, locale.percent_formats[None].pattern.replace("0", "0.0", 1)))


def decimal(number: float) -> str:
    """Returns a number with one decimal; a negative zero has no sign."""
    return str(format_decimal(round(number, 1) + 0.0, "0.0"))


def short_decimal(number: float) -> str:
    """Returns a number with at most one decimal: whole ones without."""
    return str(format_decimal(round(number, 1)))


def signed(number: float) -> str:
    """Returns a difference with its sign and one decimal: "+3.2", "−0.5"."""
    return (MINUS if round(number, 1) < 0 else "+") + decimal(abs(number))
