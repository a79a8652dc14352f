"""Dice that are thrown outside of battles: storms, worms and cards; and the last throw, which stays in sight."""

from dataclasses import replace

from companion.content.terms import CombatFace, Faction
from companion.rules.commands import RollAttackDice
from companion.rules.errors import FormatError
from companion.rules.events import DiceRolled
from companion.rules.frames import Cause, Roll, RollFrame, RollSource
from companion.rules.state import ATREIDES
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.battle.maths import dice_total, face_words, read_by
from companion.web.steps.dice_photo import brought_back, source_field, with_photo
from companion.web.steps.head import Head, asks
from companion.web.ui.blocks import Block, Dock, Form
from companion.web.ui.fields import Fields
from companion.web.ui.fight_blocks import Adder, DiceRow, Throw
from companion.web.ui.panel import Panel
from companion.web.ui.parts import SIDE


@asks(RollFrame)
def attack_dice(scene: Scene, frame: RollFrame, head: Head) -> Panel:
    """Asks for the dice of a storm, a worm or a card."""
    adder = Adder(_("The dice"), _thrower(frame.faction), "", dice_total(frame.dice), frame.dice, "dice-", face_words())
    if frame.sector is not None:
        adder = replace(adder, faction=SIDE[ATREIDES])
    adder = replace(with_photo(scene, adder), quiet=scene.app_rolls and not brought_back(scene))
    throw = Throw(
        _("Roll for me"), _("These are the dice"), _("Dice to enter: #"), "app" if scene.app_rolls else "hand"
    )
    form = Form("attack-dice", (adder, Dock((throw,))), source_field(scene))
    return replace(head.panel(form, css="order"), orange=True)


def _thrower(struck: Faction) -> str:
    return SIDE[struck.enemy]


def last_dice(scene: Scene, cause: Cause, area: int) -> tuple[Block, ...]:
    """Returns the dice that were rolled by the last entry for this cause there; nothing when it was another one."""
    steps = scene.view.loaded.timeline.steps
    if scene.now is not None or not steps:
        return ()
    found: list[Block] = []
    for event in steps[-1].batch.events:
        if isinstance(event, DiceRolled) and event.cause is cause and event.area == area and cause is not Cause.BATTLE:
            hit, shield, special = event.faces
            roll = Roll(hit, shield, special)
            faces = ("hit",) * hit + ("shield",) * shield + ("special",) * special
            total = dice_total(roll.dice)
            found.append(
                DiceRow(_("The dice"), _thrower(event.faction), read_by(event.source), total, faces, "", face_words())
            )
    return tuple(found)


@deed("attack-dice")
def _throw(scene: Scene, fields: Fields) -> Commands:
    frame = scene.state.frame
    if fields.text("by") == "app":
        if not isinstance(frame, RollFrame):
            raise FormatError("dice", _("no dice are to be rolled now"))
        return (RollAttackDice(scene.chance.combat_faces(frame.dice, frame.cause.value), RollSource.APP),)
    roll = fields.roll("dice-")
    counts = ((CombatFace.HIT, roll.hit), (CombatFace.SHIELD, roll.shield), (CombatFace.SPECIAL, roll.special))
    return (RollAttackDice(tuple(face for face, number in counts for _n in range(number)), fields.source()),)
