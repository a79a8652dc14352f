"""A roll of partners, shared out between their two dashboards in the open, one step after the other (TEAM-3).

The raw roll stays on top with whose each die is, so that anybody can check it. The Harkonnen split follows from the
roll; where two results are equally rare it is asked. What the Atreides dashboards have nobody has published (section
F): their players say what lies where, and only the one space for each result is tested.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from companion.content.terms import Result, Subfaction
from companion.rules.frames import RollSource
from companion.rules.teams import CORRINO_BOXES, HOUSE_BOXES, SPACES, Dealt, Split, dealt_out, harkonnen_splits
from companion.web.say import _, ngettext
from companion.web.scene import Scene
from companion.web.steps.dice_turned import END, as_fields, listed
from companion.web.steps.head import Head
from companion.web.steps.people.charge import people_of, player_of
from companion.web.ui.blocks import Block, Form, Go, Key, Keys, Note
from companion.web.ui.panel import Panel
from companion.web.ui.parts import rule_link
from companion.web.ui.team_blocks import (
    Box,
    Dashboard,
    Dashboards,
    OwnedDie,
    RawRoll,
    ShareStep,
    ShareSteps,
    Space,
)
from companion.web.words import names

STEP, TYPED = "step", "typed"
ALONE, BOTH, ASIDE, TURNED = range(1, 5)
GLYPHS: Mapping[Subfaction, str] = MappingProxyType(
    {
        Subfaction.HOUSE_HARKONNEN: "house",
        Subfaction.CORRINO_ALLY: "supremacy",
        Subfaction.HOUSE_ATREIDES: "house",
        Subfaction.FREMEN_ALLY: "sietch",
    }
)
"""What stands for a partner, beside the name."""
HARKONNEN_BOXES = {Subfaction.HOUSE_HARKONNEN: HOUSE_BOXES, Subfaction.CORRINO_ALLY: CORRINO_BOXES}
HOUSE_FIELD, ALLY_FIELD = "on-house", "on-ally"


def raw_roll(
    scene: Scene, rolled: Sequence[Result], source: str, faction: str, dice: Sequence[OwnedDie] = ()
) -> RawRoll:
    """Returns the roll as it fell, with who read it and the way to type other faces."""
    number = len(rolled)
    title = {
        RollSource.APP.value: ngettext("Rolled in the app, %(num)d die", "Rolled in the app, %(num)d dice", number),
        RollSource.CAMERA.value: ngettext("Read from a photo, %(num)d die", "Read from a photo, %(num)d dice", number),
    }.get(source) or ngettext("Entered from the table, %(num)d die", "Entered from the table, %(num)d dice", number)
    dice = tuple(dice) or tuple(OwnedDie(r.value, names.result_name(r)) for r in rolled)
    return RawRoll(title, faction, dice, scene.here(**{TYPED: "1"}))


def share_panel(scene: Scene, head: Head, rolled: tuple[Result, ...], source: str) -> Panel:
    """Shares out a roll of the Harkonnen partners, step by step; at the end the dice are placed on the table."""
    deals, splits = dealt_out(rolled), harkonnen_splits(rolled)
    step, end = _step(scene, deals[2]), _end(scene, splits)
    deal = deals[min(step, ASIDE) - 1]
    dice = _owned(rolled, deals, step)
    if step < TURNED:
        title, blocks = _on_the_way(scene, deals, step)
        shown: Dashboards = _boards(scene, deal.split, deal if step == ASIDE else None)
    elif end is None:
        title, blocks = _tie(scene, deals[2], splits)
        shown = _boards(scene, deal.split, deals[2])
    else:
        fields = as_fields(rolled, source) | {END: str(end)}
        title = _("Place the dice like this")
        go = Go(_("Dice placed"), "check", back=scene.also(step=ALONE, end=None), back_text=_("Steps"))
        blocks = (Form("their-dice", (go,), fields),)
        shown = _boards(scene, splits[end], before=deal.split)
    rows = ShareSteps(_rows(scene, rolled, deals, step, splits[end or 0], settled=end is not None))
    first = raw_roll(scene, rolled, source, "h", dice)
    detail = _("Anybody can check it against the roll.") if step == TURNED and end is not None else ""
    return head.panel(first, shown, rows, *blocks, title=title, detail=detail, css="order fight shared", rule="TEAM-3")


def _step(scene: Scene, last: Dealt) -> int:
    """The step that is shown; without a die set aside there is nothing after the second but the end."""
    text = scene.pick.get(STEP, "")
    step = int(text) if text in ("1", "2", "3", "4") else ALONE
    return TURNED if step == ASIDE and not last.aside else step


def _end(scene: Scene, splits: Sequence[Split]) -> int | None:
    """Which of the ends that the rules leave open the players chose; the only one needs no choice."""
    text = scene.pick.get(END, "")
    if len(splits) == 1:
        return 0
    return int(text) if text.isdecimal() and len(text) < 3 and int(text) < len(splits) else None


def _on_the_way(scene: Scene, deals: tuple[Dealt, Dealt, Dealt], step: int) -> tuple[str, tuple[Block, ...]]:
    """What one of the first three steps says, and the way on: one step, or all at once."""
    aside = deals[2].aside
    if step == ALONE:
        title, then = _("Results of one dashboard go there"), _("Next: share %(result)s", result=_both())
    elif step == BOTH:
        title = _("%(result)s is on both: shared evenly", result=_both())
        then = _("Next: the dice set aside") if aside else _("Next: place the dice")
    else:
        title = _("Set-aside dice: %(goes)s", goes=_goes(scene, deals[2]))
        then = ngettext("Next: change it", "Next: change them", len(aside))
    at_once = scene.also(step=TURNED, end=None)
    return title, (Go(then, "chevron", href=scene.also(step=step + 1, end=None), back=at_once, back_text=_("All")),)


def _tie(scene: Scene, deal: Dealt, splits: Sequence[Split]) -> tuple[str, tuple[Block, ...]]:
    """Two results of a dashboard have as few dice: which is it to be?"""
    title = ngettext("Which result does the die change to?", "Which results do the dice change to?", len(deal.aside))
    keys = tuple(
        Key(listed(_new(deal.split, split)), _new(deal.split, split)[0].value, href=scene.also(end=number))
        for number, split in enumerate(splits)
    )
    return title, (Keys(title, keys, ask=True),)


def _new(before: Split, after: Split) -> tuple[Result, ...]:
    """The results that dice set aside were turned to."""
    more = Counter((*after.house, *after.corrino)) - Counter((*before.house, *before.corrino))
    return tuple(sorted(more.elements(), key=list(Result).index))


def _both() -> str:
    return names.result_name(Result.MENTAT)


def _goes(scene: Scene, deal: Dealt) -> str:
    """Says which dice set aside come to whom."""
    house, corrino = deal.turned
    halves = (
        (Subfaction.HOUSE_HARKONNEN, deal.aside[:house]),
        (Subfaction.CORRINO_ALLY, deal.aside[house : house + corrino]),
    )
    return names.join(
        _("%(dice)s to %(player)s", dice=listed(dice), player=people_of(scene, half) or player_of(scene, half))
        for half, dice in halves
        if dice
    )


def _owned(rolled: tuple[Result, ...], deals: tuple[Dealt, Dealt, Dealt], step: int) -> list[OwnedDie]:
    """Each die of the roll with whose it is at a step; those set aside are ringed from the first step to the last."""
    dealt = deals[min(step, ASIDE) - 1]
    waiting = [half for half, count in zip(HARKONNEN_BOXES, dealt.turned, strict=True) for _n in range(count)]
    found = []
    for result in Result:
        owners: list[Subfaction | None] = [Subfaction.HOUSE_HARKONNEN] * dealt.split.house.count(result)
        owners += [Subfaction.CORRINO_ALLY] * dealt.split.corrino.count(result)
        aside = dealt.aside.count(result)
        owners += [waiting.pop(0) if waiting else None for _n in range(aside)]
        owners += [None] * (rolled.count(result) - len(owners))
        placed = dealt.split.house.count(result) + dealt.split.corrino.count(result)
        for number, owner in enumerate(owners):
            ring = placed <= number < placed + aside
            said = names.capital(names.subfaction_name(owner)) if owner else _("aside") if ring else ""
            glyph = GLYPHS[owner] if owner else ""
            found.append(OwnedDie(result.value, names.result_name(result), glyph, said, ring))
    return found


def _boards(scene: Scene, split: Split, coming: Dealt | None = None, before: Split | None = None) -> Dashboards:
    """Both dashboards with the dice of ``split``; ``coming``: dice still to be turned come to them; those that were not
    there ``before`` are ringed."""
    first, boards = 0, []
    for place, (half, boxes) in enumerate(HARKONNEN_BOXES.items()):
        own = Counter(split[place])
        new = own - Counter(before[place]) if before is not None else Counter[Result]()
        number = coming.turned[place] if coming is not None else 0
        aside = coming.aside[first : first + number] if coming is not None else ()
        first += number
        count = ngettext("%(num)d die", "%(num)d dice", own.total())
        if aside:
            count = _("%(placed)d and %(coming)d", placed=own.total(), coming=len(aside))
        boards.append(
            Dashboard(
                GLYPHS[half],
                player_of(scene, half),
                count,
                tuple(Box(names.result_name(r), _spaces(r, own[r], new[r])) for r in boxes),
                aside=tuple(Space(result.value, True) for result in aside),
                aside_title=_("Set aside, placed here"),
                aside_text=_("still to be changed: no space shows %(results)s", results=listed(aside)) if aside else "",
            )
        )
    return Dashboards("h", tuple(boards))


def _spaces(result: Result, dice: int, new: int) -> tuple[Space, ...]:
    return tuple(Space(result.value if n < dice else "", dice - new <= n < dice) for n in range(SPACES))


def _rows(
    scene: Scene, rolled: Sequence[Result], deals: tuple[Dealt, Dealt, Dealt], step: int, end: Split, *, settled: bool
) -> tuple[ShareStep, ...]:
    first, second, third = deals
    over = ngettext("%(num)d die finds no space", "%(num)d dice find no space", len(first.aside))
    nothing = _("No die is set aside")
    totals = _("%(house)d to %(ally)d", house=len(second.split.house), ally=len(second.split.corrino))
    favour = _("%(totals)s; a tie favours House Harkonnen", totals=totals)
    turned = _new(second.split, end)
    rarest = _("to %(results)s", results=listed(turned)) if settled else _("two results have as few dice: choose")
    titles = (
        (_("Only on one dashboard: placed there"), over if first.aside else nothing),
        (
            _("%(result)s is on both: shared evenly", result=_both()),
            favour if Result.MENTAT in rolled else _("none was rolled"),
        ),
        (_("Set-aside dice: shared evenly too"), _goes(scene, third) if third.aside else nothing),
        (_("Changed to the rarest result there"), rarest if third.aside else nothing),
    )
    done = step - 1 + (step == TURNED and settled)
    states = ("done" if place < done else "now" if place == step - 1 else "" for place in range(len(titles)))
    return tuple(ShareStep(title, detail, state) for (title, detail), state in zip(titles, states, strict=True))


def atreides_panel(scene: Scene, head: Head, rolled: tuple[Result, ...], source: str) -> Panel:
    """Asks Atreides partners what lies on which of their dashboards once a roll is shared out (TEAM-3)."""
    twice = {result for result in rolled if rolled.count(result) > 1}
    boards = tuple(
        Dashboard(GLYPHS[half], player_of(scene, half), _("one space a result"), _keys(twice), name)
        for half, name in ((Subfaction.HOUSE_ATREIDES, HOUSE_FIELD), (Subfaction.FREMEN_ALLY, ALLY_FIELD))
    )
    text = _(
        "Results of one dashboard go there, those of both to whoever has fewer dice. A die "
        "without a space is set aside, shared out evenly and changed to the rarest result. A tie "
        "favours House Atreides."
    )
    fields = as_fields(rolled, source)
    go = Go(_("Dice placed"), "check", missing=_("Dice to place: #"))
    form = Form("atreides-dice", (Dashboards("a", boards, len(rolled)), go), fields)
    note = Note(text, "people", rule=rule_link("TEAM-3"))
    title = _("Share out the dice: tap where each one goes")
    roll = raw_roll(scene, rolled, source, "a")
    return head.panel(roll, note, form, title=title, detail="", css="order fight shared")


def _keys(on: Iterable[Result]) -> tuple[Box, ...]:
    chosen = frozenset(on)
    return tuple(
        Box(names.result_name(result), glyph=result.value, value=result.value, checked=result in chosen)
        for result in Result
    )
