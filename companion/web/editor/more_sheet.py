"""The sheet of the tracks, second part: everything else that a position holds, seldom wrong and hard to see."""

from collections.abc import Iterable

from companion.board import AREA_IDS, ATOMICS_AREAS, members
from companion.content import CARDS, LEADERS, TACTICAL_CARDS
from companion.content.terms import Deck, Faction, Marker, Result
from companion.rules.state import HARKONNEN, HARKONNEN_DICE, Mode, Standing, State
from companion.rules.teams import CONES
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.ui.blocks import (
    Block,
    Button,
    Buttons,
    Check,
    Checks,
    Fold,
    Form,
    Note,
    Select,
    Stepper,
    Steppers,
)
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH

SECTORS = ("nw", "ne", "sw", "se", "central")
HARKONNEN_CARDS = tuple(card.id for card in CARDS.values() if card.deck.faction is HARKONNEN)
ATTACHABLE = ("fear_is_the_mind_killer", "eyes_of_ibad")
MOST_OBJECTIVES = 2
MOST_STEPS = 12
Offers = tuple[tuple[str, str], ...]


def more_fold(scene: Scene) -> Fold:
    """Returns the form of everything else; what is hidden only for those who may see it."""
    state = scene.state
    blocks: list[Block] = [
        Steppers((Stepper("round", _("Round"), state.round, 1, 30, "history"),)),
        *_places(state),
        Steppers(_spent(state), _("Harkonnen dice spent")),
        *_temporary_dice(state),
        *_people(state),
        Steppers(_decks(state), _("Cards left")),
        Steppers(_discards(state), _("Harkonnen cards face up in the discards")),
        *_loose_cards(state),
        *_tank_checks(state),
        *_turn(state),
        Select("winner", _("The game is won by"), (("", _("nobody yet")), *_factions()), _id(state.winner)),
    ]
    if scene.sees_hidden:
        blocks.append(Steppers(_objectives(state), _("Secret objectives, 0 0 0 for none")))
    note = Note(_("The app keeps these by itself. Change them only when the table shows something else."), "history")
    save = Buttons((Button(_("Save what differs"), "check"),))
    return Fold(_("Everything else"), (Form("correct-more", (note, *blocks, save)),), "edit")


def _id(faction: Faction | None) -> str:
    return "" if faction is None else faction.id


def _factions() -> Offers:
    return tuple((faction.id, names.faction_name(faction)) for faction in Faction)


def _areas(areas: Iterable[int], none: str) -> Offers:
    return (("", none), *((AREA_IDS[area], names.area_name(area)) for area in areas))


def _area(area: int | None) -> str:
    return "" if area is None else AREA_IDS[area]


def _results(none: str) -> Offers:
    return (("", none), *((result.value, names.result_name(result)) for result in Result))


def _places(state: State) -> tuple[Block, ...]:
    atomics = sorted({*members(ATOMICS_AREAS), *((state.atomics,) if state.atomics is not None else ())})
    targets = sorted(
        {*(s.area for s in state.sietches), *(() if state.target_sietch is None else (state.target_sietch,))}
    )
    found: list[Block] = [Select("atomics", _("Atomics used in"), _areas(atomics, _("not used")), _area(state.atomics))]
    if state.mode is Mode.SOLO:
        known = dict.fromkeys((*SECTORS, *((state.harvesting_sector,) if state.harvesting_sector else ())))
        sectors = (("", _("none")), *((sector, names.capital(names.sector_name(sector))) for sector in known))
        found += [
            Select("harvesting_sector", _("Harvesting sector"), sectors, state.harvesting_sector or ""),
            Select("target_sietch", _("Target sietch"), _areas(targets, _("none")), _area(state.target_sietch)),
        ]
    return tuple(found)


def _spent(state: State) -> tuple[Stepper, ...]:
    return tuple(
        Stepper(
            f"spent-{result.value}",
            names.result_name(result),
            state.harkonnen_spent.count(result),
            0,
            HARKONNEN_DICE + 1,
            result.value,
            "h",
        )
        for result in Result
    )


def _temporary_dice(state: State) -> tuple[Block, ...]:
    die = state.bene_gesserit_die
    found: list[Block] = [
        Select("bene_die", _("Your temporary die lies on"), _results(_("no result")), "" if die is None else die.value)
    ]
    if state.atreides_results is None:
        unrolled = Stepper("atreides_unused", _("Atreides dice unused"), state.atreides_unused, 0, 5, "dice", "a")
        found.append(Steppers((unrolled,)))
    chosen = state.chosen_result
    value = "" if chosen is None else chosen.value
    found.append(Select("chosen_result", _("Truthtrance fixed the next Harkonnen die"), _results(_("no")), value))
    return tuple(found)


def _people(state: State) -> tuple[Block, ...]:
    """What only games with people as the Harkonnen have."""
    if state.mode is Mode.SOLO:
        return ()
    die = state.harkonnen_bene_gesserit_die
    value = "" if die is None else die.value
    label = _("The Harkonnen temporary die lies on")
    found: list[Block] = [Select("harkonnen_bene_die", label, _results(_("no result")), value)]
    if state.harkonnen_results is not None:
        found.append(Steppers(_dice("theirs", state.harkonnen_results), _("Harkonnen dice unused")))
    if state.rules.harkonnen_partners > 1:
        found.append(Steppers(_dice("corrino", state.corrino_results), _("Of these on the Ally’s dashboard")))
    cones = tuple(
        Stepper(f"cones-{faction.id}", names.faction_name(faction), state.cones[faction], 0, CONES, "people")
        for faction in Faction
        if state.partners(faction) > 1
    )
    return (*found, Steppers(cones, _("Cones of silence left"))) if cones else tuple(found)


