"""The steps of Harkonnen planning cards as imperatives."""

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext, lazy_gettext, ngettext

from companion.board import AREA_NUMBER
from companion.content import steps as s
from companion.content.steps import Effect, LegionKind, Pieces, Reach, SiteKind, Step
from companion.content.terms import Faction, UnitKind, VehicleKind
from companion.web.words import names
from companion.web.words.atreides_cards import OWN_EFFECT_NAMES, OWN_WORDINGS, own_step_text

HARKONNEN = Faction.HARKONNEN


def card_step_text(step: Step, faction: Faction = HARKONNEN) -> str:
    """Returns what to do for one step of a card of ``faction``.

    Which legion or area it is, the criteria say for the Harkonnen and the player for Atreides.
    """
    return WORDINGS[step.effect](step) if faction is HARKONNEN else own_step_text(step)


def _pieces(pieces: Pieces) -> str:
    found = [names.units(kind, HARKONNEN, number) for kind, number in _counts(pieces) if number]
    if pieces.bashar:
        found.append(names.generic_leaders(HARKONNEN, pieces.bashar))
    if pieces.leader:
        found.append(ngettext("%(num)d leader", "%(num)d leaders", pieces.leader))
    if pieces.named is not None:
        found.append(names.leader_name(pieces.named))
    return names.join(found)


def _counts(pieces: Pieces) -> tuple[tuple[UnitKind, int], ...]:
    return (
        (UnitKind.REGULAR, pieces.regular),
        (UnitKind.ELITE, pieces.elite),
        (UnitKind.SPECIAL, pieces.special),
    )


def _place(step: s.Place) -> str:
    pieces = _pieces(step.pieces)
    areas = names.join(names.area_name(AREA_NUMBER[area]) for area in step.site.areas)
    match step.site.kind:
        case SiteKind.EACH_VILLAGE:
            return str(gettext("Place %(figures)s in each Pyon village", figures=pieces))
        case SiteKind.EACH_AREA:
            return str(gettext("Place %(figures)s in each of %(areas)s", figures=pieces, areas=areas))
        case SiteKind.ONE_AREA if len(step.site.areas) == 1:
            return str(gettext("Place %(figures)s in %(area)s", figures=pieces, area=areas))
        case SiteKind.ONE_AREA:
            return str(gettext("Place %(figures)s in one of %(areas)s", figures=pieces, areas=areas))
        case SiteKind.ANY_SETTLEMENT:
            return str(gettext("Place %(figures)s in a settlement", figures=pieces))
        case SiteKind.ANY_LEGION:
            return str(gettext("Place %(figures)s with a Harkonnen legion", figures=pieces))
        case SiteKind.LEGION_WITH_SPECIAL:
            return str(gettext("Place %(figures)s with a legion that has Sardaukar", figures=pieces))
        case SiteKind.LEGION_OF_LEADER:
            leader = names.leader_name(step.site.leader or "bashar")
            return str(gettext("Place %(figures)s with the legion of %(leader)s", figures=pieces, leader=leader))
        case SiteKind.EMPTY_DESERT_EACH:
            return str(gettext("Place %(figures)s, each in another empty desert area", figures=pieces))
        case SiteKind.FREE_MOUNTAIN:
            return str(gettext("Place %(figures)s in a free mountain area", figures=pieces))
        case _:
            return str(gettext("Place %(figures)s", figures=pieces))


def _replace(step: s.Replace) -> str:
    old = names.units(step.from_kind, HARKONNEN, step.count)
    new = names.units(step.to_kind, HARKONNEN, step.count)
    return str(gettext("Replace %(old)s by %(new)s", old=old, new=new))


def _vehicles(step: s.Vehicles) -> str:
    counts = (
        (VehicleKind.HARVESTER, step.harvester),
        (VehicleKind.ORNITHOPTER, step.ornithopter),
        (VehicleKind.CARRYALL, step.carryall),
    )
    listed = names.join(names.vehicles(kind, number) for kind, number in counts if number)
    return str(gettext("Place %(vehicles)s", vehicles=listed))


