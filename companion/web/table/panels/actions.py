"""An action in progress: each kind has its panel; cards and leader specials of the player are entered in parts."""

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content import CARDS, LEADERS
from companion.content.terms import Marker, Result
from companion.rules.commands import DeployUnits, PlaceLeader
from companion.rules.frames import ActionFrame, Cause
from companion.rules.handlers.common import CARD_STEP, DESERT_POWER, is_open_ended
from companion.rules.state import ATREIDES, Mode
from companion.web.table.blocks import Act, Block, Fold, Form, Go, Note, Select, Stepper, Steppers
from companion.web.table.fields import Fields
from companion.web.table.panel import Panel, lit
from companion.web.table.panels import cards, deployments, desert, harkonnen, moving, own_cards
from companion.web.table.panels.common import figure_steppers, rule_link
from companion.web.table.panels.own_turn import claim_panel
from companion.web.table.panels.truthtrance import choice_of_result
from companion.web.table.say import _
from companion.web.table.scene import Commands, Scene, deed, panel_for
from companion.web.words import names
from companion.web.words.guide_actions import turn_kicker

PLACED_KINDS = ("regular", "elite", "special", "generic")


@panel_for(ActionFrame)
def action(scene: Scene, frame: ActionFrame) -> Panel:
    """Goes on with the action on top."""
    if frame.faction is not ATREIDES:
        if cards.in_card(scene.state) and scene.state.mode is Mode.SOLO:
            return cards.card_step(scene)
        return harkonnen.order_action(scene, frame)
    if is_open_ended(frame):
        return _open_ended(scene, frame)
    if frame.action == CARD_STEP and not (frame.moves or frame.attack):
        return own_cards.step_by_hand(scene, frame)
    if frame.action == DESERT_POWER:
        return desert.desert_power(scene, frame)
    if frame.action == Result.DEPLOYMENT:
        return deployments.deploy(scene, frame)
    return deployments.draw(scene, frame) if frame.action == Result.MENTAT else moving.moving(scene, frame)


def _open_ended(scene: Scene, frame: ActionFrame) -> Panel:
    use = scene.pick.get("use", "")
    if use == "move" or (not use and scene.pick.get("from")):
        return moving.moving(scene, frame)
    if use == "token":
        return deployments.deploy(scene, frame)
    if use == "wormsigns":
        return desert.place_wormsigns(scene, 2)
    if use == "worm-move":
        return desert.worm_moves(scene, frame)
    if use == "worm-attack":
        return desert.worm_attacks(scene)
    if use == "marker":
        return _marker(scene)
    if use == "place":
        return _place(scene)
    if use == "claim":
        return claim_panel(scene)
    return _menu(scene, frame)


def _menu(scene: Scene, frame: ActionFrame) -> Panel:
    def act(glyph: str, title: str, use: str) -> Act:
        return Act(glyph, title, "", scene.here(use=use))

    acts: list[Block] = [
        act("move", _("Move a legion or attack"), "move"),
        act("deployment", _("Deploy a token"), "token"),
        act("regular", _("Place units or a leader"), "place"),
        act("wormsign", _("Place wormsigns"), "wormsigns"),
        act("kwisatz", _("Move a prescience marker"), "marker"),
    ]
    if scene.state.worms_mask:
        acts += [
            act("sandworm", _("Move a sandworm"), "worm-move"),
            act("attack", _("Attack with a sandworm"), "worm-attack"),
        ]
    results = choice_of_result(scene.state)
    if results:
        title = _("Truthtrance: choose the next Harkonnen die")
        if scene.state.chosen_result is not None:
            chosen = names.result_name(scene.state.chosen_result)
            title = _("Truthtrance: the next Harkonnen die is %(result)s", result=chosen)
        acts.append(Fold(title, results, "dice"))
    note = Note(_("Anything else: tap the area or the track on top and put it right there."), "edit")
    return Panel(
        kicker=turn_kicker(scene.state, spent=True),
        faction="a",
        title=_("Do what it says: %(name)s", name=_name(scene, frame)),
        detail=_("Enter each part; the app keeps the board."),
        blocks=(*acts, note, Form("finish-own", (Go(_("That was all"), "check"),))),
        css="order",
        rule=rule_link("CARD-1" if frame.action not in LEADERS else "LEADER-2"),
    )


def _name(scene: Scene, frame: ActionFrame) -> str:
    if frame.action in LEADERS:
        return names.leader_name(frame.action)
    played = scene.state.cards.discards[-1:]
    return names.card_name(played[0]) if played and played[0] in CARDS else _("your planning card")


def _marker(scene: Scene) -> Panel:
    offers = tuple((marker.value, names.marker_name(marker)) for marker in Marker)
    inner = (
        Select("marker", _("Marker"), offers),
        Steppers((Stepper("steps", _("Steps"), 1, -3, 6, "kwisatz"),)),
        Go(_("Move it"), "check", back=scene.step_url, back_text=_("Back")),
    )
    return _part(scene, _("Move a prescience marker"), (Form("advance-marker", inner),))


def _place(scene: Scene) -> Panel:
    area = AREA_NUMBER.get(scene.pick.get("area", ""))
    legions = [a for a, _army in scene.state.legions(ATREIDES)]
    areas = list(range(len(AREA_IDS))) if area is None else [area]
    links = {AREA_IDS[a]: scene.also(area=AREA_IDS[a]) for a in areas} if area is None else {}
    if area is None:
        title = _("Tap the area where they come")
        focus = lit(legions, links=links)
        return Panel(
            kicker=turn_kicker(scene.state, spent=True),
            faction="a",
            title=title,
            detail=_("Lit: your legions. Any other area may be tapped as well."),
            orange=True,
            blocks=(Form("finish-own", (Go(_("That was all"), "check", back=scene.step_url, back_text=_("Back")),)),),
            focus=focus,
        )
    leaders = (
        ("", _("no named leader")),
        *((x, names.leader_name(x)) for x in deployments.placeable_leaders(scene.state)),
    )
    inner = (
        Steppers(figure_steppers(ATREIDES, PLACED_KINDS)),
        Select("leader", _("Leader"), leaders),
        Go(_("Place them"), "check", back=scene.step_url, back_text=_("Back")),
    )
    form = Form("place-units", inner, {"area": AREA_IDS[area]})
    return _part(scene, _("Who comes to %(area)s?", area=names.area_name(area)), (form,), [area])


def _part(scene: Scene, title: str, blocks: tuple[Block, ...], areas: list[int] | None = None) -> Panel:
    return Panel(
        kicker=turn_kicker(scene.state, spent=True),
        faction="a",
        title=title,
        blocks=blocks,
        focus=lit(areas or []),
        css="order",
    )


@deed("place-units")
def _place_units(scene: Scene, fields: Fields) -> Commands:
    area, army = fields.area(), fields.army()
    leader = fields.leader_or_none()
    commands: list[DeployUnits | PlaceLeader] = []
    if army or leader is None:
        commands.append(DeployUnits(ATREIDES, area, army, Cause.CARD))
    if leader is not None:
        commands.append(PlaceLeader(ATREIDES, area, leader))
    return commands
