"""Battles, and rolls and hits outside of them: both sides, dice in one line, results in words, casualties by tap."""

from dataclasses import replace

from companion.board import AREA_IDS, AREA_NUMBER, members
from companion.content.terms import Deck, Faction
from companion.rules import combat
from companion.rules.army import Army
from companion.rules.casualties import GENERIC_IDS
from companion.rules.combat import ATTACKER, DEFENDER
from companion.rules.commands import (
    Advance,
    CeaseAttack,
    ChooseLeaders,
    ContinueAttack,
    DiscardForDice,
    Retreat,
    RollBattle,
)
from companion.rules.errors import FormatError
from companion.rules.frames import BattleFrame, BattleStage, Roll
from companion.rules.handlers.battle_dice import cards_in_hand, specials_left
from companion.rules.handlers.battle_end import continuing_costs_a_hit
from companion.rules.handlers.battle_hits import open_hits
from companion.rules.handlers.reveal import due, due_sietch
from companion.rules.state import ATREIDES, HARKONNEN, State
from companion.web.drawing import Glow, GlowKind
from companion.web.table.blocks import (
    Adder,
    Answers,
    Block,
    Button,
    Buttons,
    Check,
    Checks,
    Choice,
    DiceRow,
    Fold,
    Form,
    Go,
    Select,
    Side,
    Stepper,
    Steppers,
    Tally,
    Versus,
)
from companion.web.table.fields import Fields
from companion.web.table.panel import Focus, Panel
from companion.web.table.panels import questions
from companion.web.table.panels.common import SIDE, ids, rule_link
from companion.web.table.panels.fights import casualty_form, dice_total, face_words
from companion.web.table.panels.harkonnen import order_panel
from companion.web.table.say import _, ngettext
from companion.web.table.scene import Commands, Scene, deed, panel_for
from companion.web.words import names
from companion.web.words.guide import guide_text

ROLE = ("attacker-", "defender-")


@panel_for(BattleFrame)
def battle(scene: Scene, frame: BattleFrame) -> Panel:
    """Goes on with the battle on top."""
    match frame.stage:
        case BattleStage.REVEAL:
            return _reveal(scene, frame)
        case BattleStage.CARDS:
            return _cards(scene, frame)
        case BattleStage.ROLL:
            return _roll(scene, frame)
        case BattleStage.LEADERS:
            return _leaders(scene, frame)
        case BattleStage.CASUALTIES:
            return _casualties(scene, frame)
        case BattleStage.CONTINUE:
            return _continue(scene, frame)
        case BattleStage.RETREAT:
            return _retreat(scene, frame)
        case BattleStage.ADVANCE:
            return _advance(scene, frame)


def _reveal(scene: Scene, frame: BattleFrame) -> Panel:
    sietch = due_sietch(scene.state)
    if sietch is not None:
        return questions.sietch_due(scene, sietch.area)
    faction, area = due(scene.state)[0]
    return questions.tokens_due(scene, faction, area)


def side_view(state: State, frame: BattleFrame, side: int) -> Side:
    """Returns one side of a battle as it is drawn."""
    faction, army = combat.faction_of(frame, side), combat.legion_of(state, frame, side)
    name = names.area_name(combat.place_of(frame, side))
    rank = combat.stronghold_rank(state, faction, frame.area) if side == DEFENDER else 0
    if rank:
        name = _("%(area)s, rank %(rank)s", area=name, rank=rank)
    return Side(SIDE[faction], name, _counts(army), tuple(names.leader_name(leader) for leader in army.named))


def _counts(army: Army) -> dict[str, int]:
    return {
        "regular": army.regular,
        "elite": army.elite,
        "special": army.special,
        "token": army.tokens,
        "leader": army.generic,
    }


def versus(state: State, frame: BattleFrame) -> Versus:
    """Returns both sides, the attacker first."""
    return Versus(side_view(state, frame, ATTACKER), side_view(state, frame, DEFENDER))


def _who(faction: Faction) -> str:
    return _("You") if faction is ATREIDES else names.faction_name(faction)


