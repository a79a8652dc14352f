"""All thresholds of the recognition in one frozen record."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Lengths are in millimetres on the board, times in seconds, colours in natural logarithms of linear light."""

    # working resolution
    longest_side: int = 2600
    features_side: int = 1400
    # registration
    features: int = 5000
    feature_ratio: float = 0.8
    least_feature_matches: int = 18
    patch: int = 36
    patch_step: int = 18
    patch_reach: tuple[int, ...] = (10, 5)
    patch_score: float = 0.6
    agree_within: float = 1.0
    least_patches_per_half: int = 40
    least_visible: float = 0.55
    # camera
    lowest_elevation: float = 35.0
    # of phones, in long sides of the photo: details of a photo that could say more are never read
    usual_focal: float = 0.76
    # light
    light_cell: int = 8
    light_reach: int = 11
    darkest: float = 0.012
    # photos that are refused
    least_brightness: float = 18.0
    dim: float = 50.0
    least_light: float = -2.95
    most_clipped: float = 0.55
    least_colour: float = 0.55
    least_likeness: float = 0.55
    most_glare: float = 0.35
    most_blur: float = 1.0
    least_scale: float = 0.8
    # reading
    one_spot: float = 7.0
    base_error: float = 2.0
    lone: float = 0.03
    odd: float = 0.02
    trust: float = 0.7
    # how likely it is, beside any other change, that a legion has leaders instead of units or units instead of leaders
    traded: float = 0.1
    # so many times likelier than what the app expects something else must be; below that it is only to be looked at
    likelier: float = 8.0
    # bands
    accept: float = 0.988
    accept_zone: float = 0.9
    least_area_visible: float = 0.8
    # print of the empty board under a photo: millimetres of a window, correlation, share of the board that is hidden
    print_window: int = 15
    print_score: float = 0.4
    most_covered: float = 0.4
    covered: float = 0.35
    half_covered: float = 0.5
    most_hidden: float = 0.7
    # doubt: probability of what cannot be there; square centimetres that belong to no piece
    strange: float = 0.15
    unexplained: float = 3.0
    unexplained_zone: float = 1.0


DEFAULT = Settings()
