"""A tip of the coach as the page draws it: a card beside the step, never over what is tapped."""

from dataclasses import dataclass

from companion.web.words.records import RuleRef


@dataclass(frozen=True, slots=True)
class Tip:
    """A tip; ``head`` says which one of how many; ``places`` are the ids of what flashes; ``above``: it is answered
    on the map, so the card stands at its upper edge, else just above the panel."""

    id: str
    lead: str
    text: str
    head: str
    rule: RuleRef | None
    places: tuple[str, ...] = ()
    above: bool = False
