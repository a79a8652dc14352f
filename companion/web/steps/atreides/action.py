"""An Atreides action in progress: what it says to every reader, and which part of it is asked for."""

from collections.abc import Mapping

from companion.content import LEADERS
from companion.content.terms import NamedLeader, Result
from companion.rules.actions import Action, OtherAction
from companion.rules.ask.atreides_steps import card_below, step_of
from companion.rules.ask.turns import is_open_ended
from companion.rules.frames import ActionFrame
from companion.rules.state import ATREIDES
from companion.web.say import _, ngettext
from companion.web.scene import Scene
from companion.web.steps.atreides import by_hand, cards, deployment, desert_power, moving, reachable
from companion.web.steps.atreides.voice import told, turn_kicker
from companion.web.steps.desert import riders
from companion.web.steps.head import Doer, Head, asks, says
from companion.web.ui.panel import Panel
from companion.web.words import names

RULES: Mapping[Action, str] = {
    Result.STRATEGY: "ACT-STRATEGY",
    Result.LEADERSHIP: "ACT-LEADERSHIP",
    Result.DEPLOYMENT: "ACT-DEPLOY-A",
    Result.MENTAT: "ACT-MENTAT",
    OtherAction.DESERT_POWER: "ACT-DESERT",
}


@says(ActionFrame, of=Doer.ATREIDES)
def said(scene: Scene, frame: ActionFrame) -> Head:
    """Says what the action does next; of one that a card opened also which card it is."""
    card = card_below(scene.state)
    title, detail = _words(scene, frame)
    rule = RULES.get(frame.action, "LEADER-2" if isinstance(frame.action, NamedLeader) else "CARD-1")
    glyph = "desert-power" if frame.action is OtherAction.DESERT_POWER else ""
    if card is not None and not is_open_ended(frame):
        rule = "LEADER-2" if card.card in LEADERS else "CARD-1"
        glyph = "named" if card.card in LEADERS else "cards"
        step = step_of(card)
        name = cards.card_title(card.card)
        about = name if step is None else scene.for_reader(cards.with_step(scene, name, step), name)
        detail = " ".join(part for part in (about + ".", detail) if part)
    areas = () if frame.only is None else (frame.only,)
    return Head(turn_kicker(scene), title, rule, detail, ATREIDES, glyph, areas)


@asks(ActionFrame, of=Doer.ATREIDES)
def ask(scene: Scene, frame: ActionFrame, head: Head) -> Panel:
    """Asks for the next part of the action."""
    match frame.action:
        case OtherAction.CARD | NamedLeader():
            return by_hand.open_ended(scene, frame, head)
        case OtherAction.DESERT_POWER:
            return cards.within_card(scene, desert_power.desert_power(scene, frame, head))
        case Result.DEPLOYMENT:
            return deployment.deploy(scene, frame, head)
        case Result.MENTAT:
            return cards.within_card(scene, deployment.draw(scene, frame, head))
        case OtherAction.CARD_STEP if not (frame.moves or frame.attack):
            return cards.replacing(scene, head)
        case OtherAction.CARD_STEP | Result.STRATEGY | Result.LEADERSHIP | Result.HOUSE:
            return cards.within_card(scene, moving.moving(scene, frame, head), skip=True)


def _words(scene: Scene, frame: ActionFrame) -> tuple[str, str]:
    """Title and second sentence of an action."""
    match frame.action:
        case OtherAction.CARD | NamedLeader():
            name = by_hand.name_of(scene, frame)
            title = scene.for_reader(
                _("Do what the card says: %(name)s", name=name), _("Atreides carry out %(name)s", name=name)
            )
            return title, scene.for_reader(_("Enter each part; the app updates the board."), "")
        case OtherAction.DESERT_POWER:
            return _desert_power(scene, frame)
        case Result.DEPLOYMENT:
            title = scene.for_reader(_("Tap the sietch that gets a token"), _("Atreides deploy a token in a sietch"))
            together = _("A token facedown and a Naib or named leader, together in one sietch.")
            return title, together if frame.leaders else _("One deployment token facedown.")
        case Result.MENTAT:
            return _draws(scene, frame)
        case OtherAction.CARD_STEP if not (frame.moves or frame.attack):
            count = {"number": frame.replacements}
            title = scene.for_reader(
                _("Replace up to %(number)s units", **count), _("Atreides replace up to %(number)s units", **count)
            )
            return title, ""
        case OtherAction.CARD_STEP | Result.STRATEGY | Result.LEADERSHIP | Result.HOUSE:
            return _moves(scene, frame)


def _draws(scene: Scene, frame: ActionFrame) -> tuple[str, str]:
    number = frame.draws
    title = scene.for_reader(
        ngettext("Draw %(num)d planning card", "Draw %(num)d planning cards", number),
        ngettext("Atreides draw %(num)d planning card", "Atreides draw %(num)d planning cards", number),
    )
    hand = {"hand": scene.state.cards.hand}
    yours = _("From your own two decks. You hold %(hand)s.", **hand)
    theirs = _("From the two Atreides decks. Cards in hand: %(hand)s.", **hand)
    return title, told(scene, yours, theirs, theirs)


def _moves(scene: Scene, frame: ActionFrame) -> tuple[str, str]:
    state = scene.state
    moves, attacks = bool(reachable.moves_of(state, frame)), bool(reachable.attacks_of(state, frame))
    if attacks and moves:
        title = scene.for_reader(_("Tap the legion that acts"), _("Atreides move legions, or attack with one"))
    elif attacks:
        title = scene.for_reader(_("Tap the legion that attacks"), _("Atreides attack with a legion"))
    else:
        title = scene.for_reader(_("Tap the legion that moves"), _("Atreides move a legion"))
    if frame.action not in (Result.STRATEGY, Result.LEADERSHIP):
        return title, ""
    action = {"action": names.result_name(frame.action)}
    if frame.attack and frame.leaders_only:
        return title, _("%(action)s: 2 moves, or 1 surprise attack. A leader must come along.", **action)
    if frame.attack:
        return title, _("%(action)s: 2 different legions move, or 1 attacks.", **action)
    if frame.leaders_only:
        return title, _("%(action)s, second move. A leader must come along.", **action)
    return title, _("%(action)s, second move.", **action)


def _desert_power(scene: Scene, frame: ActionFrame) -> tuple[str, str]:
    if frame.mount:
        return riders.mounting_head(scene)
    if frame.placements:
        number = frame.placements
        title = scene.for_reader(
            ngettext("Place %(num)d wormsign facedown", "Place %(num)d wormsigns facedown", number),
            ngettext("Atreides place %(num)d wormsign facedown", "Atreides place %(num)d wormsigns facedown", number),
        )
        return title, scene.for_reader(_("Tap up to %(number)s lit areas.", number=number), "")
    if frame.moves:
        left = ngettext("%(num)d sandworm may move.", "%(num)d sandworms may move.", frame.moves)
        return scene.for_reader(_("Tap the sandworm that moves"), _("Atreides move sandworms")), left
    title = scene.for_reader(_("Tap the sandworm that attacks"), _("Atreides attack with a sandworm"))
    if scene.state.desert_war is not None:
        return title, _("Up to 2 areas away, with a sandrider 3 and 5 dice. The worm leaves the board.")
    return title, _("A Harkonnen legion or harvester up to 2 areas away. The worm leaves the board.")
