"""What the expansion Desert War adds to a game: one value beside the rest of the state, None without it (section 16).

Areas and zones are numbers of ``companion.board``. Pieces of which an area may hold several are listed once for each.
"""

from typing import Any

from companion.board import mask_of
from companion.content import DESERT_WAR, PIECES
from companion.content.terms import CombatFace, DesertTroop, Marker
from companion.frozen import record, replace

EXPANSION = "desert_war"
"""The id of the expansion among those of a game."""
SANDRIDERS = DESERT_WAR.card.id
"""The id of the leader card (DW-1)."""
ESCORTS = PIECES["escort_ornithopter"].count
CAMPS = PIECES["camp_token"].count
TOKENS = PIECES["desert_war_token"].count
TROOPS = {
    DesertTroop.SUSPENSOR: PIECES["suspensor_trooper"].count,
    DesertTroop.LAUNCHER: PIECES["rocket_launcher"].count,
    DesertTroop.SANDRIDER: PIECES["sandrider"].count,
}
"""How many pieces the box of the expansion holds (DW-1)."""
_FIELDS = {
    DesertTroop.SUSPENSOR: "suspensors",
    DesertTroop.LAUNCHER: "launchers",
    DesertTroop.SANDRIDER: "sandriders",
}


@record
class Camp:
    """A Fremen camp on the board; ``symbol`` is None while its token lies facedown (DW-3)."""

    area: int
    symbol: Marker | None = None


@record
class DesertWar:
    """The pieces of the expansion on the board.

    ``escorts``: zones of escort ornithopters, those in legions are figures there; ``suspensors``, ``launchers``,
    ``sandriders``: their areas, sorted; ``camps`` by area; ``camps_gone``: symbols of camps out of the game;
    ``tokens`` on The Spice Must Flow (DW-2); ``card_ready``: the Sandriders card is face up; ``success``: the face of a
    launcher's success, None while nobody named it (R-42); ``actions``: Desert War actions that may still be taken in
    this turn, beside the action of a die or of Desert Power (DW-2, DW-4).
    """

    escorts: tuple[int, ...] = ()
    suspensors: tuple[int, ...] = ()
    launchers: tuple[int, ...] = ()
    sandriders: tuple[int, ...] = ()
    camps: tuple[Camp, ...] = ()
    camps_gone: tuple[Marker, ...] = ()
    tokens: int = 0
    card_ready: bool = True
    success: CombatFace | None = None
    actions: int = 0

    def troops(self, kind: DesertTroop) -> tuple[int, ...]:
        """Returns the areas of the troops of a kind, sorted."""
        areas: tuple[int, ...] = getattr(self, _FIELDS[kind])
        return areas

    def with_troops(self, kind: DesertTroop, areas: tuple[int, ...]) -> "DesertWar":
        """Returns the pieces with the troops of a kind in ``areas``."""
        changed: dict[str, Any] = {_FIELDS[kind]: tuple(sorted(areas))}
        return replace(self, **changed)

    def left(self, kind: DesertTroop) -> int:
        """Returns how many troops of a kind are off the board (DW-6: those removed can be deployed again)."""
        return max(0, TROOPS[kind] - len(self.troops(kind)))

    @property
    def camps_left(self) -> int:
        """Camps that are neither on the board nor out of the game."""
        return max(0, CAMPS - len(self.camps) - len(self.camps_gone))

    @property
    def camps_mask(self) -> int:
        """Areas with a camp."""
        return mask_of([camp.area for camp in self.camps])

    @property
    def sandriders_mask(self) -> int:
        """Areas with a sandrider."""
        return mask_of(self.sandriders)

    @property
    def mortal_mask(self) -> int:
        """Areas with troops that a worm removes: all but sandriders (DW-6)."""
        return mask_of(self.suspensors) | mask_of(self.launchers)

    @property
    def troops_mask(self) -> int:
        """Areas with desert troops of either side."""
        return self.mortal_mask | self.sandriders_mask

    @property
    def atreides_mask(self) -> int:
        """Areas with desert troops of the Atreides."""
        return mask_of(self.launchers) | self.sandriders_mask

    @property
    def pieces_mask(self) -> int:
        """Areas that are not empty because of the expansion (R-41)."""
        return self.troops_mask | self.camps_mask
