"""A tip of the coach as the page draws it: a card beside the step, never over what is tapped."""

from dataclasses import dataclass

from companion.web.ui.blocks import RuleLink


@dataclass(frozen=True, slots=True)
class Tip:
    """The tip ``number`` of ``of``; ``places`` are the ids of what flashes; ``above``: the step is answered on the map,
    so the card stands at the upper edge of it, else just above the panel."""

    id: str
    lead: str
    text: str
    number: int
    of: int
    rule: RuleLink | None
    places: tuple[str, ...] = ()
    above: bool = False
