"""What a fight says, stage by stage: battles, dice of storms, worms and cards, and the hits that are taken."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.board import members
from companion.content.terms import Faction
from companion.rules import combat
from companion.rules.army import NOBODY
from companion.rules.ask.battles import continuing_costs_a_hit, side_to_choose
from companion.rules.ask.deciding import battle_decider
from companion.rules.ask.tokens import due, due_sietch
from companion.rules.combat import ATTACKER, DEFENDER
from companion.rules.frames import BattleFrame, BattleStage, Cause, HitsFrame, RollFrame
from companion.rules.odds.running import is_bot
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from companion.service import Difference, announced
from companion.web.drawing import Glow, GlowKind
from companion.web.say import _, ngettext
from companion.web.scene import Scene
from companion.web.steps.battle.forced import bot_hits, only_way, own_hits, sequence
from companion.web.steps.battle.maths import takes
from companion.web.steps.desert.sites import sietch_head
from companion.web.steps.desert.tokens import tokens_head
from companion.web.steps.head import Head, says
from companion.web.ui.panel import Focus
from companion.web.ui.parts import ids
from companion.web.words import names


def decider(state: State) -> Faction | None:
    """Returns the side that decides the step on top; None where both act at once (BATTLE-4) and where nobody fights."""
    frame = state.frame
    if not isinstance(frame, BattleFrame):
        return getattr(frame, "faction", None)
    return None if frame.stage is BattleStage.CARDS else battle_decider(state, frame)


def _alone(state: State) -> bool:
    return state.mode is Mode.SOLO


def _name(faction: Faction) -> str:
    return names.faction_name(faction)


def _step(
    scene: Scene,
    frame: BattleFrame,
    rule: str,
    titles: tuple[str, str, str],
    details: tuple[str, str] = ("", ""),
    actor: Faction | None = None,
) -> Head:
    """``titles``: for the player in solo, for those between people, for everybody else; ``details``: for players, and
    for everybody else."""
    solo, people, others = titles
    zones = () if frame.zone is None else (frame.zone,)
    return Head(
        kicker=_kicker(frame),
        title=scene.for_reader(solo if _alone(scene.state) else people, others),
        rule=rule,
        detail=scene.for_reader(*details),
        actor=actor,
        glyph="attack",
        zones=zones,
        focus=_field(frame),
    )


def _field(frame: BattleFrame) -> Focus:
    """The two areas, both framed: that of the defender is the one fought for."""
    glows = (Glow(GlowKind.NEXT, ids([frame.area])), Glow(GlowKind.FROM_1, ids([frame.attacker_area])))
    return Focus(glows, ids=ids([frame.area, frame.attacker_area]), pieces=ids([frame.attacker_area]))


@says(BattleFrame)
def battle(scene: Scene, frame: BattleFrame) -> Head:
    """Says what a battle has come to."""
    return STAGES[frame.stage](scene, frame)


def _reveal(scene: Scene, frame: BattleFrame) -> Head:
    """BATTLE-2: the sietch first, then every token on both sides."""
    sietch = due_sietch(scene.state)
    if sietch is not None:
        return sietch_head(scene, sietch.area, _kicker(frame), "BATTLE-2")
    faction, area = due(scene.state)[0]
    return replace(tokens_head(scene, faction, (area,)), kicker=_kicker(frame))


def _kicker(frame: BattleFrame) -> str:
    return _("%(area)s, battle round %(round)d", area=names.area_name(frame.area), round=frame.round)


def _roll(scene: Scene, frame: BattleFrame) -> Head:
    """Cards for dice and the dice themselves are one step (BATTLE-3, BATTLE-4)."""
    dice = {combat.faction_of(frame, side): combat.battle_dice(scene.state, frame, side).total for side in (0, 1)}
    told = _(
        "Harkonnen dice: %(harkonnen)d. Atreides dice: %(atreides)d.",
        harkonnen=dice[HARKONNEN],
        atreides=dice[ATREIDES],
    )
    titles = (_("Roll the combat dice"), _("Roll the combat dice"), _("The combat dice are rolled"))
    return _step(scene, frame, "BATTLE-4", titles, ("", told))


def _leaders(scene: Scene, frame: BattleFrame) -> Head:
    side = side_to_choose(frame) or ATTACKER
    faction, roll = combat.faction_of(frame, side), frame.sides[side].roll
    specials = 0 if roll is None else combat.specials_of(roll)
    detail = ngettext(
        "%(num)d special result: one leader may use it.", "%(num)d special results: one leader may use each.", specials
    )
    facts = {"faction": _name(faction)}
    own = _("Choose your leaders that use the specials")
    people = _("%(faction)s: choose the leaders that use the specials", **facts)
    others = _("%(faction)s choose the leaders that use the specials", **facts)
    if _alone(scene.state) and faction is HARKONNEN:
        why = _("No rule says which; those that hit hardest are proposed.")
        return _step(scene, frame, "R-26", (people, people, others), (f"{detail} {why}", detail), faction)
    return _step(scene, frame, "BATTLE-5", (own, people, others), (detail, detail), faction)


def _casualties(scene: Scene, frame: BattleFrame) -> Head:
    """What the solo opponent loses without a choice is told beside the own casualties, as one step."""
    if not scene.reader.acts:
        faction = decider(scene.state) or frame.attacker
        told = takes(scene, faction, frame.sides[combat.side_of(frame, faction)].hits or 0)
        return _step(scene, frame, "BATTLE-7", ("", "", told), actor=faction)
    own = own_hits(scene)
    if own is None:
        number = frame.sides[ATTACKER].hits or frame.sides[DEFENDER].hits or 0
        head = _step(scene, frame, "MAHDI-BATTLE-2", _opponent_takes(scene, number), actor=HARKONNEN)
    else:
        head = _step(scene, frame, "BATTLE-7", taking(scene, *own), actor=own[1])
    return replace(head, changes=_announced(scene))


def _announced(scene: Scene) -> tuple[Difference, ...]:
    """Returns the casualties that leave nothing to choose, of both sides."""
    return tuple(
        change for state, command, asked in sequence(scene) if not asked for change in announced(state, (command,))
    )


def taking(scene: Scene, state: State, faction: Faction, area: int, hits: int) -> tuple[str, str, str]:
    """Returns the titles of casualties: a choice, or what goes where there is none."""
    facts = {"faction": _name(faction)}
    told = takes(scene, faction, hits)
    only = only_way(state, faction, area, hits)
    if only:
        facts["figures"] = names.join(names.removed_figures(only, faction))
        return _("Remove: %(figures)s", **facts), _("%(faction)s remove: %(figures)s", **facts), told
    return (
        ngettext("Choose your %(num)d casualty", "Choose your %(num)d casualties", hits),
        ngettext("%(faction)s: choose %(num)d casualty", "%(faction)s: choose %(num)d casualties", hits, **facts),
        told,
    )


def _opponent_takes(scene: Scene, hits: int) -> tuple[str, str, str]:
    """What goes is announced; between named leaders of equal use it is asked."""
    removed = [entry for one in bot_hits(scene, scene.state) for entry in one.removed]
    title = ngettext("Remove %(num)d Harkonnen casualty", "Remove %(num)d Harkonnen casualties", hits)
    if removed:
        title = _("Remove: %(figures)s", figures=names.join(names.removed_figures(removed, HARKONNEN)))
    return title, title, takes(scene, HARKONNEN, hits)


def _continue(scene: Scene, frame: BattleFrame) -> Head:
    facts = {"faction": _name(frame.attacker)}
    titles = (
        _("Continue or cease the attack?"),
        _("%(faction)s: continue or cease the attack?", **facts),
        _("%(faction)s continue or cease the attack", **facts),
    )
    costs = (
        _("Continuing against a settlement costs 1 hit first.") if continuing_costs_a_hit(scene.state, frame) else ""
    )
    detail = costs
    if not _alone(scene.state):
        detail = " ".join((costs, _("After continuing, the defender may retreat."))).strip()
    return _step(scene, frame, "BATTLE-8", titles, (detail, costs), frame.attacker)


def _retreat(scene: Scene, frame: BattleFrame) -> Head:
    """R-49: the defender says whether; in solo the player says where as well."""
    state, faction = scene.state, frame.defender
    facts = {"faction": _name(faction), "opponent": _name(faction.enemy)}
    titles = (
        _("Retreat, or stay and fight?"),
        _("%(faction)s: retreat, or stay and fight?", **facts),
        _("%(faction)s retreat, or stay and fight", **facts),
    )
    areas = names.area_names(members(combat.battle_retreats(state, frame)))
    told = _("Retreat possible to: %(areas)s.", areas=areas)
    detail = told
    if not _alone(state):
        detail = _("%(faction)s decide whether, %(opponent)s where. Possible: %(areas)s.", areas=areas, **facts)
    return _step(scene, frame, "BATTLE-9", titles, (detail, told), faction)


def _destination(scene: Scene, frame: BattleFrame) -> Head:
    """R-49: where a legion retreats to, its opponent says; in solo the player (MAHDI-BATTLE-4)."""
    decides = battle_decider(scene.state, frame) or frame.attacker
    facts = {"faction": _name(frame.defender), "opponent": _name(decides)}
    titles = (
        _("Choose where your legion retreats"),
        _("%(opponent)s: choose where the %(faction)s legion retreats", **facts),
        _("%(opponent)s choose where the %(faction)s legion retreats", **facts),
    )
    areas = names.area_names(members(combat.battle_retreats(scene.state, frame)))
    told = _("Retreat possible to: %(areas)s.", areas=areas)
    return _step(scene, frame, "BATTLE-9", titles, (told, told), decides)


def _advance(scene: Scene, frame: BattleFrame) -> Head:
    facts = {"faction": _name(frame.attacker), "area": names.area_name(frame.area)}
    titles = (
        _("Move into %(area)s, or stay?", **facts),
        _("%(faction)s: move into %(area)s, or stay?", **facts),
        _("%(faction)s move into %(area)s, or stay", **facts),
    )
    won = _("%(faction)s have won.", **facts)
    whole = _("The whole legion, or nobody.")
    if is_bot(scene.state, frame.attacker):
        # A reading of R-18: the player says it for them.
        solo = (titles[1], titles[1], titles[2])
        return _step(scene, frame, "R-18", solo, (f"{won} {whole}", won), frame.attacker)
    own = " ".join((_("You have won.") if _alone(scene.state) else won, whole))
    return _step(scene, frame, "BATTLE-11", titles, (own, won), frame.attacker)


STAGES: Mapping[BattleStage, Callable[[Scene, BattleFrame], Head]] = {
    BattleStage.REVEAL: _reveal,
    BattleStage.CARDS: _roll,
    BattleStage.ROLL: _roll,
    BattleStage.LEADERS: _leaders,
    BattleStage.CASUALTIES: _casualties,
    BattleStage.CONTINUE: _continue,
    BattleStage.RETREAT: _retreat,
    BattleStage.DESTINATION: _destination,
    BattleStage.ADVANCE: _advance,
}


@says(RollFrame)
def attack_dice(scene: Scene, frame: RollFrame) -> Head:
    """Says what dice a storm, a worm or a card rolls, and at what."""
    area, state = names.area_name(frame.area), scene.state
    rule, glyph = "CARD-1", "cards"
    if frame.sector is not None:
        kicker = _("A card against vehicles: %(sector)s", sector=names.sector_name(frame.sector))
    elif frame.cause is Cause.STORM:
        kicker, rule, glyph = _("Storm in %(area)s", area=area), "STORM-1", "storm"
    elif frame.cause is Cause.WORM:
        kicker, rule, glyph = _("A worm attacks in %(area)s", area=area), "WORM-8", "sandworm"
    else:
        kicker = _("A card attacks in %(area)s", area=area)
        rule = "MAHDI-CARD-3" if frame.faction is ATREIDES and _alone(state) else "CARD-1"
    title = ngettext("Roll %(num)d combat die", "Roll %(num)d combat dice", frame.dice)
    told = _("The combat dice are rolled: %(number)d", number=frame.dice)
    if frame.sector is not None:
        detail = _("Each hit and each special removes a vehicle there.")
    else:
        hit, _shield, special = frame.values
        values = _("A hit counts %(hit)d, a special %(special)d.", hit=hit, special=special)
        army = state.army(frame.faction, frame.area) or NOBODY
        figures = names.figures(army, frame.faction)
        detail = names.capital(_("There: %(figures)s. %(values)s", figures=figures, values=values))
    return Head(kicker, scene.for_reader(title, told), rule, detail, glyph=glyph, areas=(frame.area,))


@says(HitsFrame)
def hits(scene: Scene, frame: HitsFrame) -> Head:
    """Says who takes hits outside of the dice of a battle."""
    kicker = _("Hits in %(area)s", area=names.area_name(frame.area))
    below = scene.state.frames[-2] if len(scene.state.frames) > 1 else None
    detail = ""
    if frame.cause is Cause.BATTLE and isinstance(below, BattleFrame):
        detail = _("Continuing against a settlement costs 1 hit first.")
    if not scene.reader.acts:
        titles, rule = ("", "", takes(scene, frame.faction, frame.hits)), "BATTLE-7"
    elif is_bot(scene.state, frame.faction):
        titles, rule = _opponent_takes(scene, frame.hits), "MAHDI-BATTLE-2"
    else:
        titles, rule = taking(scene, scene.state, frame.faction, frame.area, frame.hits), "BATTLE-7"
    solo, people, others = titles
    title = scene.for_reader(solo if _alone(scene.state) else people, others)
    changes = _announced(scene) if scene.reader.acts else ()
    return Head(kicker, title, rule, detail, frame.faction, areas=(frame.area,), changes=changes)
