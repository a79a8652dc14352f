"""The English prose of the content data, which the catalogues translate."""

from collections.abc import Iterator

from companion.content import cards, desert_war, leaders, prescience, rulebook, tracks, variants
from companion.content.library import Content
from companion.content.rulebook import RuleKind


def translatable_strings(content: Content) -> Iterator[tuple[str, str]]:
    """Every text that is shown to users, with where it stands (``file:record:field``).

    The English text is the message id. A text that stands in several places comes several times.
    Names of leaders and game terms are not among them: :func:`companion.content.term` has those
    in every language.
    """
    for text, *where in _texts(content):
        yield text, ":".join(where)


def _texts(content: Content) -> Iterator[tuple[str, str, str, str]]:
    yield from _card_texts(content)
    yield from _leader_texts(content)
    for ban in content.tracks.bans:
        yield ban.text, tracks.TRACKS_FILE, f"bans.{ban.id}", "text"
        if ban.solo_text != ban.text:
            yield ban.solo_text, tracks.TRACKS_FILE, f"bans.{ban.id}", "solo_text"
    yield from _rule_texts(content)


def _card_texts(content: Content) -> Iterator[tuple[str, str, str, str]]:
    for card in content.cards.values():
        yield card.name, cards.FILE, card.id, "name"
        yield card.summary, cards.FILE, card.id, "summary"
    for revealed in content.prescience.values():
        yield revealed.name, prescience.FILE, revealed.id, "name"
        if revealed.need is not None:
            yield revealed.need, prescience.FILE, revealed.id, "need"


def _leader_texts(content: Content) -> Iterator[tuple[str, str, str, str]]:
    for leader in content.leaders.values():
        if leader.special is not None:
            yield leader.special.text, leaders.FILE, leader.id, "special.text"
            if leader.special.solo_text != leader.special.text:
                yield leader.special.solo_text, leaders.FILE, leader.id, "special.solo_text"
    card = content.desert_war.card
    yield card.text, desert_war.FILE, card.id, "text"


def _rule_texts(content: Content) -> Iterator[tuple[str, str, str, str]]:
    for section in content.rulebook.sections:
        yield section.title, rulebook.RULES_FILE, section.id, "title"
    for rule in content.rulebook.rules:
        file = rulebook.RULINGS_FILE if rule.kind is RuleKind.RULING else rulebook.RULES_FILE
        yield rule.title, file, rule.id, "title"
        yield rule.text, file, rule.id, "text"
    for variant in content.switches.variants:
        yield variant.title, variants.FILE, variant.id, "title"
        yield variant.text, variants.FILE, variant.id, "text"
        for change in variant.changes:
            yield change.text, variants.FILE, variant.id, f"changes.{change.id}"
    for border in content.switches.borders:
        yield border.title, variants.FILE, border.id, "title"
        yield border.text, variants.FILE, border.id, "text"
