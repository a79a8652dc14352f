"""An action in progress: each kind has its panel; cards and leader specials of the player are entered in parts."""

from dataclasses import replace

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content import CARDS, LEADERS
from companion.content.terms import Marker, Result, UnitKind
from companion.rules.commands import DeployUnits, DrawCards, PlaceLeader, ReplaceUnits
from companion.rules.errors import FormatError
from companion.rules.evolution.cards import cards_left
from companion.rules.frames import ActionFrame, Cause
from companion.rules.handlers.common import CARD_STEP, DESERT_POWER, is_open_ended
from companion.rules.state import ATREIDES
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed, panel_for
from companion.web.steps.atreides import cards as own_cards
from companion.web.steps.atreides import deployment as deployments
from companion.web.steps.atreides import desert_power as desert
from companion.web.steps.atreides import moving
from companion.web.steps.atreides.card_picks import OWN_DECKS, card_select
from companion.web.steps.atreides.truthtrance import choice_of_result
from companion.web.steps.atreides.turn import claim_panel
from companion.web.steps.people import turn as people
from companion.web.ui.blocks import Act, Block, Button, Buttons, Fold, Form, Go, Note, Select, Stepper, Steppers
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel, lit
from companion.web.ui.parts import figure_steppers, kind_label, rule_link
from companion.web.words import names
from companion.web.words.guide_actions import turn_kicker

MOST_DRAWS = 5
PLACED_KINDS = ("regular", "elite", "special", "generic")


@panel_for(ActionFrame)
def action(scene: Scene, frame: ActionFrame) -> Panel:
    """Goes on with the action on top."""
    if frame.faction is not ATREIDES and people.by_people(scene.state):
        return people.action(scene, frame)
    if is_open_ended(frame):
        return _open_ended(scene, frame)
    if frame.action == CARD_STEP and not (frame.moves or frame.attack):
        return own_cards.replacing(scene, frame)
    if frame.action == DESERT_POWER:
        return own_cards.within_card(scene, desert.desert_power(scene, frame))
    if frame.action == Result.DEPLOYMENT:
        return deployments.deploy(scene, frame)
    if frame.action == Result.MENTAT:
        return own_cards.within_card(scene, deployments.draw(scene, frame))
    return own_cards.within_card(scene, moving.moving(scene, frame), skip=True)


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
        return desert.worm_attacks(scene, frame)
    if use == "marker":
        return _marker(scene)
    if use == "place":
        return _place(scene)
    if use == "claim":
        return claim_panel(scene)
    if use == "draw":
        return _draw(scene)
    if use == "replace":
        return _replace(scene)
    return _card(scene) if use == "card" else _menu(scene, frame)


def _menu(scene: Scene, frame: ActionFrame) -> Panel:
    def act(glyph: str, title: str, use: str) -> Act:
        return Act(glyph, title, "", scene.here(use=use))

    acts: list[Block] = [
        act("move", _("Move a legion or attack"), "move"),
        act("deployment", _("Deploy a token"), "token"),
        act("regular", _("Place units or a leader"), "place"),
        act("wormsign", _("Place wormsigns"), "wormsigns"),
        act("kwisatz", _("Move a prescience marker"), "marker"),
        act("special", _("Replace units by stronger ones"), "replace"),
        act("cards", _("Draw planning cards"), "draw"),
    ]
    if scene.state.cards.hand:
        acts.append(act("cards", _("Play another planning card"), "card"))
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


def _draw(scene: Scene) -> Panel:
    """Draws as many cards of either deck as the card or leader lets the player draw."""
    steppers = tuple(
        Stepper(deck.value, names.deck_name(deck), 0, 0, min(MOST_DRAWS, cards_left(scene.state, deck)), "cards", "a")
        for deck in OWN_DECKS
    )
    inner = (Steppers(steppers), Go(_("Draw them"), "cards", back=scene.step_url, back_text=_("Back")))
    return _part(scene, _("How many cards from which deck?"), (Form("draw-by-hand", inner),))


def _replace(scene: Scene) -> Panel:
    """Replaces units of a legion that is tapped."""
    area = AREA_NUMBER.get(scene.pick.get("area", ""))
    army = None if area is None else scene.state.army(ATREIDES, area)
    if area is None or army is None:
        legions = [a for a, there in scene.state.legions(ATREIDES) if there.figures]
        links = scene.area_links(legions, "area")
        buttons = tuple(Button(names.area_name(a), href=links[AREA_IDS[a]], cls="") for a in legions)
        blocks = (Buttons(buttons), Buttons((Button(_("Back"), "undo", scene.step_url),)))
        panel = _part(scene, _("Tap the legion whose units become stronger."), blocks)
        return replace(panel, focus=lit(legions, links=links), orange=True)
    offers = tuple(
        (f"{old.value}-{new.value}", _("%(old)s to %(new)s", old=_kind(old), new=_kind(new)))
        for old in UnitKind
        for new in UnitKind
        if old is not new and army.count(old)
    )
    inner = (
        Select("kinds", _("What becomes what?"), offers),
        Steppers((Stepper("count", _("Units"), 1, 1, army.figures, "special", "a"),)),
        Go(_("Replace them"), "check", back=scene.also(area=None), back_text=_("Other area")),
    )
    form = Form("replace-by-hand", inner, {"area": AREA_IDS[area]})
    return _part(scene, _("Replace units in %(area)s", area=names.area_name(area)), (form,), [area])


def _kind(kind: UnitKind) -> str:
    return kind_label(kind.value, ATREIDES)


def _card(scene: Scene) -> Panel:
    """Plays another card, which costs no die here; the app leads through it."""
    inner = (card_select(), Go(_("Play it"), "cards", back=scene.step_url, back_text=_("Back")))
    return _part(scene, _("Play another planning card"), (Form("own-card-play", inner),))


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


@deed("draw-by-hand")
def _draw_cards(scene: Scene, fields: Fields) -> Commands:
    decks = tuple(deck for deck in OWN_DECKS for _n in range(fields.count(deck.value, MOST_DRAWS)))
    if not decks:
        raise FormatError(OWN_DECKS[0].value, _("no card is drawn"))
    return (DrawCards(decks),)


@deed("replace-by-hand")
def _replace_units(scene: Scene, fields: Fields) -> Commands:
    old, _separator, new = fields.text("kinds").partition("-")
    kinds = {kind.value: kind for kind in UnitKind}
    if old not in kinds or new not in kinds:
        raise FormatError("kinds", _("choose one of the answers, not “%(value)s”", value=fields.text("kinds")[:40]))
    return (ReplaceUnits(ATREIDES, fields.area(), fields.count("count", 8, 1, default=None), kinds[old], kinds[new]),)
