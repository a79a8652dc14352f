"""The sheet of the tracks: every figure as the app keeps it, and putting right what differs."""

from companion.rules.state import State
from companion.web.editor.figures import Group, Number, blocks
from companion.web.editor.rest import rest_groups
from companion.web.editor.sheets import oddities
from companion.web.editor.tracks import leader_group, track_groups
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.ui.blocks import Block, Button, Buttons, Fold, Form, Go, Lines, Note
from companion.web.ui.panel import Panel


def tracks_sheet(scene: Scene, part: str) -> Panel:
    """Returns the sheet of all tracks, opened at ``part``: supremacy, prescience, imperium, dice, leaders."""
    state = scene.state
    found: list[Block] = list(oddities(state))
    groups = sorted(track_groups(state), key=lambda group: group.id != part)
    if scene.may_write:
        found += [_track_form(scene, groups), _leader_fold(state, part), _rest_fold(scene)]
    else:
        numbers = [one for group in groups for one in group.figures if isinstance(one, Number) and one.shown]
        found.append(Lines(tuple(f"{one.label}: {one.words(one.read(state))}" for one in numbers)))
    return Panel(
        kicker="",
        title=_("Tracks, dice, cards"),
        detail=_("Every number as the app has it. Change what differs on the table.") if scene.may_write else "",
        blocks=tuple(found),
        css="sheet",
        close=scene.step_url,
    )


def _track_form(scene: Scene, groups: list[Group]) -> Form:
    save = Go(_("Save the changes"), "check", back=scene.step_url, back_text=_("Cancel"))
    return Form("correct-tracks", (*blocks(groups, scene.state), save))


def _leader_fold(state: State, part: str) -> Fold:
    group = leader_group(state)
    save = Buttons((Button(_("Save the leaders"), "check"),))
    form = Form("correct-leaders", (*blocks([group], state), save))
    return Fold(group.title, (form,), "tank", open=part == group.id)


def _rest_fold(scene: Scene) -> Fold:
    """The form of everything else; what is hidden only for those who may see it."""
    found = blocks(rest_groups(scene.state, secret=scene.sees_hidden), scene.state)
    note = Note(_("The app keeps these by itself. Change them only when the table shows something else."), "history")
    save = Buttons((Button(_("Save the changes"), "check"),))
    return Fold(_("Everything else"), (Form("correct-more", (note, *found, save)),), "edit")
