"""What the rules allow the Harkonnen players now, as lists of which they choose (``legal_commands``)."""

from collections.abc import Sequence
from itertools import islice

from companion.content import LEADERS
from companion.content.terms import Deck
from companion.rules import commands as c
from companion.rules import legal
from companion.rules.state import HARKONNEN, State
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.hands import hand_to_play
from companion.web.ui.blocks import Act, Block, Choice, Dock, Fold, Form, Go, Options, Select
from companion.web.words import names

MOST_LISTED = 400
HARKONNEN_DECKS = (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)
FREE = (c.Scout, c.DismissHawat)
LISTED = (c.UseHarkonnenLeader, c.UseBeneGesserit, c.ReplaceUnits, c.PlaceVehicle, c.CardStepDone, *FREE)


def card_form(scene: Scene, dice: Sequence[Choice] = ()) -> Form:
    """Returns the form that plays a Harkonnen card; ``dice``: those of which one pays for it, none: it costs no die."""
    inner: list[Block] = list(hand_to_play(scene, HARKONNEN))
    if dice:
        only = dice[0].value if len(dice) == 1 else None
        dock = Options("die", tuple(dice), _("Which die pays for it?"), only, row=True)
        go = Go(_("Play it"), "cards", missing=_("Choose a die and a card"))
        return Form("their-card", (*inner, Dock((dock, go))))
    return Form("their-card", (*inner, Go(_("Play it"), "cards", missing=_("Choose a card"))))


def free_actions(listed: Sequence[c.Command]) -> list[Block]:
    """Returns the free actions among the legal commands, folded."""
    found = [command for command in listed if isinstance(command, (*FREE, c.UseBeneGesserit))]
    return [Fold(_("Free actions"), (list_form(found, listed),), "reveal")] if found else []


def listed_commands(state: State) -> list[c.Command]:
    """Returns what is legal now, in the fixed order by which a form names one."""
    return list(islice(legal.legal_commands(state), MOST_LISTED * 4))


def list_form(chosen: Sequence[c.Command], listed: Sequence[c.Command]) -> Form:
    """A list of commands; the form sends the place of one among all that are legal now."""
    offers = tuple((str(listed.index(command)), described(command)) for command in chosen[:MOST_LISTED])
    return Form("their-choice", (Select("choice", _("What is done?"), offers), Go(_("Do it"), "check")))


def specials_form(specials: Sequence[c.UseHarkonnenLeader], listed: Sequence[c.Command]) -> Form:
    """The special actions that may take the place of the action; one tap, since the step has a go button already."""
    acts = tuple(
        Act("named", described(one), special_text(one.leader), name="choice", value=str(listed.index(one)))
        for one in specials
    )
    return Form("their-choice", acts)


def special_text(leader: str) -> str:
    """Returns what the special action of a leader does, in our words."""
    special = LEADERS[leader].special
    return "" if special is None else _(special.text)


def described(command: c.Command) -> str:
    """Returns what a command does, as an entry of a list."""
    match command:
        case c.UseHarkonnenLeader(leader):
            return _("Special action of %(leader)s", leader=names.leader_name(leader))
        case c.UseBeneGesserit(result):
            return _("Bene Gesserit token on %(result)s", result=names.result_name(result))
        case c.Scout(zone, area):
            facts = {"area": names.area_name(area), "zone": names.zone_name(zone)}
            return _("Scout %(area)s, with the ornithopter of this zone: %(zone)s", **facts)
        case c.DismissHawat(count):
            return _("Discard %(count)s cards to send Thufir Hawat away", count=count)
        case c.CardStepDone(changed=False):
            return _("Skip this step")
        case c.CardStepDone(leader=str(leader)):
            return names.leader_name(leader)
        case c.CardStepDone(areas=(area, *_)) | c.CardStepDone(area=int(area)):
            return names.area_name(area)
        case _:
            return _("Do what the card says")
