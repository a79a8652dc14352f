"""How a battle ended, in one line: who holds the area now."""

from collections.abc import Sequence

from companion.content.terms import Faction
from companion.rules.events import BattleEnded, Event
from companion.rules.frames import BattleFrame
from companion.rules.state import State
from companion.web.say import _
from companion.web.words import names


def ending(before: State, after: State, events: Sequence[Event], you: Faction | None) -> tuple[str, Faction | None]:
    """Returns how the last battle of a deed ended and who won it; empty without one, and while the winner still has to
    say whether he moves in. ``you``: the side that is addressed."""
    if isinstance(after.frame, BattleFrame):
        return "", None
    ended = next((event for event in reversed(events) if isinstance(event, BattleEnded)), None)
    if ended is None:
        return "", None
    winner, area = ended.winner, ended.area
    facts = {"area": names.area_name(area)}
    if winner is None:
        return _("Nobody is left in %(area)s", **facts), None
    facts["faction"] = names.faction_name(winner)
    held = before.army(winner, area) is not None or bool(before.strongholds_mask(winner) >> area & 1)
    if held:
        text = _("You hold %(area)s", **facts) if winner is you else _("%(faction)s hold %(area)s", **facts)
    elif after.army(winner, area) is not None:
        text = _("You take %(area)s", **facts) if winner is you else _("%(faction)s take %(area)s", **facts)
    elif winner is you:
        text = _("You have won the battle in %(area)s", **facts)
    else:
        text = _("%(faction)s have won the battle in %(area)s", **facts)
    return text, winner
