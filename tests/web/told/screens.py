"""The screens on which orders of the opponent are confirmed, and every text on them."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

from werkzeug.datastructures import MultiDict

from companion.rules.frames import CardFrame
from companion.service import Hints
from companion.web.scene import Scene
from companion.web.steps.next_step import next_panel
from companion.web.ui.blocks import Options
from companion.web.ui.panel import Panel
from solo_bot.cards.options import CardOrder
from solo_bot.orders import Order, OrderKind
from tests.web.told.sitting import Deed, scene_before


def order_at(scene: Scene) -> Order | CardOrder | None:
    """What the opponent does there."""
    if any(isinstance(frame, CardFrame) for frame in scene.state.frames[-2:]):
        try:
            return scene.card_order()
        except ValueError:
            return scene.order()
    return scene.order()


def confirmed(deed: Deed, hints: Hints = Hints.ADVICE) -> Panel | None:
    """The panel on which this deed was confirmed as an order, with its option chosen; None for any other deed."""
    scene = scene_before(deed, hints=hints)
    order = order_at(scene)
    commands = [choice.commands for choice in order.choices] if order is not None else []
    if deed.commands not in commands:
        return None
    picked = {"option": str(commands.index(deed.commands))} if len(commands) > 1 else {}
    if picked and isinstance(order, Order) and order.kind is OrderKind.VEHICLE:
        picked["one"] = "1"
    panel = next_panel(replace(scene, pick=MultiDict(picked)))
    return panel if not picked else _only(panel, picked["option"])


def _only(panel: Panel, option: str) -> Panel:
    """The panel without the options that were not chosen: what they say is not done."""

    def kept(block: object) -> object:
        if isinstance(block, Options):
            return replace(block, choices=tuple(one for one in block.choices if one.value == option))
        inner = getattr(block, "blocks", None)
        return replace(block, blocks=tuple(map(kept, inner))) if inner and is_dataclass(block) else block  # type: ignore[type-var]

    return replace(panel, blocks=tuple(map(kept, panel.blocks)))  # type: ignore[arg-type]


def texts(value: object) -> Iterator[str]:
    """Every text of a panel."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from texts(tuple(value.values()))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from texts(one)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            if field.name not in ("focus", "why"):
                yield from texts(getattr(value, field.name))
