"""Every pair of colour tokens that carries text has 4.5 to 1, every glyph or control edge 3 to 1 (WCAG AA)."""

import re

import pytest

from companion.resources import static_dir

TOKENS = (static_dir() / "css" / "tokens.css").read_text(encoding="utf-8")
DAY = "[data-theme=day]{"
NIGHT = "\n[data-theme=night]{"
SYSTEM_NIGHT = ":root:not([data-theme]){"
MORE = "\n[data-contrast=more]{"
SYSTEM_MORE = ":root:not([data-contrast]){"
TERRAINS = ("m-d", "m-dd", "m-e", "m-p", "m-m")
GROUNDS = ("bg", "surface", "raised", "sunk")

TEXT = [
    *((ink, ground) for ink in ("ink", "ink-2") for ground in GROUNDS),
    *((ink, ground) for ink in ("h-ink", "a-ink", "kh", "sd", "ji", "bad") for ground in ("bg", "surface")),
    ("ok", "surface"),
    ("warn", "surface"),
    ("warn", "bg"),
    ("on-next", "next"),
    ("next-ink", "surface"),
    ("next-ink", "raised"),
    ("next-ink", "next-soft"),
    ("ink", "next-soft"),
    ("ink-2", "next-soft"),
    ("h-ink", "h-soft"),
    ("ink", "h-soft"),
    ("ink-2", "h-soft"),
    ("on-h", "h"),
    ("a-ink", "a-soft"),
    ("ink", "a-soft"),
    ("ink-2", "a-soft"),
    ("on-a", "a"),
    ("surface", "ink"),
    ("tag-ink", "piece-edge"),
    ("h", "piece-edge"),
    ("a", "piece-edge"),
    ("worm", "worm-bg"),
    ("air", "air-bg"),
    ("paper-ink", "paper"),
    *(("label", terrain) for terrain in TERRAINS),
]
GLYPHS = [
    *(("line-strong", ground) for ground in ("surface", "raised", "bg")),
    ("next", "surface"),
    ("next", "bg"),
    ("ok", "sunk"),
    ("station", "piece-edge"),
    ("piece-edge", "tag-ink"),
]


def colours(start: str) -> dict[str, str]:
    """The tokens of the block that begins with ``start``: hexadecimal colours and plain numbers."""
    block = TOKENS[TOKENS.index(start) + len(start) :]
    return dict(re.findall(r"--([\w-]+):(#[0-9a-f]{6}|[\d.]+);", block[: block.index("}")]))


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def ratio(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mixed(top: str, under: str, share: float) -> str:
    pairs = ((int(top[i : i + 2], 16), int(under[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def glowing(tokens: dict[str, str], terrain: str, strength: str) -> str:
    """The ground under a name on an area that glows: terrain, veil, glow."""
    veiled = mixed(tokens["veil"], tokens[terrain], float(tokens["veil-a"]))
    return mixed(tokens["glow"], veiled, float(tokens[strength]))


THEMES = pytest.mark.parametrize("tokens", [colours(DAY), colours(NIGHT)], ids=["day", "night"])


def test_the_measure_itself_is_right() -> None:
    assert ratio("#000000", "#ffffff") == pytest.approx(21)
    assert ratio("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)


@THEMES
@pytest.mark.parametrize("pair", TEXT, ids="-on-".join)
def test_text_is_readable(tokens: dict[str, str], pair: tuple[str, str]) -> None:
    assert ratio(tokens[pair[0]], tokens[pair[1]]) >= 4.5


@THEMES
@pytest.mark.parametrize("pair", GLYPHS, ids="-on-".join)
def test_glyphs_and_edges_are_visible(tokens: dict[str, str], pair: tuple[str, str]) -> None:
    assert ratio(tokens[pair[0]], tokens[pair[1]]) >= 3


@THEMES
@pytest.mark.parametrize("terrain", TERRAINS)
@pytest.mark.parametrize("strength", ["g0", "g1"])
def test_names_are_readable_on_glowing_areas(tokens: dict[str, str], terrain: str, strength: str) -> None:
    assert ratio(tokens["label"], glowing(tokens, terrain, strength)) >= 4.5


@THEMES
@pytest.mark.parametrize("terrain", TERRAINS)
@pytest.mark.parametrize("faction", ["h", "a"])
def test_a_piece_stands_out_by_its_body_or_its_edge(tokens: dict[str, str], terrain: str, faction: str) -> None:
    for ground in (tokens[terrain], glowing(tokens, terrain, "g1")):
        assert max(ratio(tokens[faction], ground), ratio(tokens["piece-edge"], ground)) >= 3


def test_the_night_by_choice_and_by_system_are_the_same() -> None:
    assert colours(NIGHT) == colours(SYSTEM_NIGHT)
    assert set(colours(DAY)) == set(colours(NIGHT))


def high_contrast(start: str, dark: bool) -> dict[str, str]:
    """The tokens of a block of high contrast in one theme."""
    block = TOKENS[TOKENS.index(start) + len(start) :]
    value = r"--([\w-]+):var\(--by-day,(#[0-9a-f]{6})\) var\(--by-night,(#[0-9a-f]{6})\)"
    pairs = re.findall(value, block[: block.index("}")])
    return {name: night if dark else day for name, day, night in pairs}


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_high_contrast_is_high(dark: bool) -> None:
    tokens = high_contrast(MORE, dark)
    for ink, ground in TEXT:
        if ink in tokens and ground in tokens:
            assert ratio(tokens[ink], tokens[ground]) >= 7, (ink, ground)
    for ground in GROUNDS:
        assert ratio(tokens["line-strong"], tokens[ground]) >= 4.5
        assert ratio(tokens["line"], tokens[ground]) >= 3


def test_high_contrast_by_choice_and_by_system_are_the_same() -> None:
    for dark in (False, True):
        assert high_contrast(MORE, dark) == high_contrast(SYSTEM_MORE, dark)
    assert set(high_contrast(MORE, False)) > set(GROUNDS)


def test_paper_is_always_the_days() -> None:
    for start in (NIGHT, SYSTEM_NIGHT):
        media = TOKENS[: TOKENS.index(start)].rpartition("@media")[2].split("{")[0].strip()
        # "(…) and (not print)" would be nonsense to a browser, and never true
        assert media in ("not print", "screen and (prefers-color-scheme:dark)")


def test_surfaces_stay_dim_at_night() -> None:
    night = colours(NIGHT)
    assert all(luminance(night[ground]) < 0.03 for ground in GROUNDS)
    assert all(luminance(night[terrain]) < 0.11 for terrain in TERRAINS)


def test_colours_are_written_in_the_tokens_only() -> None:
    for name in ("components", "terrain", "board", "comfort"):
        css = (static_dir() / "css" / f"{name}.css").read_text(encoding="utf-8")
        assert re.findall(r"#[0-9a-fA-F]{3,8}\b", css) == []


def test_every_variable_that_is_used_is_a_token() -> None:
    set_elsewhere = {"k", "z", "side"}
    known = set(re.findall(r"--([\w-]+):", TOKENS)) | set_elsewhere
    for name in ("components", "terrain", "board", "comfort"):
        css = (static_dir() / "css" / f"{name}.css").read_text(encoding="utf-8")
        assert set(re.findall(r"var\(--([\w-]+)", css)) - known == set()
