"""The process that looks ahead for a player, so that nobody waits for it: ``python -m companion.advising``.

It reads one question from its standard input and writes what it finds to its standard output, both pickled, since both
ends are ours: ``(position, seed)``, then any number of ``(done, total, advice or None, last)``. First comes what a
glance says, then the whole. It ends when it is done, and whoever asked may end it at any time.
"""

import os
import pickle
import sys
from contextlib import suppress
from typing import BinaryIO

from solo_bot.planner import Effort, advise

EFFORTS = (Effort.GLANCE, Effort.HINT)
EVERY = 8
"""So many simulated rounds are done before it is told again how many."""
NICE = 5
"""It gives way to whoever answers taps."""


def main(asked: BinaryIO, told: BinaryIO) -> None:
    """Answers the question that ``asked`` holds."""
    state, seed = pickle.load(asked)

    def tell(*what: object) -> None:
        pickle.dump(what, told)
        told.flush()

    for effort in EFFORTS:
        last = effort is EFFORTS[-1]

        def progress(done: int, total: int, last: bool = last) -> None:
            if last and done % EVERY == 0:
                tell(done, total, None, False)

        advice = advise(state, effort=effort, seed=seed, progress=progress)
        tell(1, 1, advice, last or not advice)
        if not advice:
            return


if __name__ == "__main__":
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    with suppress(BrokenPipeError):
        main(sys.stdin.buffer, sys.stdout.buffer)
