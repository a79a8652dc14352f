"""*The same* legion of a card: the one that an earlier step chose, however many steps are about it."""

import pytest

from companion.content import CARDS, steps
from companion.content.cards import PlanningCard
from companion.content.terms import Faction
from companion.rules import Army
from companion.rules.ask.harkonnen_cards import legions_of
from companion.rules.ask.harkonnen_steps import line
from companion.rules.frames import CardFrame
from companion.rules.state import Mode
from tests.rules.flow.table import position

OF_HARKONNEN = [card for card in CARDS.values() if card.deck.faction is Faction.HARKONNEN]


@pytest.mark.parametrize("card", OF_HARKONNEN, ids=lambda card: card.id)
def test_each_step_about_a_legion_says_which_before_any_was_chosen(card: PlanningCard) -> None:
    state = position({"carthag": Army(regular=2), "arrakeen": Army(special=1)}, {}, mode=Mode.DUEL)
    moved: int | None = None
    for number, step in enumerate(line(card.id)):
        legion = getattr(step, "legion", None)
        if legion is None:
            continue
        found = legions_of(state, CardFrame(card.id, card.deck, number), legion)
        if moved is not None and legion.kind is steps.LegionKind.SAME and isinstance(step, steps.Move):
            assert found == moved
        moved = found if isinstance(step, steps.Move) else moved
