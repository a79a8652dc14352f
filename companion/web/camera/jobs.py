"""A job on a photo: how far it is, and then where its answer is shown."""

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.service.camera import Job, Stage
from companion.web.camera import dice, result, setup, words
from companion.web.camera.common import bp, context, job_of, photographs
from companion.web.errors import is_htmx
from companion.web.seats import View
from vision.intake.child import ChildFailed


@bp.get("/g/<game_id>/camera/job/<job_id>")
@photographs
def job_page(view: View, job_id: str) -> ResponseReturnValue:
    """Shows how far a job is, asked again every second; its answer when there is one; why not when it failed."""
    job = job_of(view, job_id)
    if job.stage in (Stage.WAITING, Stage.RUNNING):
        template = "camera/_progress.html" if is_htmx() and "part" in request.args else "camera/progress.html"
        return render_template(template, **context(view), job=job, told=words.stage_text(job.told))
    if is_htmx() and "part" in request.args:
        # The page that asks for its part is loaded anew: what comes now is another page.
        return "", 200, {"HX-Redirect": url_for("camera.job_page", game_id=view.game.id, job_id=job.id)}
    if job.stage is Stage.FAILED:
        return render_template("camera/refused.html", **context(view), text=_why(job)), 422
    match job.name:
        case "scan":
            return result.proposal(view, job)
        case "dice":
            return dice.found(view, job)
        case _unused:
            return setup.told(view, job)


def _why(job: Job) -> str:
    if job.code in ChildFailed.CODES:
        return words.failure_text(job.code)
    return words.photo_text(job.code, dict(job.facts))
