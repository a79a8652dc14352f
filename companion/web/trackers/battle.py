"""A round of a battle that the app knows only by its figures: dice with their reasons, hits after shields, the odds."""

from dataclasses import replace
from urllib.parse import urlencode

from flask import url_for

from companion.board import SETTLEMENT_RANK
from companion.content import LEADERS, TRACKS, LeaderKind
from companion.content.terms import Faction
from companion.rules import combat
from companion.rules.army import Army
from companion.rules.ask.battles import combat_dice
from companion.rules.combat import ATTACKER, DEFENDER, MAX_DICE, Dice
from companion.rules.commands import CountCombat
from companion.rules.errors import FormatError
from companion.rules.events import CombatCounted
from companion.rules.frames import Roll, RollSource
from companion.rules.state import State
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.battle.maths import (
    ROLE,
    dice_sum,
    dice_total,
    face_words,
    hit_words,
    rolled,
    shield_words,
    takes,
)
from companion.web.trackers.leaders import AWAY
from companion.web.trackers.page import part
from companion.web.ui import blocks as ui
from companion.web.ui.fields import Fields
from companion.web.ui.fight_blocks import Adder, Side, Taken, Tally, Throw, Versus
from companion.web.ui.parts import KIND_GLYPH, SIDE, UNIT_KINDS, kind_label, rule_link
from companion.web.words import names

MOST_UNITS = 6
MOST_RANK = max(*TRACKS.sietch_ranks, *SETTLEMENT_RANK.values())
COUNTED = "counted"
FIGURE_KINDS = (*UNIT_KINDS, "generic")


@part("battle")
def battle(scene: Scene) -> list[ui.Block]:
    """Returns the last round with its result and the form of the next one; or, with figures entered, its dice."""
    if not scene.may_write or scene.now is not None:
        return _last_round(scene)
    if scene.pick.get(COUNTED):
        return _to_roll(scene)
    return [*_last_round(scene), _entry(scene)]


def last_round(scene: Scene) -> CombatCounted | None:
    """Returns the battle round that was counted last in this round of the game, as long as it holds."""
    for step in reversed(scene.view.loaded.timeline.steps):
        if step.state.round != scene.state.round:
            return None
        for event in step.batch.events:
            if isinstance(event, CombatCounted):
                return event
    return None


def _last_round(scene: Scene) -> list[ui.Block]:
    event = last_round(scene)
    if event is None:
        text = _(
            "Enter the figures of both sides. The app counts the dice, rolls them if you like, and says who is hit."
        )
        return [ui.Note(text, "attack", "", rule_link("BATTLE-4"))]
    return [_sides(event.attacker, event.armies, event.rank), *_rolls(event), _result(scene, event)]


def _sides(attacker: Faction, armies: tuple[Army, Army], rank: int) -> Versus:
    sides = []
    for side, army in enumerate(armies):
        faction = _faction(attacker, side)
        name = names.faction_name(faction)
        if side == DEFENDER and rank:
            name = _("%(area)s, rank %(rank)s", area=name, rank=rank)
        counts = {"regular": army.regular, "elite": army.elite, "special": army.special, "leader": army.generic}
        sides.append(Side(SIDE[faction], name, counts, tuple(names.leader_name(leader) for leader in army.named)))
    return Versus(sides[ATTACKER], sides[DEFENDER])


def _faction(attacker: Faction, side: int) -> Faction:
    return attacker if side == ATTACKER else attacker.enemy


def _rolls(event: CombatCounted) -> list[ui.Block]:
    found: list[ui.Block] = []
    for side, roll in enumerate(event.rolls):
        faction = _faction(event.attacker, side)
        found.append(rolled(names.faction_name(faction), faction, roll, event.leaders[side]))
    return found


