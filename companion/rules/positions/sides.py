"""The keys of a position that belong to one side or to the prescience cards: dice, hands, tokens, partners, the turn.

Hands and open cards are named as far as somebody told; what nobody named is only counted.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.content import DECK_CARDS, PIECES, PRESCIENCE_CARDS
from companion.content.terms import Deck, Faction, Phase, Result
from companion.frozen import replace
from companion.rules.errors import FormatError
from companion.rules.fields import Document, choice, ids, inside, integer, only
from companion.rules.frames import Frame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Cards, Mode, Rules, State
from companion.rules.teams import CONES, harkonnen_splits

_ORDER = tuple(Result)
_RESULTS = {result.value: result for result in Result}
_FACTIONS = {faction.id: faction for faction in Faction}
_PRESCIENCE = {card: card for card in PRESCIENCE_CARDS}
_HANDS = {
    faction: {card.id: card.id for deck in Deck if deck.faction is faction for card in DECK_CARDS[deck]}
    for faction in Faction
}
_ATREIDES_KEYS = frozenset({"dice", "hand", "tokens", "bene_gesserit", "fremen"})
_HARKONNEN_KEYS = frozenset({"dice", "hand", "bene_gesserit", "corrino"})
SIDE_KEYS = frozenset({"turn", "atreides", "harkonnen", "prescience_open", "prescience_claimed", "prescience_unnamed"})
"""The keys of a position that this module reads, beside `partners`, which belongs to the rules of a game."""
_TOKENS = PIECES["atreides_deployment_token"].count
_PRESCIENCE_CARDS = PIECES["prescience_card"].count


class SideDocument(NamedTuple):
    """What a position says of one side; ``cards`` are the names of the hand, empty when it is only counted, ``ally``
    the dice on the dashboard of its Ally."""

    dice: tuple[Result, ...] | None
    hand: int | None
    cards: tuple[str, ...]
    tokens: int
    bene_gesserit: int
    ally: tuple[Result, ...] | None


def read_partners(document: Document) -> dict[str, int]:
    """Returns how many players share the factions, by the fields of ``Rules``."""
    only(document, _FACTIONS)
    ours, theirs = (integer(document, side, 1, least=1, most=2) for side in ("atreides", "harkonnen"))
    return {"partners": ours, "harkonnen_partners": theirs}


def read_turn(document: Document, phase: Phase) -> tuple[Frame, ...]:
    """Returns the frame of the turn that is on, none when no turn has begun."""
    value = document.get("turn")
    if value is None:
        return ()
    faction = choice(value, _FACTIONS, "turn", "a faction")
    if phase is not Phase.ACTIONS:
        raise FormatError("turn", "turns are taken in the phase actions, not in %(phase)s", phase=phase.value)
    return (TurnFrame(faction),)


def read_side(document: Document, faction: Faction) -> SideDocument:
    """Returns the object of a side; raises FormatError naming the field."""
    only(document, _ATREIDES_KEYS if faction is ATREIDES else _HARKONNEN_KEYS)
    dice = _dice(document, "dice")
    key = "fremen" if faction is ATREIDES else "corrino"
    ally = _dice(document, key)
    if ally is not None and Counter(ally) - Counter(dice or ()):
        raise FormatError(key, "names a result that is not among the dice")
    cards: tuple[str, ...] = ()
    hand: int | None = None
    if isinstance(document.get("hand"), list | tuple):
        cards = tuple(sorted(ids(document, "hand", _HANDS[faction], f"a planning card of the {faction.id}")))
        hand = len(cards)
    elif "hand" in document:
        hand = integer(document, "hand", 0)
    tokens = integer(document, "tokens", _TOKENS)
    return SideDocument(dice, hand, cards, tokens, integer(document, "bene_gesserit", 0), ally)


def _dice(document: Document, key: str) -> tuple[Result, ...] | None:
    if document.get(key) is None:
        return None
    return sorted_results(ids(document, key, _RESULTS, "a die result"))


def sorted_results(results: Iterable[Result]) -> tuple[Result, ...]:
    """Returns the results in the order of their boxes on the board."""
    return tuple(sorted(results, key=_ORDER.index))


def with_sides(state: State, document: Document) -> State:
    """Returns ``state`` with what ``document`` says of both sides; raises FormatError where two keys disagree."""
    ours = inside(document, "atreides", lambda side: read_side(side, ATREIDES))
    theirs = inside(document, "harkonnen", lambda side: read_side(side, HARKONNEN))
    if state.mode is Mode.SOLO and (theirs.dice is not None or theirs.hand or theirs.bene_gesserit):
        raise FormatError("harkonnen", "dice, hand and tokens of the Harkonnen are for games between people")
    return replace(
        state,
        atreides_unused=_unused(document, "atreides", ours.dice, state.atreides_unused),
        atreides_results=ours.dice,
        fremen_results=_fremen(state, ours),
        harkonnen_unused=_unused(document, "harkonnen", theirs.dice, state.harkonnen_unused),
        harkonnen_results=theirs.dice,
        corrino_results=_corrino(state, theirs),
        atreides_tokens=ours.tokens,
        bene_gesserit=(theirs.bene_gesserit, ours.bene_gesserit),
        reinforcements=_held(document, theirs, state.reinforcements),
        cards=_cards(document, ours, theirs),
        cones=cones_of(state.mode, state.rules),
        frames=read_turn(document, state.phase),
    )


def cones_of(mode: Mode, rules: Rules) -> tuple[int, int]:
    """Returns the cones of silence that the partners of (Harkonnen, Atreides) begin with (TEAM-1)."""
    if mode is Mode.SOLO:
        return 0, 0
    return (CONES if rules.harkonnen_partners > 1 else 0, CONES if rules.partners > 1 else 0)


def _unused(document: Document, side: str, dice: tuple[Result, ...] | None, counted: int) -> int:
    if dice is None:
        return counted
    given = document.get("dice")
    if isinstance(given, Mapping) and f"{side}_unused" in given and counted != len(dice):
        raise FormatError(
            f"{side}.dice",
            "%(number)s dice are named, but dice.%(side)s_unused is %(counted)s",
            number=len(dice),
            side=side,
            counted=counted,
        )
    return len(dice)


def _fremen(state: State, side: SideDocument) -> tuple[Result, ...] | None:
    """TEAM-3: the dice on the Fremen Ally's dashboard, None when nobody says which."""
    if state.rules.partners == 1 and side.ally:
        raise FormatError("atreides.fremen", "the Fremen Ally has dice of its own only with two partners")
    return side.ally if state.rules.partners > 1 else None


