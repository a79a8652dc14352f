"""Sentences of the refusals about battles, hits, worms and storms."""

from collections.abc import Mapping
from typing import Any

from companion.web.say import lazy

BATTLE_TEXTS: Mapping[str, Any] = {
    # Attack
    "no_legion_to_attack_with": lazy("There is no legion in %(area)s to attack with."),
    "nothing_to_attack": lazy("There is nothing to attack in %(area)s."),
    "action_without_attack": lazy("This action allows no attack now: %(action)s."),
    "other_legion_than_named": lazy("The attack is for the legion in %(only)s, not the one in %(area)s."),
    "legion_without_leader": lazy("With Leadership the legion that attacks has a leader; %(area)s has none."),
    # Battle rounds
    "other_side_first": lazy("The other side comes first: %(faction)s."),
    "landsraad_ban": lazy("Under the Landsraad ban the Harkonnen discard no cards for dice."),
    "not_so_many_cards": lazy("Cards in hand: %(hand)s, not %(count)s."),
    "more_cards_than_dice": lazy(
        "Dice are limited to %(dice)s, so more than %(missing)s extra does not count. Discarded: %(count)s."
    ),
    "wrong_surprise_bonus": lazy("Special results by surprise: %(due)s, not %(bonus)s."),
    "leader_not_there": lazy("%(leader)s is not in %(area)s, or not that many times."),
    "more_leaders_than_specials": lazy("Special results: %(specials)s. Leaders chosen: %(leaders)s."),
    # Casualties
    "too_many_casualties": lazy("Hits to take: %(hits)s. Chosen: %(removed)s."),
    "too_few_casualties": lazy("Hits to take: %(hits)s. Chosen only: %(removed)s."),
    "casualty_not_there": lazy("There is no such figure left to lose: %(figure)s."),
    "not_mahdi_casualties": lazy("The Harkonnen lose others first: %(expected)s."),
    # After the round
    "no_retreat_there": lazy("The legion cannot retreat to %(area)s."),
    "empty_areas_first": lazy("Empty areas come first: %(areas)s."),
    # Worms and storms
    "no_carryall_there": lazy("No carryall there can save the harvester in %(area)s."),
    "mahdi_carryall": lazy("The Harkonnen use their carryalls otherwise here: %(area)s."),
    "action_without_worm_attack": lazy("This action allows no worm attack: %(action)s."),
    "no_worm_target": lazy("The worm in %(from)s has no target in %(to)s."),
    "no_wormsign_to_turn": lazy("No wormsign is waiting to be revealed in %(area)s."),
    "no_worm_appears": lazy("No worm appears in %(area)s: %(token)s."),
    "worm_must_be_placed": lazy("The worm in %(area)s has to be placed."),
    "too_many_worms": lazy("At most %(limit)s worms appear in a phase; they are in %(areas)s."),
    "no_worm_in_supply": lazy("No worm is in the supply. Take one from %(areas)s."),
    "worm_just_appeared": lazy("The worm in %(area)s appeared just now."),
    "supply_first": lazy("Worms left in the supply: %(left)s. They come first."),
    "no_worm_to_settle": lazy("No worm is waiting in %(area)s. Waiting: %(areas)s."),
    "no_storm_there": lazy("No storm strikes %(area)s. Due: %(areas)s."),
}
"""By code; every code about fighting."""
