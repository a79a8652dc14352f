"""The players' guide is the same in the app and in ``docs``, and every picture of it is there, and small."""

import re
from pathlib import Path

import pytest

from companion.resources import static_dir
from companion.web.reference.guide import PICTURES, WIDTH
from tests.guide.pictures import SHOTS, every
from tests.guide.text import FILE, document
from tests.web.conftest import Browser

MOST = 1_500_000
"""Bytes of all pictures of the guide and the README."""
ROOT = Path(__file__).resolve().parents[3]


def size_of(picture: Path) -> tuple[int, int]:
    """Width and height as the head of a WebP file has them."""
    head = picture.read_bytes()[:30]
    assert (head[:4], head[8:16]) == (b"RIFF", b"WEBPVP8X"), picture
    return 1 + int.from_bytes(head[24:27], "little"), 1 + int.from_bytes(head[27:30], "little")


def test_the_document_is_what_the_app_says() -> None:
    assert FILE.read_text(encoding="utf-8") == document(), "python -m tests.guide.text write"


def test_every_picture_is_there_as_large_as_it_says_and_no_other() -> None:
    listed = {file: size for file, _name, _theme, size in every()}
    assert {file: size_of(file) for file in listed} == listed
    folders = {file.parent for file in listed}
    assert {file for folder in folders for file in folder.iterdir()} == set(listed)
    assert sum(file.stat().st_size for file in listed) < MOST
    assert set(SHOTS) == set(PICTURES)


def test_every_picture_is_shown_somewhere() -> None:
    documents = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "README.md", FILE))
    for file, name, theme, _size in every():
        of_the_app = file.is_relative_to(static_dir()) and name in PICTURES and theme in ("day", "night")
        assert of_the_app or file.name in documents, file


def test_the_page_shows_the_chapters_of_the_document_and_their_pictures(phone: Browser) -> None:
    page = phone.get("/learn/guide").text
    titles = re.findall(r"^## (.*)$", document(), re.M)
    assert re.findall(r'<div class="tells"><h2>(.*?)</h2>', page) == titles
    pictures = re.findall(r'<img src="(/static/guide/[^"]+)" width="(\d+)" height="(\d+)" alt="[^"]{20,}"', page)
    assert len(pictures) == len(PICTURES)
    for address, wide, high in pictures:
        assert (int(wide), int(high)) == (WIDTH, PICTURES[Path(address.partition("?")[0]).stem.removesuffix("-day")])
        assert phone.get(address).status_code == 200


@pytest.mark.parametrize("theme, first, second", [("day", "day", ""), ("night", "night", ""), ("auto", "day", "night")])
def test_the_pictures_go_with_the_theme(phone: Browser, theme: str, first: str, second: str) -> None:
    phone.client.set_cookie("theme", theme, domain="192.168.1.7")
    page = phone.get("/learn/guide").text
    assert f'<img src="/static/guide/table-{first}.webp' in page
    assert ("/static/guide/table-night.webp" in page) == ("night" in (first, second))
    assert ("prefers-color-scheme: dark" in page) == bool(second)


def test_the_first_page_and_every_page_of_the_reference_lead_to_the_guide(phone: Browser) -> None:
    for page in ("/", "/learn/", "/learn/rules"):
        assert 'href="/learn/guide' in phone.get(page).text, page
