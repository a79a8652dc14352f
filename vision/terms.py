"""Names that this package shares with those who talk about it: no library is loaded for them."""

LANDMARKS = ("top_left", "top_seam", "top_right", "bottom_right", "bottom_seam", "bottom_left")
"""What a person can point at on every board: the corners and the ends of the seam."""

DICE_FACES: dict[str, tuple[str, ...]] = {
    "action": ("leadership", "strategy", "deployment", "mentat", "house"),
    "combat": ("hit", "shield", "special"),
}
"""The faces of each kind of die that a photo is read for, by the names of the game."""

MATS = ("green", "violet")
"""The colours that the dice mat can be printed in: one that no die of the player has."""

ACCEPTED, LOOK, UNSEEN = "accepted", "look", "unseen"
"""The bands of an area or air zone in a photo: read surely, to be looked at by the player, not in the photo."""
