"""A reader who taps at random, the same every time: follows links and sends forms of the pages that it is shown."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from random import Random
from typing import Protocol
from urllib.parse import urlencode, urljoin, urlsplit

from flask.testing import FlaskClient

from companion.pocket.place import Place

ORIGIN = "https://host.example"
ENDS = ("/delete", "/drop", "/copy", "/hide")
FILES = ("/export", "/picture", "/import", "/report")
OF_SERVERS = ("/camera", "/display", "/guests", "/seat", "/join", "/recover", "/https")
LEFT_OUT = (*ENDS, *FILES, *OF_SERVERS)
"""What the robot does not tap: what ends its game, is a file, or is there on a server only."""
DEED, OTHER_FORM, LINK = 0.65, 0.05, 0.2
"""How often it chooses a form that plays, another form of the game, and a link; else it goes to the table."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a device is shown."""

    status: int
    location: str
    pushed: str
    text: str


class Device(Protocol):
    """Something that asks an app, with the cookies of one browser. Paths are those below the app."""

    def ask(self, method: str, path: str, body: bytes = b"", *, htmx: bool = False) -> Answer:
        """Sends a request."""

    @property
    def root(self) -> str:
        """The path below which its app stands."""


HEAD = {"Accept": "text/html", "Accept-Language": "en"}
FORM = "application/x-www-form-urlencoded"


@dataclass
class AtServer:
    """A browser on the serving computer."""

    client: FlaskClient
    root: str = ""
    asked: int = 0

    def ask(self, method: str, path: str, body: bytes = b"", *, htmx: bool = False) -> Answer:
        """Sends a request."""
        self.asked += 1
        headers = HEAD | ({"HX-Request": "true"} if htmx else {})
        kind = FORM if method == "POST" else None
        answer = self.client.open(path, method=method, data=body, content_type=kind, headers=headers)
        told = answer.headers
        return Answer(answer.status_code, told.get("Location", ""), told.get("HX-Push-Url", ""), answer.text)


