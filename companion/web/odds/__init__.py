"""Odds on pages: a calculator without a game, the dice of a game, and what other pages show of chances.

Other pages take ``battle_odds`` (the battle on top of a game), ``card_odds`` (the next roll by the cards discarded for
it) and ``prospect_odds`` (the attacks that a legion could make) and draw them with ``templates/odds/parts.html``.
"""

from companion.web.odds.game import BattleOdds, battle_odds, card_advice, card_odds, card_table, prospect_odds
from companion.web.odds.present import odds_view
from companion.web.odds.routes import bp

__all__ = ["BattleOdds", "battle_odds", "bp", "card_advice", "card_odds", "card_table", "odds_view", "prospect_odds"]
