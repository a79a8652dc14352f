"""Dice read from a photo, at the step that asks for them: the way to the camera, and what it brought back."""

from dataclasses import replace

from flask import url_for

from companion.rules.frames import RollSource
from companion.web.features import offers
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.ui.blocks import Act
from companion.web.ui.fight_blocks import Adder

FACES = ("hit", "shield", "special")
SOURCE = "source"


def with_photo(scene: Scene, adder: Adder) -> Adder:
    """Returns dice to enter with the way to a photo of them, and filled in with what a photo brought back."""
    if not scene.may_write or not offers("camera"):
        return adder
    values = {face: scene.pick.get(adder.prefix + face, "") for face in FACES}
    counts = {face: int(text) for face, text in values.items() if text.isdecimal() and len(text) < 3}
    fits = 0 < sum(counts.values()) <= adder.most
    return replace(adder, values=counts if fits else {}, photo=photo_url(scene, "combat", adder.dice, adder.prefix))


def photo_url(scene: Scene, kind: str, dice: int, prefix: str = "") -> str:
    """Returns the address where a photo of dice is taken for this step; what was picked so far comes back with it."""
    game = scene.view.game.id
    return url_for("camera.dice_page", game_id=game, kind=kind, expect=dice, prefix=prefix, picked=scene.query)


def photo_act(scene: Scene, kind: str, dice: int) -> tuple[Act, ...]:
    """Returns the way to the camera as a thing that may be done; nothing where there is no camera."""
    if not offers("camera"):
        return ()
    return (Act("camera", _("Read them from a photo"), "", photo_url(scene, kind, dice)),)


def brought_back(scene: Scene) -> bool:
    """Tells whether the step shows dice that a photo brought back."""
    return scene.pick.get(SOURCE) == RollSource.CAMERA


def source_field(scene: Scene) -> dict[str, str]:
    """Returns the hidden field that says who read the dice, where that was the camera."""
    return {SOURCE: RollSource.CAMERA.value} if brought_back(scene) else {}
