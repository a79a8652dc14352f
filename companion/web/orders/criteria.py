"""The wording of every criterion of the opponent: its title, how its values read, why a candidate falls out.

Keys are the codes that ``solo_bot`` puts into its trace. A code that means something else under another rule has an
entry under ``(rule, code)``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.web.say import _, lazy, ngettext
from companion.web.words import names, numbers
from solo_bot.levels.prospects import Prospect
from solo_bot.procedure.situation import INFINITE


@dataclass(frozen=True, slots=True)
class Criterion:
    """How a criterion reads. ``value`` words what was compared, ``reason`` why a value falls out (None: the value).

    ``note`` is a sentence of its own; ``sifts``: all that passes stays, nothing is best (no ticks); ``by``: which end
    of an attack or move is named, ``source``, ``target`` or both; ``counts``: a note whose candidates are what is left.
    """

    title: Any
    note: Any = ""
    value: Callable[[Any], str] | None = None
    reason: Callable[[Any], str] | None = None
    sifts: bool = False
    by: str = ""
    counts: bool = False


def gap(value: tuple[int, int]) -> str:
    """Words a difference of power: "+3 (detailed +5)"."""
    if value < (0, 0):
        return _("attacks no sietch")
    return _("%(coarse)+d (detailed %(fine)+d)", coarse=value[0], fine=value[1])


def rank(value: int) -> str:
    """Words the rank of a sietch."""
    return _("rank %(rank)d", rank=value)


def distance(value: int) -> str:
    """Words a number of steps; without a path there is no way (R-14)."""
    if value >= INFINITE:
        return _("no way there")
    return ngettext("%(num)d step", "%(num)d steps", value)


def room(value: int) -> str:
    """Words how many units still fit."""
    if value <= 0:
        return _("full")
    return ngettext("room for %(num)d", "room for %(num)d", value)


def outcome(value: Prospect) -> str:
    """Words what an attack promises: the chance to win, and the worth in detailed power."""
    chance, worth = numbers.percent(value.chance), numbers.signed(value.value)
    return _("%(chance)s to win; expected gain in detailed power: %(worth)s", chance=chance, worth=worth)


def threat(value: float) -> str:
    """Words a threat: a number that only compares."""
    return numbers.signed(value)


def no_value(value: int) -> str:
    """Words a lot: which number came out tells nobody anything."""
    return ""


def harvesters(value: int) -> str:
    """Words how many harvesters a carryall would protect."""
    return ngettext("%(num)d harvester", "%(num)d harvesters", value)


def chance(value: tuple[int, tuple[int, int], bool]) -> str:
    """Words what an ornithopter would make possible: rank and difference of power."""
    return _("%(rank)s, %(difference)s", rank=rank(value[0]), difference=gap(value[1]))


def defended(value: tuple[int, int]) -> str:
    """Words the power of defenders."""
    if value == (0, 0):
        return _("undefended")
    return _("defended by %(power)s", power=names.strength(value))


def too_weak(value: tuple[int, int]) -> str:
    """Words a power that is not enough."""
    return _("%(power)s is not enough", power=names.strength(value))


def _flag(title: Any, reason: Any, by: str = "") -> Criterion:
    """A condition: nothing to say where it holds, ``reason`` where it does not, also when that is true of all."""
    return Criterion(title, value=lambda holds: "" if holds else str(reason), by=by)


TEXTS: Mapping[str | tuple[str, str], Criterion] = {
    # Attacks
    "no_sietch_to_attack": Criterion(
        lazy("No sietch to attack"),
        lazy("No legion that may act has more power than the defenders of a sietch in reach."),
    ),
    "greater_power": Criterion(lazy("Greater power than the defenders"), value=gap, reason=too_weak, sifts=True),
    ("MAHDI-MOVE-2", "greater_power"): Criterion(
        lazy("Greater power than the defenders of the target"), value=names.strength, reason=too_weak
    ),
    "rank_unknown": Criterion(
        lazy("The rank decides"), lazy("Nobody has entered it yet, and it changes what happens.")
    ),
    "highest_rank": Criterion(lazy("Highest rank"), value=rank, by="target"),
    "greatest_difference": Criterion(lazy("Greatest difference in power"), value=gap),
    "no_ornithopter": _flag(lazy("No ornithopter needed"), lazy("by ornithopter"), "source"),
    "target_sietch": _flag(lazy("The target sietch"), lazy("not the target sietch"), "target"),
    "no_legion_to_attack": Criterion(
        lazy("No legion to attack"), lazy("No Atreides legion next to a Harkonnen legion is weaker than it.")
    ),
    "weaker_legion": Criterion(lazy("A weaker Atreides legion next to one of theirs"), counts=True),
    "strongest_enemy": Criterion(lazy("The strongest of these"), value=names.strength, by="target"),
    "named_leader": _flag(lazy("With a named leader"), lazy("no named leader"), "target"),
    "any_attacker": Criterion(lazy("Any of these legions may attack"), lazy("You choose."), by="source", counts=True),
    # Movement
    "no_target": Criterion(lazy("No target sietch"), lazy("Without a target no legion moves.")),
    "target_fixed": Criterion(lazy("The target of this turn"), lazy("The first move of the turn fixed it.")),
    "target_stands": Criterion(
        lazy("The target sietch"), lazy("At least one legion has more power than its defenders.")
    ),
    "target_too_strong": Criterion(
        lazy("The target sietch is too strong"),
        lazy("No legion has more power than its defenders, so a temporary target is looked for."),
    ),
    "temporary_target": Criterion(lazy("A temporary target with weaker defenders"), value=defended, sifts=True),
    "nearest_to_target": Criterion(lazy("Nearest to the target sietch"), value=distance),
    "next_to_target_stays": Criterion(
        lazy("Next to the target: stays"), lazy("A legion next to the target moves only to join another one.")
    ),
    "no_way": Criterion(lazy("No way to the target"), lazy("No legion that may move gets nearer to it.")),
    "nearest_first": Criterion(lazy("The nearest legion first"), value=distance),
    "strongest_first": Criterion(lazy("The strongest legion first"), value=names.strength),
    "by_ornithopter": Criterion(lazy("By ornithopter"), lazy("It ends nearer to the target than every area on foot.")),
    "with_another_legion": _flag(lazy("Ends with another Harkonnen legion"), lazy("no legion with room there")),
    "nearest_to_any_sietch": Criterion(lazy("Ends nearest to any sietch"), value=distance),
    "end_on_mountain": _flag(lazy("Ends on mountain"), lazy("no mountain")),
    "end_on_plateau_or_erg": _flag(lazy("Ends on plateau or minor erg"), lazy("neither plateau nor minor erg")),
    "end_on_desert_without_wormsign": _flag(lazy("Ends on desert without wormsign"), lazy("a wormsign is there")),
    "only_part_fits": Criterion(lazy("Only a part fits"), lazy("The strongest units and all leaders move.")),
    "merge_strongest": Criterion(lazy("Join legions next to the target, as strong as possible"), value=names.strength),
    # Deployment
    "room_in_settlement": Criterion(lazy("Room in the settlement"), value=room, sifts=True),
    "strongest_legion": Criterion(lazy("With the strongest legion"), value=names.strength),
    "excess_to_the_next": Criterion(
        lazy("Not all fit"), lazy("What does not fit is deployed in the next settlement of the order.")
    ),
    "leader_joins_the_strongest": Criterion(
        lazy("The leader joins the strongest legion"), lazy("No limit holds a leader, so no room is needed.")
    ),
    "nowhere_to_deploy": Criterion(lazy("Nowhere to deploy"), lazy("No settlement has room, or no figure is left.")),
    "kind_ran_out": Criterion(
        lazy("Figures ran out"), lazy("The next stronger kind is used, else the next weaker one.")
    ),
    "rabban_or_feyd_first": _flag(lazy("Beast Rabban or Feyd-Rautha before the others"), lazy("is chosen after them")),
    "bashar": Criterion(lazy("A Bashar comes along"), lazy("No named leader is available.")),
    "no_leader_left": Criterion(lazy("No leader comes along"), lazy("No named leader and no Bashar is available.")),
    # House
    "nearest_to_a_sietch": Criterion(lazy("Nearest to a sietch"), value=distance),
    "no_stronger_figure": Criterion(lazy("No stronger figure is left"), lazy("Nothing can be replaced.")),
    "nothing_to_replace": Criterion(lazy("Nothing to replace"), lazy("No visible unit of this kind is on the board.")),
    "reveal_token_first": Criterion(lazy("Reveal a token first"), lazy("No visible unit is left to replace.")),
    # Vehicles
    "empty_deep_desert": Criterion(lazy("Empty deep desert, away from Atreides legions and sietches"), counts=True),
    "empty_desert": Criterion(lazy("Empty desert, away from Atreides legions and sietches"), counts=True),
    "free_deep_desert": Criterion(lazy("Other free deep desert"), counts=True),
    "free_desert": Criterion(lazy("Other free desert"), counts=True),
    "adjacent_sector": Criterion(
        lazy("An adjacent sector"), lazy("The harvesting sector is full. You pick the sector."), counts=True
    ),
    "nothing_to_protect": Criterion(
        lazy("Nothing left to protect"), lazy("Any zone without a vehicle will do."), counts=True
    ),
    "most_unprotected": Criterion(lazy("Protects most harvesters not yet protected"), value=harvesters),
    "most_harvesters": Criterion(lazy("Protects most harvesters"), value=harvesters),
    "two_areas_from_a_sietch": Criterion(
        lazy("Two areas from a sietch that they could attack"), value=chance, sifts=True
    ),
    "zones_of_the_target": Criterion(lazy("Zones of the target sietch"), counts=True),
    "between_central_sectors": Criterion(
        lazy("Zones next to the target’s sector, between central sectors"), counts=True
    ),
    "adjacent_sectors": Criterion(lazy("Zones next to the target’s sector"), counts=True),
    # Special actions, cards, dice
    "special_first": Criterion(lazy("A special action comes first"), lazy("It is possible, so it is taken.")),
    "special_impossible": Criterion(lazy("Special action not possible"), lazy("It would change nothing on the board.")),
    "card_spent": Criterion(
        lazy("Leader card already spent"), lazy("It is turned face up again at the end of the round.")
    ),
    "draw_and_play": Criterion(lazy("Draw and play at once")),
    "alternate_decks": Criterion(
        lazy("The decks take turns"), lazy("Starting with the deck that is not on top of the discards.")
    ),
    "nothing_possible": Criterion(lazy("Nothing is possible"), lazy("The die is spent without effect.")),
    # Planning cards
    "all_parts_possible": Criterion(lazy("Every part of the card is possible"), lazy("So it is played.")),
    "some_part_possible": Criterion(lazy("A part of the card is possible"), lazy("The others are skipped.")),
    "part_impossible": Criterion(lazy("A part is impossible"), lazy("It would change nothing on the table.")),
    "no_part_possible": Criterion(
        lazy("No part of the card is possible"), lazy("It would change nothing on the table.")
    ),
    "tokens_are_no_sardaukar": Criterion(
        lazy("Facedown tokens do not count as Sardaukar"), lazy("They are not revealed to check.")
    ),
    "card_is_done": Criterion(lazy("The card is done"), lazy("It is discarded face up.")),
    "beside_board": Criterion(lazy("The first of two cards"), lazy("It waits beside the board for the second one.")),
    "to_reinforcements": Criterion(lazy("The leader is not in play"), lazy("Put the card on the reinforcements.")),
    "exchange_leaders": Criterion(
        lazy("The second of two cards"), lazy("One leader leaves the game, another one enters play.")
    ),
    "keeps_other_parts_possible": Criterion(lazy("Leaves the other parts of the card possible"), counts=True),
    "nothing_to_place_there": Criterion(
        lazy("Nothing can be placed"), lazy("A piece is missing, or the areas are not free.")
    ),
    "room_for_units": Criterion(lazy("Room for the units"), value=room),
    "in_each_area": Criterion(lazy("In each of these areas"), counts=True),
    "leader_available": Criterion(lazy("The leader is available")),
    "leader_not_available": Criterion(lazy("The leader is not available")),
    "leader_enters": Criterion(lazy("The leader enters play")),
    "leader_forbidden": Criterion(lazy("Stays put in your next turn")),
    "die_joins": Criterion(lazy("A die from The Spice Must Flow joins the unused ones")),
    "supremacy_rises": Criterion(lazy("No die is on The Spice Must Flow"), lazy("Supremacy rises by 1 instead.")),
    "opponent_discards": Criterion(lazy("You discard planning cards"), lazy("As many as you have; you choose them.")),
    "prescience_back": Criterion(lazy("A revealed prescience card is shuffled back"), lazy("You choose which one.")),
    "die_discarded": Criterion(lazy("You lose an unused die with this result")),
    "no_such_die": Criterion(lazy("You have no unused die with this result")),
    "wormsigns_around": Criterion(lazy("All wormsigns around"), counts=True),
    "no_wormsign": Criterion(lazy("No wormsign is on the board")),
    "no_leader_adjacent": Criterion(lazy("No Atreides named leader next to the legion")),
    "no_leader_in_sector": Criterion(lazy("No Atreides named leader in the sector")),
    "nothing_facedown": Criterion(lazy("Nothing is facedown")),
    "weakest_units_first": Criterion(lazy("The weakest units go first"), lazy("If tied, you choose.")),
    # Levels beyond the rulebook
    "best_prospect": Criterion(
        lazy("Best prospect (level)"),
        lazy("Not a rule of the game: this level takes the attack that promises most."),
        value=outcome,
    ),
    "greatest_threat": Criterion(
        lazy("Greatest threat (level)"),
        lazy("Not a rule of the game: this level takes what threatens your sietches most."),
        value=threat,
    ),
    "least_prospect": Criterion(
        lazy("Picked for you: the attack that promises the Harkonnen least"),
        lazy("Not a rule of the game: the rules leave these tied."),
        value=outcome,
    ),
    "least_threat": Criterion(
        lazy("Picked for you: what threatens your sietches least"),
        lazy("Not a rule of the game: the rules leave these tied."),
        value=threat,
    ),
    "picked_for_you": Criterion(lazy("Picked for you"), lazy("This game is set to choose for you among tied options.")),
    "held_back": Criterion(
        lazy("Held back at this level"), lazy("The die is spent without effect. That is ours, not the rulebook’s.")
    ),
    "lot_of_the_game": Criterion(
        lazy("Still tied: decided by chance"),
        lazy("A number fixed for this game decides, always in the same way."),
        value=no_value,
    ),
    "attack_likely_to_pay": Criterion(
        lazy("Attacks likely to pay (level)"),
        lazy("Not a rule of the game: this level looks at every legal attack."),
        value=outcome,
        sifts=True,
    ),
    "no_attack_possible": Criterion(lazy("No legal attack")),
    # Spice
    "all_spice_and_reserve": Criterion(lazy("All spice and the reserve are spent")),
    "seventh_spice": Criterion(lazy("All markers on top and 7 or more spice"), lazy("Supremacy rises by 1.")),
    "keep_lowest": Criterion(lazy("Keep the lowest markers first"), lazy("2 spice each; what cannot be kept drops.")),
    "raise_lowest": Criterion(
        lazy("Then raise the lowest marker"), lazy("1 spice more for a kept one, 3 from the bottom.")
    ),
    "bans": Criterion(lazy("Bans"), lazy("For every marker that dropped or is on the bottom step.")),
    # Hits
    "bashars_first": Criterion(lazy("Leaders first, Bashars before named ones"), lazy("One leader stays.")),
    "which_named_leader_stays": Criterion(lazy("One named leader stays"), lazy("You choose which one.")),
    "elite_becomes_regular": Criterion(lazy("An elite becomes a regular")),
    "special_becomes_regular": Criterion(lazy("A Sardaukar becomes a regular")),
    "leader_before_last_regular": Criterion(
        lazy("The leader before the last regular"), lazy("A leader never stays without a unit.")
    ),
    "regulars_removed": Criterion(lazy("Then regulars are removed")),
}
"""The wording by code, or by rule and code."""


def criterion_of(rule: str, code: str) -> Criterion:
    """Returns the wording of a criterion; raises KeyError for a code that is not worded."""
    return TEXTS.get((rule, code)) or TEXTS[code]
