"""Words need a request; nothing else of the app."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask_babel import Babel

from companion.web.steps import next_step

REGISTERED = next_step.MODULES
"""Imported so that all voices are registered."""


@pytest.fixture(autouse=True)
def request_at_hand() -> Iterator[None]:
    app = Flask(__name__)
    Babel(app)
    app.add_url_rule("/g/<game_id>/photo", "camera.dice_page")
    with app.test_request_context():
        yield
