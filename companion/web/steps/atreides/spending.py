"""What a die of Atreides is spent for, beside the action it shows: cards, leaders, House, Desert Power, a token."""

from companion.content import LEADERS, LeaderKind
from companion.content.terms import Faction, Result, Subfaction
from companion.rules import check
from companion.rules.commands import EndTurn, PlayAtreidesCard, SpendDie, UseBeneGesserit, UseDesertPower, UseLeader
from companion.rules.state import ATREIDES, HARKONNEN, State
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.atreides.card_list import card_choice, hand_is_told
from companion.web.steps.atreides.desert_power import desert_uses
from companion.web.steps.atreides.partners import FREMEN, choices, dice_of, read_die
from companion.web.steps.head import Head
from companion.web.steps.people.charge import player_of
from companion.web.ui.blocks import Answers, Block, Choice, Dock, Form, Go, Key, Keys, Note, Options
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import rule_link
from companion.web.words import names

ACTIONS = (Result.LEADERSHIP, Result.STRATEGY, Result.DEPLOYMENT, Result.MENTAT)


def _dice_options(scene: Scene, legend: str) -> Options:
    dice = choices(scene)
    return Options("die", dice, legend, dice[0].value if len(dice) == 1 else None, row=True)


def _sub_panel(scene: Scene, head: Head, title: str, detail: str, blocks: tuple[Block, ...], rule: str) -> Panel:
    return head.panel(*blocks, title=title, detail=detail, css="order", close=scene.step_url, rule=rule)


def card_panel(scene: Scene, head: Head) -> Panel:
    """Asks for the die and the card, whose text is read before it is paid for."""
    go = Go(_("Play it"), "cards", missing=_("Choose a die and a card"))
    dice = _dice_options(scene, _("Which die pays for it?"))
    # Below a long list the dice would leave it no room: there they come first.
    blocks = (card_choice(scene), Dock((dice, go))) if hand_is_told(scene) else (dice, card_choice(scene), go)
    form = Form("play-card", blocks)
    return _sub_panel(scene, head, _("Play a planning card"), "", (form,), "CARD-1")


def usable_leaders(state: State) -> tuple[str, ...]:
    """Named Atreides leaders whose card may be used with some die that is there."""
    named = [x for x in LEADERS.values() if x.faction is ATREIDES and x.kind is LeaderKind.NAMED]
    dice = dice_of(state)
    return tuple(x.id for x in named if any(not check(state, UseLeader(d.result, x.id, d.fremen)) for d in dice))


def leader_panel(scene: Scene, head: Head) -> Panel:
    """Asks for the leader whose special action is used, and for the die."""
    leaders = usable_leaders(scene.state)
    offered = tuple(
        Choice(leader, names.leader_name(leader), _special_text(leader), glyph="named") for leader in leaders
    )
    form = Form(
        "use-leader",
        (
            Options("leader", offered, _("Which leader?"), leaders[0] if len(leaders) == 1 else None),
            _dice_options(scene, _("With which die?")),
            Go(_("Use it"), "named", missing=_("Choose leader and die")),
        ),
    )
    detail = _("Turn its card over. The app guides you through what it knows; you enter the rest, and it checks that.")
    return _sub_panel(scene, head, _("A leader’s special action"), detail, (form,), "LEADER-2")


def _special_text(leader: str) -> str:
    special = LEADERS[leader].special
    return _("Read its card: you enter what it does.") if special is None else _(special.text)


def house_panel(scene: Scene, head: Head) -> Panel:
    """Asks which action a House die is used for."""
    actions = tuple(Choice(action.value, names.result_name(action), glyph=action.value) for action in ACTIONS)
    fremen = scene.pick.get(FREMEN) == "1"
    handed = scene.state.partners(ATREIDES) > 1 and not fremen
    inner = (*(_hand_over() if handed else ()), Answers("action", actions))
    form = Form("spend", inner, {"die": Result.HOUSE.value} | ({FREMEN: "1"} if fremen else {}))
    return _sub_panel(scene, head, _("House counts as any result"), _("Which action?"), (form,), "ACT-HOUSE-A")


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


def desert_panel(scene: Scene, head: Head) -> Panel:
    """Asks which Desert Power action is taken."""
    form = Form("desert", (Answers("use", desert_uses(scene.state)),))
    return _sub_panel(scene, head, _("Desert Power"), _("It costs no die. Which?"), (form,), "ACT-DESERT")


def bene_gesserit_results(state: State, faction: Faction = ATREIDES) -> tuple[Result, ...]:
    """Returns where a side may put a Bene Gesserit token as a die now (ACT-2): none before the rolls and later on."""
    return tuple(result for result in Result if not check(state, UseBeneGesserit(result, faction)))


def bene_gesserit_panel(scene: Scene, head: Head) -> Panel:
    """Asks for the result on which the Bene Gesserit token of the Atreides goes."""
    return _bene_gesserit(scene, head, ATREIDES, _("Place the Bene Gesserit token"))


def their_bene_gesserit_panel(scene: Scene, head: Head) -> Panel:
    """Asks people who play the Harkonnen for the result on which theirs goes."""
    return _bene_gesserit(scene, head, HARKONNEN, _("Place the Bene Gesserit token of the Harkonnen"))


def _bene_gesserit(scene: Scene, head: Head, faction: Faction, title: str) -> Panel:
    keys = tuple(
        Key(names.result_name(result), result.value, value=result.value)
        for result in bene_gesserit_results(scene.state, faction)
    )
    form = Form(
        "bene-gesserit",
        (*_whose_dashboard(scene, faction), Keys(_("Result"), keys, "result", ask=True)),
        {"faction": faction.id},
    )
    detail = _("It is placed on a result with the fewest dice and counts as a die.")
    return _sub_panel(scene, head, title, detail, (form,), "ACT-2")


def _whose_dashboard(scene: Scene, faction: Faction) -> tuple[Block, ...]:
    """Asks partners on whose dashboard the token lies, where their dice lie on two."""
    split = scene.state.fremen_results is not None if faction is ATREIDES else scene.state.partners(faction) > 1
    if not split:
        return ()
    halves = tuple(half for half in Subfaction if half.faction is faction)
    ways = tuple(Choice(str(number), player_of(scene, half)) for number, half in enumerate(halves))
    return (Options("ally", ways, _("On whose dashboard?"), "0", row=True),)


@deed("spend")
def _spend(scene: Scene, fields: Fields) -> Commands:
    die, fremen = read_die(fields)
    action = fields.member("action", Result) if fields.text("action") else die
    return (SpendDie(die, action, ally=fields.yes("ally"), fremen=fremen),)


@deed("end-turn")
def _end_turn(scene: Scene, fields: Fields) -> Commands:
    return (EndTurn(),)


@deed("play-card")
def _play_card(scene: Scene, fields: Fields) -> Commands:
    die, fremen = read_die(fields)
    return (PlayAtreidesCard(die, fields.text("card"), fremen=fremen),)


@deed("use-leader")
def _use_leader(scene: Scene, fields: Fields) -> Commands:
    die, fremen = read_die(fields)
    return (UseLeader(die, fields.leader(), fremen),)


@deed("desert")
def _desert(scene: Scene, fields: Fields) -> Commands:
    return (UseDesertPower(fields.text("use")),)


@deed("bene-gesserit")
def _bene(scene: Scene, fields: Fields) -> Commands:
    harkonnen = fields.text("faction") == HARKONNEN.id
    faction = HARKONNEN if harkonnen else ATREIDES
    return (UseBeneGesserit(fields.member("result", Result), faction, fields.yes("ally")),)
