"""The addresses of the reference. A search is a GET with ``q``: it works without scripts and can be kept as a link;
with them the list follows while one types."""

from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue

from companion.content import RULES
from companion.web.back import way_back
from companion.web.errors import is_fragment
from companion.web.reference import cards, desert_war, guide, leaders, primer
from companion.web.reference.rules import Section, rule_entries, rule_href, sections
from companion.web.reference.search import cleaned
from companion.web.say import _, ngettext

bp = Blueprint("reference", __name__, url_prefix="/learn")


@bp.record
def _give_templates_the_links(setup: BlueprintSetupState) -> None:
    setup.app.jinja_env.globals.update(rule_href=rule_href)


@bp.get("/")
def learn() -> ResponseReturnValue:
    """Shows how a round flows, and the way to everything else."""
    more = {"here": "primer", "tabs": _tabs()}
    return render_template("reference/primer.html", phases=primer.phases(), help_cards=desert_war.help_cards(), **more)


@bp.get("/guide")
def players_guide() -> ResponseReturnValue:
    """Shows how to play with the app."""
    chapters = guide.chapters()
    return render_template("reference/guide.html", chapters=chapters, width=guide.WIDTH, here="guide", tabs=_tabs())


@bp.get("/rules")
def rules() -> ResponseReturnValue:
    """Shows rules and rulings by section."""
    found = sections(_query())
    return _page("rules", found, sum(len(one.rules) for one in found), contents=_contents(found))


@bp.get("/rules/<rule>")
def rule(rule: str) -> ResponseReturnValue:
    """Shows one rule with the rulings on it: a page, or the inside of a sheet. Other words are looked for."""
    if rule.upper() not in RULES:
        return redirect(url_for("reference.rules", q=rule), 303)
    template = "reference/_rule.html" if is_fragment() else "reference/rule.html"
    return render_template(template, entries=rule_entries(rule.upper()), asked=rule.upper())


@bp.get("/cards")
def all_cards() -> ResponseReturnValue:
    """Shows the cards by deck."""
    found = cards.decks(_query())
    return _page("cards", found, sum(len(one.cards) for one in found))


@bp.get("/leaders")
def all_leaders() -> ResponseReturnValue:
    """Shows the leaders by faction."""
    found = leaders.sides(_query())
    return _page("leaders", found, sum(len(one.leaders) for one in found))


def _query() -> str:
    return cleaned(request.args.get("q", ""))


def _page(part: str, found: Sequence[object], number: int, **more: object) -> str:
    context = {
        "here": part,
        "tabs": _tabs(),
        "query": _query(),
        "found": found,
        "count": ngettext("%(num)d entry", "%(num)d entries", number),
        **more,
    }
    template = f"reference/_{part}.html" if is_fragment() else f"reference/{part}.html"
    return render_template(template, **context)


def _tabs() -> list[tuple[str, str, str]]:
    back = way_back().kept or None
    return [
        ("guide", _("Guide"), url_for("reference.players_guide", back=back)),
        ("primer", _("A round"), url_for("reference.learn", back=back)),
        ("rules", _("Rules"), url_for("reference.rules", back=back)),
        ("cards", _("Cards"), url_for("reference.all_cards", back=back)),
        ("leaders", _("Leaders"), url_for("reference.all_leaders", back=back)),
    ]


def _contents(found: Sequence[Section]) -> list[tuple[str, str]]:
    return [(f"section-{one.id}", one.title) for one in found]
