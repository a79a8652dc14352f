"""The words of the camera: why a photo was refused and what to do, what a step of the set-up found, what is seen."""

from collections.abc import Mapping
from typing import Any

from companion.board import AREA_NUMBER
from companion.content.terms import CombatFace
from companion.rules.state import ATREIDES, HARKONNEN
from companion.service.sightings import AreaContent
from companion.web.say import _, lazy, ngettext
from companion.web.ui.parts import kind_label
from companion.web.words import names
from vision.contents import Content

MEGABYTE = 1024 * 1024
MILLION = 1_000_000
UNREAD = lazy("The photo could not be read; nothing was changed. Try another one.")
BEGINNING = lazy("Beginning")
FAILURES = {
    "timeout": lazy("Reading the photo took too long. Try a smaller photo; nothing was changed."),
    "memory": lazy("Reading the photo took too much memory. Try a smaller photo; nothing was changed."),
    "no_opencv": lazy("The camera part is not installed."),
}
STAGES = {
    "reading": lazy("Opening the photo"),
    "finding_the_board": lazy("Finding the board"),
    "reading_again": lazy("Reading it again, to see what was learnt"),
    "reading_the_board": lazy("Reading the pieces"),
    "cutting_out": lazy("Cutting out what differs"),
    "reading_the_dice": lazy("Reading the dice"),
}
LANDMARKS = {
    "top_left": lazy("upper left corner of the board"),
    "top_seam": lazy("upper end of the seam in the middle"),
    "top_right": lazy("upper right corner of the board"),
    "bottom_right": lazy("lower right corner of the board"),
    "bottom_seam": lazy("lower end of the seam in the middle"),
    "bottom_left": lazy("lower left corner of the board"),
}


def photo_text(code: str, facts: Mapping[str, int]) -> str:
    """Returns why a file is not taken as a photo, and what to do."""
    match code:
        case "empty":
            return _("The file is empty. Take the photo again.")
        case "too_many_bytes":
            return _(
                "A photo may have %(most)s MB. Take it with a lower resolution, or crop it.",
                most=facts["limit"] // MEGABYTE,
            )
        case "heic":
            return _(
                "This is a HEIC photo, which the app does not read. On an iPhone choose “Most Compatible” under "
                "Settings, Camera, Formats; or take the photo from this page, which gives a JPEG."
            )
        case "too_many_pixels":
            return _(
                "The photo has %(width)s × %(height)s pixels; at most %(most)s million are read. Take it with a lower "
                "resolution.",
                width=facts["width"],
                height=facts["height"],
                most=facts["limit"] // MILLION,
            )
        case "too_small":
            return _("The photo is too small to see anything: at least %(limit)s pixels a side.", limit=facts["limit"])
        case "damaged":
            return _("The file is damaged. Take the photo again.")
        case _unused:
            return _("Only JPEG and PNG photos are read.")


def failure_text(code: str) -> str:
    """Returns why a job gave no answer, and what to do."""
    return str(FAILURES.get(code, UNREAD))


def refusal_text(reason: str) -> str:
    """Returns why a photo of the board or of dice is hopeless, and what to do."""
    texts = {
        "board_not_found": _(
            "The board was not found. Take the photo from the side you chose at set-up, with the whole board."
        ),
        "left_half_unclear": _(
            "The left half of the board is not clear enough. Less glare, fewer hands, and hold still."
        ),
        "right_half_unclear": _(
            "The right half of the board is not clear enough. Less glare, fewer hands, and hold still."
        ),
        "board_cut_off": _("A large part of the board is outside the photo. Step back a little."),
        "too_flat": _("The photo was taken from too low. Hold the phone higher, looking down at the board."),
        "too_small": _("The board is too small in the photo. Come closer."),
        "too_dark": _("The photo is too dark. Make more light."),
        "too_bright": _("The photo is too bright. Tap a light part of the board on the screen, or make less light."),
        "other_colours": _(
            "The colours are not those of the board: no filter, not black and white, and white light rather than "
            "coloured."
        ),
        "too_much_glare": _("Lamps shine in the board. Move the lamp or take the photo from the other side."),
        "much_covered": _(
            "Something lies over much of the board. Take hands and papers away, and take the photo again."
        ),
        "too_blurred": _("The photo is blurred. Hold still, or tap the board on the screen to focus."),
        "another_node": _("This is too far away to be the same place. Put it back, and look for the crossing nearby."),
        "table_not_ready": _("The camera does not know this table yet: continue with its set-up."),
        "mat_not_found": _("The dice mat was not found. Three of its four corner cards have to be seen."),
        "mat_too_small": _("The dice mat is too small in the photo. Come closer."),
        "dice_not_taught": _("The app does not know these dice yet: teach them once under Set up the camera."),
        "no_die": _("No die was seen on the mat. The dice must lie apart on its colour."),
        "another_number": _("The photo shows a different number of dice than were rolled."),
    }
    return texts.get(reason, str(UNREAD))


