"""Which partner of a shared faction carries out the step in progress (TEAM-4, TEAM-5)."""

from companion.content.terms import Faction, Subfaction
from companion.rules.ask.turns import in_charge
from companion.rules.frames import HazardsFrame, VehiclesFrame
from companion.rules.state import State
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.ui.blocks import Block, Note
from companion.web.ui.parts import rule_link
from companion.web.words import names


def player_of(scene: Scene, half: Subfaction) -> str:
    """Returns the name of a part of a faction, to begin a line, with that of whoever plays it."""
    title, who = names.capital(names.subfaction_name(half)), people_of(scene, half)
    return _("%(part)s, %(name)s", part=title, name=who) if who else title


def people_of(scene: Scene, half: Subfaction) -> str:
    """Returns the names of those who play a part of a shared faction; empty where no device says so."""
    return names.join(dict.fromkeys(name for part, name in scene.players if part is half))


def sharing(scene: Scene, faction: Faction) -> str:
    """Returns who shares a faction, by name where both are known; empty where it is not shared."""
    if scene.state.partners(faction) == 1:
        return ""
    halves = [half for half in Subfaction if half.faction is faction]
    people = [people_of(scene, half) for half in halves]
    return names.join(people if all(people) else (names.subfaction_name(half) for half in halves))


def shared_kicker(scene: Scene, kicker: str, faction: Faction) -> str:
    """Returns what stands above a step, with the names of those who share the faction where devices say so."""
    halves = [half for half in Subfaction if half.faction is faction]
    if scene.state.partners(faction) == 1 or not all(people_of(scene, half) for half in halves):
        return kicker
    return _("%(step)s, shared by %(players)s", step=kicker, players=sharing(scene, faction))


def charge_notes(state: State) -> tuple[Block, ...]:
    """Returns which partner of a shared faction carries out the step in progress; nothing where all may.

    Phases that belong to a partner (TEAM-5), and the action of a die of one dashboard or handed over (TEAM-4).
    """
    partner = in_charge(state)
    if partner is None:
        return ()
    match state.frame:
        case VehiclesFrame():
            return (Note(_("House Harkonnen places the vehicles."), "people"),)
        case HazardsFrame():
            return (Note(_("The Fremen Ally carries out the desert hazards."), "people"),)
    told = state.fremen_results is not None
    said = {
        Subfaction.HOUSE_ATREIDES: _("House Atreides decides everything about this action."),
        Subfaction.HOUSE_HARKONNEN: _("A die of House Harkonnen, who decides everything about this action."),
        Subfaction.CORRINO_ALLY: _("A die of the Corrino Ally, who decides everything about this action."),
        Subfaction.FREMEN_ALLY: _("The Fremen Ally decides everything about this action.")
        if told
        else _("The House die is handed over: the Fremen Ally decides everything about this action."),
    }[partner]
    return (Note(said, "people", rule=rule_link("TEAM-4")),)
