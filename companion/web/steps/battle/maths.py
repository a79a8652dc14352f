"""The numbers of a battle in one line each: how many dice and why, what the leaders make of them, who takes what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.content.terms import CombatFace, Faction, UnitKind
from companion.rules import combat
from companion.rules.army import Army
from companion.rules.combat import ATTACKER, DEFENDER, MAX_DICE
from companion.rules.events import BattleBegan, DiceRolled, HitsTaken
from companion.rules.frames import AtreidesCardFrame, BattleFrame, Cause, Roll, RollSource
from companion.rules.state import ATREIDES, Mode, State
from companion.web.say import _, ngettext
from companion.web.scene import Scene
from companion.web.ui.fight_blocks import Adder, DiceRow, DiceSum, Side, Taken, Tally, Versus
from companion.web.ui.parts import SIDE
from companion.web.words import names

ROLE = ("attacker-", "defender-")
SIDES = (ATTACKER, DEFENDER)


def face_words() -> dict[str, str]:
    """Returns the words of the combat faces by id."""
    return {face.value: names.face_name(face) for face in CombatFace}


def dice_total(number: int, bonus: int = 0) -> str:
    """Says how many dice are rolled; a surprise adds special results that are no dice."""
    dice = ngettext("%(num)d die", "%(num)d dice", number)
    if not bonus:
        return dice
    return _("%(dice)s + %(special)s", dice=dice, special=ngettext("%(num)d special", "%(num)d specials", bonus))


def versus(state: State, frame: BattleFrame) -> Versus:
    """Returns both sides as they are drawn, the attacker first."""
    return Versus(_side(state, frame, ATTACKER), _side(state, frame, DEFENDER))


def _side(state: State, frame: BattleFrame, side: int) -> Side:
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
        "escort": army.escorts,
    }


def is_you(scene: Scene, faction: Faction) -> bool:
    """Tells whether the reader is addressed as a side: in solo its player, never anybody who only watches."""
    return scene.reader.acts and scene.state.mode is Mode.SOLO and faction is ATREIDES


def who(scene: Scene, faction: Faction) -> str:
    """Returns the side as its reader calls it: in solo the player is "you", else both have their names."""
    return _("You") if is_you(scene, faction) else names.faction_name(faction)


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


def sums(states: Sequence[State], side: int) -> tuple[DiceSum, ...]:
    """Returns the dice of a side by the cards discarded; ``states`` are ready to roll, after 0, 1.. of them."""
    found = []
    for number, state in enumerate(states):
        frame = state.frame
        if isinstance(frame, BattleFrame):
            dice = combat.battle_dice(state, frame, side)
            found.append(DiceSum(number, dice.total, dice_sum(state, dice), dice_total(dice.total, dice.bonus)))
    return tuple(found)


def adder(scene: Scene, frame: BattleFrame, side: int, states: Sequence[State], by: str = "") -> Adder:
    """Returns the dice of a side to be entered; ``states`` as for ``sums``, ``by``: the field that counts the cards."""
    at, faction = sums(states, side), combat.faction_of(frame, side)
    first = at[0]
    # Only the side that discards rolls other dice for it.
    changes = at if len({one.total for one in at}) > 1 else ()
    return Adder(
        who(scene, faction),
        SIDE[faction],
        first.sum,
        first.total,
        first.dice,
        ROLE[side],
        face_words(),
        by=by if changes else "",
        at=changes,
    )


def dice_to_roll(scene: Scene, frame: BattleFrame, state: State) -> tuple[DiceRow, ...]:
    """Returns how many dice each side has in a position that is ready to roll, and why."""
    adders = (adder(scene, frame, side, (state,)) for side in SIDES)
    return tuple(DiceRow(one.who, one.faction, one.sum, one.total) for one in adders)


def dice_rows(scene: Scene, frame: BattleFrame) -> tuple[DiceRow, ...]:
    """Returns the dice rolled in this round, each side with what its leaders make of them."""
    return tuple(_dice_row(scene, frame, side) for side in SIDES if frame.sides[side].roll is not None)


def _dice_row(scene: Scene, frame: BattleFrame, side: int) -> DiceRow:
    faction = combat.faction_of(frame, side)
    row = rolled(who(scene, faction), faction, frame.sides[side].roll or Roll(), frame.sides[side].leaders or ())
    return replace(row, sum=" · ".join(filter(None, (row.sum, read_by(_source(scene, frame, faction))))))


def _source(scene: Scene, frame: BattleFrame, faction: Faction) -> RollSource | None:
    """Who read the dice that a side rolled last in this battle; None: not recorded."""
    for step in reversed(scene.view.loaded.timeline.steps if scene.now is None else ()):
        for event in step.batch.events:
            if isinstance(event, DiceRolled) and (event.cause, event.area) == (Cause.BATTLE, frame.area):
                if event.faction is faction:
                    return event.source
            elif isinstance(event, BattleBegan):
                return None
    return None


def read_by(source: RollSource | None) -> str:
    """Returns whether the app rolled the dice or somebody entered them; nothing where that is not recorded."""
    return "" if source is None else names.roll_source(source)


def rolled(name: str, faction: Faction, roll: Roll, leaders: Sequence[str]) -> DiceRow:
    """Returns the dice of a side with what they come to, the leaders that use its specials counted."""
    faces = ("hit",) * roll.hit + ("shield",) * roll.shield + ("special",) * roll.special
    hits, shields = combat.strike(roll, tuple(leaders))
    result = _("%(hits)s and %(shields)s", hits=hit_words(hits), shields=shield_words(shields))
    used = ""
    if leaders:
        used = _("with %(leaders)s", leaders=names.leader_names(tuple(leaders)))
        result = _("With %(leaders)s: %(result)s", leaders=names.leader_names(tuple(leaders)), result=result)
    total = dice_total(roll.dice, roll.bonus)
    return DiceRow(name, SIDE[faction], used, total, faces, result, face_words(), hits, shields)


def hit_words(number: int) -> str:
    """Returns "3 hits"."""
    return ngettext("%(num)d hit", "%(num)d hits", number)


def shield_words(number: int) -> str:
    """Returns "2 shields"."""
    return ngettext("%(num)d shield", "%(num)d shields", number)


@dataclass(frozen=True, slots=True)
class Fought:
    """A round that was rolled: the position and the frame before any hit of it was taken, and who has taken what."""

    state: State
    frame: BattleFrame
    taken: Mapping[Faction, tuple[str, ...]]


def fought(scene: Scene, frame: BattleFrame) -> Fought:
    """Returns the round that ``frame`` is in, as far back as the game remembers it."""
    state, first = scene.state, frame
    taken: dict[Faction, tuple[str, ...]] = {}
    if scene.now is not None:
        return Fought(state, first, taken)
    for step in reversed(scene.view.loaded.timeline.steps):
        one = step.state.frame
        if not isinstance(one, BattleFrame) or not _same_dice(one, frame):
            break
        if any(side.hits for side in one.sides):
            state, first = step.state, one
        taken |= {
            event.faction: event.removed
            for event in step.batch.events
            if isinstance(event, HitsTaken) and event.cause is Cause.BATTLE
        }
    return Fought(state, first, taken)


def _same_dice(one: BattleFrame, other: BattleFrame) -> bool:
    same = (one.round, one.area) == (other.round, other.area)
    return same and all(one.sides[side].roll == other.sides[side].roll for side in SIDES)


def tally(scene: Scene, frame: BattleFrame, gone: Mapping[Faction, Sequence[str]]) -> Tally:
    """Returns what the round comes to: hits less the shields that hold, and who takes how many (BATTLE-5, BATTLE-6).

    ``gone``: casualties that the step announces; those that were taken are known.
    """
    begun = fought(scene, frame)
    lost = {**begun.taken, **gone}
    strikes = [combat.strike(side.roll or Roll(), side.leaders or ()) for side in frame.sides]
    elites = [combat.legion_of(begun.state, begun.frame, s).special for s in SIDES]
    found: list[Taken] = []
    for side in SIDES:
        faction = combat.faction_of(frame, side)
        hits, shields = strikes[1 - side][0], strikes[side][1]
        broken = min(shields, elites[1 - side])
        number = max(0, hits - shields + broken)
        lines = [_("%(hits)s minus %(shields)s", hits=hit_words(hits), shields=shield_words(shields - broken))]
        if broken:
            lines.append(_broken_words(scene, faction.enemy, broken))
        if faction in lost:
            lines.append(names.capital(", ".join(names.removed_figures(lost[faction], faction))))
        found.append(Taken(SIDE[faction], takes(scene, faction, number), tuple(lines)))
    return Tally(tuple(found), names.rule_ref("BATTLE-6"))


def takes(scene: Scene, faction: Faction, hits: int) -> str:
    """Returns "You take 2", or "Harkonnen take no hit"."""
    if is_you(scene, faction):
        return ngettext("You take %(num)d hit", "You take %(num)d hits", hits) if hits else _("You take no hit")
    name = names.faction_name(faction)
    if not hits:
        return _("%(faction)s take no hit", faction=name)
    return ngettext("%(faction)s take %(num)d hit", "%(faction)s take %(num)d hits", hits, faction=name)


def _broken_words(scene: Scene, faction: Faction, shields: int) -> str:
    if scene.state.mode is not Mode.SOLO or not scene.reader.acts:
        facts = {"units": names.capital(names.kind_name(UnitKind.SPECIAL, faction))}
        return ngettext("%(units)s cancel %(num)d shield.", "%(units)s cancel %(num)d shields.", shields, **facts)
    if faction is ATREIDES:
        return ngettext("Your Fedaykin cancel %(num)d shield.", "Your Fedaykin cancel %(num)d shields.", shields)
    return ngettext("Their Sardaukar cancel %(num)d shield.", "Their Sardaukar cancel %(num)d shields.", shields)
