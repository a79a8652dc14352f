"""Refusals in words: why something cannot be done, with the rule that says so, and the offer to record it anyway."""

from companion.rules.refusal import Refusal, Severity
from companion.web.say import _
from companion.web.words import names
from companion.web.words.facts import worded
from companion.web.words.records import RefusalText
from companion.web.words.refusals.battle import BATTLE_TEXTS
from companion.web.words.refusals.cards import CARD_TEXTS
from companion.web.words.refusals.desert_war import DESERT_WAR_TEXTS
from companion.web.words.refusals.flow import FLOW_TEXTS
from companion.web.words.refusals.people import PEOPLE_TEXTS
from companion.web.words.refusals.units import UNIT_TEXTS

TEXTS = {**FLOW_TEXTS, **UNIT_TEXTS, **BATTLE_TEXTS, **CARD_TEXTS, **PEOPLE_TEXTS, **DESERT_WAR_TEXTS}
"""The sentence of every code; placeholders are facts of the refusal."""


def refusal_text(refusal: Refusal) -> RefusalText:
    """Returns one reason in words; an unusual one with the offer to record it all the same.

    Raises KeyError for a code that is not worded.
    """
    sentence = str(TEXTS[refusal.code]) % worded(refusal.facts)
    offer = ""
    if refusal.severity is Severity.UNUSUAL:
        offer = _("Record it anyway")
    return RefusalText(refusal.code, names.capital(sentence), names.rule_ref(refusal.rule), refusal.severity, offer)


def refusal_texts(refusals: tuple[Refusal, ...]) -> tuple[RefusalText, ...]:
    """Returns all reasons in words; the offer stands only where nothing illegal is among them."""
    found = tuple(refusal_text(refusal) for refusal in refusals)
    if all(text.severity is Severity.UNUSUAL for text in found):
        return found
    return tuple(RefusalText(text.code, text.sentence, text.rule, text.severity) for text in found)