def _result(scene: Scene, event: CombatCounted) -> Tally:
    """Who takes how many hits, and why (BATTLE-5, BATTLE-6)."""
    strikes = [combat.strike(event.rolls[side], event.leaders[side]) for side in (ATTACKER, DEFENDER)]
    found = []
    for side in (ATTACKER, DEFENDER):
        faction, shields = _faction(event.attacker, side), strikes[side][1]
        broken = min(shields, event.armies[1 - side].special)
        facts = {"hits": hit_words(strikes[1 - side][0]), "shields": shield_words(shields - broken)}
        lines = [_("%(hits)s minus %(shields)s", **facts)]
        if broken:
            special = names.word(names.SPECIAL_TERM[faction.enemy])
            lines.append(
                ngettext("%(who)s cancel %(num)d shield.", "%(who)s cancel %(num)d shields.", broken, who=special)
            )
        found.append(Taken(SIDE[faction], takes(scene, faction, event.hits[side]), tuple(lines)))
    return Tally(tuple(found), names.rule_ref("BATTLE-6"))


def _entry(scene: Scene) -> ui.Look:
    """The figures of both sides: those of the last round to begin with, from which the casualties are taken off."""
    event = last_round(scene)
    known = Fields(scene.pick)
    again = "attacker" in scene.pick
    attacker = event.attacker.id if event is not None else Faction.HARKONNEN.id
    blocks: list[ui.Block] = []
    if event is not None and not again:
        blocks.append(ui.Note(_("For the next round remove the casualties, then count the dice again."), "attack"))
    factions = tuple((faction.id, names.faction_name(faction)) for faction in Faction)
    blocks.append(ui.Select("attacker", _("Who attacks?"), factions, scene.pick.get("attacker", attacker)))
    for faction in Faction:
        army, cards = _before(event, faction) if not again else _entered(scene.state, known, faction)
        blocks += _figures(scene.state, faction, army, cards)
    rank = known.count("rank", MOST_RANK) if again else event.rank if event is not None else 0
    blocks.append(
        ui.Steppers((ui.Stepper("rank", _("Rank of the defender’s settlement"), rank, 0, MOST_RANK, "settlement"),))
    )
    on = scene.pick.get("surprise") == "yes"
    surprise = ui.Check("yes", _("Surprise attack, first round"), "ride", "", "", on)
    blocks += [ui.Checks("surprise", _("Surprise attack"), (surprise,)), ui.Go(_("Count the dice"), "dice")]
    return ui.Look(scene.part_url("battle"), tuple(blocks), ((COUNTED, "1"),))


def _before(event: CombatCounted | None, faction: Faction) -> tuple[Army, int]:
    if event is None:
        return Army(), 0
    return event.armies[ATTACKER if faction is event.attacker else DEFENDER], 0


def _figures(state: State, faction: Faction, army: Army, cards: int) -> list[ui.Block]:
    side = SIDE[faction]
    steppers = tuple(
        ui.Stepper(
            f"{side}_{kind}", kind_label(kind, faction), getattr(army, kind), 0, MOST_UNITS, KIND_GLYPH[kind], side
        )
        for kind in FIGURE_KINDS
    )
    discarded = ui.Stepper(f"{side}_cards", _("Cards discarded"), cards, 0, MAX_DICE, "cards", side)
    there = tuple(
        ui.Check(name, names.leader_name(name), "named", side, checked=name in army.named)
        for name, status in state.leaders
        if _may_fight(name, faction) and status.standing not in AWAY
    )
    found: list[ui.Block] = [ui.Steppers((*steppers, discarded), names.faction_name(faction))]
    if there:
        label = _("Named leaders of %(faction)s", faction=names.faction_name(faction))
        found.append(ui.Checks(f"{side}_named", label, there))
    return found


def _may_fight(name: str, faction: Faction) -> bool:
    return LEADERS[name].faction is faction and LEADERS[name].kind is LeaderKind.NAMED