def _sum(dice: combat.Dice) -> str:
    parts = [ngettext("%(num)d unit", "%(num)d units", dice.units)]
    if dice.cards:
        parts.append(ngettext("%(num)d card", "%(num)d cards", dice.cards))
    if dice.rank:
        parts.append(_("rank %(rank)s", rank=dice.rank))
    return " + ".join(parts) + " ="


def _base(scene: Scene, frame: BattleFrame, blocks: tuple[Block, ...], title: str = "", css: str = "fight") -> Panel:
    guide = guide_text(scene.state)
    glows = (Glow(GlowKind.NEXT, ids([frame.area])), Glow(GlowKind.FROM_1, ids([frame.attacker_area])))
    return Panel(
        kicker=guide.kicker,
        faction="" if guide.actor is None else SIDE[guide.actor],
        glyph="attack",
        title=title or guide.heading,
        detail=guide.sentence,
        blocks=blocks,
        focus=Focus(glows, ids=ids([frame.area]), pieces=ids([frame.attacker_area])),
        css=css,
        rule=rule_link(guide.rule.id),
    )


def _cards(scene: Scene, frame: BattleFrame) -> Panel:
    state = scene.state
    side = next(s for s in (ATTACKER, DEFENDER) if frame.cards[s] is None)
    faction = combat.faction_of(frame, side)
    most = min(combat.missing_dice(state, frame, side), cards_in_hand(state, faction))
    label = _("Cards discarded, %(hand)s in hand", hand=cards_in_hand(state, faction))
    inner = (
        Steppers((Stepper("count", label, 0, 0, max(most, 0), "cards", SIDE[faction]),)),
        Go(_("To the dice"), "dice"),
    )
    form = Form("discard", inner, {"faction": faction.id})
    return _base(scene, frame, (versus(state, frame), form))


def _roll(scene: Scene, frame: BattleFrame) -> Panel:
    state = scene.state
    adders = tuple(_adder(state, frame, side) for side in (ATTACKER, DEFENDER))
    burnt = _burnt(frame)
    enter: tuple[Block, ...] = (*adders, *burnt)
    blocks: tuple[Block, ...]
    if scene.app_rolls:
        take = Buttons((Button(_("These are the dice"), "check"),))
        by_hand = Fold(_("We rolled at the table"), (Form("battle-dice", (*enter, take)),), "dice")
        rows = tuple(DiceRow(a.who, a.faction, a.sum, a.total) for a in adders)
        go = Form("battle-roll", (*burnt, Go(_("Roll for me"), "roll")))
        blocks = (versus(state, frame), *rows, by_hand, go)
    else:
        go = Form("battle-dice", (*enter, Go(_("These are the dice"), "check", missing=_("# more dice to enter"))))
        roll_for_me = Form("battle-roll", (Buttons((Button(_("Roll for me"), "roll"),)),))
        blocks = (versus(state, frame), roll_for_me, go)
    return _base(scene, frame, blocks)


def _burnt(frame: BattleFrame) -> tuple[Block, ...]:
    """Harkonnen cards burnt for dice lie face up: which deck is on top decides the next draw (R-8)."""
    if not frame.cards[combat.side_of(frame, HARKONNEN)]:
        return ()
    decks = (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)
    offers = (("", _("not known")), *((deck.value, names.deck_name(deck)) for deck in decks))
    return (Select("burnt", _("Harkonnen cards were burnt. The top one is from"), offers),)


def _adder(state: State, frame: BattleFrame, side: int) -> Adder:
    dice, faction = combat.battle_dice(state, frame, side), combat.faction_of(frame, side)
    total = dice.total
    return Adder(
        _who(faction), SIDE[faction], _sum(dice), dice_total(total, dice.bonus), total, ROLE[side], face_words()
    )


def dice_rows(state: State, frame: BattleFrame) -> tuple[DiceRow, ...]:
    """Returns the dice rolled in this round, each side with what its leaders make of them."""
    return tuple(_dice_row(state, frame, side) for side in (ATTACKER, DEFENDER) if frame.rolls[side] is not None)


