"""How long the state machines run: short and reproducible in CI, more than 20,000 steps each in the nightly profile.

HYPOTHESIS_PROFILE=nightly python -m pytest tests/rules/machines -q -s
"""

import os
from collections import Counter

from hypothesis import HealthCheck, Phase, settings

NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
STEPS_OF_A_GAME = 100
GAMES = 260
SHORT_STEPS, SHORT_GAMES = 40, 10
HEALTH = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much, HealthCheck.large_base_example)
PLAYED: Counter[str] = Counter()
"""Steps that the machines of this run have made, by machine and kind."""


def machine_settings() -> settings:
    """The settings of one machine; the nightly run draws fresh games and prints what reproduces a failure."""
    if NIGHTLY:
        return settings(
            max_examples=GAMES,
            stateful_step_count=STEPS_OF_A_GAME,
            derandomize=False,
            deadline=None,
            database=None,
            print_blob=True,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=HEALTH,
        )
    return settings(
        max_examples=SHORT_GAMES,
        stateful_step_count=SHORT_STEPS,
        derandomize=True,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=HEALTH,
    )


def report(machine: str) -> None:
    """Prints, in the nightly run, how many steps of each kind were made."""
    if NIGHTLY:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(PLAYED.items()))
        print(f"\n{machine}: {sum(PLAYED.values())} steps: {kinds}")
    PLAYED.clear()
