"""What the last deed did to the table that its order did not say.

For the player it is a list before the next step (``table.now``). Here is what that list holds, and what of it stands on
the step itself: dice and tokens that the app rolled and drew are seen above their result, and whoever only watches
reads everything there.
"""

from dataclasses import dataclass

from companion.board import AREA_IDS
from companion.content.terms import Faction, Phase
from companion.rules.events import Event, HarvestingSectorSet, RoundBegan, TargetSet
from companion.rules.frames import TurnFrame
from companion.rules.refusal import printed
from companion.rules.state import HARKONNEN, Mode, State
from companion.service.telling import Line, Shown, untold
from companion.web.drawing import Arrow
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.battle.ending import ending
from companion.web.steps.battle.told import stands_on_the_step
from companion.web.ui.blocks import Block, Note, Todo, Todos
from companion.web.ui.parts import SIDE, rule_link
from companion.web.words import names
from companion.web.words.changes.lines import changes
from companion.web.words.changes.reasons import rule_of
from companion.web.words.changes.record import Change
from companion.web.words.records import RuleRef


@dataclass(frozen=True, slots=True)
class Done:
    """The last deed: the positions before and after it, its events, and the ``lines`` that are still to be told."""

    before: State
    after: State
    events: tuple[Event, ...]
    lines: tuple[Line, ...]

    @property
    def for_hands(self) -> bool:
        """Whether anything has to be done with the hands, not only to be seen."""
        return any(not isinstance(line, Shown) for line in self.lines)

    @property
    def round(self) -> int | None:
        """The round that it begins."""
        return next((event.round for event in self.events if isinstance(event, RoundBegan)), None)

    def changes(self) -> tuple[Change, ...]:
        """Returns the lines in words."""
        return changes(self.lines, solo=self.after.mode is Mode.SOLO)


def last_done(scene: Scene) -> Done | None:
    """Returns the last deed, None when its order said everything, or when it was taken back or is an earlier one."""
    done = _last(scene)
    return done if done is not None and done.lines else None


def _last(scene: Scene) -> Done | None:
    timeline = scene.view.loaded.timeline
    if scene.now is not None or not timeline.steps or timeline.steps[-1].batch.last != timeline.seq:
        return None
    step = timeline.steps[-1]
    before = timeline.steps[-2].state if len(timeline.steps) > 1 else State()
    events = step.batch.events
    told = untold(before, step.batch.command.split(), events, step.state)
    lines = tuple(line for line in told if not stands_on_the_step(step.state, line))
    return Done(before, step.state, events, lines)


def whose(done: Done, reader_plays: Faction | None) -> tuple[str, Faction | None]:
    """Returns whose doing a deed was, in words and as a faction; ``reader_plays``: the side that is "you"."""
    ended, winner = ending(done.before, done.after, done.events, reader_plays)
    if ended:
        return ended, winner
    if done.round is not None:
        return names.phase_name(Phase.START), None
    turn = next((frame for frame in reversed(done.before.frames) if isinstance(frame, TurnFrame)), None)
    if turn is None:
        return names.phase_name(done.before.phase), None
    if turn.faction is reader_plays:
        return _("From your turn"), turn.faction
    return _("From the turn of the %(faction)s", faction=names.faction_name(turn.faction)), turn.faction


def todos(done: Done) -> tuple[Todo, ...]:
    """Returns the lines of a deed as things to do, each with the rule that asks for it where that is plain."""
    return tuple(todo(change, printed(done.after, rule_of(change, done.events))) for change in done.changes())


def ways(changes: tuple[Change, ...]) -> tuple[Arrow, ...]:
    """Returns an arrow for every change that goes from one area to another."""
    pairs = [change.areas for change in changes if len(change.areas) > 1]
    return tuple(Arrow(AREA_IDS[source], AREA_IDS[target]) for source, target, *_more in pairs)


def todo(change: Change, rule: str = "") -> Todo:
    """Returns a change as a thing to do."""
    side = "" if change.faction is None else SIDE[change.faction]
    link: RuleRef | None = rule_link(rule) if rule else None
    return Todo(change.title, change.detail, change.glyph, side, link, change.seen)


def besides(scene: Scene) -> tuple[Block, ...]:
    """Returns what of the last deed stands above the step itself.

    For the player the dice and tokens of the app when there is nothing to do with them, since else a list came before;
    for all others, in a game without a board, and with orders in short, everything. How a battle ended stands there, or
    heads that list.
    """
    done = _last(scene)
    if done is None:
        return ()
    plays = scene.reader.acts
    if plays and done.for_hands and not scene.trackers_only and not merged(scene, done):
        return ()
    ended, _winner = ending(done.before, done.after, done.events, player_of(scene))
    found: list[Block] = [Note(f"{ended}.", "attack")] if ended else []
    if done.lines:
        found.append(Todos(todos(done), _("Now on the table") if done.for_hands else "", read=not plays))
    return tuple(found)


def merged(scene: Scene, done: Done) -> bool:
    """Whether the list of a deed stands above the next step instead of before it; a round begins by itself."""
    starts = any(isinstance(event, RoundBegan | HarvestingSectorSet | TargetSet) for event in done.events)
    return scene.terse and not starts


def player_of(scene: Scene) -> Faction | None:
    """Returns the side that reads "you": the player's in solo; between people sides are named."""
    solo = scene.state.mode is Mode.SOLO and scene.reader.acts
    return HARKONNEN.enemy if solo else None
