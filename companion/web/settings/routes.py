"""The page of the settings and the sheet of the keyboard shortcuts."""

from typing import Any, NamedTuple

from babel import Locale
from flask import Blueprint, redirect, render_template, request, url_for
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue

from companion.rules.errors import FormatError
from companion.version import VERSION
from companion.web.addresses import is_trustworthy
from companion.web.back import page_of_ours
from companion.web.errors import is_htmx
from companion.web.i18n import COOKIE, language, languages
from companion.web.say import _
from companion.web.settings.choices import CHOICES, YEAR, attributes, chosen
from companion.web.settings.words import Question, key_groups, questions

bp = Blueprint("settings", __name__)

MAX_BACK = 500


class Tongue(NamedTuple):
    """A language to choose: ``tag`` is empty for that of the browser."""

    tag: str
    name: str


def page_context() -> dict[str, Any]:
    """Returns what every page knows: ``lang``, ``theme``, ``comfort`` (attributes of the page), ``secure`` (whether
    browsers trust the connection enough for installing and the like)."""
    settings = chosen(request.cookies)
    return {"lang": language(), "theme": settings["theme"], "comfort": attributes(settings), "secure": is_trustworthy()}


@bp.get("/settings")
def settings() -> ResponseReturnValue:
    """Shows the settings of this device."""
    return _page(back=page_of_ours(request.args.get("back", "")), saved="saved" in request.args)


@bp.post("/settings")
def keep() -> ResponseReturnValue:
    """Remembers the settings on this device, and shows them again or goes back to where the reader came from."""
    back = page_of_ours(request.form.get("back", ""))
    try:
        wanted = {name: _choice(name) for name in CHOICES}
        tongue = _tongue()
    except FormatError as problem:
        return _page(back=back, problem=problem), 400
    answer = redirect(url_for("settings.settings", back=back, saved="1"), 303)
    for name, value in wanted.items():
        _keep(answer, name, "" if value == CHOICES[name][0] else value)
    _keep(answer, COOKIE, tongue)
    return answer


@bp.post("/language")
def speak() -> ResponseReturnValue:
    """Remembers the language alone, and shows the page again that it was chosen on."""
    back = page_of_ours(request.form.get("back", ""))
    try:
        tongue = _tongue()
    except FormatError as problem:
        return _page(back=back, problem=problem), 400
    answer = redirect(back, 303)
    _keep(answer, COOKIE, tongue)
    return answer


@bp.record
def _give_templates_the_languages(setup: BlueprintSetupState) -> None:
    setup.app.jinja_env.globals.update(languages_by_name=lambda: _tongues()[1:])


@bp.get("/keys")
def keys() -> ResponseReturnValue:
    """Shows the keyboard shortcuts: a page, or the inside of the help sheet for a script."""
    template = "settings/_keys.html" if is_htmx() else "settings/keys.html"
    return render_template(template, groups=key_groups(), back=page_of_ours(request.args.get("back", "")))


def _page(back: str, saved: bool = False, problem: FormatError | None = None) -> str:
    found: list[Question] = questions()
    return render_template(
        "settings/settings.html",
        back=back,
        saved=saved,
        problem=problem,
        questions=found,
        version=VERSION,
        chosen=chosen(request.cookies),
        tongues=_tongues(),
        tongue=request.cookies.get(COOKIE) if request.cookies.get(COOKIE) in languages() else "",
    )


def _choice(name: str) -> str:
    value = request.form.get(name, CHOICES[name][0])
    if value not in CHOICES[name]:
        raise FormatError(name, _("choose one of the answers, not “%(value)s”", value=value[:40]))
    return value


def _tongue() -> str:
    value = request.form.get(COOKIE, "")
    if value and value not in languages():
        raise FormatError(COOKIE, _("choose one of the answers, not “%(value)s”", value=value[:40]))
    return value


def _keep(answer: Any, name: str, value: str) -> None:
    # Readable by scripts, which follow the settings; nothing secret is in them.
    if value:
        answer.set_cookie(name, value, max_age=YEAR, samesite="Lax")
    else:
        answer.delete_cookie(name, samesite="Lax")


def _tongues() -> list[Tongue]:
    found = [Tongue(tag, Locale.parse(tag).get_display_name(tag) or tag) for tag in languages()]
    return [Tongue("", _("As the browser asks")), *(Tongue(tag, name[:1].upper() + name[1:]) for tag, name in found)]