@dataclass
class InPocket:
    """The page around the app in the pocket: it keeps what ``document.cookie`` would."""

    place: Place
    root: str
    cookies: dict[str, str] = field(default_factory=dict)
    asked: int = 0

    def ask(self, method: str, path: str, body: bytes = b"", *, htmx: bool = False) -> Answer:
        """Sends a request."""
        self.asked += 1
        told = HEAD | {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if htmx:
            told["HX-Request"] = "true"
        if method == "POST":
            told["Content-Type"] = FORM
        answer = self.place.answer(method, f"{ORIGIN}{self.root}{path}", list(told.items()), body)
        for one in answer.cookies:
            self.cookies.update((name, morsel.value) for name, morsel in SimpleCookie(one).items())
        found = dict(answer.headers)
        text = answer.body.decode("utf-8", "replace")
        return Answer(answer.status, found.get("Location", ""), found.get("HX-Push-Url", ""), text)


@dataclass
class Form:
    """A form: what it sends untouched, and what its choices and buttons could send instead."""

    method: str
    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """What can be tapped on a page, and every address in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.addresses: list[str] = []
        self._open: Form | None = None
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        one = {name: value or "" for name, value in attrs}
        self.addresses += [value for value in one.values() if value.startswith("/")]
        if tag == "a" and one.get("href", "").startswith("/") and "hidden" not in one:
            self.links.append(one["href"])
        elif tag == "form":
            self._open = Form(one.get("method", "get").upper(), one.get("action", ""))
            self.forms.append(self._open)
        elif self._open is not None:
            self._in_form(self._open, tag, one)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None

    def _in_form(self, form: Form, tag: str, one: dict[str, str]) -> None:
        name, kind = one.get("name", ""), one.get("type", "text")
        if tag == "button" and kind != "button" and "disabled" not in one:
            form.buttons.append((name, one.get("value", ""), one.get("formaction", "")))
        elif tag == "select":
            self._select = name
        elif tag == "option":
            form.choices.setdefault(self._select, []).append(one.get("value", ""))
        elif tag == "input" and name and kind != "file":
            if kind in ("radio", "checkbox"):
                form.choices.setdefault(name, []).append(one.get("value", "on"))
                if "checked" not in one:
                    return
            form.fields.append((name, one.get("value", "")))


@dataclass(frozen=True, slots=True)
class Tap:
    """One thing done: a path below the app, for a form with what was sent, and whether by htmx."""

    method: str
    path: str
    fields: tuple[tuple[str, str], ...]
    htmx: bool


@dataclass
class Robot:
    """Goes on from page to page. What it does depends on ``seed`` and on what it is shown."""

    device: Device
    seed: int
    game: str = ""
    path: str = "/"
    text: str = ""

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)

    def begin(self, **settings: str) -> None:
        """Makes a game and comes to its table."""
        self._show(self.device.ask("GET", "/new"), "/new")
        form = next(one for one in Page(self.text).forms if urlsplit(one.action).path.endswith("/new"))
        kept = dict(form.fields) | settings
        answer = self.device.ask("POST", "/new", urlencode(kept).encode())
        self._show(answer, "/new")
        found = re.search(r"/g/\w+", self.path)
        assert found is not None, self.text
        self.game = found[0]

    def steps(self, count: int) -> Iterator[tuple[Tap, Answer]]:
        """Taps so many times, and gives each tap with what was shown then."""
        for _number in range(count):
            tap = self.choose(Page(self.text))
            answer = self.device.ask(tap.method, tap.path, urlencode(tap.fields).encode(), htmx=tap.htmx)
            yield tap, answer
            self._show(answer, tap.path)

    def choose(self, page: Page) -> Tap:
        """Returns what is tapped next on a page."""
        forms = [
            one for one in page.forms if one.method == "POST" and self.game in one.action and self._wanted(one.action)
        ]
        deeds = [one for one in forms if "/do/" in one.action]
        links = [link for link in dict.fromkeys(page.links) if self._wanted(link)]
        what = self.chance.random()
        if deeds and what < DEED:
            return self._filled(self.chance.choice(deeds))
        if forms and what < DEED + OTHER_FORM:
            return self._filled(self.chance.choice(forms))
        if links and what < DEED + OTHER_FORM + LINK:
            return Tap("GET", self._below(self.chance.choice(links)), (), False)
        return Tap("GET", self.game or "/", (), False)

    def _filled(self, form: Form) -> Tap:
        fields = dict(form.fields)
        for name, values in form.choices.items():
            if name not in fields or self.chance.random() < 0.3:
                fields[name] = self.chance.choice(values)
        action = form.action
        if form.buttons:
            name, value, other = self.chance.choice(form.buttons)
            action = other or action
            if name:
                fields[name] = value
        htmx = "/do/" in action and self.chance.random() < 0.5
        return Tap("POST", self._below(action), tuple(fields.items()), htmx)

    def _wanted(self, address: str) -> bool:
        path = urlsplit(address).path.removeprefix(self.device.root)
        ours = not self.game or not path.startswith("/g/") or path.startswith(self.game)
        return ours and not any(one in path for one in LEFT_OUT)

    def _below(self, address: str) -> str:
        return self._from(self.path, address)

    def _from(self, path: str, address: str) -> str:
        whole = urlsplit(urljoin(f"{ORIGIN}{self.device.root}{path}", address))
        below = whole.path.removeprefix(self.device.root)
        return f"{below}?{whole.query}" if whole.query else below

    def _show(self, answer: Answer, path: str) -> None:
        """Follows where an answer leads; from a part of a page, and from an error, to the table."""
        for _hop in range(5):
            if answer.status not in (301, 302, 303, 307, 308):
                break
            path = self._from(path, answer.location)
            answer = self.device.ask("GET", path)
        if self.game and (answer.status >= 400 or "<html" not in answer.text):
            return self._show(self.device.ask("GET", self.game), self.game)
        self.path, self.text = path, answer.text
        return None


def outside(root: str, answer: Answer) -> list[str]:
    """Returns the addresses of an answer that lead out of the app."""
    found = [answer.location, answer.pushed, *(Page(answer.text).addresses if "<" in answer.text else ())]
    return [one for one in found if one.startswith("/") and one != root and not one.startswith(f"{root}/")]
