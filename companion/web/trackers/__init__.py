"""Games that keep trackers only: tracks, spice, dice, leaders, cards and battles, each a part of one page."""

from companion.web.trackers import battle, cards, dice, leaders, phases, spice, tracks
from companion.web.trackers.page import PARTS, tracker_panel

MODULES = (battle, cards, dice, leaders, phases, spice, tracks)
"""Imported so that their parts and deeds are registered."""

__all__ = ["MODULES", "PARTS", "tracker_panel"]
