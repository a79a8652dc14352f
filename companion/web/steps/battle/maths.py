"""The numbers of a battle in one line each: how many dice and why, what the leaders make of them, who takes what."""

from companion.content.terms import Faction, UnitKind
from companion.rules import combat
from companion.rules.army import Army
from companion.rules.combat import ATTACKER, DEFENDER, MAX_DICE
from companion.rules.frames import AtreidesCardFrame, BattleFrame, Roll
from companion.rules.state import ATREIDES, Mode, State
from companion.web.say import _, ngettext
from companion.web.steps.battle.hits import dice_total, face_words
from companion.web.ui.blocks import Adder, DiceRow, Side, Tally, Versus
from companion.web.ui.parts import SIDE, rule_link
from companion.web.words import names

ROLE = ("attacker-", "defender-")


def side_view(state: State, frame: BattleFrame, side: int) -> Side:
    """Returns one side of a battle as it is drawn."""
    faction, army = combat.faction_of(frame, side), combat.legion_of(state, frame, side)
    name = names.area_name(combat.place_of(frame, side))
    rank = combat.stronghold_rank(state, faction, frame.area) if side == DEFENDER else 0
    if rank:
        name = _("%(area)s, rank %(rank)s", area=name, rank=rank)
    return Side(SIDE[faction], name, _counts(army), tuple(names.leader_name(leader) for leader in army.named))


def _counts(army: Army) -> dict[str, int]:
    return {
        "regular": army.regular,
        "elite": army.elite,
        "special": army.special,
        "token": army.tokens,
        "leader": army.generic,
    }


def versus(state: State, frame: BattleFrame) -> Versus:
    """Returns both sides, the attacker first."""
    return Versus(side_view(state, frame, ATTACKER), side_view(state, frame, DEFENDER))


def who(state: State, faction: Faction) -> str:
    """Returns the side as its reader calls it: in solo the player is "you", between people both have their names."""
    return _("You") if _is_you(state, faction) else names.faction_name(faction)


def _is_you(state: State, faction: Faction) -> bool:
    return state.mode is Mode.SOLO and faction is ATREIDES


def dice_sum(state: State, dice: combat.Dice) -> str:
    """Returns where the dice come from: "4 units + 1 card + rank 2, 6 at most =" (BATTLE-4)."""
    parts = [ngettext("%(num)d unit", "%(num)d units", dice.units)]
    if dice.cards:
        parts.append(ngettext("%(num)d card", "%(num)d cards", dice.cards))
    if dice.rank:
        parts.append(_("rank %(rank)s", rank=dice.rank))
    if dice.extra:
        parts.append(_("%(number)s by %(card)s", number=dice.extra, card=_played_card(state)))
    text = " + ".join(parts)
    wanted = dice.units + dice.cards + dice.rank + dice.extra
    if dice.most < MAX_DICE and wanted > dice.most:
        return _("%(sum)s, %(most)s at most by %(card)s =", sum=text, most=dice.most, card=_played_card(state))
    if wanted > dice.most:
        return _("%(sum)s, %(most)s at most =", sum=text, most=dice.most)
    return text + " ="


def _played_card(state: State) -> str:
    """The own card that led to the battle: it alone changes the number of dice."""
    card = next((frame.card for frame in reversed(state.frames) if isinstance(frame, AtreidesCardFrame)), None)
    return _("your card") if card is None else names.card_name(card)


def adder(state: State, frame: BattleFrame, side: int) -> Adder:
    """Returns the dice of a side to be entered."""
    dice, faction = combat.battle_dice(state, frame, side), combat.faction_of(frame, side)
    total = dice_total(dice.total, dice.bonus)
    return Adder(who(state, faction), SIDE[faction], dice_sum(state, dice), total, dice.total, ROLE[side], face_words())


def dice_to_roll(state: State, frame: BattleFrame) -> tuple[DiceRow, ...]:
    """Returns how many dice each side has now, and why."""
    adders = (adder(state, frame, side) for side in (ATTACKER, DEFENDER))
    return tuple(DiceRow(one.who, one.faction, one.sum, one.total) for one in adders)


