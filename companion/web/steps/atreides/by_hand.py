"""A planning card or special action of Atreides that the player enters by hand: what it does, part by part."""

from dataclasses import replace

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content import CARDS
from companion.content.terms import Marker, NamedLeader, UnitKind
from companion.rules.ask.decks import cards_left
from companion.rules.commands import DeployUnits, DrawCards, PlaceLeader, ReplaceUnits
from companion.rules.errors import FormatError
from companion.rules.frames import ActionFrame, Cause
from companion.rules.state import ATREIDES
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.atreides import deployment, desert_power
from companion.web.steps.atreides.card_list import OWN_DECKS, card_choice
from companion.web.steps.atreides.claims import claim_panel
from companion.web.steps.atreides.moving import moving
from companion.web.steps.atreides.truthtrance import choice_of_result
from companion.web.steps.atreides.voice import told
from companion.web.steps.head import Head
from companion.web.ui.blocks import Act, Block, Button, Buttons, Fold, Form, Go, Note, Select, Stepper, Steppers
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel, lit
from companion.web.ui.parts import figure_steppers, kind_label
from companion.web.words import names

MOST_DRAWS = 5
PLACED_KINDS = ("regular", "elite", "special", "generic")


def open_ended(scene: Scene, frame: ActionFrame, head: Head) -> Panel:
    """Offers all that a card or special action may do, or asks for the part that was chosen."""
    use = scene.pick.get("use", "")
    if use == "move" or (not use and scene.pick.get("from")):
        moves = replace(head, title=_("Tap the legion that acts"), detail="")
        return moving(scene, frame, moves)
    if use == "token":
        return deployment.deploy(scene, frame, replace(head, title=_("Tap the sietch that gets a token"), detail=""))
    if use == "wormsigns":
        return desert_power.place_wormsigns(scene, 2, replace(head, title=_("Place wormsigns"), detail=""))
    if use == "worm-move":
        return desert_power.worm_moves(scene, frame, replace(head, title=_("Tap the sandworm that moves"), detail=""))
    if use == "worm-attack":
        attack = replace(head, title=_("Tap the sandworm that attacks"), detail="")
        return desert_power.worm_attacks(scene, frame, attack)
    parts = {
        "marker": _marker,
        "place": _place,
        "claim": claim_panel,
        "draw": _draw,
        "replace": _replace,
        "card": _card,
    }
    return parts.get(use, _menu)(scene, head)


