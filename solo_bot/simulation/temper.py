"""How the simulated Atreides weigh things: what differs between the script and the planner.

The unit of worth is about one step of a prescience marker.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Temper:
    """What draws the Atreides.

    ``settlement``: the worth of each rank of a settlement in reach (SETTLE-3); ``fading``: what is left of it with each
    step that it is further away; ``host``: figures from which a legion goes for settlements, a token counting for two.
    ``enough``: prospects from which an attack is made, see ``Outlook.prospects``. ``saved``: the worth of a rank of a
    sietch made safe; ``station``: that of a testing station. ``seat``: how big the legion of Paul and Jessica grows
    before deployments go elsewhere.
    """

    settlement: float = 3.0
    fading: float = 0.72
    host: float = 5
    enough: float = 0.8
    saved: float = 3.0
    station: float = 2.2
    seat: int = 7
    family: float = 0.0
    want: float = 1.4
    approach: float = 0.5
    opened: float = 0.6
    lost: float = 1.0
    legion: float = 0.4
    decoy: float = 1.2
    kin: float = 10.0
    hopeless: float = 1.5


PLANNED = Temper(settlement=4.8, fading=0.83, family=1.5, want=2.0, approach=0.8)
"""The planner's: it goes for settlements from farther away, and Paul waits in his sietch while cards want him there."""
SCRIPT = Temper()
"""The scripted Atreides: legal and sensible, no more."""
