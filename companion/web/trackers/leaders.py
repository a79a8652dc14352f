"""The named leaders: where each is, what it can do as far as that is known, and both tanks."""

from companion.content import LEADERS, TRACKS, LeaderKind
from companion.content.terms import Faction
from companion.rules.ask.tracks import pushed
from companion.rules.errors import FormatError
from companion.rules.state import LeaderStatus, Standing, State
from companion.web.editor.figures import corrected
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.trackers.page import part
from companion.web.ui.blocks import Block, Button, Buttons, Fold, Form, Lines
from companion.web.ui.fields import Fields
from companion.web.ui.parts import SIDE
from companion.web.ui.tracker_blocks import Space, Tank
from companion.web.words import names
from companion.web.words.leader_words import entry_words, standing_words, values

AWAY = (Standing.OUT, Standing.REMOVED)


@part("leaders")
def leaders(scene: Scene) -> list[Block]:
    """Returns both tanks, the leaders in play by faction, then those who are not."""
    state = scene.state
    found: list[Block] = [_tank(state, faction) for faction in Faction]
    found += [_fold(scene, name, status) for name, status in state.leaders if status.standing not in AWAY]
    away = tuple(_fold(scene, name, status) for name, status in state.leaders if status.standing in AWAY)
    if away:
        found.append(Fold(_("Leaders that are not in play"), away, "people"))
    return found


def _tank(state: State, faction: Faction) -> Tank:
    inside = {
        status.tank: names.leader_name(name)
        for name, status in state.leaders
        if status.standing is Standing.TANK and LEADERS[name].faction is faction
    }
    spaces = tuple(Space(number, inside.get(number, "")) for number in range(1, TRACKS.tank_spaces[faction] + 1))
    title = _("Tank of %(faction)s", faction=names.faction_name(faction))
    return Tank(title, SIDE[faction], spaces)


def _fold(scene: Scene, name: str, status: LeaderStatus) -> Fold:
    leader = LEADERS[name]
    spent = "" if status.card_ready or status.standing in AWAY else _("card spent")
    title = ", ".join(text for text in (_("%(leader)s: %(where)s", **_title(name, status)), spent) if text)
    lines = [names.capital(values(leader))] if leader.kind is not LeaderKind.WORM else []
    if leader.special is not None:
        lines.append(names.translated(leader.special.text))
    elif leader.kind is LeaderKind.NAMED:
        known = _("The special action is not known: read the card.")
        lines.append(known if leader.has_special else _("Has no special action."))
    if status.standing is Standing.OUT and leader.entry is not None:
        lines.append(entry_words(leader.entry))
    blocks: list[Block] = [Lines(tuple(lines))]
    if scene.may_write and scene.now is None:
        blocks.append(Form("tracker-leader", (Buttons(_moves(name, status)),)))
    return Fold(title, tuple(blocks), "wild-maker" if leader.kind is LeaderKind.WORM else "named")


def _title(name: str, status: LeaderStatus) -> dict[str, str]:
    return {"leader": names.leader_name(name), "where": standing_words(status)}


def _moves(name: str, status: LeaderStatus) -> tuple[Button, ...]:
    ways = [
        ("board", _("On the board"), status.standing is not Standing.BOARD),
        ("aside", _("Beside the board"), status.standing is not Standing.READY),
        ("tank", _("Into the tank"), status.standing in (Standing.BOARD, Standing.READY)),
        ("spent", _("Card spent"), status.card_ready and status.standing not in AWAY),
        ("ready", _("Card face up"), not status.card_ready and status.standing not in AWAY),
        ("removed", _("Out of the game"), status.standing is not Standing.REMOVED),
    ]
    return tuple(Button(text, name="leader", value=f"{name}:{way}") for way, text, open_ in ways if open_)


@deed("tracker-leader", relative=True)
def _move(scene: Scene, fields: Fields) -> Commands:
    name, _colon, way = fields.text("leader").partition(":")
    if name not in LEADERS or name not in dict(scene.state.leaders):
        raise FormatError("leader", _("there is no leader “%(value)s”", value=name[:40]))
    return corrected(scene, moved(scene.state, name, way))


def moved(state: State, name: str, way: str) -> State:
    """Returns the position after a leader went somewhere; into the tank it pushes those before it on (TANK-1)."""
    match way:
        case "board":
            return state.with_leader(name, standing=Standing.BOARD, tank=None)
        case "aside":
            return state.with_leader(name, standing=Standing.READY, tank=None)
        case "removed":
            return state.with_leader(name, standing=Standing.REMOVED, tank=None)
        case "spent" | "ready":
            return state.with_leader(name, card_ready=way == "ready")
        case "tank":
            for other, space in pushed(state, name).items():
                full = space > TRACKS.tank_spaces[LEADERS[name].faction]
                standing = Standing.READY if full else Standing.TANK
                state = state.with_leader(other, standing=standing, tank=None if full else space)
            return state.with_leader(name, standing=Standing.TANK, tank=1)
    raise FormatError("leader", _("choose one of the answers, not “%(value)s”", value=way[:40]))
