"""What only the table can tell: ranks, tokens, wormsigns, stations; asked with the area lit and the reason why."""

from collections.abc import Sequence

from companion.board import AREA_IDS
from companion.content.terms import Faction, Marker, Wormsign
from companion.rules import execute
from companion.rules.army import NOBODY
from companion.rules.commands import (
    EnterRank,
    RecycleToken,
    RevealSietch,
    RevealTokens,
    TakeStation,
    TurnWormsign,
)
from companion.rules.errors import FormatError
from companion.rules.frames import (
    GarrisonFrame,
    HazardsFrame,
    RevealSietchFrame,
    RevealTokensFrame,
    StationFrame,
    WormsignFrame,
)
from companion.rules.handlers.garrison import missing_colours
from companion.rules.handlers.hazards import SANDWORMS, shows_worm, worm_limit
from companion.rules.handlers.reveal import colours_turned
from companion.rules.refusal import Refused
from companion.rules.state import HARKONNEN, WILD_MAKER, State
from companion.web.orders.presenter import order_text
from companion.web.orders.why import why_lines
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed, panel_for
from companion.web.ui.blocks import (
    Answers,
    Block,
    Button,
    Buttons,
    Choice,
    Form,
    Go,
    Key,
    Keys,
    Note,
    Options,
    RuleLink,
    Rules,
    Select,
    Steppers,
    WhyBlock,
)
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel, lit
from companion.web.ui.parts import SIDE, as_link, figure_steppers, rule_link
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH, WORMSIGN_GLYPH
from companion.web.words.questions import question_text, wormsign_question
from companion.web.words.records import Why
from solo_bot import Question, Step

RANKS = (1, 2, 3)
TOKEN_KINDS = ("regular", "elite", "special", "generic")
COLOURS = ("black", "silver")
DISCARDED = "discard"


def question_panel(scene: Scene, question: Question, trace: Sequence[Step] = ()) -> Panel:
    """Returns the panel of a question of the opponent."""
    asked = question_text(question)
    if question.ask == "rank":
        return _rank_panel(scene, question, trace)
    if question.ask == "reveal_token":
        area = _token_area(scene, question.areas)
        return _tokens_panel(scene, HARKONNEN, area, asked.title, asked.why, question.areas)
    return Panel(
        kicker=asked.kicker,
        glyph="why",
        title=asked.title,
        detail=asked.why,
        orange=True,
        blocks=_rules(None if asked.rule is None else as_link(asked.rule)),
        focus=lit(list(asked.areas)),
        css="order",
    )


def _rules(*links: RuleLink | None) -> tuple[Block, ...]:
    found = tuple(link for link in links if link is not None)
    return (Rules(found),) if found else ()


def _rank_panel(scene: Scene, question: Question, trace: Sequence[Step]) -> Panel:
    """Asks for one rank after the other; under each answer what the Harkonnen would do then."""
    area = question.areas[0]
    asked = question_text(Question("rank", (area,)))
    keys = tuple(
        Key(after, big=str(rank), value=str(rank), say=_("rank %(rank)s: %(after)s", rank=rank, after=after))
        for rank in RANKS
        for after in (_after_rank(scene, area, rank),)
    )
    form = Form("rank", (Keys(_("Rank"), keys, "rank", ask=True, tall=True),), {"area": AREA_IDS[area]})
    why: tuple[Block, ...] = ()
    if trace:
        why = (WhyBlock(Why(_("Why is it asked?"), "", why_lines(trace, 1), "")),)
    links = [link for link in (asked.rule, asked.ruling) if link is not None]
    return Panel(
        kicker=asked.kicker,
        glyph="sietch",
        title=asked.title,
        detail=asked.why,
        orange=True,
        blocks=(form, Note(asked.hint, "lock"), *why, *_rules(*map(as_link, links))),
        focus=lit([area]),
        css="order",
    )


