"""Sentences of the refusals where people play the Harkonnen: dice, cards, scouting, partners."""

from collections.abc import Mapping
from typing import Any

from companion.web.say import lazy

PEOPLE_TEXTS: Mapping[str, Any] = {
    "dice_not_rolled": lazy("More dice are on the Ally’s dashboard than were entered."),
    "die_not_handed_over": lazy("Only an Atreides House die can go to the Fremen Ally, and only between partners."),
    "other_split_of_dice": lazy("The dice are split differently between the two dashboards."),
    "card_not_played": lazy("%(card)s is not played: it is discarded to send Thufir Hawat away."),
    "card_of_partner": lazy("%(card)s belongs to the partner, who pays for it with a die of their own."),
    "deck_of_partner": lazy("The partner draws from this deck: %(deck)s."),
    "scouting_banned": lazy("The Spacing Guild is banned: no scouting in this round."),
    "zone_of_other_sector": lazy("%(area)s is in no sector connected to this zone: %(zone)s."),
    "wrong_number_of_cards": lazy("%(needed)s to %(most)s of these cards are discarded, not %(count)s."),
    "no_cone_left": lazy("No cone of silence is left: %(faction)s."),
    "leader_of_partner": lazy("The special action of %(leader)s belongs to the partner."),
    "wrong_number_of_partners": lazy(
        "This mode of play has other partners: Harkonnen %(harkonnen)s, Atreides %(atreides)s."
    ),
    "opponent_relocates_nothing": lazy(
        "What the opponent places is taken from the supply, not from the board: %(card)s."
    ),
    "reinforcements_stay": lazy("The Harkonnen keep their reinforcements at the end of the round."),
    "higher_kind_for_lower": lazy("A stronger unit never takes the place of a weaker one: %(area)s."),
    "other_spending_than_mahdi": lazy(
        "The Harkonnen keep and raise their lowest markers first and spend everything. "
        "Rows by that order: %(imperium)s."
    ),
}
"""By code."""