def _legion(legion: s.LegionFilter) -> str:
    match legion.kind:
        case LegionKind.WITH_SPECIAL:
            return str(gettext("one with Sardaukar"))
        case LegionKind.AT_AREA:
            return str(gettext("the one in %(area)s", area=names.area_name(legion.area or "")))
        case LegionKind.IN_SETTLEMENT:
            return str(gettext("one in a settlement"))
        case LegionKind.SAME:
            return str(gettext("the same one"))
        case _:
            return str(gettext("any Harkonnen legion"))


def _move(step: s.Move) -> str:
    if step.count == 1:
        return str(gettext("Move one legion: %(legion)s", legion=_legion(step.legion)))
    return str(ngettext("Move %(num)d different legion", "Move %(num)d different legions", step.count))


def _attack(step: s.Attack) -> str:
    legion = _legion(step.legion)
    if step.surprise:
        return str(gettext("Attack by surprise: %(legion)s", legion=legion))
    return str(gettext("Attack: %(legion)s", legion=legion))


def _move_or_attack(step: s.MoveOrAttack) -> str:
    legion = _legion(step.legion)
    if step.surprise:
        return str(gettext("Attack by surprise or move: %(legion)s", legion=legion))
    return str(gettext("Attack or move: %(legion)s", legion=legion))


def _transfer(step: s.Transfer) -> str:
    return str(gettext("Move straight to another Harkonnen legion: %(legion)s", legion=_legion(step.legion)))


def _special_attack(step: s.SpecialAttack) -> str:
    text = ngettext(
        "Roll %(num)d combat die against an Atreides legion next to a Harkonnen one",
        "Roll %(num)d combat dice against an Atreides legion next to a Harkonnen one",
        step.dice,
    )
    return str(text)


def _discard_wormsigns(step: s.DiscardWormsigns) -> str:
    if step.count is not None:
        return str(ngettext("Discard %(num)d wormsign", "Discard %(num)d wormsigns", step.count))
    if step.adjacent_to is None:
        return str(gettext("Discard the wormsigns"))
    area = names.area_name(step.adjacent_to)
    return str(gettext("Discard the wormsigns next to %(area)s", area=area))


def _enter_leader(step: s.EnterLeader) -> str:
    return str(gettext("%(leader)s comes into play", leader=names.leader_name(step.leader)))


def _tank_leader(step: s.TankEnemyLeader) -> str:
    legion = _legion(step.legion)
    if step.reach is Reach.SAME_SECTOR:
        return str(
            gettext("Put an Atreides named leader in the same sector into the tank. Legion: %(legion)s", legion=legion)
        )
    return str(gettext("Put an adjacent Atreides named leader into the tank. Legion: %(legion)s", legion=legion))


def _exchange(step: s.ExchangeLeaders) -> str:
    facts = {"old": names.leader_name(step.removes), "new": names.leader_name(step.enters)}
    return str(gettext("With the second card %(old)s leaves and %(new)s comes", **facts))


def _draw(step: s.Draw) -> str:
    return str(
        ngettext("Put %(num)d card on the reinforcements", "Put %(num)d cards on the reinforcements", step.count)
    )


def _play(step: s.Play) -> str:
    return str(ngettext("Draw and play %(num)d card", "Draw and play %(num)d cards", step.count))


def _opponent_discards(step: s.OpponentDiscards) -> str:
    return str(
        ngettext(
            "Discard %(num)d planning card of your choice",
            "Discard %(num)d planning cards of your choice",
            step.count,
        )
    )


def _bene_gesserit(step: s.GainBeneGesserit) -> str:
    return str(gettext("A die from The Spice Must Flow joins the unused Harkonnen dice"))


def _shuffle_prescience(step: s.ShuffleBackPrescience) -> str:
    return str(
        ngettext(
            "Shuffle %(num)d revealed prescience card back",
            "Shuffle %(num)d revealed prescience cards back",
            step.count,
        )
    )