def _after_rank(scene: Scene, area: int, rank: int) -> str:
    """Says in a few words what follows from a rank."""
    try:
        after, _events = execute(scene.state, EnterRank(area, rank), record_anyway=True)
        order = scene.order(after)
    except Refused:
        return ""
    if order is None or order.decision is None:
        return _("then it is known")
    if order.question is not None:
        return _("one more question")
    if len(order.choices) > 1:
        return _("equal, you choose")
    title = order_text(after, order.decision).title
    return title


def _token_area(scene: Scene, areas: Sequence[int]) -> int:
    picked = scene.fields.area_or_none("area") if scene.pick.get("area") in AREA_IDS else None
    return picked if picked in areas and picked is not None else areas[0]


@panel_for(RevealTokensFrame)
def reveal_tokens(scene: Scene, frame: RevealTokensFrame) -> Panel:
    """Asks what the facedown tokens of a legion show before it is attacked."""
    return tokens_due(scene, frame.faction, frame.area)


def tokens_due(scene: Scene, faction: Faction, area: int) -> Panel:
    """Returns the question what the tokens of ``faction`` in ``area`` show."""
    title = _("Turn the tokens in %(area)s. What do they show?", area=names.area_name(area))
    return _tokens_panel(scene, faction, area, title, _("Replace them by the figures, then enter those."), (area,))


def _tokens_panel(scene: Scene, faction: Faction, area: int, title: str, detail: str, areas: Sequence[int]) -> Panel:
    state = scene.state
    tokens = (state.army(faction, area) or NOBODY).tokens
    number = 1 if len(areas) > 1 else tokens
    one_colour = faction is HARKONNEN and colours_turned(state, number, None) is None
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
    if one_colour:
        inner.append(
            Options("colour", (Choice("black", _("A black token")), Choice("silver", _("A silver token"))), _("Which?"))
        )
        detail = _("One at a time, since their colours count. %(rest)s", rest=detail)
    inner.append(Steppers(figure_steppers(faction, TOKEN_KINDS)))
    inner.append(Go(_("These figures stand there"), "check", missing=_("Which colour is it?")))
    blocks.append(Form("tokens", tuple(inner), {"area": AREA_IDS[area], "faction": faction.id, "turned": str(number)}))
    blocks.append(Rules((rule_link("MAHDI-TOKEN-1" if faction is HARKONNEN else "TOKEN-1"),)))
    return Panel(
        kicker=_("%(number)s facedown", number=names.token_count(tokens)),
        faction=SIDE[faction],
        glyph="token",
        title=title,
        detail=detail,
        orange=True,
        blocks=tuple(blocks),
        focus=lit(list(areas), links=scene.area_links(areas, "area") if len(areas) > 1 else None),
        css="order",
    )


def sietch_due(scene: Scene, area: int) -> Panel:
    """Asks for the rank of a sietch under attack, which is turned face up now."""
    sietch = scene.state.sietch(area)
    known = None if sietch is None else sietch.rank
    name = names.area_name(area)
    keys = tuple(Key(_("rank"), big=str(rank), value=str(rank)) for rank in RANKS)
    blocks: list[Block] = [
        Form("reveal-sietch", (Keys(_("Rank"), keys, "rank", ask=known is None, tall=True),), {"area": AREA_IDS[area]})
    ]
    if known is not None:
        go = Go(_("It shows rank %(rank)s", rank=known), "reveal")
        blocks.append(Form("reveal-sietch", (go,), {"area": AREA_IDS[area], "rank": str(known)}))
    return Panel(
        kicker=_("The sietch is attacked"),
        glyph="sietch",
        title=_("Turn the sietch token of %(area)s. Which rank?", area=name),
        detail=_("It lies face up from now on."),
        orange=True,
        blocks=(*blocks, Rules((rule_link("BATTLE-2"),))),
        focus=lit([area]),
        css="order",
    )


