"""A phone over real HTTP: keeps its cookies and its connection, reads the forms of its pages, and loses its line."""

import http.client
import re
import secrets
import socket
from dataclasses import dataclass, field
from html import unescape
from http.cookies import CookieError, SimpleCookie
from random import Random
from urllib.parse import urlencode

from companion.web.scene import RELATIVE
from tests.web.table.conftest import FORM, Form

TIMEOUT = 30.0
LEAVES = ("guests", "again", "hints", "all", "seen", "camera", "remove", "import")
"""What the forms of a table do not have to do with its game."""
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
SEQ = re.compile(r'name="seq" value="(\d+)"')
LINK = re.compile(r'href="(/g/[^"#/]+/(?:[a-z]+/\d+|trackers/[a-z]+)(?:\?[^"#]*)?)"')
"""Addresses of a step, with what was chosen in it."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that was sent: whose game, where to, with what; ``key`` names it for ever, ``seq`` is what it expected."""

    game: str
    path: str
    fields: tuple[tuple[str, str], ...]

    @property
    def key(self) -> str:
        """Its idempotency key."""
        return dict(self.fields)["key"]

    @property
    def seq(self) -> int:
        """The place in the log for which it was made."""
        return int(dict(self.fields)["seq"])

    @property
    def relative(self) -> bool:
        """Whether it means the same wherever the game stands: then others may have been faster."""
        return self.path.rpartition("/do/")[2] in RELATIVE

    def again(self, **changed: str) -> "Sent":
        """The same form with other hidden fields."""
        return Sent(self.game, self.path, tuple({**dict(self.fields), **changed}.items()))


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; ``status`` 0: nothing did."""

    status: int
    text: str = ""
    location: str = ""

    @property
    def seq(self) -> int | None:
        """The place in the log that the page shows."""
        found = SEQ.search(self.text)
        return int(found[1]) if found else None


@dataclass
class Phone:
    """A device. ``pages`` holds, by game, the page that it shows."""

    name: str
    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    pages: dict[str, str] = field(default_factory=dict)
    link: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, data: bytes | None = None, **headers: str) -> Answer:
        """Sends a request over the connection that is kept, anew when that one was closed meanwhile."""
        sent = self._head(**headers)
        if data is not None:
            sent["Content-Type"] = headers.get("content_type", "application/x-www-form-urlencoded")
        for attempt in (0, 1):
            kept = self.link is not None
            link = self.link = self.link or http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
            try:
                link.request(method, path, data, sent)
                answer = link.getresponse()
                body = answer.read()
            except (OSError, http.client.HTTPException):
                self.hang_up()
                # A connection that was kept may be closed by now, and then the request was not even looked at; that
                # it was sent twice all the same is what its key is for.
                if attempt or not kept:
                    return Answer(0)
                continue
            self._keep(answer.msg.get_all("Set-Cookie") or [])
            if answer.will_close:
                self.hang_up()
            return Answer(answer.status, body.decode("utf-8", "replace"), answer.headers.get("Location", ""))
        return Answer(0)

    def page(self, path: str, **headers: str) -> Answer:
        """Asks for a page and follows where it leads."""
        answer = self.ask("GET", path, None, **headers)
        for _step in range(5):
            if answer.status not in (301, 302, 303, 307, 308):
                break
            answer = self.ask("GET", answer.location, None, **headers)
        return answer

    def look(self, game: str) -> Answer:
        """Shows the table of a game."""
        answer = self.page(f"/g/{game}")
        self.pages[game] = answer.text if answer.status == 200 else ""
        return answer

    def send(self, form: Sent, fragment: bool = True) -> Answer:
        """Sends a form and shows what comes back; without ``fragment`` as a browser without JavaScript does."""
        more = {"HX_Request": "true"} if fragment else {}
        answer = self.ask("POST", form.path, urlencode(form.fields).encode(), **more)
        if answer.status == 303:
            shown = self.page(answer.location)
            answer = Answer(303 if shown.status else 0, shown.text, answer.location)
        if answer.status in (200, 303):
            self.pages[form.game] = answer.text
        return answer

    def drop(self, form: Sent, part: float = 1.0) -> None:
        """Sends a form, or only the first part of its body, and closes the line without reading what comes back."""
        body = urlencode(form.fields).encode()
        head = self._head(HX_Request="true")
        head |= {"Host": f"127.0.0.1:{self.port}", "Content-Length": str(len(body))}
        head["Content-Type"] = "application/x-www-form-urlencoded"
        lines = [f"POST {form.path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items()), "", ""]
        try:
            with socket.create_connection(("127.0.0.1", self.port), TIMEOUT) as link:
                link.sendall("\r\n".join(lines).encode() + body[: int(len(body) * part)])
        except OSError:
            # The server is gone just now: then the form never arrived.
            pass

    def stream(self, game: str) -> socket.socket | None:
        """Opens the live stream of a game and reads where it begins; None when there is no place."""
        lines = [f"GET /g/{game}/live HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines += [f"{name}: {value}" for name, value in self._head().items()]
        try:
            link = socket.create_connection(("127.0.0.1", self.port), TIMEOUT)
            link.sendall("\r\n".join([*lines, "", ""]).encode())
            if b" 200 " in link.recv(200):
                return link
            link.close()
        except OSError:
            pass
        return None

    def forms(self, game: str) -> list[Form]:
        """The changing forms of the page that it shows."""
        found = [Form(*one) for one in FORM.findall(self.pages.get(game, ""))]
        return [
            form for form in found if form.method == "post" and form.deed not in LEAVES and "/camera" not in form.action
        ]

    def links(self, game: str) -> list[str]:
        """Where the page leads within its step: places and choices to be tapped."""
        found = [unescape(link) for link in LINK.findall(self.pages.get(game, ""))]
        return [link for link in dict.fromkeys(found) if link.startswith(f"/g/{game}/") and "why=" not in link]

    def filled(self, game: str, form: Form, chance: Random) -> Sent:
        """Fills a form in as a finger does: what is asked is answered by one of the answers offered."""
        fields = dict(form.values())
        for tag in re.findall(r"<(?:button|input|select)([^>]*)>", form.body):
            named = re.search(r'\bname="([^"]*)"', tag)
            name = named[1] if named else ""
            offers = form.offers(name) if name and name not in ("csrf_token", "key", "seq") else []
            if offers and (name not in fields or chance.random() < 0.2):
                fields[name] = chance.choice(offers)
        fields["key"] = secrets.token_urlsafe(12)
        return Sent(game, unescape(form.action), tuple(fields.items()))

    def hang_up(self) -> None:
        """Closes the connection."""
        if self.link is not None:
            self.link.close()
            self.link = None

    def _head(self, **headers: str) -> dict[str, str]:
        found = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            found["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return found

    def _keep(self, sent: list[str]) -> None:
        for header in sent:
            try:
                for name, morsel in SimpleCookie(header).items():
                    self.cookies[name] = morsel.value
            except CookieError:
                continue
