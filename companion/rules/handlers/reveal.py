"""Facedown tokens are turned: because somebody attacks, or because their owner likes to (BATTLE-2, TOKEN-1, FREE-1).

Attacks of any kind turn tokens by force: ``due`` names them. Everything else is the free action of the Atreides, which
costs the solo player a card for the Harkonnen and may be forbidden by an ornithopter (MAHDI-REVEAL-1).
"""

from collections.abc import Iterator

from companion.board import AREA_IDS, AREA_ZONES, mask_of
from companion.content.terms import Faction, Power
from companion.frozen import replace
from companion.rules.army import NOBODY
from companion.rules.ask.rounds import next_deck, other_deck
from companion.rules.ask.stacking import excess
from companion.rules.ask.tokens import TOKEN_RULE, colours_turned, due, due_sietch
from companion.rules.ask.turns import own_turn
from companion.rules.commands import RevealSietch, RevealTokens
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.events import SietchRevealed, TokensRevealed
from companion.rules.frames import BattleFrame, EndFrame, EndStage, RevealTokensFrame
from companion.rules.handlers.rounds import reinforce
from companion.rules.handlers.setup import rank_problems
from companion.rules.handlers.stacking import open_excess
from companion.rules.handlers.supplies import missing_figures
from companion.rules.handlers.tracks import remove_lone_leaders
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import Mode, State

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES


def unrevealed(state: State, frame: BattleFrame) -> bool:
    """True while a sietch or deployment token of this battle lies facedown (BATTLE-2)."""
    return due_sietch(state) is not None or bool(due(state))


def free_to_turn(state: State) -> bool:
    """True when the Atreides may turn what they like (FREE-0, FREE-1): in their turn, or in a bare position.

    At the end of the round prescience cards may ask for it (PRES-3).
    """
    return not state.frames or own_turn(state, ATREIDES) or _claims(state) is not None


def _claims(state: State) -> EndFrame | None:
    """Returns the step of the claims at the end of the round while it goes on, else None."""
    frame = state.frame
    return frame if isinstance(frame, EndFrame) and frame.stage is EndStage.CLAIMS else None


@checks(RevealTokens)
def _check_tokens(state: State, command: RevealTokens) -> Iterator[Refusal]:
    if (command.faction, command.area) not in due(state):
        if command.faction is HARKONNEN or not free_to_turn(state):
            yield not_now(state, TOKEN_RULE[command.faction])
            return
        yield from _watched(state, command.area)
    facts: dict[str, object] = {"area": AREA_IDS[command.area], "tokens": command.tokens}
    there = (state.army(command.faction, command.area) or NOBODY).tokens
    if not 1 <= command.tokens <= there:
        yield refuse("not_so_many_tokens", TOKEN_RULE[command.faction], **facts, there=there)
    yield from _check_figures(state, command)
    if command.faction is HARKONNEN and 1 <= command.tokens <= there:
        yield from _check_colour(state, command)


def _check_figures(state: State, command: RevealTokens) -> Iterator[Refusal]:
    """A token is replaced by figures from the supply (``TOKEN_RULE``, UNIT-2); it never shows a named leader."""
    figures = command.figures
    if figures.named:
        yield refuse("named_leader_on_token", TOKEN_RULE[command.faction], leaders=figures.named)
    yield from missing_figures(state, command.faction, replace(figures, named=()))
    if not figures.units:
        yield refuse("token_without_units", TOKEN_RULE[command.faction], Severity.UNUSUAL, area=AREA_IDS[command.area])


def _check_colour(state: State, command: RevealTokens) -> Iterator[Refusal]:
    facts = {"tokens": command.tokens, "colour": command.colour}
    if command.colour is None:
        if colours_turned(state, command.tokens, None) is None:
            yield refuse("colour_needed", "MAHDI-TOKEN-1", **facts)
    elif command.tokens != 1 or command.colour not in ("black", "silver"):
        yield refuse("colour_of_one_token", "MAHDI-TOKEN-1", **facts)


