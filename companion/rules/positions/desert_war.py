"""The keys of a position that belong to Desert War: read strictly, written in full, looked at for what breaks rules.

A position without the expansion has none of them, neither read nor written (DW-1).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.board import AREA_IDS, AREA_NUMBER, AREAS, ZONE_IDS, ZONE_NUMBER, mask_of, members
from companion.content.terms import DesertTroop, Marker
from companion.rules.errors import FormatError
from companion.rules.fields import Document, choice, each, ids, integer, nested, only, within
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from companion.rules.war import CAMPS, ESCORTS, EXPANSION, SANDRIDERS, TOKENS, TROOPS, Camp, DesertWar

KEYS = ("escorts", "suspensors", "launchers", "sandriders", "camps", "camps_gone", "desert_war_tokens")
_AREA_KEYS = {DesertTroop.SUSPENSOR: "suspensors", DesertTroop.LAUNCHER: "launchers"}
_MARKERS = {marker.value: marker for marker in Marker}
_CARD_SIDES = {"ready": True, "spent": False}
MOST_IN_AN_AREA = 99


def expansions_of(document: Document) -> tuple[str, ...]:
    """Returns the expansions that a position names; raises FormatError for an unknown one, and (DW-1) for a key of
    Desert War in a position that does not name it."""
    named = tuple(sorted(set(ids(document, "expansions", {EXPANSION: EXPANSION}, "an expansion"))))
    if EXPANSION not in named:
        for key in document:
            if key in KEYS:
                raise FormatError(
                    "DW-1",
                    "%(key)s belongs to Desert War: name %(name)s in expansions",
                    key=repr(key),
                    name=repr(EXPANSION),
                )
        if SANDRIDERS in nested(document, "leaders"):
            raise FormatError(
                "DW-1",
                "%(key)s is a card of Desert War: name %(name)s in expansions",
                key=repr(SANDRIDERS),
                name=repr(EXPANSION),
            )
    return named


def without_the_card(leaders: Document) -> Document:
    """Returns the leaders of a position less the Sandriders card, which is read with the rest of the expansion."""
    if SANDRIDERS not in leaders:
        return leaders
    return {name: entry for name, entry in leaders.items() if name != SANDRIDERS}


def with_desert_war(state: State, document: Document) -> DesertWar | None:
    """Returns the pieces of the expansion that ``document`` describes, None without it; raises FormatError.

    A legion with escorts needs the expansion, and is Harkonnen (DW-5).
    """
    for faction in (HARKONNEN, ATREIDES):
        for area, army in state.legions(faction):
            if army.escorts and (faction is ATREIDES or not state.expansions):
                raise FormatError(
                    "DW-1" if not state.expansions else "DW-5", "an escort in %(area)s", area=AREA_IDS[area]
                )
    if EXPANSION not in state.expansions:
        return None
    return DesertWar(
        escorts=tuple(sorted(ids(document, "escorts", ZONE_NUMBER, "an air zone"))),
        suspensors=_counted(document, "suspensors"),
        launchers=_counted(document, "launchers"),
        sandriders=tuple(sorted(ids(document, "sandriders", AREA_NUMBER, "an area"))),
        camps=tuple(sorted(each(document, "camps", _camp), key=lambda camp: camp.area)),
        camps_gone=tuple(ids(document, "camps_gone", _MARKERS, "a symbol")),
        tokens=integer(document, "desert_war_tokens", 0),
        card_ready=_card_side(nested(document, "leaders")),
    )


def refuse_in_solo(position: State) -> None:
    """Raises FormatError (DW-1) for a position of the solo game with an expansion that cannot be played in it."""
    if position.mode is Mode.SOLO and position.expansions:
        raise FormatError(
            "DW-1", "Desert War needs people on both sides: the solo opponent has no rules for its pieces"
        )


def _counted(document: Document, key: str) -> tuple[int, ...]:
    found: list[int] = []
    counts = nested(document, key)
    for area in counts:
        number = choice(area, AREA_NUMBER, f"{key}.{area}", "an area")
        try:
            found += [number] * integer(counts, area, 0, most=MOST_IN_AN_AREA)
        except FormatError as problem:
            raise within(key, problem) from None
    return tuple(sorted(found))


def _camp(document: Document) -> Camp:
    only(document, ("area", "symbol"))
    if "area" not in document:
        raise FormatError("area", "is missing")
    area = choice(document["area"], AREA_NUMBER, "area", "an area")
    symbol = document.get("symbol")
    return Camp(area, None if symbol is None else choice(symbol, _MARKERS, "symbol", "a symbol"))


def _card_side(leaders: Document) -> bool:
    card = nested(leaders, SANDRIDERS)
    try:
        only(card, ("state", "card"))
        if card.get("state", "ready") != "ready":
            raise FormatError(
                "state", "the card is ready or spent beside nothing else, not %(value)s", value=repr(card["state"])
            )
        return choice(card["card"], _CARD_SIDES, "card", "a card's side") if "card" in card else True
    except FormatError as problem:
        raise within(f"leaders.{SANDRIDERS}", problem) from None


def write_desert_war(war: DesertWar | None) -> dict[str, Any]:
    """Returns the keys of the expansion, none in a game without it."""
    if war is None:
        return {}
    return {
        "escorts": [ZONE_IDS[zone] for zone in war.escorts],
        **{
            key: {AREA_IDS[area]: number for area, number in sorted(Counter(war.troops(kind)).items())}
            for kind, key in _AREA_KEYS.items()
        },
        "sandriders": [AREA_IDS[area] for area in war.sandriders],
        "camps": [{"area": AREA_IDS[camp.area], "symbol": camp.symbol and camp.symbol.value} for camp in war.camps],
        "camps_gone": [symbol.value for symbol in war.camps_gone],
        "desert_war_tokens": war.tokens,
    }


def write_card(war: DesertWar | None) -> dict[str, dict[str, str]]:
    """Returns the entry of the Sandriders card among the leaders, none in a game without it."""
    if war is None:
        return {}
    return {SANDRIDERS: {"state": "ready", "card": "ready" if war.card_ready else "spent"}}


class Oddity(NamedTuple):
    """What breaks a rule of the expansion: as ``Violation`` of the audit."""

    rule: str
    where: str
    code: str
    facts: Mapping[str, object] = {}


def oddities(state: State) -> Iterator[Oddity]:
    """Yields what is wrong with the pieces of the expansion (DW-1 to DW-8)."""
    war = state.desert_war
    if state.mode is Mode.SOLO and EXPANSION in state.expansions:
        yield Oddity("DW-1", "expansions", "expansion_in_solo")
    if war is None:
        return
    yield from _counts(state, war)
    harkonnen, atreides, worms = state.legions_mask(HARKONNEN), state.legions_mask(ATREIDES), state.worms_mask
    met = mask_of(war.suspensors) & atreides | war.atreides_mask & harkonnen
    yield from (Oddity("DW-6", AREA_IDS[area], "troops_with_enemy") for area in members(met))
    yield from (Oddity("DW-6", AREA_IDS[area], "troops_with_worm") for area in members(war.mortal_mask & worms))
    yield from (Oddity("DW-3", AREA_IDS[area], "camp_with_legion") for area in members(war.camps_mask & harkonnen))
    yield from _camps(state, war)
    off = war.sandriders_mask & ~state.desert_mask
    yield from (Oddity("DW-8", AREA_IDS[area], "sandrider_off_desert") for area in members(off))


def _counts(state: State, war: DesertWar) -> Iterator[Oddity]:
    joined = sum(army.escorts for _, army in state.legions(HARKONNEN))
    for where, number, most in (
        ("escorts", len(war.escorts) + joined, ESCORTS),
        *((f"{kind.value}s", len(war.troops(kind)), most) for kind, most in TROOPS.items()),
        ("camps", len(war.camps) + len(war.camps_gone), CAMPS),
        ("desert_war_tokens", war.tokens, TOKENS),
    ):
        if number > most:
            yield Oddity("DW-1", where, "too_many_pieces", {"number": number, "most": most})


def _camps(state: State, war: DesertWar) -> Iterator[Oddity]:
    off = war.camps_mask & ~state.desert_mask
    yield from (Oddity("DW-3", AREA_IDS[area], "camp_off_desert") for area in members(off))
    sectors = Counter(sector for camp in war.camps for sector in AREAS[camp.area].sectors)
    for camp in war.camps:
        if any(sectors[sector] > 1 for sector in AREAS[camp.area].sectors):
            yield Oddity("DW-3", AREA_IDS[camp.area], "camps_in_one_sector")
    symbols = Counter([*war.camps_gone, *(camp.symbol for camp in war.camps if camp.symbol is not None)])
    for symbol, number in symbols.items():
        if number > 1:
            yield Oddity("DW-1", "camps", "camp_symbol_twice", {"symbol": symbol.value})
