"""Prescience: cards claimed, stations taken, markers moved, family atomics (PRES-2 to 4, STATION-1, ATOM-1)."""

from collections.abc import Iterator

from companion.board import AREA_IDS, ATOMICS_AREAS, members
from companion.content import PRESCIENCE_CARDS, TRACKS, ClaimPhase
from companion.content.steps import Detonate
from companion.rules import frames
from companion.rules.army import Army
from companion.rules.ask.atreides_steps import step_of
from companion.rules.ask.claims import claim_phase
from companion.rules.ask.prescience_conditions import PAUL, WATER_OF_LIFE, met, own_leader
from companion.rules.ask.rounds import BONUS_STEPS, CLAIMS_A_ROUND, FEAR
from companion.rules.ask.turns import is_open_ended, own_turn
from companion.rules.atreides_cards.course import go_on
from companion.rules.commands import AdvancePrescience, ClaimPrescience, DetonateAtomics, NamePrescience, TakeStation
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.events import AtomicsDetonated, CardDetached, PrescienceClaimed, PrescienceNamed, StationTaken
from companion.rules.handlers.arrival import depart_and_arrive
from companion.rules.handlers.dice import die_problems, spend_atreides_die
from companion.rules.handlers.tracks import gain_prescience, remove_figures
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import ATREIDES, HARKONNEN, MARKERS, State

PRESCIENCE = "prescience"


@checks(ClaimPrescience)
def _check_claim(state: State, command: ClaimPrescience) -> Iterator[Refusal]:
    phase = claim_phase(state)
    if phase is None:
        yield not_now(state, "PRES-3")
        return
    if state.cards.claimed >= CLAIMS_A_ROUND:
        yield refuse("too_many_claims", "PRES-3", limit=CLAIMS_A_ROUND)
    if not state.cards.revealed:
        yield refuse("no_prescience_revealed", "PRES-3", Severity.UNUSUAL)
    if min(command.gains) < 0 or not any(command.gains):
        yield refuse("gains_out_of_range", "PRES-3", gains=command.gains)
    if command.die is not None:
        if phase is ClaimPhase.END:
            yield refuse("no_die_at_the_end", "PRES-3", result=command.die.value)
        else:
            # "Spend a die" is the action of that turn.
            yield from die_problems(state, command.die)
    yield from _card_problems(state, command, phase)
    yield from _attached_problems(state, command)


def _attached_problems(state: State, command: ClaimPrescience) -> Iterator[Refusal]:
    """Planning cards that lie on the claimed card; one of them moves any marker further."""
    left = list(state.cards.attached)
    for card in command.attached:
        if card not in left:
            yield refuse("not_attached", "PRES-3", card=card)
        else:
            left.remove(card)
    if command.bonus is not None and FEAR not in command.attached:
        yield refuse("no_bonus", "PRES-3", marker=command.bonus.value, card=FEAR)


def _card_problems(state: State, command: ClaimPrescience, phase: ClaimPhase) -> Iterator[Refusal]:
    if command.card is None:
        return
    card = PRESCIENCE_CARDS.get(command.card)
    if card is None:
        yield refuse("unknown_prescience_card", "PRES-3", card=command.card)
        return
    if card.phase is not phase:
        yield refuse("card_of_other_phase", "PRES-3", card=card.id, phase=card.phase.value)
    if card.id not in state.cards.open and 0 < state.cards.revealed == len(state.cards.open):
        yield refuse("prescience_not_open", "PRES-3", Severity.UNUSUAL, card=card.id)
    if card.id in state.cards.claimed_cards:
        yield refuse("card_claimed_already", "PRES-3", Severity.UNUSUAL, card=card.id)
    condition = met(state, card.id)
    if condition.met is False:
        yield refuse("condition_not_met", "PRES-3", Severity.UNUSUAL, card=card.id, **condition.facts)
    if card.id == WATER_OF_LIFE and command.die is None:
        yield refuse("claim_needs_a_die", "PRES-3", Severity.UNUSUAL, card=card.id)
    if card.gains is not None:
        gains = dict(card.gains)
        printed = tuple(gains.get(marker, 0) for marker in MARKERS)
        if printed != command.gains:
            yield refuse("gains_differ", "PRES-3", Severity.UNUSUAL, card=card.id, gains=command.gains, printed=printed)


@decides(ClaimPrescience)
def _claim(draft: Draft, command: ClaimPrescience) -> None:
    if command.die is not None:
        spend_atreides_die(draft, command.die, PRESCIENCE)
    draft.emit(PrescienceClaimed(command.card))
    for card in command.attached:
        draft.emit(CardDetached(card))
    if command.card == WATER_OF_LIFE:
        _drink(draft)
    for marker, steps in zip(MARKERS, command.gains, strict=True):
        gain_prescience(draft, marker, steps, frames.Cause.PRESCIENCE)
    if command.bonus is not None:
        gain_prescience(draft, command.bonus, BONUS_STEPS, frames.Cause.PRESCIENCE)


def _drink(draft: Draft) -> None:
    """What the claimed card asks for is done: Paul goes to the tank (PRES-3)."""
    place = own_leader(draft.state, PAUL)
    if place is not None:
        area, name = place
        remove_figures(draft, ATREIDES, area, Army(named=(name,)), frames.Cause.PRESCIENCE)


