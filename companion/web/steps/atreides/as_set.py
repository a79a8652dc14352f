"""Fields of a move as they were set already, where the address says so (``SET``): by the player before a look ahead, or
by a hint that is filled in."""

from collections.abc import Iterable
from dataclasses import replace

from companion.web.scene import Scene
from companion.web.ui.blocks import Block, Checks, Form, Options, Steppers
from companion.web.ui.panel import Panel

SET = "set"
"""In the address: it says what the fields of a form were set to."""


def as_set(scene: Scene, panel: Panel) -> Panel:
    """Returns the panel with the fields of its forms set as the address says."""
    if SET not in scene.pick:
        return panel

    def of(block: Block) -> Block:
        return replace(block, blocks=_as_set(scene, block.blocks)) if isinstance(block, Form) else block

    return replace(panel, blocks=tuple(map(of, panel.blocks)))


def _as_set(scene: Scene, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    pick = scene.pick
    found: list[Block] = []
    for block in blocks:
        match block:
            case Steppers(steppers=steppers):
                said = tuple(replace(one, value=_number(pick.get(one.name), one.value)) for one in steppers)
                found.append(replace(block, steppers=said))
            case Checks(name=name, checks=checks):
                ticked = pick.getlist(name)
                found.append(replace(block, checks=tuple(replace(one, checked=one.value in ticked) for one in checks)))
            case Options(name=name, choices=choices) if pick.get(name) in [one.value for one in choices]:
                found.append(replace(block, chosen=pick[name]))
            case _:
                found.append(block)
    return tuple(found)


def _number(text: str | None, otherwise: int | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 3 else otherwise


def said(blocks: Iterable[Block]) -> Iterable[tuple[str, str]]:
    """Yields what the fields of a form say as it is shown."""
    for block in blocks:
        match block:
            case Steppers(steppers=steppers):
                yield from ((one.name, str(one.value or 0)) for one in steppers)
            case Checks(name=name, checks=checks):
                yield from ((name, one.value) for one in checks if one.checked)
            case Options(name=name, chosen=str() as chosen):
                yield name, chosen
            case _:
                pass
