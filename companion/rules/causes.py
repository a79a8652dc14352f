"""Why figures come and go, and who read dice: what frames, events and commands carry of both."""

from enum import StrEnum


class Cause(StrEnum):
    """Why figures or tokens come and go; the presenter words it."""

    SETUP = "setup"
    DEPLOYMENT = "deployment"
    HOUSE = "house"
    CARD = "card"
    SPECIAL_ACTION = "special_action"
    BATTLE = "battle"
    WORM = "worm"
    STORM = "storm"
    STACKING = "stacking"
    LEFT_ALONE = "left_alone"
    ATOMICS = "atomics"
    END_OF_ROUND = "end_of_round"
    HARVEST = "harvest"
    MOVE = "move"
    GARRISON = "garrison"
    REVEAL = "reveal"
    HAZARD = "hazard"
    STATION = "station"
    SETTLEMENT = "settlement"
    PRESCIENCE = "prescience"
    SPICE = "spice"
    CORRECTION = "correction"
    CONTACT = "contact"
    LAUNCHERS = "launchers"


class RollSource(StrEnum):
    """Who read dice: the app rolled them, somebody entered what lies on the table, or the camera saw them."""

    APP = "app"
    TAPPED = "tapped"
    CAMERA = "camera"
