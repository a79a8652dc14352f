"""``arrakis serve``: starts the app for the home network and says how to reach it."""

import os
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import TextIO

import qrcode
from flask import Flask

from companion.service.sweeper import Sweeper
from companion.store import Copyist, Database, StoreError, data_folder, database_url
from companion.web import seclog
from companion.web.addresses import ANY, USUAL_PORTS, Reach, http_url
from companion.web.app import Config, create_app
from companion.web.certificate import Certificate, certificate, own_hosts
from companion.web.core import SWEEPER
from companion.web.live.elsewhere import news_of
from companion.web.live.routes import hub_of
from companion.web.machine import Address, plain_name
from companion.web.ownership import owner_path
from companion.web.processes import MOST, Crew, possible, shared
from companion.web.renewal import Renewal
from companion.web.seats import COPYIST
from companion.web.server import Server

LOOPBACK = "127.0.0.1"
NAMES_ENVIRONMENT = "ARRAKIS_NAMES"
MAX_PORT = 65535
USAGE_ERROR = 2


def main(
    host: str | None = None,
    port: int = 8000,
    db: str | None = None,
    https: bool = False,
    log_file: str | None = None,
    names: Sequence[str] = (),
    behind_proxy: bool = False,
    processes: int = 1,
    public: bool = False,
    new_owner_link: bool = False,
) -> int:
    """Serves until it is stopped; returns the exit status: 0, or 2 when it cannot start.

    Prints the addresses for phones and a QR code on standard output, and why it cannot start on standard error. With
    ``https`` it serves over TLS with a certificate of its own making, and says how to recognise that. Security events
    and mistakes of the app go to standard error, or to ``log_file``. ``names`` are further names of this machine, those
    of ``ARRAKIS_NAMES`` among them. ``behind_proxy``: one proxy is believed, and as given only this computer reaches
    the port. ``processes``: so many share the port, and whatever they share besides is in the database.
    ``public``: strangers may use it, with strict limits, and abandoned games are removed.
    ``new_owner_link``: the owner's link that is printed is another one than before, which leads nowhere then.
    """
    try:
        seclog.write_to(log_file)
    except OSError as problem:
        return _failed(f"log-file: {log_file} cannot be written: {problem.strerror or problem}")
    host = (LOOPBACK if behind_proxy else ANY[0]) if host is None else host
    scheme = "https" if https else "http"
    try:
        if https and behind_proxy:
            raise ValueError("https: the proxy keeps the certificate; leave out --https or --behind-proxy")
        reach = Reach(host, port, _named(names), behind_proxy)
        found = _certificate(reach) if https else None
        config = Config(database_url=database_url(db), reach=reach, certificate=found, public=public)
        _check_processes(processes, https)
        if processes > 1:
            # Tables are made, and what is wrong is said, before there are several who would do so.
            Database(database_url(db)).close()
        app = create_app(config) if processes == 1 else None
        owner = owner_path(data_folder(), new=new_owner_link)
        listening = listen(host, port)
    except StoreError as problem:
        return _failed(str(problem))
    except OSError as problem:
        return _failed(f"port: {port} on {host or 'all addresses'} cannot be used: {problem.strerror or problem}")
    except ValueError as problem:
        return _failed(str(problem))
    announce(sys.stdout, reach, scheme, found, owner)
    if app is not None:
        return _serve(app, listening, found, reach)

    def work(number: int) -> int:
        if log_file is not None:
            seclog.write_to(numbered(log_file, number))
        return _serve(create_app(config), for_all, None, reach)

    for_all = shared(listening)
    return Crew(processes, work).run()


def _check_processes(processes: int, https: bool) -> None:
    if not 0 < processes <= MOST:
        raise ValueError(f"processes: must be from 1 to {MOST}, not {processes}")
    if processes > 1 and not possible():
        raise ValueError("processes: this system cannot share a port among several; leave it out")
    if processes > 1 and https:
        raise ValueError("https: with several processes the proxy before them keeps the certificate (--behind-proxy)")


def numbered(log_file: str, number: int) -> str:
    """Returns the name of one process's log file, such as ``security.2.log``: each throws away its own old parts."""
    file = Path(log_file)
    return str(file.with_name(f"{file.stem}.{number}{file.suffix}"))


def _serve(app: Flask, listening: socket.socket, found: Certificate | None, reach: Reach) -> int:
    server = make_server(app, listening, found, reach.behind_proxy)
    hub = hub_of(app)
    renewal = None if found is None else Renewal(app, server, found, lambda: _certificate(reach))

    def stop(_number: int, _frame: FrameType | None) -> None:
        # Open event streams would keep the server from stopping.
        hub.close()
        raise SystemExit(0)

    sweeper: Sweeper = app.extensions[SWEEPER]
    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    copies: Copyist = app.extensions[COPYIST]
    try:
        if renewal is not None:
            renewal.start()
        copies.start()
        sweeper.start()
        server.run()
    finally:
        if renewal is not None:
            renewal.stop()
        sweeper.stop()
        for number, handler in before.items():
            signal.signal(number, handler)
        server.close()
        news_of(app).close()
        copies.stop()
    return 0


