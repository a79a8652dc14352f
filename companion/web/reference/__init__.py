"""The reference: how a round flows, and rules, cards and leaders to look up, in our own words.

Elsewhere a rule id links here with ``href=rule_href(id)``, which every template knows.
"""

from companion.web.reference.routes import bp
from companion.web.reference.rules import rule_href

__all__ = ["bp", "rule_href"]
