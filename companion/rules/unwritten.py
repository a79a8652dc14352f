"""Fields that only games of an expansion use: stored documents leave them out while they hold their default.

A game without the expansion is so kept, exported and sent as it was before the field was there.
"""

from dataclasses import field
from types import MappingProxyType
from typing import Any

MARK = "unwritten"
UNWRITTEN = MappingProxyType({MARK: True})


def unwritten(default: Any) -> Any:
    """Returns a field of a frozen record that is written only where it differs from ``default``; it never changes.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Army:
    ...     escorts: int = unwritten(0)
    >>> Army()
    Army(escorts=0)
    """
    return field(default=default, metadata=UNWRITTEN)
