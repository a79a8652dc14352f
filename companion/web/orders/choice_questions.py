"""The questions with which equal options are put to the player, by what the options differ in (MAHDI-0)."""

from collections.abc import Callable, Mapping

from companion.web.say import _, counted

ORNITHOPTERS = counted(
    "%(num)d ornithopter is left. Which one carries the legion?",
    "%(num)d ornithopters are equal. Which one carries the legion?",
)
HARVESTER = counted(
    "%(num)d area is left. Where does the harvester go?", "%(num)d areas are equal. Where does the harvester go?"
)
VEHICLE_ZONE = counted(
    "%(num)d zone is left. Where does the vehicle go?", "%(num)d zones are equal. Where does the vehicle go?"
)
QUESTIONS: Mapping[tuple[str, str], Callable[[int], str]] = {
    ("attack", "attacker"): counted(
        "%(num)d legion is left. Which one attacks?", "%(num)d legions are equal. Which one attacks?"
    ),
    ("attack", "target"): counted(
        "%(num)d target is left. Which one is attacked?", "%(num)d targets are equal. Which one is attacked?"
    ),
    ("attack", "zone"): ORNITHOPTERS,
    ("move", "source"): counted(
        "%(num)d legion is left. Which one moves?", "%(num)d legions are equal. Which one moves?"
    ),
    ("move", "target"): counted(
        "%(num)d area is left. Where does the legion go?", "%(num)d areas are equal. Where does the legion go?"
    ),
    ("move", "zone"): ORNITHOPTERS,
    ("move", "figures"): lambda _number: _("Not all fit. Which figures go?"),
    ("move", "temporary"): counted(
        "%(num)d sietch is left. Which one is the target of this turn?",
        "%(num)d sietches are equal. Which one is the target of this turn?",
    ),
    ("deploy", "places"): counted(
        "%(num)d settlement is left. Which one takes the new units?",
        "%(num)d settlements are equal. Which one takes the new units?",
    ),
    ("deploy", "comes"): counted(
        "%(num)d leader is left. Who comes along?", "%(num)d leaders are equal. Who comes along?"
    ),
    ("deploy", "units"): lambda _number: _("Not all fit. Which units come first?"),
    ("replace", "places"): counted(
        "%(num)d way is left. Which units become stronger?", "%(num)d ways are equal. Which units become stronger?"
    ),
    ("vehicles", "harvester"): HARVESTER,
    ("vehicles", "ornithopter"): counted(
        "%(num)d zone is left. Where does the ornithopter go?",
        "%(num)d zones are equal. Where does the ornithopter go?",
    ),
    ("special", "leader"): counted(
        "%(num)d special action is possible. Which one is taken?",
        "%(num)d special actions are possible. Which one is taken?",
    ),
    ("vehicle", "area"): HARVESTER,
    ("vehicle", "zone"): VEHICLE_ZONE,
    ("cardvehicle", "area"): HARVESTER,
    ("cardvehicle", "zone"): VEHICLE_ZONE,
    ("excess", "figures"): lambda _number: _("Equally weak. Which figures go?"),
    ("hit", "stays"): lambda _number: _("One named leader stays. Which one?"),
    ("spice", "markers"): counted("%(num)d way is left. Which markers?", "%(num)d ways are equal. Which markers?"),
    ("wormsigns", "areas"): counted(
        "%(num)d wormsign is left. Which one goes?", "%(num)d wormsigns are equal. Which one goes?"
    ),
    ("enemyleader", "leader"): counted(
        "%(num)d leader is left. Which one goes?", "%(num)d leaders are equal. Which one goes?"
    ),
    ("area", "area"): counted("%(num)d area is left. Which one is it?", "%(num)d areas are equal. Which one is it?"),
}
"""The question by kind of option and the one aspect in which the options differ, for a number of options."""
