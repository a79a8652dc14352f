"""The roll of a battle round on one screen: cards for dice, the dice of both sides, the chances as they change."""

from collections.abc import Sequence
from dataclasses import replace

from companion.content.terms import Deck, Faction
from companion.rules import combat
from companion.rules.ask.battles import cards_in_hand, side_to_discard
from companion.rules.commands import DiscardForDice, RollBattle
from companion.rules.errors import FormatError
from companion.rules.frames import BattleFrame, BattleStage, RollSource
from companion.rules.odds.running import is_bot
from companion.rules.state import HARKONNEN, Mode, State
from companion.web.orders.course import carried_out
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.battle.chances import cards_block
from companion.web.steps.battle.maths import ROLE, SIDES, adder, dice_to_roll, versus
from companion.web.steps.dice_photo import brought_back, source_field, with_photo
from companion.web.steps.hands import discard_choice, discards_in, own_count, own_untold
from companion.web.steps.head import Head
from companion.web.ui.blocks import Block, Dock, Form, Go, Note, Select, Stepper, Steppers
from companion.web.ui.fields import Fields
from companion.web.ui.fight_blocks import Throw
from companion.web.ui.panel import Panel
from companion.web.ui.parts import SIDE
from companion.web.words import names

CARDS = "cards"
"""The field that counts the cards discarded with this roll."""


def ask_roll(scene: Scene, frame: BattleFrame, head: Head) -> Panel:
    """Asks for cards and dice; between people the side that discards first does so by a step of its own."""
    side = side_to_discard(frame)
    if side is None:
        return _dice(scene, frame, head, (scene.state,), None)
    faction = combat.faction_of(frame, side)
    states = _after_cards(scene.state, frame, side)
    named = _is_named(scene, faction)
    if _stage(states[0]) is BattleStage.ROLL and not named:
        return _dice(scene, frame, head, states, side)
    go = Go(_("Done"), "check")
    stepper = _stepper(scene, faction, len(states) - 1)
    counted = discard_choice(scene, faction, stepper) if named else (stepper,)
    form = Form("discard", (*counted, Dock((go,))), {"faction": faction.id})
    title = _("%(faction)s: discard cards for dice?", faction=names.faction_name(faction))
    rows = dice_to_roll(scene, frame, scene.state)
    return head.panel(versus(scene.state, frame), *rows, form, title=title, css="fight", rule="BATTLE-3")


def _is_named(scene: Scene, faction: Faction) -> bool:
    """Whether this device's part of a hand is told whole, between people: who discards cards says which they are."""
    people = scene.state.mode is not Mode.SOLO
    return people and own_count(scene, faction) > 0 and not own_untold(scene, faction)


def _after_cards(state: State, frame: BattleFrame, side: int) -> tuple[State, ...]:
    """Returns the positions after 0, 1, 2.. cards; the solo opponent adds its own to each (MAHDI-BATTLE-1)."""
    faction = combat.faction_of(frame, side)
    most = min(combat.missing_dice(state, frame, side), cards_in_hand(state, faction))
    return tuple(carried_out(state, (DiscardForDice(faction, count),)) for count in range(max(most, 0) + 1))


def _stage(state: State) -> BattleStage | None:
    return state.frame.stage if isinstance(state.frame, BattleFrame) else None


def _stepper(scene: Scene, faction: Faction, most: int) -> Steppers:
    hand = cards_in_hand(scene.state, faction)
    label = ngettext("Cards discarded, %(num)d in hand", "Cards discarded, %(num)d in hand", hand)
    return Steppers((Stepper(CARDS, label, 0, 0, most, "cards", SIDE[faction]),))


def _dice(scene: Scene, frame: BattleFrame, head: Head, states: Sequence[State], side: int | None) -> Panel:
    """``states`` are ready to roll, by the cards that ``side`` discards."""
    ready = states[0].frame
    if not isinstance(ready, BattleFrame):
        raise TypeError(f"{ready}: a battle that is ready to roll was expected")
    quiet = scene.app_rolls and not brought_back(scene)
    adders = tuple(replace(with_photo(scene, adder(scene, ready, one, states, CARDS)), quiet=quiet) for one in SIDES)
    discards = combat.ATTACKER if side is None else side
    odds = cards_block(scene, states, combat.faction_of(frame, discards), CARDS)
    inner: list[Block] = [*adders]
    if side is not None:
        inner.append(_stepper(scene, combat.faction_of(frame, side), len(states) - 1))
    inner += (*_reinforcements(states[0], ready), *_burnt(states[0], ready))
    throw = Throw(
        _("Roll for me"), _("These are the dice"), _("Dice to enter: #"), "app" if scene.app_rolls else "hand"
    )
    form = Form("battle-dice", (*inner, Dock((throw,))), source_field(scene))
    above: list[Block] = [versus(scene.state, frame), *([odds] if odds else [])]
    return head.panel(*above, form, css="fight")


def _reinforcements(state: State, frame: BattleFrame) -> tuple[Block, ...]:
    """What the solo opponent discards for dice: told here, since nobody decides it (MAHDI-BATTLE-1)."""
    number = frame.sides[combat.side_of(frame, HARKONNEN)].cards
    if not number or not is_bot(state, HARKONNEN):
        return ()
    text = ngettext(
        "Discard %(num)d Harkonnen reinforcement card for dice.",
        "Discard %(num)d Harkonnen reinforcement cards for dice.",
        number,
    )
    return (Note(text, "cards"),)


def _burnt(state: State, frame: BattleFrame) -> tuple[Block, ...]:
    """Cards of the solo opponent that are burnt lie face up: which deck is on top decides the next draw (R-8)."""
    if not frame.sides[combat.side_of(frame, HARKONNEN)].cards or not is_bot(state, HARKONNEN):
        return ()
    decks = (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)
    offers = (("", _("not known")), *((deck.value, names.deck_name(deck)) for deck in decks))
    return (Select("burnt", _("The top one of them is from"), offers),)


def battle_frame(scene: Scene) -> BattleFrame:
    """Returns the battle on top; raises FormatError without one."""
    frame = scene.state.frame
    if not isinstance(frame, BattleFrame):
        raise FormatError("battle", _("no battle is in progress"))
    return frame


@deed("discard")
def _discard(scene: Scene, fields: Fields) -> Commands:
    faction = fields.faction()
    return (DiscardForDice(faction, *discards_in(fields, faction, CARDS)),)


@deed("battle-dice")
def _roll(scene: Scene, fields: Fields) -> Commands:
    """The cards of the side that discards last, then the dice: entered, or rolled by the app."""
    state, frame = scene.state, battle_frame(scene)
    cards: tuple[DiscardForDice, ...] = ()
    side = side_to_discard(frame)
    if side is not None:
        cards = (DiscardForDice(combat.faction_of(frame, side), fields.count(CARDS, combat.MAX_DICE)),)
        state = carried_out(state, cards)
        frame = state.frame if isinstance(state.frame, BattleFrame) else frame
    dice = [combat.battle_dice(state, frame, one) for one in SIDES]
    if fields.text("by") == "app":
        rolls = [scene.chance.combat(d.total, ROLE[one], d.bonus) for one, d in enumerate(dice)]
        source = RollSource.APP
    else:
        rolls = [fields.roll(ROLE[one], d.bonus) for one, d in enumerate(dice)]
        source = fields.source()
    burnt = fields.member("burnt", Deck) if fields.text("burnt") else None
    return (*cards, RollBattle(rolls[0], rolls[1], burnt, (source, source)))
