"""Chances in the panels: of the battle on top, and of every attack that a legion could make.

In solo everything is seen from the side of the player, between people from the side whose decision it is
(``viewpoint``), and that side is named. Only what the asking device may know is used; what it may not know makes a
range. Device and game may turn it off (``companion.web.odds.hints``).
"""

from collections.abc import Mapping, Sequence

from companion.board import AREA_IDS
from companion.content.terms import Faction, Result
from companion.rules.frames import ActionFrame, BattleFrame, TurnFrame
from companion.rules.state import ATREIDES, Mode, State
from companion.service import Hints
from companion.web.odds import game
from companion.web.odds import hints as switch
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.battle.says import decider
from companion.web.ui.blocks import Block, Fold
from companion.web.ui.odds_blocks import Odds, OddsAt, ProspectView, Targets
from companion.web.ui.parts import SIDE
from companion.web.words import names


def viewpoint(state: State) -> Faction:
    """Returns whose chances are told: the player's in solo, between people those of the side that acts or decides.

    In a battle in which both act at once (BATTLE-4) it is the attacker's side.
    """
    if state.mode is Mode.SOLO:
        return ATREIDES
    frame = state.frame
    if isinstance(frame, TurnFrame | ActionFrame):
        return frame.faction
    actor = decider(state)
    if actor is not None:
        return actor
    battle = next((one for one in reversed(state.frames) if isinstance(one, BattleFrame)), None)
    return ATREIDES if battle is None else battle.attacker


def _sees_hidden(scene: Scene, side: Faction) -> bool:
    """Whether chances told from a side may use what was entered about facedown pieces: all of it is Atreides'."""
    return scene.sees_hidden and side is ATREIDES


def level(scene: Scene) -> Hints:
    """Returns how much the asking device is told."""
    return switch.shown(scene.settings)


def is_named(scene: Scene) -> bool:
    """Whether the sides of a battle are told by their names: "they" and "you" are for the player of a solo game."""
    return scene.state.mode is not Mode.SOLO or not scene.reader.acts


def found_odds(scene: Scene, state: State | None = None) -> game.BattleOdds | None:
    """Returns the chances of the battle on top, or of another position of it, with advice for whoever decides.

    None without a battle, with something facedown, or turned off.
    """
    shown = level(scene)
    if shown is Hints.NONE:
        return None
    position = state or scene.state
    advise = shown is Hints.ADVICE and scene.reader.acts and scene.now is None
    return game.battle_odds(position, you=viewpoint(position), advise=advise, named=is_named(scene))


def battle_block(scene: Scene, found: game.BattleOdds | None = None) -> Odds | None:
    """Returns the line of chances, of the battle on top unless they were found for another position already."""
    found = found or found_odds(scene)
    if found is None:
        return None
    return Odds((OddsAt(0, found.odds),), found.advice.sentence if found.advice else "", hide_href=off_href(scene))


def cards_block(scene: Scene, states: Sequence[State], side: Faction, by: str) -> Odds | None:
    """Returns the chances by the number of cards that ``side`` discards, which the field ``by`` counts.

    ``states`` are the positions that are ready to roll after 0, 1, 2.. of them.
    """
    shown = level(scene)
    if shown is Hints.NONE:
        return None
    you = ATREIDES if scene.state.mode is Mode.SOLO else side
    at = game.card_odds(states, you, named=is_named(scene))
    if not at:
        return None
    advised = shown is Hints.ADVICE and len(at) > 1
    tip = game.card_advice(at, side) if advised else ""
    return Odds(at, tip, by, game.card_table(at) if len(at) > 1 else None, off_href(scene))


def targets_block(scene: Scene, source: int, *, surprise: bool, links: Mapping[int, str]) -> Targets | None:
    """Returns the chance of each attack of a legion in the action being used; None when turned off or without any."""
    if level(scene) is Hints.NONE:
        return None
    side = viewpoint(scene.state)
    sees = _sees_hidden(scene, side)
    found = game.prospect_odds(scene.state, side, source, surprise=surprise, sees_hidden=sees, named=is_named(scene))
    wanted = tuple(one for one in found if one.target in links)
    return _targets(scene, side, wanted, links) if wanted else None


def _targets(
    scene: Scene,
    side: Faction,
    found: tuple[ProspectView, ...],
    links: Mapping[int, str] | None = None,
    surprise: Mapping[int, str] | None = None,
) -> Targets:
    whose = ""
    if scene.state.mode is not Mode.SOLO:
        whose = _("Chance to win: %(faction)s", faction=names.faction_name(side))
    return Targets(found, links or {}, surprise or {}, off_href(scene), whose, SIDE[side])


def badges(block: Targets | None) -> dict[str, str]:
    """Returns the marks of the map for the targets of a block."""
    return {} if block is None else {AREA_IDS[one.target]: one.badge for one in block.targets}


def target_odds(scene: Scene, source: int, target: int, *, surprise: bool) -> tuple[Block, ...]:
    """Returns the chances of one attack before it begins: the whole odds, or a range and what it depends on."""
    block = targets_block(scene, source, surprise=surprise, links={target: ""})
    if block is None:
        return ()
    odds = block.targets[0].odds
    return (block,) if odds is None else (Odds((OddsAt(0, odds),), hide_href=off_href(scene)),)


def outlook(scene: Scene, source: int) -> Targets | None:
    """Returns what an attack of an own legion would bring, before a die is spent on it; with leaders also by surprise.

    None in another moment than a turn that a person plays, without a target, or turned off.
    """
    state, side = scene.state, viewpoint(scene.state)
    frame, army = state.frame, state.army(side, source)
    own_turn = isinstance(frame, TurnFrame) and frame.faction is side
    if not own_turn or army is None or level(scene) is Hints.NONE:
        return None
    sees = _sees_hidden(scene, side)
    found = game.prospect_odds(state, side, source, sees_hidden=sees)
    by_surprise = {}
    dice = state.atreides_results if side is ATREIDES else state.harkonnen_results
    if army.leaders and Result.LEADERSHIP in (dice or ()):
        strong = game.prospect_odds(state, side, source, surprise=True, sees_hidden=sees)
        weak = {one.target: one.chance for one in found}
        by_surprise = {one.target: one.chance for one in strong if one.chance != weak.get(one.target)}
    return _targets(scene, side, tuple(found), surprise=by_surprise) if found else None


def outlook_fold(block: Targets | None) -> tuple[Block, ...]:
    """Returns the outlook of a legion as a part of its sheet."""
    return () if block is None else (Fold(_("What an attack from here would bring"), (block,), "attack"),)


def off_href(scene: Scene) -> str:
    """Returns where chances are turned off."""
    return f"{scene.home}/menu#hints"
