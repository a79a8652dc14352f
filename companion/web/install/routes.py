"""What browsers ask for when the app is installed, and the page that explains the certificate."""

import json
from pathlib import Path

from flask import Blueprint, Response, current_app, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date
from werkzeug.exceptions import NotFound

from companion.web.addresses import is_trustworthy, phone_addresses, static_version
from companion.web.certificate import Certificate
from companion.web.i18n import language
from companion.web.say import _

bp = Blueprint("install", __name__)

ICONS = (
    ("icons/app-192.png", "192x192", "image/png", "any"),
    ("icons/app-512.png", "512x512", "image/png", "any"),
    ("icons/maskable-512.png", "512x512", "image/png", "maskable"),
    ("favicon.svg", "any", "image/svg+xml", "any"),
)
KEPT = (
    *("css/tokens.css", "css/components.css", "css/terrain.css", "css/board.css", "css/comfort.css", "css/table.css"),
    *("js/boot.js", "js/app.js", "js/board.js", "js/table.js", "js/live.js", "js/sounds.js"),
    *("js/awake.js", "js/install.js", "vendor/htmx/htmx.min.js", "glyphs.svg", "favicon.svg"),
)
"""What the table needs, fetched when the service worker is installed; the rest is kept as it is used."""
UNVERSIONED = (
    *(f"/static/fonts/commissioner-{part}-flar-normal.woff2" for part in ("latin", "latin-ext", "cyrillic")),
    *(f"/static/js/{name}.js" for name in ("cookie", "keys", "pad", "submit")),
)
"""Style sheets and scripts name these without a version."""
DAY_GROUND = "#ece2cc"


@bp.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """Describes the app to the browser that installs it."""
    described = {
        "id": "/",
        "name": _("Arrakis companion"),
        "short_name": "Arrakis",
        "description": _("Unofficial, for War for Arrakis"),
        "lang": language(),
        "start_url": url_for("start.home"),
        "scope": "/",
        "display": "standalone",
        "background_color": DAY_GROUND,
        "theme_color": DAY_GROUND,
        "categories": ["games"],
        "icons": [
            {"src": url_for("static", filename=file), "sizes": sizes, "type": kind, "purpose": purpose}
            for file, sizes, kind, purpose in ICONS
        ],
    }
    return Response(json.dumps(described, ensure_ascii=False), mimetype="application/manifest+json")


@bp.get("/sw.js")
def worker() -> ResponseReturnValue:
    """Returns the service worker: the script itself, before it the version and the names of the files to keep."""
    folder = Path(str(current_app.static_folder))
    facts = {
        "version": static_version(folder),
        "files": [*(url_for("static", filename=file) for file in KEPT), *UNVERSIONED],
        "offline": url_for("install.offline"),
    }
    script = (folder / "js" / "worker.js").read_text(encoding="utf-8")
    return Response(f"const FACTS = {json.dumps(facts)};\n{script}", mimetype="text/javascript")


@bp.get("/offline")
def offline() -> ResponseReturnValue:
    """Shows what a device sees that has no network and has not seen a table yet."""
    return render_template("install/offline.html")


@bp.get("/https")
def secure() -> ResponseReturnValue:
    """Explains the certificate, what it does not name, and what HTTPS brings."""
    found: Certificate | None = current_app.config["CERTIFICATE"]
    left_out = [one for one in phone_addresses().choices if not one.covered]
    ends = None if found is None else format_date(found.authority_ends, "long")
    return render_template(
        "install/https.html", certificate=found, trusted=is_trustworthy(), left_out=left_out, ends=ends
    )


@bp.get("/authority.crt")
def authority() -> ResponseReturnValue:
    """Hands out the authority that devices are to trust; 404 when the app is served without a certificate."""
    found: Certificate | None = current_app.config["CERTIFICATE"]
    if found is None:
        raise NotFound
    response = Response(found.authority.read_bytes(), mimetype="application/x-x509-ca-cert")
    response.headers["Content-Disposition"] = 'attachment; filename="arrakis-table.crt"'
    return response
