"""The questions with which equal options are put to the player, by what the options differ in (MAHDI-0)."""

from collections.abc import Callable, Mapping

from companion.web.say import _, ngettext


def _legions_attack(number: int) -> str:
    return ngettext(
        "%(num)d legion is left. Which one attacks?", "%(num)d legions are equal. Which one attacks?", number
    )


def _targets(number: int) -> str:
    return ngettext(
        "%(num)d target is left. Which one is attacked?", "%(num)d targets are equal. Which one is attacked?", number
    )


def _ornithopters(number: int) -> str:
    return ngettext(
        "%(num)d ornithopter is left. Which one carries the legion?",
        "%(num)d ornithopters are equal. Which one carries the legion?",
        number,
    )


def _legions_move(number: int) -> str:
    return ngettext("%(num)d legion is left. Which one moves?", "%(num)d legions are equal. Which one moves?", number)


def _ends(number: int) -> str:
    return ngettext(
        "%(num)d area is left. Where does the legion go?", "%(num)d areas are equal. Where does the legion go?", number
    )


def _temporary(number: int) -> str:
    return ngettext(
        "%(num)d sietch is left. Which one is the target of this turn?",
        "%(num)d sietches are equal. Which one is the target of this turn?",
        number,
    )


def _settlements(number: int) -> str:
    return ngettext(
        "%(num)d settlement is left. Which one takes the new units?",
        "%(num)d settlements are equal. Which one takes the new units?",
        number,
    )


def _comes_along(number: int) -> str:
    return ngettext("%(num)d leader is left. Who comes along?", "%(num)d leaders are equal. Who comes along?", number)


def _stronger(number: int) -> str:
    return ngettext(
        "%(num)d way is left. Which units become stronger?",
        "%(num)d ways are equal. Which units become stronger?",
        number,
    )


def _harvester(number: int) -> str:
    return ngettext(
        "%(num)d area is left. Where does the harvester go?",
        "%(num)d areas are equal. Where does the harvester go?",
        number,
    )


def _zone(number: int) -> str:
    return ngettext(
        "%(num)d zone is left. Where does the ornithopter go?",
        "%(num)d zones are equal. Where does the ornithopter go?",
        number,
    )


def _special_action(number: int) -> str:
    return ngettext(
        "%(num)d special action is possible. Which one is taken?",
        "%(num)d special actions are possible. Which one is taken?",
        number,
    )


def _vehicle_zone(number: int) -> str:
    return ngettext(
        "%(num)d zone is left. Where does the vehicle go?",
        "%(num)d zones are equal. Where does the vehicle go?",
        number,
    )


def _markers(number: int) -> str:
    return ngettext("%(num)d way is left. Which markers?", "%(num)d ways are equal. Which markers?", number)


def _wormsigns(number: int) -> str:
    return ngettext("%(num)d wormsign is left. Which one goes?", "%(num)d wormsigns are equal. Which one goes?", number)


def _enemy_leader(number: int) -> str:
    return ngettext("%(num)d leader is left. Which one goes?", "%(num)d leaders are equal. Which one goes?", number)


def _area(number: int) -> str:
    return ngettext("%(num)d area is left. Which one is it?", "%(num)d areas are equal. Which one is it?", number)


def _who_stays(number: int) -> str:
    return _("One named leader stays. Which one?")


def _which_excess(number: int) -> str:
    return _("Equally weak. Which figures go?")


def _which_figures(number: int) -> str:
    return _("Not all fit. Which figures go?")


def _which_units(number: int) -> str:
    return _("Not all fit. Which units come first?")


QUESTIONS: Mapping[tuple[str, str], Callable[[int], str]] = {
    ("attack", "attacker"): _legions_attack,
    ("attack", "target"): _targets,
    ("attack", "zone"): _ornithopters,
    ("move", "source"): _legions_move,
    ("move", "target"): _ends,
    ("move", "zone"): _ornithopters,
    ("move", "figures"): _which_figures,
    ("move", "temporary"): _temporary,
    ("deploy", "places"): _settlements,
    ("deploy", "comes"): _comes_along,
    ("deploy", "units"): _which_units,
    ("replace", "places"): _stronger,
    ("vehicles", "harvester"): _harvester,
    ("vehicles", "ornithopter"): _zone,
    ("special", "leader"): _special_action,
    ("vehicle", "area"): _harvester,
    ("vehicle", "zone"): _vehicle_zone,
    ("cardvehicle", "area"): _harvester,
    ("cardvehicle", "zone"): _vehicle_zone,
    ("excess", "figures"): _which_excess,
    ("hit", "stays"): _who_stays,
    ("spice", "markers"): _markers,
    ("wormsigns", "areas"): _wormsigns,
    ("enemyleader", "leader"): _enemy_leader,
    ("area", "area"): _area,
}
"""The question by kind of option and the one aspect in which the options differ, for a number of options."""
