"""The frame around the step: title, phase, the strip of tracks and the facts of the round."""

from typing import Any

from companion.board import AREA_IDS, SECTOR_MASK, members
from companion.content import LEADERS, TRACKS
from companion.content.terms import Faction, Marker, Phase, Power
from companion.rules.state import ATREIDES, ATREIDES_DICE, HARKONNEN, POWERS, Mode, Standing, State
from companion.service import Played
from companion.web.say import _, ngettext
from companion.web.scene import Scene
from companion.web.ui.board import sector_words
from companion.web.words import names

PHASES = tuple(Phase)
CELLS = {Power.CHOAM: "choam", Power.SPACING_GUILD: "guild", Power.LANDSRAAD: "landsraad"}
SETUP_PHASE = 0


def top(scene: Scene) -> dict[str, Any]:
    """Returns title and phase for ``table.top``; during the set-up no round is shown."""
    state = scene.state
    if scene.setting_up or not (state.frames or scene.trackers_only):
        return {"title": _("Setting up"), "phase": SETUP_PHASE, "phases": len(PHASES), "phase_name": ""}
    name = names.phase_name(state.phase)
    # In one line on a phone; the six bars below it have the printed name.
    short = names.capital(names.phase_in_short(state.phase))
    title = _("Round %(round)s · %(phase)s", round=state.round, phase=short)
    return {
        "title": _("What if · %(where)s", where=title) if scene.settings.played is Played.WHAT_IF else title,
        "phase": PHASES.index(state.phase) + 1,
        "phases": len(PHASES),
        "phase_name": name,
    }


def tracks(scene: Scene) -> dict[str, Any]:
    """Returns the strip for ``table.tracks``; every group opens the sheet where it can be put right."""
    state = scene.state
    kwisatz, dwellers, jihad = state.prescience
    length = TRACKS.supremacy.length
    return {
        "supremacy": {
            "value": state.supremacy,
            "of": length,
            "marks": _marks(),
            "say": _("Supremacy %(value)s of %(of)s", value=state.supremacy, of=length),
            "href": scene.tracks_sheet("supremacy"),
        },
        "prescience": {
            "kwisatz": kwisatz,
            "dwellers": dwellers,
            "jihad": jihad,
            "say": _("Prescience: %(steps)s", steps=_prescience(state)),
            "href": scene.tracks_sheet("prescience"),
        },
        "imperium": {
            **{CELLS[power]: row for power, row in zip(POWERS, state.imperium, strict=True)},
            "bans": tuple(CELLS[power] for power in POWERS if power in state.bans),
            "spice": state.spice_reserve,
            "say": _imperium(state),
            "href": scene.tracks_sheet("imperium"),
        },
        "dice": {
            "h": {"left": state.harkonnen_unused, "of": _harkonnen_dice(state)},
            "a": {"left": state.atreides_unused, "of": max(ATREIDES_DICE, state.atreides_unused)},
            "say": _(
                "Unused dice: Harkonnen %(harkonnen)s, Atreides %(atreides)s",
                harkonnen=state.harkonnen_unused,
                atreides=state.atreides_unused,
            ),
            "href": scene.tracks_sheet("dice"),
        },
    }


def _marks() -> tuple[int, ...]:
    track = TRACKS.supremacy
    return tuple(sorted({track.thufir_hawat, track.feyd_rautha, *track.atreides_bene_gesserit}))


def _harkonnen_dice(state: State) -> int:
    return max(state.harkonnen_unused + len(state.harkonnen_spent), 1)


def _prescience(state: State) -> str:
    steps = zip(Marker, state.prescience, strict=True)
    return ", ".join(f"{names.marker_name(marker)} {step}" for marker, step in steps)


def _imperium(state: State) -> str:
    rows = []
    for power, row in zip(POWERS, state.imperium, strict=True):
        facts = {"power": names.power_name(power), "row": row}
        if power in state.bans:
            rows.append(_("%(power)s in row %(row)s, banned", **facts))
        else:
            rows.append(_("%(power)s in row %(row)s", **facts))
    return _("Imperium: %(rows)s; spice reserve %(reserve)s", rows=", ".join(rows), reserve=state.spice_reserve)


