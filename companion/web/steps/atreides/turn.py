"""The player's own turn: the dice, what a die may be spent for, and the end of the turn."""

from collections import Counter
from dataclasses import replace

from companion.content import LEADERS, LeaderKind
from companion.content.terms import Result
from companion.rules.commands import (
    EndTurn,
    PlayAtreidesCard,
    RollAtreidesDice,
    SpendDie,
    UseBeneGesserit,
    UseDesertPower,
    UseLeader,
)
from companion.rules.frames import AtreidesRollFrame, RollSource, TurnFrame
from companion.rules.handlers.dice import MOST_OF_A_RESULT, desert_power_open, special_problems
from companion.rules.state import ATREIDES, ATREIDES_DICE, State
from companion.web.say import _
from companion.web.scene import Commands, Detour, Scene, deed, panel_for
from companion.web.steps.atreides.card_picks import card_select, desert_uses
from companion.web.steps.atreides.claims import claim_act, claim_blocks
from companion.web.steps.atreides.free_actions import free_acts
from companion.web.steps.dice_photo import brought_back, photo_act, source_field
from companion.web.steps.people import turn as people
from companion.web.ui.blocks import (
    Act,
    Answers,
    Block,
    Button,
    Buttons,
    Choice,
    Fold,
    Form,
    Go,
    Key,
    Keys,
    Note,
    Options,
    Stepper,
    Steppers,
)
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form, rule_link
from companion.web.words import names
from companion.web.words.guide import guide_text

ACTIONS = (Result.LEADERSHIP, Result.STRATEGY, Result.DEPLOYMENT, Result.MENTAT)


@panel_for(AtreidesRollFrame)
def roll(scene: Scene, frame: AtreidesRollFrame) -> Panel:
    """Asks for the results of the Atreides dice, or offers to roll them."""
    dice = scene.state.atreides_unused
    entered = {result: scene.pick.get(result.value, "0") for result in Result}
    rolled = any(number.isdecimal() and int(number) for number in entered.values())
    steppers = tuple(
        Stepper(
            result.value,
            names.result_name(result),
            min(int(entered[result]), MOST_OF_A_RESULT) if entered[result].isdecimal() else 0,
            0,
            MOST_OF_A_RESULT,
            result.value,
            "a",
        )
        for result in Result
    )
    missing = _("# more dice to enter")
    hidden = {"source": RollSource.APP.value} if scene.pick.get("source") == RollSource.APP else source_field(scene)
    inner = (Steppers(steppers, total=dice), Go(_("These are my dice"), "check", missing=missing))
    enter = Form("atreides-dice", inner, hidden)
    blocks: tuple[Block, ...]
    detail = _("At most two of a result: a die too many is turned to another result of your choice.")
    title, kicker = _("Roll your %(dice)s dice", dice=dice), _("Your dice, round %(round)s", round=scene.state.round)
    if people.by_people(scene.state):
        title, kicker = guide_text(scene.state).heading, guide_text(scene.state).kicker
    if brought_back(scene):
        title, detail = _("Your dice in the photo"), _("Put right what is wrong.")
        blocks = (enter,)
    elif rolled:
        title, detail = _("Too many of one result: turn some dice"), _("Your choice which results they show instead.")
        blocks = (enter,)
    elif scene.app_rolls:
        take = Buttons((Button(_("These are my dice"), "check"),))
        by_hand = Form("atreides-dice", (Steppers(steppers, total=dice), take))
        blocks = (
            Fold(_("I rolled them at the table"), (by_hand, photo_act(scene, "action", dice)), "dice"),
            go_form("roll-atreides", _("Roll for me"), "roll"),
        )
    else:
        blocks = (
            Form("roll-atreides", (Buttons((Button(_("Roll for me"), "roll"),)),)),
            photo_act(scene, "action", dice),
            enter,
        )
    return Panel(
        kicker=kicker,
        faction="a",
        title=title,
        detail=detail,
        blocks=blocks,
        css="order" if rolled or not scene.app_rolls else "",
        rule=rule_link("ACT-1"),
    )


@panel_for(TurnFrame)
def turn(scene: Scene, frame: TurnFrame) -> Panel:
    """Shows whose turn it is and what may be done in it."""
    if frame.faction is not ATREIDES:
        if scene.pick.get("use") == "claim":
            return claim_panel(scene)
        return _with_claim(scene, people.turn(scene, frame))
    uses = {
        "card": _card_panel,
        "leader": _leader_panel,
        "house": _house_panel,
        "desert": _desert_panel,
        "bene": _bene_gesserit_panel,
        "claim": claim_panel,
    }
    use = uses.get(scene.pick.get("use", ""))
    if use is not None:
        return use(scene)
    return _acted(scene) if frame.acted else _choose_die(scene)


def _with_claim(scene: Scene, panel: Panel) -> Panel:
    """A prescience card is claimed as soon as it is met, in a Harkonnen turn too (PRES-3)."""
    acts = claim_act(scene)
    return replace(panel, blocks=(*panel.blocks[:-1], *acts, *panel.blocks[-1:])) if acts else panel


