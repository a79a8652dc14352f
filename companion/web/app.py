"""The app factory: puts database, safety, languages, error pages and the features together."""

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
from companion.service.camera import CameraDesk
from companion.service.camera_boxes import Shelf
from companion.service.quotas import HOME, PUBLIC, Keeper
from companion.service.sweeper import Abandonment, Deletions, Sweeper, answers, devices
from companion.store import Copyist, Database, data_folder, default_url
from companion.store.boxes import Boxes
from companion.store.leftovers import Leftovers
from companion.store.tallies import Tallies
from companion.web.addresses import Reach, phone_addresses, version_static_files
from companion.web.admission import admit_before_the_body, count_before_writing
from companion.web.asks import bp as asks
from companion.web.back import give_templates_the_way_back
from companion.web.camera import bp as camera
from companion.web.camera.common import CAMERA, SHELF
from companion.web.certificate import Certificate
from companion.web.compress import compress
from companion.web.copies import bp as copies
from companion.web.display import bp as display
from companion.web.door import open_door
from companion.web.ending.routes import bp as ending
from companion.web.errors import answer_in_words
from companion.web.games import bp as games_kept
from companion.web.guests import bp as guests
from companion.web.i18n import use_languages
from companion.web.install import bp as install
from companion.web.join import bp as join
from companion.web.live import bp as live
from companion.web.odds import bp as odds
from companion.web.owner import bp as owner
from companion.web.ownership import keep_owner_link
from companion.web.phones import bp as phones
from companion.web.reference import bp as reference
from companion.web.seats import COPYIST, TABLE
from companion.web.security import keep_safe, secret_key
from companion.web.settings import bp as settings
from companion.web.settings import page_context
from companion.web.sides import bp as sides
from companion.web.start import bp as start
from companion.web.stats.files import bp as game_files
from companion.web.stats.routes import bp as stats
from companion.web.table import bp as table
from companion.web.table.going import bp as going

MAX_FORM_BYTES = 128 * 1024
"""More than any form of the app sends; a route that takes a photo or a game file raises its own limit."""

SWEEPER = "arrakis.sweeper"
"""What removes leftovers from time to time; whoever serves the app starts and stops it."""

BLUEPRINTS: tuple[Blueprint, ...] = (
    start,
    join,
    guests,
    sides,
    asks,
    owner,
    games_kept,
    table,
    going,
    live,
    display,
    ending,
    stats,
    game_files,
    reference,
    odds,
    settings,
    install,
    phones,
    camera,
    copies,
)
"""The features. A feature adds its blueprint here and needs nothing else."""


@dataclass(frozen=True, slots=True)
class Config:
    """How to start: the database (default: a file in the data folder), the data folder, and the address that phones
    can reach (``public_url``, such as ``http://192.168.1.7:8000``; default: worked out from ``reach``, where the server
    listens, and the request). ``certificate`` is the one the app made for itself and is served with.
    ``public``: strangers use it, so limits are strict and abandoned games removed."""

    database_url: str | None = None
    data_folder: Path | None = None
    public_url: str | None = None
    reach: Reach = field(default_factory=Reach)
    certificate: Certificate | None = None
    public: bool = False


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


def create_app(config: Config | None = None) -> Flask:
    """Returns the app, its database open and up to date; raises StoreError when it cannot be opened."""
    config = config or Config()
    folder = config.data_folder or data_folder()
    database = Database(config.database_url or default_url(folder))
    app = App(
        "companion.web",
        template_folder=str(templates_dir()),
        static_folder=str(static_dir()),
        static_url_path="/static",
    )
    app.config.update(
        SECRET_KEY=secret_key(folder),
        SESSION_COOKIE_NAME="arrakis",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=366),
        # What it holds can be lost after a year: it is not signed anew with every answer.
        SESSION_REFRESH_EACH_REQUEST=False,
        MAX_CONTENT_LENGTH=MAX_FORM_BYTES,
        MAX_FORM_MEMORY_SIZE=MAX_FORM_BYTES,
        MAX_FORM_PARTS=1000,
        PUBLIC_URL=config.public_url,
        REACH=config.reach,
        CERTIFICATE=config.certificate,
    )
    app.extensions[TABLE] = games = Table(database)
    app.extensions[COPYIST] = copyist = Copyist(database)
    games.listeners.append(lambda news: copyist.ask() if news.new_round else None)
    quotas = PUBLIC if config.public else HOME
    desk = CameraDesk(folder / "camera", most_photo_bytes=quotas.photo_bytes, most_box_bytes=quotas.box_bytes)
    app.extensions[CAMERA] = desk
    shelf = app.extensions[SHELF] = Shelf(desk, Boxes(database), utc_now, quotas.boxes)
    keeper = Keeper(Tallies(database), quotas, secret_key(folder), folder, utc_now)
    leftovers = Leftovers(database)

    def forget(game: str) -> None:
        games.log.forget(game)
        desk.forget_of(game)

    abandonment = Abandonment(leftovers, quotas, utc_now, forget, shelf.remove_abandoned)
    app.extensions[SWEEPER] = Sweeper(
        (
            ("photos", desk.sweep),
            ("boxes", shelf.sweep),
            ("counters", keeper.sweep),
            ("answers", answers(leftovers, utc_now)),
            ("devices", devices(leftovers, utc_now)),
            ("abandoned games", abandonment.sweep),
            ("deleted games", Deletions(games.keeping.drop_old, utc_now, forget).sweep),
        )
    )
    open_door(app, (config.reach.host, *config.reach.names), behind_proxy=config.reach.behind_proxy)
    keep_owner_link(app, folder)
    admit_before_the_body(app, keeper)
    keep_safe(app)
    count_before_writing(app)
    use_languages(app)
    give_templates_the_way_back(app)
    answer_in_words(app)
    version_static_files(app)
    removed_after = quotas.untouched.days if quotas.untouched else 0
    app.jinja_env.globals.update(phone_addresses=phone_addresses, removed_after=removed_after)
    compress(app)
    app.context_processor(page_context)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app