def _dice(prefix: str, results: tuple[Result, ...]) -> tuple[Stepper, ...]:
    return tuple(
        Stepper(f"{prefix}-{r.value}", names.result_name(r), results.count(r), 0, 8, r.value, "h") for r in Result
    )


def _decks(state: State) -> tuple[Stepper, ...]:
    decks = zip(Deck, state.cards.decks, strict=True)
    return (
        *(Stepper(f"deck-{deck.value}", names.deck_name(deck), left, 0, 18, "cards") for deck, left in decks),
        Stepper("prescience-deck", _("Prescience cards in the deck"), state.cards.prescience, 0, 16, "cards"),
        Stepper("claimed", _("Prescience cards claimed this round"), state.cards.claimed, 0, 2, "cards"),
    )


def _discards(state: State) -> tuple[Stepper, ...]:
    return tuple(
        Stepper(f"discard-{card}", names.card_name(card), state.cards.discards.count(card), 0, CARDS[card].copies)
        for card in HARKONNEN_CARDS
    )


def _loose_cards(state: State) -> tuple[Block, ...]:
    decks = tuple(deck for deck in Deck if deck.faction is HARKONNEN)
    top = "" if state.discard_top is None else state.discard_top.value
    deck_offers = (("", _("not known")), *((deck.value, names.deck_name(deck)) for deck in decks))
    found: list[Block] = [
        Select("discard_top", _("Deck of the Harkonnen card discarded last"), deck_offers, top),
        Checks(
            "attached",
            _("Cards attached to prescience cards"),
            tuple(Check(c, names.card_name(c), "cards", "a", checked=c in state.cards.attached) for c in ATTACHABLE),
        ),
    ]
    if state.mode is Mode.SOLO:
        burnt = tuple(
            Stepper(f"burnt-{deck.value}", names.deck_name(deck), state.cards.burnt.count(deck), 0, 18, "cards", "h")
            for deck in decks
        )
        stacked = tuple(
            Stepper(
                f"stack-{deck.value}",
                names.deck_name(deck),
                state.cards.reinforcement_decks.count(deck),
                0,
                36,
                "cards",
                "h",
            )
            for deck in decks
        )
        beside = Check(
            "1", _("One lies beside the board"), "cards", "h", "", state.hawats_scheming_beside_board, "beside"
        )
        drawn = tuple(
            Check(card, names.area_name(TACTICAL_CARDS[card].sietch), "cards", checked=card in state.cards.tactical)
            for card in TACTICAL_CARDS
        )
        found += [
            Steppers(burnt, _("Harkonnen cards discarded unseen")),
            Steppers(stacked, _("Reinforcements by their deck, as far as known")),
            Checks("hawat", names.card_name("hawats_scheming"), (beside,)),
            Checks("tactical", _("Tactical cards turned up this round"), drawn),
        ]
    return tuple(found)


def _tank_checks(state: State) -> tuple[Block, ...]:
    in_play = [name for name, status in state.leaders if status.standing not in (Standing.OUT, Standing.REMOVED)]

    def checks(name: str, label: str, marked: tuple[str, ...], offered: Iterable[str]) -> Checks:
        found = tuple(
            Check(leader, names.leader_name(leader), "named", checked=leader in marked)
            for leader in dict.fromkeys((*offered, *marked))
        )
        return Checks(name, label, found)

    own = [leader for leader in in_play if LEADERS[leader].faction is not HARKONNEN]
    return (
        checks("new_in_tank", _("Came into the tank in this turn"), state.new_in_tank, in_play),
        checks("just_out_of_tank", _("Left the tank in this turn"), state.just_out_of_tank, in_play),
        checks("forbidden_leaders", _("May not act in your next turn"), state.forbidden_leaders, own),
    )


def _turn(state: State) -> tuple[Block, ...]:
    """The action in progress: who moved can be forgotten, the rest be put right."""
    turn = state.turn
    moved = Check("1", _("Nothing has moved yet in this action"), "undo", checked=not turn.moved, name="nothing-moved")
    flown = Check(
        "1", _("An ornithopter was used in this turn"), "ornithopter", "h", "", turn.ornithopter_used, "flown"
    )
    targets = [s.area for s in state.sietches]
    return (
        Checks("turn", _("The turn in progress"), (moved, flown)),
        Select("step", _("Step of the die"), (("1", "1"), ("2", "2")), str(turn.step)),
        Select("turn-target", _("Target of this turn"), _areas(targets, _("not fixed")), _area(turn.target)),
        Select("turn-other", _("Temporary target"), _areas(targets, _("none")), _area(turn.temporary_target)),
    )


def _objectives(state: State) -> tuple[Stepper, ...]:
    entered = (*state.hidden.objectives, *((0, 0, 0),) * MOST_OBJECTIVES)[:MOST_OBJECTIVES]
    return tuple(
        Stepper(f"objective-{number}-{m.value}", names.marker_name(m), step, 0, MOST_STEPS, MARKER_GLYPH[m], "a")
        for number, steps in enumerate(entered)
        for m, step in zip(Marker, steps, strict=True)
    )