def _dice_row(state: State, frame: BattleFrame, side: int) -> DiceRow:
    roll, faction = frame.rolls[side] or Roll(), combat.faction_of(frame, side)
    faces = ("hit",) * roll.hit + ("shield",) * roll.shield + ("special",) * roll.special
    hits, shields = combat.strike(roll, frame.leaders[side] or ())
    result = _("%(hits)s and %(shields)s", hits=hit_words(hits), shields=shield_words(shields))
    used = frame.leaders[side] or ()
    if used:
        result = _("With %(leaders)s: %(result)s", leaders=names.leader_names(used), result=result)
    return DiceRow(_who(faction), SIDE[faction], "", dice_total(roll.dice, roll.bonus), faces, result, face_words())


def hit_words(number: int) -> str:
    """Returns "3 hits"."""
    return ngettext("%(num)d hit", "%(num)d hits", number)


def shield_words(number: int) -> str:
    """Returns "2 shields"."""
    return ngettext("%(num)d shield", "%(num)d shields", number)


def tally(state: State, frame: BattleFrame) -> Tally:
    """Returns what the round comes to: hits less shields, and who takes how many."""
    strikes = [combat.strike(frame.rolls[s] or Roll(), frame.leaders[s] or ()) for s in (ATTACKER, DEFENDER)]
    lines = []
    for side in (ATTACKER, DEFENDER):
        other = DEFENDER if side == ATTACKER else ATTACKER
        hits, shields = strikes[other][0], strikes[side][1]
        text = _("%(hits)s less %(shields)s", hits=hit_words(hits), shields=shield_words(shields))
        taken = frame.hits[side]
        faction = combat.faction_of(frame, side)
        if taken is None:
            continue
        outcome = (
            _("you take %(number)s", number=taken) if faction is ATREIDES else _("they take %(number)s", number=taken)
        )
        if not taken:
            outcome = _("taken") if hits > shields else _("none")
        lines.append((f"{_who(faction)}: {text}", outcome))
    elites = any(combat.legion_of(state, frame, side).special for side in (ATTACKER, DEFENDER))
    after = _("Special elites break one shield each.") if elites else ""
    return Tally(tuple(lines), after, rule_link("BATTLE-6"))


def _leaders(scene: Scene, frame: BattleFrame) -> Panel:
    state = scene.state
    side = next(s for s in (ATTACKER, DEFENDER) if frame.leaders[s] is None)
    faction, army = combat.faction_of(frame, side), combat.legion_of(state, frame, side)
    specials = specials_left(frame, side)
    best = list(combat.best_leaders(faction, army, specials))
    checks = []
    for leader in combat.leaders_of(faction, army):
        hits, shields = combat.leader_value(leader)
        on = leader in best
        if on:
            best.remove(leader)
        detail = f"{hit_words(hits)}, {shield_words(shields)}"
        glyph = "leader" if leader in GENERIC_IDS else "named"
        checks.append(Check(leader, names.leader_name(leader), glyph, SIDE[faction], detail, on))
    inner = (Checks("leaders", _("Leaders"), tuple(checks)), Go(_("These use the specials"), "check"))
    form = Form("battle-leaders", inner, {"faction": faction.id})
    return _base(scene, frame, (versus(state, frame), *dice_rows(state, frame), form))


def _casualties(scene: Scene, frame: BattleFrame) -> Panel:
    state = scene.state
    hits = open_hits(state)
    context: tuple[Block, ...] = (versus(state, frame), *dice_rows(state, frame), tally(state, frame))
    order = scene.order()
    if order is not None:
        panel = order_panel(scene, order, guide_text(state).kicker, css="fight")
        return replace(panel, blocks=(*context, *panel.blocks), focus=_base(scene, frame, ()).focus)
    if hits is None:
        return _base(scene, frame, context)
    faction, area, number, _cause = hits
    panel = _base(scene, frame, (*context, casualty_form(state, faction, area, number)))
    return replace(panel, detail="")


