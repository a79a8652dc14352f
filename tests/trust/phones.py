"""Devices over HTTP as the load and the tap need them: they go through pages and forms, and hear their streams."""

import gzip
import http.client
import re
import selectors
import socket
import threading
import time
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import urlencode, urlsplit

FORM = re.compile(r'<form[^>]*action="([^"]+)"[^>]*>(.*?)</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
BUTTON = re.compile(r'<button(?![^>]*disabled)[^>]*name="([^"]+)" value="([^"]*)"')
SEQ = re.compile(rb"data: (\d+)\n")
PATIENCE = 30.0
MOST_HOPS = 5


class Refused(Exception):
    """The app did not do what a tap asked for."""


@dataclass(frozen=True)
class Form:
    """A form of a page: where it goes, its hidden fields, and the buttons that can be tapped."""

    action: str
    fields: dict[str, str]
    buttons: tuple[tuple[str, str], ...]

    @property
    def seq(self) -> int:
        """The place in the log that it was made for."""
        return int(self.fields.get("seq", "0"))


def forms_of(text: str, action: str = "") -> list[Form]:
    """Returns the forms of a page whose address ends so."""
    return [
        Form(
            unescape(found[1]),
            {name: unescape(value) for name, value in HIDDEN.findall(found[2])},
            tuple((name, unescape(value)) for name, value in BUTTON.findall(found[2])),
        )
        for found in FORM.finditer(text)
        if found[1].endswith(action)
    ]


@dataclass
class Phone:
    """A device with its cookies and one connection, which it keeps."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    at: str = "/"
    _connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, str, str]:
        """Returns status, the place that the answer leads to and text; a connection that was closed is made anew."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        told = {"Cookie": self.cookie, "Accept-Encoding": "gzip", **named}
        for attempt in (1, 2):
            connection = self._connection
            if connection is None:
                connection = self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            try:
                connection.request(method, path, body or None, told)
                answer = connection.getresponse()
                break
            except (http.client.RemoteDisconnected, ConnectionError, BrokenPipeError):
                self.close()
                # Only a question may be asked twice without a thought; a form has its key.
                if attempt == 2:
                    raise
        data = answer.read()
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _equals, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        text = gzip.decompress(data) if answer.headers.get("Content-Encoding") == "gzip" else data
        place = answer.headers.get("Location") or answer.headers.get("HX-Redirect") or ""
        return answer.status, place, text.decode(errors="replace")

    @property
    def cookie(self) -> str:
        """All cookies, as they are sent."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def get(self, path: str, **headers: str) -> str:
        """Returns a page, after redirections; raises Refused."""
        for _ in range(MOST_HOPS):
            status, place, text = self.ask("GET", path, b"", **headers)
            if status == 200:
                self.at = path
                return text
            if status not in (302, 303):
                raise Refused(f"GET {path}: {status}")
            path = self._within(place)
        raise Refused(f"GET {path}: too many redirections")

    def send(self, form: Form, button: tuple[str, str] | None = None, **values: str) -> str:
        """Sends a form as htmx does and returns the page that comes of it; raises Refused."""
        fields = {**form.fields, **dict([button] if button else []), **values}
        headers = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        status, place, text = self.ask("POST", form.action, urlencode(fields).encode(), **headers)
        if status in (302, 303):
            return self.get(self._within(place), HX_Request="true")
        if status != 200:
            words = re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", text))[:200]
            raise Refused(f"POST {form.action} {button}: {status} {words}")
        return text

    def close(self) -> None:
        """Hangs up."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _within(self, place: str) -> str:
        parts = urlsplit(place)
        return parts.path + (f"?{parts.query}" if parts.query else "")


@dataclass
class Ear:
    """The stream of one device; ``heard`` are the moments and the places in the log that came."""

    phone: Phone
    path: str
    heard: list[tuple[float, int]] = field(default_factory=list)
    lost: str = ""

    def reached(self, seq: int, since: float) -> float | None:
        """Returns when this place, or a later one, was first heard of after a moment."""
        return next((moment for moment, place in self.heard if place >= seq and moment >= since), None)


class Ears:
    """Hears many streams with one thread."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._over = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.open = 0

    def listen(self, phone: Phone, path: str) -> Ear:
        """Opens the stream of a device."""
        ear = Ear(phone, path)
        link = socket.create_connection(("127.0.0.1", phone.port), timeout=PATIENCE)
        link.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{phone.port}\r\nCookie: {phone.cookie}\r\n\r\n".encode())
        head = link.recv(4096)
        if not head.startswith(b"HTTP/1.1 200"):
            link.close()
            raise Refused(f"GET {path}: {head[:60]!r}")
        self._selector.register(link, selectors.EVENT_READ, ear)
        self.open += 1
        return ear

    def start(self) -> None:
        """Begins to hear."""
        self._thread.start()

    def stop(self) -> None:
        """Hangs up."""
        self._over = True
        self._thread.join(5)
        for key in tuple(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()

    def _run(self) -> None:
        while not self._over:
            for key, _events in self._selector.select(0.2):
                ear: Ear = key.data
                try:
                    data = key.fileobj.recv(65536)  # type: ignore[union-attr]
                except OSError as problem:
                    data, ear.lost = b"", str(problem)
                if not data:
                    ear.lost = ear.lost or "the server ended it"
                    self._selector.unregister(key.fileobj)
                    key.fileobj.close()  # type: ignore[union-attr]
                    self.open -= 1
                now = time.perf_counter()
                ear.heard.extend((now, int(found)) for found in SEQ.findall(data))


class Dribble:
    """Connections that send a byte of their request now and then, half of them of a form, and are opened again."""

    def __init__(self, port: int, number: int, seconds: float = 0.5) -> None:
        self._port = port
        self._number = number
        self._seconds = seconds
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.opened = 0

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def stop(self) -> None:
        """Hangs up."""
        self._over.set()
        self._thread.join(5)

    def _run(self) -> None:
        links: list[socket.socket | None] = [None] * self._number
        while not self._over.wait(self._seconds):
            for number, link in enumerate(links):
                try:
                    if link is None:
                        link = links[number] = socket.create_connection(("127.0.0.1", self._port), timeout=2)
                        self.opened += 1
                        form = b"POST /new HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n"
                        link.sendall(form if number % 2 else b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
                    link.sendall(b"a")
                except OSError:
                    if link is not None:
                        link.close()
                    links[number] = None
        for link in links:
            if link is not None:
                link.close()
