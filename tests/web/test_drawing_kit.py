"""The kit page: every macro renders, on every screen, and the page is sound HTML."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from companion.resources import static_dir, templates_dir
from tests.web.kit import SCREENS, main, render

KIT = Path(__file__).parent / "kit.html"
VOID = {"meta", "link", "input", "br", "img", "hr"}


class Sound(HTMLParser):
    """Collects ids, references and unclosed elements."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.labels: list[str] = []
        self.nameless: list[str] = []
        self.wrong: list[str] = []

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(dict(attrs))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(dict(attrs))
        if tag not in VOID:
            self.open.append(tag)

    def note(self, attrs: dict[str, str | None]) -> None:
        self.ids += [one for one in (attrs.get("id"),) if one]
        self.labels += [one for one in (attrs.get("for"),) if one]
        if (attrs.get("class") or "").split()[:1] == ["icon"] and not attrs.get("aria-label"):
            self.nameless.append(str(attrs))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@cache
def rendered(screen: str) -> str:
    return render(screen, "day", "/static")


@pytest.fixture(params=SCREENS)
def page(request: pytest.FixtureRequest) -> str:
    return rendered(request.param)


@pytest.mark.slow
def test_the_page_is_sound(page: str) -> None:
    reader = Sound()
    reader.feed(page)
    assert reader.wrong == []
    assert reader.open == []
    assert len(reader.ids) == len(set(reader.ids))
    assert set(reader.labels) <= set(reader.ids)
    assert reader.nameless == []


def test_every_glyph_on_the_page_exists(page: str) -> None:
    sprite = (static_dir() / "glyphs.svg").read_text(encoding="utf-8")
    known = set(re.findall(r'id="(g-[\w-]+)"', sprite))
    used = set(re.findall(r'href="/static/glyphs.svg#(g-[\w-]+)"', page))
    assert used
    assert used <= known


def test_files_the_page_needs_exist(page: str) -> None:
    for name in re.findall(r'(?:src|href)="/static/([^"#]+)', page):
        assert (static_dir() / name).is_file(), name


def test_fonts_the_style_sheet_needs_exist() -> None:
    css = (static_dir() / "css" / "tokens.css").read_text(encoding="utf-8")
    names = re.findall(r"url\(\.\./fonts/([^)]+)\)", css)
    assert len(names) == 3
    assert all((static_dir() / "fonts" / name).is_file() for name in names)
    assert (static_dir() / "fonts" / "OFL.txt").is_file()


def test_nothing_comes_from_the_internet(page: str) -> None:
    assert re.findall(r'(?:src|href|action)="(?:https?:)?//', page) == []


@pytest.mark.parametrize("theme, attribute", [("day", ' data-theme="day"'), ("night", ' data-theme="night"')])
def test_a_chosen_theme_is_in_the_markup_before_the_first_paint(theme: str, attribute: str) -> None:
    assert attribute in render("parts", theme, "/static").split("<head>")[0]


def test_auto_leaves_the_theme_to_the_system() -> None:
    assert "data-theme" not in render("parts", "auto", "/static").split("<head>")[0]


def test_an_unknown_screen_is_refused() -> None:
    with pytest.raises(ValueError, match="cellar"):
        render("cellar", "day")


def test_the_kit_opens_from_the_disk(tmp_path: Path) -> None:
    out = tmp_path / "kit.html"
    assert main([str(out), "--screen", "own"]) == 0
    text = out.read_text(encoding="utf-8")
    assert 'src="' not in text
    assert 'rel="stylesheet"' not in text
    assert '<symbol fill="currentColor" id="g-strategy"' in text


def test_no_option_is_chosen_before_the_player_chooses() -> None:
    text = render("parts", "day", "/static")
    radios = re.findall(r'<input class="vh" type="radio" name="which"[^>]*>', text)
    assert len(radios) == 2
    assert all("required" in radio and "checked" not in radio for radio in radios)


def test_every_macro_is_used_on_the_kit_page() -> None:
    """So that a look at the kit is a look at everything."""
    kit = KIT.read_text(encoding="utf-8")
    for file in sorted((templates_dir() / "macros").glob("*.html")):
        text = file.read_text(encoding="utf-8")
        public = set(re.findall(r"{% macro ([a-z]\w*)", text))
        used = {name for name in public if re.search(rf"\b{file.stem}\.{name}\(", kit)}
        inside = {name for name in public if re.search(rf"{{{{-? ?{name}\(", text)}
        assert public - used - inside == set(), file.name


def test_every_macro_is_used_by_the_app() -> None:
    """So that the kit shows nothing that nobody ever sees."""
    folder = templates_dir()
    whole = "".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.html"))
    for file in sorted((folder / "macros").glob("*.html")):
        for name in re.findall(r"{% macro ([a-z]\w*)", file.read_text(encoding="utf-8")):
            calls = len(re.findall(rf"\b{name}\(", whole))
            assert calls > len(re.findall(rf"macro {name}\(", whole)), f"{file.name}: {name}"


def test_own_scripts_and_the_vendored_one_are_small() -> None:
    import gzip

    names = ("js/boot.js", "js/app.js", "js/board.js", "vendor/htmx/htmx.min.js")
    total = sum(len(gzip.compress((static_dir() / name).read_bytes())) for name in names)
    assert total < 30_000


def test_the_vendored_script_is_the_one_its_note_names() -> None:
    import hashlib

    folder = static_dir() / "vendor" / "htmx"
    note = (folder / "VERSION").read_text(encoding="utf-8")
    digest = hashlib.sha256((folder / "htmx.min.js").read_bytes()).hexdigest()
    assert f"sha256: {digest}" in note
    assert (folder / "LICENSE").is_file()
