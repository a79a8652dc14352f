"""Each option of a die result as an order: attacks, moves, deployments, replacements, vehicles, cards, specials."""

from collections.abc import Sequence

from companion.board import members
from companion.content.terms import Deck
from companion.rules.army import NOBODY, Army
from companion.rules.state import ATREIDES, HARKONNEN, State
from companion.web.say import _, ngettext
from companion.web.words import names
from companion.web.words.records import Order, OrderArrow
from solo_bot import (
    AttackOption,
    CardsOption,
    DeployOption,
    MoveOption,
    Option,
    Replacement,
    ReplaceOption,
    SpecialOption,
    VehiclesOption,
)
from solo_bot.procedure.power import power

BASHAR = "bashar"


def option_order(state: State, option: Option) -> Order:
    """Returns the order for one option of a decision."""
    match option:
        case AttackOption():
            return _attack(state, option)
        case MoveOption():
            return _move(state, option)
        case DeployOption():
            return _deploy(option)
        case ReplaceOption(replacements):
            return _replace(replacements)
        case VehiclesOption():
            return _vehicles(option)
        case CardsOption(decks):
            return _cards(decks)
        case SpecialOption():
            return _special(state, option)


def _attack(state: State, option: AttackOption) -> Order:
    target = names.area_name(option.target)
    if state.sietch(option.target) is not None:
        title = _("Attack the sietch at %(area)s", area=target)
    else:
        title = _("Attack the Atreides legion in %(area)s", area=target)
    legion, defenders = state.army(HARKONNEN, option.attacker), state.army(ATREIDES, option.target)
    facts = {"area": names.area_name(option.attacker), "figures": names.figures(legion, HARKONNEN)}
    details = [_balance(legion, defenders)]
    if option.zone is None:
        sentence = _("With the legion in %(area)s: %(figures)s.", **facts)
    else:
        sentence = _("With the legion in %(area)s, by ornithopter: %(figures)s.", **facts)
        details.append(_take_ornithopter(option.zone))
    if option.surprise:
        details.append(_("Surprise attack: one extra special result in the first round."))
    if legion is not None and legion.tokens:
        details.append(_("Reveal the tokens in %(area)s first.", area=facts["area"]))
    return Order(
        str(title),
        str(sentence),
        tuple(details),
        (option.target,),
        (option.attacker,),
        () if option.zone is None else (option.zone,),
        (OrderArrow(option.attacker, option.target, option.zone, attack=True),),
        go=_("Done: to the battle"),
    )


def _balance(legion: Army | None, defenders: Army | None) -> str:
    own = names.strength(power(legion))
    if defenders is None:
        return _("%(own)s. Nobody defends: it falls without a roll.", own=names.capital(own))
    other = names.strength(power(defenders))
    return _("%(own)s, against %(other)s.", own=names.capital(own), other=other)


def _take_ornithopter(zone: int) -> str:
    return _("Remove the ornithopter of the %(zone)s from the board.", zone=names.zone_name(zone))


def _move(state: State, option: MoveOption) -> Order:
    facts = {
        "figures": names.figures(option.figures, HARKONNEN),
        "source": names.area_name(option.source),
        "target": names.area_name(option.target),
    }
    if option.zone is None:
        title = _("Move %(figures)s from %(source)s to %(target)s", **facts)
    else:
        title = _("Fly %(figures)s from %(source)s to %(target)s", **facts)
    return Order(
        str(title),
        "" if option.zone is None else _take_ornithopter(option.zone),
        tuple(_move_details(state, option)),
        (option.target,),
        (option.source,),
        () if option.zone is None else (option.zone,),
        (OrderArrow(option.source, option.target, option.zone),),
        go=_("Done"),
    )


