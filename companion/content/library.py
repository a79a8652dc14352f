"""Loads all of the content as one value and checks what one file says about another."""

from collections.abc import Collection, Mapping
from pathlib import Path

from companion.content.assumptions import Assumptions, read_assumptions
from companion.content.cards import PlanningCard, read_cards
from companion.content.desert_war import DesertWarFacts, read_desert_war
from companion.content.figures import Piece, read_pieces
from companion.content.glossary import Term, read_glossary
from companion.content.leaders import FILE as LEADERS_FILE
from companion.content.leaders import Leader, read_leaders
from companion.content.loader import DATA_FOLDER, ContentError, by_id
from companion.content.prescience import PrescienceCard, read_prescience
from companion.content.rulebook import Rulebook, read_rulebook
from companion.content.tactical import TacticalCard, read_tactical
from companion.content.tracks import Dice, Tracks, read_dice, read_tracks
from companion.content.variants import Switches, read_switches
from companion.frozen import record


@record
class Content:
    """Everything that is printed on cards, tracks, dice and in the rules, as records."""

    leaders: Mapping[str, Leader]
    cards: Mapping[str, PlanningCard]
    prescience: Mapping[str, PrescienceCard]
    tactical: Mapping[str, TacticalCard]
    tracks: Tracks
    dice: Dice
    pieces: Mapping[str, Piece]
    rulebook: Rulebook
    switches: Switches
    glossary: Mapping[str, Term]
    assumptions: Assumptions
    desert_war: DesertWarFacts


def load_content(folder: Path = DATA_FOLDER) -> Content:
    """All content of a data folder.

    Raises :class:`ContentError` for anything unexpected: a missing or unknown key, a wrong type,
    an id used twice, an id that refers to nothing. Areas are compared with the board by
    :func:`companion.content.crosscheck.cross_check`.
    """
    glossary = read_glossary(folder)
    leaders = by_id(read_leaders(folder, glossary))
    cards = by_id(read_cards(folder, leaders))
    _check_leader_references(leaders, cards)
    rulebook = read_rulebook(folder)
    return Content(
        leaders=leaders,
        cards=cards,
        prescience=by_id(read_prescience(folder)),
        tactical=by_id(read_tactical(folder)),
        tracks=read_tracks(folder, leaders),
        dice=read_dice(folder),
        pieces=by_id(read_pieces(folder)),
        rulebook=rulebook,
        switches=read_switches(folder, frozenset(rule.id for rule in rulebook.rules)),
        glossary=glossary,
        assumptions=read_assumptions(folder),
        desert_war=read_desert_war(folder),
    )


def _check_leader_references(leaders: Mapping[str, Leader], cards: Collection[str]) -> None:
    for leader in leaders.values():
        _expect(leader.replaces, leaders, leader.id, "replaces")
        _expect(leader.removes, leaders, leader.id, "removes")
        if leader.entry is not None:
            _expect(leader.entry.leader, leaders, leader.id, "entry.leader")
            for card in leader.entry.cards:
                _expect(card, cards, leader.id, "entry.cards")


def _expect(value: str | None, known: Collection[str], record: str, field: str) -> None:
    if value is not None and value not in known:
        raise ContentError(LEADERS_FILE, record, field, f"unknown id {value!r}")
