"""A hint in the player's own turn: the best options with what speaks for them, looked for beside everything else.

Only a device that plays the Atreides of a solo game may ask, and what looks for it knows no more than that device sees.
It lies over the step (``HINT`` in the address); an option that is chosen is filled into the step and not carried out.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast
from urllib.parse import urlencode

from flask import current_app

from companion.board import AREA_IDS, ZONE_IDS
from companion.rules import commands as c
from companion.rules.army import NOBODY
from companion.rules.commands import Command
from companion.rules.frames import ActionFrame, TurnFrame
from companion.rules.reach import movable
from companion.rules.state import ATREIDES, Mode, State
from companion.service.advisers import Adviser, Thought
from companion.web.drawing import Arrow, Glow, GlowKind
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.atreides.as_set import SET
from companion.web.ui.blocks import Block, Button, Form, Keys, Note
from companion.web.ui.hint_blocks import HintBlock, Option
from companion.web.ui.panel import Focus, Panel
from companion.web.ui.parts import ids
from companion.web.words import names
from companion.web.words.numbers import percent
from companion.web.words.plans import plan_text, reason_text
from solo_bot.planner import Advice

HINT, PLAN, DIE, ACTION = "hint", "plan", "die", "action"
"""In the address: that a hint is asked for, and which option is chosen; the die that it takes and as what, and what is
filled in once that is tapped."""
ADVISER = "arrakis.adviser"
MOST_REASONS = 1
CLOSE = 0.02
"""With a smaller difference between the chances of the first two options it is a close call."""


def adviser() -> Adviser:
    """Returns what looks for hints in the running app."""
    return cast(Adviser, current_app.extensions[ADVISER])


def with_hint(scene: Scene, panel: Panel) -> Panel:
    """Returns the step of the player's turn with the way to a hint, or with the hint over it."""
    if not offered(scene) or panel.close:
        return panel
    if scene.pick.get(HINT):
        return _over(scene, panel)
    link = Button(_("Hint"), "why", scene.also(**{HINT: "1"}))
    return _filled(scene, replace(panel, asides=(*panel.asides, link)))


def offered(scene: Scene) -> bool:
    """Tells whether the asking device may ask for a hint now."""
    state, frame = scene.state, scene.state.frame
    return (
        scene.settings.hint
        and state.mode is Mode.SOLO
        and state.winner is None
        and scene.now is None
        and scene.reader.acts
        and scene.sees_hidden
        and scene.mine(ATREIDES)
        and not scene.trackers_only
        and isinstance(frame, TurnFrame | ActionFrame)
        and frame.faction is ATREIDES
        and not (isinstance(frame, TurnFrame) and frame.acted)
        and ADVISER in current_app.extensions
    )


def cancel(scene: Scene) -> None:
    """Ends looking for the hint of a scene."""
    if offered(scene):
        adviser().cancel(_key(scene))


def _key(scene: Scene) -> tuple[str, State]:
    return scene.view.loaded.game.id, scene.state


def _over(scene: Scene, panel: Panel) -> Panel:
    thought = adviser().look(_key(scene), scene.state)
    back = scene.also(**{HINT: None})
    block, focus = _thought(scene, thought, back)
    return replace(panel.under(_("Hint"), back), detail="", blocks=(block,), focus=focus)


def _thought(scene: Scene, thought: Thought, back: str) -> tuple[Block, Focus]:
    if thought.failed:
        return Note(_("Looking ahead failed. Try again."), "warn", "odd"), Focus()
    advice = thought.advice
    if advice is None:
        look, end = f"{scene.home}/hint?{scene.query}", f"{scene.home}/hint/cancel"
        block = HintBlock(cancel=end, look=look, again=scene.also(), pause=adviser().pause)
        return replace(block, done=thought.done, total=thought.total), Focus()
    if not advice:
        return Note(_("There is nothing to choose here."), "check"), Focus()
    picked = scene.pick[HINT]
    number = min(len(advice), max(1, int(picked))) - 1 if picked.isascii() and picked.isdecimal() else 0
    options = tuple(_option(scene, at, one, at == number) for at, one in enumerate(advice))
    chosen = advice[number]
    return HintBlock(options, _sure(advice), _fill(scene, chosen.commands), back), _focus(chosen)


def _option(scene: Scene, at: int, advice: Advice, chosen: bool) -> Option:
    reasons = tuple(f"{reason_text(one, percent)}." for one in advice.reasons[:MOST_REASONS])
    href = scene.also(**{HINT: str(at + 1)})
    return Option(str(at + 1), plan_text(advice.commands), reasons, percent(advice.chance), href, chosen)


