"""What standard streams may do to a command: close early, or show fewer letters than a text has.

A pipe whose reader has enough (``head``, a pager that is left) ends a command quietly, also when that is noticed only
as what is buffered is written at the end. A console of any code page shows what it can; a letter it lacks comes as an
escape, such as ``\\u041a``, and never as an error.
"""

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

CLOSED = (errno.EPIPE, errno.EINVAL, errno.ESHUTDOWN)
"""What a write to a pipe that nobody reads any longer gives; Windows knows no broken pipes and says EINVAL."""


def run(command: Callable[[], int], closed: int = 0) -> int:
    """Returns the status of a command after all that it printed has left; ``closed`` when it could not print on.

    Whatever else the command raises, ``SystemExit`` included, is raised here too.
    """
    for stream in (sys.stdout, sys.stderr):
        _show_any_letter(stream)
    try:
        try:
            return command()
        finally:
            # Here and not as Python ends: there an error could only be printed.
            sys.stdout.flush()
            sys.stderr.flush()
    except OSError as problem:
        if not is_closed(problem):
            raise
        for stream in (sys.stdout, sys.stderr):
            _leave(stream)
        return closed


def complain(text: str) -> None:
    """Prints an error, if there is anybody to read it."""
    tell(f"error: {text}")


def tell(text: str) -> None:
    """Prints a line beside the results, if there is anybody to read it."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError as problem:
        if not is_closed(problem):
            raise
        _leave(sys.stderr)


def is_closed(problem: OSError) -> bool:
    """Tells whether an error is that of a pipe which nobody reads any longer, and not of a file that was opened."""
    return problem.filename is None and problem.errno in CLOSED


def _show_any_letter(stream: TextIO) -> None:
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")


def _leave(stream: TextIO) -> None:
    """Lets what is still buffered go nowhere, unless it can be written."""
    try:
        stream.flush()
    except OSError:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