def make_server(
    app: Flask, listening: socket.socket, found: Certificate | None = None, behind_proxy: bool = False
) -> Server:
    """Returns the server, not yet running; with a certificate it speaks HTTPS. Raises OSError for unreadable files."""
    return Server(app, listening, None if found is None else (found.chain, found.chain), behind_proxy)


def listen(host: str, port: int) -> socket.socket:
    """Returns a socket that listens on ``host`` (a name or an address; empty: all); raises OSError or ValueError."""
    if not 0 < port <= MAX_PORT:
        raise ValueError(f"port: must be from 1 to {MAX_PORT}, not {port}")
    # The server would bind by itself, but it leaves sockets open when that fails.
    found = socket.getaddrinfo(host or ANY[0], port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, *_, address = min(found, key=lambda info: info[0] != socket.AF_INET)
    both = host == "::" and socket.has_dualstack_ipv6()
    return socket.create_server((str(address[0]), port), family=family, dualstack_ipv6=both)


def announce(out: TextIO, reach: Reach, scheme: str, found: Certificate | None = None, owner: str = "") -> None:
    """Writes where the app is, every address for phones with the QR code of the first, how to recognise the
    certificate, and the owner's link, whose path is ``owner``.
    """
    port = reach.port or USUAL_PORTS[scheme]
    local = http_url("localhost" if reach.host in ANY else reach.host, port, scheme)
    hosts = sorted(reach.hosts(), key=lambda one: found is not None and one.text not in found.names)
    out.write(f"Arrakis companion: {local}\n")
    if reach.behind_proxy:
        named = ", ".join(reach.names) or "none yet: tell them with --name"
        out.write(f"It believes the proxy before it. Names under which it answers: {named}.\n")
    elif not hosts:
        out.write("Only this computer can reach it (no network, or --host names this computer itself).\n")
    else:
        out.write(f"On a phone in the same network: {_line(hosts[0], port, scheme, found)}\n")
        if len(hosts) > 1:
            out.write("If that does not open, it is one of these (guests see the one chosen on the page “Guests”):\n")
        out.writelines(f"  {_line(one, port, scheme, found)}\n" for one in hosts[1:])
        _write_qr(out, http_url(hosts[0].text, port, scheme))
    if found is not None:
        out.write(_about(found, http_url(hosts[0].text, port, scheme) if hosts else local))
    if owner:
        base = http_url(hosts[0].text, port, scheme) if hosts else local
        if reach.behind_proxy and hosts:
            base = f"https://{hosts[0].text}"
        out.write(
            f"Your own devices open every game without a code after this link; show it to nobody: {base}{owner}\n"
        )
    out.write("Stop with Ctrl+C.\n")
    out.flush()


def _line(host: Address, port: int, scheme: str, found: Certificate | None) -> str:
    line = http_url(host.text, port, scheme)
    if host.interface:
        line += f" ({host.interface})"
    if found is not None and host.text not in found.names:
        line += ": the certificate does not name it, so browsers warn there also when they trust the table"
    return line


def _about(found: Certificate, address: str) -> str:
    replaced = (
        "The authority of this table was made anew (the one before lasted too long, or is at its end).",
        "Devices that trusted it have to trust the new one, and can remove the old one.",
    )
    lines = [
        *(replaced if found.replaced else ()),
        "The certificate is of this app's own making, so each browser warns once that it does not know it",
        '("Your connection is not private", "Warning: potential security risk"). Look at the certificate there;',
        "go on when its SHA-256 fingerprint is this one:",
        *_halves(found.of_server),
        f"To be rid of the warning and to install the app, trust this table once: {address}/https",
        "The authority that the page hands out has the SHA-256 fingerprint:",
        *_halves(found.fingerprint),
        f"It is kept in {found.authority.parent} and can vouch for this computer and its networks only,",
        f"until {found.authority_ends:%Y-%m-%d}. To make another one, remove that folder: devices then trust anew.",
    ]
    return "\n".join(lines) + "\n"


def _halves(fingerprint: str) -> tuple[str, str]:
    return f"  {fingerprint[:47]}", f"  {fingerprint[48:]}"


def _named(names: Sequence[str]) -> tuple[str, ...]:
    """Returns the names that the owner gave, those of the environment last; raises ValueError for what is none."""
    given = [*names, *os.environ.get(NAMES_ENVIRONMENT, "").replace(",", " ").split()]
    found = [plain_name(name) for name in given]
    for name, plain in zip(given, found, strict=True):
        if not plain:
            raise ValueError(f"name: must be a name such as table.example.org, not {name!r}")
    return tuple(dict.fromkeys(found))


def _certificate(reach: Reach) -> Certificate:
    folder = data_folder()
    try:
        return certificate(folder, [*own_hosts(), *(one.text for one in reach.hosts())])
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
