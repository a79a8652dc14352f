"""The closed sets of game terms that every layer above the board shares.

Values are the ids used in data files, positions and events; the order of the members is
the order on the board or in the round wherever the game has one.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Faction(IntEnum):
    """A side of the game; an integer so that it can index pairs held in the state."""

    HARKONNEN = 0
    ATREIDES = 1

    @property
    def id(self) -> str:
        """The id used in data files and positions: ``harkonnen`` or ``atreides``."""
        return self.name.lower()

    @property
    def enemy(self) -> Faction:
        """The other side."""
        return Faction.ATREIDES if self is Faction.HARKONNEN else Faction.HARKONNEN

    @classmethod
    def from_id(cls, faction_id: str) -> Faction:
        """The faction with that id; raises ``ValueError`` naming an unknown one."""
        for faction in cls:
            if faction.id == faction_id:
                return faction
        raise ValueError(f"{faction_id!r} is not a faction")


class Subfaction(StrEnum):
    """The two halves of each faction (they own leaders and planning decks)."""

    HOUSE_HARKONNEN = "house_harkonnen"
    CORRINO_ALLY = "corrino_ally"
    HOUSE_ATREIDES = "house_atreides"
    FREMEN_ALLY = "fremen_ally"

    @property
    def faction(self) -> Faction:
        """The faction it belongs to."""
        if self in (Subfaction.HOUSE_HARKONNEN, Subfaction.CORRINO_ALLY):
            return Faction.HARKONNEN
        return Faction.ATREIDES


class Deck(StrEnum):
    """The four planning decks, one for each sub-faction (same ids)."""

    HOUSE_HARKONNEN = "house_harkonnen"
    CORRINO_ALLY = "corrino_ally"
    HOUSE_ATREIDES = "house_atreides"
    FREMEN_ALLY = "fremen_ally"

    @property
    def faction(self) -> Faction:
        """The faction that draws from it."""
        return _DRAWN_BY[self]


_DRAWN_BY = {Deck(part.value): part.faction for part in Subfaction}
"""Kept, since decks are asked in every turn of a simulated game."""


class Result(StrEnum):
    """The action results, in the order of their boxes on the board (Mahdi plays them in it)."""

    LEADERSHIP = "leadership"
    STRATEGY = "strategy"
    DEPLOYMENT = "deployment"
    MENTAT = "mentat"
    HOUSE = "house"


class NamedLeader(StrEnum):
    """The leaders with a name (LEADER-3), Harkonnen first."""

    BARON_HARKONNEN = "baron_harkonnen"
    BEAST_RABBAN = "beast_rabban"
    FEYD_RAUTHA = "feyd_rautha"
    THUFIR_HAWAT = "thufir_hawat"
    GAIUS_HELEN_MOHIAM = "gaius_helen_mohiam"
    CAPTAIN_ARAMSHAM = "captain_aramsham"
    SHADDAM_IV = "shaddam_iv"
    PAUL_ATREIDES = "paul_atreides"
    LADY_JESSICA = "lady_jessica"
    REVEREND_MOTHER_JESSICA = "reverend_mother_jessica"
    GURNEY_HALLECK = "gurney_halleck"
    ALIA = "alia"
    STILGAR = "stilgar"
    CHANI = "chani"
    PAUL_MUADDIB = "paul_muaddib"


class Box(StrEnum):
    """Where a named leader's card lies: the five results and the Desert Power box."""

    LEADERSHIP = "leadership"
    STRATEGY = "strategy"
    DEPLOYMENT = "deployment"
    MENTAT = "mentat"
    HOUSE = "house"
    DESERT_POWER = "desert_power"


class Power(StrEnum):
    """The three powers of the imperium, each with a marker and a ban."""

    CHOAM = "choam"
    SPACING_GUILD = "spacing_guild"
    LANDSRAAD = "landsraad"


class Marker(StrEnum):
    """The three prescience markers (PRES-1)."""

    KWISATZ_HADERACH = "kwisatz_haderach"
    SAND_DWELLERS = "sand_dwellers"
    JIHAD = "jihad"


class UnitKind(StrEnum):
    """The kinds of unit, weakest first (UNIT-1)."""

    REGULAR = "regular"
    ELITE = "elite"
    SPECIAL = "special"


class VehicleKind(StrEnum):
    """The Harkonnen vehicles, in the order of the three numbers of a spice row."""

    HARVESTER = "harvester"
    ORNITHOPTER = "ornithopter"
    CARRYALL = "carryall"


class DesertTroop(StrEnum):
    """The troops of the expansion Desert War: neither units nor leaders (DW-6)."""

    SUSPENSOR = "suspensor"
    LAUNCHER = "launcher"
    SANDRIDER = "sandrider"


class CombatFace(StrEnum):
    """What one combat die can show (BATTLE-5)."""

    HIT = "hit"
    SHIELD = "shield"
    SPECIAL = "special"


class Wormsign(StrEnum):
    """What the back of a wormsign token can show (WORM-5)."""

    SAND = "sand"
    SANDWORM = "sandworm"
    BURIED_SANDWORM = "buried_sandworm"


class Phase(StrEnum):
    """The steps of a round in order (RULES section 4)."""

    START = "start"
    VEHICLES = "vehicles"
    ACTIONS = "actions"
    HAZARDS = "hazards"
    SPICE = "spice"
    END = "end"


class Variant(StrEnum):
    """What a game can turn on: rules variants, and other readings of disputed rulings."""

    FIRST_PRINTING = "first_printing"
    CARD_PARTS = "card_parts"
    TANK_AT_END_OF_TURN = "tank_at_end_of_turn"
    ADVANCE_PLAYER_DECIDES = "advance_player_decides"
    TOKENS_ON_PARTIAL_DEPARTURE = "tokens_on_partial_departure"


class Language(StrEnum):
    """The languages the terms are known in."""

    ENGLISH = "en"
    SPANISH = "es"
    POLISH = "pl"
    CZECH = "cs"
    RUSSIAN = "ru"
