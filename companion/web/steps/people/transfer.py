"""A card that carries a legion straight to another own legion, however far: tap it, tap where it goes, done (P-11)."""

from collections.abc import Sequence

from companion.board import AREA_IDS, AREA_NUMBER
from companion.rules.army import NOBODY
from companion.rules.commands import Command, MoveLegion
from companion.rules.state import HARKONNEN, State
from companion.web.drawing import Arrow, Glow, GlowKind
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.head import Head
from companion.web.ui.blocks import Block, Button, Buttons, Check, Checks, Fold, Form, Go, Note, Steppers
from companion.web.ui.fields import FIGURE_FIELDS
from companion.web.ui.panel import Focus, Panel, lit
from companion.web.ui.parts import SIDE, figure_steppers, ids
from companion.web.words import names


def transfer(scene: Scene, head: Head, listed: Sequence[Command], leave_out: tuple[Block, ...]) -> Panel:
    """Asks for the legion, then for where it goes, then who of it goes along: at first all do."""
    ways: dict[int, list[int]] = {}
    for command in listed:
        if isinstance(command, MoveLegion) and command.target not in ways.setdefault(command.source, []):
            ways[command.source].append(command.target)
    source, target = AREA_NUMBER.get(scene.pick.get("from", "")), AREA_NUMBER.get(scene.pick.get("to", ""))
    if source is None or source not in ways:
        links = scene.area_links(tuple(ways), "from")
        blocks = (*_by_name(tuple(ways), links), *leave_out)
        return head.panel(*blocks, focus=lit(list(ways), links=links), orange=bool(ways), css="" if ways else "order")
    if target is None or target not in ways[source]:
        links = scene.area_links(ways[source], "to") | {AREA_IDS[source]: scene.also(**{"from": None})}
        glows = (Glow(GlowKind.NEXT, ids(ways[source])), Glow(GlowKind.SELECTED, ids([source])))
        other = Buttons((Button(_("Other legion"), "undo", scene.also(**{"from": None})),))
        title = _("Tap where the legion from %(area)s goes", area=names.area_name(source))
        return head.panel(
            *_by_name(ways[source], links),
            other,
            title=title,
            focus=Focus(glows, ids=ids([*ways[source], source]), links=links),
            orange=True,
        )
    return _confirm(scene, head, source, target)


def _by_name(areas: Sequence[int], links: dict[str, str]) -> tuple[Block, ...]:
    buttons = tuple(Button(names.area_name(area), href=links[AREA_IDS[area]], cls="") for area in areas)
    return (Fold(_("Or choose by name"), (Buttons(buttons),), "locate"),) if buttons else ()


def _confirm(scene: Scene, head: Head, source: int, target: int) -> Panel:
    state = scene.state
    figures = state.army(HARKONNEN, source) or NOBODY
    kinds = tuple(kind for kind in FIGURE_FIELDS if getattr(figures, kind))
    inner: list[Block] = [*_crowd(state, target, figures.units)]
    inner.append(Steppers(figure_steppers(HARKONNEN, kinds, figures, figures)))
    if figures.named:
        checks = tuple(
            Check(one, names.leader_name(one), "named", SIDE[HARKONNEN], checked=True) for one in figures.named
        )
        inner.append(Checks("named", _("Leaders that come along"), checks))
    inner.append(Go(_("Done"), "check", back=scene.also(to=None), back_text=_("Other area")))
    facts = {"source": names.area_name(source), "target": names.area_name(target)}
    glows = (Glow(GlowKind.NEXT, ids([target])), Glow(GlowKind.SELECTED, ids([source])))
    focus = Focus(glows, (Arrow(AREA_IDS[source], AREA_IDS[target]),), ids([target]), ids([source]))
    form = Form("move", tuple(inner), {"from": AREA_IDS[source], "to": AREA_IDS[target]})
    title = _("Who moves from %(source)s to %(target)s?", **facts)
    return head.panel(form, title=title, focus=focus, css="order")


def _crowd(state: State, target: int, more: int) -> tuple[Block, ...]:
    """STACK-1: how many find room where the legion goes."""
    room = state.stacking_limit(HARKONNEN) - (state.army(HARKONNEN, target) or NOBODY).units
    if more <= room:
        return ()
    area = names.area_name(target)
    return (Note(_("Room for more units in %(area)s: %(room)s.", area=area, room=max(0, room)), "warn", "odd"),)
