"""Sentences of the refusals about set-up, rounds, dice, turns, cards, spice and prescience."""

from collections.abc import Mapping
from typing import Any

from companion.web.say import lazy

FLOW_TEXTS: Mapping[str, Any] = {
    # When
    "not_now": lazy("This is not what comes next."),
    "not_your_turn": lazy("It is the other side’s turn: %(faction)s."),
    "already_acted": lazy("The action of this turn is already taken."),
    "must_act": lazy("Spend a die before the turn ends. Dice left: %(dice)s."),
    "harkonnen_die_first": lazy("The Harkonnen die is rolled first."),
    "no_action_in_progress": lazy("No action in progress allows this."),
    "no_moves_left": lazy("This action has no move left."),
    "steps_left": lazy("%(card)s has steps left."),
    "no_steps": lazy("A marker moves by at least one step."),
    # Set-up
    "settlement_not_open": lazy("%(area)s waits for no starting figures."),
    "settlements_missing": lazy("Starting figures are missing in %(areas)s."),
    "no_units": lazy("Each settlement starts with at least one unit: none entered for %(area)s."),
    "named_leaders_stay_beside": lazy("%(leader)s starts beside the board."),
    "no_sietch_there": lazy("There is no sietch in %(area)s."),
    "sietch_already_revealed": lazy("The sietch at %(area)s is revealed already: rank %(rank)s."),
    "rank_out_of_range": lazy("A sietch has rank 1, 2 or 3, not %(rank)s."),
    "too_many_of_rank": lazy("Only %(limit)s sietches have rank %(rank)s, and they are entered already."),
    "rank_was_entered": lazy("You had entered rank %(entered)s for %(area)s, now it is %(rank)s."),
    "no_facedown_sietch": lazy("There is no facedown sietch in %(area)s."),
    "objective_out_of_range": lazy("Each step of a secret objective is at least 1."),
    "no_such_objective": lazy("There is no objective %(number)s to correct."),
    "objective_not_met": lazy(
        "The objective is not met: %(marker)s is at %(step)s of %(needed)s. If that is wrong, correct it first."
    ),
    "victory_moment_passed": lazy(
        "Victory is checked at the end of a round and when Arrakeen falls. If you meet the objective then, you win."
    ),
    "too_many_objectives": lazy("There are at most %(limit)s secret objectives."),
    "second_objective": lazy("A second objective is gained by a card, in action resolution."),
    # Rounds
    "unknown_tactical_card": lazy("There is no such tactical card."),
    "card_already_drawn": lazy("This tactical card was drawn already: %(card)s."),
    "other_leaders_go": lazy("Other leaders enter the tank together: %(due)s."),
    "leader_not_on_board": lazy("%(leader)s is not on the board."),
    "not_so_many_in_hand": lazy("Cards you hold: %(hand)s, not %(count)s to discard."),
    "hand_over_limit": lazy("Cards you hold: %(hand)s; you may keep %(limit)s. Discard at least %(discard)s."),
    "hands_over_limit": lazy(
        "Cards you hold together: %(hand)s; each of you may keep %(limit)s. Discard at least %(discard)s."
    ),
    "hand_of_partner_over_limit": lazy(
        "Each of you keeps at most %(limit)s cards of your own deck. Cards over that, as entered: %(discard)s."
    ),
    # Vehicles
    "no_vehicle_of_kind_due": lazy("No more of these are placed now: %(kind)s."),
    "no_vehicle_left": lazy("None of these is left in the supply: %(kind)s."),
    "not_desert": lazy("%(area)s is not desert."),
    "not_free": lazy("%(area)s is not free."),
    "harvester_there": lazy("A harvester is in %(area)s already."),
    "no_vehicle_to_take": lazy("None of these is there to be taken: %(kind)s, %(place)s."),
    "vehicles_stay": lazy("Those on the board stay where they are: %(kind)s."),
    "zone_taken": lazy("A vehicle is there already: %(zone)s."),
    # Dice
    "wrong_number_of_dice": lazy("Dice to roll: %(dice)s. Entered: %(rolled)s."),
    "too_many_dice_of_a_result": lazy("At most %(limit)s dice show %(result)s. Change one: %(count)s are entered."),
    "dice_turned_wrongly": lazy(
        "An extra die is changed to the result with the most free spaces, one die at a time. Rolled: %(results)s."
    ),
    "no_bene_gesserit": lazy("You have no Bene Gesserit token."),
    "not_the_fewest_dice": lazy("The token is placed on a result with the fewest dice: %(results)s."),
    "no_such_die": lazy("No unused die shows %(result)s."),
    "house_needs_an_action": lazy("Say which action the House die is used for."),
    "die_shows_other": lazy("The die shows %(result)s; it does not give %(action)s."),
    "unknown_desert_action": lazy("Desert Power places wormsigns, moves sandworms or attacks with one."),
    "not_fewer_dice": lazy(
        "Desert Power needs fewer unused dice than the Harkonnen have: you %(atreides)s, they %(harkonnen)s."
    ),
    "roll_again": lazy("%(limit)s spent dice show %(result)s already. Roll again."),
    "result_shown_too_often": lazy("%(result)s cannot be chosen: %(limit)s spent dice show it already."),
    "result_is_forced": lazy("Truthtrance fixed this turn: %(forced)s, not %(result)s."),
    # Cards
    "too_many_cards": lazy("You may draw %(limit)s, not %(count)s."),
    "wrong_deck": lazy("This card is not from that deck: %(deck)s."),
    "wrong_decks": lazy("The decks take turns. Due now: %(due)s."),
    "deck_exhausted": lazy("Cards left in the deck: %(left)s, %(deck)s."),
    "unknown_card": lazy("There is no such planning card on this side: %(card)s."),
    "card_already_discarded": lazy("All copies are in the discards already: %(card)s, %(copies)s in the deck."),
    "more_names_than_in_hand": lazy("Cards named: %(count)s, but cards in hand: %(hand)s."),
    "more_names_than_discarded": lazy("Cards named: %(count)s, but cards discarded: %(discarded)s."),
    "wrong_number_to_discard": lazy("Cards to discard: %(due)s, not %(count)s."),
    "card_has_begun": lazy("%(card)s has changed something already."),
    "hand_empty": lazy("By the app’s count your hand is empty."),
    "no_cards_burnt": lazy("The Harkonnen discarded no card in this battle round."),
    "not_a_harkonnen_deck": lazy("That is not a Harkonnen deck: %(deck)s."),
    "nothing_facedown_there": lazy("Nothing is facedown in %(area)s."),
    "no_wormsign_there": lazy("There is no wormsign in %(area)s."),
    "too_many_wormsigns": lazy("The card discards %(limit)s wormsigns, not %(count)s."),
    # Spice
    "reserve_out_of_range": lazy("The reserve holds at most %(limit)s spice."),
    "not_enough_spice": lazy("That costs %(cost)s spice, and there are %(spice)s."),
    "wrong_bans": lazy("These bans follow from the markers: %(due)s."),
    "row_off_the_track": lazy("%(power)s cannot be on row %(row)s."),
    "more_than_one_step": lazy("%(power)s moves one step at most: from row %(before)s, not to row %(row)s."),
    "supremacy_out_of_range": lazy("Supremacy cannot rise by %(steps)s here."),
    "markers_not_on_top": lazy("Supremacy rises only when all markers were on the top step."),
    "no_stockpiling": lazy("Stockpiling is possible up to supremacy %(limit)s; it is at %(supremacy)s."),
    # Prescience, atomics
    "no_prescience_revealed": lazy("By the app’s count no prescience card is revealed."),
    "too_many_claims": lazy("At most %(limit)s prescience cards are claimed in a round."),
    "gains_out_of_range": lazy("A card moves each marker by at most 3 steps."),
    "gains_differ": lazy("%(card)s prints other steps than those entered."),
    "no_die_at_the_end": lazy("No die is spent for a card at the end of the round."),
    "card_of_other_phase": lazy("%(card)s is claimed in another phase: %(phase)s."),
    "unknown_prescience_card": lazy("There is no such prescience card."),
    "card_named_twice": lazy("%(card)s is named twice."),
    "card_claimed_already": lazy("%(card)s was claimed this round already."),
    "more_names_than_cards": lazy("Prescience cards named: %(count)s, but revealed: %(revealed)s."),
    "prescience_not_open": lazy("By the app’s list %(card)s is not revealed."),
    "no_card_in_progress": lazy("No card is being played that moves a marker."),
    "below_the_track": lazy("%(marker)s is at %(now)s and cannot go back %(steps)s."),
    "atomics_used": lazy("The atomics were used already, in %(area)s."),
    "no_place_for_atomics": lazy("Atomics change one of %(areas)s, not %(area)s."),
    "markers_too_low": lazy("Atomics need a marker at step %(needed)s. The highest is at %(highest)s."),
    "nobody_to_displace": lazy("There is no legion in %(area)s."),
    "legion_can_leave": lazy("The legion in %(area)s can move to %(areas)s; it need not be destroyed."),
    "cannot_be_displaced_there": lazy("The legion cannot move to %(area)s. Possible: %(areas)s."),
}
"""By code; every code about the course of the game."""
