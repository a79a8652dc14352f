"""What the opponent would do with each face of its die, in the words of its orders, one line a face."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.rules.state import HARKONNEN, State
from companion.web.orders.choices import option_texts
from companion.web.orders.option_orders import deployed
from companion.web.orders.presenter import order_text
from companion.web.say import _, ngettext
from companion.web.words import names
from companion.web.words.questions import question_text
from companion.web.words.records import FaceText, Order
from solo_bot import AttackOption, CardsOption, Decision, DeployOption, MoveOption, Option, Question, SpecialOption
from solo_bot.ahead import Face

Chance = Callable[[AttackOption], str]
"""The chance of an attack in words; nothing where none is told."""
MOST_NAMED = 3
LONGEST = 48
"""Of more equal options than that, or with more letters, only the number is told."""


def face_text(state: State, face: Face, chance: Chance) -> FaceText:
    """Returns what the opponent would do with a face in the position ``state``; ``chance`` tells that of an attack."""
    decision, result = face.decision, names.result_name(face.result)
    if decision is None and state.chosen_result is not None:
        return FaceText(_("Not this time"), _("%(result)s: another face was named", result=result))
    if decision is None:
        return FaceText(_("Rolled again"), _("%(result)s: three dice show it already", result=result))
    if decision.question is not None:
        return _asks(decision.question, result)
    if not decision.options:
        return FaceText(_("Nothing to do"), _("%(result)s: no figure moves", result=result))
    order = order_text(state, decision)
    parts = _parts(state, decision, chance)
    detail = _("%(result)s: %(parts)s", result=result, parts=", ".join(parts)) if parts else result
    shown = [one.arrows for one in order.options] if order.options else [order.arrows]
    arrows = tuple(dict.fromkeys(arrow for some in shown for arrow in some))
    areas = order.areas or tuple(dict.fromkeys(area for one in order.options for area in one.areas))
    return FaceText(_title(state, decision, order), detail, areas=areas, arrows=arrows)


def _asks(question: Question, result: str) -> FaceText:
    """A question that comes first: what is done is told by its answer, and nobody has given that yet."""
    titles = {
        "rank": _("Asks you for a rank first"),
        "reveal_token": _("Asks you to reveal a token first"),
        "wormsign": _("Asks you to reveal a wormsign first"),
    }
    title = titles.get(question.ask) or _("Asks you: %(question)s", question=question_text(question).title)
    detail = _("%(result)s: %(parts)s", result=result, parts=names.area_names(question.areas))
    return FaceText(title, detail if question.areas else result, asks=True, areas=question.areas)


def _effect(option: Option) -> Option:
    return option.effect if isinstance(option, SpecialOption) else option


def _title(state: State, decision: Decision, order: Order) -> str:
    """The headline of the order; a move says who goes in its second line."""
    effects = list(dict.fromkeys(map(_effect, decision.options)))
    moves = [one for one in effects if isinstance(one, MoveOption)]
    if len(moves) == len(effects) == 1:
        facts = {"source": names.area_name(moves[0].source), "target": names.area_name(moves[0].target)}
        walk = _("Move from %(source)s to %(target)s", **facts)
        return walk if moves[0].zone is None else _("Fly from %(source)s to %(target)s", **facts)
    if places := _deployed_in(effects):
        return _("Place new units in %(area)s", area=places)
    if len({one.target for one in effects if isinstance(one, AttackOption)}) == 1 and len(effects) > 1:
        # The same target by different legions: it is named all the same.
        return order_text(state, replace(decision, options=decision.options[:1])).title
    return order.title


def _deployed_in(effects: Sequence[Option]) -> str:
    """The areas into which new units come, where the choice is not between them."""
    every = {tuple(p.area for p in one.placements) for one in effects if isinstance(one, DeployOption)}
    return names.area_names(every.pop()) if len(every) == 1 else ""


def _parts(state: State, decision: Decision, chance: Chance) -> list[str]:
    """What the second line says of a decision with options, part by part."""
    options = decision.options
    found = _several(state, options) if len(options) > 1 else _single(_effect(options[0]))
    if isinstance(options[0], SpecialOption) and len({one.leader for one in _specials(options)}) == 1:
        found.append(_("special action of %(leader)s", leader=names.leader_name(options[0].leader)))
    if told := _chances([one for one in map(_effect, options) if isinstance(one, AttackOption)], chance):
        found.append(told)
    if decision.action == "replace_units" and decision.steps_left:
        found.append(_("then the vehicles"))
    elif decision.steps_left:
        found.append(_("then a second move") if decision.action != "special" else _("then its second step"))
    return found


def _specials(options: Sequence[Option]) -> list[SpecialOption]:
    return [one for one in options if isinstance(one, SpecialOption)]


def _single(option: Option) -> list[str]:
    match option:
        case AttackOption(attacker, _target, surprise, zone):
            found = [_("from %(area)s", area=names.area_name(attacker))]
            found += [_("by ornithopter")] if zone is not None else []
            return [*found, _("by surprise")] if surprise else found
        case MoveOption(figures=figures, temporary=temporary):
            found = [names.figures_line(figures, HARKONNEN)]
            return [*found, _("toward %(area)s", area=names.area_name(temporary))] if temporary is not None else found
        case DeployOption():
            return [names.figures_line(deployed(option), HARKONNEN)]
        case CardsOption():
            return [_("nobody knows which")]
        case _:
            return []


def _several(state: State, options: Sequence[Option]) -> list[str]:
    texts = list(dict.fromkeys(one.label for one in option_texts(state, options) if one.label))
    if not 1 < len(texts) <= MOST_NAMED or len("".join(texts)) > LONGEST:
        return [ngettext("one of %(num)d option", "one of %(num)d options", len(options))]
    return [_("one of %(number)s: %(options)s", number=len(texts), options="; ".join(texts))]


def _chances(attacks: Sequence[AttackOption], chance: Chance) -> str:
    return " / ".join(dict.fromkeys(filter(None, map(chance, attacks))))
