"""A turn of Harkonnen that people play: their dice, a planning card, free actions, the end of the turn."""

from collections import Counter

from companion.content.terms import Result, Subfaction
from companion.rules.frames import TurnFrame
from companion.rules.state import HARKONNEN
from companion.web.say import _, ngettext
from companion.web.scene import Scene
from companion.web.steps.atreides.claims import claim_panel, with_claim
from companion.web.steps.head import Doer, Head, asks, says
from companion.web.steps.people.charge import player_of
from companion.web.steps.people.listed import card_form, free_actions, listed_commands
from companion.web.steps.people.talk import talk_act
from companion.web.ui.blocks import Block, Button, Buttons, Choice, Form, Key, Keys, Lines
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form
from companion.web.words import names

HALVES = {False: Subfaction.HOUSE_HARKONNEN, True: Subfaction.CORRINO_ALLY}
"""Whose dashboard a Harkonnen die lies on, by whether it is the Ally's."""


@says(TurnFrame, of=Doer.PEOPLE)
def said(scene: Scene, frame: TurnFrame) -> Head:
    """Says that a die is chosen, or that the turn ends."""
    kicker = _("Harkonnen turn")
    if frame.acted:
        title = scene.for_reader(_("The die is spent: end the turn"), _("The Harkonnen end their turn"))
        return Head(kicker, title, "ACT-3", actor=HARKONNEN)
    number = scene.state.harkonnen_unused
    left = ngettext("%(num)d unused die is left.", "%(num)d unused dice are left.", number)
    title = scene.for_reader(
        _("Harkonnen turn: tap the die to use"), _("The Harkonnen choose the die for their action")
    )
    return Head(kicker, title, "ACT-3", left, HARKONNEN)


@asks(TurnFrame, of=Doer.PEOPLE)
def ask(scene: Scene, frame: TurnFrame, head: Head) -> Panel:
    """Shows the dice, what else may be done, and the end of the turn."""
    use, state = scene.pick.get("use"), scene.state
    if use == "claim":
        return claim_panel(scene, head)
    listed = listed_commands(state)
    if frame.acted:
        end = go_form("their-end", _("End the Harkonnen turn"), "check")
        return with_claim(scene, head.panel(*free_actions(listed), end, css="order"))
    corrino = Counter(state.corrino_results)
    house = Counter(state.harkonnen_results or ()) - corrino
    dashboards = {False: _dice_keys(scene, house, ally=False), True: _dice_keys(scene, corrino, ally=True)}
    shared = state.rules.harkonnen_partners > 1
    blocks: list[Block] = []
    for ally, keys in dashboards.items():
        if keys:
            label = player_of(scene, HALVES[ally]) if shared else _("Harkonnen dice")
            heading = (Lines((label,)),) if shared else ()
            blocks.append(Form("their-die", (*heading, Keys(label, keys, "die", ask=True))))
    if state.reinforcements:
        payers = [
            Choice(key.value or "", _paying(key.text, ally) if shared else key.text, glyph=key.glyph)
            for ally, keys in dashboards.items()
            for key in keys
            if key.value is not None
        ]
        if use == "card":
            title, detail = _("Play a planning card"), _("It costs one die, of any result.")
            form = card_form(scene, payers)
            return head.panel(form, title=title, detail=detail, css="tall", close=scene.step_url, rule="CARD-1")
        text = ngettext("Play your %(num)d card", "Play one of %(num)d cards", state.reinforcements)
        blocks.append(Buttons((Button(text, "cards", scene.here(use="card")),)))
    blocks += talk_act(scene, HARKONNEN)
    return with_claim(scene, head.panel(*blocks, *free_actions(listed), css="order"))


def _dice_keys(scene: Scene, dice: Counter[Result], *, ally: bool) -> tuple[Key, ...]:
    """The dice of a dashboard; a phone that plays the other partner only sees them."""
    live = scene.plays(HALVES[ally]) or scene.state.rules.harkonnen_partners == 1
    return tuple(
        Key(
            names.result_name(r),
            r.value,
            value=f"{r.value}:{int(ally)}" if live else None,
            many=f"×{number}" if number > 1 else "",
        )
        for r, number in dice.items()
    )


def _paying(die: str, ally: bool) -> str:
    """Names a die of one of the two dashboards in a list."""
    return _("%(die)s (%(player)s)", die=die, player=names.capital(names.subfaction_name(HALVES[ally])))
