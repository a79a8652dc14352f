"""Sietch tokens that are turned, and testing stations that are taken."""

from companion.board import AREA_IDS
from companion.content import CARDS
from companion.content.steps import RevealArea
from companion.content.terms import Marker
from companion.rules.commands import RevealSietch, TakeStation
from companion.rules.frames import CardFrame, RevealSietchFrame, RollSource, StationFrame
from companion.rules.state import ATREIDES, Mode, State
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.head import Head, asks, says
from companion.web.ui.blocks import Answers, Block, Button, Buttons, Choice, Form, Go, Key, Keys
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH

RANKS = (1, 2, 3)


def sietch_head(scene: Scene, area: int, kicker: str, rule: str) -> Head:
    """Returns what is said while the sietch token of ``area`` is turned face up."""
    name = names.area_name(area)
    title = scene.for_reader(
        _("Reveal the sietch token of %(area)s. Which rank?", area=name),
        _("Atreides reveal the sietch token of %(area)s", area=name),
    )
    return Head(kicker, title, rule, _("It stays face up from now on."), ATREIDES, "sietch", (area,))


@says(RevealSietchFrame)
def say_sietch(scene: Scene, frame: RevealSietchFrame) -> Head:
    """Says which sietch a card turns face up."""
    if scene.state.mode is Mode.SOLO:
        return sietch_head(scene, frame.area, _("A Harkonnen card asks for it"), "MAHDI-CARD-3")
    if _by_card(scene.state):
        return sietch_head(scene, frame.area, _("A Harkonnen card asks for it"), "CARD-1")
    return sietch_head(scene, frame.area, _scouting(scene.state), "FREE-2")


def _scouting(state: State) -> str:
    """Returns who scouts: with Desert War it may be a trooper that left the board (DW-2)."""
    return _("An ornithopter scouts the sietch") if state.desert_war is None else _("The Harkonnen scout the sietch")


def _by_card(state: State) -> bool:
    """True when a card that turns whole areas is being played; scouting asks for the sietch else (FREE-2)."""
    below = state.frames[-2] if len(state.frames) > 1 else None
    return isinstance(below, CardFrame) and any(isinstance(step, RevealArea) for step in CARDS[below.card].steps)


@asks(RevealSietchFrame)
def reveal_sietch(scene: Scene, frame: RevealSietchFrame, head: Head) -> Panel:
    """Asks for the rank of a sietch that a card turns face up."""
    return sietch_due(scene, frame.area, head)


def sietch_due(scene: Scene, area: int, head: Head) -> Panel:
    """Asks for the rank of a sietch that is turned face up now."""
    sietch = scene.state.sietch(area)
    known = None if sietch is None else sietch.rank
    keys = tuple(Key(_("rank"), big=str(rank), value=str(rank)) for rank in RANKS)
    blocks: list[Block] = [
        Form("reveal-sietch", (Keys(_("Rank"), keys, "rank", ask=known is None, tall=True),), {"area": AREA_IDS[area]})
    ]
    if known is not None:
        go = Go(_("It shows rank %(rank)s", rank=known), "reveal")
        blocks.append(Form("reveal-sietch", (go,), {"area": AREA_IDS[area], "rank": str(known)}))
    return head.panel(*blocks, css="order")


@says(StationFrame)
def say_station(scene: Scene, frame: StationFrame) -> Head:
    """Says that an Atreides legion takes a testing station."""
    area = names.area_name(frame.area)
    kicker = _("Atreides take a testing station")
    title = _("Atreides reveal the station in %(area)s", area=area)
    if scene.reader.acts:
        title = _("Which symbol does the token in %(area)s show?", area=area)
        kicker = _("Your legion takes a testing station") if scene.state.mode is Mode.SOLO else kicker
    detail = _("Its marker rises one step; the token leaves the board.")
    return Head(kicker, title, "STATION-1", detail, ATREIDES, "station", (frame.area,))


@asks(StationFrame)
def station(scene: Scene, frame: StationFrame, head: Head) -> Panel:
    """Asks which symbol the station token shows that an Atreides legion takes."""
    choices = tuple(
        Choice(marker.value, names.marker_name(marker), _("one step"), glyph=MARKER_GLYPH[marker]) for marker in Marker
    )
    blocks: list[Block] = [Form("station", (Answers("marker", choices, big=False),))]
    if scene.app_rolls:
        blocks.append(Form("turn-station", (Buttons((Button(_("Draw the token for me"), "roll"),)),)))
    return head.panel(*blocks, css="order")


@deed("reveal-sietch")
def _reveal_sietch(scene: Scene, fields: Fields) -> Commands:
    return (RevealSietch(fields.area(), fields.count("rank", 3, 1, default=None)),)


@deed("station")
def _station(scene: Scene, fields: Fields) -> Commands:
    return (TakeStation(fields.member("marker", Marker)),)


@deed("turn-station")
def _turn_station(scene: Scene, fields: Fields) -> Commands:
    return (TakeStation(scene.chance.station(()), RollSource.APP),)
