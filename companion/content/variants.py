"""What an installation or a game can decide about the rules: variants and the doubtful border."""

from collections.abc import Collection
from pathlib import Path

from companion.content.loader import Fields, Provenance, open_document, read_records
from companion.content.terms import Variant
from companion.frozen import record

FILE = "variants.json"


@record
class RuleChange:
    """What a variant makes of one rule."""

    id: str
    text: str


@record
class RuleVariant:
    """A switch of a game, off by default; ``changes`` holds exactly the rules it touches."""

    id: Variant
    title: str
    text: str
    changes: tuple[RuleChange, ...]
    provenance: Provenance

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules it changes."""
        return tuple(change.id for change in self.changes)


@record
class BorderSwitch:
    """A border that is doubtful on the printed board; an installation says once whether it is one.

    ``default`` is what holds until somebody has looked: the areas do not touch.
    """

    id: str
    areas: tuple[str, str]
    title: str
    text: str
    default: bool
    provenance: Provenance


@record
class Switches:
    """All decisions about the rules."""

    variants: tuple[RuleVariant, ...]
    borders: tuple[BorderSwitch, ...]


def read_switches(folder: Path, rules: Collection[str]) -> Switches:
    """The switches; ``rules`` are the rule ids known. Raises ``ContentError``."""
    document = open_document(folder, FILE)
    variants = read_records(document, "variants", lambda fields: _read_variant(fields, rules))
    borders = read_records(document, "borders", _read_border)
    document.finish()
    for variant in Variant:
        if all(record.id is not variant for record in variants):
            raise document.error("variants", f"the variant {variant.value!r} is missing")
    return Switches(variants, borders)


def _read_variant(fields: Fields, rules: Collection[str]) -> RuleVariant:
    changes = tuple(
        RuleChange(change.reference("rule", rules), change.text("text")) for change in fields.children("changes")
    )
    if not changes or len({change.id for change in changes}) != len(changes):
        raise fields.error("changes", "must name at least one rule and none twice")
    return RuleVariant(
        id=fields.member("id", Variant),
        title=fields.text("title"),
        text=fields.text("text"),
        changes=changes,
        provenance=fields.provenance(),
    )


def _read_border(fields: Fields) -> BorderSwitch:
    areas = fields.texts("areas")
    if len(areas) != 2:
        raise fields.error("areas", "must name the two areas")
    return BorderSwitch(
        id=fields.text("id"),
        areas=(areas[0], areas[1]),
        title=fields.text("title"),
        text=fields.text("text"),
        default=fields.flag("default"),
        provenance=fields.provenance(),
    )
