"""Sentences of the refusals where people play the Harkonnen: dice, cards, scouting, partners."""

from collections.abc import Mapping
from typing import Any

from flask_babel import lazy_gettext

PEOPLE_TEXTS: Mapping[str, Any] = {
    "dice_not_rolled": lazy_gettext("More dice lie on the Ally’s dashboard than were entered."),
    "die_not_handed_over": lazy_gettext(
        "Only an Atreides House die can go to the Fremen Ally, and only between partners."
    ),
    "other_split_of_dice": lazy_gettext("The dice are split in another way between the two dashboards."),
    "card_not_played": lazy_gettext("%(card)s is not played: it is discarded to send Thufir Hawat away."),
    "card_of_partner": lazy_gettext("%(card)s belongs to the partner, who pays for it with an own die."),
    "scouting_banned": lazy_gettext("The Spacing Guild is banned: no scouting in this round."),
    "zone_of_other_sector": lazy_gettext("%(area)s lies in no sector connected to this zone: %(zone)s."),
    "wrong_number_of_cards": lazy_gettext("%(needed)s to %(most)s of these cards are discarded, not %(count)s."),
    "no_cone_left": lazy_gettext("No cone of silence is left: %(faction)s."),
    "leader_of_partner": lazy_gettext("The special action of %(leader)s belongs to the partner."),
    "wrong_number_of_partners": lazy_gettext(
        "This mode of play has other partners: Harkonnen %(harkonnen)s, Atreides %(atreides)s."
    ),
    "reinforcements_stay": lazy_gettext("The Harkonnen keep their reinforcements at the end of the round."),
    "higher_kind_for_lower": lazy_gettext("A stronger unit never takes the place of a weaker one: %(area)s."),
    "other_spending_than_mahdi": lazy_gettext(
        "The Harkonnen keep and raise their lowest markers first and spend everything. "
        "Rows by that order: %(imperium)s."
    ),
}
"""By code."""
