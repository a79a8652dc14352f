"""``arrakis serve``: starts the app for the home network and says how to reach it."""

import signal
import socket
import sys
from types import FrameType
from typing import Any, TextIO

import qrcode
import waitress
from flask import Flask

from companion.store import StoreError
from companion.web.addresses import http_url, is_loopback, lan_address
from companion.web.app import Config, create_app
from companion.web.live import hub_of

THREADS = 40
"""An open event stream keeps a thread for itself: several phones must not keep others out."""
ANY = ("", "0.0.0.0", "::")
MAX_PORT = 65535
USAGE_ERROR = 2


def main(host: str = "0.0.0.0", port: int = 8000, db: str | None = None) -> int:
    """Serves until it is stopped; returns the exit status: 0, or 2 when it cannot start.

    Prints the address for phones and its QR code on standard output, and why it cannot start on standard error.
    """
    address = reachable_address(host)
    public = None if address is None else http_url(address, port)
    try:
        app = create_app(Config(database_url=db, public_url=public))
        listening = listen(host, port)
    except StoreError as problem:
        return _failed(str(problem))
    except OSError as problem:
        return _failed(f"port: {port} on {host or 'all addresses'} cannot be used: {problem.strerror or problem}")
    except ValueError as problem:
        return _failed(str(problem))
    server = make_server(app, listening)
    announce(sys.stdout, http_url("localhost" if host in ANY else host, port), public)
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


def make_server(app: Flask, listening: socket.socket) -> Any:
    """Returns the server, not yet running. It notices when a device goes away, so that its stream can end."""
    return waitress.create_server(
        app, sockets=[listening], threads=THREADS, channel_request_lookahead=1, ident="arrakis"
    )


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


def announce(out: TextIO, local: str, public: str | None) -> None:
    """Writes where the app is, and the QR code of the address for phones."""
    lines = [f"Arrakis companion: {local}"]
    if public is None:
        lines.append("Only this computer can reach it (no network, or --host names this computer itself).")
    else:
        lines.append(f"On a phone in the same network: {public}")
    out.write("\n".join(lines) + "\n")
    if public is not None:
        _write_qr(out, public)
    out.write("Stop with Ctrl+C.\n")
    out.flush()


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
