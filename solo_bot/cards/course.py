"""Planning cards of the Harkonnen, one step after the other (MAHDI-CARD-1..6, R-8..R-10).

A card is data (``companion.content.steps``); ``FINDERS`` holds one function for each kind of effect. Before anything of
a card is carried out the whole of it is tried on the position (MAHDI-CARD-4). A part is impossible when it would change
nothing (R-9): as much of it as can be is done, so two of three wormsigns are enough. Parts are the steps, and within a
step that places pieces the units, the leader and each kind of vehicle. The card is played when at least one way leads
through all parts, and only options that keep such a way open are offered. In the variant ``card_parts`` impossible
parts are passed over, and only a card without any possible part has no effect.

What a battle, a wormsign or a roll will bring is unknown beforehand: the trial takes it for harmless, and a card that
has begun is carried on as far as it goes.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from companion.content.steps import Effect, LegionKind, SiteKind, Step
from companion.frozen import replace
from companion.rules.ask.decks import HAWATS_SCHEMING
from companion.rules.ask.harkonnen_steps import remaining_steps
from companion.rules.ask.tracks import THUFIR_HAWAT
from companion.rules.commands import CardFinished, CardWithoutEffect
from companion.rules.state import HARKONNEN, Standing, State
from solo_bot.cards.commands import commands_for, simulate, skip_commands
from solo_bot.cards.moves import (
    find_card_attack,
    find_card_move,
    find_move_or_attack,
    find_special_attack,
    find_transfer,
)
from solo_bot.cards.options import CardChoice, CardOption, CardOrder, Found
from solo_bot.cards.places import find_place, find_replacement, find_vehicle
from solo_bot.cards.plain import (
    find_discarded_die,
    find_draw,
    find_entry,
    find_forbidden,
    find_gain,
    find_opponent_discards,
    find_play,
    find_shuffle_back,
)
from solo_bot.cards.scene import Scene, scene_of
from solo_bot.cards.targets import find_area_to_reveal, find_enemy_leader, find_wormsigns
from solo_bot.procedure.decision import Question
from solo_bot.procedure.trace import Trace

RULE = "MAHDI-CARD-4"

FINDERS: Mapping[Effect, Callable[[Scene, Any, Trace], Found]] = MappingProxyType(
    {
        Effect.PLACE: find_place,
        Effect.REPLACE: find_replacement,
        Effect.VEHICLES: find_vehicle,
        Effect.MOVE: find_card_move,
        Effect.ATTACK: find_card_attack,
        Effect.MOVE_OR_ATTACK: find_move_or_attack,
        Effect.TRANSFER: find_transfer,
        Effect.SPECIAL_ATTACK: find_special_attack,
        Effect.DISCARD_WORMSIGNS: find_wormsigns,
        Effect.ENTER_LEADER: find_entry,
        Effect.TANK_ENEMY_LEADER: find_enemy_leader,
        Effect.DRAW: find_draw,
        Effect.PLAY: find_play,
        Effect.OPPONENT_DISCARDS: find_opponent_discards,
        Effect.GAIN_BENE_GESSERIT: find_gain,
        Effect.SHUFFLE_BACK_PRESCIENCE: find_shuffle_back,
        Effect.DISCARD_ENEMY_DIE: find_discarded_die,
        Effect.REVEAL_AREA: find_area_to_reveal,
        Effect.FORBID_NEXT_TURN: find_forbidden,
    }
)
"""How each effect finds its options. A condition is settled when the card is turned up, an exchange of leaders when it
is finished (MAHDI-CARD-5)."""


def decide_card(state: State) -> CardOrder:
    """Returns what comes next of the Harkonnen card in progress, with every option that survives (MAHDI-0).

    Raises ValueError when no card, and no move or attack of a card, is on top of the frames.
    """
    scene = scene_of(state)
    if scene is None:
        raise ValueError("no Harkonnen planning card is in progress")
    trace = Trace()
    if scene.frame.card == HAWATS_SCHEMING:
        return _scheming(scene, trace)
    if scene.step is None:
        trace.note("CARD-1", "card_is_done")
        return _finish(scene, "finish", "CARD-1", trace)
    found, blocked = _find_all(scene, scene.step, trace)
    if blocked is not None:
        return _without_effect(scene, blocked, trace)
    if found.possible:
        choices = tuple(CardChoice(option, commands_for(scene, option)) for option in found.options)
        return _order(scene, found.action, found.rule, choices, trace, question=found.question)
    trace.note(RULE, "part_impossible", scene.step.effect, rulings=("R-9",))
    return _order(scene, "skip", RULE, (CardChoice(None, skip_commands(scene)),), trace, impossible=True)


def _order(
    scene: Scene,
    action: str,
    rule: str,
    choices: tuple[CardChoice, ...],
    trace: Trace,
    *,
    question: Question | None = None,
    impossible: bool = False,
    done: bool = False,
) -> CardOrder:
    effect = None if scene.step is None else scene.step.effect
    card, step = scene.frame.card, scene.frame.step
    return CardOrder(card, step, effect, action, rule, choices, question, impossible, done, trace.done())


def _finish(scene: Scene, action: str, rule: str, trace: Trace) -> CardOrder:
    return _order(scene, action, rule, (CardChoice(None, (CardFinished(),)),), trace, done=True)


def _scheming(scene: Scene, trace: Trace) -> CardOrder:
    """MAHDI-CARD-5, R-10: the first waits beside the board, the second takes effect while Thufir Hawat is in play."""
    state = scene.state
    if not state.hawats_scheming_beside_board:
        action = "beside_board"
        trace.note("MAHDI-CARD-5", "beside_board")
    elif state.leader(THUFIR_HAWAT).standing in (Standing.OUT, Standing.REMOVED):
        action = "to_reinforcements"
        trace.note("MAHDI-CARD-5", "to_reinforcements", THUFIR_HAWAT, rulings=("R-10",))
    else:
        action = "exchange_leaders"
        trace.note("MAHDI-CARD-5", "exchange_leaders", THUFIR_HAWAT)
    return _finish(scene, action, "MAHDI-CARD-5", trace)


def _without_effect(scene: Scene, blocked: Effect, trace: Trace) -> CardOrder:
    trace.note(RULE, "part_impossible" if scene.all_parts else "no_part_possible", blocked, rulings=("R-9",))
    hiding = _tokens_without_sardaukar(scene)
    if hiding:
        trace.note("MAHDI-TOKEN-1", "tokens_are_no_sardaukar", *hiding, rulings=("R-9",))
    choices = (CardChoice(None, (CardWithoutEffect(),)),)
    return _order(scene, "without_effect", RULE, choices, trace, impossible=True)


def _tokens_without_sardaukar(scene: Scene) -> list[int]:
    """Returns where tokens lie while the card is about Sardaukar and none is visible: a token counts as none (R-9)."""
    about = (LegionKind.WITH_SPECIAL, SiteKind.LEGION_WITH_SPECIAL)
    parts = [getattr(one, "legion", None) or getattr(one, "site", None) for one in remaining_steps(scene.frame)]
    legions = scene.state.legions(HARKONNEN)
    if not any(part is not None and part.kind in about for part in parts) or any(army.special for _, army in legions):
        return []
    return [area for area, army in legions if army.tokens]


def _find(scene: Scene, step: Step, trace: Trace) -> Found:
    return FINDERS[step.effect](scene, step, trace)


def _changer(scene: Scene) -> Callable[[CardOption], bool]:
    """Returns the test whether an option changes anything (R-9)."""
    return lambda option: simulate(scene.state, commands_for(scene, option))[1]


def _keeper(scene: Scene, failed: list[Effect]) -> Callable[[CardOption], bool]:
    """Returns the test whether an option changes anything and, as printed, leaves all later parts possible.

    ``failed`` takes the effects that are not, the last parts first.
    """
    if not scene.all_parts:
        return _changer(scene)

    def keeps(option: CardOption) -> bool:
        after, changed = simulate(scene.state, commands_for(scene, option))
        return changed and _rest_possible(after, failed)

    return keeps


def _rest_possible(state: State, failed: list[Effect]) -> bool:
    """True when every part from the card's new step on can be carried out; ``failed`` takes the effects that cannot."""
    scene = scene_of(state)
    if scene is None or scene.step is None:
        return True
    if scene.part_begun:
        # A part that changed something is carried out: what is left of it cannot block the card.
        skipped, _ = simulate(state, skip_commands(scene))
        if _rest_possible(skipped, failed):
            return True
    if _find(replace(scene, keeps=_keeper(scene, failed), trial=True), scene.step, Trace()).possible:
        return True
    failed.append(scene.step.effect)
    return False


