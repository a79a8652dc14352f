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


def pieces_words(pieces: Pieces, faction: Faction) -> str:
    """Returns the figures that a step of a card of ``faction`` places."""
    counts = ((UnitKind.REGULAR, pieces.regular), (UnitKind.ELITE, pieces.elite), (UnitKind.SPECIAL, pieces.special))
    found = [names.units(kind, faction, number) for kind, number in counts if number]
    if generic := pieces.bashar or pieces.naib:
        found.append(names.generic_leaders(faction, generic))
    if pieces.leader:
        found.append(ngettext("%(num)d leader", "%(num)d leaders", pieces.leader))
    if pieces.named is not None:
        found.append(names.leader_name(pieces.named))
    return names.join(found)


def _place(step: s.Place) -> str:
    facts = {"figures": pieces_words(step.pieces, ATREIDES)}
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


def replace_words(step: s.Replace, faction: Faction) -> str:
    """Returns what to do for a step of a card of ``faction`` that exchanges units."""
    old, new = (names.units(kind, faction, step.count) for kind in (step.from_kind, step.to_kind))
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


def _board_condition(step: s.BoardCondition) -> str:
    if step.test is BoardTest.ATOMICS_USED:
        return _("Check whether the atomics were used")
    return _("Check whether a prescience marker is at %(step)d or more", step=step.value)


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


def _draw_or_play(step: s.DrawOrPlay) -> str:
    draw, play = draw_words(s.Draw(step.draw)), play_words(s.Play(step.play))
    return _("%(draw)s, or: %(play)s", draw=draw, play=play)


SHARED_WORDINGS: Mapping[Effect, Callable[[Any], str]] = MappingProxyType(
    {
        Effect.PLACE: _place,
        Effect.REPLACE: lambda step: replace_words(step, ATREIDES),
        Effect.MOVE: _move,
        Effect.MOVE_OR_ATTACK: _move_or_attack,
        Effect.TANK_ENEMY_LEADER: _tank,
        Effect.DRAW: draw_words,
        Effect.PLAY: play_words,
        Effect.OPPONENT_DISCARDS: lambda step: ngettext(
            "Discard %(num)d card from the top of the Harkonnen reinforcements",
            "Discard %(num)d cards from the top of the Harkonnen reinforcements",
            step.count,
        ),
    }
)
"""Effects that Harkonnen cards have in other words, as they are told to the Atreides player."""

OWN_WORDINGS: Mapping[Effect, Callable[[Any], str]] = MappingProxyType(
    {
        Effect.ENTER_LEADER: lambda step: _("%(leader)s enters play", leader=names.leader_name(step.leader)),
        Effect.CONDITION: lambda step: _("Check whether %(leader)s is in play", leader=names.leader_name(step.leader)),
        Effect.BOARD_CONDITION: _board_condition,
        Effect.DESERT_POWER: lambda step: ngettext(
            "Take a Desert Power action", "Take %(num)d Desert Power actions", step.count
        ),
        Effect.PLACE_WORMSIGNS: lambda step: ngettext(
            "Place %(num)d wormsign on the board", "Place %(num)d wormsigns on the board", step.count
        ),
        Effect.PLACE_SANDWORMS: _sandworms,
        Effect.WILD_MAKER_ENTERS: lambda _step: _("The Wild Maker enters in an empty desert area"),
        Effect.WILD_MAKER_MOVES: lambda _step: _("Move the Wild Maker"),
        Effect.WILD_MAKER_ATTACKS: lambda _step: _("Attack with the Wild Maker"),
        Effect.REMOVE_VEHICLES: _remove_vehicles,
        Effect.REMOVE_BY_DICE: lambda step: ngettext(
            "Roll %(num)d combat die for a sector with a legion of yours; it removes vehicles",
            "Roll %(num)d combat dice for a sector with a legion of yours; they remove vehicles",
            step.dice,
        ),
        Effect.ORNITHOPTER_ATTACK: lambda step: ngettext(
            "Remove an ornithopter and roll %(num)d combat die against a legion in a connected sector",
            "Remove an ornithopter and roll %(num)d combat dice against a legion in a connected sector",
            step.dice,
        ),
        Effect.DEPLOY_TOKENS: lambda step: ngettext(
            "Put %(num)d deployment token in a sietch with a Harkonnen legion near it",
            "Put %(num)d deployment tokens in a sietch with a Harkonnen legion near it",
            step.count,
        ),
        Effect.SWAP_TOKENS: lambda _step: _("Swap all deployment tokens of two sietches"),
        Effect.MOVE_SIETCH: lambda _step: _("Move a sietch and everything in it to an adjacent empty desert area"),
        Effect.DISPLACE_ENEMY: lambda _step: _("Move a Harkonnen legion on desert to an adjacent empty area"),
        Effect.EXCHANGE_PRESCIENCE: lambda _step: _("Discard revealed prescience cards and reveal as many new ones"),
        Effect.ATTACH_TO_PRESCIENCE: lambda _step: _("Attach the card to a revealed prescience card"),
        Effect.SECOND_OBJECTIVE: lambda _step: _("Draw a second secret objective and note its steps"),
        Effect.SHIFT_MARKERS: lambda _step: _("Lower one prescience marker and raise another by as many steps"),
        Effect.LOWER_IMPERIUM: lambda step: ngettext(
            "Lower an imperium marker by %(num)d step", "Lower an imperium marker by %(num)d steps", step.steps
        ),
        Effect.DETONATE: lambda _step: _("Detonate the family atomics"),
        Effect.CHOOSE_RESULT: lambda _step: _("Choose the result of the next Harkonnen turn"),
        Effect.STORMS: lambda _step: _("Roll the storms"),
        Effect.DRAW_OR_PLAY: _draw_or_play,
    }
)
"""Effects that only Atreides cards have, and those that are worded alike for both sides."""

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