def _sure(advice: Sequence[Advice]) -> str:
    """How sure the order of the options is, from what the simulated rounds say."""
    best = advice[0]
    facts = {"rounds": best.rounds, "low": percent(best.low), "high": percent(best.high)}
    if len(advice) == 1:
        return _("Nothing else worth comparing was found.")
    if best.low > advice[1].chance:
        return _("Rather sure, after %(rounds)s simulated rounds each: the first wins %(low)s to %(high)s.", **facts)
    if best.chance - advice[1].chance < CLOSE:
        return _("A close call, after %(rounds)s simulated rounds each: the first wins %(low)s to %(high)s.", **facts)
    return _("Likely, after %(rounds)s simulated rounds each: the first wins %(low)s to %(high)s.", **facts)


def _focus(advice: Advice) -> Focus:
    """The arrows and places of an option on the map."""
    arrows: list[Arrow] = []
    areas: list[int] = []
    for command in advice.commands:
        match command:
            case (
                c.MoveLegion(source=source, target=target)
                | c.Attack(source=source, target=target)
                | c.MoveWorm(source=source, target=target)
                | c.WormAttack(source=source, target=target)
            ):
                arrows.append(Arrow(AREA_IDS[source], AREA_IDS[target]))
                areas += [source, target]
            case c.DeployToken(area=area) | c.PlaceWormsign(area=area):
                areas.append(area)
            case _:
                pass
    found = ids(areas)
    return Focus((Glow(GlowKind.SELECTED, found),) if found else (), tuple(arrows), found)


def _fill(scene: Scene, commands: Sequence[Command]) -> str:
    """The address of the step with an option filled in: a die is still to be tapped, or a go button to be pressed."""
    first, rest = commands[0], commands[1:]
    match first:
        case c.SpendDie(die=die, action=action):
            plan = urlencode(_picks(scene.state, rest))
            use = "house" if die != action else None
            return scene.here(**{PLAN: plan, DIE: die.value, ACTION: action.value, "use": use})
        case c.UseDesertPower():
            return scene.here(**{PLAN: urlencode(_picks(scene.state, rest)), "use": "desert"})
        case c.PlayAtreidesCard():
            return scene.here(use="card")
        case c.UseLeader():
            return scene.here(use="leader")
        case c.ClaimPrescience():
            return scene.here(use="claim")
        case _:
            return scene.here(**_picks(scene.state, commands))


def _picks(state: State, commands: Sequence[Command]) -> dict[str, str]:
    """What would have been tapped in the step for the first of these commands."""
    match commands[0] if commands else None:
        case c.MoveLegion(faction=faction, source=source, target=target, figures=figures, zone=zone):
            picks = {"from": AREA_IDS[source], "to": AREA_IDS[target]}
            if zone is not None:
                picks["zone"] = ZONE_IDS[zone]
            all_of_it = movable(state, source, state.army(faction, source) or NOBODY)
            if figures != all_of_it:
                kinds = [kind for kind, _count in all_of_it.counts()]
                picks |= {"split": "1", SET: "1"} | {kind: str(getattr(figures, kind)) for kind in kinds}
            return picks
        case c.Attack(source=source, target=target, zone=zone):
            picks = {"from": AREA_IDS[source], "to": AREA_IDS[target]}
            return picks | ({} if zone is None else {"zone": ZONE_IDS[zone]})
        case c.MoveWorm(source=source, target=target) | c.WormAttack(source=source, target=target):
            return {"from": AREA_IDS[source], "to": AREA_IDS[target]}
        case c.DeployToken(area=area, leader=leader):
            return {"area": AREA_IDS[area], "leader": leader or "none", SET: "1"}
        case c.PlaceWormsign():
            signs = [AREA_IDS[one.area] for one in commands if isinstance(one, c.PlaceWormsign)]
            return {"signs": ",".join(signs)}
        case c.DrawCards(decks=decks):
            return {"decks": ",".join(decks), SET: "1"}
        case _:
            return {}


def _filled(scene: Scene, panel: Panel) -> Panel:
    """Returns the step before a die is tapped, after which the move of a hint is filled in."""
    plan, die, action = (scene.pick.get(name, "") for name in (PLAN, DIE, ACTION))
    if not (plan or die) or not isinstance(scene.state.frame, TurnFrame):
        return panel

    def led(block: Block) -> Block:
        leads = isinstance(block, Form) and block.deed in ("spend", "desert")
        return replace(block, hidden={**block.hidden, "then": plan}) if leads and isinstance(block, Form) else block

    def shown(block: Block) -> Block:
        if isinstance(block, Keys):
            return replace(block, keys=tuple(replace(k, state="in") if k.glyph == die else k for k in block.keys))
        return replace(block, blocks=tuple(map(shown, block.blocks))) if isinstance(block, Form) else block

    blocks: tuple[Block, ...] = tuple(map(shown, map(led, panel.blocks)))
    if die in (scene.state.atreides_results or ()):
        used = action if action and action != die else ""
        text = _("Hint: tap %(die)s. Nothing happens before that.", die=names.result_name(die))
        if used:
            facts = {"die": names.result_name(die), "action": names.result_name(used)}
            text = _("Hint: use %(die)s as %(action)s. Nothing happens before that.", **facts)
        blocks = (Note(text, "why"), *blocks)
    return replace(panel, blocks=blocks)
