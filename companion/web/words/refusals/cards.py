"""Sentences of the refusals about Atreides planning cards, the Wild Maker and the conditions of prescience cards."""

from collections.abc import Mapping
from typing import Any

from companion.web.say import lazy

CARD_TEXTS: Mapping[str, Any] = {
    "card_does_not_allow": lazy("%(card)s does not allow that here: %(area)s."),
    "card_without_effect": lazy("%(card)s would change nothing now."),
    "legion_of_other_kind": lazy("%(card)s is for another legion than the one in %(source)s."),
    "no_fedaykin_goes_along": lazy("%(card)s moves a legion with Fedaykin."),
    "more_taken_than_placed": lazy("More figures are taken from the board than are placed."),
    "no_vehicle_there": lazy("%(card)s removes no such vehicle there: %(place)s."),
    "no_own_legion_in_sector": lazy("%(card)s needs a sector with a legion of yours: %(sector)s."),
    "leader_out_of_reach": lazy("%(card)s does not reach this leader: %(leader)s."),
    "two_markers_needed": lazy("%(card)s lowers one marker and raises another."),
    "power_needed": lazy("%(card)s needs one of the three imperium markers."),
    "marker_on_the_bottom": lazy("%(power)s cannot be lowered from row %(row)s."),
    "not_so_many_revealed": lazy("Revealed prescience cards: %(revealed)s, not %(count)s."),
    # Prescience cards
    "condition_not_met": lazy("%(card)s asks for %(needed)s: %(need)s. The board shows %(count)s."),
    "claim_needs_a_die": lazy("%(card)s costs a die."),
    "not_attached": lazy("%(card)s is not attached to a prescience card."),
    "no_bonus": lazy("%(marker)s moves further only by %(card)s."),
    # The Wild Maker
    "other_worm_named": lazy("This is for the Wild Maker, not for the worm in %(area)s."),
    "wild_maker_not_there": lazy("The Wild Maker is not on the board."),
    "wild_maker_not_beside": lazy("The Wild Maker is not waiting beside the board to enter in %(area)s."),
}

NEEDS: Mapping[str, Any] = {
    "legions_on_plateau": lazy("plateau areas with a legion"),
    "legions_on_mountain": lazy("mountain areas with a legion"),
    "legions_on_minor_erg": lazy("minor erg areas with a legion"),
    "legions_on_desert": lazy("desert areas without a sietch with a legion"),
    "paul_and_jessica_in_deep_desert": lazy("Paul and Jessica in deep desert without a sietch"),
    "paul_and_jessica_in_a_sietch": lazy("Paul and Jessica together in a sietch"),
    "sietch_turned_with_paul": lazy("a sietch revealed now in Paul’s area"),
    "tokens_turned_with_paul": lazy("deployment tokens revealed now in Paul’s area"),
    "paul_in_a_calm_sector": lazy("Paul on the board in a sector without Harkonnen legions"),
}
"""What a prescience card asks for, after its number."""
