"""The table of everything else that a position holds, seldom wrong and hard to see."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.board import AREA_IDS, AREA_NUMBER, ATOMICS_AREAS, members
from companion.content import BORDER_SWITCHES, CARDS, LEADERS, PRESCIENCE_CARDS, TACTICAL_CARDS, VARIANTS
from companion.content.terms import Deck, Faction, Result
from companion.rules.state import HARKONNEN, MARKERS, SWITCHES, Hidden, Mode, Standing, State
from companion.rules.teams import CONES
from companion.web.editor.figures import Choice, Figure, Group, Lens, Many, Number, at, copies, flag, optional
from companion.web.editor.tracks import MOST_ROUNDS, MOST_STEPS, deck_group, dice_of
from companion.web.editor.war import rest_of_war
from companion.web.say import _
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH

SECTORS = ("nw", "ne", "sw", "se", "central")
HARKONNEN_CARDS = tuple(card.id for card in CARDS.values() if card.deck.faction is HARKONNEN)
HARKONNEN_DECKS = tuple(deck for deck in Deck if deck.faction is HARKONNEN)
ATTACHABLE = ("fear_is_the_mind_killer", "eyes_of_ibad")
MOST_OBJECTIVES = 2


def rest_groups(state: State, *, secret: bool = False) -> tuple[Group, ...]:
    """Returns everything else; what is hidden only with ``secret``."""
    rounds = Number("round", _("Round"), *at("round"), MOST_ROUNDS, "history", least=1)
    spent = dice_of("spent", "harkonnen_spent")
    discards = tuple(
        Number(f"discard-{card}", names.card_name(card), *lens, CARDS[card].copies)
        for card in HARKONNEN_CARDS
        for lens in (copies(card, HARKONNEN_CARDS, "cards", "discards"),)
    )
    winner = optional("winner", to=lambda faction: faction.id, of=Faction.from_id)
    factions = tuple((faction.id, names.faction_name(faction)) for faction in Faction)
    return (
        Group("round", "", (rounds, *_places(state))),
        Group("spent", _("Harkonnen dice spent"), (*spent, *_fixed_dice())),
        Group("fremen", _("Of the Atreides dice on the Fremen Ally’s dashboard"), _fremen(state)),
        *(_solo(state) if state.mode is Mode.SOLO else _people(state)),
        *rest_of_war(state),
        deck_group(),
        Group("discards", _("Harkonnen cards face up in the discards"), (*discards, *_loose_cards())),
        Group("leaders", "", _leaders(state)),
        Group("turn", _("The turn in progress"), _turn(state)),
        Group("rules", _("Rules of this game"), _switches()),
        Group("winner", "", (Choice("winner", _("The game is won by"), *winner, (("", _("nobody yet")), *factions)),)),
        *((Group("objectives", _("Secret objectives, 0 0 0 for none"), _objectives()),) if secret else ()),
    )


def _area_choice(field: str, label: str, path: Sequence[str], areas: Iterable[int], state: State, none: str) -> Choice:
    """An area or none; where it is now is offered whatever it is."""
    now = at(*path)[0](state)
    offered = sorted({*areas, *(() if now is None else (now,))})
    offers = (("", none), *((AREA_IDS[area], names.area_name(area)) for area in offered))
    return Choice(field, label, *optional(*path, to=AREA_IDS.__getitem__, of=AREA_NUMBER.__getitem__), offers)


def _switches() -> tuple[Figure, ...]:
    """The variants and readings that a table may still change; who shares a faction stays as it was begun."""
    titles = {name: _(variant.title) for name, variant in VARIANTS.items()}
    (border,) = BORDER_SWITCHES.values()
    titles["doubtful_border"] = _(border.title)
    return tuple(Number(f"rule-{name}", titles[name], *flag("rules", name), 1, tick=True) for name in SWITCHES)


def _places(state: State) -> tuple[Figure, ...]:
    atomics = members(ATOMICS_AREAS)
    found: list[Figure] = [_area_choice("atomics", _("Atomics used in"), ("atomics",), atomics, state, _("not used"))]
    if state.mode is Mode.SOLO:
        known = dict.fromkeys((*SECTORS, *((state.harvesting_sector,) if state.harvesting_sector else ())))
        sectors = (("", _("none")), *((sector, names.capital(names.sector_name(sector))) for sector in known))
        sietches = [sietch.area for sietch in state.sietches]
        found += [
            Choice("harvesting_sector", _("Harvesting sector"), *optional("harvesting_sector"), sectors),
            _area_choice("target_sietch", _("Target sietch"), ("target_sietch",), sietches, state, _("none")),
        ]
    return tuple(found)


def _result_choice(field: str, label: str, path: str, none: str) -> Choice:
    results = (("", none), *((result.value, names.result_name(result)) for result in Result))
    return Choice(field, label, *optional(path, of=Result), results)


def _fixed_dice() -> tuple[Figure, ...]:
    label = _("Truthtrance fixed the next Harkonnen die")
    return (
        _result_choice("bene_die", _("Your temporary die is on"), "bene_gesserit_die", _("no result")),
        _result_choice("chosen_result", label, "chosen_result", _("no")),
    )


def _fremen(state: State) -> tuple[Number, ...]:
    return dice_of("fremen", "fremen_results", faction="a") if state.fremen_results is not None else ()


def _people(state: State) -> tuple[Group, ...]:
    """What only games with people as the Harkonnen have."""
    label = _("The Harkonnen temporary die is on")
    die = _result_choice("harkonnen_bene_die", label, "harkonnen_bene_gesserit_die", _("no result"))
    theirs = dice_of("theirs", "harkonnen_results", "harkonnen_unused") if state.harkonnen_results is not None else ()
    corrino = dice_of("corrino", "corrino_results") if state.rules.harkonnen_partners > 1 else ()
    cones = tuple(
        Number(f"cones-{faction.id}", names.faction_name(faction), *at("cones", faction), CONES, "people")
        for faction in Faction
        if state.partners(faction) > 1
    )
    return (
        Group("theirs", _("Harkonnen dice unused"), (*theirs, die)),
        Group("corrino", _("Of these on the Ally’s dashboard"), corrino),
        Group("cones", _("Cones of silence left"), cones),
    )


def _by_deck(prefix: str, field: str, most: int) -> tuple[Number, ...]:
    return tuple(
        Number(f"{prefix}-{deck.value}", names.deck_name(deck), *lens, most, "cards", "h")
        for deck in HARKONNEN_DECKS
        for lens in (copies(deck, HARKONNEN_DECKS, "cards", field),)
    )


def _solo(state: State) -> tuple[Group, ...]:
    """What only the game against Mahdi has."""
    beside = flag("hawats_scheming_beside_board")
    hawat = Number("beside", _("One is beside the board"), *beside, 1, "cards", "h", tick=True)
    sietches = tuple((card, names.area_name(TACTICAL_CARDS[card].sietch)) for card in TACTICAL_CARDS)
    label = _("Tactical cards revealed this round")
    return (
        Group("burnt", _("Harkonnen cards discarded unseen"), _by_deck("burnt", "burnt", 18)),
        Group(
            "stack", _("Reinforcements by their deck, as far as known"), _by_deck("stack", "reinforcement_decks", 36)
        ),
        Group("hawat", names.card_name("hawats_scheming"), (hawat,)),
        Group("tactical", "", (Many("tactical", label, *at("cards", "tactical"), sietches, "cards"),)),
    )


def _sorted(field: str) -> Lens:
    """How the names of cards in a sorted tuple are read and written."""
    read, write = at("cards", field)
    return read, lambda state, cards: write(state, tuple(sorted(cards)))


def _loose_cards() -> tuple[Figure, ...]:
    decks = (("", _("not known")), *((deck.value, names.deck_name(deck)) for deck in HARKONNEN_DECKS))
    cards = tuple((card, names.card_name(card)) for card in ATTACHABLE)
    prescience = tuple((card.id, _(card.name)) for card in PRESCIENCE_CARDS.values())
    top = _("Deck of the Harkonnen card discarded last")
    turned = _("Deck of the last card added for a revealed token")
    return (
        Choice("discard_top", top, *optional("discard_top", of=Deck), decks),
        Choice("turned", turned, *optional("cards", "turned", of=Deck), decks),
        Many("attached", _("Cards attached to prescience cards"), *at("cards", "attached"), cards, "cards", "a"),
        Many("open", _("Revealed prescience cards, as far as known"), *_sorted("open"), prescience, "cards", "a"),
        Many("claimed_cards", _("Claimed in this round"), *_sorted("claimed_cards"), prescience, "cards", "a"),
    )


def _leaders(state: State) -> tuple[Figure, ...]:
    in_play = [name for name, status in state.leaders if status.standing not in (Standing.OUT, Standing.REMOVED)]
    own = [leader for leader in in_play if LEADERS[leader].faction is not HARKONNEN]

    def marked(field: str, label: str, offered: list[str]) -> Many:
        offers = dict.fromkeys((*offered, *at(field)[0](state)))
        return Many(field, label, *at(field), tuple((one, names.leader_name(one)) for one in offers), "named")

    return (
        marked("new_in_tank", _("Entered the tank this turn"), in_play),
        marked("just_out_of_tank", _("Left the tank this turn"), in_play),
        marked("forbidden_leaders", _("May not act in your next turn"), own),
    )


def _turn(state: State) -> tuple[Figure, ...]:
    """The action in progress: who moved can be forgotten, the rest be put right."""
    read, write = at("turn", "moved")
    still: Lens = (lambda state: int(not read(state)), lambda state, on: write(state, ()) if on else state)
    step: Lens = (lambda state: str(state.turn.step), lambda state, text: at("turn", "step")[1](state, int(text)))
    flown = _("An ornithopter was used in this turn")
    areas = [sietch.area for sietch in state.sietches]
    other = ("turn", "temporary_target")
    return (
        Number("nothing-moved", _("Nothing has moved yet in this action"), *still, 1, "undo", tick=True),
        Number("flown", flown, *flag("turn", "ornithopter_used"), 1, "ornithopter", "h", tick=True),
        Choice("step", _("Step of the die"), *step, (("1", "1"), ("2", "2"))),
        _area_choice("turn-target", _("Target of this turn"), ("turn", "target"), areas, state, _("not fixed")),
        _area_choice("turn-other", _("Temporary target"), other, areas, state, _("none")),
    )


def _objectives() -> tuple[Number, ...]:
    return tuple(
        Number(f"objective-{n}-{m.value}", names.marker_name(m), *_objective(n, k), MOST_STEPS, MARKER_GLYPH[m], "a")
        for n in range(MOST_OBJECTIVES)
        for k, m in enumerate(MARKERS)
    )


def _objective(number: int, marker: int) -> Lens:
    def all_of(state: State) -> tuple[tuple[int, ...], ...]:
        return (*state.hidden.objectives, *((0, 0, 0),) * MOST_OBJECTIVES)[:MOST_OBJECTIVES]

    def write(state: State, step: int) -> State:
        padded = at("hidden", "objectives")[1](state, all_of(state))
        return at("hidden", "objectives", number, marker)[1](padded, step)

    return lambda state: all_of(state)[number][marker], write


def without_blanks(state: State) -> State:
    """Returns the position without the objectives that have no step in them."""
    return replace(state, hidden=Hidden(tuple(one for one in state.hidden.objectives if any(one))))
