"""Putting right what differs: what a sheet's form says becomes a corrected position."""

from companion.web.editor.area import area_groups, vehicle_choice
from companion.web.editor.figures import Group, corrected, put_right
from companion.web.editor.rest import rest_groups, without_blanks
from companion.web.editor.tracks import leader_group, track_groups
from companion.web.scene import Commands, Scene, deed
from companion.web.ui.fields import Fields

DEEDS_BEGIN = "correct-"
"""How the deeds of all corrections begin."""


@deed("correct-area")
def _correct_area(scene: Scene, fields: Fields) -> Commands:
    return corrected(scene, put_right(scene.state, fields, *area_groups(scene.state, fields.area())))


@deed("correct-zone")
def _correct_zone(scene: Scene, fields: Fields) -> Commands:
    return corrected(
        scene, put_right(scene.state, fields, Group("zone", "", (vehicle_choice(scene.state, fields.zone()),)))
    )


@deed("correct-tracks")
def _correct_tracks(scene: Scene, fields: Fields) -> Commands:
    return corrected(scene, put_right(scene.state, fields, *track_groups(scene.state)))


@deed("correct-leaders")
def _correct_leaders(scene: Scene, fields: Fields) -> Commands:
    return corrected(scene, put_right(scene.state, fields, leader_group(scene.state)))


@deed("correct-more")
def _correct_more(scene: Scene, fields: Fields) -> Commands:
    groups = rest_groups(scene.state, secret=scene.sees_hidden)
    return corrected(scene, without_blanks(put_right(scene.state, fields, *groups)))
