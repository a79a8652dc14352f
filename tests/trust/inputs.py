"""Single requests of the fuzzer, each from a number alone: forms, addresses, headers and files with something wrong."""

import io
import struct
import zipfile
import zlib
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from tests.trust.bench import Bench, Pair, Place, Target, deeds, picks
from tests.trust.nonsense import TEXTS, as_bytes, shown, spoiled, value

KEPT = ("csrf_token",)
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE")
LARGE = 8 * 1024 * 1024
FRAGMENT = {"HX-Request": "true"}

HEADERS: dict[str, tuple[str, ...]] = {
    "Host": (
        "",
        "a" * 300,
        "[::1]",
        "[",
        "x:y",
        "192.168.1.7:99999",
        "192.168.1.7:-1",
        "a b",
        "é",
        "xn--nxasmq6b",
        "..",
        "@",
        "1",
    ),
    "Accept-Language": (
        "",
        "*",
        "de;q=nan",
        "de;q=2",
        "de;q=-1",
        ",".join(["de"] * 3000),
        "x-" * 500,
        "de-" * 200,
        "\xff",
    ),
    "Content-Type": (
        "",
        "text",
        "application/json",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "/;/;",
        "a" * 999,
        "application/x-www-form-urlencoded; charset=utf-7",
        "multipart/form-data; boundary=" + "b" * 300,
    ),
    "Content-Length": ("", "-1", "abc", "9" * 30, "1", "0x10", "1, 1", "+5"),
    "Transfer-Encoding": ("chunked", "gzip, chunked", "identity"),
    "Range": (
        "bytes=0-",
        "bytes=-1",
        "bytes=5-1",
        "bytes=0-0,1-1,2-2",
        "bytes=" + "0-," * 500,
        "lines=1",
        "bytes=9" + "9" * 50,
    ),
    "If-None-Match": ("*", '""', 'W/"x"', '"' * 99, "a" * 9000, '"a", ' * 500),
    "If-Modified-Since": ("now", "Thu, 01 Jan 1 00:00:00 GMT", "Thu, 01 Jan 99999 00:00:00 GMT", "0"),
    "If-Range": ("x", "Thu, 01 Jan 1970 00:00:00 GMT"),
    "Accept-Encoding": ("", "gzip;q=nan", "br, gzip, *;q=0", "gzip" * 2000, "identity;q=0"),
    "Referer": (
        "http://[",
        "http://[::1",
        "http://192.168.1.7:8000/g/..",
        "//",
        "http://192.168.1.7:8000/\x7f",
        "a" * 5000,
        "?",
    ),
    "Origin": ("null", "http://elsewhere.example", "["),
    "Cookie": (
        "",
        "=",
        ";;;",
        "arrakis=x",
        "arrakis=" + "a" * 4000,
        "theme=\xff",
        "lang=../..",
        "lang=" + "d" * 999,
        "hints=no",
        "arrakis_device=" + "a" * 5000,
        'a="\\',
        "theme=night; text=\x01; terse=on",
        "; ".join(f"c{n}=1" for n in range(500)),
    ),
    "HX-Request": ("true", "false", "1", "true, true"),
    "HX-History-Restore-Request": ("true", "x"),
    "HX-Current-URL": ("http://[", "javascript:x", "a" * 3000),
    "HX-Target": ("#notice", "<b>", "a" * 3000),
    "X-Forwarded-For": ("127.0.0.1", "::1", "a" * 999, ",,,", "\x00"),
    "X-Forwarded-Host": ("localhost", "[", "127.0.0.1"),
    "Forwarded": ("for=127.0.0.1;host=localhost", '"', "for=[::1"),
    "Expect": ("100-continue", "x"),
    "Upgrade": ("websocket", "h2c"),
    "User-Agent": ("", "\xff\xfe", "a" * 9000),
}


