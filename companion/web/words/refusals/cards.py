"""Sentences of the refusals about Atreides planning cards, the Wild Maker and the conditions of prescience cards."""

from collections.abc import Mapping
from typing import Any

from flask_babel import lazy_gettext

CARD_TEXTS: Mapping[str, Any] = {
    "card_does_not_allow": lazy_gettext("%(card)s does not allow that here: %(area)s."),
    "card_without_effect": lazy_gettext("%(card)s would change nothing now."),
    "legion_of_other_kind": lazy_gettext("%(card)s is for another legion than the one in %(source)s."),
    "no_fedaykin_goes_along": lazy_gettext("%(card)s moves a legion with Fedaykin."),
    "more_taken_than_placed": lazy_gettext("More figures are taken from the board than are placed."),
    "no_vehicle_there": lazy_gettext("%(card)s removes no such vehicle there: %(place)s."),
    "no_own_legion_in_sector": lazy_gettext("%(card)s needs a sector with a legion of yours: %(sector)s."),
    "leader_out_of_reach": lazy_gettext("%(card)s does not reach this leader: %(leader)s."),
    "two_markers_needed": lazy_gettext("%(card)s lowers one marker and raises another."),
    "power_needed": lazy_gettext("%(card)s needs one of the three imperium markers."),
    "marker_on_the_bottom": lazy_gettext("%(power)s cannot be lowered from row %(row)s."),
    "not_so_many_revealed": lazy_gettext("Prescience cards that lie open: %(revealed)s, not %(count)s."),
    # Prescience cards
    "condition_not_met": lazy_gettext("%(card)s asks for %(needed)s: %(need)s. The board shows %(count)s."),
    "claim_needs_a_die": lazy_gettext("%(card)s costs a die."),
    "not_attached": lazy_gettext("%(card)s lies on no prescience card."),
    "no_bonus": lazy_gettext("%(marker)s moves further only by %(card)s."),
    # The Wild Maker
    "other_worm_named": lazy_gettext("This is for the Wild Maker, not for the worm in %(area)s."),
    "wild_maker_not_there": lazy_gettext("The Wild Maker is not on the board."),
    "wild_maker_not_beside": lazy_gettext("The Wild Maker does not wait beside the board to come to %(area)s."),
}

NEEDS: Mapping[str, Any] = {
    "legions_on_plateau": lazy_gettext("plateau areas with a legion"),
    "legions_on_mountain": lazy_gettext("mountain areas with a legion"),
    "legions_on_minor_erg": lazy_gettext("minor erg areas with a legion"),
    "legions_on_desert": lazy_gettext("desert areas without a sietch with a legion"),
    "paul_and_jessica_in_deep_desert": lazy_gettext("Paul and Jessica in deep desert without a sietch"),
    "paul_and_jessica_in_a_sietch": lazy_gettext("Paul and Jessica together in a sietch"),
    "sietch_turned_with_paul": lazy_gettext("a sietch turned now in the area of Paul"),
    "tokens_turned_with_paul": lazy_gettext("deployment tokens turned now in the area of Paul"),
    "paul_in_a_calm_sector": lazy_gettext("Paul on the board in a sector without Harkonnen legions"),
}
"""What a prescience card asks for, after its number."""
