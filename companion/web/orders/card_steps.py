"""The steps of Harkonnen planning cards as imperatives."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.board import AREA_NUMBER
from companion.content import steps as s
from companion.content.steps import Effect, LegionKind, Pieces, Reach, SiteKind, Step
from companion.content.terms import Faction, UnitKind, VehicleKind
from companion.web.say import _, lazy, ngettext
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
    return ((UnitKind.REGULAR, pieces.regular), (UnitKind.ELITE, pieces.elite), (UnitKind.SPECIAL, pieces.special))


def _place(step: s.Place) -> str:
    pieces = _pieces(step.pieces)
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


def _replace(step: s.Replace) -> str:
    old = names.units(step.from_kind, HARKONNEN, step.count)
    new = names.units(step.to_kind, HARKONNEN, step.count)
    return _("Replace %(old)s with %(new)s", old=old, new=new)


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


def _transfer(step: s.Transfer) -> str:
    return _("Move straight to another Harkonnen legion: %(legion)s", legion=_legion(step.legion))


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


def _enter_leader(step: s.EnterLeader) -> str:
    return _("%(leader)s enters play", leader=names.leader_name(step.leader))


def _tank_leader(step: s.TankEnemyLeader) -> str:
    legion = _legion(step.legion)
    if step.reach is Reach.SAME_SECTOR:
        return _("Place an Atreides named leader in the same sector in the tank. Legion: %(legion)s", legion=legion)
    return _("Place an adjacent Atreides named leader in the tank. Legion: %(legion)s", legion=legion)


def _exchange(step: s.ExchangeLeaders) -> str:
    facts = {"old": names.leader_name(step.removes), "new": names.leader_name(step.enters)}
    return _("With the second card %(old)s leaves and %(new)s enters play", **facts)


def _draw(step: s.Draw) -> str:
    return ngettext("Put %(num)d card on the reinforcements", "Put %(num)d cards on the reinforcements", step.count)


def _play(step: s.Play) -> str:
    return ngettext("Draw and play %(num)d card", "Draw and play %(num)d cards", step.count)


def _opponent_discards(step: s.OpponentDiscards) -> str:
    return ngettext(
        "Discard %(num)d planning card of your choice", "Discard %(num)d planning cards of your choice", step.count
    )


def _shuffle_prescience(step: s.ShuffleBackPrescience) -> str:
    return ngettext(
        "Shuffle %(num)d revealed prescience card back", "Shuffle %(num)d revealed prescience cards back", step.count
    )


def _discard_die(step: s.DiscardEnemyDie) -> str:
    result = names.result_name(step.result)
    return _("Discard one of your unused dice showing %(result)s", result=result)


def _reveal_area(step: s.RevealArea) -> str:
    return ngettext(
        "Reveal the sietch and all tokens in %(num)d area",
        "Reveal the sietches and all tokens in %(num)d areas",
        step.count,
    )


def _forbid(step: s.ForbidNextTurn) -> str:
    return _(
        "In your next turn these leaders stay where they are: %(leaders)s", leaders=names.leader_names(step.leaders)
    )


def _condition(step: s.Condition) -> str:
    return _("Check whether %(leader)s is in play", leader=names.leader_name(step.leader))


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
    Effect.GAIN_BENE_GESSERIT: lambda _step: _("A die from The Spice Must Flow joins the unused Harkonnen dice"),
    Effect.SHUFFLE_BACK_PRESCIENCE: _shuffle_prescience,
    Effect.DISCARD_ENEMY_DIE: _discard_die,
    Effect.REVEAL_AREA: _reveal_area,
    Effect.FORBID_NEXT_TURN: _forbid,
    Effect.CONDITION: _condition,
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
