"""Putting right everything else of a position: what the form of ``more_sheet`` says becomes a corrected position."""

from dataclasses import replace

from companion.board import AREA_NUMBER
from companion.content import CARDS, TACTICAL_CARDS
from companion.content.terms import Deck, Faction, Marker, Result
from companion.rules.errors import FormatError
from companion.rules.state import HARKONNEN, HARKONNEN_DICE, Cards, Hidden, Mode, State, Turn
from companion.rules.teams import CONES
from companion.web.editor.deeds import corrected
from companion.web.editor.more_sheet import ATTACHABLE, HARKONNEN_CARDS, MOST_OBJECTIVES, MOST_STEPS, SECTORS
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.ui.fields import Fields

HARKONNEN_DECKS = tuple(deck for deck in Deck if deck.faction is HARKONNEN)


@deed("correct-more")
def _correct_more(scene: Scene, fields: Fields) -> Commands:
    state = replace(
        scene.state,
        round=fields.count("round", 99, 1, None),
        atomics=fields.area_or_none("atomics"),
        harkonnen_spent=_kept_order(scene.state.harkonnen_spent, _dice(fields, "spent", HARKONNEN_DICE + 1)),
        bene_gesserit_die=_result(fields, "bene_die"),
        chosen_result=_result(fields, "chosen_result"),
        new_in_tank=fields.leaders("new_in_tank"),
        just_out_of_tank=fields.leaders("just_out_of_tank"),
        forbidden_leaders=fields.leaders("forbidden_leaders"),
        discard_top=fields.member("discard_top", Deck) if fields.text("discard_top") else None,
        winner=fields.faction("winner") if fields.text("winner") else None,
        cards=_cards(scene.state, fields),
        turn=_turn(scene.state.turn, fields),
    )
    if state.atreides_results is None:
        state = replace(state, atreides_unused=fields.count("atreides_unused", 5))
    if scene.sees_hidden:
        state = replace(state, hidden=Hidden(_objectives(fields)))
    return corrected(scene, _solo(state, fields) if state.mode is Mode.SOLO else _people(state, fields))


def _solo(state: State, fields: Fields) -> State:
    sector = fields.text("harvesting_sector")
    if sector and sector not in SECTORS and sector != state.harvesting_sector:
        raise FormatError("harvesting_sector", _("there is no “%(value)s”", value=sector[:40]))
    return replace(
        state,
        harvesting_sector=sector or None,
        target_sietch=fields.area_or_none("target_sietch"),
        hawats_scheming_beside_board=fields.yes("beside"),
    )


def _people(state: State, fields: Fields) -> State:
    cones = tuple(
        fields.count(f"cones-{faction.id}", CONES) if state.partners(faction) > 1 else 0 for faction in Faction
    )
    corrino = _dice(fields, "corrino", 8) if state.rules.harkonnen_partners > 1 else ()
    state = replace(
        state,
        cones=(cones[0], cones[1]),
        corrino_results=corrino,
        harkonnen_bene_gesserit_die=_result(fields, "harkonnen_bene_die"),
    )
    if state.harkonnen_results is None:
        return state
    theirs = _dice(fields, "theirs", 9)
    return replace(state, harkonnen_results=theirs, harkonnen_unused=len(theirs))


def _dice(fields: Fields, prefix: str, most: int) -> tuple[Result, ...]:
    return tuple(result for result in Result for _n in range(fields.count(f"{prefix}-{result.value}", most)))


def _kept_order(now: tuple[Result, ...], wanted: tuple[Result, ...]) -> tuple[Result, ...]:
    """The dice in the order in which they were spent, when they are the same."""
    return now if sorted(now) == sorted(wanted) else wanted


def _result(fields: Fields, name: str) -> Result | None:
    return fields.member(name, Result) if fields.text(name) else None


def _cards(state: State, fields: Fields) -> Cards:
    now = state.cards
    decks = [fields.count(f"deck-{deck.value}", 18) for deck in Deck]
    discards = tuple(
        card for card in HARKONNEN_CARDS for _n in range(fields.count(f"discard-{card}", CARDS[card].copies))
    )
    attached = [card for card in fields.values.getlist("attached") if _known(card, "attached", ATTACHABLE)]
    cards = replace(
        now,
        decks=(decks[0], decks[1], decks[2], decks[3]),
        prescience=fields.count("prescience-deck", 16),
        claimed=fields.count("claimed", 2),
        discards=now.discards if sorted(now.discards) == sorted(discards) else discards,
        attached=now.attached if set(now.attached) == set(attached) else tuple(attached),
    )
    if state.mode is not Mode.SOLO:
        return cards
    tactical = [card for card in fields.values.getlist("tactical") if _known(card, "tactical", tuple(TACTICAL_CARDS))]
    burnt = tuple(deck for deck in HARKONNEN_DECKS for _n in range(fields.count(f"burnt-{deck.value}", 18)))
    stack = tuple(deck for deck in HARKONNEN_DECKS for _n in range(fields.count(f"stack-{deck.value}", 36)))
    return replace(
        cards,
        tactical=now.tactical if set(now.tactical) == set(tactical) else tuple(tactical),
        burnt=now.burnt if sorted(now.burnt) == sorted(burnt) else burnt,
        reinforcement_decks=now.reinforcement_decks if sorted(now.reinforcement_decks) == sorted(stack) else stack,
    )


def _known(value: str, name: str, known: tuple[str, ...]) -> bool:
    if value not in known:
        raise FormatError(name, _("there is no “%(value)s”", value=value[:40]))
    return True


def _turn(turn: Turn, fields: Fields) -> Turn:
    step = fields.count("step", 2, 1, turn.step)
    return replace(
        turn,
        moved=() if fields.yes("nothing-moved") else turn.moved,
        step=step,
        ornithopter_used=fields.yes("flown"),
        target=_area_of(fields, "turn-target"),
        temporary_target=_area_of(fields, "turn-other"),
    )


def _area_of(fields: Fields, name: str) -> int | None:
    return fields.chosen(name, AREA_NUMBER) if fields.text(name) else None


def _objectives(fields: Fields) -> tuple[tuple[int, int, int], ...]:
    """Those with a step in them; all three are needed then."""
    found = []
    for number in range(MOST_OBJECTIVES):
        kwisatz, dwellers, jihad = (fields.count(f"objective-{number}-{m.value}", MOST_STEPS) for m in Marker)
        if kwisatz or dwellers or jihad:
            found.append((kwisatz, dwellers, jihad))
    return tuple(found)
