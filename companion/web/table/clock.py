"""The turn timer in words: for whom the game waits, and how long already. It forces nobody."""

from dataclasses import dataclass

from companion.service.thinking import waited, waited_for
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.seats import table
from companion.web.words import names


@dataclass(frozen=True, slots=True)
class Clock:
    """Who is waited for in a sentence, the seconds so far, and how they are shown at first."""

    said: str
    seconds: int

    @property
    def shown(self) -> str:
        """Returns minutes and seconds."""
        return f"{self.seconds // 60}:{self.seconds % 60:02}"


def clock_of(scene: Scene) -> Clock | None:
    """Returns for whom the game waits; None where it waits for no side alone."""
    side = waited_for(scene.state)
    if side is None:
        return None
    said = _("The game waits for %(faction)s", faction=names.faction_name(side))
    return Clock(said, int(waited(scene.view.loaded.timeline, table().clock()).total_seconds()))
