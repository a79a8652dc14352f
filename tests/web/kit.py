"""A page for looking: every component and the sample position, in both themes, without the app.

``python -m tests.web.kit OUT.html [--screen own|order|ask|sheet|parts] [--theme day|night|auto]
[--static URL]``. Without ``--static`` everything is inside the file and it opens from the disk; with it style
sheets, scripts and glyphs are loaded from that address, as in the app. The parts page has a theme switch.
"""

import argparse
import re
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import jinja2
import qrcode
from markupsafe import Markup

from companion.resources import static_dir, templates_dir
from companion.web.addresses import glyph
from companion.web.drawing import pieces
from companion.web.drawing.board import render_board, render_minimap
from companion.web.drawing.frame import frame_of
from companion.web.drawing.view import (
    AreaView,
    BoardView,
    Disc,
    Faction,
    Glow,
    GlowKind,
    Lod,
    SiteKind,
    SiteView,
    Vehicle,
)
from companion.web.table.places import with_places
from companion.web.ui.blocks import Check, Checks, Key, Keys, WhyBlock
from companion.web.words.records import Chip, Drop, FunnelLine, RuleRef, Why
from tests.workshop.drawing import sample

SCREENS = ("parts", "own", "order", "ask", "sheet")
SHEETS = ("tokens", "components", "terrain", "board")
TRACKS = {
    "supremacy": {"value": 5, "of": 10, "marks": [1, 6], "say": "Supremacy 5 of 10", "href": "#"},
    "prescience": {
        "kwisatz": 4,
        "dwellers": 2,
        "jihad": 5,
        "say": "Prescience: Kwisatz Haderach 4, Sand Dwellers 2, Jihad 5",
        "href": "#",
    },
    "imperium": {
        "choam": 2,
        "guild": 3,
        "landsraad": 1,
        "bans": ["guild"],
        "spice": 1,
        "say": "Imperium: CHOAM row 2, Spacing Guild row 3, banned, Landsraad row 1; spice reserve 1",
        "href": "#",
    },
    "dice": {
        "h": {"left": 4, "of": 6},
        "a": {"left": 2, "of": 4},
        "say": "Dice left: Harkonnen 4, Atreides 2",
        "href": "#",
    },
}


def _rule(one: str, page: int | None = None) -> RuleRef:
    return RuleRef(one, one, page, one, one.startswith("R-"))


WHY = Why(
    "Why this attack?",
    "5 options, 2 left",
    (
        FunnelLine(
            5,
            "Greater power",
            _rule("MAHDI-ATTACK-1", 37),
            (Chip("Gara Kulon", count=3), Chip("Windgap"), Chip("Tasmin Sink")),
            (Drop(("Hobars Gap",), "3 is not more than 4"),),
        ),
        FunnelLine(
            3,
            "Highest rank",
            _rule("MAHDI-ATTACK-1", 37),
            (Chip("Gara Kulon", "rank 3", tick=True),),
            (Drop(("Windgap", "Tasmin Sink"), "both rank 2"),),
            (_rule("R-16"),),
        ),
        FunnelLine(None, "Tied: you choose", _rule("MAHDI-0"), note="Nothing else tells them apart.", end=True),
    ),
    "",
)
SAMPLES = {
    "dice": Keys(
        "Your dice",
        (
            Key("used", "leadership", state="gone"),
            Key("used", "mentat", state="gone"),
            Key("Strategy", "strategy", state="in", href="#"),
            Key("House", "house", href="#"),
            Key("Desert Power", "desert-power", state="maybe", href="#"),
        ),
    ),
    "faces": Keys(
        "Which face",
        (
            Key("Leadership", "leadership", value="leadership", many="2"),
            Key("Strategy", "strategy", value="strategy"),
            Key("Mentat", "mentat", value="mentat"),
        ),
        "face",
        ask=True,
    ),
    "ranks": Keys(
        "Rank",
        (
            Key("they go to Windgap", big="1", value="1"),
            Key("tied, you choose", big="2", value="2"),
            Key("they come here", big="3", value="3"),
        ),
        "rank",
        ask=True,
        tall=True,
    ),
    "casualties": Checks(
        "off",
        "Casualties",
        (
            Check("1", "Regular", "regular", "a", "2 → 1", checked=True),
            Check("2", "Fedaykin", "special", "a", "to regular"),
            Check("3", "Naib", "leader", "a"),
        ),
        need=2,
    ),
    "why": WhyBlock(WHY),
}
"""What panels hold, as the values from which the table draws it."""
SCENE = SimpleNamespace(trackers_only=False, sheet=lambda area: f"?area={area}", home="#", seq=1, query="")


def board_view(screen: str) -> BoardView:
    """Returns the sample position as the screen shows it."""
    if screen == "order":
        return sample.order()
    if screen == "ask":
        view = sample.sample_areas()
        legion = sample.parse_legion(Faction.HARKONNEN, "rre L")
        view["ne_12"] = AreaView(legion, None, view["ne_12"].discs)
        frame = frame_of(("ne_12",))
        return BoardView(view, sample.ZONES, (Glow(GlowKind.NEXT, ("ne_12",)),), frame=frame)
    if screen == "sheet":
        glow = Glow(GlowKind.SELECTED, ("tasmin_sink",))
        return BoardView(sample.sample_areas(), sample.ZONES, (glow,), frame=frame_of(("tasmin_sink",)))
    return sample.own_turn()


