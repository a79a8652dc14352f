"""Imports every module that registers checks, decisions, settlers and folds with ``companion.rules.engine``.

Settlers run in the order in which they were registered, so the order of these lines is part of the rules.
"""

# isort: off
# ruff: noqa: F401 - imported for what they register
import companion.rules.evolution.board
import companion.rules.evolution.card_effects
import companion.rules.evolution.cards
import companion.rules.evolution.desert_war
import companion.rules.evolution.figures
import companion.rules.evolution.flow
import companion.rules.evolution.leaders
import companion.rules.desert_war.meetings
import companion.rules.handlers.tank
import companion.rules.atreides_cards.course
import companion.rules.atreides_cards.fortunes
import companion.rules.atreides_cards.placing
import companion.rules.handlers.garrison
import companion.rules.battles.hits
import companion.rules.handlers.hazards
import companion.rules.handlers.storms
import companion.rules.handlers.vehicles
import companion.rules.atreides_cards.strikes
import companion.rules.handlers.reveal
import companion.rules.battles.beginning
import companion.rules.battles.rolling
import companion.rules.battles.ending
import companion.rules.harkonnen_cards.course
import companion.rules.desert_war.camps
import companion.rules.desert_war.launchers
import companion.rules.desert_war.riders
import companion.rules.desert_war.tokens
import companion.rules.handlers.corrections
import companion.rules.handlers.deployment
import companion.rules.handlers.desert_power
import companion.rules.handlers.dice
import companion.rules.handlers.harkonnen_player
import companion.rules.handlers.hands
import companion.rules.handlers.house
import companion.rules.handlers.moves
import companion.rules.handlers.prescience
import companion.rules.handlers.rounds
import companion.rules.handlers.settling
import companion.rules.handlers.setup
import companion.rules.handlers.spice
import companion.rules.handlers.stacking
import companion.rules.handlers.trackers
import companion.rules.handlers.truthtrance
import companion.rules.handlers.turns
import companion.rules.handlers.victory
import companion.rules.handlers.worms
