"""How the Harkonnen take hits (MAHDI-BATTLE-2, R-27): in a fixed order, the same for battles, storms and worms."""

from itertools import combinations

from companion.frozen import record
from companion.rules.army import Army
from solo_bot.procedure.trace import Step, Trace

RULE = "MAHDI-BATTLE-2"


@record
class HitOption:
    """What is left, what was removed (one entry a figure, in order) and the named leaders that go to the tank."""

    legion: Army
    removed: tuple[str, ...]
    tank: tuple[str, ...]

    @property
    def sort_key(self) -> tuple[object, ...]:
        """Order of options."""
        return self.removed, self.tank


def take_hits(
    legion: Army, hits: int, regular_supply: int | None = None
) -> tuple[tuple[HitOption, ...], tuple[Step, ...]]:
    """Returns every way to take ``hits`` by MAHDI-BATTLE-2 (more than one only between named leaders), with the trace.

    ``regular_supply``: regular figures left in the box, None for enough; without one a hit removes the elite itself
    (BATTLE-7). Raises ValueError when ``legion`` still has facedown tokens.
    """
    if legion.tokens:
        raise ValueError("facedown tokens are revealed before hits are taken")
    trace = Trace()
    bashars = min(legion.generic, hits, max(0, legion.leaders - 1))
    named_out = min(hits - bashars, max(0, len(legion.named) - 1))
    trace.note(RULE, "bashars_first", bashars)
    choices = tuple(combinations(legion.named, named_out))
    if len(choices) > 1:
        trace.note(RULE, "which_named_leader_stays", *legion.named, rulings=("R-27",))
    options = []
    for leaving in choices:
        named = tuple(name for name in legion.named if name not in leaving)
        after = Army(legion.regular, legion.elite, legion.special, generic=legion.generic - bashars, named=named)
        removed = ["bashar"] * bashars + list(leaving)
        options.append(_units(after, removed, hits - bashars - named_out, regular_supply, trace))
    return tuple(sorted(options, key=lambda option: option.removed)), trace.done()


def _units(legion: Army, removed: list[str], hits: int, supply: int | None, trace: Trace) -> HitOption:
    regular, units = legion.regular, {"elite": legion.elite, "special": legion.special}
    for kind in units:
        while hits and units[kind]:
            hits -= 1
            units[kind] -= 1
            removed.append(kind)
            if supply is None or supply > 0:
                regular += 1
                supply = None if supply is None else supply - 1
            trace.note(RULE, f"{kind}_becomes_regular")
    leaders = ["bashar"] * legion.generic + list(legion.named)
    if leaders and hits >= regular > 0:
        trace.note(RULE, "leader_before_last_regular", rulings=("R-27",))
        removed.append(leaders.pop())
        hits -= 1
    gone = min(hits, regular)
    removed.extend(["regular"] * gone)
    if gone:
        trace.note(RULE, "regulars_removed", gone)
    regular -= gone
    if not regular and not units["elite"] and not units["special"]:
        removed.extend(leaders)
        leaders = []
    rest = Army(
        regular,
        units["elite"],
        units["special"],
        0,
        leaders.count("bashar"),
        tuple(name for name in leaders if name != "bashar"),
    )
    generic_and_units = {"bashar", "regular", "elite", "special"}
    return HitOption(rest, tuple(removed), tuple(name for name in removed if name not in generic_and_units))
