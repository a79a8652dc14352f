"""The pledge: what all rolls of the app follow from is fixed before the first one, and can be checked after the last.

While a game goes on everybody is shown the SHA-256 of its secret, ``SEED/SALT``, and at its end the secret itself. The
salt has 256 bits, so that nobody can find the seed by trying all, and is kept with the game. That of a game which has
none, made before salts were kept, follows from the key of the server.
"""

import hashlib
import hmac
from dataclasses import dataclass

from companion.store import GameRecord


@dataclass(frozen=True, slots=True)
class Pledge:
    """``digest``: the SHA-256 of the secret in hexadecimal digits; ``secret``: None while it is one."""

    digest: str
    secret: str | None = None


def pledge_of(game: GameRecord, key: bytes, *, opened: bool) -> Pledge:
    """Returns the pledge of a game that was loaded whole.

    ``key`` is the key of the server, for a game without a salt; ``opened``: it is over.

    >>> from datetime import UTC, datetime
    >>> now = datetime(2026, 5, 1, tzinfo=UTC)
    >>> game = GameRecord("g", "", "duel", 7, "", "A", "B", "C", now, now, None)
    >>> pledge = pledge_of(game, b"key", opened=True)
    >>> pledge.secret.partition("/")[0], len(pledge.secret.partition("/")[2])
    ('7', 64)
    >>> pledge.digest == hashlib.sha256(pledge.secret.encode()).hexdigest()
    True
    """
    salt = game.salt or hmac.digest(key, b"salt/" + game.id.encode(), "sha256").hex()
    secret = f"{game.seed}/{salt}"
    return Pledge(hashlib.sha256(secret.encode()).hexdigest(), secret if opened else None)
