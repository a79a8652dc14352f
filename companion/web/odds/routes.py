"""The addresses of the calculator and of the dice of a game."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.content import GENERIC_SUPPLY, NAMED_LEADERS
from companion.content.terms import Faction, UnitKind
from companion.rules.errors import FormatError
from companion.rules.frames import RollSource
from companion.rules.odds import report
from companion.rules.odds.document import MAX_UNITS
from companion.service import DiceBy
from companion.service.fairness import fairness
from companion.web.errors import is_htmx
from companion.web.odds import form, hints
from companion.web.odds.dice import dice_view
from companion.web.odds.present import SIDE, odds_view
from companion.web.say import _
from companion.web.seats import Change, View, changes, sees, table, table_url
from companion.web.ui.odds_blocks import OddsView
from companion.web.words import names

bp = Blueprint("odds", __name__)
OWN_TURN = ("ahead", "hint")
"""The settings of a solo game that are switched beside its chances."""


@dataclass(frozen=True, slots=True)
class SideForm:
    """The fields of one faction: steppers as (field, label, glyph, most), leaders as (id, name, values)."""

    key: str
    name: str
    units: tuple[tuple[str, str, str, int], ...]
    more: tuple[tuple[str, str, str, int], ...]
    leaders: tuple[tuple[str, str, str], ...]


@bp.get("/odds")
def calculator() -> ResponseReturnValue:
    """Shows the calculator; for htmx the answer alone, and 422 with the rule for what is no battle."""
    entered = form.entered(request.args)
    view: OddsView | None = None
    problem: form.Problem | None = None
    try:
        view = odds_view(report(form.read(entered)))
    except form.Problem as found:
        problem = found
    template = "odds/_answer.html" if is_htmx() else "odds/calculator.html"
    page = render_template(
        template,
        form=entered,
        sides=[_side_form(faction) for faction in form.FACTIONS],
        ranks=range(form.MAX_RANK + 1),
        choices=_choices(),
        view=view,
        problem=problem,
        fragment=is_htmx(),
        unusual=entered.is_unusual,
    )
    return page, 200 if problem is None else 422


@bp.get("/g/<game_id>/dice")
@sees
def dice(view: View) -> ResponseReturnValue:
    """Shows every roll of a game by what it was for, against what fair dice would do."""
    source = _source()
    found = dice_view(fairness(view.loaded, source), source)
    pledge = view.pledge if view.settings.dice is DiceBy.APP else None
    return render_template("odds/dice.html", game=view.game, home=table_url(view.game.id), dice=found, pledge=pledge)


def _source() -> RollSource | None:
    """Reads which dice are asked for; raises FormatError for a value that is none of them."""
    value = request.args.get("source", "")
    if value and value not in tuple(RollSource):
        raise FormatError("source", _("choose one of the answers, not “%(value)s”", value=value[:40]))
    return RollSource(value) if value else None


@bp.app_context_processor
def hints_context() -> dict[str, object]:
    """Gives templates the choices of the menu about chances."""
    return {"hint_choices": hints.choices, "hints_of_device": hints.of_device}


@bp.post("/g/<game_id>/hints")
@sees
def hints_here(view: View) -> ResponseReturnValue:
    """Makes the asking device show chances, or not; nothing about the game changes."""
    return hints.keep(redirect(_menu(view), 303), hints.sent())


@bp.post("/g/<game_id>/hints/all")
@changes
def hints_for_all(change: Change) -> ResponseReturnValue:
    """Sets how much all devices of a game may say about chances."""
    table().change_settings(change.game.id, change.seat, hints=hints.sent())
    return redirect(_menu(change), 303)


@bp.post("/g/<game_id>/hints/turn")
@changes
def own_turn(change: Change) -> ResponseReturnValue:
    """Lets the players of a solo game look ahead and ask for a hint, or not."""
    name, value = request.form.get("setting", ""), request.form.get("on", "")
    if name not in OWN_TURN or value not in ("yes", "no"):
        raise FormatError("setting", _("“%(value)s” is not one of the choices", value=f"{name} {value}"[:40]))
    table().change_settings(change.game.id, change.seat, **{name: value == "yes"})
    return redirect(_menu(change), 303)


def _menu(view: View) -> str:
    return url_for("table.menu", game_id=view.game.id) + "#hints"


def _side_form(faction: Faction) -> SideForm:
    key = SIDE[faction]
    units = tuple((f"{key}_{kind.value}", names.kind_name(kind, faction), kind.value, MAX_UNITS) for kind in UnitKind)
    generic = (f"{key}_generic", names.leader_name(names.GENERIC[faction]), "leader", GENERIC_SUPPLY[faction])
    cards = (f"{key}_cards", _("Cards for the next roll"), "cards", form.MAX_CARDS)
    more = (f"{key}_reinforcements", _("Cards for every roll, as needed"), "cards", 36)
    leaders = tuple(
        (leader.id, names.leader_name(leader.id), f"{leader.hits}/{leader.shields}")
        for leader in NAMED_LEADERS
        if leader.faction is faction
    )
    return SideForm(key, names.faction_name(faction), (*units, generic, cards), (more,), leaders)


def _choices() -> dict[str, list[tuple[str, str]]]:
    """Returns the texts of the ways to fight."""
    attack = {
        form.USUAL: _("As usual: Harkonnen by the solo rules, Atreides to the end"),
        "mahdi": _("Ceases at half the defender’s power"),
        "to_the_end": _("To the end"),
        form.STOP_BELOW: _("Ceases when weaker than"),
        "optimal": _("What is best"),
    }
    defend = {
        "never_retreat": _("Never retreats"),
        form.RETREAT_AT: _("Retreats with no more than"),
        "optimal": _("What is best"),
    }
    casualties = {
        form.USUAL: _("As usual"),
        "mahdi": _("By the solo rules"),
        "keep_power": _("Keep the most power"),
        "optimal": _("What is best"),
    }
    return {
        "attack": [(key, attack[key]) for key in form.ATTACK],
        "defend": [(key, defend[key]) for key in form.DEFEND],
        "casualties": [(key, casualties[key]) for key in form.CASUALTIES],
        "goal": [("win", _("to win")), ("power", _("to keep more power than the other"))],
        "of": [("power", _("detailed power")), ("units", _("units"))],
    }
