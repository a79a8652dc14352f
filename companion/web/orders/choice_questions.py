"""The questions with which equal options are put to the player, by what the options differ in (MAHDI-0)."""

from collections.abc import Callable, Mapping

from companion.web.say import _, counted

ORNITHOPTERS = counted(
    "%(num)d ornithopter is left: which one carries the legion?",
    "%(num)d ornithopters are tied: which one carries the legion?",
)
HARVESTER = counted(
    "%(num)d area is left: where does the harvester go?", "%(num)d areas are tied: where does the harvester go?"
)
VEHICLE_ZONE = counted(
    "%(num)d zone is left: where does the vehicle go?", "%(num)d zones are tied: where does the vehicle go?"
)
QUESTIONS: Mapping[tuple[str, str], Callable[[int], str]] = {
    ("attack", "attacker"): counted(
        "%(num)d legion is left: which one attacks?", "%(num)d legions are tied: which one attacks?"
    ),
    ("attack", "target"): counted(
        "%(num)d target is left: which one is attacked?", "%(num)d targets are tied: which one is attacked?"
    ),
    ("attack", "zone"): ORNITHOPTERS,
    ("move", "source"): counted(
        "%(num)d legion is left: which one moves?", "%(num)d legions are tied: which one moves?"
    ),
    ("move", "target"): counted(
        "%(num)d area is left: where does the legion go?", "%(num)d areas are tied: where does the legion go?"
    ),
    ("move", "zone"): ORNITHOPTERS,
    ("move", "figures"): lambda _number: _("Not all fit: which figures move?"),
    ("move", "temporary"): counted(
        "%(num)d sietch is left: which one is this turn’s target?",
        "%(num)d sietches are tied: which one is this turn’s target?",
    ),
    ("deploy", "places"): counted(
        "%(num)d settlement is left: which one gets the new units?",
        "%(num)d settlements are tied: which one gets the new units?",
    ),
    ("deploy", "comes"): counted(
        "%(num)d leader is left: who comes along?", "%(num)d leaders are tied: who comes along?"
    ),
    ("deploy", "units"): lambda _number: _("Not all fit: which units come first?"),
    ("replace", "places"): counted(
        "%(num)d option is left: which units are replaced?", "%(num)d options are tied: which units are replaced?"
    ),
    ("vehicles", "harvester"): HARVESTER,
    ("vehicles", "ornithopter"): counted(
        "%(num)d zone is left: where does the ornithopter go?",
        "%(num)d zones are tied: where does the ornithopter go?",
    ),
    ("special", "leader"): counted(
        "%(num)d special action is possible: which one is taken?",
        "%(num)d special actions are possible: which one is taken?",
    ),
    ("vehicle", "area"): HARVESTER,
    ("vehicle", "zone"): VEHICLE_ZONE,
    ("cardvehicle", "area"): HARVESTER,
    ("cardvehicle", "zone"): VEHICLE_ZONE,
    ("excess", "figures"): lambda _number: _("Equally weak: which figures are removed?"),
    ("hit", "stays"): lambda _number: _("One named leader stays: which one?"),
    ("spice", "markers"): counted("%(num)d option is left: which markers?", "%(num)d options are tied: which markers?"),
    ("wormsigns", "areas"): counted(
        "%(num)d wormsign is left: which one is discarded?", "%(num)d wormsigns are tied: which one is discarded?"
    ),
    ("enemyleader", "leader"): counted(
        "%(num)d leader is left: who is placed in the tank?", "%(num)d leaders are tied: who is placed in the tank?"
    ),
    ("area", "area"): counted("%(num)d area is left: which one is it?", "%(num)d areas are tied: which one is it?"),
}
"""The question by kind of option and the one aspect in which the options differ, for a number of options."""
