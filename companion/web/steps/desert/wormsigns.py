"""Wormsigns: put out at the start of the hazards, turned then or when a legion enters; whose figure a worm is."""

from collections.abc import Sequence

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content.terms import Wormsign
from companion.rules.ask.desert import SANDWORMS, shows_worm, worm_limit
from companion.rules.commands import BeginHazards, TurnWormsign
from companion.rules.errors import FormatError
from companion.rules.frames import HazardsFrame, RollSource, WormsignFrame
from companion.rules.state import ATREIDES, WILD_MAKER, State
from companion.service import Difference
from companion.service.differences import Carry, Piece, Where
from companion.service.telling import announced
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Detour, Scene, deed
from companion.web.steps.head import Head, asks, says
from companion.web.ui.blocks import Answers, Block, Button, Buttons, Choice, Fold, Form, Lines, Select
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel, lit
from companion.web.ui.parts import area_choices, go_form
from companion.web.words import names
from companion.web.words.glyphs import WORMSIGN_GLYPH
from companion.web.words.questions import wormsign_question

DISCARDED = "discard"
SUPPLY = "supply"


def put_out_head(scene: Scene) -> Head:
    """Returns what is said of the wormsigns to discard and to place, as the rules work them out."""
    told = announced(scene.state, [BeginHazards()])
    gone, new = _put_out(told)
    if new:
        title = scene.for_reader(
            ngettext("Place %(num)d wormsign", "Place %(num)d wormsigns", len(new)),
            ngettext("Atreides place %(num)d wormsign", "Atreides place %(num)d wormsigns", len(new)),
        )
    elif gone:
        title = scene.for_reader(
            ngettext("Discard %(num)d wormsign", "Discard %(num)d wormsigns", len(gone)),
            ngettext("Atreides discard %(num)d wormsign", "Atreides discard %(num)d wormsigns", len(gone)),
        )
    else:
        title = _("No wormsign is placed")
    detail = _("One facedown with each Harkonnen legion and harvester in the desert.")
    kicker = _hazards_kicker(scene.state)
    return Head(kicker, title, "WORM-1", detail, ATREIDES, "wormsign", tuple(new), changes=told)


def _put_out(told: Sequence[Difference]) -> tuple[list[int], list[int]]:
    """The areas whose wormsign goes, and those that get one."""
    carried = [one for one in told if isinstance(one, Carry) and one.piece is Piece.WORMSIGN]
    ends = [[one.source for one in carried], [one.target for one in carried]]
    gone, new = ([p.number for p in places if p.where is Where.AREA and p.number is not None] for places in ends)
    return sorted(gone), sorted(new)


def _hazards_kicker(state: State) -> str:
    return _("Round %(round)d, desert hazards", round=state.round)


def put_out(scene: Scene, head: Head) -> Panel:
    """Names every wormsign to discard and to place."""
    gone, new = _put_out(head.changes)
    lines = []
    if gone:
        lines.append(_("Discard: %(areas)s", areas=names.area_names(gone)))
    if new:
        lines.append(_("Place: %(areas)s", areas=names.area_names(new)))
    blocks = (Lines(tuple(lines)),) if lines else ()
    go = _("Placed") if new else _("Go on")
    return head.panel(*blocks, go_form("hazards", go, "wormsign"), css="order")


def turn_head(scene: Scene, frame: HazardsFrame) -> Head:
    """Returns what is said while the wormsigns of the phase are turned."""
    waiting = _waiting(scene.state, frame)
    kicker = ngettext("Desert hazards, %(num)d wormsign left", "Desert hazards, %(num)d wormsigns left", len(waiting))
    title = _("Atreides reveal the wormsigns")
    if scene.reader.acts:
        title = wormsign_question(_tapped(scene, waiting)).title
    detail = scene.for_reader(_("Any order: tap another one on the map."), names.area_names(waiting))
    return Head(kicker, title, "WORM-2", detail, ATREIDES, "wormsign", tuple(waiting))


def _waiting(state: State, frame: HazardsFrame) -> list[int]:
    return [area for area in frame.areas if area in state.wormsigns]


def _tapped(scene: Scene, waiting: Sequence[int]) -> int:
    tapped = AREA_NUMBER.get(scene.pick.get("area", ""))
    return tapped if tapped in waiting and tapped is not None else waiting[0]


def turn(scene: Scene, frame: HazardsFrame, head: Head) -> Panel:
    """Asks what the next wormsign of the phase shows; another one may be tapped instead."""
    waiting = _waiting(scene.state, frame)
    return _turned_panel(scene, head, _tapped(scene, waiting), waiting)


@says(WormsignFrame)
def say_entered(scene: Scene, frame: WormsignFrame) -> Head:
    """Says that a Harkonnen legion entered an area with a wormsign."""
    area = names.area_name(frame.area)
    title = scene.for_reader(
        wormsign_question(frame.area).title, _("Atreides reveal the wormsign in %(area)s", area=area)
    )
    detail = _("A Harkonnen legion entered its area.")
    return Head(_("A wormsign is revealed"), title, "WORM-5", detail, ATREIDES, "wormsign", (frame.area,))


@asks(WormsignFrame)
def entered(scene: Scene, frame: WormsignFrame, head: Head) -> Panel:
    """Asks what the wormsign shows that a Harkonnen legion entered."""
    return _turned_panel(scene, head, frame.area, (frame.area,))