def dice_rows(state: State, frame: BattleFrame) -> tuple[DiceRow, ...]:
    """Returns the dice rolled in this round, each side with what its leaders make of them."""
    return tuple(_dice_row(state, frame, side) for side in (ATTACKER, DEFENDER) if frame.rolls[side] is not None)


def _dice_row(state: State, frame: BattleFrame, side: int) -> DiceRow:
    roll, faction = frame.rolls[side] or Roll(), combat.faction_of(frame, side)
    faces = ("hit",) * roll.hit + ("shield",) * roll.shield + ("special",) * roll.special
    hits, shields = combat.strike(roll, frame.leaders[side] or ())
    result = _("%(hits)s and %(shields)s", hits=hit_words(hits), shields=shield_words(shields))
    used = frame.leaders[side] or ()
    if used:
        result = _("With %(leaders)s: %(result)s", leaders=names.leader_names(used), result=result)
    return DiceRow(
        who(state, faction), SIDE[faction], "", dice_total(roll.dice, roll.bonus), faces, result, face_words()
    )


def hit_words(number: int) -> str:
    """Returns "3 hits"."""
    return ngettext("%(num)d hit", "%(num)d hits", number)


def shield_words(number: int) -> str:
    """Returns "2 shields"."""
    return ngettext("%(num)d shield", "%(num)d shields", number)


def tally(state: State, frame: BattleFrame) -> Tally:
    """Returns what the round comes to: hits less the shields that hold, and who takes how many (BATTLE-5, BATTLE-6)."""
    strikes = [combat.strike(frame.rolls[s] or Roll(), frame.leaders[s] or ()) for s in (ATTACKER, DEFENDER)]
    lines: list[tuple[str, str]] = []
    broken_by: list[str] = []
    for side in (ATTACKER, DEFENDER):
        other = DEFENDER if side == ATTACKER else ATTACKER
        hits, shields = strikes[other][0], strikes[side][1]
        taken, faction = frame.hits[side], combat.faction_of(frame, side)
        if taken is None:
            continue
        broken = _broken(state, frame, side, hits, shields)
        if broken:
            broken_by.append(_broken_words(state, faction.enemy, broken))
        text = _("%(hits)s less %(shields)s", hits=hit_words(hits), shields=shield_words(shields - broken))
        lines.append((f"{who(state, faction)}: {text}", _outcome(state, faction, taken, hits - shields + broken)))
    return Tally(tuple(lines), " ".join(broken_by), rule_link("BATTLE-6"))


def _outcome(state: State, faction: Faction, taken: int, due: int) -> str:
    if not taken:
        return _("taken") if due > 0 else _("none")
    return (
        _("you take %(number)s", number=taken) if _is_you(state, faction) else _("they take %(number)s", number=taken)
    )


def _broken(state: State, frame: BattleFrame, side: int, hits: int, shields: int) -> int:
    """How many shields of ``side`` the special elites of the other one broke.

    The hits still to take tell it; the legion of the other side may have lost its special elites meanwhile, but the
    defender's is whole while the attacker has taken his.
    """
    taken = frame.hits[side]
    if taken:
        return max(0, shields - (hits - taken))
    other = DEFENDER if side == ATTACKER else ATTACKER
    return min(shields, combat.legion_of(state, frame, other).special)


def _broken_words(state: State, faction: Faction, shields: int) -> str:
    if state.mode is not Mode.SOLO:
        facts = {"units": names.capital(names.kind_name(UnitKind.SPECIAL, faction))}
        return ngettext("%(units)s break %(num)d shield.", "%(units)s break %(num)d shields.", shields, **facts)
    if faction is ATREIDES:
        return ngettext("Your Fedaykin break %(num)d shield.", "Your Fedaykin break %(num)d shields.", shields)
    return ngettext("Their Sardaukar break %(num)d shield.", "Their Sardaukar break %(num)d shields.", shields)


__all__ = ["adder", "dice_rows", "dice_to_roll", "hit_words", "shield_words", "tally", "versus", "who"]
