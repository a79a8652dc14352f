"""An attack begins, and what lies facedown is turned before the first round (BATTLE-1, BATTLE-2, SETTLE-2)."""

from collections.abc import Iterator

from companion.board import AREA_IDS, ZONE_IDS
from companion.content.steps import Attack as GivenAttack
from companion.content.steps import MoveOrAttack
from companion.frozen import replace
from companion.rules import combat, reach
from companion.rules.actions import OtherAction
from companion.rules.ask.atreides_steps import card_below, counted_step, fits
from companion.rules.ask.battles import battle_at
from companion.rules.ask.desert_war import all_ornithopters, escorts_mask
from companion.rules.ask.harkonnen_cards import card_in_progress, other_card
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.ask.turns import only_area
from companion.rules.battles.stages import attacker_wins, begin_round
from companion.rules.combat import ATTACKER, DEFENDER
from companion.rules.commands import Attack
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.events import BattleBegan
from companion.rules.frames import ActionFrame, AtreidesCardFrame, BattleFrame, BattleStage, CardFrame, Side, TurnFrame
from companion.rules.handlers.arrival import escort_joins
from companion.rules.handlers.common import attack_made
from companion.rules.handlers.reveal import unrevealed
from companion.rules.harkonnen_cards.demands import forbidden
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import State


@checks(Attack)
def _check_attack(state: State, command: Attack) -> Iterator[Refusal]:
    yield from _check_action(state, command)
    army = state.army(command.faction, command.source)
    source, target = AREA_IDS[command.source], AREA_IDS[command.target]
    if army is None or not army.units:
        yield refuse("no_legion_to_attack_with", "BATTLE-1", area=source)
        return
    yield from forbidden(state, command.faction, army.named)
    enemy = command.faction.enemy
    if not (state.legions_mask(enemy) | state.strongholds_mask(enemy)) >> command.target & 1:
        yield refuse("nothing_to_attack", "BATTLE-1", area=target)
    elif state.worms_mask >> command.target & 1:
        yield refuse("worm_in_the_way", "WORM-9", area=target)
    elif not reach.find(
        state, command.faction, command.source, command.target, command.zone, command.sandriding, attack=True
    ):
        yield _out_of_reach(state, command)


def _out_of_reach(state: State, command: Attack) -> Refusal:
    facts: dict[str, object] = {"from": AREA_IDS[command.source], "to": AREA_IDS[command.target]}
    if command.sandriding:
        return refuse("no_sandride_there", "MOVE-5", **facts)
    if command.zone is None:
        return refuse("not_adjacent", "BATTLE-1", **facts)
    facts["zone"] = ZONE_IDS[command.zone]
    if command.zone not in all_ornithopters(state):
        return refuse("no_ornithopter_there", "MOVE-6", **facts)
    return refuse("no_transport_there", "MOVE-6", **facts)


def _check_action(state: State, command: Attack) -> Iterator[Refusal]:
    """An action must allow the attack; without one it is unusual, during something else it has to wait."""
    frame = state.frame
    faction = command.faction
    if isinstance(frame, ActionFrame):
        if not frame.attack or frame.action is OtherAction.DESERT_POWER or frame.faction is not faction:
            yield refuse(
                "action_without_attack", "ACT-STRATEGY", Severity.UNUSUAL, action=frame.action.value, faction=faction.id
            )
            return
        army = state.army(faction, command.source)
        only = only_area(state, frame)
        if only is not None and only != command.source:
            yield refuse(
                "other_legion_than_named",
                "LEADER-2",
                Severity.UNUSUAL,
                area=AREA_IDS[command.source],
                only=AREA_IDS[only],
            )
        card = _card_of_others(state, command.source)
        if card is not None:
            source = AREA_IDS[command.source]
            yield refuse("legion_of_other_kind", "CARD-1", Severity.UNUSUAL, source=source, card=card)
        escorted = command.zone is not None and escorts_mask(state) >> command.zone & 1
        # the escort that carries the attack is a leader in it.
        if frame.leaders_only and army is not None and not army.leaders and not escorted:
            yield refuse("legion_without_leader", "ACT-LEADERSHIP", Severity.UNUSUAL, area=AREA_IDS[command.source])
    elif frame is None or isinstance(frame, TurnFrame | CardFrame | AtreidesCardFrame):
        yield refuse("no_action_in_progress", "ACT-3", Severity.UNUSUAL, faction=faction.id)
    else:
        yield not_now(state, "BATTLE-1")


def _card_of_others(state: State, source: int) -> str | None:
    """The card in progress, of either side, whose step is about another legion than the one in ``source``."""
    card = card_below(state)
    if card is None:
        return other_card(state, source)
    step = counted_step(state)
    return card.card if isinstance(step, MoveOrAttack) and not fits(state, step.legion, source) else None


@decides(Attack)
def _attack(draft: Draft, command: Attack) -> None:
    frame = draft.state.frame
    surprise = isinstance(frame, ActionFrame) and frame.surprise
    step = counted_step(draft.state)
    attack_made(draft)
    draft.emit(BattleBegan(command.faction, command.source, command.target, surprise, command.zone))
    escort_joins(draft, command.zone, command.source)
    battle = BattleFrame(command.faction, command.source, command.target, surprise, zone=command.zone)
    if _goes_on_for_free(draft.state):
        battle = replace(battle, free_continue=True)
    if isinstance(step, MoveOrAttack):
        sides = Side(extra_dice=step.extra_dice), Side(dice_limit=step.enemy_limit)
        battle = replace(battle, sides=sides)
    draft.open(battle)


def _goes_on_for_free(state: State) -> bool:
    """True when the Harkonnen card that gives the attack says that going on costs no hit."""
    card = card_in_progress(state)
    step = None if card is None else current_step(card)
    return isinstance(step, GivenAttack) and step.free_continue


@settles(BattleFrame)
def _everything_is_revealed(draft: Draft) -> bool:
    """Starts the first round, or ends a battle in which nobody defends (SETTLE-2)."""
    state = draft.state
    frame = battle_at(state, BattleStage.REVEAL)
    if frame is None or unrevealed(state, frame):
        return False
    attacker, defender = (combat.legion_of(state, frame, side) for side in (ATTACKER, DEFENDER))
    if attacker.units and not defender.units:
        attacker_wins(draft, frame, "undefended")
    else:
        # Where the attacker has no unit left, the battle ends as it does in the midst of a round.
        begin_round(draft, frame, 1)
    return True
