"""Compression of what is sent: pages as they are made, static files once a version, with the standard library's gzip;
scripts and style sheets without comments and spaces.

A secret in a compressed answer can be guessed by somebody who makes a browser ask for it again and again and sees the
lengths; the session's cookie is never sent with requests that other sites cause, so there is nothing to watch.
"""

import gzip
from functools import lru_cache

from flask import Flask, Response, request

SMALLEST = 600
"""Shorter answers would hardly shrink; they fit one packet anyway."""
PAGE_LEVEL, FILE_LEVEL = 5, 9
TEXTS = (
    "text/html",
    "text/css",
    "text/javascript",
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
)


def compress(app: Flask) -> None:
    """Makes the app send texts compressed to everybody who takes them so."""
    app.after_request(compressed)


def compressed(response: Response) -> Response:
    """Returns the response, compressed if that helps and the browser says that it can read it."""
    if response.mimetype not in TEXTS or (response.is_streamed and not response.direct_passthrough):
        return response
    response.vary.add("Accept-Encoding")
    possible = response.status_code in (200, 400, 403, 404, 409, 422) and "Content-Encoding" not in response.headers
    if not possible or "Range" in request.headers or not request.accept_encodings["gzip"]:
        return response
    static = request.endpoint == "static"
    response.direct_passthrough = False
    whole = response.get_data()
    if len(whole) < SMALLEST:
        return response
    response.set_data(_file(whole, response.mimetype) if static else gzip.compress(whole, PAGE_LEVEL, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    if tag := response.get_etag()[0]:
        # The same content in another coding: browsers may go on asking whether it has changed.
        response.set_etag(tag, weak=True)
    return response


@lru_cache(maxsize=128)
def _file(whole: bytes, mimetype: str) -> bytes:
    return gzip.compress(minified(whole.decode(), mimetype).encode(), FILE_LEVEL, mtime=0)


def minified(text: str, mimetype: str) -> str:
    """Returns a script or a style sheet without what browsers do not read, and any other text as it is."""
    # In the browser the app serves no files, and has none of these libraries.
    if mimetype == "text/javascript":
        from rjsmin import jsmin

        return str(jsmin(text))
    if mimetype == "text/css":
        from rcssmin import cssmin

        return str(cssmin(text))
    return text
