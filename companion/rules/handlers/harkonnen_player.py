"""People play the Harkonnen: dice, cards, scouting, the dismissal of Thufir Hawat (ACT-1, ACT-3, FREE-2, LEADER-4).

In solo nothing of this exists: the MAHDI rules decide there, and a die is rolled when its turn comes.
"""

from collections import Counter
from collections.abc import Iterator

from companion.board import AREA_IDS, AREA_ZONES, ZONE_IDS
from companion.content import CARDS
from companion.content.steps import ExchangeLeaders, Play
from companion.content.terms import Deck, Power, Result, VehicleKind
from companion.frozen import replace
from companion.rules import events, frames
from companion.rules.actions import OtherAction
from companion.rules.army import NOBODY
from companion.rules.ask.decks import HAWATS_SCHEMING
from companion.rules.ask.desert_war import escorts_mask
from companion.rules.ask.dice import MOST_OF_A_HARKONNEN_RESULT, turning_problems
from companion.rules.ask.harkonnen_steps import current_step, first_step
from companion.rules.ask.turns import own_turn, turn_frame
from companion.rules.commands import DismissHawat, EndTalk, PlayHarkonnenCard, RollHarkonnenDice, Scout, TalkInSecret
from companion.rules.engine import Draft, checks, decides
from companion.rules.handlers.dice import die_problems
from companion.rules.handlers.tracks import enter_leader, leave_game, spend_die
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Standing, State
from companion.rules.teams import CORRINO_BOXES, HOUSE_BOXES, SPACES, harkonnen_splits

EXCHANGE = next(step for step in CARDS[HAWATS_SCHEMING].steps if isinstance(step, ExchangeLeaders))
COPIES_OF_SCHEMING = CARDS[HAWATS_SCHEMING].copies


@checks(RollHarkonnenDice)
def _check_roll(state: State, command: RollHarkonnenDice) -> Iterator[Refusal]:
    if not isinstance(state.frame, frames.HarkonnenRollFrame):
        yield not_now(state, "ACT-1")
        return
    results, dice = command.results, state.harkonnen_unused
    if len(results) != dice:
        yield refuse("wrong_number_of_dice", "ACT-1", rolled=len(results), dice=dice)
        return
    if state.rules.harkonnen_partners > 1:
        yield from _split_problems(command)
        return
    for result, count in sorted(Counter(results).items()):
        if count > MOST_OF_A_HARKONNEN_RESULT:
            yield refuse(
                "too_many_dice_of_a_result",
                "ACT-1",
                result=result.value,
                count=count,
                limit=MOST_OF_A_HARKONNEN_RESULT,
            )
    yield from turning_problems(results, command.rolled, MOST_OF_A_HARKONNEN_RESULT)


def _split_problems(command: RollHarkonnenDice) -> Iterator[Refusal]:
    """TEAM-3: each dashboard has its results and two spaces for each; with the roll known the whole split is."""
    on_house = Counter(command.results)
    on_house.subtract(Counter(command.corrino))
    if any(count < 0 for count in on_house.values()):
        yield refuse("dice_not_rolled", "TEAM-3", results=[result.value for result in command.corrino])
        return
    house = tuple(result for result in Result for _ in range(on_house[result]))
    corrino = tuple(sorted(command.corrino, key=list(Result).index))
    if command.rolled:
        if len(command.rolled) != len(command.results):
            yield refuse("wrong_number_of_dice", "TEAM-3", rolled=len(command.rolled), dice=len(command.results))
        elif (house, corrino) not in harkonnen_splits(command.rolled):
            yield refuse("other_split_of_dice", "TEAM-3", results=[result.value for result in corrino])
        return
    for own, boxes in ((house, HOUSE_BOXES), (corrino, CORRINO_BOXES)):
        for result, count in sorted(Counter(own).items()):
            limit = SPACES if result in boxes else 0
            if count > limit:
                yield refuse("too_many_dice_of_a_result", "TEAM-3", result=result.value, count=count, limit=limit)


@decides(RollHarkonnenDice)
def _roll(draft: Draft, command: RollHarkonnenDice) -> None:
    draft.emit(events.HarkonnenDiceRolled(command.results, command.corrino, command.source, command.rolled))
    # A position may know the Atreides dice already.
    known = draft.state.atreides_results is not None
    draft.change(frames.TurnFrame(ATREIDES) if known else frames.AtreidesRollFrame())


@checks(PlayHarkonnenCard)
def _check_card(state: State, command: PlayHarkonnenCard) -> Iterator[Refusal]:
    if state.mode is Mode.SOLO:
        yield not_now(state, "MAHDI-CARD-1")
        return
    if command.die is not None or not _may_play_on(state):
        yield from die_problems(state, command.die, HARKONNEN, ally=command.corrino)
    card = CARDS.get(command.card)
    if card is None or card.deck.faction is not HARKONNEN:
        yield refuse("unknown_card", "CARD-1", card=command.card)
        return
    if card.id == HAWATS_SCHEMING:
        yield refuse("card_not_played", "LEADER-4", card=card.id)
    turn = turn_frame(state)
    corrino = command.corrino if command.die is not None or turn is None else turn.corrino
    if state.rules.harkonnen_partners > 1 and (card.deck is Deck.CORRINO_ALLY) is not corrino:
        yield refuse("card_of_partner", "TEAM-2", card=card.id)
    if not state.reinforcements:
        yield refuse("hand_empty", "CARD-1", Severity.UNUSUAL)
    if state.cards.discards.count(card.id) >= card.copies:
        yield refuse("card_already_discarded", "CARD-1", Severity.UNUSUAL, card=card.id, copies=card.copies)


