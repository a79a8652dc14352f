"""Addresses: where phones on the same network reach this table, who sits at the serving machine, versions of files."""

import hashlib
import ipaddress
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, current_app, g, request, url_for
from markupsafe import Markup

from companion.web import machine
from companion.web.certificate import Certificate
from companion.web.machine import Address

HASH_LENGTH = 10
YEAR = 31_536_000
TYPEFACE = ".woff2"
"""A style sheet names these without their version: a page that had to ask for one each time would often be drawn
without it, since it is optional. A typeface that changes gets another name."""
USUAL_PORTS = {"http": 80, "https": 443}
ANY = ("0.0.0.0", "", "::")
"""How to listen on every address: of IPv4, or of both kinds."""
COOKIE = "address"
"""Which address this device shows to others."""
PASSED_ON = frozenset({"Forwarded", "Via", "X-Real-Ip", "X-Client-Ip", "True-Client-Ip", "Cf-Connecting-Ip"})
"""What proxies say beside ``X-Forwarded-…``."""


def version_static_files(app: Flask) -> None:
    """Gives the address of every static file its version, so that browsers may keep the file for a year."""
    folder = Path(str(app.static_folder))

    @app.url_defaults
    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "filename" in values and (version := file_version(folder / values["filename"])):
            values.setdefault("v", version)

    @app.template_global("url_for")
    def address(endpoint: str, **values: Any) -> str:
        """As Flask's; a page names two dozen static files, which are remembered while they stay as they are."""
        if endpoint != "static" or values.keys() != {"filename"}:
            return url_for(endpoint, **values)
        name = values["filename"]
        return _static_address(request.script_root, name, file_version(folder / name) or "")

    @app.template_global("glyph")
    def drawn(name: str, cls: str = "", label: str = "") -> Markup:
        """A glyph, of which a page has dozens."""
        sprite = g.get("glyphs_url")
        if sprite is None:
            sprite = g.glyphs_url = url_for("static", filename="glyphs.svg")
        return glyph(sprite, str(name), str(cls), str(label))

    @app.after_request
    def keep_versioned(response: Any) -> Any:
        if request.endpoint == "static" and response.status_code in (200, 206, 304):
            forever = "v" in request.args or request.path.endswith(TYPEFACE)
            age = f"public, max-age={YEAR}, immutable" if forever else "no-cache"
            response.headers["Cache-Control"] = age
            # Says only the name, which the address ends with.
            response.headers.pop("Content-Disposition", None)
        return response


@lru_cache(maxsize=512)
def _static_address(_root: str, name: str, _version: str) -> str:
    """The address of a static file below the root of a request."""
    return url_for("static", filename=name)


@lru_cache(maxsize=1024)
def glyph(sprite: str, name: str, cls: str = "", label: str = "") -> Markup:
    """Returns the markup of a glyph of ``sprite``, the address of the drawings; without ``label`` for the eyes only."""
    told = Markup('role="img" aria-label="{}"').format(label) if label else Markup('aria-hidden="true"')
    return Markup('<svg class="{}" {}><use href="{}#g-{}"/></svg>').format(
        f"g {cls}" if cls else "g", told, sprite, name
    )


def file_version(file: Path) -> str | None:
    """Returns a text that changes with the contents of a file, None when there is no such file."""
    try:
        status = file.stat()
    except OSError:
        return None
    return _version(file, status.st_mtime_ns, status.st_size)


def static_version(folder: Path) -> str:
    """Returns a text that changes with the contents of any file below a folder."""
    versions = [
        f"{file.relative_to(folder).as_posix()} {file_version(file)}"
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    ]
    return hashlib.sha256("\n".join(versions).encode()).hexdigest()[:HASH_LENGTH]


@cache
def _version(file: Path, _changed: int, _size: int) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:HASH_LENGTH]


def http_url(host: str, port: int, scheme: str = "http") -> str:
    """Returns the address of a server, with brackets around an IPv6 host and without the usual port."""
    name = f"[{host}]" if ":" in host else host
    return f"{scheme}://{name}" if port == USUAL_PORTS[scheme] else f"{scheme}://{name}:{port}"


