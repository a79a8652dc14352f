"""What the stages of a battle ask: leaders, casualties, going on, retreats and advances, beside the dice rolled."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.board import AREA_IDS, AREA_NUMBER, members
from companion.content.terms import Faction
from companion.rules import combat
from companion.rules.ask.battles import continuing_costs_a_hit, side_to_choose, specials_left
from companion.rules.ask.claims import claim_phase
from companion.rules.ask.tokens import due, due_sietch
from companion.rules.casualties import GENERIC_IDS, leader_value
from companion.rules.combat import ATTACKER
from companion.rules.commands import Advance, CeaseAttack, ChooseLeaders, ContinueAttack, DecideRetreat, Retreat
from companion.rules.errors import FormatError
from companion.rules.frames import BattleFrame, BattleStage
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from companion.web.drawing import Glow, GlowKind
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.atreides.claims import claim_panel
from companion.web.steps.battle.beside import beside_the_battle
from companion.web.steps.battle.chances import battle_block
from companion.web.steps.battle.hits import Rolled, ask_casualties
from companion.web.steps.battle.maths import dice_rows, hit_words, shield_words, tally, versus
from companion.web.steps.battle.round import ask_roll, battle_frame
from companion.web.steps.desert.sites import sietch_due
from companion.web.steps.desert.tokens import tokens_due
from companion.web.steps.head import Head, asks
from companion.web.ui.blocks import Answers, Block, Button, Buttons, Check, Checks, Choice, Dock, Fold, Form, Go, Note
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Focus, Panel
from companion.web.ui.parts import SIDE, ids, rule_link
from companion.web.words import names


@asks(BattleFrame)
def battle(scene: Scene, frame: BattleFrame, head: Head) -> Panel:
    """Goes on with the battle on top; free actions and claims are possible beside it (FREE-0, R-46)."""
    if scene.pick.get("use") == "claim" and claim_phase(scene.state) is not None:
        return claim_panel(scene, head)
    return beside_the_battle(scene, _stage(scene, frame, head))


def _stage(scene: Scene, frame: BattleFrame, head: Head) -> Panel:
    match frame.stage:
        case BattleStage.REVEAL:
            return _reveal(scene, head)
        case BattleStage.CARDS | BattleStage.ROLL:
            return ask_roll(scene, frame, head)
        case BattleStage.LEADERS:
            return _leaders(scene, frame, head)
        case BattleStage.CASUALTIES:
            return ask_casualties(scene, head, (versus(scene.state, frame),), _after(scene, frame))
        case BattleStage.CONTINUE:
            return _continue(scene, frame, head)
        case BattleStage.RETREAT if scene.state.mode is not Mode.SOLO:
            return _retreat_or_stay(scene, frame, head)
        case BattleStage.RETREAT | BattleStage.DESTINATION:
            return _destination(scene, frame, head)
        case BattleStage.ADVANCE:
            return _advance(scene, frame, head)


def _after(scene: Scene, frame: BattleFrame) -> Rolled:
    def rolled(gone: Mapping[Faction, Sequence[str]]) -> tuple[Block, ...]:
        return (*dice_rows(scene, frame), tally(scene, frame, gone))

    return rolled


def seen(scene: Scene, frame: BattleFrame) -> tuple[Block, ...]:
    """Returns what everybody may look at: both sides, the chances, the dice of this round and what they come to."""
    odds = battle_block(scene)
    found: list[Block] = [versus(scene.state, frame), *([odds] if odds else []), *dice_rows(scene, frame)]
    if frame.sides[ATTACKER].hits is not None:
        found.append(tally(scene, frame, {}))
    return tuple(found)


def _reveal(scene: Scene, head: Head) -> Panel:
    sietch = due_sietch(scene.state)
    if sietch is not None:
        return sietch_due(scene, sietch.area, head)
    faction, area = due(scene.state)[0]
    return tokens_due(scene, faction, (area,), head)


def _leaders(scene: Scene, frame: BattleFrame, head: Head) -> Panel:
    state = scene.state
    side = side_to_choose(frame) or ATTACKER
    faction, army = combat.faction_of(frame, side), combat.legion_of(state, frame, side)
    specials = specials_left(frame, side)
    best = list(combat.best_leaders(faction, army, specials))
    checks = []
    for leader in combat.leaders_of(faction, army):
        hits, shields = leader_value(leader)
        on = leader in best
        if on:
            best.remove(leader)
        detail = f"{hit_words(hits)}, {shield_words(shields)}"
        glyph = "leader" if leader in GENERIC_IDS else "named"
        checks.append(Check(leader, names.leader_name(leader), glyph, SIDE[faction], detail, on))
    go = Go(_("These use the specials"), "check", missing=_("# more to choose"))
    keys = Checks("leaders", _("Leaders"), tuple(checks), min(specials, len(checks)))
    form = Form("battle-leaders", (Dock((keys, go)),), {"faction": faction.id})
    return head.panel(*seen(scene, frame), form, css="fight")


def _continue(scene: Scene, frame: BattleFrame, head: Head) -> Panel:
    costs = continuing_costs_a_hit(scene.state, frame)
    choices = (
        Choice("on", _("Continue the attack"), _("costs 1 hit") if costs else "", glyph="attack"),
        Choice("stop", _("Cease the attack"), _("the defender stays"), glyph="close"),
    )
    form = Form("battle-continue", (Dock((Answers("how", choices),)),))
    return head.panel(*seen(scene, frame), form, css="fight")


def _retreat_or_stay(scene: Scene, frame: BattleFrame, head: Head) -> Panel:
    """The defender says whether; where to is asked of the opponent next (R-49)."""
    choices = (
        Choice("1", _("Retreat"), _("the opponent decides where"), glyph="retreat"),
        Choice("0", _("Stay and fight on"), glyph="attack"),
    )
    form = Form("battle-retreat", (Dock((Answers("retreat", choices),)),))
    return head.panel(*seen(scene, frame), form, css="fight")


def _destination(scene: Scene, frame: BattleFrame, head: Head) -> Panel:
    """An area is tapped; in solo staying is a choice of the same step, since both decisions are the player's."""
    areas = list(members(combat.battle_retreats(scene.state, frame)))
    target = AREA_NUMBER.get(scene.pick.get("to", ""))
    links = scene.area_links(areas, "to")
    if target in areas and target is not None:
        area = names.area_name(target)
        go = Go(_("Retreat to %(area)s", area=area), "retreat", back=scene.step_url, back_text=_("Back"))
        blocks: tuple[Block, ...] = (Form("battle-retreat", (go,), {"to": AREA_IDS[target]}),)
    else:
        buttons = tuple(Button(names.area_name(a), "retreat", links[AREA_IDS[a]], cls="") for a in areas)
        by_name = Fold(_("Or choose by name"), (Buttons(buttons),), "locate")
        blocks = (*seen(scene, frame)[1:], by_name)
        if frame.stage is BattleStage.RETREAT:
            blocks = (*blocks, Form("battle-retreat", (Go(_("Stay and fight on"), "attack"),)))
    glows = (Glow(GlowKind.NEXT, ids(areas)), Glow(GlowKind.SELECTED, ids([frame.area])))
    focus = Focus(glows, ids=ids([*areas, frame.area]), links=links)
    return replace(head.panel(*blocks, focus=focus, css="order"), orange=True)


