"""The step that a planning card has come to, in its position: all that the criteria of a step look at."""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import TypeVar

from companion.content.steps import DiscardWormsigns, LegionFilter, LegionKind, Place, SiteKind, Step, Vehicles
from companion.content.terms import VehicleKind
from companion.frozen import record
from companion.rules.ask.harkonnen_cards import card_in_progress, step_action
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.frames import ActionFrame, CardFrame
from companion.rules.state import State
from solo_bot.cards.options import CardOption
from solo_bot.procedure.situation import Legion, Situation

VEHICLE_ORDER = (VehicleKind.HARVESTER, VehicleKind.CARRYALL, VehicleKind.ORNITHOPTER)
"""Carryalls protect harvesters and ornithopters keep off the zones of carryalls (MAHDI-VEH-1..3)."""

Kept = TypeVar("Kept", bound=CardOption)


def _everything(option: CardOption) -> bool:
    return True


@record
class Scene:
    """A card in progress. ``action``: the moves or the attack of its step that lie on it.

    ``keeps`` tells whether an option changes something and leaves the rest of the card possible (MAHDI-CARD-4).
    ``trial``: it is only asked whether there is such an option; one is enough.
    """

    state: State
    frame: CardFrame
    step: Step | None
    action: ActionFrame | None = None
    keeps: Callable[[CardOption], bool] = _everything
    trial: bool = False

    @property
    def all_parts(self) -> bool:
        """True under the printed rule: every part must be possible; False in the variant ``card_parts``."""
        return not self.state.rules.card_parts

    @property
    def goes_on(self) -> bool:
        """True when this step has another part after the current one: it does one unit, wormsign or vehicle a time."""
        following = self.frame.part + 1
        match self.step:
            case Vehicles():
                return following < len(vehicle_parts(self.step))
            case Place(site=site) if site.kind is SiteKind.EMPTY_DESERT_EACH:
                return following < self.step.pieces.units
            case DiscardWormsigns(count=int() as count):
                return following < count
            case _:
                return False

    @property
    def other_kind_follows(self) -> bool:
        """True when vehicles of another kind than the current one are still to be placed in this step."""
        if not isinstance(self.step, Vehicles):
            return False
        kinds = vehicle_parts(self.step)
        return kinds[-1] is not kinds[self.frame.part]

    @property
    def part_begun(self) -> bool:
        """True once this step changed something: what is left of it may then be impossible (R-9)."""
        if isinstance(self.step, Vehicles):
            kinds = vehicle_parts(self.step)
            return kinds[self.frame.part] in kinds[: self.frame.part]
        return self.frame.part > 0 or self._moved

    @property
    def fresh(self) -> bool:
        """True while nothing of the card was carried out."""
        return not (self.frame.done or self.frame.part or self._moved)

    @property
    def _moved(self) -> bool:
        """True once a legion moved in this step."""
        return self.action != step_action(self.frame, self.step)

    @property
    def same(self) -> int | None:
        """The area of the legion that the steps so far were about."""
        only = self.action.only if self.action is not None else None
        return self.frame.area if only is None else only

    def keep(self, options: Iterable[Kept]) -> list[Kept]:
        """Returns the options that change something and leave the rest of the card possible, in a trial the first."""
        kept = filter(self.keeps, options)
        return list(islice(kept, 1) if self.trial else kept)

    def legions(self, situation: Situation, wanted: LegionFilter, *, to_move: bool) -> list[Legion]:
        """Returns the legions that a step is about; ``to_move``: what the filter names must be able to move."""
        actors = [legion for legion in situation.actors if not to_move or legion.movable.units]
        match wanted.kind:
            case LegionKind.ANY:
                return actors
            case LegionKind.WITH_SPECIAL:
                return [x for x in actors if (x.movable if to_move else x.army).special]
            case LegionKind.IN_SETTLEMENT:
                return [x for x in actors if situation.state.settlements >> x.area & 1]
            case _:
                # The same legion or that of an area; the other kinds are of Atreides cards.
                return [x for x in actors if x.area == self.same]


def scene_of(state: State) -> Scene | None:
    """Returns the card in progress on top of the frames, None when there is none."""
    frame = card_in_progress(state)
    if frame is None:
        return None
    step = current_step(frame)
    return Scene(state, frame, step, state.frame if isinstance(state.frame, ActionFrame) else step_action(frame, step))


def vehicle_parts(step: Vehicles) -> tuple[VehicleKind, ...]:
    """Returns the vehicles of a step one by one, in placing order."""
    return tuple(kind for kind in VEHICLE_ORDER for _ in range(getattr(step, kind.value)))
