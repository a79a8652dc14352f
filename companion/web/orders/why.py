"""The funnel of a decision: each criterion with how many options it left, what stayed, what fell out and why."""

from collections.abc import Sequence
from enum import Enum
from typing import Any

from companion.content import LEADERS
from companion.content.steps import Effect
from companion.content.terms import Deck, Power, Result, UnitKind
from companion.rules.state import HARKONNEN
from companion.web.orders.card_steps import effect_name
from companion.web.orders.choices import AnyOption, aspects
from companion.web.orders.criteria import Criterion, criterion_of
from companion.web.say import _, ngettext
from companion.web.words import names
from companion.web.words.records import Chip, Drop, FunnelLine, Why
from solo_bot import AttackOption, Decision, MoveOption, SpecialOption, Step
from solo_bot.documents.explain import NUMBER_CRITERIA, ZONE_CRITERIA
from solo_bot.levels.choice import picked_for_player

CHOICE_RULE = "MAHDI-0"
TELLING = 2
"""How many aspects of an option name it in a line."""


def why_text(decision: Decision) -> Why:
    """Returns the whole explanation of a decision."""
    number = len(decision.options)
    lines = why_lines(decision.trace, number)
    return Why(_title(decision), _counts(lines, number), lines, summary(decision))


def why_lines(steps: Sequence[Step], options: int) -> tuple[FunnelLine, ...]:
    """Returns a line a step, for any trace; with several ``options`` the last line is "Equal: you choose"."""
    lines = [_line(step) for step in steps]
    if options > 1:
        note = _("Nothing else tells them apart.")
        title = _("Tied: you choose")
        lines.append(FunnelLine(options, title, names.rule_ref(CHOICE_RULE), note=note, end=True))
    return tuple(lines)


def picked_text(steps: Sequence[Step]) -> str:
    """Returns the sentence that says that the app chose among equal options for the player, empty when it did not."""
    if not picked_for_player(steps):
        return ""
    if any(step.criterion in ("least_prospect", "least_threat") and step.dropped for step in steps):
        return _("Tied by the rules. The app picked what it thinks is best for the Atreides.")
    return _("Tied by the rules, and the app sees no difference for the Atreides: it chose at random for you.")


def summary(decision: Decision) -> str:
    """Returns in one sentence what decided."""
    if decision.question is not None:
        return _("Your answer decides it.")
    if not decision.options:
        return _("Nothing was possible.")
    deciding = next((step for step in reversed(decision.trace) if step.dropped), None)
    if deciding is None:
        if len(decision.options) > 1:
            return _("All are tied: you choose.")
        return _("Only this was possible.")
    line = _line(deciding)
    kept = names.join(dict.fromkeys(_chip_text(chip) for chip in line.kept))
    return _("Decided by “%(criterion)s”: %(kept)s.", criterion=line.title, kept=kept)


def _chip_text(chip: Chip) -> str:
    if not chip.value:
        return chip.text
    return _("%(name)s (%(value)s)", name=chip.text, value=chip.value)


def _title(decision: Decision) -> str:
    if decision.action == "nothing":
        return _("Why nothing?")
    first = next(iter(decision.options), None)
    if isinstance(first, SpecialOption):
        return _("Why this special action?")
    titles = {
        "attack_sietch": _("Why this attack?"),
        "attack_legion": _("Why this attack?"),
        "move": _("Why this move?"),
        "merge": _("Why do they join?"),
        "deploy": _("Why there?"),
        "replace_units": _("Why these units?"),
        "place_vehicles": _("Why there?"),
        "play_cards": _("Why these cards?"),
    }
    return str(titles.get(decision.action) or _("Why this?"))


def _counts(lines: Sequence[FunnelLine], options: int) -> str:
    most = max([options, *(line.left + _fallen(line) for line in lines if line.left is not None)])
    if most <= 1:
        return ""
    return ngettext("%(num)d option, %(left)d left", "%(num)d options, %(left)d left", most, left=options)