def _kicker(state: State) -> str:
    return guide_text(state).kicker


def _acted(scene: Scene) -> Panel:
    title, end = _("Your die is spent: end your turn"), _("End my turn")
    if people.by_people(scene.state):
        title, end = _("The die is spent: end the turn"), _("End the Atreides turn")
    return Panel(
        kicker=_kicker(scene.state),
        faction="a",
        title=title,
        detail=_("Or first take a free action."),
        blocks=(
            Fold(_("Free actions and prescience"), free_acts(scene), "reveal"),
            go_form("end-turn", end, "check"),
        ),
        rule=rule_link("ACT-3"),
    )


def _choose_die(scene: Scene) -> Panel:
    state = scene.state
    counts = Counter(state.atreides_results or ())
    keys = [_die_key(scene, result, counts[result]) for result in Result if counts[result]]
    if desert_power_open(state):
        text = names.result_name(names.DESERT_POWER)
        keys.append(Key(text, "desert-power", href=scene.here(use="desert"), state="maybe"))
    more = _more(scene)
    blocks: list[Block] = [Form("spend", (Keys(_("Your dice"), tuple(keys), "die", ask=True),))]
    if more:
        blocks.append(Fold(_("Cards, leaders, prescience, free actions"), more, "cards"))
    title, detail = _("Your turn: tap the die you use"), _("It is spent, and its action begins.")
    if people.by_people(state):
        title = _("Atreides turn: tap the die to use")
    if not counts:
        title, detail = _("You have no die left"), _("Pass, or use Desert Power.")
        if people.by_people(state):
            title = _("Atreides have no die left")
        blocks.append(go_form("end-turn", _("Pass"), "chevron"))
    return Panel(
        kicker=_kicker(state),
        faction="a",
        title=title,
        detail=detail,
        blocks=tuple(blocks),
        rule=rule_link("ACT-3"),
    )


def _die_key(scene: Scene, result: Result, count: int) -> Key:
    many = f"×{count}" if count > 1 else ""
    name = names.result_name(result)
    if result is Result.HOUSE:
        return Key(name, result.value, href=scene.here(use="house"), many=many)
    return Key(name, result.value, value=result.value, many=many)


def _more(scene: Scene) -> tuple[Block, ...]:
    state = scene.state
    found: list[Block] = []
    if state.atreides_results:
        hand = _("%(number)s in hand; any die pays for it", number=state.cards.hand)
        found.append(Act("cards", _("Play a planning card"), hand, scene.here(use="card")))
        if _usable_leaders(state):
            found.append(Act("named", _("Use a leader’s special action"), "", scene.here(use="leader")))
    if _bene_gesserit_open(state):
        detail = _("A temporary die on the result with the fewest dice")
        found.append(Act("bene-gesserit", _("Use a Bene Gesserit token"), detail, scene.here(use="bene")))
    found.extend(free_acts(scene))
    return tuple(found)


def _dice_options(state: State, legend: str) -> Options:
    results = tuple(dict.fromkeys(state.atreides_results or ()))
    choices = tuple(Choice(result.value, names.result_name(result), glyph=result.value) for result in results)
    return Options("die", choices, legend, results[0].value if len(results) == 1 else None)


def _sub_panel(scene: Scene, title: str, detail: str, blocks: tuple[Block, ...], rule: str) -> Panel:
    return Panel(
        kicker=_kicker(scene.state),
        faction="a",
        title=title,
        detail=detail,
        blocks=blocks,
        css="order",
        close=scene.step_url,
        rule=rule_link(rule),
    )


def _card_panel(scene: Scene) -> Panel:
    form = Form(
        "play-card",
        (
            _dice_options(scene.state, _("Which die pays for it?")),
            card_select(),
            Go(_("Play it"), "cards", missing=_("Choose a die")),
        ),
    )
    detail = _("The app leads you through a card that you name; undo takes a wrong one back.")
    return _sub_panel(scene, _("Play a planning card"), detail, (form,), "CARD-1")


def _usable_leaders(state: State) -> tuple[str, ...]:
    """Named Atreides leaders whose card may be used with some die that is there."""
    named = [x for x in LEADERS.values() if x.faction is ATREIDES and x.kind is LeaderKind.NAMED]
    dice = tuple(dict.fromkeys(state.atreides_results or ()))
    return tuple(x.id for x in named if any(not list(special_problems(state, ATREIDES, x.id, die)) for die in dice))


def _leader_panel(scene: Scene) -> Panel:
    leaders = _usable_leaders(scene.state)
    choices = tuple(
        Choice(leader, names.leader_name(leader), _special_text(leader), glyph="named") for leader in leaders
    )
    form = Form(
        "use-leader",
        (
            Options("leader", choices, _("Which leader?"), leaders[0] if len(leaders) == 1 else None),
            _dice_options(scene.state, _("With which die?")),
            Go(_("Use it"), "named", missing=_("Choose leader and die")),
        ),
    )
    detail = _("Turn its card over. The app leads you through what it knows; the rest you enter, and it checks that.")
    return _sub_panel(scene, _("A leader’s special action"), detail, (form,), "LEADER-2")


