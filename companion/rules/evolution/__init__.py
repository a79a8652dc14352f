"""One fold for each event: how it changes the state. Nothing here checks a rule or chooses anything.

Importing the package fills the registry of ``companion.rules.engine``.
"""

from companion.rules.evolution import board, card_effects, cards, figures, flow, leaders

__all__ = ["board", "card_effects", "cards", "figures", "flow", "leaders"]
