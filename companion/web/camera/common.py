"""What all addresses of the camera share: the desk, the limit of uploads, who may send photos, and photos in forms."""

from collections.abc import Callable
from contextlib import closing
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from flask import Blueprint, Response, current_app, g, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from companion.rules.errors import FormatError
from companion.service import Forbidden
from companion.service.camera import Busy, CameraDesk, Job, Unknown, available
from companion.service.camera_boxes import Asker, NotTheOwner, Shelf, TooManyBoxes
from companion.service.quotas import Kind
from companion.store.games import hashed
from companion.web.addresses import is_host
from companion.web.admission import spend
from companion.web.camera import words
from companion.web.devices import known_device
from companion.web.errors import plain
from companion.web.say import _
from companion.web.seats import View, keeps_server, sees, table_url
from vision.intake.photo import MAX_BYTES, PhotoRefused

CAMERA, SHELF = "arrakis.camera", "arrakis.shelf"
TWO_PHOTOS = 2 * MAX_BYTES
BUSY_SECONDS = "10"
P = ParamSpec("P")

bp = Blueprint("camera", __name__)


def desk() -> CameraDesk:
    """Returns the desk of the running app."""
    return cast(CameraDesk, current_app.extensions[CAMERA])


def shelf() -> Shelf:
    """Returns the boxes of the running app with their owners."""
    return cast(Shelf, current_app.extensions[SHELF])


def asker(view: View) -> Asker:
    """Returns who asks, as the owners of boxes are known."""
    # Not the device of the seat: on the serving computer all browsers share one.
    device = hashed(known_device() or "")
    if keeps_server():
        shelf().note_host(device)
    return Asker(view.game.id, device, keeps_server())


def boxes_of(view: View, *, taught: bool = True) -> list[tuple[str, str]]:
    """Returns id and name of the boxes that this device may use here, those that can read a board first.

    ``taught``: only those; a box that was begun and left reads nothing.
    """
    found = [(desk().box_taught(box.id), box.id, box.name) for box in shelf().boxes(asker(view))]
    return [(box, name) for can, box, name in sorted(found, key=lambda one: not one[0]) if can or not taught]


@bp.after_app_request
def note_the_host(response: Response) -> Response:
    """Notes which devices are those of the serving computer: its boxes are for the tables where one of them sits."""
    if request.method == "POST" and response.status_code < 400 and is_host() and (token := known_device()):
        shelf().note_host(hashed(token))
    return response


@bp.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge) -> ResponseReturnValue:
    """413: says how large a photo may be; the connection is closed since the rest was not read."""
    response = plain(413, _("The photo is too large"), words.photo_text("too_many_bytes", {"limit": MAX_BYTES}))
    response.headers["Connection"] = "close"
    return response


@bp.errorhandler(PhotoRefused)
def refused(error: PhotoRefused) -> ResponseReturnValue:
    """400: says what is wrong with a photo and what to do."""
    return plain(400, _("This photo cannot be used"), words.photo_text(error.code, error.facts), "photo", _back())


@bp.errorhandler(Busy)
def busy(_error: Busy) -> ResponseReturnValue:
    """429: too much is waiting."""
    text = _("Several photos are waiting. Try again in a moment.")
    response = plain(429, _("The camera is busy"), text, back=_back())
    response.headers["Retry-After"] = BUSY_SECONDS
    return response


@bp.errorhandler(TooManyBoxes)
def too_many_boxes(error: TooManyBoxes) -> ResponseReturnValue:
    """429: the device has to forget a box first."""
    text = _("A device can teach the camera at most %(most)s game boxes. Forget one of yours first.", most=error.most)
    return plain(429, _("The limit is reached"), text, back=_back())


@bp.errorhandler(Unknown)
def unknown(_error: Unknown) -> ResponseReturnValue:
    """404: a photo, a box or a job that is not here any more."""
    text = _("It is no longer here. Photos are deleted after a day at the latest.")
    return plain(404, _("Nothing is stored at this address"), text, back=_back())


@bp.errorhandler(NotTheOwner)
def not_the_owner(_error: NotTheOwner) -> ResponseReturnValue:
    """403: a box that may be used, but belongs to somebody else."""
    text = _("This game box belongs to somebody else at the table, who may remove, save or share it.")
    return plain(403, _("Only its owner can do this"), text, back=_back())


def photographs(route: Callable[Concatenate[View, P], ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
    """Gives a route of the camera with ``<game_id>`` a View in its place, for those who may change the game.

    Raises Forbidden (403) for spectators; says how to install the camera's libraries where they are missing.
    """

    @wraps(route)
    def checked(view: View, /, *args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        if not view.may_write:
            raise Forbidden(view.game.id, view.seat.role)
        if not available():
            text = _(
                "The camera needs OpenCV. Start the app by its start script, which installs it, or see the README."
            )
            return plain(503, _("The camera part is not installed"), text, back=table_url(view.game.id))
        try:
            return route(view, *args, **kwargs)
        finally:
            # Those of a request that came to nothing: nobody will look at them.
            for photo in g.pop("photos", ()):
                desk().drop_photo(photo)

    return sees(checked)


def sent_photo(name: str = "photo") -> str | None:
    """Returns the name under which a photo of the form is kept, None when none was chosen; raises PhotoRefused."""
    # A page may offer two ways to the same photo, of which one stays empty.
    upload = next((file for file in request.files.getlist(name) if file.filename), None)
    if upload is None:
        return None
    with closing(upload.stream) as stream:
        photo = desk().keep_photo(stream.read(MAX_BYTES + 1))
    g.setdefault("photos", []).append(photo)
    return photo


def required_photo(name: str = "photo") -> str:
    """Returns the name under which a photo of the form is kept; raises FormatError without one, PhotoRefused."""
    photo = sent_photo(name)
    if photo is None:
        raise FormatError(name, _("choose or take a photo first"))
    return photo


def begin(view: View, name: str, wanted: dict[str, Any], note: dict[str, Any] | None = None) -> Job:
    """Puts a job of a game in the queue; the photos of the request belong to it from now on.

    Raises Busy, OverQuota.
    """
    spend({Kind.JOBS: 1})
    job = desk().submit(name, view.game.id, wanted, note)
    g.pop("photos", None)
    return job


def context(view: View) -> dict[str, Any]:
    """Returns what every template of the camera is given."""
    return {"game": view.game, "home": table_url(view.game.id), "seq": view.seq}


def job_url(game_id: str, job: Job) -> str:
    """Returns the address where a job shows its progress and then its answer."""
    return url_for("camera.job_page", game_id=game_id, job_id=job.id)


def job_of(view: View, job_id: str) -> Job:
    """Returns a job of a game; raises Unknown for one of another game."""
    job = desk().job(job_id)
    if job.owner != view.game.id:
        raise Unknown("job", job_id)
    return job


def _back() -> str:
    game = (request.view_args or {}).get("game_id")
    return url_for("camera.scan_page", game_id=game) if game else ""
