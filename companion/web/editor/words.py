"""What a correction changed, in words, for the history: not that somebody corrected, but what is different since."""

from functools import lru_cache

from companion.content.terms import Faction
from companion.rules.events import BoardCorrected
from companion.rules.state import Mode, State
from companion.service import differences
from companion.web.editor.figures import changes
from companion.web.editor.rest import rest_groups
from companion.web.editor.tracks import counted
from companion.web.say import language
from companion.web.ui.parts import SIDE
from companion.web.words.changes.lines import changes as changes_in_words
from companion.web.words.history.lines import history_line
from companion.web.words.leader_words import leader_changes
from companion.web.words.records import HistoryLine

FACTION = {letter: faction for faction, letter in SIDE.items()}


def corrected_line(before: State, event: BoardCorrected) -> HistoryLine:
    """Returns the line of a correction: of a game with trackers only the change itself, else with the changes below.

    What is on no board is said too when nothing else differs, but for what is hidden.
    """
    line = history_line(event)
    if before.frames:
        lines = changes_in_words(differences(before, event.state), solo=before.mode is Mode.SOLO)
        said = [f"{one.title} ({one.detail})" if one.detail else one.title for one in lines] or _of_rest(before, event)
        return HistoryLine(line.title, "; ".join(said) or line.detail, line.glyph)
    found = _of_trackers(before, event.state)
    if not found:
        return line
    side, title, glyph = found[0]
    rest = "; ".join(text for _side, text, _glyph in found[1:])
    return HistoryLine(title, rest, glyph, side)


def _of_rest(before: State, event: BoardCorrected) -> list[str]:
    return [
        f"{group.title}: {text}" if group.title else text
        for group in rest_groups(before)
        for _figure, text in changes(group.figures, before, event.state)
    ]


def _of_trackers(before: State, after: State) -> tuple[tuple[Faction | None, str, str], ...]:
    return _told(before, after, language())


@lru_cache(maxsize=512)
def _told(before: State, after: State, _language: str) -> tuple[tuple[Faction | None, str, str], ...]:
    """The last steps stand on every page that follows them, on every device."""
    numbers = counted(before).values()
    figures = [(FACTION.get(one.faction), text, one.glyph) for one, text in changes(numbers, before, after)]
    leaders = [(side, text, "named") for side, text in leader_changes(before, after)]
    return (*figures, *leaders)
