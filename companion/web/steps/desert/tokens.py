"""Facedown tokens that are turned: those of a legion, and one on the board that is used again (MAHDI-TOKEN-2)."""

from collections.abc import Sequence
from dataclasses import replace

from companion.board import AREA_IDS
from companion.content.terms import Faction
from companion.rules.army import NOBODY
from companion.rules.ask.tokens import TOKEN_RULE, colours_turned, missing_colours
from companion.rules.commands import RecycleToken, RevealTokens
from companion.rules.errors import FormatError
from companion.rules.frames import Cause, GarrisonFrame, RevealTokensFrame
from companion.rules.refusal import printed
from companion.rules.state import HARKONNEN, Mode
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.head import Head, asks, says
from companion.web.ui.blocks import Block, Button, Buttons, Choice, Form, Go, Options, Select, Steppers
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel, lit
from companion.web.ui.parts import figure_steppers
from companion.web.words import names

TOKEN_KINDS = ("regular", "elite", "special", "generic")
COLOURS = ("black", "silver")


def tokens_head(scene: Scene, faction: Faction, areas: Sequence[int], title: str = "", detail: str = "") -> Head:
    """Returns what is said while tokens of ``faction`` in one of these areas are turned; ``title``: to the player."""
    area = asked_area(scene, areas)
    tokens = (scene.state.army(faction, area) or NOBODY).tokens
    facts = {"area": names.area_name(area), "faction": names.faction_name(faction)}
    others = _("%(faction)s reveal the tokens in %(area)s", **facts)
    return Head(
        _("%(number)s facedown", number=names.token_count(tokens)),
        scene.for_reader(title or _("Reveal the tokens in %(area)s. What do they show?", **facts), others),
        printed(scene.state, TOKEN_RULE[faction]),
        scene.for_reader(detail or _("Replace them with the figures, then enter those."), ""),
        faction,
        "token",
        tuple(areas),
    )


@says(RevealTokensFrame)
def say_tokens(scene: Scene, frame: RevealTokensFrame) -> Head:
    """Says whose tokens are turned: before the legion is attacked, or since an ornithopter scouts them (FREE-2)."""
    head = tokens_head(scene, frame.faction, (frame.area,))
    if frame.cause is not Cause.REVEAL or scene.state.mode is Mode.SOLO:
        return head
    kicker = _("An ornithopter scouts: %(tokens)s", tokens=head.kicker)
    if scene.state.desert_war is not None:
        # A trooper that left the board may have scouted them as well (DW-2).
        kicker = _("The Harkonnen scout: %(tokens)s", tokens=head.kicker)
    return replace(head, kicker=kicker, rule="FREE-2")


@asks(RevealTokensFrame)
def reveal_tokens(scene: Scene, frame: RevealTokensFrame, head: Head) -> Panel:
    """Asks what the facedown tokens of a legion show."""
    return tokens_due(scene, frame.faction, (frame.area,), head)


def tokens_due(scene: Scene, faction: Faction, areas: Sequence[int], head: Head) -> Panel:
    """Returns the question what the tokens of ``faction`` show, in one of these areas."""
    area = asked_area(scene, areas)
    number = 1 if len(areas) > 1 else (scene.state.army(faction, area) or NOBODY).tokens
    one_colour = faction is HARKONNEN and colours_turned(scene.state, number, None) is None
    if one_colour:
        number = 1
    blocks: list[Block] = []
    if len(areas) > 1:
        buttons = tuple(
            Button(names.area_name(other), href=scene.also(area=AREA_IDS[other]), cls="pick" if other == area else "")
            for other in areas
        )
        blocks.append(Buttons(buttons))
    inner: list[Block] = []
    detail = head.detail
    if one_colour:
        inner.append(
            Options("colour", (Choice("black", _("A black token")), Choice("silver", _("A silver token"))), _("Which?"))
        )
        detail = _("One at a time, since their colours count. %(rest)s", rest=detail)
    inner.append(Steppers(figure_steppers(faction, TOKEN_KINDS)))
    inner.append(Go(_("These figures are there"), "check", missing=_("Which colour is it?")))
    blocks.append(Form("tokens", tuple(inner), {"area": AREA_IDS[area], "faction": faction.id, "turned": str(number)}))
    links = scene.area_links(areas, "area") if len(areas) > 1 else None
    return head.panel(*blocks, detail=detail, focus=lit(list(areas), links=links), css="order")


def asked_area(scene: Scene, areas: Sequence[int]) -> int:
    """Returns the area that was tapped, else the first one."""
    picked = scene.fields.area_or_none("area") if scene.pick.get("area") in AREA_IDS else None
    return picked if picked in areas and picked is not None else areas[0]


@says(GarrisonFrame)
def say_garrison(scene: Scene, frame: GarrisonFrame) -> Head:
    """Says that a token on the board is used again, since none of its colour is left."""
    kicker = _("No token is left for %(area)s", area=names.area_name(frame.area))
    title = scene.for_reader(
        _("Reveal a token on the board and use it again"),
        _("A Harkonnen token on the board is revealed and used again"),
    )
    detail = scene.for_reader(_("Your choice which one; its figures take its place."), "")
    holders = tuple(area for area, army in scene.state.legions(HARKONNEN) if army.tokens)
    return Head(kicker, title, "MAHDI-TOKEN-2", detail, HARKONNEN, "token", holders or (frame.area,))


@asks(GarrisonFrame)
def garrison(scene: Scene, frame: GarrisonFrame, head: Head) -> Panel:
    """Asks which token on the board is turned and reused when a colour has run out."""
    missing = missing_colours(scene.state)
    area = asked_area(scene, head.areas)
    colours: dict[str, str] = {"black": _("A black token"), "silver": _("A silver token")}
    offers = tuple((AREA_IDS[one], names.area_name(one)) for one in head.areas)
    form = Form(
        "recycle",
        (
            Options("colour", tuple(Choice(c, colours[c]) for c in missing), _("Which colour?"), missing[0]),
            Select("area", _("Taken from"), offers, AREA_IDS[area]),
            Steppers(figure_steppers(HARKONNEN, TOKEN_KINDS), _("It showed these, and they are there now")),
            Go(_("Done"), "check"),
        ),
    )
    return head.panel(form, focus=lit(list(head.areas), links=scene.area_links(head.areas, "area")), css="order")


@deed("tokens")
def _tokens(scene: Scene, fields: Fields) -> Commands:
    tokens = fields.count("turned", 8, 1, default=None)
    return (RevealTokens(fields.faction(), fields.area(), tokens, fields.army(), _colour(fields)),)


def _colour(fields: Fields) -> str | None:
    colour = fields.text("colour")
    if colour and colour not in COLOURS:
        raise FormatError("colour", _("black or silver is needed"))
    return colour or None


@deed("recycle")
def _recycle(scene: Scene, fields: Fields) -> Commands:
    colour = _colour(fields)
    if colour is None:
        raise FormatError("colour", _("black or silver is needed"))
    return (RecycleToken(fields.area(), colour, fields.army()),)
