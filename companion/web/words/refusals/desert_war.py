"""Sentences of the refusals of the expansion Desert War: camps, troops, escorts, launcher attacks."""

from collections.abc import Mapping
from typing import Any

from companion.web.say import lazy

DESERT_WAR_TEXTS: Mapping[str, Any] = {
    "camp_in_sector": lazy("The sector of %(area)s has a camp already, in %(other)s."),
    "escort_does_not_scout": lazy("An escort ornithopter does not scout: %(zone)s."),
    "escort_is_an_ornithopter": lazy("Only an ornithopter can be an escort."),
    "escort_not_placed": lazy("An escort joins a legion by carrying it; it is not placed like a leader."),
    "expansion_in_solo": lazy("Desert War is played between people: the solo opponent has no rules for its pieces."),
    "more_successes_than_dice": lazy("%(dice)s dice cannot show %(count)s successes."),
    "more_than_one_sector": lazy("Deploy all of them in one sector: %(areas)s."),
    "no_camp_left": lazy("No camp is left to place."),
    "no_camp_there": lazy("There is no camp in %(area)s."),
    "no_camp_to_give": lazy("There is no camp where the launchers attacked from: %(area)s."),
    "no_desert_war_token": lazy("No desert war token is left on the spice board."),
    "no_escort_hit_once": lazy("Only an escort that is removed takes a second hit."),
    "no_escort_left": lazy("All %(limit)s escort ornithopters are in use."),
    "no_harvester_removed": lazy("A camp is given only when the launchers removed a harvester."),
    "no_launcher_in_sector": lazy("There is no launcher in this sector: %(sector)s."),
    "no_launcher_there": lazy("No launcher of this attack is in %(area)s."),
    "no_lone_sandrider": lazy("No sandrider is alone there."),
    "no_site_for_suspensors": lazy(
        "Deploy suspensor troopers in empty desert, in a sector connected to a Harkonnen vehicle: not in %(area)s."
    ),
    "no_such_expansion": lazy("This game is played without Desert War."),
    "no_such_troop_there": lazy("This troop is not in %(area)s: %(troop)s."),
    "no_suspensor_there": lazy("There is no suspensor trooper in %(area)s."),
    "no_troop_left": lazy("Only %(left)s left of these: %(troop)s."),
    "no_vehicle_in_reach": lazy("The launchers do not reach this vehicle: %(kind)s, %(place)s."),
    "not_beside_the_suspensor": lazy("%(area)s is not adjacent to the suspensor trooper."),
    "not_empty": lazy("%(area)s is not empty."),
    "one_escort_only": lazy("Only one of the ornithopters placed is an escort."),
    "one_sandrider_only": lazy("Only one of the two wormsigns makes way for a sandrider."),
    "other_symbol_on_camp": lazy("The token of this camp shows another symbol than %(symbol)s."),
    "suspensor_cannot_go_there": lazy("A suspensor trooper moves at most 2 free areas: not to %(target)s."),
    "suspensors_there": lazy("Suspensor troopers alone keep wormsigns away: %(area)s."),
    "troop_to_be_named": lazy("Say which of the troops in %(area)s goes with the suspensor trooper."),
    "unknown_expansion": lazy("There is no such expansion: %(expansion)s."),
    "wild_maker_is_no_mount": lazy("The Sandriders card cannot use the Wild Maker: %(area)s."),
    "wrong_number_of_troops": lazy("Deploy 1 to %(limit)s of them, not %(count)s."),
}
"""By code."""
