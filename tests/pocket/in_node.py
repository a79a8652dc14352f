"""A bundle's own Python, asked under node as the page around would ask it."""

import base64
import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from companion.pocket.place import Answer, Place

SCRIPT = Path(__file__).resolve().parent / "node" / "ask.mjs"


class InNode:
    """Answers like a ``Place``."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def answer(self, method: str, url: str, headers: Sequence[tuple[str, str]] = (), body: bytes = b"") -> Answer:
        """Answers a request."""
        asked = {"method": method, "url": url, "headers": headers, "body": base64.b64encode(body).decode()}
        status, told, sent, cookies = self._said(json.dumps(asked))
        return Answer(status, tuple((name, value) for name, value in told), base64.b64decode(sent), tuple(cookies))

    def modules(self) -> list[str]:
        """Returns the names of all modules that were imported until now."""
        return cast("list[str]", self._said(""))

    def _said(self, line: str) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


@contextmanager
def in_node(bundle: Path, root: str, prelude: str = "") -> Iterator[Place]:
    """Gives the app of a bundle below ``root``, and ends it; ``prelude`` is Python run there once ``place`` is open."""
    with subprocess.Popen(
        ["node", str(SCRIPT), str(bundle), root, prelude], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        # It is asked in the same way, and that is all that its users know of it.
        yield cast("Place", InNode(process))
        process.kill()
