"""The start of a round: the tactical cards that name the harvesting sector and the target sietch."""

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content import TACTICAL_CARDS
from companion.rules import execute
from companion.rules.commands import Command, DrawTactical
from companion.rules.errors import FormatError
from companion.rules.frames import RollSource, RoundStartFrame
from companion.rules.handlers.rounds import targets_left
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed, panel_for
from companion.web.ui.blocks import Answers, Block, Button, Buttons, Choice, Fold, Form
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel, lit
from companion.web.ui.parts import go_form, rule_link
from companion.web.words import names

MOST_DRAWN = 10


@panel_for(RoundStartFrame)
def tactical(scene: Scene, frame: RoundStartFrame) -> Panel:
    """Asks for the tactical card drawn, by tapping its sietch; the app draws it where it draws the cards."""
    drawn = scene.state.cards.tactical
    first = frame.harvesting_card is None
    targets = targets_left(scene.state)[0]
    open_cards = [card for card in TACTICAL_CARDS if card not in drawn or (not first and card in targets)]
    areas = [AREA_NUMBER[TACTICAL_CARDS[card].sietch] for card in open_cards]
    if first:
        title = _("Draw a tactical card: where do the Harkonnen harvest?")
        detail = _("The sector of its sietch is the harvesting sector of this round.")
    else:
        title = _("Draw on: which sietch is the target?")
        detail = _("Draw until a card shows a standing sietch in another sector. Tap each card drawn.")
    picked = scene.pick.get("card", "")
    blocks: list[Block] = []
    if picked in open_cards:
        name = names.area_name(TACTICAL_CARDS[picked].sietch)
        blocks.append(go_form("tactical", _("%(sietch)s was drawn", sietch=name), card=picked))
    elif scene.app_rolls:
        blocks += [_cards(scene, open_cards, fold=True), go_form("draw-tactical", _("Draw for me"), "cards")]
    else:
        blocks.append(_cards(scene, open_cards, fold=False))
        blocks.append(Form("draw-tactical", (Buttons((Button(_("Draw for me"), "cards"),)),)))
    links = {AREA_IDS[area]: scene.also(card=card) for area, card in zip(areas, open_cards, strict=True)}
    return Panel(
        kicker=_("Round %(round)s begins", round=scene.state.round),
        faction="h",
        title=title,
        detail=detail,
        orange=True,
        blocks=tuple(blocks),
        focus=lit(areas, links=links),
        rule=rule_link("MAHDI-START-2"),
    )


def _cards(scene: Scene, cards: list[str], *, fold: bool) -> Block:
    choices = tuple(
        Choice(
            card,
            names.area_name(TACTICAL_CARDS[card].sietch),
            names.sector_name(TACTICAL_CARDS[card].sector.value),
        )
        for card in cards
    )
    form = Form("tactical", (Answers("card", choices, big=False),))
    return Fold(_("We drew a card at the table"), (form,), "cards") if fold else form


@deed("tactical")
def _tactical(scene: Scene, fields: Fields) -> Commands:
    card = fields.text("card")
    if card not in TACTICAL_CARDS:
        raise FormatError("card", _("there is no tactical card “%(value)s”", value=card))
    return (DrawTactical(card),)


@deed("draw-tactical")
def _draw(scene: Scene, fields: Fields) -> Commands:
    """Draws until the harvesting sector and the target are known."""
    state, commands = scene.state, list[Command]()
    while isinstance(state.frame, RoundStartFrame) and len(commands) < MOST_DRAWN:
        frame = state.frame
        _targets, reshuffled = targets_left(state)
        gone = [frame.harvesting_card or ""] if reshuffled else list(state.cards.tactical)
        command = DrawTactical(scene.chance.tactical([*gone, *([""] * len(commands))]), RollSource.APP)
        state, _events = execute(state, command)
        commands.append(command)
    return commands
