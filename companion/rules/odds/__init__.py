"""Exact chances of battles (section 8 of docs/rules.md, *Battle* of docs/formats.md), and what a person had best do.

`battle_odds` answers a Battle document; `solve` gives the full solution of a `Battle`, `report` everything that is to
be said about it. Of a running game `battle_of` is the battle on top, `advice` the best choice in it, `prospects` the
chances of the attacks that a legion could make, `aftermaths` where one would leave the game. `benchmark` measures for
`arrakis bench`.

From dice to document: `dice` (what a roll shows), `round` (net hits of one round), `casualties` (who falls),
`battle` (sides and policies), `steps` and `arena` (the states that battles share, legions numbered by `roster`),
`tree` (those of one battle), `chain` (how long it stays in each), `induction`, `contest` and `played` (the same when
one side or both do what is best), `solve` (whole battles), `report`, `document` (JSON in, JSON out); `running`,
`advice`, `recommend`, `aftermath` for games.
"""

from companion.rules.odds.advice import Advice, Choice, Deed, advice
from companion.rules.odds.aftermath import Aftermath, aftermaths
from companion.rules.odds.battle import (
    AttackerPolicy,
    Battle,
    DefenderPolicy,
    Ending,
    Goal,
    Measure,
    Opening,
    RetreatAt,
    Side,
    StopBelow,
)
from companion.rules.odds.benchmark import benchmark, clear_caches
from companion.rules.odds.casualties import CasualtyPolicy
from companion.rules.odds.document import battle_odds, parse_battle
from companion.rules.odds.legion import legion_of
from companion.rules.odds.recommend import Missing, Prospect, Unknown, prospect, prospects
from companion.rules.odds.report import (
    Effect,
    EffectKind,
    Report,
    SideReport,
    attacker_wins,
    in_words,
    report,
)
from companion.rules.odds.running import battle_of
from companion.rules.odds.solve import solve