def check_text(check: Mapping[str, Any]) -> str:
    """Returns what a step of the set-up found."""
    match check["code"]:
        case "reference":
            return _("The board was found by its marker cards. Check that the outlines fit.")
        case "landmarks_needed":
            return _("No marker cards were found: tap the four corners and the two ends of the seam.")
        case "second":
            return _("The second photo fits the first.")
        case "not_the_same_board":
            return _("Something is on the board, or it is another board. Clear it and take the photo again.")
        case "laid":
            return _("The outlines were placed anew.")
        case "landmarks_crossed":
            return _("The corners are crossed. Tap them again in the order named.")
        case "empty_photo":
            return _("A photo of the empty board is needed first.")
        case "learnt":
            return _("Learnt. Pieces not seen: %(number)s.", number=len(check.get("not_seen", ())))
        case "other_position":
            return _("The photo shows other pieces than asked for, in %(number)s areas.", number=len(check["areas"]))
        case "disagrees":
            return _(
                "In %(places)s the pieces have the colour of the other side. Compare with the layout and take the "
                "photo again; if this photo is right, an earlier one was not, and the box has to be taught anew.",
                places=names.area_names(AREA_NUMBER[area] for area in check["areas"]),
            )
        case "checked":
            return _(
                "On your table: %(right)s of %(n)s areas with pieces were read exactly. Of %(seen)s areas the app "
                "would take %(accepted)s without asking, %(wrong)s of them wrongly.",
                right=check["right"],
                n=check["n"],
                seen=check["seen"],
                accepted=check["accepted"],
                wrong=check["wrong"],
            )
        case code:
            return refusal_text(str(code))


def stage_text(told: str) -> str:
    """Returns what is being done with a photo."""
    return str(STAGES.get(told, BEGINNING))


def content_lines(content: AreaContent) -> list[str]:
    """Returns what lies in an area, a text for each side and thing."""
    lines = []
    for faction in (HARKONNEN, ATREIDES):
        army = content.army(faction)
        if army:
            lines.append(f"{names.faction_name(faction)}: {names.figures_line(army, faction)}")
    return [*lines, *_things(content)] or [_("nothing is here")]


def seen_lines(seen: Content) -> list[str]:
    """Returns what a photo shows in an area: counts of units and leaders by faction, and what else lies there."""
    lines = []
    for faction in (HARKONNEN, ATREIDES):
        units, leaders = seen.side(faction.id)
        parts = []
        if units:
            parts.append(ngettext("%(num)d unit", "%(num)d units", units))
        if leaders:
            parts.append(ngettext("%(num)d leader", "%(num)d leaders", leaders))
        if parts:
            lines.append(f"{names.faction_name(faction)}: {', '.join(parts)}")
    if seen.token:
        lines.append(ngettext("%(num)d facedown token", "%(num)d facedown tokens", seen.token))
    return [*lines, *_things(seen)] or [_("nothing is here")]


def _things(content: AreaContent | Content) -> list[str]:
    words = {"harvester": _("harvester"), "sandworm": _("sandworm"), "wormsign": _("wormsign")}
    return [word for thing, word in words.items() if getattr(content, thing)]


def vehicle_word(vehicle: str | None) -> str:
    """Returns what flies in an air zone."""
    return {None: _("nothing"), "ornithopter": _("an ornithopter"), "carryall": _("a carryall")}[vehicle]


def piece_name(side: str, kind: str) -> str:
    """Returns the name of a piece of a faction, empty for one of nobody, by its kind."""
    if not side:
        return names.capital({"sandworm": _("sandworm"), "wormsign": _("wormsign")}.get(kind) or names.word(kind))
    faction = HARKONNEN if side == HARKONNEN.id else ATREIDES
    return f"{names.faction_name(faction)}: {kind_label(kind, faction)}"


def face_text(kind: str, face: str) -> str:
    """Returns the name of a face of a die."""
    return names.face_name(CombatFace(face)) if kind == "combat" else names.result_name(face)


def landmark_name(name: str) -> str:
    """Returns the name of a point of the board that a person can find."""
    return str(LANDMARKS[name]) if name in LANDMARKS else names.area_name(name)


def sheet_words() -> dict[str, str]:
    """Returns the captions of the sheet to print."""
    return {
        "cards": _("Marker cards: cut out, and lay them beside the board, touching it"),
        "scale": _("Print at 100 %%: this is 100 mm"),
        "card_0": _("above, left corner"),
        "card_1": _("above, right corner"),
        "card_2": _("below, right corner"),
        "card_3": _("below, left corner"),
        "card_4": _("above, at the seam"),
        "card_5": _("below, at the seam"),
        "strip": _("Grey and colours: put it beside the board where the light is uneven"),
        "address": _("Set up the camera"),
        "mat": _("Dice mat: lay the dice on the colour, apart from each other"),
    }
