"""What the pages of a game show of chances: the battle on top with advice, and the attacks that a legion could make."""

from collections import Counter
from collections.abc import Sequence
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
from companion.web.odds.present import LEAST_POWER, at_best, badge, chance_range, headline, odds_view
from companion.web.say import _, ngettext
from companion.web.ui.odds_blocks import AdviceView, Figures, OddsAt, OddsView, ProspectView
from companion.web.words import names
from companion.web.words.numbers import decimal, percent

WORTH_A_CARD = 0.05
"""A card is kept for later unless it adds so much to the chance to win."""


@dataclass(frozen=True, slots=True)
class BattleOdds:
    """The battle on top of a game: its chances, and the advice for whoever decides now (None: nothing to decide)."""

    odds: OddsView
    advice: AdviceView | None


def battle_odds(
    state: State, *, you: Faction = Faction.ATREIDES, advise: bool = True, named: bool | None = None
) -> BattleOdds | None:
    """Returns what to show about the battle on top of a game, None without one (or with something facedown).

    Told from the side of ``you``; ``named``: both sides by their names, else as "they" and "you" (left out: in solo).
    Advice is for ``you`` alone: what the other side had best do is its own affair.
    """
    battle = battle_of(state)
    if battle is None:
        return None
    found = advice(state, Goal.STAKES) if advise else None
    if found is not None and found.faction is not you:
        found = None
    people = state.mode is not Mode.SOLO
    odds = odds_view(report(battle), you, named=people if named is None else named)
    if found is not None and found.best.deed is Deed.CASUALTIES:
        # The line says what follows from the advised casualties, as the keys do.
        odds = at_best(odds, found.best, you, named=people if named is None else named)
    rank = battle.defender.rank if found is not None and found.faction is battle.defender.faction else 0
    return BattleOdds(odds, None if found is None else _advice(found, rank, named=people))


def card_odds(states: Sequence[State], you: Faction, *, named: bool) -> tuple[OddsAt, ...]:
    """Returns the chances by the number of cards that are discarded; ``states`` are the positions after 0, 1, 2.. of
    them. Empty where something lies facedown."""
    found = []
    for number, state in enumerate(states):
        battle = battle_of(state)
        if battle is None:
            return ()
        found.append(OddsAt(number, odds_view(report(battle, number == 0), you, named=named)))
    return tuple(found)


def card_advice(at: Sequence[OddsAt], side: Faction) -> str:
    """Returns in one sentence how many cards ``side`` had best discard, by its chances with each number of them."""
    chances = [(one.odds.harkonnen if side is Faction.HARKONNEN else one.odds.atreides) / 100 for one in at]
    best = max(range(len(chances)), key=lambda number: (chances[number] - WORTH_A_CARD * number, -number))
    if not best:
        return _("Keep the cards: one more wins %(chance)s.", chance=_instead(chances[1], chances[0]))
    return ngettext(
        "Discard %(num)d card: that wins %(chance)s.",
        "Discard %(num)d cards: that wins %(chance)s.",
        best,
        chance=_instead(chances[best], chances[0]),
    )


def _instead(chance: float, other: float) -> str:
    return _("%(chance)s instead of %(other)s", chance=percent(chance), other=percent(other))


def card_table(at: Sequence[OddsAt]) -> Figures:
    """Returns the chances with each number of cards, side by side."""
    rows = tuple(
        (
            ngettext("%(num)d card", "%(num)d cards", one.value),
            percent(one.odds.harkonnen / 100),
            percent(one.odds.nobody / 100),
            percent(one.odds.atreides / 100),
        )
        for one in at
    )
    sides = [names.faction_name(side) for side in Faction]
    return Figures(_("With each number of cards"), (_("Discarded"), sides[0], _("both fall"), sides[1]), rows)


def prospect_odds(
    state: State, faction: Faction, source: int, *, surprise: bool = False, sees_hidden: bool = True, named: bool = True
) -> list[ProspectView]:
    """Returns what to show about every attack that the legion in ``source`` could make, the best first.

    ``sees_hidden``: as ``View.sees_hidden``, whether entered ranks and tokens may be used; ``named``: as in
    ``battle_odds``.
    """
    found = prospects(state, faction, source, surprise, sees_hidden)
    return [_prospect(one, faction, named=named) for one in found]


def _advice(found: Advice, rank: int, *, named: bool) -> AdviceView:
    """``rank`` is that of the settlement which the side that decides defends."""
    figures = {entry: _("win %(chance)s", chance=percent(wins)) for entry, wins in found.by_figure}
    faction = names.faction_name(found.faction)
    if found.indifferent:
        sentence = _("It makes no difference what you choose.")
        if named:
            sentence = _("It makes no difference what %(faction)s choose.", faction=faction)
    else:
        sentence = f"{_sentence(found, rank)}."
        if named:
            sentence = _("For %(faction)s: %(advice)s", faction=faction, advice=sentence)
        elif found.best.deed is Deed.CASUALTIES:
            sentence = _("Best: %(what)s", what=sentence)
    return AdviceView(names.capital(sentence), found.best.removed, figures)


FIGHTS, LEAVES = (Deed.CONTINUE, Deed.STAY), (Deed.STOP, Deed.RETREAT)


def _sentence(found: Advice, rank: int) -> str:
    """Says what is best, the chance to win by fighting on, and what that costs or saves against leaving off."""
    best = found.best
    if best.deed is Deed.CASUALTIES:
        figures = _removed(best, found.faction)
        return _("%(figures)s, which wins %(chance)s", figures=figures, chance=percent(best.wins))
    fights = next(choice for choice in found.choices if choice.deed in FIGHTS)
    leaves = next(choice for choice in found.choices if choice.deed in LEAVES)
    facts = {"chance": percent(fights.wins)}
    words = {
        Deed.CONTINUE: _("continue the attack, which wins %(chance)s", **facts),
        Deed.STOP: _("cease the attack: continuing wins %(chance)s", **facts),
        Deed.STAY: _("stay and fight on, which wins %(chance)s", **facts),
        Deed.RETREAT: _("retreat: staying wins %(chance)s", **facts),
    }
    if rank:
        words[Deed.STAY] = _("stay and fight on, which holds the settlement %(chance)s of the time", **facts)
        words[Deed.RETREAT] = _("retreat: staying holds the settlement %(chance)s of the time", **facts)
    power = fights.balance - leaves.balance
    if abs(power) < LEAST_POWER:
        return words[best.deed]
    facts = {"what": words[best.deed], "power": decimal(abs(power))}
    if power > 0:
        return _("%(what)s and keeps %(power)s more detailed power", **facts)
    return _("%(what)s and costs %(power)s detailed power", **facts)


def _removed(choice: Choice, faction: Faction) -> str:
    order = tuple(entry for entry, count in Counter(choice.removed).items() for _n in range(count))
    return names.join(names.removed_figures(order, faction))


def _prospect(found: Prospect, faction: Faction, *, named: bool) -> ProspectView:
    low, high = found.range
    words = _("nobody defends it") if found.undefended else headline(low, faction)
    if not found.undefended and percent(low) != percent(high):
        words = _("%(faction)s win %(chance)s", faction=names.faction_name(faction), chance=chance_range(low, high))
    return ProspectView(
        target=found.target,
        name=names.capital(names.area_name(found.target)),
        chance=chance_range(low, high),
        words=words,
        low=round(100 * low, 2),
        high=round(100 * high, 2),
        how=_how(found),
        unknown=names.capital("; ".join(map(_unknown, found.unknown))),
        odds=odds_view(found.low, faction, named=named) if found.is_exact and not found.undefended else None,
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
