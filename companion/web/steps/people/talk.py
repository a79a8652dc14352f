"""A secret talk of partners under the cone of silence: who, how long, and what is left of the tokens (TEAM-1).

The clock begins with the deed in the log, for every device alike; nobody is forced back when it is over.
"""

from datetime import datetime

from companion.content.terms import Faction
from companion.rules.commands import EndTalk, TalkInSecret
from companion.rules.events import ConeDiscarded
from companion.rules.frames import TalkFrame
from companion.rules.state import State
from companion.rules.teams import CONES, MINUTES_OF_A_TALK
from companion.service import Loaded
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.head import Head, asks, says
from companion.web.steps.people.charge import sharing
from companion.web.ui.blocks import Act, Block, Form, Note
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import SIDE, go_form
from companion.web.ui.team_blocks import Clock, ConeTokens
from companion.web.words import names

SECONDS = MINUTES_OF_A_TALK * 60


def seconds_left(loaded: Loaded, now: datetime) -> int | None:
    """Returns what is left of the secret talk in progress, 0 when its time is over; None when there is none."""
    if not isinstance(loaded.state.frame, TalkFrame):
        return None
    for step in reversed(loaded.timeline.steps):
        if any(isinstance(event, ConeDiscarded) for event in step.batch.events):
            gone = (now - step.batch.created).total_seconds()
            return max(0, min(SECONDS, round(SECONDS - gone)))
    return None


@says(TalkFrame)
def said(scene: Scene, frame: TalkFrame) -> Head:
    """Says who may leave the table."""
    who = sharing(scene, frame.faction) or names.faction_name(frame.faction)
    title = _("%(players)s may leave the table", players=names.capital(who))
    detail = _("%(faction)s, one secret talk. The table waits.", faction=names.faction_name(frame.faction))
    return Head(_("Cone of silence"), title, "TEAM-1", detail, frame.faction, "cone")


@asks(TalkFrame)
def ask(scene: Scene, frame: TalkFrame, head: Head) -> Panel:
    """Shows the clock and the tokens; whoever is at the table says when they are back."""
    back = go_form("we-are-back", _("We are back"), "check")
    return head.panel(*clock_blocks(scene, frame), back, css="order fight shared")


def clock_blocks(scene: Scene, frame: TalkFrame) -> tuple[Block, ...]:
    """Returns the clock and the tokens of both sides, for whoever looks on as well."""
    state, faction = scene.state, frame.faction
    left = state.cones[faction]
    used = CONES - left
    said = ngettext("%(num)d token is left", "%(num)d tokens are left", left)
    words = (*(_("used") for _one in range(used - 1)), _("now used"), *(_("left") for _one in range(left)))
    clock = Clock(
        f"{scene.home}/talk", SECONDS, SIDE[faction], "cone", _("of %(minutes)d minutes", minutes=SECONDS // 60)
    )
    blocks: list[Block] = [clock, ConeTokens(SIDE[faction], words[-CONES:], max(0, used), said)]
    if others := _others(state, faction):
        blocks.append(others)
    return tuple(blocks)


def _others(state: State, faction: Faction) -> Block | None:
    enemy = faction.enemy
    if state.partners(enemy) == 1:
        return None
    left = state.cones[enemy]
    facts = {"faction": names.faction_name(enemy)}
    text = ngettext("%(faction)s: %(num)d token left", "%(faction)s: %(num)d tokens left", left, **facts)
    return Note(text, {"h": "harkonnen", "a": "atreides"}[SIDE[enemy]])


def talk_act(scene: Scene, faction: Faction) -> tuple[Block, ...]:
    """Offers partners a secret talk, with what is left of their tokens; nothing where they have none."""
    left = scene.state.cones[faction]
    if not left or not scene.mine(faction):
        return ()
    detail = ngettext("%(num)d token left, 3 minutes", "%(num)d tokens left, 3 minutes each", left)
    title = _("%(faction)s: talk in secret (cone of silence)", faction=names.faction_name(faction))
    act = Act("cone", title, detail, name="faction", value=faction.id)
    return (Form("talk-in-secret", (act,)),)


@deed("talk-in-secret")
def _talk(scene: Scene, fields: Fields) -> Commands:
    return (TalkInSecret(fields.faction()),)


@deed("we-are-back")
def _back(scene: Scene, fields: Fields) -> Commands:
    return (EndTalk(),)
