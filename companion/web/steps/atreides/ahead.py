"""*If they roll ...*: what the solo opponent would do with each face of its die, in the player's own turn.

It lies over whatever the turn asks for (``AHEAD`` in the address), as things stand and, while a move is chosen and not
made, as they would stand after it: a tap on the map still changes that move. An attack is followed by each of its
outcomes (``trying``). It is made of what the asking device sees and promises nothing; whether it is offered is a
setting of the game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from companion.content.terms import Result
from companion.rules.frames import ActionFrame, AtreidesCardFrame, Frame, TurnFrame
from companion.rules.odds import prospect
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from companion.service import Hints
from companion.web.drawing import Arrow, Glow, GlowKind
from companion.web.odds.present import chance_range
from companion.web.orders.ahead import face_text
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.atreides.as_set import SET
from companion.web.steps.atreides.trying import Outcome, Tried, tried_in
from companion.web.steps.battle.chances import level
from companion.web.ui.ahead_blocks import Ahead, AheadLine, FaceRow, FaceTally, Tab
from companion.web.ui.blocks import Block, Button, Buttons, Go, Note
from companion.web.ui.fields import UNIT_FIELDS
from companion.web.ui.panel import Focus, Panel
from companion.web.ui.parts import arrow, ids
from companion.web.words import names
from companion.web.words.records import FaceText
from solo_bot import AttackOption
from solo_bot.ahead import Face

AHEAD, WHEN, NOW = "ahead", "when", "now"
"""In the address: the face whose arrow is shown (or anything else for the first), and the view that is not the move."""
SETTABLE = frozenset({*UNIT_FIELDS, SET, "named", "leader"})
"""The fields of such forms, which say themselves what they are set to."""
MOST_FACEDOWN = 2
"""With more tokens the chance of an attack may be anything, and takes long to find out."""
OPEN = (TurnFrame, ActionFrame, AtreidesCardFrame)
"""Steps of a turn in which nothing is rolled or turned first."""


@dataclass(frozen=True, slots=True)
class _View:
    """A position with what each face would do in it: ``texts`` in words, ``held`` the chances to hold a sietch."""

    state: State
    faces: tuple[Face, ...]
    texts: Mapping[Result, FaceText]
    held: tuple[tuple[float, float], ...] = ()

    @property
    def attacking(self) -> tuple[Face, ...]:
        """The faces that attack a sietch."""
        return tuple(face for face in self.faces if self.sietches(face))

    @property
    def number(self) -> int:
        """How many faces of the die attack a sietch."""
        return sum(face.faces for face in self.attacking)

    @property
    def threatened(self) -> tuple[int, ...]:
        """The sietches that a face would attack."""
        return tuple(sorted({area for face in self.attacking for area in self.sietches(face)}))

    def sietches(self, face: Face) -> tuple[int, ...]:
        """The sietches that this face may attack."""
        return tuple(area for area in face.attacked if self.state.sietch_mask >> area & 1)


def with_ahead(scene: Scene, panel: Panel) -> Panel:
    """Returns the step of the player's turn with the way to the look ahead, or with the look ahead over it."""
    if not offered(scene) or panel.close:
        return panel
    tried = tried_in(scene, panel)
    if scene.pick.get(AHEAD):
        return _over(scene, panel, tried)
    link = Button(_("If they roll …"), "dice", scene.also(**{AHEAD: "1"}))
    panel = replace(panel, asides=(*panel.asides, link))
    if tried is None:
        return panel
    # A line tells of no chances, and those of large battles take their time.
    now = _view(scene, scene.state, chances=False)
    found = [(one, _view(scene, one.state, chances=False)) for one in tried.outcomes]
    if now is None or not found or not (now.number or any(view and view.number for _one, view in found)):
        return panel
    tallies = [(one, _tally_after(scene, one, view, now)) for one, view in found]
    line = AheadLine(tuple(tally for _one, tally in tallies), link.href, live_url(scene))
    if tried.fights:
        line = replace(line, tallies=tuple(_in_rows(tallies)), title=_after_battle(now))
    return replace(panel, blocks=(line, *panel.blocks))


def live_url(scene: Scene) -> str:
    """Returns the address of the block alone, to which the fields of the form are added as they are set."""
    kept = {name: value for name, value in scene.pick.items() if name not in SETTABLE}
    return f"{scene.home}/ahead?{urlencode({**kept, SET: '1'})}"


def offered(scene: Scene) -> bool:
    """Tells whether the asking device may look ahead now: the player of a solo game, in a turn of Atreides."""
    state = scene.state
    return (
        scene.settings.ahead
        and state.mode is Mode.SOLO
        and state.winner is None
        and scene.now is None
        and scene.reader.acts
        and scene.sees_hidden
        and not scene.trackers_only
        and bool(state.harkonnen_unused)
        and isinstance(state.frame, OPEN)
        and _faction(state.frame) is ATREIDES
    )


