"""The own side first: what a phone of a side shows while it waits for others (hand, dice, leaders, objective)."""

from collections import Counter

from companion.content import LEADERS, LeaderKind
from companion.content.terms import Faction, Result
from companion.rules.frames import BattleFrame
from companion.rules.state import HARKONNEN, Standing, State
from companion.web.say import _
from companion.web.scene import Reader, Scene
from companion.web.steps.hands import cards_to_read, handed_over, own_cards
from companion.web.steps.round.objective import goals
from companion.web.ui.blocks import Block, Fold, Key, Keys, Lines
from companion.web.words import names
from companion.web.words.glyphs import action_glyph


def own_view(scene: Scene) -> tuple[Block, ...]:
    """Returns what a device of a side sees of it below a step that is not its own; nothing for all others.

    A battle takes the whole phone. What is secret is there only as far as this device may see it.
    """
    faction = scene.view.seat.faction
    waits = scene.reader is Reader.OTHER and scene.listener is None and scene.now is None
    if faction is None or not waits or scene.setting_up or isinstance(scene.state.frame, BattleFrame):
        return ()
    hand = own_cards(scene, faction)
    cards = (cards_to_read(scene.state, hand, _("Your planning cards")),) if hand else ()
    blocks = (*_dice(scene.state, faction), *cards, *handed_over(scene), *_leaders(scene.state, faction), *goals(scene))
    title = _("Your side: %(faction)s", faction=names.faction_name(faction))
    return (Fold(title, blocks, faction.id, open=True),) if blocks else ()


def _dice(state: State, faction: Faction) -> tuple[Block, ...]:
    results = (state.harkonnen_results if faction is HARKONNEN else state.atreides_results) or ()
    counts = Counter(results)
    keys = tuple(
        Key(names.result_name(one), action_glyph(one), many=str(counts[one]) if counts[one] > 1 else "")
        for one in Result
        if counts[one]
    )
    return (Keys(_("Your unused dice"), keys),) if keys else ()


def _leaders(state: State, faction: Faction) -> tuple[Block, ...]:
    """Which named leaders in play can still act, and which card lies turned down."""
    here = [
        (name, status.card_ready)
        for name, status in state.leaders
        if LEADERS[name].faction is faction
        and LEADERS[name].kind is LeaderKind.NAMED
        and status.standing in (Standing.BOARD, Standing.READY)
    ]
    ready = names.join([names.leader_name(name) for name, up in here if up])
    spent = names.join([names.leader_name(name) for name, up in here if not up])
    lines = [_("Leaders with their card face up: %(leaders)s.", leaders=ready)] if ready else []
    lines += [_("Spent: %(leaders)s.", leaders=spent)] if spent else []
    return (Lines(tuple(lines)),) if lines else ()
