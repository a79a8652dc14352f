"""The steps of Harkonnen planning cards as imperatives."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.board import AREA_NUMBER
from companion.content import steps as s
from companion.content.steps import Effect, LegionKind, Reach, SiteKind, Step
from companion.content.terms import Faction, VehicleKind
from companion.web.say import _, lazy, ngettext
from companion.web.words import names
from companion.web.words.atreides_cards import (
    OWN_EFFECT_NAMES,
    OWN_WORDINGS,
    own_step_text,
    pieces_words,
    replace_words,
)

HARKONNEN = Faction.HARKONNEN


def card_step_text(step: Step, faction: Faction = HARKONNEN) -> str:
    """Returns what to do for one step of a card of ``faction``.

    Which legion or area it is, the criteria say for the Harkonnen and the player for Atreides.
    """
    return WORDINGS[step.effect](step) if faction is HARKONNEN else own_step_text(step)


def _place(step: s.Place) -> str:
    pieces = pieces_words(step.pieces, HARKONNEN)
    areas = names.join(names.area_name(AREA_NUMBER[area]) for area in step.site.areas)
    match step.site.kind:
        case SiteKind.EACH_VILLAGE:
            return _("Place %(figures)s in each Pyon village", figures=pieces)
        case SiteKind.EACH_AREA:
            return _("Place %(figures)s in each of %(areas)s", figures=pieces, areas=areas)
        case SiteKind.ONE_AREA if len(step.site.areas) == 1:
            return _("Place %(figures)s in %(area)s", figures=pieces, area=areas)
        case SiteKind.ONE_AREA:
            return _("Place %(figures)s in one of %(areas)s", figures=pieces, areas=areas)
        case SiteKind.ANY_SETTLEMENT:
            return _("Place %(figures)s in a settlement", figures=pieces)
        case SiteKind.ANY_LEGION:
            return _("Place %(figures)s with a Harkonnen legion", figures=pieces)
        case SiteKind.LEGION_WITH_SPECIAL:
            return _("Place %(figures)s with a legion that has Sardaukar", figures=pieces)
        case SiteKind.LEGION_OF_LEADER:
            leader = names.leader_name(step.site.leader or "bashar")
            return _("Place %(figures)s with the legion of %(leader)s", figures=pieces, leader=leader)
        case SiteKind.EMPTY_DESERT_EACH:
            return _("Place %(figures)s, each in another empty desert area", figures=pieces)
        case SiteKind.FREE_MOUNTAIN:
            return _("Place %(figures)s in a free mountain area", figures=pieces)
        case _:
            return _("Place %(figures)s", figures=pieces)


def _vehicles(step: s.Vehicles) -> str:
    counts = (
        (VehicleKind.HARVESTER, step.harvester),
        (VehicleKind.ORNITHOPTER, step.ornithopter),
        (VehicleKind.CARRYALL, step.carryall),
    )
    listed = names.join(names.vehicles(kind, number) for kind, number in counts if number)
    return _("Place %(vehicles)s", vehicles=listed)


def _legion(legion: s.LegionFilter) -> str:
    match legion.kind:
        case LegionKind.WITH_SPECIAL:
            return _("one with Sardaukar")
        case LegionKind.AT_AREA:
            return _("the one in %(area)s", area=names.area_name(legion.area or ""))
        case LegionKind.IN_SETTLEMENT:
            return _("one in a settlement")
        case LegionKind.SAME:
            return _("the same one")
        case _:
            return _("any Harkonnen legion")


def _move(step: s.Move) -> str:
    if step.count == 1:
        return _("Move one legion: %(legion)s", legion=_legion(step.legion))
    return ngettext("Move %(num)d different legion", "Move %(num)d different legions", step.count)


def _attack(step: s.Attack) -> str:
    legion = _legion(step.legion)
    if step.surprise:
        return _("Surprise attack: %(legion)s", legion=legion)
    return _("Attack: %(legion)s", legion=legion)


def _move_or_attack(step: s.MoveOrAttack) -> str:
    legion = _legion(step.legion)
    if step.surprise:
        return _("Surprise attack or move: %(legion)s", legion=legion)
    return _("Attack or move: %(legion)s", legion=legion)


def _special_attack(step: s.SpecialAttack) -> str:
    text = ngettext(
        "Roll %(num)d combat die against an Atreides legion next to a Harkonnen one",
        "Roll %(num)d combat dice against an Atreides legion next to a Harkonnen one",
        step.dice,
    )
    return str(text)


def _discard_wormsigns(step: s.DiscardWormsigns) -> str:
    if step.count is not None:
        return ngettext("Discard %(num)d wormsign", "Discard %(num)d wormsigns", step.count)
    if step.adjacent_to is None:
        return _("Discard the wormsigns")
    area = names.area_name(step.adjacent_to)
    return _("Discard the wormsigns next to %(area)s", area=area)


def _tank_leader(step: s.TankEnemyLeader) -> str:
    legion = _legion(step.legion)
    if step.reach is Reach.SAME_SECTOR:
        return _("Place an Atreides named leader in the same sector in the tank. Legion: %(legion)s", legion=legion)
    return _("Place an adjacent Atreides named leader in the tank. Legion: %(legion)s", legion=legion)


def _exchange(step: s.ExchangeLeaders) -> str:
    facts = {"old": names.leader_name(step.removes), "new": names.leader_name(step.enters)}
    return _("With the second card %(old)s leaves and %(new)s enters play", **facts)


def _discard_die(step: s.DiscardEnemyDie) -> str:
    result = names.result_name(step.result)
    return _("Discard one of your unused dice showing %(result)s", result=result)


WORDINGS: Mapping[Effect, Callable[[Any], str]] = {
    Effect.PLACE: _place,
    Effect.REPLACE: lambda step: replace_words(step, HARKONNEN),
    Effect.VEHICLES: _vehicles,
    Effect.MOVE: _move,
    Effect.ATTACK: _attack,
    Effect.MOVE_OR_ATTACK: _move_or_attack,
    Effect.TRANSFER: lambda step: _(
        "Move straight to another Harkonnen legion: %(legion)s", legion=_legion(step.legion)
    ),
    Effect.SPECIAL_ATTACK: _special_attack,
    Effect.DISCARD_WORMSIGNS: _discard_wormsigns,
    Effect.TANK_ENEMY_LEADER: _tank_leader,
    Effect.EXCHANGE_LEADERS: _exchange,
    Effect.DRAW: lambda step: ngettext(
        "Put %(num)d card on the reinforcements", "Put %(num)d cards on the reinforcements", step.count
    ),
    Effect.PLAY: lambda step: ngettext("Draw and play %(num)d card", "Draw and play %(num)d cards", step.count),
    Effect.OPPONENT_DISCARDS: lambda step: ngettext(
        "Discard %(num)d planning card of your choice", "Discard %(num)d planning cards of your choice", step.count
    ),
    Effect.GAIN_BENE_GESSERIT: lambda _step: _("A die from The Spice Must Flow joins the unused Harkonnen dice"),
    Effect.SHUFFLE_BACK_PRESCIENCE: lambda step: ngettext(
        "Shuffle %(num)d revealed prescience card back", "Shuffle %(num)d revealed prescience cards back", step.count
    ),
    Effect.DISCARD_ENEMY_DIE: _discard_die,
    Effect.REVEAL_AREA: lambda step: ngettext(
        "Reveal the sietch and all tokens in %(num)d area",
        "Reveal the sietches and all tokens in %(num)d areas",
        step.count,
    ),
    Effect.FORBID_NEXT_TURN: lambda step: _(
        "In your next turn these leaders stay where they are: %(leaders)s", leaders=names.leader_names(step.leaders)
    ),
    **OWN_WORDINGS,
}
"""The wording of each effect."""

EFFECT_NAMES: Mapping[Effect, Any] = {
    Effect.PLACE: lazy("place figures"),
    Effect.REPLACE: lazy("replace units"),
    Effect.VEHICLES: lazy("place vehicles"),
    Effect.MOVE: lazy("move"),
    Effect.ATTACK: lazy("attack"),
    Effect.MOVE_OR_ATTACK: lazy("move or attack"),
    Effect.TRANSFER: lazy("move to another legion"),
    Effect.SPECIAL_ATTACK: lazy("attack with dice alone"),
    Effect.DISCARD_WORMSIGNS: lazy("discard wormsigns"),
    Effect.ENTER_LEADER: lazy("bring a leader into play"),
    Effect.TANK_ENEMY_LEADER: lazy("place an Atreides leader in the tank"),
    Effect.EXCHANGE_LEADERS: lazy("exchange leaders"),
    Effect.DRAW: lazy("add cards to the reinforcements"),
    Effect.PLAY: lazy("draw and play cards"),
    Effect.OPPONENT_DISCARDS: lazy("make you discard cards"),
    Effect.GAIN_BENE_GESSERIT: lazy("gain a die"),
    Effect.SHUFFLE_BACK_PRESCIENCE: lazy("shuffle a prescience card back"),
    Effect.DISCARD_ENEMY_DIE: lazy("take one of your dice"),
    Effect.REVEAL_AREA: lazy("reveal a sietch and its tokens"),
    Effect.FORBID_NEXT_TURN: lazy("keep leaders from acting"),
    Effect.CONDITION: lazy("test a condition"),
    **OWN_EFFECT_NAMES,
}


def effect_name(effect: Effect) -> str:
    """Returns what a kind of step does, in a few words within a sentence."""
    return str(EFFECT_NAMES[effect])
