"""What nobody sends who means well: odd addresses, methods and headers."""

from collections.abc import Iterator

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "BREW")
OVERRIDES = (
    {"X-HTTP-Method-Override": "POST"},
    {"X-HTTP-Method": "POST", "X-Method-Override": "POST"},
    {
        "X-Original-URL": "/",
        "X-Rewrite-URL": "/",
        "X-Forwarded-Host": "elsewhere.example",
        "X-Forwarded-Proto": "gopher",
    },
)


def twisted(path: str, game: str) -> Iterator[str]:
    """Yields an address as nobody writes it who means well."""
    yield f"{path}/" if not path.endswith("/") else path[:-1] or "//"
    yield f"/{path}"
    yield f"/\\elsewhere.example{path}"
    yield f"//elsewhere.example{path}"
    yield path.replace("/", "//")
    yield f"{path}/../{path.strip('/').rpartition('/')[2]}"
    yield f"{path}/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd"
    yield f"{path}/..%2f..%2f..%2f..%2fsecret_key"
    yield f"{path}/..\\..\\..\\secret_key"
    yield f"{path}%2f"
    yield f"{path}%00"
    yield f"{path}%0d%0aSet-Cookie:%20arrakis=1"
    yield f"{path};jsessionid=1"
    yield f"{path}.json"
    yield f"{path}%ff%fe%c0%af"
    yield f"{path}%ed%a0%80%f0%9f%aa%b1"
    yield path + "a" * 10_000
    yield f"{path}/{'a/' * 2000}"
    yield f"{path}?{'a=1&' * 2000}"
    if game in path:
        yield path.replace(game, "..")
        yield path.replace(game, "%2e%2e")
        yield path.replace(game, f"{game}%00")
        yield path.replace(game, f"%2f{game}")
        yield path.replace(game, game.upper() + " ")
        yield path.replace(game, "a" * 10_000)
        yield path.replace(game, f"{game}' OR '1'='1")
        yield path.replace(game, "%25")
        yield path.replace(game, "٣")
    elif path.startswith("/static/"):
        for inside in ("../secret_key", "%2e%2e/secret_key", "..%2farrakis.sqlite", "/etc/passwd", "css", "css/", "."):
            yield f"/static/{inside}"
    for number in ("0", "-1", "9" * 30, "1.0", "٣", "1e9", "0x1", "%31%00"):
        if path.endswith("/1"):
            yield path[:-1] + number
