"""The Atreides dice and what they are spent for (ACT-1 to ACT-4, ACT-DESERT, LEADER-2)."""

from collections import Counter
from collections.abc import Iterator

from companion.content import CARDS, LEADERS
from companion.content.steps import DesertPower, DrawOrPlay, Play
from companion.content.terms import Deck, Faction, NamedLeader, Result, Subfaction
from companion.frozen import replace
from companion.rules import commands, events
from companion.rules.actions import OtherAction
from companion.rules.ask.atreides_steps import branches, printed_steps, step_of, steps_of
from companion.rules.ask.dice import (
    ATREIDES_ACTIONS,
    HARKONNEN_ACTIONS,
    MOST_OF_A_RESULT,
    desert_actions,
    desert_power_open,
    lies_with_the_ally,
    special_problems,
    turning_problems,
)
from companion.rules.ask.turns import is_open_ended, turn_frame
from companion.rules.atreides_cards.course import go_on, open_card
from companion.rules.desert_war.riders import card_problems
from companion.rules.engine import Draft, checks, decides
from companion.rules.frames import AtreidesCardFrame, AtreidesRollFrame, Frame, TurnFrame
from companion.rules.handlers.common import open_ended as open_ended
from companion.rules.handlers.tracks import spend_die
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import ATREIDES, ATREIDES_DICE, HARKONNEN, State
from companion.rules.teams import ATREIDES_SPACES, CORRINO_BOXES, HOUSE_BOXES
from companion.rules.war import SANDRIDERS

ATREIDES_DECKS = (Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY)


@checks(commands.RollAtreidesDice)
def _check_roll(state: State, command: commands.RollAtreidesDice) -> Iterator[Refusal]:
    if not isinstance(state.frame, AtreidesRollFrame):
        yield not_now(state, "ACT-1")
        return
    if len(command.results) != state.atreides_unused:
        yield refuse("wrong_number_of_dice", "ACT-1", rolled=len(command.results), dice=state.atreides_unused)
    for result, count in sorted(Counter(command.results).items()):
        if count > MOST_OF_A_RESULT:
            yield refuse("too_many_dice_of_a_result", "ACT-1", result=result.value, count=count, limit=MOST_OF_A_RESULT)
    if state.partners(ATREIDES) == 1:
        yield from turning_problems(command.results, command.rolled, MOST_OF_A_RESULT)
    elif command.fremen is not None:
        yield from _split_problems(command.results, command.fremen)


def _split_problems(results: tuple[Result, ...], fremen: tuple[Result, ...]) -> Iterator[Refusal]:
    """TEAM-3: one space for each result on a dashboard; more about the Atreides split is not published (section F)."""
    rolled, theirs = Counter(results), Counter(fremen)
    if not theirs <= rolled:
        yield refuse("dice_not_rolled", "TEAM-3", results=[result.value for result in fremen])
        return
    for own in (rolled - theirs, theirs):
        for result, count in sorted(own.items()):
            if count > ATREIDES_SPACES:
                limit = ATREIDES_SPACES
                yield refuse("too_many_dice_of_a_result", "TEAM-3", result=result.value, count=count, limit=limit)


@decides(commands.RollAtreidesDice)
def _roll(draft: Draft, command: commands.RollAtreidesDice) -> None:
    draft.close()
    fremen = command.fremen if draft.state.partners(ATREIDES) > 1 else None
    draft.emit(events.AtreidesDiceRolled(command.results, command.source, fremen, command.rolled))
    draft.open(TurnFrame(ATREIDES))


@checks(commands.UseBeneGesserit)
def _check_bene_gesserit(state: State, command: commands.UseBeneGesserit) -> Iterator[Refusal]:
    results = state.atreides_results if command.faction is ATREIDES else state.harkonnen_results
    if results is None or not _token_is_due(state, command.faction):
        yield not_now(state, "ACT-2")
        return
    if not state.bene_gesserit[command.faction]:
        yield refuse("no_bene_gesserit", "ACT-2")
    counts = Counter(results)
    fewest = min(counts[result] for result in Result)
    if counts[command.result] > fewest:
        open_results = [result.value for result in Result if counts[result] == fewest]
        yield refuse("not_the_fewest_dice", "ACT-2", result=command.result.value, results=open_results)


def _token_is_due(state: State, faction: Faction) -> bool:
    """ACT-2: right after the rolls, before the first turn; the Harkonnen come first, and one token each a round."""
    untouched = state.frame == TurnFrame(ATREIDES) and not state.harkonnen_spent
    if not untouched or state.bene_gesserit_die is not None or state.atreides_unused != ATREIDES_DICE:
        return False
    return faction is ATREIDES or state.harkonnen_bene_gesserit_die is None