def _advance(scene: Scene, frame: BattleFrame, head: Head) -> Panel:
    choices = (
        Choice("1", _("Move in"), _("the whole legion"), glyph="move"),
        Choice("0", _("Stay"), _("nobody moves"), glyph="lock"),
    )
    form = Form("battle-advance", (Answers("move_in", choices),))
    return head.panel(*_under_the_victor(scene.state, frame), form, css="order")


def _under_the_victor(state: State, frame: BattleFrame) -> tuple[Block, ...]:
    """What moving in does to what lies there (BATTLE-11, SETTLE-3, MOVE-4, STATION-1)."""
    area, found = frame.area, list[Block]()
    rank = combat.stronghold_rank(state, frame.defender, area)
    if state.strongholds_mask(frame.defender) >> area & 1 and frame.attacker is ATREIDES:
        text = ngettext(
            "If you move in, the settlement is destroyed: every prescience marker rises %(num)d step.",
            "If you move in, the settlement is destroyed: every prescience marker rises %(num)d steps.",
            rank or 0,
        )
        found.append(Note(text, "settlement", rule=rule_link("SETTLE-3")))
    if frame.attacker is ATREIDES and area in state.harvesters:
        found.append(Note(_("If you move in, the harvester there leaves the board."), "harvester"))
    if frame.attacker is ATREIDES and state.stations >> area & 1:
        found.append(Note(_("If you move in, you take the testing station there."), "station"))
    if frame.attacker is HARKONNEN and area in state.wormsigns:
        found.append(Note(_("If they move in, the wormsign there is revealed."), "wormsign"))
    return tuple(found)


@deed("battle-leaders")
def _choose_leaders(scene: Scene, fields: Fields) -> Commands:
    return (ChooseLeaders(fields.faction(), fields.leaders("leaders")),)


@deed("battle-continue")
def _go_on(scene: Scene, fields: Fields) -> Commands:
    how = fields.text("how")
    if how not in ("on", "stop"):
        raise FormatError("how", _("choose one of the answers, not “%(value)s”", value=how[:40]))
    return (ContinueAttack() if how == "on" else CeaseAttack(),)


@deed("battle-retreat")
def _go_back(scene: Scene, fields: Fields) -> Commands:
    state, frame = scene.state, battle_frame(scene)
    target = fields.area_or_none("to")
    if frame.stage is BattleStage.DESTINATION:
        return (Retreat(fields.area("to")),)
    if state.mode is not Mode.SOLO or target is None:
        return (DecideRetreat(fields.yes("retreat")),)
    # Where a single area is open, the legion goes there with the decision.
    several = combat.battle_retreats(state, frame).bit_count() > 1
    return (DecideRetreat(True), Retreat(target)) if several else (DecideRetreat(True),)


@deed("battle-advance")
def _move_in(scene: Scene, fields: Fields) -> Commands:
    return (Advance(fields.yes("move_in")),)
