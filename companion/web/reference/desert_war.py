"""Desert War in short: what the four help cards of the expansion say, in our own words, each line with its rule."""

from dataclasses import dataclass

from companion.web.reference.primer import Line
from companion.web.say import _
from companion.web.words import names


@dataclass(frozen=True, slots=True)
class HelpCard:
    """A help card: what it is about, whose it is ("h" or "a"), and its lines."""

    title: str
    who: str
    lines: tuple[Line, ...]


def help_cards() -> tuple[HelpCard, ...]:
    """Returns the help cards, those of Atreides first."""
    return (
        HelpCard(_("Atreides: camps and launchers"), "a", _camps()),
        HelpCard(_("Atreides: sandriders"), "a", _riders()),
        HelpCard(_("Harkonnen: tokens and suspensor troopers"), "h", _troopers()),
        HelpCard(_("Harkonnen: escort ornithopters"), "h", _escorts()),
        HelpCard(names.word("exp_desert_war"), "", _both()),
    )


def _camps() -> tuple[Line, ...]:
    return (
        Line(
            "camp", _("Before the first turn each camp is placed facedown in empty desert, one in each sector."), "DW-3"
        ),
        Line("camp", _("Its area stays free; a Harkonnen legion that enters removes it."), "DW-3"),
        Line(
            "launcher",
            _("With each Desert Power action, before or after it: 3 launchers on camps, or an attack."),
            "DW-4",
        ),
        Line(
            "dice", _("An attack rolls a die for each launcher of one sector. Each success removes a vehicle."), "DW-7"
        ),
        Line(
            "harvester", _("It is next to a launcher or in a connected zone; one launcher is removed with it."), "DW-7"
        ),
        Line("kwisatz", _("For a harvester a camp of those areas may leave the game: 1 step of its symbol."), "DW-7"),
    )


def _riders() -> tuple[Line, ...]:
    return (
        Line(
            "sandrider", _("Desert Power may place one instead of one of its two wormsigns, in empty desert."), "DW-8"
        ),
        Line("wormsign", _("Alone it counts as a wormsign for sandriding."), "DW-8"),
        Line("sandworm", _("A Harkonnen legion that enters its area meets a sandworm in its place."), "DW-8"),
        Line("ride", _("A worm with a rider moves or attacks up to 3 areas, and rolls 5 dice."), "DW-8"),
        Line(
            "named",
            _("Their card: a worm under a lone rider and a wormsign elsewhere, as a Desert Power action."),
            "DW-8",
        ),
    )


def _troopers() -> tuple[Line, ...]:
    return (
        Line("dw-token", _("After the vehicles, place a token on each empty die space of the first column."), "DW-2"),
        Line(
            "dw-token",
            _("With each die you spend you may discard one for an action, before or after the die’s."),
            "DW-2",
        ),
        Line("suspensor", _("Deploy 3 troopers in empty desert of one sector, under a zone with a vehicle."), "DW-2"),
        Line("move", _("Or move one up to 2 areas, over impassable borders; it discards a wormsign unseen."), "DW-9"),
        Line("reveal", _("Or remove one to scout an adjacent area, unless the Spacing Guild is banned."), "DW-2"),
        Line("minus", _("Where it meets Atreides desert troops, one of each leaves the board."), "DW-9"),
    )


def _escorts() -> tuple[Line, ...]:
    return (
        Line("escort", _("Whenever ornithopters are placed, one of them may be an escort."), "DW-5"),
        Line(
            "move", _("It neither scouts nor transports, but lengthens a move or attack and joins the legion."), "DW-5"
        ),
        Line("leader", _("There it is a generic leader that takes 2 hits; 1 hit removes it if you like."), "DW-5"),
    )


def _both() -> tuple[Line, ...]:
    return (
        Line("people", _("Desert troops are neither units nor leaders; enemy legions and worms remove them."), "DW-6"),
        Line("history", _("At the end of the round all of these leave the board, except riders on a worm."), "DW-6"),
    )
