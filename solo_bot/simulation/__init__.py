"""Whole games without a person: a scripted Atreides against the opponent or a scripted Harkonnen, on the stated
assumptions.

What a table would roll, draw and turn comes from a seeded generator; what nobody has published comes from
``companion.content.ASSUMPTIONS`` and is never shown as a fact.
"""

from solo_bot.simulation.play import GameRecord, Series, play_game, selfplay

__all__ = ["GameRecord", "Series", "play_game", "selfplay"]
