"""The server as ``arrakis serve`` starts it, its clock moved by what a file says.

    python -m tests.trust.launcher PORT CLOCK_FILE

The file holds seconds to be added to the clock of this process: read at every look at it, so a step takes effect at
once. What measures durations (``time.monotonic``) is left alone, as it is when somebody sets the clock of a machine.
"""

import sys
import time
from datetime import datetime, tzinfo
from pathlib import Path
from unittest.mock import patch

REAL = time.time


def main(port: int, file: Path) -> int:
    """Serves on 127.0.0.1 until it is stopped; returns the exit status."""

    def moved() -> float:
        return REAL() + float(file.read_text(encoding="ascii") or "0")

    class Moved(datetime):
        """Moments by the moved clock."""

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.fromtimestamp(moved(), tz)

    # Before anything of the app is loaded: some libraries keep the function.
    time.time = moved
    from companion.service import table
    from companion.web import serve

    with patch.object(table, "datetime", Moved):
        return serve.main("127.0.0.1", port)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), Path(sys.argv[2])))
