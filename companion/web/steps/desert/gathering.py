"""Areas tapped one after the other until all pieces of a step have a place; an area may be tapped more than once."""

from collections.abc import Sequence

from companion.board import AREA_IDS, AREA_NUMBER
from companion.rules.errors import FormatError
from companion.web.drawing import Glow, GlowKind
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.ui.blocks import Block, Button, Buttons, Fold
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Focus
from companion.web.ui.parts import ids
from companion.web.words import names

AT = "signs"
"""The pick, which sheets keep: the areas tapped so far."""


def tapped(scene: Scene, most: int) -> list[int]:
    """Returns the areas tapped so far, in order; at most so many."""
    return [AREA_NUMBER[one] for one in scene.pick.get(AT, "").split(",") if one in AREA_NUMBER][:most]


def gather(scene: Scene, chosen: Sequence[int], open_areas: Sequence[int]) -> tuple[tuple[Block, ...], Focus]:
    """Returns the blocks and the map of a step that gathers areas: ``open_areas`` can be tapped next."""
    links = {AREA_IDS[area]: scene.also(**{AT: written((*chosen, area))}) for area in open_areas}
    glows = (
        Glow(GlowKind.NEXT, ids(area for area in open_areas if area not in chosen)),
        Glow(GlowKind.SELECTED, ids(chosen)),
    )
    blocks: list[Block] = []
    if open_areas:
        by_name = tuple(Button(names.area_name(a), href=links[AREA_IDS[a]], cls="") for a in open_areas)
        blocks.append(Fold(_("Or choose by name"), (Buttons(by_name),), "locate"))
    if chosen:
        buttons = [Button(_("Take the last one back"), "undo", scene.also(**{AT: written(chosen[:-1])}))]
        if chosen[-1] in open_areas:
            # The same area tapped twice in a hurry only brings the map nearer.
            more = _("One more in %(area)s", area=names.area_name(chosen[-1]))
            buttons.insert(0, Button(more, "plus", links[AREA_IDS[chosen[-1]]]))
        blocks.append(Buttons(tuple(buttons)))
    shown = ids([*open_areas, *chosen])
    return tuple(blocks), Focus(tuple(glow for glow in glows if glow.ids), ids=shown, links=links)


def counted(chosen: Sequence[int]) -> str:
    """Returns the areas tapped so far in words, each once, with how often: "Chosen: NE 5, NE 6 ×2."."""
    said = [
        names.area_name(area) if chosen.count(area) == 1 else f"{names.area_name(area)} ×{chosen.count(area)}"
        for area in dict.fromkeys(chosen)
    ]
    return _("Chosen: %(areas)s.", areas=names.join(said))


def written(areas: Sequence[int]) -> str:
    """Returns areas as a form and an address say them."""
    return ",".join(AREA_IDS[area] for area in areas)


def read(fields: Fields) -> tuple[int, ...]:
    """Returns the areas of a form; raises FormatError."""
    found = fields.text("areas", most=200).split(",")
    for one in found:
        if one not in AREA_NUMBER:
            raise FormatError("areas", _("there is no area “%(value)s”", value=one[:40]))
    return tuple(AREA_NUMBER[one] for one in found)
