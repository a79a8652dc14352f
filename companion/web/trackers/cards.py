"""Cards and tokens by number: hands, decks, prescience cards, Bene Gesserit, deployment tokens."""

from companion.content.terms import Deck
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.trackers.page import counter, counters, part
from companion.web.ui.blocks import Block


@part("cards")
def cards(scene: Scene) -> list[Block]:
    """Returns the counters in four groups."""
    decks = tuple(f"deck-{deck.value}" for deck in Deck)
    groups = (
        (_("Hands"), ("reinforcements", "hand")),
        (_("Bene Gesserit and deployment tokens"), ("bene-harkonnen", "bene-atreides", "atreides_tokens")),
        (_("Prescience cards"), ("revealed", "claimed", "prescience-deck")),
        (_("Cards left in the decks"), decks),
    )
    return [counters(scene, [counter(scene, one) for one in ids], title) for title, ids in groups]
