"""Exact chances of battles (RULES.md section 8, FORMATS.md section Battle).

`battle_odds` answers a Battle document; `solve` gives the full solution of a `Battle` for whoever needs more
than the document says; `benchmark` measures both for `arrakis bench`.

From dice to document: `dice` (what a roll shows), `round` (net hits of one round), `casualties` (who falls),
`battle` (sides and policies), `tree` (the states of a battle, legions numbered by `roster`), `chain` (how
long a battle stays in each), `solve` (whole battles), `document` (JSON in, JSON out).
"""

from __future__ import annotations

from companion.rules.odds.battle import AttackerPolicy, Battle, DefenderPolicy, Ending, Side
from companion.rules.odds.benchmark import benchmark, clear_caches
from companion.rules.odds.casualties import CasualtyPolicy, suffer, survivors
from companion.rules.odds.document import answer_document, battle_odds, parse_battle
from companion.rules.odds.legion import Legion, legion_of
from companion.rules.odds.solve import Result, Solution, solve

__all__ = [
    "AttackerPolicy",
    "Battle",
    "CasualtyPolicy",
    "DefenderPolicy",
    "Ending",
    "Legion",
    "Result",
    "Side",
    "Solution",
    "answer_document",
    "battle_odds",
    "benchmark",
    "clear_caches",
    "legion_of",
    "parse_battle",
    "solve",
    "suffer",
    "survivors",
]
