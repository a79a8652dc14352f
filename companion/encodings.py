"""JSON files in whichever encoding of Unicode a program wrote them: some consoles write UTF-16 into every file."""

import json

MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


def json_text(data: bytes) -> str:
    """Returns the text of a JSON file in UTF-8, UTF-16 or UTF-32, with or without a mark; raises UnicodeDecodeError.

    >>> json_text("{}".encode("utf-16")), json_text("{}".encode("utf-8-sig"))
    ('{}', '{}')
    """
    return data.decode(json.detect_encoding(data)).removeprefix(MARK)


def named(encoding: str) -> str:
    """Returns an encoding as people write it, without what it says of marks and of the order of bytes.

    >>> named("utf-8-sig"), named("utf-16-le")
    ('UTF-8', 'UTF-16')
    """
    return "-".join(encoding.upper().split("-")[:2])
