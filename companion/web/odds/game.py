"""What the pages of a game show of chances: the battle on top with advice, and the attacks that a legion could make."""

from collections import Counter
from dataclasses import dataclass

from companion.content.terms import Faction
from companion.rules.odds import (
    Advice,
    Choice,
    Deed,
    Goal,
    Missing,
    Prospect,
    Unknown,
    advice,
    battle_of,
    prospects,
    report,
)
from companion.rules.reach import Via
from companion.rules.state import Mode, State
from companion.web.odds.present import OddsView, badge, chance_range, decimal, headline, in_n, odds_view, percent
from companion.web.say import _, ngettext
from companion.web.words import names


@dataclass(frozen=True, slots=True)
class AdviceView:
    """The best choice now in words: ``title`` says it, ``reason`` what it is worth, ``others`` the other choices.

    Between people the words name the side; in solo it is "you".
    ``removed`` are the best casualties as the form of the hits names them, ``()`` for another decision.
    """

    title: str
    reason: str
    others: tuple[str, ...]
    removed: tuple[str, ...] = ()
    deed: str = ""


@dataclass(frozen=True, slots=True)
class BattleOdds:
    """The battle on top of a game: its chances, and the advice for whoever decides now (None: nothing to decide)."""

    odds: OddsView
    advice: AdviceView | None


@dataclass(frozen=True, slots=True)
class ProspectView:
    """One possible attack: ``chance`` is "74 %" or a range, ``words`` "3 in 4"; ``low`` and ``high`` in percent.

    ``badge`` is the chance as short as the map needs it. ``unknown`` says what the range depends on, ``how`` how to get
    there unless it is next to it.
    """

    target: int
    name: str
    chance: str
    words: str
    low: float
    high: float
    how: str
    unknown: str
    odds: OddsView | None
    badge: str


def battle_odds(
    state: State, *, you: Faction = Faction.ATREIDES, advise: bool = True, goal: Goal = Goal.WIN
) -> BattleOdds | None:
    """Returns what to show about the battle on top of a game, None without one (or with something facedown).

    Told from the side of ``you``. Advice is for ``you`` alone: what the other side had best do is its own affair.
    """
    battle = battle_of(state)
    if battle is None:
        return None
    found = advice(state, goal) if advise else None
    if found is not None and found.faction is not you:
        found = None
    named = state.mode is not Mode.SOLO
    odds = odds_view(report(battle), you, named=named)
    return BattleOdds(odds, None if found is None else _advice(found, named=named))


def prospect_odds(
    state: State, faction: Faction, source: int, *, surprise: bool = False, sees_hidden: bool = True
) -> list[ProspectView]:
    """Returns what to show about every attack that the legion in ``source`` could make, the best first.

    ``sees_hidden``: as ``View.sees_hidden``, whether entered ranks and tokens may be used.
    """
    return [_prospect(found, faction) for found in prospects(state, faction, source, surprise, sees_hidden)]


def _advice(found: Advice, *, named: bool) -> AdviceView:
    best, faction = found.best, found.faction
    others = tuple(
        _("%(what)s: %(worth)s", what=names.capital(_deed(choice, faction)), worth=_worth(choice, faction, named=named))
        for choice in found.choices[1:]
    )
    reason = names.capital(_worth(best, faction, named=named))
    return AdviceView(_advice_title(found, named=named), reason, others, best.removed, best.deed.value)


def _advice_title(found: Advice, *, named: bool) -> str:
    faction, what = names.faction_name(found.faction), _deed(found.best, found.faction)
    if found.indifferent:
        if named:
            return _("It makes no difference what %(faction)s choose", faction=faction)
        return _("It makes no difference what you choose")
    return _("Best for %(faction)s: %(what)s", faction=faction, what=what) if named else _("Best: %(what)s", what=what)


def _deed(choice: Choice, faction: Faction) -> str:
    words = {
        Deed.CONTINUE: _("go on attacking"),
        Deed.STOP: _("cease the attack"),
        Deed.RETREAT: _("retreat"),
        Deed.STAY: _("stay and fight on"),
    }
    if choice.deed is not Deed.CASUALTIES:
        return words[choice.deed]
    order = tuple(entry for entry, count in Counter(choice.removed).items() for _n in range(count))
    return _("remove %(figures)s", figures=names.join(names.removed_figures(order, faction)))


def _worth(choice: Choice, faction: Faction, *, named: bool) -> str:
    balance = decimal(abs(choice.balance))
    facts = {"chance": percent(choice.wins), "words": in_n(choice.wins), "balance": balance}
    if named:
        return _worth_named(choice, facts | {"faction": names.faction_name(faction)})
    if choice.balance >= 0:
        return _("you win %(chance)s (%(words)s) and keep %(balance)s more power than they on average", **facts)
    return _("you win %(chance)s (%(words)s) and keep %(balance)s less power than they on average", **facts)


def _worth_named(choice: Choice, facts: dict[str, str]) -> str:
    if choice.balance >= 0:
        return _(
            "%(faction)s win %(chance)s (%(words)s) and keep %(balance)s more power than the other side on average",
            **facts,
        )
    return _(
        "%(faction)s win %(chance)s (%(words)s) and keep %(balance)s less power than the other side on average",
        **facts,
    )


def _prospect(found: Prospect, faction: Faction) -> ProspectView:
    low, high = found.range
    if found.undefended:
        words = _("nobody defends it")
    elif in_n(low) == in_n(high):
        words = headline(low, faction)
    else:
        words = _("%(low)s to %(high)s", low=in_n(low), high=in_n(high))
    return ProspectView(
        target=found.target,
        name=names.capital(names.area_name(found.target)),
        chance=chance_range(low, high),
        words=words,
        low=round(100 * low, 2),
        high=round(100 * high, 2),
        how=_how(found),
        unknown=names.capital("; ".join(map(_unknown, found.unknown))),
        odds=odds_view(found.low, faction) if found.is_exact and not found.undefended else None,
        badge=badge(low, high),
    )


def _how(found: Prospect) -> str:
    way = found.ways[0]
    if way.via is Via.SANDRIDING:
        return _("by sandriding")
    if way.via is Via.TRANSPORT and way.zone is not None:
        return _("by ornithopter from the %(zone)s", zone=names.zone_name(way.zone))
    return ""


def _unknown(unknown: Unknown) -> str:
    area = names.area_name(unknown.area)
    if unknown.what is Missing.RANK:
        return _("the rank of %(area)s is not known", area=area)
    tokens = ngettext("%(num)d facedown token", "%(num)d facedown tokens", unknown.number)
    return _("%(tokens)s in %(area)s, contents assumed", tokens=tokens, area=area)