@dataclass(frozen=True, slots=True)
class Input:
    """A request. ``fields`` or ``body`` is what is sent; ``notes`` say what is odd about it."""

    kind: str
    place: int
    method: str
    path: str
    fields: tuple[Pair, ...] = ()
    file: tuple[str, str, bytes] | None = None
    body: bytes | None = None
    content_type: str = ""
    headers: tuple[Pair, ...] = ()
    stranger: bool = False
    notes: tuple[str, ...] = field(default=())

    def data(self, hidden: dict[str, str]) -> Any:
        """What is sent; ``hidden`` holds the fields of a form now, for those that the input leaves as they are."""
        if self.body is not None:
            return self.body
        fields = [*((name, text) for name, text in hidden.items() if name not in dict(self.fields)), *self.fields]
        if self.file is None:
            return urlencode(fields, errors="surrogatepass").encode()
        found: dict[str, Any] = {}
        for name, text in fields:
            found.setdefault(name, []).append(text.encode("utf-8", "surrogatepass").decode("utf-8", "replace"))
        name, file_name, content = self.file
        return {**found, name: (io.BytesIO(content), file_name)}

    def __str__(self) -> str:
        shape = [f"{self.method} {shown(self.path, 300)}"]
        shape += [f"{name}: {shown(text)}" for name, text in self.headers]
        shape += [f"{name}={shown(text)}" for name, text in self.fields]
        if self.file is not None:
            shape.append(f"file {self.file[0]}={self.file[1]!r} of {len(self.file[2])} bytes")
        if self.body is not None:
            shape.append(f"body {shown(self.body)}")
        return "; ".join([*shape, *self.notes])


def form_input(bench: Bench, chance: Random) -> Input:
    """A form of a page with some of its fields spoiled, left out, sent twice or taken from another form."""
    target = chance.choice(bench.targets)
    place = bench.places[target.place]
    fields = dict(target.fields)
    for name in dict.fromkeys(name for name, _value in target.offers):
        if chance.random() < 0.7:
            fields[name] = chance.choice([value for other, value in target.offers if other == name])
    pairs = list(fields.items())
    action, notes = target.action, list[str]()
    for _change in range(chance.choice((0, 1, 1, 1, 2, 2, 4))):
        action = _change_form(bench, chance, target, pairs, action, notes)
    headers = tuple(FRAGMENT.items()) if chance.random() < 0.4 else ()
    file = ("file", "x.bin", b"\x00" * 300) if chance.random() < 0.02 else None
    if target.upload:
        file = (target.upload, *photo(chance))
    return Input(
        "form", target.place, "POST", _elsewhere(bench, place, action, chance), tuple(pairs), file, headers=headers
    )


def _change_form(bench: Bench, chance: Random, target: Target, pairs: list[Pair], action: str, notes: list[str]) -> str:
    what = chance.randrange(12)
    names = [name for name, _value in (*target.fields, *target.offers)] or ["x"]
    if what <= 5:
        name = chance.choice(names)
        pairs[:] = [pair for pair in pairs if pair[0] != name] + [(name, value(chance))]
    elif what == 6 and pairs:
        del pairs[chance.randrange(len(pairs))]
    elif what == 7:
        pairs.append((chance.choice(names), value(chance)))
    elif what == 8:
        other = chance.choice(bench.targets)
        pairs.extend((name, text) for name, text in other.fields if chance.random() < 0.7)
        pairs.extend(pair for pair in other.offers if chance.random() < 0.3)
    elif what == 9 and "/do/" in action:
        action = action.rpartition("/")[0] + "/" + chance.choice(deeds())
    elif what == 10:
        name = chance.choice(("at", "then", "record_anyway", "source", "back", "option", "one"))
        text = urlencode(
            [(chance.choice(names), value(chance)) for _each in range(chance.choice((1, 3, 70)))],
            errors="surrogatepass",
        )
        pairs.append((name, "1" if name == "record_anyway" else text))
    else:
        pairs.append(chance.choice((("seq", value(chance)), ("key", value(chance)), ("csrf_token", value(chance)))))
    return action


def _elsewhere(bench: Bench, place: Place, path: str, chance: Random) -> str:
    """The same path, now and then that of another game."""
    return path if chance.random() < 0.96 else path.replace(place.game, chance.choice(bench.places).game)


