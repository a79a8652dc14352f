"""Laying out the board: eight steps to tick, settlements by what their tokens show, or all figures by the app.

The ticks stand in the address: they help and hold nothing. Only the figures, the ranks and the objective are facts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.board import AREA_IDS, SETTLEMENT_MASK, STATION_MASK, members
from companion.content import LEADERS
from companion.rules.commands import BeginGame
from companion.rules.frames import SetupFrame
from companion.rules.state import Mode, Standing, State
from companion.service import quick_set_up
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.head import Head, asks, says
from companion.web.steps.round import settlements
from companion.web.steps.round.objective import objective_fold
from companion.web.steps.round.secrets import ranks_fold
from companion.web.ui.blocks import Block, Button, Buttons, Fold, Form, Go, Note
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Focus, Panel, lit
from companion.web.ui.parts import go_form, rule_link
from companion.web.ui.step_blocks import StepRow, StepRows
from companion.web.words import names
from companion.web.words.records import RuleRef

FIGURES, SECRETS, LAST = 3, 7, 8


@dataclass(frozen=True, slots=True)
class Part:
    """One step of the set-up in words; ``areas`` are where it happens."""

    title: str
    detail: str = ""
    rule: str = ""
    areas: tuple[int, ...] = ()
    glyph: str = ""


def parts(state: State) -> tuple[Part, ...]:
    """Returns the eight steps in their order (SETUP-4, SETUP-1 to SETUP-6)."""
    beside = [one for one, status in state.leaders if status.standing is Standing.READY and one in LEADERS]
    settled = tuple(members(SETTLEMENT_MASK))
    shuffled = _("Shuffle the four planning decks, the prescience cards and the tactical cards.")
    if state.mode is not Mode.SOLO:
        shuffled = _("Shuffle the four planning decks and the prescience cards; the tactical cards stay in the box.")
    wormsigns = _("Wormsigns facedown beside the board. All hands are empty: cards are drawn each round.")
    sietches = tuple(sietch.area for sietch in state.sietches)
    return (
        Part(_("Tracks and markers"), _("Imperium markers on the top step, supremacy and prescience on 0."), "SETUP-4"),
        Part(
            _("%(number)s sietches, tokens, Naibs", number=len(sietches)),
            " ".join(
                (
                    _("The eight sietch tokens facedown, one on each sietch; look at them as you like."),
                    _("One facedown starting token and one Naib in each sietch."),
                )
            ),
            "SETUP-1",
            sietches,
        ),
        Part(
            _("%(number)s Harkonnen settlements", number=len(settled)),
            _("Reveal the black and the silver token of each settlement, place the figures, enter them."),
            "SETUP-2",
            settled,
        ),
        Part(
            _("%(number)s stations, facedown", number=STATION_MASK.bit_count()),
            _("The six testing station tokens facedown on their areas; nobody looks."),
            "SETUP-3",
            tuple(members(STATION_MASK)),
        ),
        Part(
            _("%(number)s leaders beside the board", number=len(beside)),
            _(
                "%(leaders)s. Their cards face up on the action boxes.",
                leaders=names.join(names.leader_name(one) for one in beside),
            ),
            "SETUP-5",
        ),
        Part(_("Decks and wormsigns shuffled"), f"{shuffled} {wormsigns}"),
        Part(
            _("Objective, Bene Gesserit token"),
            _("Draw 1 secret objective and keep it hidden. 1 Bene Gesserit token is yours, 4 are in reserve."),
            "SETUP-6",
            glyph="lock",
        ),
        Part(_("Check the whole board"), _("Compare the board with the map, then start the first round.")),
    )


@says(SetupFrame)
def say_set_up(scene: Scene, frame: SetupFrame) -> Head:
    """Says how far the set-up is, or which settlement gets its figures."""
    number = len(frame.open)
    kicker = ngettext("Set-up, %(num)d settlement to go", "Set-up, %(num)d settlements to go", number)
    if not number:
        kicker = _("Set-up")
    if not scene.reader.acts:
        return Head(kicker, _("The board is being set up"), "SETUP-1", areas=frame.open)
    area = settlements.asked(scene, frame)
    if area is not None:
        title = _("Reveal both tokens in %(area)s", area=names.area_name(area))
        detail = _("Tap what they show, then place those figures there. No named leaders.")
        return Head(kicker, title, "SETUP-2", detail, glyph="settlement", areas=(area,))
    now = _current(scene, frame)
    kicker = _progress(scene, frame, now)
    title = _("All set up: begin round 1") if now == LAST and not number else _("Set up the board")
    return Head(kicker, title, parts(scene.state)[now - 1].rule or "SETUP-1", "")


@asks(SetupFrame)
def set_up(scene: Scene, frame: SetupFrame, head: Head) -> Panel:
    """Shows the steps of the set-up, the one at hand with its places, or asks for one settlement."""
    area = settlements.asked(scene, frame)
    if area is not None:
        return settlements.settlement(scene, frame, head, area)
    now = _current(scene, frame)
    found = parts(scene.state)
    ticked = _ticked(scene, frame)
    rows = tuple(_row(scene, frame, number, part, now, ticked) for number, part in enumerate(found, 1))
    blocks: list[Block] = [StepRows(rows, head.kicker)]
    if now in (SECRETS, LAST):
        blocks += _secrets(scene, now)
    if frame.open and now <= FIGURES:
        blocks.append(Fold(_("Quick set-up: the app rolls all figures"), _quick(), "dice"))
    return head.panel(
        *blocks, _onward(scene, frame, now, ticked), focus=_focus(scene, frame, found[now - 1], now), css="order"
    )


def _secrets(scene: Scene, now: int) -> list[Block]:
    """What Atreides tell the app in secret: on their own devices only, elsewhere what becomes of it."""
    if scene.sees_hidden:
        fold = objective_fold(scene)
        return [replace(fold, open=now == SECRETS and not scene.state.hidden.objectives), ranks_fold(scene)]
    if now != SECRETS or scene.view.may_see:
        return []
    text = _("It stays on the real table. When Atreides declare that they meet it, the app asks for its three numbers.")
    return [Note(text, "lock")]


def _row(scene: Scene, frame: SetupFrame, number: int, part: Part, now: int, ticked: Sequence[int]) -> StepRow:
    """A tap on the step at hand ticks it, on another one opens it again and takes its tick back."""
    state = "now" if number == now else "done" if number in ticked else ""
    detail = part.detail if number == now else ""
    href = (
        _at(scene, [*ticked, number]) if number == now else _at(scene, [one for one in ticked if one != number], number)
    )
    if number == FIGURES:
        standing = [area for area in part.areas if area not in frame.open]
        if number == now and frame.open:
            href = _settlement_link(scene, frame.open[0])
        if number == now and standing and frame.open:
            facts = {"standing": names.area_names(standing), "number": len(frame.open)}
            detail = _("Done: %(standing)s. To go: %(number)s.", **facts)
        state = "done" if not frame.open and number != now else state
    rule: RuleRef | None = rule_link(part.rule) if part.rule else None
    return StepRow(part.title, href, state, detail, part.rule, None if rule is None else rule.page, part.glyph)


def _ticked(scene: Scene, frame: SetupFrame) -> list[int]:
    """The steps that are ticked in the address; the figures are done when they stand."""
    ticks = [int(one) for one in scene.pick.get("ticks", "") if one in "1245678"]
    return sorted({*ticks, *(() if frame.open else (FIGURES,))})


def _progress(scene: Scene, frame: SetupFrame, now: int) -> str:
    done = len([number for number in _ticked(scene, frame) if number != now])
    return _("%(done)s of %(all)s steps done", done=done, all=LAST)


def _current(scene: Scene, frame: SetupFrame) -> int:
    """The step that is open: the one tapped, else the first that is not ticked."""
    tapped = scene.pick.get("step", "")
    if tapped in tuple("12345678"):
        return int(tapped)
    ticked = _ticked(scene, frame)
    return next((number for number in range(1, LAST) if number not in ticked), LAST)


def _at(scene: Scene, ticked: Sequence[int], step: int | None = None) -> str:
    ticks = "".join(str(one) for one in sorted(set(ticked)) if one != FIGURES)
    return scene.here(ticks=ticks, step=step, used=scene.pick.get("used"))


def _settlement_link(scene: Scene, area: int, ticked: Sequence[int] | None = None) -> str:
    ticks = scene.pick.get("ticks", "") if ticked is None else "".join(map(str, sorted(set(ticked) - {FIGURES})))
    return scene.here(ticks=ticks, area=AREA_IDS[area], used=scene.pick.get("used"))


def _onward(scene: Scene, frame: SetupFrame, now: int, ticked: Sequence[int]) -> Block:
    """The go button: it ticks the step at hand and names the next one."""
    ticks = sorted({*ticked, now})
    following = next((number for number in range(1, LAST) if number not in ticks), LAST)
    waiting = now in (FIGURES, LAST) or following == FIGURES
    if frame.open and waiting:
        area = frame.open[0]
        return Go(_("Next: %(what)s", what=names.area_name(area)), "chevron", href=_settlement_link(scene, area, ticks))
    if now == LAST:
        return go_form("begin", _("Begin round 1"), "chevron")
    what = parts(scene.state)[following - 1].title
    return Go(_("Next: %(what)s", what=what), "chevron", href=_at(scene, ticks))


def _focus(scene: Scene, frame: SetupFrame, part: Part, now: int) -> Focus:
    open_links = {AREA_IDS[area]: _settlement_link(scene, area) for area in frame.open}
    if now == FIGURES:
        return settlements.with_ticks(lit(list(frame.open), links=open_links), frame)
    return settlements.with_ticks(lit(list(part.areas), links=open_links), frame)


def _quick() -> tuple[Block, ...]:
    text = _("The app assumes what the tokens show and says which figures to place. One tap, which can be taken back.")
    return (Note(text, "warn", "odd"), Form("quick-set-up", (Buttons((Button(_("Roll all figures"), "dice"),)),)))


@deed("quick-set-up")
def _quick_set_up(scene: Scene, fields: Fields) -> Commands:
    commands = quick_set_up(scene.state, scene.chance, scene.settings.dice)
    return commands or (BeginGame(),)


@deed("begin")
def _begin(scene: Scene, fields: Fields) -> Commands:
    return (BeginGame(),)