def ribbon(scene: Scene) -> list[dict[str, Any]]:
    """Returns the two facts that hold all round for ``table.ribbon``: harvesting sector and target sietch.

    A tap on one brings the map there. Nothing where nobody draws them, and before they are drawn.
    """
    state = scene.state
    drawn = state.harvesting_sector is not None or state.target_sietch is not None
    if scene.trackers_only or state.mode is not Mode.SOLO or scene.setting_up or not drawn:
        return []
    found = []
    for glyph, fact in (("harvester", _sector(scene)), ("target", _target(scene))):
        said = _("%(what)s: %(value)s", what=fact["title"], value=fact["value"])
        found.append({**fact, "glyph": glyph, "say": said})
    return found


def facts(scene: Scene) -> list[dict[str, Any]]:
    """Returns the facts of the round for ``table.info``: four, or two where nobody draws a target and a sector."""
    state = scene.state
    if state.mode is not Mode.SOLO:
        return [_tank(state), _hand(state)]
    return [_target(scene), _sector(scene), _tank(state), _reinforcements(state)]


def _target(scene: Scene) -> dict[str, Any]:
    state = scene.state
    title = _("Target sietch")
    if state.target_sietch is None:
        return {"title": title, "value": _("not drawn yet")}
    sietch = state.sietch(state.target_sietch)
    detail = ""
    if sietch is not None and sietch.rank is not None and (scene.sees_hidden or sietch.revealed):
        shown = _("rank %(rank)s, face up", rank=sietch.rank)
        detail = shown if sietch.revealed else _("rank %(rank)s, entered by you", rank=sietch.rank)
    elif sietch is not None:
        detail = _("rank not known")
    where = AREA_IDS[state.target_sietch]
    value = names.area_name(state.target_sietch)
    return {"title": title, "value": value, "detail": detail, "where": where, "href": scene.sheet(where)}


def _sector(scene: Scene) -> dict[str, Any]:
    state = scene.state
    title = _("Harvesting sector")
    if state.harvesting_sector is None:
        return {"title": title, "value": _("not drawn yet")}
    name = names.capital(names.sector_name(state.harvesting_sector))
    where = " ".join(AREA_IDS[area] for area in members(SECTOR_MASK[state.harvesting_sector]))
    return {"title": title, "value": name, "detail": sector_words(state), "where": where, "href": scene.step_url}


def _tank(state: State) -> dict[str, Any]:
    def inside(faction: Faction) -> list[tuple[int, str]]:
        return sorted(
            (status.tank or 0, names.leader_name(leader))
            for leader, status in state.leaders
            if status.standing is Standing.TANK and LEADERS[leader].faction is faction
        )

    lines = [(side, space, name) for side in (HARKONNEN, ATREIDES) for space, name in inside(side)]
    title = _("Regeneration tanks")
    if not lines:
        return {"title": title, "value": _("empty"), "detail": _("no leader is in a tank")}
    side, space, name = lines[0]
    detail = _("space %(space)s of %(spaces)s", space=space, spaces=TRACKS.tank_spaces[side])
    if len(lines) > 1:
        detail += "; " + names.join(f"{name} {space}" for _side, space, name in lines[1:])
    faction = "h" if side is HARKONNEN else "a"
    return {"title": title, "value": name, "detail": detail, "glyph": "tank", "faction": faction}


def _hand(state: State) -> dict[str, Any]:
    number = state.reinforcements
    value = ngettext("%(num)d card", "%(num)d cards", number)
    return {"title": _("Harkonnen hand"), "value": value, "glyph": "cards", "faction": "h"}


def _reinforcements(state: State) -> dict[str, Any]:
    number = state.reinforcements
    detail = _("discarded in battle for more dice")
    if Power.LANDSRAAD in state.bans:
        detail = _("banned from battle this round")
    return {
        "title": _("Harkonnen reinforcements"),
        "value": ngettext("%(num)d card", "%(num)d cards", number),
        "detail": detail,
        "glyph": "cards",
        "faction": "h",
    }
