"""What a step of the camera's set-up found, in words."""

from __future__ import annotations

from flask import Flask

from companion.web.camera.words import check_text


def test_teaching_that_contradicts_itself_names_the_places(app: Flask) -> None:
    with app.test_request_context("/"):
        told = check_text({"step": "teach", "ok": False, "code": "disagrees", "areas": ["ne_9", "arrakeen"]})
    assert "Arrakeen" in told
    assert "NE 9" in told
    assert "other side" in told
