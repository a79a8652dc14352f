"""Installing: offered where browsers allow it, and not promised where they do not."""

import gzip
import json

import pytest

from companion.resources import static_dir
from companion.web.install.routes import UNVERSIONED
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import at_a_game

PROMISES = ("manifest.webmanifest", "js/install.js", "data-install", "data-secure")


@pytest.fixture
def here(browser_at: MakeBrowser) -> Browser:
    """The browser on the serving machine."""
    return browser_at("127.0.0.1", "localhost")


def test_plain_http_promises_nothing(phone: Browser) -> None:
    game = at_a_game(phone)
    pages = ["/", "/settings", f"/g/{game}/menu", phone.get(f"/g/{game}").headers["Location"]]
    for page in pages:
        text = phone.get(page).text
        assert not [promise for promise in PROMISES if promise in text], page


def test_keeping_the_screen_on_is_offered_over_plain_http_too(phone: Browser) -> None:
    game = at_a_game(phone)
    table = phone.get(phone.get(f"/g/{game}").headers["Location"]).text
    assert "js/awake.js" in table
    assert "data-awake-set" in table
    assert 'name="awake"' in phone.get("/settings").text


def test_the_serving_machine_may_install(here: Browser) -> None:
    game = at_a_game(here)
    table = here.get(here.get(f"/g/{game}").headers["Location"]).text
    assert all(promise in table for promise in PROMISES if promise != "data-install")
    assert "data-install" in here.get("/").text


def test_the_manifest_names_icons_that_are_there(here: Browser) -> None:
    answer = here.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert manifest["start_url"] == "/"
    assert manifest["display"] == "standalone"
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    assert any(icon["purpose"] == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        assert here.get(icon["src"]).status_code == 200


def test_the_icons_are_as_large_as_they_say() -> None:
    for name, size in (("app-192", 192), ("app-512", 512), ("maskable-512", 512), ("touch-180", 180)):
        head = (static_dir() / "icons" / f"{name}.png").read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        assert (int.from_bytes(head[16:20]), int.from_bytes(head[20:24])) == (size, size)


def test_the_worker_keeps_files_that_are_there_by_their_contents(here: Browser) -> None:
    answer = here.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert "no-cache" in answer.headers["Cache-Control"]
    facts = json.loads(answer.text.partition("const FACTS = ")[2].partition(";\n")[0])
    for file in facts["files"]:
        assert here.get(file).status_code == 200, file
        assert "?v=" in file or file in UNVERSIONED
    assert here.get(facts["offline"]).status_code == 200


def test_pages_are_compressed_for_those_who_can_read_it(here: Browser) -> None:
    plain = here.get("/new")
    packed = here.get("/new", Accept_Encoding="gzip, br")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < len(plain.data) / 2
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert "Content-Encoding" not in plain.headers
    assert "Content-Encoding" not in here.get("/new", Accept_Encoding="gzip;q=0").headers


def test_static_files_are_compressed_and_kept(here: Browser) -> None:
    page = here.get("/").text
    address = "/static/css/components.css" + page.partition("/static/css/components.css")[2].partition('"')[0]
    answer = here.get(address, Accept_Encoding="gzip")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "immutable" in answer.headers["Cache-Control"]
    again = here.get(address, Accept_Encoding="gzip", If_None_Match=answer.headers["ETag"])
    assert again.status_code == 304
    assert len(gzip.decompress(answer.data)) < len(here.get(address).data)
    font = here.get("/static/fonts/commissioner-latin-flar-normal.woff2", Accept_Encoding="gzip")
    assert "Content-Encoding" not in font.headers
