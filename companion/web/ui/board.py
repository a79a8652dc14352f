"""The position as a picture: State to BoardView, with what the asking device may see and what the step lights."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from companion.board import AREA_IDS, SECTORS, SETTLEMENT_RANK, ZONE_IDS, members
from companion.content.terms import DesertTroop
from companion.content.terms import Faction as Side
from companion.rules.army import Army
from companion.rules.ask.desert_war import lone_riders, war_of
from companion.rules.state import ATREIDES, HARKONNEN, State
from companion.web.drawing import (
    AreaView,
    BoardView,
    Disc,
    Faction,
    LegionView,
    SiteKind,
    SiteView,
    Vehicle,
    frame_of,
    render_sectors,
    stacks,
)
from companion.web.say import _, language, ngettext
from companion.web.ui.panel import Focus
from companion.web.words import names

TROOPS = {
    Disc.LAUNCHER: DesertTroop.LAUNCHER,
    Disc.LONE_RIDER: DesertTroop.SANDRIDER,
    Disc.RIDER: DesertTroop.SANDRIDER,
    Disc.SUSPENSOR: DesertTroop.SUSPENSOR,
}
SIDES = {HARKONNEN: Faction.HARKONNEN, ATREIDES: Faction.ATREIDES}


def board_view(state: State, focus: Focus, *, sees_hidden: bool) -> BoardView:
    """Returns the picture of a position.

    ``sees_hidden``: ranks that the player entered are in it; else only those of sietches that lie face up.
    """
    reader, empty = language(), state.empty_mask
    areas = {
        AREA_IDS[area]: _area(state, area, sees_hidden, reader)
        for area in range(len(AREA_IDS))
        if area == state.atomics or not empty >> area & 1
    }
    zones = {ZONE_IDS[zone]: Vehicle.ORNITHOPTER for zone in state.ornithopters}
    zones |= {ZONE_IDS[zone]: Vehicle.CARRYALL for zone in state.carryalls}
    zones |= {ZONE_IDS[zone]: Vehicle.ESCORT for zone in war_of(state).escorts}
    return BoardView(
        areas=areas,
        zones=zones,
        glows=focus.glows,
        arrows=focus.arrows,
        frame=frame_of(focus.ids, focus.pieces),
        harvesting_sector=state.harvesting_sector,
        badges=focus.badges,
        coming=focus.coming,
        labels=_labels(reader),
        title=_("The board"),
    )


def sectors() -> str:
    """Returns the sector view of the board, hidden until it is asked for, in the reader's language."""
    return render_sectors({sector: names.capital(names.sector_name(sector)) for sector in SECTORS})


@lru_cache(maxsize=8)
def _labels(_reader: str) -> Mapping[str, str]:
    labels = {area: names.area_name(area) for area in AREA_IDS}
    return MappingProxyType(labels | {zone: names.capital(names.zone_name(zone)) for zone in ZONE_IDS})


def _area(state: State, area: int, sees_hidden: bool, reader: str) -> AreaView:
    faction = next((side for side in SIDES if state.army(side, area)), None)
    army = None if faction is None else state.army(faction, area)
    return _standing(faction, army, site_view(state, area, sees_hidden), tuple(discs_in(state, area)), reader)


# Most taps change what stands in one area or two.
@lru_cache(maxsize=4096)
def _standing(
    faction: Side | None, army: Army | None, site: SiteView | None, discs: tuple[Disc, ...], _reader: str
) -> AreaView:
    """What stands in an area, in the words of a language."""
    legion = None if army is None or faction is None else legion_view(army, SIDES[faction])
    said = []
    if army is not None and faction is not None:
        said.append(f"{names.faction_name(faction)}, {names.figures_line(army, faction)}")
    said.extend(_site_words(site))
    said.extend(disc_name(disc, many) for disc, many in stacks(discs))
    return AreaView(legion, site, discs, "; ".join(said))


def legion_view(army: Army, side: Faction) -> LegionView:
    """Returns a legion as it is drawn."""
    marks = tuple(names.leader_tag(leader) for leader in army.named)
    return LegionView(side, army.regular, army.elite, army.special, army.tokens, army.generic, marks, army.escorts)


def site_view(state: State, area: int, sees_hidden: bool) -> SiteView | None:
    """Returns the sietch or settlement that stands in an area."""
    if state.settlements >> area & 1:
        return SiteView(SiteKind.SETTLEMENT, SETTLEMENT_RANK[area], revealed=False)
    sietch = state.sietch(area)
    if sietch is None:
        return None
    rank = sietch.rank if sees_hidden or sietch.revealed else None
    return SiteView(SiteKind.SIETCH, rank, sietch.revealed, target=state.target_sietch == area)


def _site_words(site: SiteView | None) -> list[str]:
    """Returns a site in words, with its rank where it is shown."""
    if site is None:
        return []
    if site.kind is SiteKind.SETTLEMENT:
        return [_("settlement, rank %(rank)s", rank=site.rank)]
    found = [_("sietch, rank %(rank)s", rank=site.rank) if site.rank else _("sietch, rank not known")]
    if site.target:
        found.append(_("target sietch"))
    return found


def discs_in(state: State, area: int) -> list[Disc]:
    """Returns the loose markers of an area."""
    found = []
    if state.stations >> area & 1:
        found.append(Disc.STATION)
    found.extend([Disc.HARVESTER] * state.harvesters.count(area))
    found.extend([Disc.WORMSIGN] * state.wormsigns.count(area))
    found.extend([Disc.SANDWORM] * state.sandworms.count(area))
    if state.wild_maker == area:
        found.append(Disc.WILD_MAKER)
    if state.atomics == area:
        found.append(Disc.ATOMICS)
    return [*found, *_of_war(state, area)]


def _of_war(state: State, area: int) -> list[Disc]:
    """The pieces of Desert War in an area (section 16)."""
    war = state.desert_war
    if war is None:
        return []
    rider = Disc.LONE_RIDER if lone_riders(state) >> area & 1 else Disc.RIDER
    return [
        *([Disc.CAMP] if war.camps_mask >> area & 1 else []),
        *[Disc.LAUNCHER] * war.launchers.count(area),
        *[rider] * war.sandriders.count(area),
        *[Disc.SUSPENSOR] * war.suspensors.count(area),
    ]


def disc_name(disc: Disc, many: int = 1) -> str:
    """Returns the word for a loose marker; of desert troops also how many there are."""
    if disc in TROOPS:
        return names.troops(TROOPS[disc], many)
    words: dict[Disc, str] = {
        Disc.STATION: _("testing station"),
        Disc.HARVESTER: _("harvester"),
        Disc.WORMSIGN: _("wormsign"),
        Disc.SANDWORM: _("sandworm"),
        Disc.WILD_MAKER: _("Wild Maker"),
        Disc.ATOMICS: _("family atomics"),
        Disc.CAMP: names.camps(1),
    }
    return words[disc]


def sector_words(state: State) -> str:
    """Returns how many harvesters and carryalls are out, for the facts of the round."""
    return names.join(
        (
            ngettext("%(num)d harvester", "%(num)d harvesters", len(state.harvesters)),
            ngettext("%(num)d carryall", "%(num)d carryalls", len(state.carryalls)),
        )
    )


def standing_sietches(state: State) -> tuple[int, ...]:
    """Returns the areas with a standing sietch, in order."""
    return tuple(members(state.sietch_mask))
