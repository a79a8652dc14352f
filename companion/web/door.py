"""The door: what is settled about a request before the app sees it.

- Its ``Host`` is one of ours, or the request is refused: a page of somebody else that makes its own name point to this
  machine (DNS rebinding) would otherwise be of the same origin as the app.
- Over TLS every cookie is ``Secure`` and bound to this host (``__Host-``). The app knows them by their plain names: a
  device that came over plain HTTP before keeps its seat, and one over HTTPS never takes a seat away from the other.
- Behind a proxy, and only when told so, what the proxy says of the device is believed.
"""

import ipaddress
import re
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, request
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.web import machine
from companion.web.say import _
from companion.web.seclog import note

HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,255})(?::(\d{1,5}))?")
REFUSED = "arrakis.host_refused"
"""The name in the WSGI environment of a ``Host`` that is not ours."""
MISDIRECTED = 421
PREFIX = "__Host-"
OWN_TLS_SECONDS, PROXY_TLS_SECONDS = 3600, 31_536_000
"""How long browsers insist on HTTPS. With a certificate of our own that is short: the table may be started without it
on the next evening. Behind a proxy there is a name of its own with a certificate that lasts."""


def host_of(header: str) -> tuple[str, int | None] | None:
    """Returns name (lower case, no brackets) and port of a ``Host`` header, None when it is none."""
    found = HOST.fullmatch(header)
    if found is None:
        return None
    name, port = found[1], None if found[2] is None else int(found[2])
    if port is not None and not 0 < port < 65536:
        return None
    if name.startswith("["):
        try:
            return str(ipaddress.IPv6Address(name[1:-1])), port
        except ValueError:
            return None
    try:
        return str(ipaddress.ip_address(name)), port
    except ValueError:
        plain = machine.plain_name(name)
        return (plain, port) if plain else None


def is_ours(name: str, given: Iterable[str]) -> bool:
    """Tells whether a name from a ``Host`` header is one under which this app may be asked for.

    Any address is: whoever asks for an address cannot have been led here by a name. ``given`` are names that the owner
    said.
    """
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".localhost") or name in given or name in machine.names()
    return True


class Door:
    """Looks at requests before the app and at answers after it."""

    def __init__(self, app: WSGIApplication, names: Iterable[str], insist_seconds: int) -> None:
        """``names`` are the hosts that the owner gave; ``insist_seconds`` how long browsers keep to HTTPS."""
        self._app = app
        self._names = frozenset(filter(None, map(machine.plain_name, names)))
        self._insist = insist_seconds

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers a request."""
        if (address := machine.number(environ.get("REMOTE_ADDR", ""))) is not None:
            environ["REMOTE_ADDR"] = str(address)
        name = self._judge(environ)
        if environ.get("wsgi.url_scheme") != "https":
            return self._app(environ, start_response)
        if "HTTP_COOKIE" in environ:
            environ["HTTP_COOKIE"] = without_prefix(environ["HTTP_COOKIE"])

        def start(status: str, headers: list[tuple[str, str]], failed: Any = None) -> Callable[[bytes], object]:
            headers[:] = [(key, bound(value) if key.lower() == "set-cookie" else value) for key, value in headers]
            if name is not None and not _is_here(name):
                # Never with the names below this one: those may be other people's.
                headers.append(("Strict-Transport-Security", f"max-age={self._insist}"))
            return start_response(status, headers, failed)

        return self._app(environ, start)

    def _judge(self, environ: WSGIEnvironment) -> str | None:
        """Returns the host that was asked for; puts another in the place of one that is refused, and marks that."""
        header = environ.get("HTTP_HOST", "")
        if not header:
            return None
        host = host_of(header)
        if host is not None and is_ours(host[0], self._names):
            # As the browser meant it: a name with a dot at its end is the same table.
            environ["HTTP_HOST"] = _written(host)
            return host[0]
        environ[REFUSED] = ("" if host is None else host[0], header)
        environ["HTTP_HOST"] = "localhost"
        environ.pop("HTTP_COOKIE", None)
        return None


def _written(host: tuple[str, int | None]) -> str:
    name = f"[{host[0]}]" if ":" in host[0] else host[0]
    return name if host[1] is None else f"{name}:{host[1]}"


def _is_here(name: str) -> bool:
    # Browsers would insist on HTTPS for every program of this computer.
    return name.endswith("localhost") or ((ip := machine.number(name)) is not None and ip.is_loopback)


def without_prefix(header: str) -> str:
    """Returns a ``Cookie`` header with bound cookies under their plain names; plain ones of the same name give way."""
    pairs = [part.strip().partition("=") for part in header.split(";") if part.strip()]
    bound_names = {name.removeprefix(PREFIX) for name, _sign, _value in pairs if name.startswith(PREFIX)}
    kept = [pair for pair in pairs if pair[0].startswith(PREFIX) or pair[0] not in bound_names]
    return "; ".join(f"{name.removeprefix(PREFIX)}{sign}{value}" for name, sign, value in kept)


def bound(header: str) -> str:
    """Returns a ``Set-Cookie`` header with ``Secure``, and bound to this host when it is for all of it."""
    attributes = [part.strip().lower() for part in header.split(";")[1:]]
    if "secure" not in attributes:
        header = f"{header}; Secure"
    whole = "path=/" in attributes and not any(part.startswith("domain=") for part in attributes)
    return f"{PREFIX}{header}" if whole and not header.startswith(PREFIX) else header


def open_door(app: Flask, names: Iterable[str], *, behind_proxy: bool) -> None:
    """Puts the door before the app. Behind a proxy one hop is believed: scheme, host and address of the device."""
    app.before_request(refuse_other_hosts)
    seconds = PROXY_TLS_SECONDS if behind_proxy else OWN_TLS_SECONDS
    door: WSGIApplication = Door(app.wsgi_app, names, seconds)
    if behind_proxy:
        door = ProxyFix(door, x_for=1, x_proto=1, x_host=1, x_port=0, x_prefix=0)
    app.wsgi_app = door  # type: ignore[assignment, method-assign]


def refuse_other_hosts() -> Response | None:
    """Answers a request whose ``Host`` is not ours: 400 when it is no host at all, 421 when it is another one."""
    # Errors in words need much of the app; the door itself needs none of it.
    from companion.web.errors import plain

    found: tuple[str, str] | None = request.environ.get(REFUSED)
    if found is None:
        return None
    name, header = found
    note("host_refused", host=header)
    if not name:
        return plain(400, _("This does not make sense"), _("What the browser asked for is not an address."), "Host")
    text = _(
        "The app was asked for as “%(name)s”, and this computer is not known by that name. Open it by its address; or "
        "start it with “--name %(name)s” if the name is right.",
        name=name,
    )
    return plain(MISDIRECTED, _("This is not the address of the table"), text, "Host")