@decides(commands.UseBeneGesserit)
def _use_bene_gesserit(draft: Draft, command: commands.UseBeneGesserit) -> None:
    draft.emit(events.BeneGesseritUsed(command.faction, command.result, _on_the_allys(draft.state, command)))


def _on_the_allys(state: State, command: commands.UseBeneGesserit) -> bool:
    """Whether the token lies on the dashboard of an Ally: a result that only one dashboard has says so itself."""
    if state.partners(command.faction) == 1:
        return False
    if command.faction is ATREIDES:
        return command.ally and state.fremen_results is not None
    return command.result not in HOUSE_BOXES or (command.ally and command.result in CORRINO_BOXES)


def die_problems(
    state: State, die: Result | None, faction: Faction = ATREIDES, *, ally: bool = False
) -> Iterator[Refusal]:
    """Yields why no die of ``die`` can be spent by ``faction`` in this turn; None stands for no die at all.

    ``ally``: one of the Ally's dashboard (TEAM-3).
    """
    frame = state.frame
    if not isinstance(frame, TurnFrame):
        yield not_now(state, "ACT-3")
    elif frame.faction is not faction:
        yield refuse("not_your_turn", "ACT-3", faction=frame.faction.id)
    elif frame.acted:
        yield refuse("already_acted", "ACT-3", faction=faction.id)
    elif die not in _dice_of(state, faction, ally=ally):
        yield refuse("no_such_die", "ACT-3", result=None if die is None else die.value)
    elif frame.forced in (state.harkonnen_results or ()) and die is not frame.forced:
        yield refuse("result_is_forced", "MAHDI-TRUTH-1", result=die.value, forced=frame.forced.value)


def _dice_of(state: State, faction: Faction, *, ally: bool) -> tuple[Result, ...]:
    """The unused dice of a side; of a shared faction those of one dashboard, where the command says which."""
    if faction is ATREIDES:
        return (state.fremen_results if ally else state.atreides_results) or ()
    if ally:
        return state.corrino_results
    return tuple(Counter(state.harkonnen_results) - Counter(state.corrino_results))


def spend_atreides_die(draft: Draft, die: Result, use: str, *, ally: bool = False, fremen: bool = False) -> None:
    """Spends a die for the action of this turn; the turn frame must be on top. Flags: as in ``SpendDie``."""
    theirs = lies_with_the_ally(draft.state, die, fremen=fremen)
    draft.change(TurnFrame(ATREIDES, acted=True, spent_die=True, ally=ally or theirs))
    spend_die(draft, events.DieSpent(ATREIDES, die, use, ally=ally and not theirs, fremen=theirs))


@checks(commands.SpendDie)
def _check_spend(state: State, command: commands.SpendDie) -> Iterator[Refusal]:
    ally = command.fremen if command.faction is ATREIDES else command.corrino
    yield from die_problems(state, command.die, command.faction, ally=ally)
    wild = command.faction is ATREIDES and command.die is Result.HOUSE
    if command.faction is ATREIDES and command.action is Result.HOUSE:
        yield refuse("house_needs_an_action", "ACT-HOUSE-A")
    elif command.action is not command.die and not wild:
        yield refuse("die_shows_other", "ACT-3", result=command.die.value, action=command.action.value)
    if command.ally and not (wild and state.partners(ATREIDES) > 1):
        yield refuse("die_not_handed_over", "TEAM-4", result=command.die.value)


@decides(commands.SpendDie)
def _spend(draft: Draft, command: commands.SpendDie) -> None:
    if command.faction is HARKONNEN:
        draft.change(TurnFrame(HARKONNEN, acted=True, spent_die=True, corrino=command.corrino))
        spend_die(draft, events.DieSpent(HARKONNEN, command.die, command.action.value, corrino=command.corrino))
        draft.open(HARKONNEN_ACTIONS[command.action])
        return
    spend_atreides_die(draft, command.die, command.action.value, ally=command.ally, fremen=command.fremen)
    draft.open(ATREIDES_ACTIONS[command.action])


@checks(commands.UseDesertPower)
def _check_desert(state: State, command: commands.UseDesertPower) -> Iterator[Refusal]:
    if command.use not in desert_actions(state):
        yield refuse("unknown_desert_action", "ACT-DESERT", use=command.use)
    elif command.use == SANDRIDERS:
        yield from card_problems(state)
    if is_open_ended(state.frame) or _card_gives(state.frame, DesertPower):
        return
    frame = state.frame
    if not isinstance(frame, TurnFrame):
        yield not_now(state, "ACT-DESERT")
    elif frame.faction is not ATREIDES:
        yield refuse("not_your_turn", "ACT-3", faction=frame.faction.id)
    elif frame.acted:
        yield refuse("already_acted", "ACT-3", faction=ATREIDES.id)
    elif not desert_power_open(state):
        # MAHDI-TURN-2: dice on The Spice Must Flow are not unused.
        yield refuse("not_fewer_dice", "ACT-DESERT", atreides=state.atreides_unused, harkonnen=state.harkonnen_unused)


