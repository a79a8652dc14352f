"""Sentences of the refusals about moving, entering, replacing and turning figures and tokens, and about leaders."""

from collections.abc import Mapping
from typing import Any

from flask_babel import lazy_gettext

UNIT_TEXTS: Mapping[str, Any] = {
    # Moves
    "figures_not_there": lazy_gettext("These figures do not stand in %(source)s."),
    "leaders_need_a_unit": lazy_gettext("A leader needs a unit beside it."),
    "leaders_left_alone": lazy_gettext("A leader would stay behind without a unit in %(source)s and be removed."),
    "figures_moved_already": lazy_gettext("Some of these figures have moved in this action already: %(source)s."),
    "no_leader_goes_along": lazy_gettext("With Leadership a leader goes along from %(source)s."),
    "other_legion_named": lazy_gettext("This action is for the legion in %(only)s, not the one in %(source)s."),
    "leader_stays_behind": lazy_gettext("%(leader)s goes along: it is this leader's special action."),
    "second_move_by_air": lazy_gettext("The second move of %(leader)s goes on foot."),
    "no_sardaukar_goes_along": lazy_gettext("%(card)s moves a legion with Sardaukar."),
    "same_area": lazy_gettext("The legion stands in %(area)s already."),
    "worm_in_the_way": lazy_gettext("A worm is in %(area)s: nobody enters or attacks there."),
    "target_not_free": lazy_gettext("%(area)s is not free."),
    "no_own_legion_there": lazy_gettext("No Harkonnen legion stands in %(area)s."),
    "no_sandride_there": lazy_gettext("No chain of wormsigns and worms leads there."),
    "not_adjacent": lazy_gettext("That is no adjacent area, or the border is impassable."),
    "no_transport_for_atreides": lazy_gettext("Only the Harkonnen fly."),
    "no_ornithopter_there": lazy_gettext("No ornithopter is there: %(zone)s."),
    "zone_not_connected": lazy_gettext("This zone is not connected to the sector of the legion: %(zone)s."),
    "ornithopter_used": lazy_gettext("The Harkonnen use one ornithopter a turn, and it is used."),
    "too_far_by_air": lazy_gettext("An ornithopter carries a legion up to 2 areas."),
    "no_transport_there": lazy_gettext("An ornithopter does not carry this attack: %(zone)s."),
    "over_stacking": lazy_gettext("%(count)s units would stand in %(area)s; the limit is %(limit)s."),
    # Desert Power
    "wormsign_there": lazy_gettext("A wormsign lies in %(area)s already."),
    "worm_there": lazy_gettext("A worm is in %(area)s."),
    "sietch_there": lazy_gettext("A sietch is in %(area)s."),
    "no_wormsign_left": lazy_gettext("All %(limit)s wormsigns are on the board."),
    "no_worm_there": lazy_gettext("There is no worm in %(area)s."),
    "worm_moved_already": lazy_gettext("The worm in %(area)s moved in this action already."),
    "worm_cannot_go_there": lazy_gettext("The worm in %(source)s cannot get to %(target)s."),
    # Entering and replacing
    "nothing_to_place": lazy_gettext("No figure is chosen for %(area)s."),
    "too_many_units": lazy_gettext("Units still to place: %(limit)s, not %(count)s."),
    "too_many_leaders": lazy_gettext("Leaders still to place: %(limit)s, not %(count)s."),
    "regulars_first": lazy_gettext("Regular figures are left: %(left)s. Stronger ones come only after them."),
    "no_own_settlement": lazy_gettext("%(area)s is no settlement of this side."),
    "no_token_left": lazy_gettext("No deployment token is left."),
    "not_enough_figures": lazy_gettext("Not so many figures are left: %(kind)s, %(left)s in the supply."),
    "tokens_are_no_figures": lazy_gettext("Tokens do not enter like figures."),
    "negative_count": lazy_gettext("A number below 0 was entered."),
    "nothing_to_replace": lazy_gettext("At least one unit is replaced."),
    "not_so_many_units": lazy_gettext("There are %(there)s of this kind in %(area)s, not %(count)s: %(kind)s."),
    "too_many_replacements": lazy_gettext("Units still to replace: %(limit)s, not %(count)s."),
    "wrong_kind_replaced": lazy_gettext("This action replaces another kind: %(due)s."),
    "right_kind_first": lazy_gettext("Figures of the right kind are left: %(due)s."),
    # Leaders
    "unknown_leader": lazy_gettext("No such leader belongs to this side: %(leader)s, %(faction)s."),
    "leader_just_out_of_tank": lazy_gettext("%(leader)s leaves the tank now and is available from the next turn."),
    "leader_in_tank": lazy_gettext("%(leader)s is in the regeneration tank."),
    "leader_not_in_play": lazy_gettext("%(leader)s is not in play."),
    "leader_removed": lazy_gettext("%(leader)s has left the game."),
    "leader_on_board": lazy_gettext("%(leader)s stands on the board already."),
    "leader_card_spent": lazy_gettext("The card of %(leader)s is spent in this round."),
    "leader_forbidden": lazy_gettext("%(leader)s stays put in this turn: a Harkonnen card says so."),
    "leader_without_special": lazy_gettext("%(leader)s has no special action."),
    "leader_on_other_box": lazy_gettext("The card of %(leader)s lies on %(box)s, and the die shows %(result)s."),
    # Tokens
    "not_so_many_tokens": lazy_gettext("There are %(there)s tokens in %(area)s, not %(tokens)s."),
    "named_leader_on_token": lazy_gettext("No named leader is on a token: %(leaders)s."),
    "token_without_units": lazy_gettext("A token shows at least one unit: %(area)s."),
    "colour_needed": lazy_gettext("Say which colour was turned: black or silver."),
    "colour_of_one_token": lazy_gettext("A colour is named for a single token only."),
    "colour_not_needed": lazy_gettext("There are tokens of this colour left: %(colour)s."),
    "no_token_there": lazy_gettext("There is no token in %(area)s."),
    "watched_by_ornithopter": lazy_gettext("An ornithopter watches the sector of %(area)s."),
    # Stacking
    "leaders_do_not_count": lazy_gettext("Leaders do not count for the limit in %(area)s. Remove units."),
    "wrong_excess": lazy_gettext("Units to remove in %(area)s: %(excess)s, not %(count)s."),
    "not_the_weakest": lazy_gettext("The Harkonnen lose the weakest units of %(area)s first."),
}
"""By code; every code about figures, tokens and leaders."""
