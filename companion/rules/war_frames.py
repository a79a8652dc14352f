"""Frames of the expansion Desert War (section 16); ``frames`` has them among all others."""

from companion.frozen import record


@record
class CampsFrame:
    """Action resolution begins: Atreides put each available camp into a desert area of its own sector (DW-3)."""


@record
class LaunchersFrame:
    """A launcher attack (DW-7): the launchers of ``sector``, which stood in ``areas`` as it began, roll ``dice``.

    ``left``: vehicles that they still remove, None until the dice were rolled; ``harvester``: one of those removed was
    a harvester, so a camp of their areas may be given.
    """

    sector: str
    areas: tuple[int, ...]
    dice: int
    left: int | None = None
    harvester: bool = False


@record
class RiderFrame:
    """A Harkonnen legion entered the area of a lone sandrider: a worm takes its place (DW-8)."""

    area: int
