"""The starting figures of one settlement: what its black and its silver token show, by one tap each (SETUP-2)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.board import AREA_IDS, AREA_NUMBER, SETTLEMENT_MASK, members
from companion.content import ASSUMPTIONS, TokenForce
from companion.rules.army import Army
from companion.rules.commands import PlaceStartingFigures
from companion.rules.errors import FormatError
from companion.rules.frames import SetupFrame
from companion.rules.state import HARKONNEN
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.head import Head
from companion.web.ui.blocks import Block, Form, Go, Steppers
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Focus, Panel, lit
from companion.web.ui.parts import KIND_GLYPH, figure_steppers, kind_label
from companion.web.ui.step_blocks import Preset, Presets, Shape, Shapes
from companion.web.words import names

KINDS = ("regular", "elite", "special", "generic")
COLOURS = ("black", "silver")
OTHER = "other"
SHOWN = 3
"""So many faces of a token are offered; any other one by its figures."""
MOST_OF_A_KIND = 9
DONE = "✓"


def asked(scene: Scene, frame: SetupFrame) -> int | None:
    """Returns the settlement that was tapped and has no figures yet."""
    tapped = AREA_NUMBER.get(scene.pick.get("area", ""))
    return tapped if tapped in frame.open else None


def with_ticks(focus: Focus, frame: SetupFrame) -> Focus:
    """Returns what is lit with a tick over each settlement that has its figures."""
    placed = [area for area in members(SETTLEMENT_MASK) if area not in frame.open]
    return replace(focus, badges={AREA_IDS[area]: DONE for area in placed})


def settlement(scene: Scene, frame: SetupFrame, head: Head, area: int) -> Panel:
    """Asks what both tokens of a settlement show; the second tap enters the figures."""
    chosen = {colour: _chosen(scene, colour) for colour in COLOURS}
    blocks: list[Block] = [shapes()]
    open_colours = [colour for colour in COLOURS if not chosen[colour]]
    counted = [colour for colour in COLOURS if chosen[colour] == OTHER]
    last = open_colours[0] if len(open_colours) == 1 and not counted else ""
    hidden = {"area": AREA_IDS[area], "then": _then(scene, frame, area, chosen)}
    hidden |= {colour: code for colour, code in chosen.items() if code and code != OTHER}
    for colour in COLOURS:
        row = _row(scene, colour, chosen, submits=colour == last)
        blocks.append(Form("figures", (row,), hidden) if colour == last else row)
    if counted:
        steppers = tuple(
            Steppers(figure_steppers(HARKONNEN, KINDS, prefix=f"{colour}-"), _token(colour)) for colour in counted
        )
        if open_colours:
            blocks += [*steppers, Go(_missing(open_colours[0]), off=True)]
        else:
            go = Go(_("These are in %(area)s", area=names.area_name(area)), "check")
            blocks.append(Form("figures", (*steppers, go), hidden))
    links = {AREA_IDS[one]: scene.also(area=AREA_IDS[one], black=None, silver=None) for one in frame.open}
    focus = with_ticks(lit([area], links=links), frame)
    return head.panel(*blocks, focus=focus, css="order", close=scene.also(area=None, black=None, silver=None))


def shapes() -> Shapes:
    """Returns which figure of the Harkonnen has which shape."""
    return Shapes(tuple(Shape(KIND_GLYPH[kind], kind_label(kind, HARKONNEN), "h") for kind in KINDS))


def _chosen(scene: Scene, colour: str) -> str:
    code = scene.pick.get(colour, "")
    return code if code == OTHER or _army(code) is not None else ""


def _army(code: str) -> Army | None:
    """Four digits: regular, elite, special units and Bashars."""
    if len(code) != len(KINDS) or not (code.isascii() and code.isdecimal()):
        return None
    regular, elite, special, generic = map(int, code)
    return Army(regular=regular, elite=elite, special=special, generic=generic)


def _row(scene: Scene, colour: str, chosen: Mapping[str, str], *, submits: bool) -> Presets:
    code = chosen[colour]
    presets = [_preset(scene, colour, one, code, submits=submits) for one in _faces(scene, colour)]
    presets.append(Preset(_("other"), (), scene.also(**{colour: OTHER}), chosen=code == OTHER))
    said = _("not read yet")
    if code:
        said = _("enter it below") if code == OTHER else _text(code)
    return Presets(colour, _token(colour), said, tuple(presets), colour, ask=not code)


def _preset(scene: Scene, colour: str, one: str, code: str, *, submits: bool) -> Preset:
    if submits:
        return Preset(_text(one), _glyphs(one), value=one)
    return Preset(_text(one), _glyphs(one), scene.also(**{colour: one}), chosen=one == code)


def _text(code: str) -> str:
    """The figures in as few words as a key has room for; the glyphs beside them count those that stand alone."""
    found = []
    for kind, number in zip(KINDS, map(int, code), strict=True):
        label = kind_label(kind, HARKONNEN)
        if number:
            found.append(label if number == 1 and code != "1000" else f"{number} {label.lower()}")
    return ", ".join(found)


def _glyphs(code: str) -> tuple[str, ...]:
    return tuple(KIND_GLYPH[kind] for kind, number in zip(KINDS, map(int, code), strict=True) for _n in range(number))


def _token(colour: str) -> str:
    return _("Black token") if colour == "black" else _("Silver token")


def _missing(colour: str) -> str:
    return _("Black token missing") if colour == "black" else _("Silver token missing")


def _faces(scene: Scene, colour: str) -> list[str]:
    """The faces that this table has met so far first, then those that are assumed, the most frequent ones first."""
    known = ASSUMPTIONS.harkonnen_black if colour == "black" else ASSUMPTIONS.harkonnen_silver
    used = [code for sort, code in _used(scene) if sort == colour]
    order = [
        *(code for code, _n in Counter(used).most_common()),
        *(c for c, _n in Counter(map(_code, known)).most_common()),
    ]
    return list(dict.fromkeys(order))[:SHOWN]


def _code(force: TokenForce) -> str:
    return f"{force.regular}{force.elite}{force.special}{force.bashar}"


def _used(scene: Scene) -> list[tuple[str, str]]:
    """The faces entered so far in this set-up: the address holds one token of each settlement, the board the rest."""
    found = []
    for one in scene.pick.get("used", "").split("."):
        place, _dash, code = one.partition("-")
        face = _army(code[1:])
        colour = {"b": "black", "s": "silver"}.get(code[:1])
        army = scene.state.army(HARKONNEN, AREA_NUMBER[place]) if place in AREA_NUMBER else None
        if face is None or colour is None or army is None:
            continue
        found.append((colour, code[1:]))
        rest = [getattr(army, kind) - getattr(face, kind) for kind in KINDS]
        if all(0 <= number <= MOST_OF_A_KIND for number in rest):
            found.append(("silver" if colour == "black" else "black", "".join(map(str, rest))))
    return found


def _then(scene: Scene, frame: SetupFrame, area: int, chosen: Mapping[str, str]) -> str:
    """Where the form leads: the next settlement, with the ticks and what was entered so far."""
    entered = [f"{AREA_IDS[area]}-{colour[0]}{code}" for colour, code in chosen.items() if code and code != OTHER]
    used = [*filter(None, scene.pick.get("used", "").split(".")), *entered[:1]]
    left = [one for one in frame.open if one != area]
    following = AREA_IDS[left[0]] if left else ""
    address = scene.here(ticks=scene.pick.get("ticks"), area=following, used=".".join(used))
    return address.partition("?")[2]


@deed("figures")
def _figures(scene: Scene, fields: Fields) -> Commands:
    army = Army()
    for colour in COLOURS:
        code = fields.text(colour)
        shown = _army(code)
        if code and shown is None:
            raise FormatError(colour, _("choose one of the answers, not “%(value)s”", value=code[:40]))
        army = army + (shown or fields.army(f"{colour}-"))
    return (PlaceStartingFigures(fields.area(), army),)
