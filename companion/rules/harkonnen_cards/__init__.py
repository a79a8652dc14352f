"""Harkonnen planning cards: what carries out their steps, for the opponent and for people (MAHDI-CARD-1 to -6)."""

import companion.rules.registry
