"""Names of the glyphs in the sprite (without ``g-``) for the terms of the game."""

from companion.content.terms import DesertTroop, Marker, NamedLeader, Power, Result, UnitKind, VehicleKind, Wormsign
from companion.rules.actions import Action, OtherAction

MARKER_GLYPH = {Marker.KWISATZ_HADERACH: "kwisatz", Marker.SAND_DWELLERS: "dwellers", Marker.JIHAD: "jihad"}
MARKER_CSS = {Marker.KWISATZ_HADERACH: "kh", Marker.SAND_DWELLERS: "sd", Marker.JIHAD: "ji"}
POWER_GLYPH = {Power.CHOAM: "choam", Power.SPACING_GUILD: "guild", Power.LANDSRAAD: "landsraad"}
VEHICLE_GLYPH = {kind: kind.value for kind in VehicleKind}
UNIT_GLYPH = {kind: kind.value for kind in UnitKind}
WORMSIGN_GLYPH = {Wormsign.SAND: "desert", Wormsign.SANDWORM: "sandworm", Wormsign.BURIED_SANDWORM: "buried"}
TROOP_GLYPH = {kind: kind.value for kind in DesertTroop}


def action_glyph(action: Action) -> str:
    """Returns the glyph of an action."""
    match action:
        case Result():
            return action.value
        case NamedLeader():
            return "named"
        case OtherAction.DESERT_POWER:
            return "desert-power"
        case OtherAction.CARD | OtherAction.CARD_STEP:
            return "cards"