def _card_gives(frame: Frame | None, *steps: type) -> bool:
    """True when an Atreides card has come to a step of one of these types."""
    return isinstance(frame, AtreidesCardFrame) and isinstance(step_of(frame), steps)


@decides(commands.UseDesertPower)
def _use_desert(draft: Draft, command: commands.UseDesertPower) -> None:
    if isinstance(draft.state.frame, TurnFrame):
        draft.change(replace(draft.state.frame, acted=True))
        draft.emit(events.ActionStepped(1))
    if draft.state.desert_war is not None:
        draft.emit(events.WarActionOpened(ATREIDES))
    if command.use == SANDRIDERS:
        draft.emit(events.RidersCardTurned(False))
    draft.open(desert_actions(draft.state)[command.use])


@checks(commands.PlayAtreidesCard)
def _check_card(state: State, command: commands.PlayAtreidesCard) -> Iterator[Refusal]:
    # A card that allows another card asks for no die (CARD-1).
    if not is_open_ended(state.frame) and not _card_gives(state.frame, Play, DrawOrPlay):
        yield from die_problems(state, command.die, ally=command.fremen)
    if command.card and (command.card not in CARDS or CARDS[command.card].deck.faction is not ATREIDES):
        yield refuse("unknown_card", "CARD-1", card=command.card)
    elif (
        command.card
        and not command.by_hand
        and not steps_of(AtreidesCardFrame(command.card, branches(state, command.card)))
    ):
        yield refuse("card_without_effect", "CARD-1", Severity.UNUSUAL, card=command.card)
    elif command.card and CARDS[command.card].deck not in _decks_to_play(state, command):
        yield refuse("card_of_partner", "TEAM-2", card=command.card)
    if not state.cards.hand:
        yield refuse("hand_empty", "CARD-1", Severity.UNUSUAL)


def _decks_to_play(state: State, command: commands.PlayAtreidesCard) -> tuple[Deck, ...]:
    """TEAM-2: of a shared faction each plays the own deck; both where nobody told whose die it is."""
    turn = turn_frame(state)
    if state.fremen_results is None:
        return ATREIDES_DECKS
    if command.die is not None:
        theirs = lies_with_the_ally(state, command.die, fremen=command.fremen)
    elif turn is not None and turn.spent_die:
        theirs = turn.ally
    else:
        return ATREIDES_DECKS
    return (Deck.FREMEN_ALLY,) if theirs else (Deck.HOUSE_ATREIDES,)


@decides(commands.PlayAtreidesCard)
def _play_card(draft: Draft, command: commands.PlayAtreidesCard) -> None:
    frame = draft.state.frame
    if isinstance(frame, TurnFrame) and command.die is not None:
        spend_atreides_die(draft, command.die, OtherAction.CARD, fremen=command.fremen)
    else:
        # A printed card that lets another be played is past that step; one entered by hand stays as it is.
        go_on(draft)
    draft.emit(events.CardPlayed(command.card))
    if command.card and not command.by_hand:
        # A card is an action of its own (MOVE-2).
        draft.emit(events.ActionStepped(1))
        open_card(draft, command.card)
    elif not is_open_ended(frame):
        draft.open(open_ended(OtherAction.CARD))


@checks(commands.UseLeader)
def _check_leader(state: State, command: commands.UseLeader) -> Iterator[Refusal]:
    yield from die_problems(state, command.die, ally=command.fremen)
    yield from special_problems(state, ATREIDES, command.leader, command.die)
    if state.fremen_results is not None and command.leader in LEADERS:
        theirs = lies_with_the_ally(state, command.die, fremen=command.fremen)
        house = LEADERS[command.leader].subfaction is Subfaction.HOUSE_ATREIDES
        if theirs is house and not (command.die is Result.HOUSE and not theirs):
            yield refuse("leader_of_partner", "TEAM-5", leader=command.leader)


@decides(commands.UseLeader)
def _use_leader(draft: Draft, command: commands.UseLeader) -> None:
    # TEAM-5: the Ally carries out the special action of an own leader for a House die handed over (TEAM-4).
    shared = draft.state.partners(ATREIDES) > 1
    ally = shared and LEADERS[command.leader].subfaction is Subfaction.FREMEN_ALLY
    spend_atreides_die(draft, command.die, command.leader, ally=ally, fremen=command.fremen)
    draft.emit(events.LeaderCardTurned(command.leader, False))
    if printed_steps(command.leader):
        open_card(draft, command.leader)
    else:
        draft.open(open_ended(NamedLeader(command.leader)))
