"""From what a photo shows to one correction of the board: what differs, a proposal for it, and the state that follows.

Nothing is decided here. A proposal keeps the kinds of units and the leaders that the app knows wherever the counts
allow it; what the photo cannot tell (who a leader is, what a token hides) is kept as it was or left for the player.
The camera was taught no piece of Desert War: in such a game it is sure of nothing that one of them may be.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.board import AREA_IDS, AREA_NUMBER, ZONE_IDS, ZONE_NUMBER, mask_of, members
from companion.content.terms import Faction
from companion.rules.army import NOBODY, Army
from companion.rules.ask.desert_war import war_of
from companion.rules.state import ATREIDES, HARKONNEN, LeaderStatus, Standing, State
from companion.service.pieces import placed, taken_up, with_status
from vision.contents import KINDS, Content
from vision.terms import ACCEPTED, LOOK, UNSEEN


@dataclass(frozen=True, slots=True)
class AreaContent:
    """What the app has in an area, as far as a photo could show it: both factions' pieces, and what else lies there."""

    harkonnen: Army = NOBODY
    atreides: Army = NOBODY
    harvester: bool = False
    sandworm: bool = False
    wormsign: bool = False

    def army(self, faction: Faction) -> Army:
        """Returns the pieces of a faction."""
        return self.harkonnen if faction is HARKONNEN else self.atreides


@dataclass(frozen=True, slots=True)
class AreaSighting:
    """An area that may differ: what the app has ``now``, what the photo shows (``seen``), and what may come of both.

    ``sure`` tells whether the photo is good enough to be believed unless the player says otherwise; ``kinds_known``
    whether the kinds in ``proposed`` follow from the photo or from what the app knew, so that nothing is guessed.
    """

    area: int
    sure: bool
    now: AreaContent
    proposed: AreaContent
    seen: Content
    kinds_known: bool
    confidence: float


@dataclass(frozen=True, slots=True)
class ZoneSighting:
    """An air zone that differs: vehicle now and in the photo (None: none)."""

    zone: int
    sure: bool
    now: str | None
    proposed: str | None


@dataclass(frozen=True, slots=True)
class Sightings:
    """Everything in a photo that differs from a position, and what stays as it is because the photo does not tell.

    ``doubtful`` areas are not clear; ``unseen`` ones are outside the photo, or in it and ``covered`` by something.
    ``zones_left`` are air zones that stay, by the same three words.
    """

    areas: tuple[AreaSighting, ...]
    zones: tuple[ZoneSighting, ...]
    doubtful: tuple[int, ...]
    unseen: tuple[int, ...]
    covered: tuple[int, ...] = ()
    zones_left: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def nothing(self) -> bool:
        """Whether the photo shows the board as the app has it, as far as it shows it."""
        return not self.areas and not self.zones


def sightings(state: State, document: Mapping[str, Any]) -> Sightings:
    """Returns what the answer of a scan says about a position. Ids that are not of this board are passed over."""
    differs = set(document["differences"])
    read = {AREA_NUMBER[area]: seen for area, seen in document["areas"].items() if area in AREA_NUMBER}
    changed = {area: seen for area, seen in read.items() if AREA_IDS[area] in differs and seen["band"] != UNSEEN}
    colours = document.get("token_sides", {})
    contents = {area: Content.read(seen, colours.get(AREA_IDS[area])) for area, seen in sorted(changed.items())}
    gone = _moved_away(state, contents)
    strange = _may_hold_pieces_of_war(state)
    areas = tuple(
        _told(_sighting(area, content_of(state, area), changed[area], seen, gone), strange)
        for area, seen in contents.items()
    )
    zones = []
    for zone, seen in sorted(document["zones"].items()):
        if zone in ZONE_NUMBER and zone in differs and seen["band"] != UNSEEN:
            number = ZONE_NUMBER[zone]
            sure = seen["band"] == ACCEPTED and state.desert_war is None
            if not (seen["vehicle"] == "ornithopter" and number in war_of(state).escorts):
                zones.append(ZoneSighting(number, sure, vehicle_at(state, number), seen["vehicle"]))
    rest = {area: seen["band"] for area, seen in read.items() if area not in changed}
    unclear = {area for area, band in rest.items() if band == LOOK}
    strange_there = set(members(war_of(state).pieces_mask)) - set(changed)
    hidden = {area for area in rest if AREA_IDS[area] in document.get("covered", ())}
    return Sightings(
        tuple(areas),
        tuple(zones),
        tuple(sorted(unclear | strange_there)),
        tuple(sorted(area for area, band in rest.items() if band == UNSEEN)),
        tuple(sorted(hidden)),
        _zones_left(document),
    )


