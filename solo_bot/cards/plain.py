"""Steps of planning cards without anything to choose: draws, tokens, dice, leaders that enter (MAHDI-CARD-2, R-9)."""

from companion.content import steps
from companion.rules.ask.harkonnen_cards import after
from companion.rules.ask.tracks import dice_set_aside
from companion.rules.state import Standing
from solo_bot.cards.options import Found, PlainOption
from solo_bot.cards.scene import Scene
from solo_bot.procedure.trace import Trace


def find_entry(scene: Scene, step: steps.EnterLeader, trace: Trace) -> Found:
    """The leader enters unless it came before (LEADER-5)."""
    possible = scene.state.leader(step.leader).standing is Standing.OUT
    trace.note("LEADER-3", "leader_enters" if possible else "leader_not_available", step.leader)
    return _plain(scene, step, "LEADER-3", int(possible))


def find_draw(scene: Scene, step: steps.Draw, trace: Trace) -> Found:
    """Cards from alternating decks go on the reinforcements."""
    trace.note("MAHDI-CARD-2", "alternate_decks", *after(scene.frame.deck, step.count), rulings=("R-8",))
    return _plain(scene, step, "MAHDI-CARD-2", step.count)


def find_play(scene: Scene, step: steps.Play, trace: Trace) -> Found:
    """Cards are drawn and played, alternating."""
    trace.note("MAHDI-CARD-2", "alternate_decks", *after(scene.frame.deck, step.count), rulings=("R-8",))
    return _plain(scene, step, "MAHDI-CARD-2", step.count)


def find_gain(scene: Scene, step: steps.GainBeneGesserit, trace: Trace) -> Found:
    """A die from The Spice Must Flow joins the unused ones, or supremacy rises (MAHDI-BG-1)."""
    trace.note("MAHDI-BG-1", "die_joins" if dice_set_aside(scene.state) else "supremacy_rises")
    return _plain(scene, step, "MAHDI-BG-1", step.count)


def find_opponent_discards(scene: Scene, step: steps.OpponentDiscards, trace: Trace) -> Found:
    """Atreides discard cards of their choice, as many as they have."""
    count = min(step.count, scene.state.cards.hand)
    trace.note("MAHDI-CARD-3", "opponent_discards", rulings=("R-9",))
    return _plain(scene, step, "MAHDI-CARD-3", count)


def find_shuffle_back(scene: Scene, step: steps.ShuffleBackPrescience, trace: Trace) -> Found:
    """A revealed prescience card goes back; which one is the player's choice."""
    count = min(step.count, scene.state.cards.revealed)
    trace.note("MAHDI-CARD-3", "prescience_back", rulings=("R-9",))
    return _plain(scene, step, "MAHDI-CARD-3", count)


def find_discarded_die(scene: Scene, step: steps.DiscardEnemyDie, trace: Trace) -> Found:
    """An unused Atreides die of the result is taken away."""
    count = min(step.count, (scene.state.atreides_results or ()).count(step.result))
    trace.note("MAHDI-CARD-3", "die_discarded" if count else "no_such_die", step.result, rulings=("R-9",))
    return _plain(scene, step, "MAHDI-CARD-3", count)


def find_forbidden(scene: Scene, step: steps.ForbidNextTurn, trace: Trace) -> Found:
    """Leaders who could act in the next Atreides turn may not; it changes nothing for one in the tank (TANK-3)."""
    could_act = [x for x in step.leaders if scene.state.leader(x).standing in (Standing.READY, Standing.BOARD)]
    trace.note("MAHDI-CARD-3", "leader_forbidden" if could_act else "leader_not_available", *step.leaders)
    return _plain(scene, step, "MAHDI-CARD-3", int(bool(could_act)))


_Step = (
    steps.EnterLeader
    | steps.Draw
    | steps.Play
    | steps.GainBeneGesserit
    | steps.OpponentDiscards
    | steps.ShuffleBackPrescience
    | steps.DiscardEnemyDie
    | steps.ForbidNextTurn
)


def _plain(scene: Scene, step: _Step, rule: str, count: int) -> Found:
    options = scene.keep([PlainOption(step.effect, count)]) if count else []
    return Found(step.effect.value, rule, tuple(options))