def _discard_die(step: s.DiscardEnemyDie) -> str:
    result = names.result_name(step.result)
    return str(gettext("Discard one of your unused dice showing %(result)s", result=result))


def _reveal_area(step: s.RevealArea) -> str:
    return str(
        ngettext(
            "Turn the sietch and all tokens in %(num)d area",
            "Turn the sietches and all tokens in %(num)d areas",
            step.count,
        )
    )


def _forbid(step: s.ForbidNextTurn) -> str:
    return str(
        gettext(
            "In your next turn these leaders stay where they are: %(leaders)s", leaders=names.leader_names(step.leaders)
        )
    )


def _condition(step: s.Condition) -> str:
    return str(gettext("Look whether %(leader)s is in play", leader=names.leader_name(step.leader)))


WORDINGS: Mapping[Effect, Callable[[Any], str]] = {
    Effect.PLACE: _place,
    Effect.REPLACE: _replace,
    Effect.VEHICLES: _vehicles,
    Effect.MOVE: _move,
    Effect.ATTACK: _attack,
    Effect.MOVE_OR_ATTACK: _move_or_attack,
    Effect.TRANSFER: _transfer,
    Effect.SPECIAL_ATTACK: _special_attack,
    Effect.DISCARD_WORMSIGNS: _discard_wormsigns,
    Effect.ENTER_LEADER: _enter_leader,
    Effect.TANK_ENEMY_LEADER: _tank_leader,
    Effect.EXCHANGE_LEADERS: _exchange,
    Effect.DRAW: _draw,
    Effect.PLAY: _play,
    Effect.OPPONENT_DISCARDS: _opponent_discards,
    Effect.GAIN_BENE_GESSERIT: _bene_gesserit,
    Effect.SHUFFLE_BACK_PRESCIENCE: _shuffle_prescience,
    Effect.DISCARD_ENEMY_DIE: _discard_die,
    Effect.REVEAL_AREA: _reveal_area,
    Effect.FORBID_NEXT_TURN: _forbid,
    Effect.CONDITION: _condition,
    **OWN_WORDINGS,
}
"""The wording of each effect."""

EFFECT_NAMES: Mapping[Effect, Any] = {
    Effect.PLACE: lazy_gettext("place figures"),
    Effect.REPLACE: lazy_gettext("replace units"),
    Effect.VEHICLES: lazy_gettext("place vehicles"),
    Effect.MOVE: lazy_gettext("move"),
    Effect.ATTACK: lazy_gettext("attack"),
    Effect.MOVE_OR_ATTACK: lazy_gettext("move or attack"),
    Effect.TRANSFER: lazy_gettext("move to another legion"),
    Effect.SPECIAL_ATTACK: lazy_gettext("attack with dice alone"),
    Effect.DISCARD_WORMSIGNS: lazy_gettext("discard wormsigns"),
    Effect.ENTER_LEADER: lazy_gettext("bring a leader into play"),
    Effect.TANK_ENEMY_LEADER: lazy_gettext("put an Atreides leader into the tank"),
    Effect.EXCHANGE_LEADERS: lazy_gettext("exchange leaders"),
    Effect.DRAW: lazy_gettext("add cards to the reinforcements"),
    Effect.PLAY: lazy_gettext("draw and play cards"),
    Effect.OPPONENT_DISCARDS: lazy_gettext("make you discard cards"),
    Effect.GAIN_BENE_GESSERIT: lazy_gettext("gain a die"),
    Effect.SHUFFLE_BACK_PRESCIENCE: lazy_gettext("shuffle a prescience card back"),
    Effect.DISCARD_ENEMY_DIE: lazy_gettext("take one of your dice"),
    Effect.REVEAL_AREA: lazy_gettext("turn a sietch and its tokens"),
    Effect.FORBID_NEXT_TURN: lazy_gettext("keep leaders from acting"),
    Effect.CONDITION: lazy_gettext("test a condition"),
    **OWN_EFFECT_NAMES,
}


def effect_name(effect: Effect) -> str:
    """Returns what a kind of step does, in a few words within a sentence."""
    return str(EFFECT_NAMES[effect])
