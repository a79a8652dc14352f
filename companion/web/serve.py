"""``arrakis serve``: starts the app for the home network and says how to reach it."""

import signal
import socket
import sys
from types import FrameType
from typing import TextIO

import qrcode
from flask import Flask

from companion.store import StoreError, data_folder, database_url
from companion.web import seclog
from companion.web.addresses import http_url, is_loopback, lan_address
from companion.web.app import Config, create_app
from companion.web.certificate import Certificate, certificate, own_names
from companion.web.live import hub_of
from companion.web.server import Server

ANY = ("", "0.0.0.0", "::")
MAX_PORT = 65535
USAGE_ERROR = 2


def main(
    host: str = "0.0.0.0", port: int = 8000, db: str | None = None, https: bool = False, log_file: str | None = None
) -> int:
    """Serves until it is stopped; returns the exit status: 0, or 2 when it cannot start.

    Prints the address for phones and its QR code on standard output, and why it cannot start on standard error. With
    ``https`` it serves over TLS with a certificate of its own making, and says how to recognise that. Security events
    and mistakes of the app go to standard error, or to ``log_file``.
    """
    try:
        seclog.write_to(log_file)
    except OSError as problem:
        return _failed(f"log-file: {log_file} cannot be written: {problem.strerror or problem}")
    scheme = "https" if https else "http"
    address = reachable_address(host)
    public = None if address is None else http_url(address, port, scheme)
    try:
        found = _certificate(host, address) if https else None
        app = create_app(Config(database_url=database_url(db), public_url=public, certificate=found))
        listening = listen(host, port)
    except StoreError as problem:
        return _failed(str(problem))
    except OSError as problem:
        return _failed(f"port: {port} on {host or 'all addresses'} cannot be used: {problem.strerror or problem}")
    except ValueError as problem:
        return _failed(str(problem))
    server = make_server(app, listening, found)
    announce(sys.stdout, http_url("localhost" if host in ANY else host, port, scheme), public, found)
    hub = hub_of(app)

    def stop(_number: int, _frame: FrameType | None) -> None:
        # Open event streams would keep the server from stopping.
        hub.close()
        raise SystemExit(0)

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        server.run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        server.close()
    return 0


def make_server(app: Flask, listening: socket.socket, found: Certificate | None = None) -> Server:
    """Returns the server, not yet running; with a certificate it speaks HTTPS. Raises OSError for unreadable files."""
    return Server(app, listening, None if found is None else (found.chain, found.key))


def listen(host: str, port: int) -> socket.socket:
    """Returns a socket that listens on ``host`` (a name or an address; empty: all); raises OSError or ValueError."""
    if not 0 < port <= MAX_PORT:
        raise ValueError(f"port: must be from 1 to {MAX_PORT}, not {port}")
    # The server would bind by itself, but it leaves sockets open when that fails.
    found = socket.getaddrinfo(host or "0.0.0.0", port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, *_, address = min(found, key=lambda info: info[0] != socket.AF_INET)
    return socket.create_server((str(address[0]), port), family=family)


def reachable_address(host: str) -> str | None:
    """Returns the address under which other devices reach a server on ``host``, None when they cannot."""
    if is_loopback(host):
        return None
    return lan_address() if host in ANY else host


def announce(out: TextIO, local: str, public: str | None, found: Certificate | None = None) -> None:
    """Writes where the app is, the QR code of the address for phones, and how to recognise the certificate."""
    lines = [f"Arrakis companion: {local}"]
    if public is None:
        lines.append("Only this computer can reach it (no network, or --host names this computer itself).")
    else:
        lines.append(f"On a phone in the same network: {public}")
    out.write("\n".join(lines) + "\n")
    if public is not None:
        _write_qr(out, public)
    if found is not None:
        out.write(_about(found, public or local))
    out.write("Stop with Ctrl+C.\n")
    out.flush()


def _about(found: Certificate, address: str) -> str:
    lines = [
        "The certificate is of this app's own making, so each browser warns once that it does not know it",
        '("Your connection is not private", "Warning: potential security risk"). Look at the certificate there;',
        "go on when its SHA-256 fingerprint is this one:",
        *_halves(found.of_server),
        f"To be rid of the warning and to install the app, trust this table once: {address}/https",
        "The authority that the page hands out has the SHA-256 fingerprint:",
        *_halves(found.fingerprint),
        f"It is kept in {found.authority.parent} and can vouch for addresses of home networks only.",
    ]
    return "\n".join(lines) + "\n"


def _halves(fingerprint: str) -> tuple[str, str]:
    return f"  {fingerprint[:47]}", f"  {fingerprint[48:]}"


def _certificate(host: str, address: str | None) -> Certificate:
    folder = data_folder()
    try:
        return certificate(folder, [*own_names(), *(() if host in ANY else (host,)), *((address,) if address else ())])
    except OSError as problem:
        raise ValueError(f"https: {folder} cannot be written: {problem.strerror or problem}") from None


def _write_qr(out: TextIO, url: str) -> None:
    code = qrcode.QRCode(border=2)
    code.add_data(url)
    try:
        "▀▄█".encode(out.encoding or "utf-8")
    except UnicodeEncodeError:
        # A terminal without these characters still has the address above.
        return
    code.print_ascii(out=out, tty=out.isatty(), invert=True)


def _failed(reason: str) -> int:
    sys.stderr.write(f"error: {reason}\n")
    return USAGE_ERROR