@panel_for(RevealSietchFrame)
def reveal_sietch(scene: Scene, frame: RevealSietchFrame) -> Panel:
    """Asks for the rank of a sietch that a card turns face up."""
    return sietch_due(scene, frame.area)


@panel_for(WormsignFrame)
def wormsign(scene: Scene, frame: WormsignFrame) -> Panel:
    """Asks what the wormsign shows that a Harkonnen legion entered."""
    return wormsign_due(scene, frame.area)


def wormsign_due(scene: Scene, area: int, others: Sequence[int] = (), kicker: str = "") -> Panel:
    """Asks what the wormsign in ``area`` shows; ``others`` may be tapped instead."""
    state = scene.state
    asked = wormsign_question(area, deep=bool(state.deep_desert_mask >> area & 1))
    choices = tuple(
        Choice(value, title, detail, glyph=WORMSIGN_GLYPH[Wormsign(value)]) for value, title, detail in asked.answers
    )
    blocks: list[Block] = []
    inner: list[Block] = [*_worm_source(state, area), Answers("token", choices)]
    blocks.append(Form("wormsign", tuple(inner), {"area": AREA_IDS[area]}))
    if scene.app_rolls:
        turn = Form(
            "turn-wormsign", (Buttons((Button(_("Draw the token for me"), "roll"),)),), {"area": AREA_IDS[area]}
        )
        blocks.append(turn)
    areas = [area, *(other for other in others if other != area)]
    return Panel(
        kicker=kicker or asked.kicker,
        glyph="wormsign",
        title=asked.title,
        detail=asked.why,
        orange=True,
        blocks=(*blocks, *_rules(None if asked.rule is None else as_link(asked.rule))),
        focus=lit(areas, links=scene.area_links(areas, "area")),
        css="order",
    )


def _worm_source(state: State, area: int) -> tuple[Block, ...]:
    """Where the figure of a worm comes from, when there is a choice (WORM-3, WILD-1)."""
    frame = state.frame
    placed = frame.worms if isinstance(frame, HazardsFrame) else ()
    worms = [*state.sandworms, *([] if state.wild_maker is None else [state.wild_maker])]
    in_supply = len(state.sandworms) < SANDWORMS
    offers: list[tuple[str, str]] = []
    if isinstance(frame, HazardsFrame) and len(placed) >= worm_limit(state):
        offers.append((DISCARDED, _("no worm: the token is discarded")))
        sources = list(placed)
    else:
        if in_supply:
            offers.append(("", _("from the supply")))
        if state.wild_maker_in_play and state.wild_maker is None:
            offers.append((WILD_MAKER, _("the Wild Maker, from beside the board")))
        only_supply = state.rules.first_printing and in_supply
        sources = [] if only_supply else [a for a in worms if a not in placed]
    offers += [(AREA_IDS[a], _("the worm of %(area)s", area=names.area_name(a))) for a in sources]
    if not offers or (len(offers) == 1 and not offers[0][0]):
        return ()
    return (Select("worm_from", _("If a worm appears, its figure is"), tuple(offers), offers[0][0]),)


@panel_for(StationFrame)
def station(scene: Scene, frame: StationFrame) -> Panel:
    """Asks which symbol the station token shows that an Atreides legion takes."""
    choices = tuple(
        Choice(marker.value, names.marker_name(marker), _("one step"), glyph=MARKER_GLYPH[marker]) for marker in Marker
    )
    blocks: list[Block] = [Form("station", (Answers("marker", choices),))]
    if scene.app_rolls:
        blocks.append(Form("turn-station", (Buttons((Button(_("Draw the token for me"), "roll"),)),)))
    return Panel(
        kicker=_("Your legion takes a testing station"),
        faction="a",
        glyph="station",
        title=_("Which symbol does the token in %(area)s show?", area=names.area_name(frame.area)),
        detail=_("Its marker goes one step up; the token leaves the board."),
        orange=True,
        blocks=(*blocks, Rules((rule_link("STATION-1"),))),
        focus=lit([frame.area]),
        css="order",
    )