def _fallen(line: FunnelLine) -> int:
    return sum(drop.count for drop in line.dropped)


def _line(step: Step) -> FunnelLine:
    criterion = criterion_of(step.rule, step.criterion)
    compared = criterion.value is not None
    left = len(step.kept) if compared or criterion.counts else None
    return FunnelLine(
        left=left,
        title=str(criterion.title),
        rule=names.rule_ref(step.rule),
        kept=_kept(step, criterion),
        dropped=_dropped(step, criterion),
        rulings=tuple(names.rule_ref(ruling) for ruling in step.rulings),
        note=str(criterion.note),
    )


def _kept(step: Step, criterion: Criterion) -> tuple[Chip, ...]:
    # A condition that holds for none of those that stay told nobody apart.
    tick = criterion.value is not None and not criterion.sifts and any(v is not False for _o, v in step.kept)
    values = {criterion.value(value) if criterion.value else "" for _o, value in step.kept}
    if (
        criterion.value is not None
        and not criterion.sifts
        and not step.dropped
        and len(step.kept) > 1
        and len(values) == 1
    ):
        everything = ngettext("all %(num)d", "all %(num)d", len(step.kept))
        return (Chip(str(everything), values.pop(), tick, len(step.kept)),)
    counts: dict[tuple[str, str], int] = {}
    for candidate, value in step.kept:
        key = (_name(step, criterion, candidate), criterion.value(value) if criterion.value else "")
        counts[key] = counts.get(key, 0) + 1
    return tuple(Chip(text, value, tick, number) for (text, value), number in counts.items())


def _dropped(step: Step, criterion: Criterion) -> tuple[Drop, ...]:
    word = criterion.reason or criterion.value
    groups: dict[str, list[str]] = {}
    for candidate, value in step.dropped:
        reason = word(value) if word else ""
        groups.setdefault(reason, []).append(_name(step, criterion, candidate))
    return tuple(Drop(tuple(dict.fromkeys(texts)), reason, len(texts)) for reason, texts in groups.items())


def _name(step: Step, criterion: Criterion, candidate: Any) -> str:
    match candidate:
        case AttackOption(attacker, target):
            return _route(step, criterion, attacker, target)
        case MoveOption(source, target):
            return _route(step, criterion, source, target)
        case str() if candidate in LEADERS:
            return names.leader_name(candidate)
        case Enum():
            return _enum(candidate)
        case int() if step.criterion in NUMBER_CRITERIA:
            return _number(step.criterion, candidate)
        case int() if step.criterion in ZONE_CRITERIA:
            return names.capital(names.zone_name(candidate))
        case int():
            return names.area_name(candidate)
        case _ if isinstance(candidate, AnyOption):
            return names.capital(", ".join(list(aspects(candidate).values())[:TELLING]))
        case _:
            return str(candidate)


def _route(step: Step, criterion: Criterion, source: int, target: int) -> str:
    """Names an attack or move by the end that tells it apart in this step."""
    if criterion.by == "target":
        return names.area_name(target)
    targets = {option.target for option, _why in (*step.kept, *step.dropped)}
    if criterion.by == "source" or len(targets) == 1:
        return names.area_name(source)
    facts = {"source": names.area_name(source), "target": names.area_name(target)}
    return _("%(source)s to %(target)s", **facts)


def _enum(member: Enum) -> str:
    match member:
        case Deck():
            return names.deck_name(member)
        case Power():
            return names.power_name(member)
        case Result():
            return names.result_name(member)
        case Effect():
            return effect_name(member)
        case UnitKind():
            return names.kind_name(member, HARKONNEN)
        case _:
            return str(member.value)


def _number(code: str, number: int) -> str:
    if code == "bashars_first":
        return names.generic_leaders(HARKONNEN, number)
    if code == "regulars_removed":
        return names.units(UnitKind.REGULAR, HARKONNEN, number)
    return _("%(number)d spice", number=number)