def _find_all(scene: Scene, step: Step, trace: Trace) -> tuple[Found, Effect | None]:
    """Returns what the step may do, and for a fresh card the effect that keeps it from being played (MAHDI-CARD-4)."""
    failed: list[Effect] = []
    steps = Trace()
    found = _find(replace(scene, keeps=_keeper(scene, failed)), step, steps)
    if scene.fresh:
        blocked = None if found.possible else _failed_effect(scene, step, failed)
        if blocked is not None:
            return found, blocked
        trace.note(RULE, "all_parts_possible" if scene.all_parts else "some_part_possible", rulings=("R-9",))
    elif not found.possible:
        # What came in between has closed the way that was open: the card goes as far as it can.
        steps = Trace()
        found = _find(replace(scene, keeps=_changer(scene)), step, steps)
    trace.steps.extend(steps.steps)
    return found, None


def _failed_effect(scene: Scene, step: Step, failed: list[Effect]) -> Effect | None:
    """Returns the effect that makes the card impossible; None when a later part of it is possible (``card_parts``)."""
    if scene.all_parts:
        return failed[0] if failed else step.effect
    later = scene_of(simulate(scene.state, skip_commands(scene))[0])
    while later is not None and later.step is not None:
        if _find(replace(later, keeps=_changer(later)), later.step, Trace()).possible:
            return None
        later = scene_of(simulate(later.state, skip_commands(later))[0])
    return step.effect
