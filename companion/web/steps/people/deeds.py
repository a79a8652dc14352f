"""What the forms of the Harkonnen players send: each becomes the command that it names."""

from companion.content import GENERIC_LEADER, SPICE_BOARD
from companion.content.steps import Place, SiteKind
from companion.content.terms import Power, Result
from companion.rules import commands as c
from companion.rules.army import Army
from companion.rules.ask.harkonnen_cards import EVERYWHERE
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.ask.spice import possible_bans
from companion.rules.errors import FormatError
from companion.rules.frames import CardFrame
from companion.rules.state import HARKONNEN, POWERS
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.atreides.card_parts import taken_from_board
from companion.web.steps.people.listed import HARKONNEN_DECKS, listed_commands
from companion.web.ui.fields import Fields


def _die(fields: Fields) -> tuple[Result, bool]:
    value, _colon, corrino = fields.text("die").partition(":")
    if value not in tuple(Result):
        raise FormatError("die", _("choose one of the answers, not “%(value)s”", value=value[:40]))
    return Result(value), corrino == "1"


@deed("their-die")
def _their_die(scene: Scene, fields: Fields) -> Commands:
    die, corrino = _die(fields)
    return (c.SpendDie(die, die, HARKONNEN, corrino),)


@deed("their-card")
def _their_card(scene: Scene, fields: Fields) -> Commands:
    die, corrino = _die(fields) if fields.text("die") else (None, False)
    return (c.PlayHarkonnenCard(die, fields.text("card"), corrino),)


@deed("their-choice")
def _their_choice(scene: Scene, fields: Fields) -> Commands:
    listed = listed_commands(scene.state)
    return (listed[fields.count("choice", len(listed) - 1, default=None)],)


@deed("their-end")
def _their_end(scene: Scene, fields: Fields) -> Commands:
    return (c.EndTurn(),)


@deed("their-finish")
def _their_finish(scene: Scene, fields: Fields) -> Commands:
    return (c.FinishAction(),)


@deed("their-card-done")
def _their_card_done(scene: Scene, fields: Fields) -> Commands:
    return (c.CardFinished(),)


def _figures(fields: Fields) -> Army:
    army, leader = fields.army(), fields.leader_or_none()
    if leader is None:
        return army
    return army + (Army(generic=1) if leader == GENERIC_LEADER[HARKONNEN].id else Army(named=(leader,)))


@deed("their-figures")
def _their_figures(scene: Scene, fields: Fields) -> Commands:
    return (c.DeployUnits(HARKONNEN, fields.area(), _figures(fields)),)


@deed("their-card-figures")
def _their_card_figures(scene: Scene, fields: Fields) -> Commands:
    """One area, the same figures in each of several, or one unit at a time as long as the step goes on."""
    figures, frame = _figures(fields), scene.state.frame
    step = current_step(frame) if isinstance(frame, CardFrame) else None
    if not isinstance(frame, CardFrame) or not isinstance(step, Place):
        return (c.CardStepDone(area=fields.area(), placements=((fields.area(), figures),)),)
    taken = taken_from_board(fields)
    if step.site.kind in EVERYWHERE:
        return (c.CardStepDone(placements=tuple((area, figures) for area in fields.areas()), taken=taken),)
    more = step.site.kind is SiteKind.EMPTY_DESERT_EACH and frame.part + 1 < step.pieces.units
    return (c.CardStepDone(area=fields.area(), placements=((fields.area(), figures),), more=more, taken=taken),)


@deed("their-draw")
def _their_draw(scene: Scene, fields: Fields) -> Commands:
    return (c.DrawCards(tuple(deck for deck in HARKONNEN_DECKS for _n in range(fields.count(deck.value, 9)))),)


@deed("their-spice")
def _their_spice(scene: Scene, fields: Fields) -> Commands:
    rows = tuple(fields.count(p.value, SPICE_BOARD.bottom_row, SPICE_BOARD.top_row, None) for p in POWERS)
    imperium = (rows[0], rows[1], rows[2])
    allowed = possible_bans(scene.state, imperium)
    ban = fields.member("ban", Power) if fields.text("ban") else None
    bans = next((bans for bans in allowed if ban is None or ban in bans), allowed[0] if allowed else frozenset())
    return (c.SpendSpice(imperium, bans, fields.count("supremacy", 1), fields.count("reserve", 1)),)
