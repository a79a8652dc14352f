"""What the words of an order have to hold for a change that it announces.

An order speaks of the act ("put 1 card on the reinforcements"), a list of how the table then is ("5 there then"): for
some changes there are several ways to say it, and any one of them will do.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.rules.events import HitsTaken
from companion.rules.state import HARKONNEN
from companion.service import Adjust, Carry, Difference, Piece, Setting, Where, announced
from companion.service.differences import SUPPLY
from companion.web.words import names
from tests.web.told.judge import needs
from tests.web.told.sitting import Deed

AnyOf = tuple[str, ...]
CARDS = (Setting.REINFORCEMENTS, Setting.HAND, Setting.PRESCIENCE_CARDS, Setting.PRESCIENCE_DECK)


def unsaid(deed: Deed, said: str) -> Iterator[tuple[Difference, Sequence[AnyOf]]]:
    """Each change that the order of a deed announces and ``said`` does not say, with what it lacks."""
    low = said.casefold()
    lines = announced(deed.before, deed.commands)
    hits = next((event for event in deed.events if isinstance(event, HitsTaken)), None)
    if hits is not None:
        # Casualties are said hit by hit: who becomes a regular, who goes.
        lost = names.removed_figures(hits.removed, hits.faction)
        lines = () if all(one.casefold() in low for one in lost) else lines
    leaves = any(isinstance(one, Carry) and one.figures.tokens and one.target == SUPPLY for one in lines)
    for line in lines:
        if leaves and isinstance(line, Adjust) and line.what in (Setting.BLACK_TOKENS, Setting.SILVER_TOKENS):
            continue  # of which colour they are is seen when they come off the board
        if lacks := [any_of for any_of in order_needs(line) if not any(one.casefold() in low for one in any_of)]:
            yield line, lacks


def order_needs(line: Difference) -> list[AnyOf]:
    """What has to be in the words; each entry is satisfied by any of its texts."""
    if isinstance(line, Carry):
        return _of_carry(line)
    by = abs(int(line.after or 0) - int(line.before or 0)) if not isinstance(line.after, str) else 0
    match line.what:
        case Setting.DECK | Setting.BURNT:
            return []  # follows from the card that is drawn from it or discarded unseen
        case what if what in CARDS:
            return [(f"{by} card", f"{by} planning card", f"{by} revealed prescience card", "on the reinforcements")]
        case Setting.BLACK_TOKENS:
            return [(f"{by} black",)]
        case Setting.SILVER_TOKENS:
            return [(f"{by} silver",)]
        case Setting.LEADER_CARD:
            return [(names.leader_name(line.subject),), ("turn the leader’s card over", "facedown")]
        case Setting.IMPERIUM | Setting.SUPREMACY:
            return [(need,) for need in needs((line,)) if need != str(line.before)]
        case Setting.BAN:
            return [("ban",), *((need,) for need in needs((line,))[:1])]
        case Setting.ATREIDES_DICE:
            return [(names.result_name(result),) for result in _gone(line)]
        case Setting.SPICE_RESERVE:
            return [(f"keep {line.after} spice", "nothing is left for the reserve", "in the reserve")]
        case Setting.HARKONNEN_DICE:
            return []  # the die in hand is set aside
        case _:
            return _plain(line)


def _of_carry(line: Carry) -> list[AnyOf]:
    found = _plain(line)
    if line.piece is Piece.WORMSIGN:
        return [("wormsign",), *found[1:]]
    if line.piece is Piece.FIGURES and line.source == SUPPLY and line.figures.tokens and line.faction is HARKONNEN:
        return [("1 black and 1 silver token", text) if "token" in text else (text, *more) for text, *more in found]
    if line.piece is Piece.FIGURES and line.source == SUPPLY and line.figures.regular:
        return [(text, "to regular") if "regular" in text else (text, *more) for text, *more in found]
    if line.target.where is Where.TANK:
        return [(text, "tank", "remove") if text.startswith("space") else (text, *more) for text, *more in found]
    return found


def _gone(line: Adjust) -> list[str]:
    return list((Counter(str(line.before).split()) - Counter(str(line.after).split())).elements())


def _plain(line: Carry | Adjust) -> list[AnyOf]:
    return [(need,) for need in needs((line,))]
