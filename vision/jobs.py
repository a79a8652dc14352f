"""What the child process of :mod:`vision.child` can be asked for: each job takes and gives plain JSON values."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from vision.photo import decode, inspect

Json = dict[str, Any]
Progress = Callable[[str], None]

JOBS: dict[str, str] = {
    "look": "vision.jobs:look",
}
"""What a child can do: the name of a job and where its function stands. A function takes the request and a callable to
tell the name of the stage it is in, and returns the answer. The parent only reads the names, so that it never loads
OpenCV."""


def look(request: Json, progress: Progress) -> Json:
    """Return width, height and mean brightness (0 to 255) of the photo at ``photo``, decoded upright.

    The quickest way to find out whether a photo can be read at all. Raises PhotoRefused.
    """
    progress("reading")
    data = Path(request["photo"]).read_bytes()
    header = inspect(data)
    image = decode(data)
    return {
        "format": header.format,
        "width": image.shape[1],
        "height": image.shape[0],
        "brightness": float(image.mean()),
    }
