"""The steps of Atreides planning cards, and of leader specials that are known, as imperatives to their player."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from companion.content import steps as s
from companion.content.steps import Beside, BoardTest, Effect, LegionKind, Pieces, Reach, SiteKind, Step, VehicleSite
from companion.content.terms import Faction, UnitKind
from companion.web.say import _, lazy, ngettext
from companion.web.words import names

ATREIDES = Faction.ATREIDES


def own_step_text(step: Step, *, by_people: bool = False) -> str:
    """Returns what to do for one step of an Atreides card; raises KeyError for a step that no such card has.

    ``by_people``: people play the Harkonnen, who hold a hand and no reinforcements.
    """
    if by_people and isinstance(step, s.OpponentDiscards):
        return ngettext(
            "The Harkonnen discard %(num)d planning card of their choice",
            "The Harkonnen discard %(num)d planning cards of their choice",
            step.count,
        )
    return SHARED_WORDINGS[step.effect](step) if step.effect in SHARED_WORDINGS else OWN_WORDINGS[step.effect](step)


def _pieces(pieces: Pieces) -> str:
    counts = ((UnitKind.REGULAR, pieces.regular), (UnitKind.ELITE, pieces.elite), (UnitKind.SPECIAL, pieces.special))
    found = [names.units(kind, ATREIDES, number) for kind, number in counts if number]
    if pieces.naib:
        found.append(names.generic_leaders(ATREIDES, pieces.naib))
    if pieces.named is not None:
        found.append(names.leader_name(pieces.named))
    return names.join(found)


def _place(step: s.Place) -> str:
    facts = {"figures": _pieces(step.pieces)}
    match step.site.kind:
        case SiteKind.ANY_SIETCH:
            return _("Place %(figures)s in a sietch", **facts)
        case SiteKind.LEGION_OF_LEADER:
            leader = names.leader_name(step.site.leader or "naib")
            return _("Place %(figures)s with the legion of %(leader)s", leader=leader, **facts)
        case SiteKind.EMPTY_DESERT:
            return _("Place %(figures)s in an empty desert area", **facts)
        case SiteKind.EMPTY_DESERT_EACH:
            return _("Place %(figures)s, each in another empty desert area", **facts)
        case SiteKind.FREE_PLATEAU:
            return _("Place %(figures)s in a free plateau area", **facts)
        case _:
            return _("Place %(figures)s with one of your legions", **facts)


def _replace(step: s.Replace) -> str:
    old, new = (names.units(kind, ATREIDES, step.count) for kind in (step.from_kind, step.to_kind))
    return _("Replace %(old)s with %(new)s", old=old, new=new)


def _legion(legion: s.LegionFilter) -> str:
    match legion.kind:
        case LegionKind.WITH_SPECIAL:
            return _("one with Fedaykin")
        case LegionKind.WITH_LEADER:
            return _("one with a leader, who must come along")
        case LegionKind.ON_DESERT:
            return _("one on desert")
        case LegionKind.LEADER_ON_DESERT:
            return _("one on desert with a leader, who must come along")
        case LegionKind.OF_LEADER:
            return _("the one of %(leader)s", leader=names.leader_name(legion.leader or "naib"))
        case LegionKind.SAME:
            return _("the same one")
        case _:
            return _("any of yours")


def _move(step: s.Move) -> str:
    facts = {"legion": _legion(step.legion)}
    if step.count == 1:
        return _("Move a legion: %(legion)s", **facts)
    return ngettext(
        "Move %(num)d different legion: %(legion)s", "Move %(num)d different legions: %(legion)s", step.count, **facts
    )


def _move_or_attack(step: s.MoveOrAttack) -> str:
    facts = {"legion": _legion(step.legion)}
    if step.surprise:
        return _("Move a legion or make a surprise attack: %(legion)s", **facts)
    return _("Move a legion or attack: %(legion)s", **facts)


def _enter_leader(step: s.EnterLeader) -> str:
    return _("%(leader)s enters play", leader=names.leader_name(step.leader))


def _tank(step: s.TankEnemyLeader) -> str:
    if step.reach is Reach.ANYWHERE:
        return _("Send a Harkonnen named leader to the tank")
    return _("Send a Harkonnen named leader next to that legion to the tank")


def draw_words(step: s.Draw) -> str:
    """Returns what to do for a step that draws cards, of whichever side."""
    return ngettext("Draw %(num)d planning card", "Draw %(num)d planning cards", step.count)


def play_words(step: s.Play) -> str:
    """Returns what to do for a step that plays more cards, of whichever side."""
    return ngettext("Play %(num)d more planning card", "Play %(num)d more planning cards", step.count)


def _opponent_discards(step: s.OpponentDiscards) -> str:
    return ngettext(
        "Discard %(num)d card from the top of the Harkonnen reinforcements",
        "Discard %(num)d cards from the top of the Harkonnen reinforcements",
        step.count,
    )


def _condition(step: s.Condition) -> str:
    return _("Check whether %(leader)s is in play", leader=names.leader_name(step.leader))


def _board_condition(step: s.BoardCondition) -> str:
    if step.test is BoardTest.ATOMICS_USED:
        return _("Check whether the atomics were used")
    return _("Check whether a prescience marker is at %(step)d or more", step=step.value)


def _desert_power(step: s.DesertPower) -> str:
    return ngettext("Take a Desert Power action", "Take %(num)d Desert Power actions", step.count)


def _wormsigns(step: s.PlaceWormsigns) -> str:
    return ngettext("Place %(num)d wormsign on the board", "Place %(num)d wormsigns on the board", step.count)


def _sandworms(step: s.PlaceSandworms) -> str:
    if step.beside is Beside.WORM:
        return ngettext(
            "Place %(num)d sandworm in an empty desert area next to a worm",
            "Place %(num)d sandworms in empty desert areas next to a worm",
            step.count,
        )
    return ngettext(
        "Place %(num)d sandworm in an empty desert area next to a legion of yours",
        "Place %(num)d sandworms in empty desert areas next to your legions",
        step.count,
    )


def _wild_enters(step: s.WildMakerEnters) -> str:
    return _("The Wild Maker enters in an empty desert area")


def _wild_moves(step: s.WildMakerMoves) -> str:
    return _("Move the Wild Maker")


def _wild_attacks(step: s.WildMakerAttacks) -> str:
    return _("Attack with the Wild Maker")


def _remove_vehicles(step: s.RemoveVehicles) -> str:
    if step.site is VehicleSite.DEEP_DESERT_SECTOR:
        return ngettext(
            "Remove %(num)d harvester from deep desert",
            "Remove %(num)d harvesters from deep desert of one sector",
            step.count,
        )
    leader = names.leader_name(step.leader or "naib")
    return ngettext(
        "Remove %(num)d vehicle in the sector of %(leader)s",
        "Remove %(num)d vehicles in the sector of %(leader)s",
        step.count,
        leader=leader,
    )


def _remove_by_dice(step: s.RemoveByDice) -> str:
    return ngettext(
        "Roll %(num)d combat die for a sector with a legion of yours; it removes vehicles",
        "Roll %(num)d combat dice for a sector with a legion of yours; they remove vehicles",
        step.dice,
    )


def _ornithopter_attack(step: s.OrnithopterAttack) -> str:
    return ngettext(
        "Remove an ornithopter and roll %(num)d combat die against a legion in a connected sector",
        "Remove an ornithopter and roll %(num)d combat dice against a legion in a connected sector",
        step.dice,
    )


def _deploy_tokens(step: s.DeployTokens) -> str:
    return ngettext(
        "Put %(num)d deployment token in a sietch with a Harkonnen legion near it",
        "Put %(num)d deployment tokens in a sietch with a Harkonnen legion near it",
        step.count,
    )


def _swap(step: s.SwapTokens) -> str:
    return _("Swap all deployment tokens of two sietches")


def _move_sietch(step: s.MoveSietch) -> str:
    return _("Move a sietch and everything in it to an adjacent empty desert area")


def _displace(step: s.DisplaceEnemy) -> str:
    return _("Move a Harkonnen legion on desert to an adjacent empty area")


def _exchange(step: s.ExchangePrescience) -> str:
    return _("Discard revealed prescience cards and reveal as many new ones")


def _attach(step: s.AttachToPrescience) -> str:
    return _("Attach the card to a revealed prescience card")


def _objective(step: s.SecondObjective) -> str:
    return _("Draw a second secret objective and note its steps")


def _shift(step: s.ShiftMarkers) -> str:
    return _("Lower one prescience marker and raise another by as many steps")


def _imperium(step: s.LowerImperium) -> str:
    return ngettext("Lower an imperium marker by %(num)d step", "Lower an imperium marker by %(num)d steps", step.steps)


def _detonate(step: s.Detonate) -> str:
    return _("Detonate the family atomics")


def _choose_result(step: s.ChooseResult) -> str:
    return _("Choose the result of the next Harkonnen turn")


def _storms(step: s.Storms) -> str:
    return _("Roll the storms")


def _draw_or_play(step: s.DrawOrPlay) -> str:
    draw, play = draw_words(s.Draw(step.draw)), play_words(s.Play(step.play))
    return _("%(draw)s, or: %(play)s", draw=draw, play=play)


SHARED_WORDINGS: Mapping[Effect, Callable[[Any], str]] = MappingProxyType(
    {
        Effect.PLACE: _place,
        Effect.REPLACE: _replace,
        Effect.MOVE: _move,
        Effect.MOVE_OR_ATTACK: _move_or_attack,
        Effect.ENTER_LEADER: _enter_leader,
        Effect.TANK_ENEMY_LEADER: _tank,
        Effect.DRAW: draw_words,
        Effect.PLAY: play_words,
        Effect.OPPONENT_DISCARDS: _opponent_discards,
        Effect.CONDITION: _condition,
    }
)
"""Effects that Harkonnen cards have too, in words to the Atreides player."""

OWN_WORDINGS: Mapping[Effect, Callable[[Any], str]] = MappingProxyType(
    {
        Effect.BOARD_CONDITION: _board_condition,
        Effect.DESERT_POWER: _desert_power,
        Effect.PLACE_WORMSIGNS: _wormsigns,
        Effect.PLACE_SANDWORMS: _sandworms,
        Effect.WILD_MAKER_ENTERS: _wild_enters,
        Effect.WILD_MAKER_MOVES: _wild_moves,
        Effect.WILD_MAKER_ATTACKS: _wild_attacks,
        Effect.REMOVE_VEHICLES: _remove_vehicles,
        Effect.REMOVE_BY_DICE: _remove_by_dice,
        Effect.ORNITHOPTER_ATTACK: _ornithopter_attack,
        Effect.DEPLOY_TOKENS: _deploy_tokens,
        Effect.SWAP_TOKENS: _swap,
        Effect.MOVE_SIETCH: _move_sietch,
        Effect.DISPLACE_ENEMY: _displace,
        Effect.EXCHANGE_PRESCIENCE: _exchange,
        Effect.ATTACH_TO_PRESCIENCE: _attach,
        Effect.SECOND_OBJECTIVE: _objective,
        Effect.SHIFT_MARKERS: _shift,
        Effect.LOWER_IMPERIUM: _imperium,
        Effect.DETONATE: _detonate,
        Effect.CHOOSE_RESULT: _choose_result,
        Effect.STORMS: _storms,
        Effect.DRAW_OR_PLAY: _draw_or_play,
    }
)
"""Effects that only Atreides cards have."""

OWN_EFFECT_NAMES: Mapping[Effect, Any] = MappingProxyType(
    {
        Effect.BOARD_CONDITION: lazy("test the board"),
        Effect.DESERT_POWER: lazy("take Desert Power"),
        Effect.PLACE_WORMSIGNS: lazy("place wormsigns"),
        Effect.PLACE_SANDWORMS: lazy("place sandworms"),
        Effect.WILD_MAKER_ENTERS: lazy("bring the Wild Maker"),
        Effect.WILD_MAKER_MOVES: lazy("move the Wild Maker"),
        Effect.WILD_MAKER_ATTACKS: lazy("attack with the Wild Maker"),
        Effect.REMOVE_VEHICLES: lazy("remove vehicles"),
        Effect.REMOVE_BY_DICE: lazy("remove vehicles by dice"),
        Effect.ORNITHOPTER_ATTACK: lazy("attack with a captured ornithopter"),
        Effect.DEPLOY_TOKENS: lazy("deploy tokens"),
        Effect.SWAP_TOKENS: lazy("swap tokens"),
        Effect.MOVE_SIETCH: lazy("move a sietch"),
        Effect.DISPLACE_ENEMY: lazy("displace a legion"),
        Effect.EXCHANGE_PRESCIENCE: lazy("exchange prescience cards"),
        Effect.ATTACH_TO_PRESCIENCE: lazy("attach to a prescience card"),
        Effect.SECOND_OBJECTIVE: lazy("gain a second objective"),
        Effect.SHIFT_MARKERS: lazy("shift prescience markers"),
        Effect.LOWER_IMPERIUM: lazy("lower an imperium marker"),
        Effect.DETONATE: lazy("detonate the atomics"),
        Effect.CHOOSE_RESULT: lazy("choose a Harkonnen result"),
        Effect.STORMS: lazy("roll storms"),
        Effect.DRAW_OR_PLAY: lazy("draw or play cards"),
    }
)
"""What a kind of step does, in a few words within a sentence."""