def _faction(frame: Frame) -> object:
    return getattr(frame, "faction", ATREIDES)


def _view(scene: Scene, state: State, *, chances: bool = True) -> _View | None:
    """Returns what each face would do if the turn ended at ``state``; None when nothing would be rolled.

    ``chances``: with those of its attacks, where device and game want them.
    """
    faces = scene.view.loaded.ahead(state)
    if not faces:
        return None
    told = chances and level(scene) is not Hints.NONE
    wins: dict[AttackOption, tuple[float, float]] = {}
    unknown: list[AttackOption] = []

    def chance(attack: AttackOption) -> str:
        if not told:
            return ""
        if attack not in wins:
            found = attack_range(state, attack, sees_hidden=scene.sees_hidden)
            if found is None:
                unknown.append(attack)
                return ""
            wins[attack] = found
        return chance_range(*wins[attack])

    texts = {face.result: face_text(state, face, chance) for face in faces}
    held = [(1.0 - high, 1.0 - low) for attack, (low, high) in wins.items() if state.sietch_mask >> attack.target & 1]
    return _View(state, faces, texts, () if unknown else tuple(held))


def attack_range(state: State, attack: AttackOption, *, sees_hidden: bool) -> tuple[float, float] | None:
    """Returns the least and the greatest chance that an attack of the opponent is won; None where too much of it lies
    facedown."""
    legions = state.army(HARKONNEN, attack.attacker), state.army(ATREIDES, attack.target)
    if sum(army.tokens for army in legions if army is not None) > MOST_FACEDOWN:
        return None
    return prospect(state, HARKONNEN, attack.attacker, attack.target, attack.surprise, sees_hidden).range


def _over(scene: Scene, panel: Panel, tried: Tried | None) -> Panel:
    """Returns the look ahead over a step: its faces, and the move that is chosen with its go button."""
    now = _view(scene, scene.state)
    if now is None:
        return panel
    outcome = None if tried is None else _outcome(scene, tried)
    after = None if outcome is None else _view(scene, outcome.state)
    back = _without(scene)
    shown, other = (now, None) if after is None else (after, now)
    face = _chosen(scene, shown)
    rows = tuple(_row(scene, one, shown, other, one is face) for one in shown.faces)
    tally = _tally(scene, now, None) if outcome is None else _tally_after(scene, outcome, after, now)
    if outcome is not None and outcome.wins_game:
        rows = ()
    blocks: list[Block] = [Ahead(tally, rows, _tabs(scene, tried, outcome), live_url(scene) if tried else "")]
    if after is not None and not isinstance(shown.state.frame, OPEN) and not (outcome and outcome.when):
        blocks.append(Note(_("Something is revealed or rolled first; that is not counted here."), "warn", "odd"))
    return replace(
        panel.under(_("If they roll …"), back),
        detail=panel.title if tried else "",
        blocks=(*blocks, *_foot(scene, tried, back)),
        focus=_focus(scene, panel.focus, shown, other, face),
        position=None if outcome is None else outcome.state,
    )


def _outcome(scene: Scene, tried: Tried) -> Outcome | None:
    """What is looked at of a move that is tried: the outcome that the address names, else the first; None: it is as it
    is now."""
    when = scene.pick.get(WHEN)
    if when == NOW:
        return None
    return next((one for one in tried.outcomes if one.key == when), next(iter(tried.outcomes), None))


def _tabs(scene: Scene, tried: Tried | None, chosen: Outcome | None) -> tuple[Tab, ...]:
    if tried is None or not tried.outcomes:
        return ()
    now = Tab(_("As it is now") if len(tried.outcomes) == 1 else _("Now"), scene.also(**{WHEN: NOW}), chosen is None)
    return (now, *(Tab(one.tab, scene.also(**{WHEN: one.key}), one is chosen) for one in tried.outcomes))


def _foot(scene: Scene, tried: Tried | None, back: str) -> tuple[Block, ...]:
    if tried is None:
        return (Go(_("Close"), "check", href=back),)
    back_here = _kept(tried.go.back) if tried.go.back else ""
    made = replace(tried.go, back=back_here, back_text=_("Another"))
    if not tried.fights:
        made = replace(made, text=_("Make this move"), glyph="move")
    others = tuple(one for one in tried.form.blocks if not isinstance(one, Go | Buttons))
    return (replace(tried.form, blocks=(*others, made)),)


def _without(scene: Scene) -> str:
    return scene.also(**{AHEAD: None, WHEN: None})


def _chosen(scene: Scene, view: _View) -> Face:
    """The face whose arrow is shown: the one tapped, else the likeliest that attacks a sietch, else the first."""
    picked = scene.pick.get(AHEAD, "")
    possible = [one for one in view.faces if one.decision is not None]
    if found := next((one for one in possible if one.result.value == picked), None):
        return found
    return max(view.attacking or possible[:1], key=lambda one: one.faces)


