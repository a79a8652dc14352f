"""Addresses: where phones on the same network reach this table, who sits at the serving machine, versions of files."""

import hashlib
import ipaddress
import socket
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, current_app, g, request, url_for

HASH_LENGTH = 10
YEAR = 31_536_000
USUAL_PORTS = {"http": 80, "https": 443}


def version_static_files(app: Flask) -> None:
    """Gives the address of every static file its version, so that browsers may keep the file for a year."""
    folder = Path(str(app.static_folder))

    @app.url_defaults
    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "filename" in values and (version := file_version(folder / values["filename"])):
            values.setdefault("v", version)

    @app.template_global()
    def glyphs_url() -> str:
        """The address of the glyphs, of which a page has dozens: worked out once."""
        if "glyphs_url" not in g:
            g.glyphs_url = url_for("static", filename="glyphs.svg")
        return str(g.glyphs_url)

    @app.after_request
    def keep_versioned(response: Any) -> Any:
        if request.endpoint == "static" and response.status_code in (200, 206, 304):
            age = f"public, max-age={YEAR}, immutable" if "v" in request.args else "no-cache"
            response.headers["Cache-Control"] = age
        return response


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


def lan_address() -> str | None:
    """Returns this machine's address in the local network, None when it is in none. Sends nothing."""
    # Connecting a datagram socket only makes the system choose the interface. The addresses are set aside for examples.
    for family, target in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                address = str(probe.getsockname()[0])
        except OSError:
            continue
        if not ipaddress.ip_address(address.partition("%")[0]).is_loopback:
            return address
    return None


def http_url(host: str, port: int, scheme: str = "http") -> str:
    """Returns the address of a server, with brackets around an IPv6 host and without the usual port."""
    name = f"[{host}]" if ":" in host else host
    return f"{scheme}://{name}" if port == USUAL_PORTS[scheme] else f"{scheme}://{name}:{port}"


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


def public_url() -> str:
    """Returns the address, without a slash at its end, under which phones find this table."""
    known = current_app.config["PUBLIC_URL"]
    if isinstance(known, str):
        return known
    if is_loopback(request.host) and (address := lan_address()):
        port = request.host.rpartition(":")[2]
        return http_url(address, int(port) if port.isdigit() else USUAL_PORTS[request.scheme], request.scheme)
    return request.host_url.rstrip("/")


def is_trustworthy() -> bool:
    """Tells whether browsers count this connection as secure: they then offer installing and keeping the screen on."""
    return request.is_secure or is_loopback(request.host)


def is_host() -> bool:
    """Tells whether the request comes from a browser on the serving machine itself.

    The name it was asked for must be a local one too: a page of somebody else that made its name point here, or a
    proxy that passes on requests of others, is no host.
    """
    forwarded = any(name in request.headers for name in ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host"))
    return not forwarded and is_loopback(request.remote_addr or "") and is_loopback(request.host)
