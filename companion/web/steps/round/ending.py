"""The game is over: who has won and by what, for whoever reads it."""

from companion.board import ARRAKEEN
from companion.content import TRACKS
from companion.content.terms import Faction, Phase
from companion.rules.events import Event, GameWon, StrongholdDestroyed
from companion.rules.frames import GameOverFrame, VictoryCheckFrame
from companion.rules.state import HARKONNEN, Mode, State
from companion.store import Timeline
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.head import Head, asks, says
from companion.web.ui.blocks import Go
from companion.web.ui.panel import Panel
from companion.web.words import names


@says(GameOverFrame)
def over(scene: Scene, frame: GameOverFrame) -> Head:
    """Says who has won and by what; the one who played alone is spoken to."""
    title = _("%(faction)s win the game", faction=names.faction_name(frame.winner))
    if is_spoken_to(scene):
        title = _("You lose") if frame.winner is HARKONNEN else _("You win")
    return Head(scene.view.game.name, title, frame.rule, by_what(scene, frame), frame.winner)


@asks(GameOverFrame)
def look_around(scene: Scene, frame: GameOverFrame, head: Head) -> Panel:
    """Lets the reader look at the table as it stands at the end, with the way back to the scene of the end."""
    return head.panel(Go(_("Back to the end of the game"), "chevron", href=scene.without_picks().step_url))


def is_spoken_to(scene: Scene) -> bool:
    """Tells whether the reader is the one who played against the solo opponent; between people sides are named."""
    return scene.reader.acts and scene.state.mode is Mode.SOLO


def by_what(scene: Scene, frame: GameOverFrame) -> str:
    """Returns in one sentence what decided the game: what fell last, or whose markers stood where."""
    state, won = scene.state, _last_entry(scene.view.loaded.timeline)
    if won is None and frame.winner is not HARKONNEN:
        return ""  # Entered by hand: nothing is known of an objective.
    won = won or ()
    fallen = next((event for event in reversed(won) if isinstance(event, StrongholdDestroyed)), None)
    facts = {"round": state.round, "step": min(state.supremacy, TRACKS.supremacy.length)}
    if fallen is not None:
        facts |= {"rank": fallen.rank}
    place = "" if fallen is None else names.area_name(fallen.area)
    if frame.winner is HARKONNEN:
        if fallen is not None and fallen.faction is Faction.ATREIDES:
            return _(
                "Round %(round)s: %(area)s, rank %(rank)s, fell and supremacy reached %(step)s.", area=place, **facts
            )
        if _at_the_end(state):
            return _("End of round %(round)s: supremacy reached %(step)s.", **facts)
        return _("Round %(round)s: supremacy reached %(step)s.", **facts)
    if any(isinstance(one, VictoryCheckFrame) for one in state.frames) or fallen is not None:
        place = names.area_name(ARRAKEEN)
        return _("Round %(round)s: %(area)s fell, and all three markers meet the objective.", area=place, **facts)
    if not _at_the_end(state):
        return _("Round %(round)s: all three markers met the secret objective.", **facts)
    if is_spoken_to(scene):
        return _("End of round %(round)s: all three markers reached your secret objective.", **facts)
    return _("End of round %(round)s: all three markers reached the secret objective.", **facts)


def _last_entry(timeline: Timeline) -> tuple[Event, ...] | None:
    """The events of the entry that ended the game, up to the victory; None for a winner that was entered by hand."""
    for step in reversed(timeline.steps):
        events = step.batch.events
        for at, event in enumerate(events):
            if isinstance(event, GameWon):
                return events[:at]
    return None


def _at_the_end(state: State) -> bool:
    return state.phase is Phase.END
