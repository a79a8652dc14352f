"""The secret of the owner's link: who opens that link is at home at every game of this server."""

import re
import secrets
from pathlib import Path

from flask import Flask

from companion.store.files import write_anew, write_once

FILE = "owner_link"
SETTING = "OWNER_LINK_FILE"
SECRET_BYTES = 24
SECRET = re.compile(r"[A-Za-z0-9_-]{32}")


def keep_owner_link(app: Flask, folder: Path) -> None:
    """Makes the app take the secret from a file in ``folder``; it is made with the first link."""
    app.config[SETTING] = folder / FILE


def owner_secret(app: Flask) -> str | None:
    """Returns the secret that counts now, None when there is none or its file cannot be read."""
    return _secret(Path(app.config[SETTING]))


def owner_path(folder: Path, *, new: bool = False) -> str:
    """Returns the path of the owner's link, made if there is none; ``new``: another one, and the old one is worthless.

    The file in ``folder`` can be read by its owner only. Raises OSError when it cannot be written.
    """
    file = folder / FILE
    secret = None if new else _secret(file)
    if secret is None:
        secret = secrets.token_urlsafe(SECRET_BYTES)
        if not new and write_once(file, secret.encode()):
            return f"/owner/{secret}"
        # Another process may have made it at the same moment: then that one counts.
        made = None if new else _secret(file)
        if made is None:
            write_anew(file, secret.encode())
        secret = made or secret
    return f"/owner/{secret}"


def _secret(file: Path) -> str | None:
    try:
        text = file.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return None
    return text if SECRET.fullmatch(text) else None