def _may_play_on(state: State) -> bool:
    """True when the card or special action in progress lets a card be played without a die."""
    frame = state.frame
    if isinstance(frame, frames.CardFrame):
        return isinstance(current_step(frame), Play)
    return isinstance(frame, frames.ActionFrame) and frame.plays > 0


@decides(PlayHarkonnenCard)
def _play_card(draft: Draft, command: PlayHarkonnenCard) -> None:
    frame, deck = draft.state.frame, CARDS[command.card].deck
    if command.die is not None:
        draft.change(frames.TurnFrame(HARKONNEN, acted=True, spent_die=True, corrino=command.corrino))
        spend_die(draft, events.DieSpent(HARKONNEN, command.die, OtherAction.CARD, corrino=command.corrino))
    elif isinstance(frame, frames.CardFrame):
        draft.change(replace(frame, step=frame.step + 1, part=0, done=frame.done + 1))
    elif isinstance(frame, frames.ActionFrame):
        draft.change(replace(frame, plays=frame.plays - 1))
    draft.emit(events.HarkonnenCardPlayed(command.card, deck))
    draft.emit(events.ActionStepped(1))
    draft.open(frames.CardFrame(command.card, deck, first_step(draft.state, command.card)))


@checks(Scout)
def _check_scout(state: State, command: Scout) -> Iterator[Refusal]:
    if state.mode is Mode.SOLO or not (own_turn(state, HARKONNEN) or _own_card(state)):
        yield not_now(state, "FREE-2")
        return
    area, zone = AREA_IDS[command.area], ZONE_IDS[command.zone]
    if Power.SPACING_GUILD in state.bans:
        yield refuse("scouting_banned", "BAN-2", area=area)
    if escorts_mask(state) >> command.zone & 1:
        yield refuse("escort_does_not_scout", "DW-5", zone=zone)
    elif command.zone not in state.ornithopters:
        yield refuse("no_ornithopter_there", "FREE-2", zone=zone)
    elif not AREA_ZONES[command.area] >> command.zone & 1:
        yield refuse("zone_of_other_sector", "FREE-2", zone=zone, area=area)
    if not any(_turned_up(state, command)):
        yield refuse("nothing_facedown_there", "FREE-2", area=area)


def _own_card(state: State) -> bool:
    """FREE-0: also in the middle of a card."""
    return isinstance(state.frame, frames.CardFrame)


def _turned_up(state: State, command: Scout) -> tuple[bool, bool]:
    """Whether scouting turns deployment tokens up, and whether the sietch token."""
    tokens, sietch = (state.army(ATREIDES, command.area) or NOBODY).tokens, state.sietch(command.area)
    return command.tokens and tokens > 0, command.sietch and sietch is not None and not sietch.revealed


@decides(Scout)
def _scout(draft: Draft, command: Scout) -> None:
    draft.emit(events.VehicleRemoved(VehicleKind.ORNITHOPTER, command.zone, frames.Cause.REVEAL))
    tokens, sietch = _turned_up(draft.state, command)
    if tokens:
        draft.open(frames.RevealTokensFrame(ATREIDES, command.area, frames.Cause.REVEAL))
    if sietch:
        draft.open(frames.RevealSietchFrame(command.area))


@checks(DismissHawat)
def _check_dismiss(state: State, command: DismissHawat) -> Iterator[Refusal]:
    """LEADER-4: once he is gone the cards can no longer be discarded so."""
    if state.mode is Mode.SOLO or not (own_turn(state, HARKONNEN) or _own_card(state)):
        yield not_now(state, "LEADER-4")
        return
    if state.leader(EXCHANGE.removes).standing in (Standing.OUT, Standing.REMOVED):
        yield refuse("leader_not_in_play", "LEADER-4", leader=EXCHANGE.removes)
    if not EXCHANGE.needed <= command.count <= COPIES_OF_SCHEMING:
        needed, most = EXCHANGE.needed, COPIES_OF_SCHEMING
        yield refuse("wrong_number_of_cards", "LEADER-4", count=command.count, needed=needed, most=most)
    if command.count > state.reinforcements:
        yield refuse("not_so_many_in_hand", "LEADER-4", count=command.count, hand=state.reinforcements)
    gone = state.cards.discards.count(HAWATS_SCHEMING)
    if command.count > COPIES_OF_SCHEMING - gone:
        yield refuse("card_already_discarded", "CARD-1", card=HAWATS_SCHEMING, copies=COPIES_OF_SCHEMING)


@decides(DismissHawat)
def _dismiss(draft: Draft, command: DismissHawat) -> None:
    cards = (HAWATS_SCHEMING,) * command.count
    draft.emit(events.HandDiscarded(HARKONNEN, command.count, frames.Cause.CARD, None, cards))
    leave_game(draft, EXCHANGE.removes)
    enter_leader(draft, EXCHANGE.enters)


@checks(TalkInSecret)
def _check_talk(state: State, command: TalkInSecret) -> Iterator[Refusal]:
    if not state.frames or isinstance(state.frame, frames.TalkFrame | frames.GameOverFrame):
        yield not_now(state, "TEAM-1")
    elif not state.cones[command.faction]:
        yield refuse("no_cone_left", "TEAM-1", faction=command.faction.id)


@decides(TalkInSecret)
def _talk(draft: Draft, command: TalkInSecret) -> None:
    draft.emit(events.ConeDiscarded(command.faction))
    draft.open(frames.TalkFrame(command.faction))


@checks(EndTalk)
def _check_back(state: State, command: EndTalk) -> Iterator[Refusal]:
    if not isinstance(state.frame, frames.TalkFrame):
        yield not_now(state, "TEAM-1")


@decides(EndTalk)
def _back(draft: Draft, command: EndTalk) -> None:
    draft.close()