def _continue(scene: Scene, frame: BattleFrame) -> Panel:
    costs = continuing_costs_a_hit(scene.state, frame)
    detail = _("It costs you one hit, since a settlement is attacked.") if costs else _("It costs nothing.")
    choices = (
        Choice("on", _("Go on attacking"), detail, glyph="attack"),
        Choice("stop", _("Cease the attack"), _("the defender stays"), glyph="close"),
    )
    return _base(scene, frame, (versus(scene.state, frame), Form("battle-continue", (Answers("how", choices),))))


def _retreat(scene: Scene, frame: BattleFrame) -> Panel:
    areas = list(members(combat.battle_retreats(scene.state, frame)))
    target = AREA_NUMBER.get(scene.pick.get("to", ""))
    links = scene.area_links(areas, "to")
    stay = Form("battle-retreat", (Buttons((Button(_("Stay and fight on"), "attack"),)),))
    if target in areas and target is not None:
        go = Go(
            _("Retreat to %(area)s", area=names.area_name(target)), "retreat", back=scene.step_url, back_text=_("Back")
        )
        blocks: tuple[Block, ...] = (Form("battle-retreat", (go,), {"to": AREA_IDS[target]}),)
    else:
        buttons = tuple(Button(names.area_name(a), "retreat", links[AREA_IDS[a]], cls="") for a in areas)
        blocks = (Fold(_("Or choose by name"), (Buttons(buttons),), "locate"), stay)
    glows = (Glow(GlowKind.NEXT, ids(areas)), Glow(GlowKind.SELECTED, ids([frame.area])))
    guide = guide_text(scene.state)
    return Panel(
        kicker=guide.kicker,
        faction="a",
        glyph="retreat",
        title=_("Retreat? Tap where the legion goes"),
        detail=guide.sentence,
        orange=True,
        blocks=blocks,
        focus=Focus(glows, ids=ids([*areas, frame.area]), links=links),
        css="order",
        rule=rule_link("BATTLE-9"),
    )


def _advance(scene: Scene, frame: BattleFrame) -> Panel:
    choices = (
        Choice("1", _("Move in"), _("the whole legion"), glyph="move"),
        Choice("0", _("Stay"), _("nobody moves"), glyph="lock"),
    )
    return _base(scene, frame, (Form("battle-advance", (Answers("move_in", choices),)),), css="order")


def _battle_frame(scene: Scene) -> BattleFrame:
    frame = scene.state.frame
    if not isinstance(frame, BattleFrame):
        raise FormatError("battle", _("no battle is in progress"))
    return frame


@deed("discard")
def _discard(scene: Scene, fields: Fields) -> Commands:
    return (DiscardForDice(fields.faction(), fields.count("count", 6)),)


@deed("battle-dice")
def _enter_dice(scene: Scene, fields: Fields) -> Commands:
    frame = _battle_frame(scene)
    bonus = [combat.battle_dice(scene.state, frame, side).bonus for side in (ATTACKER, DEFENDER)]
    rolls = [fields.roll(ROLE[side], bonus[side]) for side in (ATTACKER, DEFENDER)]
    return (RollBattle(rolls[0], rolls[1], _deck(fields)),)


@deed("battle-roll")
def _roll_dice(scene: Scene, fields: Fields) -> Commands:
    frame = _battle_frame(scene)
    dice = [combat.battle_dice(scene.state, frame, side) for side in (ATTACKER, DEFENDER)]
    rolls = [scene.chance.combat(d.total, ROLE[side], d.bonus) for side, d in enumerate(dice)]
    return (RollBattle(rolls[0], rolls[1], _deck(fields)),)


def _deck(fields: Fields) -> Deck | None:
    return fields.member("burnt", Deck) if fields.text("burnt") else None


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
    return (Retreat(fields.area_or_none("to")),)


@deed("battle-advance")
def _move_in(scene: Scene, fields: Fields) -> Commands:
    return (Advance(fields.yes("move_in")),)
