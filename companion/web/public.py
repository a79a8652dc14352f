"""What lies open on the table: a position without anything that only the Atreides players may know."""

from dataclasses import replace

from companion.rules.state import Hidden, State


def public(state: State) -> State:
    """Returns the position as a stranger at the table sees it.

    Ranks of facedown sietches, what is known of facedown tokens and of hands, and secret objectives are not in it:
    whatever is drawn or worded from it cannot give them away.
    """
    return replace(
        state,
        sietches=tuple(sietch if sietch.revealed else replace(sietch, rank=None) for sietch in state.sietches),
        known_tokens=(),
        hidden=Hidden(),
        cards=replace(state.cards, hands=((), ())),
    )
