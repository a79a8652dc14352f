"""How a device is known: by a random token in a cookie of its own, of which the database keeps the hash.

Nothing signs the token and no clock looks at it: whoever holds it is the device, whatever the time is and whether or
not the key file of the data folder is still there. Versions before kept it in the signed session; it is taken over
from there at the next request, as old as it may be.
"""

import re
import secrets
from datetime import timedelta

from flask import Flask, Response, current_app, g, request, session
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import BadSignature
from werkzeug.http import dump_cookie

COOKIE = "arrakis_device"
KEPT = timedelta(days=400)
"""The longest that browsers keep a cookie; every page asks them anew."""
TOKEN_BYTES = 24
TOKEN = re.compile(r"[A-Za-z0-9_-]{22,64}")
"""At least 128 bits in the letters of ``secrets.token_urlsafe``."""
OLD_PLACE = "device"
"""Where the session of versions before kept the token."""


def know_devices(app: Flask) -> None:
    """Makes the app keep the token of each device in its cookie."""
    app.after_request(keep)


def device() -> str:
    """Returns the secret by which this device is known, made at the first call; it is kept in its cookie."""
    token = known_device()
    if token is None:
        token = g.device = secrets.token_urlsafe(TOKEN_BYTES)
    return token


def known_device() -> str | None:
    """Returns the device's secret, None when it has none yet: for pages that need not set a cookie."""
    if "device" not in g:
        sent = request.cookies.get(COOKIE, "")
        g.device = sent if TOKEN.fullmatch(sent) else _of_old_session()
    token: str | None = g.device
    return token


def keep(response: Response) -> Response:
    """Sends a device its cookie with every page that is opened, so that it is never too old for the browser.

    With nothing else: what a service worker fetches may arrive late, and would put back a token that was replaced.
    """
    token = known_device()
    new = token is not None and request.cookies.get(COOKIE) != token
    opened = "HX-Request" not in request.headers and request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate"
    whole_page = response.mimetype == "text/html" and opened
    if token is not None and request.endpoint != "static" and (new or whole_page):
        secure = bool(current_app.config["SESSION_COOKIE_SECURE"])
        # No moment of our clock: the browser counts from its own.
        cookie = dump_cookie(
            COOKIE, token, max_age=KEPT, httponly=True, samesite="Lax", secure=secure, sync_expires=False
        )
        response.headers.add("Set-Cookie", cookie)
        if new:
            session.pop(OLD_PLACE, None)
    return response


def _of_old_session() -> str | None:
    """The token that the signed session holds; read without its age, which says nothing when the clock was set."""
    interface = current_app.session_interface
    if not isinstance(interface, SecureCookieSessionInterface):
        return None
    signer = interface.get_signing_serializer(current_app)
    sent = request.cookies.get(interface.get_cookie_name(current_app))
    if signer is None or not sent:
        return None
    try:
        token = signer.loads(sent).get(OLD_PLACE)
    except (BadSignature, AttributeError):
        return None
    return token if isinstance(token, str) and TOKEN.fullmatch(token) else None


__all__ = ["COOKIE", "device", "know_devices", "known_device"]
