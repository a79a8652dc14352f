"""One module for each part of the game: checks, decisions and what follows by itself."""

import companion.rules.registry  # noqa: F401 - whichever module comes first, all register in one order
