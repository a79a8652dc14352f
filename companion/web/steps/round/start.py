"""The start of a round: its card, and the tactical cards that name the harvesting sector and the target sietch."""

from dataclasses import replace

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content import TACTICAL_CARDS
from companion.content.terms import Phase
from companion.rules import execute
from companion.rules.ask.rounds import targets_left
from companion.rules.commands import Command, DrawTactical
from companion.rules.errors import FormatError
from companion.rules.frames import RollSource, RoundStartFrame
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.head import Head, asks, round_kicker, says
from companion.web.steps.round.begins import begun_lines, card_focus, open_prescience, quick_list
from companion.web.ui.blocks import Answers, Block, Button, Buttons, Choice, Fold, Form, Todos
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form
from companion.web.words import names

MOST_DRAWN = 10


@says(RoundStartFrame)
def say_tactical(scene: Scene, frame: RoundStartFrame) -> Head:
    """Says that a round begins, or that a new target is drawn, and which tactical card comes next."""
    state = scene.state
    again = state.phase is not Phase.START
    kicker = names.phase_name(Phase.START)
    title = _("Round %(round)s begins", round=state.round)
    if again:
        kicker = round_kicker(state)
        title = _("The target sietch is destroyed: a new one is drawn")
    if frame.harvesting_card is None:
        player = _("Draw 2 tactical cards: where do the Harkonnen harvest, which sietch is the target?")
        others = _("Two tactical cards name the harvesting sector and the target.")
    else:
        player = _("Draw until a card shows a sietch in another sector that is not destroyed. Tap each card drawn.")
        others = _("Tactical cards are drawn until one names the target.")
    return Head(kicker, title, "MAHDI-START-2", scene.for_reader(player, others), glyph="cards")


@asks(RoundStartFrame)
def tactical(scene: Scene, frame: RoundStartFrame, head: Head) -> Panel:
    """Shows the card of the round and asks for the tactical cards, by tapping their sietches."""
    first = frame.harvesting_card is None
    open_cards = _open_cards(scene, frame)
    lines = begun_lines(scene, ticked=not first) if scene.state.phase is Phase.START else ()
    blocks: list[Block] = [*quick_list(scene, unfolded=first), *((Todos(lines),) if lines else ())]
    blocks += open_prescience(scene)
    picked = scene.pick.get("card", "")
    if picked in open_cards:
        name = names.area_name(TACTICAL_CARDS[picked].sietch)
        blocks.append(go_form("tactical", _("%(sietch)s was drawn", sietch=name), card=picked))
    elif scene.app_rolls:
        blocks += [_cards(open_cards, fold=True), go_form("draw-tactical", _("Draw for me"), "cards")]
    else:
        blocks.append(_cards(open_cards, fold=False))
        blocks.append(Form("draw-tactical", (Buttons((Button(_("Draw for me"), "cards"),)),)))
    links = {AREA_IDS[AREA_NUMBER[TACTICAL_CARDS[card].sietch]]: scene.also(card=card) for card in open_cards}
    return head.panel(*blocks, focus=replace(card_focus(scene), links=links), css="order")


def _open_cards(scene: Scene, frame: RoundStartFrame) -> list[str]:
    """The cards that can come next."""
    drawn = scene.state.cards.tactical
    first = frame.harvesting_card is None
    targets = targets_left(scene.state)[0]
    return [card for card in TACTICAL_CARDS if card not in drawn or (not first and card in targets)]


def _cards(cards: list[str], *, fold: bool) -> Block:
    choices = tuple(
        Choice(card, names.area_name(TACTICAL_CARDS[card].sietch), names.sector_name(TACTICAL_CARDS[card].sector.value))
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
        drawn = scene.chance.tactical([*gone, *([""] * len(commands))])
        command = DrawTactical(drawn, RollSource.APP)
        state, _events = execute(state, command)
        commands.append(command)
    return commands
