"""How the simulated Atreides weigh things: what differs between the script and the planner.

The unit of worth is about one step of a prescience marker.
"""

from dataclasses import replace
from functools import lru_cache

from companion.frozen import record


@record
class Temper:
    """What draws the Atreides.

    ``settlement``: the worth of each rank of a settlement in reach (SETTLE-3); ``fading``: what is left of it with each
    step that it is further away; ``host``: figures from which a legion goes for settlements, a token counting for two.
    ``enough``: prospects from which an attack is made, see ``Outlook.prospects``. ``saved``: the worth of a rank of a
    sietch made safe; ``station``: that of a testing station. ``seat``: how big the legion of Paul and Jessica grows
    before deployments go elsewhere. ``vain``, ``sure``: prospects of an attack on a settlement up to which it is no
    hope, and from which it is as good as won. ``rides``: wormsigns are laid as roads on which a legion rides to a
    settlement (MOVE-5), and what counts changes as the end comes near (``in_the_race``). ``cards``: planning cards are
    played for what they say, not only discarded for combat dice. ``stalks``: worms go where they
    reach prey by ways that are open to them. ``weighs``: of what the opponent leaves to the Atreides (MAHDI-0) that is
    taken which endangers least. ``drawn``: the worth of a card drawn.
    ``called``: that of a step that a prescience card gives for whom a deployment brings.
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
    vain: float = 0.45
    sure: float = 1.2
    drawn: float = 0.35
    called: float = 0.0
    rides: bool = False
    cards: bool = False
    stalks: bool = False
    weighs: bool = False


RAIDER = Temper(
    settlement=6.0,
    fading=0.83,
    enough=1.6,
    vain=0.9,
    sure=2.6,
    rides=True,
    saved=2.0,
    family=1.5,
    want=2.0,
    approach=0.8,
)
"""Raids the settlements that Harkonnen legions have left, on roads of wormsigns, and leaves the rest to luck; Paul
waits in his sietch while cards want him there. Planning cards are combat dice to it."""
PLANNED = replace(
    RAIDER,
    cards=True,
    stalks=True,
    weighs=True,
    seat=9,
    drawn=0.7,
    called=2.5,
    kin=6.5,
    settlement=7.5,
    vain=0.75,
    decoy=0.8,
    opened=0.42,
)
"""The planner's: a raider that plays its planning cards, and keeps them for what is worth them. The numbers were found
by games in which all of them, and what cards are worth, varied at once."""
SCRIPT = Temper()
"""The scripted Atreides: legal and sensible, no more."""

NEAR, CLOSE = 5, 6
"""Open steps to the objective, and steps of supremacy left, from which the end of the game is near."""
MET = 3.0
"""What each rank of a sietch is worth more when only the end of the round has to be reached."""
LEAST_SHARE = 0.4


@lru_cache(maxsize=512)
def in_the_race(temper: Temper, open_steps: int, left: int) -> Temper:
    """Returns the temper of one who is ``open_steps`` from the objective, with ``left`` steps of supremacy to lose.

    The last steps are worth more than the first ones, and so are ranks of sietches when few may still fall; with the
    objective met only those count (WIN-2).
    """
    if not temper.rides:
        return temper
    step = 1.0 + max(0.0, (NEAR - open_steps) / NEAR) if open_steps else 0.0
    rank = 1.0 + max(0.0, (CLOSE - left) / CLOSE) + (0.0 if open_steps else MET)
    return replace(
        temper,
        settlement=temper.settlement * max(step, LEAST_SHARE),
        station=temper.station * step,
        want=temper.want * step,
        approach=temper.approach * step,
        called=temper.called * step,
        saved=temper.saved * rank,
        lost=temper.lost * rank,
        opened=temper.opened * rank,
    )
