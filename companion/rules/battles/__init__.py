"""Battles stage by stage, and hits outside of them (BATTLE-1 to BATTLE-11, WORM-8, STORM-1)."""

import companion.rules.registry
