"""The content of the game as frozen records: leaders, cards, tracks, dice, rules and words.

The data files are read once, on import. Everything here is read-only; look-ups by id are
mappings that keep the order of the files.

>>> LEADERS["baron_harkonnen"].shields, CARDS["spotter_control"].name
(2, 'Spotter Control')
>>> rule_info("BATTLE-6").page
25
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.content import crosscheck, translation
from companion.content.assumptions import Assumptions, TokenForce
from companion.content.cards import PlanningCard
from companion.content.desert_war import DesertWarFacts
from companion.content.figures import FIGURE_TOTAL, Origin, PieceGroup
from companion.content.glossary import term_key
from companion.content.leaders import Entry, EntryKind, Leader, LeaderKind, Special, SpecialCode
from companion.content.library import load_content
from companion.content.loader import Confidence, ContentError, by_id
from companion.content.prescience import ClaimPhase, PrescienceCard
from companion.content.rulebook import RuleInfo, RuleKind, RuleSection
from companion.content.terms import (
    Box,
    CombatFace,
    Deck,
    Faction,
    Language,
    Marker,
    Power,
    Result,
    UnitKind,
    Variant,
    VehicleKind,
    Wormsign,
)
from companion.content.tracks import Ban, SpiceBoard, SpiceRow
from companion.content.variants import BorderSwitch, RuleVariant

CONTENT = load_content()

LEADERS = CONTENT.leaders
NAMED_LEADERS: tuple[Leader, ...] = tuple(x for x in LEADERS.values() if x.kind is LeaderKind.NAMED)
LEADER_NUMBER: Mapping[str, int] = MappingProxyType({x.id: n for n, x in enumerate(NAMED_LEADERS)})
"""The number of each named leader, Harkonnen first, for bit sets."""
GENERIC_LEADER: Mapping[Faction, Leader] = MappingProxyType(
    {x.faction: x for x in LEADERS.values() if x.kind is LeaderKind.GENERIC}
)

CARDS = CONTENT.cards
DECK_CARDS: Mapping[Deck, tuple[PlanningCard, ...]] = MappingProxyType(
    {deck: tuple(card for card in CARDS.values() if card.deck is deck) for deck in Deck}
)
PRESCIENCE_CARDS = CONTENT.prescience
TACTICAL_CARDS = CONTENT.tactical

TRACKS = CONTENT.tracks
SPICE_BOARD: SpiceBoard = TRACKS.spice
BANS: Mapping[Power, Ban] = MappingProxyType({ban.power: ban for ban in TRACKS.bans})
DICE = CONTENT.dice

PIECES = CONTENT.pieces
UNIT_SUPPLY: Mapping[tuple[Faction, UnitKind], int] = MappingProxyType(
    {(faction, kind): PIECES[f"{faction.id}_{kind.value}"].count for faction in Faction for kind in UnitKind}
)
GENERIC_SUPPLY: Mapping[Faction, int] = MappingProxyType(
    {faction: PIECES[leader.id].count for faction, leader in GENERIC_LEADER.items()}
)
VEHICLE_SUPPLY: Mapping[VehicleKind, int] = MappingProxyType({kind: PIECES[kind.value].count for kind in VehicleKind})

RULES: Mapping[str, RuleInfo] = by_id(CONTENT.rulebook.rules)
RULE_SECTIONS: Mapping[str, RuleSection] = by_id(CONTENT.rulebook.sections)
VARIANTS: Mapping[str, RuleVariant] = by_id(CONTENT.switches.variants)
BORDER_SWITCHES: Mapping[str, BorderSwitch] = by_id(CONTENT.switches.borders)
ASSUMPTIONS: Assumptions = CONTENT.assumptions
DESERT_WAR: DesertWarFacts = CONTENT.desert_war
GLOSSARY = CONTENT.glossary


def rule_info(rule_id: str) -> RuleInfo:
    """The rule or ruling with that id; raises ``KeyError`` naming an unknown one."""
    return RULES[rule_id]


def rulings_on(rule_id: str) -> tuple[RuleInfo, ...]:
    """The rulings that complete a rule, in order.

    >>> [ruling.id for ruling in rulings_on("MAHDI-ATTACK-1")]
    ['R-15', 'R-16']
    """
    return tuple(rule for rule in RULES.values() if rule.completes == rule_id)


def variants_of(rule_id: str) -> tuple[RuleVariant, ...]:
    """The variants that change a rule."""
    return tuple(variant for variant in VARIANTS.values() if rule_id in variant.rules)


def term(key: str, language: str = "en") -> str:
    """The game's printed word in a language (``en es pl cs ru``), in English where it has none.

    Raises ``KeyError`` for a key that is not in the glossary.

    >>> term("sietch_token", "pl") != term("sietch_token"), term("legion", "xx")
    (True, 'Legion')
    """
    return GLOSSARY[key].in_language(language)


def translatable_strings() -> Iterator[tuple[str, str]]:
    """Every English text of the content that users see, with where it stands."""
    return translation.translatable_strings(CONTENT)


def cross_check() -> list[str]:
    """Every disagreement among the data files and with the board; empty when all agree."""
    return crosscheck.cross_check(CONTENT)