def _turned_panel(scene: Scene, head: Head, area: int, waiting: Sequence[int]) -> Panel:
    if scene.pick.get("token") in tuple(Wormsign) and scene.pick.get("area") == AREA_IDS[area]:
        return _which_figure(scene, head, area, Wormsign(scene.pick["token"]))
    asked = wormsign_question(area, deep=bool(scene.state.deep_desert_mask >> area & 1))
    choices = tuple(
        Choice(value, title, detail, glyph=WORMSIGN_GLYPH[Wormsign(value)]) for value, title, detail in asked.answers
    )
    sources, asking = _sources(scene.state, area)
    inner: list[Block] = [Answers("token", choices, big=False)]
    if len(sources) > 1 and not asking:
        # The supply is the usual one: whoever wants another figure says so first (WORM-3).
        offers = tuple((source, _source_name(source)) for source in sources)
        other = Select("worm_from", _("If a worm appears, its figure is"), offers, sources[0])
        inner.insert(0, Fold(_("A worm from another area"), (other,), "sandworm"))
    blocks: list[Block] = [Form("wormsign", tuple(inner), {"area": AREA_IDS[area]})]
    if scene.app_rolls:
        draw = (Buttons((Button(_("Draw the token for me"), "roll"),)),)
        blocks.append(Form("turn-wormsign", draw, {"area": AREA_IDS[area]}))
    areas = [area, *(other for other in waiting if other != area)]
    return head.panel(*blocks, focus=lit(areas, links=scene.area_links(areas, "area")), css="order")


def _which_figure(scene: Scene, head: Head, area: int, token: Wormsign) -> Panel:
    """WORM-3: with an empty supply the player says which worm's figure comes; the worms glow on the map."""
    sources, _asking = _sources(scene.state, area)
    places = [AREA_NUMBER[source] for source in sources if source in AREA_NUMBER]
    drawn = scene.pick.get("drawn") == "1"
    name, shown = "turn-wormsign" if drawn else "wormsign", names.wormsign_name(token)
    hidden = {"area": AREA_IDS[area]} if drawn else {"area": AREA_IDS[area], "token": token.value}
    tapped = scene.pick.get("worm_from", "")
    if tapped in sources:
        body: tuple[Block, ...] = (go_form(name, _source_name(tapped), "sandworm", worm_from=tapped, **hidden),)
    else:
        others = tuple(Choice(s, _source_name(s), glyph="close") for s in sources if s not in AREA_NUMBER)
        found = (*area_choices(places, glyph="sandworm"), *others)
        body = (Form(name, (Answers("worm_from", found, big=False),), hidden),)
    title = _("Which sandworm moves to %(area)s?", area=names.area_name(area))
    detail = _("The token shows: %(token)s. No sandworm is left in the supply, so one on the board moves.", token=shown)
    if DISCARDED in sources:
        detail = _("The token shows: %(token)s. Enough worms have appeared in this phase.", token=shown)
    focus = lit([*places, area], links=scene.area_links(places, "worm_from"))
    return head.panel(*body, title=title, detail=detail, focus=focus, css="order", rule="WORM-3")


def _source_name(source: str) -> str:
    if source == DISCARDED:
        return _("no worm: the token is discarded")
    if source == WILD_MAKER:
        return _("the Wild Maker, from beside the board")
    if source == SUPPLY:
        return _("from the supply")
    return _("the worm of %(area)s", area=names.area_name(AREA_NUMBER[source]))


def _sources(state: State, area: int) -> tuple[list[str], bool]:
    """Where a worm may come from, the usual place first, and whether it has to be asked (WORM-3, WILD-1)."""
    frame = state.frame
    placed = frame.worms if isinstance(frame, HazardsFrame) else ()
    if isinstance(frame, HazardsFrame) and len(placed) >= worm_limit(state):
        return [DISCARDED, *(AREA_IDS[one] for one in placed)], True
    in_supply = len(state.sandworms) < SANDWORMS
    worms = [*state.sandworms, *([] if state.wild_maker is None else [state.wild_maker])]
    sources = [SUPPLY] if in_supply else []
    if state.wild_maker_in_play and state.wild_maker is None:
        sources.append(WILD_MAKER)
    if not (state.rules.first_printing and in_supply):
        sources += [AREA_IDS[one] for one in worms if one not in placed]
    return sources, not in_supply and len(sources) > 1


@deed("hazards")
def _begin(scene: Scene, fields: Fields) -> Commands:
    return (BeginHazards(),)


@deed("wormsign")
def _wormsign(scene: Scene, fields: Fields) -> Commands:
    return (_turned(scene.state, fields.area(), fields.member("token", Wormsign), fields),)


@deed("turn-wormsign")
def _turn_wormsign(scene: Scene, fields: Fields) -> Commands:
    area = fields.area()
    return (_turned(scene.state, area, scene.chance.wormsign(area), fields, RollSource.APP),)


def _turned(state: State, area: int, token: Wormsign, fields: Fields, drawn: RollSource | None = None) -> TurnWormsign:
    """A worm's source counts only where the token brings one; where it has to be asked, it is."""
    if not shows_worm(state, area, token):
        return TurnWormsign(area, token, source=drawn)
    sources, asking = _sources(state, area)
    chosen = fields.text("worm_from") or (sources[0] if sources and not asking else "")
    if not chosen and asking:
        picks = {"area": AREA_IDS[area], "token": token.value}
        raise Detour(picks if drawn is None else picks | {"drawn": "1"})
    if chosen == DISCARDED:
        return TurnWormsign(area, token, discard=True, source=drawn)
    if chosen == WILD_MAKER:
        return TurnWormsign(area, token, wild_maker=True, source=drawn)
    return TurnWormsign(area, token, _area_of(chosen), source=drawn)


def _area_of(text: str) -> int | None:
    if text in ("", SUPPLY):
        return None
    if text not in AREA_IDS:
        raise FormatError("worm_from", _("there is no area “%(value)s”", value=text[:40]))
    return AREA_IDS.index(text)
