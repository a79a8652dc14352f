"""Compares what different sources say: counts against the list of pieces, areas against the board."""

from collections import Counter
from collections.abc import Iterator

from companion.board import AREA_NUMBER, AREAS
from companion.board.areas import FACTS
from companion.content import steps
from companion.content.figures import FIGURE_TOTAL, figure_total
from companion.content.glossary import used_term_keys
from companion.content.leaders import EntryKind, LeaderKind
from companion.content.library import Content
from companion.content.loader import Confidence
from companion.content.prescience import ClaimPhase
from companion.content.step_reader import walk
from companion.content.terms import Box, Deck, Faction, Marker, NamedLeader, Subfaction, VehicleKind, Wormsign

CARDS_PER_DECK = 18
PRESCIENCE_PER_PHASE = 8


def cross_check(content: Content) -> list[str]:
    """Every disagreement between sources, in words; empty when all agree."""
    return [
        *_check_figures(content),
        *_check_decks(content),
        *_check_leaders(content),
        *_check_prescience(content),
        *_check_tactical(content),
        *_check_card_areas(content),
        *_check_tracks(content),
        *_check_switches(content),
        *_check_assumptions(content),
        *(f"glossary: {key} is used and missing" for key in used_term_keys() if key not in content.glossary),
    ]


def _check_figures(content: Content) -> Iterator[str]:
    total = figure_total(content.pieces.values())
    if total != FIGURE_TOTAL:
        yield f"figures: {total} figures, the box holds {FIGURE_TOTAL}"
    dice = content.pieces["harkonnen_action_die"].count
    if content.tracks.spice.rows[-1].dice_set_aside >= dice:
        yield f"spice_must_flow: sets aside as many dice as there are ({dice})"


def _check_decks(content: Content) -> Iterator[str]:
    counts: Counter[Deck] = Counter()
    for card in content.cards.values():
        counts[card.deck] += card.copies
    for deck in Deck:
        printed = content.pieces[f"{deck.value}_card"].count
        if not counts[deck] == CARDS_PER_DECK == printed:
            yield f"planning_cards: {counts[deck]} cards in {deck.value}, {printed} printed"


def _check_leaders(content: Content) -> Iterator[str]:
    named = [leader for leader in content.leaders.values() if leader.kind is LeaderKind.NAMED]
    if [leader.id for leader in named] != list(NamedLeader):
        yield f"leaders: the named ones are not {', '.join(NamedLeader)} in this order"
    for faction in Faction:
        count = sum(leader.faction is faction for leader in named)
        printed = content.pieces[f"{faction.id}_named"].count
        if count != printed:
            yield f"leaders: {count} named {faction.id} leaders, {printed} figures"
    for leader in named:
        if leader.faction is Faction.HARKONNEN and leader.special is None:
            yield f"leaders: {leader.id} needs a special action"
        if leader.faction is Faction.HARKONNEN and leader.box in (None, Box.DESERT_POWER):
            yield f"leaders: the box of {leader.id} is no action result"
        yield from _check_special(content, leader.id)


def _check_special(content: Content, leader_id: str) -> Iterator[str]:
    leader = content.leaders[leader_id]
    deck = leader.special.deck if leader.special is not None else None
    if deck is not None and Subfaction(deck.value) is not leader.subfaction:
        yield f"leaders: {leader_id} draws from the deck of another sub-faction"
    entering = {s.leader for c in content.cards.values() for s in walk(c.steps) if isinstance(s, steps.EnterLeader)}
    by_card = leader.entry is not None and leader.entry.kind is EntryKind.CARD
    if leader.faction is Faction.HARKONNEN and by_card and leader_id not in entering:
        yield f"leaders: no card lets {leader_id} enter"


