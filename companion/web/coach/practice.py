"""The battle to practise, in words: what comes when it is over."""

from flask import url_for

from companion.rules.frames import BattleFrame, HitsFrame, RevealTokensFrame, StationFrame, WormsignFrame
from companion.service import Played
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.ui.blocks import Button, Buttons, Go, Note
from companion.web.ui.panel import Panel
from companion.web.ui.parts import rule_link

OF_A_BATTLE = (BattleFrame, HitsFrame, RevealTokensFrame, StationFrame, WormsignFrame)


def practice_over(scene: Scene) -> Panel | None:
    """Returns what a battle to practise ends with; None in games and while it is fought."""
    frames = scene.state.frames
    if scene.settings.played is not Played.PRACTICE or any(isinstance(one, OF_A_BATTLE) for one in frames):
        return None
    return Panel(
        kicker=_("Practice battle"),
        glyph="coach",
        title=_("That was a battle"),
        detail=_("Cards, dice, leaders, casualties, and whether to continue or cease: every battle works like this."),
        blocks=(
            Note(_("It does not count: it appears in no statistics and no list of games."), "chart"),
            Buttons(
                (
                    Button(_("First page"), "map", href=url_for("start.home")),
                    Button(_("Another battle"), "attack", href=url_for("coach.practice")),
                )
            ),
            Go(_("New game"), "plus", href=url_for("start.new_game")),
        ),
        rule=rule_link("BATTLE-1"),
    )
