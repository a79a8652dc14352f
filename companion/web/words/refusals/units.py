"""Sentences of the refusals about moving, entering, replacing and turning figures and tokens, and about leaders."""

from collections.abc import Mapping
from typing import Any

from companion.web.say import lazy

UNIT_TEXTS: Mapping[str, Any] = {
    # Moves
    "figures_not_there": lazy("These figures are not in %(source)s."),
    "leaders_need_a_unit": lazy("A leader needs a unit beside it."),
    "leaders_left_alone": lazy("A leader would be left without a unit in %(source)s and be removed."),
    "figures_moved_already": lazy("Some of these figures have moved in this action already: %(source)s."),
    "no_leader_goes_along": lazy("With Leadership a leader must come along from %(source)s."),
    "other_legion_named": lazy("This action is for the legion in %(only)s, not the one in %(source)s."),
    "leader_stays_behind": lazy("%(leader)s must come along: it is this leader’s special action."),
    "second_move_by_air": lazy("The second move of %(leader)s is on foot."),
    "no_sardaukar_goes_along": lazy("%(card)s moves a legion with Sardaukar."),
    "same_area": lazy("The legion is in %(area)s already."),
    "worm_in_the_way": lazy("A worm is in %(area)s: nobody enters or attacks there."),
    "target_not_free": lazy("%(area)s is not free."),
    "no_own_legion_there": lazy("There is no Harkonnen legion in %(area)s."),
    "no_sandride_there": lazy("No chain of wormsigns and worms leads there."),
    "not_adjacent": lazy("That area is not adjacent, or the border is impassable."),
    "no_transport_for_atreides": lazy("Only the Harkonnen fly."),
    "no_ornithopter_there": lazy("No ornithopter is there: %(zone)s."),
    "zone_not_connected": lazy("This zone is not connected to the sector of the legion: %(zone)s."),
    "ornithopter_used": lazy("The Harkonnen use one ornithopter a turn, and it is used."),
    "too_far_by_air": lazy("An ornithopter carries a legion up to 2 areas."),
    "no_transport_there": lazy("An ornithopter does not carry this attack: %(zone)s."),
    "over_stacking": lazy("Units that would be in %(area)s: %(count)s; the limit is %(limit)s."),
    # Desert Power
    "wormsign_there": lazy("A wormsign is in %(area)s already."),
    "worm_there": lazy("A worm is in %(area)s."),
    "sietch_there": lazy("A sietch is in %(area)s."),
    "no_wormsign_left": lazy("All %(limit)s wormsigns are on the board."),
    "no_worm_there": lazy("There is no worm in %(area)s."),
    "worm_moved_already": lazy("The worm in %(area)s moved in this action already."),
    "worm_cannot_go_there": lazy("The worm in %(source)s cannot reach %(target)s."),
    # Entering and replacing
    "nothing_to_place": lazy("No figure is chosen for %(area)s."),
    "too_many_units": lazy("Units still to place: %(limit)s, not %(count)s."),
    "too_many_leaders": lazy("Leaders still to place: %(limit)s, not %(count)s."),
    "regulars_first": lazy("Regular figures are left: %(left)s. Use stronger ones only after them."),
    "no_own_settlement": lazy("%(area)s is not a settlement of this side."),
    "one_sietch_only": lazy("Token and leader are deployed in the same sietch: %(only)s."),
    "no_token_left": lazy("No deployment token is left."),
    "not_enough_figures": lazy("Not enough figures are left: %(kind)s, %(left)s in the supply."),
    "tokens_are_no_figures": lazy("Tokens do not enter play like figures."),
    "negative_count": lazy("A number below 0 was entered."),
    "nothing_to_replace": lazy("At least one unit is replaced."),
    "not_so_many_units": lazy("In %(area)s there are %(there)s of this kind, not %(count)s: %(kind)s."),
    "too_many_replacements": lazy("Units still to replace: %(limit)s, not %(count)s."),
    "wrong_kind_replaced": lazy("This action replaces another kind: %(due)s."),
    "right_kind_first": lazy("Figures of the right kind are left: %(due)s."),
    # Leaders
    "unknown_leader": lazy("No such leader belongs to this side: %(leader)s, %(faction)s."),
    "leader_just_out_of_tank": lazy("%(leader)s leaves the tank now and is available from the next turn."),
    "leader_in_tank": lazy("%(leader)s is in the regeneration tank."),
    "leader_not_in_play": lazy("%(leader)s is not in play."),
    "leader_removed": lazy("%(leader)s has left the game."),
    "leader_on_board": lazy("%(leader)s is on the board already."),
    "leader_card_spent": lazy("The card of %(leader)s is spent in this round."),
    "leader_forbidden": lazy("%(leader)s stays put in this turn: a Harkonnen card says so."),
    "leader_without_special": lazy("%(leader)s has no special action."),
    "leader_on_other_box": lazy("The card of %(leader)s is on %(box)s, but the die shows %(result)s."),
    # Tokens
    "not_so_many_tokens": lazy("Tokens in %(area)s: %(there)s, not %(tokens)s."),
    "named_leader_on_token": lazy("No named leader is on a token: %(leaders)s."),
    "token_without_units": lazy("A token shows at least one unit: %(area)s."),
    "colour_needed": lazy("Say which colour was revealed: black or silver."),
    "colour_of_one_token": lazy("A colour is named for a single token only."),
    "colour_not_needed": lazy("There are tokens of this colour left: %(colour)s."),
    "no_token_there": lazy("There is no token in %(area)s."),
    "watched_by_ornithopter": lazy("An ornithopter watches the sector of %(area)s."),
    # Stacking
    "leaders_do_not_count": lazy("Leaders do not count for the limit in %(area)s. Remove units."),
    "wrong_excess": lazy("Units to remove in %(area)s: %(excess)s, not %(count)s."),
    "not_the_weakest": lazy("The Harkonnen lose the weakest units of %(area)s first."),
}
"""By code; every code about figures, tokens and leaders."""
