"""``python -m tests.web.secrecy --games 30 --mode duel``: are secrets kept in every answer of whole games?

Prints how many bodies were read and what was found; ends with 1 when something was.
"""

import argparse
import logging
import sys
import tempfile
from pathlib import Path

from companion.rules.state import Mode
from tests.web.secrecy.reading import run

SHOWN = 20


def main() -> int:
    """Reads the games that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.web.secrecy", description=__doc__)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--mode", choices=[Mode.DUEL.value, Mode.TEAM.value], default=Mode.DUEL.value)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moments", type=int, default=2)
    parser.add_argument("--links", type=int, default=6)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    seeds = range(options.seed, options.seed + options.games)
    with tempfile.TemporaryDirectory() as folder:
        tally = run(Path(folder), Mode(options.mode), seeds, moments=options.moments, most_links=options.links)
    print(f"{tally.games} games ({options.mode}), {tally.moments} moments, {tally.bodies} bodies read")
    print(f"told to their own side: {tally.own}; told to others: {len(tally.findings)}")
    for line in (*tally.stopped[:SHOWN], *tally.findings[:SHOWN]):
        print(" ", line)
    return 1 if tally.findings or tally.stopped or not tally.own else 0


if __name__ == "__main__":
    sys.exit(main())
