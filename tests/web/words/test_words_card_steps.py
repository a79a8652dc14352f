"""The steps of the planning cards in words, for their players."""

from companion.content import CARDS
from companion.content.step_reader import walk
from companion.content.steps import Condition, Effect
from companion.content.terms import Faction
from companion.web.orders.card_steps import EFFECT_NAMES, card_step_text
from companion.web.orders.card_steps import WORDINGS as CARD_WORDINGS

A = Faction.ATREIDES


def test_the_steps_of_own_cards_are_told_to_their_player() -> None:
    texts = [card_step_text(step, A) for card in CARDS.values() if card.deck.faction is A for step in walk(card.steps)]
    assert all(text and "%(" not in text for text in texts)
    assert not any("Sardaukar" in text or "Bashar" in text for text in texts)
    place = CARDS["chatt_the_leaper"].steps[0]
    assert card_step_text(place, A) == "Place 2 Fedaykin and 1 Naib in a sietch"


def test_every_step_of_every_card_is_worded() -> None:
    assert set(CARD_WORDINGS) == set(EFFECT_NAMES) == set(Effect)
    seen = set()
    for card in CARDS.values():
        for step in walk(card.steps):
            assert card_step_text(step, card.deck.faction)
            seen.add(step.effect)
    assert seen == set(Effect)
    assert any(isinstance(step, Condition) for card in CARDS.values() for step in card.steps)
