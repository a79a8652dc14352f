"""What the pocket keeps beside the games: the secret of its tokens, and the cookies that no script may read."""

import secrets
import sqlite3
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from pathlib import Path

FILE = "pocket.sqlite"
KEY, JAR = "key", "cookie/"
KEY_BYTES = 32


class Kept:
    """A few texts in a file of their own, each on the disk before it is said to be kept; for one thread."""

    def __init__(self, folder: Path) -> None:
        """Opens the file in ``folder``, or makes it."""
        self._file = sqlite3.connect(folder / FILE, isolation_level=None)
        self._file.execute("PRAGMA journal_mode = TRUNCATE")
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.execute("CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, text TEXT NOT NULL)")
        self._texts: dict[str, str] = dict(self._file.execute("SELECT name, text FROM kept"))

    def key(self) -> bytes:
        """Returns the secret key, made at the first call."""
        if KEY not in self._texts:
            self._put(KEY, secrets.token_hex(KEY_BYTES))
        return bytes.fromhex(self._texts[KEY])

    def cookies(self) -> Mapping[str, str]:
        """Returns the cookies that are kept here, by their names."""
        return {name.removeprefix(JAR): text for name, text in self._texts.items() if name.startswith(JAR)}

    def take(self, header: str) -> bool:
        """Keeps what a ``Set-Cookie`` header says, when no script may read that cookie; tells whether it does."""
        try:
            found = SimpleCookie(header)
        except CookieError:
            return False
        for name, morsel in found.items():
            if not morsel["httponly"]:
                return False
            self._put(f"{JAR}{name}", "" if morsel["max-age"] in (0, "0") else morsel.coded_value)
        return True

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def _put(self, name: str, text: str) -> None:
        if self._texts.get(name, "") == text:
            return
        self._file.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (name, text))
        self._texts[name] = text


__all__ = ["Kept"]
