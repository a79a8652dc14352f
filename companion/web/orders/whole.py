"""A whole order: its words, the places of what it announces, and a line for whatever the words do not say yet.

What is announced and what is said are one value: ``says`` tells whether words name the pieces, the number and the
places of a change; what they leave out becomes a line of its own, in the words of the list after a deed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.content import LEADERS
from companion.content.terms import Power
from companion.rules.army import NOBODY, Army
from companion.rules.state import HARKONNEN, State
from companion.service.differences import SUPPLY, Adjust, Carry, Difference, Piece, Place, Setting, Where
from companion.web.orders.choices import differing
from companion.web.orders.common import deploy_title, new_leaders, vehicles_title
from companion.web.orders.course import Course
from companion.web.orders.option_orders import replacement_title
from companion.web.orders.places import VEHICLES, place_rows
from companion.web.orders.presenter import Orders, order_text
from companion.web.orders.told import Changes, told
from companion.web.say import _
from companion.web.words import names
from companion.web.words.changes.lines import changes as changes_in_words
from companion.web.words.records import OptionText, Order, PlaceRow
from solo_bot import DeployOption, ReplaceOption, SpecialOption
from solo_bot.procedure.casualties import HitOption
from solo_bot.procedure.decision import ExcessOption

SELF_EVIDENT = (Setting.DECK, Setting.HARKONNEN_DICE, Setting.BURNT, Setting.PRESCIENCE_DECK)
"""What follows from another change that is said: the deck of a card that is drawn, the die that is set aside."""


def whole_order(state: State, order: Orders | Course[Any]) -> Order:
    """Returns an order of the opponent in words with everything that it announces; raises Refused where the rules
    refuse one of its choices.

    ``state``: the position as it is; what Atreides hide is in no word of an order.
    """
    course = order if isinstance(order, Course) else None
    plain: Orders = order.order if isinstance(order, Course) else order
    start = state if course is None else course.start
    words = order_text(state if course is None else course.state, plain)
    if course is not None:
        words = _led(words, course)
    if plain.question is not None or not plain.choices:
        return words
    found = told(start, [choice.commands for choice in plain.choices])
    options = [choice.option for choice in plain.choices if choice.option is not None]
    rows = place_rows(start, found.common, new_leaders(options))
    words = replace(words, rows=rows if words.options else _telling(rows), changes=found.common)
    if any(isinstance(option, HitOption | ExcessOption) for option in options):
        # Casualties are worded by what is left of the legion: its place is that of the step.
        return replace(words, rows=())
    effects = [one.effect if isinstance(one, SpecialOption) else one for one in options]
    words = _shortened(words, effects, course.first.choices[0].option if course and course.first else None)
    whole = replace(words, details=(*words.details, *_unsaid(_text(words), found.common)))
    if not whole.options:
        return whole
    text = _text(whole)
    alike = len({option.detail for option in whole.options}) == 1
    each = [replace(option, detail="" if alike else option.detail) for option in whole.options]
    mixed = {"units", "comes"} <= set(differing(options))
    named = tuple(_option(state, option, own, text, mixed) for option, own in zip(each, found.own, strict=True))
    return replace(whole, options=named)


def _led(words: Order, course: Course[Any]) -> Order:
    """The words with what is carried out before and after."""
    words = replace(words, details=(*words.details, *course.notes))
    if course.first is None:
        return words
    first = order_text(course.start, course.first)
    areas, details = (*first.areas, *words.areas), (*first.details, *words.details)
    return replace(words, title=first.title, sentence=words.title, areas=areas, details=details)


def _shortened(words: Order, effects: list[Any], first: object) -> Order:
    """Says nothing twice: a single place only shows what the title says, several say what the title need not."""
    if len(words.rows) == 1 and all(says(words.title, one) for one in words.changes if isinstance(one, Carry)):
        return replace(words, rows=(replace(words.rows[0], what=""),))
    if len(words.rows) < 2:
        return words
    if all(isinstance(effect, DeployOption) for effect in effects):
        return replace(words, short=deploy_title(effects, places=False), sentence="")
    replaced = first if first is not None else effects[0] if len(effects) == 1 else None
    if not isinstance(replaced, ReplaceOption):
        return words
    sentence = words.sentence if first is None else vehicles_title(effects)
    return replace(words, short=replacement_title(replaced.replacements, places=False), sentence=sentence)


def _telling(rows: tuple[PlaceRow, ...]) -> tuple[PlaceRow, ...]:
    """A single vehicle is said by the headline."""
    return rows if len(rows) > 1 or any(row.fill for row in rows) else ()


def _option(state: State, option: OptionText, own: Changes, text: str, mixed: bool) -> OptionText:
    """An option whose words name everything that it adds; ``mixed``: who comes and where are different things."""
    if mixed:
        return replace(option, label="; ".join(_in_places(state, own)), detail="")
    said = f"{text} {option.label} {option.detail}"
    missing = [one for one in own if not says(said, one)]
    if not missing:
        return option
    parts = _in_places(state, missing)
    parts = [*parts, *_unsaid(" ".join([said, *parts]), missing)]
    return replace(option, detail="; ".join([option.detail, *parts] if option.detail else parts))


def _in_places(state: State, changes: Sequence[Difference]) -> list[str]:
    return [_("%(area)s: %(figures)s", area=row.name, figures=row.what) for row in place_rows(state, changes)]


def _unsaid(text: str, changes: Sequence[Difference]) -> tuple[str, ...]:
    missing = [one for one in changes if not says(text, one)]
    lines = changes_in_words([one for one in missing if not _garrison(one)])
    return (
        *(_("%(what)s: %(way)s", what=line.title, way=line.detail) if line.detail else line.title for line in lines),
        *filter(None, map(_garrison, missing)),
    )


def _garrison(one: Difference) -> str:
    """MAHDI-TOKEN-1: the tokens that a legion leaves in its settlement, "" for any other change."""
    tokens = isinstance(one, Carry) and one.piece is Piece.FIGURES and one.source == SUPPLY and one.figures.tokens
    if not isinstance(one, Carry) or not tokens or one.faction is not HARKONNEN:
        return ""
    return _("Put 1 black and 1 silver token facedown in %(area)s.", area=names.area_name(one.target.number or 0))


def _text(words: Order) -> str:
    rows = (f"{row.name} {row.what}" for row in words.rows)
    return " ".join((words.short or words.title, words.sentence, *words.details, *rows, words.go))


def says(text: str, change: Difference) -> bool:
    """Tells whether words name what a change carries or sets: the pieces with their number, the places, the value."""
    low = text.casefold()
    return all(word.casefold() in low for word in _words(change))


def _words(change: Difference) -> list[str]:
    if sentence := _garrison(change):
        return [sentence]
    if isinstance(change, Adjust):
        return _set(change)
    places = [_place(end) for end in (change.source, change.target)]
    return [*_pieces(change), *(place for place in places if place)]


def _pieces(one: Carry) -> list[str]:
    if one.piece is Piece.FIGURES:
        return names.figure_list(one.figures, one.faction or HARKONNEN)
    if one.piece is Piece.LEADER:
        return names.figure_list(NOBODY + Army(named=(one.leader,)), LEADERS[one.leader].faction)
    return [names.vehicle_name(VEHICLES[one.piece])] if one.piece in VEHICLES else []


def _place(place: Place) -> str:
    if place.number is None:
        return ""
    if place.where is Where.AREA:
        return names.area_name(place.number)
    return names.zone_name(place.number) if place.where is Where.ZONE else ""


def _set(one: Adjust) -> list[str]:
    match one.what:
        case Setting.IMPERIUM:
            return [names.power_name(Power(one.subject)), str(one.after)]
        case Setting.BAN:
            return [names.power_name(Power(one.subject))]
        case Setting.SUPREMACY:
            return [str(one.after)]
        case Setting.SPICE_RESERVE:
            return [str(one.after)] if one.after else []
        case Setting.LEADER_CARD:
            return [names.leader_name(one.subject)]
        case Setting.DISCARDS | Setting.ATTACHED:
            return [names.card_name(one.subject)]
        case Setting.BESIDE:
            return [names.card_name("hawats_scheming")]
        case what if what in SELF_EVIDENT:
            return []
        case Setting.BLACK_TOKENS | Setting.SILVER_TOKENS:
            return []
        case Setting.ATREIDES_DICE:
            gone = Counter(str(one.before).split()) - Counter(str(one.after).split())
            return [names.result_name(result) for result in gone]
        case Setting.TACTICAL | Setting.HARVESTING_SECTOR | Setting.TARGET_SIETCH:
            return [str(one.after)]
        case _:
            number = abs(int(one.after or 0) - int(one.before or 0))
            return [str(number)] if number > 1 else []