def _zones_left(document: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    """Returns the air zones of which a photo tells nothing, by why."""
    bands = {ZONE_NUMBER[zone]: seen["band"] for zone, seen in document["zones"].items() if zone in ZONE_NUMBER}
    same = {zone: band for zone, band in sorted(bands.items()) if ZONE_IDS[zone] not in document["differences"]}
    return {
        "doubtful": tuple(zone for zone, band in same.items() if band == LOOK),
        "unseen": tuple(zone for zone, band in same.items() if band == UNSEEN),
        "covered": tuple(zone for zone in same if ZONE_IDS[zone] in document.get("covered", ())),
    }


def _may_hold_pieces_of_war(state: State) -> int:
    """Areas where a piece of Desert War may lie (DW-2, DW-3, DW-8, DW-9), or a legion with an escort stands (DW-5)."""
    if state.desert_war is None:
        return 0
    escorted = mask_of(area for faction in Faction for area, army in state.legions(faction) if army.escorts)
    return state.desert_mask | state.desert_war.pieces_mask | escorted


def _told(found: AreaSighting, strange: int) -> AreaSighting:
    """A sighting where a piece may be that the camera does not know: the player looks."""
    return replace(found, sure=False) if strange >> found.area & 1 else found


def content_of(state: State, area: int) -> AreaContent:
    """Returns what the app has in an area."""
    return AreaContent(
        state.army(HARKONNEN, area) or NOBODY,
        state.army(ATREIDES, area) or NOBODY,
        area in state.harvesters,
        area in state.sandworms,
        area in state.wormsigns,
    )


def vehicle_at(state: State, zone: int) -> str | None:
    """Returns the vehicle that the app has in an air zone."""
    if zone in state.ornithopters:
        return "ornithopter"
    return "carryall" if zone in state.carryalls else None


def corrected(state: State, areas: Mapping[int, AreaContent], zones: Mapping[int, str | None]) -> State:
    """Returns the position with other contents in some areas and zones.

    A named leader is in one place: whoever turns up in an area leaves where it was, and whoever is in none of the
    changed areas any more stands beside the board.
    """
    before = {name for area in areas for faction in Faction for name in (state.army(faction, area) or NOBODY).named}
    after = {name for content in areas.values() for faction in Faction for name in content.army(faction).named}
    for area in areas:
        for faction in Faction:
            state = state.with_army(faction, area, NOBODY)
    for name in sorted(after):
        state = taken_up(state, name)
    for area, content in areas.items():
        for faction in Faction:
            state = state.with_army(faction, area, content.army(faction))
        state = replace(
            state,
            harvesters=placed(state.harvesters, area, content.harvester),
            sandworms=placed(state.sandworms, area, content.sandworm),
            wormsigns=placed(state.wormsigns, area, content.wormsign),
        )
    for zone, vehicle in zones.items():
        state = replace(
            state,
            ornithopters=placed(state.ornithopters, zone, vehicle == "ornithopter"),
            carryalls=placed(state.carryalls, zone, vehicle == "carryall"),
        )
    return _with_standing(_with_standing(state, before - after, Standing.READY), after, Standing.BOARD)


def _sighting(
    area: int, now: AreaContent, told: Mapping[str, Any], seen: Content, gone: list[tuple[Faction, Army]]
) -> AreaSighting:
    owner = _token_owner(now, seen) if seen.token else None
    known = not seen.token or owner is not None
    kinds = None if seen.harkonnen and seen.atreides else seen.kinds
    armies = dict[Faction, Army]()
    for faction in (HARKONNEN, ATREIDES):
        # Where nothing tells whose they are, Harkonnen is a proposal that the player is asked about.
        tokens = seen.token if faction is (owner or HARKONNEN) else 0
        armies[faction], sure = _army(faction, now.army(faction), seen.side(faction.id), tokens, kinds, gone)
        known = known and sure
    proposed = AreaContent(
        armies[HARKONNEN], armies[ATREIDES], seen.harvester > 0, seen.sandworm > 0, seen.wormsign > 0
    )
    return AreaSighting(area, told["band"] == ACCEPTED, now, proposed, seen, known, float(told["confidence"]))


def _token_owner(now: AreaContent, seen: Content) -> Faction | None:
    """Returns whose the tokens of an area are: of the one whose figures stand there, else as their colour in the photo
    says, else of whose tokens or pieces were there; None when nothing tells."""
    for has in (
        {each for each in Faction if any(seen.side(each.id))},
        {each for each in Faction if seen.token_side == each.id},
        {each for each in Faction if now.army(each).tokens},
        {each for each in Faction if now.army(each)},
    ):
        if len(has) == 1:
            return has.pop()
    return None


def _army(
    faction: Faction,
    now: Army,
    seen: tuple[int, int],
    tokens: int,
    kinds: Mapping[str, int] | None,
    gone: list[tuple[Faction, Army]],
) -> tuple[Army, bool]:
    """Returns the pieces that a count stands for, and whether their kinds are known and not merely likely."""
    figures, leaders = seen
    # An escort looks like no leader: whether the photo shows it, and it is still there, is for the player to say.
    own = replace(now, escorts=0)
    if own.leaders < leaders <= now.leaders:
        leaders = own.leaders
    if (figures, leaders) == (own.figures, own.leaders):
        return replace(now, tokens=tokens), not now.escorts
    for other, army in gone:
        # A legion that left one place and came to another is the same legion.
        if other is faction and not now and (army.figures, army.leaders) == seen:
            return replace(army, tokens=tokens), not army.escorts
    units, known = _units(now, figures, kinds)
    generic, named, sure = _leaders(own, leaders)
    army = Army(*units, tokens=tokens, generic=generic, named=named, escorts=now.escorts)
    return army, known and sure and not now.escorts


def _units(now: Army, figures: int, kinds: Mapping[str, int] | None) -> tuple[tuple[int, int, int], bool]:
    if kinds is not None and sum(kinds.get(kind, 0) for kind in KINDS) == figures:
        return (kinds.get("regular", 0), kinds.get("elite", 0), kinds.get("special", 0)), True
    counts = [now.regular, now.elite, now.special]
    present = [n for n in range(3) if counts[n]]
    if figures == 0:
        return (0, 0, 0), True
    if figures >= now.figures:
        # New figures of an unknown kind are entered as the commonest one.
        counts[0] += figures - now.figures
        return (counts[0], counts[1], counts[2]), figures == now.figures
    missing = now.figures - figures
    for n in range(3):
        lost = min(counts[n], missing)
        counts[n] -= lost
        missing -= lost
    return (counts[0], counts[1], counts[2]), len(present) == 1


def _leaders(now: Army, leaders: int) -> tuple[int, tuple[str, ...], bool]:
    if leaders == now.leaders:
        return now.generic, now.named, True
    if leaders == 0:
        return 0, (), True
    if leaders > now.leaders:
        return now.generic + leaders - now.leaders, now.named, False
    generic = min(now.generic, max(0, leaders - len(now.named)))
    return generic, now.named[: leaders - generic], not now.named


def _moved_away(state: State, changed: Mapping[int, Content]) -> list[tuple[Faction, Army]]:
    """Returns the legions that are no longer where the app has them, each if no other one has its counts."""
    found = []
    for area, seen in changed.items():
        for faction in (HARKONNEN, ATREIDES):
            army = state.army(faction, area) or NOBODY
            if (army.figures or army.leaders) and not any(seen.side(faction.id)):
                found.append((faction, army))
    counts = [(faction, army.figures, army.leaders) for faction, army in found]
    return [each for each, count in zip(found, counts, strict=True) if counts.count(count) == 1]


def _with_standing(state: State, leaders: Iterable[str], standing: Standing) -> State:
    for leader in leaders:
        state = with_status(state, leader, LeaderStatus(standing, state.leader(leader).card_ready))
    return state
