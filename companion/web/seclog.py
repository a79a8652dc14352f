"""The security log: one line for each event that whoever runs the app may want to know of, and no secret in any.

Events are refused requests, failed tries, what is rare and worth a look, and who came in. A line is ``time WARNING
arrakis.security event name=value ...``, with INFO instead for what belongs to every evening: the address of the device
and the route (``/j/<code>``, never the code itself) are added by :func:`note`.
"""

import logging
import os
import re
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from threading import Lock
from typing import cast

from flask import has_request_context, request

NAME = "arrakis.security"
SECRETS = ("code", "cookie", "key", "password", "secret", "token")
"""Names of facts that are never written, whoever notes them."""
EVERYDAY = ("joined",)
"""Events of every evening: no warnings."""
MOST_LETTERS = 120
MOST_A_MINUTE = 60
"""Lines of one event a minute: who sends a million bad requests does not fill the disk."""
FILE_BYTES, OLD_FILES = 5_000_000, 3
PLAIN = re.compile(r"[A-Za-z0-9_.:/<>@\[\]-]+")

logger = logging.getLogger(NAME)
logger.setLevel(logging.INFO)


class Flood:
    """Lets through at most ``most`` events of a name in a minute, and counts the others."""

    def __init__(self, most: int = MOST_A_MINUTE, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock`` gives seconds that never go back."""
        self._most = most
        self._clock = clock
        self._seen: OrderedDict[str, tuple[float, int]] = OrderedDict()
        self._lock = Lock()

    def passes(self, event: str) -> tuple[bool, int]:
        """Tells whether this event may be written, and how many were not written in the minute before this one."""
        now = self._clock()
        with self._lock:
            begun, count = self._seen.get(event, (now, 0))
            left_out = 0
            if now - begun >= 60:
                begun, count, left_out = now, 0, max(0, count - self._most)
            self._seen[event] = (begun, count + 1)
            return count < self._most, left_out


_flood = Flood()


def note(event: str, **facts: object) -> None:
    """Writes one line: ``note("join_refused", reason="unknown")``. Facts named like a secret are left out.

    ``event`` is one of our own names, never a text from outside. Values may be such: they are cut, and what could end a
    line or steer a terminal is escaped.
    """
    passes, left_out = _flood.passes(event)
    if left_out:
        logger.warning("%s left_out=%d", event, left_out)
    if not passes:
        return
    if has_request_context():
        rule = request.url_rule
        facts = {"from": request.remote_addr, "method": request.method, "route": rule and rule.rule, **facts}
    shown = (f"{name}={_shown(value)}" for name, value in facts.items() if not _is_secret(name))
    logger.log(logging.INFO if event in EVERYDAY else logging.WARNING, "%s", " ".join((event, *shown)))


def _is_secret(name: str) -> bool:
    return any(part in SECRETS for part in name.lower().split("_"))


def _shown(value: object) -> str:
    if value is None:
        return "-"
    text = str(value)
    text = text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}..."
    if PLAIN.fullmatch(text):
        return text
    return '"' + text.encode("unicode_escape").decode("ascii").replace('"', '\\"') + '"'


class PrivateFile(RotatingFileHandler):
    """A log file that only its owner can read, as can be the next one when it is full."""

    def _open(self) -> TextIOWrapper:
        opened = open(self.baseFilename, self.mode, encoding=self.encoding, opener=_private)  # noqa: SIM115
        return cast(TextIOWrapper, opened)


def _private(file: str, flags: int) -> int:
    return os.open(file, flags, 0o600)


def write_to(file: str | None = None) -> None:
    """Makes the log, and the mistakes of the app, go to standard error, or to a file of which old parts are dropped.

    Only the owner can read the file. Raises OSError when it cannot be written.
    """
    handler: logging.Handler
    if file is None:
        handler = logging.StreamHandler(sys.stderr)
    else:
        handler = PrivateFile(Path(file).expanduser(), maxBytes=FILE_BYTES, backupCount=OLD_FILES, encoding="utf-8")
    form = logging.Formatter("%(asctime)sZ %(levelname)s %(name)s %(message)s", "%Y-%m-%dT%H:%M:%S")
    form.converter = time.gmtime
    handler.setFormatter(form)
    handler.set_name(NAME)
    root = logging.getLogger()
    for old in [one for one in root.handlers if one.get_name() == NAME]:
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