@panel_for(GarrisonFrame)
def garrison(scene: Scene, frame: GarrisonFrame) -> Panel:
    """Asks which token on the board is turned and reused when a colour has run out."""
    state = scene.state
    missing = missing_colours(state)
    areas = [area for area, army in state.legions(HARKONNEN) if army.tokens]
    area = _token_area(scene, areas) if areas else frame.area
    colours: dict[str, str] = {"black": _("A black token"), "silver": _("A silver token")}
    offers = tuple((AREA_IDS[a], names.area_name(a)) for a in areas)
    form = Form(
        "recycle",
        (
            Options("colour", tuple(Choice(c, colours[c]) for c in missing), _("Which colour?"), missing[0]),
            Select("area", _("Taken from"), offers, AREA_IDS[area]),
            Steppers(figure_steppers(HARKONNEN, TOKEN_KINDS), _("It showed, and stands there now")),
            Go(_("Done"), "check"),
        ),
    )
    return Panel(
        kicker=_("No token is left for %(area)s", area=names.area_name(frame.area)),
        faction="h",
        glyph="token",
        title=_("Turn a token on the board and use it again"),
        detail=_("Your choice which one; its figures take its place."),
        orange=True,
        blocks=(form, Rules((rule_link("MAHDI-TOKEN-2"),))),
        focus=lit(areas, links=scene.area_links(areas, "area")),
        css="order",
    )


@deed("tokens")
def _tokens(scene: Scene, fields: Fields) -> Commands:
    tokens = fields.count("turned", 8, 1, default=None)
    return (RevealTokens(fields.faction(), fields.area(), tokens, fields.army(), _colour(fields)),)


def _colour(fields: Fields) -> str | None:
    colour = fields.text("colour")
    if colour and colour not in COLOURS:
        raise FormatError("colour", _("black or silver is needed"))
    return colour or None


@deed("reveal-sietch")
def _reveal_sietch(scene: Scene, fields: Fields) -> Commands:
    return (RevealSietch(fields.area(), fields.count("rank", 3, 1, default=None)),)


@deed("wormsign")
def _wormsign(scene: Scene, fields: Fields) -> Commands:
    return (_turned(scene.state, fields.area(), fields.member("token", Wormsign), fields),)


@deed("turn-wormsign")
def _turn_wormsign(scene: Scene, fields: Fields) -> Commands:
    area = fields.area()
    return (_turned(scene.state, area, scene.chance.wormsign(area), fields),)


def _turned(state: State, area: int, token: Wormsign, fields: Fields) -> TurnWormsign:
    """A worm's source counts only where the token brings one."""
    if not shows_worm(state, area, token):
        return TurnWormsign(area, token)
    source = _worm_source(state, area)
    default = source[0].value if source and isinstance(source[0], Select) else ""
    chosen = fields.text("worm_from") or default
    if chosen == DISCARDED:
        return TurnWormsign(area, token, discard=True)
    if chosen == WILD_MAKER:
        return TurnWormsign(area, token, wild_maker=True)
    return TurnWormsign(area, token, _area_of(chosen))


def _area_of(text: str) -> int | None:
    if not text:
        return None
    if text not in AREA_IDS:
        raise FormatError("worm_from", _("there is no area “%(value)s”", value=text[:40]))
    return AREA_IDS.index(text)


@deed("station")
def _station(scene: Scene, fields: Fields) -> Commands:
    return (TakeStation(fields.member("marker", Marker)),)


@deed("turn-station")
def _turn_station(scene: Scene, fields: Fields) -> Commands:
    return (TakeStation(scene.chance.station(())),)


@deed("recycle")
def _recycle(scene: Scene, fields: Fields) -> Commands:
    colour = _colour(fields)
    if colour is None:
        raise FormatError("colour", _("black or silver is needed"))
    return (RecycleToken(fields.area(), colour, fields.army()),)
