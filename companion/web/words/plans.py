"""What a player could do, and why, in words: the commands of a hint as one line, its reasons as sentences."""

from collections.abc import Callable, Sequence

from companion.content import LEADERS, PRESCIENCE_CARDS
from companion.rules import commands as c
from companion.rules.actions import OtherAction
from companion.rules.commands import Command
from companion.web.say import _, ngettext
from companion.web.words import names
from solo_bot.planner import Reason, ReasonCode


def plan_text(commands: Sequence[Command]) -> str:
    """Returns what the commands of a hint do, in order, in one line; the die of an action is named before it."""
    parts = list(dict.fromkeys(text for command in commands if (text := _step(command))))
    start = _begun(commands[0]) if commands else ""
    if not parts:
        return start or _("End the action")
    text = _("%(first)s, then %(second)s", first=parts[0], second=_low(parts[1])) if len(parts) > 1 else parts[0]
    return _("%(result)s: %(parts)s", result=start, parts=_low(text)) if start else text


def _begun(command: Command) -> str:
    """The action that a command begins: what it is, and by which die where that shows another result."""
    match command:
        case c.SpendDie(die=die, action=action) if die != action:
            facts = {"die": names.result_name(die), "action": names.result_name(action)}
            return _("%(die)s as %(action)s", **facts)
        case c.SpendDie(action=action):
            return names.result_name(action)
        case c.UseDesertPower():
            return names.result_name(OtherAction.DESERT_POWER)
        case _:
            return ""


def _low(text: str) -> str:
    return text[:1].lower() + text[1:]


def _step(command: Command) -> str:
    match command:
        case c.MoveLegion(source=source, target=target):
            facts = {"source": names.area_name(source), "target": names.area_name(target)}
            return _("Move from %(source)s to %(target)s", **facts)
        case c.Attack(source=source, target=target):
            facts = {"source": names.area_name(source), "target": names.area_name(target)}
            return _("Attack %(target)s from %(source)s", **facts)
        case c.DeployToken(area=area, leader=leader):
            place = {"area": names.area_name(area)}
            if leader is None:
                return _("A token facedown in %(area)s", **place)
            return _("A token and %(leader)s in %(area)s", leader=names.leader_name(leader), **place)
        case c.DrawCards(decks=decks):
            return ngettext("Draw %(num)d planning card", "Draw %(num)d planning cards", len(decks))
        case c.PlaceWormsign(area=area):
            return _("A wormsign in %(area)s", area=names.area_name(area))
        case c.MoveWorm(source=source, target=target):
            facts = {"source": names.area_name(source), "target": names.area_name(target)}
            return _("The worm moves from %(source)s to %(target)s", **facts)
        case c.WormAttack(source=source, target=target):
            facts = {"source": names.area_name(source), "target": names.area_name(target)}
            return _("The worm in %(source)s attacks %(target)s", **facts)
        case c.ClaimPrescience():
            return _("Claim a prescience card")
        case c.PlayAtreidesCard(card=card):
            return names.card_name(card)
        case c.UseLeader(leader=leader):
            return _("special action of %(leader)s", leader=names.leader_name(leader))
        case _:
            return ""


def reason_text(reason: Reason, percent: Callable[[float], str]) -> str:
    """Returns a reason of a hint as a sentence without a full stop; ``percent`` words its chance."""
    return REASONS[reason.code](reason, "" if reason.chance is None else percent(reason.chance))


def _area(reason: Reason) -> str:
    return "" if reason.area is None else names.area_name(reason.area)


def _card(reason: Reason) -> str:
    card = PRESCIENCE_CARDS.get(reason.card or "")
    return "" if card is None else _(card.name)


def _leader(reason: Reason) -> str:
    return names.leader_name(reason.card) if reason.card and reason.card in LEADERS else ""


REASONS: dict[ReasonCode, Callable[[Reason, str], str]] = {
    ReasonCode.WINS_BATTLE: lambda r, p: _("Wins the battle in %(area)s with %(chance)s", area=_area(r), chance=p),
    ReasonCode.TAKES_SETTLEMENT: lambda r, p: _(
        "Takes the settlement %(area)s with %(chance)s", area=_area(r), chance=p
    ),
    ReasonCode.SAVES_SIETCH: lambda r, p: _(
        "Saves the sietch at %(area)s, which could fall with %(chance)s", area=_area(r), chance=p
    ),
    ReasonCode.GUARDS_SIETCH: lambda r, p: _("Guards the sietch at %(area)s", area=_area(r)),
    ReasonCode.TAKES_STATION: lambda r, p: _("Takes the testing station in %(area)s", area=_area(r)),
    ReasonCode.NEARS_STATION: lambda r, p: _("Gets closer to the testing station in %(area)s", area=_area(r)),
    ReasonCode.DENIES_SPICE: lambda r, p: _(
        "Removes the harvester in %(area)s: %(count)s spice less for the Harkonnen", area=_area(r), count=r.count or 0
    ),
    ReasonCode.MEETS_PRESCIENCE: lambda r, p: _("Meets the prescience card %(card)s", card=_card(r)),
    ReasonCode.NEARS_PRESCIENCE: lambda r, p: _("Gets closer to the prescience card %(card)s", card=_card(r)),
    ReasonCode.REACHES_SAFETY: lambda r, p: _("Brings the legion to safety in %(area)s", area=_area(r)),
    ReasonCode.THREATENS_SETTLEMENT: lambda r, p: _("Threatens the settlement %(area)s", area=_area(r)),
    ReasonCode.WORM_STRIKES: lambda r, p: _(
        "The worm strikes in %(area)s: about %(count)s hits", area=_area(r), count=r.count or 0
    ),
    ReasonCode.SENDS_WORM: lambda r, p: _("Brings the worm near its prey, to %(area)s", area=_area(r)),
    ReasonCode.CALLS_WORMS: lambda r, p: _("Worms may come near Harkonnen legions and harvesters"),
    ReasonCode.DECOY: lambda r, p: _("Draws the attack to %(area)s, away from the sietches", area=_area(r)),
    ReasonCode.BRINGS_LEADER: lambda r, p: _("Brings %(leader)s onto the board", leader=_leader(r)),
    ReasonCode.DRAWS_CARDS: lambda r, p: ngettext(
        "%(num)d planning card for later", "%(num)d planning cards for later", r.count or 1
    ),
    ReasonCode.BETTER_TEMPO: lambda r, p: _("Costs no die: the Harkonnen have to roll one of theirs"),
    ReasonCode.CLAIMS_PRESCIENCE: lambda r, p: _("Claims the prescience card %(card)s", card=_card(r)),
    ReasonCode.FIGHTS_ON: lambda r, p: _("Continuing wins with %(chance)s", chance=p),
    ReasonCode.BREAKS_OFF: lambda r, p: _("Continuing would win with %(chance)s only", chance=p),
    ReasonCode.STANDS: lambda r, p: _("The legion in %(area)s holds with %(chance)s", area=_area(r), chance=p),
    ReasonCode.GIVES_WAY: lambda r, p: _(
        "The legion in %(area)s would hold with %(chance)s only", area=_area(r), chance=p
    ),
    ReasonCode.SIMULATED: lambda r, p: _("Simulated rounds went best this way"),
}
"""The words of every reason that the planner gives."""

if missing := set(ReasonCode) - set(REASONS):
    raise TypeError(f"no words for the reasons {sorted(missing)}")
