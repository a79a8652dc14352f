"""Every rule and every ruling by id: a short title, a plain summary and the printed page.

The texts are our own words; they are shown wherever a rule decides something.
"""

from enum import StrEnum
from pathlib import Path

from companion.content.figures import Origin
from companion.content.loader import Fields, Provenance, by_id, open_document, read_records
from companion.frozen import record

RULES_FILE = "rules.json"
RULINGS_FILE = "rulings.json"
RULINGS_SECTION = "R"
TITLE_WORDS = 6


class RuleKind(StrEnum):
    """A *rule* stands in a rulebook; a *ruling* is ours and completes one where it is silent."""

    RULE = "rule"
    RULING = "ruling"


@record
class RuleSection:
    """A chapter of the rules; ``pages`` are those of the printed rulebook, empty for rulings."""

    id: str
    title: str
    pages: str
    provenance: Provenance


@record
class RuleInfo:
    """What can be shown about one rule id.

    ``title`` has at most six words. ``page`` is the page of the printed base rulebook and None
    for rulings and for the expansion, whose pages nobody has recorded. ``completes`` is the id
    of the rule that a ruling completes, None for rules.
    """

    id: str
    kind: RuleKind
    section: str
    title: str
    text: str
    page: int | None
    origin: Origin
    completes: str | None
    provenance: Provenance


@record
class Rulebook:
    """All rules in the order of the rulebook, then all rulings, with their sections."""

    sections: tuple[RuleSection, ...]
    rules: tuple[RuleInfo, ...]


def read_rulebook(folder: Path) -> Rulebook:
    """The rules and rulings; raises ``ContentError``, also when a ruling completes no rule."""
    document = open_document(folder, RULES_FILE)
    sections = read_records(document, "sections", _read_section)
    known = by_id(sections)
    rules = read_records(document, "rules", lambda fields: _read_rule(fields, frozenset(known)))
    document.finish()
    document = open_document(folder, RULINGS_FILE)
    rule_ids = frozenset(rule.id for rule in rules)
    if RULINGS_SECTION not in known:
        raise document.error("", f"there is no section {RULINGS_SECTION!r}")
    rulings = read_records(document, "rulings", lambda fields: _read_ruling(fields, rule_ids))
    document.finish()
    for ruling in rulings:
        if ruling.id in rule_ids:
            raise document.error("rulings", f"the id {ruling.id!r} is a rule already")
    return Rulebook(sections, rules + rulings)


def _read_section(fields: Fields) -> RuleSection:
    pages = fields.optional_text("pages") or ""
    return RuleSection(fields.text("id"), fields.text("title"), pages, fields.provenance())


def _read_rule(fields: Fields, sections: frozenset[str]) -> RuleInfo:
    origin = fields.optional_member("origin", Origin) or Origin.BASE
    if (origin is Origin.BASE) != fields.has("page"):
        raise fields.error("page", "every rule of the base rulebook has a page, no other rule has")
    return RuleInfo(
        id=fields.text("id"),
        kind=RuleKind.RULE,
        section=fields.reference("section", sections),
        title=_read_title(fields),
        text=fields.text("text"),
        page=fields.integer("page", low=1, high=48) if origin is Origin.BASE else None,
        origin=origin,
        completes=None,
        provenance=fields.provenance(),
    )


def _read_ruling(fields: Fields, rules: frozenset[str]) -> RuleInfo:
    return RuleInfo(
        id=fields.text("id"),
        kind=RuleKind.RULING,
        section=RULINGS_SECTION,
        title=_read_title(fields),
        text=fields.text("text"),
        page=None,
        origin=Origin.BASE,
        completes=fields.reference("completes", rules),
        provenance=fields.provenance(),
    )


def _read_title(fields: Fields) -> str:
    title = fields.text("title")
    if len(title.split()) > TITLE_WORDS:
        raise fields.error("title", f"has more than {TITLE_WORDS} words: {title!r}")
    return title
