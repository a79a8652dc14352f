"""Chances as people read them: percent, a bar, and the table behind."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypedDict

from flask_babel import format_decimal, format_percent

from companion.content.terms import Faction, UnitKind
from companion.rules.odds import Choice, Effect, EffectKind, Ending, Report, SideReport
from companion.web.say import _, ngettext
from companion.web.ui.odds_blocks import Figures, Meter, OddsView
from companion.web.words import names
from companion.web.words.numbers import decimal, exact_percent, percent

SIDE = {Faction.HARKONNEN: "h", Faction.ATREIDES: "a"}
LEAST = 0.0005
"""Rows of a table below this chance are left out: they would read 0.0 %."""
LEAST_POWER = 0.05
"""A difference of fine power below this would read 0.0."""


def odds_view(report: Report, you: Faction = Faction.ATREIDES, *, named: bool = True) -> OddsView:
    """Returns a report in words, the headline from the side of ``you``.

    ``named``: the ends of the bar name both sides, for readers who are on either; else they are "they" and "you".
    """
    chances = {side.faction: side.wins for side in report.sides}
    return OddsView(
        **_line(chances, report.nobody, you, named=named),
        losses=_losses(report),
        rounds=_rounds(report),
        hits=tuple((_hits_title(side), _meters(side.hits, SIDE[side.faction.enemy])) for side in report.sides),
        effects=tuple(_effect(effect, report, you) for effect in report.effects),
        tables=(_endings(report), *(_figures(side) for side in report.sides)),
    )


class Line(TypedDict):
    """What of the chances stands in one line."""

    headline: str
    faction: str
    harkonnen: float
    nobody: float
    atreides: float
    harkonnen_text: str
    atreides_text: str
    say: str


def _line(chances: Mapping[Faction, float], nobody: float, you: Faction, *, named: bool) -> Line:
    harkonnen, atreides = chances[Faction.HARKONNEN], chances[Faction.ATREIDES]
    return Line(
        headline=headline(chances[you], you),
        faction=SIDE[you],
        harkonnen=round(100 * harkonnen, 2),
        nobody=round(100 * nobody, 2),
        atreides=round(100 * atreides, 2),
        harkonnen_text=_end_of_bar(harkonnen, Faction.HARKONNEN, you, named=named),
        atreides_text=_end_of_bar(atreides, Faction.ATREIDES, you, named=named),
        say=_(
            "Harkonnen win %(harkonnen)s, Atreides win %(atreides)s, nobody is left %(nobody)s.",
            harkonnen=percent(harkonnen),
            atreides=percent(atreides),
            nobody=percent(nobody),
        ),
    )


def at_best(view: OddsView, choice: Choice, you: Faction, *, named: bool) -> OddsView:
    """Returns chances whose line is that after a choice of ``you``."""
    chances = {you: choice.wins, you.enemy: choice.loses}
    nobody = max(0.0, 1.0 - choice.wins - choice.loses)
    return replace(view, **_line(chances, nobody, you, named=named))


def _end_of_bar(chance: float, faction: Faction, you: Faction, *, named: bool) -> str:
    if named:
        return _("%(faction)s %(chance)s", faction=names.faction_name(faction), chance=percent(chance))
    if faction is you:
        return _("you %(chance)s", chance=percent(chance))
    return _("they %(chance)s", chance=percent(chance))


def headline(chance: float, you: Faction) -> str:
    """Returns "Atreides win 74 %"."""
    name = names.faction_name(you)
    if chance <= 0.0:
        return _("%(faction)s cannot win", faction=name)
    if chance >= 1.0:
        return _("%(faction)s win for certain", faction=name)
    return _("%(faction)s win %(chance)s", faction=name, chance=percent(chance))


def _losses(report: Report) -> str:
    facts: dict[str, str] = {}
    for side in report.sides:
        key = "harkonnen" if side.faction is Faction.HARKONNEN else "atreides"
        facts |= {key: decimal(side.power_lost), f"{key}_of": str(side.power)}
    return _(
        "Detailed power lost on average: Harkonnen %(harkonnen)s of %(harkonnen_of)s, Atreides "
        "%(atreides)s of %(atreides_of)s.",
        **facts,
    )


def _rounds(report: Report) -> tuple[Meter, ...]:
    return _meters(report.rounds, "", lambda number: ngettext("%(num)d round", "%(num)d rounds", number))


def _hits_title(side: SideReport) -> str:
    return _("Hits on %(faction)s in the next round", faction=names.faction_name(side.faction))


def _hit_words(number: int) -> str:
    return ngettext("%(num)d hit", "%(num)d hits", number)


def _meters(chances: Sequence[float], faction: str, label: Callable[[int], str] = _hit_words) -> tuple[Meter, ...]:
    longest = max(chances, default=0.0)
    return tuple(
        Meter(label(number), percent(chance), chance / longest, faction)
        for number, chance in enumerate(chances)
        if chance >= LEAST
    )


def _effect(effect: Effect, report: Report, you: Faction) -> str:
    """Says what would change for ``you``; a change for the attacker is not always one for the defender."""
    attacker, defender = (names.faction_name(side.faction) for side in report.sides)
    said = {
        EffectKind.ATTACKER_CARD: _("One more card for %(faction)s", faction=attacker),
        EffectKind.DEFENDER_CARD: _("One more card for %(faction)s", faction=defender),
        EffectKind.SURPRISE: _("A surprise attack"),
        EffectKind.NO_SETTLEMENT: _("Without the settlement"),
        EffectKind.FREE_CONTINUE: _("Without the hit for continuing"),
        EffectKind.ENOUGH_REGULARS: _("With enough regular units in the box"),
    }[effect.kind]
    facts = {"what": said, "faction": attacker, "chance": percent(effect.attacker_wins)}
    points = decimal(abs(100 * effect.change))
    if abs(effect.change) < LEAST:
        return _("%(what)s: no difference", **facts)
    if effect.change > 0:
        return _("%(what)s: %(faction)s win %(chance)s, %(points)s points more", points=points, **facts)
    return _("%(what)s: %(faction)s win %(chance)s, %(points)s points less", points=points, **facts)


def _endings(report: Report) -> Figures:
    attacker, defender = (names.faction_name(side.faction) for side in report.sides)
    words = {
        Ending.DEFENDER_DESTROYED: _("%(faction)s are destroyed", faction=defender),
        Ending.DEFENDER_RETREATED: _("%(faction)s retreat", faction=defender),
        Ending.ATTACKER_DESTROYED: _("%(faction)s are destroyed", faction=attacker),
        Ending.ATTACKER_STOPPED: _("%(faction)s cease", faction=attacker),
        Ending.BOTH_DESTROYED: _("both are destroyed"),
    }
    rows = tuple((words[ending], exact_percent(chance)) for ending, chance in report.endings)
    return Figures(_("How it ends"), (_("Ending"), _("Chance")), rows)


def _figures(side: SideReport) -> Figures:
    rows = [
        (_kind(kind.kind, side.faction), str(kind.start), decimal(kind.left))
        for kind in side.kinds
        if kind.start or kind.left >= LEAST
    ]
    rows.append((_("detailed power"), str(side.power), decimal(side.power - side.power_lost)))
    title = _("What is left of the %(faction)s on average", faction=names.faction_name(side.faction))
    return Figures(title, (_("Figures"), _("Now"), _("Left")), tuple(rows))


def _kind(kind: str, faction: Faction) -> str:
    if kind == "escorts":
        return names.word("exp_escort_ornithopter")
    if kind == "generic":
        return names.leader_name(names.GENERIC[faction])
    if kind in [unit.value for unit in UnitKind]:
        return names.kind_name(UnitKind(kind), faction)
    return names.leader_name(kind)


def chance_range(low: float, high: float) -> str:
    """Returns "40 % to 65 %", or one percentage when both read the same."""
    least, most = percent(low), percent(high)
    return least if least == most else _("%(low)s to %(high)s", low=least, high=most)


def badge(low: float, high: float) -> str:
    """Returns a chance, or the range of it, as short as a mark on the map has to be: "74%", "40–65%".

    What is possible is never 0 %, what may fail never 100 %.
    """
    least, most = (chance if chance in (0.0, 1.0) else min(max(chance, 0.01), 0.99) for chance in (low, high))
    if round(100 * least) == round(100 * most):
        return str(format_percent(most))
    return _("%(low)s–%(high)s", low=format_decimal(round(100 * least)), high=format_percent(most))