@lru_cache(maxsize=256)
def is_loopback(host: str) -> bool:
    """Tells whether a host name or address, with or without a port, is this machine by its own name for itself."""
    if host.startswith("["):
        name = host[1:].partition("]")[0]
    else:
        name = host.partition(":")[0] if host.count(":") == 1 else host
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Reach:
    """Where the server listens: ``host`` as it was given, ``port`` (None: that of the request), ``names`` that its
    owner says it has, and whether a proxy stands before it.
    """

    host: str = ANY[0]
    port: int | None = None
    names: tuple[str, ...] = ()
    behind_proxy: bool = False

    @property
    def only_here(self) -> bool:
        """Whether it listens to this computer alone."""
        return is_loopback(self.host)

    def hosts(self) -> tuple[Address, ...]:
        """Returns what phones can ask for, the best first; looked up anew, so that it is true while networks change."""
        named = tuple(Address(name, "") for name in self.names)
        if self.behind_proxy:
            return named
        if self.only_here:
            return ()
        if self.host not in ANY:
            return (Address(self.host, ""), *named)
        # Listening on all addresses of IPv4 is no listening on those of IPv6.
        both = self.host == "::"
        return (*named, *(one for one in machine.addresses() if both or ":" not in one.text))


@dataclass(frozen=True, slots=True)
class PhoneAddress:
    """An address under which phones may find the table. ``interface`` is that of the network, empty for a name;
    ``covered`` whether the certificate names it (also without one).
    """

    host: str
    url: str
    interface: str
    covered: bool


@dataclass(frozen=True, slots=True)
class Phones:
    """How phones reach the table: ``chosen`` of ``choices``; None when they cannot, ``only_here`` tells why not."""

    choices: tuple[PhoneAddress, ...]
    chosen: PhoneAddress | None
    only_here: bool


def reach() -> Reach:
    """Returns where the running app is served."""
    found: Reach = current_app.config["REACH"]
    return found


def phone_addresses() -> Phones:
    """Returns the addresses for phones, and which one invitations show.

    That is the one chosen on this device, if the table still has it; else the one by which a phone has just come,
    because that works; else the likeliest.
    """
    known, where = current_app.config["PUBLIC_URL"], reach()
    if isinstance(known, str) or where.behind_proxy:
        url = known or request.host_url.rstrip("/")
        fixed = PhoneAddress(urlsplit(url).hostname or "", url, "", True)
        return Phones((fixed,), fixed, False)
    certificate: Certificate | None = current_app.config["CERTIFICATE"]
    port = where.port or urlsplit(request.host_url).port or USUAL_PORTS[request.scheme]

    def address(host: str, interface: str = "") -> PhoneAddress:
        covered = certificate is None or host in certificate.names
        return PhoneAddress(host, http_url(host, port, request.scheme), interface, covered)

    # Where browsers do not warn is the better address.
    choices = sorted((address(one.text, one.interface) for one in where.hosts()), key=lambda one: not one.covered)
    if not choices:
        return Phones((), None, where.only_here)
    asked = urlsplit(request.host_url).hostname or ""
    if not is_loopback(asked) and asked not in {one.host for one in choices}:
        choices.append(address(asked))
    picked = request.cookies.get(COOKIE, "")
    wanted = (picked, "" if is_host() else asked)
    chosen = next((one for host in wanted for one in choices if one.host == host), choices[0])
    return Phones(tuple(choices), chosen, False)


def public_url() -> str:
    """Returns the address, without a slash at its end, under which phones find this table; where none can, this one."""
    chosen = phone_addresses().chosen
    return request.host_url.rstrip("/") if chosen is None else chosen.url


def is_trustworthy() -> bool:
    """Tells whether browsers count this connection as secure: they then offer installing and keeping the screen on."""
    return request.is_secure or is_loopback(request.host)


def is_host() -> bool:
    """Tells whether the request comes from a browser on the serving machine itself, under whatever name of it.

    Both ends of the connection are here then. What a proxy of this machine passes on for others is not: behind a proxy
    nobody is the host, and a request that says that it was passed on, or comes in the old way of proxies, never is.
    That the name it asks for is one of ours, the door has seen to.
    """
    if reach().behind_proxy or request.environ.get("SERVER_PROTOCOL") == "HTTP/1.0":
        return False
    forwarded = any(
        name in PASSED_ON or name.startswith("X-Forwarded-") for name in map(str.title, request.headers.keys())
    )
    return not forwarded and machine.is_own(request.remote_addr or "")
