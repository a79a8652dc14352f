"""Names of the glyphs in the sprite (without ``g-``) for the terms of the game."""

from companion.content.terms import DesertTroop, Marker, Power, UnitKind, VehicleKind, Wormsign

MARKER_GLYPH = {Marker.KWISATZ_HADERACH: "kwisatz", Marker.SAND_DWELLERS: "dwellers", Marker.JIHAD: "jihad"}
MARKER_CSS = {Marker.KWISATZ_HADERACH: "kh", Marker.SAND_DWELLERS: "sd", Marker.JIHAD: "ji"}
POWER_GLYPH = {Power.CHOAM: "choam", Power.SPACING_GUILD: "guild", Power.LANDSRAAD: "landsraad"}
VEHICLE_GLYPH = {kind: kind.value for kind in VehicleKind}
UNIT_GLYPH = {kind: kind.value for kind in UnitKind}
WORMSIGN_GLYPH = {Wormsign.SAND: "desert", Wormsign.SANDWORM: "sandworm", Wormsign.BURIED_SANDWORM: "buried"}
TROOP_GLYPH = {kind: kind.value for kind in DesertTroop}
ACTIONS = frozenset({"leadership", "strategy", "deployment", "mentat", "house"})


def action_glyph(action: str) -> str:
    """Returns the glyph of an action: a result, ``desert_power``, ``card``, ``prescience`` or a leader id."""
    if action in ACTIONS:
        return action
    return {"desert_power": "desert-power", "card": "cards", "prescience": "check"}.get(action, "named")
