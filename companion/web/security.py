"""Keeps other people's pages and guests out: secret key, CSRF token, security headers.

The CSRF check is our own and covers every changing request, so no route can forget it. A form library would bring
little else that is used here: forms are plain HTML, htmx sends the same hidden field, and no header needs wiring.
"""

import hmac
import os
import re
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path

from flask import Flask, Response, current_app, g, request
from markupsafe import Markup, escape
from werkzeug.exceptions import BadRequest, NotFound

from companion.rules.errors import FormatError
from companion.store.files import write_once
from companion.web.devices import device, know_devices, known_device
from companion.web.say import _
from companion.web.seclog import note

KEY_FILE = "secret_key"
KEY_BYTES = 32
KEY_ENVIRONMENT, KEY_FILE_ENVIRONMENT = "ARRAKIS_SECRET_KEY", "ARRAKIS_SECRET_KEY_FILE"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
CSRF_FIELD, SEQ_FIELD, KEY_FIELD = "csrf_token", "seq", "key"
KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
OWN = secrets.token_hex(16)
"""What a page that is drawn for several devices is taken apart at: nobody can know it, so no text that people type in
can be taken for it."""
FIELDS, NOTICES = "fields", "notices"
OWN_FIELDS, OWN_NOTICES = f"{OWN}{FIELDS}{OWN}", f"{OWN}{NOTICES}{OWN}"
"""What stands for the fields of a form that are each device's own, and for what it alone is told, while a page is drawn
for several."""

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "object-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        # The board places its pieces by style attributes; style elements stay forbidden.
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}
INERT = ("text/css", "text/javascript", "font/woff2")
"""What a browser, told to believe the type, only shows as text when it is opened by itself."""
OF_INERT = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
"""The headers that mean something there. A table's first view takes two dozen such files, most of them smaller than all
headers together."""
FRAMED = HEADERS | {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    "X-Frame-Options": "SAMEORIGIN",
}
"""The headers where a page of the same origin shows the app in a frame."""


class CsrfFailed(BadRequest):
    """A changing request did not come from a page of this app."""


def keep_safe(app: Flask, *, framed: bool = False) -> None:
    """Makes the app check every changing request and send the security headers; ``framed``: pages of the same origin
    may show it in a frame."""
    know_devices(app)
    app.before_request(refuse_impossible)
    app.before_request(check_csrf)
    app.after_request(partial(add_headers, FRAMED if framed else HEADERS))
    app.jinja_env.globals.update(csrf_token=csrf_token, write_fields=write_fields)


def refuse_impossible() -> None:
    """Refuses an address with a NUL, which no name holds: PostgreSQL would not even look for it. Raises NotFound."""
    if "\0" in request.path:
        raise NotFound


def secret_key(folder: Path) -> bytes:
    """Returns the key of CSRF tokens and sessions, from its file in ``folder``; made once, readable by its owner only.

    ``ARRAKIS_SECRET_KEY``, or the file that ``ARRAKIS_SECRET_KEY_FILE`` names, take its place: processes on several
    machines then share it. Raises ValueError naming what does not hold a key.
    """
    if (given := os.environ.get(KEY_ENVIRONMENT, "").strip()) and not os.environ.get(KEY_FILE_ENVIRONMENT):
        return _key_of(given, KEY_ENVIRONMENT, f"it must be {2 * KEY_BYTES} hexadecimal digits")
    if named := os.environ.get(KEY_FILE_ENVIRONMENT):
        return _named_key(Path(named))
    file = folder / KEY_FILE
    if not write_once(file, _new_key()) and _is_blank(file):
        # A version before wrote it without waiting for the disk: a power cut leaves a file without anything in it.
        file.unlink(missing_ok=True)
        write_once(file, _new_key())
    return _read_key(file)


def _new_key() -> bytes:
    return secrets.token_hex(KEY_BYTES).encode()


def _is_blank(file: Path) -> bool:
    for _attempt in range(20):
        if file.read_bytes().strip(b"\0 \n"):
            return False
        time.sleep(0.05)
    return True


def _key_of(text: str, where: str, otherwise: str) -> bytes:
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise ValueError(f"secret_key: {where} does not hold a key; {otherwise}")
    return key


