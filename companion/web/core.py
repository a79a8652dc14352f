"""What the app is made of wherever it runs: safety, languages, error pages, and the features that need no server."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask
from flask.templating import Environment
from jinja2 import Template
from jinja2.environment import TemplateModule
from jinja2.runtime import Context

from companion.resources import static_dir, templates_dir
from companion.service import Table, utc_now
from companion.service.advisers import Adviser, SliceAdviser
from companion.service.quotas import HOME, Keeper, Quotas
from companion.service.sweeper import Task, devices
from companion.store import Copyist, Database
from companion.store.leftovers import Leftovers
from companion.store.tallies import Tallies
from companion.web.addresses import Reach, phone_addresses, version_static_files
from companion.web.admission import admit_before_the_body, count_before_writing
from companion.web.back import give_templates_the_way_back
from companion.web.coach.routes import bp as coach
from companion.web.compress import compress
from companion.web.damaged import bp as damaged
from companion.web.ending.routes import bp as ending
from companion.web.errors import answer_in_words
from companion.web.features import Features, offer
from companion.web.games import bp as games_kept
from companion.web.i18n import use_languages
from companion.web.odds import bp as odds
from companion.web.ownership import keep_owner_link
from companion.web.reference import bp as reference
from companion.web.replay import bp as replay
from companion.web.seats import COPYIST, TABLE
from companion.web.security import keep_safe
from companion.web.settings import bp as settings
from companion.web.settings import page_context
from companion.web.start import bp as start
from companion.web.stats.files import bp as game_files
from companion.web.stats.routes import bp as stats
from companion.web.steps.atreides.hint import ADVISER
from companion.web.table import bp as table
from companion.web.table.going import bp as going

MAX_FORM_BYTES = 128 * 1024
"""More than any form of the app sends; a route that takes a photo or a game file raises its own limit."""

SWEEPER = "arrakis.sweeper"
"""What removes leftovers from time to time; whoever runs the app sees to it."""

BLUEPRINTS: tuple[Blueprint, ...] = (
    start,
    games_kept,
    table,
    going,
    coach,
    replay,
    ending,
    stats,
    game_files,
    reference,
    odds,
    settings,
    damaged,
)
"""The features that need no server. Such a feature adds its blueprint here and needs nothing else."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What the app stands on: where its files are, its database, the secret ``key`` of its tokens, what it offers, and
    how much one may do. ``door``: what settles requests before anything else; none where nobody else asks. ``adviser``:
    what looks for hints; as given a slice with each look, which needs no process."""

    folder: Path
    database: Database
    key: bytes
    features: Features = field(default_factory=Features)
    quotas: Quotas = HOME
    door: Callable[[Flask], None] | None = None
    adviser: Adviser = field(default_factory=SliceAdviser)


class Page(Template):
    """A template that knows nothing beyond what every template knows: its macros are the same wherever they are
    imported, and nothing has to be compared to see that."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        return super()._get_default_module()


class Pages(Environment):
    """What makes pages of templates."""

    template_class = Page


class App(Flask):
    """Flask without coroutines: it would look with each request whether any of a dozen functions is one."""

    jinja_environment = Pages

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Returns the function as it is."""
        return func


def make_app(ground: Ground) -> Flask:
    """Returns the app with all that needs no server; nobody has asked it anything yet, so more can be added."""
    app = App(
        "companion.web",
        template_folder=str(templates_dir()),
        static_folder=str(static_dir()),
        static_url_path="/static",
    )
    app.config.update(
        SECRET_KEY=ground.key,
        SESSION_COOKIE_NAME="arrakis",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=366),
        # What it holds can be lost after a year: it is not signed anew with every answer.
        SESSION_REFRESH_EACH_REQUEST=False,
        MAX_CONTENT_LENGTH=MAX_FORM_BYTES,
        MAX_FORM_MEMORY_SIZE=MAX_FORM_BYTES,
        MAX_FORM_PARTS=1000,
        PUBLIC_URL=None,
        REACH=Reach(),
        CERTIFICATE=None,
    )
    app.extensions[TABLE] = Table(ground.database)
    app.extensions[COPYIST] = Copyist(ground.database)
    app.extensions[ADVISER] = ground.adviser
    offer(app, ground.features)
    if ground.door is not None:
        ground.door(app)
    keep_owner_link(app, ground.folder)
    keeper = Keeper(Tallies(ground.database), ground.quotas, ground.key, ground.folder, utc_now)
    admit_before_the_body(app, keeper)
    keep_safe(app, framed=ground.features.framed)
    count_before_writing(app)
    use_languages(app)
    give_templates_the_way_back(app)
    answer_in_words(app)
    version_static_files(app)
    removed_after = ground.quotas.untouched.days if ground.quotas.untouched else 0
    app.jinja_env.globals.update(phone_addresses=phone_addresses, removed_after=removed_after)
    compress(app)
    app.context_processor(page_context)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app


def sweeping(database: Database) -> tuple[tuple[str, Task], ...]:
    """Returns what is to be removed from any database from time to time, by its name for the log."""
    return (("devices", devices(Leftovers(database), utc_now)),)