@decides(RevealTokens)
def _reveal_tokens(draft: Draft, command: RevealTokens) -> None:
    state = draft.state
    forced = (command.faction, command.area) in due(state)
    colours = colours_turned(state, command.tokens, command.colour) if command.faction is HARKONNEN else None
    black, silver = colours or (0, 0)
    before = excess(state, command.faction, command.area)
    draft.emit(TokensRevealed(command.faction, command.area, command.tokens, command.figures, black, silver))
    if not forced:
        _remember(draft, tokens=(command.area,) * command.tokens)
        _pay_for_turning(draft, command.tokens)
    remove_lone_leaders(draft, command.faction, command.area)
    army = draft.state.army(command.faction, command.area) or NOBODY
    # Others that have to be turned as well are turned first; for better units only one has to be.
    if not (army.tokens and (command.faction, command.area) in due(draft.state)):
        open_excess(draft, command.faction, command.area, before)


@checks(RevealSietch)
def _check_sietch(state: State, command: RevealSietch) -> Iterator[Refusal]:
    facts: dict[str, object] = {"area": AREA_IDS[command.area], "rank": command.rank}
    sietch = state.sietch(command.area)
    attacked = due_sietch(state)
    if sietch is None or sietch.revealed:
        yield refuse("no_facedown_sietch", "SETTLE-1", **facts)
        return
    if attacked is None or attacked.area != command.area:
        if not free_to_turn(state):
            yield not_now(state, "BATTLE-2")
            return
        yield from _watched(state, command.area)
    yield from rank_problems(state, command.area, command.rank)
    if sietch.rank is not None and sietch.rank != command.rank:
        yield refuse("rank_was_entered", "R-16", Severity.UNUSUAL, **facts, entered=sietch.rank)


@decides(RevealSietch)
def _reveal_sietch(draft: Draft, command: RevealSietch) -> None:
    forced = due_sietch(draft.state) is not None
    draft.emit(SietchRevealed(command.area, command.rank))
    if not forced:
        _remember(draft, sietches=(command.area,))
        _pay_for_turning(draft, 1)


def _watched(state: State, area: int) -> Iterator[Refusal]:
    """MAHDI-REVEAL-1: an ornithopter watches; a token that a prescience card asks for is turned all the same.

    In the claims nothing but a card asks for it. In a turn only the player knows why he turns it. The first printing
    knows no exception.
    """
    if _claims(state) and not state.rules.first_printing:
        return
    if state.mode is Mode.SOLO and AREA_ZONES[area] & mask_of(state.ornithopters):
        severity = Severity.ILLEGAL if state.rules.first_printing else Severity.UNUSUAL
        yield refuse("watched_by_ornithopter", "MAHDI-REVEAL-1", severity, area=AREA_IDS[area])


def _remember(draft: Draft, tokens: tuple[int, ...] = (), sietches: tuple[int, ...] = ()) -> None:
    """Keeps what is turned during the claims of the end of a round: two prescience cards ask for it."""
    frame = _claims(draft.state)
    if frame:
        draft.change(replace(frame, tokens=(*frame.tokens, *tokens), sietches=(*frame.sietches, *sietches)))


def _pay_for_turning(draft: Draft, count: int) -> None:
    """MAHDI-REVEAL-1: a card for the reinforcements each; not under the Spacing Guild ban.

    The decks take turns, over several commands too, until a discard shows another deck (MAHDI-CARD-1).
    """
    state = draft.state
    if state.mode is not Mode.SOLO or Power.SPACING_GUILD in state.bans:
        return
    deck = next_deck(state) if state.cards.turned is None else other_deck(state.cards.turned)
    for _ in range(count):
        reinforce(draft, deck, turned=True)
        deck = other_deck(deck)


@settles(RevealTokensFrame)
def _all_turned(draft: Draft) -> bool:
    """Leaves the step that asked for tokens once none is facedown."""
    frame = draft.state.frame
    if not isinstance(frame, RevealTokensFrame):
        return False
    if (draft.state.army(frame.faction, frame.area) or NOBODY).tokens:
        return False
    draft.close()
    return True
