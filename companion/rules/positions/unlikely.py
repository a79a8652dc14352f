"""Positions that break no rule on the board but that no game can come to: each a warning, severity *unusual*.

Whoever typed or photographed a position probably forgot something; the physical board is right all the same.
"""

from collections.abc import Iterator

from companion.board import AREA_IDS, mask_of, members
from companion.content import LEADERS, SPICE_BOARD, TRACKS
from companion.content.terms import Phase
from companion.rules.ask.tracks import FEYD_RAUTHA
from companion.rules.positions.audit import Violation, audit
from companion.rules.refusal import Severity
from companion.rules.state import MARKERS, POWERS, Standing, State

BEAST_RABBAN = "beast_rabban"
GONE = (Standing.OUT, Standing.REMOVED)


def unlikely(state: State) -> tuple[Violation, ...]:
    """Returns what no game leads to, sorted by rule and place; what ``audit`` finds is not repeated."""
    found = [*_desert(state), *_tank(state), *_tracks(state), *_bans(state)]
    return tuple(sorted(found, key=lambda v: (v.rule, v.where, v.code)))


def findings(state: State) -> tuple[Violation, ...]:
    """Returns all that is odd in a position: what breaks a rule, then what no game leads to."""
    return (*audit(state), *unlikely(state))


def _warning(rule: str, where: str, code: str, **facts: object) -> Violation:
    return Violation(rule, where, code, facts, Severity.UNUSUAL)


def _desert(state: State) -> Iterator[Violation]:
    """Wormsigns are placed and worms come and go on desert without a standing sietch (WORM-1, WORM-6)."""
    for area in members(mask_of(state.wormsigns) & state.sietch_mask):
        yield _warning("WORM-1", AREA_IDS[area], "wormsign_in_sietch")
    for area in members(state.worms_mask & state.sietch_mask):
        yield _warning("WORM-6", AREA_IDS[area], "worm_in_sietch")


def _tank(state: State) -> Iterator[Violation]:
    """A leader that enters the tank pushes on whoever stands on the first space (TANK-1)."""
    spaces: dict[tuple[int, int], str] = {}
    for leader, status in state.leaders:
        if status.standing is not Standing.TANK or status.tank is None or leader not in LEADERS:
            continue
        faction = LEADERS[leader].faction
        other = spaces.setdefault((faction, status.tank), leader)
        if other != leader:
            yield _warning("TANK-1", leader, "two_on_a_tank_space", leader=other, space=status.tank)


def _tracks(state: State) -> Iterator[Violation]:
    """A marker past a step has taken the leader whom it replaces or drives out (PRES-5, LEADER-5).

    That one who should have entered is missing is no warning: positions may leave out who is not in play.
    """
    standing = {leader: status.standing for leader, status in state.leaders}
    for marker, step in zip(MARKERS, state.prescience, strict=True):
        leader = TRACKS.prescience.leaders[marker]
        gone = LEADERS[leader].replaces
        passed = step >= TRACKS.prescience.desert_leaders and standing.get(leader) is Standing.OUT
        if passed and gone is not None and standing.get(gone) not in GONE:
            yield _warning("PRES-5", gone, "should_be_gone", leader=leader, track=marker.value, step=step)
    step = state.supremacy
    passed = TRACKS.supremacy.feyd_rautha <= step <= TRACKS.supremacy.length and standing.get(FEYD_RAUTHA) in GONE
    if passed and standing.get(BEAST_RABBAN) not in GONE:
        facts = {"leader": FEYD_RAUTHA, "track": "supremacy", "step": step}
        yield _warning("LEADER-5", BEAST_RABBAN, "should_be_gone", **facts)


def _bans(state: State) -> Iterator[Violation]:
    """Between two spice phases every power whose marker is on the bottom step bans (BAN-1)."""
    if state.phase is Phase.SPICE:
        return
    for power, row in zip(POWERS, state.imperium, strict=True):
        if row == SPICE_BOARD.bottom_row and power not in state.bans:
            yield _warning("BAN-1", f"imperium.{power}", "bottom_without_ban", power=power.value)
