"""To whom a step of Atreides speaks, and the line above each: whose turn it is, and with which die."""

from companion.rules.ask.turns import turn_frame
from companion.rules.state import ATREIDES, ATREIDES_DICE, Mode, State
from companion.web.say import _
from companion.web.scene import Scene


def told(scene: Scene, you: str, both: str, others: str) -> str:
    """Returns what the Atreides player of a solo game reads, what players of either side read who share a device
    between people (sides are named, nobody is "you"), or what all others read, who cannot act."""
    return scene.for_reader(you if scene.state.mode is Mode.SOLO else both, others)


def turn_kicker(scene: Scene, *, spent: bool = True) -> str:
    """Returns "Your turn, third die"; ``spent``: the die of this turn is spent already.

    A turn that took Desert Power spent no die and says so. Between people it is "Atreides turn": readers of both sides.
    """
    state = scene.state
    if state.mode is not Mode.SOLO:
        return _("Atreides turn")
    turn = turn_frame(state)
    if turn is not None and turn.faction is ATREIDES and turn.acted and not turn.spent_die:
        return scene.for_reader(_("Your turn, Desert Power"), _("Atreides turn, Desert Power"))
    if not spent and not state.atreides_unused:
        return scene.for_reader(_("Your turn, no die left"), _("Atreides turn, no die left"))
    number = _number(state, spent=spent)
    return scene.for_reader(_yours(number), _theirs(number))


def _number(state: State, *, spent: bool) -> int:
    dice = ATREIDES_DICE + (state.bene_gesserit_die is not None)
    return dice - state.atreides_unused + (0 if spent else 1)


def _yours(number: int) -> str:
    texts = (
        _("Your turn, first die"),
        _("Your turn, second die"),
        _("Your turn, third die"),
        _("Your turn, fourth die"),
        _("Your turn, fifth die"),
    )
    return texts[max(0, min(number, len(texts)) - 1)]


def _theirs(number: int) -> str:
    texts = (
        _("Atreides turn, first die"),
        _("Atreides turn, second die"),
        _("Atreides turn, third die"),
        _("Atreides turn, fourth die"),
        _("Atreides turn, fifth die"),
    )
    return texts[max(0, min(number, len(texts)) - 1)]
