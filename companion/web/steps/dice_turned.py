"""The action dice of a side as a roll (ACT-1): entered, and of a result over the limit turned to other results."""

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.content.terms import Result
from companion.rules.ask.dice import turned_dice
from companion.rules.frames import RollSource
from companion.web.say import _
from companion.web.scene import Detour, Scene
from companion.web.steps.head import Head
from companion.web.ui.blocks import Choice, Form, Go, Lines, Options, Stepper, Steppers
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.words import names

ROLLED, END = "rolled-", "end"
MOST_DICE = 12


def raw_roll(scene: Scene) -> tuple[Result, ...]:
    """Returns the roll of which dice have to be turned, as the step's address has it; empty when there is none."""
    counts = {result: scene.pick.get(ROLLED + result.value, "0") for result in Result}
    return _of({result: int(n) if n.isdecimal() and len(n) < 3 else 0 for result, n in counts.items()})


def settled(rolled: tuple[Result, ...], most: int, fields: Fields, source: RollSource | None) -> tuple[Result, ...]:
    """Returns the results that lie in the end; raises Detour to the choice of them where dice have to be turned."""
    ends = turned_dice(rolled, most)
    if ends == (rolled,):
        return rolled
    if fields.text(END):
        return ends[fields.count(END, len(ends) - 1)]
    raise Detour(as_fields(rolled, source))


def steppers_of(dice: int, side: str, entered: Mapping[Result, int]) -> Steppers:
    """Returns a counter for each result that ``dice`` dice may show, with what has been entered; ``side``: a or h."""
    counters = tuple(
        Stepper(result.value, names.result_name(result), entered.get(result, 0), 0, dice, result.value, side)
        for result in Result
    )
    return Steppers(counters, total=dice)


def entered_roll(fields: Fields, dice: int, by_app: Iterable[Result]) -> tuple[tuple[Result, ...], RollSource | None]:
    """Returns the roll that a form of this module tells, and who read it.

    It was the app only where these are the dice that it rolls now (``by_app``).
    """
    raw = _of({result: fields.count(ROLLED + result.value, MOST_DICE) for result in Result})
    rolled = raw or _of({result: fields.count(result.value, dice) for result in Result})
    if fields.text("source") == RollSource.APP:
        return rolled, RollSource.APP if rolled == in_order(by_app) else None
    return rolled, fields.source()


def in_order(results: Iterable[Result]) -> tuple[Result, ...]:
    """Returns results in the order of the dashboard."""
    return tuple(sorted(results, key=list(Result).index))


def turning_panel(head: Head, deed: str, rolled: tuple[Result, ...], most: int, source: str, go: str) -> Panel:
    """Shows what was rolled, and asks which dice are turned; where the rule leaves no choice it is ticked."""
    ends = turned_dice(rolled, most)
    choices = tuple(Choice(str(number), _turns(rolled, end), listed(end)) for number, end in enumerate(ends))
    legend = _("Change these dice on the table:") if len(ends) == 1 else _("Which dice do you change?")
    blocks = (
        Lines((_("Rolled: %(dice)s", dice=listed(rolled)),)),
        Options(END, choices, legend, "0" if len(ends) == 1 else None),
        Go(go, "check", missing=_("Choose one first")),
    )
    form = Form(deed, blocks, as_fields(rolled, source))
    return head.panel(form, title=_("Too many of one result: change some dice"), detail="", css="order")


def as_fields(rolled: tuple[Result, ...], source: str | None) -> dict[str, str]:
    """Returns a roll, and who read it, as fields of a form or of the step's address."""
    read = {"source": str(source)} if source else {}
    return {ROLLED + result.value: str(count) for result, count in Counter(rolled).items()} | read


def _of(counts: dict[Result, int]) -> tuple[Result, ...]:
    return tuple(result for result in Result for _n in range(counts[result]))


def _turns(rolled: tuple[Result, ...], end: tuple[Result, ...]) -> str:
    """Says which dice become which, one by one."""
    lost, gained = Counter(rolled) - Counter(end), Counter(end) - Counter(rolled)
    pairs = zip(lost.elements(), gained.elements(), strict=True)
    return names.join(
        _("%(old)s becomes %(new)s", old=names.result_name(old), new=names.result_name(new)) for old, new in pairs
    )


def listed(results: tuple[Result, ...]) -> str:
    """Returns results in words, each once with its number."""
    counts = Counter(results)
    return names.join(
        names.result_name(result) + (f" ×{counts[result]}" if counts[result] > 1 else "")
        for result in Result
        if counts[result]
    )
