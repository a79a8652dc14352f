"""Odds on pages: a calculator without a game, the dice of a game, and what other pages show of chances.

Other pages take ``battle_odds`` (the battle on top of a game) and ``prospect_odds`` (the attacks that a legion could
make) and draw them with the macros of ``templates/odds/parts.html``.
"""

from companion.web.odds.game import AdviceView, BattleOdds, ProspectView, battle_odds, prospect_odds
from companion.web.odds.present import OddsView, odds_view
from companion.web.odds.routes import bp

__all__ = [
    "AdviceView",
    "BattleOdds",
    "OddsView",
    "ProspectView",
    "battle_odds",
    "bp",
    "odds_view",
    "prospect_odds",
]
