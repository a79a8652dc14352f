"""Sentences of the refusals about set-up, rounds, dice, turns, cards, spice and prescience."""

from collections.abc import Mapping
from typing import Any

from flask_babel import lazy_gettext

FLOW_TEXTS: Mapping[str, Any] = {
    # When
    "not_now": lazy_gettext("This is not what comes next."),
    "not_your_turn": lazy_gettext("It is the turn of the other side: %(faction)s."),
    "already_acted": lazy_gettext("The action of this turn is already taken."),
    "must_act": lazy_gettext("Spend a die before the turn ends. Dice left: %(dice)s."),
    "harkonnen_die_first": lazy_gettext("The Harkonnen die is rolled first."),
    "no_action_in_progress": lazy_gettext("No action is going on that allows this."),
    "no_moves_left": lazy_gettext("This action has no move left."),
    "steps_left": lazy_gettext("%(card)s has steps left."),
    "no_steps": lazy_gettext("A marker moves by at least one step."),
    # Set-up
    "settlement_not_open": lazy_gettext("%(area)s waits for no starting figures."),
    "settlements_missing": lazy_gettext("Starting figures are missing in %(areas)s."),
    "no_units": lazy_gettext("Each settlement starts with at least one unit: none entered for %(area)s."),
    "named_leaders_stay_beside": lazy_gettext("%(leader)s starts beside the board."),
    "no_sietch_there": lazy_gettext("There is no sietch in %(area)s."),
    "sietch_already_revealed": lazy_gettext("The sietch at %(area)s is revealed already: rank %(rank)s."),
    "rank_out_of_range": lazy_gettext("A sietch has rank 1, 2 or 3, not %(rank)s."),
    "too_many_of_rank": lazy_gettext("Only %(limit)s sietches have rank %(rank)s, and they are entered already."),
    "rank_was_entered": lazy_gettext("You had entered rank %(entered)s for %(area)s, now it is %(rank)s."),
    "no_facedown_sietch": lazy_gettext("There is no facedown sietch in %(area)s."),
    "objective_out_of_range": lazy_gettext("Each step of a secret objective is at least 1."),
    "too_many_objectives": lazy_gettext("There are at most %(limit)s secret objectives."),
    "second_objective": lazy_gettext("A second objective comes by a card, in action resolution."),
    # Rounds
    "unknown_tactical_card": lazy_gettext("There is no such tactical card."),
    "card_already_drawn": lazy_gettext("This tactical card was drawn already: %(card)s."),
    "leader_not_on_board": lazy_gettext("%(leader)s is not on the board."),
    "not_so_many_in_hand": lazy_gettext("You hold %(hand)s cards, not %(count)s to discard."),
    "hand_over_limit": lazy_gettext("You hold %(hand)s cards and may keep %(limit)s. Discard at least %(discard)s."),
    "hands_over_limit": lazy_gettext(
        "Together you hold %(hand)s cards, and each may keep %(limit)s. Discard at least %(discard)s."
    ),
    # Vehicles
    "no_vehicle_of_kind_due": lazy_gettext("No more of these are placed now: %(kind)s."),
    "no_vehicle_left": lazy_gettext("None of these is left in the supply: %(kind)s."),
    "not_desert": lazy_gettext("%(area)s is not desert."),
    "not_free": lazy_gettext("%(area)s is not free."),
    "harvester_there": lazy_gettext("A harvester stands in %(area)s already."),
    "zone_taken": lazy_gettext("A vehicle is there already: %(zone)s."),
    # Dice
    "wrong_number_of_dice": lazy_gettext("Dice to roll: %(dice)s. Entered: %(rolled)s."),
    "too_many_dice_of_a_result": lazy_gettext(
        "At most %(limit)s dice show %(result)s. Change one: %(count)s are entered."
    ),
    "no_bene_gesserit": lazy_gettext("You have no Bene Gesserit token."),
    "not_the_fewest_dice": lazy_gettext("The token goes on a result with the fewest dice: %(results)s."),
    "no_such_die": lazy_gettext("No unused die shows %(result)s."),
    "house_needs_an_action": lazy_gettext("Say which action the House die is used for."),
    "die_shows_other": lazy_gettext("The die shows %(result)s; it does not give %(action)s."),
    "unknown_desert_action": lazy_gettext("Desert Power places wormsigns, moves sandworms or attacks with one."),
    "not_fewer_dice": lazy_gettext(
        "Desert Power needs fewer unused dice than the Harkonnen have: you %(atreides)s, they %(harkonnen)s."
    ),
    "roll_again": lazy_gettext("%(limit)s spent dice show %(result)s already. Roll again."),
    "result_shown_too_often": lazy_gettext("%(result)s cannot be chosen: %(limit)s spent dice show it already."),
    "result_is_forced": lazy_gettext("Truthtrance fixed this turn: %(forced)s, not %(result)s."),
    # Cards
    "too_many_cards": lazy_gettext("You may draw %(limit)s, not %(count)s."),
    "wrong_deck": lazy_gettext("This card does not come from there: %(deck)s."),
    "wrong_decks": lazy_gettext("The decks take turns. Due now: %(due)s."),
    "deck_exhausted": lazy_gettext("The deck has %(left)s cards left: %(deck)s."),
    "unknown_card": lazy_gettext("There is no such planning card on this side: %(card)s."),
    "card_already_discarded": lazy_gettext("All copies lie in the discards already: %(card)s, %(copies)s in the deck."),
    "card_has_begun": lazy_gettext("%(card)s has changed something already."),
    "hand_empty": lazy_gettext("By the app's count your hand is empty."),
    "no_cards_burnt": lazy_gettext("The Harkonnen discarded no card in this battle round."),
    "not_a_harkonnen_deck": lazy_gettext("That is no Harkonnen deck: %(deck)s."),
    "nothing_facedown_there": lazy_gettext("Nothing lies facedown in %(area)s."),
    "no_wormsign_there": lazy_gettext("There is no wormsign in %(area)s."),
    "too_many_wormsigns": lazy_gettext("The card discards %(limit)s wormsigns, not %(count)s."),
    # Spice
    "reserve_out_of_range": lazy_gettext("The reserve holds at most %(limit)s spice."),
    "not_enough_spice": lazy_gettext("That costs %(cost)s spice, and there are %(spice)s."),
    "wrong_bans": lazy_gettext("These bans follow from the markers: %(due)s."),
    "row_off_the_track": lazy_gettext("%(power)s cannot stand on row %(row)s."),
    "more_than_one_step": lazy_gettext("%(power)s moves one step at most: from row %(before)s, not to row %(row)s."),
    "supremacy_out_of_range": lazy_gettext("Supremacy cannot rise by %(steps)s here."),
    "markers_not_on_top": lazy_gettext("Supremacy rises only when all markers were on the top step."),
    "no_stockpiling": lazy_gettext("Stockpiling is open up to supremacy %(limit)s; it stands at %(supremacy)s."),
    # Prescience, atomics
    "no_prescience_revealed": lazy_gettext("By the app's count no prescience card lies open."),
    "too_many_claims": lazy_gettext("At most %(limit)s prescience cards are claimed in a round."),
    "gains_out_of_range": lazy_gettext("A card moves each marker by at most 3 steps."),
    "gains_differ": lazy_gettext("%(card)s prints other steps than those entered."),
    "no_die_at_the_end": lazy_gettext("No die is spent for a card at the end of the round."),
    "card_of_other_phase": lazy_gettext("%(card)s is claimed in another phase: %(phase)s."),
    "unknown_prescience_card": lazy_gettext("There is no such prescience card."),
    "no_card_in_progress": lazy_gettext("No card is being played that moves a marker."),
    "below_the_track": lazy_gettext("%(marker)s stands at %(now)s and cannot go back %(steps)s."),
    "atomics_used": lazy_gettext("The atomics were used already, in %(area)s."),
    "no_place_for_atomics": lazy_gettext("Atomics change one of %(areas)s, not %(area)s."),
    "markers_too_low": lazy_gettext("Atomics need a marker at step %(needed)s. The highest is at %(highest)s."),
    "nobody_to_displace": lazy_gettext("No legion stands in %(area)s."),
    "legion_can_leave": lazy_gettext("The legion in %(area)s can go to %(areas)s; it need not be destroyed."),
    "cannot_be_displaced_there": lazy_gettext("The legion cannot go to %(area)s. Open: %(areas)s."),
}
"""By code; every code about the course of the game."""