def address_input(bench: Bench, chance: Random) -> Input:
    """An address with a query of nonsense, or of choices that belong to another step."""
    number = chance.randrange(len(bench.places))
    place = bench.places[number]
    link = chance.choice(place.links)
    others = picks(chance.choice(chance.choice(bench.places).links))
    pairs = [*picks(link), *(others if chance.random() < 0.3 else ())]
    for _change in range(chance.choice((1, 1, 2, 3))):
        what = chance.randrange(5)
        if what <= 2 and pairs:
            at = chance.randrange(len(pairs))
            pairs[at] = (pairs[at][0], value(chance))
        elif what == 3:
            names = (
                "use",
                "from",
                "to",
                "area",
                "card",
                "option",
                "one",
                "die",
                "put_back",
                "odd",
                "seq",
                "q",
                "part",
                "way",
            )
            pairs.append((chance.choice(names), value(chance)))
        elif pairs:
            pairs.append((pairs[0][0], value(chance)))
    path = link.partition("?")[0]
    if chance.random() < 0.15:
        parts = path.split("/")
        parts[chance.randrange(1, len(parts))] = quote(value(chance)[:4000], safe="", errors="surrogatepass")
        path = "/".join(parts)
    query = urlencode(pairs, errors="surrogatepass") if chance.random() < 0.95 else chance.choice(TEXTS[-14:])
    path = f"{_elsewhere(bench, place, path, chance)}?{query}" if query.isascii() else path
    headers = tuple(FRAGMENT.items()) if chance.random() < 0.3 else ()
    return Input("address", number, "GET", path, headers=headers, stranger=chance.random() < 0.1)


def header_input(bench: Bench, chance: Random) -> Input:
    """A request with headers that no browser sends."""
    base = (form_input if chance.random() < 0.4 else address_input)(bench, chance)
    if chance.random() < 0.2:
        path = chance.choice(
            ("/static/favicon.svg", "/static/css/table.css", "/sw.js", "/manifest.webmanifest", base.path)
        )
        base = replace(base, path=path, method=chance.choice(METHODS), fields=(), file=None)
    names = chance.sample(sorted(HEADERS), chance.choice((1, 1, 2, 3)))
    headers = tuple((name, chance.choice(HEADERS[name])) for name in names)
    body = chance.randbytes(chance.choice((0, 10, 3000))) if base.method != "GET" and chance.random() < 0.2 else None
    return replace(base, kind="header", headers=(*base.headers, *headers), body=body)


def import_input(bench: Bench, chance: Random) -> Input:
    """A file of a game, almost right; now and then one as large as is allowed."""
    document, notes = spoiled(chance.choice(documents(bench)), chance, chance.choice((0, 1, 1, 1, 2, 3)))
    data, note = as_bytes(document, chance)
    if chance.random() < 0.01:
        data, note = _large(data, chance)
    fields = (("player", "Ola" if chance.random() < 0.8 else value(chance)[:2000]),)
    file = (
        "file",
        chance.choice(("game.json", "", "../x.json", "é" * 300, "a\x00.json")) if chance.random() < 0.1 else "g",
        data,
    )
    return Input(
        "import", 0, "POST", "/import", fields, file, stranger=True, notes=tuple([*notes, note] if note else notes)
    )


_DOCUMENTS: dict[int, list[Any]] = {}


