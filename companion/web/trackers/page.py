"""The page of a game with trackers only: the parts, the counters in them, and the deed that changes one by one."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.content import TRACKS
from companion.rules.errors import FormatError
from companion.rules.state import HARKONNEN, State
from companion.web.editor.figures import changed, corrected
from companion.web.editor.tracks import counted
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.ui.blocks import Block, Note
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.tracker_blocks import Counter, Counters, Tab, Tabs

Part = Callable[[Scene], Sequence[Block]]
BUILDERS: dict[str, Part] = {}
PARTS = ("tracks", "spice", "dice", "leaders", "cards", "battle")
GLYPHS = ("supremacy", "spice", "dice", "tank", "cards", "attack")


def part(name: str) -> Callable[[Part], Part]:
    """Registers what builds the blocks of a part."""

    def register(build: Part) -> Part:
        BUILDERS[name] = build
        return build

    return register


def part_of(scene: Scene) -> str:
    """Returns the part that is shown: the one that was tapped, else the tracks."""
    name = scene.pick.get("part", PARTS[0])
    return name if name in PARTS else PARTS[0]


def part_titles() -> dict[str, str]:
    """Returns the names of the parts, in their order."""
    titles = (_("Tracks"), _("Spice"), _("Dice"), _("Leaders"), _("Cards"), _("Battle"))
    return dict(zip(PARTS, titles, strict=True))


def tracker_panel(scene: Scene) -> Panel:
    """Returns the panel of the part that was tapped; who only watches gets it without buttons."""
    here = part_of(scene)
    tabs = tuple(
        Tab(scene.part_url(name), title, glyph, name == here)
        for (name, title), glyph in zip(part_titles().items(), GLYPHS, strict=True)
    )
    blocks: list[Block] = [Tabs(_("Trackers"), tabs), *BUILDERS[here](scene)]
    if not scene.may_write and scene.now is None:
        blocks.append(Note(_("You are watching. The players enter what happens."), "people"))
    return Panel(kicker="", title=part_titles()[here], blocks=tuple(blocks))


def counter(scene: Scene, name: str, detail: str = "") -> Counter:
    """Returns a figure of the table with its two buttons."""
    figure = counted(scene.state)[name]
    now, text = figure.read(scene.state), figure.label
    return Counter(
        label=text,
        value=figure.words(now),
        less=f"{figure.id}:-1" if now > figure.least else "",
        more=f"{figure.id}:1" if now < figure.most else "",
        detail=detail,
        glyph=figure.glyph,
        faction=figure.faction,
        less_say=_("one less: %(what)s", what=text),
        more_say=_("one more: %(what)s", what=text),
    )


def counters(scene: Scene, found: Sequence[Counter], heading: str = "") -> Block:
    """Returns counters as a block; without buttons for those who only watch."""
    return Counters(tuple(found), heading, "change" if scene.may_write and scene.now is None else "")


@deed("tracker", relative=True)
def _change(scene: Scene, fields: Fields) -> Commands:
    name, colon, by = fields.text("change").partition(":")
    figure = counted(scene.state).get(name)
    if figure is None or not colon or by not in ("1", "-1"):
        raise FormatError("change", _("there is no “%(value)s”", value=name[:40]))
    return corrected(scene, _decided(changed(scene.state, figure, int(by))))


def _decided(state: State) -> State:
    """WIN-1: with the marker at the end of its track the Harkonnen have won at once; off it again they have not."""
    at_the_end = state.supremacy >= TRACKS.supremacy.length
    if at_the_end and state.winner is None:
        return replace(state, winner=HARKONNEN)
    return replace(state, winner=None) if not at_the_end and state.winner is HARKONNEN else state
