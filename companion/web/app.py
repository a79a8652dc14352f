"""The app on a server: what needs no server, and all that only a server can do."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from flask import Blueprint, Flask

from companion.service import Table, utc_now
from companion.service.advising import ProcessAdviser
from companion.service.camera import CameraDesk
from companion.service.camera_boxes import Shelf
from companion.service.quotas import HOME, PUBLIC, Quotas
from companion.service.sweeper import Abandonment, Deletions, Sweeper
from companion.store import Copyist, Database, data_folder, default_url
from companion.store.boxes import Boxes
from companion.store.database import FILE
from companion.store.leftovers import Leftovers
from companion.web.addresses import Reach
from companion.web.admission import KEEPER
from companion.web.asks import bp as asks
from companion.web.camera import bp as camera
from companion.web.camera.common import CAMERA, SHELF
from companion.web.certificate import Certificate
from companion.web.copies import bp as copies
from companion.web.core import SWEEPER, Ground, make_app, sweeping
from companion.web.display import bp as display
from companion.web.door import open_door
from companion.web.guests import bp as guests
from companion.web.install import bp as install
from companion.web.join import bp as join
from companion.web.live.routes import bp as live
from companion.web.owner import bp as owner
from companion.web.phones import bp as phones
from companion.web.seats import COPYIST, TABLE
from companion.web.security import secret_key
from companion.web.sides import bp as sides

BLUEPRINTS: tuple[Blueprint, ...] = (
    join,
    guests,
    sides,
    asks,
    owner,
    live,
    display,
    install,
    phones,
    camera,
    copies,
)
"""The features that only a server has. Such a feature adds its blueprint here; ``features.py`` knows them by what they
are about."""


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


def create_app(config: Config | None = None) -> Flask:
    """Returns the app, its database open and up to date; raises StoreError when it cannot be opened."""
    config = config or Config()
    folder = config.data_folder or data_folder()
    database = Database(config.database_url or default_url(folder))
    quotas = PUBLIC if config.public else HOME
    reach = config.reach

    def door(app: Flask) -> None:
        open_door(app, (reach.host, *reach.names), behind_proxy=reach.behind_proxy)

    app = make_app(Ground(folder, database, secret_key(folder), quotas=quotas, door=door, adviser=ProcessAdviser()))
    app.config.update(PUBLIC_URL=config.public_url, REACH=reach, CERTIFICATE=config.certificate)
    games, copyist = cast(Table, app.extensions[TABLE]), cast(Copyist, app.extensions[COPYIST])
    games.listeners.append(lambda news: copyist.ask() if news.new_round else None)
    _open_camera(app, folder, quotas)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app


def camera_folder(folder: Path, file: Path | None) -> Path:
    """Returns where photos and boxes are: in the data folder, and for a database file elsewhere beside that file.

    The rows that say whose a box is are in the database, so two databases never share the boxes of one folder.

    >>> camera_folder(Path("/data"), Path("/elsewhere/games.db")).as_posix()
    '/elsewhere/games.db.camera'
    """
    if file is None or file == (folder / FILE).absolute():
        return folder / "camera"
    return file.with_name(f"{file.name}.camera")


def _open_camera(app: Flask, folder: Path, quotas: Quotas) -> None:
    """Puts up what keeps photos and boxes, and what removes them and everything else that is left over."""
    games = cast(Table, app.extensions[TABLE])
    place = camera_folder(folder, games.database.file)
    desk = CameraDesk(place, most_photo_bytes=quotas.photo_bytes, most_box_bytes=quotas.box_bytes)
    app.extensions[CAMERA] = desk
    shelf = app.extensions[SHELF] = Shelf(desk, Boxes(games.database), utc_now, quotas.boxes)
    games.on_forget.append(desk.forget_of)
    abandonment = Abandonment(Leftovers(games.database), quotas, utc_now, games.forget, shelf.remove_abandoned)
    app.extensions[SWEEPER] = Sweeper(
        (
            ("photos", desk.sweep),
            ("boxes", shelf.sweep),
            ("counters", app.extensions[KEEPER].sweep),
            *sweeping(games.database),
            ("abandoned games", abandonment.sweep),
            ("deleted games", Deletions(games.keeping.drop_old, utc_now, games.forget).sweep),
        )
    )