def _move_details(state: State, option: MoveOption) -> list[str]:
    source, target = names.area_name(option.source), names.area_name(option.target)
    found = []
    army = state.army(HARKONNEN, option.source) or NOBODY
    stays = army - option.figures if army.covers(option.figures) else NOBODY
    if stays:
        staying = names.figures(stays, HARKONNEN)
        found.append(_("Stays in %(area)s: %(figures)s.", area=source, figures=staying))
    if not stays.units and option.source in members(state.settlements):
        found.append(_("Put 1 black and 1 silver token facedown in %(area)s.", area=source))
    if option.target in state.wormsigns:
        found.append(_("Reveal the wormsign in %(area)s.", area=target))
    if option.temporary is not None:
        goal = names.area_name(option.temporary)
        found.append(_("Temporary target this turn: %(area)s.", area=goal))
    return found


def deployed(option: DeployOption) -> Army:
    """Returns everything that a deployment brings into play."""
    led = [each.leader for each in option.placements if each.leader is not None]
    named = tuple(sorted(leader for leader in led if leader != BASHAR))
    return sum((each.units for each in option.placements), NOBODY) + Army(generic=led.count(BASHAR), named=named)


def _deploy(option: DeployOption) -> Order:
    areas = tuple(placement.area for placement in option.placements)
    facts = {"figures": names.figures(deployed(option), HARKONNEN), "area": names.area_names(areas)}
    title = _("Place %(figures)s in %(area)s", **facts)
    sentence = _("Not all fit in the first settlement.") if len(areas) > 1 else ""
    return Order(title, sentence, areas=areas, go=_("Done"))


def replacement_title(replacements: Sequence[Replacement], *, places: bool = True) -> str:
    """Returns which units become which, and with ``places`` where."""
    old, new = NOBODY, NOBODY
    for each in replacements:
        old, new = old.change(each.old, each.count), new.change(each.new, each.count)
    facts = {"old": names.figures(old, HARKONNEN), "new": names.figures(new, HARKONNEN)}
    if not places:
        return _("Replace %(old)s with %(new)s", **facts)
    areas = names.area_names(dict.fromkeys(each.area for each in replacements))
    return _("Replace %(old)s with %(new)s in %(area)s", area=areas, **facts)


def _replace(replacements: tuple[Replacement, ...]) -> Order:
    areas = tuple(dict.fromkeys(each.area for each in replacements))
    return Order(replacement_title(replacements), areas=areas, go=_("Done"))


def _vehicles(option: VehiclesOption) -> Order:
    areas = () if option.harvester is None else (option.harvester,)
    zones = () if option.ornithopter is None else (option.ornithopter,)
    area, zone = names.area_names(areas), names.zone_names(zones)
    if areas and zones:
        title = _("Place a harvester in %(area)s and an ornithopter in the %(zone)s", area=area, zone=zone)
    elif areas:
        title = _("Place a harvester in %(area)s", area=area)
    else:
        title = _("Place an ornithopter in the %(zone)s", zone=zone)
    missing = _missing_vehicle(option)
    return Order(title, missing, areas=areas, zones=zones, go=_("Done"))


def _missing_vehicle(option: VehiclesOption) -> str:
    if option.harvester is None:
        return _("There is no place or no figure for a harvester.")
    if option.ornithopter is None:
        return _("There is no zone or no figure for an ornithopter.")
    return ""


def _cards(decks: tuple[Deck, ...]) -> Order:
    number = len(decks)
    title = ngettext("Draw and play %(num)d card", "Draw and play %(num)d cards", number)
    if len(set(decks)) == 1:
        sentence = _("From the %(deck)s, one at a time.", deck=names.deck_name(decks[0]))
    else:
        first, second = (names.deck_name(deck) for deck in decks[:2])
        sentence = _("First from the %(first)s, then from the %(second)s.", first=first, second=second)
    return Order(title, sentence, go=_("Draw the first card"))


def _special(state: State, option: SpecialOption) -> Order:
    order = option_order(state, option.effect)
    leader = names.leader_name(option.leader)
    if state.leader(option.leader).card_ready:
        used = _("Special action of %(leader)s. Turn the leader’s card over.", leader=leader)
    else:
        used = _("Second step of the special action of %(leader)s.", leader=leader)
    return Order(
        order.title,
        order.sentence,
        (used, *order.details),
        order.areas,
        order.sources,
        order.zones,
        order.arrows,
        go=order.go,
    )
