"""Atreides planning cards: what carries out their steps (CARD-1, ACT-4)."""

import companion.rules.registry