def documents(bench: Bench) -> list[Any]:
    """The files of some games of a bench, the shorter the more of them."""
    if id(bench) not in _DOCUMENTS:
        from companion.service.exchange import export_game

        found = [export_game(bench.world.table, place.game) for place in bench.places]
        _DOCUMENTS.clear()
        _DOCUMENTS[id(bench)] = sorted(found, key=lambda one: len(one["events"]))[: max(4, len(found) // 2)]
    return _DOCUMENTS[id(bench)]


def _large(data: bytes, chance: Random) -> tuple[bytes, str]:
    room = LARGE - len(data) - 40
    kind = chance.choice(("names", "rows", "text", "deep", "numbers", "blanks", "escapes", "keys"))
    inside = {
        "names": b",".join(b'"%x":1' % n for n in range(room // 11)),
        "rows": b'"x":[' + b",".join([b"{}"] * (room // 3)) + b"]",
        "text": b'"x":"' + b"a" * room + b'"',
        "deep": b'"x":' + b"[" * (room // 2) + b"]" * (room // 2),
        "numbers": b'"x":' + b"9" * room,
        "blanks": b'"x":1' + b" " * room,
        "escapes": b'"x":"' + b"\\u0000" * (room // 6) + b'"',
        "keys": b",".join([b'"seed":1'] * (room // 9)),
    }[kind]
    return data[:-1] + b"," + inside + b"}", f"8 MB of {kind}"


def photo(chance: Random) -> tuple[str, bytes]:
    """Returns name and bytes of a photo that is none, or not whole, or far too large."""
    data = chance.choice(_photos())
    what = chance.randrange(7)
    if what == 0:
        data = data[: chance.randrange(len(data))]
    elif what <= 2:
        at = chance.randrange(min(len(data), 200))
        data = data[:at] + chance.randbytes(chance.choice((1, 2, 4, 9))) + data[at + 1 :]
    elif what == 3:
        at = chance.randrange(min(len(data), 60))
        data = data[:at] + data[at : at + 20] * chance.choice((2, 50, 5000)) + data[at:]
    elif what == 4:
        data = chance.choice(
            (b"", b"\x00", b"GIF89a", b"\xff\xd8", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"<svg/>", b"BM" * 99)
        )
        data += chance.randbytes(chance.choice((0, 1, 500)))
    elif what == 5:
        data = _png(chance.choice((0, 1, 2**31 - 1, 2**32 - 1, 240, 70_000)), chance.choice((0, 1, 240, 2**31 - 1)))
    return chance.choice(("photo.jpg", "p.png", "", "../../x.jpg", "\u202egpj.exe", "a" * 300)), data


@cache
def _photos() -> tuple[bytes, ...]:
    from tests.vision.photos import jpeg, picture, png, turned_jpeg, turned_png

    image = picture()
    return jpeg(image), png(image), turned_jpeg(image, 6), turned_png(image, 3), turned_jpeg(image, 8, "<")


def _png(width: int, height: int) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    found = b"\x89PNG\r\n\x1a\n"
    for kind, body in ((b"IHDR", head), (b"IDAT", zlib.compress(b"\x00" * 999)), (b"IEND", b"")):
        found += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return found


def box_input(bench: Bench, chance: Random) -> Input:
    """A file of a camera's box, almost right."""
    place = bench.places[0]
    file = ("file", chance.choice(("box.zip", "x", "../box.zip")), zipped(chance))
    return Input("box", 0, "POST", f"{place.home}/camera/boxes/import", (), file)


def zipped(chance: Random) -> bytes:
    """Returns a zip with names, sizes and contents that a box may or may not have."""
    out = io.BytesIO()
    names = (
        "table.json",
        "empty-1.jpg",
        "dice.json",
        "lessons.json",
        "../x",
        "/etc/x",
        "a/" * 200 + "b",
        "C:\\x",
        "é" * 90,
        "a\x00b",
        "",
    )
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as box:
        for name in dict.fromkeys(chance.choice(names) for _each in range(chance.choice((0, 1, 2, 6)))):
            content = chance.choice(
                (b"{}", b"[]", b"", b'{"name": "x", "width": 840}', b'{"version": 1}', b"\x00" * 3_000_000)
            )
            box.writestr(name or "empty", content)
    data = out.getvalue()
    if chance.random() < 0.3:
        at = chance.randrange(len(data))
        data = data[:at] + chance.randbytes(2) + data[at + chance.choice((0, 1, 30)) :]
    return data if chance.random() < 0.9 else chance.randbytes(chance.choice((0, 4, 4000)))


KINDS = (
    (form_input, 52),
    (address_input, 20),
    (header_input, 10),
    (import_input, 8),
    (box_input, 1),
)
"""What is tried, and how often of a hundred; the other nine are lines of the command line."""