def _special_text(leader: str) -> str:
    special = LEADERS[leader].special
    return _("Read its card: you enter what it does.") if special is None else _(special.text)


def _house_panel(scene: Scene) -> Panel:
    choices = tuple(Choice(action.value, names.result_name(action), glyph=action.value) for action in ACTIONS)
    shared = scene.state.partners(ATREIDES) > 1
    inner = (*(_hand_over() if shared else ()), Answers("action", choices))
    form = Form("spend", inner, {"die": Result.HOUSE.value})
    return _sub_panel(scene, _("House counts as any result"), _("Which action?"), (form,), "ACT-HOUSE-A")


def _hand_over() -> tuple[Block, ...]:
    """Asks a pair whether only the Ally's dashboard has the result (TEAM-4): nobody has published that (section F)."""
    text = _(
        "This die belongs to House Atreides. If only the Ally’s dashboard has the action, the Ally carries it out."
    )
    ways = (
        Choice("0", _("House Atreides carries it out"), _("its own dashboard has the action")),
        Choice("1", _("The Fremen Ally carries it out"), _("only the Ally’s dashboard has the action")),
    )
    return Note(text, "people", rule=rule_link("TEAM-4")), Options("ally", ways, _("Who carries it out?"), "0")


def _desert_panel(scene: Scene) -> Panel:
    state = scene.state
    form = Form("desert", (Answers("use", desert_uses(bool(state.worms_mask))),))
    return _sub_panel(scene, _("Desert Power"), _("It costs no die. Which?"), (form,), "ACT-DESERT")


def _bene_gesserit_open(state: State) -> bool:
    untouched = state.frame == TurnFrame(ATREIDES) and not state.harkonnen_spent
    fresh = state.atreides_results is not None and state.atreides_unused == ATREIDES_DICE
    return untouched and fresh and bool(state.bene_gesserit[ATREIDES])


def _bene_gesserit_panel(scene: Scene) -> Panel:
    counts = Counter(scene.state.atreides_results or ())
    fewest = min(counts[result] for result in Result)
    keys = tuple(
        Key(names.result_name(result), result.value, value=result.value)
        for result in Result
        if counts[result] == fewest
    )
    form = Form("bene-gesserit", (Keys(_("Result"), keys, "result", ask=True),))
    detail = _("It goes on a result with the fewest dice and counts as a die.")
    return _sub_panel(scene, _("Place the Bene Gesserit token"), detail, (form,), "ACT-2")


def claim_panel(scene: Scene) -> Panel:
    """Asks what a claimed prescience card gives."""
    return _sub_panel(scene, _("Claim a prescience card"), _("Which one do you meet?"), claim_blocks(scene), "PRES-3")


@deed("atreides-dice")
def _enter_dice(scene: Scene, fields: Fields) -> Commands:
    results = [result for result in Result for _n in range(fields.count(result.value, 6))]
    # Dice that the app rolled come back here when one too many had to be turned (ACT-1).
    source = RollSource.APP if fields.text("source") == RollSource.APP else fields.source()
    return (RollAtreidesDice(tuple(results), source),)


@deed("roll-atreides")
def _roll_dice(scene: Scene, fields: Fields) -> Commands:
    results = scene.chance.atreides_dice(scene.state.atreides_unused)
    counts = Counter(results)
    if max(counts.values()) > MOST_OF_A_RESULT:
        raise Detour({result.value: str(count) for result, count in counts.items()} | {"source": RollSource.APP.value})
    return (RollAtreidesDice(tuple(sorted(results, key=list(Result).index)), RollSource.APP),)


@deed("spend")
def _spend(scene: Scene, fields: Fields) -> Commands:
    die = fields.member("die", Result)
    action = fields.member("action", Result) if fields.text("action") else die
    return (SpendDie(die, action, ally=fields.yes("ally")),)


@deed("end-turn")
def _end_turn(scene: Scene, fields: Fields) -> Commands:
    return (EndTurn(),)


@deed("play-card")
def _play_card(scene: Scene, fields: Fields) -> Commands:
    return (PlayAtreidesCard(fields.member("die", Result), fields.text("card")),)


@deed("use-leader")
def _use_leader(scene: Scene, fields: Fields) -> Commands:
    return (UseLeader(fields.member("die", Result), fields.leader()),)


@deed("desert")
def _desert(scene: Scene, fields: Fields) -> Commands:
    return (UseDesertPower(fields.text("use")),)


@deed("bene-gesserit")
def _bene(scene: Scene, fields: Fields) -> Commands:
    return (UseBeneGesserit(fields.member("result", Result)),)