def piece_pictures(sprite: str) -> list[tuple[str, Markup]]:
    """Returns caption and picture of every piece."""
    legions = (
        ("3 regular, 2 elite, Bashar", Faction.HARKONNEN, "rrree L"),
        ("elites, Sardaukar, Baron", Faction.HARKONNEN, "eees Ba"),
        ("2 facedown tokens", Faction.HARKONNEN, "tt"),
        ("2 regular, Fedaykin, Chani", Faction.ATREIDES, "rrs Ch"),
        ("token, 2 Naibs", Faction.ATREIDES, "t LL"),
        ("5 Naibs", Faction.ATREIDES, "rrr LLLLL"),
    )
    sites = (
        ("sietch, rank 3", SiteView(SiteKind.SIETCH, 3)),
        ("sietch, unknown", SiteView(SiteKind.SIETCH)),
        ("sietch, face up", SiteView(SiteKind.SIETCH, 2, revealed=True)),
        ("target sietch", SiteView(SiteKind.SIETCH, 3, target=True)),
        ("settlement, rank 2", SiteView(SiteKind.SETTLEMENT, 2)),
    )
    near = Lod.NEAR
    out = [(text, pieces.legion(sample.parse_legion(f, spec), near, sprite)) for text, f, spec in legions]
    out += [(text, pieces.composed(AreaView(site=site), near, sprite)) for text, site in sites]
    for text, faction, spec in (legions[0], legions[3]):
        out.append((f"far: {text}", pieces.legion(sample.parse_legion(faction, spec), Lod.FAR, sprite)))
    out += [(kind.value, pieces.disc(kind, sprite)) for kind in Disc]
    out += [(kind.value, pieces.zone(kind, near, sprite)) for kind in Vehicle]
    out.append(("empty air zone", pieces.zone(None, near, sprite)))
    return [(text, Markup(pieces.pin(0, 0, picture))) for text, picture in out]


def inlined(static: Path) -> Markup:
    """Returns style sheets and scripts as elements that need no server; fonts stay files."""
    css = "\n".join((static / "css" / f"{name}.css").read_text(encoding="utf-8") for name in SHEETS)
    css = css.replace("url(../fonts/", f"url({(static / 'fonts').as_uri()}/")
    boot = (static / "js" / "boot.js").read_text(encoding="utf-8")
    modules = [(static / "js" / name).read_text(encoding="utf-8") for name in ("app.js", "board.js")]
    scripts = "".join(f'<script type="module">{text}</script>' for text in modules)
    return Markup(f"<script>{boot}</script><style>{css}</style>{scripts}")


def render(screen: str, theme: str, address: str | None = None) -> str:
    """Returns the page. ``address`` is where static files are served, None puts everything inside.

    Raises ValueError for an unknown screen.
    """
    if screen not in SCREENS:
        raise ValueError(f"screen: {screen!r} is none of {', '.join(SCREENS)}")
    static = static_dir()
    text = (static / "glyphs.svg").read_text(encoding="utf-8")
    sprite = f"{address}/glyphs.svg" if address else ""
    loader = jinja2.FileSystemLoader([templates_dir(), Path(__file__).parent])
    environment = jinja2.Environment(loader=loader, autoescape=True)
    environment.add_extension("jinja2.ext.i18n")
    environment.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    environment.filters.update(places=with_places, soft=str)
    environment.globals["root"] = lambda: ""
    environment.globals["rule_href"] = lambda rule: f"/learn/rules/{rule}" if address else ""
    environment.globals["url_for"] = lambda _, filename: f"{address}/{filename}" if address else ""
    environment.globals["glyph"] = partial(glyph, sprite)
    code = qrcode.QRCode(border=2)
    code.add_data("http://table.local:8000/j/K7Q4")
    return environment.get_template("kit.html").render(
        screen=screen,
        theme=theme,
        inline=None if address else inlined(static),
        sprite="" if address else Markup(text.replace("<svg ", '<svg hidden="" ', 1)),
        board=Markup(render_board(board_view(screen), lambda one: f"?area={one}", sprite)),
        mini=Markup(render_minimap()),
        pieces=piece_pictures(sprite),
        glyphs=re.findall(r'id="g-([\w-]+)"', text),
        tracks=TRACKS,
        samples=SAMPLES,
        scene=SCENE,
        qr=code.get_matrix(),
    )


def main(arguments: list[str]) -> int:
    """Writes the page to the file named in the arguments."""
    parser = argparse.ArgumentParser(prog="python -m tests.web.kit")
    parser.add_argument("out", type=Path)
    parser.add_argument("--screen", choices=SCREENS, default="parts")
    parser.add_argument("--theme", choices=("day", "night", "auto"), default="auto")
    parser.add_argument("--static", default=None, help="address of the static files; default: all inside the page")
    given = parser.parse_args(arguments)
    text = render(given.screen, given.theme, given.static)
    given.out.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{given.out}: {len(text)} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