def _named_key(file: Path) -> bytes:
    try:
        text = file.read_text(encoding="ascii", errors="replace")
    except OSError as problem:
        raise ValueError(f"secret_key: {file} cannot be read: {problem.strerror or problem}") from None
    return _key_of(text, str(file), f"it must be {2 * KEY_BYTES} hexadecimal digits")


def _read_key(file: Path) -> bytes:
    # Another program that starts at the same moment may have made the file and not yet written to it.
    for _attempt in range(20):
        text = file.read_text(encoding="ascii", errors="replace").strip()
        if len(text) == 2 * KEY_BYTES:
            break
        time.sleep(0.05)
    return _key_of(text, str(file), "remove it: every page that is open then has to be loaded again")


def csrf_token() -> str:
    """Returns the token that every changing form of this device carries; with another key open pages are stale."""
    if "csrf_token" not in g:
        key = current_app.secret_key
        if not isinstance(key, bytes):
            raise TypeError("the app has no secret key")
        g.csrf_token = hmac.digest(key, b"csrf/" + device().encode(), "sha256").hex()
    return str(g.csrf_token)


def check_csrf() -> None:
    """Refuses a changing request without this device's token; raises CsrfFailed (400)."""
    # A device that is not known has no token: its form need not be read.
    if request.method not in SAFE_METHODS and not (known_device() and is_token(request.form.get(CSRF_FIELD, ""))):
        raise csrf_refused()


def is_token(sent: str) -> bool:
    """Tells whether a text is the token of this device, which has to be known."""
    return hmac.compare_digest(sent.encode(), csrf_token().encode())


def csrf_refused() -> CsrfFailed:
    """Returns what to raise for a request that did not come from a page of this app; notes it."""
    note("csrf_refused", device_known=known_device() is not None)
    return CsrfFailed(_("This page is out of date or cookies are off. Nothing was changed: load the page again."))


def write_fields(seq: int | None = None) -> Markup:
    """Returns the hidden fields of a changing form: ``{{ write_fields(seq) }}``.

    CSRF token and a fresh idempotency key; with ``seq``, the place in the log that the page shows, also that one,
    which every form about a game needs.
    """
    own = OWN_FIELDS if is_for_several() else own_fields()
    return Markup(own if seq is None else f"{own}{_hidden(SEQ_FIELD, str(seq))}")


def expected_seq() -> int:
    """Returns the place in the log that the form was made for, its first row at least; raises FormatError."""
    text = request.form.get(SEQ_FIELD, "")
    if not re.fullmatch(r"[1-9]\d{0,8}", text, re.ASCII):
        raise FormatError(SEQ_FIELD, f"must be a whole number from 1, not {text[:40]!r}")
    return int(text)


def idempotency_key() -> str:
    """Returns the key that makes a repeated form known; raises FormatError."""
    text = request.form.get(KEY_FIELD, "")
    if not KEY.fullmatch(text):
        raise FormatError(KEY_FIELD, f"must be 8 to 64 letters, digits, - or _, not {text[:80]!r}")
    return text


def own_fields() -> str:
    """Returns the markup of the hidden fields that no two devices and no two forms have in common."""
    if "form_keys" not in g:
        # Chance is asked once for all forms of a page.
        g.form_keys = (f"{beginning}-{number}" for beginning in [secrets.token_urlsafe(12)] for number in count())
    return f"{_hidden(CSRF_FIELD, csrf_token())}{_hidden(KEY_FIELD, next(g.form_keys))}"


@contextmanager
def for_several() -> Iterator[None]:
    """What is drawn inside is for several devices: what is each one's own has its place held, to be put in later."""
    g.for_several = True
    try:
        yield
    finally:
        g.for_several = False


def is_for_several() -> bool:
    """Tells whether several devices will be shown what is drawn now."""
    return bool(g.get("for_several"))


def _hidden(name: str, value: str) -> str:
    return f'<input type="hidden" name="{name}" value="{escape(value)}">'


def add_headers(headers: Mapping[str, str], response: Response) -> Response:
    """Adds the security headers; pages are never taken from a cache without asking."""
    static = request.endpoint == "static"
    if static and response.mimetype in INERT:
        headers = {name: headers[name] for name in OF_INERT}
    there = {name.lower() for name, _value in response.headers}
    response.headers.extend({name: value for name, value in headers.items() if name.lower() not in there})
    if not static:
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.headers.add("Vary", "HX-Request")
    return response
