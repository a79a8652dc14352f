"""Why the app cannot save just now, and why a game cannot be read, in words that say what to do."""

from companion.store import Harm, Trouble
from companion.web.say import _


def trouble_title(trouble: Trouble) -> str:
    """Returns the heading of the page that says why nothing can be saved."""
    if trouble is Trouble.DAMAGED:
        return str(_("The file of the games is damaged"))
    return str(_("This cannot be saved just now"))


def trouble_text(trouble: Trouble) -> str:
    """Returns the reason, and what whoever runs the app can do about it."""
    texts: dict[Trouble, str] = {
        Trouble.FULL: _("The disk of the serving computer is full. Make room there, then try again."),
        Trouble.LOCKED: _("Others are still writing. Wait a moment, then try again."),
        Trouble.READ_ONLY: _(
            "The file of the games, or its disk, cannot be written to. Look at its permissions on the serving computer."
        ),
        Trouble.GONE: _(
            "The file of the games is no longer in its place, or cannot be opened. Put it back in "
            "place on the serving computer."
        ),
        Trouble.DAMAGED: _("It can be restored from a copy, on the serving computer: use the page “Copies”."),
        Trouble.DISK: _("The disk of the serving computer reports an error. Copy the games to another disk soon."),
        Trouble.UNREACHABLE: _("The database server does not answer. Nothing is lost: try again in a moment."),
        Trouble.BUSY: _("Too many people are using it right now. Wait a moment, then try again."),
    }
    return str(texts[trouble])


def harm_text(harm: Harm) -> str:
    """Returns what is wrong with a damaged game."""
    texts: dict[Harm, str] = {
        Harm.GAME: _("What is stored about the game itself (name, settings, codes, winner) is not what was saved."),
        Harm.SEATS: _("What is stored about who sits at the table is not what was saved."),
        Harm.ROW: _("An entry of its history is not what was saved."),
        Harm.MISSING: _("Entries of its history are missing."),
        Harm.UNREADABLE: _("The file cannot be read where the game is kept."),
    }
    return str(texts[harm])
