"""The codes that are read out or typed: how they are made, and what people make of them."""

import re
import secrets
import unicodedata
from typing import TypedDict

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without I, O, 0 and 1, which look alike: 32, so that each stands for five bits."""
LENGTH, OWNER_LENGTH = 8, 16
"""40 bits for the codes to play and to watch, 80 for the one that gives the owner the seat back."""
SALT_BYTES = 32
GROUP = 4
LOOK_ALIKES = str.maketrans("АВЕКМНРСТХУІЅЈΑΒΕΗΚΜΝΡΤΥΧΖ", "ABEKMHPCTXYISJABEHKMNPTYXZ")
"""Cyrillic and Greek capitals that nobody tells from Latin ones."""


def new_code(length: int = LENGTH) -> str:
    """Returns a code that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


class Codes(TypedDict):
    """The codes of a game and the salt of its pledge, by the names of its fields."""

    play_code: str
    watch_code: str
    owner_code: str
    salt: str


def fresh_codes() -> Codes:
    """Returns codes and a salt for a new game."""
    salt = secrets.token_hex(SALT_BYTES)
    return Codes(play_code=new_code(), watch_code=new_code(), owner_code=new_code(OWNER_LENGTH), salt=salt)


def grouped(code: str) -> str:
    """Returns a code as it is shown: in groups of four."""
    return "-".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))


def typed(text: str) -> str:
    """Returns the code that somebody meant: in any case, with signs between, with letters of another alphabet that
    look alike, or as the whole link. The text without anything but letters and digits when it is none."""
    path = re.split(r"[?#]", text.strip())[0].rstrip("/")
    plain = unicodedata.normalize("NFKC", path.rpartition("/")[2]).upper().translate(LOOK_ALIKES)
    return re.sub(r"[^A-Z0-9]", "", plain)
