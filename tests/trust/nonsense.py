"""What no page ever sends: values of every wrong type, and documents that are almost right."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from companion.board import AREA_IDS, ZONE_IDS
from companion.content import CARDS, LEADERS
from companion.content.terms import CombatFace, Marker, Phase, Result, UnitKind, VehicleKind

NUMBERS = (
    *("0", "-1", "1", "2", "3", "4", "5", "7", "9", "12", "30", "98", "99", "100", "255", "256", "65536", "9999999"),
    *("2147483648", "9223372036854775808", "-9223372036854775809", "1" * 400, "1" * 5000, "00000001", "+1", " 1 "),
    *(
        "1.0",
        "1.5",
        "1e9",
        "1e400",
        "-0",
        "0x10",
        "0b1",
        "1_0",
        "NaN",
        "Infinity",
        "-Infinity",
        "１２",
        "٣",
        "²",
        "½",
        "Ⅷ",
    ),
)
TEXTS = (
    "",
    " ",
    "\t",
    "\r\n",
    "a\r\nSet-Cookie: arrakis=1",
    "None",
    "null",
    "true",
    "[]",
    "{}",
    "[object Object]",
    "\x00",
    "a\x00b",
    "\x1b[2J",
    "\x7f",
    "\ufeff",
    "\ufffe",
    "\ufffd",
    "\u202etxt.exe\u202c",
    "\u2066\u2069\u200f",
    "a\u200db\u200cc",
    "👩‍👩‍👧‍👦" * 20,
    "🇺🇦" * 40,
    "é" * 60,
    "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G" * 10,
    "ﷺ" * 61,
    "İIıiſ",
    "ß" * 61,
    "𝓟𝓪𝓾𝓵",
    "\ud800",
    "\udfff\ud83d",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "{%raw%}",
    "%s%s%n%(a)s",
    "${jndi:ldap://x}",
    "'; DROP TABLE game; --",
    "' OR '1'='1",
    "../../../../etc/passwd",
    "..\\..\\secret_key",
    "/g/../../new",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "http://[",
    "http://[::1",
    "javascript:alert(1)",
    "data:text/html,x",
    "a" * 41,
    "a" * 61,
    "a" * 1000,
    "a" * 70_000,
    "&" * 3000,
    "=" * 3000,
    "%" * 500,
    "%ff%fe",
    "%ed%a0%80",
    "(" * 2000,
    "[" * 30_000,
)
WORDS: tuple[str, ...] = (
    *AREA_IDS,
    *ZONE_IDS,
    *LEADERS,
    *CARDS,
    *(one.value for kind in (CombatFace, Marker, Phase, Result, UnitKind, VehicleKind) for one in kind),
    *("harkonnen", "atreides", "app", "hand", "camera", "tapped", "yes", "no", "on", "1", "stop", "photo", "other"),
)
"""What means something to the app, though not here."""


def value(chance: Random) -> str:
    """Returns a value that does not belong where it will stand: mostly one that means something elsewhere."""
    drawn = chance.random()
    if drawn < 0.4:
        return chance.choice(WORDS)
    if drawn < 0.7:
        return chance.choice(NUMBERS)
    return chance.choice(TEXTS)


def shown(text: object, most: int = 160) -> str:
    """Returns a value as a failure shows it."""
    plain = repr(text)
    return plain if len(plain) <= most else f"{plain[:most]}... ({len(plain)} signs)"


# ---- documents


def json_value(chance: Random) -> Any:
    """Returns something that may stand anywhere in a JSON document."""
    drawn = chance.randrange(12)
    if drawn == 0:
        return chance.choice((None, True, False))
    if drawn in (1, 2):
        return chance.choice((0, -1, 1, 2, 99, 2**31, 2**63, 2**64, -(2**63) - 1, 10**30, 1.0, 0.5, -0.0, 1e308))
    if drawn == 3:
        return nested(chance.choice((5, 60, 400)), chance.choice(("list", "object")))
    if drawn == 4:
        return chance.choice(([], {}, [[]], [{}], {"": ""}, [None], {"v": 1}, {"type": "GameStarted"}))
    if drawn == 5:
        return [chance.choice(WORDS) for _ in range(chance.choice((1, 2, 40)))]
    return chance.choice((*WORDS, *NUMBERS, *(text for text in TEXTS if len(text) < 2000)))


def nested(depth: int, kind: str) -> Any:
    """Returns lists within lists, or objects within objects."""
    found: Any = 1
    for _level in range(depth):
        found = [found] if kind == "list" else {"a": found}
    return found


def spoiled(document: Any, chance: Random, times: int) -> tuple[Any, list[str]]:
    """Returns a copy of a document with some places spoiled, and what was done to it, each in a line."""
    copy = json.loads(json.dumps(document))
    notes = []
    for _time in range(times):
        places = list(_places(copy))
        if not places:
            break
        # The further in a place lies, the more of its kind there are; each depth is as likely as any other.
        depth = chance.choice(sorted({len(place) for place in places}))
        place = chance.choice([one for one in places if len(one) == depth])
        notes.append(_spoil(copy, place, chance))
    return copy, notes


def _places(document: Any, before: tuple[Any, ...] = (), most: int = 60) -> Any:
    inside = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    for number, (name, inner) in enumerate(inside):
        if number >= most:
            break
        yield (*before, name)
        yield from _places(inner, (*before, name), most)


def _spoil(document: Any, place: Sequence[Any], chance: Random) -> str:
    holder = document
    for name in place[:-1]:
        holder = holder[name]
    last, where = place[-1], ".".join(map(str, place))
    what = chance.choice(("set", "set", "set", "remove", "twice", "shift", "add"))
    if what == "remove":
        del holder[last]
        return f"{where}: removed"
    if what == "twice" and isinstance(holder, list):
        holder.insert(last, holder[last])
        return f"{where}: twice"
    if what == "shift" and type(holder[last]) is int:
        holder[last] += chance.choice((-1, 1, 2, 100))
        return f"{where}: now {holder[last]}"
    if what == "add" and isinstance(holder, dict):
        name = chance.choice(("v", "type", "area", "", "__class__", "seq", "é", "a" * 300))
        holder[name] = json_value(chance)
        return f"{where}: beside it {shown(name, 20)} {shown(holder[name], 60)}"
    holder[last] = json_value(chance)
    return f"{where}: now {shown(holder[last], 80)}"


def as_bytes(document: Any, chance: Random) -> tuple[bytes, str]:
    """Returns a document as a file, sometimes one that is no longer what it was, and what was done to it."""
    text = json.dumps(document, ensure_ascii=True)
    data = text.encode()
    what = chance.randrange(16)
    if what == 0:
        at = chance.randrange(len(data))
        return data[:at], f"cut at {at}"
    if what == 1:
        at = chance.randrange(len(data))
        return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :], f"another byte at {at}"
    if what == 2:
        return text.encode("utf-16"), "as UTF-16"
    if what == 3:
        return b"\xef\xbb\xbf" + data, "with a mark of its order"
    if what == 4:
        return data + b"\n" + data, "twice over"
    if what == 5:
        return data.replace(b'"seq"', b'"seq": 1, "seq"', 1), "a field twice"
    if what == 6:
        depth = chance.choice((1000, 100_000, 2_000_000))
        return b"[" * depth, f"{depth} brackets"
    return data, ""