def _menu(scene: Scene, head: Head) -> Panel:
    def act(glyph: str, title: str, use: str) -> Act:
        return Act(glyph, title, "", scene.here(use=use))

    acts: list[Block] = [
        act("move", _("Move a legion or attack"), "move"),
        act("deployment", _("Deploy a token"), "token"),
        act("regular", _("Place units or a leader"), "place"),
        act("wormsign", _("Place wormsigns"), "wormsigns"),
        act("kwisatz", _("Move a prescience marker"), "marker"),
        act("special", _("Replace units with stronger ones"), "replace"),
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
    note = Note(_("Anything else: tap the area, or the track at the top, and correct it there."), "edit")
    return head.panel(*acts, note, Form("finish-own", (Go(_("That is all"), "check"),)), css="order")


def name_of(scene: Scene, frame: ActionFrame) -> str:
    """Returns the name of the card or leader whose action is entered by hand."""
    if isinstance(frame.action, NamedLeader):
        return names.leader_name(frame.action)
    played = scene.state.cards.discards[-1:]
    if played and played[0] in CARDS:
        return names.card_name(played[0])
    return told(scene, _("your planning card"), _("the planning card"), _("the planning card"))


def _marker(scene: Scene, head: Head) -> Panel:
    offers = tuple((marker.value, names.marker_name(marker)) for marker in Marker)
    inner = (
        Select("marker", _("Marker"), offers),
        Steppers((Stepper("steps", _("Steps"), 1, -3, 6, "kwisatz"),)),
        Go(_("Move it"), "check", back=scene.step_url, back_text=_("Back")),
    )
    return _part(head, _("Move a prescience marker"), (Form("advance-marker", inner),))


def _draw(scene: Scene, head: Head) -> Panel:
    """Draws as many cards of either deck as the card or leader lets the player draw."""
    steppers = tuple(
        Stepper(deck.value, names.deck_name(deck), 0, 0, min(MOST_DRAWS, cards_left(scene.state, deck)), "cards", "a")
        for deck in OWN_DECKS
    )
    inner = (Steppers(steppers), Go(_("Draw them"), "cards", back=scene.step_url, back_text=_("Back")))
    return _part(head, _("How many cards from which deck?"), (Form("draw-by-hand", inner),))


def _replace(scene: Scene, head: Head) -> Panel:
    """Replaces units of a legion that is tapped."""
    area = AREA_NUMBER.get(scene.pick.get("area", ""))
    army = None if area is None else scene.state.army(ATREIDES, area)
    if area is None or army is None:
        legions = [a for a, there in scene.state.legions(ATREIDES) if there.figures]
        links = scene.area_links(legions, "area")
        buttons = tuple(Button(names.area_name(a), href=links[AREA_IDS[a]], cls="") for a in legions)
        blocks = (Buttons(buttons), Buttons((Button(_("Back"), "undo", scene.step_url),)))
        panel = _part(head, _("Tap the legion whose units are replaced."), blocks)
        return replace(panel, focus=lit(legions, links=links), orange=True)
    offers = tuple(
        (f"{old.value}-{new.value}", _("%(old)s to %(new)s", old=_kind(old), new=_kind(new)))
        for old in UnitKind
        for new in UnitKind
        if old is not new and army.count(old)
    )
    inner = (
        Select("kinds", _("What is replaced with what?"), offers),
        Steppers((Stepper("count", _("Units"), 1, 1, army.figures, "special", "a"),)),
        Go(_("Replace them"), "check", back=scene.also(area=None), back_text=_("Other area")),
    )
    form = Form("replace-by-hand", inner, {"area": AREA_IDS[area]})
    return _part(head, _("Replace units in %(area)s", area=names.area_name(area)), (form,), [area])


def _kind(kind: UnitKind) -> str:
    return kind_label(kind.value, ATREIDES)


def _card(scene: Scene, head: Head) -> Panel:
    """Plays another card, which costs no die here; the app leads through it."""
    inner = (
        card_choice(scene),
        Go(_("Play it"), "cards", missing=_("Choose a card"), back=scene.step_url, back_text=_("Back")),
    )
    return _part(head, _("Play another planning card"), (Form("own-card-play", inner),))


def _place(scene: Scene, head: Head) -> Panel:
    area = AREA_NUMBER.get(scene.pick.get("area", ""))
    legions = [a for a, _army in scene.state.legions(ATREIDES)]
    areas = list(range(len(AREA_IDS))) if area is None else [area]
    links = {AREA_IDS[a]: scene.also(area=AREA_IDS[a]) for a in areas} if area is None else {}
    if area is None:
        return head.panel(
            Form("finish-own", (Go(_("That is all"), "check", back=scene.step_url, back_text=_("Back")),)),
            title=_("Tap the area where they are placed"),
            detail=_("Lit: your legions. You can tap any other area, too."),
            orange=True,
            focus=lit(legions, links=links),
        )
    leaders = (
        ("", _("no named leader")),
        *((x, names.leader_name(x)) for x in deployment.placeable_leaders(scene.state)),
    )
    inner = (
        Steppers(figure_steppers(ATREIDES, PLACED_KINDS)),
        Select("leader", _("Leader"), leaders),
        Go(_("Place them"), "check", back=scene.step_url, back_text=_("Back")),
    )
    form = Form("place-units", inner, {"area": AREA_IDS[area]})
    return _part(head, _("Who is placed in %(area)s?", area=names.area_name(area)), (form,), [area])


def _part(head: Head, title: str, blocks: tuple[Block, ...], areas: list[int] | None = None) -> Panel:
    return head.panel(*blocks, title=title, detail="", focus=lit(areas or []), css="order")


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