def _corrino(state: State, side: SideDocument) -> tuple[Result, ...]:
    """TEAM-3: the dice on the Corrino Ally's dashboard; when nobody says which, the first split that is allowed."""
    if state.rules.harkonnen_partners == 1:
        if side.ally:
            raise FormatError("harkonnen.corrino", "the Corrino Ally has dice of its own only with two partners")
        return ()
    if side.ally is not None or not side.dice:
        return side.ally or ()
    on_theirs = Counter(harkonnen_splits(side.dice)[0].corrino) & Counter(side.dice)
    return sorted_results(tuple(on_theirs.elements()))


def _held(document: Document, side: SideDocument, reinforcements: int) -> int:
    """The Harkonnen cards held are one number, whether the solo reinforcements or a hand."""
    if side.hand is None or side.hand == reinforcements:
        return reinforcements
    if reinforcements and side.hand:
        raise FormatError(
            "harkonnen.hand",
            "%(number)s cards, but reinforcements is %(counted)s",
            number=side.hand,
            counted=reinforcements,
        )
    return side.hand or reinforcements


def _cards(document: Document, ours: SideDocument, theirs: SideDocument) -> Cards:
    shown = _named(document, "prescience_open")
    claimed = _named(document, "prescience_claimed")
    if both := set(shown) & set(claimed):
        raise FormatError("prescience_claimed", "%(card)s is open too", card=min(both))
    unnamed = inside(document, "prescience_unnamed", _unnamed)
    revealed, gone = len(shown) + unnamed[0], len(claimed) + unnamed[1]
    return Cards(
        hand=ours.hand or 0,
        prescience=max(0, _PRESCIENCE_CARDS - revealed - gone),
        revealed=revealed,
        claimed=gone,
        open=shown,
        claimed_cards=claimed,
        hands=(theirs.cards, ours.cards),
    )


def _unnamed(document: Document) -> tuple[int, int]:
    only(document, ("open", "claimed"))
    most = _PRESCIENCE_CARDS
    return integer(document, "open", 0, most=most), integer(document, "claimed", 0, most=most)


def _named(document: Document, key: str) -> tuple[str, ...]:
    cards = ids(document, key, _PRESCIENCE, "a prescience card")
    for index, card in enumerate(cards):
        if card in cards[:index]:
            raise FormatError(f"{key}[{index}]", "%(card)s is named twice", card=card)
    return tuple(sorted(cards))


def write_sides(state: State) -> dict[str, Any]:
    """Returns the keys of a position that ``with_sides`` reads, and `partners`."""
    cards = state.cards
    harkonnen: dict[str, Any] = {"dice": None, "hand": 0, "bene_gesserit": 0}
    if state.mode is not Mode.SOLO:
        hand = _hand(cards.hands[HARKONNEN], state.reinforcements)
        harkonnen = {"dice": _written(state.harkonnen_results), "hand": hand}
        harkonnen["bene_gesserit"] = state.bene_gesserit[HARKONNEN]
        if state.partners(HARKONNEN) > 1 and state.harkonnen_results is not None:
            harkonnen["corrino"] = _written(state.corrino_results)
    atreides: dict[str, Any] = {
        "dice": _written(state.atreides_results),
        "hand": _hand(cards.hands[ATREIDES], cards.hand),
        "tokens": state.atreides_tokens,
        "bene_gesserit": state.bene_gesserit[ATREIDES],
    }
    if state.fremen_results is not None:
        atreides["fremen"] = _written(state.fremen_results)
    turn = next((frame.faction.id for frame in state.frames if isinstance(frame, TurnFrame)), None)
    return {
        "turn": turn if state.phase is Phase.ACTIONS else None,
        "atreides": atreides,
        "harkonnen": harkonnen,
        "prescience_open": list(cards.open),
        "prescience_claimed": list(cards.claimed_cards),
        "prescience_unnamed": {
            "open": cards.revealed - len(cards.open),
            "claimed": cards.claimed - len(cards.claimed_cards),
        },
        "partners": {faction.id: state.partners(faction) for faction in (ATREIDES, HARKONNEN)},
    }


def _hand(names: tuple[str, ...], count: int) -> int | list[str]:
    """A hand is named when every card of it is known."""
    return list(names) if names and len(names) == count else count


def _written(results: tuple[Result, ...] | None) -> list[str] | None:
    return None if results is None else [result.value for result in results]
