"""Rules and rulings as they are looked up: by section, with page, our text, and what completes or changes them."""

from dataclasses import dataclass

from flask import url_for

from companion.content import RULE_SECTIONS, RULES, RuleInfo, RuleKind, RuleSection, rulings_on, variants_of
from companion.content.figures import Origin
from companion.web.reference.search import matching
from companion.web.words.names import translated


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """A rule or ruling in words. ``completes``: the rule that a ruling completes; ``changes``: (variant, text)."""

    id: str
    title: str
    text: str
    page: int | None
    is_ruling: bool
    expansion: bool
    completes: str = ""
    completed_by: tuple[str, ...] = ()
    changes: tuple[tuple[str, str], ...] = ()

    @property
    def words(self) -> str:
        """Everything of it that a search looks at."""
        changed = " ".join(f"{title} {text}" for title, text in self.changes)
        return " ".join((self.id, self.title, self.text, self.completes, *self.completed_by, changed))


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter with those of its rules that were found."""

    id: str
    title: str
    pages: str
    rules: tuple[RuleEntry, ...]


def rule_href(rule: str) -> str:
    """Returns the address of a rule or ruling, which opens as a sheet where scripts run; empty for an unknown id."""
    return url_for("reference.rule", rule=rule) if rule in RULES else ""


def rule_entries(rule: str) -> list[RuleEntry]:
    """Returns a rule with the rulings that complete it, in words; a ruling after the rule that it completes.

    Raises KeyError for an unknown id.
    """
    first = RULES[rule]
    ids = dict.fromkeys((first.completes or first.id, first.id, *(ruling.id for ruling in rulings_on(first.id))))
    return [_entry(RULES[one]) for one in ids]


def sections(query: str = "") -> list[Section]:
    """Returns the chapters with every rule that has all words of ``query`` in it; empty chapters are left out."""
    found = matching([_entry(rule) for rule in RULES.values()], query, lambda entry: entry.words)
    by_section: dict[str, list[RuleEntry]] = {}
    for entry in found:
        by_section.setdefault(RULES[entry.id].section, []).append(entry)
    return [_section(one, by_section[one.id]) for one in RULE_SECTIONS.values() if one.id in by_section]


def _section(section: RuleSection, entries: list[RuleEntry]) -> Section:
    pages = section.pages.replace("-", "–")
    return Section(section.id, translated(section.title), pages, tuple(entries))


def _entry(rule: RuleInfo) -> RuleEntry:
    return RuleEntry(
        id=rule.id,
        title=translated(rule.title),
        text=translated(rule.text),
        page=rule.page,
        is_ruling=rule.kind is RuleKind.RULING,
        expansion=rule.origin is not Origin.BASE,
        completes=rule.completes or "",
        completed_by=tuple(ruling.id for ruling in rulings_on(rule.id)),
        changes=tuple(
            (translated(variant.title), translated(change.text))
            for variant in variants_of(rule.id)
            for change in variant.changes
            if change.id == rule.id
        ),
    )
