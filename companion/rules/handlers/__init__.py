"""One module for each part of the game: checks, decisions and what follows by itself."""

import companion.rules.registry
