"""Battles, and rolls and hits outside of them: both sides, dice in one line, results in words, casualties by tap."""

from dataclasses import replace

from companion.board import AREA_IDS, AREA_NUMBER, members
from companion.content.terms import Deck
from companion.rules import combat
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
from companion.rules.frames import BattleFrame, BattleStage, RollSource
from companion.rules.handlers.battle_dice import cards_in_hand, specials_left
from companion.rules.handlers.battle_end import continuing_costs_a_hit
from companion.rules.handlers.battle_hits import open_hits
from companion.rules.handlers.reveal import due, due_sietch
from companion.rules.state import ATREIDES, HARKONNEN, State
from companion.web.drawing import Glow, GlowKind
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed, panel_for
from companion.web.steps.battle.chances import with_odds
from companion.web.steps.battle.hits import casualties
from companion.web.steps.battle.maths import (
    ROLE,
    adder,
    dice_rows,
    dice_to_roll,
    hit_words,
    shield_words,
    tally,
    versus,
)
from companion.web.steps.desert import sites, tokens
from companion.web.steps.dice_photo import brought_back, source_field, with_photo
from companion.web.steps.mahdi.orders import order_head, order_panel
from companion.web.ui.blocks import (
    Answers,
    Block,
    Button,
    Buttons,
    Check,
    Checks,
    Choice,
    Fold,
    Form,
    Go,
    Note,
    Select,
    Stepper,
    Steppers,
)
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Focus, Panel
from companion.web.ui.parts import SIDE, ids, rule_link
from companion.web.words import names
from companion.web.words.guide import guide_text


@panel_for(BattleFrame)
@with_odds
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
        head = sites.sietch_head(scene, sietch.area, _("The sietch is attacked"), "BATTLE-2")
        return sites.sietch_due(scene, sietch.area, head)
    faction, area = due(scene.state)[0]
    return tokens.tokens_due(scene, faction, (area,), tokens.tokens_head(scene, faction, (area,)))


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
    return _base(scene, frame, (versus(state, frame), *dice_to_roll(state, frame), form))


def _roll(scene: Scene, frame: BattleFrame) -> Panel:
    state = scene.state
    adders = tuple(with_photo(scene, adder(state, frame, side)) for side in (ATTACKER, DEFENDER))
    burnt = _burnt(frame)
    enter: tuple[Block, ...] = (*adders, *burnt)
    read = source_field(scene)
    blocks: tuple[Block, ...]
    if scene.app_rolls:
        take = Buttons((Button(_("These are the dice"), "check"),))
        by_hand = Fold(
            _("We rolled at the table"), (Form("battle-dice", (*enter, take), read),), "dice", brought_back(scene)
        )
        rows = dice_to_roll(state, frame)
        go = Form("battle-roll", (*burnt, Go(_("Roll for me"), "roll")))
        blocks = (versus(state, frame), *rows, by_hand, go)
    else:
        done = Go(_("These are the dice"), "check", missing=_("# more dice to enter"))
        go = Form("battle-dice", (*enter, done), read)
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
    go = Go(_("These use the specials"), "check", missing=_("# more to choose"))
    inner = (Checks("leaders", _("Leaders"), tuple(checks), min(specials, len(checks))), go)
    form = Form("battle-leaders", inner, {"faction": faction.id})
    return _base(scene, frame, (versus(state, frame), *dice_rows(state, frame), form))


def _casualties(scene: Scene, frame: BattleFrame) -> Panel:
    state = scene.state
    hits = open_hits(state)
    context: tuple[Block, ...] = (versus(state, frame), *dice_rows(state, frame), tally(state, frame))
    order = scene.order()
    if order is not None:
        panel = order_panel(scene, order_head(scene, order, guide_text(state).kicker), order, css="fight")
        return replace(panel, blocks=(*context, *panel.blocks), focus=_base(scene, frame, ()).focus)
    if hits is None:
        return _base(scene, frame, context)
    faction, area, number, _cause = hits
    panel = _base(scene, frame, (*context, *casualties(scene, faction, area, number)))
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
        faction=SIDE[frame.defender],
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
    state = scene.state
    choices = (
        Choice("1", _("Move in"), _("the whole legion"), glyph="move"),
        Choice("0", _("Stay"), _("nobody moves"), glyph="lock"),
    )
    form = Form("battle-advance", (Answers("move_in", choices),))
    return _base(scene, frame, (*_under_the_victor(state, frame), form), css="order")


def _under_the_victor(state: State, frame: BattleFrame) -> tuple[Block, ...]:
    """What moving in does to what lies there (BATTLE-11, SETTLE-3, MOVE-4, STATION-1)."""
    area, found = frame.area, list[Block]()
    rank = combat.stronghold_rank(state, frame.defender, area)
    if state.strongholds_mask(frame.defender) >> area & 1 and frame.attacker is ATREIDES:
        text = ngettext(
            "If you move in, the settlement is destroyed: every prescience marker goes up %(num)d step.",
            "If you move in, the settlement is destroyed: every prescience marker goes up %(num)d steps.",
            rank or 0,
        )
        found.append(Note(text, "settlement", rule=rule_link("SETTLE-3")))
    if frame.attacker is ATREIDES and area in state.harvesters:
        found.append(Note(_("If you move in, the harvester there leaves the board."), "harvester"))
    if frame.attacker is ATREIDES and state.stations >> area & 1:
        found.append(Note(_("If you move in, you take the testing station there."), "station"))
    if frame.attacker is HARKONNEN and area in state.wormsigns:
        found.append(Note(_("If they move in, the wormsign there is turned."), "wormsign"))
    return tuple(found)


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
    return (RollBattle(rolls[0], rolls[1], _deck(fields), (fields.source(), fields.source())),)


@deed("battle-roll")
def _roll_dice(scene: Scene, fields: Fields) -> Commands:
    frame = _battle_frame(scene)
    dice = [combat.battle_dice(scene.state, frame, side) for side in (ATTACKER, DEFENDER)]
    rolls = [scene.chance.combat(d.total, ROLE[side], d.bonus) for side, d in enumerate(dice)]
    return (RollBattle(rolls[0], rolls[1], _deck(fields), (RollSource.APP, RollSource.APP)),)


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
