"""A photo of the board: the form for it, and the pictures of places that were cut out of it."""

from typing import Any

from flask import redirect, render_template, request, send_file
from flask.typing import ResponseReturnValue

from companion.board import HARVESTING_SECTORS
from companion.rules.errors import FormatError
from companion.rules.positions.writing import write_position
from companion.service.quotas import Kind
from companion.web.admission import takes_file
from companion.web.camera import album
from companion.web.camera.common import (
    TWO_PHOTOS,
    asker,
    begin,
    boxes_of,
    bp,
    context,
    desk,
    job_of,
    job_url,
    photographs,
    required_photo,
    sent_photo,
    shelf,
)
from companion.web.say import _
from companion.web.seats import View
from companion.web.words import names


@bp.get("/g/<game_id>/camera")
@photographs
def scan_page(view: View) -> ResponseReturnValue:
    """Shows the form for a photo of the board, or how to set the camera up."""
    return render_template(
        "camera/scan.html",
        **context(view),
        boxes=(boxes := boxes_of(view)),
        experimental=[box for box, _name in boxes if not desk().box_proven(box)],
        begun=boxes_of(view, taught=False),
        sectors=_sectors(),
        sector=request.args.get("sector", ""),
    )


@bp.post("/g/<game_id>/camera")
@takes_file(TWO_PHOTOS, Kind.PHOTOS)
@photographs
def scan(view: View) -> ResponseReturnValue:
    """Takes one or two photos of the board and begins to read them."""
    box = shelf().used(request.form.get("box", ""), asker(view))
    sector = request.form.get("sector", "")
    if sector and sector not in HARVESTING_SECTORS:
        raise FormatError("sector", _("there is no “%(value)s”", value=sector[:40]))
    photo, second = required_photo(), sent_photo("second")
    wanted: dict[str, Any] = {
        "table": str(box),
        "photo": str(desk().photo(photo)),
        "second": str(desk().photo(second)) if second else None,
        "expect": write_position(view.state),
        "sector": sector or None,
        "crops": True,
    }
    note = {"box": box.name, "sector": sector}
    picture = desk().photo(photo).read_bytes() if album.keeps(box) and not second else b""
    job = begin(view, "scan", wanted, note)
    if picture:
        album.waits(job, picture)
    return redirect(job_url(view.game.id, job), 303)


@bp.get("/g/<game_id>/camera/job/<job_id>/crop/<area>.jpg")
@photographs
def crop(view: View, job_id: str, area: str) -> ResponseReturnValue:
    """Sends the picture of an area or air zone that a scan cut out; raises Unknown."""
    response = send_file(desk().crop(job_of(view, job_id).id, area), mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


def _sectors() -> list[tuple[str, str]]:
    return [("", _("the whole board")), *((sector, names.sector_name(sector)) for sector in HARVESTING_SECTORS)]
