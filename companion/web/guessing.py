"""Wrong codes are counted, by network and in all, over every process; a right one is let in whatever the counts say."""

import hashlib
import hmac
import ipaddress
from datetime import timedelta

from flask import current_app, request
from werkzeug.exceptions import TooManyRequests

from companion.store.tallies import Full, Take
from companion.web.seats import table
from companion.web.seclog import note

WINDOW = timedelta(minutes=10)
PER_NETWORK, IN_ALL = 20, 1000
"""Wrong codes in ten minutes before the answer is 429. The right code is found first: nobody's slips of the finger keep
the others of the same network out. At a thousand tries in ten minutes, codes of 40 bits hold for two thousand years
before one of a thousand games is found by chance."""


def wrong_code(what: str) -> None:
    """Counts a wrong code of a kind (``join``, ``recovery``, ``owner``); raises TooManyRequests above the limit.

    Call it only when the code has turned out to be wrong.
    """
    takes = [Take(f"wrong code/{_network()}", 1, PER_NETWORK, WINDOW), Take("wrong code", 1, IN_ALL, WINDOW)]
    try:
        table().tallies.take(takes, table().clock())
    except Full as full:
        note("join_refused", reason="too many wrong codes", kind=what)
        raise TooManyRequests(retry_after=max(1, round(full.wait.total_seconds()))) from None
    note("join_refused", reason="unknown", kind=what)


def _network() -> str:
    """A word for the network of the device (of an IPv6 address what a household has for itself), never its address."""
    text = request.remote_addr or ""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
        text = str(address if address.version == 4 else ipaddress.ip_network((address, 64), strict=False))
    except ValueError:
        pass
    key = current_app.secret_key
    if not isinstance(key, bytes):
        raise TypeError("the app has no secret key")
    return hmac.new(key, f"network/{text}".encode(), hashlib.sha256).hexdigest()[:32]