def _check_prescience(content: Content) -> Iterator[str]:
    phases = Counter(card.phase for card in content.prescience.values())
    for phase in ClaimPhase:
        if phases[phase] > PRESCIENCE_PER_PHASE:
            yield f"prescience: {phases[phase]} cards of phase {phase.value}"
    if content.pieces["prescience_card"].count != PRESCIENCE_PER_PHASE * len(ClaimPhase):
        yield "prescience: the two phases do not make up the deck"
    for card in content.prescience.values():
        if card.phase is ClaimPhase.END and card.gains is None:
            yield f"prescience: {card.id} moves no marker"
    for marker, leader_id in content.tracks.prescience.leaders.items():
        entry = content.leaders[leader_id].entry
        step = content.tracks.prescience.desert_leaders
        if entry is None or (entry.kind, entry.marker, entry.step) != (EntryKind.MARKER, marker, step):
            yield f"leaders: {leader_id} enters otherwise than the {marker.value} track says"
    alia = content.leaders["alia"].entry
    if alia is None or alia.step != content.tracks.prescience.alia:
        yield "leaders: alia enters on another step than the prescience track says"


def _check_tactical(content: Content) -> Iterator[str]:
    sietches = {area.id for area in AREAS if area.sietch}
    cards = content.tactical.values()
    if {card.sietch for card in cards} != sietches:
        yield "tactical: the cards do not name each sietch of the board once"
    for card in cards:
        area = AREAS[AREA_NUMBER[card.sietch]] if card.sietch in AREA_NUMBER else None
        sectors = {"central" if s.startswith("c") else s for s in area.sectors} if area else set()
        if sectors != {card.sector.value}:
            yield f"tactical: {card.sietch} does not lie in {card.sector.value}"
    if len(cards) != content.pieces["tactical_card"].count:
        yield f"tactical: {len(cards)} cards"
    ranks = content.tracks.sietch_ranks
    if not sum(ranks.values()) == len(sietches) == content.pieces["sietch"].count:
        yield "tracks: the sietch ranks do not make up the sietches of the board"


def _check_card_areas(content: Content) -> Iterator[str]:
    settlements = {area.id for area in AREAS if area.settlement is not None}
    if len(settlements) != content.pieces["settlement"].count:
        yield f"figures: the board has {len(settlements)} settlements"
    for card in content.cards.values():
        for step in walk(card.steps):
            for area in _areas_of(step):
                if area not in settlements:
                    yield f"planning_cards: {card.id} names {area}, no settlement of the board"


def _areas_of(step: steps.Step) -> tuple[str, ...]:
    match step:
        case steps.Place():
            return step.site.areas
        case steps.DiscardWormsigns() if step.adjacent_to is not None:
            return (step.adjacent_to,)
        case steps.Move() | steps.Attack() | steps.MoveOrAttack() | steps.Transfer() if step.legion.area:
            return (step.legion.area,)
        case _:
            return ()


def _check_tracks(content: Content) -> Iterator[str]:
    supremacy = content.tracks.supremacy
    for leader_id, step in (("thufir_hawat", supremacy.thufir_hawat), ("feyd_rautha", supremacy.feyd_rautha)):
        entry = content.leaders[leader_id].entry
        if entry is None or (entry.kind, entry.step) != (EntryKind.SUPREMACY, step):
            yield f"leaders: {leader_id} enters otherwise than the supremacy track says"
    for row in content.tracks.spice.rows:
        for kind in VehicleKind:
            if row.vehicles(kind) > content.pieces[kind.value].count:
                yield f"spice_must_flow: row {row.row} has more {kind.value}s than the box"


def _check_switches(content: Content) -> Iterator[str]:
    switched = {tuple(sorted(border.areas)) for border in content.switches.borders}
    for pair in sorted(switched ^ set(FACTS.doubtful)):
        yield f"variants: {' and '.join(pair)} is not doubtful both here and on the board"


def _check_assumptions(content: Content) -> Iterator[str]:
    assumed = content.assumptions
    if sum(assumed.wormsigns[sign] for sign in Wormsign) != content.pieces["wormsign"].count:
        yield "assumptions: the wormsigns do not make up the pool"
    if sum(assumed.stations[marker] for marker in Marker) != content.pieces["station"].count:
        yield "assumptions: the stations do not make up the set"
    if len(assumed.secret_objectives) != content.pieces["secret_objective"].count:
        yield "assumptions: the secret objectives do not make up the set"
    facts = (content.leaders, content.cards, content.prescience, content.tactical, content.pieces)
    for records in facts:
        for record in records.values():
            if record.provenance.confidence is Confidence.ASSUMPTION:
                yield f"{record.id}: an assumption stands among the facts"