@checks(NamePrescience)
def _check_names(state: State, command: NamePrescience) -> Iterator[Refusal]:
    if not state.frames or isinstance(state.frame, frames.GameOverFrame):
        yield not_now(state, "PRES-3")
    for card in command.cards:
        if card not in PRESCIENCE_CARDS:
            yield refuse("unknown_prescience_card", "PRES-3", card=card)
        elif command.cards.count(card) > 1:
            yield refuse("card_named_twice", "PRES-3", card=card)
        elif card in state.cards.claimed_cards:
            yield refuse("card_claimed_already", "PRES-3", card=card)
    if len(command.cards) > state.cards.revealed:
        yield refuse("more_names_than_cards", "PRES-3", count=len(command.cards), revealed=state.cards.revealed)


@decides(NamePrescience)
def _name(draft: Draft, command: NamePrescience) -> None:
    draft.emit(PrescienceNamed(command.cards))


@checks(TakeStation)
def _check_station(state: State, command: TakeStation) -> Iterator[Refusal]:
    if not isinstance(state.frame, frames.StationFrame):
        yield not_now(state, "STATION-1")


@decides(TakeStation)
def _take_station(draft: Draft, command: TakeStation) -> None:
    frame = draft.state.frame
    if isinstance(frame, frames.StationFrame):
        draft.close()
        draft.emit(StationTaken(frame.area, command.marker, command.source))
        gain_prescience(draft, command.marker, 1, frames.Cause.STATION)


@settles(frames.StationFrame)
def _station_is_gone(draft: Draft) -> bool:
    """Leaves the step when the station left the board in between (a correction)."""
    frame = draft.state.frame
    if not isinstance(frame, frames.StationFrame) or draft.state.stations >> frame.area & 1:
        return False
    draft.close()
    return True


@checks(AdvancePrescience)
def _check_advance(state: State, command: AdvancePrescience) -> Iterator[Refusal]:
    marker = command.marker.value
    if not command.steps:
        yield refuse("no_steps", "PRES-2", marker=marker)
    now = state.prescience[MARKERS.index(command.marker)]
    if now + command.steps < 0:
        yield refuse("below_the_track", "PRES-1", marker=marker, now=now, steps=command.steps)
    if not is_open_ended(state.frame):
        yield refuse("no_card_in_progress", "PRES-2", Severity.UNUSUAL, marker=marker)


@decides(AdvancePrescience)
def _advance(draft: Draft, command: AdvancePrescience) -> None:
    gain_prescience(draft, command.marker, command.steps, frames.Cause.CARD)


@checks(DetonateAtomics)
def _check_atomics(state: State, command: DetonateAtomics) -> Iterator[Refusal]:
    if not own_turn(state, ATREIDES):
        yield not_now(state, "ATOM-1")
        return
    area = AREA_IDS[command.area]
    if state.atomics is not None:
        yield refuse("atomics_used", "ATOM-1", area=AREA_IDS[state.atomics])
    if not ATOMICS_AREAS >> command.area & 1:
        yield refuse("no_place_for_atomics", "ATOM-1", area=area, areas=[AREA_IDS[a] for a in members(ATOMICS_AREAS)])
        return
    needed = _needed_for_atomics(state)
    if max(state.prescience) < needed:
        severity = Severity.UNUSUAL if is_open_ended(state.frame) else Severity.ILLEGAL
        yield refuse("markers_too_low", "PRES-4", severity, needed=needed, highest=max(state.prescience))
    yield from _displacement_problems(state, command)


def _needed_for_atomics(state: State) -> int:
    """The step of the track (PRES-4), or the lower one that a card asks for."""
    frame = state.frame
    step = step_of(frame) if isinstance(frame, frames.AtreidesCardFrame) else None
    return step.needed if isinstance(step, Detonate) else TRACKS.prescience.atomics


def _displacement_problems(state: State, command: DetonateAtomics) -> Iterator[Refusal]:
    area = AREA_IDS[command.area]
    faction = next((side for side in (HARKONNEN, ATREIDES) if state.army(side, command.area)), None)
    if faction is None:
        if command.displaced_to is not None:
            yield refuse("nobody_to_displace", "ATOM-1", area=area)
        return
    allowed = state.borders(faction)[command.area] & state.free_mask(faction)
    if command.displaced_to is None:
        if allowed:
            yield refuse("legion_can_leave", "ATOM-1", Severity.UNUSUAL, area=area, areas=_ids(allowed))
    elif not allowed >> command.displaced_to & 1:
        yield refuse("cannot_be_displaced_there", "ATOM-1", area=AREA_IDS[command.displaced_to], areas=_ids(allowed))


def _ids(mask: int) -> list[str]:
    return [AREA_IDS[area] for area in members(mask)]


@decides(DetonateAtomics)
def _detonate(draft: Draft, command: DetonateAtomics) -> None:
    frame = draft.state.frame
    if isinstance(frame, frames.AtreidesCardFrame) and isinstance(step_of(frame), Detonate):
        go_on(draft)
    draft.emit(AtomicsDetonated(command.area))
    for faction in (HARKONNEN, ATREIDES):
        army = draft.state.army(faction, command.area)
        if army is None:
            continue
        if command.displaced_to is None:
            remove_figures(draft, faction, command.area, army, frames.Cause.ATOMICS)
        else:
            depart_and_arrive(draft, faction, command.area, command.displaced_to, army, frames.Cause.ATOMICS)