def _entered(state: State, fields: Fields, faction: Faction) -> tuple[Army, int]:
    """Returns the figures and cards that were entered; raises FormatError."""
    side = SIDE[faction]
    counts = {kind: fields.count(f"{side}_{kind}", MOST_UNITS) for kind in FIGURE_KINDS}
    named = tuple(sorted(set(fields.leaders(f"{side}_named"))))
    for name in named:
        if not _may_fight(name, faction):
            text = _(
                "%(leader)s does not fight for the %(faction)s.",
                leader=names.leader_name(name),
                faction=names.faction_name(faction),
            )
            raise FormatError(f"{side}_named", text)
    army = Army(**counts, named=named)
    if army.units > MOST_UNITS:
        units = ngettext("%(num)d unit", "%(num)d units", army.units)
        raise FormatError(side, _("%(units)s: at most %(most)s fit in an area.", units=units, most=MOST_UNITS))
    return army, fields.count(f"{side}_cards", MAX_DICE)


def _read(scene: Scene, fields: Fields) -> tuple[Faction, tuple[Army, Army], tuple[int, int], int, bool]:
    """Returns attacker, figures, cards, rank and surprise as they were entered; raises FormatError."""
    attacker = fields.faction("attacker")
    (first, cards), (second, others) = (
        _entered(scene.state, fields, _faction(attacker, side)) for side in (ATTACKER, DEFENDER)
    )
    if not first.units:
        raise FormatError("attacker", _("a unit that attacks is needed"))
    return attacker, (first, second), (cards, others), fields.count("rank", MOST_RANK), fields.yes("surprise")


def _to_roll(scene: Scene) -> list[ui.Block]:
    attacker, armies, cards, rank, surprise = _read(scene, scene.fields)
    dice = combat_dice(armies, cards, rank, surprise=surprise)
    kept = tuple((name, value) for name, value in scene.pick.items(multi=True) if name not in ("part", COUNTED))
    adders = tuple(_adder(scene.state, _faction(attacker, side), dice[side], side) for side in (ATTACKER, DEFENDER))
    again = f"{scene.part_url('battle')}?{urlencode(kept)}"
    found: list[ui.Block] = [_sides(attacker, armies, rank)]
    links = ui.Buttons(
        (
            ui.Button(_("Chances in this battle"), "dice", href=f"{url_for('odds.calculator')}?{urlencode(kept)}"),
            ui.Button(_("Other figures"), "edit", href=again),
        )
    )
    first = "app" if scene.app_rolls else "hand"
    throw = Throw(_("Roll for both"), _("These are the dice"), _("Dice to enter: #"), first)
    quiet = tuple(replace(one, quiet=scene.app_rolls) for one in adders)
    return [*found, links, ui.Form("tracker-combat", (*quiet, ui.Dock((throw,))))]


def _adder(state: State, faction: Faction, dice: Dice, side: int) -> Adder:
    total = dice_total(dice.total, dice.bonus)
    reason = dice_sum(state, dice)
    return Adder(names.faction_name(faction), SIDE[faction], reason, total, dice.total, ROLE[side], face_words())


@deed("tracker-combat")
def _count(scene: Scene, fields: Fields) -> Commands:
    """The figures are in the address from which the form came (leaders may be there several times)."""
    attacker, armies, cards, rank, surprise = _read(scene, scene.fields)
    dice = combat_dice(armies, cards, rank, surprise=surprise)
    if fields.text("by") == "app":
        chance = scene.chance
        rolls = chance.combat(dice[0].total, ROLE[0], dice[0].bonus), chance.combat(dice[1].total, ROLE[1])
        return (CountCombat(attacker, armies, rolls, cards, rank, surprise, RollSource.APP),)
    entered: tuple[Roll, Roll] = fields.roll(ROLE[0], dice[0].bonus), fields.roll(ROLE[1])
    return (CountCombat(attacker, armies, entered, cards, rank, surprise, RollSource.TAPPED),)