def _row(scene: Scene, face: Face, view: _View, other: _View | None, chosen: bool) -> FaceRow:
    text = view.texts[face.result]
    before = None if other is None else other.texts[face.result]
    detail, was = text.detail, ""
    if before is not None and face.decision is not None:
        if before == text:
            detail = _("%(result)s, as now", result=names.result_name(face.result))
        elif before.title != text.title:
            was = before.title
    chance = _("%(faces)d of %(of)d faces", faces=face.faces, of=face.of)
    href = scene.also(**{AHEAD: face.result.value}) if face.decision is not None else ""
    gone = face.decision is None
    return FaceRow(face.result.value, text.title, detail, face.faces, face.of, href, chance, was, gone, chosen)


def _tally(scene: Scene, view: _View, other: _View | None) -> FaceTally:
    """How many faces attack a sietch; ``other``: as it is now, where that is not what is shown."""
    of = max((face.of for face in view.faces), default=0)
    was = 0 if other is None else other.number
    boxes = ("bad",) * view.number + ("was",) * max(0, was - view.number)
    boxes += ("",) * (of - len(boxes))
    headline = (
        _("%(number)s of %(of)s attack a sietch", number=view.number, of=of)
        if view.number
        else _("No face attacks a sietch")
    )
    detail = _held(view)
    if other is not None and was != view.number:
        detail = _("now it is %(number)s of %(of)s", number=was, of=of) if was else _("now it is none")
    elif other is not None and view.threatened != other.threatened:
        facts = {"new": names.area_names(view.threatened), "old": names.area_names(other.threatened)}
        detail = _("%(new)s instead of %(old)s", **facts)
    elif other is not None:
        detail = _("as now")
    short = _("%(number)s of %(of)s", number=view.number, of=of) if view.number else _("none")
    return FaceTally(boxes, headline, detail, calm=bool(other) and view.number < was, short=short)


def _tally_after(scene: Scene, outcome: Outcome, view: _View | None, now: _View | None) -> FaceTally:
    """The same after an outcome of the move that is tried; a game that it wins sees no face any more."""
    if view is None:
        text = _("You win the game")
        return FaceTally((), text, calm=True, when=outcome.when, short=text)
    return replace(_tally(scene, view, now), when=outcome.when)


def _in_rows(tallies: Sequence[tuple[Outcome, FaceTally]]) -> Iterator[FaceTally]:
    """The outcomes of an attack, a row each; moving in or not is one where it makes no difference."""
    alike = len({tally.boxes for one, tally in tallies if one.short != one.plain}) == 1
    seen = set[str]()
    for one, tally in tallies:
        when = one.plain if alike else one.short
        if when not in seen:
            seen.add(when)
            yield replace(tally, when=when)


def _after_battle(now: _View) -> str:
    if not now.number:
        return _("Faces that attack a sietch, now none")
    of = max(face.of for face in now.faces)
    return _("Faces that attack a sietch, now %(number)s of %(of)s", number=now.number, of=of)


def _held(view: _View) -> str:
    if not view.held or not view.threatened:
        return ""
    low, high = min(view.held)
    chance = chance_range(low, high)
    if len(view.threatened) == 1 and len(set(view.held)) == 1:
        return _("you hold it with %(chance)s", chance=chance)
    if len(view.threatened) == 1:
        return _("at worst you hold it with %(chance)s", chance=chance)
    return _("at worst you hold with %(chance)s", chance=chance)


def _focus(scene: Scene, step: Focus, view: _View, other: _View | None, face: Face) -> Focus:
    """What the map shows: threatened sietches hatched, those that no longer are framed, and the arrow of a face.

    A tap on the map goes on with the move of the step.
    """
    text = view.texts[face.result]
    saved = () if other is None else tuple(area for area in other.threatened if area not in view.threatened)
    sources = ids(dict.fromkeys(one.source for one in text.arrows))
    placed = ids(area for area in text.areas if area not in view.threatened) if not text.arrows else ()
    glows = (
        Glow(GlowKind.THREAT, ids(view.threatened)),
        Glow(GlowKind.SAFE, ids(saved)),
        Glow(GlowKind.FROM_1, (*sources, *placed)),
    )
    theirs = tuple(replace(arrow(one), theirs=True, chosen=len(text.arrows) == 1) for one in text.arrows)
    own: tuple[Arrow, ...] = step.arrows if other is None else ()
    shown = ids((*view.threatened, *saved, *(one.target for one in text.arrows)))
    links = {one: _kept(href) for one, href in step.links.items()}
    frame = (*shown, *placed) or step.ids
    return Focus(tuple(g for g in glows if g.ids), (*own, *theirs), frame, (*sources, *step.pieces), links)


def _kept(href: str) -> str:
    """An address of the step, with the look ahead still over it."""
    if f"{AHEAD}=" in href or "/area/" in href or "/zone/" in href:
        return href
    return f"{href}{'&' if '?' in href else '?'}{AHEAD}=1"
